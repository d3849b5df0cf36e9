"""The endless player of random games tells about a failure in few words."""

from __future__ import annotations

import pytest

from bastida import Game
from bastida.table.setup import make_setup
from tests import fuzz
from tests.properties import checks


def test_a_few_games_are_played_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--games", "2", "--seed", "7", "--thorough", "0", "--pairs"]) == 0
    told = capsys.readouterr().out
    assert "2 games" in told
    assert "0 failures" in told
    assert "abbot: big" in told


def test_a_failure_is_told_with_a_short_way_to_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppose that nobody may ever stand in a city: a tile or two are enough to show it."""

    def nobody_in_cities(game: Game) -> None:
        places = [figure for figure in game.view()["figures"] if str(figure.get("segment", "")).startswith("city")]
        assert not places, places

    monkeypatch.setitem(checks.ALWAYS, "nobody in cities", nobody_in_cities)
    monkeypatch.setattr(fuzz, "random_setup", lambda rng: make_setup("plus"))
    assert fuzz.main(["--games", "1", "--seed", "3", "--thorough", "0"]) == 1
    told = capsys.readouterr().out
    assert "FAILED  seed 3: make_setup('plus'" in told
    assert "nobody in cities" in told
    answers = told[told.index("for answer in [") :].splitlines()[0]
    assert answers.count("'") // 2 <= 6, answers
