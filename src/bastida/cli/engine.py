"""``bastida engine``: a computer player behind a line protocol, for programs that want to ask one. See docs/engine-protocol.md.

Lines are read in a thread of their own, so that ``stop`` is heard while the player thinks.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import click

from bastida import __version__
from bastida.analysis.stretch import in_notation
from bastida.analysis.thinking import MOST, searcher, told, while_thinking
from bastida.cli.app import SpokenCommand, common, fail, give_up, option, pass_screen
from bastida.cli.screen import Screen
from bastida.language.sentences import reason
from bastida.players.foreign import Fault, Foreign
from bastida.players.player import Outlook, Player, Thought
from bastida.players.registry import LEVEL, SHORT, UnknownPlayer, hurry, level_named, levels, make_player, with_nodes
from bastida.players.search import SearchPlayer
from bastida.record import PositionError, from_position
from bastida.table.game import Game
from bastida.table.setup import make_setup

PROTOCOL = 1
USUAL = "search"
GAME = "plus"  # for which a player of others is made, before the first position says what is played
GO = {"seed": 19, "nodes": 9, "movetime": 9}  # with their digits at most
MOST_LINES = 100
INFINITE = "infinite"
UNTIMED = ("search", "playouts")  # players that stop when they are told, so that a time can be their only limit


class Talk:
    """One conversation. ``say`` writes a line; ``foreign`` is the player, if it is one of others."""

    def __init__(self, player: str, say: Callable[[str], None], foreign: Foreign | None = None) -> None:
        self.spec = player
        self.own, self.foreign = player, foreign
        self.say = say
        self.game: Game | None = None
        self.multi = 1  # lines that are told
        self.thinking: Player | None = None
        self.endless = False  # is the thinking to last until it is stopped?
        self.stopped = False
        self.ended = False  # nobody will say stop any more

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
        self.say(f"option multi {self.multi}")
        self.say("hellook")

    def set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "multi":
            if value.isdecimal() and value.isascii() and 1 <= int(value[:9]) <= MOST_LINES:
                self.multi = int(value)
            else:
                self.say(f"error multi is a number from 1 to {MOST_LINES}")
            return
        if name != "player":
            self.say(f"error unknown option {name[:40]!r}: there are player, multi")
            return
        try:
            if self.foreign is None or value != self.own:
                make_player(value)  # ours alone: whoever says the lines may not load code
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
        endless = INFINITE in words
        if endless:
            words.remove(INFINITE)
        budget = dict(zip(words[::2], words[1::2], strict=False))
        if len(words) % 2 or not all(value.isdecimal() and len(value) <= GO.get(name, 0) for name, value in budget.items()):
            self.say("error say it like this: go seed 7 nodes 800 movetime 1000, or leave parts of it out, or go infinite")
        elif game is None:
            self.say("error there is no position yet")
        elif game.decision is None or game.decision.seat is None:
            self.say("error this position asks no player")
        else:
            self.think(game, {name: int(value) for name, value in budget.items()}, endless)

    def think(self, game: Game, budget: dict[str, int], endless: bool) -> None:
        began = time.monotonic()
        player = self.player(game, budget, endless)
        if "movetime" in budget and not endless:
            player.deadline = began + budget["movetime"] / 1000
        self.endless = endless
        self.thinking = player
        if self.stopped or (endless and self.ended):
            self.stop()
        seed = budget.get("seed", 0) & 0x7FFFFFFF
        search = searcher(player)
        if search is None:
            number = int(player.choose(game.engine, seed))
            if player.thought is not None:
                self.inform(game, player.thought, time.monotonic() - began)
        else:
            for so_far in while_thinking(player, game.engine, seed):
                self.rank(game, so_far, search, time.monotonic() - began)
            outlooks = search.outlooks()
            if outlooks:
                self.rank(game, outlooks, search, time.monotonic() - began)
            thought = search.thought  # none where there is a single answer
            number = int(thought.option) if thought is not None else game.options()[0].number
        self.thinking = None
        self.endless = False
        self.say(f"answer {next(found.text for found in game.options() if found.number == number)}")

    def player(self, game: Game, budget: dict[str, int], endless: bool) -> Player:
        """Who thinks about a question of this game."""
        if self.foreign is None or self.spec != self.own:
            return make_player(self.spec_for(budget, endless))
        self.foreign.setup = game.setup
        return self.foreign

    def spec_for(self, budget: dict[str, int], endless: bool) -> str:
        """The player with a budget; where time or nothing is the limit, with as many positions as fit into memory."""
        word, _, rest = self.spec.partition(":")
        spec = levels()[level_named(rest)] if word == LEVEL else levels().get(self.spec, self.spec)
        if "nodes" in budget and not endless:
            return with_nodes(without(spec, "nodes="), max(1, budget["nodes"]))
        kind = spec.partition(":")[0]
        if (endless or "movetime" in budget) and SHORT.get(kind, kind) in UNTIMED:
            return with_nodes(without(spec, "nodes=", "time="), MOST)
        return self.spec

    def stop(self) -> None:
        """From the reading thread: the player answers with the best it has."""
        self.stopped = True
        if self.thinking is not None:
            hurry(self.thinking)

    def inform(self, game: Game, thought: Thought, seconds: float) -> None:
        """What a player that does not search expects of its answer."""
        line = [int(number) for number in (thought.lines or [[thought.option]])[0]]
        told = f"info rank 1 nodes {int(thought.nodes)} time {round(1000 * seconds)}"
        told += f" margin {thought.margin:.2f} chance {thought.chance:.3f}"
        self.say(f"{told} line {' | '.join(in_notation(game, game.engine, line))}")

    def rank(self, game: Game, outlooks: list[Outlook], search: SearchPlayer, seconds: float) -> None:
        """The best lines of a search, so far or in the end."""
        nodes, passes = int(search.seen), int(search.passes)
        found = told(game, outlooks, self.multi, nodes)
        for rank, one in enumerate(found.lines, 1):
            head = f"info rank {rank} nodes {nodes} passes {passes} time {round(1000 * seconds)}"
            worth = f"margin {one.margins[found.seat]:.2f} chance {one.chances[found.seat]:.3f}"
            self.say(f"{head} {worth} visits {one.visits} line {' | '.join(one.line)}")


def without(spec: str, *options: str) -> str:
    """A player without limits of its own: those of the question go before them."""
    return ":".join(part for part in spec.split(":") if not part.startswith(options))


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
        talk.ended = True
        if talk.endless:
            talk.stop()
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
        made = make_player(player, make_setup(GAME))
    except UnknownPlayer as error:
        fail("arena.problem", problem=error.told(screen.texts))
    foreign = made if isinstance(made, Foreign) else None
    try:
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8")  # whatever the terminal of this system speaks
        converse(Talk(player, lambda line: click.echo(line), foreign), sys.stdin)
    except Fault as fault:  # whoever asked sees the end at once, and need not wait for an answer
        give_up("arena.failed", problem=reason(screen.texts, fault.refusal))
    finally:
        if foreign is not None:
            with suppress(Fault):
                foreign.close()
