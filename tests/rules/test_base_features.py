"""The base game, step 3: what is connected, what is completed, what it is worth and who gets it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import bastida
from bastida import Game
from bastida.kernel.tile import Tile
from tests.rules.pairs import between
from tests.rules.study import (
    box,
    catalogue,
    completed,
    figures,
    final,
    last_turn,
    lay,
    may,
    places,
    refused,
    scores,
    supply,
    table,
)

# The eight cells around 0,0, in an order in which tiles can be laid there.
AROUND = ("0,-1", "1,0", "0,1", "-1,0", "1,-1", "1,1", "-1,1", "-1,-1")
# Four knights at the four sides of a city that C will make of them: 5 tiles and 1 pennant, 12 points.
FOUR_KNIGHTS = """E(0,-1)r2 : {0} knight S; B(1,-1)r0; E(1,0)r3 : {1} knight W; B(1,1)r0
E(0,1)r0 : {2} knight N; B(-1,1)r0; E(-1,0)r1 : {3} knight E; C(0,0)r0"""


# -- connected segments ------------------------------------------------------------------------------------------------


def test_BASE_48_roads_and_cities_that_reach_the_common_side_are_connected(edition: str) -> None:
    assert final(table(edition, "D(0,0)r0; U(1,0)r1 : red thief W")) == {"red": 2}
    assert final(table(edition, "D(0,0)r0; G(0,-1)r1 : red knight S")) == {"red": 2}
    beside = table(edition, "D(0,0)r0; U(1,0)r1 : red thief W; U(0,1)r1 : blue thief E; U(1,1)r1")
    assert final(beside) == {"red": 2, "blue": 2}, "roads side by side are two"


@pytest.mark.parametrize(("half", "free"), [("Nw", "Sw"), ("Sw", "Nw")])
def test_BASE_49_fields_are_connected_through_the_same_half_of_a_side(edition: str, half: str, free: str) -> None:
    game = table(edition, f"D(0,0)r0; U(1,0)r1 : red farmer {half}; U(2,0)r1 : blue ?")
    assert refused(game, f"farmer {half}").clause == "BASE-40"
    assert may(game, f"farmer {free}")


def test_BASE_50_fields_that_meet_only_in_a_corner_are_two(edition: str) -> None:
    """The field of B ends at the city of F; below that city lies E, corner to corner with B."""
    moves = "B(0,0)r0 : red farmer Nw; F(1,0)r1; E(1,1)r0"
    assert may(table(edition, f"{moves} : blue ?"), "farmer Wn")
    around = table(edition, f"{moves}; B(0,1)r0 : blue ?")
    assert refused(around, "farmer Nw").clause == "BASE-40", "a tile beside both connects them"


def test_BASE_50_cities_that_meet_only_in_a_corner_are_two(edition: str) -> None:
    """Two cities round the point where four tiles meet, each over three tiles."""
    moves = "N(0,0)r2 : red knight E; I(1,0)r2; N(1,1)r0 : blue knight N; I(0,1)r0"
    turn = last_turn(edition, moves)
    assert (turn.points, turn.completes) == ({"red": 6, "blue": 6}, {"city": 2})


@pytest.mark.parametrize("tile", ["L", "W", "X"])
def test_BASE_51_roads_that_end_at_one_village_are_separate(edition: str, tile: str) -> None:
    game = table(edition, f"D(0,0)r0; U(1,0)r1 : red thief E; {tile}(2,0)r0 : blue ?")
    assert not may(game, "thief W")
    assert may(game, "thief E")
    assert may(game, "thief S")
    game.play("thief E")
    assert final(game)["blue"] == 1


def test_BASE_52_segments_of_one_tile_become_one_feature_when_others_connect_them(edition: str) -> None:
    apart = table(edition, "I(0,0)r0 : red knight N; G(1,0)r0 : blue knight W")
    assert figures(apart) == ["red follower 0,0 city N", "blue follower 1,0 city E"]
    joined = "D(0,0)r0; N(0,1)r2 : red knight E; N(1,1)r3; N(0,2)r1; I(1,2)r3"
    assert last_turn(edition, joined).completes == {"city": 1}
    game = table(edition, f"{joined} : blue ?")
    for side in ("N", "W"):
        assert refused(game, f"knight {side}").clause == "BASE-40"


# -- completed roads ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("west", ["W(-1,0)r0", "S(-1,0)r3", "A(-1,0)r3", "L(-1,0)r0"])
@pytest.mark.parametrize("east", ["W(1,0)r0", "S(1,0)r1", "A(1,0)r1", "X(1,0)r0"])
def test_BASE_53_a_road_is_completed_between_villages_cities_and_monasteries(edition: str, west: str, east: str) -> None:
    turn = last_turn(edition, f"D(0,0)r0; {west} : red thief E; {east}")
    assert (turn.points, turn.completes) == ({"red": 3}, {"road": 1})


def test_BASE_53_a_ring_is_completed(edition: str) -> None:
    turn = last_turn(edition, "D(0,0)r0; V(0,1)r3 : red thief E; V(1,1)r0; V(0,2)r2; V(1,2)r1")
    assert (turn.points, turn.completes) == ({"red": 4}, {"road": 1})


def test_BASE_54_a_road_that_reaches_an_open_side_is_not_completed(edition: str) -> None:
    game = table(edition, "D(0,0)r0")
    for move in ("U(1,0)r1 : red thief E", "U(-1,0)r1", "W(2,0)r0"):
        turn = lay(game, move)
        assert (turn.points, turn.completes) == ({}, {}), move
    assert lay(game, "W(-2,0)r0").points == {"red": 5}


def test_BASE_55_both_ends_may_lie_at_the_same_village(edition: str) -> None:
    turn = last_turn(edition, "D(0,0)r0; W(1,0)r0 : red thief E; V(2,0)r0; V(2,1)r1; V(1,1)r2")
    assert (turn.points, turn.completes) == ({"red": 4}, {"road": 1})


@pytest.mark.parametrize("tiles", range(2, 9))
def test_BASE_56_a_completed_road_is_worth_a_point_a_tile(edition: str, tiles: int) -> None:
    straight = "".join(f"U({x},0)r1; " for x in range(1, tiles - 1))
    (entry,) = last_turn(edition, f"W(0,0)r0 : red thief E; {straight}W({tiles - 1},0)r0").lines
    assert (entry.points, entry.clause, entry.arithmetic()) == (tiles, "BASE-56", f"{tiles} tile x 1 = {tiles}")


def test_BASE_57_a_tile_over_which_a_road_runs_twice_counts_once() -> None:
    """A village the road comes back to, and the two curves of an animal tile, completed or not."""
    loop = "W(0,0)r0 : red thief E; V(1,0)r0; V(1,1)r1; V(0,1)r2"
    assert last_turn("plus", loop).points == {"red": 4}
    curves = "A(1,1)r3 : red thief E; WinTierI(2,1)r0; V(2,0)r3; V(3,0)r0; V(3,1)r1"
    assert final(table("winter", curves)) == {"red": 5}
    assert last_turn("winter", f"{curves}; A(2,2)r2").points == {"red": 6}


# -- completed cities --------------------------------------------------------------------------------------------------


def test_BASE_58_a_city_is_completed_when_no_side_of_it_is_open(edition: str) -> None:
    game = table(edition, "D(0,0)r0; M(0,-1)r3 : red knight S")
    turn = lay(game, "G(-1,-1)r0")
    assert (turn.points, turn.completes) == ({}, {})
    assert lay(game, "E(-2,-1)r1").completes == {"city": 1}


def test_BASE_58_an_empty_cell_inside_the_walls_is_no_gap(edition: str) -> None:
    """BASE-R16: a ring of eight tiles round a cell that only walls face."""
    ring = "N(0,0)r2 : red knight E; G(1,0)r0; N(2,0)r3; G(2,1)r1; N(2,2)r0; G(1,2)r0; N(0,2)r1; G(0,1)r1"
    assert last_turn(edition, ring).points == {"red": 16}


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("D(0,0)r0; G(0,-1)r1 : red knight S; E(0,-2)r2", 6),
        ("D(0,0)r0; F(0,-1)r1 : red knight S; E(0,-2)r2", 8),
        ("D(0,0)r0; F(0,-1)r1 : red knight S; F(0,-2)r1; E(0,-3)r2", 12),
        ("D(0,0)r0; F(0,-1)r1 : red knight S; G(0,-2)r1; G(0,-3)r1; E(0,-4)r2", 12),
    ],
)
def test_BASE_59_two_points_a_tile_and_two_a_pennant(edition: str, moves: str, points: int) -> None:
    (entry,) = last_turn(edition, moves).lines
    assert (entry.points, entry.clause) == (points, "BASE-59")


def test_BASE_60_a_tile_with_two_segments_of_a_city_counts_once(edition: str) -> None:
    """Four tiles, one of which has two segments of the city: 8, not 10."""
    moves = "D(0,0)r0; N(0,1)r2 : red knight E; N(1,1)r3; N(0,2)r1"
    assert final(table(edition, moves)) == {"red": 3}
    assert last_turn(edition, f"{moves}; I(1,2)r3").points == {"red": 8}


@pytest.mark.parametrize(("edition", "points", "clause"), [("winter", 2, "BASE-61"), ("plus", 4, "BASE-59")])
def test_BASE_61_and_BASE_62_a_city_of_two_tiles_is_worth_two_in_winter_and_four_in_plus(
    edition: str, points: int, clause: str
) -> None:
    for knight in ("D(0,0)r0; E(0,-1)r2 : red knight S", "E(0,0)r0 : red knight N; E(0,-1)r2 : blue"):
        (entry,) = last_turn(edition, knight).lines
        assert (entry.points, entry.clause) == (points, clause)


def with_pennant() -> Tile:
    """An invented tile: E with a pennant in its city."""
    tile = catalogue("plus")["E"][0]
    city, field = tile.segments
    return replace(tile, id="Invented", segments=(replace(city, marks={"pennants": 1}), field))


@pytest.mark.parametrize(("edition", "points"), [("winter", 3), ("plus", 6)])
def test_BASE_61_and_BASE_62_a_pennant_in_a_city_of_two_tiles(edition: str, points: int) -> None:
    """No tile of the boxes allows it (BASE-R17), so one is invented."""
    game = box(edition, "D Invented", "Invented", invented=[with_pennant()])
    game.play("0,-1 r2")
    game.play("knight S")
    assert [entry.points for entry in game.ledger] == [points]


def test_BASE_61_is_for_exactly_two_tiles(edition: str) -> None:
    assert last_turn(edition, "D(0,0)r0; G(0,-1)r1 : red knight S; E(0,-2)r2").points == {"red": 6}


# -- completed monasteries ---------------------------------------------------------------------------------------------


def surrounded(edition: str, last: str, centre: str = "B(0,0)r0 : red monk") -> Game:
    """A monastery with all neighbours but one."""
    cells = [cell for cell in AROUND if cell != last]
    return table(edition, "; ".join([centre, *(f"B({cell})r0" for cell in cells)]))


@pytest.mark.parametrize("last", AROUND)
def test_BASE_63_and_BASE_64_all_eight_neighbours_complete_a_monastery_worth_nine(edition: str, last: str) -> None:
    game = surrounded(edition, last)
    assert (scores(game), completed(game)["monastery"], final(game)) == ({}, 0, {"red": 8})
    turn = lay(game, f"B({last})r0 : blue")
    assert (turn.points, turn.back, turn.completes) == ({"red": 9}, {"red": 1}, {"monastery": 1})
    assert [(entry.clause, entry.arithmetic()) for entry in turn.lines] == [("BASE-64", "9 tile x 1 = 9")]


def test_BASE_65_it_does_not_matter_what_lies_around_or_who_laid_it(edition: str) -> None:
    """Roads, cities and another player's occupied monastery, laid by four players."""
    moves = """D(0,0)r0; B(0,1)r0 : red monk; U(-1,0)r1 : blue thief E; U(1,0)r1 : green; E(-1,1)r3 : yellow knight W
    B(1,1)r0 : blue monk; E(-1,2)r3 : green; B(1,2)r0 : yellow monk"""
    game = table(edition, moves)
    turn = lay(game, "E(0,2)r2 : blue")
    assert (turn.points, turn.back) == ({"red": 9}, {"red": 1})


def test_BASE_66_a_monastery_laid_into_the_last_gap_is_completed_at_once(edition: str) -> None:
    game = table(edition, "; ".join(f"E({cell})r{turns}" for cell, turns in HOLE))
    turn = lay(game, "B(0,0)r0 : red monk")
    assert (turn.points, turn.back, turn.completes) == ({"red": 9}, {"red": 1}, {"monastery": 1})


# Tiles around 0,0 that all show it a field, in an order in which they can be laid.
HOLE = (("0,-1", 0), ("1,-1", 1), ("1,0", 1), ("1,1", 1), ("0,1", 2), ("-1,1", 3), ("-1,0", 3), ("-1,-1", 3))


# -- who scores --------------------------------------------------------------------------------------------------------


def test_BASE_67_what_the_tile_completes_is_scored_whoever_its_followers_belong_to(edition: str) -> None:
    assert last_turn(edition, "D(0,0)r0; W(-1,0)r0 : red thief E; L(1,0)r0 : blue knight N").points == {"red": 3}
    assert last_turn(edition, "D(0,0)r0; G(0,-1)r1 : red knight S; E(0,-2)r2 : blue").points == {"red": 6}


def test_BASE_68_several_features_completed_at_once_are_scored_one_by_one(edition: str) -> None:
    """A village between three roads of Red's, Blue's and nobody's, and Green's city above it."""
    moves = """D(0,0)r0; W(-1,0)r0 : red thief E; E(0,-1)r2; E(1,-1)r2 : green knight S
    B(0,1)r0; A(1,1)r2 : blue thief N; B(2,1)r0; A(2,0)r1; L(1,0)r0"""
    turn = last_turn(edition, moves)
    assert turn.completes == {"road": 3, "city": 1}
    city = {"winter": 2, "plus": 4}[edition]
    lines = [(entry.source, entry.seat, entry.points) for entry in turn.lines]
    assert sorted(lines[:2]) == [("road", 0, 3), ("road", 1, 2)]
    assert lines[2:] == [("city", 3, city)], "roads first, where nobody minds (BASE-R11)"
    assert turn.back == {"red": 1, "blue": 1, "green": 1}


@pytest.mark.parametrize(
    ("knights", "points"),
    [
        (("red", "red", "blue", "green"), {"red": 12}),
        (("red", "red", "red", "blue"), {"red": 12}),
        (("red", "red", "red", "red"), {"red": 12}),
        (("red", "red", "blue", "blue"), {"red": 12, "blue": 12}),
        (("red", "blue", "green", "yellow"), {"red": 12, "blue": 12, "green": 12, "yellow": 12}),
    ],
)
def test_BASE_69_to_BASE_72_the_most_followers_take_all_the_points_once_and_ties_share_none(
    edition: str, knights: tuple[str, ...], points: dict[str, int]
) -> None:
    """Tied players get all the points each, whoever has fewer nothing, and more followers do not score twice."""
    turn = last_turn(edition, FOUR_KNIGHTS.format(*knights).replace("\n", "; "))
    assert turn.points == points
    assert len(turn.lines) == len(points)
    assert sum(turn.back.values()) == 4


def test_BASE_73_nobody_scores_a_completed_feature_without_followers(edition: str) -> None:
    game = table(edition, "D(0,0)r0; W(-1,0)r0; E(0,-1)r2; S(1,0)r1")
    assert completed(game) == {"road": 1, "city": 1}
    assert (scores(game), list(game.ledger)) == ({}, [])
    unoccupied = surrounded(edition, "1,1", centre="B(0,0)r0")
    assert lay(unoccupied, "B(1,1)r0 : blue").points == {}
    assert completed(unoccupied)["monastery"] == 1


def test_BASE_74_laying_the_completing_tile_gives_nothing_by_itself(edition: str) -> None:
    turn = last_turn(edition, "D(0,0)r0; W(-1,0)r0 : red thief E; S(1,0)r1 : blue")
    assert turn.points == {"red": 3}


def test_BASE_75_fields_are_never_completed_or_scored_during_the_game(edition: str) -> None:
    """The field inside a ring of roads is closed in; its farmer beside a completed city stays as well."""
    game = table(edition, "D(0,0)r0; V(0,1)r3 : blue thief E; V(1,1)r0; V(0,2)r2")
    turn = lay(game, "V(1,2)r1 : red farmer Nw")
    assert (turn.points, turn.back, turn.completes) == ({"blue": 4}, {"blue": 1}, {"road": 1})
    lay(game, "U(-1,0)r1 : green farmer Nw")
    turn = lay(game, "E(0,-1)r2 : yellow")
    assert (turn.points, turn.back, turn.completes) == ({}, {}, {"city": 1})
    assert figures(game) == ["red follower 1,2 field Nw", "green follower -1,0 field Nw"]
    assert completed(game)["field"] == 0
    assert (supply(game, "red"), supply(game, "green")) == (6, 6)


# -- a city around an empty cell (BASE-R16) ---------------------------------------------------------------------------

INCOMPLETE = {"switches": {"hole": "incomplete"}}
# Eight tiles around 0,0, which has field on all four sides; a knight of Red's in the first.
RING = """N(-1,-1)r2 : red knight E; G(0,-1)r0; N(1,-1)r3; G(1,0)r1; N(1,1)r0; G(0,1)r0; N(-1,1)r1; G(-1,0)r1"""


def test_BASE_R16_a_city_around_an_empty_cell_is_completed(edition: str) -> None:
    turn = last_turn(edition, RING)
    assert (turn.points, turn.back, turn.completes) == ({"red": 16}, {"red": 1}, {"city": 1})


def test_BASE_R16_or_not_completed_until_the_cell_is_filled(edition: str) -> None:
    game = table(edition, RING, **INCOMPLETE)
    assert (scores(game), completed(game)["city"], final(game)) == ({}, 0, {"red": 8})
    turn = lay(game, "B(0,0)r0 : blue pass")
    assert (turn.points, turn.back, turn.completes) == ({"red": 16}, {"red": 1}, {"city": 1, "monastery": 1})


def test_BASE_R16_it_is_no_feature_to_occupy_for_who_fills_the_cell() -> None:
    """The tile does not belong to the city, which stays empty and is completed all the same."""
    game = table("plus", RING.replace(" : red knight E", ""), **INCOMPLETE)
    lay(game, "B(0,0)r0 : blue ?")
    assert places(game) == {"pass", "follower monastery", "follower field Nw"}
    game.play("monk")
    assert (scores(game), completed(game)["city"]) == ({"blue": 9}, 1)


def test_BASE_R16_corners_do_not_matter_but_every_cell_inside_does() -> None:
    """Seven tiles: the way over the corner does not count. Ten tiles: two cells, the second of which must be filled too."""
    seven = "E(0,-1)r1 : red knight E; N(1,-1)r3; G(1,0)r1; N(1,1)r0; G(0,1)r0; N(-1,1)r1; E(-1,0)r2"
    assert last_turn("plus", seven).points == {"red": 14}
    game = table("plus", seven, **INCOMPLETE)
    assert scores(game) == {}
    assert lay(game, "B(0,0)r0").points == {"red": 14}
    ten = """N(-1,-1)r2 : red knight E; G(0,-1)r0; G(1,-1)r0; N(2,-1)r3; G(2,0)r1; N(2,1)r0; G(1,1)r0; G(0,1)r0; N(-1,1)r1
    G(-1,0)r1"""
    game = table("plus", ten, **INCOMPLETE)
    assert (scores(game), lay(game, "B(1,0)r0").points) == ({}, {})
    assert lay(game, "B(0,0)r0").points == {"red": 20}


def test_BASE_R16_a_city_that_surrounds_nothing_is_completed_as_ever() -> None:
    """A tile that lies there first leaves no gap, nor does an empty cell beside the city."""
    filled = RING.replace("N(1,-1)r3", "B(0,0)r0; N(1,-1)r3")
    assert last_turn("plus", filled, **INCOMPLETE).points == {"red": 16}
    row = "E(0,0)r1 : red knight E; " + "; ".join(f"G({x},0)r0" for x in range(1, 8)) + "; E(8,0)r3"
    assert last_turn("plus", row, **INCOMPLETE).points == {"red": 18}


def test_BASE_R16_farmers_and_positions_take_it_as_it_is() -> None:
    game = table("plus", RING.replace("G(0,1)r0", "G(0,1)r0 : blue farmer Se"), **INCOMPLETE)
    assert final(game) == {"red": 8}
    again = bastida.from_position(bastida.position(game))
    assert bastida.position(again) == bastida.position(game)
    assert lay(again, "B(0,0)r0").points == {"red": 16}
    assert final(again) == {"blue": 3}


@between(TRADERS="BASE")
def test_BASE_R16_and_TRADERS_13_who_fills_the_cell_has_completed_the_city() -> None:
    game = table("plus", RING.replace("G(-1,0)r1", "HQ(-1,0)r1"), sets=["traders"], **INCOMPLETE)
    turn = lay(game, "B(0,0)r0 : blue pass")
    assert (turn.points, turn.goods) == ({"red": 16}, {"blue": {"wine": 1}})
