"""The benchmarks run, and their table says what it should; how fast anything is, no test asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import foreseen, turns
from benchmarks.report import Report, Result, number
from benchmarks.rows import COMPILED, INTERPRETED, ROWS, Row
from benchmarks.yardstick import Yardstick

ROOT = Path(__file__).resolve().parent.parent
Capture = pytest.CaptureFixture[str]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", "benchmarks", "--quick", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_a_quick_run_prints_a_table_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    done = run("--mode", INTERPRETED, "--only", "base", "--only", "growth", "--json", str(file))
    assert done.returncode == 0, done.stderr
    heading, empty, heads, *lines = done.stdout.splitlines()
    assert "Python" in heading and not empty
    assert heads.split() == "work mode measured share of C asked reached".split()
    assert [line.split("  ")[0] for line in lines[:2]] == ["random game, base", "cost per tile, 216 tiles to 144"]
    data = json.loads(file.read_text(encoding="utf-8"))
    base, growth = data["results"]
    assert (base["row"], base["mode"], base["asked"]) == ("base", INTERPRETED, 0.009)
    assert base["best"] > 0 and len(base["rounds"]) == 3
    assert (base["share"] is None) == (not data["compiler"])
    assert growth["best"] > 0 and growth["share"] is None


def test_a_mode_that_is_not_there_is_said_and_left_out() -> None:
    done = run("--mode", COMPILED, "--only", "base", "--compiled", str(ROOT / "src"))
    assert done.returncode == 1
    assert "compiled was left out: the package that was found is not compiled" in done.stdout


def test_the_reference_plays_the_same_games_everywhere() -> None:
    yardstick = Yardstick()
    if not yardstick.compiler:
        pytest.skip("no C compiler")
    assert yardstick.run(1, 1000)["sums"] == [19317, 19302]
    yardstick.close()


def report() -> Report:
    fast = Row("fast", "fast work", "games/s", "plus", 0.35, 0.009)
    flat = Row("flat", "flat work", "times", "plus", 1.2, at_most=True)
    results = [
        Result(fast, COMPILED, [(30_000.0, 100_000.0), (36_000.0, 100_000.0), (41_234.0, 100_000.0)]),
        Result(fast, INTERPRETED, [(800.0, 100_000.0)]),
        Result(flat, COMPILED, [(1.3, 100_000.0), (1.25, 100_000.0)]),
        Result(flat, INTERPRETED, [(1.1, None)]),
    ]
    return Report(results, ["slow was left out: not built yet"], "gcc", "3.11")


def test_a_result_is_its_best_rate_and_its_middle_share() -> None:
    rows = [result.cells() for result in report().results]
    assert rows == [
        ("fast work", "compiled", "41,200 games/s", "0.36", "0.35", "yes"),
        ("fast work", "interpreted", "800 games/s", "0.008", "0.009", "no"),
        ("flat work", "compiled", "1.25 times", "", "at most 1.20", "no"),
        ("flat work", "interpreted", "1.10 times", "", "", ""),
    ]


def test_the_table_can_be_pasted_into_the_documentation() -> None:
    heading, _, heads, rule, *lines = report().markdown().splitlines()
    assert "C reference (gcc -O2) 100,000 games/s" in heading
    assert heads.count("|") == rule.count("|") == 7
    assert [line.count("|") for line in lines[:4]] == [7] * 4
    assert lines[4:] == ["", "- slow was left out: not built yet"]


@pytest.mark.parametrize(
    ("value", "text"), [(123_456.7, "123,000"), (999.4, "999"), (12.345, "12.35"), (0.34567, "0.346"), (0.001, "0.001")]
)
def test_numbers_are_given_with_three_digits(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_documentation_explains_every_row(row: Row) -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert f"| `{row.name}` |" in page


def test_turns_of_every_level_are_measured_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "turns.jsonl"
    arguments = ["--preset", "plus-first-game", "--level", "random", "--level", "greedy", "--turns", "3", "--games", "1"]
    monkeypatch.setattr(sys, "argv", ["turns", *arguments, "--keep", str(file)])
    turns.main()
    printed, kept = capsys.readouterr().out, file.read_text(encoding="utf-8")
    heads, rule, *rows, empty, last = printed.splitlines()
    assert heads == "| level | plus-first-game |"
    assert {line.count("|") for line in (heads, rule, *rows)} == {3}
    assert [row.split(" | ")[0] for row in rows] == ["| random", "| greedy"]
    for row in rows:
        middle, most, worst = (float(figure) for figure in row.split(" | ")[1].strip(" |").split(" / "))
        assert middle <= most <= worst
    assert not empty
    assert last.startswith("6 turns; the longest answer took ")
    assert len(kept.splitlines()) == 6
    turns.main()
    assert capsys.readouterr().out == printed
    assert file.read_text(encoding="utf-8") == kept


def test_turns_are_spread_over_the_whole_game() -> None:
    games = [game for _, game in turns.positions("plus", 1, 4)]
    laid = [int(game.engine.board.tiles) for game in games]
    assert laid[0] == 1
    assert laid[-1] == 71, "before the last tile"
    assert laid == sorted(laid)
    assert len(laid) == 4


@pytest.mark.parametrize(("share", "found"), [(0.5, 10), (0.95, 19), (1.0, 20), (0.0, 1)])
def test_a_part_of_the_values(share: float, found: int) -> None:
    assert turns.part(range(20, 0, -1), share) == found


def test_what_is_foreseen_is_counted_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Whoever plays against itself foresees every turn, and the tile after it as often as there are kinds."""
    arguments = ["--preset", "plus-first-game", "--level", "greedy", "--opponent", "greedy", "--games", "1"]
    monkeypatch.setattr(sys, "argv", ["foreseen", *arguments, "--keep", str(tmp_path / "kept.jsonl")])
    foreseen.main()
    printed = capsys.readouterr().out
    row = printed.splitlines()[2].split(" | ")
    assert row[0] == "| greedy"
    assert row[2] == "100.0 %"
    shares = [float(cell.split()[0]) for cell in row[3:]]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 100
    foreseen.main()
    assert capsys.readouterr().out == printed


def test_the_load_of_many_tables_is_played_on_the_real_schema() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    words = ["--tables", "30", "--games", "5", "--pace", "0.5", "--seconds", "1", "--game", "plus-first-game"]
    for more in ([], ["--flat-out", "--at-once", "4"]):
        command = [sys.executable, "-m", "benchmarks.scale", *words, *more]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        assert "30 being played, 5 over" in done.stdout and "until committed" in done.stdout
