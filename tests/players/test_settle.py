"""Playing on to where a position can be judged, and players that take no part in a module."""

from __future__ import annotations

import pytest

from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.players.evaluation import Evaluator
from bastida.players.making import make_evaluator
from bastida.players.registry import make_player
from bastida.players.settle import answers, choosing_figure, preferred, quiet, settle
from bastida.players.weights import read_weights
from tests.players.positions import random_game


def view_of(game: Engine, *ignore: str) -> Evaluator:
    return make_evaluator(game.rules, read_weights(), ignore=ignore)


def owned_by(game: Engine, name: str) -> bool:
    """Is the question, or one of the actions to choose from, this module's?"""
    index = next(module.index for module in game.rules.modules if module.name == name)
    if game.asked < 0:
        return False
    options = game.copy().list_options().numbers()
    return game.owner() == index or (choosing_figure(game) and any(option % 64 == index for option in options))


@pytest.mark.parametrize("preset", ["plus-circles", "plus-robbers", "plus-tower", "plus-messages", "todo", "hunters-scout"])
def test_a_settled_position_is_quiet_and_evaluated(preset: str) -> None:
    for seed in range(4):
        game = random_game(preset, seed, lambda game: game.asked >= 0 and game.board.tiles >= 30 and not quiet(game))
        view, copy = view_of(game), game.copy()
        assert settle(copy, view) >= 1
        assert quiet(copy)
        again = view_of(game)
        again.measure(copy)
        assert list(view.values) == list(again.values)


def test_whoever_is_asked_takes_what_is_best_for_himself() -> None:
    """Seen in what every answer of another seat would be worth to it."""
    found = 0
    for seed in range(30):
        game = random_game("plus-circles", seed, lambda game: game.asked >= 0 and game.asked != game.seat)
        if game.asked == OVER:
            continue
        view, seat = view_of(game), game.asked
        options = game.copy().list_options()
        worth = []
        for number in options.numbers():
            copy = game.copy()
            copy.answer(number)
            while not quiet(copy):  # what comes after it gets the first answer
                copy.answer(copy.list_options().numbers()[0])
            view.measure(copy)
            worth.append(view.margin(seat))
        best = worth.index(max(worth))
        assert preferred(game.copy(), view, options) == options.numbers()[best]
        found += best != 0
    assert found  # often it is not the first answer


@pytest.mark.parametrize(
    ("preset", "module"), [("plus-flying", "flying"), ("plus-ferries", "ferries"), ("plus-circles", "circles")]
)
@pytest.mark.parametrize("kind", ["evaluator:nodes=300", "search:nodes=60"])
def test_who_ignores_a_module_takes_no_part_in_it(preset: str, module: str, kind: str) -> None:
    player, asked = make_player(f"{kind}:ignore={module}"), 0
    for seed in range(6):
        game = random_game(preset, seed, lambda game: game.board.tiles >= 12 and owned_by(game, module))
        if game.asked == OVER:
            continue
        asked += 1
        answer = int(player.choose(game, seed))
        options = game.copy().list_options().numbers()
        index = next(rule.index for rule in game.rules.modules if rule.name == module)
        if game.owner() == index:
            assert answer == options[0]
        else:
            assert answer % 64 != index or answer == 0
        assert game.list_options().has(answer)
    assert asked


def test_who_ignores_nothing_sees_all_answers() -> None:
    game = random_game("todo", 3, lambda game: game.asked >= 0 and game.board.tiles >= 20)
    assert answers(game.copy(), view_of(game)).numbers() == game.copy().list_options().numbers()
    chance = random_game("plus-flying", 3, lambda game: game.asked == DEALER and game.board.tiles >= 20)
    assert answers(chance.copy(), view_of(chance, "flying")).numbers() == chance.copy().list_options().numbers()
