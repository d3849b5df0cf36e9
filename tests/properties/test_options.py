"""Answers drawn at random are listed answers, and drawn fairly."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from math import sqrt

import pytest

from bastida import COMPILED, Game
from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.table.setup import Setup, make_setup, played_tiles
from tests.properties.setups import random_setup


def unlikely(drawn: Mapping[int, int], weights: Mapping[int, int]) -> bool:
    """Chi-square, with a bound that fair drawing passes but for one time in many millions."""
    draws, total = sum(drawn.values()), sum(weights.values())
    expected = {option: draws * weight / total for option, weight in weights.items()}
    chi = sum((drawn.get(option, 0) - mean) ** 2 / mean for option, mean in expected.items())
    freedom = len(weights) - 1
    never = [option for option, mean in expected.items() if mean > 20 and option not in drawn]
    strange = drawn.keys() - weights.keys()
    return bool(never or strange) or chi > freedom + 6 * sqrt(2 * max(freedom, 1)) + 10


def samples(engine: Engine, number: int, seed: int) -> Counter[int]:
    """Random answers to one question, each drawn on a copy, so that nothing is listed before."""
    rng = Rng(seed)
    drawn: Counter[int] = Counter()
    for _ in range(number):
        copy = engine.copy()
        drawn[int(copy.random_option(rng))] += 1
    return drawn


def positions(setup: Setup, seed: int, share: float) -> list[Engine]:
    engine, rng, pick = setup.engine(), Rng(seed), random.Random(seed)
    found = []
    while engine.asked != OVER:
        if pick.random() < share:
            found.append(engine.copy())
        engine.answer(engine.random_option(rng))
    return found


@pytest.mark.parametrize("seed", range(12 if COMPILED else 5))
def test_a_random_answer_is_always_a_listed_one(seed: int) -> None:
    engine, rng = random_setup(random.Random(seed)).engine(), Rng(seed)
    while engine.asked != OVER:
        copy = engine.copy()
        answer = engine.random_option(rng)
        assert answer in copy.list_options().numbers()
        engine.answer(answer)


@pytest.mark.parametrize("seed", range(3))
def test_random_answers_are_even_and_draws_go_by_the_copies_left(seed: int) -> None:
    setup = random_setup(random.Random(seed + 50))
    for engine in positions(setup, seed, 0.02):
        options = engine.copy().list_options().numbers()
        chance = engine.asked == DEALER
        weights = {option: int(engine.weight(option)) if chance else 1 for option in options}
        drawn = samples(engine, 40 * len(options), seed + 1)
        assert not unlikely(drawn, weights), (sorted(drawn.items()), weights)


def test_listed_answers_are_drawn_evenly_too() -> None:
    """The engine draws in another way once the answers are listed."""
    for engine in positions(make_setup("plus"), 4, 0.04):
        if engine.asked != DEALER:
            options = engine.list_options().numbers()
            rng = Rng(9)
            drawn = Counter(int(engine.random_option(rng)) for _ in range(60 * len(options)))
            assert not unlikely(drawn, dict.fromkeys(options, 1))


def test_BASE_07_a_draw_is_any_of_the_tiles_not_yet_drawn() -> None:
    setup = make_setup("plus")
    edition = setup.games.editions[setup.edition]
    bag = Counter({tile.id: copies for tile, copies in played_tiles(setup.games, edition, setup.sets)})
    bag["D"] -= 1  # the start tile (BASE-05)
    game, rng = Game(setup, None), random.Random(2)
    while not game.over:
        options = game.options()
        answer = rng.choice(options).text
        if game.decision is not None and game.decision.kind == "draw":
            assert {option.text: int(game.engine.weight(option.number)) for option in options} == +bag
            bag[answer] -= 1
        game.play(answer)
    assert not +bag


def test_the_small_generator_gives_even_numbers() -> None:
    for bound in (2, 3, 7, 24, 300):
        rng = Rng(bound)
        drawn = Counter(int(rng.below(bound)) for _ in range(200 * bound))
        assert not unlikely(drawn, dict.fromkeys(range(bound), 1))
