"""Ferries where a table settles their doubts the other way: two ferries of one road, and the fields around a lake."""

from __future__ import annotations

import pytest

import bastida
from bastida import Game
from tests.rules.study import final, kind, lay, may, refused
from tests.rules.test_ferries import LAKE, asked, ferries, position, same_road

READINGS = pytest.mark.parametrize("reading", ["each way", "one"])
# FERRY-X3: a lake on either side of the cell 2,0, and another behind the eastern one.
BETWEEN = (
    f"{LAKE} E-W",
    *("U(1,0)r1", "U(-1,0)r1", "B(1,-1)r0", "B(2,-1)r0", "B(3,-1)r0", "U(3,0)r1"),
    *("FeB(4,0)r0 : red pass / ferry E-W", "FeB(5,0)r0 : red pass / ferry E-W"),
)
WEST, EAST = {"0,0 ferry E-S", "0,0 ferry S-W"}, {"4,0 ferry E-S", "4,0 ferry S-W"}


def read(reading: str, *moves: str) -> Game:
    return position(*moves, switches={"road_ferries": reading})


def lakes(game: Game) -> set[str]:
    """The cells whose ferries may be turned."""
    return {text.split(" ")[0] for text in asked(game)} - {"leave"} if kind(game) == "turn ferry" else set()


@READINGS
def test_FERRY_12_and_FERRY_R12_a_tile_joins_two_roads_with_a_ferry_each(reading: str) -> None:
    """Both may be turned, or one of them as the player chooses; a position in between keeps that."""
    game = read(reading, *BETWEEN)
    lay(game, "U(2,0)r1")
    assert asked(game) == {"leave ferries"} | WEST | EAST
    again = bastida.from_position(bastida.position(game))
    for one in (game, again):
        one.play("4,0 ferry E-S")
        if reading == "one":
            assert kind(one) == "draw"
            assert ferries(one)["0,0"] == "E-W"
        else:
            assert asked(one) == {"leave ferries"} | WEST


@READINGS
def test_FERRY_R12_one_road_prolonged_on_two_sides(reading: str) -> None:
    """A road from lake to lake around a block, and the tile that closes it to a loop."""
    game = read(
        reading,
        *("V(0,0)r3", "FeC(1,0)r0 : red pass / ferry E-W", "V(2,0)r0", "FeC(0,1)r0 : red pass / ferry N-S"),
        *("V(0,2)r2", "U(1,2)r1"),
    )
    assert same_road(game, "0,1 road S", "1,0 road E")
    lay(game, "V(2,2)r1")
    game.play("leave ferries")
    assert same_road(game, "2,2 road N", "2,0 road S")
    lay(game, "U(2,1)r0")
    assert lakes(game) == {"0,1", "1,0"}
    game.play("1,0 ferry N-E")
    assert lakes(game) == (set() if reading == "one" else {"0,1"})


@READINGS
def test_FERRY_R12_roads_that_end_on_the_new_tile_are_different_roads(reading: str) -> None:
    game = read(
        reading,
        *("FeB(-1,0)r0 : red pass / ferry E-W", "E(-1,-1)r0", "A(0,-1)r0", "E(1,-1)r0"),
        *("FeB(1,0)r0 : red pass / ferry E-W",),
    )
    lay(game, "X(0,0)r0")
    assert lakes(game) == {"-1,0", "1,0"}
    game.play("-1,0 ferry S-W")
    assert lakes(game) == {"1,0"}


@READINGS
@pytest.mark.parametrize(("pair", "joined"), [("E-W", True), ("E-S", False)])
def test_FERRY_R12_the_new_ferry_may_make_one_road_of_two(reading: str, pair: str, joined: bool) -> None:
    """FERRY-14: with the new ferry lying. Where it joins neither, the roads end at the new lake."""
    game = read(
        reading,
        *("FeB(-1,0)r0 : red pass / ferry E-W", "B(-1,-1)r0", "B(0,-1)r0", "B(1,-1)r0"),
        *("FeB(1,0)r0 : red pass / ferry E-W",),
    )
    lay(game, f"FeB(0,0)r0 : red pass / ferry {pair}")
    assert lakes(game) == {"-1,0", "1,0"}
    game.play("1,0 ferry S-W")
    assert lakes(game) == (set() if joined and reading == "one" else {"-1,0"})


def test_FERRY_R12_a_second_ferry_of_the_road_is_refused_while_another_road_has_one() -> None:
    """A tile with two bends: one joins two lakes, north and west; the other leads to a third in the east."""
    game = position(
        *("FeC(0,-1)r0 : red pass / ferry N-S", "V(-1,-1)r3", "FeC(-1,0)r0 : red pass / ferry E-W", "V(1,-1)r0"),
        *("FeC(1,0)r0 : red pass / ferry N-W",),
        sets=("inns",),
        switches={"road_ferries": "one"},
    )
    lay(game, "InE(0,0)r0")
    assert lakes(game) == {"0,-1", "-1,0", "1,0"}
    game.play("0,-1 ferry E-S")
    assert lakes(game) == {"1,0"}
    assert refused(game, "-1,0 ferry N-E").clause == "FERRY-R12"
    assert refused(game, "0,-1 ferry N-S").clause == "FERRY-15"
    again = bastida.from_position(bastida.position(game))
    assert asked(again) == asked(game)
    game.play("1,0 ferry S-W")
    assert kind(game) == "draw"


@pytest.mark.parametrize("reading", ["apart", "joined"])
def test_FERRY_03_and_FERRY_R10_the_fields_around_a_lake(reading: str) -> None:
    """Apart, or one field whatever the ferry joins; a second farmer has no place in it."""
    game = position("FeC(0,0)r0 : red farmer Ne / ferry E-W", switches={"lake_fields": reading})
    for half in ("Es", "Sw", "Wn"):
        assert same_road(game, "0,0 field Ne", f"0,0 field {half}") == (reading == "joined")
    lay(game, "V(0,1)r1 : blue ?")
    for half in ("Nw", "Ne"):
        assert may(game, f"farmer {half}") == (reading == "apart")
    game.play("pass")
    again = bastida.from_position(bastida.position(game))
    assert same_road(again, "0,0 field Ne", "0,0 field Sw") == (reading == "joined")


@pytest.mark.parametrize(("reading", "points"), [("apart", 0), ("joined", 3)])
def test_FERRY_R10_a_farmer_beyond_the_lake_reaches_the_city(reading: str, points: int) -> None:
    """The completed city touches only the field in the north of the lake."""
    game = position("E(0,-1)r2", "FeA(0,0)r0 : red farmer Se / ferry E-W", switches={"lake_fields": reading})
    assert final(game) == ({"red": points} if points else {})


def test_FERRY_R10_matters_only_where_there_are_farmers() -> None:
    with pytest.raises(bastida.SetupError, match="farmers"):
        bastida.new_game("plus", sets=["ferries"], elements=["ferries"], switches={"lake_fields": "joined"})
