"""The levels for people: each answers every question of every game, and has its words in all languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bastida.arena.gates import LEAST_BAGS
from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.language.texts import LANGUAGES, texts
from bastida.players.levels import LEVELS, MEASURED, Share
from bastida.players.one_turn import Judge
from bastida.players.registry import make_player, measured, with_nodes
from bastida.players.weights import PARTS
from bastida.table.setup import make_setup

SEARCHING = [name for name, spec in LEVELS.items() if spec.startswith("search")]


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


def test_a_level_says_how_many_games_it_wins_against_the_one_before_it() -> None:
    """A level that was changed has to be measured again. Of those that search nothing is known yet: their games take hours."""
    names = list(LEVELS)
    assert [name for name in names if measured(name) is None] == [names[0], *SEARCHING]
    assert names[-len(SEARCHING) :] == SEARCHING
    for name in names[1 : -len(SEARCHING)]:
        share = measured(name)
        assert share is not None
        assert 0.5 < share.low <= share.value <= share.high <= 1.0
        assert share.bags >= LEAST_BAGS


def test_the_figures_are_those_of_the_documents() -> None:
    """``arena/ladder.py`` writes them into docs/strength.md; docs/players.md has the command."""
    documents = Path(__file__).parents[2] / "docs"
    told = " ".join((documents / "players.md").read_text(encoding="utf-8").split())
    for game, shares in MEASURED.items():
        assert f"--game {game}" in told
        for pair, share in shares.items():
            assert 0.0 <= share.low <= share.value <= share.high <= 1.0
            assert share.bags == 200 if pair[1] != "random" else share.bags >= LEAST_BAGS
    assert "--bags 200 " in told
    first = json.loads((documents / "strength.json").read_text(encoding="utf-8"))["S1"]
    value, low, high = (round(part, 3) for part in first["share"])
    assert measured("greedy") == Share(value, low, high, first["bags"])


def test_no_figure_is_kept_of_players_that_are_no_levels() -> None:
    steps = list(zip(list(LEVELS.values())[1:], LEVELS.values(), strict=False))
    for shares in MEASURED.values():
        assert all(pair in steps for pair in shares)
