"""Robbers: who may place one, what it steals and when, stolen points (ROBBER-01 to ROBBER-40)."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

from collections.abc import Mapping

import pytest

import bastida
from bastida import Game
from bastida.carcassonne.order import SCRIPT
from tests.rules.pairs import between
from tests.rules.study import final, kind, lay, may, refused, scores, study, supply, table
from tests.seen import held, holder, on_track

# A road of Red's and a city of Red's, both closed by L(2,0): 3 and 6 points.
BOTH = "W(0,0)r0 : {0} thief E; U(1,0)r1; B(1,-1)r0; G(2,-1)r1 : {1} knight S; E(2,-2)r2"
LAST = "L(2,0)r0 : red pass"


def track(game: Game, colour: str) -> tuple[int, ...]:
    """The totals of a colour's scoring figures."""
    shown = game.view()["players"][game.setup.colours.index(colour)]["track"]
    return tuple(one["space"] + 50 * one["laps"] for one in shown)


def robbers(game: Game) -> dict[str, int]:
    """The spaces of the robbers that are on the scoreboard."""
    view = game.view()
    spaces = on_track(view, "robber")
    homes = [seat for seat in range(game.setup.seats) if held(view, seat, "robber")]
    assert homes == [seat for seat in range(game.setup.seats) if seat not in spaces], "on the scoreboard or before its owner"
    return {colour: spaces[seat] for seat, colour in enumerate(game.setup.colours) if seat in spaces}


def offered(game: Game) -> list[str]:
    return [str(option) for option in game.options()]


def asked(game: Game) -> str:
    assert game.decision is not None
    return game.decision.player.lower()


def play(game: Game, answers: str) -> None:
    """Several answers, one after the other."""
    for answer in answers.split(" / "):
        game.play(answer)


def setting(game: Game, points: Mapping[str, int], out: Mapping[str, int]) -> Game:
    """Put robbers and scoring figures on their spaces; "red messenger" is his second figure."""
    engine = game.engine
    first = engine.rules.column_offset["robbers.space"]
    columns = engine.columns
    for colour, space in out.items():
        columns[first + game.setup.colours.index(colour)] = space
    for who, total in points.items():
        colour, _, figure = who.partition(" ")
        game.credit(colour, total, 1 if figure else 0)
    assert robbers(game) == dict(out)
    return game


def road(length: int, colour: str = "red") -> str:
    """A road of a colour that one more W closes."""
    return "; ".join([f"W(0,0)r0 : {colour} thief E", *(f"U({x},0)r1" for x in range(1, length - 1))])


def closes(length: int, colour: str = "red") -> str:
    return f"W({length - 1},0)r0 : {colour} pass"


def wins(length: int, points: Mapping[str, int], out: Mapping[str, int], winner: str = "red", active: str = "red") -> Game:
    """The winner gets a point for each tile of a road that the active player closes."""
    game = setting(table("plus", road(length, winner), sets=["robbers"], players=4), points, out)
    lay(game, closes(length, active))
    return game


# -- placing ----------------------------------------------------------------------------------------------------------------


def test_ROBBER_01_eight_robber_tiles_and_a_robber_at_home_for_everybody() -> None:
    game = bastida.new_game("plus-robbers", seed=1, players=5)
    assert [held(game.view(), seat, "robber") for seat in range(5)] == [1] * 5
    assert on_track(game.view(), "robber") == {}
    stock = next(pile for pile in game.view()["piles"] if pile["name"] == "stock")
    mixed = sum(count for tile, count in stock["mixed"].items() if tile.startswith("Raub"))
    assert mixed + str(game.tile).startswith("Raub") == 8


def test_ROBBER_02_a_robber_goes_to_a_space_with_a_scoring_figure_of_another_player() -> None:
    game = setting(study(sets=["robbers"], players=3), {"red": 4, "blue": 7, "yellow": 12}, {})
    lay(game, "RaubF(1,0)r1 : red ?")
    assert (kind(game), asked(game)) == ("robber", "red"), "before any follower is placed (TURN-25)"
    assert offered(game) == ["space 7", "space 12", "pass"]
    assert refused(game, "space 4").clause == "ROBBER-02", "there is only his own figure"
    assert refused(game, "space 30").clause == "ROBBER-02"
    game.play("space 12")
    assert robbers(game) == {"red": 12}


@pytest.mark.parametrize("space", range(50))
def test_ROBBER_02_any_space_of_the_ring_will_do(space: int) -> None:
    game = setting(study(sets=["robbers"], players=2), {"red": space + 1, "blue": space}, {})
    lay(game, f"RaubF(1,0)r1 : red space {space} / pass")
    assert robbers(game) == {"red": space}


def test_ROBBER_02_the_tile_must_be_a_robber_tile() -> None:
    """TURN-11: only the symbol of the tile laid in this part."""
    game = setting(study(sets=["robbers"], players=3), {"blue": 7}, {})
    lay(game, "RaubF(1,0)r1 : red pass / pass / pass")
    lay(game, "U(2,0)r1 : red ?")
    assert kind(game) == "figure"


def test_ROBBER_03_a_robber_on_the_scoreboard_may_be_moved_to_another_such_space() -> None:
    """ROBBER-R6: not moving is always allowed, and the space it stands on is no move."""
    game = setting(study(sets=["robbers"], players=3), {"blue": 7, "yellow": 12}, {"red": 7, "blue": 0, "yellow": 0})
    lay(game, "RaubF(1,0)r1 : red ?")
    assert offered(game) == ["space 12", "pass"]
    assert refused(game, "space 7").clause == "ROBBER-03"
    stays = game.copy()
    stays.play("pass")
    assert (robbers(stays)["red"], kind(stays)) == (7, "figure")
    game.play("space 12")
    assert robbers(game) == {"red": 12, "blue": 0, "yellow": 0}


def test_ROBBER_03_without_another_space_nobody_is_asked() -> None:
    game = setting(study(sets=["robbers"], players=2), {"blue": 7}, {"red": 7, "blue": 0})
    lay(game, "RaubF(1,0)r1 : red ?")
    assert kind(game) == "figure"


def test_ROBBER_04_and_ROBBER_E1_the_next_player_with_a_robber_at_home_may_place_it_too() -> None:
    game = setting(
        study(sets=["robbers"], players=4),
        {"red": 3, "blue": 5, "yellow": 8, "green": 9},
        {"blue": 3, "yellow": 3},
    )
    lay(game, "RaubF(1,0)r1 : red space 5")
    assert (kind(game), asked(game)) == ("robber", "green"), "Blue and Yellow are passed over"
    assert offered(game) == ["space 3", "space 5", "space 8", "pass"]
    game.play("space 8")
    assert robbers(game) == {"red": 5, "blue": 3, "yellow": 3, "green": 8}
    assert (kind(game), asked(game)) == ("figure", "red")


def test_ROBBER_04_only_one_other_player_gets_the_chance() -> None:
    for answer in ("space 0", "pass"):
        game = study(sets=["robbers"], players=4)
        lay(game, f"RaubF(1,0)r1 : yellow pass / {answer}")
        assert [step.seat for step in game.steps if step.kind == "robber"] == [2, 3], "the left neighbour"
        assert kind(game) == "draw"


def test_ROBBER_05_a_player_who_is_not_active_never_moves_his_robber() -> None:
    game = setting(study(sets=["robbers"], players=2), {"red": 3, "blue": 5}, {"blue": 30})
    lay(game, "RaubF(1,0)r1 : red space 5")
    assert robbers(game) == {"red": 5, "blue": 30}
    assert [step.seat for step in game.steps if step.kind == "robber"] == [0], "Blue is not asked"


def test_ROBBER_06_and_ROBBER_X6_the_other_player_may_place_whatever_the_active_one_did() -> None:
    """ROBBER-R1: he has the chance also if the active player did nothing; if he declines it is gone."""
    game = setting(study(sets=["robbers"], players=4), {"blue": 5, "yellow": 8}, {"blue": 3, "yellow": 3})
    lay(game, "RaubF(1,0)r1 : red pass")
    assert (kind(game), asked(game)) == ("robber", "green")
    declined = game.copy()
    declined.play("pass")
    assert (kind(declined), robbers(declined)) == ("figure", {"blue": 3, "yellow": 3})
    game.play("space 8")
    assert robbers(game)["green"] == 8


@pytest.mark.parametrize("reading", ["always", "after the first"])
@pytest.mark.parametrize(("did", "placed"), [("pass", False), ("space 5", True)])
def test_ROBBER_R1_a_table_may_tie_the_second_robber_to_the_first(reading: str, did: str, placed: bool) -> None:
    more = {"sets": ["robbers"], "players": 4, "switches": {"second_robber": reading}}
    for own in ({}, {"red": 8}):  # placed, or moved
        game = setting(study(**more), {"blue": 5, "yellow": 8}, {"blue": 3, "yellow": 3, **own})
        lay(game, f"RaubF(1,0)r1 : red {did}")
        assert (kind(game) == "robber") == (placed or reading == "always")
        assert kind(game) == "draw" or asked(game) == "green"


def test_ROBBER_07_any_number_of_robbers_and_own_figures_may_share_a_space() -> None:
    game = setting(study(sets=["robbers"], players=3), {"red": 7, "blue": 7, "yellow": 7}, {"yellow": 7})
    lay(game, "RaubF(1,0)r1 : red space 7 / space 7")
    assert robbers(game) == {"red": 7, "blue": 7, "yellow": 7}


def test_ROBBER_08_a_space_is_a_printed_one_whatever_the_lap() -> None:
    """ROBBER-R2: the scoreboard is a ring of 50."""
    game = setting(study(sets=["robbers"], players=3), {"blue": 7, "yellow": 57}, {})
    lay(game, "RaubF(1,0)r1 : red ?")
    assert offered(game) == ["space 7", "pass"]


@between(TURN="ROBBER")
def test_TURN_25_robbers_come_after_ingots_and_magic_and_before_step_2() -> None:
    steps = [step for step, _ in SCRIPT]
    order = ["LAID", "MAGIC_MERGE_1", "GOLD_PLACE", "MAGIC_PLACE", "ROBBER_PLACE", "RANSOM_2", "FIGURE"]
    assert [step for step in steps if step in order] == order


# -- stealing ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "half"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_ROBBER_20_the_owner_gets_half_of_the_points_rounded_up_and_the_winner_keeps_all(length: int, half: int) -> None:
    game = wins(length, {"red": 10, "blue": 20}, {"blue": 10})
    assert scores(game) == {"red": 10 + length, "blue": 20 + half}
    theft = game.ledger[-1]
    assert (theft.source, theft.clause, theft.points) == ("robber", "ROBBER-20", half)


def test_ROBBER_21_then_the_robber_goes_home() -> None:
    """TURN-62: from that moment on; TURN-R3."""
    game = wins(3, {"red": 10}, {"blue": 10})
    assert robbers(game) == {}
    assert track(game, "blue") == (2,)


def test_ROBBER_20_a_figure_on_another_space_or_that_does_not_advance_gives_nothing() -> None:
    game = wins(3, {"red": 10, "yellow": 11}, {"blue": 11})
    assert (scores(game), robbers(game)) == ({"red": 13, "yellow": 11}, {"blue": 11})


def test_ROBBER_22_nobody_steals_from_his_own_figure() -> None:
    game = wins(3, {"red": 10, "blue": 10}, {"red": 10})
    assert (scores(game), robbers(game)) == ({"red": 13, "blue": 10}, {"red": 10})


def test_ROBBER_23_stealing_is_compulsory() -> None:
    """With one advance there is no question; with several, no way out."""
    assert scores(wins(2, {"red": 10}, {"blue": 10})) == {"red": 12, "blue": 1}
    game = setting(table("plus", BOTH.format("green", "red"), sets=["robbers"], players=4), {}, {"blue": 0})
    lay(game, f"{LAST} / 2,0 road W")
    assert kind(game) == "theft"
    assert refused(game, "pass").clause == "ROBBER-23"


@between(BASE="ROBBER")
def test_ROBBER_24_and_TURN_X7_a_theft_concerns_one_item_and_the_order_decides_which() -> None:
    """TURN-55: never how much the winner gets. ROBBER-R3."""
    for first, stolen in (("2,0 road W", 2), ("2,0 city N", 3)):
        game = setting(table("plus", BOTH.format("red", "red"), sets=["robbers"], players=2), {"red": 10}, {"blue": 10})
        lay(game, LAST)
        assert (kind(game), asked(game), offered(game)) == ("order", "red", ["2,0 road W", "2,0 city N"])
        game.play(first)
        assert scores(game) == {"red": 19, "blue": stolen}


def test_TURN_54_what_was_booked_before_a_theft_is_not_projected_again() -> None:
    game = setting(table("plus", BOTH.format("red", "red"), sets=["robbers", "messages"], players=2), {}, {"blue": 0})
    lay(game, f"{LAST} / 2,0 road W / follower / messenger")
    assert kind(game) == "theft"
    assert final(game) == {"blue": 3}, "only for the robber that is still out"


def test_TURN_52_the_order_is_asked_only_while_a_robber_is_on_the_scoreboard() -> None:
    game = setting(table("plus", BOTH.format("red", "red"), sets=["robbers"], players=2), {}, {"red": 30})
    lay(game, LAST)
    assert kind(game) == "order", "any robber"
    home = setting(table("plus", BOTH.format("red", "red"), sets=["robbers"], players=2), {}, {})
    turn = lay(home, LAST)
    assert [line.points for line in turn.lines] == [3, 6], "roads, then cities"


def test_ROBBER_25_and_ROBBER_X2_the_owner_chooses_from_which_figure_he_steals() -> None:
    game = table("plus", BOTH.format("green", "red"), sets=["messages", "robbers"], players=4)
    setting(game, {"green": 10, "red messenger": 10, "red": 1}, {"blue": 10})
    lay(game, f"{LAST} / 2,0 road W / follower / messenger")
    assert (track(game, "green"), track(game, "red")) == ((13, 0), (1, 16))
    assert (kind(game), asked(game)) == ("theft", "blue"), "after all items (ROBBER-R4)"
    assert offered(game) == ["player 4 follower 3", "player 1 messenger 6"]
    for choice, stolen in (("player 4 follower 3", 2), ("player 1 messenger 6", 3)):
        trial = game.copy()
        trial.play(choice)
        assert (kind(trial), asked(trial)) == ("scoring figure", "blue")
        trial.play("messenger")
        assert (track(trial, "blue"), robbers(trial)) == ((0, stolen), {})


def test_ROBBER_26_and_ROBBER_E3_every_robber_on_the_space_gets_its_half() -> None:
    game = wins(4, {"blue": 32, "red": 1, "green": 5}, {"red": 32, "green": 32}, winner="blue", active="yellow")
    assert scores(game) == {"blue": 36, "red": 3, "green": 7}
    assert robbers(game) == {}


def test_ROBBER_27_and_TURN_12_owners_settle_in_clockwise_order_from_the_active_player() -> None:
    game = table("plus", road(4, "blue"), sets=["robbers"], players=4)
    setting(game, {"blue": 32}, {"red": 32, "yellow": 32, "green": 32})
    lay(game, closes(4, "yellow"))
    assert [(entry.seat, entry.points) for entry in game.ledger[-4:]] == [(1, 4), (2, 2), (3, 2), (0, 2)]


def test_TURN_54_and_ROBBER_R4_thefts_come_after_all_items_and_see_figures_that_came_in_between() -> None:
    """Red goes from 7 to 10, where Blue's robber is, and on to 16: the second advance is noted."""
    game = setting(table("plus", BOTH.format("red", "red"), sets=["robbers"], players=2), {"red": 7}, {"blue": 10})
    lay(game, f"{LAST} / 2,0 road W")
    assert [(entry.source, entry.points) for entry in game.ledger[-3:]] == [("road", 3), ("city", 6), ("robber", 3)]


def test_ROBBER_X5_and_ROBBER_R7_a_robber_may_rob_the_scoring_of_its_own_tile() -> None:
    game = setting(table("plus", road(3, "blue"), sets=["robbers"], players=2), {"red": 1}, {})
    lay(game, "RaubC(2,0)r0 : red space 0 / pass / pass")
    assert scores(game) == {"blue": 3, "red": 3}
    four = setting(table("plus", road(4, "blue"), sets=["robbers"], players=2), {"red": 1}, {})
    lay(four, "RaubC(3,0)r0 : red space 0 / pass / pass")
    assert scores(four) == {"blue": 4, "red": 3}
    assert robbers(four) == {}


@between(TURN="ROBBER")
def test_TURN_62_a_robber_that_stole_is_home_and_can_be_placed_by_a_robber_tile_of_message_4() -> None:
    game = table("plus", road(2), sets=["messages", "robbers"], players=2)
    setting(game, {"red": 3}, {"blue": 3})
    lay(game, f"{closes(2)} / follower / messenger / 4 / tile")
    assert robbers(game) == {}
    play(game, "RaubF / 2,0 r1")
    assert (kind(game), asked(game)) == ("robber", "red"), "TURN-80: the symbols of the extra tile"
    game.play("pass")
    assert (kind(game), asked(game)) == ("robber", "blue")
    assert offered(game) == ["space 0", "space 5", "pass"]


# -- stolen points ----------------------------------------------------------------------------------------------------------


def test_ROBBER_30_and_ROBBER_E2_stolen_points_feed_no_robber_and_carry_it_along() -> None:
    game = wins(5, {"red": 28, "blue": 30}, {"blue": 28, "yellow": 30})
    assert scores(game) == {"red": 33, "blue": 33}
    assert robbers(game) == {"yellow": 33}
    for winner, other in (("red", "blue"), ("blue", "red")):
        later = game.copy()
        lay(later, f"E(0,-1)r0 : {winner} knight N")
        lay(later, "E(0,-2)r2 : green pass")
        assert scores(later) == {winner: 37, other: 33, "yellow": 2}, "whichever advances first"
        assert robbers(later) == {}


def test_ROBBER_31_a_robber_with_a_note_of_its_own_is_not_carried() -> None:
    """Blue's and Yellow's robbers are with Red; Blue's figure is there too and leaves by stolen points."""
    game = wins(4, {"red": 10, "blue": 10}, {"blue": 10, "yellow": 10})
    assert scores(game) == {"red": 14, "blue": 12, "yellow": 2}
    assert robbers(game) == {}, "Yellow's took its half and went home, it did not go to 12"


def test_ROBBER_31_the_robber_of_the_player_who_advances_goes_home() -> None:
    game = wins(4, {"red": 10, "blue": 10}, {"blue": 10})
    assert (scores(game), robbers(game)) == ({"red": 14, "blue": 12}, {})


def test_ROBBER_32_an_ordinary_advance_carries_no_robber() -> None:
    game = wins(4, {"red": 10, "blue": 10}, {"red": 10})
    assert robbers(game) == {"red": 10}, "it neither steals from its owner nor goes with him"


def test_ROBBER_R5_a_robber_goes_with_the_first_and_then_with_the_next() -> None:
    """Blue steals 2 and goes from 20 to 22 with Green's robber; Yellow, on 22, steals 2 too and takes it on to 24."""
    points = {"red": 10, "blue": 20, "yellow": 22}
    game = wins(4, points, {"blue": 10, "yellow": 10, "green": 20})
    assert scores(game) == {"red": 14, "blue": 22, "yellow": 24}
    assert robbers(game) == {"green": 24}
    apart = wins(4, {"red": 10, "blue": 20, "yellow": 20}, {"blue": 10, "yellow": 10, "green": 20})
    assert robbers(apart) == {"green": 22}, "with Blue, the first to leave; Yellow leaves from 20"


def test_ROBBER_R5_a_robber_that_was_carried_gets_no_note_of_this_phase() -> None:
    """Green's robber comes to 10, from where Red's figure started, only when that advance is over."""
    game = wins(4, {"red": 10, "blue": 8}, {"blue": 10, "green": 8})
    assert scores(game) == {"red": 14, "blue": 10}
    assert robbers(game) == {"green": 10}


def test_ROBBER_30_over_the_end_of_a_lap() -> None:
    game = wins(4, {"red": 60, "blue": 49}, {"blue": 10, "green": 49})
    assert (scores(game), robbers(game)) == ({"red": 64, "blue": 51}, {"green": 1})


# -- the end ----------------------------------------------------------------------------------------------------------------


def test_ROBBER_40_and_ROBBER_E4_a_robber_on_the_scoreboard_gives_3_points_and_steals_nothing_at_the_end() -> None:
    """TURN-92. Red's and Blue's figures both advance in the final scoring from Yellow's space."""
    game = wins(5, {"red": 28, "blue": 30}, {"blue": 28, "yellow": 30})
    lay(game, "E(0,-1)r0 : red knight N")
    lay(game, "E(1,-1)r0 : blue knight N")
    assert final(game) == {"red": 1, "blue": 1, "yellow": 3}
    game.finish()
    entry = game.ledger[-1]
    assert (entry.points, entry.clause, entry.final) == (3, "ROBBER-40", True)
    assert robbers(game) == {}, "and goes home"


def test_ROBBER_40_a_robber_at_home_gives_nothing() -> None:
    assert final(setting(study(sets=["robbers"], players=3), {}, {"blue": 4})) == {"blue": 3}


# -- with other modules -----------------------------------------------------------------------------------------------------


@between(ROBBER="MSG")
@pytest.mark.parametrize(
    ("road_on", "city_on", "stolen"),
    [("messenger", "follower", 2), ("follower", "messenger", 3), ("messenger", "messenger", 2), ("follower", "follower", 0)],
)
def test_ROBBER_X1_with_MSG_the_owner_of_the_figures_can_avoid_a_robber(road_on: str, city_on: str, stolen: int) -> None:
    game = table("plus", BOTH.format("red", "red"), sets=["messages", "robbers"], players=2)
    setting(game, {"red": 1, "red messenger": 11, "blue": 30}, {"blue": 11})
    lay(game, f"{LAST} / 2,0 road W / {road_on} / {city_on}")
    if stolen:
        assert (kind(game), asked(game)) == ("scoring figure", "blue")
        game.play("follower")
    assert track(game, "blue") == (30 + stolen, 0)
    assert robbers(game) == ({} if stolen else {"blue": 11})


@between(ROBBER="MSG")
def test_ROBBER_20_with_MSG_a_robber_stands_with_both_figures_if_they_share_its_space() -> None:
    for figure in ("follower", "messenger"):
        game = table("plus", road(3), sets=["messages", "robbers"], players=2)
        setting(game, {"red": 11, "red messenger": 11}, {"blue": 11})
        lay(game, f"{closes(3)} / {figure} / messenger")
        assert (track(game, "blue"), robbers(game)) == ((0, 2), {})


@between(MSG="ROBBER", ROBBER="MSG")
def test_MSG_X10_with_MSG_points_of_a_message_can_be_robbed() -> None:
    for figure, result, stolen, left in (("follower", (12, 5), 1, {}), ("messenger", (10, 7), 0, {"blue": 10})):
        game = table("plus", road(2), sets=["messages", "robbers"], players=2)
        setting(game, {"red": 10, "red messenger": 3}, {"blue": 10})
        lay(game, f"{closes(2)} / messenger / 1 / {figure}")
        if stolen:
            assert (kind(game), asked(game)) == ("scoring figure", "blue")
            game.play("follower")
        assert (track(game, "red"), track(game, "blue"), robbers(game)) == (result, (stolen, 0), left)
        assert kind(game) == "draw"


def test_MSG_16_thefts_are_settled_before_the_next_message_is_drawn() -> None:
    game = table("plus", road(2), sets=["messages", "robbers"], players=2)
    setting(game, {"red": 13, "red messenger": 3}, {"blue": 13})
    lay(game, f"{closes(2)} / messenger / 1 / follower")
    assert (track(game, "red"), kind(game), asked(game)) == ((15, 5), "scoring figure", "blue")
    game.play("follower")
    assert (track(game, "blue"), kind(game)) == ((1, 0), "message")


def test_ROBBER_33_a_gain_of_0_points_is_no_advance() -> None:
    moves = f"{road(2)}; InB(0,-1)r0"
    game = table("plus", moves, sets=["messages", "robbers", "inns"], players=2)
    game.arrange("red", "follower", "0,-1 road E")
    setting(game, {"red": 3, "red messenger": 10}, {"blue": 10})
    lay(game, f"{closes(2)} / follower / 1 / smallest road")
    assert (kind(game), game.ledger[-1].points) == ("draw", 0)
    assert (scores(game), robbers(game)) == ({"red": 15}, {"blue": 10})


@between(MSG="ROBBER")
def test_ROBBER_35_and_MSG_X13_stolen_points_in_the_own_turn_can_give_a_message() -> None:
    game = table("plus", road(5, "blue"), sets=["messages", "robbers"], players=2)
    setting(game, {"blue": 10, "red": 11, "red messenger": 2}, {"red": 10})
    lay(game, f"{closes(5, 'red')} / follower")
    assert (kind(game), asked(game), track(game, "blue")) == ("scoring figure", "red", (15, 0))
    other = game.copy()
    game.play("messenger")
    assert (track(game, "red"), kind(game)) == ((11, 5), "message")
    other.play("follower")
    assert (track(other, "red"), kind(other)) == ((14, 2), "draw")


def test_ROBBER_35_not_in_another_players_turn() -> None:
    game = table("plus", road(5, "blue"), sets=["messages", "robbers"], players=3)
    setting(game, {"blue": 10, "red messenger": 2}, {"red": 10})
    lay(game, f"{closes(5, 'yellow')} / follower / messenger")
    assert (track(game, "red"), kind(game)) == ((0, 5), "draw")


def test_ROBBER_31_with_MSG_a_stolen_advance_of_either_figure_carries_only_what_stands_where_it_starts() -> None:
    for figure, space in (("follower", 22), ("messenger", 20)):
        game = table("plus", road(4), sets=["messages", "robbers"], players=3)
        setting(game, {"red": 11, "blue": 20, "blue messenger": 30}, {"blue": 11, "yellow": 20})
        lay(game, f"{closes(4)} / follower / {figure}")
        if kind(game) == "message":
            play(game, "1 / messenger")
        assert robbers(game) == {"yellow": space}


def test_ROBBER_R9_adding_up_the_figures_moves_no_robber_and_is_no_advance() -> None:
    game = study(sets=["messages", "robbers"], players=2)
    setting(game, {"red": 5, "red messenger": 7}, {"blue": 7})
    game.finish()
    assert list(game.scores().values()) == [12, 3]


@between(ROBBER="ABBOT")
def test_ROBBER_20_with_ABBOT_the_points_of_a_recall_can_be_robbed_and_come_first() -> None:
    moves = "W(0,0)r0 : red thief E; U+garden(1,0)r1; B(0,-1)r0; B(1,-1)r0; B(2,-1)r0"
    game = table("plus", moves, sets=["abbot", "robbers"], players=2)
    game.arrange("red", "abbot", "1,0 garden")
    setting(game, {"red": 10}, {"blue": 10})
    lay(game, "W(2,0)r0 : recall red abbot")
    assert scores(game) == {"red": 19, "blue": 3}, "half of 6, not of 3"


@between(ROBBER="INNS")
def test_ROBBER_20_with_INNS_half_of_the_points_of_the_feature_as_it_is_paid() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; InB(1,0)r0", sets=["inns", "robbers"], players=2)
    setting(game, {"red": 10}, {"blue": 10})
    lay(game, closes(3))
    assert scores(game) == {"red": 16, "blue": 3}


@between(ROBBER="TRADERS")
def test_ROBBER_27_with_TRADERS_each_part_of_a_double_turn_has_its_own_thefts() -> None:
    moves = "W(0,0)r0 : red thief E; E(0,-1)r0 : red knight N; U(0,1)r0"
    game = table("plus", moves, sets=["traders", "robbers"], players=3)
    game.arrange("red", "follower", "0,1 road N")
    game.arrange("red", "builder", "0,1 road N")
    setting(game, {"red": 10}, {"blue": 10, "yellow": 13})
    lay(game, "W(0,2)r2 : red pass")
    assert (scores(game), robbers(game)) == ({"red": 13, "blue": 2}, {"yellow": 13})
    play(game, "second part / E / 0,-2 r2 / pass")
    assert (scores(game), robbers(game)) == ({"red": 17, "blue": 2, "yellow": 2}, {})


def test_a_theft_may_be_taken_back_and_copied_in_the_middle() -> None:
    """ROBBER-21 with MSG: the robber is still there while its owner chooses his figure."""
    game = table("plus", road(4), sets=["messages", "robbers"], players=2)
    setting(game, {"red": 11, "blue": 20}, {"blue": 11})
    lay(game, f"{closes(4)} / follower")
    assert (kind(game), robbers(game)) == ("scoring figure", {"blue": 11})
    copy = game.copy()
    copy.play("messenger")
    assert (copy.ledger[-1].source, copy.ledger[-1].clause, copy.ledger[-1].figure) == ("robber", "ROBBER-20", 1)
    copy.undo()
    assert robbers(copy) == {"blue": 11}
    copy.play("follower")
    assert (track(copy, "blue"), robbers(copy), copy.ledger[-1].clause) == ((22, 0), {}, "ROBBER-20")
    assert may(game, "messenger")
    assert supply(game, "red") == 6, "figures go home after the thefts (TURN-57)"


HELD = """To12+garden(0,0)r0 : red floor 0,0; B(1,0)r0 : red monk
B(0,1)r0 : blue floor 0,0 / capture player 1 follower 1,0 monastery"""


@between(ROBBER="TOWER")
def test_ROBBER_X7_and_ROBBER_R8_with_TOWER_the_captors_three_points_can_be_robbed() -> None:
    """ROBBER-R9: the robber with the payer's figure, which moves back, takes nothing and stays."""
    game = setting(
        table("plus", HELD, sets=["tower", "robbers"], players=4), {"red": 10, "blue": 20}, {"green": 20, "yellow": 10}
    )
    lay(game, "B(2,0)r0 : red ransom follower from player 2 / pass")
    assert scores(game) == {"red": 7, "blue": 23, "green": 2}
    assert robbers(game) == {"yellow": 10}


def test_MSG_R15_with_TOWER_and_MSG_stolen_points_of_a_ransom_draw_no_message() -> None:
    game = table("plus", HELD, sets=["tower", "messages", "robbers"], players=3)
    setting(game, {"red": 13, "blue": 20}, {"red": 20})
    lay(game, "B(2,0)r0 : red ransom follower from player 2 by follower / follower")
    assert (kind(game), asked(game)) == ("scoring figure", "red")
    assert track(game, "blue") == (23, 0)
    credited = game.copy()
    credited.credit("red", 3, 1)
    credited.play("messenger")
    assert (track(credited, "red"), kind(credited)) == ((10, 5), "figure")
    credited.play("pass")
    assert kind(credited) == "draw", "it was no scoring phase of step 3"


@between(ROBBER="MAGE")
def test_ROBBER_20_with_MAGE_half_of_the_points_as_the_mage_makes_them() -> None:
    game = table("plus", road(3), sets=["mage", "robbers"], players=2)
    game.arrange(None, "mage", "1,0 road E")
    setting(game, {"red": 10}, {"blue": 10})
    lay(game, closes(3))
    assert scores(game) == {"red": 16, "blue": 3}


@between(ROBBER="FERRY")
def test_ROBBER_20_with_FERRY_the_points_of_a_road_closed_by_a_ferry_are_ordinary_ones() -> None:
    game = table("plus", "W(0,0)r0 : red thief E", sets=["ferries", "robbers"], players=2)
    setting(game, {"red": 10}, {"blue": 10})
    lay(game, "FeA(1,0)r0 : red pass / ferry E-S")
    assert scores(game) == {"red": 12, "blue": 1}


@between(ROBBER="KING", KING="ROBBER")
def test_ROBBER_40_with_KING_the_tokens_are_final_scoring_and_nobody_steals_from_it() -> None:
    """King 2 for the two completed cities that Red holds the record of; Blue's robber is with Red's figure."""
    moves = "E(0,0)r0; E(0,-1)r2 : red; E(1,0)r0; E(1,-1)r2 : red"
    game = setting(table("plus", moves, sets=["king", "robbers"], players=2), {"red": 10}, {"blue": 10})
    assert holder(game.view(), "king") == 0
    assert final(game) == {"red": 2, "blue": 3}


def test_TURN_X6_and_TURN_91_the_final_scoring_in_its_order() -> None:
    """37 + 18, an unfinished road of 4, wine 10, 7 ingots at 3, the robber 3; Blue has 45, one wine and 2 ingots."""
    sets = ["messages", "traders", "gold", "robbers"]
    game = table("plus", "W(0,0)r0 : red thief E; U(1,0)r1; U(2,0)r1; U(3,0)r1", sets=sets, players=2)
    setting(game, {"red": 37, "red messenger": 18, "blue": 40, "blue messenger": 5}, {"red": 40})
    columns, place = game.engine.columns, game.engine.rules.column_offset
    columns[place["goods.tokens"]], columns[place["goods.tokens"] + 3] = 2, 1
    columns[place["gold.owned"]], columns[place["gold.owned"] + 1] = 7, 2
    game.finish()
    assert game.scores() == {"Red": 93, "Blue": 47}
    assert [(entry.seat, entry.points) for entry in game.ledger if entry.final] == [(0, 4), (0, 10), (0, 21), (1, 2), (0, 3)]


@between(ROBBER="POST", POST="ROBBER")
def test_ROBBER_20_with_POST_the_points_of_a_withdrawal_can_be_robbed() -> None:
    game = table("plus", "Po01(0,0)r0 : red postman post_office; B(1,0)r0", sets=["postman", "robbers"], players=2)
    setting(game, {"red": 10}, {"blue": 10})
    lay(game, "B(0,-1)r0 : red withdraw postman")
    assert scores(game) == {"red": 13, "blue": 2}
