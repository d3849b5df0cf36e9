"""A tile as a hundred rows of a hundred squares, all in one whole number: what room is left, and where.

Areas are painted into a mask, taken out of it, and worn down from their borders; what is left last lies well inside.
This is exact to half a unit, which is enough to stand a figure or plant a tree.  A bit is a square; a row takes a few
bits more than it has squares, so that nothing runs over into the next row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

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
        crossed.sort()
        for left, right in zip(crossed[::2], crossed[1::2], strict=False):
            found[row] |= _span(left, right)
    return _joined(found)


def disc(centre: Point, radius: float) -> Bits:
    """The squares whose middles lie in a circle."""
    first, end = max(0, int(centre[1] - radius)), min(ROWS, int(centre[1] + radius) + 1)
    found: list[int] = []
    for row in range(first, end):
        half = radius * radius - (row + 0.5 - centre[1]) ** 2
        found.append(_span(centre[0] - half**0.5, centre[0] + half**0.5) if half > 0 else 0)
    return _joined(found) << first * STRIDE if found else 0


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


def count(mask: Bits) -> int:
    return mask.bit_count()


def squares(mask: Bits) -> Iterator[Point]:
    """The middles of all squares, row by row."""
    for y, row in enumerate(rows(mask)):
        while row:
            low = row & -row
            yield (low.bit_length() - 0.5, y + 0.5)
            row ^= low


def connected(mask: Bits, start: Bits) -> Bits:
    """The squares that hang together with those of `start`."""
    found = start & mask
    while True:
        wider = (found | found << 1 | found >> 1 | found << STRIDE | found >> STRIDE) & mask
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
    found = list(squares(mask))
    if not found:
        return (50.0, 50.0)
    x, y = sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)
    return min(found, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
