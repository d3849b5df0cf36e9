"""Traders & Builders: goods, the builder and his double turn, the pig; each also alone, and all with other modules."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import bastida
from bastida import Game, SetupError
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
    box,
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
from tests.seen import View, by_seat, holder, record

TRADERS: dict[str, Any] = {"sets": ["traders"]}
NEW = catalogue("plus", ["traders"]).keys() - catalogue("plus").keys()
GOODS = ("wine", "grain", "cloth")

# Red's thief and builder on a road that is open in the east.
THIEF = "D(0,0)r0; W(-1,0)r0 : red thief E"
ROAD = f"{THIEF}; U(1,0)r1 : red builder road W"
# A city open in the north with Red's knight; each F(0,-y)r1 makes it longer, E(0,-y)r2 closes it.
CITY = "D(0,0)r0; G(0,-1)r1 : red knight S; G(0,-2)r1 : red builder city S"
# A field north of a road, with two completed cities in reach: TRADERS-E7 before its pig.
FIELD = "D(0,0)r0; E(0,-1)r2 : red farmer Nw; E(0,-2)r0; E(0,-3)r2; U(1,-3)r0; V(1,-2)r2"


def tokens(game: Game, colour: str) -> dict[str, int]:
    owned = shown_goods(game.view())[game.setup.colours.index(colour)]
    return {what: count for what, count in owned.items() if count}


def shown_goods(view: View) -> list[dict[str, int]]:
    """The tokens before each player, of all kinds that are shown there."""
    return [
        {thing["picture"]: thing["number"] for thing in player["holds"] if thing["picture"] in GOODS}
        for player in view["players"]
    ]


def part(game: Game) -> tuple[int, int]:
    return game.seat, int(game.view()["part"])


def trade(game: Game, x: int, colour: str, goods: str) -> int:
    """A city of three tiles with one symbol, completed by a colour, in a row of such cities; where the next begins."""
    tile = {"wine": "HQ", "grain": "HE", "cloth": "HN"}[goods]
    for move in (f"E({x},0)r1", f"{tile}({x + 1},0)r0", f"E({x + 2},0)r3 : {colour}"):
        lay(game, move)
    return x + 3


def market(holdings: dict[str, tuple[int, int, int]], **more: Any) -> Game:
    """A table at which these colours have completed cities with so much wine, grain and cloth."""
    game = bastida.new_game("plus", study=True, start=False, **{"players": 3, "sets": ["traders"], **more})
    x = 0
    for colour, counts in holdings.items():
        for goods, count in zip(GOODS, counts, strict=True):
            for _ in range(count):
                x = trade(game, x, colour, goods)
    return game


# -- components and set-up ---------------------------------------------------------------------------------------------


def test_TRADERS_01_24_tiles_20_of_them_with_goods_and_a_builder_and_a_pig_each() -> None:
    played = catalogue("plus", ["traders"])
    symbols: Counter[str] = Counter()
    for name in NEW:
        tile, copies = played[name]
        assert copies == 1
        symbols += Counter({mark: count for segment in tile.segments for mark, count in segment.marks.items()})
    assert len(NEW) == 24
    assert symbols == {"wine": 9, "grain": 6, "cloth": 5}
    shown = bastida.new_game("plus-traders", players=6, seed=1).view()["players"]
    assert [(player["supply"]["builder"], player["supply"]["pig"]) for player in shown] == [(1, 1)] * 6


def test_TRADERS_02_the_tiles_are_mixed_and_nobody_has_tokens_yet() -> None:
    game = Game(make_setup("plus", sets=["traders"]), None)
    (stock,) = game.view()["piles"]
    assert sum(stock["mixed"].values()) == 71 + 24
    assert {str(option) for option in game.options()} == stock["mixed"].keys() > NEW
    assert shown_goods(game.view()) == [{"wine": 0, "grain": 0, "cloth": 0}] * 2


def test_TRADERS_02_and_TRADERS_R19_the_common_stock_of_tokens_never_runs_out() -> None:
    """All players together take a token for each symbol in a completed city, at most 9, 6 and 5."""
    most: Counter[str] = Counter()
    for seed in range(3):
        game = bastida.new_game("plus", sets=["traders"], players=2, seed=seed)
        chance = random.Random(seed)
        while not game.over:
            options = game.options()
            some = chance.sample(options, min(16, len(options)))
            game.play(max(some, key=lambda option: cities_after(game, option.number)))
        taken = sum((Counter(one) for one in shown_goods(game.view())), Counter())
        assert taken <= Counter({"wine": 9, "grain": 6, "cloth": 5})
        most |= taken
    assert most, "somebody took some"


def cities_after(game: Game, number: int) -> int:
    """How many cities are completed after an answer."""
    engine = game.engine.copy()
    engine.answer(number)
    regions, names = engine.regions, engine.rules.segment_names
    cities = (node for node in range(regions.nodes) if regions.region[node] == node and names[regions.kind(node)] == "city")
    return sum(engine.complete(node) for node in cities)


def test_TRADERS_03_builder_and_pig_come_on_top_of_the_seven_followers() -> None:
    assert bastida.new_game("plus-traders", seed=1).view()["players"][0]["supply"] == {"follower": 7, "builder": 1, "pig": 1}


@pytest.mark.parametrize(
    ("without", "supply_"),
    [
        (("builder", "pig"), {"follower": 7}),
        (("goods", "pig"), {"follower": 7, "builder": 1}),
        (("goods", "builder"), {"follower": 7, "pig": 1}),
        (("goods",), {"follower": 7, "builder": 1, "pig": 1}),
    ],
)
def test_TRADERS_04_the_parts_may_each_be_used_without_the_others(without: tuple[str, ...], supply_: dict[str, int]) -> None:
    more = {"sets": ["traders"], "without": without}
    assert bastida.new_game("plus", seed=1, **more).view()["players"][0]["supply"] == supply_
    game = table("plus", "D(0,0)r0; HQ(0,-1)r1 : red knight S; E(0,-2)r2", **more)
    assert scores(game) == {"red": 6}
    assert [set(one) for one in shown_goods(game.view())] == [set() if "goods" in without else set(GOODS)] * game.setup.seats
    road = table("plus", f"{THIEF}; U(1,0)r1 : red ?", **more)
    assert may(road, "builder road W") == ("builder" not in without)
    if "builder" in without:
        assert refused(road, "builder road W").clause == "BASE-119"
    field = table("plus", "D(0,0)r0; U(-1,0)r1 : red farmer Nw; U(1,0)r1 : red ?", **more)
    assert may(field, "pig field Nw") == ("pig" not in without)


@pytest.mark.parametrize("element", ["builder", "pig"])
def test_TRADERS_04_and_without_the_tiles(element: str) -> None:
    """BASE-116: only the builder, as the book says."""
    more = {"elements": ["farmers", element]}
    assert Game(make_setup("plus", **more), None).view()["piles"][0]["left"] == 71
    moves = ROAD if element == "builder" else f"{FIELD}; A(2,-2)r1 : red pig field Nw"
    game = table("plus", moves, **more)
    if element == "builder":
        assert lay(game, "U(2,0)r1 : red").double == "red"
    else:
        assert final(game) == {"red": 8}


def test_TRADERS_04_a_pig_needs_farmers() -> None:
    with pytest.raises(SetupError, match=r"'pig' needs 'farmers' \(TRADERS-45\)"):
        make_setup("plus", sets=["traders"], without=["farmers"])
    assert make_setup("plus", sets=["traders"], without=["farmers", "pig"]).elements == ("goods", "builder")


# -- tiles -------------------------------------------------------------------------------------------------------------

ROWS = rows("TRADERS-05")


def test_TRADERS_05_the_table_is_read_whole() -> None:
    assert [row.tile for row in ROWS] == [f"H{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.tile)
def test_TRADERS_05_the_layouts_are_those_of_the_table(row: Row) -> None:
    assert_places_are_those_of_the_row(row, ["abbot", "traders"])
    assert_marks_are_those_of_the_row(row, ["abbot", "traders"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.tile)
def test_TRADERS_05_fields_touch_the_cities_of_the_table(row: Row) -> None:
    assert_fields_touch_the_cities_of_the_row(row, ["abbot", "traders"])


@pytest.mark.parametrize("row", [row for row in ROWS if row.cities()], ids=lambda row: row.tile)
def test_TRADERS_05_and_TRADERS_R18_a_symbol_belongs_to_the_city_segment_it_is_printed_in(row: Row) -> None:
    """Each city of the tile completed alone: only the one with the symbol gives a token."""
    for city in (segment for segment in row.segments if segment.startswith("city")):
        sides = city.split()[1].split("-")
        beyond = {"N": "E(0,-1)r2", "E": "E(1,0)r3", "S": "E(0,1)r0", "W": "E(-1,0)r1"}
        game = table("plus", "; ".join([f"{row.tile}(0,0)r0", *(f"{beyond[side]} : blue" for side in sides)]), **TRADERS)
        goods = city.partition(" with ")[2]
        assert tokens(game, "blue") == ({goods: 1} if goods else {})


def test_TRADERS_06_on_HB_two_roads_cross_by_a_bridge() -> None:
    """TRADERS-E9: neither ends there."""
    game = table("plus", "HB(0,0)r0 : red ?", **TRADERS)
    assert game.find("road N") == game.find("road S") != game.find("road E") == game.find("road W")
    game = table("plus", "HB(0,0)r0 : red thief N; A(0,1)r2 : blue", **TRADERS)
    assert scores(game) == {}
    assert lay(game, "A(0,-1)r0 : blue").points == {"red": 3}
    assert len([one for one in table("plus", "HB(0,0)r0", **TRADERS).features() if one.kind == "field"]) == 4


def test_TRADERS_07_on_HJ_the_monastery_ends_three_roads() -> None:
    """TRADERS-E10."""
    for side, beyond in (("E", "A(1,0)r1"), ("S", "A(0,1)r2"), ("W", "A(-1,0)r3")):
        assert last_turn("plus", f"HJ(0,0)r0 : red thief {side}; {beyond}", **TRADERS).points == {"red": 2}
    assert len([one for one in table("plus", "HJ(0,0)r0", **TRADERS).features() if one.kind == "field"]) == 3


def test_TRADERS_08_on_HC_one_road_ends_at_the_city_and_one_at_a_house() -> None:
    """TRADERS-E11, BASE-R4: both are closed there, and they are not connected."""
    game = table("plus", "HC(0,0)r0 : red thief W; A(-1,0)r3", **TRADERS)
    assert scores(game) == {"red": 2}
    game = table("plus", "HC(0,0)r0 : red thief S; A(0,1)r2", **TRADERS)
    assert scores(game) == {"red": 2}
    assert len([one for one in table("plus", "HC(0,0)r0", **TRADERS).features() if one.kind == "field"]) == 3


def test_TRADERS_09_the_field_in_the_middle_of_HM_may_be_taken() -> None:
    """TRADERS-E12: three cities, 9 points when all are completed."""
    caps = "E(0,-1)r2; E(-1,0)r1 : blue; E(1,0)r3; E(0,1)r0"
    assert final(table("plus", f"HM(0,0)r0 : red farmer inner; {caps}", **TRADERS)) == {"red": 9, "blue": 10}, "and the cloth"


@pytest.mark.parametrize("tile", ["HN", "HP", "HX"])
def test_TRADERS_10_HN_HP_and_HX_have_such_a_field_too(tile: str) -> None:
    """TRADERS-R1."""
    game = table("plus", f"{tile}(0,0)r0 : red farmer inner", **TRADERS)
    (field,) = [one for one in game.features() if one.owners]
    assert (field.kind, field.segments) == ("field", ("0,0 field inner",))


@between(TRADERS="ABBOT")
@pytest.mark.parametrize("tile", sorted(NEW))
def test_TRADERS_11_gardens_on_HK_and_HU_only_with_the_abbot(tile: str) -> None:
    game = table("plus", f"{tile}(0,0)r0 : red ?", sets=["abbot", "traders"])
    assert may(game, "abbot garden") == (tile in ("HK", "HU"))
    assert not any("garden" in place for place in places(table("plus", f"{tile}(0,0)r0 : red ?", **TRADERS)))


# -- goods -------------------------------------------------------------------------------------------------------------


def test_TRADERS_12_the_city_is_scored_first() -> None:
    """TURN-56: while the winner still chooses his scoring figure, no token has been taken."""
    game = table("plus", "E(0,0)r1 : blue knight E; HQ(1,0)r0; E(2,0)r3 : red", sets=["traders", "messages"])
    assert (kind(game), tokens(game, "red")) == ("scoring figure", {})
    game.play("follower")
    assert (scores(game), tokens(game, "red")) == ({"blue": 6}, {"wine": 1})


def test_TRADERS_13_a_token_of_its_kind_for_each_symbol() -> None:
    """Also TRADERS-E1."""
    game = table("plus", "E(0,0)r1; HQ(1,0)r0; HQ(2,0)r0; HE(3,0)r0; HN(4,0)r0; E(5,0)r3 : green", **TRADERS)
    assert tokens(game, "green") == {"wine": 2, "grain": 1, "cloth": 1}
    assert all(tokens(game, colour) == {} for colour in game.setup.colours if colour != "green")


def test_TRADERS_R18_one_tile_completes_two_cities_and_brings_the_goods_of_both() -> None:
    moves = "E(0,0)r1; HQ(1,0)r0; B(1,1)r0; B(2,1)r0; B(3,1)r0; HQ(3,0)r0; E(4,0)r3"
    game = table("plus", moves, **TRADERS)
    assert completed(game)["city"] == 0
    lay(game, "H(2,0)r1 : pink")
    assert (completed(game)["city"], tokens(game, "pink")) == (2, {"wine": 2})


@pytest.mark.parametrize(("knight", "points"), [("", {}), (" : blue knight E", {"blue": 6}), (" : red knight E", {"red": 6})])
def test_TRADERS_14_and_TRADERS_15_knights_do_not_matter_for_the_goods(knight: str, points: dict[str, int]) -> None:
    """Also TRADERS-X1."""
    game = table("plus", f"E(0,0)r1{knight}; HQ(1,0)r0", **TRADERS)
    turn = lay(game, "E(2,0)r3 : red")
    assert (turn.points, turn.goods) == (points, {"red": {"wine": 1}})


def test_TRADERS_16_goods_give_no_points_now_and_do_not_change_the_city() -> None:
    for tile in ("HQ", "G"):
        game = table("plus", f"E(0,0)r1 : blue knight E; {tile}(1,0)r0; E(2,0)r3 : red", **TRADERS)
        assert [(entry.points, entry.source, entry.arithmetic()) for entry in game.ledger] == [(6, "city", "3 tile x 2 = 6")]


def test_TRADERS_17_a_city_that_is_not_completed_gives_no_goods() -> None:
    game = table("plus", "E(0,0)r1 : red knight E; HQ(1,0)r0; HQ(2,0)r0", **TRADERS)
    assert tokens(game, "red") == {}
    assert final(game) == {"red": 3}, "the city alone"


def test_TRADERS_18_tokens_are_public() -> None:
    game = market({"red": (1, 0, 0), "blue": (0, 0, 1)})
    wanted = [{"wine": 1, "grain": 0, "cloth": 0}, {"wine": 0, "grain": 0, "cloth": 1}, {"wine": 0, "grain": 0, "cloth": 0}]
    for seat in (None, 0, 1, 2):
        assert shown_goods(game.view(seat)) == wanted


def test_TRADERS_19_ten_points_for_the_most_of_each_kind() -> None:
    game = market({"red": (2, 0, 1), "blue": (1, 1, 0)})
    game.finish()
    assert scores(game) == {"red": 20, "blue": 10}
    assert {(e.source, e.clause, e.points, e.final) for e in game.ledger} == {("goods", "TRADERS-19", 10, True)}


def test_TRADERS_R21_goods_come_after_features_and_fields() -> None:
    """TURN-91."""
    game = market({"red": (1, 0, 0)})
    lay(game, "A(3,0)r0 : blue thief S")
    lay(game, "B(4,0)r0 : yellow farmer Nw")
    game.finish()
    assert [(entry.source, entry.seat) for entry in game.ledger] == [("road", 1), ("field", 2), ("goods", 0)]


def test_TRADERS_20_and_TRADERS_E2_ties_give_everybody_ten() -> None:
    """Wine 3 and 3, grain 2 and 2, cloth 1 and 2 (TRADERS-R5)."""
    assert final(market({"red": (3, 2, 1), "blue": (3, 2, 2)})) == {"red": 20, "blue": 30}


def test_TRADERS_21_more_than_the_most_is_worth_no_more() -> None:
    assert final(market({"red": (4, 0, 0)})) == final(market({"red": (1, 0, 0)})) == {"red": 10}


def test_TRADERS_22_a_kind_nobody_has_gives_nothing() -> None:
    """TRADERS-R2: it is not a tie of all players."""
    assert final(market({})) == {}
    assert final(market({"blue": (0, 1, 0)})) == {"blue": 10}


def test_TRADERS_R2_a_table_may_take_a_kind_nobody_has_as_a_tie_of_all() -> None:
    tied = {"switches": {"unheld": "everybody"}}
    assert final(market({}, **tied)) == {"red": 30, "blue": 30, "yellow": 30}
    assert final(market({"blue": (0, 1, 0)}, **tied)) == {"red": 20, "blue": 30, "yellow": 20}
    assert final(market({"blue": (1, 1, 1), "red": (1, 0, 0)}, **tied)) == {"red": 10, "blue": 30}


# -- placing the builder -----------------------------------------------------------------------------------------------


def test_TRADERS_23_the_builder_is_the_one_figure_of_the_step() -> None:
    game = table("plus", f"{THIEF}; U(1,0)r1 : red ?", **TRADERS)
    game.play("builder road W")
    assert (kind(game), supply(game, "red", "builder"), supply(game, "red")) == ("draw", 0, 6)
    assert figures(game) == ["red follower -1,0 road E", "red builder 1,0 road E"]


def test_TRADERS_24_on_a_road_or_in_a_city_and_nowhere_else() -> None:
    game = table("plus", "D(0,0)r0; U(-1,0)r1 : red farmer Nw; A(1,0)r1 : red ?", sets=["traders", "abbot"])
    for place in ("field Nw", "monastery", "garden"):
        assert refused(game, f"builder {place}").clause == "TRADERS-24"
    assert refused(game, "builder city N").clause == "BASE-36", "not on the tile just laid"
    city = table("plus", "D(0,0)r0; G(0,-1)r1 : red knight S; G(0,-2)r1 : red ?", **TRADERS)
    assert may(city, "builder city S")


def test_TRADERS_25_only_where_an_own_follower_is() -> None:
    """TRADERS-E3; counted after the tile was laid: here it joins two roads."""
    game = table("plus", f"{THIEF}; U(1,0)r1 : blue ?", **TRADERS)
    assert refused(game, "builder road W").clause == "TRADERS-25"
    game = table("plus", "D(0,0)r0; U(1,0)r1 : red ?", **TRADERS)
    assert refused(game, "builder road E").clause == "TRADERS-25", "nobody is there"
    game = table("plus", f"{THIEF}; B(0,1)r0; U(1,1)r0; V(1,0)r0 : red ?", **TRADERS)
    assert may(game, "builder road W")


def test_TRADERS_26_the_distance_does_not_matter() -> None:
    row = "; ".join(f"U({x},0)r1" for x in range(1, 8))
    assert may(table("plus", f"{THIEF}; {row} : red ?", **TRADERS), "builder road W")


def test_TRADERS_27_followers_and_builders_of_others_do_not_matter() -> None:
    """TRADERS-X3, and Blue outnumbers Red."""
    game = table("plus", ROAD, **TRADERS)
    for _ in range(3):
        game.arrange("blue", "follower", "0,0 road E")
    lay(game, "U(2,0)r1 : blue builder road W")
    assert [one for one in figures(game) if "builder" in one] == ["red builder 1,0 road E", "blue builder 2,0 road E"]
    assert lay(game, "U(3,0)r1 : red").double == "red"
    game.play("no second part")
    assert lay(game, "U(4,0)r1 : blue").double == "blue"


def test_TRADERS_28_a_builder_does_not_occupy_a_feature() -> None:
    """TRADERS-R3: it cannot be alone, except in a study."""
    game = table("plus", "D(0,0)r0; U(1,0)r1", **TRADERS)
    game.arrange("blue", "builder", "1,0 road E")
    (road,) = [one for one in game.features() if one.kind == "road"]
    assert (road.strength, road.owners) == ((0,) * 6, ())
    lay(game, "U(2,0)r1 : red ?")
    assert may(game, "thief E")


# -- the builder's effect ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [f"{ROAD}; U(2,0)r1", f"{CITY}; G(0,-3)r1"])
def test_TRADERS_29_a_tile_on_the_builders_road_or_city_gives_a_double_turn(moves: str) -> None:
    before, _, last = moves.rpartition("; ")
    assert lay(table("plus", before, **TRADERS), f"{last} : red").double == "red"


def test_TRADERS_30_the_first_part_is_finished_then_the_second_is_played_in_full() -> None:
    """TRADERS-E4: a tile, a figure, a scoring."""
    game = table("plus", ROAD, **TRADERS)
    turn = lay(game, "L(2,0)r0 : red knight N")
    assert (turn.points, turn.back, kind(game)) == ({"red": 4}, {"red": 2}, "second part"), "scored before the second draw"
    game.play("second part")
    assert (kind(game), part(game)) == ("draw", (0, 2))
    assert lay(game, "E(2,-1)r2 : red").points == {"red": 4}
    assert part(game) == (1, 1)


def test_TRADERS_31_the_tile_of_the_builder_itself_gives_none() -> None:
    """TRADERS-X4; nor does a tile elsewhere."""
    game = table("plus", THIEF, **TRADERS)
    assert lay(game, "U(1,0)r1 : red builder road W").double == "none"
    assert lay(game, "B(0,1)r0 : red").double == "none"


def test_TRADERS_32_also_when_the_tile_completes_and_the_builder_goes_home() -> None:
    """TRADERS-R13."""
    game = table("plus", ROAD, **TRADERS)
    turn = lay(game, "A(2,0)r1 : red")
    assert (turn.points, turn.back, turn.double, figures(game)) == ({"red": 4}, {"red": 2}, "red", [])


def test_TRADERS_33_no_chain() -> None:
    """TRADERS-R10: both tiles may prolong the road."""
    game = table("plus", ROAD, **TRADERS)
    lay(game, "U(2,0)r1 : red")
    game.play("second part")
    assert lay(game, "U(3,0)r1 : red").double == "none"
    assert part(game) == (1, 1)


def test_TRADERS_34_again_in_each_later_turn() -> None:
    game = table("plus", ROAD, **TRADERS)
    for x in range(2, 6):
        assert lay(game, f"U({x},0)r1 : red").double == "red"
        game.play("no second part")
        assert part(game) == (1, 1)
        assert lay(game, f"B({x},1)r0 : blue").double == "none", "nothing is left over for the next player"
        assert lay(game, f"B({x},2)r0 : red").double == "none", "nor for himself"


def test_TRADERS_35_a_figure_in_each_part_on_the_tile_of_that_part() -> None:
    game = table("plus", f"{ROAD}; U(2,0)r1 : red farmer Nw", **TRADERS)
    game.play("second part")
    lay(game, "B(0,1)r0 : red ?")
    assert places(game) == {"pass", "follower monastery", "follower field Nw"}
    game.play("monk")
    assert (kind(game), part(game)) == ("draw", (1, 1))
    assert {"red follower 2,0 field Nw", "red follower 0,1 monastery"} < set(figures(game))


def test_TRADERS_36_scoring_in_both_parts() -> None:
    game = table("plus", f"{ROAD}; G(0,-1)r1 : red knight S", **TRADERS)
    assert lay(game, "A(2,0)r1 : red").points == {"red": 4}
    game.play("second part")
    assert lay(game, "E(0,-2)r2 : red").points == {"red": 6}
    assert [entry.turn for entry in game.ledger] == [game.turn - 1] * 2


def test_TRADERS_37_figures_that_came_home_may_be_placed_in_the_second_part() -> None:
    """TRADERS-E5: the builder comes home and goes to the city."""
    game = table("plus", f"{ROAD}; L(2,0)r0 : red knight N", **TRADERS)
    assert supply(game, "red", "builder") == 1
    game.play("second part")
    lay(game, "F(2,-1)r1 : red builder city S")
    assert figures(game) == ["red follower 2,0 city N", "red builder 2,-1 city N"]
    assert lay(game, "F(2,-2)r1 : red").double == "red", "TRADERS-R10: it earns from the next turn on"


def test_TRADERS_38_a_tile_of_another_player_earns_nothing() -> None:
    game = table("plus", ROAD, **TRADERS)
    assert lay(game, "U(2,0)r1 : blue").double == "none"
    assert game.turn == 4
    assert (figures(game)[-1], part(game)) == ("red builder 1,0 road E", (2, 1))


def test_TRADERS_39_the_second_part_may_be_declined_but_not_a_drawn_tile() -> None:
    """TRADERS-R4."""
    game = table("plus", f"{ROAD}; U(2,0)r1 : red", **TRADERS)
    assert {str(option) for option in game.options()} == {"second part", "no second part"}
    assert refused(game, "pass").clause == "TRADERS-39"
    trial = game.copy()
    trial.play("no second part")
    assert (kind(trial), part(trial)) == ("draw", (1, 1))
    game.play("second part")
    game.play("B")
    assert refused(game, "pass").clause == "BASE-30"


# -- the builder stays and goes ----------------------------------------------------------------------------------------


def test_TRADERS_40_the_builder_stays_and_cannot_be_moved() -> None:
    """TRADERS-R12: there is only one."""
    game = table("plus", f"{ROAD}; U(2,0)r1 : red ?", **TRADERS)
    assert refused(game, "builder road W").clause == "TRADERS-40"
    assert not any("builder" in place for place in places(game))


def test_TRADERS_41_when_its_feature_is_scored_it_returns_whoever_wins() -> None:
    """Two Blue thieves win the road."""
    game = table("plus", ROAD, **TRADERS)
    for _ in range(2):
        game.arrange("blue", "follower", "0,0 road E")
    turn = lay(game, "A(2,0)r1 : blue")
    assert (turn.points, turn.back, supply(game, "red", "builder")) == ({"blue": 4}, {"red": 2, "blue": 2}, 1)


def test_TRADERS_R22_an_outnumbered_builder_works_as_before() -> None:
    game = table("plus", ROAD, **TRADERS)
    for _ in range(2):
        game.arrange("blue", "follower", "0,0 road E")
    assert lay(game, "U(2,0)r1 : red").double == "red"


def test_TRADERS_42_without_an_own_follower_it_returns_at_once() -> None:
    """A tower takes Red's last thief; another thief of his keeps the builder (TURN-06, TOWER-78)."""
    road = "To12+garden(0,-1)r0; U(0,0)r1 : red thief E; U(1,0)r1 : red builder road W; U(-1,0)r1"
    for more_, builders in (((), 1), (("red",), 0)):
        game = table("plus", road, sets=["traders", "tower"], players=2)
        for colour in more_:
            game.arrange(colour, "follower", "-1,0 road W")
        lay(game, "B(0,-2)r0 : blue floor 0,-1 / capture player 1 follower 0,0 road E")
        assert supply(game, "red", "builder") == builders


def test_TRADERS_43_it_never_counts_for_the_majority_and_never_scores() -> None:
    """TRADERS-X7; at the end too."""
    game = table("plus", ROAD, **TRADERS)
    game.arrange("blue", "follower", "0,0 road E")
    assert final(game) == {"red": 3, "blue": 3}
    game = table("plus", "D(0,0)r0; U(1,0)r1", **TRADERS)
    game.arrange("blue", "builder", "1,0 road E")
    assert final(game) == {}


# -- the pig -----------------------------------------------------------------------------------------------------------


def test_TRADERS_44_the_pig_is_the_one_figure_of_the_step() -> None:
    game = table("plus", f"{FIELD}; A(2,-2)r1 : red ?", **TRADERS)
    game.play("pig field Nw")
    assert (kind(game), supply(game, "red", "pig"), supply(game, "red")) == ("draw", 0, 6)


def test_TRADERS_45_in_a_field_with_an_own_farmer_and_nowhere_else() -> None:
    """TRADERS-E6."""
    game = table("plus", "D(0,0)r0; U(-1,0)r1 : red farmer Nw; U(1,0)r1 : red ?", **TRADERS)
    assert may(game, "pig field Nw")
    for place in ("field Es", "road E", "monastery", "city N"):
        assert refused(game, f"pig {place}").clause == "TRADERS-45"
    blue = table("plus", "D(0,0)r0; U(-1,0)r1 : red farmer Nw; U(1,0)r1 : blue ?", **TRADERS)
    assert refused(blue, "pig field Nw").clause == "TRADERS-45"


def test_TRADERS_45_counted_after_the_tile_was_laid() -> None:
    """V joins the field of its own tile to Red's."""
    game = table("plus", "B(0,0)r0 : red farmer Nw; B(1,0)r0 : red ?", **TRADERS)
    assert may(game, "pig field Nw")


def test_TRADERS_46_pigs_of_others_do_not_prevent_it() -> None:
    game = table("plus", f"{FIELD}; A(2,-2)r1 : red pig field Nw", **TRADERS)
    game.arrange("blue", "follower", "0,-3 field Nw")
    lay(game, "B(3,-2)r0 : blue pig field Nw")
    assert [one for one in figures(game) if "pig" in one] == ["red pig 2,-2 field Nw", "blue pig 3,-2 field Nw"]


def test_TRADERS_47_the_pig_stays_until_the_end() -> None:
    game = table("plus", f"{FIELD}; A(2,-2)r1 : red pig field Nw; B(3,-2)r0 : red ?", **TRADERS)
    assert refused(game, "pig field Nw").clause == "TRADERS-47"
    game.play("pass")
    lay(game, "B(3,-3)r0")
    assert "red pig 2,-2 field Nw" in figures(game)
    game.finish()
    assert (figures(game), supply(game, "red", "pig")) == ([], 1)


def test_TRADERS_48_without_an_own_farmer_it_returns() -> None:
    """CIRCLE-21: Red takes his only farmer back; TRADERS-R16."""
    moves = "B(0,0)r0 : red farmer Nw; B(1,0)r0 : red pig field Nw; Korn4(0,1)r2 : red pass / B"
    game = table("plus", moves, sets=["traders", "circles"], players=2)
    assert (figures(game), supply(game, "red", "pig"), supply(game, "red")) == ([], 1, 7)


def test_TRADERS_49_it_does_not_count_for_the_majority_nor_occupy() -> None:
    """TRADERS-X6; a field with only a pig, possible in a study alone, is free."""
    game = table("plus", "B(0,0)r0", **TRADERS)
    game.arrange("red", "pig", "0,0 field Nw")
    lay(game, "B(1,0)r0 : blue ?")
    assert may(game, "farmer Nw")
    (field,) = [one for one in game.features() if one.kind == "field"]
    assert field.strength == (0,) * 6


def test_TRADERS_50_four_points_a_city_with_the_majority_alone_or_tied() -> None:
    """TRADERS-E7 and TRADERS-E8; the ledger says it was the pig."""
    game = table("plus", f"{FIELD}; A(2,-2)r1 : red pig field Nw", **TRADERS)
    game.arrange("blue", "follower", "0,-3 field Nw")
    game.finish()
    assert [(e.seat, e.source, e.clause, e.arithmetic()) for e in game.ledger] == [
        (0, "pig", "TRADERS-50", "2 city x 4 = 8"),
        (1, "field", "BASE-99", "2 city x 3 = 6"),
    ]


def test_TRADERS_51_only_in_its_own_field() -> None:
    """Two Red fields touch the same city; the pig is in one of them, the first scored or the second."""
    for field in ("En", "Wn"):
        game = table("plus", "InI(0,0)r0; E(0,-1)r2", sets=["traders", "inns"])
        game.arrange("red", "follower", "0,0 field En")
        game.arrange("red", "follower", "0,0 field Wn")
        assert final(game) == {"red": 3 + 3}
        game.arrange("red", "pig", f"0,0 field {field}")
        assert final(game) == {"red": 4 + 3}


def test_TRADERS_52_the_pig_of_another_changes_nothing() -> None:
    game = table("plus", FIELD, **TRADERS)
    assert final(game) == {"red": 6}
    game.arrange("blue", "follower", "0,-3 field Nw")
    game.arrange("blue", "pig", "0,-3 field Nw")
    assert final(game) == {"red": 6, "blue": 8}


def test_TRADERS_53_without_the_majority_the_pig_gives_nothing() -> None:
    """TRADERS-X6."""
    game = table("plus", f"{FIELD}; A(2,-2)r1 : red pig field Nw", **TRADERS)
    for _ in range(2):
        game.arrange("blue", "follower", "0,-3 field Nw")
    assert final(game) == {"blue": 6}


def test_TRADERS_R16_when_fields_are_joined_the_pig_belongs_to_the_joined_field() -> None:
    """A road parts Red's field from Blue's, a city at each; the monastery at its end joins them."""
    moves = "E(0,0)r0 : red farmer Es; E(0,-1)r2; U(1,0)r0 : red pig field Nw; E(2,0)r0 : blue farmer Ws; E(2,-1)r2"
    game = table("plus", moves, **TRADERS)
    assert final(game) == {"red": 4, "blue": 3}
    lay(game, "A(1,1)r2")
    assert final(game) == {"red": 8, "blue": 6}


def test_TRADERS_R17_pigs_work_each_for_its_owner() -> None:
    game = table("plus", FIELD, **TRADERS)
    for colour in ("blue", "green"):
        game.arrange(colour, "follower", "0,-3 field Nw")
    game.arrange("red", "pig", "0,-3 field Nw")
    game.arrange("blue", "pig", "0,-3 field Nw")
    assert final(game) == {"red": 8, "blue": 8, "green": 6}


# -- the end of the stock ----------------------------------------------------------------------------------------------

# Red's thief, Blue closes the city of the start tile, Red's builder, Blue elsewhere; then Red prolongs his road.
OPENING = (("W", "-1,0 r0", "thief E"), ("E", "0,-1 r2", "pass"), ("U", "1,0 r1", "builder road W"), ("B", "0,1 r0", "pass"))


def prolonged(*rest: str) -> Game:
    """A dealt game in which Red has just laid his second U, and these tiles are left."""
    draws = [tile for tile, _, _ in OPENING] + ["U", *rest]
    game = box("plus", " ".join(["D", *draws]), " ".join(draws), elements=["farmers", "builder"])
    for _, place, answer in OPENING:
        game.play(place)
        game.play(answer)
    game.play("2,0 r1")
    game.play("pass")
    return game


def test_TRADERS_X8_the_last_tile_earns_no_second_part() -> None:
    """TRADERS-R7: nothing is left to draw."""
    game = prolonged()
    assert (game.over, scores(game)) == (True, {"red": 4})
    assert "second part" not in [step.kind for step in game.steps]


def test_TRADERS_R7_a_last_tile_drawn_in_the_second_part_is_played_in_full() -> None:
    game = prolonged("A")
    game.play("second part")
    assert (game.tile, part(game)) == ("A", (0, 2))
    game.play("3,0 r1")
    game.play("monk")
    assert game.over
    assert [(entry.source, entry.points, entry.final) for entry in game.ledger] == [("road", 5, False), ("monastery", 2, True)]


def test_TRADERS_X9_an_unplaceable_second_tile_is_replaced_in_the_same_part() -> None:
    """TRADERS-R8: it has not been laid, so it uses nothing up."""
    game = prolonged("C", "V")
    game.play("second part")
    assert (game.tile, part(game)) == ("V", (0, 2))
    assert game.view()["piles"][0]["box"] == {"C": 1}
    game.play("3,0 r0")
    game.play("pass")
    assert game.over


def test_TRADERS_R7_an_unplaceable_last_tile_in_the_second_part_ends_the_game() -> None:
    game = prolonged("C")
    game.play("second part")
    assert (game.over, scores(game)) == (True, {"red": 4})
    assert game.view()["piles"][0]["box"] == {"C": 1}


# -- rulings -----------------------------------------------------------------------------------------------------------


def test_TRADERS_R6_joining_roads_prolongs_the_builders_road() -> None:
    """TRADERS-X2: also where the other part is longer and another's."""
    moves = f"{ROAD}; B(1,1)r0; U(2,1)r0 : blue thief N; U(2,2)r0; U(2,3)r0; U(2,4)r0"
    assert lay(table("plus", moves, **TRADERS), "V(2,0)r0 : red").double == "red"


def test_TRADERS_R11_a_builder_may_go_on_a_feature_that_its_tile_completes() -> None:
    """And goes home in step 3, without effect."""
    game = table("plus", THIEF, **TRADERS)
    turn = lay(game, "A(1,0)r1 : red builder road W")
    assert (turn.points, turn.back, turn.double) == ({"red": 3}, {"red": 2}, "none")
    assert supply(game, "red", "builder") == 1


def test_TRADERS_R11_with_FERRY_the_road_can_be_opened_again_and_the_builder_stays() -> None:
    """FERRY-R8: Red closes his road east of the lake and turns the ferry to the open south."""
    moves = "A(-1,0)r3; FeB(0,0)r0 : red pass / ferry E-W; U(1,0)r1 : red thief W / leave ferries"
    game = table("plus", moves, sets=["traders", "ferries"])
    lay(game, "A(2,0)r1 : red builder road W / 0,0 ferry E-S")
    assert figures(game) == ["red follower 1,0 road E", "red builder 2,0 road W"]


@between(TRADERS="TOWER", TURN="TOWER")
def test_TRADERS_R14_what_happens_to_the_builder_afterwards_does_not_cancel_the_double_turn() -> None:
    """TOWER-R24: in step 2 Red himself takes the thief that kept it there."""
    moves = "To12+garden(0,-1)r0; U(0,0)r1 : red thief E; U(1,0)r1 : red builder road W"
    game = table("plus", moves, sets=["traders", "tower"], players=2)
    turn = lay(game, "U(-1,0)r1 : red floor 0,-1 / capture player 1 follower 0,0 road E")
    assert (supply(game, "red", "builder"), turn.double) == (1, "red")


def test_TRADERS_R15_one_double_turn_however_many_features_the_tile_concerns() -> None:
    """TRADERS-X5: it completes the joined road of Red and Blue; one second part, and then Blue."""
    game = table("plus", f"{ROAD}; B(1,1)r0; A(2,1)r2 : blue thief N; V(2,0)r0 : red", **TRADERS)
    game.play("second part")
    lay(game, "B(0,1)r0 : red")
    assert part(game) == (1, 1)


def test_TRADERS_R20_goods_in_both_parts_of_a_double_turn() -> None:
    game = table("plus", "E(0,0)r1 : red knight E; HQ(1,0)r0 : red builder city W; E(0,1)r1; HE(1,1)r0", **TRADERS)
    assert lay(game, "E(2,0)r3 : red").goods == {"red": {"wine": 1}}
    game.play("second part")
    assert lay(game, "E(2,1)r3 : red").goods == {"red": {"grain": 1}}


def test_TRADERS_R23_a_builder_claims_nothing() -> None:
    """Red's thief went home with the scored road; on the next road of the tile the builder cannot stand alone."""
    game = table("plus", f"{THIEF}; W(1,0)r0 : red ?", **TRADERS)
    for side in "ES":
        assert refused(game, f"builder road {side}").clause == "TRADERS-25"


# -- with other modules ------------------------------------------------------------------------------------------------


@between(TRADERS="FLIGHT")
def test_FLIGHT_05_builder_and_pig_do_not_fly() -> None:
    game = table("plus", f"{ROAD.partition('; U')[0]}; FlB(1,0)r0 : red ?", sets=["traders", "flying"])
    assert may(game, "fly follower")
    assert may(game, "builder road W")
    for figure in ("builder", "pig"):
        assert refused(game, f"fly {figure}").clause == "FLIGHT-05"


@between(TRADERS="FLIGHT")
def test_FLIGHT_a_flown_follower_gives_the_right_to_a_builder_and_a_machine_tile_prolongs() -> None:
    """TRADERS-25 and TRADERS-29; a crash bars the rest of its part, not the second (FLIGHT-R9)."""
    more = {"sets": ["traders", "flying"]}
    game = table("plus", "D(0,0)r0; FlB(1,0)r0 : red fly follower / 1 / land 0,0 road E; U(2,0)r1 : red builder road W", **more)
    assert figures(game) == ["red follower 0,0 road E", "red builder 2,0 road E"]
    lay(game, "FlB(3,0)r2 : red fly follower / 3")
    assert kind(game) == "second part", "the machine flew east, over the edge"
    game.play("second part")
    lay(game, "B(0,1)r0 : red monk")
    assert "red follower 0,1 monastery" in figures(game)


@between(TRADERS="MSG")
def test_MSG_50_a_message_in_each_part() -> None:
    """TURN-75: 4 points for the road bring Red's follower to 5, 6 for the city of the second part his messenger to 10."""
    game = table("plus", f"{ROAD}; G(0,-1)r1 : red knight S", sets=["traders", "messages"])
    game.credit("red", 1)
    game.credit("red", 2, 1)
    lay(game, "A(2,0)r1 : red pass / follower / 1 / messenger")
    game.play("second part")
    lay(game, "E(0,-2)r2 : red pass / messenger / 3")
    assert [step.part for step in game.steps if step.kind == "message"] == [1, 2]


def with_message(number: int, moves: str, *standing: str) -> Game:
    """Red's thief closes a road for 2 points: his follower comes to a dark space, and he draws this message."""
    game = table("plus", f"W(0,0)r0 : red thief E; {moves}", sets=["traders", "messages"])
    for line in standing:
        game.arrange(*line.split(" ", 2))
    game.credit("red", 3)
    lay(game, f"W(1,0)r0 : red pass / follower / {number}")
    return game


@between(TRADERS="MSG")
def test_MSG_43_builder_and_pig_are_not_counted_and_not_taken() -> None:
    """TURN-03."""
    people = ("red follower 0,-1 city N", "red builder 0,-1 city N", "red follower 0,-1 field Se", "red pig 0,-1 field Se")
    for number, answer in ((6, "knights"), (7, "farmers")):
        game = with_message(number, "E(0,-1)r0", *people)
        game.play(answer)
        game.play("messenger")
        assert game.ledger[-1].points == 2
    game = with_message(8, "E(0,-1)r0", *people)
    assert {str(option) for option in game.options()} == {"2 points", "follower 0,-1 city N", "follower 0,-1 field En"}


@between(TRADERS="MSG")
def test_MSG_38_they_go_home_with_their_last_follower() -> None:
    people = ("red follower 0,-1 city N", "red builder 0,-1 city N", "red follower 0,-1 field Se", "red pig 0,-1 field Se")
    for answer, figure in (("follower 0,-1 city N", "builder"), ("follower 0,-1 field En", "pig")):
        game = with_message(8, "E(0,-1)r0", *people)
        game.play(answer)
        assert supply(game, "red", figure) == 1


def test_TURN_81_and_TURN_82_builder_and_the_extra_tile_of_message_4() -> None:
    """The builder may be put on it, and it may earn the second part; in a second part it earns nothing (TURN-X9)."""
    game = with_message(4, "U(0,-1)r1", "red follower 0,-1 road E")
    for answer in ("tile", "U", "1,-1 r1"):
        game.play(answer)
    assert may(game, "builder road E")
    game = with_message(4, "U(0,-1)r1", "red follower 0,-1 road E", "red builder 0,-1 road E")
    for answer in ("tile", "U", "1,-1 r1", "pass", "second part"):
        game.play(answer)
    assert (kind(game), part(game)) == ("draw", (0, 2)), "asked once, when the whole part is over"


def test_TURN_81_after_a_crash_not_even_the_builder_is_put_on_the_extra_tile() -> None:
    """FLIGHT-R9. Red's machine tile closes his road and his flight goes over the edge; without it he could build."""
    moves = "W(0,0)r0 : red thief E; B(0,-1)r0; B(1,-1)r0; B(2,-1)r0; A(2,0)r1"
    for answers, question in (("fly follower / 2", "draw"), ("pass", "figure")):
        game = table("plus", moves, sets=["traders", "messages", "flying"])
        game.arrange("red", "follower", "0,0 road W")
        game.credit("red", 2)
        lay(game, f"FlB(1,0)r0 : red {answers} / follower / 4 / tile")
        game.play("U")
        game.play("-1,0 r1")
        assert kind(game) == question
        if question == "figure":
            assert may(game, "builder road E")


@between(TRADERS="FERRY")
def test_FERRY_24_a_road_prolonged_by_a_ferry_alone_earns_nothing() -> None:
    """FERRY-X7: the tile prolongs the road W, the ferry joins it to the builder's road E. A tile on road E earns."""
    moves = "FeB(0,0)r0 : red pass / ferry S-W; U(1,0)r1 : red thief E; U(2,0)r1 : red builder road W; U(-1,0)r1 : red pass"
    game = table("plus", f"{moves} / leave ferries", sets=["traders", "ferries"])
    trial = game.copy()
    assert lay(trial, "U(-2,0)r1 : red pass / 0,0 ferry E-W").double == "none"
    assert lay(game, "U(3,0)r1 : red").double == "red"


@between(TRADERS="FERRY")
def test_TURN_42_a_turned_ferry_that_leaves_the_builder_alone_sends_it_home() -> None:
    """FERRY-X8, TRADERS-42."""
    moves = "FeB(0,0)r0 : red pass / ferry E-W; U(-1,0)r1 : red thief W / leave ferries; U(1,0)r1 : red builder road E"
    game = table("plus", f"{moves} / leave ferries", sets=["traders", "ferries"])
    lay(game, "U(-2,0)r1 : blue pass / 0,0 ferry S-W")
    assert (supply(game, "red", "builder"), figures(game)) == (1, ["red follower -1,0 road E"])


@between(TRADERS="GOLD")
def test_GOLD_20_goods_to_who_completes_and_ingots_to_the_majority() -> None:
    game = table(
        "plus", "E(-1,0)r1 : red knight E; GoD(0,0)r0; HQ(1,0)r0; E(2,0)r3 : blue", sets=["traders", "gold"], players=2
    )
    assert tokens(game, "blue") == {"wine": 1}
    assert by_seat(game.view(), "ingot") == [2, 0]


@between(TRADERS="MAGE")
@pytest.mark.parametrize("figure", ["mage", "witch"])
def test_MAGE_no_effect_on_goods_and_double_turns(figure: str) -> None:
    """TRADERS-13 and TRADERS-29 as ever."""
    game = table("plus", "E(0,0)r1 : red knight E; HQ(1,0)r0 : red builder city W", sets=["traders", "mage"])
    game.arrange(None, figure, "0,0 city E")
    turn = lay(game, "E(2,0)r3 : red")
    assert (turn.points, turn.goods, turn.double) == ({"red": 9 if figure == "mage" else 3}, {"red": {"wine": 1}}, "red")


@between(TRADERS="ROBBER", ROBBER="TRADERS")
def test_ROBBER_R10_the_points_of_goods_are_not_robbed() -> None:
    game = market({"red": (1, 0, 0)}, sets=["traders", "robbers"], players=2)
    lay(game, "RaubF(3,0)r0 : blue space 0 / pass / pass")
    assert final(game) == {"red": 10, "blue": 3}, "3 for the robber itself (ROBBER-40)"


@between(TRADERS="CIRCLE")
def test_CIRCLE_21_and_TURN_76_a_circle_before_the_second_part() -> None:
    """TURN-X3; option B sends Red's only thief home, and the builder with it; the second part stays."""
    game = table("plus", "U(0,0)r1 : red thief E", sets=["traders", "circles"], players=3)
    game.arrange("red", "builder", "0,0 road E")
    lay(game, "Korn1(1,0)r0 : red pass / B")
    assert (supply(game, "red"), supply(game, "red", "builder"), kind(game)) == (7, 1, "second part")


@between(TRADERS="TOWER")
def test_TOWER_76_and_TOWER_77_builder_and_pig_are_not_captured_and_climb_no_tower() -> None:
    moves = "To12+garden(0,-1)r0; U(0,0)r1 : red thief E; B(-1,-1)r0 : blue ?"
    game = table("plus", moves, sets=["traders", "tower"], players=2)
    game.arrange("red", "builder", "0,0 road E")
    game.play("floor 0,-1")
    assert {str(option) for option in game.options()} == {"no capture", "capture player 1 follower 0,0 road E"}
    for figure in ("builder", "pig"):
        top = table("plus", "To12+garden(0,0)r0 : red floor 0,0; B(1,0)r0 : red ?", sets=["traders", "tower"], players=2)
        assert may(top, "follower 0,0 tower")
        assert refused(top, f"{figure} 0,0 tower").clause == "TOWER-77"


@between(TRADERS="KING")
def test_KING_12_the_completer_is_the_active_player_in_either_part() -> None:
    """KING-12: in the second part too."""
    game = table("plus", f"{ROAD}; G(0,-1)r1; A(2,0)r1 : red", sets=["traders", "king"])
    assert (holder(game.view(), "baron"), record(game.view(), "baron")) == (0, 4)
    game.play("second part")
    lay(game, "E(0,-2)r2 : red")
    assert (holder(game.view(), "king"), record(game.view(), "king")) == (0, 3)


@between(TRADERS="POST")
def test_POST_R13_a_postman_is_enough_for_a_builder_who_is_never_retained() -> None:
    game = table(
        "plus",
        "D(0,0)r0; W(-1,0)r0 : red postman road E; U(1,0)r1 : red builder road W",
        sets=["traders", "postman"],
        players=4,
    )
    lay(game, "A(2,0)r1 : red pass / postman stays")
    assert (figures(game), supply(game, "red", "builder"), kind(game)) == (["red postman -1,0 road E"], 1, "second part")


def test_TRADERS_42_a_postman_that_leaves_takes_the_builder_with_him() -> None:
    """TURN-06: Blue's office tile lets him remove Red's postman."""
    moves = "U(0,0)r1 : red postman road E; U(1,0)r1 : red builder road W; Po02(2,0)r0 : blue remove postman player 1"
    game = table("plus", moves, sets=["traders", "postman"], players=4)
    assert (supply(game, "red", "postman"), supply(game, "red", "builder"), figures(game)) == (1, 1, [])
