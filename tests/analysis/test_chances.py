"""From margins to chances of winning."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bastida.analysis import calibrate
from bastida.analysis.chances import chances, fitted, numbers_for, shares


def test_chances_add_up_and_follow_the_margins() -> None:
    for tiles in (0, 10, 70):
        for family, rows in fitted().items():
            for players in rows:
                numbers = numbers_for(family, players)
                found = chances([6.0, -6.0, -8.0, -20.0][:players], tiles, numbers)
                assert sum(found) == pytest.approx(1.0)
                assert found == sorted(found, reverse=True)
                assert chances([0.0] * players, tiles, numbers) == pytest.approx([1 / players] * players)


def test_a_lead_is_worth_more_the_fewer_tiles_are_left() -> None:
    numbers = numbers_for("carcassonne", 2)
    said = [chances([8.0, -8.0], tiles, numbers)[0] for tiles in (70, 40, 10, 1)]
    assert said == sorted(said)


def test_numbers_of_players_between_those_fitted_lie_between_them() -> None:
    low, high = numbers_for("carcassonne", 2), numbers_for("carcassonne", 4)
    assert numbers_for("carcassonne", 3) == pytest.approx(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2))
    assert numbers_for("carcassonne", 6) == high


def test_a_tie_is_shared_out() -> None:
    assert shares([0.0, 0.0, -4.0]) == [0.5, 0.5, 0.0]
    assert shares([3.0, -3.0]) == [1.0, 0.0]


def test_the_fit_finds_the_numbers_that_made_the_games() -> None:
    """Outcomes in just the proportion that certain numbers say."""
    numbers = (3.0, 2.0)
    turns = [
        {"margins": [margin, -margin], "left": left, "won": chances([margin, -margin], left, numbers)}
        for left in (0, 1, 4, 16, 49)
        for margin in (0.5, 2.0, 5.0, 12.0, 25.0)
    ]
    assert calibrate.fit(turns) == pytest.approx(numbers, abs=0.3)


def test_games_are_played_and_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games.jsonl"
    monkeypatch.setattr(calibrate, "play", lambda game, players, number: [turn(game, players, number)])
    calibrate.main(["--play", "plus:2:4", "--games", str(games)])
    assert len([json.loads(line) for line in games.read_text(encoding="utf-8").splitlines()]) == 4
    shown = capsys.readouterr().out
    assert "plus, 2 players, 4 games" in shown
    assert "| 50-60 % |" in shown


def turn(game: str, players: int, number: int) -> dict[str, object]:
    head = {"family": "carcassonne", "game": game, "players": players, "number": number}
    return {**head, "left": 50, "part": 0.7, "margins": [1.0, -1.0], "won": [1.0, 0.0]}


@pytest.mark.slow
def test_a_game_gives_a_line_for_every_turn() -> None:
    turns = calibrate.play("plus-first-game", 2, 0)
    assert len(turns) > 60
    assert [one["left"] for one in turns] == sorted((one["left"] for one in turns), reverse=True)
    assert {sum(one["won"]) for one in turns} == {1.0}
