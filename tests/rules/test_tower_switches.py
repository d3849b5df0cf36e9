"""The Tower where a table settles its doubts the other way: ransom, double_ransom, tower_top, extra_floor, ransom_half."""

from __future__ import annotations

import pytest

from bastida import Game
from tests.rules.pairs import between
from tests.rules.study import kind, scores
from tests.rules.test_tower import (
    BESIDE,
    HELD,
    HELD_TWO,
    asked,
    asked_kinds,
    clause_against,
    game,
    on_towers,
    prisoners,
    said,
    tower_actions,
    turn,
)

ANY = {"ransom": "any moment"}


def begun(sets: tuple[str, ...] = ("tower",), moves: str = HELD, **switches: str) -> Game:
    """Blue holds a Red follower; it is Red's turn, and he has nine points."""
    played = game(moves, sets=sets, switches=switches)
    played.credit("red", 9)
    played.turn_to("red")
    return played


# -- when ransom is paid (TOWER-R12) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("windows", ["draw", "tile", "ransom", "figure", "ransom"]),
        ("any moment", ["draw", "ransom", "tile", "ransom", "figure", "ransom"]),
    ],
)
def test_TOWER_R12_before_every_question_or_in_three_windows(reading: str, expected: list[str]) -> None:
    played = begun(ransom=reading)
    answers = {"draw": "B", "tile": "2,0 r0", "figure": "pass", "ransom": "no ransom"}
    assert asked_kinds(played, [answers[one] for one in expected]) == expected
    assert kind(played) == "draw"


@pytest.mark.parametrize(("reading", "again"), [("once", False), ("each part", True)])
def test_TOWER_61_and_TOWER_R13_one_ransom_in_a_double_turn_or_one_in_each_part(reading: str, again: bool) -> None:
    moves, sets = f"{HELD_TWO}; U(0,-1)r1 : red thief E", ("tower", "inns", "traders")
    played = game(moves, sets=sets, switches={"double_ransom": reading})
    played.arrange("red", "builder", "0,-1 road E")
    played.credit("red", 9)
    turn(played, "U(1,-1)r1 : red ?")
    assert asked_kinds(played, [said("ransom big from blue"), "pass", "second part"]) == ["ransom", "figure", "second part"]
    assert (kind(played) == "ransom") == again
    if again:
        played.play(said("ransom follower from blue"))
        assert scores(played) == {"red": 3, "blue": 6}
    else:
        assert clause_against(played, "ransom follower from blue") == "TOWER-61"


def test_TOWER_R12_between_drawing_and_placing_the_tile_waits_for_the_ransom() -> None:
    played = begun(ransom="any moment")
    played.play("B")
    again = Game.copy(played)
    played.play(said("ransom follower from blue"))
    assert kind(played) == "tile"
    assert scores(played) == {"red": 6, "blue": 3}
    assert prisoners(played) == set()
    assert asked_kinds(played, ["2,0 r0", "monk"]) == ["tile", "figure"], "one ransom in a turn (TOWER-61)"
    again.play("no ransom")
    assert clause_against(again, "ransom follower from blue") == "TOWER-R12"
    plain = begun()
    plain.play("B")
    assert clause_against(plain, "ransom follower from blue") == "TOWER-67"


def test_TOWER_R12_before_a_capture_and_before_an_exchange() -> None:
    """What is paid for first is not what the exchange brings back (TOWER-56)."""
    played = begun(("tower", "inns"), f"{HELD_TWO}; B(0,3)r0 : blue monk", **ANY)
    answers = ["B", "no ransom", "2,0 r0", "no ransom", "floor 0,0"]
    assert asked_kinds(played, answers) == ["draw", "ransom", "tile", "ransom", "figure"]
    assert kind(played) == "ransom", "before the capture"
    exchanged = Game.copy(played)
    answers = ["no ransom", "capture blue follower 0,3 monastery", "ransom big from blue"]
    assert asked_kinds(exchanged, answers) == ["ransom", "capture", "ransom"]
    assert kind(exchanged) == "exchange"
    assert asked(exchanged) == {"get back follower"}
    answers = ["ransom follower from blue", "capture blue follower 0,3 monastery"]
    assert asked_kinds(played, answers) == ["ransom", "capture"]
    assert prisoners(played) == set(), "the exchange brings back the other one"


@between(TOWER="ROBBER")
def test_TOWER_R12_before_a_robber_is_placed_the_figures_move() -> None:
    """The space that Red leaves by paying is free for nobody's robber; in the windows he must place it first."""
    played = begun(("tower", "robbers"), **ANY)
    asked_kinds(played, ["RaubC", "no ransom", "2,0 r3"])
    assert kind(played) == "ransom"
    played.play(said("ransom follower from blue"))
    assert kind(played) == "robber"
    assert "space 3" in asked(played), "Blue's figure has moved there"
    plain = begun(("tower", "robbers"))
    assert asked_kinds(plain, ["RaubC", "2,0 r3"]) == ["draw", "tile"]
    assert kind(plain) == "robber"
    assert "space 3" not in asked(plain)


@between(TOWER="MSG")
def test_TOWER_R12_before_the_action_of_a_message_but_not_inside_a_scoring() -> None:
    """The message that is due is not lost, and the ransom draws none (TOWER-R21)."""
    moves = f"{HELD}; W(2,0)r3; U(3,0)r1 : red thief W"
    played = game(moves, sets=("tower", "messages"), switches=ANY)
    played.credit("red", 12)
    played.turn_to("red")
    answers = ["W", "no ransom", "4,0 r0", "no ransom", "pass", "follower", "6"]
    kinds = ["draw", "ransom", "tile", "ransom", "figure", "scoring figure", "message"]
    trial = Game.copy(played)
    asked_kinds(trial, answers[:-1])
    assert kind(trial) == "message", "nothing is asked between the points and the message"
    assert asked_kinds(played, [*answers[:-1], "5"]) == kinds
    assert kind(played) == "scoring figure", "nothing to count: the two points"
    trial.play("8")
    assert kind(trial) == "scoring figure", "Red has nobody on the table"
    fourth = Game.copy(played)
    fourth.rewind(len(fourth.steps) - 1)
    assert asked_kinds(fourth, ["4", "ransom follower from blue by follower", "follower"]) == [
        "message",
        "ransom",
        "scoring figure",
    ]
    assert kind(fourth) == "message action"
    assert asked(fourth) == {"2 points", "tile"}
    assert list(fourth.engine.points[:4]) == [12, 0, 3, 0]


# -- a follower on a tower (TOWER-R19) --------------------------------------------------------------------------------


@between(TOWER="MSG")
@pytest.mark.parametrize(("reading", "reached"), [("reached", True), ("captured", False)])
def test_TOWER_R19_a_message_takes_him_from_the_tower_or_does_not(reading: str, reached: bool) -> None:
    moves = f"{BESIDE.replace(' : red monk', '')}; W(2,0)r3; B(0,1)r0 : red follower 0,0 tower; U(3,0)r1 : red thief W"
    played = game(moves, sets=("tower", "messages"), switches={"tower_top": reading})
    played.credit("red", 2)
    turn(played, "W(4,0)r0 : red pass / follower")
    played.play("8")
    if reached:
        assert asked(played) == {"2 points", "follower 0,0 tower"}
    else:
        assert kind(played) == "scoring figure", "nobody to take: the two points (MSG-22)"
        assert on_towers(played) == {"red follower 0,0"}


@between(TOWER="POST")
@pytest.mark.parametrize(("reading", "reached"), [("reached", True), ("captured", False)])
def test_TOWER_R19_and_POST_R22_an_office_tile_reaches_a_postman_on_a_tower_or_does_not(reading: str, reached: bool) -> None:
    moves = f"{BESIDE.replace(' : red monk', '')}; B(0,1)r0 : red postman 0,0 tower"
    played = game(moves, sets=("tower", "postman"), switches={"tower_top": reading})
    turn(played, "Po01(2,0)r0 : blue ?")
    actions = {"remove postman red", "move postman red"}
    assert (actions <= asked(played)) == reached
    assert bool(actions & asked(played)) == reached


# -- the extra tile of a message (TOWER-R20) --------------------------------------------------------------------------


@between(TOWER="MSG")
@pytest.mark.parametrize(("reading", "actions"), [("barred", set()), ("allowed", {"floor 0,0", "follower 0,0 tower"})])
def test_TOWER_R20_the_extra_tile_of_a_message_has_towers_or_has_not(reading: str, actions: set[str]) -> None:
    moves = f"{BESIDE.replace(' : red monk', '')}; W(2,0)r3; U(3,0)r1 : red thief W"
    played = game(moves, sets=("tower", "messages"), switches={"extra_floor": reading})
    played.credit("red", 12)
    turn(played, "W(4,0)r0 : red pass / follower")
    assert asked_kinds(played, ["4", "tile", "B", "0,1 r0"]) == [
        "message",
        "message action",
        "draw",
        "tile",
    ]
    assert tower_actions(played) == actions
    if not actions:
        assert clause_against(played, "floor 0,0") == "TOWER-R20"


# -- a robber beside the captor (TOWER-R22) ---------------------------------------------------------------------------


@between(TOWER="ROBBER")
@pytest.mark.parametrize(("reading", "green"), [("robbed", 2), ("whole", 0)])
def test_TOWER_R22_a_robber_takes_half_of_a_ransom_or_nothing(reading: str, green: int) -> None:
    played = game(HELD, sets=("tower", "robbers"), switches={"ransom_half": reading})
    played.credit("red", 9)
    played.credit("blue", 20)
    turn(played, "RaubC(2,0)r3 : green space 20 / pass / pass")
    asked_kinds(played, ["no ransom", "B", "0,2 r0", "ransom follower from blue"])
    assert scores(played) == {"red": 6, "blue": 23} | ({"green": green} if green else {})
    assert kind(played) == "figure"


@between(TOWER="MSG")
def test_TOWER_R22_with_two_scoring_figures_the_captor_still_chooses() -> None:
    played = game(HELD, sets=("tower", "robbers", "messages"), switches={"ransom_half": "whole"})
    played.credit("red", 9)
    turn(played, "B(2,0)r0 : red ?")
    assert asked_kinds(played, ["ransom follower from blue by follower", "messenger"]) == ["ransom", "scoring figure"]
    assert list(played.engine.points[:4]) == [6, 0, 0, 3]
    assert kind(played) == "figure"
