"""The shapes of every tile, for the tests of the drawings, and what the geometry library makes of them."""

from __future__ import annotations

import pytest
from shapely import Point, Polygon, box
from shapely.geometry import LineString, MultiPolygon
from shapely.ops import unary_union

from bastida.art.curves import SIZE
from bastida.art.tiles.layout import GROUND, layout
from bastida.kernel.tile import Tile
from tests.boxes import tile_sets

TILES = [
    tile for sets in (tile_sets("carcassonne"), tile_sets("hunters")) for tile_set in sets.values() for tile in tile_set.tiles
]
SQUARE = box(0, 0, SIZE, SIZE)
SIDES = [
    LineString([(0, 0), (SIZE, 0)]),
    LineString([(SIZE, 0), (SIZE, SIZE)]),
    LineString([(SIZE, SIZE), (0, SIZE)]),
    LineString([(0, SIZE), (0, 0)]),
]
HALF = {  # port of a half-side: a stretch of the outline that is nobody else's if the ground holds it
    3 * side + 2 * half: LineString([line.interpolate(start), line.interpolate(start + 34)])
    for side, line in enumerate(SIDES)
    for half, start in ((0, 6), (1, 60))
}
PASSAGE = 3.0  # ground that hangs together does so by a passage at least this wide
THICKNESS = 1.0  # what parts the ground is at least so thick, but for tile corners, where walls end in a point
CORNERS = unary_union([Point(x, y).buffer(10) for x in (0, SIZE) for y in (0, SIZE)])

BETWEEN = ("scCanoe", "scBridge")  # their figure stands between segments, on the lake or on the bridge (SCOUT-23, SCOUT-28)
every_tile = pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
every_other_tile = pytest.mark.parametrize("tile", [t for t in TILES if t.id not in BETWEEN], ids=lambda tile: tile.id)


def shape(tile: Tile, place: int, over: bool = True) -> Polygon | MultiPolygon:
    parts = [area for area in layout(tile).areas[place] if over or not area.over]
    return unary_union([Polygon(area.points).buffer(0) for area in parts])


def walls(tile: Tile) -> list[Polygon | MultiPolygon]:
    """Everything that parts the ground."""
    found = [shape(tile, place, over=False) for place in layout(tile).areas]
    return found + [Polygon(thing.area.points) for thing in layout(tile).things]


def grounds(tile: Tile, grow: float) -> list[Polygon]:
    """The pieces of ground that are left when all that parts it is drawn, a little larger or smaller."""
    left = SQUARE.difference(unary_union([wall.buffer(grow) for wall in walls(tile)]))
    pieces = list(left.geoms) if isinstance(left, MultiPolygon) else [left]
    return [piece for piece in pieces if piece.buffer(-1.5).area > 1]


def half_sides(piece: Polygon) -> set[int]:
    return {port for port, stretch in HALF.items() if piece.buffer(0.05).intersection(stretch).length > 1}


def listed(tile: Tile) -> list[set[int]]:
    """The half-sides of each ground segment of the catalogue."""
    return [{port for port in s.ports if port % 3 != 1} for s in tile.segments if s.kind in GROUND]
