"""The base game: its end, the final scoring, the winners, the scoreboard, and what modules may not change."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import bastida
from bastida import Game, GameOver
from bastida.table.scoreboard import TOKENS, OnTrack, on_track
from bastida.table.setup import families
from tests.rules.pairs import between
from tests.rules.study import (
    box,
    catalogue,
    figures,
    final,
    kind,
    last_turn,
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


def standing(points: int, edition: str) -> OnTrack:
    """A scoring figure on the board of a box."""
    return on_track(points, families()["carcassonne"].editions[edition].lying_laps)


def played(game: Game, *answers: str) -> Game:
    """Give these answers; whatever figure question they leave out is passed."""
    for answer in answers:
        if kind(game) == "figure" and "," in answer:
            game.play("pass")
        game.play(answer)
    while kind(game) == "figure":
        game.play("pass")
    return game


# -- the end -----------------------------------------------------------------------------------------------------------


def test_BASE_88_and_BASE_89_the_game_ends_after_the_turn_of_the_last_tile(edition: str) -> None:
    """All three steps of that turn are played."""
    game = box(edition, "D W U", "W U")
    played(game, "-1,0 r0", "thief E", "1,0 r1")
    assert (game.over, game.decision) == (True, None)
    assert isinstance(refused(game, "pass"), GameOver)
    game = box(edition, "D W U", "W U")
    game.play("-1,0 r0")
    game.play("pass")
    game.play("1,0 r1")
    assert (game.over, kind(game)) == (False, "figure")
    game.play("thief E")
    assert (game.over, scores(game)) == (True, {"blue": 3})


def test_BASE_88_and_BASE_89_a_whole_game_lays_or_discards_every_tile(edition: str) -> None:
    game = bastida.new_game(edition, players=4, seed=88)
    chance = random.Random(88)
    while not game.over:
        game.play(chance.choice(game.options()))
    discarded = sum(sum(pile["box"].values()) for pile in game.view()["piles"])
    assert len(tiles(game)) + discarded == {"winter": 84, "plus": 72}[edition]
    assert sum(pile["left"] for pile in game.view()["piles"]) == 0


def test_BASE_89_a_last_tile_that_cannot_be_laid_ends_the_game(edition: str) -> None:
    """BASE-R12: that turn has no tile, no follower and no scoring; so also when several are left and none fits."""
    for stock, draws in (("D E C", "E C"), ("D E C C C", "E C C C")):
        game = played(box(edition, stock, draws), "0,-1 r2", "knight S")
        assert game.over
        assert tiles(game) == ["D(0,0)r0", "E(0,-1)r2"]
        assert [step.kind for step in game.steps if step.seat == 1] == []


def test_BASE_90_what_the_last_tile_completes_has_its_full_value(edition: str) -> None:
    game = box(edition, "D F E", "F E")
    played(game, "0,-1 r1", "knight S", "0,-2 r2")
    assert [(entry.points, entry.final, entry.clause) for entry in game.ledger] == [(8, False, "BASE-59")]
    assert game.over


def test_BASE_91_players_may_have_had_unequal_numbers_of_turns(edition: str) -> None:
    game = box(edition, "D U U U U", "U U U U", players=3)
    played(game, "1,0 r1", "-1,0 r1", "2,0 r1", "-2,0 r1")
    assert game.over
    assert [step.seat for step in game.steps if step.kind == "tile"] == [0, 1, 2, 0]


# -- unfinished features -----------------------------------------------------------------------------------------------


def test_BASE_92_unfinished_features_are_scored_by_majority_and_ties(edition: str) -> None:
    road = "D(0,0)r0; U(-1,0)r1 : {0} thief E; B(0,1)r0; U(1,1)r0 : {1} thief N; V(1,0)r0"
    assert final(table(edition, road.format("blue", "red"))) == {"red": 4, "blue": 4}
    assert final(table(edition, road.format("red", "red"))) == {"red": 4}
    city = """D(0,0)r0; F(0,-1)r1 : green knight S; U(-1,0)r1; B(-1,-1)r0; M(-1,-2)r1 : green knight E
    U(1,0)r1; B(1,-1)r0; E(1,-2)r3 : black knight W; C(0,-2)r0"""
    assert final(table(edition, city)) == {"green": 8}
    assert final(table(edition, "D(0,0)r0; U(1,0)r1; G(0,-1)r1; B(0,1)r0")) == {}, "without followers, nothing"


@pytest.mark.parametrize("tiles_", range(1, 6))
def test_BASE_93_an_unfinished_road_is_worth_a_point_a_tile(edition: str, tiles_: int) -> None:
    row = "; ".join(["U(0,0)r1 : red thief E", *(f"U({x},0)r1" for x in range(1, tiles_))])
    assert final_lines(edition, row) == [("BASE-93", tiles_, f"{tiles_} tile x 1 = {tiles_}")]


def test_BASE_94_an_unfinished_city_is_worth_a_point_a_tile_and_a_point_a_pennant(edition: str) -> None:
    """Also one of two tiles (BASE-R18)."""
    assert final_lines(edition, "D(0,0)r0; M(0,-1)r3 : red knight S") == [("BASE-94", 3, "2 tile x 1 + 1 pennant x 1 = 3")]
    assert final_lines(edition, "D(0,0)r0; N(0,-1)r3 : red knight S") == [("BASE-94", 2, "2 tile x 1 = 2")]
    assert final_lines(edition, "C(0,0)r0 : red knight N") == [("BASE-94", 2, "1 tile x 1 + 1 pennant x 1 = 2")]


@pytest.mark.parametrize("around", range(8))
def test_BASE_95_an_unfinished_monastery_is_worth_a_point_for_itself_and_each_tile_around_it(edition: str, around: int) -> None:
    cells = ("0,-1", "1,-1", "1,0", "1,1", "0,1", "-1,1", "-1,0", "-1,-1")[:around]
    moves = "; ".join(["B(0,0)r0 : red monk", *(f"B({cell})r0" for cell in cells)])
    assert final_lines(edition, moves) == [("BASE-95", around + 1, f"{around + 1} tile x 1 = {around + 1}")]


def final_lines(edition: str, moves: str) -> list[tuple[str, int, str]]:
    game = table(edition, moves)
    game.finish()
    assert all(entry.final for entry in game.ledger)
    return [(entry.clause, entry.points, entry.arithmetic()) for entry in game.ledger]


def test_BASE_96_followers_are_taken_off_once_their_feature_is_scored(edition: str) -> None:
    """Each feature pays once, although two of its followers could ask for it."""
    game = table(edition, "D(0,0)r0; U(-1,0)r1 : red thief E; B(0,1)r0; U(1,1)r0 : red thief N; V(1,0)r0 : blue farmer Nw")
    game.finish()
    assert scores(game) == {"red": 4}
    assert (figures(game), supply(game, "red"), supply(game, "blue")) == ([], 7, 7)


def test_BASE_97_unfinished_features_come_before_fields(edition: str) -> None:
    """In the Plus game too (BASE-R28)."""
    game = table(edition, "D(0,0)r0; E(0,-1)r2 : red farmer Nw; U(1,0)r1 : blue thief E; B(0,1)r0 : green monk")
    game.finish()
    assert [entry.source for entry in game.ledger] == ["road", "monastery", "field"]


# -- winners -----------------------------------------------------------------------------------------------------------


def test_BASE_109_the_most_points_after_the_final_scoring_win(edition: str) -> None:
    """Red is ahead until Blue's monastery is scored."""
    game = box(edition, "D W S B", "W B S", players=["Ana", "Luis"])
    played(game, "-1,0 r0", "thief E", "0,1 r0", "monk")
    assert game.winners() == []
    played(game, "1,0 r1")
    assert game.scores() == {"Ana": 3, "Luis": 4}
    assert game.winners() == ["Luis"]


def test_BASE_110_players_with_equal_points_share_the_victory(edition: str) -> None:
    game = box(edition, "D U G", "U G", players=["Ana", "Luis", "Mar"])
    played(game, "1,0 r1", "thief E", "0,-1 r1", "knight N")
    assert game.scores() == {"Ana": 2, "Luis": 2, "Mar": 0}
    assert game.winners() == ["Ana", "Luis"]
    game = box(edition, "D U", "U", players=["Ana", "Luis", "Mar"])
    played(game, "1,0 r1")
    assert game.winners() == ["Ana", "Luis", "Mar"], "nobody has a point: all share"


# -- the scoreboard ----------------------------------------------------------------------------------------------------


def track(game: Game, colour: str) -> tuple[int, int]:
    (figure,) = game.view()["players"][game.setup.colours.index(colour)]["track"]
    return figure["space"], figure["laps"]


def test_BASE_111_a_figure_advances_a_space_a_point_as_soon_as_points_are_won(edition: str) -> None:
    game = table(edition, "D(0,0)r0; W(-1,0)r0 : red thief E")
    assert track(game, "red") == (0, 0)
    lay(game, "S(1,0)r1 : blue")
    assert track(game, "red") == (3, 0)
    assert [standing(points, edition).space for points in (0, 1, 49, 50, 51, 99, 100, 149)] == [0, 1, 49, 0, 1, 49, 0, 49]


@pytest.mark.parametrize("points", [0, 1, 49, 50, 51, 99, 100, 103, 149, 150, 251])
def test_BASE_112_points_are_the_space_and_fifty_for_each_lap(edition: str, points: int) -> None:
    game = study(edition)
    game.credit("blue", points)
    space, laps = track(game, "blue")
    assert 0 <= space <= 49
    assert space + 50 * laps == points == game.scores()["Blue"]
    shown = standing(points, edition)
    assert (shown.space, shown.laps, shown.points) == (space, laps, points)


@pytest.mark.parametrize(("edition", "lying", "tokens"), [("winter", True, ()), ("plus", False, (50,))])
def test_BASE_E10_from_space_48_three_points_lead_to_space_1_and_51_points(
    edition: str, lying: bool, tokens: tuple[int, ...]
) -> None:
    game = table(edition, "D(0,0)r0; W(-1,0)r0 : blue thief E")
    game.credit("blue", 48)
    assert (track(game, "blue"), standing(48, edition).lying, standing(48, edition).tokens) == ((48, 0), False, ())
    lay(game, "S(1,0)r1 : red")
    assert (track(game, "blue"), scores(game)) == ((1, 1), {"blue": 51})
    assert (standing(51, edition).lying, standing(51, edition).tokens) == (lying, tokens)


def test_BASE_X11_exactly_fifty_is_a_lap_and_at_103_the_token_shows_100() -> None:
    assert (standing(50, "winter").space, standing(50, "winter").lying) == (0, True)
    assert (standing(50, "plus").space, standing(50, "plus").tokens) == (0, (50,))
    assert (standing(103, "plus").space, standing(103, "plus").tokens) == (3, (100,))
    game = table("plus", "D(0,0)r0; W(-1,0)r0 : blue thief E; U(1,0)r1; U(2,0)r1")
    game.credit("blue", 98)
    lay(game, "S(3,0)r1")
    assert (track(game, "blue"), scores(game)) == ((3, 2), {"blue": 103})


@pytest.mark.parametrize(("points", "lying"), [(0, False), (49, False), (50, True), (99, True), (100, True), (151, True)])
def test_BASE_113_in_winter_a_figure_lies_from_fifty_points_on(points: int, lying: bool) -> None:
    shown = standing(points, "winter")
    assert (shown.lying, shown.tokens) == (lying, ())


@pytest.mark.parametrize(
    ("points", "tokens"),
    [
        (49, ()),
        (50, (50,)),
        (99, (50,)),
        (100, (100,)),
        (149, (100,)),
        (150, (100, 50)),
        (200, (100, 100)),
        (1000, (100,) * 10),
    ],
)
def test_BASE_114_in_plus_tokens_of_50_and_100_count_the_laps(points: int, tokens: tuple[int, ...]) -> None:
    """There are 8 tokens; the display goes on without (BASE-R20)."""
    shown = standing(points, "plus")
    assert (shown.lying, shown.tokens) == (False, tokens)
    assert sum(shown.tokens) + shown.space == points
    assert TOKENS == 8


def test_a_scoreboard_shows_no_debts() -> None:
    with pytest.raises(ValueError, match="-1 points"):
        standing(-1, "plus")


def test_BASE_113_and_BASE_114_the_view_shows_lying_figures_and_tokens(edition: str) -> None:
    game = study(edition)
    game.credit("blue", 151)
    (figure,) = game.view()["players"][1]["track"]
    shown = standing(151, edition)
    assert (figure["lying"], tuple(figure["tokens"])) == (shown.lying, shown.tokens)


def test_BASE_115_scoring_figures_on_one_space_do_not_affect_each_other(edition: str) -> None:
    """Red and Blue stand on 3; Blue leaves it, Red stays; Green comes to it, Red stays."""
    game = table(edition, "D(0,0)r0; W(-1,0)r0 : blue thief E")
    game.credit("red", 3)
    lay(game, "S(1,0)r1")
    assert scores(game) == {"red": 3, "blue": 3}
    lay(game, "U(-1,1)r0 : blue thief N")
    lay(game, "A(-1,2)r2")
    assert scores(game) == {"red": 3, "blue": 6}
    lay(game, "U(-2,0)r1 : green thief E")
    lay(game, "W(-3,0)r0")
    assert scores(game) == {"red": 3, "blue": 6, "green": 3}


# -- with modules ------------------------------------------------------------------------------------------------------

PLUS_SETS = ("river", "abbot", "inns", "traders")
PLUS_ELEMENTS = ("farmers", "abbot", "inns", "big", "goods", "builder", "pig")


@pytest.mark.parametrize(
    "sets", [names for size in range(len(PLUS_SETS) + 1) for names in combinations(PLUS_SETS, size)], ids="+".join
)
def test_BASE_116_any_set_of_modules_may_be_combined(sets: tuple[str, ...]) -> None:
    game = bastida.new_game("plus", sets=sets, players=6, seed=116)
    chance = random.Random(116)
    for _ in range(60):
        game.play(chance.choice(game.options()))
    assert game.turn > 10
    expected = {element for name in sets for element in families()["carcassonne"].expansions[name].elements}
    assert set(game.setup.elements) == {"farmers", *expected}


@pytest.mark.parametrize("element", [element for element in PLUS_ELEMENTS if element != "farmers"])
def test_BASE_116_a_part_of_a_module_may_be_used_alone(element: str) -> None:
    """Only the big follower, only the builder, and so on, without any tile of the module."""
    game = bastida.new_game("plus", elements=["farmers", element], seed=116)
    extra = {"abbot": 1, "big": 1, "builder": 1, "pig": 1}
    expected = {"follower": 7} | {name: count for name, count in extra.items() if name == element}
    assert game.view()["players"][0]["supply"] == expected
    assert sum(pile["left"] for pile in game.view()["piles"]) == 70, "71 less the one drawn"
    chance = random.Random(116)
    for _ in range(40):
        game.play(chance.choice(game.options()))
    assert game.turn > 10


@pytest.mark.parametrize(("sets", "left"), [(["inns"], 71 + 18), (["traders"], 71 + 24), (["inns", "traders"], 113)])
def test_BASE_118_the_tiles_of_a_module_are_mixed_with_the_others(sets: list[str], left: int) -> None:
    game = Game(bastida.new_game("plus", sets=sets, seed=0).setup, None)
    (stock,) = game.view()["piles"]
    assert (stock["name"], sum(stock["mixed"].values()), stock["below"]) == ("stock", left, [])
    weights = {str(option): int(game.engine.weight(option.number)) for option in game.options()}
    assert weights == stock["mixed"]
    assert weights.keys() > catalogue("plus", sets).keys() - catalogue("plus").keys() != set()


def test_BASE_118_the_river_tiles_are_not_mixed_with_the_others() -> None:
    game = Game(bastida.new_game("plus", sets=["river"], seed=0).setup, None)
    first = {str(option) for option in game.options()}
    assert all(name.startswith("BB6F") for name in first)
    piles = {pile["name"]: pile for pile in game.view()["piles"]}
    assert not any(name.startswith("BB6F") for name in piles["stock"]["mixed"])


# Red's abbot stands in a garden, a thief on the road and a farmer north of it; the new tile meets all of them.
EVERYTHING = """D(0,0)r0; E+garden(0,1)r2 : red abbot garden; U(-1,0)r1 : red thief E; U(1,0)r1 : red farmer Nw
A(2,0)r1 : red ?"""
ACTIONS = ("follower monastery", "big monastery", "builder road W", "pig field Nw", "recall abbot")


@pytest.mark.parametrize("action", ACTIONS)
def test_BASE_119_at_most_one_action_in_step_2(action: str) -> None:
    game = table("plus", EVERYTHING, sets=["abbot", "inns", "traders"])
    assert [one for one in ACTIONS if not may(game, one)] == []
    part = (game.turn, int(game.engine.part))
    game.play(action)
    again = [step for step in game.steps if (step.turn, step.part) == part and step.kind == "figure"]
    assert len(again) == 1
    assert kind(game) in ("draw", "second part")


def test_BASE_119_an_abbot_in_the_supply_is_one_of_the_choices() -> None:
    game = table("plus", "D(0,0)r0; B(0,1)r0 : red ?", sets=["abbot", "inns", "traders"])
    assert {"follower monastery", "big monastery", "abbot monastery"} < places(game)
    game.play("abbot monastery")
    assert (supply(game, "red", "abbot"), supply(game, "red"), kind(game)) == (0, 7, "draw")


@between(BASE="ABBOT")
def test_BASE_120_normal_follower_big_follower_and_abbot_are_followers() -> None:
    """They occupy features and count for the majority."""
    more = {"sets": ["abbot", "inns", "traders"]}
    for figure in ("thief E", "big thief E"):
        game = table("plus", f"D(0,0)r0; U(1,0)r1 : red {figure}; U(2,0)r1 : blue ?", **more)
        assert refused(game, "thief E").clause == "BASE-40"
    around = "; ".join(f"B({cell})r0" for cell in ("0,-1", "1,-1", "1,0", "1,1", "0,1", "-1,1", "-1,0"))
    turn = last_turn("plus", f"B(0,0)r0 : red abbot monastery; {around}; B(-1,-1)r0 : blue", **more)
    assert turn.points == {"red": 9}


@between(BASE="TRADERS")
def test_BASE_120_builder_and_pig_are_not_followers() -> None:
    """They count for no majority: one Red knight and the builder against one Blue knight share the city."""
    more = {"sets": ["traders"]}
    city = """D(0,0)r0; U(-1,0)r1; G(-1,-1)r0 : red knight E; E(-2,-1)r1 : red builder city E; U(1,0)r1
    E(1,-1)r3 : blue knight W; R(0,-1)r2"""
    assert scores(table("plus", city, **more)) == {"red": 10, "blue": 10}
    field = """D(0,0)r0; E(0,-1)r2 : red farmer Nw; E(0,-2)r0; E(0,-3)r2 : blue farmer Nw; U(1,-3)r0 : blue farmer En
    V(1,-2)r2; A(2,-2)r1 : red pig field Nw"""
    assert final(table("plus", field, **more)) == {"blue": 6}
