"""Hunters & Gatherers: completed rivers and forests, bonus tiles, majorities, members that come home (HG-38 to HG-77)."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import pytest

import bastida
from bastida import Game
from bastida.kernel.ledger import Entry
from bastida.rulebook.examples import example
from bastida.rulebook.playing import play
from bastida.table.setup import make_setup
from tests.rules.hunting import ALMOST, NUGGET, active, area, at_bonus, bonus, hunt, pile, resting, rows, stand
from tests.rules.study import box, completed, figures, final, last_turn, lay, may, places, refused, scores, supply

# A river, west to east, with these ends: a lake with 1 fish, or a spring.
WEST = {"lake": "hgL05(0,0)r0", "spring": "hgS04(0,0)r3"}
EAST = {"lake": "hgL05({x},0)r2", "spring": "hgS04({x},0)r1"}


def told(entry: Entry) -> tuple[int, str, str]:
    return entry.points, entry.clause, entry.arithmetic()


# -- rivers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("west", WEST)
@pytest.mark.parametrize("east", EAST)
def test_HG_38_a_river_is_complete_between_lakes_and_springs(west: str, east: str) -> None:
    turn = last_turn("hunters", f"{WEST[west]} : red fisher E; {EAST[east].format(x=1)}")
    fish = [west, east].count("lake")
    assert (turn.points, turn.completes) == ({"red": 2 + fish}, {"river": 1})


def test_HG_38_an_open_end_leaves_it_incomplete() -> None:
    game = hunt("hgL05(0,0)r0 : red fisher E")
    for move in ("hgR13(1,0)r0", "hgR14(2,0)r0"):
        turn = lay(game, move)
        assert (turn.points, turn.completes) == ({}, {})
    assert lay(game, "hgL05(3,0)r2").completes == {"river": 1}


def test_HG_39_and_HG_X2_a_river_that_closes_on_itself_is_complete() -> None:
    """HG-R09: a loop has no fish; HG-R11: a hut there is worth nothing."""
    turn = play(example("HG-X2"), "hunters").turn
    assert [told(entry) for entry in turn.entries] == [(4, "HG-41", "4 segment x 1 = 4")]


@pytest.mark.parametrize("between", range(7))
def test_HG_40_and_HG_41_a_point_a_segment_however_long_and_a_point_a_fish(between: int) -> None:
    river = "".join(f"hgR13({x},0)r0; " for x in range(1, between + 1))
    (entry,) = last_turn("hunters", f"hgL05(0,0)r0 : red fisher E; {river}hgL12({between + 1},0)r0").lines
    length = between + 2
    assert told(entry) == (length + 3, "HG-41", f"{length} segment x 1 + 3 fish x 1 = {length + 3}")


def test_HG_42_and_HG_R08_the_piece_between_side_and_lake_is_a_segment() -> None:
    """Two lakes side by side: two arms, two points, and two fish; the lakes themselves count nothing."""
    (entry,) = last_turn("hunters", "hgL05(0,0)r0 : red fisher E; hgL05(1,0)r2").lines
    assert entry.arithmetic() == "2 segment x 1 + 2 fish x 1 = 4"


def test_HG_R08_two_arms_of_a_lake_are_two_rivers() -> None:
    game = hunt("hgL12(0,0)r0 : red fisher E; hgL05(0,-1)r1 : blue fisher S")
    assert scores(game) == {"blue": 2 + 2 + 1}, "Red's arm is another river"
    assert lay(game, "hgL05(1,0)r2").points == {"red": 2 + 2 + 1}, "the lake counts again (HG-R09)"


def test_HG_43_a_river_is_scored_in_the_turn_that_completes_it() -> None:
    game = hunt("hgL05(0,0)r0 : red fisher E; hgR13(1,0)r0 : blue")
    assert scores(game) == {}
    turn = lay(game, "hgL05(2,0)r2 : green")
    assert turn.points == {"red": 5}
    assert [entry.turn for entry in turn.lines] == [3]


def test_HG_44_the_points_go_to_the_fisher_whoever_laid_the_tile() -> None:
    assert last_turn("hunters", "hgL05(0,0)r0 : red fisher E; hgL05(1,0)r2 : blue").points == {"red": 4}


def test_HG_45_nobody_scores_a_river_without_fishers() -> None:
    """Neither the player of the tile nor whoever has a hut there."""
    turn = last_turn("hunters", "hgL05(0,0)r0 : green hut lake; hgL05(1,0)r2 : blue")
    assert (turn.points, turn.lines, turn.completes) == ({}, (), {"river": 1})


def test_HG_111_a_tile_with_two_bends_of_the_river_counts_twice() -> None:
    """hgR05 has two bends. A river over one of them, a loop over one, and a river that comes back over the other."""
    once = "hgR05(0,0)r0 : red fisher N; hgR01(0,-1)r1; hgL12(-1,-1)r0; hgL05(1,0)r2"
    assert last_turn("hunters", once).lines[0].arithmetic() == "4 segment x 1 + 3 fish x 1 = 7"
    loop = "hgR05(0,0)r0 : red fisher N; hgR01(1,0)r2; hgR02(0,-1)r0; hgR03(1,-1)r1"
    assert last_turn("hunters", loop).lines[0].arithmetic() == "4 segment x 1 = 4"
    twice = "hgR05(0,0)r0 : red fisher N; hgR01(0,-1)r1; hgR01(-1,-1)r0; hgR01(-1,0)r3; hgL12(0,1)r0; hgL05(1,0)r2"
    (entry,) = last_turn("hunters", twice).lines
    assert entry.arithmetic() == "7 segment x 1 + 3 fish x 1 = 10"
    assert len(entry.cells) == 6


def test_HG_111_a_segment_with_a_spring_counts_like_any_other() -> None:
    assert last_turn("hunters", "hgS04(0,0)r3 : red fisher E; hgS04(1,0)r1").points == {"red": 2}


@pytest.mark.parametrize(
    ("id_", "arithmetic"),
    [
        ("HG-E8", "3 segment x 1 + 3 fish x 1 = 6"),
        ("HG-E9", "2 segment x 1 + 1 fish x 1 = 3"),
        ("HG-E11", "2 segment x 2 = 4"),
        ("HG-E12", "5 segment x 2 = 10"),
        ("HG-E14", "5 segment x 2 = 10"),
        ("HG-E15", "6 segment x 2 = 12"),
        ("HG-E17", "3 segment x 1 + 2 fish x 1 = 5"),
        ("HG-X1", "5 segment x 1 + 1 fish x 1 = 6"),
        ("HG-X3", "3 segment x 2 + 1 mushrooms x 2 = 8"),
    ],
)
def test_the_points_of_the_examples_add_up_as_the_page_says(id_: str, arithmetic: str) -> None:
    """HG-42, HG-49; HG-R09: the one lake at both ends of HG-X1 counts once."""
    assert {entry.arithmetic() for entry in play(example(id_), "hunters").turn.entries} == {arithmetic}


def test_HG_E9_and_HG_R34_the_forest_of_blue_stays_open() -> None:
    """The red fisher scores; Blue, who laid the tile, has a larger forest now."""
    forest = area(play(example("HG-E9"), "hunters").game, "0,0 forest S")
    assert (len(forest.segments), forest.completed, forest.owners) == (3, False, (1,))


def test_HG_R09_two_different_lakes_of_one_tile_both_count() -> None:
    """hbFish2 has two lakes with 2 fish each; a river from one to the other."""
    moves = "hbFish2(0,0)r0 : red fisher E; hgR01(1,0)r1; hgR01(1,1)r2; hgR01(0,1)r3"
    assert last_turn("hunters", moves).points == {"red": 5 + 4}


# -- forests -----------------------------------------------------------------------------------------------------------


def test_HG_46_a_forest_is_complete_when_none_of_its_sides_is_open() -> None:
    game = hunt("hgF01(0,0)r0 : red gatherer E")
    turn = lay(game, "hgF04(1,0)r0")
    assert (turn.points, turn.completes) == ({}, {})
    assert lay(game, "hgF02(1,-1)r2").completes == {"forest": 1}


def test_HG_46_and_HG_R31_forest_towards_an_empty_space_inside_is_open_too() -> None:
    """A ring of eight tiles with forest towards the empty middle, whatever the table says of holes; HG-X7 has meadow there."""
    ring = rows("hgF04r2 hgF16r2 hgF04r3", "hgF16r1 . .", "hgF04r1 hgF16r0 hgF04r0")
    for hole in ("incomplete", "complete"):
        game = hunt(ring, switches={"hole": hole})
        assert lay(game, "hgF16(2,1)r3").completes == {}
        assert completed(game) == {}


@pytest.mark.parametrize("between", range(7))
def test_HG_47_and_HG_48_two_points_a_segment_however_many(between: int) -> None:
    wood = "".join(f"hgF09({x},0)r0; " for x in range(1, between + 1))
    (entry,) = last_turn("hunters", f"hgF01(0,0)r0 : red gatherer E; {wood}hgF01({between + 1},0)r2").lines
    size = between + 2
    assert told(entry) == (2 * size, "HG-48", f"{size} segment x 2 = {2 * size}")


def test_HG_49_two_segments_of_one_tile_count_twice() -> None:
    """hgR09 has two separate forests; other tiles join them (HG-E12, HG-E14, HG-E15)."""
    turn = last_turn("hunters", "hgF04(0,0)r2 : red gatherer E; hgF08(0,1)r0; hgR09(1,1)r1; hgF05(1,0)r0")
    assert turn.lines[0].arithmetic() == "5 segment x 2 = 10"


@pytest.mark.parametrize(("gatherers", "points"), [("red", {"red": 8}), ("red blue", {"red": 8, "blue": 8})])
def test_HG_50_and_HG_R26_mushrooms_add_two_for_everybody_who_scores(gatherers: str, points: dict[str, int]) -> None:
    game = hunt("hbMush1(0,0)r0; hgF02(1,0)r3")
    stand(game, *(f"{colour} member 0,0 forest E" for colour in gatherers.split()))
    turn = lay(game, "hgF02(0,1)r0")
    assert turn.points == points
    assert turn.lines[0].arithmetic() == "3 segment x 2 + 1 mushrooms x 2 = 8"


def test_HG_50_mushrooms_of_an_unfinished_forest_are_worth_nothing() -> None:
    assert final(hunt("hbMush1(0,0)r0 : red gatherer E; hgF02(1,0)r3")) == {}


def test_HG_51_nuggets_are_worth_no_points() -> None:
    with_nugget = last_turn("hunters", f"{ALMOST}; hgF01(2,0)r2")
    without = last_turn("hunters", "hgF01(0,0)r0 : red gatherer E; hbMush2(1,0)r0; hgF01(2,0)r2")
    assert with_nugget.points == {"red": 6}
    assert without.points == {"red": 6 + 2}, "the mushrooms, not the nugget, make the difference"


def test_HG_52_a_forest_is_scored_in_the_turn_that_completes_it() -> None:
    game = hunt(ALMOST)
    assert scores(game) == {}
    assert [entry.turn for entry in lay(game, "hgF01(2,0)r2 : green").lines] == [3]


def test_HG_53_the_points_go_to_the_gatherer_whoever_laid_the_tile() -> None:
    assert last_turn("hunters", f"{ALMOST}; hgF01(2,0)r2 : blue").points == {"red": 6}


def test_HG_54_nobody_scores_a_forest_without_gatherers() -> None:
    turn = last_turn("hunters", "hgF01(0,0)r0; hgF01(1,0)r2 : blue")
    assert (turn.points, turn.lines, turn.completes) == ({}, (), {"forest": 1})


# -- bonus tiles -------------------------------------------------------------------------------------------------------


def test_HG_55_a_forest_with_a_nugget_brings_a_bonus_tile_after_its_points() -> None:
    game = hunt(ALMOST)
    assert not at_bonus(game)
    lay(game, "hgF01(2,0)r2")
    assert at_bonus(game)
    assert scores(game) == {"red": 6}


def test_HG_56_the_player_of_the_completing_tile_draws_it() -> None:
    game = hunt(f"{ALMOST}; hgF01(2,0)r2 : green")
    assert (scores(game), at_bonus(game), active(game)) == ({"red": 6}, True, "green")
    bonus(game, "hbFire(0,1)r0 : hunter Nw")
    assert figures(game) == ["green member 0,1 meadow Nw"]
    assert active(game) == "black", "the turn passes from Green"


@pytest.mark.parametrize("nuggets", range(1, 6))
def test_HG_57_exactly_one_bonus_tile_whatever_the_number_of_nuggets(nuggets: int) -> None:
    wood = "".join(f"hgF09({x},0)r0; " for x in range(1, nuggets + 1))
    game = hunt(f"hgF01(0,0)r0; {wood}hgF01({nuggets + 1},0)r2")
    bonus(game, "hbFire(0,1)r0")
    assert (at_bonus(game), active(game)) == (False, "blue")


def test_HG_113_the_bonus_tile_must_be_laid_and_its_figure_is_optional() -> None:
    game = hunt(NUGGET)
    game.play("hbFire")
    assert refused(game, "pass").clause == "HG-113"
    game.play("0,1 r0")
    game.play("pass")
    assert (active(game), figures(game)) == ("blue", [])


# Green's tile will complete Red's river (3 segments, 2 fish) and Blue's forest (3 segments, a nugget).
BOTH = """hgL05(-1,0)r0 : red fisher E; hgF01(-1,1)r0 : blue gatherer E; hgF04(0,1)r0; hgM01(1,1)r0
hgL05(1,0)r2; hgR17(0,0)r0 : green"""


def test_HG_114_and_HG_R33_everything_of_the_land_tile_comes_before_the_bonus_tile() -> None:
    """Points and members are home when the bonus tile is drawn; what that completes is scored after it."""
    game = hunt(BOTH)
    assert (at_bonus(game), active(game)) == (True, "green")
    assert scores(game) == {"red": 5, "blue": 6}
    assert figures(game) == []
    assert completed(game) == {"river": 1, "forest": 1}


def test_HG_58_and_HG_R16_a_forest_without_a_nugget_brings_none() -> None:
    """Of two segments or of three."""
    assert not at_bonus(hunt("hgF01(0,0)r0; hgF01(1,0)r2"))
    three = hunt("hbMush1(0,0)r0; hgF02(1,0)r3; hgF02(0,1)r0")
    assert (completed(three)["forest"], at_bonus(three)) == (1, False)


def test_HG_R14_two_forests_with_nuggets_bring_one_bonus_tile_too() -> None:
    game = hunt(
        """hgF01(-2,0)r0; hgF09(-1,0)r0; hgM01(-1,1)r0; hgM01(0,1)r0; hgM01(1,1)r0; hgF09(1,0)r0; hgF01(2,0)r2
        hgF11(0,0)r0 : green"""
    )
    assert completed(game)["forest"] == 2
    assert at_bonus(game)
    bonus(game, "hbFire(0,-1)r0")
    assert (at_bonus(game), active(game)) == (False, "black")


def test_HG_R15_a_nugget_forest_without_gatherers_brings_a_bonus_tile() -> None:
    game = hunt("hgF01(0,0)r0; hgF09(1,0)r0; hgF01(2,0)r2 : blue")
    assert (scores(game), at_bonus(game), active(game)) == ({}, True, "blue")


def test_HG_59_the_bonus_tile_follows_the_rules_of_placement_and_may_go_anywhere() -> None:
    game = hunt(NUGGET)
    game.play("hbAur4")  # forest in the south
    assert refused(game, "0,-1 r0").clause == "HG-18"
    assert refused(game, "5,5 r0").clause == "HG-16"
    assert refused(game, "3,1 r0").clause == "HG-17"
    for place in ("-1,0 r0", "0,1 r0", "1,1 r0", "2,1 r0", "3,0 r0", "1,-1 r2"):
        assert may(game, place), place


def test_HG_60_a_member_or_a_hut_on_the_bonus_tile_by_the_usual_rules() -> None:
    """Blue's hunter lies south of the forest; the meadow of the bonus tile is joined to his."""
    game = hunt(f"hgM01(0,1)r0 : blue hunter Nw; {NUGGET}")
    game.play("hbAur1")
    game.play("-1,0 r0")
    assert places(game) == {"pass", "member river N", "member river W", "member meadow Nw", "hut lake"}
    assert refused(game, "hunter En").clause == "HG-29"
    game.play("hut lake")
    assert set(figures(game)) == {"red hut -1,0 system N", "blue member 0,1 meadow Nw"}


def bonus_box(stock: str, draws: str) -> Game:
    """The start tile's forest, 3 segments and a nugget, is completed by the third tile of the stock."""
    game = box("hunters", f"hgStart hgS04 hgF01 hgF02 {stock}", f"hgS04 hgF01 hgF02 {draws}")
    for place in ("-1,0 r3", "1,0 r2", "0,1 r0"):
        game.play(place)
        if place != "0,1 r0":
            game.play("pass")
    game.play("pass")
    return game


def test_HG_61_and_HG_R18_a_bonus_tile_that_fits_nowhere_leaves_the_game_and_another_is_drawn() -> None:
    """No river side is open for the tile with four arms."""
    game = bonus_box("hgM01 hbFish2 hbFire", "hbFish2 hbFire")
    assert (game.tile, game.seat) == ("hbFire", 0)
    assert pile(game, "bonus")["box"] == {"hbFish2": 1}


def test_HG_R18_if_none_of_them_fits_the_turn_goes_on_without() -> None:
    game = bonus_box("hgM01 hbFish2", "hbFish2 hgM01")
    assert (game.tile, game.seat) == ("hgM01", 1)
    assert (pile(game, "bonus")["left"], pile(game, "bonus")["box"]) == (0, {"hbFish2": 1})


def test_HG_62_what_the_bonus_tile_completes_is_scored_at_once() -> None:
    """A river, or a forest."""
    river = hunt(f"hgL05(0,1)r0 : blue fisher E; {NUGGET}")
    assert bonus(river, "hbFish3(1,1)r0").points == {"blue": 2 + 1 + 3}
    forest = hunt(f"{ALMOST}; hgF01(1,1)r2 : blue gatherer W; hgM01(1,2)r0; hgF02(0,2)r0; hgF01(2,0)r2")
    assert bonus(forest, "hbMush1(0,1)r0").points == {"blue": 3 * 2 + 2}
    assert active(forest) == "blue"


def test_HG_63_and_HG_R19_no_second_bonus_tile_in_the_same_turn() -> None:
    """The dolmen tile completes a forest with its own nugget: it is scored, and the turn ends."""
    game = hunt(f"{ALMOST}; hgF01(1,1)r2; hgM01(1,2)r0; hgF02(0,2)r0 : blue gatherer N; hgF01(2,0)r2")
    turn = bonus(game, "hbShrine(0,1)r0")
    assert (turn.points, turn.completes) == ({"blue": 6}, {"forest": 1})
    assert (at_bonus(game), active(game)) == (False, "blue")
    lay(game, "hgF01(3,0)r0 : blue")
    lay(game, "hgF09(4,0)r0 : green")
    lay(game, "hgF01(5,0)r2 : green")
    assert at_bonus(game), "in another turn there is one again"


def test_HG_64_a_bonus_tile_on_the_table_is_a_tile_like_any_other() -> None:
    """Tiles are laid beside it, members reach its areas, its forest counts a segment, its lake its fish."""
    game = hunt(NUGGET)
    bonus(game, "hbMush3(0,1)r0")  # forest east and south, a lake with 2 fish to the west
    assert lay(game, "hgL05(-1,1)r0 : blue fisher E").points == {"blue": 2 + 1 + 2}
    lay(game, "hgF01(1,1)r2 : green gatherer W")
    assert lay(game, "hgF02(0,2)r0 : black").points == {"green": 3 * 2 + 2}


def test_HG_65_and_HG_R17_when_the_pile_is_empty_there_are_no_more() -> None:
    game = bonus_box("hgF01 hgF10 hgF01 hgM01 hbFire", "hbFire hgF10 hgF01 hgF01 hgM01")
    for answer in ("0,-1 r0", "pass", "2,0 r1", "pass", "2,-1 r1", "pass", "2,1 r3"):
        game.play(answer)
    assert pile(game, "bonus")["left"] == 0
    game.play("pass")
    assert completed(game)["forest"] == 2
    assert (game.tile, game.seat) == ("hgM01", 0), "no bonus tile for Blue, who completed it"


def test_HG_66_fire_mushrooms_aurochs_and_dolmen_are_the_abilities() -> None:
    setup = make_setup("hunters")
    marks: dict[str, set[str]] = {}
    for tile in setup.games.tile_set("hg_bonus").tiles:
        special = {"fire", "mushrooms", "aurochs", "shrine"}
        marks[tile.id] = {word for segment in tile.segments for word in segment.marks if word in special}
    assert set.union(*marks.values()) == {"fire", "mushrooms", "aurochs", "shrine"}
    assert all(len(words) <= 1 for words in marks.values())
    assert any(not words for words in marks.values()), "some have none"
    for tile in setup.games.tile_set("hg").tiles:
        words = {word for segment in tile.segments for word in segment.marks}
        assert not words & {"fire", "mushrooms", "aurochs", "shrine"}


# -- several players in one area ---------------------------------------------------------------------------------------

# A forest of five segments with four gatherers around hgF16 (N, E and W) and its neighbours.
FOUR = "hgF02(0,-1)r2; hgM01(1,-1)r0; hgF10(1,0)r0; hgF01(2,0)r2; hgM01(-1,-1)r0; hgF10(-1,0)r0; hgF01(-2,0)r0"
SEATS = ("0,-1 forest S", "1,0 forest E", "-1,0 forest E", "-2,0 forest E")


@pytest.mark.parametrize(
    ("who", "points"),
    [
        ("red red blue green", {"red": 12}),
        ("red red red blue", {"red": 12}),
        ("red red red red", {"red": 12}),
        ("red red blue blue", {"red": 12, "blue": 12}),
        ("red blue green black", {"red": 12, "blue": 12, "green": 12, "black": 12}),
    ],
)
def test_HG_67_to_HG_69_the_most_members_take_all_and_ties_share_none(who: str, points: dict[str, int]) -> None:
    game = stand(hunt(FOUR), *(f"{colour} member {where}" for colour, where in zip(who.split(), SEATS, strict=True)))
    turn = lay(game, "hgF16(0,0)r0 : yellow")
    assert turn.points == points
    assert len(turn.lines) == len(points), "nobody scores twice"
    assert sum(turn.back.values()) == 4


def test_HG_70_huts_do_not_count_in_the_majority_of_a_river() -> None:
    """Blue has a fisher and two huts in the river, Red two fishers."""
    game = hunt("hgL05(0,0)r0; hgR13(1,0)r0; hgR13(2,0)r0")
    stand(game, "red member 0,0 river E", "red member 1,0 river E", "blue member 2,0 river E")
    stand(game, "blue hut 0,0 system E", "blue hut 1,0 system E")
    turn = lay(game, "hgL05(3,0)r2 : green")
    assert (turn.points, turn.back) == ({"red": 6}, {"red": 2, "blue": 1})
    assert figures(game) == ["blue hut 0,0 system E", "blue hut 1,0 system E"]


# -- members that come home --------------------------------------------------------------------------------------------


def test_HG_71_all_members_of_a_scored_area_return_scorers_or_not() -> None:
    game = stand(hunt(FOUR), "red member 0,-1 forest S", "red member 1,0 forest E", "blue member -1,0 forest E")
    turn = lay(game, "hgF16(0,0)r0 : green")
    assert (turn.points, turn.back) == ({"red": 12}, {"red": 2, "blue": 1})
    assert figures(game) == []


def test_HG_R13_several_areas_each_by_its_own_majority() -> None:
    game = hunt(BOTH.replace("red fisher", "blue fisher").replace("blue gatherer", "red gatherer"))
    assert scores(game) == {"blue": 5, "red": 6}
    assert (resting(game, "red"), resting(game, "blue"), figures(game)) == (1, 1, [])


def test_HG_72_members_return_on_no_other_occasion() -> None:
    """Not when an area grows, nor when another area of the same tile is scored, nor when a meadow is closed."""
    game = hunt("hgL05(0,0)r0 : red fisher E; hgR13(1,0)r0; hgM01(0,1)r0 : blue hunter Nw; hgF01(0,-1)r0 : green gatherer E")
    before = figures(game)
    lay(game, "hgR17(2,0)r0 : black")
    assert figures(game) == before
    lay(game, "hgL05(3,0)r2 : black")
    assert figures(game) == before[1:], "only the fisher of the completed river"


@pytest.mark.parametrize(("switch", "free"), [("next turn", False), ("at once", True)])
def test_HG_73_and_HG_R20_a_returned_member_waits_for_the_next_turn(switch: str, free: bool) -> None:
    """Red's last member scores with the land tile; on the bonus tile he may put a hut, and only by the later printing
    the member. In his next turn he has it."""
    game = hunt("hgF01(0,0)r0; hgF09(1,0)r0; hgM01(0,1)r0; hgM01(0,2)r0", switches={"returned": switch})
    stand(game, "red member 0,1 meadow Nw", "red member 0,2 meadow Nw", "red member 0,2 meadow Nw")
    stand(game, "red member 0,1 meadow Nw")
    turn = lay(game, "hgF01(2,0)r2 : red gatherer W")
    assert (turn.points, turn.back) == ({"red": 6}, {"red": 1})
    assert (supply(game, "red", "member"), resting(game, "red")) == ((1, 0) if free else (0, 1))
    game.play("hbAur1")
    game.play("3,0 r1")
    assert may(game, "fisher N") == free
    assert may(game, "hut lake")
    if not free:
        assert refused(game, "fisher N").clause == "HG-73"
    game.play("pass")
    assert (supply(game, "red", "member"), resting(game, "red")) == (1, 0)


def test_HG_R20_a_member_that_was_in_the_reserve_before_may_be_used() -> None:
    """As many as were there just before the scoring: one, though two are with Red afterwards."""
    game = hunt(f"{ALMOST}; hgM01(0,1)r0; hgM01(0,2)r0")
    stand(game, "red member 0,1 meadow Nw", "red member 0,2 meadow Nw", "red member 0,2 meadow Nw")
    lay(game, "hgF01(2,0)r2 : red")
    assert (supply(game, "red", "member"), resting(game, "red")) == (1, 1)
    bonus(game, "hbAur1(3,0)r1 : fisher N")
    assert figures(game)[-1] == "red member 3,0 river N"
    assert supply(game, "red", "member") == 1, "the one that rested"


def test_HG_R20_members_of_others_are_free_in_their_own_turns() -> None:
    game = hunt("hgF01(0,0)r0 : blue gatherer E; hgF09(1,0)r0; hgM01(0,1)r0")
    stand(game, *["blue member 0,1 meadow Nw"] * 4)
    lay(game, "hgF01(2,0)r2 : red")
    assert (supply(game, "blue", "member"), resting(game, "blue")) == (0, 1)
    bonus(game, "hbFire(1,1)r0")
    assert active(game) == "blue"
    lay(game, "hgL05(3,0)r0 : blue fisher E")
    assert "blue member 3,0 river E" in figures(game)


def test_HG_74_deployed_scored_and_returned_in_one_turn() -> None:
    turn = last_turn("hunters", "hgL05(0,0)r0; hgL05(1,0)r2 : red fisher W")
    assert (turn.points, turn.back) == ({"red": 4}, {"red": 1})


def test_HG_75_one_member_back_through_the_land_tile_and_one_through_the_bonus_tile() -> None:
    game = hunt(f"hgL05(0,1)r0 : red fisher E; {ALMOST}")
    assert supply(game, "red", "member") == 3
    turn = lay(game, "hgF01(2,0)r2 : red")
    assert (turn.points, turn.back) == ({"red": 6}, {"red": 1})
    turn = bonus(game, "hbFish3(1,1)r0")
    assert (turn.points, turn.back) == ({"red": 6}, {"red": 1})
    assert supply(game, "red", "member") == 5


def test_HG_76_hunters_never_return() -> None:
    """Not even from a meadow that is closed all round."""
    game = hunt("hgR01(0,0)r0 : red hunter Es; hgR02(1,0)r1; hgR03(1,1)r2")
    turn = lay(game, "hgR04(0,1)r3 : blue")
    assert turn.completes == {"river": 1}
    inside = area(game, "0,0 meadow Es")
    assert len(inside.segments) == 4
    assert (turn.back, figures(game)) == ({}, ["red member 0,0 meadow Es"])


def test_HG_77_huts_never_move_and_never_return() -> None:
    game = hunt("hgL05(0,0)r0 : red hut lake; hgL05(1,0)r2 : red fisher W")
    assert (figures(game), supply(game, "red", "hut"), supply(game, "red", "member")) == (["red hut 0,0 system E"], 1, 5)
    whole = bastida.new_game("hunters", players=4, seed=8)
    huts: set[str] = set()
    while not whole.over:
        whole.play(next((option for option in whole.options() if option.text.startswith("hut")), whole.options()[-1]))
        now = {figure for figure in figures(whole) if " hut " in figure}
        assert whole.over or huts <= now
        huts = now if not whole.over else huts
    assert len(huts) == 8
