"""Ferries: lakes, the ferry of a new lake, turning, and roads that are split, joined, closed and opened again.

``position`` lays tiles one after the other and leaves ferries alone unless told; ``road`` says what is known of a road.
Random tables against sets of segments are in properties/test_lakes.py.
"""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

from typing import Any

import pytest

import bastida
from bastida import Game
from bastida.kernel.names import find_node
from tests.boxes import tile_sets
from tests.rules.pairs import between
from tests.rules.study import Turn, final, fits, kind, lay, may, places, refused, scores, study, supply, table
from tests.seen import held, holder, pieces, record

# A lake with road ends E, S, W; the ferry joins two of them.
LAKE = "FeB(0,0)r0 : red pass / ferry"
# FERRY-E3: Yellow's thief west of the lake, Red's east of it, on one road over the ferry.
SHARED = (f"{LAKE} E-W", "U(-1,0)r1", "U(1,0)r1")


def position(*moves: str, sets: tuple[str, ...] = (), edition: str = "plus", **more: Any) -> Game:
    """A study after these moves; a ferry is turned only where the move says so."""
    game = study(edition, sets=["ferries", *sets], start=False, **more)
    for move in moves:
        lay(game, move)
        leave(game)
    return game


def leave(game: Game) -> Game:
    if kind(game) == "turn ferry":
        game.play("leave ferries")
    return game


def shared(*, sets: tuple[str, ...] = ()) -> Game:
    game = position(*SHARED, sets=sets)
    game.arrange("yellow", "follower", "-1,0 road W")
    game.arrange("red", "follower", "1,0 road E")
    return game


def asked(game: Game) -> set[str]:
    return {str(option) for option in game.options()}


def turned(game: Game, move: str, *answers: str) -> Turn:
    """Lay a tile, pass, and turn ferries; the points and figures of the whole part."""
    colour = move.partition(" : ")[2] or "red"
    return lay(game, f"{move.partition(' : ')[0]} : {colour} {' / '.join(('pass', *answers))}")


def road(game: Game, where: str) -> tuple[int, int, str]:
    """Tiles and open ends of the road with this segment, and the colours of the thieves on it."""
    engine = game.engine
    region = engine.regions.region[find_node(engine, where)]
    colours = [colour for seat, colour in enumerate(game.setup.colours) if engine.regions.strength_of(region, seat)]
    return int(engine.regions.tiles(region)), int(engine.regions.ends(region)), " ".join(colours)


def same_road(game: Game, one: str, other: str) -> bool:
    regions, engine = game.engine.regions.region, game.engine
    return bool(regions[find_node(engine, one)] == regions[find_node(engine, other)])


def ferries(game: Game) -> dict[str, str]:
    return {f"{x},{y}": "-".join(one["ends"]) for (x, y), one in pieces(game.view(), "ferry").items()}


# -- the lake tile -----------------------------------------------------------------------------------------------------


def test_FERRY_01_eight_lake_tiles_three_with_a_city_side_and_a_ferry_for_each() -> None:
    tiles = tile_sets()["ferries"].tiles
    count = {tile.id: tile.copies["C2"] for tile in tiles if "lake_ferry" in tile.marks}
    assert sum(count.values()) == 8
    assert sum(count[tile.id] for tile in tiles if "city" in tile.sides) == 3
    game = bastida.new_game("plus-ferries", seed=1)
    assert ferries(game) == {}
    while not game.over:
        game.play(game.options()[0])
    lakes = [one for one in game.view()["board"] if one["tile"] in count]
    assert set(ferries(game)) == {f"{one['x']},{one['y']}" for one in lakes}
    assert len(lakes) == 8


def test_FERRY_02_a_lake_tile_is_laid_by_the_normal_rules() -> None:
    game = position("U(0,0)r1")
    assert fits(game, "FeB(1,0)r0")
    assert not fits(game, "FeB(1,0)r3")  # its side without a road against the road
    assert not fits(game, "FeB(2,0)r0")


def test_FERRY_03_the_road_ends_are_separate_roads_that_end_at_the_lake() -> None:
    game = table("plus", "FeC(0,0)r0 : red ?", sets=["ferries"])
    roads = {f"road {side}" for side in "NESW"}
    assert {text.removeprefix("follower ") for text in places(game) if "road" in text} == roads
    assert not any(same_road(game, f"0,0 {a}", f"0,0 {b}") for a in roads for b in roads if a < b)


@pytest.mark.parametrize("pair", ["E-S", "E-W", "S-W"])
def test_FERRY_03_and_FERRY_R10_the_fields_stay_apart_with_or_without_a_ferry(pair: str) -> None:
    game = position(f"FeB(0,0)r0 : red farmer Se / ferry {pair}")
    for field in ("Es", "Sw", "Ne"):
        assert same_road(game, "0,0 field Se", f"0,0 field {field}") == (field == "Es")


def test_FERRY_04_a_thief_needs_only_the_road_behind_his_end_to_be_free() -> None:
    game = position("U(1,0)r1 : blue thief E")
    lay(game, "FeB(0,0)r0 : red ?")
    assert may(game, "thief W")
    assert may(game, "thief S")
    assert refused(game, "thief E").clause == "BASE-40"


def test_FERRY_05_nobody_stands_on_the_lake_or_the_ferry() -> None:
    """Three roads and three fields, nothing else (TURN-05)."""
    game = table("plus", "FeB(0,0)r0 : red ?", sets=["ferries"])
    kinds = sorted(text.split(" ")[1] for text in places(game) if text != "pass")
    assert kinds == ["field"] * 3 + ["road"] * 3


def test_FERRY_27_before_the_ferry_lies_no_road_into_the_lake_is_completed() -> None:
    """The road from a monastery runs into the new lake: completed once the ferry closes that end (FERRY-R11)."""
    game = position("A(-1,0)r3 : blue thief E")
    lay(game, "FeB(0,0)r0 : red ?")
    assert road(game, "-1,0 road E") == (2, 1, "blue")
    game.play("pass")
    assert road(game, "-1,0 road E") == (2, 1, "blue")
    open_again = game.copy()
    game.play("ferry E-S")
    assert scores(game) == {"blue": 2}
    open_again.play("ferry E-W")
    assert scores(open_again) == {}
    assert road(open_again, "-1,0 road E") == (2, 1, "blue")


def test_FERRY_27_a_builder_needs_his_owners_follower_behind_his_end() -> None:
    game = position("U(1,0)r1 : red thief E", sets=("traders",))
    lay(game, "FeB(0,0)r0 : red ?")
    assert {text for text in places(game) if text.startswith("builder")} == {"builder road E"}


# -- laying the ferry ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "pairs"), [("FeA", "E-S E-W S-W"), ("FeB", "E-S E-W S-W"), ("FeC", "N-E N-S N-W E-S E-W S-W")]
)
def test_FERRY_06_the_ferry_must_be_laid_and_joins_any_two_ends(tile: str, pairs: str) -> None:
    """Whatever was done in step 2 (FERRY-R1, TURN-40)."""
    for action in ("pass", "thief S", "farmer Se"):
        game = table("plus", f"{tile}(0,0)r0 : red {action}", sets=["ferries"])
        assert game.decision == bastida.Decision(0, game.setup.players[0], "ferry", "ferries")
        assert asked(game) == {f"ferry {pair}" for pair in pairs.split()}
        assert refused(game, "pass").clause == "FERRY-06"
        assert refused(game, "ferry N-N").clause == "FERRY-06"


def test_FERRY_06_the_ends_are_named_by_the_sides_of_the_table() -> None:
    game = table("plus", "FeB(0,0)r1 : red pass", sets=["ferries"])
    assert asked(game) == {"ferry N-S", "ferry N-W", "ferry S-W"}
    game.play("ferry N-S")
    assert ferries(game) == {"0,0": "N-S"}
    assert same_road(game, "0,0 road N", "0,0 road S")


def test_FERRY_07_the_joined_ends_are_one_road_and_the_others_are_closed() -> None:
    game = position("FeC(0,0)r0 : red pass / ferry E-W")
    assert road(game, "0,0 road E") == (1, 2, "")
    assert same_road(game, "0,0 road E", "0,0 road W")
    for end in "NS":
        assert road(game, f"0,0 road {end}") == (1, 1, "")


def test_FERRY_08_and_FERRY_E1_a_ferry_may_bring_several_players_onto_one_road() -> None:
    game = position("U(1,0)r1 : blue thief E")
    part = lay(game, "FeB(0,0)r0 : red thief W / ferry E-W")
    assert road(game, "0,0 road W") == (2, 2, "red blue")
    assert road(game, "0,0 road S") == (1, 1, "")
    assert part.points == {}
    assert part.back == {}


# -- turning ferries -----------------------------------------------------------------------------------------------------


def test_FERRY_10_the_active_player_may_turn_a_ferry_on_the_road_he_prolongs() -> None:
    """TURN-41; he never has to, and nobody else is asked."""
    game = shared()
    lay(game, "U(2,0)r1 : blue")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == ("turn ferry", game.setup.players[1])
    assert asked(game) == {"leave ferries", "0,0 ferry E-S", "0,0 ferry S-W"}
    game.play("leave ferries")
    assert ferries(game) == {"0,0": "E-W"}
    assert kind(game) == "draw"
    lay(game, "B(0,-1)r0 : red")  # a tile that prolongs no road
    assert kind(game) == "draw"


def test_FERRY_16_and_FERRY_17_and_FERRY_E3_turning_splits_the_road() -> None:
    """The ferry may also leave out the road just prolonged; no follower returns because of a split (FERRY-R4)."""
    game = shared()
    part = turned(game, "U(2,0)r1", "0,0 ferry E-S")
    assert part.points == {}
    assert part.back == {}
    assert road(game, "2,0 road E") == (3, 2, "red")
    assert road(game, "-1,0 road W") == (2, 1, "yellow")
    assert ferries(game) == {"0,0": "E-S"}
    game = shared()
    turned(game, "U(2,0)r1", "0,0 ferry S-W")
    assert road(game, "2,0 road E") == (3, 1, "red")
    assert road(game, "0,0 road S") == (2, 2, "yellow")


def test_FERRY_25_the_end_takes_roads_as_they_are_joined() -> None:
    game = shared()
    assert final(game) == {"red": 3, "yellow": 3}
    turned(game, "U(2,0)r1", "0,0 ferry E-S")
    assert final(game) == {"red": 3, "yellow": 2}


def test_FERRY_X2_and_FERRY_20_a_road_that_is_cut_off_is_completed() -> None:
    game = position(f"{LAKE} E-W", "A(-1,0)r3 : yellow thief E", "U(1,0)r1")
    game.arrange("red", "follower", "1,0 road E")
    part = turned(game, "U(2,0)r1", "0,0 ferry E-S")
    assert part.points == {"yellow": 2}
    assert part.back == {"yellow": 1}
    assert road(game, "2,0 road E") == (3, 2, "red")


def test_FERRY_11_and_FERRY_12_and_FERRY_X3_the_first_ferry_in_each_direction() -> None:
    """Also FERRY-14, FERRY-R3: the ferry behind the first one does not become eligible when that one is turned."""
    game = position(
        f"{LAKE} E-W",
        *("U(1,0)r1", "U(-1,0)r1", "B(1,-1)r0", "B(2,-1)r0", "B(3,-1)r0", "U(3,0)r1"),
        *("FeB(4,0)r0 : red pass / ferry E-W", "FeB(5,0)r0 : red pass / ferry E-W"),
    )
    lay(game, "U(2,0)r1")
    west, east = {"0,0 ferry E-S", "0,0 ferry S-W"}, {"4,0 ferry E-S", "4,0 ferry S-W"}
    assert asked(game) == {"leave ferries"} | west | east
    assert refused(game, "5,0 ferry E-S").clause == "FERRY-11"
    game.play("4,0 ferry E-S")
    assert asked(game) == {"leave ferries"} | west
    assert refused(game, "5,0 ferry E-S").clause == "FERRY-11"
    game.play("0,0 ferry S-W")
    assert kind(game) == "draw"
    assert ferries(game) == {"0,0": "S-W", "4,0": "E-S", "5,0": "E-W"}


def test_FERRY_11_the_search_stops_where_the_road_ends() -> None:
    """A village between the new tile and the lake: the road prolonged does not run over the ferry."""
    game = position(f"{LAKE} E-W", "W(1,0)r0", "U(2,0)r1")
    lay(game, "U(3,0)r1")
    assert kind(game) == "draw"


def test_FERRY_12_a_tile_with_several_roads_makes_several_ferries_eligible() -> None:
    """FERRY-R9: also where the roads end on the new tile."""
    game = position(
        *("FeB(-1,0)r0 : red pass / ferry E-W", "E(-1,-1)r0", "A(0,-1)r0", "E(1,-1)r0"),
        *("FeB(1,0)r0 : red pass / ferry E-W",),
    )
    lay(game, "X(0,0)r0")
    assert {text.split(" ")[0] for text in asked(game)} == {"leave", "-1,0", "1,0"}


def test_FERRY_X4_and_FERRY_21_and_FERRY_22_a_loop_over_one_ferry() -> None:
    """A tile counts once for a road (FERRY-R5)."""
    ring = ("V(1,0)r0", "V(1,1)r1")
    game = position(f"{LAKE} E-S", "V(1,0)r0 : red thief W", "V(1,1)r1")
    lay(game, "V(0,1)r2")
    assert asked(game) == {"leave ferries", "0,0 ferry E-W", "0,0 ferry S-W"}  # both directions, one ferry
    loop = game.copy()
    loop.play("leave ferries")
    assert scores(loop) == {"red": 4}
    assert supply(loop, "red") == 7
    game.play("0,0 ferry E-W")  # FERRY-R8: opened before it is scored
    assert kind(game) == "draw"
    assert scores(game) == {}
    assert road(game, "0,0 road W") == (4, 1, "red")  # all three ends, the lake counted once
    assert final(game) == {"red": 4}
    game = position(f"{LAKE} E-W", *ring)
    lay(game, "V(0,1)r2")
    assert asked(game) == {"leave ferries", "0,0 ferry E-S", "0,0 ferry S-W"}  # entered by E
    game.play("0,0 ferry E-S")
    assert road(game, "0,0 road S") == (4, 0, "")


def test_FERRY_X5_a_ferry_that_does_not_join_the_road_stays() -> None:
    """FERRY-R2: the road ends at the lake."""
    game = position(f"{LAKE} E-S")
    lay(game, "U(-1,0)r1")
    assert kind(game) == "draw"


@between(TURN="FERRY")
def test_FERRY_13_and_TURN_X2_the_new_ferry_is_laid_and_not_turned() -> None:
    """Step 2 passed over: FERRY_NEW is asked, then FERRY_TURN for the older lake only, then the scoring."""
    game = position(f"{LAKE} E-W", "A(-1,0)r3 : yellow thief E")
    lay(game, "FeB(1,0)r0 : red pass")
    assert kind(game) == "ferry"
    game.play("ferry E-W")
    assert asked(game) == {"leave ferries", "0,0 ferry E-S", "0,0 ferry S-W"}
    assert refused(game, "1,0 ferry E-S").clause == "FERRY-13"
    game.play("0,0 ferry E-S")
    assert scores(game) == {"yellow": 2}


def test_FERRY_13_not_even_over_a_road_that_comes_back() -> None:
    game = position("V(1,0)r0", "V(1,1)r1", "V(0,1)r2")
    part = lay(game, "FeB(0,0)r0 : red pass / ferry E-S")
    assert kind(game) == "draw"
    assert part.completes == {"road": 1}


def test_FERRY_14_the_new_ferry_lies_when_the_eligible_ones_are_found() -> None:
    """The new lake lies between two others: both are first in their direction, whatever the new ferry joins."""
    for pair in ("E-S", "E-W", "S-W"):
        game = position(
            *("FeB(-1,0)r0 : red pass / ferry E-W", "B(-1,-1)r0", "B(0,-1)r0", "B(1,-1)r0"),
            *("FeB(1,0)r0 : red pass / ferry E-W",),
        )
        lay(game, f"FeB(0,0)r0 : red pass / ferry {pair}")
        assert {text.split(" ")[0] for text in asked(game)} == {"leave", "-1,0", "1,0"}


def test_FERRY_15_a_ferry_is_turned_once_in_a_part() -> None:
    game = shared()
    lay(game, "U(2,0)r1 : red pass / 0,0 ferry E-S")
    assert kind(game) == "draw"
    lay(game, "U(3,0)r1 : red")
    assert may(game, "0,0 ferry E-W")  # the next part


def test_FERRY_15_and_TURN_75_the_second_part_counts_anew() -> None:
    """Once per part (FERRY-R6), not once per double turn."""
    game = shared(sets=("traders",))
    game.arrange("red", "builder", "1,0 road E")
    lay(game, "U(2,0)r1 : red pass / 0,0 ferry E-S")
    assert kind(game) == "second part"
    lay(game, "U(3,0)r1 : red")
    assert game.view()["part"] == 2
    assert asked(game) == {"leave ferries", "0,0 ferry E-W", "0,0 ferry S-W"}


@between(MSG="FERRY", FERRY="MSG")
def test_FERRY_15_and_FERRY_R6_the_extra_tile_of_a_message_belongs_to_the_part() -> None:
    """A ferry turned earlier in the part stays; one that was only laid in it may be turned (TURN-75, TURN-80)."""
    game = position(f"{LAKE} E-W", "A(-1,0)r3 : red thief E", sets=("messages",))
    game.credit("red", 3)
    lay(game, "FeB(1,0)r0 : red pass / ferry E-W / 0,0 ferry E-S / follower / 4 / tile")
    assert scores(game) == {"red": 5}
    laid, other = game.copy(), game.copy()
    for answer in ("U", "2,0 r1", "pass"):
        laid.play(answer)
    assert asked(laid) == {"leave ferries", "1,0 ferry E-S", "1,0 ferry S-W"}
    for answer in ("U", "0,1 r0", "pass"):
        other.play(answer)
    assert kind(other) == "draw"
    lay(other, "U(0,2)r0 : blue")
    assert asked(other) == {"leave ferries", "0,0 ferry E-W", "0,0 ferry S-W"}
    for answer in ("FeB", "2,0 r0", "pass", "ferry E-W"):  # an extra lake has its own ferry
        game.play(answer)
    assert asked(game) == {"leave ferries", "1,0 ferry E-S", "1,0 ferry S-W"}


def test_FERRY_16_a_turned_ferry_joins_another_pair() -> None:
    game = shared()
    lay(game, "U(2,0)r1")
    assert refused(game, "0,0 ferry E-W").clause == "FERRY-16"
    assert refused(game, "7,7 ferry E-W").clause == "FERRY-10"
    game = position("FeC(0,0)r0 : red pass / ferry E-W")
    lay(game, "U(1,0)r1")
    pairs = {"N-E", "N-S", "N-W", "E-S", "S-W"}
    assert asked(game) == {"leave ferries", *(f"0,0 ferry {pair}" for pair in pairs)}


def test_FERRY_18_tile_follower_new_ferry_turning_scoring() -> None:
    game = position(f"{LAKE} E-W", "A(-1,0)r3 : yellow thief E")
    before = len(game.steps)
    part = lay(game, "FeB(1,0)r0 : red thief S / ferry E-W / 0,0 ferry E-S")
    assert [step.kind for step in game.steps[before:]] == ["draw", "tile", "figure", "ferry", "turn ferry"]
    assert part.points == {"yellow": 2}


# -- scoring -------------------------------------------------------------------------------------------------------------


def test_FERRY_26_and_FERRY_X9_a_finished_road_is_scored_again_in_a_new_one() -> None:
    game = position(f"{LAKE} E-W", "A(0,1)r2", "A(1,0)r1 : red thief W", "U(-1,0)r1")
    assert road(game, "0,0 road S") == (2, 0, "")
    part = turned(game, "U(-2,0)r1 : blue", "0,0 ferry E-S")
    assert part.points == {"red": 3}
    assert part.back == {"red": 1}
    assert road(game, "-2,0 road W") == (3, 1, "")


def test_FERRY_26_a_finished_road_that_stays_as_it_was_is_not_scored_again() -> None:
    """The follower on it is set up there: nobody could get onto a completed road."""
    game = position("FeC(0,0)r0 : red pass / ferry E-W", "A(0,1)r2", "U(1,0)r1")
    game.arrange("green", "follower", "0,1 road N")
    part = turned(game, "U(2,0)r1", "0,0 ferry N-E")
    assert part.points == {}
    assert part.back == {}
    assert road(game, "0,0 road S") == (2, 0, "green")


def test_FERRY_26_and_FERRY_R7_a_reopened_road_is_an_ordinary_one() -> None:
    """It can be occupied, and is scored again when it is completed again, also of the same segments."""
    game = position(f"{LAKE} E-W", "A(0,1)r2", "U(-1,0)r1")
    turned(game, "U(-2,0)r1", "0,0 ferry S-W")
    assert road(game, "0,1 road N") == (4, 1, "")
    assert lay(game, "U(-3,0)r1 : blue thief W").points == {}
    leave(game)
    part = turned(game, "A(-4,0)r3", "leave ferries")
    assert part.points == {"blue": 6}
    # The road of two tiles was completed, then opened; cut off again it is scored once more.
    game = position(f"{LAKE} E-W", "A(0,1)r2", "U(-1,0)r1")
    turned(game, "U(-2,0)r1", "0,0 ferry S-W")
    game.arrange("green", "follower", "0,1 road N")
    part = turned(game, "U(-3,0)r1", "0,0 ferry E-W")
    assert part.points == {"green": 2}


@between(BASE="FERRY")
@pytest.mark.parametrize(
    ("pair", "ferry", "points"),
    [
        ("E-W", "0,0 ferry E-S", {"green": 4, "blue": 2, "yellow": 2}),
        ("E-W", "0,0 ferry S-W", {"green": 4, "blue": 2}),
        ("S-W", "0,0 ferry E-S", {"green": 4, "yellow": 2}),
        ("S-W", "leave ferries", {"green": 4, "blue": 4, "yellow": 4}),
        ("E-S", "leave ferries", {"green": 4, "yellow": 3}),
    ],
)
def test_FERRY_20_and_TURN_50_whatever_closed_it_and_whoever_is_in_it(pair: str, ferry: str, points: dict[str, int]) -> None:
    """The tile closes Green's city, the new ferry Blue's road, the turned ferry Yellow's; nobody is Red's."""
    game = position(
        *(f"{LAKE} E-W", "A(-1,0)r3 : yellow thief E", "U(0,1)r0", "A(1,1)r2 : blue thief N"),
        *("B(0,-1)r0", "E(1,-1)r2 : green knight S"),
    )
    part = turned(game, "FeA(1,0)r0", f"ferry {pair}", ferry)
    assert part.points == points
    assert part.back == dict.fromkeys(points, 1)


# -- with other modules ------------------------------------------------------------------------------------------------


def test_FERRY_23_a_ferry_lake_is_no_inn_lake() -> None:
    game = position("A(-1,0)r3 : red thief E", f"{LAKE} E-W", sets=("inns",))
    part = turned(game, "A(1,0)r1", "leave ferries")
    assert part.points == {"red": 3}


@between(FERRY="INNS")
def test_FERRY_23_an_inn_doubles_the_whole_road_across_ferries() -> None:
    game = position("A(-1,0)r3 : red thief E", f"{LAKE} E-W", "InB(1,0)r0", sets=("inns",))
    assert turned(game, "A(2,0)r1", "leave ferries").points == {"red": 8}
    game = position("A(-1,0)r3 : red thief E", f"{LAKE} E-W", "InB(1,0)r0", sets=("inns",))
    assert final(game) == {}
    part = turned(game, "A(2,0)r1", "0,0 ferry E-S")  # the inn is cut off
    assert part.points == {"red": 2}


def test_FERRY_24_and_FERRY_X7_only_a_tile_earns_the_second_part() -> None:
    """TURN-73."""
    start = (f"{LAKE} S-W", "U(1,0)r1 : red thief E")
    game = position(*start, sets=("traders",))
    game.arrange("red", "builder", "1,0 road E")
    turned(game, "U(-1,0)r1", "0,0 ferry E-W")
    assert same_road(game, "-1,0 road W", "1,0 road E")
    assert kind(game) == "draw"
    game = position(*start, sets=("traders",))
    game.arrange("red", "builder", "1,0 road E")
    lay(game, "U(2,0)r1 : red")
    assert kind(game) == "second part"


@between(FERRY="TRADERS")
@pytest.mark.parametrize("pair", ["E-S", "E-W", "S-W"])
def test_FERRY_24_a_lake_tile_on_the_builders_road_earns_it_wherever_its_ferry_lies(pair: str) -> None:
    game = position("U(1,0)r1 : red thief E", sets=("traders",))
    game.arrange("red", "builder", "1,0 road E")
    lay(game, f"FeB(0,0)r0 : red pass / ferry {pair}")
    assert kind(game) == "second part"


def test_FERRY_X8_and_TURN_06_a_builder_left_alone_goes_home() -> None:
    game = position(f"{LAKE} E-W", "U(-1,0)r1 : red thief W", "U(1,0)r1", sets=("traders",))
    game.arrange("red", "builder", "1,0 road E")
    part = turned(game, "U(2,0)r1 : blue", "0,0 ferry S-W")
    assert supply(game, "red", "builder") == 1
    assert part.back == {"red": 1}
    assert road(game, "0,0 road S") == (2, 2, "red")


@pytest.mark.parametrize(
    ("answers", "home"),
    [
        (["leave ferries"], 0),
        (["-1,0 ferry S-W", "leave ferries"], 1),
        (["-1,0 ferry S-W", "1,0 ferry E-S"], 0),
        (["1,0 ferry E-S", "leave ferries"], 1),
        (["1,0 ferry E-S", "-1,0 ferry S-W"], 0),
    ],
)
def test_TURN_42_and_TURN_R16_a_builder_cut_off_and_joined_again_stays(answers: list[str], home: int) -> None:
    """A ring with two lakes: one turned ferry parts Red's builder from his thief, the other brings them together."""
    game = position(
        *("FeB(-1,0)r0 : red pass / ferry E-W", "V(-1,1)r2", "U(0,1)r1", "V(1,1)r1"),
        *("FeB(1,0)r0 : red pass / ferry E-W", "U(-2,0)r1 : red thief W", "U(2,0)r1"),
        sets=("traders",),
    )
    game.arrange("red", "builder", "2,0 road E")
    turned(game, "U(0,0)r1 : blue", *answers)
    assert kind(game) == "draw"
    assert supply(game, "red", "builder") == home


@between(FLIGHT="FERRY", FERRY="FLIGHT")
def test_FERRY_and_FLIGHT_a_follower_may_land_on_a_road_end_and_ferries_are_turned_afterwards() -> None:
    game = position(f"{LAKE} E-W", "U(-1,0)r1 : yellow thief W", sets=("flying",))
    lay(game, "FlB(1,0)r0 : red fly follower / 1")
    assert asked(game) == {f"land 0,0 road {end}" for end in "ESW"}
    game.play("land 0,0 road W")
    assert road(game, "1,0 road E") == (3, 2, "red yellow")
    game.play("0,0 ferry E-S")
    assert road(game, "0,0 road W") == (2, 1, "red yellow")
    assert road(game, "1,0 road E") == (2, 2, "")


@between(FERRY="MSG")
@pytest.mark.parametrize(("answer", "points"), [("leave ferries", 4), ("0,0 ferry E-S", 2)])
def test_FERRY_and_MSG_message_1_looks_at_the_roads_as_joined_now(answer: str, points: int) -> None:
    game = position(*(f"{LAKE} E-W", "U(-1,0)r1 : red thief W", "U(1,0)r1", "E(0,-1)r0 : red knight N"), sets=("messages",))
    turned(game, "U(2,0)r1 : blue", answer)
    game.credit("red", 1)
    lay(game, "E(0,-2)r2 : red pass / follower / 1 / smallest road / messenger")
    assert (game.ledger[-1].points, game.ledger[-1].clause) == (points, "MSG-31")


@between(FERRY="GOLD")
def test_FERRY_and_GOLD_a_completed_road_collects_the_ingots_of_its_lakes() -> None:
    game = position(f"{LAKE} E-W", "A(-1,0)r3 : red thief E", "GoG(0,-1)r0 : blue ingot 0,0 / pass", sets=("gold",))
    part = turned(game, "A(1,0)r1 : blue", "leave ferries")
    assert part.points == {"red": 3}
    lying = {cell: piece["number"] for cell, piece in pieces(game.view(), "ingot").items()}
    assert (held(game.view(), 0, "ingot"), lying) == (1, {(0, -1): 1})


@between(FERRY="ROBBER")
def test_FERRY_and_ROBBER_points_of_a_turned_ferry_are_ordinary_points() -> None:
    game = position(f"{LAKE} E-W", "A(-1,0)r3 : yellow thief E", "U(1,0)r1", sets=("robbers",), players=3)
    game.credit("yellow", 7)
    lay(game, "RaubD(0,-1)r0 : blue space 7 / pass / pass")
    turned(game, "U(2,0)r1", "0,0 ferry E-S")
    assert scores(game) == {"yellow": 9, "blue": 1}


@between(FERRY="CIRCLE")
def test_FERRY_and_CIRCLE_an_added_follower_stands_with_the_older_one_when_the_road_is_split() -> None:
    game = shared(sets=("circles",))
    lay(game, "Korn1(2,0)r0 : red pass / leave ferries / A / add follower -1,0 road E / pass")
    assert road(game, "-1,0 road W") == (4, 2, "red yellow")
    turned(game, "V(2,1)r1", "0,0 ferry E-S")
    assert road(game, "-1,0 road W") == (2, 1, "yellow")
    region = game.engine.regions.region[find_node(game.engine, "-1,0 road W")]
    assert game.engine.regions.strength_of(region, 2) == 2


@between(FERRY="TOWER")
def test_FERRY_and_TOWER_the_ferry_is_laid_also_when_step_2_was_a_floor() -> None:
    game = position("To12+garden(0,-1)r0", sets=("tower",))
    lay(game, "FeB(0,0)r0 : red floor 0,-1")
    assert kind(game) == "ferry"
    game.play("ferry E-W")
    assert kind(game) == "draw"


@between(TURN="KING", FERRY="KING")
def test_FERRY_and_KING_who_turns_the_ferry_completes_the_road() -> None:
    """A road opened again no longer counts at the end (KING-R8), but its record stands (KING-R10)."""
    game = position(f"{LAKE} E-W", "A(-1,0)r3 : yellow thief E", "U(1,0)r1", sets=("king",))
    turned(game, "U(2,0)r1 : blue", "0,0 ferry E-S")
    assert (holder(game.view(), "baron"), record(game.view(), "baron")) == (1, 2)
    assert final(game) == {"blue": 1}
    turned(game, "U(3,0)r1", "0,0 ferry E-W")
    assert (holder(game.view(), "baron"), record(game.view(), "baron")) == (1, 2)
    assert final(game) == {}  # open in the east now


RETAINED = "A(0,1)r2 : yellow postman road N / postman stays"


def test_FERRY_and_POST_a_road_opened_again_ends_the_retention() -> None:
    """POST-R20: its followers are ordinary thieves of the new road and are scored again with it."""
    game = position(f"{LAKE} E-W", RETAINED, "U(-1,0)r1", sets=("postman",), players=4)
    assert scores(game) == {"yellow": 2}
    part = turned(game, "U(-2,0)r1 : blue", "0,0 ferry S-W")
    assert (part.points, part.back) == ({}, {})
    assert road(game, "0,1 road N") == (4, 1, "yellow")
    part = turned(game, "A(-3,0)r3", "leave ferries", "postman off")
    assert (part.points, part.back) == ({"yellow": 5}, {"yellow": 1})


def test_FERRY_26_and_POST_retained_followers_on_a_road_left_as_it_was_score_nothing() -> None:
    game = position("FeC(0,0)r0 : red pass / ferry E-W", RETAINED, "U(1,0)r1", sets=("postman",), players=4)
    part = turned(game, "U(2,0)r1", "0,0 ferry N-E")
    assert (part.points, part.back) == ({}, {})
    assert road(game, "0,1 road N") == (2, 0, "yellow")


@between(FERRY="RIVER")
def test_FERRY_the_lake_of_the_river_is_no_ferry_lake() -> None:
    """RIVER in the table of interactions: a whole river is laid and nobody is asked for a ferry."""
    game = bastida.new_game("plus", sets=["river", "ferries"], seed=3)
    while game.view()["piles"][0]["left"] or kind(game) != "tile":
        assert kind(game) != "ferry"
        game.play(game.options()[0])
    assert ferries(game) == {}


def test_FERRY_without_ferries_the_roads_end_at_the_lake() -> None:
    """The tiles without the element: no clause speaks of it; the lake then closes every end."""
    game = table("plus", "A(-1,0)r3 : blue thief E", sets=["ferries"], without=["ferries"])
    part = lay(game, "FeB(0,0)r0 : red")
    assert kind(game) == "draw"
    assert part.points == {"blue": 2}


def test_FERRY_without_lakes_the_element_changes_nothing() -> None:
    plain = bastida.new_game("plus", players=2, seed=5)
    more = bastida.new_game("plus", elements=["farmers", "ferries"], players=2, seed=5)
    while not plain.over:
        assert [str(option) for option in plain.options()] == [str(option) for option in more.options()]
        answer = plain.options()[len(plain.steps) % len(plain.options())].text
        plain.play(answer)
        more.play(answer)
    assert plain.scores() == more.scores()
