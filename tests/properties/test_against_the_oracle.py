"""Whole base games, question by question, against the oracle's own game: every answer offered, every point."""

from __future__ import annotations

import random

import pytest

from bastida import COMPILED, Game
from bastida.table.setup import Setup, make_setup, played_tiles
from tests.oracle.parts import PARTS, played
from tests.oracle.play import Play
from tests.properties.checks import settings_of

GAMES = 8 if COMPILED else 2


def naive(setup: Setup) -> Play:
    """The same game as the oracle plays it."""
    edition = setup.games.editions[setup.edition]
    parts = played(["base", *setup.elements], setup.seats, settings_of(setup))
    return Play.begin(parts, played_tiles(setup.games, edition, setup.sets), "D", setup.first)


def play_both(setup: Setup, seed: int) -> tuple[Game, Play]:
    rng = random.Random(seed)
    game, other = Game(setup, None), naive(setup)
    while not game.over:
        assert game.decision is not None
        assert game.decision.kind == other.question
        assert game.decision.seat == (None if other.question == "draw" else other.seat)
        options, answers = game.options(), other.options()
        assert len(options) == len(answers)
        meaning = {}
        for option in options:
            same = [answer for answer in answers if option.text in other.texts(answer)]
            assert len(same) == 1, (option.text, answers)
            meaning[option.text] = same[0]
        weights = [other.bag[option.text] if other.question == "draw" else 1 for option in options]
        option = rng.choices(options, weights)[0]
        if other.question == "figure" and rng.random() < 0.5:
            option = options[0]
        game.play(option)
        other = other.answer(meaning[option.text])
        assert tuple(game.scores().values()) == other.points
        assert [int(game.engine.figures.available(seat, 0)) for seat in range(setup.seats)] == list(other.supply)
    assert other.question == "over"
    return game, other


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("preset", ["plus", "plus-first-game", "winter", "winter-first-game"])
def test_BASE_16_to_BASE_110_whole_games_equal_the_naive_ones(preset: str, seed: int) -> None:
    game, other = play_both(make_setup(preset, players=2 + seed % 4, first=seed % 2), seed)
    assert tuple(game.scores().values()) == other.points
    best = max(other.points)
    assert game.winners() == [player for player, points in game.scores().items() if points == best]


def test_the_oracle_knows_every_module_that_does_anything() -> None:
    """A module that is added gets its line in tests/oracle/parts.py, even if it changes nothing there."""
    from bastida.kernel.book import HOOKS, overrides
    from bastida.table.setup import FAMILIES

    missing = []
    for games in FAMILIES.values():
        for make in (games.base, *(element.module for element in games.elements.values())):
            module = make()
            if any(overrides(module, hook) for hook in ("declare", "step", *HOOKS)) and module.name not in PARTS:
                missing.append(module.name)
    assert not missing, f"tests/oracle/parts.py says nothing about {', '.join(missing)}"
