"""Tiles that fit nowhere, and what is drawn when nothing is left."""

from __future__ import annotations

from collections import Counter

import pytest

import bastida
from bastida import Game, StackedDeal
from bastida.kernel.book import compile_rules
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.table.setup import FAMILIES, make_setup, played_tiles
from tests.oracle.placing import placements
from tests.properties.checks import check, table_of


def small_box(**copies: int) -> Engine:
    """A game with a stock of a few tiles, the start tile D included."""
    games = FAMILIES["carcassonne"]
    known = {tile.id: tile for tile in games.tile_set("base").tiles}
    tiles = [known[name] for name in copies]
    modules = [games.base(), games.elements["farmers"].module()]
    engine = Engine(compile_rules(games.family, tiles, list(copies.values()), modules, 2))
    engine.start()
    return engine


def draw(engine: Engine, tile: str) -> None:
    assert engine.asked == DEALER
    engine.answer([one.id for one in engine.rules.tiles].index(tile))


def close_the_city(engine: Engine) -> None:
    """The start tile's city gets its second half, and no city side is open any more (BASE-X9)."""
    draw(engine, "E")
    engine.answer(int(engine.board.cell(0, -1)) * 4 + 2)
    engine.answer(0)


def test_BASE_31_and_BASE_32_a_tile_that_fits_nowhere_goes_to_the_box_and_the_same_player_draws_again() -> None:
    game = bastida.new_game("plus", draws=["E", "C", "U"], seed=1)
    game.play("0,-1 r2")
    game.play("pass")
    assert (game.seat, game.tile) == (1, "U")
    assert [step.text for step in game.steps if step.seat is None] == ["E", "C", "U"]
    stock = game.view()["piles"][-1]
    assert stock["box"] == {"C": 1}
    assert "C" not in stock["mixed"]
    check(game)


def test_BASE_31_and_BASE_R12_every_tile_left_may_turn_out_to_fit_nowhere() -> None:
    engine = small_box(D=1, E=1, C=3)
    close_the_city(engine)
    for number in range(3):
        assert engine.seat == 1
        assert engine.turn == 2
        draw(engine, "C")
        assert sum(engine.piles.box) == number + 1
    assert engine.asked == OVER
    assert engine.board.tiles == 2


def test_BASE_R12_a_last_tile_that_fits_nowhere_ends_the_game_without_a_turn() -> None:
    """No tile, no follower, no scoring in that turn: only what stood is scored."""
    engine = small_box(D=1, E=1, U=1, C=1)
    close_the_city(engine)
    draw(engine, "U")
    engine.answer(int(engine.board.cell(1, 0)) * 4 + 1)
    engine.answer(engine.list_options().numbers()[1])  # a thief
    assert (engine.seat, engine.score_of(1)) == (0, 0)
    draw(engine, "C")
    assert engine.asked == OVER
    assert engine.score_of(1) == 2  # the unfinished road (BASE-93)


def test_BASE_88_and_BASE_89_the_game_ends_with_the_turn_of_the_last_tile() -> None:
    engine = small_box(D=1, E=1)
    close_the_city(engine)
    assert engine.asked == OVER


def test_BASE_R12_in_a_whole_game_the_last_tile_may_fit_nowhere() -> None:
    """All seventy others are laid so that the four-sided city C, kept for the end, never fits."""
    setup = make_setup("plus")
    edition = setup.games.editions["plus"]
    kinds = {tile.id: tile for tile, _ in played_tiles(setup.games, edition, ())}
    game = Game(setup, None)
    while True:
        options = [option.text for option in game.options()]
        if options == ["C"]:
            break
        assert game.decision is not None
        if game.decision.kind == "draw":
            options.remove("C")
            game.play(max(options, key=lambda text: (kinds[text].sides.count("city"), text)))
        elif game.decision.kind == "figure":
            game.play("pass")
        else:
            game.play(min(options, key=lambda text: open_cities(game, text)))
    assert placements(table_of(game), kinds["C"]) == set()
    turn, before = game.turn, game.scores()
    game.play("C")
    assert game.over
    assert (game.turn, game.scores()) == (turn, before)
    assert game.view()["piles"][-1]["box"]["C"] == 1


def open_cities(game: Game, answer: str) -> tuple[int, int, str]:
    """How many cells beside the table would take C, and how many show a city at all."""
    copy = game.copy()
    copy.play(answer)
    board = copy.engine.board
    tiles = [tile.id for tile in copy.engine.rules.tiles]
    city = 3  # the digit of a city side
    needs = [int(board.open_need[opening]) for opening in range(board.opens)]
    return int(board.count_placements(tiles.index("C"))), sum(_digits(need).count(city) for need in needs), answer


def _digits(need: int) -> list[int]:
    return [need // 4**side % 4 for side in range(4)]


def test_draws_can_be_stacked_and_a_stack_that_cannot_come_is_refused() -> None:
    game = bastida.new_game("plus", draws=["U", "V"], seed=3)
    assert game.tile == "U"
    game.play(game.options()[0])
    game.play("pass")
    assert game.tile == "V"
    with pytest.raises(StackedDeal, match="'Z'"):
        bastida.new_game("plus", draws=["Z"], seed=3)


def test_the_bag_runs_out_exactly() -> None:
    """Every tile of the box is drawn once for each of its copies (BASE-03, BASE-04)."""
    for edition, count in (("plus", 72), ("winter", 84)):
        game = bastida.new_game(edition, seed=5)
        while not game.over:
            game.play(game.options()[0])
        drawn = Counter(step.text for step in game.steps if step.seat is None)
        assert sum(drawn.values()) == count - 1
