"""The cells of the table: where tiles lie, which open cells touch them, and what each open cell asks for.

The grid of cells grows when a tile comes near its border. Where a table has an edge, nothing fits the cells beyond it.
``at`` holds slot + 1 for a laid tile, -(opening + 1) for an open cell beside one, and 0 for anything else. A *need* is
one number with a digit per side: 0 for "anything goes", else the kind of side + 1; one look-up per open cell then tells
in which turns a tile fits there.
"""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.chance import Rng
from bastida.kernel.native import column, grown, i64, vec
from bastida.kernel.rules import Rules

FIRST_WIDTH: Final = 32
MARGIN: Final = 3
GUESSES: Final = 24


@final
class Board:
    def __init__(self, rules: Rules, source: Board | None = None) -> None:
        self.rules = rules
        if source is None:
            room: i64 = rules.tile_room
            self.width: i64 = FIRST_WIDTH
            self.home: i64 = (FIRST_WIDTH // 2) * FIRST_WIDTH + FIRST_WIDTH // 2  # the cell called 0,0
            self.at: vec[i64] = column(FIRST_WIDTH * FIRST_WIDTH, 0)
            self.open_cell = column(2 * room + 2, 0)
            self.open_need = column(2 * room + 2, 0)
            self.opens: i64 = 0
            self.tile_cell = column(room, 0)
            self.tile_shape = column(room, 0)  # kind * 4 + turns
            self.tile_node = column(room + 1, 0)  # its first node; one more marks the end
            self.tile_link = column(room, 0)  # ferry-like links on the tile: bit pairs, see Engine.link
            self.tiles: i64 = 0
        else:
            self.width = source.width
            self.home = source.home
            self.at = source.at[:]
            self.open_cell = source.open_cell[:]
            self.open_need = source.open_need[:]
            self.opens = source.opens
            self.tile_cell = source.tile_cell[:]
            self.tile_shape = source.tile_shape[:]
            self.tile_node = source.tile_node[:]
            self.tile_link = source.tile_link[:]
            self.tiles = source.tiles

    # -- coordinates ----------------------------------------------------------------------------------------------

    def x(self, cell: i64) -> i64:
        mask = self.width - 1  # the width is a power of two
        return (cell & mask) - (self.home & mask)

    def y(self, cell: i64) -> i64:
        return cell // self.width - self.home // self.width

    def cell(self, x: i64, y: i64) -> i64:
        """The cell with these coordinates, or -1 where the grid has not grown to yet."""
        width = self.width
        column_ = (self.home & (width - 1)) + x
        row = self.home // width + y
        if column_ < 0 or row < 0 or column_ >= width or row >= width:
            return -1
        return row * width + column_

    def beyond(self, cell: i64, side: i64) -> i64:
        """The cell on the other side of a side: north, east, south, west."""
        if side == 0:
            return cell - self.width
        if side == 1:
            return cell + 1
        if side == 2:
            return cell + self.width
        return cell - 1

    def around(self, cell: i64, number: i64) -> i64:
        """One of the eight cells around a cell, row by row from the north-west."""
        if number < 3:
            return cell - self.width + number - 1
        if number > 4:
            return cell + self.width + number - 6
        if number == 3:
            return cell - 1
        return cell + 1

    def slot_at(self, x: i64, y: i64) -> i64:
        """The tile on a cell, or -1."""
        cell = self.cell(x, y)
        if cell < 0 or self.at[cell] <= 0:
            return -1
        return self.at[cell] - 1

    def kind(self, slot: i64) -> i64:
        return self.tile_shape[slot] >> 2

    def turns(self, slot: i64) -> i64:
        return self.tile_shape[slot] & 3

    def in_line(self, a: i64, b: i64) -> i64:
        """How far two cells of a row or a column are from each other; -1 for others."""
        width = self.width
        apart = b - a
        if apart < 0:
            apart = -apart
        if (a ^ b) < width:  # it is a power of two
            return apart
        if apart & (width - 1) == 0:
            return apart // width
        return -1

    # -- placements -----------------------------------------------------------------------------------------------

    def has_room_for(self, kind: i64) -> bool:
        """Does a tile kind fit anywhere?"""
        row = self.rules.side_class[kind] * self.rules.needs
        for opening in range(self.opens):
            if self.rules.fits[row + self.open_need[opening]] != 0:
                return True
        return False

    def random_placement(self, kind: i64, rng: Rng) -> i64:
        """Any legal placement of a tile kind that has one, all alike, as cell * 4 + turns.

        Guessing an open cell and a turn until they fit is as fair as counting and sooner done; a tile that fits almost
        nowhere is counted in the end.
        """
        row = self.rules.side_class[kind] * self.rules.needs
        fits, need, places = self.rules.fits, self.open_need, 4 * self.opens
        for attempt in range(GUESSES):  # not "_": the compiler would box it
            guess = rng.below(places)
            if (fits[row + need[guess >> 2]] >> (guess & 3)) & 1 != 0:
                return self.open_cell[guess >> 2] * 4 + (guess & 3)
        return self.nth_placement(kind, rng.below(self.count_placements(kind)))

    def count_placements(self, kind: i64) -> i64:
        rules = self.rules
        row = rules.side_class[kind] * rules.needs
        ways = rules.ways
        need = self.open_need
        total: i64 = 0
        for opening in range(self.opens):
            total += ways[row + need[opening]]
        return total

    def nth_placement(self, kind: i64, n: i64) -> i64:
        """The n-th legal placement of a tile kind, as cell * 4 + turns."""
        rules = self.rules
        row = rules.side_class[kind] * rules.needs
        ways = rules.ways
        need = self.open_need
        for opening in range(self.opens):
            here = ways[row + need[opening]]
            if n < here:
                turns = rules.fits[row + need[opening]]
                turn: i64 = 0
                while True:
                    if (turns >> turn) & 1 != 0:
                        if n == 0:
                            return self.open_cell[opening] * 4 + turn
                        n -= 1
                    turn += 1
            n -= here
        return -1

    def turns_that_fit(self, kind: i64, opening: i64) -> i64:
        """A bit per turn in which a tile kind fits an open cell."""
        rules = self.rules
        return rules.fits[rules.side_class[kind] * rules.needs + self.open_need[opening]]

    # -- laying ---------------------------------------------------------------------------------------------------

    def begin(self, cell: i64) -> None:
        """Open the one cell where the first tile of an empty table goes."""
        self.ask(cell, 0)

    def put(self, cell: i64, shape: i64, node: i64) -> i64:
        slot = self.tiles
        if slot + 1 >= len(self.tile_cell):
            self.more_room()
        self.tiles = slot + 1
        self.tile_cell[slot] = cell
        self.tile_shape[slot] = shape
        self.tile_node[slot] = node
        at = self.at
        opening = -1 - at[cell]
        at[cell] = slot + 1
        if opening >= 0:
            self.close(opening)
        return slot

    def close(self, opening: i64) -> None:
        last = self.opens - 1
        self.opens = last
        if opening != last:
            cells, needs, at = self.open_cell, self.open_need, self.at
            cell = cells[last]
            cells[opening] = cell
            needs[opening] = needs[last]
            at[cell] = -1 - opening

    def ask(self, cell: i64, digit: i64) -> None:
        """A tile beside this empty cell asks for a kind of side."""
        at, needs = self.at, self.open_need
        opening = -1 - at[cell]
        if opening < 0:
            opening = self.opens
            self.opens = opening + 1
            self.open_cell[opening] = cell
            needs[opening] = digit
            if self.rules.farthest > 0 and self.is_beyond_edge(cell):
                needs[opening] = self.rules.wall
            at[cell] = -1 - opening
        elif needs[opening] != self.rules.wall:
            needs[opening] += digit

    def is_beyond_edge(self, cell: i64) -> bool:
        """Does the table end before this cell?"""
        far = self.rules.farthest
        x, y = self.x(cell), self.y(cell)
        return x > far or x < -far or y > far or y < -far

    def more_room(self) -> None:
        """Studies may lay more tiles than the boxes hold."""
        size: i64 = 2 * len(self.tile_cell)
        self.tile_cell = grown(self.tile_cell, size, 0)
        self.tile_shape = grown(self.tile_shape, size, 0)
        self.tile_node = grown(self.tile_node, size + 1, 0)
        self.tile_link = grown(self.tile_link, size, 0)
        self.open_cell = grown(self.open_cell, 2 * size + 2, 0)
        self.open_need = grown(self.open_need, 2 * size + 2, 0)

    def near_border(self, cell: i64) -> bool:
        width = self.width
        x = cell & (width - 1)
        rows = MARGIN * width
        return x < MARGIN or x >= width - MARGIN or cell < rows or cell >= width * width - rows

    def grow(self) -> None:
        """Double the grid, the old one in the middle of the new."""
        old_width = self.width
        width = 2 * old_width
        at: vec[i64] = column(width * width, 0)
        cells = self.tile_cell
        for slot in range(self.tiles):
            cells[slot] = moved(cells[slot], old_width)
            at[cells[slot]] = slot + 1
        cells = self.open_cell
        for opening in range(self.opens):
            cells[opening] = moved(cells[opening], old_width)
            at[cells[opening]] = -1 - opening
        self.at = at
        self.width = width
        self.home = moved(self.home, old_width)


def moved(cell: i64, old_width: i64) -> i64:
    """Where a cell of the old grid lies in the doubled one."""
    shift = old_width // 2
    return (cell // old_width + shift) * (2 * old_width) + (cell & (old_width - 1)) + shift
