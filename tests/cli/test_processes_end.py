"""However a match of several processes ends, it says at most one line, leaves nobody behind, and has the right exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import environment

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")

MATCH = ("random", "R0", "--game", "plus-first-game", "--jobs", "2", "--json")
LONG = ("arena", *MATCH, "--bags", "100000")
SHORT = ("arena", *MATCH, "--bags", "2")


@contextmanager
def command(*arguments: str, deaf: bool = False) -> Iterator[subprocess.Popen[str]]:
    """The command in a group of its own, as a shell starts it; ``deaf``: in the background of a script, without Ctrl-C."""

    def alone() -> None:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN if deaf else signal.SIG_DFL)

    call = [sys.executable, "-m", "bastida.cli", *arguments]
    pipe = subprocess.PIPE
    process = subprocess.Popen(call, env=environment(BASTIDA_LANG="en"), stdout=pipe, stderr=pipe, text=True, preexec_fn=alone)
    try:
        yield process
    finally:
        for one in (*members(process.pid), process.pid):
            if process.poll() is None or one != process.pid:
                os.kill(one, signal.SIGKILL)
        process.communicate()


def members(group: int) -> list[int]:
    """The processes of a group that are still alive."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            state, _, of = (entry / "stat").read_text().rpartition(")")[2].split()[:3] if entry.name.isdigit() else ("Z", 0, 0)
        except OSError:
            continue
        if state != "Z" and int(of) == group:
            found.append(int(entry.name))
    return found


def workers(front: int) -> list[int]:
    """Those that work for it, from the moment they are there."""
    return [one for one in members(front) if one != front and b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def busy(front: int) -> list[int]:
    """The same, once all are there and have used half a second of a processor, so that they play."""

    def ticks(process: int) -> int:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11])

    found = workers(front)
    return found if len(found) == 2 and all(ticks(one) > os.sysconf("SC_CLK_TCK") // 2 for one in found) else []


def when(asked: Callable[[int], list[int]], front: int) -> list[int]:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            if found := asked(front):
                return found
        except OSError:  # it has ended while it was looked at
            pass
        time.sleep(0.002)
    raise AssertionError("nobody came")


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, output and errors, and that nobody of its group is left."""
    output, errors = process.communicate(timeout=60)
    end = time.monotonic() + 10
    while members(process.pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert members(process.pid) == []
    return process.returncode, output, errors


@pytest.mark.parametrize("moment", [workers, busy], ids=["as its processes start", "in the middle"])
def test_ctrl_c_reaches_all_of_them(moment: Callable[[int], list[int]]) -> None:
    with command(*LONG) as process:
        when(moment, process.pid)
        os.killpg(process.pid, signal.SIGINT)
        code, output, errors = ended(process)
        assert (code, (output + errors).strip()) == (130, "")


def test_a_second_ctrl_c_changes_nothing() -> None:
    with command(*LONG) as process:
        when(busy, process.pid)
        for _ in range(3):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.05)
        code, output, errors = ended(process)
        assert code in (130, -signal.SIGINT) and (output + errors).strip() == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_kill_and_a_closed_terminal_end_it_tidily(number: signal.Signals) -> None:
    with command(*LONG) as process:
        when(busy, process.pid)
        process.send_signal(number)
        assert ended(process) == (128 + number, "", "")


def test_a_process_that_is_killed_ends_the_match_with_a_sentence() -> None:
    with command(*LONG) as process:
        os.kill(when(busy, process.pid)[0], signal.SIGKILL)
        code, output, errors = ended(process)
        assert (code, output) == (1, "")
        assert errors.startswith("bastida: a process ended while it was at work") and errors.count("\n") == 1


def test_in_the_background_of_a_script_nobody_hears_ctrl_c() -> None:
    with command(*LONG, deaf=True) as process:
        at_work = when(busy, process.pid)
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(1.0)
        assert process.poll() is None and workers(process.pid) == at_work
        process.send_signal(signal.SIGTERM)
        assert ended(process) == (143, "", "")


def test_a_match_that_stops_when_enough_is_known_ends_without_a_word() -> None:
    with command("arena", "greedy", *MATCH[1:], "--bags", "100000", "--until", "0.3") as process:
        code, output, errors = ended(process)
        assert (code, errors) == (0, "")
        assert json.loads(output)["bags"] < 100


def shell(line: str) -> tuple[int, str]:
    """A line of a shell in which ``$B`` is the command."""
    call = f'B="{sys.executable} -m bastida.cli"; {line}'
    nothing, pipe = subprocess.DEVNULL, subprocess.PIPE
    said = environment(BASTIDA_LANG="en")
    done = subprocess.run(["bash", "-c", call], env=said, stdout=nothing, stderr=pipe, timeout=120, text=True, check=False)
    return done.returncode, done.stderr


def test_whoever_reads_may_go() -> None:
    assert shell(f"$B {' '.join(SHORT)} | true; exit ${{PIPESTATUS[0]}}") in [(0, ""), (1, "")]
    assert shell(f"$B {' '.join(SHORT)} >&-") == (0, "")
    assert shell(f"$B {' '.join(SHORT)} <&-") == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told() -> None:
    assert shell(f"$B {' '.join(SHORT)} >/dev/full") == (2, "bastida: the disk is full\n")
