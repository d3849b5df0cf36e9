"""A tile as a hundred rows of a hundred squares, a row being one whole number: what room is left, and where.

Areas are painted into a mask, taken out of it, and worn down from their borders; what is left last lies well inside.
This is exact to half a unit, which is enough to stand a figure or plant a tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from bastida.art.curves import Point

ROWS = 100
FULL = (1 << ROWS) - 1

Mask = list[int]


def empty() -> Mask:
    return [0] * ROWS


def full() -> Mask:
    return [FULL] * ROWS


def painted(points: Sequence[Point]) -> Mask:
    """The squares whose middles lie in a polygon."""
    mask = empty()
    crossings: list[list[float]] = [[] for _ in range(ROWS)]
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if ay == by:
            continue
        if ay > by:
            ax, ay, bx, by = bx, by, ax, ay
        slope = (bx - ax) / (by - ay)
        for row in range(max(0, ceil(ay - 0.5)), min(ROWS, ceil(by - 0.5))):
            crossings[row].append(ax + (row + 0.5 - ay) * slope)
    for row, found in enumerate(crossings):
        found.sort()
        for left, right in zip(found[::2], found[1::2], strict=False):
            first, end = max(0, ceil(left - 0.5)), min(ROWS, ceil(right - 0.5))
            if end > first:
                mask[row] |= (1 << end) - (1 << first)
    return mask


def disc(centre: Point, radius: float) -> Mask:
    """The squares whose middles lie in a circle."""
    mask = empty()
    for row in range(max(0, int(centre[1] - radius)), min(ROWS, int(centre[1] + radius) + 1)):
        half = radius * radius - (row + 0.5 - centre[1]) ** 2
        if half > 0:
            first = max(0, ceil(centre[0] - half**0.5 - 0.5))
            end = min(ROWS, ceil(centre[0] + half**0.5 - 0.5))
            if end > first:
                mask[row] = (1 << end) - (1 << first)
    return mask


def union(a: Mask, b: Mask) -> Mask:
    return [x | y for x, y in zip(a, b, strict=True)]


def without(a: Mask, b: Mask) -> Mask:
    return [x & ~y for x, y in zip(a, b, strict=True)]


def worn(mask: Mask, corners: bool = False) -> Mask:
    """The mask without the squares at its border; what lies beyond the tile counts as outside."""
    narrow = [row & row << 1 & row >> 1 for row in mask]
    rows = narrow if corners else mask
    return [narrow[i] & (rows[i - 1] if i else 0) & (rows[i + 1] if i + 1 < ROWS else 0) for i in range(ROWS)]


def shrunk(mask: Mask, by: float) -> Mask:
    """The squares at least about `by` away from the border."""
    for i in range(round(by)):
        mask = worn(mask, corners=i % 5 in (1, 3))
    return mask


def has(mask: Mask, point: Point) -> bool:
    x, y = int(point[0]), int(point[1])
    return 0 <= x < ROWS and 0 <= y < ROWS and bool(mask[y] >> x & 1)


def count(mask: Mask) -> int:
    return sum(row.bit_count() for row in mask)


def squares(mask: Mask) -> Iterator[Point]:
    """The middles of all squares, row by row."""
    for y, row in enumerate(mask):
        while row:
            low = row & -row
            yield (low.bit_length() - 0.5, y + 0.5)
            row ^= low


def connected(mask: Mask, start: Point) -> Mask:
    """The squares that hang together with the one at `start`."""
    found = empty()
    if not has(mask, start):
        return found
    found[int(start[1])] = 1 << int(start[0])
    changed = True
    while changed:
        changed = False
        for order in (range(ROWS), range(ROWS - 1, -1, -1)):
            for i in order:
                row = found[i] | (found[i - 1] if i else 0) | (found[i + 1] if i + 1 < ROWS else 0)
                row &= mask[i]
                while True:
                    wide = (row | row << 1 | row >> 1) & mask[i]
                    if wide == row:
                        break
                    row = wide
                if row != found[i]:
                    found[i], changed = row, True
    return found


def pieces(mask: Mask, least: int = 12) -> list[Mask]:
    """The connected pieces of a mask, those of fewer squares than `least` left out."""
    found: list[Mask] = []
    rest = mask
    while any(rest):
        y = next(i for i, row in enumerate(rest) if row)
        piece = connected(rest, ((rest[y] & -rest[y]).bit_length() - 0.5, y + 0.5))
        rest = without(rest, piece)
        if count(piece) >= least:
            found.append(piece)
    return found


def central(mask: Mask) -> Point:
    """The square nearest to the middle of a mask."""
    found = list(squares(mask))
    if not found:
        return (50.0, 50.0)
    x, y = sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)
    return min(found, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
