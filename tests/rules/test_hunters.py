"""Hunters & Gatherers: the box, the turn, laying tiles, and deploying members and huts (HG-01 to HG-37)."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import random

import pytest

import bastida
from bastida import Game, SetupError
from bastida.rulebook.examples import example
from bastida.rulebook.playing import play
from bastida.table.setup import make_setup
from tests.properties.games import choose
from tests.rules.hunting import NUGGET, answers, at_bonus, hunt, pile, stand
from tests.rules.study import (
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
    study,
    supply,
    table,
    tiles,
)

LAND = {tile_id: copies for tile_id, (tile, copies) in catalogue("hunters").items() if tile.set_id == "hg"}
BONUS = {tile_id: copies for tile_id, (tile, copies) in catalogue("hunters").items() if tile.set_id == "hg_bonus"}


# -- the box and the set-up --------------------------------------------------------------------------------------------


def test_HG_01_seventy_nine_land_tiles_of_which_one_is_the_start_tile() -> None:
    assert sum(LAND.values()) == 79
    game = bastida.new_game("hunters", seed=1)
    assert tiles(game) == ["hgStart(0,0)r0"]
    assert pile(game, "stock")["left"] + len([game.tile]) == 78


def test_HG_02_and_HG_08_twelve_bonus_tiles_in_a_pile_of_their_own() -> None:
    assert sum(BONUS.values()) == 12
    game = Game(make_setup("hunters"), None)
    assert pile(game, "bonus")["mixed"] == BONUS
    assert pile(game, "bonus")["below"] == [], "shuffled: no order is known"
    assert not set(BONUS) & set(pile(game, "stock")["mixed"])


def test_HG_03_two_to_five_players() -> None:
    for players in range(2, 6):
        assert bastida.new_game("hunters", players=players, seed=1).setup.seats == players
    for players in (1, 6):
        with pytest.raises(SetupError, match="2 to 5") as raised:
            bastida.new_game("hunters", players=players)
        assert str(raised.value) == f"{players} player{'s' * (players != 1)}: this game is for 2 to 5 (HG-03)"


def test_HG_04_and_HG_05_five_members_and_two_huts_in_reserve_and_a_marker_on_space_0() -> None:
    """The sixth member is the marker."""
    game = bastida.new_game("hunters", players=5, seed=1)
    shown = game.view()["players"]
    assert [player["supply"] for player in shown] == [{"member": 5, "hut": 2}] * 5
    assert [player["track"][0]["space"] for player in shown] == [0] * 5
    assert [len(player["track"]) for player in shown] == [1] * 5
    assert len({player["colour"] for player in shown}) == 5


def test_HG_06_the_start_tile_lies_open_without_a_figure() -> None:
    game = bastida.new_game("hunters", seed=1)
    assert tiles(game) == ["hgStart(0,0)r0"]
    assert figures(game) == []


def test_HG_07_and_HG_R02_any_of_the_other_land_tiles_may_come_by_its_copies() -> None:
    game = Game(make_setup("hunters"), None)
    chances = {option.text: int(game.engine.weight(option.number)) for option in game.options()}
    assert chances == {tile_id: copies for tile_id, copies in LAND.items() if tile_id != "hgStart"}
    assert sum(chances.values()) == 78


@pytest.mark.parametrize("first", range(3))
def test_HG_09_and_HG_R03_the_table_says_who_begins(first: int) -> None:
    assert bastida.new_game("hunters", players=3, seed=1).seat == 0
    assert bastida.new_game("hunters", players=3, seed=1, first=first).seat == first


def test_HG_10_turns_pass_clockwise() -> None:
    game = bastida.new_game("hunters", players=4, seed=3, first=2)
    seats = {}
    while game.turn < 10:
        seats[game.turn] = game.seat
        game.play(game.options()[0])
    assert list(seats.values()) == [2, 3, 0, 1, 2, 3, 0, 1, 2]


def test_HG_11_all_deer_are_the_same_animal() -> None:
    """No tile knows another word for one, and wherever one stands alone its hunter gets 2 points."""
    seen = 0
    for tile, _ in catalogue("hunters").values():
        for segment in tile.segments:
            animals = {word for word in segment.marks if word not in ("fire", "shrine")}
            if segment.kind == "meadow":
                assert animals <= {"deer", "mammoth", "tiger", "aurochs"}
            if segment.kind == "meadow" and animals == {"deer"}:
                seen += 1
                half = ("Nw", "N", "Ne", "En", "E", "Es", "Se", "S", "Sw", "Ws", "W", "Wn")[segment.ports[0]]
                game = hunt(f"{tile.id}(0,0)r0 : red hunter {half}")
                assert final(game) == {"red": 2 * segment.marks["deer"]}, tile.id
    assert seen > 15


# -- the turn ----------------------------------------------------------------------------------------------------------


def test_HG_12_a_tile_then_perhaps_a_figure_then_the_scoring() -> None:
    """The tile is compulsory, the figure is not, and nobody is asked about the scoring."""
    game = hunt("hgL05(0,0)r0")
    game.turn_to("red")
    game.play("hgL05")
    assert kind(game) == "tile"
    assert refused(game, "pass").clause == "HG-12"
    assert refused(game, "fisher W").clause == "", "no figure before the tile"
    game.play("1,0 r2")
    assert (kind(game), scores(game)) == ("figure", {}), "a completed river is not scored before step 2"
    game.play("fisher W")
    assert (kind(game), scores(game)) == ("draw", {"red": 4})
    assert game.seat == 1


def test_HG_13_the_tile_of_the_turn_is_never_a_bonus_tile() -> None:
    game, rng = bastida.new_game("hunters", players=3, seed=5), random.Random(5)
    while not game.over:
        game.play(choose(game, rng))
    bonus = 0
    for turn in range(1, game.turn):
        drawn = [step.text for step in game.steps if step.turn == turn and step.kind == "draw"]
        assert drawn[0] in LAND
        bonus += sum(tile in BONUS for tile in drawn[1:])
    assert bonus > 0, "the game had bonus tiles"


def test_HG_14_the_drawn_tile_is_shown_to_everybody_before_it_is_laid() -> None:
    game = bastida.new_game("hunters", players=3, draws=["hgM01"], seed=1)
    assert kind(game) == "tile"
    for seat in (None, 0, 1, 2):
        assert game.view(seat)["tile"] == "hgM01"


def test_HG_15_the_next_turn_begins_when_all_scoring_is_done() -> None:
    """Also that of the bonus tile: it is still Red's turn when he draws it, and Blue's when it is scored."""
    game = hunt(f"hgL05(0,1)r0 : red fisher E; {NUGGET}")
    assert (at_bonus(game), game.seat, scores(game)) == (True, 0, {"red": 6})
    game.play("hbFish3")
    game.play("1,1 r0")
    assert game.seat == 0
    game.play("pass")
    assert (kind(game), game.seat, scores(game)) == ("draw", 1, {"red": 12})


# -- laying tiles ------------------------------------------------------------------------------------------------------


def refused_place(moves: str, tile: str, place: str) -> str:
    """The clause with which a tile is refused a place."""
    game = hunt(moves)
    game.play(tile)
    return refused(game, place).clause


def test_HG_16_a_tile_touches_another_along_a_whole_side() -> None:
    assert fits(hunt("hgM01(0,0)r0"), "hgM02(1,0)r0")
    assert refused_place("hgM01(0,0)r0", "hgM02", "2,0 r0") == "HG-16"
    assert refused_place("hgM01(0,0)r0", "hgM02", "0,0 r0") == "HG-16", "there is a tile"


def test_HG_17_a_corner_is_not_enough() -> None:
    assert refused_place("hgM01(0,0)r0", "hgM02", "1,1 r0") == "HG-17"
    assert fits(hunt("hgM01(0,0)r0; hgM01(1,0)r0"), "hgM02(1,1)r0")


@pytest.mark.parametrize(
    ("beside", "good", "bad"),
    [
        ("hgF01(0,0)r0", "hgF01(1,0)r2", "hgF01(1,0)r0"),  # forest
        ("hgR13(0,0)r0", "hgR14(1,0)r0", "hgR14(1,0)r1"),  # river
        ("hgM01(0,0)r0", "hgR14(1,0)r1", "hgR14(1,0)r0"),  # meadow
        ("hgF01(0,0)r0", "hgF09(1,0)r0", "hgR13(1,0)r0"),  # forest and river
    ],
)
def test_HG_18_touching_sides_continue_each_other(beside: str, good: str, bad: str) -> None:
    assert fits(hunt(beside), good)
    assert not fits(hunt(beside), bad)
    tile, _, place = bad.partition("(")
    assert refused_place(beside, tile, f"({place}") == "HG-18"


def test_HG_18_and_HG_E4_the_refusal_names_the_side_and_what_meets_there() -> None:
    game = play(example("HG-E4"), "hunters").game
    game.play("hgF17")
    assert "north side: meadow meets river" in str(refused(game, "0,1 r2"))


def test_HG_18_holds_for_every_touching_side() -> None:
    corner = "hgM01(0,0)r0; hgF01(1,0)r0; hgM01(0,1)r0"
    assert fits(hunt(corner), "hgM02(1,1)r0")
    assert not fits(hunt(corner), "hgF02(1,1)r0"), "its north side is forest against meadow"


@pytest.mark.parametrize("turns", range(4))
def test_HG_19_any_of_four_orientations(turns: int) -> None:
    """A tile that is alike on all sides may lie in any turn; one with forest in the north and west shows it elsewhere."""
    assert fits(hunt("hgM01(0,0)r0"), f"hgM02(1,0)r{turns}")
    game = hunt(f"hgF04(0,0)r{turns}")
    for side, (x, y, towards) in enumerate([(0, -1, 1), (1, 0, 2), (0, 1, 3), (-1, 0, 0)]):
        forest = side in (turns, (turns + 3) % 4)
        assert fits(game, f"hgF01({x},{y})r{towards}") == forest, "hgF01 shows its forest to the tile"


def test_HG_20_and_HG_R04_the_table_has_no_edge() -> None:
    """A line of sixty tiles in one direction, and nothing is shifted: the first tile stays on its cell."""
    game = hunt("; ".join(f"hgM01({x},0)r0" for x in range(60)))
    assert tiles(game)[0] == "hgM01(0,0)r0"
    assert tiles(game)[-1] == "hgM01(59,0)r0"
    assert fits(game, "hgM02(60,0)r0")


# Every river side is closed, so that the lake with four arms fits nowhere.
DRY = "hgStart hgS04 hgL12 hgL12 hgM01"


def test_HG_21_and_HG_R05_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    game = box("hunters", DRY, "hgS04 hgL12 hgL12 hgM01")
    game.play("-1,0 r3")
    game.play("pass")
    assert (game.tile, game.seat, game.turn) == ("hgM01", 1, 2), "the same player draws until one fits"
    assert pile(game, "stock")["box"] == {"hgL12": 2}
    assert pile(game, "stock")["left"] == 0


def test_HG_R06_when_nothing_that_is_left_fits_the_game_ends_without_a_tile() -> None:
    game = box("hunters", "hgStart hgS04 hgL12 hgL12", "hgS04 hgL12 hgL12")
    game.play("-1,0 r3")
    game.play("hunter Sw")
    assert game.over
    assert len(tiles(game)) == 2
    assert pile(game, "stock")["box"] == {"hgL12": 2}


# -- deploying ---------------------------------------------------------------------------------------------------------


def test_HG_22_one_figure_on_the_land_tile_and_one_on_the_bonus_tile() -> None:
    game = hunt(f"{NUGGET} : red hunter Nw")
    assert at_bonus(game), "after one figure the turn goes on"
    game.play("hbFire")
    game.play("1,1 r0")
    assert kind(game) == "figure"
    game.play("hunter Nw")
    assert (kind(game), game.seat) == ("draw", 1)
    assert figures(game) == ["red member 2,0 meadow Nw", "red member 1,1 meadow Nw"]


def test_HG_23_a_figure_comes_from_the_reserve() -> None:
    """It goes down by one, and nothing that lies on the table is ever among the answers."""
    game = hunt("hgM01(0,0)r0 : red hunter Nw")
    assert (supply(game, "red", "member"), supply(game, "red", "hut")) == (4, 2)
    lay(game, "hgL05(1,0)r0 : red hut lake")
    assert (supply(game, "red", "member"), supply(game, "red", "hut")) == (4, 1)
    lay(game, "hgR13(0,1)r0 : red ?")
    assert places(game) == {"pass", "member river E", "member meadow Es", "hut river E"}


def test_HG_24_a_figure_goes_on_the_tile_just_laid() -> None:
    game = hunt("hgF01(0,0)r0; hgM01(0,1)r0 : red ?")
    assert places(game) == {"pass", "member meadow Nw"}
    assert refused(game, "gatherer E").clause == "HG-24", "the forest of the tile laid before"


def test_HG_25_the_player_names_the_segment() -> None:
    game = hunt("hgF14(0,0)r0 : red ?")
    assert places(game) == {"pass", "member forest N", "member forest E", "member meadow Se"}
    game.play("gatherer E")
    assert figures(game) == ["red member 0,0 forest E"]


@pytest.mark.parametrize(
    ("tile", "answer", "role"),
    [
        ("hgF01", "gatherer E", "gatherer"),
        ("hgR13", "fisher E", "fisher"),
        ("hgR13", "hunter Nw", "hunter"),
        ("hgF01", "member forest E", "gatherer"),
        ("hgR13", "river W", "fisher"),
    ],
)
def test_HG_26_and_HG_27_gatherers_and_fishers_stand_and_hunters_lie(tile: str, answer: str, role: str) -> None:
    (figure,) = hunt(f"{tile}(0,0)r0 : red {answer}").view()["figures"]
    assert (figure["role"], figure["lying"]) == (role, role == "hunter")


def test_HG_28_a_hut_stands_on_a_river_or_on_a_lake_and_nowhere_else() -> None:
    game = hunt("hgL17(0,0)r0 : red ?")
    assert {answer for answer in places(game) if answer.startswith("hut")} == {"hut lake"}
    assert str(game.find("hut river N")) == "hut lake", "the arm and its lake are one system (HG-R12)"
    for place in ("forest S", "meadow Nw"):
        assert refused(game, f"hut {place}").clause == "HG-28"
    assert refused(game, "hut lake2").clause == "HG-28"
    assert refused(hunt("hgM01(0,0)r0 : red ?"), "hut lake").clause == "HG-28"
    assert refused(hunt("hgM01(0,0)r0 : red ?"), "hut river N").clause == "HG-28"
    game.play("hut lake")
    (figure,) = game.view()["figures"]
    assert (figure["kind"], figure["role"], figure["lying"]) == ("hut", "", False)


def test_HG_R12_fishers_stand_on_the_arms_only() -> None:
    game = hunt("hgL12(0,0)r0 : red ?")
    fishers = {f"member river {side}" for side in "NESW"}
    assert {answer for answer in places(game) if "river" in answer or "lake" in answer} == {*fishers, "hut lake"}
    for text in ("fisher lake", "member lake", "lake"):
        assert refused(game, text).clause == "HG-R12"


def test_HG_28_a_tile_with_two_lakes_has_two_places_for_huts() -> None:
    game = hunt("hbFish2(0,0)r0 : red ?")
    assert {answer for answer in places(game) if answer.startswith("hut")} == {"hut lake", "hut lake2"}
    assert str(game.find("hut river S")) == "hut lake2"
    game.play("hut lake2")
    assert lay(game, "hgL05(1,0)r2 : red hut lake").points == {}, "the other lake's system is free"


@pytest.mark.parametrize("colour", ["red", "blue"])
@pytest.mark.parametrize(
    ("first", "middle", "last", "answer"),
    [
        ("hgF01(0,0)r0 : red gatherer E", "hgF09(1,0)r0; hgF10(2,0)r0", "hgF01(3,0)r2", "gatherer W"),
        ("hgL05(0,0)r0 : red fisher E", "hgR13(1,0)r0; hgR14(2,0)r0", "hgR13(3,0)r0", "fisher W"),
        ("hgM01(0,0)r0 : red hunter Nw", "hgM02(1,0)r0; hgM01(2,0)r0", "hgF01(3,0)r0", "hunter Nw"),
    ],
)
def test_HG_29_an_occupied_area_takes_no_further_member_at_any_distance(
    first: str, middle: str, last: str, answer: str, colour: str
) -> None:
    """Whoever lies there, the deploying player included."""
    game = hunt(f"{first}; {middle}; {last} : {colour} ?")
    assert refused(game, answer).clause == "HG-29"
    empty = hunt(f"{first.split(' :')[0]}; {middle}; {last} : {colour} ?")
    assert may(empty, answer)


def test_HG_30_areas_are_looked_at_after_the_tile_was_laid() -> None:
    """The same tile in the same turn: beside nobody's forest, and where it joins that forest to Red's."""
    alone = "hgM01(0,0)r0; hgM01(1,0)r0; hgM01(2,0)r0; hgF01(2,1)r2; hgF09(1,1)r0 : blue ?"
    assert may(hunt(alone), "gatherer E")
    joined = "hgM01(0,0)r0; hgF01(0,1)r0 : red gatherer E; hgM01(1,0)r0; hgM01(2,0)r0; hgF01(2,1)r2; hgF09(1,1)r0 : blue ?"
    assert refused(hunt(joined), "gatherer E").clause == "HG-29"
    assert may(hunt(joined), "hunter Se"), "the meadow below touches no other"


def test_HG_31_one_hut_in_a_river_system_whoever_it_belongs_to() -> None:
    """Through lakes and at any distance; on the arm as on the lake."""
    row = "hgL05(0,0)r0 : red hut lake; hgL19(1,0)r1; hgR13(2,0)r0"
    for colour in ("red", "blue"):
        game = hunt(f"{row}; hgL12(3,0)r0 : {colour} ?")
        for place in ("lake", "river E", "river N"):
            assert refused(game, f"hut {place}").clause == "HG-31"
    parted = hunt("hgL05(0,0)r0 : red hut lake; hgS04(1,0)r1; hgM01(1,1)r0; hgR13(1,2)r0 : blue ?")
    assert may(parted, "hut river E"), "the spring ends the system"


def test_HG_32_huts_and_fishers_ignore_each_other() -> None:
    fisher = hunt("hgR13(0,0)r0 : red fisher E; hgR13(1,0)r0 : blue ?")
    assert may(fisher, "hut river W")
    assert not may(fisher, "fisher W")
    hut = hunt("hgR13(0,0)r0 : red hut river E; hgR13(1,0)r0 : blue ?")
    assert may(hut, "fisher W")
    assert not may(hut, "hut river W")


def test_HG_33_members_come_to_share_an_area_when_a_tile_joins_two() -> None:
    game = hunt("hgR13(0,0)r0 : red fisher E; hgM01(0,1)r0; hgM01(1,1)r0; hgM01(2,1)r0; hgR13(2,0)r0 : blue fisher W")
    lay(game, "hgR13(1,0)r0 : green")
    (river,) = [feature for feature in game.features() if feature.kind == "river"]
    assert river.strength == (1, 1, 0, 0, 0)


def test_HG_34_a_deployed_member_never_moves() -> None:
    """Watched through whole games: from where it stands it only ever goes home."""
    for seed in range(3):
        game, rng = bastida.new_game("hunters", players=4, seed=seed), random.Random(seed)
        before: dict[int, int] = {}
        while not game.over:
            game.play(rng.choice(game.options()))
            place = game.engine.figures
            now = {figure: int(place.node(figure)) for figure in range(game.engine.rules.figure_total)}
            for figure, node in before.items():
                assert node < 0 or now[figure] in (node, -1), figure
            before = now


def test_HG_35_deploying_is_optional() -> None:
    game = hunt("hgR13(0,0)r0 : red ?")
    game.play("pass")
    assert (figures(game), game.seat) == ([], 1)


def test_HG_36_with_an_empty_reserve_tiles_are_laid_and_scored_all_the_same() -> None:
    """Red's five members and two huts are out; he lays a tile and is not asked for a figure."""
    game = hunt("hgR13(0,0)r0; hgR13(0,1)r0; hgR13(0,2)r0; hgR13(0,3)r0; hgR13(0,4)r0; hgL05(-1,0)r0")
    stand(game, "red member 0,0 river E", *(f"red member 0,{y} meadow Nw" for y in range(1, 5)))
    stand(game, "red hut 0,3 system E", "red hut 0,4 system E")
    game.turn_to("red")
    game.play("hgL05")
    game.play("1,0 r2")
    assert (kind(game), game.seat) == ("draw", 1), "nothing was asked"
    assert scores(game) == {"red": 3 + 2}


def test_HG_36_a_reserve_without_members_has_huts_only() -> None:
    game = hunt("hgM01(0,0)r0; hgM01(0,1)r0; hgM01(0,2)r0; hgM01(0,3)r0; hgM01(0,4)r0")
    stand(game, *(f"red member 0,{y} meadow Nw" for y in range(5)))
    lay(game, "hgR13(1,0)r1 : red ?")
    assert places(game) == {"pass", "hut river N"}
    assert refused(game, "fisher N").clause == "HG-36"
    stand(game, "red hut 1,0 system N", "red hut 1,0 system N")
    assert not may(game, "hut river N")
    none_left = hunt("hgL05(0,0)r0; hgL05(0,1)r0; hgL05(0,2)r0")
    stand(none_left, "red hut 0,0 system E", "red hut 0,1 system E")
    lay(none_left, "hgR13(1,2)r0 : red ?")
    assert refused(none_left, "hut river E").clause == "HG-36"


def test_HG_37_an_area_that_the_tile_has_just_completed_may_be_occupied() -> None:
    game = hunt("hgL05(0,0)r0; hgL05(1,0)r2 : red ?")
    assert completed(game)["river"] == 1
    assert may(game, "fisher W")
    game.play("fisher W")
    assert scores(game) == {"red": 4}
    taken = hunt("hgL05(0,0)r0 : blue fisher E; hgL05(1,0)r2 : red ?")
    assert refused(taken, "fisher W").clause == "HG-29"


def test_HG_R29_either_tile_of_a_turn_may_stay_without_a_figure() -> None:
    game = hunt(f"{NUGGET} : red pass")
    lay(game, "hbFire(1,1)r0 : red hunter Nw")
    assert figures(game) == ["red member 1,1 meadow Nw"]
    other = hunt(f"{NUGGET} : red hunter Nw")
    lay(other, "hbFire(1,1)r0 : red pass")
    assert figures(other) == ["red member 2,0 meadow Nw"]


def test_HG_R30_the_areas_of_the_start_tile_are_ordinary() -> None:
    """Its forest, river and meadow are reached from the tiles beside it; the volcano does nothing."""
    game = table("hunters", "hgStart(0,0)r0")
    assert lay(game, "hgL05(-1,0)r0 : red fisher E").points == {"red": 2 + 2}
    lay(game, "hgF01(1,0)r2 : blue gatherer W")
    assert lay(game, "hgF02(0,1)r0 : green").points == {"blue": 6}
    assert at_bonus(game), "the start tile has a nugget"
    lay(game, "hbFire(0,-1)r0 : green hunter Nw")
    assert final(game)["green"] == 4, "the mammoths of the start tile and of hgL05"


def test_studies_name_any_tile_as_often_as_wanted() -> None:
    game = study("hunters", start=False)
    assert {"hgM01", "hbFire", "hgStart"} <= set(answers(game))
