"""``python -m benchmarks.environments``: steps a second of the environments, and of PettingZoo's classic games beside them.

Every environment is played at random by the same loop: look at the observation and the mask, choose among the actions that the
mask allows, step. ``--seconds`` says how long each is measured, ``--rounds`` how often, in turns with the others; the best
round counts, in processor time of one core. ``--markdown`` prints the table of docs/environments.md. A game of PettingZoo that
cannot be imported is named under the table.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import bastida

CLASSIC = ("connect_four_v3", "tictactoe_v3", "go_v5", "chess_v6")
STEPS = 400  # between two looks at the clock
BATCH = 64


@dataclass(frozen=True)
class Row:
    """One thing that is measured; ``asked`` is the rate that was asked for, 0 where none was."""

    name: str
    make: Callable[[], Callable[[int], int]]
    asked: int = 0


def one_by_one(env: Any) -> Callable[[int], int]:
    """So many steps of an AEC environment, with observation and mask; returns how many there were."""
    rng = random.Random(1)
    env.reset(seed=1)

    def run(steps: int) -> int:
        for _ in range(steps):
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.reset()
                continue
            mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
            actions = np.flatnonzero(mask)
            env.step(actions[int(rng.random() * len(actions))])
        return steps

    return run


def bastida_aec(preset: str) -> Callable[[int], int]:
    from bastida.env import aec

    return one_by_one(aec.env(preset))


def core(preset: str) -> Callable[[int], int]:
    """The same without the dictionaries of PettingZoo: observation and mask written into arrays, by action numbers."""
    from bastida.env import aec

    env, rng = aec.env(preset), random.Random(1)
    desk, play = env.desk, env.desk.play
    sheet, mask = np.empty(desk.layout.shape, np.uint8), np.empty(desk.size, np.int8)
    play.begin(1)

    def run(steps: int) -> int:
        for _ in range(steps):
            asked = play.game.asked
            if asked < 0:
                play.begin(rng.getrandbits(31))
                continue
            desk.observe_into(sheet, asked)
            desk.mask_into(mask)
            actions = np.flatnonzero(mask)
            play.act(int(actions[int(rng.random() * len(actions))]))
        return steps

    return run


def many(preset: str, observe: bool = True) -> Callable[[int], int]:
    """Many games, a call for a step of all of them."""
    from bastida.env.vector import VectorGames

    games = VectorGames(BATCH, preset, observe=observe)
    games.reset(seed=1)

    def run(steps: int) -> int:
        for _ in range(max(1, steps // BATCH)):
            games.step(games.random_actions())
        return max(1, steps // BATCH) * BATCH

    return run


def against(preset: str, opponent: str) -> Callable[[int], int]:
    """The learner's answers a second when a player of ours answers for the other seat."""
    from bastida.env.single import GameEnv

    env, rng = GameEnv(preset, opponents=opponent), random.Random(1)
    _, info = env.reset(seed=1)
    state = {"info": info}

    def run(steps: int) -> int:
        for _ in range(steps):
            actions = np.flatnonzero(state["info"]["action_mask"])
            _, _, ended, _, state["info"] = env.step(actions[int(rng.random() * len(actions))])
            if ended:
                _, state["info"] = env.reset()
        return steps

    return run


def classic(name: str) -> Callable[[int], int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return one_by_one(importlib.import_module(f"pettingzoo.classic.{name}").env())


ROWS = (
    Row("`plus`, PettingZoo AEC", lambda: bastida_aec("plus"), 60_000),
    Row("`plus`, observation and mask into arrays", lambda: core("plus"), 60_000),
    Row(f"`plus`, {BATCH} games at once", lambda: many("plus"), 200_000),
    Row(f"`plus`, {BATCH} games at once, masks alone", lambda: many("plus", False)),
    Row("`plus`, Gymnasium against `random`", lambda: against("plus", "random")),
    Row("`todo`, PettingZoo AEC", lambda: bastida_aec("todo")),
    Row(f"`todo`, {BATCH} games at once", lambda: many("todo")),
    Row("`hunters`, PettingZoo AEC", lambda: bastida_aec("hunters")),
    Row(f"`hunters`, {BATCH} games at once", lambda: many("hunters")),
    *(Row(f"PettingZoo's `{name}`", lambda name=name: classic(name)) for name in CLASSIC),  # type: ignore[misc]
)


def rate(run: Callable[[int], int], seconds: float) -> float:
    """Steps a second of processor time."""
    done, begun = 0, time.process_time()
    while (took := time.process_time() - begun) < seconds or not done:
        done += run(STEPS)
    return done / took


def measure(rows: Sequence[Row], seconds: float, rounds: int) -> tuple[dict[str, float], list[str]]:
    """The best rate of every row, and those that cannot be run here with the reason."""
    runs, missing = {}, []
    for row in rows:
        try:
            runs[row.name] = row.make()
        except ImportError as error:
            missing.append(f"{row.name}: {error}")
    best = dict.fromkeys(runs, 0.0)
    for _ in range(rounds):
        for name, run in runs.items():
            best[name] = max(best[name], rate(run, seconds))
    return best, missing


def short(value: float) -> str:
    """Three digits, and commas."""
    digits = max(0, len(str(int(value))) - 3)
    return f"{round(value, -digits):,.0f}"


def table(rows: Sequence[Row], best: dict[str, float]) -> list[str]:
    lines = ["| environment | steps a second | asked | reached |", "| --- | ---: | ---: | ---: |"]
    for row in rows:
        if row.name in best:
            asked = f"{row.asked:,}" if row.asked else ""
            reached = ("yes" if best[row.name] >= row.asked else "no") if row.asked else ""
            lines.append(f"| {row.name} | {short(best[row.name])} | {asked} | {reached} |")
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", action="append", default=[], help="rows with this text in their name; may be repeated")
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args(arguments)
    rows = [row for row in ROWS if not given.only or any(part in row.name for part in given.only)]
    best, missing = measure(rows, given.seconds, given.rounds)
    print(f"Bastida {'compiled' if bastida.COMPILED else 'interpreted'}, one core")
    if given.markdown:
        print("\n".join(table(rows, best)))
    else:
        for name, steps in best.items():
            print(f"{name:50} {short(steps):>12}")
    for line in missing:
        print(f"left out: {line}")


if __name__ == "__main__":
    main()
