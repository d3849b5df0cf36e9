"""``python -m benchmarks.others``: random games of public engines beside ours, counted in steps.

Every engine is played by the same loop: list the legal answers, take one by the same generator, play it; a game that is over
is begun anew. Rolls and draws are steps where the engine hands them out as such. ``--seconds`` says how long each is
measured, ``--rounds`` how often, in turns with the others; the best round counts, in processor time of one core. Games
differ, and so does what a step is: a step of chess is a whole move, one of ours a tile or a figure. The table says how
expensive each engine makes it to play at random, nothing more. For an engine that is not installed (``pip install chess
catanatron open_spiel``) stands what was measured once beside the C reference, for as fast a machine as this one.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import bastida
from bastida.kernel.chance import Rng
from bastida.kernel.codes import OVER
from bastida.table.setup import make_setup
from benchmarks.report import number, processor
from benchmarks.yardstick import Yardstick

Play = Callable[[], int]  # a whole game; returns how many steps it had
WHEN = "in November 2026"  # when those not installed here were measured
LONGEST = 300  # moves of a game of chess by chance, most of which never ends


@dataclass(frozen=True)
class Engine:
    """Somebody's engine; ``make`` fails with ImportError where it is not installed. It made ``known`` steps a game of C."""

    name: str
    make: Callable[[], Play]
    known: float = 0.0


def bastida_engine(preset: str) -> Play:
    """The integers, from Python: what search and learning work on."""
    template, chance = make_setup(preset).engine(), Rng(1)

    def play() -> int:
        engine, steps = template.copy(), 0
        while engine.asked != OVER:
            engine.list_options()  # choosing one would be faster without the list
            engine.answer(engine.random_option(chance))
            steps += 1
        return steps

    return play


def bastida_game(preset: str) -> Play:
    """The public face: answers as values, every point explained."""
    chance = random.Random(1)

    def play() -> int:
        game, steps = bastida.new_game(preset, players=["A", "B"], seed=chance.randrange(2**32)), 0
        while not game.over:
            game.play(chance.choice(game.options()))
            steps += 1
        return steps

    return play


def python_chess() -> Play:
    chess = importlib.import_module("chess")
    chance = random.Random(1)

    def play() -> int:
        board = chess.Board()
        while board.ply() < LONGEST and not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
        return int(board.ply())

    return play


def catanatron() -> Play:
    module = importlib.import_module("catanatron")

    def play() -> int:
        game, steps = module.Game([module.RandomPlayer(module.Color.RED), module.RandomPlayer(module.Color.BLUE)]), 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            steps += 1
        return steps

    return play


def open_spiel(name: str) -> Play:
    game = importlib.import_module("pyspiel").load_game(name)
    chance = random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


ENGINES = (
    Engine("Bastida `plus`, integers", lambda: bastida_engine("plus")),
    Engine("Bastida `todo`, integers", lambda: bastida_engine("todo")),
    Engine("Bastida `hunters`, integers", lambda: bastida_engine("hunters")),
    Engine("Bastida `plus`, public face", lambda: bastida_game("plus")),
    Engine("OpenSpiel, backgammon (C++)", lambda: open_spiel("backgammon"), 1.95),
    Engine("OpenSpiel, chess (C++)", lambda: open_spiel("chess"), 2.21),
    Engine("catanatron (Python)", catanatron, 0.494),
    Engine("python-chess (Python)", python_chess, 0.299),
)


def rate(play: Play, seconds: float) -> float:
    began, done = time.process_time(), 0
    while (lasted := time.process_time() - began) < seconds:
        done += play()
    return done / lasted


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.others", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of a round of each engine")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    plays: dict[str, Play] = {}
    for engine in ENGINES:
        with suppress(ImportError):
            plays[engine.name] = engine.make()
    best = dict.fromkeys(plays, 0.0)
    yardstick = Yardstick()
    try:
        beside = yardstick.rate()
        for _ in range(given.rounds):
            for name, play in plays.items():
                best[name] = max(best[name], rate(play, given.seconds))
    finally:
        yardstick.close()
    mode = "compiled" if bastida.COMPILED else "interpreted"
    print(
        f"{processor()}, one core; Bastida {mode}; " + (f"C reference {number(beside)} games/s" if beside else "no C reference")
    )
    print("\n".join(["", *table(best, beside)]))


def table(best: Mapping[str, float], beside: float | None) -> list[str]:
    lines = ["| engine | steps a second | steps in the time of a game in C |", "| --- | ---: | ---: |"]
    for engine in ENGINES:
        found = best.get(engine.name)
        if found is not None:
            lines.append(f"| {engine.name} | {number(found)} | {number(found / beside) if beside else ''} |")
        elif engine.known:
            likely = f"about {number(engine.known * beside)}" if beside else ""
            lines.append(f"| {engine.name}, {WHEN} | {likely} | {number(engine.known)} |")
    return lines


if __name__ == "__main__":
    main()
