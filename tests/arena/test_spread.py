"""Work in many pieces: in order wherever it is done, and nobody is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import bastida
from bastida.arena.spread import here, in_order, processes


def double(piece: int) -> int:
    return 2 * piece


def test_results_come_in_order_and_only_as_asked_for() -> None:
    begun: list[int] = []

    def start(piece: int) -> int:
        begun.append(piece)
        return piece

    results = in_order(range(100), 3, start, double)
    assert [next(results), next(results)] == [0, 2]
    assert begun == [0, 1, 2, 3, 4]
    assert list(here(double, range(4))) == [0, 2, 4, 6]


def test_processes_give_the_same() -> None:
    assert list(processes(2)(double, range(5))) == [0, 2, 4, 6, 8]


SCRIPT = """
import os, pathlib, sys, time
from bastida.arena.spread import processes

def work(piece):
    (pathlib.Path(sys.argv[1]) / str(os.getpid())).touch()
    time.sleep(600)

if __name__ == "__main__":
    list(processes(1)(work, [1]))
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_whoever_is_killed_leaves_nobody_behind(tmp_path: Path) -> None:
    script, folder = tmp_path / "script.py", tmp_path / "pids"
    script.write_text(SCRIPT)
    folder.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path(bastida.__file__).parents[1])}
    front = subprocess.Popen([sys.executable, str(script), str(folder)], env=environment, stderr=subprocess.DEVNULL)
    try:
        worker = int(next(iter(waited(lambda: [path.name for path in folder.iterdir()]))))
    finally:
        front.send_signal(signal.SIGKILL)
        front.wait()
    assert waited(lambda: not alive(worker))


def waited(asked: Callable[[], object], seconds: float = 60.0) -> list[str]:
    """What is asked for, as soon as there is something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = asked()
        if found:
            return found if isinstance(found, list) else [str(found)]
        time.sleep(0.05)
    return []


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
