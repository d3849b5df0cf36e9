"""The command at a real (pseudo) terminal: the dialogue, colours, Ctrl-C."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import environment, interruptible

pty = pytest.importorskip("pty")

LIMIT = 60.0  # seconds for a whole conversation, so that a hang is a failure and not a wait


class Terminal:
    """Somebody at the keyboard."""

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        self.master, slave = pty.openpty()
        settings = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40", "BASTIDA_SAVES": str(folder / "saves")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bastida.cli", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(**{**settings, "BASTIDA_LANG": "en", **more}),
            start_new_session=True,
            preexec_fn=interruptible,
        )
        os.close(slave)
        self.ends = time.monotonic() + LIMIT
        self.seen = ""

    def until(self, pattern: str, pressing: signal.Signals | None = None) -> str:
        """Read until something has been shown, sending a signal meanwhile; what was shown before it.

        A signal without effect is sent again: one that comes while a prompt is set up is not seen before the next key.
        """
        silent = True
        while not (found := re.search(pattern, self.seen)):
            left = self.ends - time.monotonic()
            assert left > 0, f"{pattern!r} was not shown: {self.seen[-2000:]}"
            if pressing is not None and silent:
                os.killpg(self.process.pid, pressing)
            ready, _, _ = select.select([self.master], [], [], left if pressing is None else 2.0)
            silent = not ready
            if silent:
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            assert data, f"it ended before showing {pattern!r}: {self.seen[-2000:]}"
            self.seen += data.decode("utf-8", "replace")
        before, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return before

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=10)
        os.close(self.master)


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_a_game_at_a_terminal_from_the_dialogue_to_ctrl_c(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "play", "--seed", "7")
    terminals.append(terminal)
    terminal.until("Number of the game")
    terminal.type("plus")
    terminal.until("Who plays")
    terminal.type("Ana")
    terminal.until("computer players")
    terminal.type("")
    terminal.until("Which level")
    terminal.type("1")
    terminal.until("Colours, in this order")
    terminal.type("mauve")
    terminal.until("Choose from these")
    terminal.type("green")
    terminal.until("whoever is youngest")
    terminal.type("nobody")
    terminal.until("Type a name or a number")
    terminal.type("")
    shown = terminal.until("Ana, place your tile")
    assert "\x1b[" in shown  # in colour
    assert "48;" in shown
    terminal.until("> ")
    terminal.type("9,9 r0")
    terminal.until("touches no tile")
    terminal.until("> ")
    terminal.type("1a 1b")
    terminal.until("Not possible")
    terminal.until("> ")
    shown = terminal.until(r"bastida play --resume \S+", pressing=signal.SIGINT)
    assert terminal.process.wait(timeout=20) == 0
    assert "Traceback" not in shown


def test_no_color_is_honoured(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = Terminal(tmp_path, "tiles", "base", NO_COLOR="1")
    terminals.append(terminal)
    shown = terminal.until("garden")
    assert not re.search(r"\x1b\[[0-9;]*[34]8[;m]", shown)
    assert "#######" in shown
