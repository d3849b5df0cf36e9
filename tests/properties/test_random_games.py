"""Random games over random parts of what the package offers, with every check of ``checks`` on the way."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bastida
from bastida import COMPILED
from tests.properties.checks import MODULES, check, settings_of
from tests.properties.games import choose, play_random, replay
from tests.properties.setups import describe, most_players, random_setup

GAMES = 80 if COMPILED else 60  # over random set-ups
BASE_GAMES = 160 if COMPILED else 80  # of the editions as they stand, which are short
BATCH = 20
THOROUGH = 0.02  # share of questions at which everything is checked


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_random_games_over_random_parts_keep_every_promise(first: int) -> None:
    for seed in range(first, first + BATCH):
        play_random(random_setup(random.Random(seed)), seed, thorough=THOROUGH)


@pytest.mark.parametrize("first", range(0, BASE_GAMES, BATCH))
@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_random_base_games_keep_every_promise(edition: str, first: int) -> None:
    for seed in range(first, first + BATCH, 2):
        players = 2 + seed % 4
        without = ["farmers"] if seed % 3 == 0 else []
        play_random(bastida.table.setup.make_setup(edition, players=players, without=without), seed, thorough=THOROUGH)


@pytest.mark.parametrize("preset", bastida.presets())
def test_one_game_of_every_preset_is_looked_at_closely(preset: str) -> None:
    play_random(bastida.table.setup.make_setup(preset, players=3), 1, thorough=0.06)


@settings(max_examples=60 if COMPILED else 12, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.lists(st.integers(0, 10**4), min_size=20, max_size=150))
def test_any_answers_lead_to_a_sound_position(seed: int, choices: list[int]) -> None:
    """The answers are plain numbers, so that hypothesis can make a failing game shorter."""
    game = bastida.new_game(random_setup(random.Random(seed)), seed=seed)
    for choice in choices:
        if game.over:
            break
        options = game.options()
        game.play(options[choice % len(options)])
    check(game)


def test_a_game_can_be_told_and_played_again_from_its_answers() -> None:
    setup = random_setup(random.Random(3))
    game = play_random(setup, 3, thorough=0)
    again = replay(setup, [step.text for step in game.steps])
    assert again.over
    assert again.scores() == game.scores()
    assert again.view() == game.view()


def test_random_set_ups_reach_everything_that_is_offered() -> None:
    setups = [random_setup(random.Random(seed)) for seed in range(400)]
    for games in {setup.family: setup.games for setup in setups}.values():
        mine = [setup for setup in setups if setup.games is games]
        assert {setup.edition for setup in mine} == set(games.editions)
        assert {element for setup in mine for element in setup.elements} == set(games.elements)
        assert {tiles for setup in mine for tiles in setup.sets} == {e.tiles for e in games.expansions.values() if e.tiles}
        settled = {doubt for setup in mine for doubt in setup.switches.items()}
        assert settled == {(switch.id, value) for switch in games.switches.values() for value in switch.values}
    for setup in setups:
        assert 2 <= setup.seats <= most_players(setup.games, setup.edition, list(setup.elements), dict(setup.switches))
        namespace = {"make_setup": bastida.table.setup.make_setup}
        again = eval(describe(setup), namespace)
        assert (again, settings_of(again)) == (setup, settings_of(setup))


def test_checks_of_modules_belong_to_modules_that_exist() -> None:
    families = bastida.table.setup.FAMILIES.values()
    offered = {element for games in families for element in games.elements}
    assert MODULES.keys() <= offered | {games.base().name for games in families}


def test_a_random_player_sometimes_looks_for_points() -> None:
    """So that features get closed; blind games of this length hardly close a city."""
    game = bastida.new_game("plus-first-game", seed=4)
    rng = random.Random(4)
    while not game.over:
        game.play(choose(game, rng))
    assert any(entry.source == "city" and entry.finished for entry in game.ledger)
