"""Mage & Witch: entering and moving, never both in one feature, and what they do to the points of roads and cities."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

from typing import Any

import pytest

import bastida
from bastida import Game
from bastida.kernel.names import find_node
from tests.boxes import tile_sets
from tests.rules.pairs import between
from tests.rules.study import Turn, final, kind, lay, may, refused, scores, study, supply

# A completed city of two tiles under the magic tile, whose other city is open, and the road of the start tile.
START = "D(0,0)r0"
MAGIC = "MaHeD(0,-1)r1"
# MAGE-X1: two roads that U(1,0)r1 joins.
TWO_ROADS = ("U(0,0)r1", "B(0,-1)r0", "B(1,-1)r0", "B(2,-1)r0", "U(2,0)r1")
# One open road in the south; MaHeD(0,0)r0 then closes both cities beside it.
ONE_ROAD = ("U(0,1)r1", "U(-1,1)r1", "U(1,1)r1", "E(-1,0)r1", "E(1,0)r3")
# MAGE-E1: the city that N(3,1)r0 closes, 8 tiles and 2 pennants with it.
CITY = ("M(0,0)r2", "R(1,0)r2", "R(2,0)r2", "M(3,0)r3", "N(0,1)r1", "R(1,1)r0", "T(2,1)r0")
# A lake whose ferry joins the roads east and west of it.
OVER_LAKE = ("FeB(0,0)r0 : red pass / ferry E-W", "U(-1,0)r1", "U(1,0)r1")


def position(*moves: str, sets: tuple[str, ...] = (), edition: str = "plus", stand: str = "", **more: Any) -> Game:
    """A study after these moves; ``stand`` sets figures up: "mage 1,0 road E; red follower 0,0 city N"."""
    game = study(edition, sets=["mage", *sets], start=False, **more)
    for move in moves:
        lay(game, move)
        if kind(game) == "turn ferry":
            game.play("leave ferries")
    return arranged(game, stand)


def arranged(game: Game, stand: str) -> Game:
    for one in filter(None, stand.split("; ")):
        first, figure, where = one.split(" ", 2)
        if first in ("mage", "witch"):
            game.arrange(None, first, f"{figure} {where}")
        else:
            game.arrange(first, figure, where)
    return game


def asked(game: Game) -> set[str]:
    return {str(option) for option in game.options()}


def where(game: Game) -> dict[str, str]:
    """Mage and witch on the table, by their segments."""
    shown = [one for one in game.view()["figures"] if one["seat"] is None]
    return {one["kind"]: f"{one['x']},{one['y']} {one['segment']}" for one in shown}


def beside(game: Game) -> list[str]:
    return list(game.view()["beside"])


def worth(game: Game, place: str, finished: bool) -> int:
    engine = game.engine
    return int(engine.worth(engine.regions.region[find_node(engine, place)], finished, 0))


def both(place: str) -> set[str]:
    return {f"mage {place}", f"witch {place}"}


# -- entering and moving -----------------------------------------------------------------------------------------------


def test_MAGE_01_eight_magic_tiles_and_two_neutral_figures_beside_the_table() -> None:
    tiles = [tile for tile in tile_sets()["mage"].tiles if "magic" in tile.marks]
    assert sum(tile.copies["C2"] for tile in tiles) == 8
    game = bastida.new_game("plus-mage", seed=1)
    assert beside(game) == ["mage", "witch"]
    assert where(game) == {}
    assert all(not {"mage", "witch"} & player["supply"].keys() for player in game.view()["players"])


def test_MAGE_02_the_active_player_must_bring_one_in_before_step_2() -> None:
    """TURN-25: compulsory, and either of the two."""
    game = position(START)
    lay(game, f"{MAGIC} : blue")
    assert game.decision == bastida.Decision(1, game.setup.players[1], "magic", "mage")
    assert asked(game) == both("0,0 road E") | both("0,-1 city N")
    assert refused(game, "pass").clause == "MAGE-02"
    game.play("witch 0,-1 city N")
    assert where(game) == {"witch": "0,-1 city N"}
    assert beside(game) == ["mage"]
    assert kind(game) == "figure"


def test_MAGE_02_a_figure_on_the_table_is_moved_or_the_other_one_brought_in() -> None:
    game = position(START, stand="mage 0,0 road E")
    lay(game, MAGIC)
    assert asked(game) == both("0,-1 city N")
    moved = game.copy()
    moved.play("mage 0,-1 city N")
    assert where(moved) == {"mage": "0,-1 city N"}
    game.play("witch 0,-1 city N")
    assert where(game) == {"mage": "0,0 road E", "witch": "0,-1 city N"}


def test_MAGE_02_only_a_magic_tile_calls_them() -> None:
    """TURN-11; and MAGE-09: a figure beside the table comes back only so."""
    game = position(START, stand="mage 0,0 road E")
    lay(game, "E(0,-1)r2")
    assert kind(game) == "draw"
    assert beside(game) == ["witch"]


def test_MAGE_03_anywhere_on_the_table_where_a_road_or_city_is_open() -> None:
    """One place stands for the whole feature; the other tiles of it mean the same."""
    game = position(START, "U(1,0)r1", "U(2,0)r1", "B(2,-1)r0", "E(3,-1)r0")
    lay(game, MAGIC)
    assert asked(game) == both("0,0 road E") | both("3,-1 city N") | both("0,-1 city N")
    assert refused(game, "mage 2,-1 monastery").clause == "MAGE-03"
    assert refused(game, "mage 2,-1 field Nw").clause == "MAGE-03"
    assert refused(game, "mage 9,9 road E").clause == "MAGE-02"


def test_MAGE_04_a_feature_just_completed_is_out() -> None:
    """TURN-23: completed from now on, although it is scored later."""
    game = position(START, stand="red follower 0,0 city N")
    lay(game, MAGIC)
    assert refused(game, "mage 0,0 city N").clause == "MAGE-04"
    assert refused(game, "witch 0,-1 city S").clause == "MAGE-04"


def test_MAGE_05_not_to_the_other_magic_figure() -> None:
    game = position(START, stand="witch 0,0 road E")
    lay(game, MAGIC)
    assert refused(game, "mage 0,0 road W").clause == "MAGE-05"


def test_MAGE_06_to_another_feature_than_its_own() -> None:
    """MAGE-R2: another tile of the same road is no other place."""
    game = position(START, "U(1,0)r1", stand="mage 0,0 road E")
    lay(game, MAGIC)
    assert refused(game, "mage 1,0 road E").clause == "MAGE-06"


def test_MAGE_07_followers_in_the_feature_do_not_matter() -> None:
    game = position(START, stand="blue follower 0,0 road E; red follower 0,0 road E")
    lay(game, MAGIC)
    game.play("mage 0,0 road E")
    assert where(game) == {"mage": "0,0 road E"}


def test_MAGE_08_and_MAGE_X2_without_a_place_the_only_one_is_taken_off() -> None:
    """MAGE-R3: the mage is on the only open feature and the witch may not join him."""
    game = position(*ONE_ROAD, stand="mage 0,1 road E")
    lay(game, "MaHeD(0,0)r0 : red ?")
    assert kind(game) == "figure"
    assert where(game) == {}
    assert beside(game) == ["mage", "witch"]


def test_MAGE_08_with_both_on_the_table_the_active_player_chooses() -> None:
    game = position(*ONE_ROAD, "U(-1,-1)r1", "U(0,-1)r1", "U(1,-1)r1", stand="mage 0,1 road E; witch 0,-1 road E")
    lay(game, "MaHeD(0,0)r0 : blue")
    assert game.decision == bastida.Decision(1, game.setup.players[1], "remove magic", "mage")
    assert asked(game) == {"remove mage", "remove witch"}
    game.play("remove mage")
    assert where(game) == {"witch": "0,-1 road E"}
    assert kind(game) == "figure"


def test_MAGE_08_with_none_on_the_table_nothing_happens() -> None:
    game = position("E(-1,0)r1", "B(-1,1)r0", "B(0,1)r0", "B(1,1)r0", "E(1,0)r3")
    lay(game, "MaHeD(0,0)r0 : red ?")
    assert kind(game) == "figure"
    assert beside(game) == ["mage", "witch"]


def test_MAGE_09_a_figure_taken_off_waits_for_the_next_magic_tile() -> None:
    game = position(*TWO_ROADS, stand="mage 0,0 road E; witch 2,0 road E")
    lay(game, "U(1,0)r1 : blue remove mage / pass")
    assert beside(game) == ["mage"]
    lay(game, "U(3,0)r1")
    assert beside(game) == ["mage"]
    lay(game, "MaHeB(4,0)r1")
    assert may(game, "mage 4,0 city N")


@between(MAGE="FERRY")
def test_MAGE_10_and_MAGE_R1_the_segment_counts_where_a_ferry_can_split_the_road() -> None:
    """One place for each stretch between lakes."""
    game = position(*OVER_LAKE, "B(0,-1)r0", sets=("ferries",))
    lay(game, "MaHeA(2,0)r2 : red")
    roads = {text for text in asked(game) if "road" in text and not text.endswith(("2,0 road N", "2,0 road E"))}
    assert roads == both("0,0 road E") | both("0,0 road W") | both("0,0 road S")
    refusal = refused(game, "mage -1,0 road W")
    assert refusal.clause == "MAGE-10"
    assert "0,0 road W" in refusal.reason
    game.play("mage 0,0 road W")
    game.play("pass")
    game.play("0,0 ferry E-S")
    assert where(game) == {"mage": "0,0 road W"}
    assert worth(game, "-1,0 road W", False) == 4
    assert worth(game, "1,0 road E", False) == 3


def test_MAGE_11_and_MAGE_R10_a_figure_may_be_moved_out_of_what_was_just_completed() -> None:
    game = position(START, stand="red follower 0,0 city N; mage 0,0 city N")
    lay(game, MAGIC)
    stays = game.copy()
    game.play("mage 0,0 road E")
    game.play("pass")
    assert scores(game) == {"red": 4}
    assert where(game) == {"mage": "0,0 road E"}
    stays.play("witch 0,0 road E")
    stays.play("pass")
    assert scores(stays) == {"red": 6}
    assert where(stays) == {"witch": "0,0 road E"}


# -- both in one feature -----------------------------------------------------------------------------------------------


@between(TURN="MAGE")
@pytest.mark.parametrize(("gone", "left"), [("mage", {"witch": "2,0 road E"}), ("witch", {"mage": "0,0 road E"})])
def test_MAGE_12_and_MAGE_X1_a_tile_brings_them_together_and_one_is_taken_off(gone: str, left: dict[str, str]) -> None:
    """Any tile, at once, and nothing is moved elsewhere (MAGE-R7, TURN-24)."""
    game = position(*TWO_ROADS, stand="mage 0,0 road E; witch 2,0 road E")
    lay(game, "U(1,0)r1 : blue")
    assert game.decision == bastida.Decision(1, game.setup.players[1], "remove magic", "mage")
    assert asked(game) == {"remove mage", "remove witch"}
    assert refused(game, "pass").clause == "MAGE-12"
    game.play(f"remove {gone}")
    assert where(game) == left
    assert kind(game) == "figure"


@pytest.mark.parametrize(("gone", "points"), [("witch", 6), ("mage", 2)])
def test_MAGE_13_only_the_one_that_stays_counts_in_the_scoring_of_the_same_tile(gone: str, points: int) -> None:
    game = position(
        *("A(0,0)r3 : red thief E", "B(0,-1)r0", "B(1,-1)r0", "B(2,-1)r0", "A(2,0)r1"),
        stand="mage 0,0 road E; witch 2,0 road W",
    )
    lay(game, f"U(1,0)r1 : blue remove {gone} / pass")
    assert scores(game) == {"red": points}
    assert where(game) == {}


@between(FERRY="MAGE", MAGE="FERRY")
def test_MAGE_14_a_ferry_brings_them_together() -> None:
    """MAGE-R4, TURN-42: before the scoring, which then counts only the one that stays."""
    game = position(
        *("A(-1,0)r3 : red thief E", "B(-1,-1)r0", "B(0,-1)r0", "B(1,-1)r0", "A(1,0)r1"),
        sets=("ferries",),
        stand="mage -1,0 road E; witch 1,0 road W",
    )
    apart = game.copy()
    lay(game, "FeB(0,0)r0 : blue pass / ferry E-W")
    assert kind(game) == "remove magic"
    assert scores(game) == {}
    game.play("remove mage")
    assert scores(game) == {"red": 2}
    lay(apart, "FeB(0,0)r0 : blue pass / ferry E-S")
    assert kind(apart) == "draw"
    assert scores(apart) == {"red": 4}
    assert where(apart) == {"witch": "1,0 road W"}


def test_MAGE_R4_a_table_may_leave_both_where_a_ferry_has_brought_them() -> None:
    """The road is completed: 3 tiles and 3 for the mage, halved by the witch; then both leave."""
    game = position(
        *("A(-1,0)r3 : red thief E", "B(-1,-1)r0", "B(0,-1)r0", "B(1,-1)r0", "A(1,0)r1"),
        sets=("ferries",),
        stand="mage -1,0 road E; witch 1,0 road W",
        switches={"ferry_magic": "next tile"},
    )
    lay(game, "FeB(0,0)r0 : blue pass / ferry E-W")
    assert (kind(game), scores(game), where(game)) == ("draw", {"red": 3}, {})
    assert game.ledger[-1].clause == "MAGE-R4"


def test_MAGE_R4_the_next_tile_parts_what_a_ferry_has_brought_together() -> None:
    game = position(
        "FeB(0,0)r0 : red pass / ferry E-S",
        *OVER_LAKE[1:],
        sets=("ferries",),
        stand="mage -1,0 road E; witch 1,0 road E; red follower 1,0 road E",
        switches={"ferry_magic": "next tile"},
    )
    lay(game, "U(2,0)r1 : red pass / 0,0 ferry E-W")
    assert (kind(game), len(where(game))) == ("draw", 2)
    assert final(game) == {"red": 4}, "4 tiles, 4 more for the mage, and half of it for the witch"
    lay(game, "B(0,-1)r0 : blue ?")
    assert asked(game) == {"remove mage", "remove witch"}


def test_MAGE_14_a_turned_ferry_brings_them_together() -> None:
    game = position(
        "FeB(0,0)r0 : red pass / ferry E-S", *OVER_LAKE[1:], sets=("ferries",), stand="mage -1,0 road E; witch 1,0 road E"
    )
    lay(game, "U(2,0)r1 : red pass / 0,0 ferry E-W")
    assert asked(game) == {"remove mage", "remove witch"}


@pytest.mark.parametrize(("answer", "question"), [("0,0 ferry E-S", "draw"), ("leave ferries", "remove magic")])
def test_TURN_42_and_TURN_R16_mage_and_witch_joined_and_parted_again_both_stay(answer: str, question: str) -> None:
    """Judged once, after the last ferry of the part."""
    game = position(
        *("FeB(0,0)r0 : red pass / ferry E-W", "U(-1,0)r1", "B(0,-1)r0", "B(1,-1)r0", "B(2,-1)r0", "U(2,0)r1"),
        sets=("ferries",),
        stand="mage -1,0 road E; witch 2,0 road E",
    )
    lay(game, f"FeB(1,0)r0 : red pass / ferry E-W / {answer}")
    assert kind(game) == question


def test_MAGE_15_and_MAGE_X5_a_magic_tile_that_merges() -> None:
    """MAGE-R5: first one is taken off, then one is brought in or moved, also the one just taken off."""
    game = position(*("E(-1,0)r1", "B(-1,1)r0", "U(0,1)r0", "B(1,1)r0", "E(1,0)r3"), stand="mage -1,0 city E; witch 1,0 city W")
    lay(game, "MaHeC(0,0)r0")
    assert asked(game) == {"remove mage", "remove witch"}
    game.play("remove mage")
    assert asked(game) == both("0,1 road N")
    back = game.copy()
    back.play("mage 0,1 road N")
    assert where(back) == {"mage": "0,1 road N", "witch": "1,0 city W"}
    game.play("witch 0,1 road N")
    assert where(game) == {"witch": "0,1 road N"}


# -- scoring -----------------------------------------------------------------------------------------------------------


def test_MAGE_20_and_MAGE_23_and_MAGE_E1_the_mage_in_a_city() -> None:
    game = position(*CITY, stand="red follower 0,0 city E; blue follower 3,0 city W; mage 1,0 city E")
    part = lay(game, "N(3,1)r0 : red pass")
    assert part.points == {"red": 28, "blue": 28}
    assert part.back == {"red": 1, "blue": 1}
    assert where(game) == {}
    line = part.lines[0]
    assert (line.source, line.clause) == ("mage", "MAGE-20")
    assert line.arithmetic() == "8 tile x 2 + 2 pennant x 2 + 8 mage x 1 = 28"


def test_MAGE_21_and_MAGE_24_and_MAGE_E2_two_roads() -> None:
    """MAGE-R8: each is changed by the figure it holds."""
    game = position(
        *("A(-4,0)r3", "U(-3,0)r1", "U(-2,0)r1", "U(-1,0)r1", "B(-1,-1)r0", "B(0,-1)r0", "B(1,-1)r0"),
        *("U(1,0)r1", "A(2,0)r1"),
        stand="witch -2,0 road E; blue follower -1,0 road E; mage 1,0 road E; red follower 1,0 road E",
    )
    part = lay(game, "W(0,0)r0")
    assert part.points == {"blue": 3, "red": 6}
    assert where(game) == {}
    witch = next(line for line in part.lines if line.source == "witch")
    assert (witch.clause, witch.arithmetic()) == ("MAGE-21", "(5 tile x 1) / 2 = 3")


INN_ROAD = ("A(0,0)r3", "InB(1,0)r0", "U(2,0)r1", "U(3,0)r1")
CATHEDRAL = ("InK(0,0)r0", "E(0,-1)r2", "E(0,1)r0", "F(1,0)r0", "F(2,0)r0")


@between(MAGE="INNS")
@pytest.mark.parametrize(("figure", "points"), [("witch", 5), ("mage", 15)])
def test_MAGE_22_and_MAGE_E3_the_inn_is_counted_first(figure: str, points: int) -> None:
    game = position(*INN_ROAD, sets=("inns",), stand=f"red follower 0,0 road E; {figure} 2,0 road E")
    assert lay(game, "A(4,0)r1").points == {"red": points}


@pytest.mark.parametrize(("figure", "points"), [("witch", 14), ("mage", 34)])
def test_MAGE_22_and_MAGE_E3_the_cathedral_is_counted_first(figure: str, points: int) -> None:
    game = position(*CATHEDRAL, "E(3,0)r3", sets=("inns",), stand=f"red follower 0,0 city N; {figure} 1,0 city E")
    part = lay(game, "E(-1,0)r1")
    assert part.points == {"red": points}
    assert part.completes == {"city": 1}


def test_MAGE_R9_in_a_tie_each_gets_the_rounded_value() -> None:
    game = position("A(0,0)r3", "U(1,0)r1", stand="red follower 0,0 road E; blue follower 1,0 road E; witch 1,0 road E")
    assert lay(game, "A(2,0)r1").points == {"red": 2, "blue": 2}


def test_MAGE_24_and_MAGE_X3_the_figure_leaves_also_an_empty_feature() -> None:
    """TURN-57; a figure whose feature stays open stays too."""
    game = position("A(0,0)r3", "B(0,-1)r0", "E(1,-1)r0", "U(1,0)r1", stand="witch 0,0 road E; mage 1,-1 city N")
    part = lay(game, "A(2,0)r1")
    assert part.points == {}
    assert part.completes == {"road": 1}
    assert where(game) == {"mage": "1,-1 city N"}


def test_MAGE_25_monasteries_and_fields_are_never_changed() -> None:
    """A city completed with the witch is a normal completed city for farmers."""
    game = position("E(0,0)r0 : blue farmer Es", "B(1,0)r0 : red monk", "E(2,0)r0", stand="witch 0,0 city N")
    game.arrange(None, "mage", "2,0 city N")
    assert final(game) == {"red": 3}
    lay(game, "E(0,-1)r2")
    assert where(game) == {"mage": "2,0 city N"}
    assert final(game) == {"red": 4, "blue": 3}


# -- final scoring -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("figure", "points"), [("", {}), ("; mage 1,0 road E", {"red": 4}), ("; witch 1,0 road E", {})])
def test_MAGE_31_and_MAGE_E4_an_unfinished_road_with_an_inn(figure: str, points: dict[str, int]) -> None:
    game = position(*INN_ROAD, sets=("inns",), stand=f"red follower 0,0 road E{figure}")
    assert final(game) == points
    game.finish()
    assert game.ledger[-1].clause == ("MAGE-31" if figure else "INNS-09")


@between(MAGE="INNS")
def test_MAGE_31_and_MAGE_E4_an_unfinished_city_with_a_cathedral_and_pennants() -> None:
    stand = "red follower 0,0 city N"
    assert final(position(*CATHEDRAL, sets=("inns",), stand=stand)) == {}
    assert final(position(*CATHEDRAL, sets=("inns",), stand=f"{stand}; mage 1,0 city E")) == {"red": 5}
    assert final(position(*CATHEDRAL, sets=("inns",), stand=f"{stand}; witch 1,0 city E")) == {}


@pytest.mark.parametrize(("figure", "points"), [("", 4), ("; mage 1,0 city E", 7), ("; witch 1,0 city E", 2)])
def test_MAGE_30_and_MAGE_E4_an_unfinished_city(figure: str, points: int) -> None:
    """TURN-91: mage and witch are in force."""
    game = position("F(0,0)r0", "G(1,0)r0", "G(2,0)r0", stand=f"red follower 0,0 city E{figure}")
    assert final(game) == {"red": points}
    game.finish()
    assert game.ledger[-1].clause == ("MAGE-30" if figure else "BASE-94")


@between(BASE="MAGE")
def test_TURN_51_values_hold_mage_and_witch_already_when_the_scoring_begins() -> None:
    """Two cities closed by one tile, the mage in the first: each is worth what it is, in whatever order."""
    stand = "red follower -1,0 city E; mage -1,0 city E; blue follower 1,0 city W"
    game = position("E(-1,0)r1", "B(-1,1)r0", "B(0,1)r0", "B(1,1)r0", "E(1,0)r3", stand=stand)
    assert lay(game, "H(0,0)r1").points == {"red": 6, "blue": 4}


# -- with other modules ------------------------------------------------------------------------------------------------


@between(MAGE="WINTER")
@pytest.mark.parametrize(("edition", "points"), [("winter", {"mage": 4, "witch": 1}), ("plus", {"mage": 6, "witch": 2})])
def test_MAGE_and_WINTER_the_short_city_sets_the_base_points(edition: str, points: dict[str, int]) -> None:
    for figure, value in points.items():
        game = position("E(0,0)r0", edition=edition, stand=f"red follower 0,0 city N; {figure} 0,0 city N")
        assert lay(game, "E(0,-1)r2").points == {"red": value}


@between(MAGE="TRADERS")
def test_MAGE_and_TRADERS_goods_and_builder_are_not_concerned() -> None:
    """The builder goes home with the knight, the goods are taken, only the points are halved."""
    game = position("HQ(0,0)r0", "E(-1,0)r1", sets=("traders",))
    arranged(game, "red follower 0,0 city E; red builder 0,0 city E; witch 0,0 city E")
    part: Turn = lay(game, "E(1,0)r3")
    assert part.points == {"red": 3}
    assert part.goods == {"red": {"wine": 1}}
    assert supply(game, "red", "builder") == 1
    assert kind(game) == "second part"


def test_MAGE_and_TRADERS_a_magic_figure_is_no_company_for_a_builder_of_anybody() -> None:
    game = position(*TWO_ROADS, sets=("traders",), stand="mage 0,0 road E; witch 2,0 road E")
    arranged(game, "red follower 0,0 road E; red builder 0,0 road E")
    lay(game, "U(1,0)r1 : blue remove mage / pass")
    assert supply(game, "red", "builder") == 0


@between(MAGE="FLIGHT")
def test_MAGE_and_FLIGHT_landing_beside_a_magic_figure_is_allowed() -> None:
    game = position("E(0,0)r3", sets=("flying",), stand="witch 0,0 city W")
    lay(game, "FlG(1,0)r0 : red fly follower / 1")
    assert final(game) == {"red": 1}


@between(MAGE="MSG")
@pytest.mark.parametrize(
    ("magic", "points"), [("", 2), ("; mage 0,0 road N", 3), ("; witch 0,0 road N", 1), ("; witch 3,0 road N", 2)]
)
def test_MAGE_and_MSG_messages_pay_the_changed_points_and_the_figure_stays(magic: str, points: int) -> None:
    """Red's roads have two and three tiles; the smallest is the one worth least (MAGE-R6)."""
    game = position(
        *("U(0,0)r0", "U(0,-1)r0", "E(1,0)r0", "B(2,0)r0", "U(3,0)r0", "U(3,-1)r0", "U(3,-2)r0"),
        sets=("messages",),
        stand=f"red follower 0,0 road N; red follower 3,0 road N; red follower 1,0 city N{magic}",
    )
    game.credit("red", 1)
    before = where(game)
    lay(game, "E(1,-1)r2 : red pass / follower / 1 / smallest road / messenger")
    assert (game.ledger[-1].points, game.ledger[-1].clause) == (points, "MSG-31")
    assert where(game) == before


@between(MAGE="ROBBER")
def test_MAGE_and_ROBBER_half_of_the_changed_points() -> None:
    game = position("A(0,0)r3 : red thief E", "U(1,0)r1", sets=("robbers",), players=3, stand="mage 0,0 road E")
    game.credit("red", 7)
    lay(game, "RaubD(0,-1)r0 : blue space 7 / pass / pass")
    lay(game, "A(2,0)r1 : red")
    assert scores(game) == {"red": 13, "blue": 3}


@between(MAGE="TOWER")
def test_MAGE_and_TOWER_magic_figures_cannot_be_captured() -> None:
    game = position("To12+garden(0,0)r0", "E(1,0)r0", sets=("tower",), stand="mage 1,0 city N")
    lay(game, "B(-1,0)r0 : red floor 0,0")
    assert kind(game) == "draw"
    assert where(game) == {"mage": "1,0 city N"}


@between(MAGE="RIVER")
def test_MAGE_and_RIVER_roads_and_cities_of_river_tiles_are_ordinary() -> None:
    game = study("plus", sets=["river", "mage"])
    lay(game, "BB6F11(0,1)r0 : red thief E")
    lay(game, "MaHeA(1,1)r0")
    assert both("0,1 road E") <= asked(game)
    game.play("mage 0,1 road E")
    assert final(game) == {"red": 4}


@between(MAGE="POST")
def test_MAGE_and_POST_the_figure_leaves_also_when_followers_are_retained() -> None:
    game = position("A(0,0)r3 : red postman road E", sets=("postman",), players=4, stand="mage 0,0 road E")
    part = lay(game, "A(1,0)r1 : red pass / postman stays")
    assert (part.points, part.back) == ({"red": 4}, {})
    assert where(game) == {}
