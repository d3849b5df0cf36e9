"""Guesses of what is asked next: positions that may come, the likeliest first, from nothing that is hidden."""

from __future__ import annotations

import pytest

from bastida.kernel.codes import DEALER
from bastida.players.guessing import guesser, guesses
from bastida.players.settle import choosing_figure, laying, quiet
from tests.players.positions import random_game, state


@pytest.mark.parametrize("preset", ["plus", "hunters", "todo"])
def test_guesses_lead_to_a_question_of_one_of_the_seats(preset: str) -> None:
    game = random_game(preset, 4, lambda game: laying(game) and game.board.tiles >= 8)
    before, other = state(game), 1 - int(game.asked)
    found = guesses(game, [other], 10, 1, guesser())
    assert 5 <= len(found) <= 10
    assert [guess.chance for guess in found] == sorted((guess.chance for guess in found), reverse=True)
    assert 0.0 < sum(guess.chance for guess in found) <= 1.0
    assert len({guess.answers for guess in found}) == len(found)
    for guess in found:
        copy = game.copy()
        for option in guess.answers:
            assert copy.asked != other
            assert copy.copy().list_options().has(option)
            copy.answer(option)
        assert copy.asked == other
    assert state(game) == before


def test_where_only_a_tile_is_to_be_drawn_every_tile_is_guessed_as_often_as_it_is_left() -> None:
    game = random_game("plus", 4, lambda game: quiet(game) and game.board.tiles >= 30)
    assert game.asked == DEALER
    found = guesses(game, [0, 1], 100, 1, guesser())
    left = {option: int(game.weight(option)) for option in game.copy().list_options().numbers()}
    total = sum(left.values())
    told = {guess.answers[0]: guess.chance for guess in found if len(guess.answers) == 1}
    assert told == {option: pytest.approx(left[option] / total) for option in told}
    assert len(told) >= len(left) - 2  # a tile that fits nowhere is drawn again
    assert found[0].chance == max(told.values())


def test_a_person_who_may_only_place_a_figure_has_fewer_ways_to_go_on() -> None:
    game = random_game("plus", 4, lambda game: choosing_figure(game) and game.board.tiles >= 10)
    answers = set(game.copy().list_options().numbers())
    found = guesses(game, [1 - int(game.asked)], 30, 1, guesser())
    assert {guess.answers[0] for guess in found} <= answers
    assert sum(guess.chance for guess in found) > 0.5


def test_nobody_is_guessed_to_be_asked_who_is_not() -> None:
    game = random_game("plus", 4, lambda game: laying(game) and game.board.tiles >= 8, players=3)
    assert guesses(game, [(int(game.asked) + 2) % 3], 5, 1, guesser()) == []
