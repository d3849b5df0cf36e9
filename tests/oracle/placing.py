"""Where a tile may be laid: every cell and every turn is tried, side against side."""

from __future__ import annotations

from collections.abc import Callable

from bastida.kernel.tile import Tile
from tests.oracle.regions import BEYOND, regions
from tests.oracle.table import Cell, Laid, Table

Placement = tuple[int, int, int]  # x, y, quarter turns


def fits(table: Table, laid: Laid, cells: dict[Cell, int]) -> bool:
    """On an empty cell, touching a side of another tile, all touching sides alike (BASE-22 to BASE-26)."""
    if (laid.x, laid.y) in cells or beyond_edge(table, laid.x, laid.y):
        return False
    beside = [(side, cells.get((laid.x + dx, laid.y + dy))) for side, (dx, dy) in enumerate(BEYOND)]
    touching = [(side, table.laid[other]) for side, other in beside if other is not None]
    return bool(touching) and all(other.side((side + 2) % 4) == laid.side(side) for side, other in touching)


def beyond_edge(table: Table, x: int, y: int) -> bool:
    """A table of so many tiles across has the start tile in its middle (HG-20, HG-R04)."""
    across = str(table.played.settings.get("edge", "none"))
    return across.isdecimal() and 2 * max(abs(x), abs(y)) + 1 > int(across)


def river(table: Table, laid: Laid) -> bool:
    """A river tile goes on where the river ends, and not round the same corner twice running (RIVER-09 to RIVER-13)."""
    wet = [number for number, other in enumerate(table.laid) if "river" in other.tile.sides]
    if "river" not in laid.tile.sides or not wet:
        return True
    course = [table.laid[number] for number in wet]
    steps: list[tuple[int, int | None]] = []  # side by which each tile is entered, side by which it is left
    before: Laid | None = None
    for tile in [*course, laid]:
        entry = None if before is None else side_towards(tile, before)
        if before is not None and (entry is None or tile.side(entry) != "river"):
            return False
        leaves = [side for side in range(4) if tile.side(side) == "river" and side != entry]
        steps.append((-1 if entry is None else entry, leaves[0] if leaves else None))
        before = tile
    turns = [(leave - entry) % 4 if entry >= 0 and leave is not None else 2 for entry, leave in steps]
    return turns[-1] == 2 or turns[-1] != turns[-2]


def side_towards(a: Laid, b: Laid) -> int | None:
    """The side of one tile that touches another."""
    return next((side for side, (dx, dy) in enumerate(BEYOND) if (a.x + dx, a.y + dy) == (b.x, b.y)), None)


def scout(table: Table, laid: Laid) -> bool:
    """A special tile joins no occupied area of its figure's kind (SCOUT-16, SCOUT-22, SCOUT-27, SCOUT-33)."""
    watched = {"explorer": "forest", "canoe": "river", "bridge": "meadow", "agriculture": "meadow"}
    kind = watched.get(laid.tile.marks.get("power", ""))
    if kind is None:
        return True
    after = table.lay(laid.tile, laid.x, laid.y, laid.turns)
    new = len(table.laid)
    mine = [region for region in regions(after) if region.kind == kind and any(spot[0] == new for spot in region.spots)]
    return not any(region.occupied for region in mine)


# Further conditions of modules, by name: is this placement, which fits, allowed?
FILTERS: dict[str, Callable[[Table, Laid], bool]] = {"river": river, "scout": scout}


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
