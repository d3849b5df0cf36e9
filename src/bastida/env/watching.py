"""Observations: the planes around the centre of play and the numbers beside them, as one seat sees them.

What a seat may know is what the engine holds: it has no hidden order. Seats are counted from the one who looks.
"""

from __future__ import annotations

from typing import Final, final

from bastida.env.layout import ARGUMENTS, Layout
from bastida.env.sheets import byte, u8
from bastida.kernel.codes import BOOKING, FRAME, OP_PLACE, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA, ON_TILE
from bastida.kernel.native import column, grown, i64, vec
from bastida.kernel.regions import ENDS

MOST_OF_A_NODE: Final = 80  # numbers that one segment writes: four for each connector


@final
class Sight:
    """Writes observations into a place in memory, and wipes what it wrote before.

    What is printed on the tiles stays where it is from one look to the next, as long as the same game goes on and its middle
    does not move; all else is written anew.
    """

    def __init__(self, layout: Layout, memory: vec[u8], start: i64) -> None:
        self.memory = memory
        self.start = start
        self.written = column(1024, 0)  # where something stands that is written anew with every look
        self.count: i64 = 0
        self.printed = column(1024, 0)  # where something stands that stays
        self.print_count: i64 = 0
        self.game: Engine | None = None  # whose tiles those are
        self.tiles: i64 = 0  # how many of them
        self.places = column(layout.rules.tile_room, 0)  # by tile: where what is known of its cell begins, -1: outside
        self.planes: i64 = layout.planes
        self.side: i64 = layout.side
        self.area: i64 = layout.area
        self.depth: i64 = layout.depth
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
        self.hold_first: vec[i64] = layout.hold_first
        self.hold_list: vec[i64] = layout.hold_list
        self.left: i64 = 0  # the cell in the corner
        self.top: i64 = 0
        self.row_home: i64 = 0
        self.column_home: i64 = 0
        self.shift: i64 = 0

    def look(self, game: Engine, seat: i64) -> None:
        """What a seat sees now."""
        self.wipe()
        self.print_tiles(game)
        self.draw_segments(game, seat)
        self.draw_columns(game)
        self.draw_spaces(game, seat)
        self.draw_figures(game, seat)
        self.write_numbers(game, seat)

    def wipe(self) -> None:
        memory, written = self.memory, self.written
        for i in range(self.count):
            memory[written[i]] = u8(0)
        self.count = 0

    def wipe_tiles(self) -> None:
        memory, printed = self.memory, self.printed
        for i in range(self.print_count):
            memory[printed[i]] = u8(0)
        self.print_count = 0
        self.tiles = 0

    def put(self, at: i64, value: i64) -> None:
        """A number other than 0 at a place in memory, until the next look."""
        count = self.count
        if count == len(self.written):
            self.written = grown(self.written, 2 * count, 0)
        written, memory = self.written, self.memory
        written[count] = at
        self.count = count + 1
        memory[at] = byte(value)

    # -- planes -------------------------------------------------------------------------------------------------------

    def print_tiles(self, game: Engine) -> None:
        """What is printed on the tiles; the middle of what lies on the table is in the middle of the planes."""
        board = game.board
        width, cells = board.width, board.tile_cell
        below = width - 1
        shift: i64 = 0
        while (1 << shift) < width:  # the width is a power of two
            shift += 1
        row_home, column_home = board.home >> shift, board.home & below
        west: i64 = 0
        east: i64 = 0
        north: i64 = 0
        south: i64 = 0
        for slot in range(board.tiles):
            x = (cells[slot] & below) - column_home
            y = (cells[slot] >> shift) - row_home
            if x < west:
                west = x
            elif x > east:
                east = x
            if y < north:
                north = y
            elif y > south:
                south = y
        left = ((west + east) >> 1) - self.side // 2
        top = ((north + south) >> 1) - self.side // 2
        self.shift = shift
        self.row_home = row_home
        self.column_home = column_home
        if self.game is not game or left != self.left or top != self.top or board.tiles < self.tiles:
            self.wipe_tiles()
            self.game = game
            self.left = left
            self.top = top
        if board.tiles > len(self.places):
            self.places = grown(self.places, 2 * board.tiles, 0)
        for slot in range(self.tiles, board.tiles):
            self.print_tile(slot, self.at(cells[slot], width), board.tile_shape[slot])
        self.tiles = board.tiles

    def print_tile(self, slot: i64, at: i64, shape: i64) -> None:
        places = self.places
        places[slot] = at
        if at < 0:
            return
        first, last = self.shape_first[shape], self.shape_first[shape + 1]
        count = self.print_count
        if count + last - first > len(self.printed):
            self.printed = grown(self.printed, 2 * (count + last - first), 0)
        printed, memory, planes, values = self.printed, self.memory, self.shape_plane, self.shape_value
        for i in range(first, last):
            here = self.start + at + planes[i]
            memory[here] = byte(values[i])
            printed[count] = here
            count += 1
        self.print_count = count

    def at(self, cell: i64, width: i64) -> i64:
        """Where what is known of a cell of the board begins; -1 if it lies outside."""
        x = (cell & (width - 1)) - self.column_home - self.left
        y = (cell >> self.shift) - self.row_home - self.top
        if x < 0 or y < 0 or x >= self.side or y >= self.side:
            return -1
        return (y * self.side + x) * self.depth

    def draw_segments(self, game: Engine, seat: i64) -> None:
        """Who is strong in the regions of the tiles, how many ends they have left and how many tiles."""
        regions, rules, board = game.regions, game.rules, game.board
        names, strengths, counts = regions.region, regions.strength, regions.count
        rows, slots, firsts = regions.row, regions.slot, regions.first
        kinds, completes, hoods = rules.seg_kind, rules.completes, rules.is_hood
        places, shapes, hold_first, hold_list = self.places, board.tile_shape, self.hold_first, self.hold_list
        mine_plane, rival_plane, memory, written = self.mine_plane, self.rival_plane, self.memory, self.written
        seats, start, number = rules.seats, self.start, self.count
        at_ends, at_tiles = start + self.at_ends, start + self.at_tiles
        for node in range(regions.nodes):
            region = names[node]
            strength = strengths[region]
            count = counts[region]
            ends = count & ENDS
            if strength == 0 and ends == 0:
                continue
            if ends != 0:
                kind = kinds[rows[node]]
                if completes[kind] == 0 or hoods[kind] != 0:
                    if strength == 0:
                        continue
                    ends = 0
            slot = slots[node]
            place = places[slot]
            if place < 0:
                continue
            if number + MOST_OF_A_NODE > len(written):
                written = grown(written, 2 * number + MOST_OF_A_NODE, 0)
                self.written = written
            mine: i64 = 0
            best: i64 = 0
            if strength != 0:
                for other in range(seats):
                    power = (strength >> (8 * other)) & 255
                    if other == seat:
                        mine = power
                    elif power > best:
                        best = power
            tiles = count >> 32
            if tiles > 255:
                tiles = 255
            if ends > 255:
                ends = 255
            hold = shapes[slot] * 16 + node - firsts[node]
            for i in range(hold_first[hold], hold_first[hold + 1]):
                connector = hold_list[i]
                if mine != 0:
                    here = start + place + mine_plane[connector]
                    memory[here] = u8(mine)
                    written[number] = here
                    number += 1
                if best != 0:
                    here = start + place + rival_plane[connector]
                    memory[here] = u8(best)
                    written[number] = here
                    number += 1
                if ends != 0 and connector & 3 == 1:
                    here = place + (connector >> 2)
                    memory[at_ends + here] = u8(ends)
                    memory[at_tiles + here] = u8(tiles)
                    written[number] = at_ends + here
                    written[number + 1] = at_tiles + here
                    number += 2
        self.count = number

    def draw_columns(self, game: Engine) -> None:
        """What modules keep for the tiles, and which tile was just laid."""
        places, columns = self.places, game.columns
        for i in range(len(self.tile_columns)):
            first = self.tile_columns[i]
            last = self.tile_column_length[i]
            if last > self.tiles:
                last = self.tiles
            for slot in range(last):
                value = columns[first + slot]
                if value != 0 and places[slot] >= 0:
                    self.put(self.start + places[slot] + self.at_columns + i, value)
        if game.run_slot >= 0 and places[game.run_slot] >= 0:
            self.put(self.start + places[game.run_slot] + 6, 1)

    def draw_spaces(self, game: Engine, seat: i64) -> None:
        """Where a tile may go some day, and where and how the one in hand may go now."""
        board, start = game.board, self.start
        width, cells = board.width, board.open_cell
        for opening in range(board.opens):
            at = self.at(cells[opening], width)
            if at >= 0:
                self.put(start + at + 1, 1)
        if game.asked == seat and game.owner() == 0 and game.routine() != BOOKING and game.op() == OP_PLACE:
            out = game.list_options()
            items = out.items
            for i in range(out.count):
                at = self.at(items[i] >> 2, width)
                if at >= 0:
                    self.put(start + at + 2 + (items[i] & 3), 1)

    def draw_figures(self, game: Engine, seat: i64) -> None:
        figures, rules, start = game.figures, game.rules, self.start
        places, memory, at_tile = figures.place, self.memory, self.places
        seats, slots = rules.seats, game.regions.slot
        for figure in range(rules.figure_total):
            place = places[figure]
            if place < 0:
                continue
            if place < AREA:
                slot = slots[place]
            elif place >> 20 == ON_TILE:
                slot = place & (AREA - 1)
            else:
                continue
            at = at_tile[slot]
            if at < 0:
                continue
            owner = rules.figure_seat[figure]
            if owner < seats:
                owner -= seat
                if owner < 0:
                    owner += seats
            here = start + at + self.at_seats + owner
            self.put(here, i64(memory[here]) + 1)
            plane = self.figure_plane[rules.figure_kind[figure]]
            if plane >= 0:
                here = start + at + plane
                self.put(here, i64(memory[here]) + 1)

    # -- numbers ------------------------------------------------------------------------------------------------------

    def write_numbers(self, game: Engine, seat: i64) -> None:
        rules = game.rules
        at: i64 = 0
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

    def write(self, number: i64, value: i64) -> i64:
        """A number in its cell, in reading order; returns which comes next."""
        if value != 0:
            sheet = number // self.area
            self.put(self.start + (number - sheet * self.area) * self.depth + self.planes + sheet, value)
        return number + 1

    def seen_from(self, seat: i64, other: i64, seats: i64) -> i64:
        """A seat counted from the one who looks; 255 for the dealer."""
        if other < 0:
            return 255
        other -= seat
        if other < 0:
            other += seats
        return other
