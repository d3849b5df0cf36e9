"""From margins to chances of winning."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from bastida.analysis import calibrate
from bastida.analysis.chances import between, chances, fitted, numbers_for, shares
from bastida.analysis.reliability import NAMES, Group, Said, bands, brier, stage_of, summary, table


def test_chances_add_up_and_follow_the_margins() -> None:
    for tiles in (0, 10, 70):
        for family, rows in fitted().items():
            for players, sizes in rows.items():
                for size in sizes:
                    numbers = numbers_for(family, players, size)
                    assert numbers == sizes[size]
                    found = chances([6.0, -6.0, -8.0, -20.0][:players], tiles, numbers)
                    assert sum(found) == pytest.approx(1.0)
                    assert found == sorted(found, reverse=True)
                    assert chances([0.0] * players, tiles, numbers) == pytest.approx([1 / players] * players)


def test_a_lead_is_worth_more_the_fewer_tiles_are_left() -> None:
    numbers = numbers_for("carcassonne", 2, 71)
    said = [chances([8.0, -8.0], tiles, numbers)[0] for tiles in (70, 40, 10, 1)]
    assert said == sorted(said)


def test_a_lead_is_worth_less_in_a_large_game() -> None:
    """Where more is played for, a few points say less."""
    small, large = (chances([8.0, -8.0], 40, numbers_for("carcassonne", 2, size))[0] for size in (71, 124))
    assert small > large > 0.5


def test_numbers_between_those_fitted_lie_between_them() -> None:
    low, high = numbers_for("carcassonne", 2, 71), numbers_for("carcassonne", 4, 71)
    assert numbers_for("carcassonne", 3, 71) == pytest.approx(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2))
    assert numbers_for("carcassonne", 6, 71) == high
    known = {10: (1.0, 2.0), 20: (3.0, 6.0)}
    assert [between(known, place) for place in (5, 10, 15, 20, 99)] == [(1, 2), (1, 2), (2, 4), (3, 6), (3, 6)]


def test_a_tie_is_shared_out() -> None:
    assert shares([0.0, 0.0, -4.0]) == [0.5, 0.5, 0.0]
    assert shares([3.0, -3.0]) == [1.0, 0.0]


def test_the_fit_finds_the_numbers_that_made_the_games() -> None:
    """Outcomes in just the proportion that certain numbers say."""
    numbers = (3.0, 2.0)
    turns = [
        ([margin, -margin], left, chances([margin, -margin], left, numbers))
        for left in (0, 1, 4, 16, 49)
        for margin in (0.5, 2.0, 5.0, 12.0, 25.0)
    ]
    assert calibrate.fit(turns) == pytest.approx(numbers, abs=0.3)


def test_games_are_played_once_shown_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games, drawn = tmp_path / "games.jsonl", tmp_path / "plot.svg"
    played: list[int] = []
    monkeypatch.setattr(calibrate, "play", lambda game, players, number: played.append(number) or one(game, players, number))
    calibrate.main(["--play", "plus:2:2", "--games", str(games)])
    with games.open("a", encoding="utf-8") as file:
        file.write('{"family": "carca')  # a sudden stop
    calibrate.main(["--play", "plus:2:4", "--games", str(games), "--plot", str(drawn)])
    assert played == [0, 1, 2, 3]
    assert len(calibrate.read(games)) == 4
    shown = capsys.readouterr().out
    assert "plus, 2 players, 4 games" in shown
    assert "| 50-60 % | 5" in shown
    root = ElementTree.parse(drawn).getroot()
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 3


def one(game: str, players: int, number: int) -> dict[str, object]:
    head = {"family": "carcassonne", "game": game, "players": players, "number": number}
    return {**head, "whole": 71, "won": [1.0, 0.0], "turns": [[50, [1.0, -1.0]]] * 50}


@pytest.mark.slow
def test_a_game_gives_its_turns() -> None:
    played = calibrate.play("plus-first-game", 2, 0)
    left = [tiles for _, tiles, _ in calibrate.turns_of(played)]
    assert len(left) > 60
    assert left == sorted(left, reverse=True)
    assert sum(played["won"]) == 1.0


# -- how well they hold ---------------------------------------------------------------------------------------------------


def group(*games: list[Said]) -> Group:
    return Group("tea", len(games), 2, games)


def test_what_was_said_is_held_against_what_came() -> None:
    games = [[Said("late", 0.72, 1.0), Said("late", 0.28, 0.0)], [Said("late", 0.78, 0.0), Said("early", 1.0, 1.0)]]
    found = bands(group(*games), "late")
    assert found[7] == (pytest.approx(0.75), 0.5, 2)
    assert found[2] == (pytest.approx(0.28), 0.0, 1)
    assert [band.number for band in found] == [0, 0, 1, 0, 0, 0, 0, 2, 0, 0]
    assert bands(group(*games), "early")[9] == (1.0, 1.0, 1)
    assert table(group(*games))[9] == "| 70-80 % |  |  | 75 → 50 (2) |"


def test_the_brier_score_is_the_square_of_what_was_missed() -> None:
    right, wrong, careful = ([Said("middle", chance, 1.0)] for chance in (1.0, 0.0, 0.5))
    assert brier(group(right)).value == 0.0
    assert brier(group(wrong)).value == 1.0
    assert brier(group(careful, careful)).value == 0.25
    mixed = brier(group(right, wrong, careful))
    assert mixed.value == pytest.approx(1.25 / 3)
    assert mixed.low < mixed.value < mixed.high
    assert [stage_of(part) for part in (1.0, 0.5, 0.1)] == list(NAMES)
    assert "0.250 |" in summary([group(careful, careful)])[-1]
