"""What the numbers of a state mean, and between which bounds they lie.

Modules say it at set-up, for every column and every task. Nobody asks during play: it is for numbers that come from
outside, in a position, where anything may stand.
"""

# not compiled: runs once at set-up

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bastida.kernel.faults import Fault, why

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


@dataclass(frozen=True)
class Always:
    """An upper end that no table changes."""

    number: int

    def __call__(self, game: Engine) -> int:
        return self.number


def between(least: int, most: int, meaning: str = "number") -> Range:
    """A plain number."""
    if least > most:
        raise Fault(why("expansion.between", least=least, most=most))
    return Range(meaning, least, Always(most))


def _last_seat(game: Engine) -> int:
    return int(game.rules.seats) - 1


def _seats(game: Engine) -> int:
    return int(game.rules.seats)


def _all_seats(game: Engine) -> int:
    return (1 << int(game.rules.seats)) - 1


def _last_tile(game: Engine) -> int:
    return int(game.board.tiles) - 1


def _last_node(game: Engine) -> int:
    return int(game.regions.nodes) - 1


def _last_figure_kind(game: Engine) -> int:
    return int(game.rules.figure_kinds) - 1


def _last_item(game: Engine) -> int:
    return int(game.item_count) - 1


def _all_items(game: Engine) -> int:
    return (1 << min(int(game.item_count - game.item_base), 60)) - 1


YES_OR_NO: Final = between(0, 1)
AMOUNT: Final = between(0, 9_999)  # of things: tokens, tiles of a region
SMALL: Final = between(0, 255)  # what a column holds whose module says nothing about it
POINTS: Final = between(-1_000_000, 1_000_000, "points")
SPACE: Final = between(0, 49, "space")  # of the scoreboard, a ring
CELL: Final = between(-999, 999, "coordinate")
SEAT: Final = Range("seat", 0, _last_seat)
SEATS: Final = Range("seats", 0, _all_seats)  # a bit each
HOW_MANY_SEATS: Final = Range("how_many_seats", 0, _seats)
LAID_TILE: Final = Range("tile", 0, _last_tile)  # in the order they were laid
NODE: Final = Range("node", 0, _last_node)
FIGURE_KIND: Final = Range("figure_kind", 0, _last_figure_kind)
RUN_ITEM: Final = Range("item", 0, _last_item)  # a thing scored in this run or one below
RUN_ITEMS: Final = Range("items", 0, _all_items)  # of this run, a bit each

# Whom a task asks: a number is the argument that holds the seat.
ACTIVE: Final = "active"
CHANCE: Final = "dealer"
NOBODY: Final = ""  # it only ever waits below others
# What a task lies on, besides a step.
PHASE_OVER: Final = "phase over"  # the end of a scoring phase
ANYWHERE: Final = "anywhere"
BEFORE: Final = "before"  # a question of the active player, which is put off


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
