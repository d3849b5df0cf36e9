"""On a system without fork, fcntl, resource, uvloop and most signals, as Windows is, everything but a few comforts goes on.

Nobody here has such a system. So what it lacks is taken away from this one (tests/elsewhere), in processes of their own.
``mypy --platform win32``, part of ``make lint``, finds what no test comes upon.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bastida.server.runtime import serving, system
from bastida.server.runtime.failing import CannotStart
from bastida.server.runtime.settings import Settings
from tests.cli.conftest import environment

ROOT = Path(__file__).resolve().parents[1]
THERE = os.pathsep.join([str(ROOT / "tests" / "elsewhere"), os.environ.get("PYTHONPATH", ""), str(ROOT / "src")])
INSTALLED = os.environ.get("BASTIDA_MODE") == "compiled"
NOT_ALONE = ("bastida.server.runtime.migrations.env", "bastida.env.openspiel")  # what alembic runs; what needs OpenSpiel

IMPORTS = f"""
import importlib, os, pkgutil, sys, bastida
assert not hasattr(os, "fork") and sys.modules["fcntl"] is None, "this is no other system"
names = [one.name for one in pkgutil.walk_packages(bastida.__path__, "bastida.")]
for name in names:
    if not name.endswith("__main__") and name not in {NOT_ALONE!r}:
        importlib.import_module(name)
print(len(names))
"""

SEARCH = """
import os, bastida
from bastida.players.search import SearchPlayer
from bastida.players.settings import Settings
game = bastida.new_game("plus", players=2, seed=4)
for _ in range(8):
    game.play(game.options()[0])
settings = Settings()
settings.halves = 2
player = SearchPlayer("search", 300, settings=settings)
print(hasattr(os, "fork"), player.choose(game.engine, 5), player.thought.nodes, player.thought.margin)
"""


def run(*arguments: str, there: bool = True) -> str:
    """What a Python says, there or here."""
    path = THERE if there else os.environ.get("PYTHONPATH", "") or str(ROOT / "src")
    if INSTALLED:
        path = str(ROOT / "tests" / "elsewhere") if there else ""
    more = {"PYTHONWARNDEFAULTENCODING": "1"} if there else {}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT / "tests", env=environment(PYTHONPATH=path, **more), capture_output=True,
        encoding="utf-8", timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_module_can_be_imported() -> None:
    assert int(run("-c", IMPORTS)) > 400


@pytest.mark.slow
def test_it_plays_draws_and_serves_the_page() -> None:
    """The second server that is started there finds the first, although nothing can lock a file as here."""
    said = run(str(ROOT / "tools" / "proof.py"), "game", "picture", "page").splitlines()
    assert [line.partition(":")[0] for line in said] == ["game", "picture", "page"]


@pytest.mark.slow
def test_two_processes_of_the_arena_play_as_one_here_does_also_against_a_program() -> None:
    program = f"external:{shlex.join([sys.executable, '-m', 'bastida.cli', 'engine', '--player', 'greedy'])}"
    match = ("-m", "bastida.cli", "arena", "ranking", program, "--bags", "1", "--seed", "3", "--json")
    there, here = (json.loads(text) for text in (run(*match, "--jobs", "2"), run(*match, there=False)))
    assert results(there) == results(here)
    assert there["games"] == 2
    assert not any(player["faults"] for player in there["players"])


def results(told: Any) -> Any:
    """Without what a clock has measured."""
    if isinstance(told, dict):
        return {name: results(value) for name, value in told.items() if name not in ("milliseconds", "slowest")}
    return [results(value) for value in told] if isinstance(told, list) else told


@pytest.mark.slow
def test_trees_that_grow_one_after_the_other_say_what_they_say_side_by_side() -> None:
    forks, *here = run("-c", SEARCH, there=False).split()
    none, *there = run("-c", SEARCH).split()
    assert (forks, none) == ("True", "False")
    assert there == here


def test_where_no_file_can_be_locked_sqlite_locks_one_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    file = tmp_path / "games.server"
    let_go = system.lock(file)
    assert let_go is not None
    assert system.lock(file) is None
    let_go()
    again = system.lock(file)
    assert again is not None
    again()


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    """Even one that was killed: nobody has to take away a file by hand."""
    file = tmp_path / "games.server"
    said = (
        "import os; from pathlib import Path; from bastida.server.runtime.system import lock;"
        f"print(lock(Path({str(file)!r})) is not None, flush=True); os._exit(9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", said], cwd=ROOT / "tests", env=environment(PYTHONPATH="" if INSTALLED else THERE),
        capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert (done.stdout.strip(), done.returncode) == ("True", 9), done.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "fcntl", None)
        let_go = system.lock(file)
        assert let_go is not None
        let_go()


def test_without_limits_nothing_is_limited_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.delattr(os, "nice")
    assert system.descriptors() is None
    system.cap_memory(1)
    system.stand_back(19)


def test_postgresql_is_refused_where_its_messages_cannot_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "HEARS_POSTGRES", False)
    with pytest.raises(CannotStart) as refused:
        serving.check_hearing(Settings(database="postgresql://somewhere/games"))
    assert refused.value.key == "serve.database_windows"
    serving.check_hearing(Settings(database="sqlite:///games.db"))
