"""What a search takes from one branch of its tree to the others: gains of places, luck of draws."""

from __future__ import annotations

import statistics
from collections import defaultdict

import pytest

from bastida.kernel.codes import DEALER
from bastida.kernel.engine import Engine
from bastida.kernel.native import vec
from bastida.players.experience import PLACES, Gains, Luck
from bastida.players.search import SearchPlayer
from bastida.players.settings import Settings
from bastida.players.settle import laying
from bastida.players.tree import Orders
from tests.players.positions import random_game


def asked_for_a_place(tiles: int, seed: int = 3) -> Engine:
    return random_game("plus", seed, lambda game: laying(game) and game.board.tiles >= tiles)


def asked_for_a_draw(tiles: int) -> Engine:
    return random_game("plus", 3, lambda game: game.asked == DEALER and game.board.tiles >= tiles)


def searching(nodes: int, **changes: float) -> SearchPlayer:
    settings = Settings()
    for name, value in changes.items():
        setattr(settings, name, value)
    return SearchPlayer("search", nodes, settings=settings)


def test_every_place_and_turn_of_every_tile_and_seat_is_remembered_by_itself() -> None:
    game = asked_for_a_place(12)
    gains = Gains(game.rules)
    options = game.copy().list_options().numbers()
    known = [gains.place(game, option) for option in options]
    assert len(set(known)) == len(options)
    assert [gains.place(game, option) for option in options] == known
    other = game.copy()
    other.asked = 1 - other.asked
    assert not set(known) & {gains.place(other, option) for option in options}


def test_what_is_remembered_leans_to_the_latest_look() -> None:
    game = asked_for_a_place(12)
    gains = Gains(game.rules)
    place = gains.place(game, game.list_options().items[0])
    assert gains.looks[place] == 0
    gains.learn(place, 4.0)
    assert gains.gain[place] == 4.0
    gains.learn(place, 9.0)
    assert gains.gain[place] == pytest.approx(6.0)
    assert gains.looks[place] == 2


def test_a_full_memory_begins_again() -> None:
    game = asked_for_a_place(12)
    gains = Gains(game.rules)
    option = game.list_options().items[0]
    gains.learn(gains.place(game, option), 1.0)
    gains.used = PLACES
    assert gains.looks[gains.place(game, option)] == 0
    assert gains.used == 1


def test_luck_is_measured_against_what_the_bag_holds() -> None:
    game = asked_for_a_draw(30)
    luck = Luck(game.rules)
    kinds = [kind for kind in range(len(game.rules.tiles)) if game.piles.copies(game.run_pile, kind) > 0]
    leads = vec[float]([0.0, 0.0, 6.0, -6.0, -1.0, 1.0])  # before the draw, after a good one, after a bad one
    good, bad = kinds[0], kinds[1]
    luck.learn(luck.row(game.seat, good), leads, 0, 2)
    luck.learn(luck.row(game.seat, bad), leads, 0, 4)
    copies = [game.piles.copies(game.run_pile, kind) for kind in (good, bad)]
    usual = (6.0 * copies[0] - 1.0 * copies[1]) / sum(copies)
    assert luck.usual(game, 0) == pytest.approx(usual)
    assert luck.usual(game, 1) == pytest.approx(-usual)
    assert luck.of(luck.row(game.seat, good), 0) == 6.0
    assert luck.of(luck.row(1 - game.seat, good), 0) == 0.0  # never met


def test_positions_that_may_come_are_opened_with_few_evaluations() -> None:
    game = asked_for_a_place(20)
    passes = {}
    for narrow in (0, 4):
        player = searching(1500, narrow=narrow)
        player.choose(game, 1)
        assert player.growth is not None
        passes[narrow] = player.growth.tree.visits[0]
    assert passes[4] > 2 * passes[0]


def test_only_evaluated_positions_are_believed_to_be_known() -> None:
    player = searching(1500)
    player.choose(asked_for_a_place(20), 1)
    assert player.growth is not None
    tree = player.growth.tree
    guessed = [node for node in range(tree.size) if tree.sure[node] == 0 and tree.prior[node] > 0.0]
    assert guessed
    for node in guessed:
        assert tree.visits[node] == 0
        assert tree.mover[node] < 0
    top = tree.child[0]
    while top >= 0:  # of the present question nothing is guessed
        assert tree.sure[top] == 1
        top = tree.sibling[top]


def test_without_their_luck_passes_differ_less() -> None:
    game = asked_for_a_place(30)
    spread = {}
    for part in (0.0, 1.0):
        growth = searching(10**9, luck=part).plant(game)
        orders = Orders(game, 1, 64)
        brought = defaultdict(list)
        for _ in range(150):
            growth.go_down(game.copy(), orders)
            brought[int(growth.path[1])].append(growth.scores[game.asked])
        spread[part] = statistics.pstdev(max(brought.values(), key=len))
    assert spread[1.0] < 0.8 * spread[0.0]
