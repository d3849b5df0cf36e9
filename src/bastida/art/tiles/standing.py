"""Where several figures stand in one segment, so that one can see all of them."""

from __future__ import annotations

from bastida.art.curves import Point, distance, turn
from bastida.art.tiles.layout import layout
from bastida.art.tiles.places import places
from bastida.kernel.tile import Tile

APART = 17.0  # at least, so that one can see who stands there
ROW = 64.0  # how wide a row of them may be
EDGE = 13.0  # how near the side of the tile the first and the last of a row may stand
HANGS = 12.0  # nearer to the side of its tile no figure stands: it would hang over too far
BESIDE = ((16.0, 8.0), (-16.0, 8.0), (0.0, 17.0))  # from the middle of a building, so that one sees it


def standing_spots(tile: Tile, turns: int, place: int, wanted: int = 1) -> list[Point]:
    """Points for so many figures in a segment of a turned tile: its anchors, or a row if those are too close.

    Who stands in a building stands beside its middle, so that it is not hidden.
    """
    found = [turn(spot, turns) for spot in places(tile).anchors[place].spots[:wanted]]
    if _built(tile, place):
        found = [_beside(tile, turns, place, found[0])]
    found = [(min(max(x, HANGS), 100 - HANGS), min(max(y, HANGS), 100 - HANGS)) for x, y in found]
    pairs = [(a, b) for number, a in enumerate(found) for b in found[:number]]
    if len(found) == wanted and all(distance(a, b) >= APART for a, b in pairs):
        return found
    (x, y), step = found[0], min(APART, ROW / wanted)
    width = step * (wanted - 1)
    left = min(max(x - width / 2, EDGE), 100 - EDGE - width)
    return [(left + step * number, y + 3 * (number % 2)) for number in range(wanted)]


def _built(tile: Tile, place: int) -> bool:
    """Whether a segment is a building, or a garden, that a figure would hide."""
    kinds = {thing.kind for thing in layout(tile).things if thing.place == place}
    return bool(kinds - {"lake"}) or tile.segments[place].kind == "garden"


def _beside(tile: Tile, turns: int, place: int, middle: Point) -> Point:
    """Beside the middle of a building, on the side where other figures are farther."""
    others = [turn(anchor.spots[0], turns) for other, anchor in places(tile).anchors.items() if other != place]

    def free(point: Point) -> float:
        return min((distance(point, other) for other in others), default=0.0)

    return max(((middle[0] + x, middle[1] + y) for x, y in BESIDE), key=free)
