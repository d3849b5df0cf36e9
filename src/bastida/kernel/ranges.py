"""What the numbers of a state mean, and between which bounds they lie.

Modules say it at set-up, for every column and every task. Nobody asks during play: it is for numbers that come from
outside, in a position, where anything may stand.
"""

# not compiled: runs once at set-up

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine


@dataclass(frozen=True)
class Range:
    """Whole numbers from ``least`` on, up to what the set-up or the table allows, and perhaps some others."""

    meaning: str  # a word for what such a number is
    least: int
    most: Callable[[Engine], int]
    others: tuple[int, ...] = ()  # further numbers that may stand there, such as -1 for nobody

    def or_(self, *others: int) -> Range:
        """The same, and these numbers too."""
        return replace(self, others=(*self.others, *others))

    def has(self, game: Engine, number: int) -> bool:
        return self.least <= number <= self.most(game) or number in self.others


def between(least: int, most: int) -> Range:
    """A plain number."""
    if least > most:
        raise ValueError(f"no number lies between {least} and {most}")
    return Range("number", least, lambda game: most)


def _items(game: Engine) -> int:
    return int(game.item_count - game.item_base)


YES_OR_NO: Final = between(0, 1)
AMOUNT: Final = between(0, 9_999)  # of things: tokens, tiles of a region
SMALL: Final = between(0, 255)  # what a column holds whose module says nothing about it
POINTS: Final = Range("points", -1_000_000, lambda game: 1_000_000)
SPACE: Final = Range("space", 0, lambda game: 49)  # of the scoreboard, a ring
CELL: Final = Range("coordinate", -999, lambda game: 999)
SEAT: Final = Range("seat", 0, lambda game: int(game.rules.seats) - 1)
SEATS: Final = Range("seats", 0, lambda game: (1 << int(game.rules.seats)) - 1)  # a bit each
HOW_MANY_SEATS: Final = Range("how_many_seats", 0, lambda game: int(game.rules.seats))
LAID_TILE: Final = Range("tile", 0, lambda game: int(game.board.tiles) - 1)  # in the order they were laid
NODE: Final = Range("node", 0, lambda game: int(game.regions.nodes) - 1)
FIGURE_KIND: Final = Range("figure_kind", 0, lambda game: int(game.rules.figure_kinds) - 1)
RUN_ITEM: Final = Range("item", 0, lambda game: int(game.item_count) - 1)  # a thing scored in this run or one below
RUN_ITEMS: Final = Range("items", 0, lambda game: (1 << min(_items(game), 60)) - 1)  # of this run, a bit each

# Whom a task asks: a number is the argument that holds the seat.
ACTIVE: Final = "active"
CHANCE: Final = "dealer"
NOBODY: Final = ""  # it only ever waits below others
# What a task lies on, besides a step.
PHASE_OVER: Final = "phase over"  # the end of a scoring phase
ANYWHERE: Final = "anywhere"


@dataclass(frozen=True)
class Task:
    """What a module says of one of its routines."""

    holds: tuple[Range, ...]  # its arguments
    asks: int | str
    at: tuple[str, ...]  # the steps in which it is put on the stack, PHASE_OVER or ANYWHERE
    over: int | None  # another routine of the module, which puts it on the stack
    waits: bool  # other tasks may lie on it


@dataclass(frozen=True)
class FurtherRun:
    """A run that a module starts on top of another."""

    at: str  # the step of the run below
    pile: int  # what it draws from, or STOCK
    rights: int
    deep: int  # how many may lie on each other
