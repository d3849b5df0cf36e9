"""The Tower: foundations, floors, prisoners, exchange and ransom.

``HELD`` and others are positions that several tests start from. Players are written as colours: ``said`` turns them
into the notation, which counts them.
"""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import re
from typing import Any

import pytest

import bastida
from bastida import Game, IllegalOption, SetupError
from bastida.kernel import figures
from bastida.kernel.codes import ONLY_ITS_TILE
from tests.boxes import tile_sets
from tests.rules.pairs import between
from tests.rules.study import Turn, completed, final, kind, lay, may, places, refused, scores, state, supply, table, tiles
from tests.seen import by_seat, pieces

COLOURS = ("red", "blue", "yellow", "green", "black", "pink")
FLOORS = {2: 10, 3: 9, 4: 7, 5: 6, 6: 5}  # TOWER-05
FIELD = {"plus": "To12+garden", "winter": "To12"}  # the tower tile with only field around it

# A tower with one floor on 0,0, and a Red monk beside it.
BESIDE = "To12(0,0)r0 : red floor 0,0; B(1,0)r0 : red monk"
# Blue holds a Red follower; the tower on 0,0 has two floors.
HELD = f"{BESIDE}; B(0,1)r0 : blue floor 0,0 / capture red follower 1,0 monastery"
# Blue holds a Red normal and the Red big follower; the tower has three floors.
HELD_TWO = f"{HELD}; B(-1,0)r0 : red big monastery; B(0,2)r0 : blue floor 0,0 / capture red big -1,0 monastery"


def said(text: str) -> str:
    """With numbers for colours, as the notation has it."""
    for number, colour in enumerate(COLOURS, 1):
        text = re.sub(rf"\b(capture|from) {colour}\b", rf"\1 player {number}", text)
    return text


def shown(text: str) -> str:
    """With colours for numbers."""
    return re.sub(r"player (\d)", lambda found: COLOURS[int(found[1]) - 1], text)


def game(moves: str, *, edition: str = "plus", sets: tuple[str, ...] = ("tower",), players: int = 4, **more: Any) -> Game:
    return table(edition, said(moves).replace("To12(", FIELD[edition] + "("), sets=sets, players=players, **more)


def turn(game: Game, move: str) -> Turn:
    return lay(game, said(move).replace("To12(", FIELD[game.setup.edition] + "("))


def asked(game: Game) -> set[str]:
    return {shown(str(option)) for option in game.options()}


def captures(game: Game) -> set[str]:
    """Who may be taken now, without "no capture", which is always there."""
    assert kind(game) == "capture"
    answers = asked(game)
    assert "no capture" in answers
    return {answer.removeprefix("capture ") for answer in answers if answer != "no capture"}


def tower_actions(game: Game) -> set[str]:
    return {answer for answer in places(game) if answer.startswith("floor ") or answer.endswith(" tower")}


def towers(game: Game) -> dict[str, int]:
    """Height by cell; a closed tower counts with a minus."""
    found = pieces(game.view(), "tower").items()
    return {f"{x},{y}": -one["number"] if one["closed"] else one["number"] for (x, y), one in found}


def floors(game: Game) -> dict[str, int]:
    return dict(zip(COLOURS, by_seat(game.view(), "floor"), strict=False))


def prisoners(game: Game) -> set[str]:
    """``red follower with blue``, each once, with how many if there are several."""
    found = [
        f"{COLOURS[one['seat']]} {one['kind']} with {COLOURS[one['index']]}"
        for one in game.view()["figures"]
        if one.get("place") == "captive"
    ]
    return {one if found.count(one) == 1 else f"{found.count(one)} {one}" for one in found}


def on_towers(game: Game) -> set[str]:
    board = game.view()["board"]
    return {
        f"{COLOURS[one['seat']]} {one['kind']} {board[one['index']]['x']},{board[one['index']]['y']}"
        for one in game.view()["figures"]
        if one.get("place") == "tower"
    }


def clause_against(game: Game, answer: str) -> str:
    """The clause with which an answer is refused."""
    return refused(game, said(answer)).clause


def asked_kinds(game: Game, answers: list[str]) -> list[str]:
    """The kinds of question that these answers are given to."""
    kinds = []
    for answer in answers:
        kinds.append(kind(game))
        game.play(said(answer))
    return kinds


# -- components and set-up --------------------------------------------------------------------------------------------


def test_TOWER_01_eighteen_tiles_and_thirty_floors_that_do_not_tell_who_placed_them() -> None:
    assert tile_sets()["tower"].count == 18
    assert max(players * each for players, each in FLOORS.items()) == 30
    by_red, by_blue = (game(f"To12(0,0)r0 : {colour} floor 0,0") for colour in ("red", "blue"))
    assert by_red.view()["pieces"] == by_blue.view()["pieces"]
    assert towers(by_red) == {"0,0": 1}


def test_TOWER_02_it_is_added_to_a_game_and_never_played_by_itself() -> None:
    with pytest.raises(SetupError):
        bastida.new_game("tower")
    plain, added = game("D(0,0)r0", sets=(), players=2), game("D(0,0)r0", players=2)
    for move in ("V(1,0)r0 : red thief W", "E(0,-1)r2 : blue knight S"):
        assert turn(plain, move).points == turn(added, move).points
    assert completed(plain) == completed(added)


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_TOWER_03_its_tiles_are_mixed_with_all_the_others(edition: str) -> None:
    played = bastida.new_game(edition, sets=["tower"], seed=1)
    without = bastida.new_game(edition, seed=1)
    stock = [one.view()["piles"][0] for one in (played, without)]
    assert [one["name"] for one in stock] == ["stock", "stock"]
    assert stock[0]["left"] == stock[1]["left"] + 18


def test_TOWER_04_any_tile_of_the_stock_may_come_next() -> None:
    engine = bastida.new_game("plus", sets=["tower"], seed=1).setup.engine()
    options = engine.list_options().numbers()
    weights = {engine.rules.tiles[option].id: engine.weight(option) for option in options}
    assert sum(weights.values()) == 71 + 18
    assert weights["To15"] == 2
    assert weights["To01"] == 1


@pytest.mark.parametrize(("players", "each"), FLOORS.items())
def test_TOWER_05_and_TOWER_07_floors_by_number_of_players_and_the_rest_stays_away(players: int, each: int) -> None:
    shares = floors(game("", players=players))
    assert list(shares.values()) == [each] * players
    assert 30 - sum(shares.values()) == {2: 10, 3: 3, 4: 2, 5: 0, 6: 0}[players]


def test_TOWER_06_six_players_need_a_sixth_colour() -> None:
    """TOWER-R2."""
    assert bastida.new_game("plus", sets=["tower"], players=6).setup.seats == 6
    with pytest.raises(SetupError, match="BASE-01"):
        bastida.new_game("winter", sets=["tower"], players=6)
    with pytest.raises(SetupError, match="BASE-01"):
        bastida.new_game("winter", sets=["inns"], players=6)
    six = bastida.new_game("winter", sets=["tower", "inns"], players=6, seed=1)
    assert six.setup.colours[5] == "pink"
    assert list(floors(six).values()) == [5] * 6
    assert bastida.from_position(bastida.position(six)).setup.colours == six.setup.colours


@pytest.mark.parametrize("edition", ["plus", "winter"])
@pytest.mark.parametrize("reading", ["colour", "inns"])
@pytest.mark.parametrize("sets", [["tower"], ["tower", "inns"]])
def test_TOWER_R2_six_with_a_sixth_colour_or_only_with_the_inns(edition: str, reading: str, sets: list[str]) -> None:
    def made() -> Game:
        return bastida.new_game(edition, sets=sets, players=6, switches={"six": reading}, seed=1)

    if "inns" in sets or (edition == "plus" and reading == "colour"):
        assert made().setup.seats == 6
    else:
        with pytest.raises(SetupError, match="TOWER-R2" if edition == "plus" else "BASE-01|TOWER-R2"):
            made()
    assert bastida.new_game(edition, sets=sets, players=5, switches={"six": reading}, seed=1).setup.seats == 5


def test_TOWER_08_everybody_sees_the_floors() -> None:
    played = game("To12(0,0)r0 : red floor 0,0")
    for seat in (None, 0, 1, 2, 3):
        assert by_seat(played.view(seat), "floor") == [6, 7, 7, 7]


# -- the placement step -----------------------------------------------------------------------------------------------


def test_TOWER_09_a_foundation_does_not_change_where_a_tile_fits() -> None:
    start = game("D(0,0)r0; U(1,0)r1")
    found = []
    for tile in ("E", "To15"):
        trial = start.copy()
        trial.play(tile)
        found.append(asked(trial))
    assert found[0] == found[1]
    assert len(found[0]) > 5


def test_TOWER_10_and_TOWER_16_one_of_four_things_also_without_a_foundation_on_the_new_tile() -> None:
    """TOWER-11, TOWER-12, TOWER-13, TOWER-14 and TOWER-15: a follower on the new tile, a floor on a bare foundation, a
    floor or a follower on an open tower, or nothing (TOWER-R9); after each of them the part is over (TOWER-17)."""
    played = game("To12(0,0)r0 : red floor 0,0; To15(1,0)r0; U(-1,0)r0 : yellow ?")
    assert places(played) == {
        "pass",
        "follower road N",
        "follower field Ne",
        "follower field Nw",
        "floor 0,0",
        "floor 1,0",
        "follower 0,0 tower",
    }
    for answer in places(played):
        trial = played.copy()
        trial.play(answer)
        assert kind(trial) == "draw", answer


def test_TOWER_12_the_tile_just_placed_may_get_the_floor() -> None:
    played = game("To15(0,0)r0 : red ?")
    assert tower_actions(played) == {"floor 0,0"}


def test_TOWER_18_and_TOWER_19_a_floor_leaves_the_stock_and_never_comes_back() -> None:
    """TOWER-R4."""
    played = game("To12(0,0)r0 : red floor 0,0; B(0,1)r0 : blue floor 0,0; B(0,2)r0 : red floor 0,0")
    assert floors(played) == {"red": 5, "blue": 6, "yellow": 7, "green": 7}
    assert towers(played) == {"0,0": 3}
    turn(played, "B(0,3)r0 : blue follower 0,0 tower")
    turn(played, "To15(1,0)r0 : green floor 1,0 / capture blue follower 0,0 tower")
    assert towers(played) == {"0,0": 3, "1,0": 1}
    assert floors(played) == {"red": 5, "blue": 6, "yellow": 7, "green": 6}


def test_TOWER_20_without_floors_only_followers_are_placed() -> None:
    moves = "; ".join(f"B({x},0)r0 : red floor 0,0" for x in range(1, 5))
    played = game(f"To12(0,0)r0 : red floor 0,0; {moves}", players=6)
    assert floors(played)["red"] == 0
    turn(played, "B(0,1)r0 : red ?")
    assert places(played) == {"pass", "follower field Nw", "follower monastery", "follower 0,0 tower"}
    assert clause_against(played, "floor 0,0") == "TOWER-20"


def test_TOWER_21_without_followers_only_floors_are_placed() -> None:
    played = game("To12(0,0)r0 : red floor 0,0; To15(1,0)r0")
    for _ in range(7):
        played.arrange("red", "follower", "0,0 field Nw")
    turn(played, "U(-1,0)r0 : red ?")
    assert places(played) == {"pass", "floor 0,0", "floor 1,0"}
    assert clause_against(played, "follower 0,0 tower") == "TOWER-21"


def test_TOWER_22_towers_have_no_owner() -> None:
    played = game("To12(0,0)r0 : red floor 0,0; B(0,1)r0 : blue floor 0,0; B(0,2)r0 : yellow follower 0,0 tower")
    assert towers(played) == {"0,0": -2}
    assert on_towers(played) == {"yellow follower 0,0"}


def test_TOWER_23_a_bare_foundation_takes_no_follower() -> None:
    """TOWER-R8."""
    played = game("To12(0,0)r0; B(0,1)r0 : red ?")
    assert tower_actions(played) == {"floor 0,0"}
    assert clause_against(played, "follower 0,0 tower") == "TOWER-23"
    assert clause_against(played, "floor 0,1") == "TOWER-12"


def test_TOWER_24_a_tower_may_have_any_number_of_floors() -> None:
    moves = "; ".join(f"B(0,{y})r0 : {'red' if y % 2 else 'blue'} floor 0,0" for y in range(1, 20))
    played = game(f"To12(0,0)r0 : blue floor 0,0; {moves}", players=2)
    assert towers(played) == {"0,0": 20}
    assert floors(played) == {"red": 0, "blue": 0}


# -- taking a prisoner ------------------------------------------------------------------------------------------------

E1 = "To12(0,0)r0; B(0,-1)r0; B(-1,0)r0; B(1,0)r0 : blue monk; B(0,1)r0"
E2 = (
    "To12(0,0)r0 : red floor 0,0; B(0,-1)r0; B(0,-2)r0 : green monk; U(-1,0)r0; U(-2,0)r0; U(1,0)r0 : blue thief N;"
    " U(2,0)r0; B(0,1)r0; B(0,2)r0 : yellow monk"
)


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_TOWER_E1_the_first_floor_takes_the_blue_monk_beside_it(edition: str) -> None:
    """TOWER-25, TOWER-26 (TOWER-R5), TOWER-38 and TOWER-42."""
    played = game(E1, edition=edition)
    turn(played, "B(0,2)r0 : red ?")
    played.play("floor 0,0")
    assert captures(played) == {"blue follower 1,0 monastery"}
    nobody = played.copy()
    nobody.play("no capture")
    assert prisoners(nobody) == set()
    assert kind(nobody) == "draw"
    played.play(said("capture blue follower 1,0 monastery"))
    assert towers(played) == {"0,0": 1}
    assert prisoners(played) == {"blue follower with red"}
    assert floors(played)["red"] == FLOORS[4] - 1
    assert scores(played) == {}
    assert kind(played) == "draw"
    turn(played, "B(2,0)r0 : green ?")
    assert supply(played, "blue") == 6


def test_TOWER_E2_the_second_floor_has_three_to_choose_from() -> None:
    """TOWER-30."""
    played = game(E2)
    turn(played, "B(0,3)r0 : red floor 0,0")
    assert captures(played) == {
        "green follower 0,-2 monastery",
        "blue follower 1,0 road N",
        "yellow follower 0,2 monastery",
    }
    for answer in asked(played):
        trial = played.copy()
        trial.play(said(answer))
        assert scores(trial) == {}
        assert len(prisoners(trial)) == (answer != "no capture")


def test_TOWER_X1_diagonal_and_distant_tiles_are_out_of_reach() -> None:
    """TOWER-29 and TOWER-31."""
    played = game(f"{E1}; B(1,1)r0 : green monk; B(2,0)r0 : yellow monk; B(0,2)r0 : red floor 0,0")
    assert captures(played) == {"blue follower 1,0 monastery"}
    assert clause_against(played, "capture green follower 1,1 monastery") == "TOWER-28"


def test_TOWER_X2_reach_crosses_a_gap_and_counts_it() -> None:
    """TOWER-32."""
    gap = "B(0,1)r0; B(1,1)r0; B(2,1)r0; B(2,0)r0 : blue monk; B(0,2)r0 : red floor 0,0"
    played = game(f"To12(0,0)r0 : red floor 0,0; {gap}")
    assert captures(played) == {"blue follower 2,0 monastery"}
    bare = game(f"To12(0,0)r0; {gap}")
    assert kind(bare) == "draw"
    assert towers(bare) == {"0,0": 1}


def test_TOWER_28_each_floor_reaches_one_tile_further_in_four_directions() -> None:
    """TOWER-29 to TOWER-31: 5, 9 and 13 cells, never a diagonal one; TOWER-R18: the tower's own tile is one of them."""
    cells = [(x, y) for x in range(-4, 5) for y in range(-4, 5) if 0 < abs(x) + abs(y) <= 4]
    cells.sort(key=lambda cell: abs(cell[0]) + abs(cell[1]))
    played = game("To12(0,0)r0; " + "; ".join(f"B({x},{y})r0" for x, y in cells), players=6)
    for number, (x, y) in enumerate(cells):
        played.arrange(number % 6, "follower", f"{x},{y} monastery")
    played.arrange("pink", "follower", "0,0 field Nw")
    for height in (1, 2, 3):
        turn(played, f"B({4 + height},0)r0 : red floor 0,0")
        found = {answer.split()[2] for answer in captures(played)}
        expected = {f"{d},0" for d in range(-height, height + 1)} | {f"0,{d}" for d in range(-height, height + 1)}
        assert found == expected
        assert len(expected) == 4 * height + 1
        played.play("no capture")


def test_TOWER_27_one_floor_takes_one_follower_of_a_tile_with_several() -> None:
    """Two alike on one spot are one answer (TOWER-R6)."""
    played = game(E1)
    played.arrange("green", "follower", "1,0 monastery")
    played.arrange("blue", "follower", "1,0 monastery")
    turn(played, "B(0,2)r0 : red floor 0,0")
    assert captures(played) == {"blue follower 1,0 monastery", "green follower 1,0 monastery"}
    played.play(said("capture blue follower 1,0 monastery"))
    assert prisoners(played) == {"blue follower with red"}
    assert kind(played) == "draw"
    assert sum("segment" in one for one in played.view()["figures"]) == 2


def test_TOWER_33_reach_crosses_open_and_closed_towers() -> None:
    played = game(
        "To12(0,0)r0 : red floor 0,0; To15(1,0)r0 : blue floor 1,0; To15(-1,0)r0 : blue floor -1,0;"
        "B(2,0)r0 : blue monk; B(-2,0)r0 : green monk; B(0,1)r0 : yellow follower 1,0 tower"
    )
    turn(played, "B(0,2)r0 : red floor 0,0")
    assert captures(played) == {
        "blue follower 2,0 monastery",
        "green follower -2,0 monastery",
        "yellow follower 1,0 tower",
    }


def test_TOWER_34_and_TOWER_40_the_own_follower_comes_home() -> None:
    """TOWER-41: it is not deployed in the same step. TOWER-X12."""
    played = game("To12(0,0)r0; B(0,1)r0 : red farmer Nw")
    before = supply(played, "red")
    turn(played, "B(0,2)r0 : red floor 0,0")
    assert captures(played) == {"red follower 0,1 field Nw"}
    played.play(said("capture red follower 0,1 field Nw"))
    assert supply(played, "red") == before + 1 == 7
    assert prisoners(played) == set()
    assert kind(played) == "draw"


def test_TOWER_35_any_role_and_also_on_a_tower() -> None:
    played = game(
        "To12(0,0)r0; U(1,0)r0 : blue thief N; E(0,1)r2 : yellow knight S; B(-1,0)r0 : green monk; "
        "To15(0,-1)r0 : red floor 0,-1; B(2,0)r0 : red follower 0,-1 tower; B(-2,0)r0"
    )
    played.arrange("red", "follower", "0,0 field Nw")
    turn(played, "B(3,0)r0 : red floor 0,0")
    assert captures(played) == {
        "blue follower 1,0 road N",
        "yellow follower 0,1 city S",
        "green follower -1,0 monastery",
        "red follower 0,-1 tower",
        "red follower 0,0 field Nw",
    }


def test_TOWER_37_the_tile_of_the_figure_decides_not_its_city() -> None:
    played = game("To12(0,0)r0; G(0,1)r0; E(1,1)r3 : blue knight W; B(-1,0)r0 : red floor 0,0")
    assert kind(played) == "draw"
    played = game("To12(0,0)r0; G(0,1)r0 : blue knight E; E(1,1)r3; B(-1,0)r0 : red floor 0,0")
    assert captures(played) == {"blue follower 0,1 city E"}


def test_TOWER_38_and_TOWER_39_nobody_deploys_a_prisoner() -> None:
    played = game(HELD)
    assert prisoners(played) == {"red follower with blue"}
    assert (supply(played, "red"), supply(played, "blue")) == (6, 7)
    for colour in ("red", "blue"):
        trial = played.copy()
        for _ in range(supply(trial, colour)):
            trial.arrange(colour, "follower", "0,0 field Nw")
        turn(trial, f"U(2,0)r0 : {colour} ?")
        assert not any(answer.startswith("follower") for answer in places(trial))


X3 = "E(0,-1)r2 : blue knight S; To12(1,-1)r0; B(1,0)r0; B(1,1)r0; E(0,1)r0 : red knight N"


def test_TOWER_X3_and_TURN_X8_the_capture_comes_before_the_scoring() -> None:
    """TOWER-43 and TOWER-R10."""
    played = game(X3)
    after = turn(played, "G(0,0)r1 : red floor 1,-1 / capture blue follower 0,-1 city S")
    assert after.points == {"red": 6}
    assert prisoners(played) == {"blue follower with red"}
    assert (supply(played, "red"), supply(played, "blue")) == (7, 6)
    nobody = game(X3)
    assert turn(nobody, "G(0,0)r1 : red floor 1,-1 / no capture").points == {"red": 6, "blue": 6}


def test_TOWER_80_and_TOWER_X13_without_its_only_follower_nobody_scores_the_city() -> None:
    played = game(X3.replace(" : red knight N", ""))
    after = turn(played, "G(0,0)r1 : red floor 1,-1 / capture blue follower 0,-1 city S")
    assert after.points == {}
    assert after.completes == {"city": 1}
    assert prisoners(played) == {"blue follower with red"}


def test_TOWER_44_a_feature_whose_last_follower_was_taken_is_free_again() -> None:
    road = "To12(0,0)r0; U(1,0)r0 : blue thief N; U(1,1)r0"
    played = game(f"{road}; B(-1,0)r0; U(1,2)r0 : green ?")
    assert not may(played, "thief N")
    played = game(f"{road}; B(-1,0)r0 : red floor 0,0 / capture blue follower 1,0 road N; U(1,2)r0 : green ?")
    assert may(played, "thief N")


# -- followers on towers ----------------------------------------------------------------------------------------------

X4 = (
    "To12(0,0)r0 : red floor 0,0; B(0,1)r0 : red floor 0,0; B(0,2)r0 : blue floor 0,0; "
    "B(0,3)r0 : blue follower 0,0 tower; To15(1,0)r0"
)


def test_TOWER_X4_a_tower_whose_follower_is_taken_is_open_again() -> None:
    """TOWER-45, TOWER-46, TOWER-48; TOWER-36: the low tower takes from the high one (TOWER-R7)."""
    played = game(X4)
    assert towers(played) == {"0,0": -3, "1,0": 0}
    turn(played, "B(2,0)r0 : red ?")
    assert tower_actions(played) == {"floor 1,0"}
    assert clause_against(played, "floor 0,0") == "TOWER-45"
    assert clause_against(played, "follower 0,0 tower") == "TOWER-46"
    played.play("floor 1,0")
    assert captures(played) == {"blue follower 0,0 tower"}
    played.play(said("capture blue follower 0,0 tower"))
    assert towers(played) == {"0,0": 3, "1,0": 1}
    assert prisoners(played) == {"blue follower with red"}
    turn(played, "B(-1,0)r0 : blue ?")
    assert tower_actions(played) == {"floor 0,0", "floor 1,0", "follower 0,0 tower", "follower 1,0 tower"}
    played.play("floor 0,0")
    assert towers(played) == {"0,0": 4, "1,0": 1}


def test_TOWER_47_and_TOWER_52_he_stays_and_takes_nobody() -> None:
    played = game(E1)
    turn(played, "B(2,0)r0 : green floor 0,0 / no capture")
    turn(played, "B(3,0)r0 : red follower 0,0 tower")
    assert kind(played) == "draw"
    assert prisoners(played) == set()
    turn(played, "B(4,0)r0 : red ?")
    assert places(played) == {"pass", "follower field Nw", "follower monastery"}
    assert on_towers(played) == {"red follower 0,0"}


@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_TOWER_X11_a_follower_on_a_tower_is_no_knight_and_stays_after_the_scoring(edition: str) -> None:
    """TOWER-49 to TOWER-51."""
    played = game("To15(0,0)r0 : red floor 0,0; B(0,1)r0 : red follower 0,0 tower; G(0,-1)r1 : blue knight N", edition=edition)
    assert turn(played, "E(0,-2)r2 : blue").points == {"blue": 6}
    assert on_towers(played) == {"red follower 0,0"}
    assert supply(played, "blue") == 7


def test_TOWER_50_a_follower_on_a_tower_occupies_nothing() -> None:
    """TOWER-R11."""
    played = game("To15(0,0)r0 : red floor 0,0; B(0,1)r0 : red follower 0,0 tower; B(1,0)r0 : blue ?")
    assert {"follower field Nw", "follower monastery"} <= places(played)
    played.play("pass")
    assert final(played) == {}


# -- exchange of prisoners --------------------------------------------------------------------------------------------


def test_TOWER_53_to_TOWER_55_two_prisoners_are_exchanged_at_once() -> None:
    played = game(f"{HELD}; B(0,-1)r0 : blue monk; B(0,2)r0 : red floor 0,0")
    played.play(said("capture blue follower 0,-1 monastery"))
    assert prisoners(played) == set()
    assert (supply(played, "red"), supply(played, "blue")) == (7, 7)
    assert kind(played) == "draw"
    assert scores(played) == {}


def test_TOWER_X5_the_owner_picks_which_of_his_followers_comes_back() -> None:
    """TOWER-56, TOWER-57 and TOWER-75: a big follower counts as one. TOWER-58: no points move."""
    played = game(HELD_TWO, sets=("tower", "inns"))
    assert prisoners(played) == {"red follower with blue", "red big with blue"}
    turn(played, "B(0,-1)r0 : blue monk")
    turn(played, "B(0,3)r0 : red floor 0,0 / capture blue follower 0,-1 monastery")
    assert kind(played) == "exchange"
    assert played.decision is not None
    assert played.decision.seat == 0
    assert asked(played) == {"get back follower", "get back big"}
    assert supply(played, "blue") == 7
    played.play("get back big")
    assert prisoners(played) == {"red follower with blue"}
    assert (supply(played, "red"), supply(played, "red", "big")) == (6, 1)
    assert scores(played) == {}
    assert kind(played) == "draw"


def test_TOWER_57_of_two_alike_one_comes_back_without_a_question() -> None:
    again = "B(-1,0)r0 : red monk; B(0,2)r0 : blue floor 0,0 / capture red follower -1,0 monastery"
    played = game(f"{HELD}; {again}; B(0,-1)r0 : blue monk")
    assert prisoners(played) == {"2 red follower with blue"}
    turn(played, "B(0,3)r0 : red floor 0,0 / capture blue follower 0,-1 monastery")
    assert prisoners(played) == {"red follower with blue"}
    assert (supply(played, "red"), supply(played, "blue")) == (6, 7)


# -- ransom -----------------------------------------------------------------------------------------------------------


def held(red: int, blue: int, moves: str = HELD, **more: Any) -> Game:
    """Blue holds Red's follower; points as given; Red is about to draw, his first window is over."""
    played = game(moves, **more)
    played.credit("red", red)
    played.credit("blue", blue)
    return played


def test_TOWER_X7_ransom_moves_three_points_and_the_follower_may_be_used_at_once() -> None:
    """TOWER-59, TOWER-60, TOWER-63 (TOWER-R14), TOWER-65 and TOWER-66."""
    played = held(3, 10)
    turn(played, "B(2,0)r0 : red ?")
    assert kind(played) == "ransom"
    assert played.decision is not None
    assert played.decision.seat == 0
    assert asked(played) == {"no ransom", "ransom follower from blue"}
    assert clause_against(played, "ransom follower from green") == "TOWER-59"
    played.play(said("ransom follower from blue"))
    assert scores(played) == {"blue": 13}
    assert supply(played, "red") == 7
    assert prisoners(played) == set()
    assert [(one.seat, one.points, one.source, one.clause) for one in played.ledger] == [
        (0, -3, "ransom", "TOWER-60"),
        (1, 3, "ransom", "TOWER-60"),
    ]
    assert kind(played) == "figure"
    played.play("monk")
    assert kind(played) == "draw"


def test_TOWER_61_and_TOWER_R13_one_follower_in_a_turn_whatever_the_points() -> None:
    played = held(30, 0, HELD_TWO, sets=("tower", "inns"))
    turn(played, "B(2,0)r0 : red ?")
    played.play(said("ransom big from blue"))
    assert prisoners(played) == {"red follower with blue"}
    assert clause_against(played, "ransom follower from blue") == "TOWER-61"
    played.play("pass")
    assert kind(played) == "draw", "the third window is passed over"
    turn(played, "B(3,0)r0 : yellow ?")
    assert kind(played) == "figure"
    played.play("pass")
    turn(played, "B(4,0)r0 : red ?")
    assert kind(played) == "ransom", "a new turn, a new ransom"


def test_TOWER_62_the_payer_picks_which_one_comes_back() -> None:
    """TOWER-75: the big follower too costs three."""
    played = held(5, 0, HELD_TWO, sets=("tower", "inns"))
    turn(played, "B(2,0)r0 : red ?")
    assert asked(played) == {"no ransom", "ransom follower from blue", "ransom big from blue"}
    played.play(said("ransom big from blue"))
    assert (supply(played, "red"), supply(played, "red", "big")) == (6, 1)
    assert scores(played) == {"red": 2, "blue": 3}


def test_TOWER_59_the_payer_chooses_the_opponent() -> None:
    other = "B(-1,0)r0 : red monk; B(0,2)r0 : green floor 0,0 / capture red follower -1,0 monastery"
    played = held(4, 0, f"{HELD}; {other}")
    turn(played, "B(2,0)r0 : red ?")
    assert asked(played) == {"no ransom", "ransom follower from blue", "ransom follower from green"}
    played.play(said("ransom follower from green"))
    assert prisoners(played) == {"red follower with blue"}
    assert scores(played) == {"red": 1, "green": 3}


@pytest.mark.parametrize(("points", "offered"), [(0, False), (2, False), (3, True)])
def test_TOWER_X8_and_TOWER_64_whoever_has_fewer_than_three_points_cannot_pay(points: int, offered: bool) -> None:
    played = held(points, 10)
    turn(played, "B(2,0)r0 : red ?")
    assert (kind(played) == "ransom") == offered
    if not offered:
        assert clause_against(played, "ransom follower from blue") == "TOWER-64"


def test_TOWER_67_and_TURN_34_three_windows() -> None:
    """TOWER-R12: before the draw, between tile and figure, after the scoring."""
    played = game(f"{BESIDE}; B(0,1)r0 : blue ?", players=2)
    played.credit("red", 3)
    answers = ["floor 0,0", "capture red follower 1,0 monastery"]
    answers += ["no ransom", "B", "2,0 r0", "no ransom", "pass", "no ransom"]
    expected = ["figure", "capture", "ransom", "draw", "tile", "ransom", "figure", "ransom"]
    trial = played.copy()
    assert asked_kinds(trial, answers) == expected
    assert trial.seat == 1
    assert kind(trial) == "draw", "Blue has no prisoner to buy back"
    for window in (2, 5, 7):
        trial = played.copy()
        asked_kinds(trial, answers[:window])
        trial.play(said("ransom follower from blue"))
        assert scores(trial) == {"blue": 3}
        assert prisoners(trial) == set()
        assert kind(trial) == {2: "draw", 5: "figure", 7: "draw"}[window]


def test_TOWER_67_points_of_the_scoring_can_pay_in_the_third_window() -> None:
    played = held(0, 0, f"{HELD}; W(2,0)r3; U(3,0)r1 : red thief W")
    after = turn(played, "W(4,0)r0 : red")
    assert after.points == {"red": 3}
    assert kind(played) == "ransom"
    assert clause_against(played, "ransom big from blue") == "TOWER-59"
    played.play(said("ransom follower from blue"))
    assert scores(played) == {"blue": 3}


def test_TOWER_67_outside_the_windows_nothing_is_paid() -> None:
    played = held(9, 0)
    turn(played, "B(2,0)r0 : red no ransom / pass")
    played.play("no ransom")
    played.turn_to("red")
    played.play("B")
    assert clause_against(played, "ransom follower from blue") == "TOWER-67"
    free = game("To12(0,0)r0")
    free.credit("red", 9)
    free.play("B")
    assert clause_against(free, "ransom follower from blue") == "TOWER-59"


def test_TOWER_X14_and_TOWER_79_points_decide_not_spaces() -> None:
    """TOWER-R31: laps are lost and won by a ransom as well."""
    played = held(51, 48)
    turn(played, "B(2,0)r0 : red ransom follower from blue")
    assert scores(played) == {"red": 48, "blue": 51}
    track = [player["track"][0] for player in played.view()["players"][:2]]
    assert [(one["space"], one["laps"]) for one in track] == [(48, 0), (1, 1)]
    again = held(50, 0)
    turn(again, "B(2,0)r0 : red ?")
    assert kind(again) == "ransom", "space 0, but fifty points"


# -- the end of the game ----------------------------------------------------------------------------------------------


def test_TOWER_68_to_TOWER_70_nothing_of_it_scores_at_the_end() -> None:
    """TOWER-R26: not the towers, the floors, the followers on top or the prisoners; and nobody is asked for ransom."""
    played = held(9, 9, f"{HELD}; B(0,2)r0 : green follower 0,0 tower; B(0,3)r0 : yellow monk")
    assert final(played) == {"yellow": 2}
    played.finish()
    assert played.over


def test_TURN_93_with_an_empty_stock_there_is_no_ransom_window() -> None:
    """Red takes Blue's followers and lays the last tile; Blue could pay, but his turn does not begin."""
    played = bastida.new_game("plus", sets=["tower"], players=2, seed=3)
    totals = played.engine.points
    while not played.over:
        totals[2] = 9
        options = [str(option) for option in played.options()]
        wanted = {"figure": "floor" if played.seat == 0 else "follower", "capture": "capture player 2"}
        chosen = [answer for answer in options if answer.startswith(wanted.get(kind(played), "no ransom"))]
        played.play(chosen[0] if chosen else options[0])
    assert prisoners(played)
    assert {step.seat for step in played.steps if step.kind == "ransom"} == {1}
    draws = [step for step in played.steps if step.kind == "draw"]
    assert played.steps[-1].turn == draws[-1].turn
    assert played.seat == 1


# -- the tiles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("printing", ["C1", "C2"])
def test_TOWER_71_and_TOWER_72_every_tile_has_one_foundation_and_nothing_else_new(printing: str) -> None:
    """TOWER-R27."""
    played = [tile for tile in tile_sets()["tower"].tiles if tile.copies[printing]]
    assert sum(tile.copies[printing] for tile in played) == 18
    for tile in played:
        assert tile.marks["tower"] == "yes"
        assert set(tile.marks) <= {"tower", "bridge"}
        assert {segment.kind for segment in tile.segments} <= {"road", "city", "field", "monastery", "garden"}


def test_TOWER_71_a_foundation_ends_the_roads_that_run_into_it() -> None:
    """TOWER-R30."""
    for tile, roads in (("To08+garden", 2), ("To10", 3), ("To11", 4), ("To17", 1)):
        played = game(f"{tile}(0,0)r0 : red ?")
        assert len([answer for answer in places(played) if answer.startswith("follower road")]) == roads
    played = game("To10(0,0)r0 : red thief E; L(1,0)r0")
    assert scores(played) == {"red": 2}


def test_TOWER_73_road_and_city_make_four_fields() -> None:
    """TOWER-R25: the road passes over the city."""
    played = game("To05(0,0)r0 : red ?")
    followers = {answer for answer in places(played) if answer.startswith("follower")}
    fields = {"follower field En", "follower field Es", "follower field Ws", "follower field Wn"}
    assert followers == fields | {"follower road E", "follower city N"}
    played = game("To05(0,0)r0 : red thief W; L(1,0)r0; L(-1,0)r0 : blue; E(0,-1)r2 : blue; E(0,1)r0 : blue")
    assert scores(played) == {"red": 3}
    assert completed(played) == {"road": 1, "city": 1}


# -- with other modules -----------------------------------------------------------------------------------------------


@between(TOWER="INNS")
def test_TOWER_74_a_big_follower_is_taken_with_all_its_strength() -> None:
    """INNS: two less in the majority; and it may stand on a tower (TOWER-R16)."""
    city = "E(0,-1)r2 : blue knight S; To12(1,-1)r0; B(1,0)r0; B(1,1)r0; E(0,1)r0 : red big city N"
    played = game(city, sets=("tower", "inns"))
    before = played.copy()
    assert turn(before, "G(0,0)r1 : green").points == {"red": 6}
    played = game(city.replace("To12(1,-1)", "B(1,-1)").replace("B(1,1)r0", "To12(1,1)r0"), sets=("tower", "inns"))
    after = turn(played, "G(0,0)r1 : green floor 1,1 / capture red big 0,1 city N")
    assert after.points == {"blue": 6}
    assert prisoners(played) == {"red big with green"}
    turn(played, "B(2,1)r0 : blue ?")
    assert {"follower 1,1 tower", "big 1,1 tower"} <= places(played)


ROAD = "To12(0,0)r0; U(1,0)r0 : blue thief N; U(1,1)r0 : blue builder road N; U(1,2)r0"


@between(TOWER="TRADERS")
def test_TOWER_X9_a_builder_left_alone_goes_home_at_once() -> None:
    """TOWER-76 and TOWER-78: the builder itself is never taken."""
    played = game(ROAD, sets=("tower", "traders"))
    assert supply(played, "blue", "builder") == 0
    turn(played, "B(-1,0)r0 : red floor 0,0")
    assert captures(played) == {"blue follower 1,0 road N"}
    played.play(said("capture blue follower 1,0 road N"))
    assert supply(played, "blue", "builder") == 1
    second = game(ROAD, sets=("tower", "traders"))
    second.arrange("blue", "follower", "1,2 road N")
    turn(second, "B(-1,0)r0 : red floor 0,0 / capture blue follower 1,0 road N")
    assert supply(second, "blue", "builder") == 0


def test_TOWER_50_a_follower_on_a_tower_keeps_no_builder_in_place() -> None:
    """TURN-06."""
    moves = "To12(0,0)r0; To08+garden(1,0)r3 : red floor 1,0; B(0,1)r0 : blue follower 1,0 tower"
    played = game(moves, sets=("tower", "traders"))
    played.arrange("blue", "builder", "1,0 road S")
    played.arrange("blue", "follower", "1,0 road S")
    turn(played, "B(0,2)r0 : red floor 0,0 / capture blue follower 1,0 road S")
    assert supply(played, "blue", "builder") == 1
    assert on_towers(played) == {"blue follower 1,0"}


@between(TOWER="TRADERS")
def test_TOWER_76_a_builder_in_reach_is_no_answer() -> None:
    played = game("To12(0,0)r0; U(1,0)r0; U(1,1)r0 : blue thief N; U(1,-1)r0", sets=("tower", "traders"))
    played.arrange("blue", "builder", "1,0 road N")
    turn(played, "B(-1,0)r0 : red floor 0,0")
    assert kind(played) == "draw"
    assert supply(played, "blue", "builder") == 0


def test_TOWER_77_builder_and_pig_stand_on_no_tower() -> None:
    played = game("To12(0,0)r0 : red floor 0,0; B(1,0)r0 : red ?", sets=("tower", "traders", "inns", "abbot"))
    assert tower_actions(played) == {"floor 0,0", "follower 0,0 tower", "big 0,0 tower"}
    for figure in ("builder", "pig"):
        assert clause_against(played, f"{figure} 0,0 tower") == "TOWER-77"
    assert clause_against(played, "abbot 0,0 tower") == "TOWER-R16"


@between(TURN="TOWER", TOWER="TRADERS")
def test_TOWER_R13_a_double_turn_has_floors_in_both_parts_and_one_ransom() -> None:
    """TRADERS: and with TOWER-R24 the second part stays although the builder was lost to a capture."""
    played = game(f"{HELD}; U(0,-1)r1 : red thief E", sets=("tower", "traders"))
    played.arrange("red", "builder", "0,-1 road E")
    played.credit("red", 9)
    turn(played, "U(1,-1)r1 : red no ransom / floor 0,0 / capture red follower 0,-1 road E / ransom follower from blue")
    assert supply(played, "red", "builder") == 1
    assert kind(played) == "second part"
    played.play("second part")
    assert kind(played) == "draw", "paid in the first part"
    played.play("B")
    played.play("0,2 r0")
    assert kind(played) == "figure"
    assert "floor 0,0" in places(played)
    played.play("floor 0,0")
    assert towers(played) == {"0,0": 4}
    assert scores(played) == {"red": 6, "blue": 3}


def test_TOWER_R13_the_second_part_has_its_windows_while_nothing_is_paid() -> None:
    played = game(f"{HELD}; U(0,-1)r1 : red thief E", sets=("tower", "traders"))
    played.arrange("red", "builder", "0,-1 road E")
    played.credit("red", 9)
    turn(played, "U(1,-1)r1 : red no ransom / pass / no ransom")
    answers = ["second part", "no ransom", "B", "0,2 r0", "ransom follower from blue", "pass"]
    assert asked_kinds(played, answers) == ["second part", "ransom", "draw", "tile", "ransom", "figure"]
    assert kind(played) == "draw"


@between(TOWER="ABBOT")
def test_TOWER_R16_and_TOWER_R17_the_abbot_is_taken_exchanged_and_ransomed_but_climbs_no_tower() -> None:
    """ABBOT: from a monastery or a garden, without points; taking it back is another use of the one step."""
    abbot = "To12(0,0)r0 : blue abbot garden; B(1,0)r0 : blue monk"
    played = game(abbot, sets=("tower", "abbot"))
    turn(played, "B(0,1)r0 : blue ?")
    assert {"take back abbot", "floor 0,0"} <= places(played)
    played.play("take back abbot")
    assert kind(played) == "draw"
    assert towers(played) == {"0,0": 0}
    played = game(abbot, sets=("tower", "abbot"))
    turn(played, "B(0,1)r0 : red floor 0,0")
    assert captures(played) == {"blue abbot 0,0 garden", "blue follower 1,0 monastery"}
    played.play(said("capture blue abbot 0,0 garden"))
    assert prisoners(played) == {"blue abbot with red"}
    assert scores(played) == {}
    ransomed = played.copy()
    ransomed.credit("blue", 3)
    turn(ransomed, "B(0,2)r0 : blue ransom abbot from red")
    assert supply(ransomed, "blue", "abbot") == 1
    assert scores(ransomed) == {"red": 3}
    turn(played, "B(-1,0)r0 : red monk")
    turn(played, "B(0,2)r0 : blue floor 0,0 / capture red follower -1,0 monastery")
    assert prisoners(played) == set(), "one abbot for one follower"
    assert supply(played, "blue", "abbot") == 1


@between(TOWER="RIVER")
def test_TOWER_with_the_river_no_tower_comes_before_its_end() -> None:
    """RIVER: TOWER-09, TOWER-28: river tiles come first and lie in reach like others."""
    played = bastida.new_game("plus", sets=["river", "tower"], players=2, seed=5)
    while not any(tile.startswith("To") for tile in tiles(played)):
        played.play(played.options()[0])
    assert len(played.view()["board"]) > 12
    river = game("BB6F1(0,0)r0; To12(1,0)r0", sets=("river", "tower"))
    river.arrange("blue", "follower", "0,0 field Nw")
    turn(river, "B(2,0)r0 : red floor 1,0")
    assert captures(river) == {"blue follower 0,0 field Nw"}


@between(TOWER="MSG")
def test_TURN_81_and_TOWER_R20_the_extra_tile_of_a_message_grants_no_tower_action() -> None:
    played = game("To12(0,0)r0 : red floor 0,0; B(0,1)r0 : red ?")
    assert tower_actions(played) == {"floor 0,0", "follower 0,0 tower"}
    engine = played.engine
    engine.run_rights = ONLY_ITS_TILE
    engine.listed = False
    assert tower_actions(played) == set()
    assert clause_against(played, "floor 0,0") == "TOWER-R20"
    assert clause_against(played, "follower 0,0 tower") == "TOWER-R20"


@between(TURN="TOWER")
def test_TURN_32_capture_lone_builder_and_exchange_happen_inside_step_2() -> None:
    """TOWER-53, TOWER-78: when the road is scored, builder, thief and prisoner are home already."""
    played = game(f"{HELD}; W(2,0)r3; U(3,0)r1 : blue thief W", sets=("tower", "traders"))
    played.arrange("blue", "builder", "3,0 road W")
    after = turn(played, "W(4,0)r0 : red floor 0,0 / capture blue follower 3,0 road E")
    assert after.points == {}
    assert prisoners(played) == set()
    assert [supply(played, "blue", figure) for figure in ("follower", "builder")] == [7, 1]
    assert supply(played, "red") == 7


# -- notation and views -----------------------------------------------------------------------------------------------


def test_TOWER_views_show_prisoners_with_their_captor_and_copies_are_independent() -> None:
    """TOWER-38: a place of its own."""
    played = game(HELD)
    captive = [one for one in played.view()["figures"] if one.get("place") == "captive"]
    assert captive == [{"seat": 0, "kind": "follower", "place": "captive", "index": 1}]
    assert [word for word in played.engine.figures.place if word >> 20 == figures.HELD] == [figures.area(figures.HELD, 1)]
    before = state(played)
    copy = played.copy()
    copy.play("B")
    copy.play("2,0 r0")
    copy.play("floor 0,0")
    assert state(played) == before


def test_TOWER_both_ways_to_name_a_place_are_understood() -> None:
    """TOWER-12 and TOWER-14."""
    played = game("To12(0,0)r0 : red floor 0,0; B(0,1)r0 : blue ?")
    assert str(played.find("0,0 floor")) == "floor 0,0"
    assert str(played.find("follower tower 0,0")) == "follower 0,0 tower"
    with pytest.raises(IllegalOption):
        played.find("builder 0,0 tower")


# -- with the mini expansions -----------------------------------------------------------------------------------------


@between(FLIGHT="TOWER", TOWER="FLIGHT")
def test_TOWER_R29_a_flying_follower_lands_in_a_feature_and_never_on_a_tower() -> None:
    """FLIGHT: the flight is the action of the step, also when it fails; a follower that landed can be captured."""
    played = game("To15(0,0)r0 : red floor 0,0; FlC(1,0)r0 : red fly follower / 1", sets=("tower", "flying"))
    assert on_towers(played) == set()
    assert supply(played, "red") == 6
    turn(played, "B(0,1)r0 : blue floor 0,0")
    assert captures(played) == {"red follower 0,0 city N"}
    crashed = game("To12(0,0)r0 : red floor 0,0; FlC(1,0)r0 : red fly follower / 1", sets=("tower", "flying"))
    assert kind(crashed) == "draw"
    assert towers(crashed) == {"0,0": 1}
    assert (supply(crashed, "red"), floors(crashed)["red"]) == (7, 6)


def test_TOWER_R21_with_two_scoring_figures_one_of_them_pays_and_the_captor_chooses_his() -> None:
    """MSG: no message is drawn, also if the payer's figure comes to a dark space."""
    played = game(HELD, sets=("tower", "messages"))
    played.credit("red", 8)
    played.credit("red", 2, 1)
    turn(played, "B(2,0)r0 : red ?")
    assert asked(played) == {"no ransom", "ransom follower from blue by follower"}
    played.play(said("ransom follower from blue by follower"))
    assert kind(played) == "scoring figure"
    assert played.decision is not None
    assert played.decision.seat == 1
    played.play("messenger")
    assert list(played.engine.points[:4]) == [5, 2, 0, 3]
    assert kind(played) == "figure"
    played.play("pass")
    assert kind(played) == "draw"
    both = game(HELD, sets=("tower", "messages"))
    both.credit("red", 3)
    both.credit("red", 53, 1)
    turn(both, "B(2,0)r0 : red ?")
    one, other = "ransom follower from blue by follower", "ransom follower from blue by messenger"
    assert asked(both) == {"no ransom", one, other}
    neither = game(HELD, sets=("tower", "messages"))
    neither.credit("red", 2)
    neither.credit("red", 2, 1)
    turn(neither, "B(2,0)r0 : red ?")
    assert kind(neither) == "figure", "no splitting"


@between(TOWER="MSG")
def test_TOWER_R19_message_8_may_take_a_follower_from_a_tower_for_nothing() -> None:
    """MSG: TOWER-47, and the tower is open again; TOWER-R11: the messages for knights and farmers do not count him."""
    moves = f"{BESIDE.replace(' : red monk', '')}; W(2,0)r3; B(0,1)r0 : red follower 0,0 tower; U(3,0)r1 : red thief W"
    played = game(moves, sets=("tower", "messages"))
    played.credit("red", 2)
    turn(played, "W(4,0)r0 : red pass / follower")
    assert kind(played) == "message"
    for number in ("6", "7"):
        none = played.copy()
        none.play(number)
        assert kind(none) == "scoring figure", "nothing to count: the two points"
    played.play("8")
    assert asked(played) == {"2 points", "follower 0,0 tower"}
    played.play("follower 0,0 tower")
    assert scores(played) == {"red": 5}
    assert towers(played) == {"0,0": 1}
    assert on_towers(played) == set()


def test_TOWER_R12_the_run_of_message_4_has_two_windows_and_no_tower_action() -> None:
    """TURN-80, TURN-81 and TOWER-R20."""
    played = game(f"{HELD}; W(2,0)r3; U(3,0)r1 : red thief W", sets=("tower", "messages"))
    played.credit("red", 12)
    turn(played, "W(4,0)r0 : red no ransom / pass / follower")
    answers = ["4", "tile", "B", "0,2 r0", "no ransom"]
    assert asked_kinds(played, answers) == ["message", "message action", "draw", "tile", "ransom"]
    assert tower_actions(played) == set()
    assert asked_kinds(played, ["monk", "no ransom", "no ransom"]) == ["figure", "ransom", "ransom"]
    assert kind(played) == "draw"


@between(TOWER="ROBBER")
def test_TOWER_R22_a_robber_takes_its_half_of_the_ransom_from_the_captor() -> None:
    """ROBBER-X7: nothing is taken from the payer."""
    played = game(HELD, sets=("tower", "robbers"))
    played.credit("red", 9)
    played.credit("blue", 20)
    turn(played, "RaubC(2,0)r3 : green space 20 / pass / pass")
    answers = ["no ransom", "B", "0,2 r0", "ransom follower from blue"]
    assert asked_kinds(played, answers) == ["ransom", "draw", "tile", "ransom"]
    assert scores(played) == {"red": 6, "blue": 23, "green": 2}
    assert [(one.seat, one.points, one.source) for one in played.ledger] == [
        (0, -3, "ransom"),
        (1, 3, "ransom"),
        (3, 2, "robber"),
    ]


def test_TOWER_R21_what_the_payers_own_robber_takes_of_the_ransom_draws_no_message() -> None:
    """MSG-R15."""
    played = game(HELD, sets=("tower", "messages", "robbers"), players=2)
    played.credit("red", 6)
    played.credit("red", 3, 1)
    played.credit("blue", 10)
    played.turn_to("red")
    answers = ["RaubC", "2,0 r3", "space 10", "pass", "ransom follower from blue by follower", "follower", "messenger"]
    kinds = ["draw", "tile", "robber", "robber", "ransom", "scoring figure", "scoring figure"]
    assert asked_kinds(played, answers) == kinds
    assert list(played.engine.points[:4]) == [3, 5, 13, 0]
    assert asked_kinds(played, ["pass"]) == ["figure"]
    assert kind(played) == "draw"
    assert played.seat == 1


@between(TOWER="FERRY")
def test_TOWER_R28_the_ferry_is_laid_also_when_the_action_was_a_floor() -> None:
    played = game("To12(0,0)r0", sets=("tower", "ferries"))
    turn(played, "FeB(0,1)r0 : red floor 0,0")
    assert kind(played) == "ferry"
    assert towers(played) == {"0,0": 1}


@between(TOWER="GOLD")
def test_TOWER_43_with_gold_a_captured_follower_claims_no_ingot() -> None:
    """GOLD: ingots are shared after captures; nor does a follower on a tower claim one."""
    row = "To12(-1,1)r0; B(-1,2)r0; B(0,2)r0; B(1,2)r0; B(1,1)r0"
    played = game(f"E(-1,0)r1 : blue knight E; {row}; E(1,0)r3 : red knight W", sets=("tower", "gold"))
    turn(played, "GoD(0,0)r0 : red ingot 1,0 / floor -1,1 / capture blue follower -1,0 city E")
    while kind(played) == "take ingot":
        assert played.decision is not None
        assert played.decision.seat == 0
        played.play(played.options()[0])
    assert by_seat(played.view(), "ingot") == [2, 0, 0, 0]
    assert scores(played) == {"red": 6}


@between(TOWER="MAGE")
def test_TOWER_34_mage_and_witch_are_nobodys_followers_and_are_not_taken() -> None:
    """MAGE."""
    played = game("To12(0,0)r0; U(1,0)r0", sets=("tower", "mage"))
    played.arrange(None, "mage", "1,0 road N")
    turn(played, "B(-1,0)r0 : red floor 0,0")
    assert kind(played) == "draw"


@between(TOWER="CIRCLE")
def test_TOWER_R12_the_third_window_comes_before_the_crop_circle() -> None:
    """CIRCLE: the follower is home in time to be added; TOWER-49: one on a tower is no thief."""
    played = game(f"{HELD}; U(2,0)r0 : red thief N; B(0,2)r0 : red follower 0,0 tower", sets=("tower", "circles"))
    played.credit("red", 3)
    before = supply(played, "red")
    turn(played, "Korn1(2,1)r1 : red no ransom / pass / ransom follower from blue")
    assert kind(played) == "circle"
    assert supply(played, "red") == before + 1
    taking = played.copy()
    taking.play("B")
    while kind(taking) == "circle take back" and taking.decision is not None and taking.decision.seat != 0:
        taking.play(taking.options()[0])
    assert on_towers(taking) == {"red follower 0,0"}
    played.play("A")
    while played.decision is not None and played.decision.seat != 0:
        played.play("pass")
    assert asked(played) == {"pass", "add follower 2,0 road N"}


RETAINED = "W(2,0)r3; U(3,0)r1 : red postman road E; To12(3,1)r0"


def retaining() -> Game:
    """A scored road in which Red's postman retains two Blue followers, one of them beside him, above a foundation."""
    played = game(RETAINED, sets=("tower", "postman"))
    played.arrange("blue", "follower", "2,0 road E")
    turn(played, "W(4,0)r0 : green pass / postman stays")
    played.arrange("blue", "follower", "3,0 road E")
    assert scores(played) == {"red": 3}
    turn(played, "B(3,2)r0 : green floor 3,1")
    return played


@between(TOWER="POST")
def test_TOWER_R23_a_captured_postman_frees_the_followers_he_retained() -> None:
    """POST."""
    played = retaining()
    assert captures(played) == {"red postman 3,0 road E", "blue follower 3,0 road E"}
    other = played.copy()
    played.play(said("capture red postman 3,0 road E"))
    assert prisoners(played) == {"red postman with green"}
    assert (supply(played, "blue"), supply(played, "red", "postman")) == (7, 0)
    other.play(said("capture blue follower 3,0 road E"))
    assert prisoners(other) == {"blue follower with green"}
    assert (supply(other, "blue"), supply(other, "red", "postman")) == (5, 0), "the other one is still retained"


@between(TOWER="POST")
def test_TOWER_R16_the_postman_is_exchanged_ransomed_and_may_stand_on_a_tower() -> None:
    """POST: TOWER-R14; an office pays nothing for one who is taken."""
    office = "To12(0,0)r0; Po01(1,0)r0 : blue postman post_office; B(0,1)r0 : red floor 0,0"
    played = game(office, sets=("tower", "postman"))
    played.play(said("capture blue postman 1,0 post_office"))
    assert scores(played) == {}
    assert prisoners(played) == {"blue postman with red"}
    ransomed = played.copy()
    ransomed.credit("blue", 4)
    turn(ransomed, "B(0,2)r0 : blue ransom postman from red / postman 0,0 tower")
    assert scores(ransomed) == {"blue": 1, "red": 3}
    assert on_towers(ransomed) == {"blue postman 0,0"}
    turn(ransomed, "Po04(-1,0)r1 : red ?")
    assert {"remove postman player 2", "move postman player 2"} <= places(ransomed)
    ransomed.play("remove postman player 2")
    assert (towers(ransomed), on_towers(ransomed)) == ({"0,0": 1}, set())
    turn(played, "Po04(-1,0)r1 : red ?")
    assert not any(answer.startswith(("remove", "move")) for answer in places(played)), "a prisoner is not on the board"
    played.play("follower post_office")
    turn(played, "B(0,2)r0 : blue floor 0,0 / capture red follower -1,0 post_office")
    assert prisoners(played) == set()
    assert supply(played, "blue", "postman") == 1
