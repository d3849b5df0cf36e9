"""The base game, step 2 and the way home: where followers may stand, when they return, how they come together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import bastida
from bastida import Game
from tests.rules.study import (
    figures,
    hand_to,
    kind,
    last_turn,
    lay,
    may,
    places,
    refused,
    scores,
    supply,
    table,
    tiles,
)

# Seven Red followers on the table: a thief on an unfinished road and six monks.
ALL_OUT = """D(0,0)r0; W(-1,0)r0 : red thief E; E(0,-1)r2; E(1,-1)r2
B(0,1)r0 : red monk; B(0,2)r0 : red monk; B(0,3)r0 : red monk
B(0,4)r0 : red monk; B(0,5)r0 : red monk; B(0,6)r0 : red monk"""


def seeded(edition: str, seed: int, **more: Any) -> Iterator[Game]:
    """A whole game at random, shown before every answer."""
    game = bastida.new_game(edition, players=3, seed=seed, **more)
    chance = random.Random(seed)
    while not game.over:
        yield game
        game.play(chance.choice(game.options()))


# -- how many, from where, where to ------------------------------------------------------------------------------------


def test_BASE_34_one_follower_and_never_a_second(edition: str) -> None:
    game = table(edition, "D(0,0)r0; W(1,0)r0 : red ?")
    game.play("thief E")
    assert (figures(game), supply(game, "red"), kind(game)) == (["red follower 1,0 road E"], 6, "draw")
    refused(game, "thief S")


def test_BASE_34_in_a_whole_game_each_turn_adds_one_follower_at_most(edition: str) -> None:
    laid_at = {}
    for game in seeded(edition, 34):
        if kind(game) == "tile":
            laid_at[game.turn] = sum(player["supply"]["follower"] for player in game.view()["players"])
    assert max(before - after for before, after in pairwise(laid_at.values())) == 1


def test_BASE_35_a_follower_comes_from_the_supply_and_no_other_follower_moves(edition: str) -> None:
    game = table(edition, "D(0,0)r0; W(1,0)r0 : red thief E; E(0,-1)r2 : blue farmer Nw")
    before = figures(game)
    lay(game, "B(0,1)r0 : red monk")
    assert set(before) < set(figures(game))
    assert (supply(game, "red"), supply(game, "blue"), supply(game, "green")) == (5, 6, 7)


def test_BASE_36_a_follower_goes_on_the_tile_just_laid(edition: str) -> None:
    game = table(edition, "D(0,0)r0; W(1,0)r0; B(0,1)r0 : red ?")
    assert places(game) == {"pass", "follower field Nw", "follower monastery"}
    for elsewhere in ("0,0 road E", "follower 0,0 road E", "1,0 road S", "thief 1,0 S"):
        assert refused(game, elsewhere).clause == "BASE-36"


def test_BASE_36_holds_in_a_whole_game(edition: str) -> None:
    newest, standing = "", set()
    for game in seeded(edition, 36):
        now = set(figures(game))
        for figure in now - standing:
            assert f"({figure.split()[2]})" in newest
        newest, standing = tiles(game)[-1], now


@pytest.mark.parametrize(
    ("tile", "role", "where"),
    [
        ("K(0,0)r0", "thief S", "road S"),
        ("K(0,0)r0", "knight N", "city N"),
        ("K(0,0)r0", "farmer En", "field En"),
        ("A(0,0)r0", "monk", "monastery"),
    ],
)
def test_BASE_37_thief_on_a_road_knight_in_a_city_monk_in_a_monastery_farmer_in_a_field(
    edition: str, tile: str, role: str, where: str
) -> None:
    game = table(edition, f"{tile} : red ?")
    assert may(game, role)
    assert game.find(role) == game.find(where) == game.find(f"follower {where}")
    game.play(role)
    assert figures(game) == [f"red follower 0,0 {where}"]


@pytest.mark.parametrize("role", ["knight S", "thief N", "monk", "farmer S", "knight En", "thief E"])
def test_BASE_37_a_role_needs_a_segment_of_its_kind(edition: str, role: str) -> None:
    """K has a city in the north, a road from south to west and fields."""
    assert refused(table(edition, "K(0,0)r0 : red ?"), role).clause in ("BASE-36", "BASE-37")


def test_BASE_38_there_is_no_place_besides_the_segments(edition: str) -> None:
    assert places(table(edition, "C(0,0)r0 : red ?")) == {"pass", "follower city N"}
    roads = {f"follower road {side}" for side in "NESW"}
    fields = {f"follower field {half}" for half in ("Nw", "Ne", "Es", "Sw")}
    assert places(table(edition, "X(0,0)r0 : red ?")) == {"pass", *roads, *fields}


def test_BASE_38_village_and_pennant_are_refused() -> None:
    for tile, place in (("X", "village"), ("C", "pennant"), ("L", "follower village")):
        assert refused(table("plus", f"{tile}(0,0)r0 : red ?"), place).clause == "BASE-38"


def test_BASE_39_a_farmer_is_known_by_its_field(edition: str) -> None:
    """Figures in fields are those to be laid on their side."""
    game = table(edition, "D(0,0)r0; U(1,0)r1 : red farmer Nw; U(2,0)r1 : blue thief E; B(0,1)r0 : green monk")
    shown = {game.setup.colours[one["seat"]]: one["segment"].split()[0] for one in game.view()["figures"]}
    assert shown == {"red": "field", "blue": "road", "green": "monastery"}


def test_BASE_39_farmers_lie_and_the_other_roles_stand(edition: str) -> None:
    game = table(edition, "D(0,0)r0; U(1,0)r1 : red farmer Nw; U(2,0)r1 : blue thief E; B(0,1)r0 : green monk")
    lay(game, "G(0,-1)r1 : yellow knight N")
    shown = {game.setup.colours[one["seat"]]: (one["role"], one["lying"]) for one in game.view()["figures"]}
    assert shown == {
        "red": ("farmer", True),
        "blue": ("thief", False),
        "green": ("monk", False),
        "yellow": ("knight", False),
    }


# -- occupied features -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", ["red", "blue"])
@pytest.mark.parametrize(
    ("moves", "closed"),
    [
        ("U(1,0)r1 : red thief E; U(2,0)r1", "thief E"),
        ("G(0,-1)r1 : red knight N; G(0,-2)r1", "knight N"),
        ("U(1,0)r1 : red farmer Nw; U(2,0)r1", "farmer Nw"),
    ],
)
def test_BASE_40_a_feature_with_a_follower_is_closed_to_all_its_owner_included(
    edition: str, moves: str, closed: str, colour: str
) -> None:
    game = table(edition, f"D(0,0)r0; {moves} : {colour} ?")
    assert refused(game, closed).clause == "BASE-40"
    empty = table(edition, f"D(0,0)r0; {moves} : {colour} ?".replace(f" : red {closed}", ""))
    assert may(empty, closed), "without the follower it is open"


def test_BASE_41_the_distance_does_not_matter(edition: str) -> None:
    row = "; ".join(f"U({x},0)r1" for x in range(2, 12))
    game = table(edition, f"D(0,0)r0; U(1,0)r1 : red thief E; {row}; U(12,0)r1 : blue ?")
    assert refused(game, "thief E").clause == "BASE-40"
    assert may(game, "farmer Nw")


def test_BASE_42_features_count_as_the_new_tile_has_joined_them(edition: str) -> None:
    """The new curve joins a free road in the west with Red's in the south: both of its ends are Red's road now."""
    moves = "D(0,0)r0; B(0,1)r0; A(1,1)r2 : red thief N; V(1,0)r0 : blue ?"
    game = table(edition, moves)
    assert not may(game, "road W")
    assert refused(game, "road S").clause == "BASE-40"
    assert may(table(edition, moves.replace(" : red thief N", "")), "road W")


def test_BASE_43_segments_that_are_not_connected_are_judged_one_by_one(edition: str) -> None:
    game = table(edition, "D(0,0)r0; U(1,0)r1 : red thief E; L(2,0)r0 : blue ?")
    assert places(game) == {
        "pass",
        "follower city N",
        "follower road E",
        "follower road S",
        "follower field En",
        "follower field Es",
        "follower field Sw",
    }
    assert refused(game, "road W").clause == "BASE-40"
    monastery = table(edition, "D(0,0)r0; U(1,0)r1 : red thief E; A(2,0)r1 : blue ?")
    assert places(monastery) == {"pass", "follower monastery", "follower field Nw"}


def test_BASE_44_a_feature_completed_by_the_tile_may_be_taken_if_it_is_empty(edition: str) -> None:
    assert may(table(edition, "D(0,0)r0; W(-1,0)r0; S(1,0)r1 : red ?"), "thief W")
    assert may(table(edition, "D(0,0)r0; E(0,-1)r2 : red ?"), "knight S")
    around = "U(-1,0)r1; U(1,0)r1; E(-1,1)r3; E(1,1)r1; E(-1,2)r3; E(1,2)r1; E(0,2)r2"
    assert may(table(edition, f"D(0,0)r0; {around}; B(0,1)r0 : red ?"), "monk")


def test_BASE_44_it_need_not_be_taken(edition: str) -> None:
    """BASE-R24: the city stays empty for good."""
    game = table(edition, "D(0,0)r0; E(0,-1)r2 : red")
    assert (figures(game), scores(game)) == ([], {})


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_BASE_45_a_completed_feature_is_occupied_until_it_is_scored(edition: str, colour: str) -> None:
    game = table(edition, f"D(0,0)r0; W(-1,0)r0 : red thief E; S(1,0)r1 : {colour} ?")
    assert figures(game) == ["red follower -1,0 road E"]
    assert supply(game, "red") == 6
    assert refused(game, "thief W").clause in ("BASE-40", "BASE-45")
    game.play("pass")
    assert (figures(game), supply(game, "red")) == ([], 7)


def test_BASE_46_without_followers_step_2_is_skipped_and_the_rest_goes_on(edition: str) -> None:
    game = table(edition, ALL_OUT)
    assert supply(game, "red") == 0
    lay(game, "B(1,1)r0 : red ?")
    assert kind(game) == "draw", "Red was not asked for a figure"
    assert tiles(game)[-1] == "B(1,1)r0"
    assert supply(game, "red") == 0
    lay(game, "B(1,2)r0 : blue ?")
    assert kind(game) == "figure", "Blue was"


def test_BASE_X10_with_an_empty_supply_the_completed_road_is_scored_and_its_thief_waits_for_the_next_turn(
    edition: str,
) -> None:
    """BASE-46 and BASE-80: the tile completes Red's road and an empty city, which he cannot take."""
    game = table(edition, ALL_OUT)
    turn = lay(game, "L(1,0)r0 : red ?")
    assert (turn.points, turn.back, turn.completes) == ({"red": 3}, {"red": 1}, {"road": 1, "city": 1})
    assert [step.kind for step in game.steps[-2:]] == ["draw", "tile"], "there was no question for a figure"
    assert supply(game, "red") == 1
    lay(game, "U(2,0)r1 : red ?")
    assert may(game, "thief E")
    with_followers = table(edition, ALL_OUT.replace("B(0,6)r0 : red monk", "B(0,6)r0"))
    lay(with_followers, "L(1,0)r0 : red ?")
    assert may(with_followers, "knight N"), "with a follower left he could"


def test_BASE_47_a_follower_keeps_its_place_until_its_feature_is_scored(edition: str) -> None:
    """In a whole game a follower leaves the table only in a turn that scores, and never goes from tile to tile."""
    left = 0
    for seed in (1, 2, 3):
        standing: set[str] = set()
        lines = 0
        for game in seeded(edition, seed, without=["farmers"]):
            now = set(figures(game))
            scored = {cell for entry in game.ledger[lines:] for cell in entry.cells}
            for figure in standing - now:
                x, y = figure.split()[2].split(",")
                assert (int(x), int(y)) in scored
                left += 1
            standing, lines = now, len(game.ledger)
    assert left > 3, "some did go home"


def test_BASE_47_its_owner_cannot_move_it_or_take_it_back(edition: str) -> None:
    game = table(edition, "D(0,0)r0; U(1,0)r1 : red thief E; U(2,0)r1 : red ?")
    assert all(place == "pass" or "field" in place for place in places(game))
    for wish in ("take back", "recall follower", "take back 1,0 road E", "1,0 field Nw"):
        refused(game, wish)


# -- going home --------------------------------------------------------------------------------------------------------

THREE_KNIGHTS = """D(0,0)r0; E(0,1)r2 : red knight S; B(-1,1)r0; E(-1,2)r1 : red knight E
B(1,1)r0; E(1,2)r3 : blue knight W; Q(0,2)r0"""


def test_BASE_76_all_followers_of_a_scored_feature_return_also_those_that_earned_nothing(edition: str) -> None:
    game = table(edition, THREE_KNIGHTS)
    assert scores(game) == {"red": 10}
    assert (figures(game), supply(game, "red"), supply(game, "blue")) == ([], 7, 7)


def test_BASE_77_followers_of_features_that_were_not_scored_stay(edition: str) -> None:
    """Also on the tile that completed something else, and in a feature that has only been joined."""
    game = table(edition, "D(0,0)r0; W(-1,0)r0 : red thief E; L(1,0)r0 : blue knight N")
    assert figures(game) == ["blue follower 1,0 city N"]
    lay(game, "W(2,0)r0 : green thief S")
    assert figures(game) == ["blue follower 1,0 city N", "green follower 2,0 road S"]


def test_BASE_78_a_returned_follower_can_be_placed_from_the_next_turn_on_in_any_role(edition: str) -> None:
    moves = f"{ALL_OUT}; L(1,0)r0 : red"
    for role in ("thief E", "knight N", "farmer Es"):
        assert supply(table(edition, f"{moves}; L(2,0)r0 : red {role}"), "red") == 0
    assert supply(table(edition, f"{moves}; A(1,1)r2 : red monk"), "red") == 0


def test_BASE_79_placed_scored_and_returned_in_one_turn(edition: str) -> None:
    game = table(edition, "D(0,0)r0; W(-1,0)r0")
    turn = lay(game, "S(1,0)r1 : red thief W")
    assert (turn.points, turn.back) == ({"red": 3}, {"red": 1})
    assert (figures(game), supply(game, "red")) == ([], 7)


def test_BASE_80_a_follower_that_returns_cannot_be_placed_in_the_same_turn(edition: str) -> None:
    """Step 2 is over when step 3 brings it home: the next question is the next draw."""
    game = table(edition, "D(0,0)r0; W(-1,0)r0 : red thief E")
    lay(game, "L(1,0)r0 : red ?")
    assert supply(game, "red") == 6
    game.play("pass")
    assert (supply(game, "red"), kind(game)) == (7, "draw")
    refused(game, "knight N")


# -- several followers in one feature ----------------------------------------------------------------------------------

TWO_THIEVES = "D(0,0)r0; U(-1,0)r1 : blue thief E; B(0,1)r0; U(1,1)r0 : red thief N; V(1,0)r0"


def test_BASE_81_a_tile_may_join_features_with_followers_and_all_stay(edition: str) -> None:
    game = table(edition, TWO_THIEVES)
    assert figures(game) == ["red follower 1,1 road N", "blue follower -1,0 road E"]
    assert last_turn(edition, f"{TWO_THIEVES}; A(1,2)r2; W(-2,0)r0").points == {"red": 6, "blue": 6}


def test_BASE_82_a_player_may_come_to_have_several_followers_in_one_feature(edition: str) -> None:
    game = table(edition, TWO_THIEVES.replace("blue", "red"))
    assert figures(game) == ["red follower -1,0 road E", "red follower 1,1 road N"]
    assert lay(game, "A(1,2)r2").points == {}
    turn = lay(game, "W(-2,0)r0")
    assert (turn.points, turn.back) == ({"red": 6}, {"red": 2})


@pytest.mark.parametrize("colour", ["red", "blue", "green"])
def test_BASE_83_who_joins_features_may_not_add_a_follower(edition: str, colour: str) -> None:
    game = table(edition, f"{TWO_THIEVES} : {colour} ?")
    assert refused(game, "thief W").clause in ("BASE-40", "BASE-83")
    assert refused(game, "thief S").clause in ("BASE-40", "BASE-83")
    assert places(game) == {"pass", "follower field Nw", "follower field Sw"}


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["", "?", "big thief E", "abbot monastery", "builder road E", "1,0 r1"])
def test_a_figure_that_is_not_in_the_game_is_refused(edition: str, answer: str) -> None:
    refused(table(edition, "D(0,0)r0; U(1,0)r1 : red ?"), answer)


def test_a_refusal_tells_which_places_there_are() -> None:
    refusal = refused(table("plus", "D(0,0)r0; A(0,1)r0 : red ?"), "city N")
    for place in ("road south", "field north (west half)", "monastery"):
        assert place in refusal.reason


def test_handing_the_turn_over_is_for_studies_only() -> None:
    game = bastida.new_game("plus", seed=1)
    with pytest.raises(bastida.IllegalOption, match="study"):
        game.turn_to("red")
    game = table("plus", "D(0,0)r0; U(1,0)r1 : red ?")
    with pytest.raises(bastida.IllegalOption, match="before a tile is drawn"):
        hand_to(game, "blue")
