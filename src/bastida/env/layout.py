"""What stands where in an observation: the planes of a set-up, and the numbers behind them."""
# not compiled: runs once for a set-up

from __future__ import annotations

from typing import Final

from bastida.kernel.geometry import SIDE_NAMES
from bastida.kernel.native import column, i64, vec
from bastida.kernel.rules import Rules

OBSERVATION: Final = 1
"""The version of observations; it changes with every change to what stands where."""

SMALL_TABLE: Final = 100  # tiles
SMALL: Final = 25  # cells of a row
LARGE: Final = 33
CONNECTORS: Final = 16  # of a tile: left half, middle, right half, second layer of each side
CONNECTOR_NAMES: Final = ("left", "middle", "right", "second")
PAIRS: Final = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
ARGUMENTS: Final = 6


class Layout:
    """The planes of a set-up by name, in their order, and the numbers that follow them."""

    def __init__(self, rules: Rules, side: int = 0) -> None:
        tiles = sum(sum(rules.pile_full[pile]) for pile in rules.tile_piles)
        self.rules = rules
        self.side = side or (SMALL if tiles <= SMALL_TABLE else LARGE)
        if self.side < 3 or self.side % 2 == 0 or self.side > 255:
            raise ValueError("planes have an odd number of cells in a row, from 3 to 255")
        self.area = self.side * self.side
        self.names: list[str] = []
        self._name_planes(rules)
        self.number_names = self._name_numbers(rules)
        self.planes = len(self.names)
        self.sheets = -(-len(self.number_names) // self.area)  # planes that hold the numbers, in reading order
        self.depth = self.planes + self.sheets
        self.size = self.depth * self.area
        self._draw_shapes(rules)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Rows, columns, planes: what is known of a cell lies together."""
        return (self.side, self.side, self.depth)

    def _name_planes(self, rules: Rules) -> None:
        names = self.names
        names += ["tile", "space", *(f"fits in turn {turn}" for turn in range(4)), "tile just laid"]
        self.at_sides = len(names)
        names += [f"side {side}: {kind}" for side in SIDE_NAMES for kind in rules.side_names]
        self.at_pairs = len(names)
        names += [f"joined: {SIDE_NAMES[a]} and {SIDE_NAMES[b]}" for a, b in PAIRS]
        self.at_hoods = len(names)
        self.hoods = [kind for kind, hood in enumerate(rules.is_hood) if hood]
        names += [f"centre: {rules.segment_names[kind]}" for kind in self.hoods]
        self.at_marks = len(names)
        self.marks = sorted(
            {
                (int(rules.seg_kind[row]), byte)
                for row in range(len(rules.seg_kind))
                for byte in range(7)
                if (rules.seg_marks[row] >> (8 * byte)) & 255
            }
        )
        names += [f"printed: {rules.segment_names[kind]} {byte}" for kind, byte in self.marks]
        self.at_columns = len(names)
        names += [f"on the tile: {name}" for name in rules.columns_by_tile]
        self.at_seats = len(names)
        names += ["figures: mine", *(f"figures: seat +{seat}" for seat in range(1, rules.seats)), "figures: nobody's"]
        self.at_figures = len(names)
        issued = [
            kind
            for kind in range(rules.figure_kinds)
            if any(rules.issued[seat * rules.figure_kinds + kind] for seat in range(len(rules.issued) // rules.figure_kinds))
        ]
        self.figure_plane = column(rules.figure_kinds, -1)
        for kind in issued:
            self.figure_plane[kind] = len(names)
            names.append(f"figures: {rules.figure_names[kind]}")
        second = [3] if rules.second_layer else []
        connectors = [4 * side + way for side in range(4) for way in (0, 1, 2, *second)]
        self.mine_plane = column(CONNECTORS + 1, -1)
        self.rival_plane = column(CONNECTORS + 1, -1)
        for plane, who in ((self.mine_plane, "my strength"), (self.rival_plane, "best rival")):
            for connector in connectors:
                plane[connector] = len(names)
                names.append(f"{who}: {SIDE_NAMES[connector // 4]} {CONNECTOR_NAMES[connector % 4]}")
            plane[CONNECTORS] = len(names)
            names.append(f"{who}: inside")
        self.at_ends = len(names)
        names += [f"open ends: {side}" for side in SIDE_NAMES]
        self.at_tiles = len(names)
        names += [f"tiles: {side}" for side in SIDE_NAMES]

    def _name_numbers(self, rules: Rules) -> list[str]:
        names = ["asked: step", "asked: module", "asked: routine", *(f"asked: {n}" for n in range(ARGUMENTS))]
        names += ["asked: seat", "active seat", "my place at the table", "turn", "turn / 256", "part", "tile in hand"]
        names += ["centre x + 128", "centre y + 128", "over"]
        for seat in range(rules.seats):
            who = f"seat +{seat}"
            for scorer in rules.scorer_names:
                names += [f"{who}: points of {scorer}", f"{who}: points of {scorer} / 256"]
            names += [f"{who}: {figure} in supply" for figure in rules.figure_names]
        for pile, pieces in enumerate(rules.pile_pieces):
            names += [f"{rules.pile_names[pile]}: {piece} left" for piece in pieces]
        names += [f"{pile}: known pieces" for pile in rules.pile_names]
        by_tile = set(rules.columns_by_tile)
        self.plain_columns = vec[i64](
            [
                place
                for name in rules.column_names
                if name not in by_tile
                for place in range(rules.column_offset[name], rules.column_offset[name] + rules.column_length[name])
            ]
        )
        for name in rules.column_names:
            if name not in by_tile:
                names += [f"{name} {place}" for place in range(rules.column_length[name])]
        self.tile_columns = vec[i64]([rules.column_offset[name] for name in rules.columns_by_tile])
        self.tile_column_length = vec[i64]([rules.column_length[name] for name in rules.columns_by_tile])
        return names

    def _draw_shapes(self, rules: Rules) -> None:
        """By shape: the planes that are marked where such a tile lies; by segment: the connectors it holds, a bit each."""
        shapes = 4 * len(rules.tiles)
        first, planes, values = [0], [], []
        holds = [0] * (16 * shapes)
        kinds = len(rules.side_names)
        for shape in range(shapes):
            kind, turns = shape >> 2, shape & 3
            planes.append(0)
            values.append(1)
            for side in range(4):
                word = rules.tiles[kind].sides[(side - turns) % 4]
                planes.append(self.at_sides + side * kinds + rules.side_names.index(word))
                values.append(1)
            middle = [int(rules.connector[shape * 16 + 4 * side + 1]) for side in range(4)]
            row = int(rules.seg_first[kind])
            for number, (a, b) in enumerate(PAIRS):
                same = middle[a] >= 0 and middle[a] == middle[b]
                if same and rules.segment_names[rules.seg_kind[row + middle[a]]] != rules.ground:
                    planes.append(self.at_pairs + number)
                    values.append(1)
            for number, hood in enumerate(self.hoods):
                here = sum(int(rules.seg_kind[at]) == hood for at in range(row, rules.seg_first[kind + 1]))
                if here:
                    planes.append(self.at_hoods + number)
                    values.append(here)
            for number, (segment, byte) in enumerate(self.marks):
                total = sum(
                    (int(rules.seg_marks[at]) >> (8 * byte)) & 255
                    for at in range(row, rules.seg_first[kind + 1])
                    if rules.seg_kind[at] == segment
                )
                if total:
                    planes.append(self.at_marks + number)
                    values.append(min(total, 255))
            for connector in range(CONNECTORS):
                held = int(rules.connector[shape * 16 + connector])
                if held >= 0:
                    holds[shape * 16 + held] |= 1 << connector
            for segment in range(rules.seg_first[kind + 1] - row):
                if holds[shape * 16 + segment] == 0:
                    holds[shape * 16 + segment] = 1 << CONNECTORS
            first.append(len(planes))
        self.shape_first = vec[i64](first)
        self.shape_plane = vec[i64](planes)
        self.shape_value = vec[i64](values)
        self.holds = vec[i64](holds)
        hold_first, hold_list = [0], []
        for held in holds:
            hold_list += [number for number in range(CONNECTORS + 1) if held >> number & 1 and self.mine_plane[number] >= 0]
            hold_first.append(len(hold_list))
        self.hold_first = vec[i64](hold_first)  # the same as lists: by shape and segment, where its connectors begin
        self.hold_list = vec[i64](hold_list)
