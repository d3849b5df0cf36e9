"""Inns & Cathedrals with the big follower: values, strengths, the special tiles, and the parts used one without the other."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

from collections import Counter

import pytest

import bastida
from bastida import Game
from bastida.table.setup import make_setup
from tests.rules.layouts import (
    Row,
    assert_fields_touch_the_cities_of_the_row,
    assert_marks_are_those_of_the_row,
    assert_places_are_those_of_the_row,
    rows,
)
from tests.rules.pairs import between
from tests.rules.study import (
    catalogue,
    completed,
    figures,
    final,
    kind,
    last_turn,
    lay,
    may,
    places,
    refused,
    scores,
    supply,
    table,
)
from tests.seen import by_seat, holder, record

INNS = {"sets": ["inns"]}
NEW = catalogue("plus", ["inns"]).keys() - catalogue("plus").keys()
INN_TILES = {"InA", "InB", "InC", "InL", "InM", "InN"}

# Red's thief on a road of four tiles with an inn; A(3,0)r1 closes it.
ROAD = "D(0,0)r0; W(-1,0)r0 : red thief E; InB(1,0)r0; U(2,0)r1"
# A cathedral city of five tiles without its last one, E(1,-1)r3.
CITY = "D(0,0)r0; InK(0,-1)r0 : red knight N; E(-1,-1)r1; E(0,-2)r2"
# Three knights' places around R(0,-1)r2, which joins them to a city of four tiles, 8 points: E(-1,-1), E(1,-1), D(0,0).
JOIN = "D(0,0)r0; U(-1,0)r1; E(-1,-1)r1 : {}; U(1,0)r1; E(1,-1)r3 : {}"


def lines(game: Game) -> list[tuple[str, str, str]]:
    return [(entry.source, entry.clause, entry.arithmetic()) for entry in game.ledger]


def finished(moves: str, **more: object) -> Game:
    game = table("plus", moves, **{**INNS, **more})
    game.finish()
    return game


# -- components and set-up ---------------------------------------------------------------------------------------------


def test_INNS_01_eighteen_tiles_six_inns_two_cathedrals_and_a_big_follower_each() -> None:
    played = catalogue("plus", ["inns"])
    marks: Counter[str] = Counter()
    for name in NEW:
        tile, copies = played[name]
        for mark in {mark for segment in tile.segments for mark in segment.marks}:
            marks[mark] += copies
    assert sum(played[name][1] for name in NEW) == 18
    assert (marks["inn"], marks["cathedral"]) == (6, 2)
    shown = bastida.new_game("plus-inns", players=6, seed=1).view()["players"]
    assert [player["supply"]["big"] for player in shown] == [1] * 6


def test_INNS_02_the_tiles_are_mixed_with_the_others() -> None:
    game = Game(make_setup("plus", sets=["inns"]), None)
    (stock,) = game.view()["piles"]
    assert (sum(stock["mixed"].values()), stock["mixed"]["InK"]) == (71 + 18, 2)
    assert {str(option) for option in game.options()} == stock["mixed"].keys() > NEW


def test_INNS_03_the_big_follower_comes_on_top_of_the_seven() -> None:
    assert bastida.new_game("plus-inns", seed=1).view()["players"][0]["supply"] == {"follower": 7, "big": 1}


def test_INNS_04_the_tiles_without_the_big_follower() -> None:
    more = {"sets": ["inns"], "without": ["big"]}
    game = table("plus", ROAD, **more)
    assert game.view()["players"][0]["supply"] == {"follower": 6}
    assert lay(game, "A(3,0)r1 : blue").points == {"red": 10}
    assert refused(table("plus", "D(0,0)r0; B(0,1)r0 : red ?", **more), "big monastery").clause == "BASE-119"


def test_INNS_04_the_big_follower_without_the_tiles() -> None:
    """BASE-116: the rulebook names just this."""
    setup = make_setup("plus", elements=["farmers", "big"])
    assert Game(setup, None).view()["piles"][0]["left"] == 71
    moves = JOIN.format("red big knight E", "black knight W")
    game = table("plus", moves, elements=["farmers", "big"])
    assert lay(game, "R(0,-1)r2").points == {"red": 8}


@pytest.mark.parametrize(
    ("tile", "like", "turns"),
    [("InA", "V", 0), ("InB", "U", 1), ("InK", "C", 0), ("InM", "K", 0), ("InL", "O", 0), ("InC", "W", 0)],
)
def test_INNS_05_inns_and_cathedrals_change_nothing_about_laying_and_placing(tile: str, like: str, turns: int) -> None:
    """A tile and the base tile it is like when turned so. The lake beside the inn divides no field (INNS-R12)."""

    def placements(name: str, turned: int) -> set[tuple[str, int]]:
        game = table("plus", "D(0,0)r0; U(1,0)r1; E(1,-1)r3; V(2,0)r0; U(2,1)r0; B(0,1)r0", **INNS)
        game.play(name)
        return {(cell, (int(turn[1]) - turned) % 4) for cell, turn in (str(option).split() for option in game.options())}

    assert placements(tile, 0) == placements(like, turns) != set()
    alone = [places(table("plus", f"{name}(0,0)r{turned} : red ?", **INNS)) for name, turned in ((tile, 0), (like, turns))]
    assert alone[0] == alone[1]


# -- inns --------------------------------------------------------------------------------------------------------------


@between(INNS="BASE")
def test_INNS_06_a_completed_inn_road_is_worth_two_a_tile() -> None:
    """INNS-E1, with the words of the ledger."""
    game = table("plus", f"{ROAD}; A(3,0)r1", **INNS)
    assert lines(game) == [("inn", "INNS-06", "5 tile x 2 = 10")]
    plain = table("plus", f"{ROAD.replace('InB(1,0)r0', 'U(1,0)r1')}; A(3,0)r1", **INNS)
    assert lines(plain) == [("road", "BASE-56", "5 tile x 1 = 5")]


@pytest.mark.parametrize("road", ["InB(1,0)r0; U(2,0)r1", "U(1,0)r1; InB(2,0)r0", "InB(1,0)r0; InB(2,0)r0"])
def test_INNS_07_several_inns_count_like_one(road: str) -> None:
    """Also INNS-E2."""
    game = table("plus", f"D(0,0)r0; W(-1,0)r0 : red thief E; {road}; A(3,0)r1", **INNS)
    assert scores(game) == {"red": 10}


@pytest.mark.parametrize("colour", ["red", "blue"])
@pytest.mark.parametrize(
    "road",
    [
        "W(-1,0)r0 : red thief E; InB(1,0)r0; U(2,0)r1",
        "W(-1,0)r0; InB(1,0)r0 : red thief E; U(2,0)r1",
        "W(-1,0)r0; U(1,0)r1; InB(2,0)r0 : red thief E",
        "W(-1,0)r0; U(1,0)r1 : red thief E; InB(2,0)r0",
    ],
)
def test_INNS_08_it_does_not_matter_who_completes_nor_where_thief_and_inn_are(road: str, colour: str) -> None:
    assert lay(table("plus", f"D(0,0)r0; {road}", **INNS), f"A(3,0)r1 : {colour}").points == {"red": 10}


def test_INNS_09_an_unfinished_inn_road_is_worth_nothing() -> None:
    """INNS-E3; a longer one too, and the ledger says why."""
    game = finished(ROAD)
    assert (scores(game), lines(game)) == ({}, [("inn", "INNS-09", "4 tile x 0 = 0")])
    assert scores(finished(ROAD.replace("InB(1,0)r0", "U(1,0)r1"))) == {"red": 4}


@pytest.mark.parametrize(("side", "points"), [("E", 4), ("S", 2), ("W", 4)])
def test_INNS_10_and_INNS_30_an_inn_belongs_to_its_road_segments(side: str, points: int) -> None:
    """INNS-E7 to INNS-E9; the book gives the inn of InC to left and right (INNS-R4)."""
    beyond = {"E": "A(1,0)r1", "S": "A(0,1)r2", "W": "A(-1,0)r3"}[side]
    assert last_turn("plus", f"InC(0,0)r0 : red thief {side}; {beyond}", **INNS).points == {"red": points}
    game = table("plus", "InC(0,0)r0 : red ?", **INNS)
    assert {place for place in places(game) if place.startswith("follower road")} == {f"follower road {one}" for one in "ESW"}


def test_INNS_11_inns_have_no_effect_on_cities_fields_and_monasteries() -> None:
    """Cities and fields of InL and InM, a monastery beside an inn."""
    assert last_turn("plus", "InM(0,0)r0 : red knight N; E(0,-1)r2", **INNS).points == {"red": 4}
    game = table("plus", "InL(0,0)r0 : red knight N; E(0,-1)r2; E(-1,0)r1", **INNS)
    assert lines(game) == [("city", "BASE-59", "3 tile x 2 + 1 pennant x 2 = 8")]
    assert final(table("plus", "InM(0,0)r0 : red farmer En; E(0,-1)r2", **INNS)) == {"red": 3}
    assert final(table("plus", "B(0,0)r0 : red monk; InB(0,1)r0", **INNS)) == {"red": 2}


# -- cathedrals --------------------------------------------------------------------------------------------------------


@between(BASE="INNS", INNS="BASE")
def test_INNS_12_a_completed_cathedral_city_is_worth_three_a_tile_and_pennant() -> None:
    """INNS-E4; the pennants are on other tiles than the cathedral (INNS-R7)."""
    moves = """D(0,0)r0; InK(0,-1)r0 : red knight N; F(-1,-1)r0; F(1,-1)r0; E(-2,-1)r1; E(0,-2)r2; E(2,-1)r3"""
    assert lines(table("plus", moves, **INNS)) == [("cathedral", "INNS-12", "7 tile x 3 + 2 pennant x 3 = 27")]
    plain = moves.replace("InK(0,-1)", "C(0,-1)")
    assert lines(table("plus", plain, **INNS)) == [("city", "BASE-59", "7 tile x 2 + 3 pennant x 2 = 20")]


def test_INNS_13_two_cathedrals_count_like_one() -> None:
    caps = "E(0,-1)r2; E(0,1)r0; E(-1,0)r1; E(1,-1)r2; E(1,1)r0; E(2,0)r3"
    game = table("plus", f"InK(0,0)r0 : red knight N; InK(1,0)r0; {caps}", **INNS)
    assert lines(game) == [("cathedral", "INNS-12", "8 tile x 3 = 24")]


def test_INNS_14_it_does_not_matter_who_completes_or_who_laid_the_cathedral() -> None:
    city = "D(0,0)r0; U(-1,0)r1; E(-1,-1)r1 : red knight E; InK(0,-1)r0 : {}; E(0,-2)r2"
    for layer in ("red", "blue"):
        for completer in ("red", "green"):
            game = table("plus", city.format(layer), **INNS)
            assert lay(game, f"E(1,-1)r3 : {completer}").points == {"red": 15}


def test_INNS_R1_a_cathedral_may_be_laid_into_the_city_of_another() -> None:
    """Which is then worth nothing at the end of the game."""
    game = table("plus", "D(0,0)r0; F(0,-1)r1 : red knight N", **INNS)
    assert final(game) == {"red": 3}
    lay(game, "InK(0,-2)r0 : blue")
    assert final(game) == {}


def test_INNS_15_an_unfinished_cathedral_city_is_worth_nothing_pennants_included() -> None:
    """INNS-E5."""
    game = finished(f"{CITY}; F(1,-1)r0")
    assert (scores(game), lines(game)) == ({}, [("cathedral", "INNS-15", "5 tile x 0 + 1 pennant x 0 = 0")])


def test_INNS_16_for_fields_it_is_a_city_like_any_other() -> None:
    """INNS-X1: 3 points, and nothing while it is unfinished."""
    field = "D(0,0)r0; InK(0,-1)r0; U(1,0)r1 : red farmer Nw; E(-1,-1)r1; E(0,-2)r2"
    assert final(table("plus", field, **INNS)) == {}
    assert final(table("plus", f"{field}; E(1,-1)r3", **INNS)) == {"red": 3}


def test_INNS_17_a_knight_may_stand_in_the_cathedral_tile() -> None:
    """It is one city on all four sides, and he is an ordinary knight (INNS-R2)."""
    game = table("plus", "InK(0,0)r0 : red ?", **INNS)
    assert places(game) == {"pass", "follower city N", "big city N"}
    assert {str(game.find(f"knight {side}")) for side in "NESW"} == {"follower city N"}
    game.play("knight N")
    assert [one["role"] for one in game.view()["figures"]] == ["knight"]


# -- the big follower --------------------------------------------------------------------------------------------------


def test_INNS_18_he_is_the_one_figure_of_the_step() -> None:
    game = table("plus", "D(0,0)r0; B(0,1)r0 : red ?", **INNS)
    game.play("big monastery")
    assert (kind(game), supply(game, "red", "big"), supply(game, "red")) == ("draw", 0, 7)


def test_INNS_19_a_player_has_one() -> None:
    game = table("plus", "D(0,0)r0; B(0,1)r0 : red big monk; B(1,1)r0 : red ?", **INNS)
    assert refused(game, "big monastery").clause == "INNS-19"
    assert refused(game, "big monk").clause == "INNS-19"
    assert may(table("plus", "D(0,0)r0; B(0,1)r0 : red big monk; B(1,1)r0 : blue ?", **INNS), "big monastery")


@pytest.mark.parametrize(
    ("tile", "answer", "place", "role"),
    [
        ("A(0,0)r0", "big thief S", "big 0,0 road S", "thief"),
        ("E(0,0)r0", "big knight N", "big 0,0 city N", "knight"),
        ("B(0,0)r0", "big monk", "big 0,0 monastery", "monk"),
        ("B(0,0)r0", "big farmer Nw", "big 0,0 field Nw", "farmer"),
    ],
)
def test_INNS_20_he_is_placed_like_a_normal_follower(tile: str, answer: str, place: str, role: str) -> None:
    game = table("plus", f"{tile} : red {answer}", **INNS)
    assert figures(game) == [f"red {place}"]
    (shown,) = game.view()["figures"]
    assert (shown["role"], shown["lying"]) == (role, role == "farmer")


def test_INNS_20_only_on_the_tile_just_laid_and_in_a_feature_without_followers() -> None:
    game = table("plus", "D(0,0)r0; U(1,0)r1 : blue thief E; U(2,0)r1 : red ?", **INNS)
    assert refused(game, "big road E").clause == "BASE-40"
    assert refused(game, "big city N").clause == "BASE-36", "the city of 0,0 is not on the new tile"
    assert may(game, "big field Nw")


def majority(*knights: str) -> dict[str, int]:
    """Who gets the 8 points of a city of four tiles in which these figures stand."""
    game = table("plus", JOIN.replace(" : {}", ""), **INNS)
    for number, knight in enumerate(knights):
        colour, figure = knight.split()
        game.arrange(colour, figure, ("-1,-1 city E", "1,-1 city W", "0,0 city N")[number % 3])
    return lay(game, "R(0,-1)r2 : pink").points


def test_INNS_21_he_counts_as_two_for_the_majority() -> None:
    """INNS-E13."""
    assert majority("red big", "black follower") == {"red": 8}
    assert majority("red follower", "black follower") == {"red": 8, "black": 8}


def test_INNS_22_two_normal_followers_tie_with_him() -> None:
    """INNS-E14; three beat him."""
    assert majority("red big", "black follower", "black follower") == {"red": 8, "black": 8}
    assert majority("red big", "black follower", "black follower", "black follower") == {"black": 8}
    assert majority("red big", "black big") == {"red": 8, "black": 8}


def test_INNS_23_strengths_of_one_player_add_up() -> None:
    red = ("red big", "red follower")
    assert majority(*red, "black big") == {"red": 8}
    assert majority(*red, *["black follower"] * 3) == {"red": 8, "black": 8}
    assert majority(*red, *["black follower"] * 4) == {"black": 8}


def test_INNS_R8_strengths_are_compared_player_by_player_never_in_teams() -> None:
    assert majority("red big", "blue follower", "green follower") == {"red": 8}


def test_INNS_24_he_never_changes_the_points() -> None:
    for figure in ("follower", "big"):
        assert majority(f"red {figure}") == {"red": 8}
        assert final(table("plus", f"U(0,0)r1 : red {figure} road E; U(1,0)r1", **INNS)) == {"red": 2}


def test_INNS_25_he_returns_and_may_be_placed_from_the_next_turn_on() -> None:
    game = table("plus", "D(0,0)r0; W(-1,0)r0 : red big thief E; A(1,0)r1 : red ?", **INNS)
    assert refused(game, "big monastery").clause == "INNS-19", "step 3 comes after step 2"
    game.play("pass")
    assert (scores(game), supply(game, "red", "big"), figures(game)) == ({"red": 3}, 1, [])
    lay(game, "B(1,1)r0 : red ?")
    assert may(game, "big monastery")


@pytest.mark.parametrize("reading", ["at once", "next turn"])
def test_INNS_25_and_TRADERS_R9_or_in_the_second_part_of_a_double_turn(reading: str) -> None:
    """Whatever the table says of later steps of the same part (TURN-R17)."""
    moves = "D(0,0)r0; W(-1,0)r0 : red big thief E; U(1,0)r1 : red builder road W; A(2,0)r1 : red"
    game = table("plus", moves, sets=["inns", "traders"], switches={"again": reading})
    game.play("second part")
    lay(game, "B(0,1)r0 : red big monk")
    assert figures(game) == ["red big 0,1 monastery"]


def test_INNS_26_as_a_farmer_he_stays_and_counts_as_two() -> None:
    """INNS-E15; and against two normal farmers all have the field."""
    field = "D(0,0)r0; E(0,-1)r2 : red big farmer Nw; B(1,-1)r0; E(0,-2)r0"
    game = table("plus", field, **INNS)
    assert (figures(game), completed(game)["city"]) == (["red big 0,-1 field Nw"], 1)
    game.arrange("blue", "follower", "1,-1 field Nw")
    assert final(game) == {"red": 3}
    game.arrange("blue", "follower", "1,-1 field Nw")
    assert final(game) == {"red": 3, "blue": 3}


@between(INNS="TRADERS", TRADERS="INNS")
def test_INNS_27_where_a_follower_is_asked_for_he_is_one() -> None:
    """INNS-R3: he bars a feature (INNS-X4) and is enough for builder and pig."""
    more = {"sets": ["inns", "traders"]}
    game = table("plus", "D(0,0)r0; U(1,0)r1 : red big thief E; U(2,0)r1 : red ?", **more)
    assert refused(game, "thief E").clause == "BASE-40"
    assert may(game, "builder road E")
    game = table("plus", "D(0,0)r0; U(1,0)r1 : red big farmer Nw; U(2,0)r1 : red ?", **more)
    assert may(game, "pig field Nw")


def test_INNS_R9_as_a_monk_his_strength_matters_where_a_monastery_is_shared() -> None:
    around = ("0,-1", "1,-1", "1,0", "1,1", "0,1", "-1,1", "-1,0")
    moves = "; ".join(["B(0,0)r0 : red big monk", *(f"B({cell})r0" for cell in around)])
    game = table("plus", moves, **INNS)
    game.arrange("blue", "follower", "0,0 monastery")
    assert lay(game, "B(-1,-1)r0").points == {"red": 9}


def test_INNS_R10_with_nobody_else_in_the_supply() -> None:
    game = table("plus", "D(0,0)r0; B(0,1)r0", **INNS)
    for _ in range(7):
        game.arrange("red", "follower", "0,1 monastery")
    lay(game, "B(1,1)r0 : red ?")
    assert places(game) == {"pass", "big monastery", "big field Nw"}


# -- tiles -------------------------------------------------------------------------------------------------------------

ROWS = rows("INNS-28")


def test_INNS_28_the_table_is_read_whole() -> None:
    assert [row.tile for row in ROWS] == [f"In{letter}" for letter in "ABCDEFGHIJKLMNOPQ"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.tile)
def test_INNS_28_the_layouts_are_those_of_the_table(row: Row) -> None:
    assert_places_are_those_of_the_row(row, ["abbot", "inns"])
    assert_marks_are_those_of_the_row(row, ["abbot", "inns"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.tile)
def test_INNS_28_fields_touch_the_cities_of_the_table(row: Row) -> None:
    assert_fields_touch_the_cities_of_the_row(row, ["abbot", "inns"])


def test_INNS_29_InH_has_four_cities_and_a_field_in_the_middle() -> None:
    """INNS-E6 and INNS-R11: 3 points for each completed city, once each even if two segments belong to one city."""
    caps = ["E(0,-1)r2", "E(1,0)r3", "E(0,1)r0", "E(-1,0)r1"]
    for number in range(5):
        game = table("plus", "; ".join(["InH(0,0)r0 : red farmer inner", *caps[:number]]), **INNS)
        assert final(game).get("red", 0) == 3 * number
    joined = "InH(0,0)r0 : red farmer inner; N(0,-1)r2; N(1,0)r0; N(1,-1)r3; E(0,1)r0; E(-1,0)r1"
    game = table("plus", joined, **INNS)
    assert (completed(game)["city"], final(game)) == (3, {"red": 9})


def test_INNS_30_a_road_from_the_inn_back_to_the_crossing() -> None:
    """The road E comes back to the road S: one road of four tiles with the inn, INNS-06 to the whole of it."""
    ring = "InC(0,0)r0 : red thief E; V(1,0)r0; V(1,1)r1; V(0,1)r2"
    assert scores(table("plus", ring, **INNS)) == {"red": 8}


def test_INNS_31_the_village_of_InI_ends_both_roads_and_the_tracks_hold_nobody() -> None:
    """INNS-E10; the tracks bound four fields."""
    game = table("plus", "InI(0,0)r0 : red ?", **INNS)
    assert {place for place in places(game) if "follower" in place} == {
        *("follower road E", "follower road W", "follower city N", "follower city S"),
        *("follower field En", "follower field Es", "follower field Ws", "follower field Wn"),
    }
    for side in "NS":
        assert refused(game, f"road {side}").clause == "BASE-36"
    assert last_turn("plus", "InI(0,0)r0 : red thief E; A(1,0)r1", **INNS).points == {"red": 2}


def test_INNS_32_on_InG_the_field_is_closed_at_the_corner() -> None:
    """INNS-E11."""
    game = table("plus", "InG(0,0)r0 : red farmer Ne; B(1,0)r0 : blue ?", **INNS)
    assert may(game, "farmer Wn"), "the other field of InG is free"
    game = table("plus", "InG(0,0)r0 : red farmer Es; B(1,0)r0 : blue ?", **INNS)
    assert refused(game, "farmer Wn").clause == "BASE-40"


def test_INNS_33_the_monastery_of_InD_ends_both_roads() -> None:
    """INNS-E12."""
    for side, beyond in (("E", "A(1,0)r1"), ("W", "A(-1,0)r3")):
        assert last_turn("plus", f"InD(0,0)r0 : red thief {side}; {beyond}", **INNS).points == {"red": 2}


@between(INNS="ABBOT")
@pytest.mark.parametrize("tile", sorted(NEW))
def test_INNS_34_gardens_on_InB_and_InH_only_with_the_abbot(tile: str) -> None:
    assert may(table("plus", f"{tile}(0,0)r0 : red ?", sets=["inns", "abbot"]), "abbot garden") == (tile in ("InB", "InH"))
    assert not any("garden" in place for place in places(table("plus", f"{tile}(0,0)r0 : red ?", **INNS)))


@pytest.mark.parametrize("tile", sorted(NEW))
def test_INNS_35_which_tiles_have_inns_and_cathedrals(tile: str) -> None:
    """What a road or city on a single tile is worth if it is closed there (INNS-R5)."""
    game = table("plus", f"{tile}(0,0)r0", **INNS)
    roads = {one.worth_completed for one in game.features() if one.kind == "road"}
    cities = {one.worth_completed for one in game.features() if one.kind == "city"}
    assert (2 in roads) == (tile in INN_TILES)
    assert (3 in cities) == (tile == "InK")


def test_INNS_R6_an_inn_joined_by_the_completing_tile_counts() -> None:
    game = table("plus", "D(0,0)r0; W(-1,0)r0 : red thief E; InN(1,0)r1 : blue", **INNS)
    assert scores(game) == {"red": 6}


def test_INNS_R7_the_pennant_of_the_cathedral_city_counts_three_wherever_it_is() -> None:
    game = table("plus", "InK(0,0)r0 : red knight N; M(0,-1)r3; E(-1,-1)r1; E(1,0)r3; E(0,1)r0; E(-1,0)r1", **INNS)
    assert scores(game) == {"red": 21}


# -- with other modules ------------------------------------------------------------------------------------------------


@between(INNS="WINTER")
def test_INNS_12_in_winter_a_city_of_two_tiles_stays_at_two_points() -> None:
    """A cathedral city has at least five; a frozen pond is no inn (WINTER-R2)."""
    assert last_turn("winter", "D(0,0)r0; E(0,-1)r2 : red knight S", **INNS).points == {"red": 2}
    assert lay(table("winter", CITY, **INNS), "E(1,-1)r3").points == {"red": 15}
    assert last_turn("winter", "D(0,0)r0; WinTierD(1,0)r0 : red thief W; W(-1,0)r0", **INNS).points == {"red": 3}


@between(INNS="FLIGHT", FLIGHT="INNS")
def test_FLIGHT_05_the_big_follower_flies_and_lands_with_strength_2() -> None:
    game = table("plus", "B(0,0)r0 : blue monk; FlG(1,0)r0 : red fly big / 1", sets=["inns", "flying"])
    assert figures(game) == ["red big 0,0 monastery", "blue follower 0,0 monastery"]
    (monastery,) = [one for one in game.features() if one.kind == "monastery"]
    assert (monastery.strength[:2], monastery.owners) == ((2, 1), (0,))


def with_message(number: int, moves: str, *standing: str) -> Game:
    """Red's thief closes a road for 2 points: his follower comes to a dark space, and he draws this message."""
    game = table("plus", f"W(0,0)r0 : red thief E; {moves}", sets=["inns", "messages"])
    for line in standing:
        game.arrange(*line.split(" ", 2))
    game.credit("red", 3)
    lay(game, f"W(1,0)r0 : red pass / follower / {number}")
    return game


@between(INNS="MSG")
@pytest.mark.parametrize(
    ("number", "moves", "standing", "answer"),
    [
        (1, "InB(0,-1)r0; U(1,-1)r1", "red follower 1,-1 road E", "smallest road"),
        (2, "E(0,-1)r0; InK(0,-2)r0", "red follower 0,-2 city N", "smallest city"),
    ],
)
def test_MSG_41_unfinished_inn_road_and_cathedral_city_are_worth_0(number: int, moves: str, standing: str, answer: str) -> None:
    game = with_message(number, moves, standing)
    game.play(answer)
    assert (game.ledger[-1].points, game.ledger[-1].source) == (0, "message")


@between(INNS="MSG")
@pytest.mark.parametrize(("number", "where", "answer"), [(6, "0,-1 city N", "knights"), (7, "0,-1 field Se", "farmers")])
def test_MSG_43_the_big_follower_is_one_knight_or_farmer(number: int, where: str, answer: str) -> None:
    game = with_message(number, "E(0,-1)r0", f"red big {where}")
    game.play(answer)
    game.play("messenger")
    assert game.ledger[-1].points == 2


@between(INNS="FERRY")
def test_FERRY_23_a_ferry_lake_is_no_inn_and_an_inn_works_across_ferries() -> None:
    """INNS-R6: an inn that a turned ferry has cut off does not count."""
    more = {"sets": ["inns", "ferries"]}
    moves = "A(-1,0)r3 : red thief E; FeB(0,0)r0 : red pass / ferry E-W; {}"
    assert scores(table("plus", moves.format("A(1,0)r1 : red pass / leave ferries"), **more)) == {"red": 3}
    road = table("plus", moves.format("InB(1,0)r0 : red pass / leave ferries"), **more)
    trial = road.copy()
    lay(trial, "A(2,0)r1 : red pass / leave ferries")
    assert scores(trial) == {"red": 8}
    lay(road, "A(2,0)r1 : red pass / 0,0 ferry S-W")
    assert scores(road) == {}, "the road W goes on to the south"
    assert lay(road, "A(0,1)r2 : red pass / leave ferries").points == {"red": 3}


@between(INNS="GOLD")
def test_GOLD_20_strengths_decide_who_gets_ingots() -> None:
    """Red's big knight against one of Blue: both ingots of the completed city are Red's; against two, one each."""
    for knights, ingots in ((1, [2, 0]), (2, [1, 1])):
        game = table("plus", "E(-1,0)r1 : red big knight E; GoD(0,0)r0", sets=["inns", "gold"], players=2)
        for _ in range(knights):
            game.arrange("blue", "follower", "0,0 city E")
        lay(game, "E(1,0)r3 : blue")
        while kind(game) == "take ingot":
            game.play(game.options()[0])
        assert by_seat(game.view(), "ingot") == ingots


@between(INNS="MAGE")
@pytest.mark.parametrize(("figure", "road", "city"), [("mage", 9, 20), ("witch", 3, 8)])
def test_MAGE_22_inn_and_cathedral_are_counted_first(figure: str, road: int, city: int) -> None:
    """Three tiles: 6 and 3 more, or half of 6. Five tiles: 15 and 5 more, or half of 15."""
    game = table("plus", "W(-1,0)r0 : red thief E; InB(0,0)r0", sets=["inns", "mage"])
    game.arrange(None, figure, "0,0 road E")
    assert lay(game, "A(1,0)r1").points == {"red": road}
    game = table("plus", CITY, sets=["inns", "mage"])
    game.arrange(None, figure, "0,-1 city N")
    assert lay(game, "E(1,-1)r3").points == {"red": city}


@between(INNS="MAGE")
def test_MAGE_31_at_the_end_the_mage_gives_one_a_tile_and_nothing_for_pennants() -> None:
    for figure, road, city in (("mage", {"red": 4}, {"red": 5}), ("witch", {}, {})):
        game = table("plus", ROAD, sets=["inns", "mage"])
        game.arrange(None, figure, "0,0 road E")
        assert final(game) == road
        game = table("plus", f"{CITY}; F(1,-1)r0", sets=["inns", "mage"])
        game.arrange(None, figure, "0,-1 city N")
        assert final(game) == city


@between(INNS="ROBBER")
def test_ROBBER_20_half_of_the_points_with_the_inn() -> None:
    game = table("plus", f"{ROAD}; RaubF(3,0)r1 : blue space 0 / pass / pass", sets=["inns", "robbers"], players=2)
    lay(game, "A(4,0)r1 : red")
    assert scores(game) == {"red": 12, "blue": 6}


@between(INNS="CIRCLE")
def test_CIRCLE_16_the_big_follower_is_one_follower_when_taken_back_or_added() -> None:
    more = {"sets": ["inns", "circles"], "players": 2}
    game = table("plus", "U(-1,0)r1 : red big thief E; Korn1(0,0)r0 : red pass / B", **more)
    assert (figures(game), supply(game, "red", "big"), supply(game, "red")) == ([], 1, 7)
    game = table("plus", "U(-1,0)r1 : red thief E; Korn1(0,0)r0 : red pass / A", **more)
    game.play("add big -1,0 road E")
    assert sorted(figures(game)) == ["red big -1,0 road E", "red follower -1,0 road E"]


@between(INNS="TOWER", TOWER="INNS")
def test_TOWER_74_and_TOWER_75_the_big_follower_is_captured_and_ransomed_as_one() -> None:
    more = {"sets": ["inns", "tower"], "players": 2}
    moves = "To12+garden(0,0)r0; B(1,0)r0 : red big monk; B(2,0)r0 : blue floor 0,0 / capture player 1 big 1,0 monastery"
    game = table("plus", moves, **more)
    assert (figures(game), supply(game, "red", "big")) == ([], 0)
    game.credit("red", 5)
    lay(game, "B(3,0)r0 : red ransom big from player 2")
    assert (supply(game, "red", "big"), scores(game)) == (1, {"red": 2, "blue": 3})


@between(INNS="TOWER")
def test_TOWER_R2_six_players_with_the_base_of_six_colours() -> None:
    assert len(bastida.new_game("plus", sets=["inns", "tower"], players=6, seed=1).scores()) == 6


@between(INNS="KING")
def test_KING_16_sizes_are_tiles_whatever_inns_and_cathedrals_do() -> None:
    game = table("plus", f"{CITY}; E(1,-1)r3 : blue; W(-1,0)r0; InB(1,0)r0; A(2,0)r1 : green", sets=["inns", "king"])
    view = game.view()
    assert (holder(view, "king"), record(view, "king")) == (1, 5)
    assert (holder(view, "baron"), record(view, "baron")) == (3, 4)


@between(INNS="POST")
def test_POST_R4_the_big_follower_may_be_client_of_an_office_and_ties_with_a_postman() -> None:
    more = {"sets": ["inns", "postman"], "players": 4}
    assert may(table("plus", "Po02(0,0)r0 : red ?", **more), "big post_office")
    game = table("plus", JOIN.replace(" : {}", ""), **more)
    game.arrange("red", "big", "-1,-1 city E")
    game.arrange("blue", "postman", "1,-1 city W")
    lay(game, "R(0,-1)r2 : green pass / postman off")
    assert scores(game) == {"red": 8, "blue": 8}
