"""What a search says of every answer after it has chosen one."""

from __future__ import annotations

import pytest

import bastida
from bastida.players.search import SearchPlayer
from tests.analysis.games import short


@pytest.mark.parametrize(("preset", "seats", "nodes"), [("plus", 2, 300), ("plus", 4, 200), ("hunters", 2, 1)])
def test_every_answer_has_an_outlook_and_the_best_comes_first(preset: str, seats: int, nodes: int) -> None:
    game = short(preset, seats, left=6, seed=3)
    player = SearchPlayer("search", nodes)
    chosen = player.choose(game.engine, 1)
    found = player.outlooks()
    seat = int(game.engine.asked)
    assert {one.option for one in found} == {option.number for option in game.options()}
    assert found[0].option == chosen
    for one in found:
        assert len(one.margins) == seats
        assert one.line[0] == one.option
        assert one.visits >= 0
    assert all((one.spread > 0.0) <= (one.visits > 1) for one in found)
    assert nodes < 100 or found[0].spread > 0.0
    margins = [one.margins[seat] for one in found]
    assert margins == sorted(margins, reverse=True)
    if seats == 2:
        assert all(one.margins[0] == pytest.approx(-one.margins[1]) for one in found)


def test_the_exact_ending_has_an_exact_margin() -> None:
    game = short(left=1, seed=4)
    player = SearchPlayer("search", 200)
    chosen = player.choose(game.engine, 1)
    best = player.outlooks()[0]
    assert player.thought is not None
    assert best.option == chosen
    assert best.margins[int(game.engine.asked)] == player.thought.margin == -best.margins[1 - int(game.engine.asked)]


def test_without_a_choice_there_is_none() -> None:
    game = bastida.new_game("plus", draws=["L", "Q"], seed=1)
    player = SearchPlayer("search", 50)
    player.choose(game.engine, 1)
    assert player.outlooks()
    game.play("0,-1 r2")
    game.play("pass")
    player.choose(game.engine, 1)
    assert player.outlooks() == []
