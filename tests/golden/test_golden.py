"""Golden games: whole games as texts to be read, played again answer by answer and compared line by line."""

from __future__ import annotations

import pytest

import bastida
from tests.golden.policy import choose
from tests.golden.transcript import FOLDER, path, read, replayed


@pytest.mark.golden
@pytest.mark.parametrize("preset", bastida.presets())
def test_golden_games_are_what_they_were(preset: str) -> None:
    """If the change is meant, ``python -m tests.golden`` writes them anew."""
    found = replayed(read(preset))
    for number, (now, before) in enumerate(zip(found, path(preset).read_text(encoding="utf-8").splitlines(), strict=True)):
        assert now == before, f"{preset}.txt, line {number + 1}"


def test_there_is_a_golden_game_of_every_preset_and_of_nothing_else() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(bastida.presets())


@pytest.mark.golden
def test_the_player_of_golden_games_plays_the_same_game_again() -> None:
    """The first answers of one of them; the whole game would take a while."""
    golden = read("plus-first-game")
    game = bastida.new_game(golden.preset, players=golden.players, seed=golden.seed)
    while len(game.steps) < 40:
        game.play(choose(game))
    assert tuple(step.text for step in game.steps) == golden.answers[: len(game.steps)]
