"""The River: its set-up, how it runs, what its tiles are good for, and what follows when one cannot be laid."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import random

import pytest

import bastida
from bastida import Game
from bastida.kernel.names import find_node
from bastida.table.setup import SetupError, make_setup
from tests.rules.layouts import (
    Row,
    assert_fields_touch_the_cities_of_the_row,
    assert_marks_are_those_of_the_row,
    assert_places_are_those_of_the_row,
    rows,
)
from tests.rules.pairs import between
from tests.rules.study import catalogue, figures, final, fits, kind, last_turn, lay, may, places, refused, scores, table, tiles

RIVER = ["river"]
SPRING, LAKE = "BB6F1", "BB6F12"
OTHERS = {f"BB6F{number}" for number in range(2, 12)}
TURNING = {"BB6F5", "BB6F7", "BB6F9", "BB6F10"}
NORMAL = sorted(catalogue("plus"))
SHIFT = ((0, -1), (1, 0), (0, 1), (-1, 0))  # N E S W

# Round the spring by the right until it lies in the west of the river, whose next cell, 1,1, has a city in its west. Only
# BB6F4 and the lake are left, and neither fits there.
ROUND = {
    "BB6F5": "0,1 r1",
    "BB6F3": "-1,1 r0",
    "BB6F10": "-2,1 r3",
    "BB6F11": "-2,0 r0",
    "BB6F9": "-2,-1 r0",
    "BB6F2": "-1,-1 r0",
    "BB6F8": "0,-1 r2",
    "BB6F7": "1,-1 r3",
    "BB6F6": "1,0 r0",
}
# RIVER-X7: the open end lies north of the spring.
LOOP = {
    "BB6F7": "0,1 r0",
    "BB6F4": "-1,1 r1",
    "BB6F10": "-2,1 r3",
    "BB6F6": "-2,0 r0",
    "BB6F9": "-2,-1 r0",
    "BB6F2": "-1,-1 r0",
}


def undealt(edition: str = "plus", *sets: str) -> Game:
    """A game with the River before its first draw."""
    return Game(make_setup(edition, sets=["river", *sets]), None)


def piles(game: Game) -> dict[str, dict[str, object]]:
    return {pile["name"]: pile for pile in game.view()["piles"]}


def dealt(moves: dict[str, str], *then: str) -> Game:
    """A dealt game after these river tiles, nobody placing anything; the tiles named after them come next."""
    game = bastida.new_game("plus", sets=RIVER, players=3, draws=[*moves, *then], seed=0)
    for place in moves.values():
        game.play(place)
        if kind(game) == "figure":
            game.play("pass")
    return game


def at_random(game: Game, seed: int = 1) -> Game:
    chance = random.Random(seed)
    while not game.over:
        game.play(chance.choice(game.options()))
    return game


def holding(moves: str, tile: str, *sets: str) -> Game:
    """A study in which Red has drawn a tile."""
    game = table("plus", moves, sets=["river", *sets])
    game.turn_to("red")
    game.play(tile)
    return game


def placements(moves: str, tile: str) -> set[str]:
    game = holding(moves, tile)
    return {str(option) for option in game.options()} if kind(game) == "tile" else set()


# -- components and set-up ---------------------------------------------------------------------------------------------


def test_RIVER_01_twelve_tiles_with_a_spring_and_a_lake() -> None:
    river = catalogue("plus", RIVER).keys() - catalogue("plus").keys()
    assert river == {SPRING, LAKE, *OTHERS}
    assert all(catalogue("plus", RIVER)[tile][1] == 1 for tile in river)
    shown = piles(undealt())
    assert (shown["river"]["left"], tiles(undealt())) == (11, ["BB6F1(0,0)r0"]), "the spring is the twelfth"


@between(BASE="RIVER", RIVER="BASE WINTER")
@pytest.mark.parametrize(
    ("edition", "sets", "left"),
    [("plus", (), 71), ("plus", ("inns", "traders"), 113), ("winter", (), 83), ("winter", ("inns",), 101)],
)
def test_RIVER_02_the_start_tile_stays_in_the_box(edition: str, sets: tuple[str, ...], left: int) -> None:
    """No D is laid, and only three of the four are drawn (RIVER-R12); in Winter too (WINTER-R5)."""
    game = undealt(edition, *sets)
    stock = piles(game)["stock"]["mixed"]
    assert isinstance(stock, dict)
    assert (sum(stock.values()), stock["D"]) == (left, 3)
    assert tiles(game) == ["BB6F1(0,0)r0"]


def test_RIVER_03_the_spring_lies_there_before_the_first_turn() -> None:
    game = bastida.new_game("plus-river", players=4, seed=3)
    assert (tiles(game), figures(game), game.turn) == (["BB6F1(0,0)r0"], [], 1)
    assert bastida.new_game("plus", seed=3).view()["board"][0]["tile"] == "D", "without the River it is the start tile"


def test_RIVER_04_ten_tiles_mixed_and_the_lake_under_them() -> None:
    game = undealt()
    pile = piles(game)["river"]
    assert (pile["mixed"], pile["below"]) == (dict.fromkeys(sorted(OTHERS, key=lambda t: int(t[4:])), 1), [LAKE])
    assert {str(option): int(game.engine.weight(option.number)) for option in game.options()} == dict.fromkeys(OTHERS, 1)
    for seed in range(5):
        played = at_random(bastida.new_game("plus-river", seed=seed))
        drawn = [step.text for step in played.steps if step.kind == "draw"]
        assert set(drawn[:10]) == OTHERS
        assert drawn[10] == LAKE


def test_RIVER_05_no_river_tile_is_mixed_with_the_others() -> None:
    stock = piles(undealt("plus", "inns", "traders"))["stock"]["mixed"]
    assert isinstance(stock, dict)
    assert not any(tile.startswith("BB6F") for tile in stock)


# -- laying river tiles ------------------------------------------------------------------------------------------------


def test_RIVER_06_and_RIVER_07_everybody_in_turn_lays_a_river_tile_while_there_are_any() -> None:
    game = bastida.new_game("plus-river", players=3, seed=6)
    seats = []
    while len(seats) < 11:
        assert kind(game) == "tile"
        assert game.tile is not None
        assert game.tile.startswith("BB6F")
        seats.append(game.seat)
        game.play(game.options()[0])
        assert kind(game) == "figure", "the turn has its second step"
        game.play("pass")
    assert seats == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1]
    assert game.tile in NORMAL


def test_RIVER_07_the_turn_has_its_three_steps() -> None:
    """The city of BB6F3 is not closed by a river tile, so a completed road must do: A ends that of BB6F11."""
    game = table("plus", "BB6F1(0,0)r0; BB6F11(0,1)r0 : red thief E; A(1,1)r1", sets=RIVER)
    assert lay(game, "A(-1,1)r3 : blue farmer Nw").points == {"red": 3}


def test_RIVER_08_all_touching_sides_must_match() -> None:
    """North of the spring BB6F8 fits in one way only: with its road away from the spring's field."""
    game = dealt(LOOP, "BB6F8")
    assert {str(option) for option in game.options()} == {"0,-1 r2"}
    assert refused(game, "0,-1 r0").clause == "BASE-25"
    assert refused(game, "pass").clause == "BASE-30"


@pytest.mark.parametrize("place", ["1,0 r0", "-1,0 r0", "0,-1 r0", "0,-1 r1", "3,3 r0"])
def test_RIVER_09_a_river_tile_joins_the_open_end_and_nothing_else(place: str) -> None:
    """RIVER-R1: a fit of field against field is not enough."""
    game = holding("BB6F1(0,0)r0", "BB6F4")
    assert {str(option) for option in game.options()} == {"0,1 r0", "0,1 r2"}
    refusal = refused(game, place)
    assert (refusal.clause, "0,1" in str(refusal)) == ("RIVER-09", True)


def test_RIVER_09_its_river_must_join_not_its_bank() -> None:
    game = holding("BB6F1(0,0)r0", "BB6F4")
    for place in ("0,1 r1", "0,1 r3"):
        assert refused(game, place).clause == "RIVER-09"


def test_RIVER_09_the_lake_too_continues_the_river() -> None:
    assert placements("BB6F1(0,0)r0; BB6F4(0,1)r0", LAKE) == {"0,2 r0"}
    assert placements("BB6F1(0,0)r0; BB6F4(0,1)r0; BB6F12(0,2)r0", "BB6F6") == set(), "nothing continues it after the lake"


RIGHT, LEFT, STRAIGHT = "BB6F7(0,1)r0", "BB6F7(0,1)r1", "BB6F4(0,1)r0"
# What lay before; where the next tile goes, turned so that it bends to the right, to the left, or runs straight.
BENDS = [
    ("", {"right": "BB6F10(0,1)r2", "left": "BB6F10(0,1)r3", "straight": "BB6F6(0,1)r0"}),
    (RIGHT, {"right": "BB6F10(-1,1)r3", "left": "BB6F10(-1,1)r0", "straight": "BB6F6(-1,1)r1"}),
    (LEFT, {"right": "BB6F10(1,1)r1", "left": "BB6F10(1,1)r2", "straight": "BB6F6(1,1)r1"}),
    (STRAIGHT, {"right": "BB6F10(0,2)r2", "left": "BB6F10(0,2)r3", "straight": "BB6F6(0,2)r0"}),
]


@pytest.mark.parametrize(("before", "after"), BENDS, ids=["spring", "right", "left", "straight"])
def test_RIVER_10_to_RIVER_13_not_twice_the_same_way_and_everything_else(before: str, after: dict[str, str]) -> None:
    """RIVER-10 after a bend, RIVER-11 the other bend or straight on, RIVER-12 after a straight tile, RIVER-13 after the
    spring. Right and left are the same rule (RIVER-R13)."""
    game = table("plus", f"BB6F1(0,0)r0; {before}", sets=RIVER)
    barred = {RIGHT: "right", LEFT: "left"}.get(before)
    assert {bend for bend, tile in after.items() if not fits(game, tile)} == ({barred} if barred else set())


@pytest.mark.parametrize(("before", "side", "place"), [(RIGHT, "right", "-1,1 r3"), (LEFT, "left", "1,1 r2")])
def test_RIVER_10_the_refusal_says_which_way(before: str, side: str, place: str) -> None:
    refusal = refused(holding(f"BB6F1(0,0)r0; {before}", "BB6F10"), place)
    assert refusal.clause == "RIVER-10"
    assert f"turned {side} too" in refusal.reason


@pytest.mark.parametrize(
    "second", [("BB6F9", "-1,1 r3", "-1,1 r0"), ("BB6F5", "-1,1 r2", "-1,1 r3"), ("BB6F10", "-1,1 r3", "-1,1 r0")]
)
def test_RIVER_10_and_RIVER_32_holds_for_every_turning_tile(second: tuple[str, str, str]) -> None:
    tile, same, other = second
    assert placements(f"BB6F1(0,0)r0; {RIGHT}", tile) == {other}
    assert refused(holding(f"BB6F1(0,0)r0; {RIGHT}", tile), same).clause == "RIVER-10"


def test_RIVER_12_a_straight_tile_in_between_lifts_the_restriction() -> None:
    """Right, straight, right, straight, right (RIVER-R2: nobody looks further back), and so to the left."""
    game = dealt(LOOP)
    assert len(tiles(game)) == 7
    left = table("plus", f"BB6F1(0,0)r0; {LEFT}; BB6F4(1,1)r1", sets=RIVER)
    assert fits(left, "BB6F10(2,1)r2")


@pytest.mark.parametrize(("before", "place"), [(RIGHT, "-1,1 r1"), (LEFT, "1,1 r3"), (STRAIGHT, "0,2 r0"), ("", "0,1 r0")])
def test_RIVER_13_the_lake_does_not_turn(before: str, place: str) -> None:
    assert placements(f"BB6F1(0,0)r0; {before}", LAKE) == {place}


def test_RIVER_14_a_tile_that_can_be_laid_another_way_must_be_laid() -> None:
    game = holding(f"BB6F1(0,0)r0; {RIGHT}", "BB6F10")
    assert [str(option) for option in game.options()] == ["-1,1 r0"], "asked although there is one answer"
    assert refused(game, "pass").clause == "BASE-30"
    assert piles(game)["river"]["box"] == {}


def test_RIVER_15_the_lake_is_drawn_last_and_laid_at_the_open_end() -> None:
    course = "0,1 r0; 0,2 r0; -1,2 r0; -2,2 r0; -2,3 r1; -2,4 r2; -3,4 r0; -4,4 r3; -4,5 r0; -4,6 r0; -4,7 r0".split("; ")
    order = "BB6F4 BB6F7 BB6F2 BB6F10 BB6F3 BB6F9 BB6F8 BB6F5 BB6F11 BB6F6 BB6F12".split()  # as in RIVER-E2
    game = dealt(dict(zip(order[:-1], course[:-1], strict=True)))
    assert (game.tile, [str(option) for option in game.options()]) == (LAKE, ["-4,7 r0"])
    game.play("-4,7 r0")
    game.play("pass")
    assert (scores(game), piles(game)["river"]["left"]) == ({}, 0)


# -- followers and scoring ---------------------------------------------------------------------------------------------


def test_RIVER_16_followers_go_on_road_city_monastery_and_field() -> None:
    fields = {"follower field En", "follower field Es", "follower field Sw", "follower field Wn"}
    game = table("plus", "BB6F1(0,0)r0; BB6F9(0,1)r2; BB6F2(-1,1)r0 : red ?", sets=RIVER)
    assert places(game) == {"pass", "follower city N", "follower road S", *fields}
    game = table("plus", "BB6F1(0,0)r0; BB6F9(0,1)r2; BB6F8(-1,1)r0 : red ?", sets=RIVER)
    assert {"follower monastery", "follower road S"} < places(game)


@between(RIVER="ABBOT", ABBOT="RIVER")
def test_RIVER_16_and_RIVER_34_the_abbot_in_the_garden_of_BB6F10() -> None:
    """And on the monastery of BB6F8; without ABBOT the garden is nothing."""
    more = {"sets": ["river", "abbot"]}
    game = table("plus", "BB6F1(0,0)r0; BB6F10(0,1)r3 : red ?", **more)
    assert may(game, "abbot garden")
    assert refused(game, "garden").clause == "ABBOT-12"
    assert may(table("plus", "BB6F1(0,0)r0; BB6F8(0,1)r1 : red ?", **more), "abbot monastery")
    plain = table("plus", "BB6F1(0,0)r0; BB6F10(0,1)r3 : red ?", sets=RIVER)
    assert not any("garden" in place for place in places(plain))
    assert "garden" not in {feature.kind for feature in plain.features()}


def test_RIVER_17_from_the_first_river_tile_to_the_lake() -> None:
    """RIVER-R3: there is no exception for the first tiles."""
    game = bastida.new_game("plus-river", draws=["BB6F4"], seed=1)
    game.play("0,1 r0")
    assert may(game, "farmer Ne")
    game = table("plus", "BB6F1(0,0)r0; BB6F11(0,1)r0; BB6F12(0,2)r0 : blue ?", sets=RIVER)
    assert places(game) == {"pass", "follower field Nw"}, "the field of the lake"


@pytest.mark.parametrize("row", rows("RIVER-31"), ids=lambda row: row.tile)
def test_RIVER_18_nobody_stands_on_the_river(row: Row) -> None:
    """No follower and no other figure (TURN-05)."""
    sets = ["river", "abbot", "inns", "traders", "postman"]
    game = table("plus", f"{row.tile}(0,0)r0 : red ?", sets=sets, players=4)
    assert not any("river" in place for place in places(game))
    sides = next(segment for segment in row.segments if segment.startswith("river")).split()[1].split("-")
    for side in sides:
        for figure in ("follower ", "big ", "abbot ", "builder ", "postman ", ""):
            assert not may(game, f"{figure}river {side}")
        assert refused(game, f"follower river {side}").clause == "RIVER-18"
        assert refused(game, f"river {side}").clause == "RIVER-18"


def test_RIVER_19_nobody_lays_the_spring_but_its_field_can_be_had() -> None:
    game = table("plus", "BB6F1(0,0)r0; BB6F4(0,1)r0 : red farmer Ne", sets=RIVER)
    (field,) = [feature for feature in game.features() if any(name.startswith("0,0 field") for name in feature.segments)]
    assert (field.owners, figures(game)) == ((0,), ["red follower 0,1 field Ne"])
    assert refused(table("plus", "BB6F1(0,0)r0; BB6F4(0,1)r0 : red ?", sets=RIVER), "0,0 field Nw").clause == "BASE-36"


def test_RIVER_20_the_river_is_no_feature_and_gives_nothing() -> None:
    """RIVER-R4: neither completed by the lake nor at the end."""
    whole = "BB6F1(0,0)r0; BB6F4(0,1)r0 : red farmer Ne; BB6F6(0,2)r0; BB6F12(0,3)r0"
    game = table("plus", whole, sets=RIVER)
    assert {feature.kind for feature in game.features()} == {"field"}
    assert (scores(game), final(game)) == ({}, {})
    assert lay(table("plus", whole.rpartition(";")[0], sets=RIVER), "BB6F12(0,3)r0").completes == {}


# Seven tiles around a monastery on the river; the eighth goes to 1,2.
MONASTERY = """BB6F1(0,0)r0; BB6F8(0,1)r1 : red monk; BB6F4(0,2)r0; A(-1,1)r3; B(-1,0)r0; B(-1,2)r0; B(1,0)r0; B(1,1)r0"""


def test_RIVER_21_river_tiles_count_for_roads_cities_and_monasteries() -> None:
    """The road over the bridge is RIVER-X5."""
    game = table("plus", MONASTERY, sets=RIVER)
    assert lay(game, "B(1,2)r0").points == {"red": 9}
    turn = last_turn("plus", "BB6F1(0,0)r0; BB6F3(0,1)r1 : red knight E; E(1,1)r3", sets=RIVER)
    assert (turn.points, turn.back) == ({"red": 4}, {"red": 1})
    assert final(table("plus", "BB6F1(0,0)r0; BB6F9(0,1)r2 : blue thief E", sets=RIVER)) == {"blue": 1}


def fields_of(game: Game, cell: str) -> list[set[str]]:
    """The field segments of one tile, those of one feature together."""
    mine = [{name for name in one.segments if name.startswith(cell)} for one in game.features() if one.kind == "field"]
    return [names for names in mine if names]


def test_RIVER_22_the_river_separates_fields() -> None:
    """The road of BB6F11 cuts the way round the spring (RIVER-X4, RIVER-R5)."""
    game = table("plus", "BB6F1(0,0)r0; BB6F11(0,1)r0; BB6F4(0,2)r0", sets=RIVER)
    assert fields_of(game, "0,2") == [{"0,2 field Ne"}, {"0,2 field Nw"}]
    game = table("plus", "BB6F1(0,0)r0; BB6F4(0,1)r0", sets=RIVER)
    assert fields_of(game, "0,1") == [{"0,1 field Ne", "0,1 field Nw"}], "round the spring the banks are one"


def test_RIVER_23_the_field_runs_round_spring_and_lake() -> None:
    """RIVER-R6. The lake joins the banks that the road had parted."""
    game = table("plus", "BB6F1(0,0)r0; BB6F11(0,1)r0; BB6F4(0,2)r0; BB6F12(0,3)r0", sets=RIVER)
    assert fields_of(game, "0,0") == [{"0,0 field Nw"}]
    assert fields_of(game, "0,3") == [{"0,3 field Nw"}]
    assert fields_of(game, "0,2") == [{"0,2 field Ne", "0,2 field Nw"}]
    for tile, place in (("BB6F1", "BB6F1(0,0)r0"), ("BB6F12", "BB6F12(0,0)r0")):
        alone = table("plus", f"{place} : red ?", sets=RIVER)
        assert {str(alone.find(f"field {half}")) for half in "Nw Ne En Es Se Sw Ws Wn".split()} == {"follower field Nw"}, tile


def test_RIVER_24_a_road_crosses_the_river_by_a_bridge() -> None:
    """Neither interrupts the other, and both part the fields."""
    game = table("plus", "BB6F1(0,0)r0; BB6F11(0,1)r0 : red ?", sets=RIVER)
    assert game.find("road E") == game.find("road W")
    game.play("pass")
    assert fits(game, "BB6F6(0,2)r0"), "the river runs on"
    assert len(fields_of(table("plus", "BB6F11(0,0)r0", sets=RIVER), "0,0")) == 4


# -- after the river ---------------------------------------------------------------------------------------------------


def test_RIVER_25_and_RIVER_26_the_next_player_draws_the_first_normal_tile() -> None:
    """No extra turn and no pause for anyone (RIVER-R8)."""
    for seed in range(4):
        game = at_random(bastida.new_game("plus-river", players=4, seed=seed), seed)
        laid = [step for step in game.steps if step.kind == "tile"]
        assert [step.seat for step in laid[:16]] == [number % 4 for number in range(16)]
        assert [step.turn for step in laid[:16]] == list(range(1, 17))
        drawn = [step.text for step in game.steps if step.kind == "draw"]
        assert not any(tile.startswith("BB6F") for tile in drawn[11:])
        assert len(drawn) == 11 + 71


def test_RIVER_27_normal_tiles_go_beside_river_tiles_but_not_against_the_river() -> None:
    """Nothing else is reserved for the river (RIVER-R14)."""
    game = table("plus", "BB6F1(0,0)r0; BB6F4(0,1)r0", sets=RIVER)
    assert fits(game, "B(1,1)r0")
    assert fits(game, "E(-1,0)r0")
    for tile in NORMAL:
        trial = holding("BB6F1(0,0)r0; BB6F4(0,1)r0", tile)
        assert not any(str(option).startswith("0,2 ") for option in trial.options()), tile
    assert refused(holding("BB6F1(0,0)r0; BB6F4(0,1)r0", "U"), "0,2 r0").clause == "BASE-25"


# -- when a river tile cannot be laid ----------------------------------------------------------------------------------


def test_RIVER_28_it_goes_to_the_box_and_the_same_player_draws_the_next() -> None:
    """RIVER-X7 and the first half of RIVER-X6: X is BB6F3, Y is BB6F8."""
    game = dealt(LOOP, "BB6F3", "BB6F8")
    assert (game.seat, game.turn, game.tile) == (0, 7, "BB6F8")
    assert piles(game)["river"]["box"] == {"BB6F3": 1}
    assert [step.text for step in game.steps[-2:]] == ["BB6F3", "BB6F8"]
    game.play("0,-1 r2")
    assert [game.decision.seat if game.decision else None, kind(game)] == [0, "figure"]


def test_RIVER_28_several_in_a_row() -> None:
    game = dealt(LOOP, "BB6F3", "BB6F5", "BB6F11", "BB6F8")
    assert (game.seat, game.turn, game.tile) == (0, 7, "BB6F8")
    assert piles(game)["river"]["box"] == {"BB6F3": 1, "BB6F5": 1, "BB6F11": 1}


def test_RIVER_29_and_RIVER_X6_when_the_pile_runs_out_he_draws_a_normal_tile() -> None:
    """BB6F4 fails, then the lake; the same player lays a normal tile (RIVER-R9)."""
    game = dealt(ROUND, "BB6F4", LAKE, "V")
    assert (game.seat, game.turn, game.tile) == (0, 10, "V")
    shown = piles(game)
    assert (shown["river"]["box"], shown["river"]["left"], shown["stock"]["left"]) == ({"BB6F4": 1, LAKE: 1}, 0, 70)
    game.play(game.options()[0])
    assert kind(game) == "figure"
    game.play("pass")
    assert (game.seat, game.turn) == (1, 11)


def test_RIVER_30_the_river_without_a_lake_keeps_its_open_end() -> None:
    game = at_random(dealt(ROUND, "BB6F4", LAKE), seed=30)
    laid = {one.split("(")[1].split(")")[0] for one in tiles(game)}
    assert "1,1" not in laid
    assert len(laid) + sum(sum(pile["box"].values()) for pile in game.view()["piles"]) == 12 + 71


# -- tiles -------------------------------------------------------------------------------------------------------------

ROWS = rows("RIVER-31")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.tile)
def test_RIVER_31_the_layouts_are_those_of_the_table(row: Row) -> None:
    """RIVER-R7: the table is what public pictures show."""
    assert_places_are_those_of_the_row(row, ["river", "abbot"])
    assert_marks_are_those_of_the_row(row, ["river", "abbot"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.tile)
def test_RIVER_31_fields_touch_the_cities_of_the_table(row: Row) -> None:
    assert_fields_touch_the_cities_of_the_row(row, ["river", "abbot"])


def test_RIVER_31_the_table_is_read_whole() -> None:
    assert [row.tile for row in ROWS] == [f"BB6F{number}" for number in range(1, 13)]


@pytest.mark.parametrize("tile", sorted(OTHERS))
def test_RIVER_32_four_turn_and_six_run_straight(tile: str) -> None:
    """Laid after the spring: where the river goes on."""
    ends = set()
    for place in placements("BB6F1(0,0)r0", tile):
        cell, turns = place.split()
        game = table("plus", f"BB6F1(0,0)r0; {tile}({cell}){turns}", sets=RIVER)
        game.play(LAKE)
        ends |= {str(option).split()[0] for option in game.options()}
    assert ends == ({"1,1", "-1,1"} if tile in TURNING else {"0,2"})


def test_RIVER_33_where_the_bridges_lead() -> None:
    """To the city on BB6F2, to the monastery on BB6F8: closed there; on BB6F11 from side to side."""
    turn = "BB6F1(0,0)r0; BB6F9(0,1)r2; {}(-1,1)r0 : red thief S; A(-1,2)r2"
    assert last_turn("plus", turn.format("BB6F2"), sets=RIVER).points == {"red": 2}
    assert last_turn("plus", turn.format("BB6F8"), sets=RIVER).points == {"red": 2}
    assert last_turn("plus", "BB6F1(0,0)r0; BB6F11(0,1)r0 : red thief E; A(1,1)r1", sets=RIVER).points == {}


# -- with other modules ------------------------------------------------------------------------------------------------


def told(sets: list[str], *answers: str, players: int = 3, switches: dict[str, str] | None = None) -> Game:
    """A game with the River in which every event of chance is an answer too."""
    game = Game(make_setup("plus", sets=["river", *sets], players=players, switches=switches), None)
    for answer in answers:
        game.play(answer)
    return game


# As ROUND, with another tile beside the spring's south: 1,1 lies in the east of 0,1 and is the last cell before the lake's.
WAY = "-1,1 r0; -2,1 r3; -2,0 r0; -2,-1 r2; -1,-1 r0; 0,-1 r2; 1,-1 r0; 1,0 r0".split("; ")


@between(RIVER="TRADERS", TRADERS="RIVER")
def test_RIVER_R10_the_second_tile_of_a_double_turn_is_a_river_tile() -> None:
    """TURN-21. Red's thief and builder stand on BB6F9; with the last tile but one he prolongs their road."""
    game = told(["traders"], "BB6F9", "0,1 r2", "thief E")
    for tile, place in zip("BB6F3 BB6F10 BB6F4 BB6F7 BB6F2 BB6F8 BB6F5 BB6F6".split(), WAY, strict=True):
        for answer in (tile, place, "pass"):
            game.play(answer)
    engine = game.engine
    engine.stand(engine.figures.pick(0, engine.rules.figure_names.index("builder")), find_node(engine, "0,1 road E"))
    for answer in ("BB6F11", "1,1 r0", "pass", "second part"):
        game.play(answer)
    assert (game.seat, [str(option) for option in game.options()]) == (0, [LAKE])
    game.play(LAKE)
    game.play("1,2 r0")
    game.play("pass")
    assert game.seat == 1
    assert {str(option) for option in game.options()} == catalogue("plus", ["traders"]).keys()


@between(RIVER="MSG")
@pytest.mark.parametrize("reading", ["river", "stock"])
def test_RIVER_R11_the_extra_tile_of_a_message_is_a_river_tile(reading: str) -> None:
    """Red's abbot in the garden of BB6F10 is worth 5 when 1,1 is laid: a message, and with it the lake (TURN-21). A table
    may draw one of the other tiles instead; the lake comes in the next turn."""
    game = told(["abbot", "messages"], "BB6F10", "0,1 r2", "abbot garden", switches={"extra_draw": reading})
    for tile, place in zip("BB6F3 BB6F9 BB6F11 BB6F7 BB6F2 BB6F8 BB6F5 BB6F6".split(), WAY, strict=True):
        for answer in (tile, place, "pass"):
            game.play(answer)
    for answer in ("BB6F4", "1,1 r0", "take back abbot", "follower", "4", "tile"):
        game.play(answer)
    assert (scores(game), game.seat) == ({"red": 5}, 0)
    drawn = {str(option) for option in game.options()}
    if reading == "river":
        assert drawn == {LAKE}
        return
    stock = piles(game)["stock"]["mixed"]
    assert isinstance(stock, dict)
    assert drawn == stock.keys()
    assert LAKE not in drawn
    assert bastida.position(bastida.from_position(bastida.position(game))) == bastida.position(game)
    game.play("B")
    game.play(next(str(option) for option in game.options()))
    assert kind(game) == "figure"
    game.play("pass")
    assert (game.seat, [str(option) for option in game.options()]) == (1, [LAKE])


@between(RIVER="TOWER GOLD MAGE ROBBER CIRCLE FLIGHT FERRY POST", POST="RIVER")
@pytest.mark.parametrize("name", ["tower", "gold", "mage", "robbers", "circles", "flying", "ferries", "postman"])
def test_RIVER_06_tiles_of_the_other_modules_come_after_the_river(name: str) -> None:
    """TURN-11: their symbols cannot be seen before it is finished."""
    game = undealt("plus", name)
    stock = piles(game)["stock"]["mixed"]
    assert isinstance(stock, dict)
    new = catalogue("plus", [name]).keys() - catalogue("plus").keys()
    assert new
    assert new < stock.keys()
    assert {str(option) for option in game.options()} == OTHERS


def test_a_river_needs_its_tiles_and_the_tiles_their_river() -> None:
    with pytest.raises(SetupError, match="needs the tile set 'river'"):
        make_setup("plus", elements=["farmers", "river"])
    with pytest.raises(SetupError, match="needs its element 'river'"):
        make_setup("plus", sets=["river"], without=["river"])


def test_RIVER_09_a_study_that_began_without_the_spring_has_no_river_to_continue() -> None:
    game = table("plus", "D(0,0)r0", sets=RIVER)
    assert tiles(game) == ["D(0,0)r0"]
    assert not any(fits(game, f"BB6F4({cell})r{turn}") for cell in ("0,1", "0,-1", "1,0", "-1,0") for turn in range(4))


@pytest.mark.parametrize("turns", range(4))
def test_RIVER_03_on_the_empty_table_of_a_study_the_spring_may_lie_anyhow(turns: int) -> None:
    game = table("plus", f"BB6F1(2,-3)r{turns}", sets=RIVER)
    dx, dy = SHIFT[(2 + turns) % 4]
    game.play("BB6F4")
    assert {str(option).split()[0] for option in game.options()} == {f"{2 + dx},{-3 + dy}"}
