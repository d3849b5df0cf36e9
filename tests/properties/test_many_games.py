"""Thousands of random games over random parts, on the engine's fast path, with the cheap checks at every game's end.

Compiled, all of the plan is played; interpreted, its beginning. The costly checks are those of ``test_random_games``.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from bastida import COMPILED, Game
from bastida.kernel.chance import Rng
from bastida.kernel.codes import OVER
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Recorder
from bastida.table.setup import FAMILIES, Setup
from tests.properties.checks import figures_are_conserved, ledger_sums_to_the_scores, tiles_are_conserved
from tests.properties.setups import random_setup

SETUPS = 250
GAMES_EACH = 8
BATCH = 25
PLAYED = SETUPS if COMPILED else 2 * BATCH
LEAST_PER_PAIR = 50


def planned(number: int) -> Setup:
    return random_setup(random.Random(f"many games {number}"))


def play(setup: Setup, template: Engine, seed: int) -> Game:
    """One game answered at random, with its ledger."""
    game = Game(setup)
    engine = template.copy()
    game.stand_at(engine)
    engine.play_random(Rng(seed))
    return game


@pytest.mark.parametrize("first", range(0, PLAYED, BATCH))
def test_two_thousand_random_games_end_and_keep_their_accounts(first: int) -> None:
    for number in range(first, first + BATCH):
        setup = planned(number)
        template = setup.engine()
        for seed in range(number * GAMES_EACH, (number + 1) * GAMES_EACH):
            game = play(setup, template, seed)
            assert game.engine.asked == OVER
            figures_are_conserved(game)
            tiles_are_conserved(game)
            ledger_sums_to_the_scores(game)


def test_every_two_elements_meet_at_least_fifty_times_in_the_plan() -> None:
    assert SETUPS * GAMES_EACH >= 2000
    together: Counter[tuple[str, ...]] = Counter()
    for number in range(SETUPS):
        for pair in combinations(sorted(planned(number).elements), 2):
            together[pair] += GAMES_EACH
    for games in FAMILIES.values():
        for pair in combinations(sorted(games.elements), 2):
            assert together[pair] >= LEAST_PER_PAIR, f"{pair} only {together[pair]} times"


def test_equal_seeds_give_equal_games() -> None:
    for number in range(5):
        setup = planned(number)
        template = setup.engine()
        one, other = play(setup, template, number), play(setup, template, number)
        assert one.view() == other.view()


def test_a_recorder_changes_nothing() -> None:
    for number in range(5):
        setup = planned(number)
        silent, told = setup.engine(), setup.engine()
        told.recorder = Recorder()
        silent.play_random(Rng(number))
        told.play_random(Rng(number))
        assert list(silent.points) == list(told.points)
