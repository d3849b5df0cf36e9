"""Flood fill: which segments belong together, and what can be counted about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.oracle.table import Cell, Laid, Piece, Spot, Table

BEYOND = ((0, -1), (1, 0), (0, 1), (-1, 0))  # the cells beyond N E S W
NEAR = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
LEFT, MIDDLE, RIGHT = 0, 1, 2  # thirds of a side, clockwise
WHOLE = {"city", "forest"}  # what a table may leave unfinished around an empty cell


@dataclass(frozen=True)
class Region:
    kind: str
    spots: frozenset[Spot]
    ends: int  # open ends; for a neighbourhood, empty cells around it
    tiles: int  # distinct tiles; for a neighbourhood, its own and those around it
    marks: tuple[tuple[str, int], ...]  # printed things and how many, by name
    strength: tuple[int, ...]  # by seat
    barred: int = 0  # pieces that occupy it without counting

    def mark(self, name: str) -> int:
        return dict(self.marks).get(name, 0)

    @property
    def occupied(self) -> bool:
        return any(self.strength) or self.barred > 0

    @property
    def winners(self) -> list[int]:
        """The seats with the greatest strength (BASE-69, BASE-70)."""
        most = max(self.strength)
        return [seat for seat, here in enumerate(self.strength) if here == most and most > 0]


def spots_of(table: Table) -> list[Spot]:
    """Every segment that is a place on the table."""
    kinds = table.played.kinds
    return [
        (number, position)
        for number, laid in enumerate(table.laid)
        for position, segment in enumerate(laid.tile.segments)
        if segment.kind in kinds and segment.figures
    ]


def thirds(laid: Laid, position: int) -> list[tuple[int, int]]:
    """(side on the table, third of it) for every port of a segment, the tile as it lies."""
    ports = laid.tile.segments[position].ports
    return [((port // 3 + laid.turns) % 4, port % 3) for port in ports]


def outlets(laid: Laid, position: int) -> list[int]:
    """The side of each way out of a segment: one where it holds the middle of a side, else one for each half it holds."""
    held = thirds(laid, position)
    return [side for side, third in held if third == MIDDLE or (side, MIDDLE) not in held]


def meets(table: Table, spot: Spot, cells: dict[Cell, int], held: dict[tuple[int, int, int], list[Spot]]) -> Iterator[Spot]:
    """The spots of the same kind that a segment touches, third against third, or over a link on its tile."""
    number, position = spot
    laid = table.laid[number]
    for side, third in thirds(laid, position):
        dx, dy = BEYOND[side]
        other = cells.get((laid.x + dx, laid.y + dy))
        if other is not None:
            facing = held.get((other, (side + 2) % 4, 2 - third), [])
            yield from (met for met in facing if table.segment(met).kind == table.segment(spot).kind)
    if laid.link is not None and position in laid.link:
        yield number, laid.link[0] + laid.link[1] - position
    joined = table.played.settings.get("lake_fields") == "joined" and "lake_ferry" in laid.tile.marks  # FERRY-R10
    if joined and table.segment(spot).kind == "field":
        yield from ((number, at) for at, other in enumerate(laid.tile.segments) if other.kind == "field")


def components(table: Table) -> list[frozenset[Spot]]:
    """All places on the table, sorted into connected sets (BASE-48 to BASE-52)."""
    cells = table.cells()
    spots = spots_of(table)
    held: dict[tuple[int, int, int], list[Spot]] = {}
    for spot in spots:
        for side, third in thirds(table.laid[spot[0]], spot[1]):
            held.setdefault((spot[0], side, third), []).append(spot)
    found: list[frozenset[Spot]] = []
    left = dict.fromkeys(spots)
    while left:
        start = next(iter(left))
        del left[start]
        reached, edge = {start}, [start]
        while edge:
            for met in meets(table, edge.pop(), cells, held):
                if met not in reached:
                    reached.add(met)
                    edge.append(met)
                    del left[met]
        found.append(frozenset(reached))
    return found


def neighbours(table: Table, number: int, cells: dict[Cell, int]) -> int:
    """How many of the eight cells around a tile hold tiles."""
    laid = table.laid[number]
    return sum((laid.x + dx, laid.y + dy) in cells for dx, dy in NEAR)


def open_ends(table: Table, spot: Spot, cells: dict[Cell, int]) -> int:
    """Ways out of a segment that lead to an empty cell, and its loose ends on a tile without a link."""
    laid = table.laid[spot[0]]
    over_sides = sum((laid.x + BEYOND[side][0], laid.y + BEYOND[side][1]) not in cells for side in outlets(laid, spot[1]))
    loose = 0 if laid.link else sum(end in table.played.loose for end in table.segment(spot).ends)
    return over_sides + loose


def has_gap(table: Table, spots: frozenset[Spot], cells: dict[Cell, int]) -> bool:
    """Is there an empty cell that the tiles of these spots shut in (BASE-R16)? Looked at from each empty cell outwards."""
    wall = {(table.laid[number].x, table.laid[number].y) for number, _ in spots}
    far = max(max(abs(x), abs(y)) for x, y in wall) + 1
    empty = {(x + dx, y + dy) for x, y in cells for dx, dy in BEYOND} - cells.keys()
    for start in empty:
        reached, edge = {start}, [start]
        while edge and not any(max(abs(x), abs(y)) > far for x, y in edge):
            x, y = edge.pop()
            further = {(x + dx, y + dy) for dx, dy in BEYOND} - wall - reached
            reached |= further
            edge += further
        if not edge:
            return True
    return False


def regions(table: Table) -> list[Region]:
    """All regions of the table with everything that is counted about them."""
    if "regions" not in table.memo:
        table.memo["regions"] = _count(table)
    return list(table.memo["regions"])


def _count(table: Table) -> list[Region]:
    cells = table.cells()
    found = []
    for spots in components(table):
        kind = table.segment(next(iter(spots))).kind
        strength = [0] * table.played.seats
        for piece in table.pieces:
            if piece.spots & spots and piece.seat < table.played.seats and not bars(table, piece):
                strength[piece.seat] += table.played.strength.get(piece.kind, 0)
        if kind in table.played.around:
            (spot,) = spots
            near = neighbours(table, spot[0], cells)
            ends, tiles = 8 - near, 1 + near
        else:
            ends = sum(open_ends(table, spot, cells) for spot in spots)
            tiles = len({number for number, _ in spots})
            if ends == 0 and kind in WHOLE and table.played.settings.get("hole") == "incomplete":
                ends = int(has_gap(table, spots, cells))
        printed: Counter[str] = Counter()
        for spot in spots:
            printed.update(table.segment(spot).marks)
        marks = tuple(sorted((name, count) for name, count in printed.items() if count))
        barred = sum(piece.spot in spots for piece in table.pieces if bars(table, piece))
        found.append(Region(kind, spots, ends, tiles, marks, tuple(strength), barred))
    return found


def bars(table: Table, piece: Piece) -> bool:
    """Does a figure stand where it only keeps others out?"""
    return table.segment(piece.spot).kind in table.played.bars.get(piece.kind, ())


def completed(table: Table, region: Region) -> bool:
    """Nothing of it is open (BASE-54, BASE-58, BASE-63); fields never are (BASE-75)."""
    return region.ends == 0 and region.kind in table.played.complete


def by_spot(found: list[Region]) -> dict[Spot, Region]:
    return {spot: region for region in found for spot in region.spots}
