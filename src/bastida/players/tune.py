"""Tune the weights of the evaluation by matches: ``python -m bastida.players.tune --state tuned.json --only general.hand``.

In every step each weight is moved a little up or down, as chance has it, and the weights moved so play those moved the other
way: directly, or each of them the same bags against a player of a pool (simultaneous perturbation, Spall 1992). All weights
then follow the side that was ahead. A step of a weight is a part of its value (``--size``, or ``NAME=STEP``); how fast weights
follow is told by how far chance alone would carry them (``--drift``). What has been played stands in the state, a JSON file
written after every step: the same command goes on where it stopped, and comes to the same weights as if it had not been.

When all steps are done the new weights play the old ones, and both play the pool, over bags that were never seen
(``--check``). Nothing is written but the state unless ``--write`` names files of weights. ``--set`` begins elsewhere, so that
``--steps 0`` is a match of changed weights against those of today.
"""
# not compiled: a tool that runs seldom, around compiled players

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bastida.kernel.chance import Rng
from bastida.players.fit import Path_, Table, changed, duel, leaves, value_at, written
from bastida.players.one_turn import OneTurnPlayer
from bastida.players.registry import UnknownPlayer, make_player
from bastida.players.weights import weights_text
from bastida.record.files import write_whole

ITSELF = "itself"  # in a pool: the weights play those moved the other way
POOL = (ITSELF, ITSELF, ITSELF, "appraiser", "farmer", "blocker", "hoarder", "raider", "evaluator:release=0.1")
SPREAD = 10.0  # points, the standard deviation of what one paired bag brings
FRESH = 500_000_003  # seeds of the check lie this far from those of the steps
LEAST = 0.05  # of a weight that is almost nothing, the step
LIMITS = 1.96  # standard errors on each side, for limits of 95 %


class NoSuchState(Exception):
    """The state belongs to another run."""


@dataclass(frozen=True)
class Plan:
    """What is tuned, and how. A state is gone on with only under the same plan."""

    games: list[str]
    pool: list[str]
    start: dict[str, float]  # the weights, by their names
    sizes: dict[str, float]  # a step of each
    bags: int  # of each step
    steps: int
    drift: float
    seed: int
    rest: int  # a mark of all other weights, which stay as they are

    @property
    def rate(self) -> float:
        """Steps that a weight goes for a point; chance alone then carries it about ``drift`` steps in the end."""
        return self.drift * math.sqrt(self.bags / max(self.steps, 1)) / SPREAD


@dataclass
class State:
    """How far it has come: the weights, and a line for every step."""

    plan: Plan
    weights: dict[str, float]
    steps: list[dict[str, Any]] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Wholly or not at all, whenever it is stopped."""
        write_whole(path, json.dumps(asdict(self), indent=1).encode())

    @classmethod
    def open(cls, path: Path, plan: Plan) -> State:
        if not path.exists():
            return cls(plan, dict(plan.start))
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["plan"] != asdict(plan):
            other = [name for name, value in asdict(plan).items() if found["plan"].get(name) != value]
            raise NoSuchState(f"{path} was begun with other values of: {', '.join(other)}")
        return cls(plan, found["weights"], found["steps"])


def signs(plan: Plan, step: int) -> dict[str, int]:
    """Which way every weight is moved in a step."""
    rng = Rng(plan.seed * 1_000_003 + step)
    return {name: 2 * int(rng.below(2)) - 1 for name in plan.start}


def with_weights(table: Table, weights: Mapping[str, float]) -> Table:
    for name, value in weights.items():
        table = changed(table, path_of(name), value)
    return table


def path_of(name: str) -> Path_:
    return tuple(name.split("."))


def advance(state: State, table: Table) -> dict[str, Any]:
    """Play one more step, and move the weights."""
    plan, step = state.plan, len(state.steps)
    sign = signs(plan, step)
    game, rival = plan.games[step % len(plan.games)], plan.pool[step // len(plan.games) % len(plan.pool)]
    up, down = (
        OneTurnPlayer(
            name,
            table=with_weights(table, {name: state.weights[name] + side * sign[name] * plan.sizes[name] for name in sign}),
        )
        for name, side in (("up", 1), ("down", -1))
    )
    seeds = range(plan.seed + step * plan.bags, plan.seed + (step + 1) * plan.bags)
    if rival == ITSELF:
        leads = list(duel(game, up, down, seeds))
    else:
        other = make_player(rival)
        leads = [one - two for one, two in zip(duel(game, up, other, seeds), duel(game, down, other, seeds), strict=True)]
    lead = sum(leads) / len(leads)
    for name in sign:
        state.weights[name] = round(state.weights[name] + plan.rate * lead * sign[name] * plan.sizes[name], 6)
    done = {"game": game, "rival": rival, "lead": round(lead, 4)}
    state.steps.append(done)
    return done


def slopes(state: State) -> dict[str, tuple[float, float]]:
    """Points that one step up of each weight brought on average, with the standard error."""
    found = {}
    moved = [signs(state.plan, step) for step in range(len(state.steps))]
    for name in state.plan.start:
        found[name] = mean_and_error([done["lead"] * sign[name] / 2 for done, sign in zip(state.steps, moved, strict=True)])
    return found


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    if len(values) < 2:
        return (values[0] if values else 0.0), math.inf
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def check(plan: Plan, old: Table, new: Table, bags: int, seed: int) -> Iterator[str]:
    """New weights against old, and what the new ones gain against each of the pool, in sentences."""
    seeds = range(seed, seed + bags)
    for game in plan.games:
        players = OneTurnPlayer("new", table=new), OneTurnPlayer("old", table=old)
        for rival in dict.fromkeys(plan.pool):
            if rival == ITSELF:
                yield told(f"{game}: new against old", bags, list(duel(game, *players, seeds)))
                continue
            ours, theirs = (list(duel(game, player, make_player(rival), seeds)) for player in players)
            gains = [one - two for one, two in zip(ours, theirs, strict=True)]
            yield told(f"{game}: against {rival} {sum(ours) / len(ours):+.2f}, of which new", bags, gains)


def told(what: str, bags: int, leads: Sequence[float]) -> str:
    mean, error = mean_and_error(leads)
    return f"{what} {mean:+.2f} [{mean - LIMITS * error:+.2f}, {mean + LIMITS * error:+.2f}] points over {bags} paired bags"


def run(state: State, table: Table, path: Path, progress: Callable[[str], None]) -> None:
    """All steps that are missing; the state is saved after each."""
    while len(state.steps) < state.plan.steps:
        done = advance(state, table)
        state.save(path)
        progress(f"step {len(state.steps)} of {state.plan.steps}: {done['game']}, {done['rival']}, {done['lead']:+.2f}")


def chosen(table: Table, only: str) -> dict[str, float]:
    """The weights that names or beginnings of names mean, each with the step that was asked for it, or 0."""
    names = [".".join(path) for path in leaves(table)]
    found: dict[str, float] = {}
    for part in filter(None, only.split(",")):
        prefix, _, step = part.partition("=")
        meant = [name for name in names if name == prefix or name.startswith(prefix + ".")]
        if not meant:
            raise SystemExit(f"no weight is called {prefix}; some are {', '.join(names[:5])}")
        found.update(dict.fromkeys(meant, float(step or 0)))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m bastida.players.tune", description="Tune the weights of the evaluation by matches; goes on where it stopped."
    )
    parser.add_argument("--state", type=Path, required=True, help="JSON file that keeps what was played")
    parser.add_argument("--only", default="", metavar="NAME[=STEP],...", help="weights to tune, or how they begin")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="begin elsewhere than today")
    parser.add_argument("--games", default="plus", help="presets, parted by commas: played in turn")
    parser.add_argument("--pool", default=",".join(POOL), help=f"opponents, parted by commas; {ITSELF}: the weights themselves")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--bags", type=int, default=4, help="paired bags of each step")
    parser.add_argument("--size", type=float, default=0.15, help="a step of a weight, as a part of its value")
    parser.add_argument("--drift", type=float, default=0.7, help="steps that chance alone would carry a weight by the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=int, default=400, help="bags of the check at the end; 0: none")
    parser.add_argument("--write", type=Path, nargs="+", default=[], help="files of weights that get the new numbers")
    given = parser.parse_args(arguments)
    old: Table = tomllib.loads(weights_text())
    table = old
    for text in given.set:
        name, _, value = text.partition("=")
        if list(chosen(old, name)) != [name]:
            raise SystemExit(f"{name} is no single weight")
        table = changed(table, path_of(name), float(value))
    asked = chosen(old, given.only)
    start = {name: value_at(table, path_of(name)) for name in asked}
    if given.steps and not start:
        raise SystemExit("--only says which weights are tuned")
    sizes = {name: asked[name] or round(max(LEAST, abs(value) * given.size), 6) for name, value in start.items()}
    games, pool = given.games.split(","), given.pool.split(",")
    for rival in set(pool) - {ITSELF}:
        try:
            make_player(rival)
        except UnknownPlayer as wrong:
            raise SystemExit(str(wrong)) from None
    rest = zlib.crc32(json.dumps(table, sort_keys=True).encode())
    plan = Plan(games, pool, start, sizes, max(given.bags, 1), given.steps, given.drift, given.seed, rest)
    try:
        state = State.open(given.state, plan)
    except NoSuchState as wrong:
        raise SystemExit(str(wrong)) from None
    run(state, table, given.state, lambda line: print(line, flush=True))
    for name, (slope, error) in slopes(state).items():
        value = state.weights[name]
        print(f"{name}: {start[name]:g} -> {value:g}; a step of {sizes[name]:g} brings {slope:+.3f} ± {error:.3f} points")
    new = with_weights(table, state.weights)
    if given.check:
        for line in check(plan, old, new, given.check, given.seed + FRESH):
            print(line, flush=True)
    for path in given.write:
        path.write_text(written(path.read_text(encoding="utf-8"), new), encoding="utf-8")
        print(f"{path}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
