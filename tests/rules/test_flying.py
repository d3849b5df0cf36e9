"""Flying Machines: who may take off, where the die leads, where one may land and what comes of it (FLIGHT-01 to FLIGHT-19)."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import random
from typing import Any

import pytest

import bastida
from bastida import Game
from bastida.kernel.geometry import AROUND_DX, AROUND_DY, DIRECTION_NAMES
from tests.boxes import tile_sets
from tests.rules.eager import play_eagerly, rich
from tests.rules.pairs import between
from tests.rules.study import figures, final, fits, kind, lay, may, places, refused, scores, study, supply

# FLIGHT-E1: a monastery with city and road, whose road is completed; FlC(0,0)r2 points to it over one tile.
CROWDED = ("GoC(2,0)r1", "A(1,0)r3", "A(2,1)r2")
HERE = "yellow follower 2,0 city N; blue follower 2,0 monastery"
FLY = "FlC(0,0)r2 : red fly follower"
# The eight cells around 2,0 that are still empty there: E closes the city too.
CLOSING = ("E(2,-1)r2", "E(3,0)r3", "B(1,-1)r0", "B(3,-1)r0", "B(1,1)r0", "B(3,1)r0")
# FLIGHT-X2: FlB(0,0)r2 closes a road of four tiles and points along it.
ROW = ("A(-1,0)r3", "B(-1,-1)r0", "B(0,-1)r0", "B(1,-1)r0", "U(1,0)r1", "A(2,0)r1")


def position(*moves: str, sets: tuple[str, ...] = (), edition: str = "plus", stand: str = "", **more: Any) -> Game:
    """A study after these moves; ``stand`` sets figures up: "red follower 0,0 city N; blue big 0,0 road E"."""
    game = study(edition, sets=["flying", *sets], start=False, **more)
    for move in moves:
        lay(game, move)
        if kind(game) == "turn ferry":
            game.play("leave ferries")
    for one in filter(None, stand.split("; ")):
        colour, figure, where = one.split(" ", 2)
        game.arrange(colour, figure, where)
    return game


def crowded(stand: str = HERE, *, sets: tuple[str, ...] = (), **more: Any) -> Game:
    return position(*CROWDED, sets=("gold", *sets), stand=stand, **more)


def asked(game: Game) -> set[str]:
    return {str(option) for option in game.options()}


def where(game: Game, colour: str = "red", figure: str = "follower") -> list[str]:
    """The places of a colour's figures of a kind."""
    start = f"{colour} {figure} "
    return [text.removeprefix(start) for text in figures(game) if text.startswith(start)]


# -- taking off ----------------------------------------------------------------------------------------------------------


def test_FLIGHT_01_eight_machines_among_the_other_tiles() -> None:
    tiles = [tile for tile in tile_sets()["flying"].tiles if "flight" in tile.marks]
    assert sum(tile.copies["C2"] for tile in tiles) == 8
    game = bastida.new_game("plus-flying", seed=1)
    stock = next(pile for pile in game.view()["piles"] if pile["name"] == "stock")
    assert sum(count for tile, count in stock["mixed"].items() if tile.startswith("Fl")) + str(game.tile).startswith("Fl") == 8


def test_FLIGHT_02_a_machine_tile_is_laid_by_the_normal_rules() -> None:
    game = position("U(0,0)r1")
    assert fits(game, "FlB(1,0)r0")
    assert not fits(game, "FlC(1,0)r0"), "road against field"
    assert not fits(game, "FlB(2,0)r0")


def test_FLIGHT_03_a_follower_is_deployed_on_the_tile_or_flies_or_neither() -> None:
    game = position("B(-1,0)r0")
    lay(game, "FlC(0,0)r2 : red ?")
    deploy = {"follower road N", "follower field Nw", "follower field Ne"}
    assert places(game) == deploy | {"fly follower", "pass"}
    for answer in sorted(places(game)):
        tried = game.copy()
        tried.play(answer)
        assert kind(tried) == ("roll" if answer == "fly follower" else "draw")
        assert supply(tried, "red") == (6 if answer in deploy else 7)


def test_FLIGHT_03_and_TURN_30_the_other_actions_of_step_2_are_open_too() -> None:
    moves = ("U(0,-1)r0 : red thief N", "To12+garden(-1,-1)r0", "E+garden(-2,-1)r0")
    game = position(*moves, sets=("tower", "traders", "abbot"), stand="red abbot -2,-1 garden")
    lay(game, "FlC(0,0)r2 : red ?")
    others = {text for text in places(game) if text.split()[0] != "follower"}
    assert others == {"fly follower", "builder road N", "take back abbot", "floor -1,-1", "pass"}


def test_FLIGHT_04_only_the_machine_of_the_tile_laid_in_this_part() -> None:
    game = position("FlC(0,0)r0")
    lay(game, "U(0,1)r0 : red ?")
    assert "fly follower" not in places(game)
    assert refused(game, "fly follower").clause == "FLIGHT-04"


def test_FLIGHT_05_normal_follower_big_follower_and_postman_fly() -> None:
    game = position("B(-1,0)r0", sets=("inns", "postman", "abbot", "traders"), players=5)
    lay(game, "FlC(0,0)r2 : red ?")
    assert {text for text in places(game) if text.startswith("fly")} == {"fly follower", "fly big", "fly postman"}
    for figure in ("abbot", "builder", "pig", "robber"):
        assert refused(game, f"fly {figure}").clause == "FLIGHT-05"  # FLIGHT-R1 for the abbot


def test_FLIGHT_05_the_figure_comes_from_the_supply() -> None:
    rows = "; ".join(f"red follower {x},0 monastery" for x in range(7))
    game = position(*(f"B({x},0)r0" for x in range(7)), sets=("inns",), stand=rows)
    lay(game, "FlG(0,1)r0 : red ?")
    assert {text for text in places(game) if text.startswith("fly")} == {"fly big"}
    assert refused(game, "fly follower").clause == "FLIGHT-05"


def test_FLIGHT_06_the_figure_is_chosen_before_the_die_is_rolled() -> None:
    game = crowded(sets=("inns",))
    lay(game, "FlC(0,0)r2 : red fly big")
    assert game.decision == bastida.Decision(None, "", "roll", "flying")
    game.play("2")
    assert asked(game) == {"land 2,0 monastery", "land 2,0 city N"}, "only the landing place is still open"
    game.play("land 2,0 city N")
    assert (where(game, figure="big"), where(game)) == (["2,0 city N"], [])
    assert (supply(game, "red"), supply(game, "red", "big")) == (7, 0)


# -- the flight ----------------------------------------------------------------------------------------------------------


def rays() -> list[str]:
    """Monasteries one to three cells away in all eight directions; the others keep the table together and none complete."""
    straight = [(d, 0) for d in (1, 2, 3)]
    diagonal = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)]
    cells = []
    for turn in range(4):
        for x, y in straight + diagonal:
            for _ in range(turn):
                x, y = -y, x
            cells.append((x, y))
    return [f"B({x},{y})r0" for x, y in cells]


@pytest.mark.parametrize("direction", range(8), ids=DIRECTION_NAMES)
def test_FLIGHT_07_and_FLIGHT_09_the_drawing_shows_the_direction_and_the_die_the_distance(direction: int) -> None:
    """FlG points to the west, FlH to the north-west; FLIGHT-R8: never the machine's own tile."""
    tile, first = ("FlG", "W") if direction % 2 == 0 else ("FlH", "NW")
    turns = (direction - DIRECTION_NAMES.index(first)) // 2 % 4
    moves = rays()
    order = sorted(moves, key=lambda move: sum(abs(int(n)) for n in move[2:-3].split(",")))
    game = study("plus", sets=["flying"], start=False)
    left = order
    while left:  # each where it touches what lies there
        for move in left:
            if not game.view()["board"] or fits(game, move):
                lay(game, move)
                left = [other for other in left if other != move]
                break
    lay(game, f"{tile}(0,0)r{turns} : red fly follower")
    for distance in (1, 2, 3):
        flown = game.copy()
        flown.play(str(distance))
        assert where(flown) == [f"{distance * AROUND_DX[direction]},{distance * AROUND_DY[direction]} monastery"]


def test_FLIGHT_07_the_direction_turns_with_the_tile() -> None:
    """FlC points to the west; turned once, to the north."""
    game = position("U(0,0)r1", "B(0,-1)r0", "B(-1,-1)r0")
    lay(game, "FlC(1,0)r1 : red fly follower")
    game.play("1")
    assert where(game) == [], "1,-1 is empty"
    game = position("U(0,0)r1", "B(0,-1)r0", "B(1,-1)r0")
    lay(game, "FlC(1,0)r1 : red fly follower / 1")
    assert where(game) == ["1,-1 monastery"]


def test_FLIGHT_08_the_die_gives_1_2_or_3_each_as_likely() -> None:
    game = crowded()
    lay(game, FLY)
    assert [str(option) for option in game.options()] == ["1", "2", "3"]
    assert {int(game.engine.weight(option.number)) for option in game.options()} == {1}
    assert refused(game, "4").clause == "FLIGHT-08"


def test_FLIGHT_08_loaded_dice() -> None:
    game = bastida.new_game("plus-flying", draws=["A", "FlC"], rolls=[2], seed=1)
    for answer in ("-1,0 r3", "pass"):
        game.play(answer)
    while kind(game) == "tile":
        game.play(game.options()[0])
    game.play("fly follower")
    assert [step.text for step in game.steps if step.kind == "roll"] == ["2"]


def test_FLIGHT_09_and_FLIGHT_X3_cells_between_may_be_empty() -> None:
    """FLIGHT-R2: cells are counted, not tiles. The road of 2,0 is open here."""
    game = position("GoC(2,0)r1", "U(2,1)r0", "B(1,1)r0", "A(0,1)r2", sets=("gold",), stand=HERE)
    lay(game, f"{FLY} / 2")
    assert asked(game) == {"land 2,0 monastery", "land 2,0 city N", "land 2,0 road S"}


# -- landing -------------------------------------------------------------------------------------------------------------


def test_FLIGHT_10_and_FLIGHT_E1_with_a_2_the_follower_lands_in_the_monastery_or_the_city() -> None:
    game = crowded()
    lay(game, f"{FLY} / 2")
    assert game.decision == bastida.Decision(0, game.setup.players[0], "land", "flying")
    assert asked(game) == {"land 2,0 monastery", "land 2,0 city N"}
    assert refused(game, "pass").clause == "FLIGHT-10"
    assert refused(game, "land 1,0 monastery").clause == "FLIGHT-10"
    assert refused(game, "land 2,0 road S").clause == "FLIGHT-14"
    assert refused(game, "land 2,0 field Sw").clause == "FLIGHT-13"
    for place in ("monastery", "city N"):
        landed = game.copy()
        landed.play(f"land 2,0 {place}")
        assert where(landed) == [f"2,0 {place}"]
        assert kind(landed) == "draw"


def test_FLIGHT_10_the_player_who_flies_chooses() -> None:
    game = crowded()
    lay(game, f"{FLY.replace('red', 'green')} / 2")
    assert game.decision == bastida.Decision(3, game.setup.players[3], "land", "flying")
    game.play("land 2,0 monastery")
    assert where(game, "green") == ["2,0 monastery"]


def test_FLIGHT_11_an_incomplete_road_is_legal_too() -> None:
    game = position("U(1,0)r0")
    lay(game, f"{FLY} / 1")
    assert where(game) == ["1,0 road N"]


def test_FLIGHT_12_followers_already_there_do_not_matter() -> None:
    many = "red follower 2,0 monastery; blue follower 2,0 monastery; blue follower 2,0 monastery; red follower 2,0 city N"
    game = crowded(many)
    lay(game, f"{FLY} / 2 / land 2,0 monastery")
    assert where(game).count("2,0 monastery") == 2
    assert where(game, "blue").count("2,0 monastery") == 2


@pytest.mark.parametrize("without", [(), ("farmers",)], ids=["farmers", "no farmers"])
def test_FLIGHT_13_a_field_is_never_legal(without: tuple[str, ...]) -> None:
    """An empty field is all there is on the landing tile: the follower comes back."""
    game = study("plus", sets=["flying"], start=False, without=without)
    lay(game, "FlG(1,0)r0")
    lay(game, f"{FLY} / 1")
    assert (where(game), supply(game, "red"), kind(game)) == ([], 7, "draw")


def test_FLIGHT_14_and_FLIGHT_X2_and_TURN_23_completed_by_the_machine_tile() -> None:
    """FLIGHT-R3: the road counts as completed from the moment the tile is laid, before it is scored."""
    game = position(*ROW)
    turn = lay(game, "FlB(0,0)r2 : red fly follower / 1")
    assert (turn.points, where(game), turn.completes) == ({}, [], {"road": 1})
    turn = lay(position(*ROW), "FlB(0,0)r2 : red thief E")
    assert turn.points == {"red": 4}


def test_FLIGHT_14_a_completed_monastery_is_not_legal() -> None:
    ring = [f"B({x},{y})r0" for x, y in ((1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2))]
    game = position(*ring)
    lay(game, "FlG(0,1)r2 : red fly follower / 2")
    assert (where(game), supply(game, "red")) == ([], 7)


@pytest.mark.parametrize(
    ("tile", "sets"),
    [
        ("FlH", ("abbot",)),  # a garden
        ("To12+garden", ("tower", "abbot")),
        ("BB6F1", ("river",)),
    ],
)
def test_FLIGHT_15_garden_tower_and_river_are_no_places(tile: str, sets: tuple[str, ...]) -> None:
    game = position(f"{tile}(1,0)r0", sets=sets)
    lay(game, f"{FLY} / 1")
    assert (where(game), supply(game, "red"), kind(game)) == ([], 7, "draw")


@pytest.mark.parametrize(("tile", "set_"), [("Korn2", "circles"), ("FeC", "ferries"), ("To11", "tower")])
def test_FLIGHT_15_circle_lake_and_tower_are_not_among_the_places_of_their_tile(tile: str, set_: str) -> None:
    """FLIGHT-R4, TURN-05: only the roads that end there."""
    game = position(sets=(set_,), players=2)
    lay(game, f"{tile}(1,0)r0")
    while kind(game) != "draw":
        game.play(game.options()[0])
    lay(game, "FlB(2,0)r0 : red fly follower / 1")
    assert {text.split()[2] for text in asked(game)} == {"road"}


def test_FLIGHT_15_a_garden_beside_other_places_is_refused() -> None:
    game = position("H+garden(1,0)r0", sets=("abbot",))
    lay(game, f"{FLY} / 1")
    assert asked(game) == {"land 1,0 city N", "land 1,0 city S"}
    assert refused(game, "land 1,0 garden").clause == "FLIGHT-15"


@between(TURN="FLIGHT")
def test_FLIGHT_16_and_TURN_31_after_a_crash_the_step_is_used_up() -> None:
    game = crowded()
    lay(game, f"{FLY} / 3")
    assert (supply(game, "red"), kind(game), game.seat) == (7, "draw", 1)


@between(FLIGHT="ABBOT")
@pytest.mark.parametrize("reading", ["nothing", "recall"])
def test_FLIGHT_R9_a_table_may_let_the_abbot_be_taken_back_after_a_crash(reading: str) -> None:
    sets = ("abbot", "traders", "tower", "gold")
    stand = "red abbot 2,0 monastery; red follower 2,0 city N"
    game = position(*CROWDED, "To12+garden(1,1)r0", sets=sets, stand=stand, switches={"after_crash": reading})
    lay(game, "FlC(0,0)r2 : red fly follower / 3 / pass" if reading == "recall" else "FlC(0,0)r2 : red fly follower / 3")
    assert (kind(game), game.seat) == ("draw", 1), "who passes has done nothing more"


@between(FLIGHT="ABBOT")
def test_FLIGHT_R9_then_nothing_but_the_recall_is_possible() -> None:
    sets = ("abbot", "traders", "tower", "gold")
    stand = "red abbot 2,0 monastery; red follower 2,0 city N"
    game = position(*CROWDED, "To12+garden(1,1)r0", sets=sets, stand=stand, switches={"after_crash": "recall"})
    lay(game, "FlC(0,0)r2 : red ?")
    game.play("fly follower")
    game.play("3")
    assert places(game) == {"pass", "take back abbot"}
    assert refused(game, "follower field Nw").clause == "FLIGHT-R9"
    assert bastida.position(bastida.from_position(bastida.position(game))) == bastida.position(game)
    around = sum(game.engine.board.slot_at(2 + dx, dy) >= 0 for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    game.play("take back abbot")
    assert (scores(game), kind(game), game.seat) == ({"red": around}, "draw", 1)
    assert supply(game, "red", "abbot") == 1
    landed = position(*CROWDED, sets=("abbot", "gold"), stand="red abbot 2,0 monastery", switches={"after_crash": "recall"})
    lay(landed, "FlC(0,0)r2 : red fly follower / 2 / land 2,0 city N")
    assert kind(landed) == "draw", "only a flight that fails leaves it open"


@between(FLIGHT="ABBOT")
def test_FLIGHT_R9_without_an_abbot_on_the_table_nobody_is_asked() -> None:
    game = position(*CROWDED, sets=("abbot", "gold"), switches={"after_crash": "recall"})
    lay(game, "FlC(0,0)r2 : red fly follower / 3")
    assert (kind(game), game.seat) == ("draw", 1)


@between(FLIGHT="ABBOT MSG")
def test_FLIGHT_R9_on_the_extra_tile_a_crash_leaves_nothing_open() -> None:
    sets = ("messages", "abbot")
    game = position(*GAP, sets=sets, stand="red abbot 1,-1 monastery", switches={"after_crash": "recall"})
    game.credit("red", 2)
    lay(game, "FlB(1,0)r2 : red pass / follower / 4 / tile")
    for answer in ("FlG", "1,-2 r0", "fly follower", "3"):
        game.play(answer)
    assert (kind(game), game.seat) == ("draw", 1)


@between(FLIGHT="ABBOT")
def test_FLIGHT_R1_a_table_may_let_the_abbot_fly_to_monasteries_and_gardens() -> None:
    moves = ("V+garden(2,0)r3 : blue abbot garden", "B(1,0)r0")
    more = {"sets": ("abbot",), "switches": {"abbot_flies": "yes"}}
    game = position(*moves, **more)
    lay(game, "FlG(0,0)r2 : red ?")
    assert {"fly abbot", "fly follower"} <= places(game)
    other = game.copy()
    game.play("fly abbot")
    near, far = game.copy(), game
    near.play("1")
    assert "red abbot 1,0 monastery" in figures(near)
    far.play("2")
    assert "red abbot 2,0 garden" in figures(far), "beside the other's, and nowhere else on the tile"
    assert final(far) == {"red": 2, "blue": 2}
    other.play("fly follower")
    other.play("2")
    assert "red follower 2,0 road E" in figures(other)
    usual = position(*moves, sets=("abbot",))
    lay(usual, "FlG(0,0)r2 : red ?")
    assert refused(usual, "fly abbot").clause == "FLIGHT-05"


def test_FLIGHT_R7_a_flight_that_is_certain_to_fail_may_be_chosen() -> None:
    game = position("B(-1,0)r0")
    lay(game, "FlG(0,0)r2 : red ?")
    assert may(game, "fly follower")


def test_FLIGHT_R9_the_bar_ends_with_the_part() -> None:
    """The next player, and the second part of a double turn, are not barred."""
    moves = ("W(0,0)r0 : red thief E", "U(1,0)r1 : red builder road W")
    game = position(*moves, sets=("traders",))
    lay(game, "FlB(2,0)r0 : red fly follower / 3")
    assert kind(game) == "second part"
    game.play("second part")
    lay(game, "U(3,0)r1 : red ?")
    assert may(game, "farmer Nw")


# Red's road of three tiles, closed by FlB(1,0)r2 in the middle; with 2 points before, he then draws a message.
GAP = ("W(0,0)r0 : red thief E", "B(0,-1)r0", "B(1,-1)r0", "B(2,-1)r0", "W(2,0)r0")


@between(FLIGHT="MSG")
@pytest.mark.parametrize("crash", [True, False])
def test_FLIGHT_16_and_FLIGHT_R9_with_MSG_nothing_is_put_on_the_extra_tile_after_a_crash(crash: bool) -> None:
    """Nor does anybody fly from it; without a crash it may be used like any machine (TURN-81)."""
    game = position(*GAP, sets=("messages",))
    game.credit("red", 2)
    lay(game, f"FlB(1,0)r2 : red {'fly follower / 3' if crash else 'pass'} / follower / 4 / tile")
    game.play("FlG")
    game.play("1,-2 r0")
    if crash:
        assert (kind(game), game.seat, figures(game)) == ("draw", 1, [])
    else:
        assert places(game) == {"pass", "follower field Nw", "fly follower"}


# -- afterwards ----------------------------------------------------------------------------------------------------------


def test_FLIGHT_17_a_follower_that_landed_is_an_ordinary_one() -> None:
    """It ties with the knight who was there, goes home with it, and counts at the end."""
    game = crowded()
    lay(game, f"{FLY} / 2 / land 2,0 city N")
    landed = next(one for one in game.view()["figures"] if one["seat"] == 0)
    assert (landed["role"], landed["lying"]) == ("knight", False)
    assert final(game) == {"red": 1, "yellow": 1, "blue": 3}, "a city of one tile, a monastery with two tiles around it"
    lay(game, "E(2,-1)r2 : blue")
    turn = lay(game, "E(3,0)r3 : blue")
    assert turn.points == {"red": 6, "yellow": 6}
    assert turn.back == {"red": 1, "yellow": 1}


def test_FLIGHT_17_it_may_not_be_joined_by_a_deployed_follower() -> None:
    """BASE-40 holds for everybody who does not fly."""
    game = position("U(1,0)r0")
    lay(game, f"{FLY} / 1")
    lay(game, "U(1,1)r0 : blue ?")
    assert refused(game, "thief N").clause == "BASE-40"


@between(BASE="FLIGHT")
@pytest.mark.parametrize(
    ("figure", "points"), [("follower", {"red": 9, "blue": 9}), ("big", {"red": 9})], ids=["tie", "big follower"]
)
def test_FLIGHT_18_and_FLIGHT_X1_several_monks_the_majority_scores_and_all_go_home(figure: str, points: dict[str, int]) -> None:
    """FLIGHT-R6; with INNS the big follower counts 2."""
    game = crowded("blue follower 2,0 monastery", sets=("inns",))
    lay(game, f"FlC(0,0)r2 : red fly {figure} / 2 / land 2,0 monastery")
    assert final(game) == dict.fromkeys(points, 3), "its own tile and two around it; the same majority at the end"
    for move in CLOSING[:-1]:
        lay(game, f"{move} : green")
    turn = lay(game, f"{CLOSING[-1]} : green")
    assert (turn.points, turn.back) == (points, {"red": 1, "blue": 1})


# -- with other modules --------------------------------------------------------------------------------------------------


@between(FLIGHT="RIVER")
def test_FLIGHT_10_with_RIVER_a_river_tile_can_be_the_landing_tile() -> None:
    """FLIGHT-15: the river itself is no place, so the spring is none at all."""
    game = position("BB6F1(0,0)r0", "BB6F2(0,1)r1", sets=("river",))
    lay(game, "FlG(0,-1)r3 : red fly follower")
    spring = game.copy()
    spring.play("1")
    assert where(spring) == []
    game.play("2")
    assert asked(game) == {"land 0,1 city E", "land 0,1 road W"}


@between(FLIGHT="ABBOT")
def test_FLIGHT_18_with_ABBOT_a_flown_monk_joins_an_abbot_who_may_still_be_taken_back() -> None:
    """The recall pays the value whatever the majority; the others stay."""
    game = crowded("blue abbot 2,0 monastery", sets=("abbot", "inns"))
    lay(game, "FlC(0,0)r2 : red fly big / 2 / land 2,0 monastery")
    turn = lay(game, "B(3,1)r0 : recall blue abbot")
    assert turn.points == {"blue": 4}
    assert where(game, figure="big") == ["2,0 monastery"]


@between(FLIGHT="TRADERS")
def test_FLIGHT_17_with_TRADERS_landing_on_the_builders_road_earns_nothing() -> None:
    game = position("U(1,0)r0 : red thief N", "U(1,1)r0 : red builder road N", sets=("traders",))
    turn = lay(game, f"{FLY} / 1")
    assert (where(game), turn.double) == (["1,0 road N", "1,0 road N"], "none")


def test_FLIGHT_R5_and_FLIGHT_19_with_FERRY_the_segment_of_a_lake_is_chosen_and_a_ferry_may_complete_the_road() -> None:
    """FLIGHT-R10: the two ends belong to one road now, and a turned ferry can part them."""
    moves = ("FeB(1,0)r0 : blue pass / ferry E-W", "A(2,0)r1", "U(0,0)r1")
    game = position(*moves, sets=("ferries",))
    lay(game, "FlB(-1,0)r2 : red fly follower / 2")
    assert asked(game) == {"land 1,0 road E", "land 1,0 road S", "land 1,0 road W"}
    west, east = game.copy(), game.copy()
    east.play("land 1,0 road E")
    assert kind(east) == "turn ferry", "after the landing"
    east.play("1,0 ferry S-W")
    assert scores(east) == {"red": 2}, "the eastern road is completed by the ferry"
    west.play("land 1,0 road W")
    west.play("1,0 ferry S-W")
    assert (scores(west), where(west)) == ({}, ["1,0 road W"])


@between(FLIGHT="TOWER")
def test_FLIGHT_15_with_TOWER_a_follower_that_landed_can_be_captured_on_its_tile() -> None:
    game = position("To14(1,0)r0", sets=("tower",))
    lay(game, f"{FLY} / 1")
    assert where(game) == ["1,0 monastery"], "the monastery, not the tower beside it"
    lay(game, "B(1,1)r0 : blue floor 1,0 / capture player 1 follower 1,0 monastery")
    assert (where(game), supply(game, "red")) == ([], 6)


@between(FLIGHT="POST")
def test_FLIGHT_11_with_POST_an_incomplete_office_is_legal_and_the_postman_flies() -> None:
    game = position("Po03(1,0)r0", sets=("postman", "inns"), players=4)
    lay(game, "FlB(0,0)r2 : red ?")
    assert {text for text in places(game) if text.startswith("fly")} == {"fly follower", "fly big", "fly postman"}
    for figure in ("follower", "big", "postman"):
        flown = game.copy()
        flown.play(f"fly {figure}")
        flown.play("1")
        assert asked(flown) == {"land 1,0 post_office", "land 1,0 road S", "land 1,0 road W"}
        flown.play("land 1,0 post_office")
        assert where(flown, figure=figure) == ["1,0 post_office"]


@between(FLIGHT="POST")
def test_FLIGHT_14_with_POST_a_scored_zone_with_retained_followers_is_completed() -> None:
    game = position("A(1,0)r2", stand="blue postman 1,0 road N", sets=("postman",), players=4)
    lay(game, "A(1,-1)r0 : blue pass / postman stays")
    assert where(game, "blue", "postman") == ["1,0 road N"]
    lay(game, f"{FLY} / 1")
    assert where(game) == ["1,0 monastery"]


@between(FLIGHT="CIRCLE", CIRCLE="FLIGHT")
def test_FLIGHT_R9_with_CIRCLE_a_crash_does_not_bar_option_A() -> None:
    """The circle tile is the extra tile of a message in the part of the crash."""
    game = position(*GAP, sets=("messages", "circles"), players=2, stand="red follower 0,0 road S")
    game.credit("red", 2)
    lay(game, "FlB(1,0)r2 : red fly follower / 3 / follower / 4 / tile")
    game.play("Korn1")
    game.play("0,1 r1")
    assert kind(game) == "circle", "no figure was asked for"
    game.play("A")
    assert asked(game) == {"pass", "add follower 0,0 road S"}
    game.play("add follower 0,0 road S")
    assert where(game) == ["0,0 road S", "0,0 road S"]


# -- random games --------------------------------------------------------------------------------------------------------


def test_FLIGHT_10_in_random_games_the_landing_places_are_those_a_look_at_the_table_finds() -> None:
    found = {"land": 0, "crash": 0, "forced": 0}
    seen: set[tuple[int, int]] = set()

    def look(game: Game) -> None:
        """At the landing, or at the next question if there was none; a tile drawn meanwhile is not laid yet."""
        done = [step for step in game.steps if step.kind != "draw"]
        if not done or done[-1].kind != "roll" or (seed, len(done)) in seen:
            return
        seen.add((seed, len(done)))
        text = next(step.text for step in reversed(done) if step.kind == "tile")
        x, y = (int(word) for word in text.split()[0].split(","))
        tile = next(one for one in game.view()["board"] if (one["x"], one["y"]) == (x, y))
        drawn = next(one for one in game.engine.rules.tiles if one.id == tile["tile"]).marks["flight"]
        way = (DIRECTION_NAMES.index(drawn) + 2 * tile["turns"]) % 8
        cell = f"{x + int(done[-1].text) * AROUND_DX[way]},{y + int(done[-1].text) * AROUND_DY[way]} "
        zones = [one for one in game.features() if one.kind in ("road", "city", "monastery", "post_office")]
        legal = {name for one in zones if not one.completed for name in one.segments if name.startswith(cell)}
        if kind(game) == "land":
            found["land"] += 1
            assert asked(game) == {f"land {name}" for name in legal}
        else:
            found["forced" if legal else "crash"] += 1
            assert len(legal) < 2

    for seed in range(10):
        others = random.Random(seed).sample(["abbot", "inns", "gold", "ferries", "tower", "postman"], 3)
        play_eagerly(rich(["flight"], 4, ["flying", *others], 2 + seed % 4), seed, look)
    assert min(found.values()) > 2, found
