"""Forecasts of modules: what may still come moves the evaluation towards the seat it will come to, whoever that is."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from bastida import Game
from bastida.kernel.engine import Engine
from bastida.players.evaluation import Evaluator
from bastida.players.making import make_evaluator
from bastida.players.weights import read_weights
from tests.rules.hunting import party
from tests.rules.study import lay, study

RED, BLUE = 0, 1


def position(move: str, stand: str = "") -> Game:
    """A study of two players with the Postman after a move; ``stand`` sets figures up: "red follower 0,0 city N; ..."."""
    game = study("plus", sets=["postman"], start=False, players=2)
    lay(game, move)
    for one in filter(None, stand.split("; ")):
        colour, figure, where = one.split(" ", 2)
        game.arrange(colour, figure, where)
    return game


def moved(game: Engine, section: str) -> list[float]:
    """What the weights of a forecast change for every seat."""
    with_it = read_weights()
    without = deepcopy(with_it)
    without[section] = dict.fromkeys(without[section], 0.0)
    return [one - other for one, other in zip(values(game, with_it), values(game, without), strict=True)]


def values(game: Engine, table: dict[str, Any]) -> list[float]:
    view: Evaluator = make_evaluator(game.rules, table)
    view.measure(game)
    return list(view.values)


def without_offices(game: Game) -> Engine:
    """The position when no office is left in the bag."""
    engine = game.engine.copy()
    for tile_kind, tile in enumerate(engine.rules.tiles):
        if any(segment.kind == "post_office" for segment in tile.segments):
            engine.piles.remaining[engine.rules.pile_row[engine.rules.stock[0]] + tile_kind] = 0
    return engine


# -- the right direction ---------------------------------------------------------------------------------------------------

KNIGHT = "red follower 0,0 city S"  # alone in an open city
PIECES_LAID = {
    "explorer": "hgF01(0,-1)r1 : blue; explorer(0,0)r0 : red",
    "canoe": "hgM01(0,0)r0 : blue; canoe(0,1)r2 : red",
    "agriculture": "hgM01(0,0)r0 : blue; agriculture(0,1)r0 : red",
}


def test_an_office_in_the_bag_threatens_the_open_city_of_another() -> None:
    game = position("E(0,0)r2", KNIGHT)
    red, blue = moved(game.engine, "postman")
    assert red == 0
    assert blue > 0
    assert moved(without_offices(game), "postman") == [0, 0]


def test_a_postman_in_an_office_is_nearly_in_hand() -> None:
    red, blue = moved(without_offices(position("Po01(0,0)r0 : red postman post_office")), "postman")
    assert red > 0
    assert blue == 0


def test_the_shaman_has_a_member_more() -> None:
    red, blue = moved(party("shaman canoe", "hgF01(0,-1)r1 : red gatherer S").engine, "scout")
    assert red > blue
    other = moved(party("canoe shaman", "hgF01(0,-1)r1 : red gatherer S").engine, "scout")
    assert other == [blue, 0], "Blue's Shaman has nobody to take back"


@pytest.mark.parametrize(("piece", "moves"), PIECES_LAID.items())
def test_a_special_tile_on_the_table_goes_on_being_of_use(piece: str, moves: str) -> None:
    red, blue = moved(party(f"{piece} shaman", moves).engine, "scout")
    assert red > 0
    assert blue == 0


def test_the_hunter_on_the_bridge_counts_in_both_meadows() -> None:
    """The areas of a figure that stands in several are looked at once each, whatever the figure's first one is."""
    game = party("bridge shaman", "hgR13(0,0)r0 : blue; bridge(1,0)r0 : red")
    blind: Evaluator = make_evaluator(game.engine.rules, read_weights(), ("scout",))
    seeing: Evaluator = make_evaluator(game.engine.rules, read_weights())
    blind.measure(game.engine)
    seeing.measure(game.engine)
    assert seeing.margin(RED) > blind.margin(RED)


# -- fair to all seats -----------------------------------------------------------------------------------------------------


def swapped(text: str) -> str:
    """The same with red for blue and blue for red."""
    return text.replace("red", "RED").replace("blue", "red").replace("RED", "blue")


@pytest.mark.parametrize(
    ("move", "stand"),
    [
        ("E(0,0)r2 : red", KNIGHT),
        ("E(0,0)r2 : red", f"{KNIGHT}; blue follower 0,0 city S; blue follower 0,0 city S"),
        ("Po01(0,0)r0 : red postman post_office", ""),
    ],
)
def test_colours_that_change_places_change_forecasts(move: str, stand: str) -> None:
    ours = moved(position(move, stand).engine, "postman")
    theirs = moved(position(swapped(move), swapped(stand)).engine, "postman")
    assert ours[RED] != ours[BLUE]
    assert ours == pytest.approx(theirs[::-1])


@pytest.mark.parametrize(("piece", "moves"), PIECES_LAID.items())
def test_pieces_that_change_places_change_forecasts(piece: str, moves: str) -> None:
    ours = moved(party(f"{piece} shaman", moves).engine, "scout")
    theirs = moved(party(f"shaman {piece}", swapped(moves)).engine, "scout")
    assert ours[RED] != ours[BLUE]
    assert ours == pytest.approx(theirs[::-1])
