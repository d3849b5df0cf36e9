"""Fit the weights of the evaluation to how games ended: ``python -m bastida.players.fit --game plus --games 400``.

The evaluation says by how many points a seat will be ahead. Games are played by the one-turn player against itself, now and
then with an answer that is not its first choice, and every position is kept with the lead there was at the end. For each
position the difference that a small step of each weight makes is measured, whatever the weight does inside; one step of
least squares, held back towards the old weights, then gives new ones. ``--rounds`` repeats it with the new weights.
A result is worth keeping only when it beats the old weights over at least 200 paired bags: ``--proof`` plays them.
"""
# not compiled: a tool that runs seldom, around compiled players

from __future__ import annotations

import argparse
import math
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.players.making import make_evaluator
from bastida.players.one_turn import OneTurnPlayer
from bastida.players.player import Player
from bastida.players.settle import quiet
from bastida.players.weights import weights_text
from bastida.table.setup import make_setup

Table = dict[str, Any]
Path_ = tuple[str, ...]
SIDESTEP = 12  # one answer in so many is any one
LEAST_STEP = 0.05


def leaves(table: Table, above: Path_ = ()) -> Iterator[Path_]:
    """Every number of the table, by its path; numbers of a list by their position."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, (*above, key))
        elif isinstance(value, list):
            yield from ((*above, key, str(number)) for number in range(len(value)))
        else:
            yield (*above, key)


def value_at(table: Table, path: Path_) -> float:
    found: Any = table
    for key in path:
        found = found[int(key)] if isinstance(found, list) else found[key]
    return float(found)


def changed(table: Table, path: Path_, value: float) -> Table:
    """The table with another number somewhere."""
    new = deepcopy(table)
    found: Any = new
    for key in path[:-1]:
        found = found[key]
    found[int(path[-1]) if isinstance(found, list) else path[-1]] = value
    return new


def step_of(value: float) -> float:
    return max(LEAST_STEP, abs(value) / 10)


class Sample:
    """A position: how much more the seat expects for a step of each weight, what it expects, and what came."""

    __slots__ = ("came", "expected", "slopes", "weight")

    def __init__(self, slopes: list[float], expected: float, weight: float) -> None:
        self.slopes, self.expected, self.weight = slopes, expected, weight
        self.came = 0.0


def play(game: str, table: Table, paths: Sequence[Path_], games: int, seed: int, every: int) -> Iterator[Sample]:
    """Positions of so many games of two players."""
    setup = make_setup(game)
    player = OneTurnPlayer("fit", table=table)
    judges = []
    for path in paths:
        value = value_at(table, path)
        judges.append(make_evaluator(setup.rules(), changed(table, path, value + step_of(value))))
    judge = make_evaluator(setup.rules(), table)
    for number in range(games):
        rng = Rng(seed + number)
        engine = setup.engine()
        samples: list[Sample] = []
        answers = 0
        while engine.asked != OVER:
            if engine.asked == DEALER:
                if quiet(engine) and rng.below(every) == 0:
                    judge.measure(engine)
                    expected = judge.margin(0)
                    slopes = []
                    for other in judges:
                        other.measure(engine)
                        slopes.append(other.margin(0) - expected)
                    samples.append(Sample(slopes, expected, 1.0 / (60.0 + 12.0 * judge.turns)))
                engine.answer(engine.random_option(rng))
            else:
                answers += 1
                engine.answer(answer_of(player, engine, seed * 100003 + number * 1009 + answers, rng))
        lead = engine.score_of(0) - engine.score_of(1)
        for sample in samples:
            sample.came = float(lead)
        yield from samples


def answer_of(player: Player, game: Engine, seed: int, rng: Rng) -> int:
    if rng.below(SIDESTEP) == 0:
        return int(game.copy().random_option(rng))
    return int(player.choose(game, seed))


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Linear equations, by elimination."""
    size = len(right)
    rows = [[*matrix[i], right[i]] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            if factor:
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][j] * found[j] for j in range(i + 1, size))) / rows[i][i]
    return found


def fitted(table: Table, paths: Sequence[Path_], samples: Sequence[Sample], hold: float) -> tuple[Table, float]:
    """New weights after one step of least squares; ``hold`` is what a step of a weight costs."""
    size = len(paths)
    matrix = [[hold * (i == j) for j in range(size)] for i in range(size)]
    right = [0.0] * size
    error = total = 0.0
    for sample in samples:
        short = sample.came - sample.expected
        error += sample.weight * short * short
        total += sample.weight
        used = [(i, slope) for i, slope in enumerate(sample.slopes) if slope]
        for i, slope in used:
            right[i] += sample.weight * slope * short
            row = matrix[i]
            for j, other in used:
                row[j] += sample.weight * slope * other
    steps = solve(matrix, right)
    new = table
    for path, step in zip(paths, steps, strict=True):
        old = value_at(table, path)
        new = changed(new, path, round(old + max(-3.0, min(3.0, step)) * step_of(old), 4))
    return new, math.sqrt(error / total)


def duel(game: str, one: Player, other: Player, seeds: Iterable[int]) -> Iterator[float]:
    """What the first player is ahead in each bag, on average over both seats."""
    setup = make_setup(game)
    for seed in seeds:
        both = 0.0
        for first in (0, 1):
            players = (one, other) if first == 0 else (other, one)
            engine, rng, answers = setup.engine(), Rng(seed), 0
            while engine.asked != OVER:
                if engine.asked == DEALER:
                    engine.answer(engine.random_option(rng))
                else:
                    answers += 1
                    engine.answer(int(players[engine.asked].choose(engine, seed * 1009 + answers)))
            lead = engine.score_of(0) - engine.score_of(1)
            both += float(lead if first == 0 else -lead)
        yield both / 2


def proof(game: str, new: Table, old: Table, bags: int, seed: int) -> tuple[float, float]:
    """Mean lead of the new weights over the old in paired bags, with its standard error."""
    leads = list(duel(game, OneTurnPlayer("new", table=new), OneTurnPlayer("old", table=old), range(seed, seed + bags)))
    mean = sum(leads) / bags
    return mean, math.sqrt(sum((lead - mean) ** 2 for lead in leads) / (bags - 1) / bags)


def written(text: str, table: Table) -> str:
    """The text of ``weights.toml`` with the numbers of the table in it; everything else stays."""
    section: Table = table
    lines = []
    for line in text.splitlines():
        code, mark, remark = line.partition("#")
        key, equals, _ = code.partition("=")
        if code.startswith("["):
            section = table
            for part in code.strip()[1:-1].split("."):
                section = section[part]
        elif equals:
            line = f"{key.rstrip()} = {section[key.strip()]}" + (f" {mark}{remark}" if mark else "")
        lines.append(line)
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m bastida.players.fit", description="Fit the weights of the evaluation.")
    parser.add_argument("--game", default="plus")
    parser.add_argument("--games", type=int, default=400, help="games of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hold", type=float, default=4.0, help="how strongly the old weights hold")
    parser.add_argument("--proof", type=int, default=200, help="paired bags against the old weights")
    parser.add_argument("--only", default="", help="weights whose path begins so, parted by commas")
    parser.add_argument("--start", type=Path, help="a file of weights to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="where the new weights go, laid out as weights.toml is")
    given = parser.parse_args(arguments)
    text = given.start.read_text(encoding="utf-8") if given.start else weights_text()
    old: Table = tomllib.loads(text)
    table = old
    prefixes = tuple(filter(None, given.only.split(","))) or ("",)
    paths = [path for path in leaves(old) if ".".join(path).startswith(prefixes)]
    for number in range(given.rounds):
        samples = list(play(given.game, table, paths, given.games, given.seed + 10007 * number, every=3))
        table, error = fitted(table, paths, samples, given.hold)
        print(f"round {number + 1}: {len(samples)} positions, {len(paths)} weights, error {error:.2f} points", flush=True)
        given.out.write_text(written(text, table), encoding="utf-8")
    mean, spread = proof(given.game, table, old, given.proof, given.seed + 999_983)
    print(f"new against old over {given.proof} paired bags: {mean:+.2f} points, standard error {spread:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
