"""A tile as a hundred rows of a hundred squares, all in one whole number: what room is left, and where.

Areas are painted into a mask, taken out of it, and worn down from their borders; what is left last lies well inside.
This is exact to half a unit, which is enough to stand a figure or plant a tree.  A bit is a square; a row takes a few
bits more than it has squares, so that nothing runs over into the next row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, floor

from bastida.art.curves import Point

ROWS = 100
STRIDE = 104  # bits of a row: whole bytes, the last four bits always empty
ROW = (1 << ROWS) - 1

Bits = int  # a mask to reckon with
Mask = list[int]  # the same, row by row from north to south


def _joined(rows: Sequence[int]) -> Bits:
    return int.from_bytes(b"".join(row.to_bytes(STRIDE // 8, "little") for row in rows), "little")


FULL: Bits = _joined([ROW] * ROWS)


def rows(mask: Bits) -> Mask:
    """The rows of a mask, from north to south."""
    text = mask.to_bytes(ROWS * STRIDE // 8, "little")
    return [int.from_bytes(text[i : i + STRIDE // 8], "little") for i in range(0, len(text), STRIDE // 8)]


def painted(points: Sequence[Point]) -> Bits:
    """The squares whose middles lie in a polygon."""
    crossings: list[list[float]] = [[] for _ in range(ROWS)]
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if ay == by:
            continue
        if ay > by:
            ax, ay, bx, by = bx, by, ax, ay
        slope = (bx - ax) / (by - ay)
        for row in range(max(0, ceil(ay - 0.5)), min(ROWS, ceil(by - 0.5))):
            crossings[row].append(ax + (row + 0.5 - ay) * slope)
    found = [0] * ROWS
    for row, crossed in enumerate(crossings):
        if len(crossed) == 2:
            found[row] = _span(*crossed) or _span(crossed[1], crossed[0])
        elif crossed:
            crossed.sort()
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                found[row] |= _span(left, right)
    return _joined(found)


def disc(centre: Point, radius: float) -> Bits:
    """The squares whose middles lie in a circle around the middle of a square; the radius is exact to a quarter."""
    right, down = floor(centre[0]) - ROWS // 2, floor(centre[1]) - ROWS // 2
    found = _round(round(4 * radius)) & _columns(max(0, -right), min(ROWS, ROWS - right))
    shift = down * STRIDE + right
    return (found << shift) & FULL if shift > 0 else found >> -shift


@lru_cache(maxsize=1024)
def _round(quarters: int) -> Bits:
    """The disc around the square to the right of and below the middle of the tile, which holds all of it."""
    radius, middle = quarters / 4, (ROWS + 1) / 2
    found = []
    for row in range(ROWS):
        half = radius * radius - (row + 0.5 - middle) ** 2
        found.append(_span(middle - half**0.5, middle + half**0.5) if half > 0 else 0)
    return _joined(found)


@lru_cache(maxsize=16_384)
def _columns(first: int, end: int) -> Bits:
    return _joined([(1 << end) - (1 << first) if end > first else 0] * ROWS)


def _span(left: float, right: float) -> int:
    first, end = max(0, ceil(left - 0.5)), min(ROWS, ceil(right - 0.5))
    return (1 << end) - (1 << first) if end > first else 0


def worn(mask: Bits, corners: bool = False) -> Bits:
    """The mask without the squares at its border; what lies beyond the tile counts as outside."""
    narrow = mask & mask << 1 & mask >> 1
    beside = narrow if corners else mask
    return narrow & beside << STRIDE & beside >> STRIDE


def shrunk(mask: Bits, by: float) -> Bits:
    """The squares at least about `by` away from the border."""
    for i in range(round(by)):
        mask = worn(mask, corners=i % 5 in (1, 3))
    return mask


def has(mask: Bits, point: Point) -> bool:
    x, y = int(point[0]), int(point[1])
    return 0 <= x < ROWS and 0 <= y < ROWS and bool(mask >> (y * STRIDE + x) & 1)


def turned(mask: Bits, turns: int) -> Bits:
    """The mask after quarter turns of the tile, clockwise."""
    turns %= 4
    if turns == 0:
        return mask
    lines = [f"{row:0{ROWS}b}" for row in rows(mask)]  # from east to west
    if turns == 2:
        return _joined([int(line[::-1], 2) for line in reversed(lines)])
    columns = ["".join(column) for column in zip(*lines, strict=True)]  # from east to west, each from north to south
    if turns == 1:
        return _joined([int(column, 2) for column in reversed(columns)])
    return _joined([int(column[::-1], 2) for column in columns])


def tester(mask: Bits) -> Callable[[Point], bool]:
    """The same question, quick for those who ask it of many points."""
    text = mask.to_bytes(ROWS * STRIDE // 8, "little")

    def holds(point: Point) -> bool:
        x, y = int(point[0]), int(point[1])
        return 0 <= x < ROWS and 0 <= y < ROWS and bool(text[y * (STRIDE // 8) + (x >> 3)] >> (x & 7) & 1)

    return holds


def frame(mask: Bits) -> tuple[int, int, int, int]:
    """The first column and row that have a square, and those after the last."""
    columns = mask
    for power in range(6, -1, -1):
        columns |= columns >> (STRIDE << power)
    columns &= ROW
    top, bottom = ((mask & -mask).bit_length() - 1) // STRIDE, (mask.bit_length() - 1) // STRIDE + 1
    return (columns & -columns).bit_length() - 1, top, columns.bit_length(), bottom


def border(mask: Bits) -> Bits:
    """The squares at the border of a mask."""
    return mask & ~worn(mask)


def in_row(mask: Bits, y: float) -> int:
    """How many squares a row has."""
    return (mask >> int(y) * STRIDE & ROW).bit_count()


def count(mask: Bits) -> int:
    return mask.bit_count()


def squares(mask: Bits) -> list[Point]:
    """The middles of all squares, row by row."""
    found: list[Point] = []
    if mask:
        _, top, _, bottom = frame(mask)
        for y in range(top, bottom):
            row = mask >> y * STRIDE & ROW
            while row:
                low = row & -row
                found.append((low.bit_length() - 0.5, y + 0.5))
                row ^= low
    return found


def connected(mask: Bits, start: Bits) -> Bits:
    """The squares that hang together with those of `start`: whole runs are filled at a time, in steps that double."""
    steps: list[tuple[int, Bits, Bits]] = []
    for unit in (1, STRIDE):
        after = before = mask  # the squares with so many of the mask in a row before them, or after them
        for power in range(7):
            steps.append((unit << power, after, before))
            after &= after << (unit << power)
            before &= before >> (unit << power)
    found = start & mask
    while True:
        wider = found
        for far, after, before in steps:
            wider |= (after & wider << far) | (before & wider >> far)
        if wider == found:
            return found
        found = wider


def pieces(mask: Bits, least: int = 12) -> list[Bits]:
    """The connected pieces of a mask, those of fewer squares than `least` left out."""
    found: list[Bits] = []
    while mask:
        piece = connected(mask, mask & -mask)
        mask &= ~piece
        if count(piece) >= least:
            found.append(piece)
    return found


def central(mask: Bits) -> Point:
    """The square nearest to the middle of a mask."""
    found = squares(mask)
    if not found:
        return (50.0, 50.0)
    x, y = sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)
    return min(found, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
