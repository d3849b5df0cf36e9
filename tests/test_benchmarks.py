"""The benchmarks run, and their table says what it should; how fast anything is, no test asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bastida.analysis import reviewing
from bastida.analysis.calibrate import read
from bastida.analysis.valuing import Budget
from benchmarks import analysis, foreseen, habits, history, others, turns
from benchmarks.measures import make_measure
from benchmarks.report import Report, Result, number
from benchmarks.rows import COMPILED, INTERPRETED, ROWS, Row
from benchmarks.yardstick import Yardstick
from tests.analysis.games import play_on, short

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


def test_the_import_is_measured_in_a_process_of_its_own() -> None:
    first, second = (make_measure("import", "plus").rate(0.1) for _ in range(2))
    assert 0 < first < 30 and 0 < second < 30


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


@pytest.mark.slow
def test_what_is_foreseen_is_counted_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """The later in a turn, the surer; when only the tile is to be drawn, with forty guesses it is always among them."""
    monkeypatch.setattr("bastida.players.guessing.NODES", 60)
    arguments = ["--preset", "plus-first-game", "--level", "greedy", "--opponent", "greedy", "--games", "1"]
    monkeypatch.setattr(sys, "argv", ["foreseen", *arguments, "--keep", str(tmp_path / "kept.jsonl")])
    foreseen.main()
    printed = capsys.readouterr().out
    rows = {row.split(" | ")[1]: [cell.strip(" |%") for cell in row.split(" | ")[2:]] for row in printed.splitlines()[2:]}
    assert list(rows) == ["tile", "figure", "draw"]
    assert rows["tile"][0] == rows["draw"][0] == "35"
    shares = {moment: [float(cell) for cell in cells[1:]] for moment, cells in rows.items()}
    assert all(found == sorted(found) for found in shares.values())
    assert shares["draw"][-1] == 100.0
    assert 0.0 < shares["draw"][0] < 50.0
    assert shares["tile"][-1] <= shares["draw"][-1]
    foreseen.main()
    assert capsys.readouterr().out == printed


def test_figures_of_the_analysis_are_measured_once_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Games of a few tiles, and hardly a look at chance."""
    monkeypatch.setitem(reviewing.BUDGETS, "quick", Budget(1, draws=2, rivals=1))  # type: ignore[arg-type]
    monkeypatch.setattr(analysis, "DRAWS", 2)
    monkeypatch.setattr(
        analysis, "played", lambda player, game, seats, number, seed: play_on(short(left=5, seed=number), "greedy")
    )
    kept = {what: tmp_path / f"{what}.jsonl" for what in ("levels", "games", "luck", "blunders")}
    for _ in range(2):
        for what, file in kept.items():
            names = ["greedy"] if what == "levels" else ["plus"]
            monkeypatch.setattr(sys, "argv", ["analysis", what, *names, "--games", "2", "--keep", str(file)])
            analysis.main()
    assert {what: len(file.read_text(encoding="utf-8").splitlines()) for what, file in kept.items()} == dict.fromkeys(kept, 2)
    assert any(one["looks"] >= 0 for line in read(kept["blunders"]) for one in line["planted"])
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["analysis", "show", *map(str, kept.values())])
    analysis.main()
    shown = capsys.readouterr().out
    for said in (
        "error per decision",
        "remainder",
        "luck of the first seat in a game",
        "something better is named",
        "luck in all 4 games",
    ):
        assert said in shown


def test_the_limits_of_a_mean_take_every_game_as_one() -> None:
    """Events of a game hang together: a thousand of one game say no more than the game does."""
    assert analysis.by_mean([[1.0] * 500, [-1.0] * 500]) == "+0.000 ± 1.386"
    assert analysis.by_mean([[1.0], [1.0], [], [1.0]]) == "+1.000 ± 0.000"


def test_habits_are_counted_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    arguments = ["random", "greedy", "--bags", "1", "--keep", str(tmp_path / "kept.jsonl")]
    monkeypatch.setattr(sys, "argv", ["habits", *arguments])
    habits.main()
    printed = capsys.readouterr().out
    heads, _, *rows = ([cell.strip() for cell in row.strip("|").split("|")] for row in printed.splitlines())
    found = {row[0]: dict(zip(heads, row, strict=True)) for row in rows}
    assert list(found) == ["random", "greedy"]
    turns_of = [float(row["turns with an empty hand"].split(" of ")[1]) for row in found.values()]
    assert sum(turns_of) == 71
    sources = [head for head in heads if head.startswith("from ")]
    for row in found.values():
        empty, turns = map(float, row["turns with an empty hand"].split(" of "))
        assert 0 <= empty < turns
        assert sum(float(row[source]) for source in sources) == pytest.approx(float(row["points"]), abs=1.0)
    assert float(found["random"]["points"]) < float(found["greedy"]["points"])
    habits.main()
    assert capsys.readouterr().out == printed


def test_the_load_of_many_tables_is_played_on_the_real_schema() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    words = ["--tables", "30", "--games", "5", "--pace", "0.5", "--seconds", "1", "--game", "plus-first-game"]
    for more in ([], ["--flat-out", "--at-once", "4"]):
        command = [sys.executable, "-m", "benchmarks.scale", *words, *more]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        assert "30 being played, 5 over" in done.stdout and "until committed" in done.stdout


def entry_of(**shares: float) -> history.Entry:
    return {"date": "2026-11-19", "shares": {f"{name} compiled": share for name, share in shares.items()}}


def test_what_became_slower_is_named_and_noise_is_not() -> None:
    before = [entry_of(base=0.4, copy=5.0), entry_of(base=0.42, copy=5.2), entry_of(base=0.41)]
    assert history.slower([*before, entry_of(base=0.39, copy=4.7, todo=0.04)]) == []
    assert history.slower([*before, entry_of(base=0.36, copy=5.9)]) == ["base compiled: 0.36, usually 0.41"]
    assert history.slower(before[:1]) == history.slower([]) == []


def test_a_run_is_added_to_those_of_before_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, drawn = tmp_path / "history.json", tmp_path / "history.svg"
    base, growth = (next(row for row in ROWS if row.name == name) for name in ("base", "growth"))
    report = Report([Result(base, COMPILED, [(400.0, 1000.0)]), Result(growth, COMPILED, [(0.8, None)])])
    monkeypatch.setattr(history, "run", lambda *_: report)
    asked = ["--file", str(kept), "--picture", str(drawn)]
    assert history.main(asked) == 0
    report.results[0].rounds = [(300.0, 1000.0)]
    assert history.main(asked) == 1
    first, second = json.loads(kept.read_text(encoding="utf-8"))
    assert (first["shares"]["base compiled"], second["shares"]["base compiled"]) == (0.4, 0.3)
    assert first["shares"]["growth compiled"] == 1.5
    shown = ElementTree.parse(drawn).getroot()
    assert len(shown.findall("{*}polyline")) == 2


def test_engines_of_others_stand_beside_ours_installed_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = others.table({"Bastida `plus`, integers": 1500.0}, 1000.0)
    assert "| Bastida `plus`, integers | 1,500 | 1.50 |" in lines
    assert f"| python-chess (Python), {others.WHEN} | about 299 | 0.299 |" in lines
    for make in (lambda: others.bastida_engine("plus"), lambda: others.bastida_game("plus")):
        assert make()() >= 30
