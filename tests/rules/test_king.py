"""The King and the Robber Baron: the largest city, the longest road, and the count at the end (KING-01 to KING-29).

``completed(game, "city", 3, 4, "blue")`` lays a city of four tiles in the third row of the table, closed by Blue; roads
likewise. Rows lie one below the other and have nothing to do with each other.
"""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import random
from typing import Any

import pytest

import bastida
from bastida import Game, SetupError
from bastida.carcassonne.order import FINAL, SCRIPT
from bastida.table.setup import families, make_setup
from tests.boxes import tile_sets
from tests.rules.eager import play_eagerly, rich
from tests.rules.pairs import between
from tests.rules.study import box, figures, final, kind, lay, may, refused, study
from tests.rules.study import completed as features_completed

TOKENS = [("city", "king"), ("road", "baron")]
both = pytest.mark.parametrize(("what", "token"), TOKENS, ids=["king", "baron"])
# The tiles of a row, west, middle and east.
ROWS = {"city": ("E({},{})r1", "G({},{})r0", "E({},{})r3"), "road": ("A({},{})r3", "U({},{})r1", "A({},{})r1")}


def position(*moves: str, sets: tuple[str, ...] = (), edition: str = "plus", stand: str = "", **more: Any) -> Game:
    """A study after these moves; ``stand`` sets figures up: "red follower 0,0 city N; blue big 0,0 road E"."""
    game = study(edition, sets=["king", *sets], start=False, **more)
    for move in moves:
        lay(game, move)
        if kind(game) == "turn ferry":
            game.play("leave ferries")
    for one in filter(None, stand.split("; ")):
        colour, figure, where = one.split(" ", 2)
        game.arrange(colour, figure, where)
    return game


def row(what: str, y: int, length: int) -> list[str]:
    west, middle, east = ROWS[what]
    return [west.format(0, y), *(middle.format(x, y) for x in range(1, length - 1)), east.format(length - 1, y)]


def completed(game: Game, what: str, y: int, length: int, colour: str, stand: str = "") -> dict[str, int]:
    """Lay a row; the last tile is this colour's. The points of step 3."""
    *others, last = row(what, y, length)
    for move in others:
        lay(game, f"{move} : pink")
    if stand:
        game.arrange(stand, "follower", f"0,{y} {what} E")
    return lay(game, f"{last} : {colour}").points


def held(game: Game, token: str) -> tuple[str | None, int]:
    """Who holds a token, and the record."""
    seat, record = shown(game, token)
    return None if seat is None else game.setup.colours[seat], record


def shown(game: Game, token: str) -> tuple[int | None, int]:
    """The seat before which a token lies, once, and the record that lies with it; nobody has it without a record."""
    players = enumerate(game.view()["players"])
    found = [(seat, thing) for seat, player in players for thing in player["holds"] if thing["picture"] == token]
    if not found:
        column = game.engine.rules.column_offset["king.record"] + ("king", "baron").index(token)
        return None, int(game.engine.columns[column])
    [(seat, thing)] = found
    assert (thing["number"], thing["owner"]) == (1, None)
    return seat, thing["record"]


def holding(game: Game, token: str, colour: str, record: int) -> Game:
    """Give a token to a colour that has set a record."""
    engine = game.engine
    columns, offset = engine.columns, engine.rules.column_offset
    number = ("king", "baron").index(token)
    columns[offset["king.holder"] + number] = game.setup.colours.index(colour)
    columns[offset["king.record"] + number] = record
    assert held(game, token) == (colour, record)
    return game


# -- components and tiles ------------------------------------------------------------------------------------------------


def test_KING_01_five_land_tiles_and_two_tokens() -> None:
    """KING-R13 of the tile data: in the Plus printing Ki4 has a garden."""
    pieces = tile_sets()["king"]
    assert {printing: sum(tile.copies[printing] for tile in pieces.tiles) for printing in ("C1", "C2")} == {"C1": 5, "C2": 5}
    assert [(card.id, card.count) for card in pieces.cards] == [("King", 1), ("RobberBaron", 1)]


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_KING_02_and_KING_04_the_tiles_are_shuffled_with_the_others_and_the_tokens_are_not(edition: str) -> None:
    game = bastida.new_game(edition, sets=["king"], seed=3)
    stock = next(pile for pile in game.view()["piles"] if pile["name"] == "stock")
    plain = next(pile for pile in bastida.new_game(edition, seed=3).view()["piles"] if pile["name"] == "stock")
    assert stock["left"] == plain["left"] + 5
    assert sum(count for tile, count in stock["mixed"].items() if tile.startswith("Ki")) + str(game.tile).startswith("Ki") == 5
    names = {tile for pile in game.view()["piles"] for tile in pile["mixed"]}
    assert not names & {"King", "RobberBaron"}


def test_KING_02_a_king_tile_follows_the_normal_rules() -> None:
    game = position("E(0,-1)r2")
    game.play("Ki1")
    assert may(game, "0,0 r0")
    assert refused(game, "1,-1 r0").clause == "BASE-25"


def test_KING_03_it_goes_with_every_other_expansion() -> None:
    others = [name for name in families()["carcassonne"].expansions if name != "king"]
    for name in others:
        assert "king" in make_setup("plus", sets=["king", name]).elements
    assert "king" in make_setup("plus", sets=["king", *others], players=5).elements
    with pytest.raises(SetupError, match="king"):
        make_setup("hunters", sets=["king"])  # this part of the booklet is for Carcassonne


@between(KING="BASE")
def test_KING_05_and_KING_06_the_crossing_city_tile_has_two_separate_cities() -> None:
    game = position("E(0,-1)r2 : red knight S")
    lay(game, "Ki1(0,0)r0 : blue ?")
    assert refused(game, "knight N").clause == "BASE-40"
    assert refused(game, "knight S").clause == "BASE-40"
    game.play("knight E")
    cities = [one for one in game.features() if one.kind == "city"]
    assert [one.strength[:2] for one in cities] == [(1, 0), (0, 1)]


def test_KING_R13_the_remnants_of_field_are_two_and_may_hold_farmers() -> None:
    game = position("E(0,-1)r2")
    lay(game, "Ki1(0,0)r0 : blue ?")
    assert sum(" field " in str(option) for option in game.options()) == 2


def test_KING_06_and_KING_E1_two_cities_on_one_tile() -> None:
    game = position("Ki1(0,0)r0", "E(0,-1)r2", stand="red follower 0,0 city N")
    turn = lay(game, "E(0,1)r0 : blue")
    assert (turn.points, turn.back) == ({"red": 6}, {"red": 1})
    assert held(game, "king") == ("blue", 3)
    other = next(one for one in game.features() if "0,0 city E" in one.segments)
    assert (other.completed, other.owners, other.cells) == (False, (), ((0, 0),))


def test_KING_07_and_KING_E2_the_two_segments_joined_count_once() -> None:
    moves = ("Ki1(0,0)r0", "N(0,-1)r2", "N(1,-1)r3", "N(1,0)r0", "E(0,1)r0")
    game = position(*moves, stand="red follower 0,0 city N")
    turn = lay(game, "E(-1,0)r1 : blue")
    assert (turn.points, turn.completes) == ({"red": 12}, {"city": 1})
    assert held(game, "king") == ("blue", 6), "KING-15: not 7"


# -- taking a token; KING-23: the Baron like the King --------------------------------------------------------------------


@both
def test_KING_08_and_KING_23_at_the_start_it_belongs_to_nobody(what: str, token: str) -> None:
    assert held(bastida.new_game("plus-king", seed=1), token) == (None, 0)


def test_KING_09_and_KING_X1_the_first_to_complete_a_city_takes_the_king() -> None:
    """KING-13: nobody has a follower there; KING-22: it gives no points now and asks nothing."""
    game = position("E(0,-1)r2")
    turn = lay(game, "E(0,0)r0 : red")
    assert (turn.points, held(game, "king"), held(game, "baron")) == ({}, ("red", 2), (None, 0))
    assert {step.kind for step in game.steps} == {"draw", "tile", "figure"}


@both
def test_KING_09_and_KING_24_whatever_the_size(what: str, token: str) -> None:
    for length in (2, 5):
        game = position()
        completed(game, what, 0, length, "green")
        assert held(game, token) == ("green", length)
        other = next(one for _, one in TOKENS if one != token)
        assert held(game, other) == (None, 0)


def test_KING_10_and_KING_X2_and_KING_X3_a_larger_city_of_another_player_takes_it() -> None:
    game = position("E(0,-1)r2", "E(0,0)r0 : red", "E(-1,0)r3", "E(-2,0)r1 : blue")
    assert held(game, "king") == ("red", 2), "KING-11: an equal one does not (KING-X2, KING-R2)"
    for move in ("B(1,0)r0", "B(2,0)r0", "B(3,0)r0", "B(4,0)r0", "G(5,0)r1", "E(5,-1)r2 : red knight S"):
        lay(game, move)
    turn = lay(game, "E(5,1)r0 : blue")
    assert (turn.points, held(game, "king")) == ({"red": 6}, ("blue", 3)), "KING-12: not who scores"


@both
@pytest.mark.parametrize(("length", "result"), [(2, ("red", 3)), (3, ("red", 3)), (4, ("blue", 4))])
def test_KING_10_and_KING_11_and_KING_25_more_segments_than_every_one_before(
    what: str, token: str, length: int, result: tuple[str, int]
) -> None:
    game = position()
    completed(game, what, 0, 3, "red")
    completed(game, what, 1, length, "blue")
    assert held(game, token) == result


@both
def test_KING_12_and_KING_23_who_lays_the_last_tile_counts_not_who_scores(what: str, token: str) -> None:
    game = position()
    assert completed(game, what, 0, 3, "blue", stand="red") == {"red": 6 if what == "city" else 3}
    assert held(game, token) == ("blue", 3)


@between(BASE="KING")
@both
def test_KING_13_and_KING_23_an_empty_feature_sets_the_record_too(what: str, token: str) -> None:
    """KING-R3: completing means laying the last tile."""
    game = position()
    assert completed(game, what, 0, 4, "red") == {}
    completed(game, what, 1, 3, "blue", stand="blue")
    assert held(game, token) == ("red", 4)


@both
def test_KING_14_and_KING_23_what_is_not_completed_never_counts(what: str, token: str) -> None:
    game = position(*row(what, 0, 7)[:-1], stand=f"red follower 0,0 {what} E")
    assert held(game, token) == (None, 0)
    completed(game, what, 1, 2, "blue")
    assert held(game, token) == ("blue", 2)


def test_KING_16_and_KING_X6_shields_do_not_count() -> None:
    moves = ("M(0,0)r2", "M(1,0)r3", "N(0,1)r1")
    game = holding(position(*moves, stand="red follower 0,0 city E"), "king", "green", 4)
    turn = lay(game, "N(1,1)r0 : blue")
    assert (turn.points, held(game, "king")) == ({"red": 12}, ("green", 4))
    game = holding(position(*moves), "king", "green", 3)
    lay(game, "N(1,1)r0 : blue")
    assert held(game, "king") == ("blue", 4)


@both
def test_KING_17_and_KING_X4_the_holders_own_record_counts(what: str, token: str) -> None:
    """KING-R4."""
    game = position()
    completed(game, what, 0, 3, "blue")
    completed(game, what, 1, 5, "blue")
    assert held(game, token) == ("blue", 5)
    completed(game, what, 2, 4, "red")
    assert held(game, token) == ("blue", 5)


@pytest.mark.parametrize(("record", "result"), [(2, ("red", 3)), (3, ("blue", 3))])
def test_KING_18_and_KING_X5_two_cities_at_once(record: int, result: tuple[str, int]) -> None:
    """KING-R5: the larger is compared with the record before the tile."""
    game = position("E(0,-1)r2", "B(-1,-1)r0", "G(-1,0)r0", "E(-2,0)r1")
    holding(game, "king", "blue", record)
    turn = lay(game, "I(0,0)r3 : red")
    assert (turn.completes, held(game, "king")) == ({"city": 2}, result)


@pytest.mark.parametrize("turns", [0, 2])
def test_KING_18_and_KING_23_two_roads_at_once_whichever_is_found_first(turns: int) -> None:
    """GoA has roads N-W and E-S; turned half round, the longer road runs over the other segment of it."""
    moves = ("A(-1,0)r3", "B(-1,-1)r0", "A(0,-1)r0", "B(1,-1)r0", "U(1,0)r1", "A(2,0)r1", "B(1,1)r0", "A(0,1)r2")
    game = holding(position(*moves, sets=("gold",)), "baron", "blue", 3)
    turn = lay(game, f"GoA(0,0)r{turns} : red ingot 1,0")
    assert (turn.completes, held(game, "baron")) == ({"road": 2}, ("red", 4))


@between(KING="TRADERS")
def test_KING_26_and_KING_X9_a_tile_the_road_crosses_twice_counts_once() -> None:
    """KING-R1: with TRADERS, the bridge tile."""
    moves = ("HB(0,0)r0", "V(1,0)r1", "V(1,-1)r0", "V(0,-1)r3", "W(-1,0)r0")
    game = position(*moves, sets=("traders",), stand="red follower 0,-1 road S")
    tied = holding(game.copy(), "baron", "blue", 6)
    turn = lay(game, "A(0,1)r2 : red")
    assert (turn.points, held(game, "baron")) == ({"red": 6}, ("red", 6))
    lay(tied, "A(0,1)r2 : red")
    assert held(tied, "baron") == ("blue", 6)


def test_KING_29_one_player_may_hold_both_and_one_tile_win_both() -> None:
    game = position("A(-1,0)r3", "B(-1,-1)r0", "E(0,-1)r2", "B(1,-1)r0", "A(1,0)r1")
    lay(game, "D(0,0)r0 : yellow")
    assert (held(game, "king"), held(game, "baron")) == (("yellow", 2), ("yellow", 3))


def test_KING_29_the_tokens_are_independent() -> None:
    game = position()
    completed(game, "road", 0, 5, "red")
    completed(game, "city", 1, 3, "blue")
    completed(game, "road", 2, 4, "blue")
    assert (held(game, "king"), held(game, "baron")) == (("blue", 3), ("red", 5))


@between(TURN="KING", KING="TURN")
def test_KING_R7_and_TURN_56_the_tokens_change_hands_in_step_3_before_figures_go_home() -> None:
    steps = [step for step, _ in SCRIPT]
    assert steps.index("SCORE") < steps.index("SPOILS") < steps.index("RETURN")
    assert dict(SCRIPT)["SPOILS"] == ("goods", "king")


# -- the end of the game -------------------------------------------------------------------------------------------------


def ending() -> Game:
    """KING-X7: cities of 2, 2, 3, 4 and 6 tiles, one open with 9, four roads; Red holds the King, Blue the Baron."""
    game = position()
    for y, length in enumerate((2, 2, 3)):
        completed(game, "city", y, length, "blue", stand="green" if y else "")
    completed(game, "city", 3, 4, "yellow", stand="yellow")
    completed(game, "city", 4, 6, "red")
    for move in row("city", 5, 10)[:-1]:
        lay(game, f"{move} : green")
    for y, length in zip(range(6, 10), (3, 2, 2, 3), strict=True):
        completed(game, "road", y, length, "blue" if y == 6 else "black")
    return game


def test_KING_19_and_KING_27_and_KING_X7_a_point_for_each_completed_city_and_road() -> None:
    """KING-20: whoever completed or scored it, whatever its size; the open city of nine tiles counts nothing."""
    game = ending()
    assert (held(game, "king"), held(game, "baron")) == (("red", 6), ("blue", 3))
    assert features_completed(game) == {"city": 5, "road": 4}
    assert final(game) == {"red": 5, "blue": 4}
    game.finish()
    last = [(entry.seat, entry.points, entry.source, entry.clause) for entry in game.ledger if entry.final]
    assert last == [(0, 5, "king", "KING-19"), (1, 4, "baron", "KING-27")]


def test_KING_20_cities_count_whoever_scored_them() -> None:
    game = position()
    completed(game, "city", 0, 4, "red", stand="blue")
    completed(game, "city", 1, 2, "blue", stand="yellow")
    assert final(game) == {"red": 2}


@both
def test_KING_21_and_KING_28_and_KING_X8_without_a_completed_one_nobody_scores(what: str, token: str) -> None:
    """KING-R6: the token stays beside the board."""
    game = position(*row(what, 0, 5)[:-1])
    other = "road" if what == "city" else "city"
    completed(game, other, 1, 2, "red")
    assert held(game, token) == (None, 0)
    assert final(game) == {"red": 1}, "for the other token"
    game.finish()
    assert [entry.source for entry in game.ledger] == ["king" if other == "city" else "baron"]


def test_KING_22_holding_a_token_gives_nothing_before_the_end() -> None:
    """KING-R15: no point at each completion."""
    game = ending()
    plain = {entry.source for entry in game.ledger}
    assert plain == {"city"}, "only the knights have scored"


def test_KING_X10_and_TURN_91_the_last_tile_wins_the_king_first_and_then_counts() -> None:
    assert [step for step, _ in FINAL][-1] == "FINAL_KING"
    game = box("plus", "D E", "E", elements=["king"])
    game.play("0,-1 r2")
    game.play("knight S")
    assert game.over
    assert (held(game, "king"), game.scores()) == (("red", 2), {"Red": 5, "Blue": 0})


# -- with other modules --------------------------------------------------------------------------------------------------


@between(WINTER="KING", KING="WINTER")
def test_KING_09_with_WINTER_a_city_of_two_tiles_is_a_city() -> None:
    game = study("winter", sets=["king"], start=False)
    for move in ("E(0,0)r1 : red knight E", "E(1,0)r3 : red"):
        points = lay(game, move).points
    assert (points, held(game, "king"), final(game)) == ({"red": 2}, ("red", 2), {"red": 1})


@between(KING="RIVER")
def test_KING_19_with_RIVER_cities_and_roads_on_river_tiles_count() -> None:
    """The road of BB6F2 runs from the city to the west, the city is in the east; the river is neither."""
    game = position("BB6F1(0,0)r0", "BB6F2(0,1)r1", "A(-1,1)r3", sets=("river",))
    assert held(game, "baron") == ("red", 2)
    lay(game, "E(1,1)r3 : blue")
    assert held(game, "king") == ("blue", 2)
    assert final(game) == {"red": 1, "blue": 1}


@between(KING="INNS")
def test_KING_16_with_INNS_cathedral_and_inn_change_points_only() -> None:
    game = position("InK(0,0)r0", "E(0,-1)r2", "E(1,0)r3", "E(0,1)r0", sets=("inns",), stand="red follower 0,0 city N")
    turn = lay(game, "E(-1,0)r1 : blue")
    assert (turn.points, held(game, "king")) == ({"red": 15}, ("blue", 5))


@between(KING="INNS")
def test_KING_R12_with_INNS_the_short_paths_are_no_roads() -> None:
    """InI: only the roads in the east and west count, also at the end."""
    game = position("InI(0,0)r0", "A(1,0)r1", sets=("inns",))
    assert held(game, "baron") == ("red", 2)
    assert final(game) == {"red": 1}


def test_KING_06_with_INNS_the_tile_with_four_cities_is_several_cities_until_they_are_joined() -> None:
    game = position("InH(0,0)r0", "N(0,-1)r2", "N(1,-1)r3", sets=("inns",))
    lay(game, "N(1,0)r0 : blue")
    assert held(game, "king") == ("blue", 4), "two segments of InH in one city of four tiles"
    lay(game, "E(0,1)r0 : red")
    assert held(game, "king") == ("blue", 4)
    assert final(game) == {"blue": 2}


@between(KING="TRADERS")
def test_KING_12_and_TURN_56_with_TRADERS_who_completes_takes_goods_and_king() -> None:
    game = position("E(0,0)r1", "HE(1,0)r0", sets=("traders",), stand="red follower 0,0 city E")
    turn = lay(game, "E(2,0)r3 : blue")
    assert (turn.points, turn.goods, held(game, "king")) == ({"red": 6}, {"blue": {"grain": 1}}, ("blue", 3))


@between(KING="TRADERS")
def test_KING_R7_with_TRADERS_each_tile_of_a_double_turn_is_checked() -> None:
    moves = ("W(0,0)r0 : red thief E", "U(1,0)r1 : red builder road W", "E(0,-1)r0")
    game = position(*moves, sets=("traders",))
    lay(game, "W(2,0)r0 : red")
    assert held(game, "baron") == ("red", 3)
    game.play("second part")
    lay(game, "E(0,-2)r2 : red")
    assert held(game, "king") == ("red", 2)


@between(KING="FERRY")
def test_KING_R9_and_KING_18_with_FERRY_roads_completed_by_tile_and_ferry_are_compared_together() -> None:
    """Blue's tile closes a road in the east; his turned ferry one in the west. KING-26: a lake counts once."""
    moves = ("FeB(0,0)r0 : red pass / ferry E-W", "U(-1,0)r1", "A(-2,0)r3", "U(1,0)r1")
    game = position(*moves, sets=("ferries",))
    whole = game.copy()
    lay(game, "A(2,0)r1 : blue pass / 0,0 ferry E-S")
    assert held(game, "baron") == ("blue", 3), "only the western road is closed"
    lay(whole, "A(2,0)r1 : blue pass / leave ferries")
    assert held(whole, "baron") == ("blue", 5)


@between(FERRY="KING", KING="FERRY")
def test_KING_R8_and_KING_R10_and_KING_R11_with_FERRY_a_road_opened_and_completed_again() -> None:
    """The count takes the final map, the record is historic, and the new length can win."""
    game = position("FeB(0,0)r0 : red pass / ferry E-S", "A(-1,0)r3 : blue", "U(1,0)r1", sets=("ferries",))
    assert held(game, "baron") == ("blue", 2), "closed by the ferry that leaves the western end alone"
    lay(game, "U(2,0)r1 : red pass / 0,0 ferry E-W")
    assert (held(game, "baron"), final(game)) == (("blue", 2), {}), "opened again: the record stands, no road is complete"
    lay(game, "A(3,0)r1 : yellow pass / leave ferries")
    assert (held(game, "baron"), final(game)) == (("yellow", 5), {"yellow": 1})


@between(KING="MSG")
def test_KING_12_with_MSG_a_tile_laid_by_a_message_counts_for_the_active_player() -> None:
    game = position("W(0,0)r0 : red thief E", "E(0,-1)r0", sets=("messages",))
    game.credit("red", 3)
    lay(game, "W(1,0)r0 : red pass / follower / 4 / tile")
    assert held(game, "baron") == ("red", 2)
    game.play("E")
    game.play("0,-2 r2")
    assert held(game, "king") == (None, 0), "not before its step 3"
    game.play("pass")
    assert held(game, "king") == ("red", 2)


def test_KING_R14_with_ROBBER_nobody_steals_from_the_points_of_the_tokens() -> None:
    """Blue's robber stands where Red's scoring figure is: 3 points for the robber itself and no half of Red's."""
    game = position(sets=("robbers",))
    completed(game, "city", 0, 4, "red")
    columns, offset = game.engine.columns, game.engine.rules.column_offset
    columns[offset["robbers.space"] + 1] = 0
    assert final(game) == {"red": 1, "blue": 3}


@between(TOWER="KING", KING="ABBOT MAGE TOWER")
@pytest.mark.parametrize("other", ["mage", "robbers", "tower", "flying", "gold", "abbot", "circles"])
def test_KING_16_modules_without_contact_change_nothing(other: str) -> None:
    game = position(sets=(other,))
    if other == "mage":
        for move in row("city", 0, 4)[:-1]:
            lay(game, move)
        game.arrange(None, "witch", "0,0 city E")
        lay(game, f"{row('city', 0, 4)[-1]} : blue")
    else:
        completed(game, "city", 0, 4, "blue")
    assert (held(game, "king"), final(game)) == (("blue", 4), {"blue": 1})


@between(CIRCLE="KING", KING="CIRCLE")
def test_KING_23_with_CIRCLE_a_road_ends_at_the_circle() -> None:
    game = position("U(0,0)r1", "A(-1,0)r3", sets=("circles",))
    lay(game, "Korn1(1,0)r2 : green pass / A")
    assert held(game, "baron") == ("green", 3)


@between(KING="POST")
def test_KING_10_with_POST_a_zone_counts_once_and_retained_followers_change_nothing() -> None:
    """A post office is neither city nor road; a road ends at it."""
    game = position("Po01(0,0)r0", sets=("postman",), players=4, stand="red postman 0,0 road S")
    lay(game, "A(0,1)r2 : blue pass / postman stays")
    assert held(game, "baron") == ("blue", 2)
    lay(game, "B(0,-1)r0 : red withdraw postman")
    assert (figures(game), held(game, "baron"), final(game)) == ([], ("blue", 2), {"blue": 1})


# -- random games --------------------------------------------------------------------------------------------------------


class Records:
    """Follows a game from tile to tile and keeps holders and records by hand, from the features on the table."""

    def __init__(self) -> None:
        self.done: set[frozenset[str]] = set()
        self.held: dict[str, tuple[int | None, int]] = {"king": (None, 0), "baron": (None, 0)}
        self.changes = 0
        self.steps = 0

    def follow(self, game: Game) -> None:
        if kind(game) != "tile" and not game.over:
            return
        found = [one for one in game.features() if one.completed]
        who = [step.seat for step in game.steps[self.steps :] if step.kind == "tile"]
        for token, word in (("king", "city"), ("baron", "road")):
            sizes = [len(one.cells) for one in found if one.kind == word and frozenset(one.segments) not in self.done]
            if who and max(sizes, default=0) > self.held[token][1]:
                self.changes += self.held[token][0] not in (None, who[0])
                self.held[token] = (who[0], max(sizes))
            assert shown(game, token) == self.held[token]
        self.done = {frozenset(one.segments) for one in found}
        self.steps = len(game.steps)


def test_KING_10_in_random_games_holders_and_records_are_those_a_count_by_hand_gives() -> None:
    changes = 0
    for seed in range(8):
        others = random.Random(seed).sample(["inns", "ferries", "gold", "circles", "abbot", "tower", "postman"], 3)
        records = Records()
        game = play_eagerly(rich(["bridge"], 2, ["king", *others], 2 + seed % 4), seed, records.follow)
        changes += records.changes
        last = {entry.source: (entry.seat, entry.points) for entry in game.ledger if entry.source in ("king", "baron")}
        for token, word in (("king", "city"), ("baron", "road")):
            if records.held[token][0] is not None:
                assert last[token] == (records.held[token][0], features_completed(game)[word])
    assert changes > 5
