"""Forecasts of most modules of Carcassonne: towards the seat that will gain, whichever that is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bastida import Game
from bastida.carcassonne.expansions.flying.forecast import Flying
from bastida.carcassonne.expansions.king.forecast import King
from bastida.carcassonne.expansions.mage.forecast import Mage
from bastida.carcassonne.expansions.messages.forecast import Messages
from bastida.carcassonne.expansions.robbers.forecast import Robbers
from bastida.carcassonne.expansions.tower.forecast import Tower
from bastida.kernel.engine import Engine
from bastida.kernel.native import i64, vec
from bastida.players.evaluation import Evaluator
from bastida.players.forecast import Forecast
from bastida.players.forecasts_of import forecasts_for
from bastida.players.making import make_evaluator
from bastida.players.one_turn import OneTurnPlayer
from bastida.players.weights import Weights, read_weights
from tests.players.positions import after, random_game
from tests.rules.study import lay, study

RED, BLUE, YELLOW = 0, 1, 2
LARGE = ("M(0,0)r2", "R(1,0)r2", "R(2,0)r2", "M(3,0)r3", "N(0,1)r1", "R(1,1)r0", "T(2,1)r0")  # a city with one hole
ROAD = ("W(0,0)r0 : red thief E",)  # one more tile closes it, or makes it longer


def position(expansion: str, *moves: str, players: int = 2) -> Game:
    game = study("plus", sets=[expansion], start=False, players=players)
    for move in moves:
        lay(game, move)
    return game


def values(game: Engine, forecasts: list[Forecast]) -> list[float]:
    view = Evaluator(game.rules, Weights(game.rules, read_weights()), forecasts, vec[i64]())
    view.measure(game)
    return list(view.values)


def moved(game: Engine, forecast: type[Forecast]) -> list[float]:
    """What a forecast changes for every seat."""
    known = forecasts_for(game.rules, read_weights(), ())
    others = [one for one in known if not isinstance(one, forecast)]
    assert len(others) == len(known) - 1
    return [one - other for one, other in zip(values(game, known), values(game, others), strict=True)]


def without(game: Game, sort: Callable[[Any], bool]) -> Engine:
    """The position when no tile of some sort is left."""
    engine = game.engine.copy()
    for number, tile in enumerate(engine.rules.tiles):
        if sort(tile):
            engine.piles.remaining[engine.rules.pile_row[engine.rules.stock[0]] + number] = 0
    return engine


SYMMETRIC = [
    "plus-inns",
    "plus-messages",
    "plus-mage",
    "plus-robbers",
    "plus-flying",
    "plus-king",
]  # in a tower game the order of prisoners is that of the seats


@pytest.mark.parametrize("preset", SYMMETRIC)
def test_seats_that_change_places_change_values(preset: str) -> None:
    for tiles in (10, 35, 60):
        ours = make_evaluator((one := random_game(preset, tiles, after(tiles), first=0)).rules, read_weights())
        theirs = make_evaluator((other := random_game(preset, tiles, after(tiles), first=1)).rules, read_weights())
        ours.measure(one)
        theirs.measure(other)
        assert list(ours.values) == pytest.approx(list(theirs.values)[::-1])


# -- inns ------------------------------------------------------------------------------------------------------------------


def margin(game: Engine, *blind: str) -> float:
    view = make_evaluator(game.rules, read_weights(), blind)
    view.measure(game)
    return view.margin(RED)


def test_an_inn_doubles_a_road_that_will_be_completed_and_costs_one_that_will_not() -> None:
    """No forecast is needed for it: the prices of the module and the chance of completion say both."""
    game = position("inns", "InC(0,0)r0 : red thief E")
    dead = without(game, lambda tile: "road" in tile.sides)
    assert margin(dead) < margin(dead, "inns") - 0.9
    assert margin(game.engine) - margin(dead) > margin(game.engine, "inns") - margin(dead, "inns") + 0.9


# -- messages --------------------------------------------------------------------------------------------------------------


def scored(red: tuple[int, int], blue: tuple[int, int]) -> Game:
    game = position("messages", *ROAD)
    for colour, totals in (("red", red), ("blue", blue)):
        for figure, total in enumerate(totals):
            game.credit(colour, total, figure)
    return game


def test_a_city_of_two_tiles_short_of_a_dark_space_is_a_good_place_for_a_scoring_figure() -> None:
    red, blue = moved(scored((11, 0), (10, 0)).engine, Messages)
    assert red > blue + 1


def test_two_scoring_figures_that_wait_for_different_points_are_better_than_two_that_wait_for_the_same() -> None:
    red, blue = moved(scored((11, 23), (11, 26)).engine, Messages)
    assert red > blue + 0.5


def test_points_that_reach_no_dark_space_go_where_the_next_may_do_so() -> None:
    game = scored((9, 2), (0, 0))
    lay(game, "W(1,0)r0 : red pass")
    assert [str(option) for option in game.options()] == ["follower", "messenger"]
    assert OneTurnPlayer("player").choose(game.engine, 1) == 0


# -- flying machines -------------------------------------------------------------------------------------------------------


def test_a_flying_machine_in_the_bag_makes_a_large_feature_less_worth_to_its_owner() -> None:
    game = position("flying", *LARGE)
    game.arrange("red", "follower", "0,0 city E")
    red, blue = moved(game.engine, Flying)
    assert red < 0
    assert blue == 0
    assert moved(without(game, lambda tile: "flight" in tile.marks), Flying) == [0, 0]


def test_nobody_flies_into_a_field_or_for_a_point_or_two() -> None:
    assert moved(position("flying", *ROAD).engine, Flying) == [0, 0]
    assert moved(position("flying", "B(0,0)r0 : red field Nw").engine, Flying) == [0, 0]


# -- mage and witch --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("figure", "sign"), [("mage", -1), ("witch", 1)])
def test_a_magic_tile_in_the_bag_may_take_mage_and_witch_away(figure: str, sign: int) -> None:
    game = position("mage", "R(0,0)r0 : red knight N")
    game.arrange(None, figure, "0,0 city N")
    red, blue = moved(game.engine, Mage)
    assert sign * red > 0
    assert blue == 0
    assert moved(without(game, lambda tile: "magic" in tile.marks), Mage) == [0, 0]


# -- robbers ---------------------------------------------------------------------------------------------------------------


def robbed(space: int) -> list[float]:
    """Yellow's robber on a space; Red, on 4, has a city of seven tiles with one hole, and Blue, on 7, nothing."""
    game = position("robbers", *LARGE, players=3)
    game.arrange("red", "follower", "0,0 city E")
    game.credit("red", 4)
    game.credit("blue", 7)
    game.engine.columns[game.engine.rules.column_offset["robbers.space"] + YELLOW] = space
    return moved(game.engine, Robbers)


def test_a_robber_waits_beside_the_figure_that_will_advance_most() -> None:
    with_red, with_blue, alone = robbed(4)[YELLOW], robbed(7)[YELLOW], robbed(20)[YELLOW]
    assert with_red > with_blue > alone


def test_whose_robber_it_is_matters_and_nothing_else() -> None:
    assert robbed(4)[RED] == robbed(4)[BLUE] == 0


# -- king and baron --------------------------------------------------------------------------------------------------------


def crowned(*moves: str) -> Engine:
    """Red has completed a city of two tiles, and is King; the bag holds 70 tiles more."""
    return position("king", "E(0,0)r0 : red pass", "E(0,-1)r2 : red pass", *moves).engine


def test_a_king_of_a_small_city_early_in_the_game_may_hope_for_little() -> None:
    """As if the game ended now he has a point; most of what is to come may go to either."""
    red, blue = moved(crowned(), King)
    assert 0 < red - blue < 2
    assert blue > 2


def test_a_city_as_large_that_is_still_open_may_bring_the_next_king() -> None:
    red, blue = moved(crowned("E(1,0)r0 : blue pass", "G(1,-1)r1 : blue pass"), King)
    safe, other = moved(crowned("B(1,0)r0 : blue pass", "B(1,-1)r0 : blue pass"), King)
    assert red - blue < safe - other


# -- the tower -------------------------------------------------------------------------------------------------------------


def test_a_follower_beside_a_tower_may_be_taken_by_the_next_to_build() -> None:
    near = position("tower", "To12+garden(0,0)r0 : red pass", "B(1,0)r0 : red monk").engine
    far = position("tower", "To12+garden(0,0)r0 : red pass", "B(1,0)r0 : blue pass", "B(2,0)r0 : red monk").engine
    assert near.seat == far.seat == BLUE
    red, blue = moved(near, Tower)
    assert red < 0 < blue
    assert moved(far, Tower) == [0, 0]


def test_a_prisoner_is_worth_his_ransom_to_who_has_him() -> None:
    capture = "B(0,1)r0 : blue floor 0,0 / capture player 1 follower 1,0 monastery"
    game = position("tower", "To12+garden(0,0)r0 : red pass", "B(1,0)r0 : red monk", capture)
    red, blue = moved(game.engine, Tower)
    assert blue > 1
    assert blue > red
