"""Every playing piece and its place, and the supplies.

A figure is a number; the figures of a seat stand together, ordered by kind; neutral ones come last, with the seat after
the last player's. A place is one integer: a node, or one of the words below with an index behind it.
"""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.native import column, i64, vec
from bastida.kernel.rules import Rules

SUPPLY: Final = -1
AREA: Final = 1 << 20  # places from here on are not nodes
ON_TILE: Final = 1  # on a thing of a laid tile, in no region; the index is the slot
HELD: Final = 2  # with another seat, the index
TRACK: Final = 3  # on a space of the scoreboard
RESTING: Final = 4  # back with its owner, not to be used yet
ASIDE: Final = 5  # out of the game
AREAS: Final = ("", "on_tile", "held", "track", "resting", "aside")  # what they are called unless a module says otherwise


@final
class Figures:
    def __init__(self, rules: Rules, source: Figures | None = None) -> None:
        self.rules = rules
        if source is None:
            self.place: vec[i64] = column(rules.figure_total, SUPPLY)
            self.more: vec[i64] = column(rules.figure_total, 0)  # further nodes of a figure that stands in several
            self.supply: vec[i64] = rules.issued[:]  # by seat and kind
        else:
            self.place = source.place[:]
            self.more = source.more[:]
            self.supply = source.supply[:]

    def available(self, seat: i64, kind: i64) -> i64:
        return self.supply[seat * self.rules.figure_kinds + kind]

    def pick(self, seat: i64, kind: i64) -> i64:
        """A figure of this kind in the seat's supply, or -1."""
        row = seat * self.rules.figure_kinds + kind
        if self.supply[row] <= 0:
            return -1
        place = self.place
        figure = self.rules.figure_first[row]
        while place[figure] != SUPPLY:
            figure += 1
        return figure

    def take(self, figure: i64, place: i64) -> None:
        """From the supply to a place."""
        rules = self.rules
        self.place[figure] = place
        self.supply[rules.figure_seat[figure] * rules.figure_kinds + rules.figure_kind[figure]] -= 1

    def put_back(self, figure: i64) -> None:
        """From any place to the supply."""
        rules = self.rules
        self.place[figure] = SUPPLY
        self.more[figure] = 0
        self.supply[rules.figure_seat[figure] * rules.figure_kinds + rules.figure_kind[figure]] += 1

    def node(self, figure: i64) -> i64:
        """The (first) node a figure stands on, or -1."""
        place = self.place[figure]
        if place < AREA:
            return place
        return -1

    def on_board(self, figure: i64) -> bool:
        """Where an effect on any figure of the board finds it: on a node, or on a thing of a tile unless it is kept there."""
        if self.node(figure) >= 0:
            return True
        return self.place_word(figure) == ON_TILE and not self.rules.keeps_on_tile

    def place_word(self, figure: i64) -> i64:
        """Which kind of place that is no node: ON_TILE, HELD ..., or 0."""
        place = self.place[figure]
        if place >= AREA:
            return place >> 20
        return 0

    def place_index(self, figure: i64) -> i64:
        return self.place[figure] & (AREA - 1)


def area(word: i64, index: i64) -> i64:
    """A place that is no node."""
    return (word << 20) | index
