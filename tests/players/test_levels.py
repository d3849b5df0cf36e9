"""The levels for people: each answers every question of every game, and has its words in all languages."""

from __future__ import annotations

import pytest

from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.language.texts import LANGUAGES, texts
from bastida.players.levels import LEVELS
from bastida.players.one_turn import Judge
from bastida.players.registry import make_player, with_nodes
from bastida.players.weights import PARTS
from bastida.table.setup import make_setup


@pytest.mark.parametrize("preset", ["todo", "hunters-scout", "winter"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_answers_whatever_is_asked(level: str, preset: str) -> None:
    """Every kind of question once, with a small budget: the random game between them goes through all modules."""
    player = make_player(with_nodes(LEVELS[level], 12))
    game, rng = make_setup(preset).engine(), Rng(11)
    asked: set[tuple[int, int]] = set()
    while game.asked != OVER:
        if game.asked != DEALER:
            question = (int(game.owner()), int(game.routine()) if game.owner() else int(game.op()))
            if question not in asked:
                asked.add(question)
                assert game.copy().list_options().has(player.choose(game.copy(), 1))
        game.answer(game.random_option(rng))
    assert len(asked) > 1


@pytest.mark.parametrize("level", [level for level, spec in LEVELS.items() if "blind=" in spec])
def test_a_blind_level_is_blind_in_both_families(level: str) -> None:
    player = make_player(level)
    assert isinstance(player, Judge)
    assert set(player.blind) & set(PARTS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_has_a_name_and_a_line_about_it(level: str, language: str) -> None:
    said = texts(language)
    assert said.has(f"level.{level}")
    assert said.has(f"level_about.{level}")
