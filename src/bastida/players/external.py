"""Other programs as players, over the line protocol of docs/engine-protocol.md.

A program is started when it is first asked and again after it has crashed. An answer that does not come in time, does not come
at all or is none of the options is a ``Fault``; whoever holds the game decides what that costs.
"""
# not compiled: waits for another program

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable

from bastida.kernel.answers import Option
from bastida.kernel.system import problem_of
from bastida.language.refused import why
from bastida.players.foreign import Fault, Foreign, NeverStarted, UnknownPlayer
from bastida.players.player import Thought
from bastida.record import position
from bastida.table.game import Game, IllegalOption
from bastida.table.setup import Setup

PATIENCE = 60.0  # seconds for an answer where none were agreed on, and for the greeting
GRACE = 1.0  # seconds beyond the agreed ones
LONGEST = 100_000  # characters of a line that are listened to
ENDED = None


class External(Foreign):
    """A program that answers for its seat."""

    def __init__(self, name: str, command: str, setup: Setup, nodes: int = 0, seconds: float = 0.0) -> None:
        super().__init__(name, setup)
        self.command = split(command)
        self.greeted = False  # once at least
        self.nodes = nodes  # 0: as it likes
        self.seconds = seconds  # 0: as it likes
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def chosen(self, game: Game, seed: int) -> Option:
        options = game.options()
        self.start()
        self.thought = None
        self.say(f"position {position(game)}")
        self.say(f"options {json.dumps([option.text for option in options])}")
        budget = (f" nodes {self.nodes}" if self.nodes else "") + (
            f" movetime {round(1000 * self.seconds)}" if self.seconds else ""
        )
        self.say(f"go seed {seed}{budget}")
        answer = self.listen("answer", self.seconds + GRACE if self.seconds else PATIENCE, self.note)
        try:
            option = game.find(answer)
        except IllegalOption:
            raise Fault("illegal", why("player.no_option", value=repr(answer[:80]))) from None
        if self.thought is not None:
            self.thought.option = option.number
        return option

    def note(self, line: str) -> None:
        """Keep what an ``info`` line says about the position."""
        words = line.split(" line ")[0].split()
        said = dict(zip(words[1::2], words[2::2], strict=False))
        try:
            self.thought = Thought(0, float(said["margin"]), float(said["chance"]), int(said.get("nodes", "0")))
        except (KeyError, ValueError):
            return  # other programs may have other things to tell

    # -- the program ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Have the program run and greet. One that has never done so is given up: ``NeverStarted``."""
        if self.process is not None and self.process.poll() is None:
            return
        self.close()
        try:
            self.launch()
        except Fault as fault:
            if self.greeted:
                raise
            problem = why("player.never_started", value=repr(shlex.join(self.command)), problem=fault.refusal)
            raise NeverStarted(fault.kind, problem) from None
        self.greeted = True
        self.say("new")

    def launch(self) -> None:
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            reason = problem_of(error) if isinstance(error, OSError) else error
            raise Fault("crash", why("player.not_started", value=repr(shlex.join(self.command)), problem=reason)) from None
        self.lines = queue.SimpleQueue()
        threading.Thread(target=collect, args=(self.process, self.lines), daemon=True).start()
        self.say("hello")
        self.listen("hellook", PATIENCE)

    def say(self, line: str) -> None:
        process = self.process
        assert process is not None and process.stdin is not None
        try:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
        except (OSError, ValueError):
            self.close()
            raise Fault("crash", why("player.ended")) from None

    def listen(self, word: str, seconds: float, other: Callable[[str], None] | None = None) -> str:
        """The rest of the next line that begins with a word."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                self.close()  # a late answer must not be taken for the next one
                raise Fault("time-out", why("player.no_word", value=repr(word), number=f"{seconds:g}")) from None
            if line is ENDED:
                self.close()
                raise Fault("crash", why("player.ended"))
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()
            if first == "info" and other is not None:
                other(line)

    def close(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        try:
            assert process.stdin is not None
            process.stdin.write("quit\n")
            process.stdin.close()
            process.wait(timeout=0.2)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()


def collect(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None]) -> None:
    """Read what a program says until it ends."""
    assert process.stdout is not None
    with process.stdout as said:
        while line := said.readline(LONGEST):
            lines.put(line.rstrip("\n"))
    lines.put(ENDED)


def split(command: str) -> list[str]:
    """The words of a command, as a shell takes it apart."""
    try:
        return shlex.split(command)
    except ValueError:
        raise UnknownPlayer(why("player.open_quote", value=repr(command))) from None
