"""The gates of strength, what passes them, and the page that tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bastida.arena import ladder
from bastida.arena.endings import LAST, ending, left, regrets, value, values
from bastida.arena.gates import EXACT, GATES, LEAST_BAGS, PROFILE, Bar, Gate, all_ids, measured_against
from bastida.arena.ladder import LEVEL_GAMES, clears, main, page, read_results
from bastida.arena.match import Match
from bastida.arena.runner import in_this_process
from bastida.arena.statistics import Interval
from bastida.kernel.codes import OVER
from bastida.kernel.engine import Engine
from bastida.players.making import make_evaluator
from bastida.players.player import Player
from bastida.players.references import Random, lead
from bastida.players.registry import levels, make_player, measured
from bastida.players.settle import quiet
from bastida.players.weights import read_weights
from bastida.table.setup import FAMILIES
from tests.players.positions import random_game

ROOT = Path(__file__).resolve().parents[2]


def test_all_gates_are_there_with_enough_bags() -> None:
    assert {name.partition(".")[0] for name in all_ids()} == {f"S{number}" for number in range(1, 21)}
    assert len(set(all_ids())) == len(all_ids())
    assert all(gate.bags >= LEAST_BAGS for gate in GATES)
    assert PROFILE.bags >= LEAST_BAGS


@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.id)
def test_the_match_of_a_gate_can_be_played(gate: Gate) -> None:
    for part in (0.01, 1.0):
        match = gate.match(part)
        match.setup.rules()
        for spec in match.players:
            make_player(spec)
    assert len(match.players) == len(gate.players)


def test_every_expansion_has_a_gate_for_knowing_it() -> None:
    blind = {gate.players[1].partition("=")[2] for gate in GATES if gate.id.startswith("S11.")}
    assert {"abbot", "tower", "inns+big", "scout", "circles"} <= blind
    expansions = {name for games in FAMILIES.values() for name, expansion in games.expansions.items() if expansion.elements}
    assert {gate.id for gate in GATES if gate.id.startswith("S11.")} == {
        f"S11.{name}" for name in expansions - set(measured_against("nobody"))
    }


@pytest.mark.parametrize("gate", [gate for gate in GATES if gate.id.startswith("S11.")], ids=lambda gate: gate.id)
def test_who_does_not_know_an_expansion_is_another_player(gate: Gate) -> None:
    """Blind where the evaluation differs; where it is the same, it takes no part."""
    how, _, modules = gate.players[1].partition(":")[2].partition("=")
    differ = 0
    for seed in range(12):
        game = random_game(gate.game, seed, lambda game: quiet(game) and game.board.tiles >= 30)
        knowing = make_evaluator(game.rules, read_weights())
        blind = make_evaluator(game.rules, read_weights(), tuple(modules.split("+")))
        knowing.measure(game)
        blind.measure(game)
        differ += list(knowing.values) != list(blind.values)
    assert (how == "blind") == (differ > 0)


def test_only_lower_limits_pass() -> None:
    bar = Bar(0.6, 5)
    wide, high = Interval(0.9, 0.59, 0.99), Interval(0.7, 0.61, 0.8)
    assert not clears(bar, wide, Interval(9, 8, 10))
    assert not clears(bar, high, Interval(6, 4.9, 7))
    assert clears(bar, high, Interval(6, 5.1, 7))
    assert clears(Bar(0.6), high, Interval(-6, -9, -3))


# -- the last two tiles ---------------------------------------------------------------------------------------------------


def test_an_ending_has_a_tile_in_hand_and_one_left() -> None:
    engine = ending("plus-first-game", 0, 1)
    assert engine.asked >= 0
    assert left(engine) == LAST
    assert engine.run_kind >= 0


def test_values_at_the_very_end_are_the_final_leads() -> None:
    engine = ending("plus-first-game", 3, 1)
    while engine.asked != OVER:
        engine.answer(engine.list_options().numbers()[0])
    assert value(engine, 0) == lead(engine, 0) == -value(engine, 1)


class Worst(Player):
    """Answers as badly as can be."""

    def choose(self, game: Engine, seed: int) -> int:
        worth = values(game)
        return min(worth, key=lambda option: worth[option])


class Best(Player):
    def choose(self, game: Engine, seed: int) -> int:
        worth = values(game)
        return max(worth, key=lambda option: worth[option])


@pytest.mark.slow
def test_regret_is_what_an_answer_gives_away() -> None:
    assert list(regrets(Best("best"), "plus-first-game", 1, iter([1]))) == [0.0]
    (worst,) = regrets(Worst("worst"), "plus-first-game", 1, iter([1]))
    (some,) = regrets(Random("random"), "plus-first-game", 1, iter([1]))
    assert 0 <= some <= worst
    assert worst > 0


# -- playing and telling --------------------------------------------------------------------------------------------------


def test_a_gate_is_played_resumed_and_told(tmp_path: Path) -> None:
    gate = Gate("S99", ("random", "random"), 4, Bar(0.01), Bar(0.99))
    match, path = Match(gate.players, "plus-first-game"), tmp_path / "S99.jsonl"
    first = ladder.contest(gate, 3, match, path, in_this_process)
    lines = path.read_text().splitlines()
    again = ladder.contest(gate, 4, match, path, in_this_process)
    assert path.read_text().splitlines()[: len(lines)] == lines
    assert (first["bags"], again["bags"], again["games"]) == (3, 4, 8)
    assert again["passed"] and not again["ambition"]
    assert again["command"] == "bastida arena random random --game plus-first-game --bags 4 --seed 1"
    assert json.dumps(again)


def test_a_profile_tells_what_games_look_like(tmp_path: Path) -> None:
    match = Match(("random", "random"), ledger=True)
    found = ladder.profile(5, match, tmp_path / "S13.jsonl", in_this_process)
    assert set(found["profile"]) == set(PROFILE.bounds)
    assert sum(found["sources"].values()) == pytest.approx(1, abs=0.01)
    assert 0 < found["profile"]["fields"] < 1
    assert found["profile"]["winner"] > found["profile"]["points"] > found["loser"]
    assert not found["passed"]


def test_exact_endings_are_counted_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "regrets", lambda player, game, seed, numbers: (0.5 * number for number in numbers))
    path = tmp_path / "S9.jsonl"
    assert ladder.exact(1, path)["passed"]
    found = ladder.exact(3, path)
    assert (found["positions"], found["worst"], found["mean"], found["passed"]) == (3, 1.0, 0.5, False)
    assert path.read_text().split() == ["0.0", "0.5", "1.0"]


def some_result(bags: int) -> dict[str, Any]:
    return {
        "command": "bastida arena x y",
        "bags": bags,
        "games": 2 * bags,
        "share": [0.9, 0.86, 0.93],
        "margin": [30.0, 25.0, 35.0],
        "elo": [381.0, None, None],
        "points": [95.0, 65.0],
        "milliseconds": [50.0, 0.5],
        "passed": True,
        "ambition": False,
        "date": "2026-01-01",
        "version": "0.1.0",
        "mode": "compiled",
        "machine": "two cores",
    }


def test_no_figure_from_too_few_bags_gets_into_the_page() -> None:
    little, enough = page({"S4": some_result(LEAST_BAGS - 1)}), page({"S4": some_result(LEAST_BAGS)})
    assert little == page({})
    assert "90.0 % [86.0, 93.0] | +30.0 [+25.0, +35.0]" in enough
    assert "**passed**" in enough and "`bastida arena x y`" in enough
    few = {**some_result(0), "positions": EXACT.positions - 1, "worst": 0.0, "mean": 0.0}
    assert page({EXACT.id: few}) == page({})
    assert "Worst regret 0 points" in page({EXACT.id: {**few, "positions": EXACT.positions}})


def test_the_page_says_of_every_level_what_was_measured() -> None:
    names = list(levels())
    for name, before in zip(names[1:], names, strict=False):
        (row,) = [line for line in page({}).splitlines() if line.startswith(f"| {name} | {before} |")]
        for game, cell in zip(LEVEL_GAMES, row.strip("| ").split(" | ")[2:], strict=True):
            share = measured(name, game)
            assert (cell == "not measured") is (share is None)
            assert share is None or cell.startswith(f"{100 * share.value:.1f} % [")


def test_the_page_is_written_from_the_results(tmp_path: Path) -> None:
    """`python -m bastida.arena.ladder --only-page` brings docs/strength.md up to date."""
    results = ROOT / "docs" / "strength.json"
    assert (ROOT / "docs" / "strength.md").read_text(encoding="utf-8") == page(read_results(results))
    main(["--only-page", "--results", str(results), "--page", str(tmp_path / "page.md")])
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == page(read_results(results))


def test_speed_is_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert ladder.nodes_in_a_second("playouts", 2) > 1
    monkeypatch.setattr(ladder, "nodes_in_a_second", lambda kind: 1234.4)
    main(["--speed"])
    assert "search: 1234 nodes in a second" in capsys.readouterr().out


def test_gates_that_do_not_exist_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--long", "--gate", "S99"])
    assert "S12.hunters" in capsys.readouterr().err


def test_a_part_of_the_budget_is_a_result_of_its_own(tmp_path: Path) -> None:
    gate = next(gate for gate in GATES if gate.id == "S4")
    assert gate.match(0.05).players == ("search:nodes=4000", "greedy")
    result = {
        "bags": 200, "share": [0.97, 0.95, 0.98], "margin": [40.0, 38.0, 42.0], "date": "2026-11-16", "version": "0",
        "mode": "compiled", "machine": "m", "command": "c", "passed": True, "ambition": True,
    }  # fmt: skip
    shown = page({"S4@0.05": result})
    assert "| S4 | 0.05 | `plus` | 200 | 97.0 % [95.0, 98.0] | +40.0 [+38.0, +42.0] |" in shown
    assert "| S4 | search, 1 s, against R1 (`plus`) | | | |" in shown  # the gate itself is not passed by it
