"""``python -m benchmarks.turns``: how long the computer's turns take, for every level and some presets.

Each preset is played at random, by people who like to place figures; at turns spread over the game a level plays one turn from
there, question by question, as a thinking process of the server would: from the public position, in the time that the server
plans with ``--seconds`` as its ``think_seconds``. Measured are the processor's seconds of a turn, with the reading of the
position, so that other work on the machine does not count; and the longest answer by the clock. A turn measured is kept in
``--keep`` at once, so a run that was stopped goes on where it was. At the end comes the table of ``docs/players.md``.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import bastida
from bastida import Game
from bastida.players.endgame import tiles_left
from bastida.players.levels import LEVELS
from bastida.server.runtime.thinker import think, thinking
from bastida.server.table.planning import answers_before, seconds_for

PRESETS = ("plus", "plus-big", "todo", "winter", "hunters", "hunters-scout")
NAMES = ("Ana", "Luis")


def positions(preset: str, seed: int, turns: int) -> Iterator[tuple[int, Game]]:
    """Games in which somebody is to lay a tile, spread from the first turn to the last."""
    chance = random.Random(seed)
    game = bastida.new_game(preset, players=NAMES, seed=seed)
    tiles = int(tiles_left(game.engine))
    wanted = [round(number * tiles / max(1, turns - 1)) for number in range(turns)]  # tiles drawn since
    number = 0
    while not game.over and number < turns:
        asked = game.decision
        if asked is not None and asked.kind == "tile" and tiles - tiles_left(game.engine) >= wanted[number]:
            yield number, game.copy()
            number += 1
        options = game.options()
        placing = [option for option in options if not option.declines]
        game.play(chance.choice(placing if placing and chance.random() < 0.5 else options))


def turn(game: Game, level: str, seconds: float) -> tuple[float, float]:
    """A turn that the level plays: the processor's seconds for it, and the longest answer by the clock."""
    spent = longest = 0.0
    asked = game.decision
    assert asked is not None
    seat, number = asked.seat, game.turn
    while (asked := game.decision) is not None and asked.seat == seat and game.turn == number:
        if len(game.options()) == 1:  # the server asks nobody then
            game.play(game.options()[0])
            continue
        most = seconds_for(seconds, answers_before(game))
        job = {"position": bastida.position(game), "players": NAMES, "level": level, "seed": 1, "seconds": most}
        began, busy = time.perf_counter(), time.process_time()
        thinking.begin(job)
        answer = think(job)
        spent += time.process_time() - busy
        longest = max(longest, time.perf_counter() - began)
        game.play(answer["answer"])
    return spent, longest


def measured(keep: Path, levels: Sequence[str], presets: Sequence[str], asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Every turn that was asked for, those of earlier runs included."""
    lines = keep.read_text(encoding="utf-8").splitlines() if keep.exists() else []
    known = {tuple(line["of"]): line for line in map(json.loads, lines)}
    keep.parent.mkdir(parents=True, exist_ok=True)
    found = []
    with keep.open("a", encoding="utf-8") as kept:
        for seed in range(asked.games):
            for preset in presets:
                for number, game in positions(preset, seed, asked.turns):
                    for level in levels:
                        of = (preset, level, seed, number, asked.turns, asked.seconds, bastida.COMPILED)
                        if of not in known:
                            spent, longest = turn(game.copy(), level, asked.seconds)
                            line = {"of": of, "preset": preset, "level": level, "spent": spent, "longest": longest}
                            print(json.dumps(line), file=kept, flush=True)
                            known[of] = line
                        found.append(known[of])
    return found


def part(values: Sequence[float], share: float) -> float:
    """The least value that this share of them does not go over."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def table(found: Sequence[dict[str, Any]], levels: Sequence[str], presets: Sequence[str]) -> str:
    """Seconds of a turn: in the middle, of 95 in a hundred, and at most; under it the longest answer by the clock."""
    rows = [f"| level | {' | '.join(presets)} |", "| --- " * (1 + len(presets)) + "|"]
    for level in levels:
        cells = []
        for preset in presets:
            sums = [line["spent"] for line in found if (line["preset"], line["level"]) == (preset, level)]
            cells.append(" / ".join(f"{figure:.2f}" for figure in (part(sums, 0.5), part(sums, 0.95), max(sums))))
        rows.append(f"| {level} | {' | '.join(cells)} |")
    seconds, preset, level = max((line["longest"], line["preset"], line["level"]) for line in found)
    return "\n".join(
        [*rows, "", f"{len(found)} turns; the longest answer took {seconds:.2f} s by the clock ({level}, {preset})"]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", action="append", metavar="NAME", help="instead of " + ", ".join(PRESETS))
    parser.add_argument("--level", action="append", metavar="NAME", help="a level or a player, instead of every level")
    parser.add_argument("--turns", type=int, default=10, help="of each game")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=2.0, help="for an answer at most, as think_seconds")
    parser.add_argument("--keep", type=Path, default=Path("build/turns.jsonl"), metavar="FILE")
    asked = parser.parse_args()
    levels, presets = asked.level or list(LEVELS), asked.preset or list(PRESETS)
    print(table(measured(asked.keep, levels, presets, asked), levels, presets))


if __name__ == "__main__":
    main()
