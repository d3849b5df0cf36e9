"""Hunters & Gatherers where a table settles its doubts the other way: the edge of the table."""

from __future__ import annotations

import random

import pytest

import bastida
from bastida.table.setup import make_setup
from tests.rules.hunting import hunt
from tests.rules.study import kind, refused


def row(length: int) -> str:
    """A row of meadow tiles to the east, from the middle of the table on."""
    return "; ".join(f"hgM01({x},0)r0" for x in range(length))


@pytest.mark.parametrize(("across", "last"), [("none", 99), ("15", 7), ("13", 6), ("11", 5)])
def test_HG_20_and_HG_R04_no_tile_goes_beyond_the_edge_of_the_table(across: str, last: int) -> None:
    game = hunt(row(min(last, 8)), switches={"edge": across})
    game.turn_to("red")
    game.play("hgM01")
    assert kind(game) == "tile"
    cells = [(option.target.x, option.target.y) for option in game.options()]  # type: ignore[attr-defined]
    assert max(max(abs(x), abs(y)) for x, y in cells) == min(last, 8)
    if last < 8:
        game.play(f"{last},0 r0")
        game.play("pass")
        game.turn_to("red")
        game.play("hgM01")
        assert refused(game, f"{last + 1},0 r0").clause == "HG-20"


def test_HG_R04_tiles_without_room_are_discarded_and_the_game_ends() -> None:
    """HG-21: on the smallest table nothing beyond 11 by 11 is ever laid."""
    setup = make_setup("hunters-scout", players=2, switches={"edge": "11"})
    for seed in range(3):
        game = bastida.new_game(setup, seed=seed)
        rng = random.Random(seed)
        while not game.over:
            game.play(rng.choice(game.options()))
        assert all(max(abs(one["x"]), abs(one["y"])) <= 5 for one in game.view()["board"])


def test_HG_R04_a_study_ends_when_nothing_fits_on_the_table_any_more() -> None:
    """Its piles never run out: without an end the dealer would draw for ever."""
    game = bastida.new_game("hunters", players=2, switches={"edge": "11"}, study=True, seed=1)
    rng = random.Random(1)
    while not game.over:
        game.play(rng.choice(game.options()))
    assert len(game.view()["board"]) <= 11 * 11
