"""Random games over random parts with every check on, until told to stop.

    python -m tests.fuzz                  for ever
    python -m tests.fuzz --seconds 60     for a minute
    python -m tests.fuzz --games 500      that many games
    python -m tests.fuzz --seed 1234 --games 1    one game again
    python -m tests.fuzz --pairs          at the end, how often each two elements were played together

A failure is told with its seed, its set-up and the shortest list of answers found that still leads to it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from itertools import combinations, pairwise

from bastida import COMPILED, Game, IllegalOption
from bastida.table.setup import FAMILIES, Setup
from tests.properties.checks import check
from tests.properties.games import Failed, play_random, reproduction
from tests.properties.setups import describe, random_setup

THOROUGH = 0.05  # share of questions at which everything is checked
TELL_EVERY = 5.0  # seconds
SHRINK_SECONDS = 60.0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="random games with every check on")
    parser.add_argument("--seconds", type=float, help="how long; default: for ever")
    parser.add_argument("--games", type=int, help="how many games; default: for ever")
    parser.add_argument("--seed", type=int, help="seed of the first game; the next ones count on from there")
    parser.add_argument("--thorough", type=float, default=THOROUGH, help="share of questions at which everything is checked")
    parser.add_argument("--pairs", action="store_true", help="tell how often each two elements were played together")
    options = parser.parse_args(arguments)
    first = random.SystemRandom().randrange(10**9) if options.seed is None else options.seed
    print(f"{'compiled' if COMPILED else 'interpreted'}, seeds from {first} on", flush=True)
    begun = told = time.monotonic()
    games = answers = failures = 0
    together: Counter[tuple[str, str]] = Counter()
    try:
        while _goes_on(options, games, time.monotonic() - begun):
            seed = first + games
            setup = random_setup(random.Random(seed))
            together.update(combinations(sorted(setup.elements), 2))
            try:
                answers += len(play_random(setup, seed, thorough=options.thorough).steps)
            except Failed as failure:
                failures += 1
                tell(seed, failure)
            games += 1
            if time.monotonic() - told > TELL_EVERY:
                told = time.monotonic()
                print(f"{told - begun:6.0f} s: {games} games, {answers} answers, {failures} failures", flush=True)
    except KeyboardInterrupt:
        print()
    print(f"{games} games, {answers} answers, {failures} failures in {time.monotonic() - begun:.0f} s")
    if options.pairs:
        print(pair_table(together))
    return 1 if failures else 0


def _goes_on(options: argparse.Namespace, games: int, seconds: float) -> bool:
    if options.games is not None and games >= options.games:
        return False
    return options.seconds is None or seconds < options.seconds


# -- failures ---------------------------------------------------------------------------------------------------------


def tell(seed: int, failure: Failed) -> None:
    print(f"\nFAILED  seed {seed}: {describe(failure.setup)}")
    print(f"  {type(failure.error).__name__}: {failure.error}")
    answers = shrink(failure)
    kept = "" if len(answers) == len(failure.answers) else f" (of {len(failure.answers)})"
    print(f"  after {len(answers)} answers{kept}:")
    print(reproduction(failure.setup, answers), flush=True)


def shrink(failure: Failed) -> list[str]:
    """Leave out whole turns, and then put answers aside, as long as the same kind of failure is still reached."""
    kind = _kind(failure.error)
    answers = failure.answers
    end = time.monotonic() + SHRINK_SECONDS
    shorter = True
    while shorter and time.monotonic() < end:
        shorter = False
        for turn in reversed(_turns(failure.setup, answers)):
            tried = answers[: turn.start] + answers[turn.stop :]
            reached = _fails(failure.setup, tried, kind)
            if reached is not None:
                answers, shorter = reached, True
                break
            if time.monotonic() > end:
                break
    return answers


def _kind(error: BaseException) -> str:
    """The name of the check, or of the exception."""
    return str(error).partition(":")[0] if isinstance(error, AssertionError) else type(error).__name__


def _turns(setup: Setup, answers: list[str]) -> list[slice]:
    """Which answers belong to which turn; the last turn, which failed, stays."""
    game = Game(setup, None)
    starts: list[int] = []
    turn = 0
    for number, answer in enumerate(answers):
        if game.turn != turn:
            turn = game.turn
            starts.append(number)
        try:
            game.play(answer)
        except Exception:
            break
    return [slice(a, b) for a, b in pairwise(starts)]


def _fails(setup: Setup, answers: list[str], kind: str) -> list[str] | None:
    """The answers up to the first failure of this kind; None if they are no game or nothing fails."""
    game = Game(setup, None)
    for number, answer in enumerate(answers):
        try:
            game.play(answer)
        except IllegalOption:
            return None
        except Exception as error:
            return answers[: number + 1] if _kind(error) == kind else None
    try:
        check(game)
    except Exception as error:
        return answers if _kind(error) == kind else None
    return None


# -- which parts met --------------------------------------------------------------------------------------------------


def pair_table(together: Counter[tuple[str, str]]) -> str:
    """One line for every element: how often it was played together with each of those after it."""
    lines = []
    for games in FAMILIES.values():
        names = sorted(games.elements)
        for number, name in enumerate(names[:-1]):
            row = [f"{other} {together[name, other]}" for other in names[number + 1 :]]
            lines.append(f"{name:>10}: {', '.join(row)}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
