"""Messages: two scoring figures, dark spaces, the eight tokens (MSG-01 to MSG-52), and the extra tile (TURN-80 to TURN-83)."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import asdict

import pytest

import bastida
from bastida import Game
from bastida.carcassonne.order import FINAL, SCRIPT
from bastida.kernel.codes import ONLY_ITS_TILE, STOCK
from bastida.table.setup import make_setup
from tests.rules.pairs import between
from tests.rules.study import Box, box, catalogue, figures, kind, lay, may, refused, scores, study, supply, table, tiles
from tests.seen import held, holder, record

# Red's thief on a road that a second W closes: 2 points. Above it is room for whatever a message looks at.
ROAD = "W(0,0)r0 : red thief E"
CLOSE = "W(1,0)r0 : red pass"
# Red's road and city, both closed by L(2,0): 3 and 4 points.
BOTH = "W(0,0)r0 : red thief E; U(1,0)r1; B(1,-1)r0; E(2,-1)r2 : red knight S"


def track(game: Game, colour: str) -> tuple[int, ...]:
    """The totals of a colour's scoring figures."""
    shown = game.view()["players"][game.setup.colours.index(colour)]["track"]
    return tuple(one["space"] + 50 * one["laps"] for one in shown)


def drawn(game: Game) -> list[str]:
    """The messages drawn so far."""
    return [step.text for step in game.steps if step.kind == "message"]


def offered(game: Game) -> list[str]:
    return [str(option) for option in game.options()]


def with_message(
    moves: str, number: int | None, *, sets: Iterable[str] = (), arrange: Iterable[str] = (), **more: object
) -> Game:
    """Red closes ROAD, his follower goes from 3 to 5, and he draws this message; figures are set up before."""
    game = table("plus", f"{ROAD}; {moves}", sets=["messages", *sets], **more)
    for line in arrange:
        colour, figure, where = line.split(" ", 2)
        game.arrange(colour, figure, where)
    game.credit("red", 3)
    lay(game, f"{CLOSE} / follower")
    assert kind(game) == "message"
    if number is not None:
        game.play(str(number))
    return game


def play(game: Game, answers: str) -> None:
    """Several answers, one after the other."""
    for answer in answers.split(" / "):
        game.play(answer)


def paid(game: Game, answer: str, figure: str = "messenger") -> tuple[int, str]:
    """Points and clause of what a message pays when it is used so."""
    trial = game.copy()
    if kind(trial) == "message action":
        trial.play(answer)
    if kind(trial) == "scoring figure":
        trial.play(figure)
    return trial.ledger[-1].points, trial.ledger[-1].clause


# -- set-up and the two figures --------------------------------------------------------------------------------------------


def test_MSG_01_eight_tokens_lie_in_one_face_down_stack() -> None:
    pile = next(pile for pile in bastida.new_game("plus-messages", seed=1).view()["piles"] if pile["name"] == "messages")
    assert pile["left"] == 8
    assert pile["mixed"] == {str(number): 1 for number in range(1, 9)}, "no order is known to anybody"
    assert pile["below"] == []


def test_MSG_02_everybody_has_two_figures_on_space_0_and_no_further_figure_for_the_tiles() -> None:
    game = bastida.new_game("plus-messages", seed=1, players=3)
    assert [track(game, colour) for colour in game.setup.colours] == [(0, 0)] * 3
    assert all(player["supply"] == {"follower": 7} for player in game.view()["players"])
    assert len(bastida.new_game("plus", seed=1).view()["players"][0]["track"]) == 1


def test_MSG_03_the_winner_chooses_which_figure_takes_all_the_points_of_an_item() -> None:
    for colour, turn in (("red", "red"), ("red", "blue")):
        game = table("plus", ROAD, sets=["messages"])
        lay(game, f"W(1,0)r0 : {turn} pass")
        assert kind(game) == "scoring figure"
        assert game.decision is not None
        assert game.decision.player == colour.capitalize(), "also in another player's turn"
        assert offered(game) == ["follower", "messenger"]
        assert refused(game, "1 and 1").clause == "MSG-03"
        first, second = game.copy(), game.copy()
        first.play("follower")
        second.play("messenger")
        assert (track(first, "red"), track(second, "red")) == ((2, 0), (0, 2))


@between(TURN="MSG")
def test_TURN_53_every_winner_chooses_in_clockwise_order_from_the_active_player() -> None:
    game = table("plus", f"{ROAD}; U(1,0)r1", sets=["messages"], players=3)
    game.arrange("blue", "follower", "1,0 road W")
    game.arrange("yellow", "follower", "1,0 road W")
    game.turn_to("blue")
    lay(game, "W(2,0)r0 : blue pass")
    asked = []
    for figure in ("follower", "messenger", "follower"):
        assert game.decision is not None
        asked.append(game.decision.player)
        game.play(figure)
    assert asked == ["Blue", "Yellow", "Red"]
    assert [track(game, colour) for colour in game.setup.colours] == [(3, 0), (3, 0), (0, 3)]


def test_MSG_04_the_choice_is_free_for_every_item() -> None:
    """MSG-R1: nothing ties the second item to the figure of the first."""
    game = table("plus", BOTH, sets=["messages"])
    game.credit("red", 1, 0)
    game.credit("red", 1, 1)
    lay(game, "L(2,0)r0 : red pass / 2,0 road W")
    for first, second, result in (
        ("follower", "follower", (8, 1)),
        ("follower", "messenger", (4, 5)),
        ("messenger", "follower", (5, 4)),
        ("messenger", "messenger", (1, 8)),
    ):
        trial = game.copy()
        trial.play(first)
        trial.play(second)
        assert track(trial, "red") == result


def test_MSG_05_the_points_are_the_sum_of_both_figures_with_their_laps() -> None:
    game = study(sets=["messages"])
    game.credit("red", 68, 1)
    game.credit("red", 37, 0)
    assert scores(game) == {"red": 105}


def test_TURN_52_the_order_of_the_items_is_asked_with_messages() -> None:
    game = table("plus", BOTH, sets=["messages"])
    lay(game, "L(2,0)r0 : red pass")
    assert kind(game) == "order"
    assert offered(game) == ["2,0 road W", "2,0 city N"]
    without = table("plus", BOTH)
    assert lay(without, "L(2,0)r0 : red pass").points == {"red": 7}, "nobody asks where it is without effect"


def test_TURN_52_features_that_pay_nobody_are_not_named() -> None:
    moves = "W(0,0)r0 : red thief E; U(1,0)r1; B(1,-1)r0; E(2,-1)r2"
    game = table("plus", moves, sets=["messages"])
    lay(game, "L(2,0)r0 : red pass")
    assert kind(game) == "scoring figure"


def test_TURN_51_a_scoring_under_way_is_projected_with_the_points_taken_at_its_start() -> None:
    game = table("plus", BOTH, sets=["messages"])
    lay(game, "L(2,0)r0 : red pass")
    for answer in ("2,0 road W", "follower", "messenger"):
        assert game.projected()["Red"] == 7
        game.play(answer)
    assert scores(game) == {"red": 7}


def test_TURN_53_while_winners_choose_one_after_the_other_each_is_projected_once() -> None:
    game = table("plus", "E(-1,0)r1 : blue knight E; B(-1,-1)r0; E(0,-1)r2 : red knight S", sets=["messages"])
    lay(game, "N(0,0)r0 : red pass")
    for player in ("Red", "Blue"):
        assert game.decision is not None
        assert (game.decision.player, kind(game)) == (player, "scoring figure")
        assert (game.projected()["Red"], game.projected()["Blue"]) == (6, 6)
        game.play("follower")
    assert scores(game) == {"red": 6, "blue": 6}


# -- drawing ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", range(50))
@pytest.mark.parametrize("laps", [0, 2])
def test_MSG_10_dark_spaces_are_the_multiples_of_five_on_every_lap(space: int, laps: int) -> None:
    game = table("plus", ROAD, sets=["messages"])
    game.credit("red", 50 * laps + space)
    lay(game, f"{CLOSE} / follower")
    assert kind(game) == ("message" if (space + 2) % 5 == 0 else "draw")


def test_MSG_11_and_MSG_X1_the_active_player_draws_when_an_advanced_figure_ends_on_a_dark_space() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; U(1,0)r1", sets=["messages"])
    game.credit("red", 12, 0)
    game.credit("red", 3, 1)
    lay(game, "W(2,0)r0 : red pass")
    other = game.copy()
    game.play("follower")
    assert (track(game, "red"), kind(game)) == ((15, 3), "message")
    assert game.decision is not None
    assert game.decision.seat is None, "which token comes is chance"
    other.play("messenger")
    assert (track(other, "red"), kind(other)) == ((12, 6), "draw")


def test_TURN_61_messages_come_after_the_figures_are_home_and_before_the_end_of_the_part() -> None:
    game = with_message("", None)
    assert supply(game, "red") == 7, "RETURN is done"
    steps = [step for step, _ in SCRIPT]
    assert steps.index("RETURN") < steps.index("GOLD_SHARE") < steps.index("MESSAGE") < steps.index("RANSOM_3")
    assert steps.index("RANSOM_3") < steps.index("CIRCLE") < steps.index("END_PART")


def test_MSG_12_running_over_a_dark_space_or_standing_on_one_gives_nothing() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; U(1,0)r1", sets=["messages"])
    game.credit("red", 14, 0)
    game.credit("red", 20, 1)
    lay(game, "W(2,0)r0 : red pass / follower")
    assert (track(game, "red"), kind(game)) == ((17, 20), "draw")


def test_MSG_13_and_MSG_X2_a_scoring_phase_gives_at_most_one_message() -> None:
    game = table("plus", BOTH, sets=["messages"])
    game.credit("red", 2, 0)
    game.credit("red", 6, 1)
    lay(game, "L(2,0)r0 : red pass / 2,0 road W / follower / messenger")
    assert (track(game, "red"), kind(game)) == ((5, 10), "message")
    game.play("6")
    game.play("follower")  # the 2 points: there are no knights
    assert (track(game, "red"), kind(game), drawn(game)) == ((7, 10), "draw", ["6"])


def test_MSG_14_and_MSG_X4_points_in_another_players_turn_give_no_message() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; U(1,0)r1; U(2,0)r1; U(3,0)r1", sets=["messages"])
    lay(game, "W(4,0)r0 : blue pass / follower")
    assert (track(game, "red"), kind(game)) == ((5, 0), "draw")


def test_MSG_15_other_figures_on_the_space_do_not_matter() -> None:
    """MSG-R3: the figure need not be alone."""
    game = table("plus", ROAD, sets=["messages"])
    game.credit("red", 3, 0)
    game.credit("red", 5, 1)
    game.credit("blue", 5, 0)
    lay(game, f"{CLOSE} / follower")
    assert kind(game) == "message"


def test_MSG_R2_and_MSG_X3_only_where_the_figure_ends_counts() -> None:
    moves = "W(0,0)r0 : red thief E; U(1,0)r1; U(2,0)r1; U(3,0)r1; B(3,-1)r0; E(4,-1)r2 : red knight S"
    game = table("plus", moves, sets=["messages"])
    game.credit("red", 1, 1)
    lay(game, "L(4,0)r0 : red pass / 4,0 road W / follower")
    apart = game.copy()
    game.play("follower")
    assert (track(game, "red"), kind(game)) == ((9, 1), "draw"), "it touched 5 and went on"
    apart.play("messenger")
    assert (track(apart, "red"), kind(apart)) == ((5, 5), "message")
    apart.play("5")
    apart.play("follower")
    assert (kind(apart), len(drawn(apart))) == ("draw", 1)


@pytest.mark.parametrize(("reading", "then"), [("in the end", "draw"), ("each time", "message")])
def test_MSG_R2_a_dark_space_left_again_in_the_same_scoring(reading: str, then: str) -> None:
    moves = "W(0,0)r0 : red thief E; U(1,0)r1; U(2,0)r1; U(3,0)r1; B(3,-1)r0; E(4,-1)r2 : red knight S"
    game = table("plus", moves, sets=["messages"], switches={"dark_space": reading})
    lay(game, "L(4,0)r0 : red pass / 4,0 road W / follower / follower")  # 0, 5, 9
    assert (track(game, "red"), kind(game)) == ((9, 0), then)
    over = table("plus", moves, sets=["messages"], switches={"dark_space": reading})
    lay(over, "L(4,0)r0 : red pass / 4,0 city N / follower / follower")  # 0, 4, 9: over 5, never on it
    assert (track(over, "red"), kind(over)) == ((9, 0), "draw")


def test_MSG_R2_with_each_advance_counting_it_is_still_one_message() -> None:
    moves = "W(0,0)r0 : red thief E; U(1,0)r1; U(2,0)r1; U(3,0)r1; B(3,-1)r0; E(4,-1)r2 : red knight S"
    game = table("plus", moves, sets=["messages"], switches={"dark_space": "each time"})
    game.credit("red", 1, 1)
    lay(game, "L(4,0)r0 : red pass / 4,0 road W / follower / messenger / 5 / follower")  # 5 and 5, then 7
    assert (track(game, "red"), kind(game), drawn(game)) == ((7, 5), "draw", ["5"])


def test_MSG_16_and_MSG_X5_the_points_of_a_message_can_give_the_next() -> None:
    moves = "W(0,0)r0 : red thief E; E(0,-1)r0; U(1,0)r1; U(2,0)r1"
    game = table("plus", moves, sets=["messages"])
    for _ in range(5):
        game.arrange("red", "follower", "0,-1 city N")
    game.credit("red", 16)
    lay(game, "W(3,0)r0 : red pass / follower")
    assert track(game, "red") == (20, 0)
    game.play("6")
    game.play("knights")
    game.play("follower")
    assert (track(game, "red"), kind(game)) == ((30, 0), "message")
    game.play("7")
    game.play("messenger")  # no farmers: 2 points
    assert (track(game, "red"), kind(game), drawn(game)) == ((30, 2), "draw", ["6", "7"])


def test_MSG_16_only_the_figure_that_the_message_advanced_is_looked_at() -> None:
    """The follower stands on 5 still; the messenger takes the points and ends on 2."""
    game = with_message("", 1)
    game.play("messenger")
    assert (track(game, "red"), kind(game)) == ((5, 2), "draw")


# -- using ------------------------------------------------------------------------------------------------------------------


def test_MSG_20_the_player_takes_the_action_or_2_points() -> None:
    game = with_message("E(0,-1)r0", 6, arrange=["red follower 0,-1 city N"])
    assert kind(game) == "message action"
    assert offered(game) == ["2 points", "knights"]
    assert refused(game, "farmers").clause == "MSG-20"
    assert refused(game, "pass").clause == "MSG-20", "one of the two must be done"
    assert paid(game, "2 points") == (2, "MSG-20")
    assert paid(game, "knights") == (2, "MSG-36")
    assert game.view()["beside"] == ["message-6"]
    game.play("2 points")
    assert game.view()["beside"] == []


def small(stock: str, **more: object) -> Game:
    """A game with this stock in which the test itself is the dealer."""
    counted: dict[str, int] = {}
    for tile in stock.split():
        counted[tile] = counted.get(tile, 0) + 1
    known = catalogue("plus")
    setup = make_setup("plus", **more)  # type: ignore[arg-type]
    return Game(Box(**{**asdict(setup), "stock": tuple((known[one][0], count) for one, count in counted.items())}), None)


def pile(game: Game) -> dict[str, object]:
    return next(one for one in game.view()["piles"] if one["name"] == "messages")


def to_the_first_message(stock: str) -> Game:
    """Red completes a road of five tiles over the start tile, as the fifth tile of the game."""
    game = small(stock, sets=["messages"])
    for answer in (
        *("U", "1,0 r1", "thief E", "U", "2,0 r1", "pass", "W", "-1,0 r0", "pass"),
        *("B", "0,1 r0", "pass", "W", "3,0 r0", "pass", "follower"),
    ):
        game.play(answer)
    assert (track(game, "red"), kind(game)) == ((5, 0), "message")
    return game


def test_MSG_21_the_token_goes_under_the_stack_when_the_choice_is_made() -> None:
    game = to_the_first_message("D U U W B W E")
    game.play("4")
    assert (pile(game)["left"], pile(game)["below"]) == (7, []), "in the hand of the player"
    taking, action = game.copy(), game.copy()
    taking.play("2 points")
    assert kind(taking) == "scoring figure"
    assert (pile(taking)["left"], pile(taking)["below"]) == (8, ["4"])
    action.play("tile")
    assert kind(action) == "draw"
    assert pile(action)["below"] == ["4"], "before the extra tile is drawn"


def test_MSG_21_and_MSG_R4_the_stack_is_never_shuffled_so_that_the_eight_come_again_in_their_order() -> None:
    """One long chain: the follower is put back to 3 each time, so that the 2 points always end on a dark space."""
    game = to_the_first_message("D U U W B W E")
    order: list[str] = []
    while len(order) < 20:
        assert pile(game)["left"] == 8, "a token is under the stack before the next is drawn"
        choices = game.options()
        assert len(choices) == max(1, 8 - len(order))
        assert {int(game.engine.weight(option.number)) for option in choices} == {1}, "even odds until all were seen"
        order.append(str(choices[len(order) % len(choices)]))
        game.play(order[-1])
        if kind(game) == "message action":
            game.play("2 points")
        game.engine.points[0] = 3
        game.play("follower")
    assert sorted(order[:8]) == [str(number) for number in range(1, 9)]
    assert order[8:] == [order[number - 8] for number in range(8, 20)]


@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 7, 8])
def test_MSG_22_an_action_without_an_object_cannot_be_chosen(number: int) -> None:
    """MSG-R5: Red's only follower went home, Blue's are not his; so the 2 points come without a question."""
    others = ["0,-1 city N", "0,-1 field Se", "1,-1 monastery", "-1,0 road E"]
    moves = "E(0,-1)r0; B(1,-1)r0; U(-1,0)r1"
    game = with_message(moves, number, arrange=[f"blue follower {where}" for where in others])
    assert kind(game) == "scoring figure"
    assert paid(game, "") == (2, "MSG-20")


def test_MSG_22_knights_without_a_pennant_are_no_object_for_message_5() -> None:
    game = with_message("E(0,-1)r3; F(0,-2)r0", 5, arrange=["red follower 0,-1 city W", "blue follower 0,-2 city E"])
    assert kind(game) == "scoring figure"


def test_MSG_X11_without_a_tile_left_message_4_gives_only_the_2_points() -> None:
    game = to_the_first_message("D U U W B W")
    game.play("4")
    assert kind(game) == "scoring figure", "the 2 points"
    game.play("messenger")
    assert game.over, "TURN-90: the message of the last tile was still carried out"
    assert game.scores() == {"Red": 7, "Blue": 0}


def test_MSG_R8_and_TURN_93_an_extra_tile_that_fits_nowhere_only_uses_the_message_up() -> None:
    stock = "D E U U W B W C"
    game = small(stock, sets=["messages"], players=3)
    for answer in (
        *("U", "1,0 r1", "thief E", "U", "2,0 r1", "pass", "W", "-1,0 r0", "pass"),
        *("B", "0,1 r0", "pass", "E", "0,-1 r2", "pass"),
    ):
        game.play(answer)
    assert game.seat == 2
    game.engine.seat = 0
    play(game, "W / 3,0 r0 / pass / follower / 4 / tile")
    assert [str(option) for option in game.options()] == ["C"]
    game.play("C")
    assert game.over, "no tile is left for the next turn"
    assert game.scores()["Red"] == 5, "neither points nor a choice again"
    assert next(one for one in game.view()["piles"] if one["name"] == "stock")["box"] == {"C": 1}


def test_MSG_23_the_points_go_to_the_player_who_drew_and_to_nobody_else() -> None:
    where = "0,-1 city E"
    game = with_message("F(0,-1)r0", 2, arrange=[f"red follower {where}", *[f"blue follower {where}"] * 2])
    game.play("smallest city")
    game.play("messenger")
    assert scores(game) == {"red": 7}


# -- the eight messages -----------------------------------------------------------------------------------------------------

TWO_ROADS = "U(0,-1)r1; U(1,-1)r1; U(2,-1)r1; U(3,-1)r1; U(0,-2)r1; U(1,-2)r1; U(2,-2)r1; U(3,-2)r1; U(4,-2)r1"


def test_MSG_31_the_smallest_road_is_the_one_that_gives_least_with_or_without_the_majority() -> None:
    thieves = ["red follower 0,-1 road E", "blue follower 1,-1 road E", "blue follower 2,-1 road E", "red follower 0,-2 road E"]
    game = with_message(TWO_ROADS, 1, arrange=thieves)
    assert offered(game) == ["2 points", "smallest road"]
    game.play("smallest road")
    game.play("messenger")
    entry = game.ledger[-1]
    assert (entry.points, entry.clause, entry.source, entry.cells) == (4, "MSG-31", "message", [(0, -1)])
    assert "red follower 0,-1 road E" in figures(game), "the follower stays"
    assert scores(game) == {"red": 9}


def test_MSG_31_roads_of_others_and_roads_with_only_the_builder_are_not_looked_at() -> None:
    game = with_message(
        TWO_ROADS,
        1,
        sets=["traders"],
        arrange=["blue follower 0,-1 road E", "red builder 0,-1 road E", "red follower 0,-2 road E"],
    )
    assert paid(game, "smallest road")[0] == 5


def test_MSG_32_the_smallest_city() -> None:
    moves = "F(0,-1)r0; F(1,-1)r0; G(0,-2)r0; G(1,-2)r0; G(2,-2)r0"
    game = with_message(moves, 2, arrange=["red follower 0,-1 city E", "red follower 0,-2 city E"])
    assert offered(game) == ["2 points", "smallest city"]
    assert paid(game, "smallest city") == (3, "MSG-32"), "3 tiles, not 2 tiles and 2 pennants"


def test_MSG_33_the_smallest_monastery() -> None:
    moves = "B(0,-1)r0; B(1,-1)r0; B(0,-2)r0; B(1,-2)r0; B(2,-2)r0"
    game = with_message(moves, 3, arrange=["red follower 1,-1 monastery", "red follower 2,-2 monastery"])
    assert offered(game) == ["2 points", "smallest monastery"]
    assert paid(game, "smallest monastery") == (3, "MSG-33"), "its own tile and 2 around"


def test_MSG_35_and_MSG_X9_every_pennant_of_a_city_with_an_own_knight_counts_2_once() -> None:
    moves = "F(0,-1)r0; F(1,-1)r0; F(0,-2)r0; F(0,-3)r0"
    first = "0,-1 city E"
    knights = [
        *[f"red follower {first}"] * 2,
        *[f"blue follower {first}"] * 3,
        "red follower 0,-2 city E",
        "blue follower 0,-3 city E",
    ]
    game = with_message(moves, 5, arrange=knights)
    assert offered(game) == ["2 points", "pennants"]
    assert paid(game, "pennants") == (6, "MSG-35")


def test_MSG_36_2_points_for_every_own_knight() -> None:
    knights = ["red follower 0,-1 city N", "red follower 0,-1 city N", "red follower 1,-1 city N", "blue follower 1,-1 city N"]
    game = with_message("E(0,-1)r0; E(1,-1)r0", 6, arrange=knights)
    before = figures(game)
    assert paid(game, "knights") == (6, "MSG-36")
    game.play("knights")
    assert figures(game) == before, "they stay"


def test_MSG_37_2_points_for_every_own_farmer() -> None:
    """MSG-R11: two, as in this book."""
    farmers = [
        "red follower 0,-1 field Se",
        "red follower 0,-1 field Se",
        "red follower 1,-1 field Nw",
        "blue follower 1,-1 field Nw",
    ]
    game = with_message("E(0,-1)r0; B(1,-1)r0", 7, arrange=farmers)
    assert offered(game) == ["2 points", "farmers"]
    before = figures(game)
    assert paid(game, "farmers") == (6, "MSG-37")
    game.play("farmers")
    assert figures(game) == before


def test_MSG_38_one_follower_comes_home_and_pays_if_he_was_part_of_the_majority() -> None:
    """MSG-R10: counted with him, and a tie is a majority. MSG-R9: fields are features too."""
    moves = "F(0,-1)r0; F(1,-1)r0; U(-1,0)r1; U(0,-2)r1"
    people = [
        *("red follower 0,-1 city E", "blue follower 1,-1 city E"),  # a tie: 2 tiles, 2 pennants
        *("red follower -1,0 road E", "blue follower -1,0 road E", "blue follower -1,0 road E"),  # outnumbered
        *("red follower 0,-2 road E",),  # alone: 1
    ]
    game = with_message(moves, 8, arrange=people)
    assert offered(game) == ["2 points", "follower 0,-1 city E", "follower -1,0 road E", "follower 0,-2 road E"]
    assert refused(game, "follower 1,-1 city E").clause == "MSG-38", "that one is Blue's"
    assert paid(game, "follower 0,-1 city E") == (4, "MSG-38")
    assert paid(game, "follower -1,0 road E") == (0, "MSG-38"), "he may choose one that gives nothing"
    assert paid(game, "follower 0,-2 road E") == (1, "MSG-38")
    game.play("follower 0,-1 city E")
    game.play("messenger")
    assert supply(game, "red") == 5
    assert "blue follower 1,-1 city E" in figures(game)
    assert scores(game) == {"red": 9}, "nobody else gets anything"


def test_MSG_38_equal_followers_in_one_place_are_one_option() -> None:
    game = with_message("F(0,-1)r0", 8, arrange=["red follower 0,-1 city E"] * 3)
    assert offered(game) == ["2 points", "follower 0,-1 city E"]
    game.play("follower 0,-1 city E")
    assert figures(game).count("red follower 0,-1 city E") == 2


@between(MSG="TRADERS")
def test_MSG_X8_message_8_without_the_majority_pays_nothing_and_the_builder_goes_home() -> None:
    city = "0,-1 city N"
    people = [f"red follower {city}", *[f"blue follower {city}"] * 2, f"red builder {city}"]
    game = with_message("E(0,-1)r0", 8, sets=["traders"], arrange=people)
    assert offered(game) == ["2 points", f"follower {city}"], "TURN-03: the builder is no follower"
    game.play(f"follower {city}")
    assert kind(game) == "draw", "0 points are no advance: no figure is chosen, no message"
    assert (game.ledger[-1].points, game.ledger[-1].clause) == (0, "MSG-38")
    assert (supply(game, "red"), supply(game, "red", "builder")) == (7, 1)
    assert figures(game) == [f"blue follower {city}"] * 2


# -- values -----------------------------------------------------------------------------------------------------------------


def test_MSG_40_values_are_those_of_a_game_that_ends_now() -> None:
    """Unfinished city 1 a tile and pennant, field 3 a completed city, monastery 1 a tile."""
    moves = "E(0,-1)r0; E(0,-2)r2; B(1,-1)r0; F(2,-1)r1"
    people = ["red follower 0,-1 field Se", "red follower 1,-1 monastery", "red follower 2,-1 city N"]
    game = with_message(moves, 8, arrange=people)
    assert paid(game, "follower 0,-1 field En")[0] == 3
    assert paid(game, "follower 1,-1 monastery")[0] == 6, "itself and 0,0; 1,0; 0,-1; 0,-2; 2,-1"
    assert paid(game, "follower 2,-1 city N")[0] == 2


def test_MSG_41_and_MSG_X6_an_unfinished_inn_road_is_worth_0_and_so_the_smallest() -> None:
    moves = "U(0,-1)r1; U(1,-1)r1; U(2,-1)r1; U(3,-1)r1; U(0,-2)r1; U(1,-2)r1; U(2,-2)r1; U(3,-2)r1; U(4,-2)r1; InB(5,-2)r0"
    thieves = ["red follower 0,-1 road E", "red follower 0,-2 road E"]
    game = with_message(moves, 1, sets=["inns"], arrange=thieves)
    assert paid(game, "smallest road") == (0, "MSG-31")
    assert paid(game, "2 points") == (2, "MSG-20")
    game.play("smallest road")
    assert (kind(game), track(game, "red")) == ("draw", (5, 0)), "MSG-R5: it may be chosen all the same"


@between(MSG="INNS")
def test_MSG_41_an_unfinished_cathedral_city_is_worth_0() -> None:
    cathedral = next(
        tile for tile, _ in catalogue("plus", ["inns"]).values() if any("cathedral" in s.marks for s in tile.segments)
    )
    moves = f"E(0,-1)r0; {cathedral.id}(0,-2)r0; E(-1,-1)r0"
    game = with_message(moves, 2, sets=["inns"], arrange=["red follower 0,-1 city N", "red follower -1,-1 city N"])
    assert paid(game, "smallest city")[0] == 0


@between(MSG="INNS")
def test_MSG_43_the_big_follower_is_one_knight_and_one_farmer() -> None:
    knights = ["red big 0,-1 city N", "red follower 0,-1 city N"]
    assert paid(with_message("E(0,-1)r0", 6, sets=["inns"], arrange=knights), "knights")[0] == 4
    farmers = ["red big 0,-1 field Se"]
    assert paid(with_message("E(0,-1)r0", 7, sets=["inns"], arrange=farmers), "farmers")[0] == 2


def test_MSG_R6_of_equal_roads_any_may_be_the_smallest() -> None:
    game = with_message("U(0,-1)r1; U(0,-2)r1", 1, arrange=["red follower 0,-1 road E", "red follower 0,-2 road E"])
    assert offered(game) == ["2 points", "smallest road"]
    assert paid(game, "smallest road")[0] == 1


# -- message 4 --------------------------------------------------------------------------------------------------------------


@between(TURN="MSG")
def test_MSG_34_and_TURN_80_the_extra_tile_runs_its_own_steps_inside_the_message() -> None:
    """Red lays a second tile in his turn; it completes Blue's city, and then the turn is over."""
    game = with_message("E(0,-1)r0", 4, arrange=["blue follower 0,-1 city N"], players=3)
    assert offered(game) == ["2 points", "tile"]
    game.play("tile")
    assert kind(game) == "draw"
    game.play("E")
    assert game.decision is not None
    assert (game.decision.player, kind(game), game.seat) == ("Red", "tile", 0)
    game.play("0,-2 r2")
    assert "follower field Nw" in offered(game)
    game.play("follower field Nw")
    assert game.decision is not None
    assert (game.decision.player, kind(game)) == ("Blue", "scoring figure")
    game.play("follower")
    assert (kind(game), game.seat, game.turn) == ("draw", 1, game.engine.turn)
    assert scores(game) == {"red": 5, "blue": 4}
    assert tiles(game)[-2:] == ["W(1,0)r0", "E(0,-2)r2"]


def test_MSG_R13_the_scoring_of_the_extra_tile_is_a_phase_of_its_own_with_its_own_message() -> None:
    game = with_message("E(0,-1)r0", 4, arrange=["red follower 0,-1 city N"])
    play(game, "tile / E / 0,-2 r2 / pass / follower")
    assert (track(game, "red"), kind(game)) == ((9, 0), "draw"), "the 5 of the outer phase does not count again"
    again = with_message("E(0,-1)r0", 4, arrange=["red follower 0,-1 city N"])
    again.credit("red", 1, 1)
    play(again, "tile / E / 0,-2 r2 / pass / messenger")
    assert (track(again, "red"), kind(again)) == ((5, 5), "message")
    again.play("4")
    again.play("tile")
    assert kind(again) == "draw", "message 4 may follow on message 4"
    assert again.engine.run_level == 2
    play(again, "B / -1,-1 r0 / pass")
    assert (kind(again), again.engine.run_level, again.seat) == ("draw", 0, 1)


def test_MSG_R13_an_extra_tile_that_scores_nothing_gives_no_message() -> None:
    game = with_message("", 4)
    play(game, "tile / B / 0,-1 r0 / pass")
    assert (kind(game), drawn(game), game.seat) == ("draw", ["4"], 1)


def test_TURN_81_only_the_extra_tile_may_be_used_in_its_step_2() -> None:
    moves = "B(0,-1)r0; E(-1,-1)r0"
    people = ["red abbot 0,-1 monastery", "red follower -1,-1 city N", "red follower -1,-1 field Se"]
    game = with_message(moves, 4, sets=["abbot", "inns", "traders"], arrange=people)
    play(game, "tile / E / -1,-2 r2")
    assert not may(game, "take back abbot")
    assert {"builder city S"} <= set(offered(game)), "the builder may be put on it instead"
    assert "big field Nw" in offered(game)
    pigs = with_message(moves, 4, sets=["abbot", "inns", "traders"], arrange=people)
    play(pigs, "tile / B / -2,-1 r0")
    assert may(pigs, "pig field Nw")
    assert may(pigs, "abbot monastery") is False, "it stands on the other monastery"
    assert may(pigs, "monastery")


def test_TURN_83_a_follower_that_came_home_in_this_turn_may_go_on_the_extra_tile() -> None:
    game = table("plus", f"{ROAD}; E(0,-1)r0", sets=["messages"])
    for _ in range(6):
        game.arrange("red", "follower", "0,-1 city N")
    assert supply(game, "red") == 0
    game.credit("red", 3)
    lay(game, "W(1,0)r0 : red follower / 4 / tile")
    play(game, "B / 1,-1 r0 / monastery")
    assert supply(game, "red") == 0
    assert "red follower 1,-1 monastery" in figures(game)


@pytest.mark.parametrize("figure", ["follower", "big"])
@pytest.mark.parametrize("reading", ["at once", "next turn"])
def test_TURN_R17_and_INNS_25_a_table_may_let_returned_figures_wait(reading: str, figure: str) -> None:
    """Red's last figure of a kind comes home in step 3."""
    game = table("plus", "W(0,0)r0; E(0,-1)r0", sets=["messages", "inns"], switches={"again": reading})
    game.arrange("red", figure, "0,0 road E")
    for _ in range(6):
        game.arrange("red", "follower", "0,-1 city N")
    game.credit("red", 3)
    lay(game, "W(1,0)r0 : red pass / follower / 4 / tile")
    play(game, "B / 1,-1 r0")
    assert may(game, f"{figure} monastery") == (reading == "at once")
    if reading == "next turn":
        assert refused(game, f"{figure} monastery").clause == "TURN-R17"
        game.play("pass")
    else:
        game.play(f"{figure} monastery")
    lay(game, "B(2,-1)r0 : red ?")
    assert may(game, f"{figure} monastery") == (reading == "next turn"), "in the next turn it is there"


def test_TURN_R17_a_follower_that_a_message_brings_home_does_not_wait() -> None:
    game = table("plus", f"{ROAD}; E(0,-1)r0", sets=["messages"], switches={"again": "next turn"})
    for _ in range(6):
        game.arrange("red", "follower", "0,-1 city N")
    game.credit("red", 3)
    lay(game, "W(1,0)r0 : red follower / 8 / follower 0,-1 city N / follower")
    assert (kind(game), supply(game, "red")) == ("draw", 2), "at the draw of the next turn both are there"


def test_TURN_82_and_TURN_X9_the_extra_tile_can_earn_the_second_part() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; U(0,1)r0 : red thief N", sets=["messages", "traders"])
    game.arrange("red", "builder", "0,1 road N")
    game.credit("red", 3)
    lay(game, "W(1,0)r0 : red pass / follower / 4")
    declined = game.copy()
    declined.play("2 points")
    declined.play("messenger")
    assert (kind(declined), declined.seat) == ("draw", 1), "the first tile lay elsewhere"
    play(game, "tile / U / 0,2 r0 / pass")
    assert kind(game) == "second part", "asked once, when the first part is finished"
    game.play("second part")
    assert (kind(game), game.seat, game.engine.part, game.engine.run_level) == ("draw", 0, 2, 0)


@pytest.mark.parametrize(("reading", "question"), [("earned", "second part"), ("none", "draw")])
def test_TURN_82_and_TURN_R9_a_table_may_give_the_second_part_only_for_the_tile_of_the_turn(
    reading: str, question: str
) -> None:
    """The extra tile prolongs the builder's road; where the tile of the turn has done so there is a second part anyway."""
    for first, asked in (("W(1,0)r0", question), ("U(0,2)r0", "second part")):
        moves = "W(0,0)r0 : red thief E; U(0,1)r0 : red thief N"
        game = table("plus", moves, sets=["messages", "traders"], switches={"extra_double": reading})
        game.arrange("red", "builder", "0,1 road N")
        if first.startswith("U"):
            lay(game, f"{first} : red pass")
        else:
            game.credit("red", 3)
            lay(game, f"{first} : red pass / follower / 4")
            play(game, "tile / U / 0,2 r0 / pass")
        assert kind(game) == asked


def test_TURN_82_and_TURN_X9_in_the_second_part_the_extra_tile_earns_nothing() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; U(0,1)r0 : red thief N", sets=["messages", "traders"])
    game.arrange("red", "builder", "0,1 road N")
    game.credit("red", 3)
    lay(game, "U(0,2)r0 : red pass")
    play(game, "second part / W / 1,0 r0 / pass / follower / 4 / tile / U / 0,3 r0 / pass")
    assert (kind(game), game.seat) == ("draw", 1)


def test_TURN_82_a_builder_put_down_in_the_same_part_stands_there_already() -> None:
    moves = "W(0,0)r0 : red thief E; U(0,1)r0; U(1,1)r0 : red thief N"
    game = table("plus", moves, sets=["messages", "traders"])
    game.credit("red", 3)
    lay(game, "W(1,0)r0 : red builder road S / follower / 4 / tile")
    play(game, "U / 1,2 r0 / pass")
    assert kind(game) == "second part"


def test_TURN_82_a_builder_put_on_the_extra_tile_itself_earns_nothing() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; U(0,1)r0 : red thief N", sets=["messages", "traders"])
    game.credit("red", 3)
    lay(game, "W(1,0)r0 : red pass / follower / 4 / tile")
    play(game, "U / 0,2 r0 / builder road N")
    assert (kind(game), game.seat) == ("draw", 1)


@between(MSG="TRADERS")
def test_MSG_50_and_TURN_75_a_message_can_be_won_in_each_part_of_a_double_turn() -> None:
    moves = "W(0,0)r0 : red thief E; U(0,1)r0 : red thief N; E(0,-1)r0 : red knight N"
    game = table("plus", moves, sets=["messages", "traders"])
    game.arrange("red", "builder", "0,1 road N")
    game.credit("red", 2, 0)
    game.credit("red", 4, 1)
    lay(game, "W(0,2)r2 : red pass / follower")
    assert (track(game, "red"), kind(game)) == ((5, 4), "message"), "a road of 3 tiles"
    play(game, "3 / messenger / second part / E / 0,-2 r2 / pass / messenger")
    assert (track(game, "red"), kind(game), game.engine.part) == ((5, 10), "message", 2)


# -- the end ----------------------------------------------------------------------------------------------------------------


@between(BASE="MSG")
def test_MSG_51_and_MSG_X12_before_the_final_scoring_the_figures_are_added_up() -> None:
    game = study(sets=["messages"])
    game.credit("red", 68, 1)
    game.credit("red", 37, 0)
    assert all(len(player["track"]) == 2 for player in game.view()["players"])
    game.finish()
    red, *others = game.view()["players"]
    (left,) = red["track"]  # the messenger is in the box
    assert (red["points"], left["space"], left["laps"]) == (105, 5, 2)
    assert all([one["points"] for one in player["track"]] == [0] for player in others)
    assert drawn(game) == []
    assert [step for step, _ in FINAL][:3] == ["FINAL_BOX", "FINAL_FIGURES", "FINAL_FEATURES"], "TURN-91"


def test_MSG_52_and_TURN_92_final_scoring_gives_no_messages_and_asks_nobody() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; U(1,0)r1", sets=["messages"])
    game.credit("red", 3)
    assert game.projected()["Red"] == 5
    game.finish()
    assert game.over
    assert (game.scores()["Red"], drawn(game)) == (5, [])


def test_a_copy_made_at_a_question_keeps_what_the_points_are_for() -> None:
    """The choice of the figure lies between the reason and the points; copies and take-back must not lose it (MSG-03)."""
    game = with_message("", 1)
    assert kind(game) == "scoring figure"
    assert paid(game, "") == (2, "MSG-20")
    game.play("messenger")
    game.undo()
    game.play("follower")
    assert (game.ledger[-1].points, game.ledger[-1].clause, game.ledger[-1].figure) == (2, "MSG-20", 0)


# -- with other modules -----------------------------------------------------------------------------------------------------


@between(MSG="BASE")
def test_MSG_22_with_BASE_15_without_farmers_message_7_has_no_object() -> None:
    game = table("plus", f"{ROAD}; E(0,-1)r0 : red knight N", sets=["messages"], without=["farmers"])
    game.credit("red", 3)
    lay(game, f"{CLOSE} / follower / 7")
    assert kind(game) == "scoring figure"


@between(MSG="WINTER")
def test_MSG_40_with_WINTER_values_are_those_of_its_final_scoring() -> None:
    game = table("winter", f"{ROAD}; F(0,-1)r0; F(1,-1)r0", sets=["messages"])
    game.arrange("red", "follower", "0,-1 city E")
    game.credit("red", 3)
    lay(game, f"{CLOSE} / follower / 2 / smallest city / messenger")
    assert game.ledger[-1].points == 4


@between(TURN="RIVER", MSG="RIVER")
def test_TURN_21_an_extra_tile_is_a_river_tile_while_there_are_any() -> None:
    setup = make_setup("plus", sets=["river", "messages"])
    engine = setup.engine()
    engine.push_run(STOCK, ONLY_ITS_TILE)
    engine.asked = -1
    engine.advance()
    names = {engine.rules.tiles[number].set_id for number in engine.list_options().numbers()}
    assert names == {"river"}


@between(MSG="ABBOT")
def test_MSG_R7_with_ABBOT_an_abbot_makes_a_monastery_count_and_gardens_do_not() -> None:
    moves = "E+garden(0,-1)r0; B(1,-1)r0"
    garden = with_message(moves, 3, sets=["abbot"], arrange=["red abbot 0,-1 garden"])
    assert kind(garden) == "scoring figure", "no object: 2 points"
    game = with_message(moves, 3, sets=["abbot"], arrange=["red abbot 1,-1 monastery"])
    assert paid(game, "smallest monastery") == (4, "MSG-33"), "itself and 0,0; 1,0; 0,-1"


@between(MSG="ABBOT")
def test_MSG_38_with_ABBOT_message_8_takes_an_abbot_by_its_own_majority_rule() -> None:
    moves = "E+garden(0,-1)r0; B(1,-1)r0"
    game = with_message(moves, 8, sets=["abbot"], arrange=["red abbot 0,-1 garden"])
    assert paid(game, "abbot 0,-1 garden") == (4, "MSG-38")
    outnumbered = ["red abbot 1,-1 monastery", *["blue follower 1,-1 monastery"] * 2]
    assert paid(with_message(moves, 8, sets=["abbot"], arrange=outnumbered), "abbot 1,-1 monastery")[0] == 0


@between(MSG="FLIGHT")
def test_MSG_33_with_FLIGHT_one_monk_of_several_is_enough_for_message_3_but_not_for_8() -> None:
    monks = ["red follower 0,-1 monastery", *["blue follower 0,-1 monastery"] * 2]
    assert paid(with_message("B(0,-1)r0", 3, arrange=monks), "smallest monastery")[0] == 3
    assert paid(with_message("B(0,-1)r0", 8, arrange=monks), "follower 0,-1 monastery")[0] == 0


def recalled() -> Game:
    """TURN-X4: Red takes his abbot back from a garden with 5 tiles around, and his tile completes his road of 3."""
    moves = "W(0,0)r0 : red thief E; U+garden(1,0)r1; B(0,-1)r0; B(1,-1)r0; B(2,-1)r0"
    game = table("plus", moves, sets=["messages", "abbot"])
    game.arrange("red", "abbot", "1,0 garden")
    return game


def test_TURN_X4_and_TURN_52_a_recall_and_a_road_are_two_items_of_one_phase() -> None:
    game = recalled()
    game.credit("red", 4, 0)
    game.credit("red", 12, 1)
    lay(game, "W(2,0)r0 : recall red abbot")
    assert kind(game) == "scoring figure", "the recall comes first, without a question"
    game.play("follower")
    assert (track(game, "red"), game.ledger[-1].source) == ((10, 12), "abbot")
    both = game.copy()
    both.play("follower")
    assert (track(both, "red"), kind(both)) == ((13, 12), "draw")
    game.play("messenger")
    assert (track(game, "red"), kind(game)) == ((10, 15), "message")
    game.play("8")
    game.play("follower")
    assert (kind(game), drawn(game)) == ("draw", ["8"]), "exactly one"


def test_TURN_X4_without_messages_the_one_figure_advances_9_in_two_moves() -> None:
    moves = "W(0,0)r0 : red thief E; U+garden(1,0)r1; B(0,-1)r0; B(1,-1)r0; B(2,-1)r0"
    game = table("plus", moves, sets=["abbot"])
    game.arrange("red", "abbot", "1,0 garden")
    turn = lay(game, "W(2,0)r0 : recall red abbot")
    assert [entry.points for entry in turn.lines] == [6, 3]


def test_MSG_05_a_whole_game_that_is_dealt_ends_and_its_ledger_is_the_score() -> None:
    game = box("plus", "D U U W B W E E", sets=["messages"])
    rng = random.Random(1)
    while not game.over:
        game.play(rng.choice(game.options()))
    assert sum(entry.points for entry in game.ledger) == sum(game.scores().values())


@between(MSG="GOLD")
def test_TURN_60_and_TURN_61_with_GOLD_ingots_are_handed_out_before_the_message() -> None:
    game = table("plus", "W(0,0)r0 : red thief E; GoA(1,0)r0", sets=["messages", "gold"])
    game.credit("red", 2)
    lay(game, "W(1,-1)r0 : red pass / follower")
    assert kind(game) == "message"
    assert held(game.view(), 0, "ingot") == 2


@between(GOLD="MSG")
def test_TURN_60_and_MSG_34_with_GOLD_the_extra_tile_has_its_own_step_4a() -> None:
    """GoG completes Red's city of 3 tiles; his second ingot lies on a tile of it too."""
    game = with_message("E(0,-1)r1; B(0,-2)r0; E(1,-2)r2", 4, sets=["gold"], arrange=["red follower 0,-1 city E"])
    play(game, "tile / GoG / 1,-1 r0 / ingot 0,-1 / pass / messenger")
    assert held(game.view(), 0, "ingot") == 2
    assert (kind(game), game.seat) == ("draw", 1)


@between(MSG="MAGE")
def test_MSG_42_with_MAGE_mage_and_witch_count_for_the_values_and_stay() -> None:
    thieves = ["red follower 0,-1 road E", "red follower 0,-2 road E"]
    game = with_message(TWO_ROADS, None, sets=["mage"], arrange=thieves)
    game.arrange(None, "mage", "0,-1 road E")
    game.play("1")
    assert paid(game, "smallest road") == (5, "MSG-31"), "4 and 4 more against 5"
    game.arrange(None, "witch", "0,-2 road E")
    assert paid(game, "smallest road")[0] == 3, "half of 5"
    game.play("smallest road")
    assert {"mage", "witch"} == {one["kind"] for one in game.view()["figures"] if one["seat"] is None}


def test_MSG_41_with_MAGE_an_unfinished_inn_road_is_worth_its_tiles_with_the_mage() -> None:
    moves = "U(0,-1)r1; InB(1,-1)r0; InB(0,-2)r0"
    game = with_message(moves, None, sets=["mage", "inns"], arrange=["red follower 0,-1 road E"])
    game.arrange(None, "mage", "0,-1 road E")
    game.play("1")
    assert paid(game, "smallest road")[0] == 2


@between(MSG="FERRY")
def test_MSG_31_with_FERRY_message_1_sees_the_roads_as_joined_now() -> None:
    moves = "B(0,-1)r0; U(0,-2)r1; FeA(1,-2)r2 : red pass / ferry E-W; U(2,-2)r1 : red pass / leave ferries"
    game = with_message(moves, 1, sets=["ferries"], arrange=["red follower 0,-2 road E"])
    assert paid(game, "smallest road")[0] == 3


@between(MSG="CIRCLE", CIRCLE="MSG")
def test_TURN_63_with_CIRCLE_the_circle_comes_after_all_messages_of_the_part() -> None:
    game = table("plus", f"{ROAD}; U(0,1)r0", sets=["messages", "circles"], players=2)
    game.arrange("blue", "follower", "0,1 road N")
    game.credit("red", 3)
    lay(game, "Korn1(1,0)r2 : red pass / follower")
    assert kind(game) == "message"
    play(game, "1 / messenger")
    assert kind(game) == "circle"


@between(CIRCLE="MSG")
def test_MSG_34_with_CIRCLE_a_circle_tile_laid_by_message_4_has_its_action_inside_the_message() -> None:
    game = with_message("U(0,-1)r1", 4, sets=["circles"], players=2, arrange=["blue follower 0,-1 road E"])
    play(game, "tile / Korn1 / 1,-1 r2 / pass")
    assert kind(game) == "circle"
    game.play("B")
    assert (kind(game), game.seat, supply(game, "blue")) == ("draw", 1, 7)


@between(MSG="KING")
def test_MSG_34_with_KING_a_tile_laid_by_message_4_can_win_the_token() -> None:
    game = with_message("E(0,-1)r0", 4, sets=["king"])
    assert holder(game.view(), "king") is None
    play(game, "tile / E / 0,-2 r2 / pass")
    assert (holder(game.view(), "king"), record(game.view(), "king")) == (0, 2)


@between(FLIGHT="MSG")
def test_TURN_81_with_FLIGHT_the_machine_of_the_extra_tile_may_be_used() -> None:
    game = with_message("U(0,-1)r1", 4, sets=["flying"])
    play(game, "tile / FlA / 0,-2 r1")
    assert may(game, "fly follower")


def test_TURN_81_with_FLIGHT_after_a_crash_nothing_is_put_on_the_extra_tile() -> None:
    """FLIGHT-R9. Red's machine tile closes his road, and his follower flies two cells to where no tile lies."""
    game = table("plus", f"{ROAD}; U(0,1)r0; A(1,1)r2", sets=["messages", "flying"])
    game.credit("red", 2)
    lay(game, "FlA(1,0)r0 : red fly follower / 2 / follower / 4 / tile")
    play(game, "B / 1,-1 r0")
    assert (kind(game), game.seat) == ("draw", 1), "nobody is asked for a figure"


# Blue holds a Red follower; the tower on 1,-1 has two floors and does not reach 0,0.
HELD = """B(0,-1)r0; To12+garden(1,-1)r0 : red floor 1,-1; B(2,-1)r0 : red monk
B(1,-2)r0 : blue floor 1,-1 / capture player 1 follower 2,-1 monastery"""


@between(MSG="TOWER")
def test_MSG_38_with_TOWER_a_follower_on_a_tower_may_be_taken_down_for_nothing() -> None:
    """TOWER-R19. He is in no feature, so no other message counts him (TOWER-R11)."""
    moves = f"{ROAD}; B(0,-1)r0; To12+garden(1,-1)r0 : red floor 1,-1; B(2,-1)r0 : red follower 1,-1 tower"
    game = table("plus", moves, sets=["messages", "tower"], players=4)
    game.credit("red", 3)
    lay(game, f"{CLOSE} / follower")
    for number in ("1", "2", "3", "6", "7"):
        trial = game.copy()
        trial.play(number)
        assert kind(trial) == "scoring figure", "no object"
    game.play("8")
    assert offered(game) == ["2 points", "follower 1,-1 tower"]
    assert paid(game, "follower 1,-1 tower") == (0, "MSG-38")
    game.play("follower 1,-1 tower")
    assert supply(game, "red") == 7


@between(MSG="TOWER")
def test_MSG_38_with_TOWER_prisoners_are_not_on_the_table() -> None:
    game = table("plus", f"{ROAD}; {HELD}", sets=["messages", "tower"], players=4)
    game.credit("red", 3)
    lay(game, f"{CLOSE.replace('pass', 'no ransom / pass')} / follower / 8")
    assert kind(game) == "scoring figure"


def test_TURN_80_and_TURN_81_with_TOWER_windows_two_and_three_but_no_tower_action() -> None:
    """TOWER-R20."""
    game = table("plus", f"{ROAD}; {HELD}", sets=["messages", "tower"], players=4)
    game.credit("red", 3)
    lay(game, f"{CLOSE.replace('pass', 'no ransom / pass')} / follower / 4 / tile")
    assert kind(game) == "draw", "no first window"
    play(game, "To12+garden / 0,-2 r0")
    assert kind(game) == "ransom"
    game.play("no ransom")
    assert kind(game) == "figure"
    assert not any("floor" in text or "tower" in text for text in offered(game))
    play(game, "pass")
    assert kind(game) == "ransom", "the third window of the extra tile"
    game.play("no ransom")
    assert (kind(game), game.seat, game.engine.run_level) == ("ransom", 0, 0), "and that of the outer part"


@between(MSG="TOWER", TOWER="MSG")
def test_TOWER_R21_with_TOWER_ransom_draws_no_message() -> None:
    game = table("plus", HELD, sets=["messages", "tower"], players=4)
    game.credit("red", 8)
    game.credit("blue", 2)
    lay(game, "B(3,-1)r0 : red ransom follower from player 2 by follower / follower / pass")
    assert (track(game, "red"), track(game, "blue"), kind(game)) == ((5, 0), (5, 0), "draw")


# A road of two tiles that is completed and scored; whoever is set up on it is retained.
SCORED = "W(0,-1)r2; W(1,-1)r2"


def with_retained(number: int, *people: str) -> Game:
    """The road on 0,-1 is completed; then people are set up on it, as if a postman had kept them."""
    return with_message(SCORED, number, sets=["postman"], arrange=people, players=4)


@between(MSG="POST")
def test_MSG_31_with_POST_a_completed_road_with_retained_followers_is_worth_0_and_so_the_smallest() -> None:
    """POST-R17."""
    people = ["red follower 0,-1 road E", "red postman 0,-1 road E", "red follower 0,-1 road N"]
    assert paid(with_retained(1, *people), "smallest road") == (0, "MSG-31")
    assert paid(with_retained(1, people[2]), "smallest road")[0] == 1


def test_MSG_38_with_POST_message_8_takes_a_postman_for_nothing_and_frees_the_others() -> None:
    people = ["red follower 0,-1 road E", "blue follower 0,-1 road E", "red postman 0,-1 road E"]
    one = with_retained(8, *people)
    one.play("follower 0,-1 road E")
    assert (one.ledger[-1].points, one.ledger[-1].clause) == (0, "MSG-38")
    assert figures(one) == ["red postman 0,-1 road E", "blue follower 0,-1 road E"], "only that one"
    game = with_retained(8, *people)
    game.play("postman 0,-1 road E")
    assert game.ledger[-1].points == 0
    assert figures(game) == []


def test_MSG_43_with_POST_the_postman_is_one_knight() -> None:
    game = with_message("E(0,-1)r0", 6, sets=["postman"], arrange=["red postman 0,-1 city N"], players=4)
    assert paid(game, "knights")[0] == 2


@between(POST="MSG")
def test_MSG_R7_with_POST_an_office_is_no_monastery_but_pays_by_message_8() -> None:
    for number in (3, 8):
        game = with_message("Po01(0,-1)r2", number, sets=["postman"], arrange=["red postman 0,-1 post_office"], players=4)
        if number == 3:
            assert kind(game) == "scoring figure", "no object"
        else:
            assert paid(game, "postman 0,-1 post_office") == (3, "MSG-38")


def test_TURN_81_with_POST_the_extra_tile_allows_no_action_of_the_post() -> None:
    """POST-R27: neither withdrawing the postman nor what an office tile brings."""
    game = with_message("Po01(0,-1)r2", 4, sets=["postman"], arrange=["red postman 0,-1 post_office"], players=4)
    play(game, "tile / Po01 / 1,-1 r2")
    assert kind(game) == "figure"
    assert all(text == "pass" or text.startswith("follower ") for text in offered(game))
