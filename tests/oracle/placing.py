"""Where a tile may be laid: every cell and every turn is tried, side against side."""

from __future__ import annotations

from collections.abc import Callable

from bastida.kernel.tile import Tile
from tests.oracle.regions import BEYOND
from tests.oracle.table import Cell, Laid, Table

Placement = tuple[int, int, int]  # x, y, quarter turns

# Further conditions of modules: module name -> is this placement allowed?
FILTERS: dict[str, Callable[[Table, Laid], bool]] = {}


def fits(table: Table, laid: Laid, cells: dict[Cell, int]) -> bool:
    """On an empty cell, touching a side of another tile, all touching sides alike (BASE-22 to BASE-26)."""
    if (laid.x, laid.y) in cells:
        return False
    touching = 0
    for side, (dx, dy) in enumerate(BEYOND):
        other = cells.get((laid.x + dx, laid.y + dy))
        if other is not None:
            touching += 1
            if table.laid[other].side((side + 2) % 4) != laid.side(side):
                return False
    return touching > 0


def placements(table: Table, tile: Tile) -> set[Placement]:
    """Every legal placement of a tile on a table with at least one tile."""
    cells = table.cells()
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    allowed = [FILTERS[name] for name in table.played.modules if name in FILTERS]
    found = set()
    for x in range(min(xs) - 1, max(xs) + 2):
        for y in range(min(ys) - 1, max(ys) + 2):
            for turns in range(4):
                laid = Laid(tile, x, y, turns)
                if fits(table, laid, cells) and all(allows(table, laid) for allows in allowed):
                    found.add((x, y, turns))
    return found


def open_cells(table: Table) -> set[Cell]:
    """Empty cells beside a laid tile."""
    cells = table.cells()
    beside = {(x + dx, y + dy) for x, y in cells for dx, dy in BEYOND}
    return beside - cells.keys()
