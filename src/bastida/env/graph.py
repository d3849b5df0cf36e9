"""The position as a graph: tiles, regions, spaces and figures as rows of numbers, and who touches whom."""

from __future__ import annotations

from typing import Final, final

from bastida.env.layout import Layout
from bastida.env.sheets import i32, numbers_of
from bastida.kernel import laying
from bastida.kernel.codes import BOOKING, OP_PLACE, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.figures import ON_TILE
from bastida.kernel.native import i64, vec
from bastida.kernel.regions import ENDS

TILE: Final = ("kind", "x", "y", "turn", "just laid")  # then the modules' own, of this tile
REGION: Final = (
    *("kind", "open ends", "tiles", "segments", "done"),
    *("mine", "seat +1", "seat +2", "seat +3", "seat +4", "seat +5", "barred"),  # strengths
    *("printed 0", "printed 1", "printed 2", "printed 3", "printed 4", "printed 5", "printed 6"),
)
HOLD: Final = ("tile", "region", "connectors")  # a segment: which tile, which region, a bit for each connector it holds
NEIGHBOUR: Final = ("tile", "tile beyond", "side")
SPACE: Final = ("x", "y", "fits")  # where a tile may go; a bit per turn in which the one in hand does
FIGURE: Final = ("seat", "kind", "tile", "region")  # 255: nobody's; region -1: on a thing of the tile


@final
class Graph:
    """Writes the graph of a position into memory of its own, made large enough for a whole game."""

    def __init__(self, layout: Layout) -> None:
        rules = layout.rules
        self.tile_columns: vec[i64] = layout.tile_columns
        self.tile_column_length: vec[i64] = layout.tile_column_length
        self.holds_of: vec[i64] = layout.holds
        self.tile_room: i64 = rules.tile_room
        self.node_room: i64 = rules.node_room
        self.space_room: i64 = 2 * rules.tile_room + 2
        self.figure_room: i64 = rules.figure_total
        self.tile_width: i64 = len(TILE) + len(layout.tile_columns)
        self.tiles = numbers_of(self.tile_room * self.tile_width)
        self.regions = numbers_of(self.node_room * len(REGION))
        self.holds = numbers_of(self.node_room * len(HOLD))
        self.neighbours = numbers_of(2 * self.tile_room * len(NEIGHBOUR))
        self.spaces = numbers_of(self.space_room * len(SPACE))
        self.figures = numbers_of(self.figure_room * len(FIGURE))
        self.counts = numbers_of(6)  # rows of each, in this order
        self.number_of: list[i64] = []  # by name of a region: its row

    def draw(self, game: Engine, seat: i64) -> None:
        """The graph as a seat sees it."""
        self.draw_tiles(game)
        self.draw_regions(game, seat)
        self.draw_spaces(game, seat)
        self.draw_figures(game, seat)

    def draw_tiles(self, game: Engine) -> None:
        board, tiles, near = game.board, self.tiles, self.neighbours
        count: i64 = 0
        for slot in range(board.tiles):
            at = slot * self.tile_width
            cell = board.tile_cell[slot]
            tiles[at] = i32(board.tile_shape[slot] >> 2)
            tiles[at + 1] = i32(board.x(cell))
            tiles[at + 2] = i32(board.y(cell))
            tiles[at + 3] = i32(board.tile_shape[slot] & 3)
            tiles[at + 4] = i32(1 if slot == game.run_slot else 0)
            for i in range(len(self.tile_columns)):
                value: i64 = 0
                if slot < self.tile_column_length[i]:
                    value = game.columns[self.tile_columns[i] + slot]
                tiles[at + 5 + i] = i32(value)
            for side in range(1, 3):  # east and south: every two neighbours once
                other = board.at[board.beyond(cell, side)] - 1
                if other >= 0:
                    near[count * 3] = i32(slot)
                    near[count * 3 + 1] = i32(other)
                    near[count * 3 + 2] = i32(side)
                    count += 1
        self.counts[0] = i32(board.tiles)
        self.counts[3] = i32(count)

    def draw_regions(self, game: Engine, seat: i64) -> None:
        board, regions, rules = game.board, game.regions, game.rules
        rows, holds = self.regions, self.holds
        number_of: list[i64] = [-1] * int(regions.nodes)
        width: i64 = len(REGION)
        count: i64 = 0
        for node in range(regions.nodes):
            name = regions.region[node]
            if number_of[name] < 0:
                number_of[name] = count
                at = count * width
                rows[at] = i32(rules.seg_kind[regions.row[name]])
                rows[at + 1] = i32(regions.count[name] & ENDS)
                rows[at + 2] = i32(regions.tiles(name))
                rows[at + 3] = i32(regions.size(name))
                rows[at + 4] = i32(regions.done[name])
                other = seat
                for i in range(6):
                    if i < rules.seats:
                        rows[at + 5 + i] = i32(regions.strength_of(name, other))
                    else:
                        rows[at + 5 + i] = i32(0)
                    other += 1
                    if other >= rules.seats:
                        other = 0
                rows[at + 11] = i32((regions.strength[name] >> 48) & 255)
                for byte in range(7):
                    rows[at + 12 + byte] = i32(regions.mark(name, byte))
                count += 1
            slot = regions.slot[node]
            first = board.tile_node[slot]
            holds[node * 3] = i32(slot)
            holds[node * 3 + 1] = i32(number_of[name])
            holds[node * 3 + 2] = i32(self.holds_of[board.tile_shape[slot] * 16 + node - first])
        self.number_of = number_of
        self.counts[1] = i32(count)
        self.counts[2] = i32(regions.nodes)

    def draw_spaces(self, game: Engine, seat: i64) -> None:
        board, spaces = game.board, self.spaces
        asked = game.asked == seat and game.asked != OVER and game.owner() == 0
        laying_now = asked and game.routine() != BOOKING and game.op() == OP_PLACE
        for opening in range(board.opens):
            at = opening * 3
            cell = board.open_cell[opening]
            spaces[at] = i32(board.x(cell))
            spaces[at + 1] = i32(board.y(cell))
            turns: i64 = 0
            if laying_now:
                turns = laying.allowed_turns(game, game.run_kind, opening)
            spaces[at + 2] = i32(turns)
        self.counts[4] = i32(board.opens)

    def draw_figures(self, game: Engine, seat: i64) -> None:
        figures, rules, rows = game.figures, game.rules, self.figures
        count: i64 = 0
        for figure in range(rules.figure_total):
            if figures.place[figure] < 0:
                continue
            node = figures.node(figure)
            slot: i64 = -1
            region: i64 = -1
            if node >= 0:
                slot = game.regions.slot[node]
                region = self.number_of[game.regions.region[node]]
            elif figures.place_word(figure) == ON_TILE:
                slot = figures.place_index(figure)
            if slot < 0:
                continue
            owner = rules.figure_seat[figure]
            if owner >= rules.seats:
                owner = 255
            else:
                owner -= seat
                if owner < 0:
                    owner += rules.seats
            at = count * 4
            rows[at] = i32(owner)
            rows[at + 1] = i32(rules.figure_kind[figure])
            rows[at + 2] = i32(slot)
            rows[at + 3] = i32(region)
            count += 1
        self.counts[5] = i32(count)
