"""Search: the same answer to the same question, on time, without touching the game, exact when little is left."""

from __future__ import annotations

import os
import threading
import time

import pytest

from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.players.endgame import lead_of, tiles_left
from bastida.players.one_turn import OneTurnPlayer
from bastida.players.player import Player
from bastida.players.registry import hurry
from bastida.players.search import SearchPlayer
from bastida.players.settings import Settings
from bastida.players.settle import laying
from tests.players.positions import after, random_game, state

PRESETS = ("plus", "winter", "todo", "hunters-scout")


def settings(**changes: float) -> Settings:
    made = Settings()
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def players() -> list[Player]:
    return [OneTurnPlayer("evaluator", 200), SearchPlayer("search", 200)]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("number", [0, 1])
def test_the_same_question_and_seed_get_the_same_answer(preset: str, number: int) -> None:
    for tiles in (6, 30):
        game = random_game(preset, tiles, after(tiles))
        before = state(game)
        answer = players()[number].choose(game, 5)
        assert game.copy().list_options().has(answer)
        assert players()[number].choose(game, 5) == answer
        assert state(game) == before


def test_a_player_may_change_tables() -> None:
    player = SearchPlayer("search", 150)
    for preset in ("plus", "hunters", "plus"):
        game = random_game(preset, 4, after(10))
        assert game.copy().list_options().has(player.choose(game, 1))


def test_more_nodes_are_looked_at_only_to_finish_a_position() -> None:
    game = random_game("plus", 2, lambda game: laying(game) and game.board.tiles >= 12)
    player = SearchPlayer("search", 500)
    player.choose(game, 1)
    assert player.thought is not None
    assert 500 <= player.thought.nodes < 1000


def test_at_its_deadline_it_answers_with_what_it_has() -> None:
    game = random_game("plus", 2, lambda game: laying(game) and game.board.tiles >= 12)
    player = SearchPlayer("search", 10**9)
    player.deadline = 0.001  # long ago
    answer = player.choose(game, 1)
    assert game.copy().list_options().has(answer)
    assert player.thought is not None
    assert player.thought.nodes < 500


@pytest.mark.parametrize("halves", [1, 2])
def test_another_thread_may_stop_it(halves: int) -> None:
    game = random_game("plus", 2, lambda game: laying(game) and game.board.tiles >= 12)
    player = SearchPlayer("search", 10**9, settings=settings(halves=halves))
    began = time.monotonic()
    player.deadline = began + 60  # where no other thread gets a chance
    threading.Timer(0.2, hurry, (player,)).start()
    assert game.copy().list_options().has(player.choose(game, 1))
    assert time.monotonic() - began < 20


def test_two_trees_side_by_side_answer_like_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game("plus", 6, lambda game: laying(game) and game.board.tiles >= 20)
    both = SearchPlayer("search", 400, settings=settings(halves=2))
    answer = both.choose(game, 9)
    assert both.thought is not None
    nodes, margin = both.thought.nodes, both.thought.margin
    monkeypatch.delattr(os, "fork", raising=False)
    assert both.choose(game, 9) == answer
    assert (both.thought.nodes, both.thought.margin) == (nodes, margin)


def test_a_thought_tells_the_answer_and_what_follows() -> None:
    game = random_game("plus", 3, lambda game: laying(game) and game.board.tiles >= 9)
    player = SearchPlayer("search", 400)
    answer = player.choose(game, 3)
    thought = player.thought
    assert thought is not None
    assert thought.option == answer == thought.lines[0][0]
    assert 0.0 <= thought.chance <= 1.0
    for option in thought.lines[0]:
        assert game.list_options().has(option)
        game.answer(option)


def best_lead(game: Engine, seat: int) -> float:
    """By trying everything, without any short cut."""
    if game.asked == OVER:
        return float(lead_of(game, seat))
    options = game.list_options()
    values, weights = [], []
    for i in range(options.count):
        copy = game.copy()
        copy.answer(options.items[i])
        values.append(best_lead(copy, seat))
        weights.append(game.weight(options.items[i]) if game.asked == DEALER else 0)
    if game.asked == DEALER:
        return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)
    return max(values) if game.asked == seat else min(values)


@pytest.mark.parametrize("preset", ["plus", pytest.param("hunters", marks=pytest.mark.slow)])
def test_the_last_two_tiles_are_played_without_regret(preset: str) -> None:
    for seed in (1, 3):
        game = random_game(preset, seed, lambda game: laying(game) and tiles_left(game) == 1)
        leads = {}
        for option in game.copy().list_options().numbers():
            copy = game.copy()
            copy.answer(option)
            leads[option] = best_lead(copy, int(game.asked))
        player = SearchPlayer("search", 100)
        assert leads[player.choose(game, seed)] == pytest.approx(max(leads.values()))
        assert player.thought is not None
        assert player.thought.margin == pytest.approx(max(leads.values()))


@pytest.mark.parametrize(("preset", "seats"), [("plus", 2), ("todo", 3), ("hunters-scout", 4)])
def test_answers_that_are_about_as_good_are_played_to_the_end(preset: str, seats: int) -> None:
    game = random_game(preset, 8, lambda game: laying(game) and game.board.tiles >= 30, players=seats)
    before = state(game)
    player = SearchPlayer("search", 300, settings=settings(tied=1000.0, playouts=8))
    answer = player.choose(game, 4)
    assert player.choose(game, 4) == answer
    assert state(game) == before
    assert player.thought is not None
    assert player.thought.nodes < 600
    growth = player.growth
    assert growth is not None
    close = player.contenders(growth, growth.favourite(0))
    assert len(close) == 4
    assert answer in [growth.tree.option[at] for at in close]


def test_search_plays_with_four() -> None:
    for tiles in (5, 25):
        game = random_game("plus", tiles, after(tiles), players=4)
        assert game.copy().list_options().has(SearchPlayer("search", 200).choose(game, 1))


def test_a_lead_that_nobody_can_change_does_not_change_the_choice() -> None:
    """What is squashed is the difference from what is expected anyway: also 300 points ahead there is something to gain."""
    for seed in range(3):
        game = random_game("plus", seed, lambda game: laying(game) and game.board.tiles >= 30)
        answers = set()
        for points in (0, 300):
            game.points[2 * int(game.asked)] = points
            player = SearchPlayer("search", 400)
            answers.add(player.choose(game, 7))
            assert player.thought is not None
            assert player.thought.margin > 200 or not points
        assert len(answers) == 1


def test_of_very_many_answers_only_the_best_are_looked_at_with_their_figures() -> None:
    game = random_game("todo", 2, lambda game: laying(game) and game.copy().list_options().count > 40)
    seen = []
    for wide in (4, 1000):
        player = SearchPlayer("search", 1, settings=settings(wide=wide))
        assert game.copy().list_options().has(player.choose(game, 1))
        seen.append(int(player.seen))
    assert 2 * seen[0] < seen[1]
