"""Hunters & Gatherers: river systems and huts, meadows and hunters, the end of the game (HG-78 to HG-112)."""

from __future__ import annotations

import pytest

from bastida import Feature, Game
from bastida.kernel.ledger import Entry
from bastida.rulebook.examples import example
from bastida.rulebook.playing import play
from tests.rules.hunting import area, hunt, pile, stand, worth
from tests.rules.study import box, completed, figures, final, kind, lay, refused, scores, supply


def system(game: Game, where: str) -> Feature:
    """The river system at a side: ``0,0 E``."""
    return area(game, where.replace(" ", " system "))


def final_lines(game: Game) -> list[Entry]:
    ended = game.copy()
    ended.finish()
    return list(ended.ledger[len(game.ledger) :])


# -- river systems and huts --------------------------------------------------------------------------------------------


def test_HG_78_a_lake_does_not_cut_a_river_system() -> None:
    """Three rivers, one system: from a lake through another lake to a third."""
    game = hunt("hgL05(0,0)r0; hgL19(1,0)r1; hgR13(2,0)r0; hgL12(3,0)r0")
    assert system(game, "0,0 E") == system(game, "3,0 N")
    assert sum(feature.kind == "river" for feature in game.features()) == 2 + 3
    assert system(game, "0,0 E").worth == 1 + 1 + 2


def test_HG_79_a_river_system_ends_at_springs_and_at_the_edge() -> None:
    """The two rivers of hgS05 meet at nothing: each has its spring. hgL18 has a spring and a lake, apart."""
    game = hunt("hgS05(0,0)r0; hgL05(0,-1)r1; hgL05(1,0)r2")
    assert system(game, "0,-1 S") != system(game, "1,0 W")
    parted = hunt("hgL18(0,0)r0")
    assert system(parted, "0,0 N") != system(parted, "0,0 S")
    assert (system(parted, "0,0 N").worth, system(parted, "0,0 S").worth) == (0, 2)


def test_HG_80_a_hut_counts_for_the_whole_system() -> None:
    game = hunt("hgL05(0,0)r0 : red hut lake; hgL19(1,0)r1; hgR13(2,0)r0; hgL12(3,0)r0")
    assert system(game, "3,0 E").strength == (1, 0, 0, 0, 0)
    assert final(game) == {"red": 4}


def test_HG_112_joined_systems_are_one_with_all_their_huts() -> None:
    """The tile between Red's system and one without a hut: its player cannot add a hut."""
    apart = "hgL05(0,0)r0 : red hut lake; hgM01(0,1)r0; hgM01(1,1)r0; hgM01(2,1)r0; hgL05(2,0)r2"
    game = hunt(f"{apart}; hgR13(1,0)r0 : blue ?")
    assert refused(game, "hut river W").clause == "HG-31"
    both = hunt(f"{apart} : blue hut lake; hgR13(1,0)r0 : green ?")
    assert refused(both, "hut river W").clause == "HG-31"
    both.play("pass")
    assert system(both, "1,0 E").strength == (1, 1, 0, 0, 0)
    assert final(both) == {"red": 2, "blue": 2}


def test_HG_81_completing_a_river_neither_scores_nor_removes_huts() -> None:
    game = hunt("hgL05(0,0)r0 : red hut lake")
    turn = lay(game, "hgL05(1,0)r2 : blue")
    assert (turn.points, turn.completes, turn.back) == ({}, {"river": 1}, {})
    assert figures(game) == ["red hut 0,0 system E"]
    assert final(game) == {"red": 2}


@pytest.mark.parametrize(
    ("huts", "points"),
    [
        ("red", {"red": 4}),  # HG-91
        ("red red", {"red": 4}),  # once, however many
        ("red blue", {"red": 4, "blue": 4}),  # HG-92
        ("red red blue blue", {"red": 4, "blue": 4}),
        ("red red blue", {"red": 4}),  # HG-93
        ("red red blue green", {"red": 4}),
    ],
)
def test_HG_91_to_HG_93_the_most_huts_score_the_fish_of_the_system(huts: str, points: dict[str, int]) -> None:
    game = hunt("hgL05(0,0)r0; hgL19(1,0)r1; hgL12(2,0)r0")
    stand(game, *(f"{colour} hut 0,0 system E" for colour in huts.split()))
    assert final(game) == points


def test_HG_94_it_makes_no_difference_whether_rivers_are_complete() -> None:
    open_ = hunt("hgL05(0,0)r0 : red hut lake; hgR13(1,0)r0")
    closed = hunt("hgL05(0,0)r0 : red hut lake; hgS04(1,0)r1")
    assert (completed(open_)["river"], completed(closed)["river"]) == (0, 1)
    assert final(open_) == final(closed) == {"red": 1}


def test_HG_R11_a_lake_counts_once_in_its_system_and_a_system_without_a_lake_nothing() -> None:
    """The lake with two arms at both ends of a river, and a spring-to-spring river."""
    ring = hunt("hgR01(1,0)r1 : red hut river W; hgR01(0,0)r0; hgR01(0,1)r3; hgL14(1,1)r0")
    assert final(ring) == {"red": 1}
    dry = hunt("hgS04(0,0)r3 : red hut river E; hgS04(1,0)r1")
    assert (final(dry), [entry.points for entry in final_lines(dry)]) == ({}, [0])


# -- meadows and hunters -----------------------------------------------------------------------------------------------


def meadow(game: Game, where: str) -> Feature:
    """The meadow at half a side: ``0,0 Nw``."""
    return area(game, where.replace(" ", " meadow "))


def test_HG_82_forests_rivers_and_empty_cells_bound_a_meadow() -> None:
    """Both banks of a river are two meadows, both sides of a forest too; a tile beside both joins them."""
    river = hunt("hgR13(0,0)r0; hgR13(1,0)r0")
    assert meadow(river, "0,0 Nw") == meadow(river, "1,0 Nw")
    assert meadow(river, "0,0 Nw") != meadow(river, "0,0 Es")
    forest = hunt("hgF09(0,0)r0; hgF10(1,0)r0")
    assert meadow(forest, "0,0 Nw") != meadow(forest, "1,0 Nw"), "the side between them is forest"
    lay(forest, "hgM01(0,-1)r0")
    lay(forest, "hgM01(1,-1)r0")
    assert meadow(forest, "0,0 Nw") == meadow(forest, "1,0 Nw")


def test_HG_R10_lakes_bound_meadows_and_the_halves_of_a_river_side_go_on() -> None:
    lake = hunt("hgL19(0,0)r1; hgR13(1,0)r0")
    assert meadow(lake, "0,0 Wn") != meadow(lake, "0,0 Es")
    assert meadow(lake, "1,0 Nw") in [meadow(lake, f"0,0 {half}") for half in ("Wn", "En", "Es")]
    around = hunt("hgL05(0,0)r0")
    assert len(meadow(around, "0,0 Nw").segments) == 1
    assert sum(feature.kind == "meadow" for feature in around.features()) == 1, "one piece round a lake with one arm"


def test_HG_83_meadow_segments_are_worth_nothing_by_themselves() -> None:
    game = hunt("hgF10(0,0)r0 : red hunter Nw; hgR13(0,-1)r0; hgF10(0,-2)r0")
    assert len(meadow(game, "0,0 Nw").segments) > 1
    assert worth(game, "0,0 meadow Nw") == 0
    assert final(game) == {}


def test_HG_84_hunters_stay_and_score_only_at_the_end() -> None:
    game = hunt("hgM01(0,0)r0 : red hunter Nw; hgM02(1,0)r0; hgM02(0,1)r0")
    assert (scores(game), figures(game)) == ({}, ["red member 0,0 meadow Nw"])
    assert final(game) == {"red": 6}


def test_HG_85_and_HG_E22_a_joined_meadow_has_all_the_hunters() -> None:
    """And it takes no other."""
    game = play(example("HG-E22b"), "hunters").game
    assert meadow(game, "2,1 Nw").strength == (1, 1, 1, 0, 0)
    lay(game, "hgF01(3,1)r0 : green ?")
    assert refused(game, "hunter Nw").clause == "HG-29"


# -- the end of the game -----------------------------------------------------------------------------------------------


def test_HG_86_the_game_ends_with_the_turn_of_the_last_land_tile() -> None:
    game = box("hunters", "hgStart hgM01 hgM02", "hgM01 hgM02")
    for answer in ("0,-1 r0", "hunter Nw", "0,-2 r0"):
        assert not game.over
        game.play(answer)
    assert game.over, "nothing can be deployed, so nothing is asked"
    other = box("hunters", "hgStart hgM01 hgF01", "hgM01 hgF01")
    for answer in ("0,-1 r0", "hunter Nw", "1,0 r2"):
        other.play(answer)
    assert (other.over, kind(other)) == (False, "figure"), "the last turn is played to its end"
    other.play("pass")
    assert other.over


def test_HG_87_bonus_tiles_that_are_left_do_not_delay_the_end() -> None:
    game = box("hunters", "hgStart hgM01 hbFire hbFish2", "hgM01")
    game.play("0,-1 r0")
    game.play("pass")
    assert game.over
    assert pile(game, "bonus")["left"] == 2


def test_HG_R07_a_bonus_tile_earned_with_the_last_land_tile_is_still_laid() -> None:
    game = box("hunters", "hgStart hgF01 hgF02 hbFire", "hgF01 hgF02 hbFire")
    for answer in ("1,0 r2", "gatherer W", "0,1 r0", "pass"):
        game.play(answer)
    assert (game.over, game.tile, game.seat) == (False, "hbFire", 1)
    assert scores(game) == {"red": 6}
    game.play("0,-1 r0")
    game.play("hunter Nw")
    assert game.over
    assert scores(game) == {"red": 6, "blue": 2}, "the mammoth of the start tile"


UNFINISHED = (
    "hgF01(0,0)r0 : red gatherer E; hgL05(0,1)r0 : red fisher E; hgM02(0,2)r0 : blue hunter Nw; hgR13(0,3)r0 : blue hut river E"
)


def test_HG_88_unfinished_forests_and_rivers_give_nothing() -> None:
    game = hunt(UNFINISHED)
    assert (worth(game, "0,0 forest E"), worth(game, "0,1 river E")) == (0, 0)
    assert "red" not in final(game)


def test_HG_89_and_HG_90_gatherers_and_fishers_are_taken_off_hunters_and_huts_are_scored() -> None:
    """Members of unfinished areas are with their owner again when the game is over; the hunter still lies there."""
    game = hunt(UNFINISHED)
    assert supply(game, "red", "member") == 3
    game.finish()
    assert supply(game, "red", "member") == 5
    assert "blue member 0,2 meadow Nw" in figures(game)
    assert scores(game) == {"blue": 6}, "a deer and two mammoths; the hut's system has no fish"
    assert {entry.source for entry in game.ledger} == {"meadow", "hut"}


# -- the final scoring -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("hgM02(0,0)r0", 2),  # a deer
        ("hgM01(0,0)r0", 2),  # a mammoth
        ("hbAur4(0,0)r0", 2),  # an aurochs
        ("hgM01(0,0)r0; hgM02(1,0)r0; hbAur4(0,-1)r2; hgM02(2,0)r0", 8),
    ],
)
def test_HG_95_and_HG_103_two_points_for_each_deer_mammoth_and_aurochs(moves: str, points: int) -> None:
    game = hunt(moves)
    stand(game, "red member 0,0 meadow Nw")
    assert final(game) == {"red": points}
    (entry,) = final_lines(game)
    assert (entry.source, entry.clause, entry.arithmetic()) == ("meadow", "HG-95", f"{points // 2} animal x 2 = {points}")


TIGERS = ("hgF06(-1,0)r0", "hgF06(-1,1)r2", "hgF06(-2,1)r0")  # one after the other, in one meadow with 0,0


@pytest.mark.parametrize(
    ("deer", "mammoths", "tigers", "points"),
    [(0, 1, 0, 2), (2, 0, 1, 2), (2, 1, 1, 4), (2, 1, 2, 2), (1, 2, 3, 4), (0, 1, 3, 2), (0, 0, 2, 0), (1, 0, 1, 0)],
)
def test_HG_96_to_HG_98_a_tiger_eats_one_deer_and_never_anything_else(
    deer: int, mammoths: int, tigers: int, points: int
) -> None:
    """Mammoths are not touched, and tigers without a deer cost nothing. HG-105: discs would change nothing."""
    row = [f"{tile}({x},0)r0" for x, tile in enumerate(["hgM02"] * deer + ["hgM01"] * mammoths)]
    moves = [*row, *TIGERS[:tigers]]
    first = "0,0 meadow Nw" if row else "-1,0 meadow En"
    game = stand(hunt("; ".join(moves)), f"red member {first}")
    assert (worth(game, first), final(game)) == (points, {"red": points} if points else {})


def test_HG_97_tigers_do_not_touch_aurochs() -> None:
    game = stand(hunt("hbAur4(0,0)r0; hgF06(-1,0)r0; hgF06(-1,1)r2"), "red member 0,0 meadow Nw")
    assert final(game) == {"red": 2}


@pytest.mark.parametrize(
    ("hunters", "points"),
    [
        ("red", {"red": 4}),
        ("red red", {"red": 4}),
        ("red blue", {"red": 4, "blue": 4}),  # HG-99
        ("red red blue blue", {"red": 4, "blue": 4}),
        ("red red blue", {"red": 4}),  # HG-100
        ("red red blue green", {"red": 4}),
    ],
)
def test_HG_99_and_HG_100_the_most_hunters_score_and_ties_score_fully(hunters: str, points: dict[str, int]) -> None:
    game = hunt("hgM01(0,0)r0; hgM02(1,0)r0")
    stand(game, *(f"{colour} member {number % 2},0 meadow Nw" for number, colour in enumerate(hunters.split())))
    assert final(game) == points


def test_HG_101_a_meadow_scores_closed_or_open() -> None:
    """The inside of a ring of bends, with a deer and a mammoth."""
    ring = "hgR01(0,0)r0 : red hunter Es; hgR02(1,0)r1; hgR04(1,1)r2"
    assert final(hunt(ring)) == {"red": 4}
    closed = hunt(f"{ring}; hgR01(0,1)r3")
    assert completed(closed)["river"] == 1
    assert final(closed) == {"red": 4}


def test_HG_102_and_HG_R21_fire_works_wherever_it_lies_in_the_meadow_and_whenever_it_came() -> None:
    """Laid before the tigers, joined to their meadow later, its own tile without a hunter; alone it is worth nothing."""
    assert final(hunt("hbFire(0,0)r0 : red hunter Nw")) == {}, "the tiger drawn on it does not count either"
    game = hunt("hbFire(0,0)r0; hgM02(1,0)r0 : red hunter Nw; hgM02(2,0)r0; hgF06(-1,0)r0; hgF06(-1,1)r2")
    assert final(game) == {"red": 4}
    apart = hunt("hgM02(0,0)r0 : red hunter Nw; hgF06(-1,0)r0; hgR13(0,1)r0; hbFire(0,2)r0")
    assert final(apart) == {}, "fire beyond a river drives no tiger away"


DOLMEN = "hgM02(-1,-1)r0; hgM01(0,-1)r0; hgF02(-1,0)r2; hbShrine(0,0)r0"
OTHERS = ("red member 0,-1 meadow Nw", "red member -1,-1 meadow Nw")


def test_HG_R22_in_a_meadow_with_hunters_the_dolmen_stays_without_effect() -> None:
    for colour in ("red", "blue"):
        game = hunt(f"hgM01(0,-1)r0 : red hunter Nw; hbShrine(0,0)r0 : {colour} ?")
        assert refused(game, "hunter Nw").clause == "HG-29"
        game.play("pass")
        stand(game, "blue member 0,-1 meadow Nw", "blue member 0,-1 meadow Nw")
        assert final(game) == {"blue": 2}, "the majority decides"


def test_HG_104_and_HG_R23_the_effect_reaches_the_whole_meadow_also_when_it_grows() -> None:
    """Blue's dolmen hunter and Red's two hunters are joined later; a hunter beside the dolmen has no part in it."""
    game = hunt("hbShrine(0,0)r0 : blue hunter Nw; hgM01(-1,0)r0; hgM02(-2,0)r0; hgM02(-3,0)r0")
    stand(game, "red member -1,0 meadow Nw", "red member -2,0 meadow Nw")
    assert final(game) == {"blue": 4}, "a mammoth and one of two deer, for the dolmen tile has a tiger"
    beside = stand(hunt(DOLMEN), *OTHERS, "blue member -1,0 meadow Nw")
    assert final(beside) == {"red": 4}, "Blue is in the meadow, but not on the dolmen"


def test_HG_R24_with_two_dolmens_the_most_dolmen_hunters_score() -> None:
    game = hunt("hbShrine(0,0)r0; hgM01(-1,0)r0; hbShrine(-2,0)r1; hgM02(-1,-1)r0; hgM02(-1,-2)r0; hgM02(-1,-3)r0")
    stand(game, "blue member 0,0 meadow Nw", "green member -2,0 meadow Ne", "red member -1,0 meadow Nw")
    stand(game, "red member -1,-1 meadow Nw")
    both = final(game)
    assert both == {"blue": both["blue"], "green": both["blue"]}
    assert both["blue"] == 2 * (1 + 3 - 2), "a mammoth and three deer, of which the two tigers eat two"
    stand(game, "green member -2,0 meadow Ne")
    assert final(game) == {"green": both["blue"]}


def test_HG_R25_the_dolmen_changes_who_scores_and_not_the_value() -> None:
    """Tigers still eat, fire still helps, huts are not touched."""
    game = stand(hunt(f"{DOLMEN}; hgR13(-2,0)r1"), *OTHERS, "blue member 0,0 meadow Nw", "red hut -2,0 system N")
    assert final(game) == {"blue": 4}
    lay(game, "hbFire(0,-2)r0")
    assert final(game) == {"blue": 6}, "both deer and the mammoth"
    lay(game, "hgL05(-2,-1)r1")
    assert final(game) == {"blue": 8, "red": 1}, "one more mammoth for Blue; Red's hut scores its fish"


@pytest.mark.parametrize(
    ("id_", "lines"),
    [
        ("HG-E21", {("hut", "HG-91", "5 fish x 1 = 5")}),
        ("HG-E24", {("meadow", "HG-95", "1 animal x 2 = 2")}),
        ("HG-E25", {("meadow", "HG-95", "4 animal x 2 = 8")}),
        ("HG-E26", {("meadow", "HG-95", "0")}),
    ],
)
def test_the_points_of_the_last_examples_add_up_as_the_page_says(id_: str, lines: set[tuple[str, str, str]]) -> None:
    """HG-105: the discs of the picture only help to count. Blue's meadow gets a line, with nothing to add up."""
    found = final_lines(play(example(id_), "hunters").game)
    assert {(entry.source, entry.clause, entry.arithmetic()) for entry in found} == lines


def test_HG_106_and_HG_R28_the_most_points_win_and_ties_share_the_win() -> None:
    game = hunt("hgM01(0,0)r0 : red hunter Nw; hgR13(0,1)r0; hgM01(0,2)r0 : blue hunter Nw; hgM01(1,2)r0")
    ended = game.copy()
    ended.finish()
    assert (scores(ended), ended.winners()) == ({"red": 2, "blue": 4}, ["Blue"])
    game.credit("red", 2)
    game.finish()
    assert game.winners() == ["Red", "Blue"]


# -- the scoreboard ----------------------------------------------------------------------------------------------------


def standing(points: int, more: int) -> tuple[int, list[int], int]:
    """Space, scoring pieces and score of Red, who had some points and makes some more with a river."""
    game = hunt("hgS04(0,0)r3 : red fisher E; " + "".join(f"hgR13({x},0)r0; " for x in range(1, more - 1)))
    game.credit("red", points)
    lay(game, f"hgS04({more - 1},0)r1")
    shown = game.view()["players"][0]
    return shown["track"][0]["space"], shown["track"][0]["tokens"], shown["points"]


def test_HG_107_and_HG_108_the_track_is_a_circuit_of_fifty_spaces_and_the_first_lap_takes_a_piece() -> None:
    assert standing(40, 4) == (44, [], 44)
    assert standing(46, 3) == (49, [], 49)
    assert standing(47, 4) == (1, [50], 51)


@pytest.mark.parametrize("points", [0, 49, 51, 103, 151, 260, 1234])
def test_HG_110_the_score_is_the_pieces_and_the_space(points: int) -> None:
    space, tokens, score = standing(points, 2)
    assert score == points + 2 == sum(tokens) + space


@pytest.mark.parametrize(("points", "tokens"), [(48, [50]), (98, [100]), (148, [100, 50])])
def test_HG_109_and_HG_R27_landing_on_0_is_passing_it(points: int, tokens: list[int]) -> None:
    assert standing(points, 2) == (0, tokens, points + 2)
