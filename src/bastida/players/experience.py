"""What a search learns in one branch of its tree and uses in all: what a way of laying a tile gained, and how lucky a tile was.

Most of a table is far from the tile just laid, so what was a good place for a tile still is one. A position can then be opened
by looking at few answers, and the luck of the draws can be taken off what a pass brings.
"""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.engine import Engine
from bastida.kernel.native import column, i64, vec
from bastida.kernel.options import unpack_placement
from bastida.kernel.rules import Rules

PLACES: Final = 32768  # ways of laying a tile that are kept, a power of two
REACH: Final = 1024  # cells are told apart up to half of this from the first tile
LATEST: Final = 0.4  # part of what is remembered that comes from the latest look


@final
class Gains:
    """Points that each way of laying a tile gained whoever laid it, over the position before the tile was drawn."""

    def __init__(self, rules: Rules) -> None:
        self.kinds: i64 = len(rules.tiles)
        self.keys: vec[i64] = column(PLACES, -1)
        self.looks: vec[i64] = column(PLACES, 0)
        self.gain: vec[float] = vec[float]([0.0] * PLACES)
        self.used: i64 = 0

    def place(self, game: Engine, option: i64) -> i64:
        """Where the gain of an answer stands; ``looks`` says how often it was seen."""
        if self.used * 2 > PLACES:
            self.keys = column(PLACES, -1)
            self.used = 0
        cell, turns = unpack_placement(option)
        x, y = game.board.x(cell) + REACH // 2, game.board.y(cell) + REACH // 2
        key = (((game.asked * self.kinds + game.run_kind) * REACH + x) * REACH + y) * 4 + turns
        keys = self.keys
        at = ((key * 40503) >> 9) & (PLACES - 1)
        while keys[at] != key:
            if keys[at] < 0:
                keys[at] = key
                self.looks[at] = 0
                self.used += 1
                return at
            at = (at + 1) & (PLACES - 1)
        return at

    def learn(self, at: i64, gain: float) -> None:
        if self.looks[at] == 0:
            self.gain[at] = gain
        else:
            self.gain[at] += LATEST * (gain - self.gain[at])
        self.looks[at] += 1


@final
class Luck:
    """How much more every seat expects after a draw, by the seat that draws and the tile, on average over the tree."""

    def __init__(self, rules: Rules) -> None:
        self.seats: i64 = rules.seats
        self.kinds: i64 = len(rules.tiles)
        self.looks: vec[i64] = column(self.seats * self.kinds, 0)
        self.total: vec[float] = vec[float]([0.0] * (self.seats * self.kinds * self.seats))

    def row(self, drawer: i64, kind: i64) -> i64:
        return drawer * self.kinds + kind

    def learn(self, row: i64, leads: vec[float], before: i64, after: i64) -> None:
        """A draw led from one position to another; ``leads`` has what every seat expects there, from these places on."""
        self.looks[row] += 1
        total = self.total
        for seat in range(self.seats):
            total[row * self.seats + seat] += leads[after + seat] - leads[before + seat]

    def of(self, row: i64, seat: i64) -> float:
        return self.total[row * self.seats + seat] / float(self.looks[row]) if self.looks[row] > 0 else 0.0

    def usual(self, game: Engine, seat: i64) -> float:
        """The mean over the tiles that may be drawn now, as far as they were met."""
        total = 0.0
        parts: i64 = 0
        piles, pile = game.piles, game.run_pile
        for kind in range(self.kinds):
            row = self.row(game.seat, kind)
            if self.looks[row] > 0:
                copies = piles.copies(pile, kind)
                parts += copies
                total += float(copies) * self.of(row, seat)
        return total / float(parts) if parts > 0 else 0.0
