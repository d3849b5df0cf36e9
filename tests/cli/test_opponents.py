"""Computer players at the terminal: every level plays, and what a saved game says of one is never a reason to lose it."""

from __future__ import annotations

import pytest

import bastida
from bastida.cli import opponents
from bastida.cli.opponents import Computer, name_of, opponent
from bastida.language.texts import LANGUAGES, texts
from bastida.players.references import Random
from bastida.players.registry import levels
from tests.cli.conftest import Run


@pytest.mark.parametrize("level", levels())
def test_every_level_can_be_played_against(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "PATIENCE", 0.3)
    game = bastida.new_game("plus-first-game", players=2, seed=1)
    found = opponent(level, 3)
    assert isinstance(found, Computer)
    assert found.choose(game) in game.options()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name(language: str) -> None:
    names = [name_of(texts(language), level) for level in levels()]
    assert len(set(names)) == len(names)
    assert all(texts(language).has(f"{key}.{level}") for level in levels() for key in ("level", "level_about"))


def test_the_same_seed_gives_the_same_answers() -> None:
    game = bastida.new_game("plus-first-game", players=2, seed=1)
    assert opponent("random", 3).choose(game) == opponent("random", 3).choose(game)
    assert len({opponent("random", seed).choose(game) for seed in range(20)}) > 1


def test_a_player_that_is_not_known_here_is_played_at_random() -> None:
    for spec in ("genius", "search:nodes=", "external:bot", "level:99"):
        found = opponent(spec, 1)
        assert isinstance(found, Computer)
        assert isinstance(found.player, Random)


@pytest.mark.parametrize("player", ["greedy", "level:1", "playouts:nodes=5"])
def test_any_player_of_the_arena_can_sit_down(run: Run, player: str) -> None:
    result = run("play", "--players", "Ana", "--computer", player, "--seed", "3", lines=["1a", "1b", "1c", "1d", "0", "0"])
    assert result.exit_code == 0
    assert " at " in result.output


def test_levels_that_do_not_exist_are_refused_with_those_there_are(run: Run) -> None:
    result = run("play", "--players", "Ana", "--computer", "genius")
    assert result.exit_code == 2
    assert "genius" in result.stderr
    assert all(level in result.stderr for level in levels())
