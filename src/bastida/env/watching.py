"""Observations: the planes around the centre of play and the numbers beside them, as one seat sees them.

What a seat may know is what the engine holds: it has no hidden order. Seats are counted from the one who looks.
"""

from __future__ import annotations

from typing import Final, final

from bastida.env.layout import ARGUMENTS, Layout
from bastida.env.sheets import byte, u8
from bastida.kernel.codes import BOOKING, FRAME, OP_PLACE, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.figures import ON_TILE
from bastida.kernel.native import column, grown, i64, vec
from bastida.kernel.regions import ENDS

ROUTINES: Final = 64


@final
class Sight:
    """Writes observations into a place in memory, and wipes what it wrote before."""

    def __init__(self, layout: Layout, memory: vec[u8], start: i64) -> None:
        self.memory = memory
        self.start = start
        self.written = column(1024, 0)  # where something stands
        self.count: i64 = 0
        self.planes: i64 = layout.planes
        self.side: i64 = layout.side
        self.area: i64 = layout.area
        self.at_columns: i64 = layout.at_columns
        self.at_seats: i64 = layout.at_seats
        self.at_ends: i64 = layout.at_ends
        self.at_tiles: i64 = layout.at_tiles
        self.figure_plane: vec[i64] = layout.figure_plane
        self.mine_plane: vec[i64] = layout.mine_plane
        self.rival_plane: vec[i64] = layout.rival_plane
        self.plain_columns: vec[i64] = layout.plain_columns
        self.tile_columns: vec[i64] = layout.tile_columns
        self.tile_column_length: vec[i64] = layout.tile_column_length
        self.shape_first: vec[i64] = layout.shape_first
        self.shape_plane: vec[i64] = layout.shape_plane
        self.shape_value: vec[i64] = layout.shape_value
        self.holds: vec[i64] = layout.holds
        self.left: i64 = 0  # the cell in the corner
        self.top: i64 = 0
        self.row_home: i64 = 0
        self.column_home: i64 = 0
        self.shift: i64 = 0

    def wipe(self) -> None:
        memory, written = self.memory, self.written
        for i in range(self.count):
            memory[written[i]] = u8(0)
        self.count = 0

    def look(self, game: Engine, seat: i64) -> None:
        """What a seat sees now."""
        self.wipe()
        self.find_middle(game)
        self.draw_tiles(game, seat)
        self.draw_spaces(game, seat)
        self.draw_figures(game, seat)
        self.write_numbers(game, seat)

    def put(self, at: i64, value: i64) -> None:
        """A number other than 0 at a place in memory."""
        count = self.count
        if count == len(self.written):
            self.written = grown(self.written, 2 * count, 0)
        self.written[count] = at
        self.count = count + 1
        self.memory[at] = byte(value)

    # -- planes -------------------------------------------------------------------------------------------------------

    def find_middle(self, game: Engine) -> None:
        """The middle of what lies on the table is in the middle of the planes."""
        board = game.board
        width, cells = board.width, board.tile_cell
        below = width - 1
        shift: i64 = 0
        while (1 << shift) < width:  # the width is a power of two
            shift += 1
        self.shift = shift
        self.row_home = board.home >> shift
        self.column_home = board.home & below
        west: i64 = 0
        east: i64 = 0
        north: i64 = 0
        south: i64 = 0
        for slot in range(board.tiles):
            x = (cells[slot] & below) - self.column_home
            y = (cells[slot] >> shift) - self.row_home
            if x < west:
                west = x
            if x > east:
                east = x
            if y < north:
                north = y
            if y > south:
                south = y
        self.left = ((west + east) >> 1) - self.side // 2
        self.top = ((north + south) >> 1) - self.side // 2

    def at(self, cell: i64, width: i64) -> i64:
        """Where a cell of the board stands in a plane; -1 if it lies outside."""
        x = (cell & (width - 1)) - self.column_home - self.left
        y = (cell >> self.shift) - self.row_home - self.top
        if x < 0 or y < 0 or x >= self.side or y >= self.side:
            return -1
        return y * self.side + x

    def draw_tiles(self, game: Engine, seat: i64) -> None:
        board, area, start = game.board, self.area, self.start
        width = board.width
        planes, values = self.shape_plane, self.shape_value
        for slot in range(board.tiles):
            at = self.at(board.tile_cell[slot], width)
            if at >= 0:
                shape = board.tile_shape[slot]
                here = start + at
                for i in range(self.shape_first[shape], self.shape_first[shape + 1]):
                    self.put(here + planes[i] * area, values[i])
                self.draw_segments(game, seat, slot, shape, here)
                for i in range(len(self.tile_columns)):
                    if slot < self.tile_column_length[i]:
                        value = game.columns[self.tile_columns[i] + slot]
                        if value != 0:
                            self.put(here + (self.at_columns + i) * area, value)
        if game.run_slot >= 0:
            at = self.at(board.tile_cell[game.run_slot], width)
            if at >= 0:
                self.put(start + at + 6 * area, 1)

    def draw_segments(self, game: Engine, seat: i64, slot: i64, shape: i64, here: i64) -> None:
        """Who is strong in the regions of a tile, how many ends they have left and how many tiles."""
        regions, rules, area = game.regions, game.rules, self.area
        first = game.board.tile_node[slot]
        for node in range(first, game.board.tile_node[slot + 1]):
            region = regions.region[node]
            strength = regions.strength[region]
            count = regions.count[region]
            kind = rules.seg_kind[regions.row[node]]
            open_ = rules.completes[kind] != 0 and rules.is_hood[kind] == 0 and count & ENDS != 0
            if strength == 0 and not open_:
                continue
            mine: i64 = 0
            best: i64 = 0
            if strength != 0:
                for other in range(rules.seats):
                    power = (strength >> (8 * other)) & 255
                    if other == seat:
                        mine = power
                    elif power > best:
                        best = power
            held = self.holds[shape * 16 + node - first]
            connector: i64 = 0
            while held != 0:
                if held & 1 != 0:
                    if mine != 0 and self.mine_plane[connector] >= 0:
                        self.put(here + self.mine_plane[connector] * area, mine)
                    if best != 0 and self.rival_plane[connector] >= 0:
                        self.put(here + self.rival_plane[connector] * area, best)
                    if open_ and connector & 3 == 1:
                        self.put(here + (self.at_ends + (connector >> 2)) * area, count & ENDS)
                        self.put(here + (self.at_tiles + (connector >> 2)) * area, count >> 32)
                held >>= 1
                connector += 1

    def draw_spaces(self, game: Engine, seat: i64) -> None:
        """Where a tile may go some day, and where and how the one in hand may go now."""
        board, area, start = game.board, self.area, self.start
        width, cells = board.width, board.open_cell
        for opening in range(board.opens):
            at = self.at(cells[opening], width)
            if at >= 0:
                self.put(start + area + at, 1)
        if game.asked == seat and game.owner() == 0 and game.routine() != BOOKING and game.op() == OP_PLACE:
            out = game.list_options()
            for i in range(out.count):
                at = self.at(out.items[i] >> 2, width)
                if at >= 0:
                    self.put(start + at + (2 + (out.items[i] & 3)) * area, 1)

    def draw_figures(self, game: Engine, seat: i64) -> None:
        figures, rules, area, start = game.figures, game.rules, self.area, self.start
        seats, width = rules.seats, game.board.width
        places, memory = figures.place, self.memory
        for figure in range(rules.figure_total):
            if places[figure] < 0:
                continue
            node = figures.node(figure)
            slot: i64 = -1
            if node >= 0:
                slot = game.regions.slot[node]
            elif figures.place_word(figure) == ON_TILE:
                slot = figures.place_index(figure)
            if slot < 0:
                continue
            at = self.at(game.board.tile_cell[slot], width)
            if at < 0:
                continue
            owner = rules.figure_seat[figure]
            if owner < seats:
                owner -= seat
                if owner < 0:
                    owner += seats
            here = start + at + (self.at_seats + owner) * area
            self.put(here, i64(memory[here]) + 1)
            plane = self.figure_plane[rules.figure_kind[figure]]
            if plane >= 0:
                here = start + at + plane * area
                self.put(here, i64(memory[here]) + 1)

    # -- numbers ------------------------------------------------------------------------------------------------------

    def write_numbers(self, game: Engine, seat: i64) -> None:
        rules = game.rules
        at = self.start + self.planes * self.area
        seats = rules.seats
        if game.asked != OVER:
            owner = game.owner()
            if owner == 0:
                at = self.write(at, 16 + game.routine() if game.routine() == BOOKING else game.op())
            else:
                at = self.write(at, 0)
            at = self.write(at, owner)
            at = self.write(at, game.routine())
            for i in range(ARGUMENTS):
                at = self.write(at, game.stack[(game.depth - 1) * FRAME + 2 + i])
            at = self.write(at, self.seen_from(seat, game.asked, seats))
        else:
            at += 4 + ARGUMENTS
        at = self.write(at, self.seen_from(seat, game.seat, seats))
        at = self.write(at, seat)
        at = self.write(at, game.turn & 255)
        at = self.write(at, game.turn >> 8)
        at = self.write(at, game.part)
        at = self.write(at, game.run_kind + 1 if game.run_slot < 0 else 0)
        at = self.write(at, self.left + self.side // 2 + 128)
        at = self.write(at, self.top + self.side // 2 + 128)
        at = self.write(at, 1 if game.asked == OVER else 0)
        kinds, scorers = rules.figure_kinds, rules.figures_per_seat
        other = seat
        for _number in range(seats):
            for scorer in range(scorers):
                points = game.points[2 * other + scorer]
                if points < 0:
                    points = 0
                at = self.write(at, points & 255)
                at = self.write(at, points >> 8)
            supply = game.figures.supply
            for kind in range(kinds):
                at = self.write(at, supply[other * kinds + kind])
            other += 1
            if other == seats:
                other = 0
        left = game.piles.remaining
        for i in range(len(left)):
            at = self.write(at, left[i])
        for pile in range(len(rules.pile_names)):
            at = self.write(at, game.piles.tail_size[pile])
        columns, plain = game.columns, self.plain_columns
        for i in range(len(plain)):
            at = self.write(at, columns[plain[i]])

    def write(self, at: i64, value: i64) -> i64:
        if value != 0:
            self.put(at, value)
        return at + 1

    def seen_from(self, seat: i64, other: i64, seats: i64) -> i64:
        """A seat counted from the one who looks; 255 for the dealer."""
        if other < 0:
            return 255
        other -= seat
        if other < 0:
            other += seats
        return other
