"""What a computer player is: a choice that depends on the position, a seed and a node budget, and on nothing else."""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from bastida.kernel.engine import Engine
from bastida.kernel.native import i64


class Thought:
    """What a player expected when it chose: for hints, analysis and the engine protocol."""

    def __init__(self, option: i64, margin: float, chance: float, nodes: i64) -> None:
        self.option = option  # the engine's number of the answer chosen
        self.margin = margin  # expected points ahead of the best rival at the end
        self.chance = chance  # of winning, 0 to 1
        self.nodes = nodes  # positions looked at
        self.lines: list[list[i64]] = []  # the best answers, each with what may follow


@final
class Outlook:
    """What a player expects of one answer."""

    def __init__(self, option: i64, margins: list[float], visits: i64, spread: float, line: list[i64]) -> None:
        self.option = option  # the engine's number of the answer
        self.margins = margins  # by seat: expected points ahead of the best rival at the end
        self.visits = visits  # passes of the search through it
        self.spread = spread  # standard deviation, in points, of the asked seat's margin over the passes; 0: not known
        self.line = line  # the answer, and what is expected to follow


@mypyc_attr(allow_interpreted_subclasses=True)  # a player need not be compiled
class Player:
    """Answers for whichever seat is asked. The engine handed over holds no hidden order: it is all that seat may know.

    ``choose`` never changes the game it is given; it works on copies. The same game, seed and budget give the same answer.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.deadline = 0.0  # time.monotonic() after which the best answer so far is returned; 0: never
        self.thought: Thought | None = None  # of the last choice, if the player can tell

    def choose(self, game: Engine, seed: i64) -> i64:
        """The number of one of the options of the present question."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of what the player holds outside the game: another program, files."""
