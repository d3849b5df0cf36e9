"""What chance brought in the games of a match: the same as a review says, kept with the results, and shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bastida.analysis import review
from bastida.arena import luck
from bastida.arena.luck import Luck
from bastida.arena.match import Match, Result, play_bag
from bastida.arena.results import Store, read
from bastida.arena.statistics import standing
from bastida.arena.tidy import rows
from bastida.kernel.codes import DEALER
from bastida.kernel.engine import Engine
from tests.analysis.games import play_on, short

MATCH = Match(("greedy", "random"), "plus-first-game", seed=4, luck=True)


def test_the_luck_of_a_game_is_that_of_its_review() -> None:
    game = play_on(short(left=3), "greedy")
    found = Luck(game.setup, 0)
    engine = game.kept(0)
    assert engine is not None
    engine = engine.copy()
    for step in game.steps:
        if engine.asked == DEALER:
            found.see(engine, step.number)
        engine.answer(step.number)
    assert any(found.margins)
    for side in review(game).sides:
        assert found.margins[side.seat] == pytest.approx(side.luck, abs=1e-6)
        assert found.chances[side.seat] == pytest.approx(side.luck_chance, abs=1e-6)


def test_luck_goes_to_the_player_not_to_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat that moves first is lucky here; in the second game of a bag that is the other player."""

    def see(self: Luck, game: Engine, answer: int) -> None:
        self.margins[0] += 1
        self.chances[0] += 0.01

    monkeypatch.setattr(luck.Luck, "see", see)
    first, second = play_bag(replace(MATCH, players=("random", "R0")), 0)
    assert (first.luck[0] > 50, first.luck[1]) == (True, 0)
    assert second.luck == first.luck[::-1]
    assert first.luck_share == pytest.approx([first.luck[0] / 100, 0])
    assert play_bag(replace(MATCH, players=("random", "R0"), luck=False), 0)[0].luck == []


def result(bag: int, rotation: int, points: list[int], lucky: float) -> Result:
    found = Result(bag, rotation, points, [10, 10], [0.1, 0.1], [0.02, 0.02], [{}, {}], 70)
    found.luck, found.luck_share = [lucky, -lucky], [lucky / 50, -lucky / 50]
    return found


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Three bags, in which all that one is ahead by is luck and two points."""
    path = tmp_path / "match.jsonl"
    store = Store(MATCH, path)
    for bag, lucky in enumerate((10, -4, 3)):
        store.add([result(bag, rotation, [50 + lucky + 2, 50], lucky) for rotation in range(2)])
    store.close()
    return path


def test_luck_is_kept_with_the_results_and_taken_away(played: Path) -> None:
    match, results = read(played)
    assert match.luck
    found = standing("greedy", 0, results).adjusted
    assert found is not None
    assert found.margin.value == pytest.approx(2)
    assert found.margin.high - found.margin.low == pytest.approx(0, abs=1e-9)
    assert found.luck.value == pytest.approx(3)
    assert [row["luck"] for row in rows(match, results)][:2] == [10, -10]
