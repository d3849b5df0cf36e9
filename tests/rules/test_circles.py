"""Crop Circles: what they part, whom they concern, and the action after the part (CIRCLE-01 to CIRCLE-22)."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import bastida
from bastida import Game
from bastida.carcassonne.order import SCRIPT
from tests.boxes import tile_sets
from tests.rules.eager import play_eagerly, rich
from tests.rules.pairs import between
from tests.rules.study import box, catalogue, figures, final, kind, lay, refused, study, supply

SEGMENT = {"farmer": "field", "thief": "road", "knight": "city"}
# One tile with everything a follower can stand on but a monastery, and where each circle fits beside it.
D = "D(0,0)r0"
BESIDE = {"Korn1": "Korn1(1,0)r2", "Korn3": "Korn3(1,0)r1", "Korn5": "Korn5(0,1)r1"}
ROLES = {"Korn1": "0,0 road E", "Korn3": "0,0 field Es", "Korn5": "0,0 city N"}


def position(*moves: str, sets: tuple[str, ...] = (), edition: str = "plus", stand: str = "", **more: Any) -> Game:
    """A study after these moves; ``stand`` sets figures up: "red follower 0,0 city N; blue big 0,0 road E"."""
    game = study(edition, sets=["circles", *sets], start=False, **{"players": 3, **more})
    for move in moves:
        lay(game, move)
        if kind(game) == "turn ferry":
            game.play("leave ferries")
    for one in filter(None, stand.split("; ")):
        colour, figure, where = one.split(" ", 2)
        game.arrange(colour, figure, where)
    return game


def asked(game: Game) -> set[str]:
    return {str(option) for option in game.options()}


def who(game: Game) -> str:
    assert game.decision is not None
    return game.setup.colours[game.decision.seat or 0]


def answered(game: Game) -> list[str]:
    """Who was asked by circles, one after the other, and what he said."""
    steps = [step for step in game.steps if step.kind.startswith("circle")]
    return [f"{game.setup.colours[step.seat or 0]} {step.text}" for step in steps]


def feature(game: Game, segment: str) -> Any:
    return next(one for one in game.features() if segment in one.segments)


# -- the tiles -----------------------------------------------------------------------------------------------------------


def test_CIRCLE_01_six_tiles_two_of_each_kind() -> None:
    """CIRCLE-R10."""
    tiles = [tile for tile in tile_sets()["circles"].tiles if "circle" in tile.marks]
    kinds = Counter({one: 0 for one in SEGMENT})
    for tile in tiles:
        kinds[tile.marks["circle"]] += tile.copies["C2"]
    assert kinds == {"farmer": 2, "thief": 2, "knight": 2}
    game = bastida.new_game("plus-circles", seed=1)
    stock = next(pile for pile in game.view()["piles"] if pile["name"] == "stock")
    held = sum(count for tile, count in stock["mixed"].items() if tile.startswith("Korn"))
    assert held + str(game.tile).startswith("Korn") == 6, "among the others"


def test_CIRCLE_02_the_part_is_played_normally_and_the_circle_comes_last() -> None:
    steps = [step for step, _ in SCRIPT]
    order = ["PLACE_TILE", "FIGURE", "SCORE", "RETURN", "GOLD_SHARE", "MESSAGE", "RANSOM_3", "CIRCLE", "END_PART"]
    assert [step for step in steps if step in order] == order
    game = position("E(0,-1)r2")
    turn = lay(game, "Korn3(0,0)r0 : red knight N")
    assert (turn.points, turn.back, kind(game)) == ({"red": 4}, {"red": 1}, "circle")


def test_CIRCLE_03_and_CIRCLE_X5_a_road_ends_at_the_circle() -> None:
    game = position("U(0,0)r1", "Korn1(1,0)r2 : red pass / A")
    assert feature(game, "1,0 road W").segments == ("0,0 road E", "1,0 road W")
    assert not feature(game, "1,0 road W").completed, "its western end is open"
    assert feature(game, "1,0 road N").segments == ("1,0 road N",)
    turn = lay(game, "A(-1,0)r3 : blue thief E")
    assert turn.points == {"blue": 3}, "closed at the circle, as in the west at the monastery"


@between(BASE="CIRCLE")
@pytest.mark.parametrize(
    ("tile", "parts"),
    [
        ("Korn1", ["field Es Se", "field Nw Ne En Wn", "field Sw Ws", "road E", "road S W"]),
        ("Korn2", ["field Es Se Nw Wn", "field Ne En", "field Sw Ws", "road E", "road N", "road S W"]),
        ("Korn3", ["city N", "field En Es Se Sw Ws Wn", "road S"]),
        ("Korn4", ["city N", "field En Wn", "field Es Se Sw Ws", "road E", "road W"]),
        ("Korn5", ["city N", "city S", "field En Es", "field Ws Wn"]),
        ("Korn6", ["city E S", "city N W"]),
    ],
)
def test_CIRCLE_03_and_CIRCLE_04_the_circle_parts_roads_and_fields_and_nobody_stands_on_it(tile: str, parts: list[str]) -> None:
    game = position()
    lay(game, f"{tile}(0,0)r0 : red ?")
    found = set()
    owners = {module.name: module for module in game.engine.rules.modules}
    for option in game.options():
        others = owners[option.module].other_texts(game.engine, option) if option.module else []
        names = {text.removeprefix("follower ") for text in (option.text, *others)}
        found.add(frozenset(name for name in names if name.split()[0] in ("road", "city", "field")))
    wanted = {frozenset(f"{part.split()[0]} {side}" for side in part.split()[1:]) for part in parts}
    assert found - {frozenset()} == wanted
    assert refused(game, "follower crop_circle").clause == "BASE-36"


# -- the choice ----------------------------------------------------------------------------------------------------------


def test_CIRCLE_10_the_active_player_must_choose_for_everybody() -> None:
    game = position(D, stand="red follower 0,0 road E; blue follower 0,0 road E")
    lay(game, f"{BESIDE['Korn1']} : blue pass")
    assert game.decision == bastida.Decision(1, "Blue", "circle", "circles")
    assert asked(game) == {"A", "B"}
    assert refused(game, "pass").clause == "CIRCLE-10"


@pytest.mark.parametrize("option", ["A", "B"])
def test_CIRCLE_19_also_when_nobody_is_concerned(option: str) -> None:
    game = position(D, stand="red follower 0,0 city N; blue follower 0,0 field Es")
    lay(game, f"{BESIDE['Korn1']} : red pass / {option}")
    assert (kind(game), answered(game)) == ("draw", [f"red {option}"])
    assert len(figures(game)) == 2


def test_CIRCLE_10_and_TURN_11_only_a_circle_of_the_tile_just_laid() -> None:
    game = position(D, f"{BESIDE['Korn1']} : red pass / A", "B(0,1)r0")
    assert answered(game) == ["red A"]


@between(TURN="CIRCLE")
def test_CIRCLE_11_and_TURN_63_one_after_the_other_from_the_left_the_active_player_last() -> None:
    stand = "; ".join(f"{colour} follower 0,0 road E" for colour in ("red", "blue", "yellow", "green"))
    game = position(D, players=4, stand=stand)
    lay(game, f"{BESIDE['Korn1']} : yellow pass / A")
    for colour in ("green", "red", "blue", "yellow"):
        assert (kind(game), who(game)) == ("circle add", colour)
        game.play("add follower 0,0 road E")
    assert (kind(game), game.seat) == ("draw", 3)
    assert Counter(figures(game)) == {f"{one} follower 0,0 road E": 2 for one in ("red", "blue", "yellow", "green")}


@pytest.mark.parametrize("tile", ROLES)
@pytest.mark.parametrize("option", ["A", "B"])
def test_CIRCLE_12_pitchfork_farmers_club_thieves_coat_of_arms_knights(tile: str, option: str) -> None:
    stand = "; ".join(f"red follower {place}" for place in (*ROLES.values(), "-1,-1 monastery"))
    game = position(D, "U(-1,0)r1", "B(-1,-1)r0", stand=stand)
    lay(game, f"{BESIDE[tile]} : blue pass / {option}")
    if option == "A":
        assert asked(game) == {"pass", f"add follower {ROLES[tile]}"}
    else:  # only one of them: nothing to choose
        assert f"red follower {ROLES[tile]}" not in figures(game)
        assert (len(figures(game)), supply(game, "red"), kind(game)) == (3, 4, "draw")


# -- option A ------------------------------------------------------------------------------------------------------------


def test_CIRCLE_13_and_CIRCLE_E1_option_A() -> None:
    game = position("E(-1,0)r3", "E(-1,-1)r0", colours=["red", "green", "blue"])
    game.arrange("red", "follower", "-1,0 city W")
    game.arrange("green", "follower", "-1,-1 city N")
    turn = lay(game, "Korn5(0,0)r0 : red knight S")
    assert (turn.completes, kind(game)) == ({}, "circle")
    game.play("A")
    assert (who(game), asked(game)) == ("green", {"pass", "add follower -1,-1 city N"})
    game.play("add follower -1,-1 city N")
    assert who(game) == "red", "Blue has no knight and is passed over"
    assert asked(game) == {"pass", "add follower 0,0 city S", "add follower -1,0 city W"}
    assert refused(game, "add follower 0,0 city N").clause == "CIRCLE-14"
    game.play("add follower 0,0 city S")
    assert Counter(figures(game)) == {
        "green follower -1,-1 city N": 2,
        "red follower 0,0 city S": 2,
        "red follower -1,0 city W": 1,
    }
    assert (supply(game, "green"), supply(game, "red"), supply(game, "blue")) == (5, 4, 7)


def test_CIRCLE_14_on_the_same_tile_and_segment_as_the_own_follower() -> None:
    """CIRCLE-R1: another tile of the feature is no place, though the follower would be in the same road."""
    game = position("U(-1,0)r1", D, stand="red follower -1,0 road E")
    lay(game, f"{BESIDE['Korn1']} : blue pass / A")
    assert asked(game) == {"pass", "add follower -1,0 road E"}
    assert refused(game, "add follower 0,0 road E").clause == "CIRCLE-14"
    assert refused(game, "add follower 1,0 road W").clause == "CIRCLE-14", "not on the circle tile either"
    game.play("add follower -1,0 road E")
    assert feature(game, "0,0 road E").strength == (2, 0, 0)


def test_CIRCLE_14_a_segment_with_several_own_followers_is_named_once() -> None:
    game = position(D, stand="red follower 0,0 road E; red follower 0,0 road E")
    lay(game, f"{BESIDE['Korn1']} : blue pass / A")
    assert sorted(str(option) for option in game.options()) == ["add follower 0,0 road E", "pass"]


def test_CIRCLE_R5_followers_of_others_do_not_matter() -> None:
    game = position(D, stand="red follower 0,0 road E; blue follower 0,0 road E; blue follower 0,0 road E")
    lay(game, f"{BESIDE['Korn1']} : yellow pass / A / add follower 0,0 road E / pass")
    assert feature(game, "0,0 road E").owners == (0, 1)


def test_CIRCLE_15_and_CIRCLE_R9_option_A_is_voluntary_and_whoever_declines_is_not_asked_again() -> None:
    game = position(D, stand="red follower 0,0 road E; blue follower 0,0 road E")
    lay(game, f"{BESIDE['Korn1']} : red pass / A / pass / add follower 0,0 road E")
    assert answered(game) == ["red A", "blue pass", "red add follower 0,0 road E"]
    assert (kind(game), supply(game, "blue"), supply(game, "red")) == ("draw", 6, 5)


def test_CIRCLE_15_and_CIRCLE_R3_option_B_is_not_voluntary() -> None:
    game = position(D, "U(-1,0)r1", stand="red follower 0,0 road E; red follower -1,0 road W")
    lay(game, f"{BESIDE['Korn1']} : blue pass / B")
    assert refused(game, "pass").clause == "CIRCLE-16"


def test_CIRCLE_17_without_a_follower_in_the_supply_nothing_is_added() -> None:
    """CIRCLE-X2, second half."""
    row = [f"B({x},1)r0" for x in range(6)]
    stand = "; ".join(["red follower 0,0 road E", *(f"red follower {x},1 monastery" for x in range(6))])
    game = position(D, *row, stand=f"{stand}; blue follower 0,0 road E")
    assert supply(game, "red") == 0
    lay(game, f"{BESIDE['Korn1']} : yellow pass / A")
    assert who(game) == "blue"
    assert refused(game, "add big 0,0 road E").clause == "CIRCLE-13", "there is no big follower in this game"


@between(CIRCLE="INNS")
def test_CIRCLE_18_and_CIRCLE_X2_a_big_follower_is_one_follower() -> None:
    """With INNS: CIRCLE-R2. Green has one thief and only the big follower in his supply."""
    row = [f"B({x},1)r0" for x in range(6)]
    stand = "; ".join(["green follower 0,0 road E", *(f"green follower {x},1 monastery" for x in range(6))])
    game = position(D, *row, sets=("inns",), stand=stand, colours=["red", "green", "blue"])
    lay(game, f"{BESIDE['Korn1']} : red pass / A")
    assert (who(game), asked(game)) == ("green", {"pass", "add big 0,0 road E"})
    assert refused(game, "add follower 0,0 road E").clause == "CIRCLE-17"
    game.play("add big 0,0 road E")
    assert feature(game, "0,0 road E").strength == (0, 3, 0)
    assert kind(game) == "draw", "one follower for each player"


@pytest.mark.parametrize("reading", ["at once", "next turn"])
def test_CIRCLE_R6_a_follower_that_came_home_in_this_part_may_be_added(reading: str) -> None:
    """Red's knight scores in the circle part and is then the one he puts beside his farmer, unless the table lets him wait."""
    row = [f"B({x},-1)r0" for x in range(1, 6)]
    stand = "; ".join(["red follower 0,-1 city S", *(f"red follower {x},-1 monastery" for x in range(1, 6))])
    game = position("E(0,-1)r2", *row, stand=f"{stand}; red follower 5,-1 field Nw", switches={"again": reading})
    assert supply(game, "red") == 0
    turn = lay(game, "Korn3(0,0)r0 : blue pass / A")
    assert turn.points == {"red": 4}
    if reading == "next turn":
        assert (kind(game), supply(game, "red")) == ("draw", 1), "nobody can add, and the turn is over"
        return
    assert (who(game), asked(game)) == ("red", {"pass", "add follower 5,-1 field Nw"})


# -- option B ------------------------------------------------------------------------------------------------------------


def test_CIRCLE_16_and_CIRCLE_E2_option_B() -> None:
    game = position("E(0,-1)r2", "B(1,-1)r0", "B(2,-1)r0", colours=["red", "green", "blue"])
    for colour in ("blue", "red"):
        for x in (1, 2):
            game.arrange(colour, "follower", f"{x},-1 field Nw")
    turn = lay(game, "Korn3(0,0)r0 : green knight N")
    assert (turn.points, turn.back) == ({"green": 4}, {"green": 1})
    game.play("B")
    for colour in ("blue", "red"):
        assert (who(game), kind(game)) == (colour, "circle take back")
        assert asked(game) == {"take back follower 1,-1 field Nw", "take back follower 2,-1 field Nw"}
        game.play("take back follower 1,-1 field Nw")
        assert supply(game, colour) == 6
    assert (kind(game), game.seat) == ("draw", 2), "Green has none and was not asked"
    assert sorted(figures(game)) == ["blue follower 2,-1 field Nw", "red follower 2,-1 field Nw"]


def test_CIRCLE_16_only_an_own_follower_of_the_kind() -> None:
    stand = "red follower 0,0 road E; red follower -1,0 road W; blue follower 0,0 road E; red follower 0,0 city N"
    game = position(D, "U(-1,0)r1", stand=stand)
    lay(game, f"{BESIDE['Korn1']} : yellow pass / B")
    assert (who(game), asked(game)) == ("red", {"take back follower 0,0 road E", "take back follower -1,0 road E"})
    for wrong in ("take back follower 0,0 city N", "take back follower 5,5 road E", "pass"):
        assert refused(game, wrong).clause == "CIRCLE-16"


def test_CIRCLE_18_option_B_takes_one_also_of_several_on_one_segment() -> None:
    """CIRCLE-R8: equal ones are one answer; which piece, normal or big, is chosen."""
    game = position(D, stand="red follower 0,0 road E; red follower 0,0 road E", sets=("inns",))
    with_big = game.copy()
    lay(game, f"{BESIDE['Korn1']} : blue pass / B")
    assert (figures(game), supply(game, "red")) == (["red follower 0,0 road E"], 6), "nothing to choose"
    with_big.arrange("red", "big", "0,0 road E")
    lay(with_big, f"{BESIDE['Korn1']} : blue pass / B")
    assert asked(with_big) == {"take back follower 0,0 road E", "take back big 0,0 road E"}
    with_big.play("take back big 0,0 road E")
    assert (supply(with_big, "red", "big"), supply(with_big, "red")) == (1, 5)


def test_CIRCLE_20_the_action_scores_and_completes_nothing() -> None:
    for option in ("A / add follower 0,0 road E", "B"):
        game = position("U(-1,0)r1", D, stand="red follower 0,0 road E")
        before = game.view()["ledger"]
        turn = lay(game, f"{BESIDE['Korn1']} : blue pass / {option}")
        assert (turn.points, turn.completes, game.view()["ledger"]) == ({}, {}, before)
        assert kind(game) == "draw"


@between(TRADERS="CIRCLE", CIRCLE="TRADERS")
def test_CIRCLE_21_and_CIRCLE_X1_a_builder_left_alone_goes_home() -> None:
    game = position(D, sets=("traders",), stand="blue follower 0,0 city N; blue builder 0,0 city N")
    kept = game.copy()
    lay(game, f"{BESIDE['Korn5']} : red pass / B")
    assert (figures(game), supply(game, "blue", "builder"), supply(game, "blue")) == ([], 1, 7)
    kept.arrange("blue", "follower", "0,0 city N")
    lay(kept, f"{BESIDE['Korn5']} : red pass / B")
    assert sorted(figures(kept)) == ["blue builder 0,0 city N", "blue follower 0,0 city N"]


def test_CIRCLE_21_a_pig_left_alone_goes_home() -> None:
    game = position(D, sets=("traders",), stand="blue follower 0,0 field Es; blue pig 0,0 field Es")
    lay(game, f"{BESIDE['Korn3']} : red pass / B")
    assert (figures(game), supply(game, "blue", "pig")) == ([], 1)


def test_CIRCLE_22_afterwards_play_goes_on_with_the_next_player() -> None:
    game = position(D, stand="red follower 0,0 road E")
    lay(game, f"{BESIDE['Korn1']} : blue pass / A / pass")
    assert (kind(game), game.seat, game.view()["part"]) == ("draw", 2, 1)


def test_CIRCLE_R7_and_TURN_90_the_circle_of_the_last_tile_is_still_carried_out() -> None:
    invented = [tile for tile, _ in catalogue("plus", ["circles"]).values() if tile.id == "Korn1"]
    game = box("plus", "D U Korn1", "U Korn1", invented=invented, elements=["circles"])
    for answer in ("1,0 r1", "thief E", "2,0 r2", "pass"):
        game.play(answer)
    assert kind(game) == "circle"
    game.play("A")
    assert (who(game), asked(game)) == ("red", {"pass", "add follower 1,0 road E"})
    game.play("add follower 1,0 road E")
    assert game.over
    assert game.scores() == {"Red": 3, "Blue": 0}


# -- with other modules --------------------------------------------------------------------------------------------------


@between(CIRCLE="BASE")
def test_CIRCLE_12_with_BASE_15_without_farmers_a_pitchfork_concerns_nobody() -> None:
    game = position(D, without=["farmers"], stand="red follower 0,0 road E; red follower 0,0 city N")
    lay(game, f"{BESIDE['Korn3']} : red pass / B")
    assert (kind(game), len(figures(game))) == ("draw", 2)


@between(CIRCLE="ABBOT")
def test_CIRCLE_X4_with_ABBOT_the_abbot_is_neither_concerned_nor_added() -> None:
    game = position("D(0,0)r0", "E+garden(0,1)r2", sets=("abbot",), stand="red abbot 0,1 garden; blue follower 0,0 field Es")
    added = game.copy()
    lay(game, f"{BESIDE['Korn3']} : red pass / B")
    assert figures(game) == ["red abbot 0,1 garden"]
    lay(added, f"{BESIDE['Korn3']} : red pass / A")
    assert (who(added), asked(added)) == ("blue", {"pass", "add follower 0,0 field Es"})
    assert refused(added, "add abbot 0,0 field Es").clause == "TURN-05"


@between(CIRCLE="TRADERS")
def test_TURN_03_with_TRADERS_builder_and_pig_are_neither_added_nor_taken_back() -> None:
    stand = "red follower 0,0 road E; red follower -1,0 road E; red builder 0,0 road E"
    game = position(D, "U(-1,0)r1", sets=("traders",), stand=stand)
    added = game.copy()
    lay(game, f"{BESIDE['Korn1']} : blue pass / B")
    assert asked(game) == {"take back follower 0,0 road E", "take back follower -1,0 road E"}
    game.play("take back follower 0,0 road E")
    assert "red builder 0,0 road E" in figures(game), "another thief keeps him company"
    lay(added, f"{BESIDE['Korn1']} : blue pass / A")
    assert refused(added, "add pig 0,0 road E").clause == "CIRCLE-13"
    assert asked(added) == {"pass", "add follower 0,0 road E", "add follower -1,0 road E"}


@between(CIRCLE="FERRY")
def test_CIRCLE_14_with_FERRY_the_added_follower_stands_on_the_side_of_the_older_one() -> None:
    """A turned ferry then parts them both from the other end of the lake."""
    game = position("FeB(0,0)r0 : red pass / ferry E-W", "U(-1,0)r1", sets=("ferries",), stand="red follower 0,0 road E")
    lay(game, "Korn1(-2,0)r0 : blue pass / leave ferries / A / add follower 0,0 road E")
    assert feature(game, "-1,0 road E").strength == (2, 0, 0)
    lay(game, "U(1,0)r1 : blue pass / 0,0 ferry S-W")
    assert feature(game, "0,0 road E").strength == (2, 0, 0)
    assert feature(game, "-1,0 road E").strength == (0, 0, 0)


@between(CIRCLE="TOWER", TOWER="CIRCLE")
def test_CIRCLE_16_with_TOWER_followers_on_towers_and_prisoners_are_not_concerned() -> None:
    game = position("To02(0,0)r0", sets=("tower",), stand="blue follower 0,0 road E")
    lay(game, "B(0,1)r0 : red floor 0,0 / capture player 2 follower 0,0 road E")
    lay(game, "B(0,2)r0 : red follower 0,0 tower")
    lay(game, "Korn1(1,0)r2 : yellow pass / B")
    assert (kind(game), answered(game)) == ("draw", ["yellow B"])
    assert supply(game, "red") == 6
    assert supply(game, "blue") == 6, "still a prisoner"


@between(CIRCLE="TOWER")
def test_CIRCLE_13_with_TOWER_a_follower_ransomed_after_the_scoring_may_be_added() -> None:
    """TOWER-R12: ransom window 3 comes before the circle."""
    row = [f"B({x},1)r0" for x in range(5)]
    monks = "; ".join(f"blue follower {x},1 monastery" for x in range(5))
    thieves = "blue follower 0,0 road E; blue follower 0,0 road E"
    game = position("To02(0,0)r0", *row, sets=("tower",), stand=f"{monks}; {thieves}")
    lay(game, "B(5,1)r0 : red floor 0,0 / capture player 2 follower 0,0 road E")
    game.credit("blue", 3)
    assert supply(game, "blue") == 0
    lay(game, "Korn1(1,0)r2 : blue no ransom / pass / ransom follower from player 1 / A")
    assert (who(game), asked(game)) == ("blue", {"pass", "add follower 0,0 road E"})


@between(CIRCLE="POST")
def test_CIRCLE_18_with_POST_the_postman_is_a_thief_or_knight_like_any_other() -> None:
    game = position(D, sets=("postman",), stand="red postman 0,0 road E; blue follower 0,0 city N")
    added = position(D, sets=("postman",), stand="red follower 0,0 road E; red follower 0,0 field Es")
    lay(game, f"{BESIDE['Korn1']} : blue pass / B")
    assert figures(game) == ["blue follower 0,0 city N"]
    field = added.copy()
    lay(added, f"{BESIDE['Korn1']} : blue pass / A")
    assert asked(added) == {"pass", "add follower 0,0 road E", "add postman 0,0 road E"}
    lay(field, f"{BESIDE['Korn3']} : blue pass / A")
    assert asked(field) == {"pass", "add follower 0,0 field Es"}
    assert refused(field, "add postman 0,0 field Es").clause == "TURN-05"


def retained() -> Game:
    """A completed road with Red's postman, a follower of his and one of Blue's, all retained; a club beside it."""
    game = position("A(0,0)r3", "U(1,0)r1", sets=("postman",), stand="red postman 0,0 road E; red follower 1,0 road W")
    game.arrange("blue", "follower", "1,0 road W")
    lay(game, "A(2,0)r1 : blue pass / postman stays")
    assert sorted(figures(game)) == [
        "blue follower 1,0 road E",
        "red follower 1,0 road E",
        "red postman 0,0 road E",
    ]
    lay(game, "Korn1(1,-1)r2 : yellow pass")
    return game


def test_CIRCLE_R4_with_POST_a_follower_added_beside_a_retained_one_is_retained_too() -> None:
    """POST-R21: and all go home when the postman leaves."""
    game = retained()
    game.play("A")
    assert (who(game), asked(game)) == ("red", {"pass", "add follower 0,0 road E", "add follower 1,0 road E"})
    game.play("add follower 0,0 road E")
    assert who(game) == "blue"
    game.play("add follower 1,0 road E")
    assert len(figures(game)) == 5
    assert final(game) == {}, "the road has been scored"
    lay(game, "B(0,1)r0 : red withdraw postman")
    assert figures(game) == []


def test_CIRCLE_16_with_POST_taking_the_postman_back_frees_the_rest() -> None:
    game = retained()
    game.play("B")
    assert asked(game) == {"take back postman 0,0 road E", "take back follower 1,0 road E"}
    another = game.copy()
    game.play("take back postman 0,0 road E")
    assert (figures(game), kind(game)) == ([], "draw"), "Blue has none left and is not asked"
    another.play("take back follower 1,0 road E")
    assert figures(another) == ["red postman 0,0 road E"], "then Blue's only one"


# -- random games --------------------------------------------------------------------------------------------------------


def test_CIRCLE_11_to_CIRCLE_17_in_random_games_everybody_is_asked_what_the_table_says() -> None:
    """Questions, and what happened without one, against a look at the figures before the circle."""
    met: Counter[str] = Counter()
    before: list[Game] = []

    def look(game: Game) -> None:
        if kind(game) == "circle":
            before[:] = [game.copy()]
        elif kind(game).startswith("circle"):
            seat = (game.decision.seat if game.decision else None) or 0
            assert asked(game) == expected(game, seat, kind(game) == "circle add")
            met[kind(game)] += 1
        elif before:
            first = before.pop()
            steps = game.steps[len(first.steps) :]
            if game.over:  # the final scoring has cleared the table
                return
            said = [step for step in steps if step.kind in ("circle add", "circle take back")]
            clockwise = [(first.seat + 1 + turn) % first.setup.seats for turn in range(first.setup.seats)]
            assert [step.seat for step in said] == [seat for seat in clockwise if seat in {step.seat for step in said}]
            met[steps[0].text] += 1
            change = len(figures(game)) - len(figures(first))
            if steps[0].text == "A":
                assert change == sum(step.text != "pass" for step in said)
            else:
                met["taken back"] -= change
                concerned = [seat for seat in clockwise if expected(first, seat, False)]
                assert -change >= len(concerned), "specials left alone may go too"

    def expected(game: Game, seat: int, add: bool) -> set[str]:
        tile = game.view()["board"][-1]["tile"]
        word = SEGMENT[next(one for one in game.engine.rules.tiles if one.id == tile).marks["circle"]]
        own = [one for one in game.view()["figures"] if one["seat"] == seat and one.get("segment", "").startswith(word)]
        own = [one for one in own if one["kind"] in ("follower", "big", "postman")]
        if not add:
            return {f"take back {one['kind']} {one['x']},{one['y']} {one['segment']}" for one in own}
        home = [name for name, count in game.view()["players"][seat]["supply"].items() if count]
        kinds = {"follower", "big", *(["postman"] if word != "field" else [])} & set(home)
        return {f"add {name} {one['x']},{one['y']} {one['segment']}" for one in own for name in kinds} | {"pass"}

    for seed in range(10):
        others = random.Random(seed).sample(["abbot", "inns", "traders", "ferries", "tower", "gold"], 3)
        play_eagerly(rich(["circle"], 4, ["circles", *others], 2 + seed % 4), seed, look)
    assert min(met[word] for word in ("A", "B", "circle add", "circle take back", "taken back")) > 4, met
