"""Counted trees of answers against the table, and against the oracle's own game."""

from __future__ import annotations

import pytest

import bastida
from bastida import COMPILED
from tests.oracle import play as naive
from tests.oracle.parts import played
from tests.perft.trees import Position, divide, perft, positions
from tests.properties.checks import settings_of

POSITIONS = positions()
BASE = [position for position in POSITIONS if position.game.removesuffix("-first-game") in ("plus", "winter")]
LEAVES = 150_000 if COMPILED else 40_000  # deeper counts are left to the compiled engine


def naive_play(position: Position) -> naive.Play:
    """The position as the oracle plays it."""
    setup = position.play().setup
    edition = setup.games.editions[setup.edition]
    box = bastida.table.setup.played_tiles(setup.games, edition, setup.sets)
    play = naive.Play.begin(played(["base", *setup.elements], setup.seats, settings_of(setup)), box, "D")
    for answer in position.answers:
        play = play.answer(next(option for option in play.options() if answer in play.texts(option)))
    return play


@pytest.mark.perft
@pytest.mark.parametrize("position", POSITIONS, ids=[position.id for position in POSITIONS])
def test_trees_of_answers_have_the_counted_leaves(position: Position) -> None:
    engine = position.play().engine
    wanted = [count for number, count in enumerate(position.counts) if number < 2 or count <= LEAVES]
    assert [perft(engine, depth + 1) for depth in range(len(wanted))] == wanted


@pytest.mark.perft
@pytest.mark.parametrize("position", BASE, ids=[position.id for position in BASE])
def test_small_trees_of_base_games_are_counted_again_by_the_oracle(position: Position) -> None:
    play, small = naive_play(position), 900
    found = [naive.perft(play, depth + 1) for depth, count in enumerate(position.counts) if count <= small or depth < 1]
    assert found == list(position.counts[: len(found)])


def test_there_is_a_position_of_every_preset() -> None:
    assert {position.game for position in POSITIONS} == set(bastida.presets())


def test_the_branches_of_a_tree_add_up() -> None:
    engine = POSITIONS[0].play().engine
    assert sum(divide(engine, 2).values()) == perft(engine, 2)
