"""The Scout where a table settles its doubts the other way: which lake the Canoe counts, and several piles."""

from __future__ import annotations

import random

import pytest

import bastida
from bastida import Game
from bastida.players.registry import make_player, with_nodes
from bastida.record import Record
from bastida.table.setup import make_setup
from tests.rules.hunting import PIECES, answers, move, party, pile
from tests.rules.study import kind, refused, scores
from tests.rules.test_scout import EXPLORED, boxed, dealt, play


@pytest.mark.parametrize("reading", ["most", "chosen", "system"])
def test_SCOUT_26_and_SCOUT_R11_the_lake_with_most_fish_or_the_one_chosen(reading: str) -> None:
    """A river between a lake with 4 fish and the Canoe's own with 1, completed as the Canoe is laid."""
    game = party("canoe shaman", "hbFish1(1,0)r0 : blue", switches={"canoe_lake": reading})
    play(game, "lay canoe", "0,0 r0")
    if reading != "chosen":
        assert [entry.points for entry in game.ledger] == [2 + 5, 4]
        return
    assert (kind(game), sorted(answers(game))) == ("lake", ["lake 1", "lake 4"])
    assert refused(game, "lake 2").clause == "SCOUT-26"
    game.play("lake 1")
    assert [(entry.source, entry.points) for entry in game.ledger] == [("river", 2 + 5), ("canoe", 1)]


def test_SCOUT_R11_the_owner_chooses_also_in_the_turn_of_another() -> None:
    game = party("canoe shaman", "hgL12(1,0)r0; canoe(0,0)r0 : red lake 1", switches={"canoe_lake": "chosen"})
    play(game, "hgL05", "1,-1 r1", "pass")
    assert (kind(game), sorted(answers(game))) == ("lake", ["lake 1", "lake 2"])
    assert game.decision is not None
    assert (game.decision.seat, game.seat) == (0, 1)
    again = bastida.from_position(bastida.position(game))
    assert answers(again) == answers(game)
    before = scores(game)["red"]
    game.play("lake 2")
    assert scores(game)["red"] == before + 2


@pytest.mark.parametrize(("reading", "fish"), [("most", 2), ("system", 4)])
def test_SCOUT_R11_a_lake_of_the_river_or_of_the_whole_system(reading: str, fish: int) -> None:
    """A lake with 4 fish lies in the system, but at no end of the river that Blue completes."""
    moves = "hgL12(1,0)r0; canoe(0,0)r0 : red; hbFish1(1,1)r0"
    game = party("canoe shaman", moves, switches={"canoe_lake": reading})
    assert move(game, "hgL05(1,-1)r1 : blue") == {"red": fish}


# -- refusing land and bonus tiles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "asked"), [("each", "refuse"), ("one", "tile")])
def test_SCOUT_19_and_SCOUT_R06_two_refusals_in_a_turn_or_one(reading: str, asked: str) -> None:
    moves = f"{EXPLORED}; hgF01(1,-1)r0 : blue; hgF09(2,-1)r0 : blue"
    game = party("explorer shaman", moves, switches={"refusals": reading})
    play(game, "hgM02", "refuse", "hgF01", "3,-1 r2", "pass", "hbFire")
    assert kind(game) == asked
    if asked == "tile":
        assert refused(game, "refuse").clause == "SCOUT-21"
    again = party("explorer shaman", moves, switches={"refusals": reading})
    play(again, "hgM02", "keep", "0,-2 r0", "pass")
    while again.seat != 0:
        again.play({"draw": "hgM01", "tile": str(again.options()[0]), "figure": "pass"}[kind(again)])
    play(again, "hgF01", "keep", "3,-1 r2", "pass", "hbFire")
    assert kind(again) == "refuse", "a land tile that was kept uses up nothing"


# -- several piles -----------------------------------------------------------------------------------------------------


def piles_of(game: Game) -> list[int]:
    """How many tiles lie before each player."""
    return [sum(one["number"] for one in player["holds"] if one["picture"] == "pile") for player in game.view()["players"]]


def explored(stock: str, reading: str = "several", players: str = "explorer shaman") -> Game:
    """Red has laid the Explorer at once; these are the tiles that can come."""
    game = boxed(players, f"hgStart {stock}", switches={"piles": reading})
    return play(game, "lay explorer", "0,-1 r0")


@pytest.mark.parametrize(("players", "sizes"), [(2, [39, 39]), (4, [20, 20, 19, 19]), (5, [16, 16, 16, 15, 15])])
def test_SCOUT_R24_the_land_tiles_are_shared_out_evenly(players: int, sizes: list[int]) -> None:
    game = dealt(" ".join(PIECES[:players]), switches={"piles": "several"})
    sizes[0] -= kind(game) == "draw"  # one is being drawn
    assert piles_of(game) == sizes
    assert piles_of(dealt("shaman canoe")) == [0, 0]


def test_SCOUT_R24_without_an_explorer_on_the_table_everybody_draws_from_the_pile_before_him() -> None:
    game = dealt("shaman explorer", switches={"piles": "several"})
    assert (kind(game), piles_of(game)) == ("draw", [38, 39])
    play(game, "hgM01", "0,-1 r0", "pass", "draw")
    assert (kind(game), piles_of(game)) == ("draw", [38, 38]), "Blue has not laid the Explorer yet"
    small = boxed("shaman canoe", "hgStart hgM01 hgM02", switches={"piles": "several"})
    play(small, "hgM01", "0,-1 r0", "pass", "lay canoe", "-1,0 r0")
    assert (small.seat, piles_of(small), answers(small)) == (0, [0, 0], ["hgM02"]), "his own is empty: the next one"


@pytest.mark.parametrize("reading", ["one", "several"])
def test_SCOUT_20_and_SCOUT_R24_a_refused_tile_comes_last_of_all_or_of_its_own_pile(reading: str) -> None:
    game = explored("hgM01 hgM02 hgF01 hgF02", reading)
    if reading == "several":
        assert (kind(game), game.seat, piles_of(game)) == ("pile", 1, [2, 2])
        assert answers(game) == ["pile player 1", "pile player 2"]
        play(game, "pile player 2")
    assert sorted(answers(game)) == ["hgF01", "hgF02", "hgM01", "hgM02"], "any tile may lie in any pile"
    play(game, "hgM01", "-1,-1 r0", "pass")
    if reading == "several":
        play(game, "pile player 2")
    play(game, "hgM02", "refuse")
    assert pile(game, "stock")["below"] == ["hgM02"]
    assert (kind(game), sorted(answers(game))) == ("draw", ["hgF01", "hgF02"]), "not the same again (SCOUT-21)"
    play(game, "hgF01", "-2,-1 r2", "pass")
    if reading == "one":
        assert answers(game) == ["hgF02"]
        return
    assert (kind(game), game.seat, piles_of(game)) == ("pile", 1, [1, 1])
    assert answers(game) == ["pile player 1", "pile player 2 hgM02"], "everybody knows what lies there"
    other = game.copy()
    play(other, "pile player 1")
    assert answers(other) == ["hgF02"]
    play(game, "pile player 2")  # short for the whole
    assert (kind(game), game.tile, piles_of(game), pile(game, "stock")["below"]) == ("tile", "hgM02", [1, 0], [])
    play(game, str(game.options()[0]), "pass")
    assert (kind(game), answers(game)) == ("draw", ["hgF02"]), "one pile is left: nothing to choose"


def test_SCOUT_R24_tiles_refused_earlier_lie_higher() -> None:
    game = explored("hgM01 hgM01 hgM01 hgM02 hgF01 hgF02")
    play(game, "pile player 2", "hgM01", "-1,-1 r0", "pass")
    play(game, "pile player 1", "hgM02", "refuse", "pile player 2", "hgM01", "-2,-1 r0", "pass")
    play(game, "pile player 2", "hgM01", "-3,-1 r0", "pass")
    assert (kind(game), piles_of(game)) == ("draw", [2, 0]), "the other pile is empty: nothing to choose"
    play(game, "hgF02", "refuse", "hgF01")
    assert (kind(game), pile(game, "stock")["below"]) == ("tile", ["hgM02", "hgF02"])
    for tile in ("hgM02", "hgF02"):
        play(game, str(game.options()[0]), "pass")
        assert (kind(game), game.tile) == ("tile", tile), "known, so that chance is not asked"


def test_SCOUT_R24_what_fits_nowhere_is_replaced_from_any_pile() -> None:
    """SCOUT-R07: no river side is open for the lakes with four arms."""
    game = explored("hgS04 hgM02 hgL12 hgL12 hgM01 hgM01")
    play(game, "pile player 1", "hgS04", "-1,0 r3", "pass")
    play(game, "pile player 2", "hgL12")
    assert (kind(game), piles_of(game)) == ("pile", [2, 2])
    play(game, "pile player 1", "hgM02", "refuse", "pile player 2", "hgL12")
    assert (kind(game), piles_of(game)) == ("pile", [2, 1])
    play(game, "pile player 1", "hgM01")
    assert (kind(game), game.tile) == ("tile", "hgM01")
    assert refused(game, "refuse").clause == "SCOUT-21"


def test_SCOUT_R24_when_nothing_else_fits_the_refused_tile_comes_back() -> None:
    game = explored("hgS04 hgM02 hgL12")
    play(game, "pile player 1", "hgS04", "-1,0 r3", "pass", "pile player 1", "hgM02", "refuse")
    assert answers(game) == ["hgL12"]
    play(game, "hgL12")
    assert (kind(game), game.tile) == ("tile", "hgM02")
    play(game, str(game.options()[0]), "pass")
    assert game.over


def test_SCOUT_R24_the_pile_is_asked_for_and_a_wrong_one_refused() -> None:
    game = explored("hgM01 hgM02 hgF01 hgF02")
    for wrong in ("pile player 3", "hgM01", "pass"):
        assert refused(game, wrong).clause == "SCOUT-R24"


@pytest.mark.parametrize("level", ["random", "greedy", "search"])
def test_SCOUT_R24_computer_players_choose_a_pile(level: str) -> None:
    game = dealt("explorer shaman", switches={"piles": "several"})
    play(game, "lay explorer", "0,-1 r0")
    number = make_player(with_nodes(level, 50)).choose(game.engine, 1)
    assert number in [option.number for option in game.options()]


def test_SCOUT_R24_records_and_positions_keep_the_piles() -> None:
    setup = make_setup("hunters-scout", players=3, switches={"piles": "several"})
    seen = set()
    for seed in range(12):
        game, rng = bastida.new_game(setup, seed=seed), random.Random(seed)
        while not game.over:
            options = {str(option): option for option in game.options()}
            liked = [text for text in options if text in ("lay explorer", "refuse") or text.startswith("pile player 1")]
            if kind(game) == "pile":
                seen |= {option.verb for option in game.options()}
                again = bastida.from_position(bastida.position(game))
                assert (answers(again), again.view()["players"]) == (answers(game), game.view()["players"])
            game.play(rng.choice(liked or list(options)))
        assert Record.from_text(Record.from_game(game).to_text()).replay().scores() == game.scores()
    assert seen == {"pile", "known"}
