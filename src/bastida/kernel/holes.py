"""Regions that must not close around an empty cell, where a game says so (``Book.whole``).

A cell lies inside a region if no way leads from it out of the table, from cell to cell over their sides, that does not
cross a tile of the region. A region whose sides are all closed but which has an empty cell inside keeps one more open
end, so that everybody takes it for unfinished; the end closes when the last such cell is filled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bastida.kernel.native import column, i64, vec
from bastida.kernel.regions import ENDS, GAP

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

SMALLEST_RING: Final = 7  # tiles around one cell, less a corner: fewer surround nothing
OPEN: Final = 0
OWN: Final = 1  # a tile of the region
OUTSIDE: Final = 2


def look(game: Engine, slot: i64) -> None:
    """After a tile was laid: what it closed may hold a gap, and gaps may have been filled, by whatever it shows."""
    board, regions = game.board, game.regions
    if regions.gaps > 0:
        for node in range(board.tile_node[slot]):
            if regions.marks[node] & GAP != 0 and regions.region[node] == node and not surrounds(game, node):
                fill(game, node)
    for node in range(board.tile_node[slot], board.tile_node[slot + 1]):
        region = regions.region[node]
        if game.rules.whole[regions.kind(node)] != 0 and regions.count[region] & ENDS == 0 and surrounds(game, region):
            marks, count = regions.marks, regions.count
            marks[region] |= GAP
            count[region] += 1
            regions.gaps += 1


def fill(game: Engine, region: i64) -> None:
    """Nothing is empty inside it any more: it is completed by the tile just laid."""
    regions = game.regions
    marks, count = regions.marks, regions.count
    marks[region] &= ~GAP
    count[region] -= 1
    regions.gaps -= 1
    game.touch(region)


def surrounds(game: Engine, region: i64) -> bool:
    """Is there an empty cell inside a region?"""
    if game.regions.tiles(region) < SMALLEST_RING:
        return False
    board = game.board
    slots = game.slots_of(region)
    left = board.x(board.tile_cell[slots[0]])
    top = board.y(board.tile_cell[slots[0]])
    right, bottom = left, top
    for slot in slots:
        x, y = board.x(board.tile_cell[slot]), board.y(board.tile_cell[slot])
        left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
    left, top = left - 1, top - 1  # a frame around it is outside
    width, height = right - left + 2, bottom - top + 2
    cells = column(width * height, OPEN)
    for slot in slots:
        cell = board.tile_cell[slot]
        cells[(board.y(cell) - top) * width + board.x(cell) - left] = OWN
    flood(cells, width)
    for number in range(width * height):
        if cells[number] == OPEN and board.slot_at(left + number % width, top + number // width) < 0:
            return True
    return False


def flood(cells: vec[i64], width: i64) -> None:
    """Mark what can be reached from the first cell of a frame around the region."""
    cells[0] = OUTSIDE
    reached: list[i64] = [0]
    size: i64 = len(cells)
    while len(reached) > 0:
        here = reached.pop()
        x = here % width
        if x > 0:
            step(cells, here - 1, reached)
        if x < width - 1:
            step(cells, here + 1, reached)
        if here >= width:
            step(cells, here - width, reached)
        if here + width < size:
            step(cells, here + width, reached)


def step(cells: vec[i64], cell: i64, reached: list[i64]) -> None:
    if cells[cell] == OPEN:
        cells[cell] = OUTSIDE
        reached.append(cell)
