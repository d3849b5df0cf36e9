"""The Postman: offices, the follower who may keep everybody in a scored zone, and how he is sent about (POST-01 to POST-54).

``CITY`` is the city of POST-E2 before its last tile, ``OFFICE`` the office of POST-E3 and POST-E4 with nothing but its road.
"""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import bastida
from bastida import COMPILED, Feature, Game, SetupError
from bastida.kernel.names import find_node
from bastida.table.setup import make_setup
from tests.boxes import tile_sets
from tests.rules.eager import play_eagerly
from tests.rules.pairs import between
from tests.rules.study import (
    Box,
    box,
    catalogue,
    completed,
    figures,
    final,
    fits,
    kind,
    lay,
    may,
    places,
    refused,
    scores,
    supply,
    table,
)
from tests.seen import held, pieces

# Three sides of a city: Blue's knight in the west, Yellow's in the north, Red's postman in the east; Q(0,0)r0 closes it.
CITY = "E(-1,0)r1 : blue knight E; B(-1,-1)r0; E(0,-1)r2 : yellow knight S; B(1,-1)r0; E(1,0)r3 : red postman city W"
CLOSE = "Q(0,0)r0 : red pass"
STAYED = f"{CITY}; {CLOSE} / postman stays"
KNIGHTS = ["red postman 1,0 city W", "blue follower -1,0 city E", "yellow follower 0,-1 city S"]
# An office tile that fits below the city: its road runs south.
BELOW = "Po01(0,1)r0"
OFFICE = "Po01(0,0)r0"
# The eight tiles around it, clockwise from the north; its road leads to a monastery.
RING = ("B(0,-1)r0", "B(1,-1)r0", "B(1,0)r0", "B(1,1)r0", "A(0,1)r2", "B(-1,1)r0", "B(-1,0)r0", "B(-1,-1)r0")
HOLE = "; ".join(RING)  # with nothing in the middle
SEVEN = "; ".join(RING[:7])
LAST = RING[7]


def post(moves: str, *, edition: str = "plus", sets: tuple[str, ...] = (), stand: str = "", **more: Any) -> Game:
    """A study after these moves; ``stand`` sets figures up: "red follower 0,0 city N; blue big 0,0 road E"."""
    game = table(edition, moves, sets=["postman", *sets], players=more.pop("players", 4), **more)
    for one in filter(None, stand.split("; ")):
        colour, figure, where = one.split(" ", 2)
        game.arrange(colour, figure, where)
    return game


def ask(game: Game, move: str, colour: str = "red") -> Game:
    """The same game at the figure question of a further move."""
    lay(game, f"{move} : {colour} ?")
    assert kind(game) == "figure"
    return game


def tried(game: Game, *answers: str) -> Game:
    """A copy after these answers."""
    game = game.copy()
    for answer in answers:
        game.play(answer)
    return game


def of_the_post(game: Game) -> set[str]:
    """What only this module offers."""
    return {text for text in places(game) if text.split()[0] in ("withdraw", "send", "remove", "move")}


def decider(game: Game) -> str:
    """The colour that must decide about its postman."""
    assert kind(game) == "postman"
    assert game.decision is not None
    assert {str(option) for option in game.options()} == {"postman off", "postman stays"}
    return game.decision.player.casefold()


def home(game: Game, *colours: str) -> bool:
    """Whether these colours have all their figures in the supply."""
    players = {player["colour"]: player["supply"] for player in game.view()["players"]}
    return not any(text.split()[0] in colours for text in figures(game)) and all(
        players[colour]["follower"] == 7 and players[colour]["postman"] == 1 for colour in colours
    )


# -- components and set-up --------------------------------------------------------------------------------------------


def test_POST_R2_with_a_sixth_postman_six_can_play() -> None:
    with pytest.raises(SetupError, match="POST-02"):
        bastida.new_game("plus-postman", players=6, switches={"postmen": "five"})
    played = bastida.new_game("plus-postman", players=6, switches={"postmen": "six"}, seed=1)
    assert [player["supply"]["postman"] for player in played.view()["players"]] == [1] * 6
    with pytest.raises(SetupError, match="BASE-01"):
        bastida.new_game("winter-postman", players=6, switches={"postmen": "six"})


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_POST_01_a_game_uses_the_twelve_tiles_of_one_edition_each_with_an_office(edition: str) -> None:
    tiles = tile_sets()["postman"].tiles
    assert all([segment.kind for segment in tile.segments].count("post_office") == 1 for tile in tiles)
    for printing in ("C1", "C2"):
        assert sum(tile.copies[printing] for tile in tiles) == 12
    played = catalogue(edition, ["postman"])
    assert sum(copies for tile, copies in played.values() if tile in tiles) == 12


def test_POST_02_five_postmen_so_two_to_five_players() -> None:
    for players in (2, 3, 4, 5):
        assert bastida.new_game("plus-postman", players=players, seed=1).setup.seats == players
    with pytest.raises(SetupError, match=r"2 to 5 \(POST-02\)"):
        bastida.new_game("plus-postman", players=6)
    with pytest.raises(SetupError, match="2 to 5"):
        bastida.new_game("todo", players=6)


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_POST_03_its_tiles_are_mixed_with_all_the_others(edition: str) -> None:
    played, without = bastida.new_game(edition, sets=["postman"], seed=1), bastida.new_game(edition, seed=1)
    stock = [next(pile for pile in game.view()["piles"] if pile["name"] == "stock") for game in (played, without)]
    assert stock[0]["left"] == stock[1]["left"] + 12
    first = bastida.new_game(edition, sets=["postman"], draws=["Po05"], seed=1)
    assert first.tile == "Po05", "one may come first"


def test_POST_04_everybody_starts_with_one_postman_beside_his_other_figures() -> None:
    game = bastida.new_game("plus", sets=["postman", "inns"], players=5, seed=1)
    assert [player["supply"] for player in game.view()["players"]] == [{"follower": 7, "big": 1, "postman": 1}] * 5


# -- the postman and the office ---------------------------------------------------------------------------------------


def test_POST_05_the_postman_is_a_follower() -> None:
    """He occupies, wins points, goes home; a tower takes him and a circle counts him."""
    game = post("U(0,0)r1 : red postman road E")
    ask(game, "U(1,0)r1", "blue")
    assert refused(game, "thief W").clause == "BASE-40"
    turn = lay(post("A(0,0)r3 : red postman road E"), "A(1,0)r1 : blue pass / postman off")
    assert (turn.points, turn.back) == ({"red": 2}, {"red": 1})
    tower = post("To12+garden(0,0)r0; A(1,0)r0 : red postman road S", sets=("tower",))
    ask(tower, "B(0,1)r0", "blue").play("floor 0,0")
    assert may(tower, "capture player 1 postman 1,0 road S")
    circle = post("U(0,0)r1 : red postman road E", sets=("circles",))
    lay(circle, "Korn1(1,0)r0 : red pass / B")
    assert supply(circle, "red", "postman") == 1, "the only thief there is"


def test_POST_06_never_in_a_field_by_whatever_means() -> None:
    game = ask(post("D(0,0)r0"), "Po01(1,0)r1")
    assert refused(game, "postman field Nw").clause == "POST-06"
    assert {"follower field Nw", "postman post_office"} <= places(game)
    assert not any("field" in text for text in places(game) if "postman" in text)
    assert refused(game, "send postman 0,0 field Es").clause == "POST-06"
    flying = post("FlG(1,0)r0; E(0,0)r0", sets=("flying",))
    lay(flying, "FlG(2,0)r0 : red fly postman / 2")
    assert figures(flying) == ["red postman 0,0 city N"], "the field beside it is no landing place"
    crash = post("FlG(1,0)r0", sets=("flying",))
    lay(crash, "FlG(2,0)r0 : red fly postman / 1")
    assert (kind(crash), supply(crash, "red", "postman")) == ("draw", 1)
    circle = post("E(0,0)r0 : red farmer Es", sets=("circles",))
    lay(circle, "Korn3(1,0)r0 : red pass / A")
    assert {str(option) for option in circle.options()} == {"pass", "add follower 0,0 field En"}
    assert refused(circle, "add postman 0,0 field En").clause == "TURN-05"


def test_POST_07_never_in_a_garden_by_whatever_means() -> None:
    game = post("U+garden(0,0)r1", sets=("abbot", "flying"))
    ask(game, "Po02(1,0)r0")
    assert refused(game, "send postman 0,0 garden").clause == "POST-07"
    assert may(game, "send postman 0,0 road W"), "a segment has the names of all its sides"
    new = ask(post("D(0,0)r0", sets=("abbot",)), "U+garden(1,0)r1")
    assert {text for text in places(new) if "garden" in text} == {"abbot garden"}
    assert {text for text in places(new) if "postman" in text} == {"postman road E"}
    flying = post("FlH(0,0)r0; B(1,0)r0", sets=("abbot", "flying"))
    lay(flying, "FlG(2,0)r0 : red fly postman / 2")
    assert supply(flying, "red", "postman") == 1, "the tile has a garden and nothing else to land in"


@pytest.mark.parametrize(
    ("others", "points"),
    [
        ("blue follower", {"red": 3}),
        ("blue follower 2", {"red": 3, "blue": 3}),
        ("blue big", {"red": 3, "blue": 3}),
        ("blue follower 3", {"blue": 3}),
        ("blue postman", {"red": 3, "blue": 3}),
    ],
)
def test_POST_08_he_counts_two_in_a_majority_like_the_big_follower(others: str, points: dict[str, int]) -> None:
    colour, figure, *number = others.split()
    stand = "; ".join([f"{colour} {figure} 1,0 road W"] * int(number[0] if number else 1))
    game = post("A(0,0)r3 : red postman road E; U(1,0)r1", sets=("inns",), stand=stand)
    assert lay(game, "A(2,0)r1 : green pass / postman off").points == points


def test_POST_09_an_office_never_affects_where_its_tile_may_be_placed() -> None:
    """It is laid exactly where a monastery with the same sides could be, also in a hole with eight tiles around it."""
    for moves in ("B(0,0)r0", "A(0,0)r0", "U(0,0)r1; B(0,1)r0", HOLE):
        game = post(moves)
        for place in (f"({x},{y})r{turns}" for x in range(-2, 3) for y in range(-2, 3) for turns in range(4)):
            assert fits(game, f"Po01{place}") == fits(game, f"A{place}"), place
    assert fits(post(HOLE), OFFICE)


def test_POST_10_an_office_is_completed_by_the_eighth_tile_around_it() -> None:
    game = post(f"{OFFICE}; {SEVEN}", stand="red follower 0,0 post_office")
    assert (completed(game)["post_office"], scores(game)) == (0, {})
    assert lay(game, f"{LAST} : blue").completes["post_office"] == 1
    assert scores(game) == {"red": 9}


def test_POST_10_by_any_tile_also_one_that_touches_only_at_a_corner() -> None:
    sides_first = sorted(RING, key=lambda move: "0" not in move.partition(")")[0])
    for last in RING:
        others = "; ".join(move for move in sides_first if move != last)
        game = post(f"{OFFICE}; {others}", stand="red follower 0,0 post_office")
        assert lay(game, f"{last} : blue").points == {"red": 9}, last


# -- the placement step, any turn -------------------------------------------------------------------------------------


def test_POST_11_one_and_only_one_action() -> None:
    """Whatever is chosen after an office tile, the next question is no second one of step 2 (POST-20, POST-49)."""
    game = post(f"{STAYED}; Po01(1,1)r3 : blue postman post_office")
    ask(game, BELOW)
    assert {"withdraw postman", "remove postman player 2", "move postman player 2", "move postman player 1"} <= places(game)
    for answer in sorted(places(game)):
        assert kind(tried(game, answer)) in ("draw", "postman"), answer


def test_POST_12_a_follower_on_the_new_tile_by_the_usual_rules_the_office_included() -> None:
    game = ask(post("D(0,0)r0"), "Po02(1,0)r0")
    usual = {"follower road E", "follower road W", "follower field Nw", "follower field Es"}
    assert {text for text in places(game) if text.startswith("follower")} == {*usual, "follower post_office"}
    client = tried(game, "follower post_office")
    assert figures(client) == ["red follower 1,0 post_office"]
    ask(client, "Po01(2,0)r1", "blue")
    assert not may(client, "follower 1,0 post_office"), "only on the tile just laid"


@between(POST="ABBOT")
def test_POST_12_a_big_follower_may_be_client_and_an_abbot_may_not() -> None:
    """POST-R4; nor builder and pig, which are no followers."""
    game = post("A(0,0)r0 : red farmer Nw", sets=("inns", "abbot", "traders"))
    ask(game, "Po01(0,1)r2")
    assert {text for text in places(game) if "post_office" in text} == {
        "follower post_office",
        "big post_office",
        "postman post_office",
    }
    assert refused(game, "abbot post_office").clause == "ABBOT-11"
    assert refused(game, "builder post_office").clause == "TRADERS-24"
    assert refused(game, "pig post_office").clause == "TRADERS-45"


@pytest.mark.parametrize(
    ("tile", "zones"),
    [
        ("Po09(0,0)r0", {"city N", "road E", "road W", "post_office"}),
        ("A(0,0)r0", {"road S", "monastery"}),
        ("B(0,0)r0", {"monastery"}),
        ("C(0,0)r0", {"city N"}),
    ],
)
def test_POST_13_the_postman_on_a_road_city_monastery_or_office_of_the_new_tile(tile: str, zones: set[str]) -> None:
    game = table("plus", f"{tile} : red ?", sets=["postman"], players=4)
    assert {text.removeprefix("postman ") for text in places(game) if text.startswith("postman")} == zones
    game.play(f"postman {sorted(zones)[0]}")
    assert supply(game, "red", "postman") == 0


def test_POST_13_he_comes_from_the_supply() -> None:
    """POST-R6."""
    game = ask(post("A(0,0)r0 : red postman road S"), "B(1,0)r0")
    assert places(game) == {"pass", "follower monastery", "follower field Nw"}
    assert refused(game, "postman monastery").clause == "POST-13"


def test_POST_14_not_where_somebody_is_already() -> None:
    game = ask(post("U(0,0)r1 : blue thief E"), "Po02(1,0)r0")
    assert refused(game, "postman road W").clause == "BASE-40"
    assert refused(game, "follower road W").clause == "BASE-40"
    assert {"postman road E", "postman post_office", "follower road E"} <= places(game)


def test_POST_15_and_POST_X1_his_own_postman_comes_off_a_completed_zone_wherever_it_is() -> None:
    """POST-16: for nothing. POST-40: everybody else goes home at once."""
    game = post(f"{STAYED}; B(0,1)r0; B(0,2)r0")
    assert figures(game) == KNIGHTS
    turn = lay(game, "B(0,3)r0 : red withdraw postman")
    assert (turn.points, turn.lines) == ({}, ())
    assert home(game, "red", "blue", "yellow")
    assert scores(game) == {"red": 10}


def test_POST_15_also_a_postman_left_alone() -> None:
    """POST-R5."""
    game = post("A(0,0)r3 : red postman road E; A(1,0)r1 : red pass / postman stays")
    assert figures(game) == ["red postman 0,0 road E"]
    lay(game, "B(0,1)r0 : red withdraw postman")
    assert (figures(game), scores(game)) == ([], {"red": 2})


def test_POST_15_only_the_owner_withdraws_and_only_in_his_turn() -> None:
    game = ask(post(STAYED), "B(0,1)r0", "blue")
    assert not of_the_post(game)
    assert refused(game, "withdraw postman").clause == "POST-15"


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_POST_17_and_POST_45_and_POST_E4_withdrawing_from_an_incomplete_office(edition: str) -> None:
    """POST-48: the tile just placed counts. POST-49: it is the action of the step."""
    moves = "Po01(0,0)r0 : red postman post_office; E(0,-1)r0; E(-1,0)r3; E(1,0)r1"
    turn = lay(game := post(moves, edition=edition), "A(0,1)r2 : red withdraw postman")
    assert turn.points == {"red": 5}
    assert (kind(game), supply(game, "red", "postman"), figures(game)) == ("draw", 1, [])
    (line,) = turn.lines
    assert (line.source, line.clause, line.arithmetic()) == ("postman", "POST-45", "5 tile x 1 = 5")
    assert sorted(line.cells) == [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]


@pytest.mark.parametrize("number", range(1, 8))
def test_POST_45_and_POST_48_one_for_the_office_and_one_for_each_tile_around_it_the_new_one_included(number: int) -> None:
    game = post("; ".join([OFFICE, *RING[: number - 1]]), stand="red postman 0,0 post_office")
    assert lay(game, f"{RING[number - 1]} : red withdraw postman").points == {"red": 1 + number}


def test_POST_18_not_from_an_incomplete_road_city_or_monastery() -> None:
    """POST-R9."""
    for tile, place in (("A(0,0)r0", "road S"), ("E(0,0)r0", "city N"), ("B(0,0)r0", "monastery")):
        game = ask(post(f"{tile} : red postman {place}"), "B(1,0)r0")
        assert not of_the_post(game)
        assert refused(game, "withdraw postman").clause == "POST-18"


def test_POST_19_withdrawing_needs_no_office_tile() -> None:
    for position in (STAYED, f"{OFFICE} : red postman post_office; B(0,-1)r0; B(1,-1)r0; B(1,0)r0"):
        for tile in ("B", "FlG"):
            game = post(position, sets=("flying",))
            assert of_the_post(ask(game, f"{tile}(1,1)r0")) == {"withdraw postman"}, (position, tile)


def test_POST_20_the_three_actions_need_an_office_tile_just_placed() -> None:
    game = post("U(0,0)r1 : blue postman road E; Po02(1,0)r0")
    ask(game, "U(2,0)r1")
    assert not of_the_post(game), "the office tile lies there since an earlier turn"
    for answer in ("send postman 1,0 road E", "remove postman player 2", "move postman player 2"):
        assert refused(game, answer).clause == "POST-20"


# -- after placing an office tile -------------------------------------------------------------------------------------

# POST-E1: what Red may do after Po07(0,0)r1.
BEFORE_E1 = "L(0,1)r2 : blue knight S; W(1,1)r0; N(1,0)r0 : yellow knight N; Po01(2,0)r3 : yellow postman post_office"


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_POST_E1_the_actions_after_placing_an_office_tile(edition: str) -> None:
    game = ask(post(BEFORE_E1, edition=edition), "Po07(0,0)r1")
    mine = {text for text in places(game) if text.startswith("postman")}
    assert mine == {"postman road S", "postman post_office"}
    assert refused(game, "postman city E").clause == "BASE-40"
    assert of_the_post(game) == {
        "send postman 0,1 city S",
        "send postman 0,1 road W",
        "send postman 1,0 city N",
        "send postman 1,1 road E",
        "send postman 1,1 road S",
        "remove postman player 3",
        "move postman player 3",
    }
    for answer, clause in (
        ("send postman 0,1 road N", "POST-24"),
        ("send postman 0,1 road E", "POST-24"),
        ("send postman 1,1 road W", "POST-24"),
        ("send postman 0,1 field Ne", "POST-06"),
        ("send postman 2,0 road E", "POST-22"),
        ("send postman 0,0 road S", "POST-22"),
        ("send postman 9,9 road S", "POST-21"),
    ):
        assert refused(game, answer).clause == clause, answer
    removed, moved = tried(game, "remove postman player 3"), tried(game, "move postman player 3")
    assert (supply(removed, "yellow", "postman"), scores(removed), kind(removed)) == (1, {}, "draw")
    assert (supply(moved, "yellow", "postman"), scores(moved), kind(moved)) == (0, {}, "draw")
    assert "yellow postman 0,0 post_office" in figures(moved)


def test_POST_21_and_POST_22_on_all_eight_tiles_around_by_side_or_corner() -> None:
    game = ask(post(HOLE), OFFICE)
    cells = {text.split()[2] for text in of_the_post(game)}
    assert cells == {f"{x},{y}" for x in (-1, 0, 1) for y in (-1, 0, 1)} - {"0,0"}
    assert {text for text in of_the_post(game) if " 0,1 " in text} == {"send postman 0,1 monastery"}, "the road is closed"
    assert figures(tried(game, "send postman 1,1 monastery")) == ["red postman 1,1 monastery"]


def test_POST_22_no_further_than_that() -> None:
    game = post("A(0,0)r3; U(1,0)r1; B(1,-1)r0; B(2,-1)r0")
    ask(game, "Po01(1,-2)r2")
    assert {text.split()[2] for text in of_the_post(game)} == {"1,-1", "2,-1"}
    assert refused(game, "send postman 1,0 road E").clause == "POST-22"


@pytest.mark.parametrize("people", ["", "blue follower", "red follower", "red follower; yellow big; green postman"])
def test_POST_23_whoever_and_however_many_are_there(people: str) -> None:
    """POST-R24: also where the player's own followers are."""
    stand = "; ".join(f"{one} 0,0 road E" for one in people.split("; ") if one)
    game = post("U(0,0)r1", sets=("inns",), stand=stand)
    ask(game, "Po01(0,1)r0")
    game.play("send postman 0,0 road E")
    assert "red postman 0,0 road E" in figures(game)


def test_POST_24_a_zone_closed_by_the_new_tile_is_excluded() -> None:
    game = ask(post("A(0,0)r3"), "Po08(1,0)r0")
    assert refused(game, "send postman 0,0 road E").clause == "POST-24"
    assert may(game, "send postman 0,0 monastery")


@between(FERRY="POST", POST="FERRY")
def test_POST_R8_completeness_is_judged_before_ferries_are_turned() -> None:
    """The road over the ferry is open in the west when he enters it; turned, it ends at the lake and is scored."""
    game = ask(post("FeC(0,0)r0 : red pass / ferry E-W", sets=("ferries",)), "Po02(1,0)r0")
    for answer in ("send postman 0,0 road E", "0,0 ferry N-S"):
        game.play(answer)
    assert scores(game) == {"red": 2}
    assert decider(game) == "red"
    closed = ask(post("FeC(0,0)r0 : red pass / ferry N-S", sets=("ferries",)), "Po02(1,0)r0")
    assert refused(closed, "send postman 0,0 road E").clause == "POST-24", "that end is not joined"
    assert may(closed, "send postman 0,0 road N")


def test_POST_25_he_stands_on_a_segment_of_the_neighbour_tile() -> None:
    """The road runs on to 3,0, which is no neighbour; he enters it where it passes."""
    game = post("A(3,0)r1; U(2,0)r1; U(1,0)r1; B(1,-1)r0")
    ask(game, "Po01(0,-1)r2")
    assert {text for text in of_the_post(game) if "road" in text} == {"send postman 1,0 road E"}
    assert refused(game, "send postman 2,0 road E").clause == "POST-22"
    game.play("send postman 1,0 road E")
    assert figures(game) == ["red postman 1,0 road E"]
    monastery = post("B(2,0)r0; B(1,0)r0")
    ask(monastery, "Po01(0,0)r0")
    assert of_the_post(monastery) == {"send postman 1,0 monastery"}, "the one on 2,0 has its segment there"


def test_POST_26_through_the_neighbour_into_a_zone_that_he_may_not_enter_on_the_new_tile() -> None:
    game = ask(post("U(0,0)r1 : blue thief E"), "Po02(1,0)r0")
    assert refused(game, "postman road W").clause == "BASE-40"
    game = ask(post("N(0,0)r1 : blue knight N"), "Po06(1,0)r3")
    assert refused(game, "postman city W").clause == "BASE-40"
    game.play("send postman 0,0 city N")
    assert figures(game) == ["red postman 0,0 city N", "blue follower 0,0 city N"]


def test_POST_27_another_players_postman_is_removed_from_any_tile() -> None:
    game = post("A(0,0)r0 : blue postman road S; B(0,-1)r0; B(0,-2)r0; B(0,-3)r0")
    ask(game, "Po01(0,-4)r2")
    assert refused(game, "remove postman player 1").clause == "POST-27", "his own he withdraws"
    assert refused(game, "remove postman player 3").clause == "POST-27", "Yellow's is in the supply"
    game.play("remove postman player 2")
    assert (figures(game), supply(game, "blue", "postman"), scores(game), kind(game)) == ([], 1, {}, "draw")


def test_POST_28_a_postman_removed_from_an_office_scores_nothing() -> None:
    game = post(f"{OFFICE} : blue postman post_office; B(0,-1)r0; B(1,-1)r0")
    turn = lay(game, "Po01(1,0)r3 : red remove postman player 2")
    assert (turn.points, turn.lines, figures(game)) == ({}, (), [])


def test_POST_29_one_on_the_board_is_moved_to_the_new_office() -> None:
    game = post("A(0,0)r0 : blue postman road S; B(0,-1)r0 : red postman monastery; B(0,-2)r0")
    ask(game, "Po01(0,-3)r2")
    assert {text for text in of_the_post(game) if text.startswith("move")} == {"move postman player 1", "move postman player 2"}
    for seat, colour in ((1, "red"), (2, "blue")):
        assert f"{colour} postman 0,-3 post_office" in figures(tried(game, f"move postman player {seat}"))


def test_POST_30_and_POST_31_from_where_he_comes() -> None:
    game = ask(post("U(0,0)r1; B(0,1)r0"), "Po01(1,1)r0")
    sent = {"send postman 0,0 road E", "send postman 0,1 monastery"}
    assert of_the_post(game) == sent, "POST-21 takes him from the supply"
    assert refused(game, "move postman player 1").clause == "POST-31", "POST-29 does not; POST-13 is enough"
    assert refused(game, "move postman player 2").clause == "POST-31"
    placed = ask(post("A(5,5)r0 : red postman monastery; B(5,4)r0; U(5,3)r1; B(4,4)r0"), "Po01(4,3)r3")
    assert {"send postman 5,3 road E", "send postman 4,4 monastery", "move postman player 1"} <= of_the_post(placed)
    placed.play("send postman 4,4 monastery")
    assert figures(placed) == ["red postman 4,4 monastery"]


def test_POST_R23_he_may_enter_the_zone_he_stands_in_by_another_segment() -> None:
    """Only the segment he stands on is excluded."""
    game = post("U(0,0)r1; U(1,0)r1", stand="red postman 0,0 road E")
    ask(game, "Po01(1,1)r0")
    assert {text for text in of_the_post(game) if text.startswith("send")} == {"send postman 1,0 road E"}
    assert refused(game, "send postman 0,0 road E").clause == "POST-R23"
    game.play("send postman 1,0 road E")
    assert figures(game) == ["red postman 1,0 road E"]


def test_POST_32_a_postman_that_is_moved_scores_nothing_for_the_office_he_leaves() -> None:
    game = post(f"{OFFICE} : red postman post_office; B(0,-1)r0; B(1,-1)r0; Po01(-1,0)r1 : blue postman post_office")
    for answer in ("move postman player 1", "move postman player 2", "send postman 0,-1 monastery"):
        turn = lay(game.copy(), f"Po01(1,0)r3 : red {answer}")
        assert (turn.points, turn.lines) == ({}, ()), answer


def test_POST_33_an_opponents_postman_that_was_moved_stays_his_owners() -> None:
    game = post(f"{SEVEN}; A(0,2)r0 : blue postman road S; {OFFICE} : red move postman player 2")
    assert "blue postman 0,0 post_office" in figures(game)
    assert lay(game, f"{LAST} : red").points == {"blue": 9}
    assert decider(game) == "blue"


# -- scoring zones with a postman -------------------------------------------------------------------------------------


@between(BASE="POST")
@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_POST_34_and_POST_E2_a_city_with_a_postman(edition: str) -> None:
    """POST-35: Red must decide. POST-37: off, everybody goes home. POST-38: he stays, so do the others."""
    game = post(CITY, edition=edition)
    turn = lay(game, CLOSE)
    assert turn.points == {"red": 10}
    assert decider(game) == "red"
    assert refused(game, "pass").clause == "POST-35"
    assert figures(game) == KNIGHTS, "nobody is home before the decision"
    off, stays = tried(game, "postman off"), tried(game, "postman stays")
    assert home(off, "red", "blue", "yellow")
    assert figures(stays) == KNIGHTS
    assert scores(off) == scores(stays) == {"red": 10}
    assert kind(off) == kind(stays) == "draw"


@pytest.mark.parametrize(
    ("moves", "last", "figure"),
    [
        ("A(0,0)r3 : red postman road E", "A(1,0)r1", "road E"),
        ("E(0,0)r1 : red postman city E", "E(1,0)r3", "city E"),
        (f"A(0,0)r0 : red postman monastery; {SEVEN}", LAST, "monastery"),
        (f"{OFFICE} : red postman post_office; {SEVEN}", LAST, "post_office"),
    ],
)
def test_POST_35_after_a_road_a_city_a_monastery_or_an_office(moves: str, last: str, figure: str) -> None:
    """POST-36: whoever placed the tile."""
    for colour in ("red", "green"):
        game = post(moves)
        lay(game, f"{last} : {colour} pass")
        assert decider(game) == "red"
        assert figures(tried(game, "postman stays")) == [f"red postman 0,0 {figure}"]
        assert figures(tried(game, "postman off")) == []


def test_POST_35_nobody_is_asked_about_a_zone_without_a_postman() -> None:
    game = post("A(0,0)r3 : red thief E; B(0,1)r0 : red postman monastery")
    assert lay(game, "A(1,0)r1 : red pass").points == {"red": 2}
    assert kind(game) == "draw"


def test_POST_36_whoever_won_the_points() -> None:
    stand = "red postman 0,0 road E; blue follower 0,0 road E; blue big 1,0 road E"
    game = post("A(0,0)r3; U(1,0)r1", sets=("inns",), stand=stand)
    assert lay(game, "A(2,0)r1 : blue pass").points == {"blue": 3}
    assert decider(game) == "red"


@between(POST="BASE")
def test_POST_37_a_postman_taken_off_is_usable_from_the_next_turn() -> None:
    """POST-R25: step 2 of this part lies before; in the second part of a double turn he is there."""
    game = post("A(0,0)r3 : red postman road E; A(1,0)r1 : red pass / postman off")
    ask(game, "B(0,1)r0")
    assert may(game, "postman monastery")
    double = post("W(0,0)r0 : red postman road E; U(1,0)r1 : red builder road W", sets=("traders",))
    lay(double, "A(2,0)r1 : red pass / postman off")
    double.play("second part")
    double.play("B")
    double.play("0,-1 r0")
    assert may(double, "postman monastery")


def test_POST_38_every_follower_of_the_zone_stays_whoever_owns_it() -> None:
    stand = "blue follower 1,0 road E; blue big 0,0 road E; red follower 1,0 road E; yellow follower 1,0 road E"
    game = post("A(0,0)r3 : green postman road E; U(1,0)r1", sets=("inns",), stand=stand)
    before = sorted(figures(game))
    lay(game, "A(2,0)r1 : red pass / postman stays")
    assert sorted(figures(game)) == before
    assert len(before) == 5


def test_POST_39_they_stay_until_a_postman_leaves() -> None:
    """Turns pass, the owners of the others can do nothing, and a tile next to them changes nothing."""
    game = post(f"{STAYED}; B(0,1)r0 : blue; B(-1,1)r0 : yellow; B(-2,0)r0 : green")
    assert figures(game) == KNIGHTS
    ask(game, "Po01(1,1)r0", "blue")
    assert {"remove postman player 1", "move postman player 1"} <= of_the_post(game)
    assert not any("follower -1,0" in text for text in places(game))


def test_POST_40_and_POST_X3_moving_the_postman_frees_the_others() -> None:
    game = post(STAYED)
    lay(game, f"{BELOW} : blue move postman player 1")
    assert figures(game) == ["red postman 0,1 post_office"]
    assert home(game, "blue", "yellow")
    columns = post(STAYED)
    ask(columns, "Po01(-1,1)r0").play("move postman player 1")
    assert figures(columns) == ["red postman -1,1 post_office"]
    sent = post(f"{STAYED}; B(-1,1)r0")
    ask(sent, BELOW).play("send postman -1,1 monastery")
    assert figures(sent) == ["red postman -1,1 monastery"], "POST-R23"
    assert home(sent, "blue", "yellow")


TWO = CITY.replace("blue knight E", "blue postman city E")


@pytest.mark.parametrize(("active", "order"), [("red", "red blue"), ("blue", "blue red"), ("green", "red blue")])
def test_POST_R12_owners_decide_clockwise_from_the_active_player(active: str, order: str) -> None:
    """TURN-12; when all leave them everything stays, and the first "off" makes the other decision needless."""
    game = post(TWO)
    lay(game, f"Q(0,0)r0 : {active} pass")
    first, second = order.split()
    assert decider(game) == first
    assert kind(tried(game, "postman off")) == "draw"
    game.play("postman stays")
    assert decider(game) == second
    game.play("postman stays")
    assert len(figures(game)) == 3


def test_POST_41_with_several_postmen_any_one_that_leaves_frees_all_others() -> None:
    game = post(f"{TWO}; {CLOSE} / postman stays / postman stays")
    moved, removed, withdrawn = game.copy(), game.copy(), game.copy()
    lay(moved, f"{BELOW} : yellow move postman player 1")
    assert figures(moved) == ["red postman 0,1 post_office"], "the moved one stands in his new place"
    assert home(moved, "blue", "yellow")
    lay(removed, f"{BELOW} : yellow remove postman player 2")
    assert home(removed, "red", "blue", "yellow")
    lay(withdrawn, "B(0,1)r0 : blue withdraw postman")
    assert home(withdrawn, "red", "blue", "yellow")


def test_POST_42_a_zone_is_scored_only_once() -> None:
    game = post(STAYED)
    lay(game, "B(0,1)r0 : green")
    lay(game, "B(-1,1)r0 : red withdraw postman")
    assert [line.points for line in game.ledger] == [10]
    assert final(game) == {}


def test_POST_42_a_zone_is_not_projected_again_while_the_owner_of_its_postman_decides() -> None:
    game = post(CITY)
    lay(game, CLOSE)
    assert kind(game) == "postman"
    assert final(game) == {}


def test_POST_42_two_zones_at_once_are_decided_one_by_one() -> None:
    """POST-R26: a tile that completes two zones; each postman's owner is asked once, for his own."""
    game = post("A(0,0)r3 : red postman road E; B(0,1)r0; B(1,1)r0; B(2,1)r0; A(2,0)r1 : blue postman road W")
    assert lay(game, "W(1,0)r2 : red pass").points == {"red": 2, "blue": 2}
    assert decider(game) == "red"
    game.play("postman stays")
    assert decider(game) == "blue"
    game.play("postman off")
    assert figures(game) == ["red postman 0,0 road E"]


def test_POST_54_a_zone_that_the_new_tile_has_completed_is_not_scored_yet() -> None:
    game = post(CITY)
    ask(game, "Q(0,0)r0")
    assert refused(game, "withdraw postman").clause == "POST-54"
    office = ask(post(f"{OFFICE} : red postman post_office; {SEVEN}"), LAST)
    assert refused(office, "withdraw postman").clause == "POST-54", "its points belong to step 3"


# Blue's knight and Red's postman in a city of three tiles that Po11(0,0)r0 or N(0,0)r0 closes: 6 points.
TO_CLOSE = "E(-1,0)r1 : blue knight E; B(-1,-1)r0; E(0,-1)r2 : red postman city S"


def test_POST_54_a_postman_taken_out_of_it_in_step_2_does_not_count_and_frees_nobody() -> None:
    """POST-R29: the others stay for the scoring."""
    game = post(TO_CLOSE)
    ask(game, "Po11(0,0)r0", "yellow")
    stay = tried(game, "pass")
    assert scores(stay) == {"red": 6}
    removed = tried(game, "remove postman player 1")
    assert (scores(removed), kind(removed)) == ({"blue": 6}, "draw")
    assert home(removed, "blue")
    moved = tried(game, "move postman player 1")
    assert (scores(moved), figures(moved)) == ({"blue": 6}, ["red postman 0,0 post_office"])
    columns = post(TO_CLOSE)
    ask(columns, "Po11(0,0)r0")
    columns.play("send postman -1,-1 monastery")
    assert (scores(columns), figures(columns)) == ({"blue": 6}, ["red postman -1,-1 monastery"])


def test_POST_54_nor_one_whom_a_tower_takes() -> None:
    game = post("E(-1,0)r1 : blue knight E; To12+garden(-1,-1)r0; E(0,-1)r2 : red postman city S", sets=("tower",))
    ask(game, "N(0,0)r0", "yellow")
    game.play("floor -1,-1")
    game.play("capture player 1 postman 0,-1 city S")
    assert scores(game) == {"blue": 6}
    assert home(game, "blue")


# -- scoring offices --------------------------------------------------------------------------------------------------


@between(POST="INNS")
@pytest.mark.parametrize(
    ("people", "points"),
    [
        ("red follower; blue postman", {"blue": 9}),
        ("red big; blue postman", {"red": 9, "blue": 9}),
        ("red follower; blue follower", {"red": 9, "blue": 9}),
        ("red follower; red follower; red follower; blue postman", {"red": 9}),
    ],
)
def test_POST_43_and_POST_44_and_POST_X6_the_majority_in_a_completed_office(people: str, points: dict[str, int]) -> None:
    stand = "; ".join(f"{one} 0,0 post_office" for one in people.split("; "))
    game = post(f"{OFFICE}; {SEVEN}", sets=("inns",), stand=stand)
    assert lay(game, f"{LAST} : green pass").points == points


def test_POST_46_and_POST_47_and_POST_X5_withdrawing_ignores_the_majority_and_leaves_the_others() -> None:
    """POST-R10."""
    stand = "red postman 0,0 post_office; blue big 0,0 post_office; blue follower 0,0 post_office"
    game = post(f"{OFFICE}; {'; '.join(RING[:3])}", sets=("inns",), stand=stand)
    turn = lay(game, f"{RING[3]} : red withdraw postman")
    assert turn.points == {"red": 5}
    assert figures(game) == ["blue follower 0,0 post_office", "blue big 0,0 post_office"]
    assert supply(game, "red", "postman") == 1


def test_POST_49_withdrawing_uses_up_the_placement_step() -> None:
    game = ask(post(f"{OFFICE} : red postman post_office"), "B(0,-1)r0")
    withdrawn, deployed = tried(game, "withdraw postman"), tried(game, "follower monastery")
    assert (kind(withdrawn), figures(withdrawn)) == ("draw", [])
    assert (kind(deployed), scores(deployed)) == ("draw", {})


def test_POST_R11_the_points_of_a_withdrawal_are_the_first_item_of_step_3() -> None:
    """TURN-33: he leaves in step 2; the tile also completes a road."""
    game = post("Po01(0,0)r0 : red postman post_office; B(1,0)r0; B(2,0)r0; A(2,-1)r1 : blue thief W")
    turn = lay(game, "A(1,-1)r3 : red withdraw postman")
    assert [(line.source, line.points) for line in turn.lines] == [("postman", 3), ("road", 2)]


# -- the end of the game ----------------------------------------------------------------------------------------------


def test_POST_50_at_the_end_he_still_counts_two() -> None:
    game = post("U(0,0)r1; U(1,0)r1", stand="red postman 0,0 road E; blue follower 1,0 road E")
    assert final(game) == {"red": 2}
    game.arrange("blue", "follower", "1,0 road E")
    assert final(game) == {"red": 2, "blue": 2}


@pytest.mark.parametrize(("people", "points"), [("red", {"red": 6}), ("red blue", {"red": 6, "blue": 6}), ("", {})])
def test_POST_51_an_incomplete_office_is_worth_its_office_value_at_the_end(people: str, points: dict[str, int]) -> None:
    stand = "; ".join(f"{colour} follower 0,0 post_office" for colour in people.split())
    game = post(f"{OFFICE}; {'; '.join(RING[:5])}", stand=stand)
    assert final(game) == points


def test_POST_52_and_POST_X8_retained_followers_and_their_postman_score_nothing_at_the_end() -> None:
    """POST-R16; in a road, a monastery and an office as in the city."""
    assert final(post(STAYED)) == {}
    assert final(post("A(0,0)r3 : red postman road E; A(1,0)r1 : red pass / postman stays")) == {}
    for centre, zone in (("A(0,0)r0", "monastery"), (OFFICE, "post_office")):
        stand = f"red postman 0,0 {zone}; blue follower 0,0 {zone}"
        game = post(f"{centre}; {SEVEN}", stand=stand)
        lay(game, f"{LAST} : green pass / postman stays")
        assert len(figures(game)) == 2
        assert final(game) == {}


def test_POST_53_the_decision_is_asked_in_the_last_turn_and_not_in_the_final_scoring() -> None:
    game = box("plus", "D A A", "A A", elements=["farmers", "postman"])
    for answer in ("1,0 r1", "postman road W", "-1,0 r3", "pass"):
        game.play(answer)
    assert decider(game) == "red"
    assert game.scores() == {"Red": 3, "Blue": 0}
    for answer in ("postman stays", "postman off"):
        ended = tried(game, answer)
        assert ended.over
        assert ended.scores() == {"Red": 3, "Blue": 0}
    open_end = box("plus", "D A", "A", elements=["farmers", "postman"])
    for answer in ("1,0 r1", "postman road W"):
        open_end.play(answer)
    assert open_end.over, "final scoring completes nothing and asks nobody"
    assert open_end.scores() == {"Red": 2, "Blue": 0}


# -- further cases ----------------------------------------------------------------------------------------------------


def test_POST_X9_forbidden_places() -> None:
    game = ask(post("D(0,0)r0", sets=("abbot",)), "U+garden(1,0)r1")
    assert {text for text in places(game) if text.startswith("postman")} == {"postman road E"}
    circle = post("D(0,0)r0; Korn3(0,-1)r2 : red farmer Wn / A", sets=("circles",))
    assert kind(circle) == "circle add"
    assert {str(option) for option in circle.options()} == {"pass", "add follower 0,-1 field Nw"}


def test_POST_X10_an_office_complete_on_arrival() -> None:
    """POST-R15: no later action could enter it, but POST-29 names the new office, complete or not."""
    game = post(f"{HOLE}; B(0,-2)r0; A(0,-3)r2 : blue postman road N")
    turn = lay(game, f"{OFFICE} : red move postman player 2")
    assert turn.points == {"blue": 9}
    assert decider(game) == "blue"
    game.play("postman off")
    assert supply(game, "blue", "postman") == 1
    empty = post(f"{HOLE}; {OFFICE} : red")
    assert completed(empty)["post_office"] == 1
    ask(empty, "Po02(2,0)r1")
    assert not may(empty, "send postman 0,0 post_office")
    ask_again = post(f"{HOLE}; {OFFICE} : red follower post_office")
    assert scores(ask_again) == {"red": 9}, "a client scores at once"


@between(POST="TRADERS")
def test_POST_X11_a_builder_left_alone_goes_home() -> None:
    game = post("U(0,0)r1 : red postman road E; U(1,0)r1 : red builder road W", sets=("traders",))
    assert figures(game) == ["red postman 0,0 road E", "red builder 1,0 road E"]
    lay(game, "Po01(0,1)r0 : blue remove postman player 1")
    assert (figures(game), supply(game, "red", "builder")) == ([], 1)
    other = post("U(0,0)r1 : red postman road E; U(1,0)r1 : red builder road W", sets=("traders",))
    other.arrange("red", "follower", "1,0 road E")
    lay(other, "Po01(0,1)r0 : blue move postman player 1")
    assert "red builder 1,0 road E" in figures(other), "another follower keeps him company"


@between(POST="TRADERS")
@pytest.mark.parametrize("answer", ["postman off", "postman stays"])
def test_POST_X12_a_builder_is_never_retained(answer: str) -> None:
    """POST-R13."""
    game = post(CITY, sets=("traders",), stand="red builder 1,0 city W")
    lay(game, f"{CLOSE} / {answer}")
    assert supply(game, "red", "builder") == 1
    assert [text for text in figures(game) if "builder" in text] == []


def ingots(game: Game) -> tuple[dict[str, int], list[int]]:
    view = game.view()
    lying = {f"{x},{y}": piece["number"] for (x, y), piece in pieces(view, "ingot").items()}
    return lying, [held(view, seat, "ingot") for seat in range(game.setup.seats)]


@between(POST="GOLD")
def test_POST_X13_ingots_are_taken_with_the_scoring_once() -> None:
    """POST-R14: two gold tiles have put an ingot on 0,0 and one on 1,0; the city's last tile is the northern one."""
    moves = "E(-1,0)r1 : blue knight E; B(-1,-1)r0; B(-1,-2)r0; B(0,-2)r0; Q(0,0)r0; E(1,0)r3 : red"
    game = post(moves, sets=("gold",), stand="red postman 1,0 city W")
    lay(game, "GoH(1,1)r0 : green ingot 1,0 / pass")
    lay(game, "GoH(0,1)r1 : green ingot 0,0 / pass")
    assert ingots(game) == ({"0,0": 1, "1,0": 1, "0,1": 1, "1,1": 1}, [0, 0, 0, 0])
    turn = lay(game, "E(0,-1)r2 : yellow pass / postman stays")
    assert turn.points == {"red": 10}
    assert ingots(game) == ({"0,1": 1, "1,1": 1}, [2, 0, 0, 0])
    lay(game, "B(2,0)r0 : red withdraw postman")
    assert ingots(game) == ({"0,1": 1, "1,1": 1}, [2, 0, 0, 0])


# -- with other modules -----------------------------------------------------------------------------------------------


@between(POST="BASE")
@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_POST_35_with_BASE_he_may_be_put_on_a_zone_completed_by_the_same_tile(edition: str) -> None:
    game = post("A(0,0)r3", edition=edition)
    lay(game, "A(1,0)r1 : red postman road W / postman stays")
    assert (scores(game), figures(game)) == ({"red": 2}, ["red postman 1,0 road W"])
    lay(game, "B(0,1)r0 : red withdraw postman")
    assert (scores(game), figures(game)) == ({"red": 2}, [])


@between(WINTER="POST", POST="WINTER")
@pytest.mark.parametrize(("edition", "points"), [("plus", 4), ("winter", 2)])
def test_POST_R1_and_WINTER_20_a_city_of_two_tiles_with_a_postman(edition: str, points: int) -> None:
    """With either base the rules are the same; the Winter exception stays in force, and does not reopen the zone."""
    game = post("E(0,0)r1 : red postman city E", edition=edition)
    assert lay(game, "E(1,0)r3 : blue pass / postman stays").points == {"red": points}
    assert final(game) == {}
    lay(game, "B(0,1)r0 : red withdraw postman")
    assert scores(game) == {"red": points}


@between(POST="ABBOT")
def test_POST_21_with_ABBOT_he_joins_an_abbot_in_a_monastery() -> None:
    """And by majority takes its points; the abbot's recall is worth its value all the same."""
    game = post(f"A(0,0)r0 : red abbot monastery; {'; '.join(RING[:6])}", sets=("abbot",))
    lay(game, "Po01(-1,0)r1 : blue send postman 0,0 monastery")
    assert {"red abbot 0,0 monastery", "blue postman 0,0 monastery"} <= set(figures(game))
    recall = game.copy()
    assert lay(recall, "B(-2,1)r0 : red take back abbot").points == {"red": 8}
    assert lay(game, f"{LAST} : red pass / postman off").points == {"blue": 9}


@between(POST="ABBOT")
def test_POST_R19_with_ABBOT_a_retained_abbot_cannot_be_taken_back() -> None:
    game = post(f"A(0,0)r0; {SEVEN}", sets=("abbot",), stand="red abbot 0,0 monastery; blue postman 0,0 monastery")
    lay(game, f"{LAST} : green pass / postman stays")
    assert lay(game, "B(0,-2)r0 : red ?").points == {}
    assert refused(game, "take back abbot").clause == "ABBOT-29"
    game.play("pass")
    lay(game, "B(1,-2)r0 : blue withdraw postman")
    assert supply(game, "red", "abbot") == 1


@between(POST="INNS")
def test_POST_34_with_INNS_inns_and_cathedrals_change_the_points_as_usual() -> None:
    road = post("A(0,0)r3 : red postman road E; InB(1,0)r0", sets=("inns",))
    assert final(road) == {}
    assert lay(road, "A(2,0)r1 : red pass / postman stays").points == {"red": 6}
    city = post(f"{CITY}; B(1,1)r0; E(0,1)r0", sets=("inns",))
    assert lay(city, "InK(0,0)r0 : red postman stays").points == {"red": 15}


@between(POST="TRADERS")
def test_POST_42_with_TRADERS_goods_are_given_once_to_who_completes_the_city() -> None:
    game = post("E(0,0)r1 : red postman city E; HQ(1,0)r0", sets=("traders",))
    assert lay(game, "E(2,0)r3 : blue pass").goods == {"blue": {"wine": 1}}
    game.play("postman stays")
    assert lay(game, "B(0,1)r0 : red withdraw postman").goods == {}


def test_POST_11_with_TRADERS_each_part_of_a_double_turn_has_its_own_placement_step() -> None:
    """He is withdrawn in the first part and stands again in the second."""
    moves = f"{OFFICE} : red postman post_office; B(0,-1)r0; W(0,-2)r2 : red thief E; U(1,-2)r1 : red builder road E"
    game = post(moves, sets=("traders",))
    assert lay(game, "U(2,-2)r1 : red withdraw postman").double == "red"
    game.play("second part")
    for answer in ("B", "-1,0 r0", "postman monastery"):
        game.play(answer)
    assert "red postman -1,0 monastery" in figures(game)
    assert scores(game) == {"red": 2}


@between(POST="FLIGHT")
def test_POST_R18_with_FLIGHT_who_may_land_in_an_office_and_where_the_postman_lands() -> None:
    game = post("Po01(0,0)r0; B(1,0)r0", sets=("flying", "inns", "abbot"))
    ask(game, "FlG(2,0)r0")
    assert {text for text in places(game) if text.startswith("fly")} == {"fly follower", "fly big", "fly postman"}
    for figure in ("follower", "big", "postman"):
        landed = tried(game, f"fly {figure}", "2")
        assert {str(option) for option in landed.options()} == {"land 0,0 road S", "land 0,0 post_office"}
        assert figures(tried(landed, "land 0,0 post_office")) == [f"red {figure} 0,0 post_office"]


def messages_of(game: Game, message: str) -> set[str]:
    """What Red may do with a message, won by a road of his that brings his figure to 5."""
    game.credit("red", 3)
    lay(game, "A(0,2)r1 : red pass / follower")
    game.play(message)
    return {str(option) for option in game.options()} if kind(game) == "message action" else set()


# The city of POST-E2 with everybody retained, and a Red thief on a road that A(0,2)r1 closes.
WITH_ROAD = f"{CITY}; Q(0,0)r0 : green pass / follower / postman stays; B(0,1)r0; B(-1,1)r0; A(-1,2)r3 : red thief E"


@between(MSG="POST", POST="MSG")
def test_POST_R17_with_MSG_the_retained_count_and_their_zone_is_worth_nothing() -> None:
    """A Red knight more is retained: two Red knights, whatever their strength; one pennant; the smallest city gives 0."""
    game = post(WITH_ROAD, sets=("messages",))
    game.arrange("red", "follower", "1,0 city W")
    for message, answer, points in (("5", "pennants", 2), ("6", "knights", 4), ("2", "smallest city", 0)):
        trial = game.copy()
        assert messages_of(trial, message) == {"2 points", answer}
        trial.play(answer)
        if points:
            trial.play("messenger")
        assert (trial.ledger[-1].points, trial.ledger[-1].source) == (points, "message"), message


@between(POST="MSG")
def test_POST_R17_with_MSG_message_8_takes_a_retained_one_for_nothing() -> None:
    game = post(WITH_ROAD, sets=("messages",))
    game.arrange("red", "follower", "1,0 city W")
    assert messages_of(game, "8") == {"2 points", "follower 1,0 city W", "postman 1,0 city W"}
    one, all_of_them = tried(game, "follower 1,0 city W"), tried(game, "postman 1,0 city W")
    assert figures(one) == KNIGHTS, "the others stay"
    assert figures(all_of_them) == [], "POST-40"
    assert scores(one) == scores(all_of_them) == {"red": 5}


@between(FERRY="POST", POST="FERRY")
def test_POST_R20_with_FERRY_a_road_opened_again_ends_the_retention() -> None:
    """The road from the lake to the monastery in the east is scored; then the ferry joins it to the open one in the north."""
    stand = "blue follower 0,0 road E; yellow postman 0,0 road E"
    game = post("FeC(0,0)r0 : red pass / ferry N-S", sets=("ferries",), stand=stand)
    assert lay(game, "A(1,0)r1 : green pass / postman stays").points == {"yellow": 2}
    assert may(ask(game.copy(), "B(1,1)r0", "yellow"), "withdraw postman")
    lay(game, "U(0,-1)r0 : green pass / 0,0 ferry N-E")
    assert final(game) == {"yellow": 3}, "an ordinary unfinished road"
    ask(game, "B(1,1)r0", "yellow")
    assert refused(game, "withdraw postman").clause == "POST-18"
    game.play("pass")
    assert lay(game, "A(0,-2)r0 : green pass / leave ferries").points == {"yellow": 4}, "scored with everybody on it"
    assert decider(game) == "yellow"


@between(ROBBER="POST", POST="ROBBER")
def test_POST_43_with_ROBBER_points_of_an_office_can_be_robbed() -> None:
    game = post(f"{OFFICE} : red follower post_office; {SEVEN}", sets=("robbers",))
    columns, place = game.engine.columns, game.engine.rules.column_offset["robbers.space"]
    columns[place + 1] = 10
    game.credit("red", 10)
    lay(game, f"{LAST} : green")
    assert scores(game) == {"red": 19, "blue": 5}


@between(POST="MAGE")
def test_POST_R14_with_MAGE_the_figure_leaves_also_when_followers_are_retained() -> None:
    game = post(CITY, sets=("mage",))
    game.arrange(None, "mage", "1,0 city W")
    assert lay(game, f"{CLOSE} / postman stays").points == {"red": 14}
    assert figures(game) == KNIGHTS
    assert game.view()["beside"] == ["mage", "witch"]


@between(CIRCLE="POST", POST="CIRCLE")
def test_POST_R21_with_CIRCLE_option_a_beside_the_retained() -> None:
    """Blue adds a knight beside his own, retained with the rest; Red may add another; the postman may be the one added."""
    game = post(f"{STAYED}; B(0,1)r0", sets=("circles",))
    lay(game, "Korn5(0,2)r1 : green pass / A")
    assert {str(option) for option in game.options()} == {"pass", "add follower 1,0 city W"}
    game.play("pass")
    assert {str(option) for option in game.options()} == {"pass", "add follower -1,0 city E", "add postman -1,0 city E"}
    game.play("add postman -1,0 city E")
    game.play("pass")
    assert sorted(figures(game)) == sorted([*KNIGHTS, "blue postman -1,0 city E"])
    assert final(game) == {}
    lay(game, "B(1,1)r0 : blue withdraw postman")
    assert home(game, "red", "blue", "yellow")


@between(CIRCLE="POST", POST="CIRCLE")
def test_POST_R21_with_CIRCLE_option_b_takes_a_retained_one_and_with_the_postman_all() -> None:
    game = post(f"{STAYED}; B(0,1)r0", sets=("circles",))
    game.arrange("red", "follower", "1,0 city W")
    lay(game, "Korn5(0,2)r1 : green pass / B")
    assert {str(option) for option in game.options()} == {"take back follower 1,0 city W", "take back postman 1,0 city W"}
    one, everybody = tried(game, "take back follower 1,0 city W"), tried(game, "take back postman 1,0 city W")
    assert figures(one) == ["red postman 1,0 city W"], "Blue and Yellow have one knight each, and must take it"
    assert home(everybody, "red", "blue", "yellow")


TOWER = f"{STAYED}; To12+garden(-1,1)r0"


@between(POST="TOWER")
def test_POST_R22_with_TOWER_a_retained_follower_is_taken_alone_and_the_postman_with_everybody_going_home() -> None:
    game = post(TOWER, sets=("tower",))
    lay(game, "B(0,1)r0 : green floor -1,1 / capture player 2 follower -1,0 city E")
    assert figures(game) == [text for text in KNIGHTS if not text.startswith("blue")]
    other = post(f"{STAYED}; To12+garden(1,1)r0", sets=("tower",))
    lay(other, "B(0,1)r0 : green floor 1,1 / capture player 1 postman 1,0 city W")
    assert (figures(other), supply(other, "red", "postman")) == ([], 0)
    assert home(other, "blue", "yellow")
    assert scores(other) == {"red": 10}


@between(TOWER="POST", POST="TOWER")
def test_POST_R22_with_TOWER_a_postman_on_a_tower_is_in_no_zone() -> None:
    """He can be removed or moved by an office tile, which opens the tower; he can be neither withdrawn nor sent."""
    game = post("To12+garden(0,0)r0 : red floor 0,0; B(1,0)r0; B(2,0)r0 : red postman 0,0 tower", sets=("tower",))
    ask(game, "Po01(2,1)r0")
    assert of_the_post(game) == {"move postman player 1"}
    assert refused(game, "withdraw postman").clause == "POST-15"
    assert refused(game, "send postman 1,0 monastery").clause == "POST-30"
    moved = tried(game, "move postman player 1")
    assert figures(moved) == ["red postman 2,1 post_office"]
    other = post("To12+garden(0,0)r0 : red floor 0,0; B(1,0)r0; B(2,0)r0 : red postman 0,0 tower", sets=("tower",))
    lay(other, "Po01(2,1)r0 : blue remove postman player 1")
    assert supply(other, "red", "postman") == 1
    [(cell, tower)] = pieces(other.view(), "tower").items()
    assert (cell, tower["number"], tower["closed"]) == ((0, 0), 1, False)


@between(POST="TOWER")
def test_POST_R22_with_TOWER_an_office_pays_nothing_for_a_postman_who_is_taken() -> None:
    game = post(f"{OFFICE} : red postman post_office; To12+garden(0,-1)r0", sets=("tower",))
    turn = lay(game, "B(1,0)r0 : blue floor 0,-1 / capture player 1 postman 0,0 post_office")
    assert turn.points == {}
    ask(game, "Po01(1,-1)r2", "green")
    assert refused(game, "remove postman player 1").clause == "POST-27", "a prisoner is not on the board"
    assert refused(game, "move postman player 1").clause == "POST-31"


def held_tokens(game: Game) -> list[tuple[int, str, int]]:
    """King and Baron: before whom, and the record."""
    players = enumerate(game.view()["players"])
    things = [(seat, thing) for seat, player in players for thing in player["holds"]]
    return [(seat, thing["picture"], thing["record"]) for seat, thing in things if thing["record"] is not None]


@between(POST="KING")
def test_POST_42_with_KING_a_zone_counts_once_when_it_is_completed() -> None:
    game = post(STAYED, sets=("king",))
    tokens = held_tokens(game)
    assert tokens == [(0, "king", 4)]
    lay(game, f"{BELOW} : blue remove postman player 1")
    assert held_tokens(game) == tokens
    assert final(game) == {"red": 1}, "one completed city"


@between(MSG="POST")
def test_POST_R27_with_MSG_an_office_tile_of_message_4_allows_only_figures_on_it() -> None:
    game = post(WITH_ROAD, sets=("messages",))
    assert messages_of(game, "4") == {"2 points", "tile"}
    for answer in ("tile", "Po01", "2,0 r3"):
        game.play(answer)
    assert places(game) == {"pass", "follower post_office", "follower road E", "follower field Nw"}
    for answer in ("withdraw postman", "send postman 1,0 city W", "move postman player 1"):
        assert refused(game, answer).clause == "POST-R27"


# -- random games -----------------------------------------------------------------------------------------------------


def post_rich(players: int, sets: tuple[str, ...], edition: str) -> Box:
    """A set-up with two copies of every office tile and half of the others."""
    tiles = catalogue(edition, ["postman", *sets])
    stock = tuple((tile, 3 if tile.id.startswith("Po") else (count + 1) // 2) for tile, count in tiles.values() if count)
    setup = make_setup(edition, sets=["postman", *sets], players=players, without=["farmers", "pig"])
    return Box(**{**vars(setup), "stock": stock})


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_random_games_with_many_offices_keep_what_POST_38_to_POST_42_promise(edition: str) -> None:
    """A scored zone with followers holds a postman and is worth nothing; what is offered is what the table says
    (POST-15 to POST-31)."""
    met: set[str] = set()
    offered = ["traders", "tower", "king", "inns", "ferries", "circles"] if edition == "plus" else ["tower", "king"]
    for seed in range(5 if COMPILED else 2):
        others = tuple(random.Random(seed).sample(offered, 2))
        play_eagerly(post_rich(2 + seed % 4, others, edition), seed, lambda game: met.update(look(game)))
    assert met >= {"withdraw", "send", "remove", "move", "retained", "postman"}


def look(game: Game) -> set[str]:
    """Check a position; tell what it has of this module."""
    met = {kind(game)}
    if kind(game) not in ("tile", "figure", "draw") or game.engine.run_level:
        return met
    zones = game.features()
    for one in zones:
        if one.completed and any(one.strength) and scored(game, one):
            met.add("retained")
            assert any(text.split(" ", 2)[1:] == ["postman", segment] for text in figures(game) for segment in one.segments)
            assert one.worth == 0
    if kind(game) == "figure":
        met |= {text.split()[0] for text in of_the_post(game)}
        assert of_the_post(game) == set(wanted(game, zones))
    return met


def wanted(game: Game, zones: list[Feature]) -> Iterator[str]:
    """What a look at the table says that the active player may do with postmen."""
    shown = {one["seat"]: one for one in game.view()["figures"] if one["kind"] == "postman" and one.get("place") != "captive"}
    mine, new = shown.get(game.seat), game.view()["board"][-1]
    standing = f"{mine['x']},{mine['y']} {mine['segment']}" if mine and "segment" in mine else ""
    for zone in zones:
        if standing in zone.segments and (scored(game, zone) if zone.completed else zone.kind == "post_office"):
            yield "withdraw postman"
    if not new["tile"].startswith("Po"):
        return
    for seat in shown:
        yield f"move postman player {seat + 1}"
        if seat != game.seat:
            yield f"remove postman player {seat + 1}"
    if not standing and supply(game, game.setup.colours[game.seat], "postman") == 0:
        return
    for zone in zones:
        if zone.kind in ("road", "city", "monastery", "post_office") and not zone.completed:
            for segment in zone.segments:
                x, y = map(int, segment.split()[0].split(","))
                if max(abs(x - new["x"]), abs(y - new["y"])) == 1 and segment != standing:
                    yield f"send postman {segment}"


def scored(game: Game, zone: Feature) -> bool:
    regions = game.engine.regions
    return bool(regions.done[regions.region[find_node(game.engine, zone.segments[0])]])
