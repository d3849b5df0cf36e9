"""Whole games of Hunters & Gatherers, with and without the Scout, against the oracle's own game: every answer, every point."""

from __future__ import annotations

import random

import pytest

from bastida import COMPILED, Game, Option
from bastida.table.setup import Setup, make_setup, played_tiles
from tests.oracle.hunt import Answer, Hunt
from tests.oracle.parts import played
from tests.properties.checks import settings_of

GAMES = 6 if COMPILED else 4


def naive(setup: Setup) -> Hunt:
    """The same game as the oracle plays it."""
    parts = played(["hunters", *setup.elements], setup.seats, settings_of(setup))
    return Hunt.begin(parts, played_tiles(setup.games, setup.games.editions["hunters"], setup.sets), setup.first)


def choose(game: Game, options: list[Option], weights: list[int], rng: random.Random) -> Option:
    """Special tiles are soon laid, members seldom taken back, and now and then the most points are taken."""
    assert game.decision is not None
    if game.decision.kind in ("special tile", "refuse"):
        return options[rng.random() < 0.4]
    if game.decision.kind == "pile" and rng.random() < 0.5:  # so that one is soon used up
        return options[0]
    if game.decision.kind == "shaman" and rng.random() < 0.7:
        return options[0]
    if game.decision.kind in ("tile", "figure") and rng.random() < 0.5:
        some = rng.sample(options, min(8, len(options)))
        return max(some, key=lambda option: (points_after(game, option), option.text != "pass"))
    return rng.choices(options, weights)[0]


def points_after(game: Game, option: Option) -> int:
    engine = game.engine.copy()
    engine.answer(option.number)
    return sum(int(engine.score_of(seat)) for seat in range(game.setup.seats))


def play_both(setup: Setup, seed: int) -> set[str]:
    """Play to the end; tell which kinds of question and sources of points there were."""
    rng = random.Random(seed)
    game, other = Game(setup, None), naive(setup)
    seen = set()
    while not game.over:
        assert game.decision is not None
        assert game.decision.kind == other.question
        assert game.decision.seat == (None if other.question in ("draw", "piece") else other.seat)
        seen.add(game.decision.kind)
        options, meaning = game.options(), meanings(game, other)
        option = choose(game, options, [other.weight(meaning[option.text]) for option in options], rng)
        seen |= {option.verb} - {""}
        game.play(option)
        other = other.answer(meaning[option.text])
        assert tuple(game.scores().values()) == other.points
        if not game.over:
            for (seat, kind), count in other.reserve.items():
                assert game.engine.figures.available(seat, game.engine.rules.figure_names.index(kind)) == count
    assert other.question == "over"
    return seen | {entry.source for entry in game.ledger}


def meanings(game: Game, other: Hunt) -> dict[str, Answer]:
    """What each option is called by the oracle, which has exactly the same."""
    answers = other.options()
    found = {}
    for option in game.options():
        same = [answer for answer in answers if option.text in other.texts(answer)]
        assert len(same) == 1, (option.text, answers)
        found[option.text] = same[0]
    assert len(found) == len(answers), (list(found), answers)
    return found


@pytest.mark.parametrize("switch", ["next turn", "at once"])
def test_HG_12_to_HG_114_whole_games_equal_the_naive_ones(switch: str) -> None:
    for seed in range(GAMES // 2):
        play_both(make_setup("hunters", players=2 + seed % 4, first=seed % 2, switches={"returned": switch}), seed)


@pytest.mark.parametrize(("edge", "hole"), [("13", "incomplete"), ("11", "complete")])
def test_HG_R04_and_HG_R31_whole_games_with_an_edge_equal_the_naive_ones(edge: str, hole: str) -> None:
    play_both(make_setup("hunters", players=2, switches={"edge": edge, "hole": hole}), 7)


def test_SCOUT_R11_whole_games_with_the_largest_lake_of_the_system_equal_the_naive_ones() -> None:
    seen: set[str] = set()
    for seed in (3, 4, 5):
        seen |= play_both(make_setup("hunters-scout", players=3, switches={"canoe_lake": "system"}), seed)
    assert "canoe" in seen


@pytest.mark.parametrize("refusals", ["each", "one"])
def test_SCOUT_R24_and_SCOUT_R06_whole_games_with_several_piles_equal_the_naive_ones(refusals: str) -> None:
    """The Explorer refuses until tiles that everybody knows are drawn."""
    known = 0
    for seed in range(GAMES):
        setup = make_setup("hunters-scout", players=5 - seed % 2, switches={"piles": "several", "refusals": refusals})
        known += "known" in play_both(setup, seed)
    assert known > 0


@pytest.mark.slow
def test_SCOUT_02_to_SCOUT_39_whole_games_equal_the_naive_ones() -> None:
    seen: set[str] = set()
    for seed in range(GAMES):
        seen |= play_both(make_setup("hunters-scout", players=5 - seed % 4, first=seed % 2), seed)
    assert {"special tile", "refuse", "shaman", "canoe", "farm", "hut", "meadow", "forest", "river"} <= seen
