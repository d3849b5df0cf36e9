"""``bastida engine``: a computer player behind a line protocol, for programs that want to ask one. See docs/engine-protocol.md.

Lines are read in a thread of their own, so that ``stop`` is heard while the player thinks.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence

import click

from bastida import __version__
from bastida.cli.app import SpokenCommand, common, fail, option, pass_screen
from bastida.cli.screen import Screen
from bastida.players.player import Player, Thought
from bastida.players.registry import UnknownPlayer, hurry, make_player, with_nodes
from bastida.record import PositionError, from_position
from bastida.table.game import Game

PROTOCOL = 1
USUAL = "search"
GO = {"seed": 19, "nodes": 9, "movetime": 9}  # with their digits at most
BEST_LINES = 3


class Talk:
    """One conversation. ``say`` writes a line."""

    def __init__(self, player: str, say: Callable[[str], None]) -> None:
        self.spec = player
        self.say = say
        self.game: Game | None = None
        self.thinking: Player | None = None
        self.stopped = False

    def hear(self, line: str) -> None:
        """Carry out a line; what cannot be understood is answered with an ``error`` line and changes nothing."""
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "hello": self.hello,
            "ready?": lambda rest: self.say("ready"),
            "set": self.set,
            "new": self.new,
            "position": self.position,
            "options": lambda rest: None,  # for programs that do not know the rules
            "go": self.go,
            "stop": lambda rest: None,  # heard too late: the answer is out
        }
        if word in commands:
            commands[word](rest.strip())
        elif word:
            self.say(f"error unknown command {word[:40]!r}: there are {', '.join(commands)}, quit")

    def hello(self, rest: str) -> None:
        self.say(f"id name Bastida {__version__}")
        self.say(f"protocol {PROTOCOL}")
        self.say(f"option player {self.spec}")
        self.say("hellook")

    def set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name != "player":
            self.say(f"error unknown option {name[:40]!r}: there is player")
            return
        try:
            make_player(value)
            self.spec = value
        except UnknownPlayer as error:
            self.say(f"error {error}")

    def new(self, rest: str) -> None:
        self.game = None

    def position(self, text: str) -> None:
        try:
            self.game = from_position(text)
        except (PositionError, ValueError) as error:
            self.say(f"error {' '.join(str(error).split())}")

    def go(self, rest: str) -> None:
        game = self.game
        words = rest.split()
        budget = dict(zip(words[::2], words[1::2], strict=False))
        if len(words) % 2 or not all(value.isdecimal() and len(value) <= GO.get(name, 0) for name, value in budget.items()):
            self.say("error say it like this: go seed 7 nodes 800 movetime 1000, or leave parts of it out")
        elif game is None:
            self.say("error there is no position yet")
        elif game.decision is None or game.decision.seat is None:
            self.say("error this position asks no player")
        else:
            self.think(game, {name: int(value) for name, value in budget.items()})

    def think(self, game: Game, budget: dict[str, int]) -> None:
        began = time.monotonic()
        player = make_player(with_nodes(self.spec, budget["nodes"]) if budget.get("nodes") else self.spec)
        if budget.get("movetime"):
            player.deadline = began + budget["movetime"] / 1000
        self.thinking = player
        if self.stopped:
            self.stop()
        number = int(player.choose(game.engine, budget.get("seed", 0) & 0x7FFFFFFF))
        self.thinking = None
        if player.thought is not None:
            self.inform(game, player.thought, time.monotonic() - began)
        self.say(f"answer {next(found.text for found in game.options() if found.number == number)}")

    def stop(self) -> None:
        """From the reading thread: the player answers with the best it has."""
        self.stopped = True
        if self.thinking is not None:
            hurry(self.thinking)

    def inform(self, game: Game, thought: Thought, seconds: float) -> None:
        for rank, line in enumerate(thought.lines[:BEST_LINES] or [[thought.option]], 1):
            told = f"info rank {rank} nodes {int(thought.nodes)} time {round(1000 * seconds)}"
            if rank == 1:
                told += f" margin {thought.margin:.2f} chance {thought.chance:.3f}"
            self.say(f"{told} line {' | '.join(in_notation(game, [int(number) for number in line]))}")


def in_notation(game: Game, line: Sequence[int]) -> list[str]:
    """A line of answers in words, as far as it can be followed."""
    game = game.copy()
    said: list[str] = []
    for number in line:
        found = next((known for known in game.options() if known.number == number), None)
        if found is None:
            break
        said.append(found.text)
        game.play(found)
    return said


def converse(talk: Talk, lines: Iterable[str]) -> None:
    """Hear lines until ``quit`` or their end."""
    heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        for line in lines:
            if line.startswith("go"):
                talk.stopped = False
            elif line.strip() == "stop":
                talk.stop()
            heard.put(line)
            if line.strip() == "quit":
                break
        heard.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (line := heard.get()) is not None and line.strip() != "quit":
        talk.hear(line)


@click.command("engine", cls=SpokenCommand)
@option("--player", default=USUAL, show_default=True, metavar="NAME")
@common
@pass_screen
def engine(screen: Screen, player: str) -> None:
    try:
        make_player(player)
    except UnknownPlayer as error:
        fail("arena.problem", problem=error.told(screen.texts))
    converse(Talk(player, lambda line: click.echo(line)), sys.stdin)
