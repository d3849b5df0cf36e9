"""Simulations: the figures add up and depend on the seed alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

import bastida
from bastida.cli.simulate import Numbers, Results, play_chunk
from bastida.kernel.chance import Rng
from bastida.table.setup import make_setup
from tests.cli.conftest import Run
from tests.clusters import ON_RAY

KEYS = {
    "version",
    "mode",
    "game",
    "edition",
    "sets",
    "elements",
    "switches",
    "players",
    "seed",
    "games",
    "seats",
    "ties",
    "turns",
    "unplaceable",
    "sample",
    "seconds",
    "games_per_second",
}
TIMES = {"seconds", "games_per_second"}


def figures(run: Run, *arguments: str) -> dict[str, Any]:
    result = run("simulate", "--json", *arguments)
    assert result.exit_code == 0, result.output
    summary: dict[str, Any] = json.loads(result.stdout)
    assert set(summary) == KEYS
    return {key: value for key, value in summary.items() if key not in TIMES}


def test_the_same_seed_gives_the_same_figures_for_any_number_of_processes(run: Run) -> None:
    alone = figures(run, "--games", "230", "--seed", "4")
    assert figures(run, "--games", "230", "--seed", "4", "--jobs", "3") == alone
    assert figures(run, "--games", "230", "--seed", "5") != alone


def test_the_summary_adds_up(run: Run) -> None:
    summary = figures(run, "--games", "150", "--players", "3", "--sources", "--sets", "river,inns", "--without", "farmers")
    assert summary["games"] == 150
    assert summary["sets"] == ["river", "inns"]
    assert "farmers" not in summary["elements"]
    assert len(summary["seats"]) == 3
    assert sum(seat["share"] for seat in summary["seats"]) == pytest.approx(1, abs=1e-3)
    assert sum(seat["wins"] for seat in summary["seats"]) + summary["ties"] == 150
    for seat in summary["seats"]:
        assert seat["score"]["min"] <= seat["score"]["mean"] <= seat["score"]["max"]
    by_source = summary["sample"]["points_by_source"]
    total = sum(seat["score"]["mean"] for seat in summary["seats"])
    assert sum(by_source.values()) == pytest.approx(total, abs=0.01)
    assert "field" not in by_source
    assert summary["sample"]["decisions"]["mean"] > summary["turns"]["mean"]
    assert summary["turns"]["max"] <= 72 + 12 + 18


def test_games_with_and_without_a_ledger_are_the_same_games() -> None:
    setup = make_setup("plus", players=2)
    plain, told = (play_chunk(setup, 11, (0, 20, sampled)) for sampled in (0, 20))
    assert (plain.sampled, told.sampled) == (0, 20)
    assert plain.scores == told.scores
    assert plain.turns == told.turns


def test_a_game_of_the_simulation_can_be_played_again() -> None:
    setup = make_setup("plus", players=2)
    engine = setup.engine()
    engine.play_random(Rng(11))
    chunk = play_chunk(setup, 11, (0, 1, 0))
    assert [numbers.total for numbers in chunk.scores] == [engine.score_of(seat) for seat in range(2)]


def test_the_table_is_shown_in_words(run: Run) -> None:
    result = run("simulate", "--games", "30", "--lang", "es")
    assert "Partidas al azar de Plus: 30 · jugadores: 2" in result.output
    assert "De dónde salen los puntos" in result.output
    assert ("compilado" if bastida.COMPILED else "interpretado") in result.output


def test_sums_give_mean_and_deviation() -> None:
    numbers, other = Numbers(), Numbers()
    for value in (2, 4, 4, 4):
        numbers.add(value)
    for value in (5, 5, 7, 9):
        other.add(value)
    numbers.merge(other)
    assert numbers.summary() == {"mean": 5.0, "sd": 2.1381, "min": 2, "max": 9}
    assert Numbers().summary() == {"mean": 0.0, "sd": 0.0, "min": None, "max": None}


def test_a_tie_is_shared_out() -> None:
    results = Results(2, games=4)
    results.wins = [2, 1]
    results.shared = [[0, 0, 1], [0, 0, 1]]
    assert [results.share(seat) for seat in range(2)] == [0.625, 0.375]


@pytest.mark.parametrize("place", [pytest.param("--jobs=2", id="processes"), pytest.param("--ray", marks=ON_RAY, id="ray")])
def test_the_figures_are_the_same_wherever_they_are_worked_out(run: Run, place: str) -> None:
    def found(*more: str) -> dict[str, Any]:
        shown = figures(run, "--game", "plus-first-game", "--games", "250", "--seed", "3", *more)
        return {key: value for key, value in shown.items() if key not in TIMES}

    assert found(place) == found()
