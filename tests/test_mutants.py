"""tools/mutants.py: what it counts. Making the mutants is mutmut's work, and `make mutants` does it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools import mutants

KING = next(one for one in mutants.SUBJECTS if one.name == "king")
ENDS = {
    "king.rules.xǁKingǁ__init____mutmut_1": 0,
    "king.rules.xǁKingǁreward__mutmut_1": 1,
    "king.rules.xǁKingǁreward__mutmut_2": -24,
    "king.rules.xǁKingǁreward__mutmut_3": 33,
    "king.rules.xǁKingǁcompare__mutmut_1": 0,
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutants, "PLACE", tmp_path)
    monkeypatch.setattr(mutants, "COPIED", ("tests/conftest.py", "pyproject.toml"))
    return tmp_path


def ending_with(ends: dict[str, int], code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], cwd: Path, **_: Any) -> subprocess.CompletedProcess[str]:
        kept = cwd / "mutants" / f"{KING.file}.meta"
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({"exit_code_by_key": ends}), encoding="utf-8")
        shown = "--- a\n+++ b\n-    return 1\n+    return 2\n" if "show" in command else ""
        return subprocess.CompletedProcess(command, code, shown, "")

    monkeypatch.setattr(mutants.subprocess, "run", run)


def test_a_mutant_is_killed_by_a_failure_or_by_never_ending_and_by_nothing_else(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ending_with(ENDS, 0, monkeypatch)
    assert mutants.main(["king", "--show"]) == 1
    shown = capsys.readouterr().out
    assert "| `carcassonne/expansions/king/rules.py` | 4 | 2 | 50% |" in shown
    assert "reward__mutmut_3" in shown and "-    return 1" in shown and "__init__" not in shown
    assert (
        'paths_to_mutate = ["src/bastida/carcassonne/expansions/king/rules.py"]' in (place / "king/pyproject.toml").read_text()
    )
    ending_with({name: 1 for name in ENDS}, 0, monkeypatch)
    assert mutants.main(["king"]) == 0


def test_a_run_that_broke_off_is_no_result(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ending_with(ENDS, 2, monkeypatch)
    with pytest.raises(SystemExit, match="did not come to an end"):
        mutants.main(["king"])


def test_every_subject_and_its_tests_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    for one in mutants.SUBJECTS:
        assert all((mutants.ROOT / file).is_file() for file in (one.file, *one.tests)), one.name
    with pytest.raises(SystemExit):
        mutants.main(["queen"])
    assert "queen: there is abbot, king" in capsys.readouterr().err
