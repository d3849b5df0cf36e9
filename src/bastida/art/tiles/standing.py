"""Where several figures stand in one segment, so that one can see all of them."""

from __future__ import annotations

from math import hypot

from bastida.art.curves import Point, turn
from bastida.art.tiles.places import places
from bastida.kernel.tile import Tile

APART = 17.0  # at least, so that one can see who stands there
ROW = 64.0  # how wide a row of them may be
EDGE = 13.0  # how near the side of the tile the first and the last of a row may stand


def standing_spots(tile: Tile, turns: int, place: int, wanted: int = 1) -> list[Point]:
    """Points for so many figures in a segment of a turned tile: its anchors, or a row if those are too close."""
    found = [turn(spot, turns) for spot in places(tile).anchors[place].spots[:wanted]]
    pairs = [(a, b) for number, a in enumerate(found) for b in found[:number]]
    if len(found) == wanted and all(hypot(a[0] - b[0], a[1] - b[1]) >= APART for a, b in pairs):
        return found
    (x, y), step = found[0], min(APART, ROW / wanted)
    width = step * (wanted - 1)
    left = min(max(x - width / 2, EDGE), 100 - EDGE - width)
    return [(left + step * number, y + 3 * (number % 2)) for number in range(wanted)]
