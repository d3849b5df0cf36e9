"""The examples of docs/environments.md."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from bastida.env import aec
from bastida.env.layout import Layout
from bastida.table.setup import make_setup
from benchmarks import environments

PAGE = Path(__file__).resolve().parents[2] / "docs" / "environments.md"


def test_every_example_of_the_page_is_true() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.FAIL_FAST)
    assert results.attempted > 15 and not results.failed


def test_the_planes_that_the_page_names_are_there() -> None:
    names = Layout(make_setup("plus").rules()).names
    table = PAGE.read_text(encoding="utf-8").split("`Layout.names`")[1].split("Behind them")[0]
    said = [name for name in re.findall(r"`([^`]+)`", table) if name not in ("0", "3", "on the tile: ...")]
    missing = [name for name in said if name not in names and not any(one.startswith(name.rstrip(". ")) for one in names)]
    assert len(said) > 12 and not missing


def test_the_benchmark_prints_its_table() -> None:
    rows = [row for row in environments.ROWS if row.name.startswith("`plus`") and "Gymnasium" not in row.name]
    best, missing = environments.measure(rows, 0.001, 1)
    lines = environments.table(rows, best)
    assert not missing and len(lines) == len(rows) + 2 and all(rate > 0 for rate in best.values())
    assert environments.short(123_456) == "123,000" and environments.short(85.4) == "85"


def test_what_is_compiled_needs_none_of_the_packages_of_the_extra() -> None:
    """mypy follows imports where a wheel is built, and there only the compiler is installed."""
    folder = Path(aec.__file__).parent
    theirs = re.compile(r"^(?:from|import) (?:numpy|gymnasium|pettingzoo|pyspiel)\b", re.MULTILINE)
    ours = re.compile(r"^from bastida\.env\.(\w+) import|^from bastida\.env import (\w+)", re.MULTILINE)
    sources = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    waiting = {name for name, text in sources.items() if "# not compiled:" not in text}
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= {found[1] or found[2] for found in ours.finditer(sources[name])} - reached
    assert {"__init__", "encoding", "watching", "playing", "graph", "layout"} <= reached
    assert not [name for name in reached if theirs.search(sources[name])]
