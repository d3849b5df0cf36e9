"""Forests: crowns close together, rounded at the edge, and on the sides of the tile where the neighbour goes on."""

from __future__ import annotations

from random import Random

from bastida.art.curves import CORNER_POINTS, add, mix, walk
from bastida.art.tiles import grid
from bastida.art.tiles.layout import Layout, held_sides
from bastida.art.tiles.painter import Painter
from bastida.art.tiles.places import Places
from bastida.kernel.tile import Segment


def paint_ground(painter: Painter, plan: Layout, place: int) -> None:
    theme = painter.theme
    for shape in plan.areas[place]:
        painter.path(shape.data, theme.forest, theme.forest_dark, 1.4)


BORDER = (0.04, 0.12, 0.2, 0.28, 0.36, 0.44, 0.5, 0.56, 0.64, 0.72, 0.8, 0.88, 0.96)  # the same read from either end


def paint_trees(painter: Painter, plan: Layout, places: Places, place: int, segment: Segment, chance: Random) -> None:
    theme = painter.theme
    for side in held_sides(segment):  # shared with the neighbour: always the same
        for share in BORDER if not theme.plain else (0.25, 0.75):
            painter.use("crown", mix(CORNER_POINTS[side], CORNER_POINTS[(side + 1) % 4], share))
    free = grid.shrunk(places.bits[place], 1)
    for centre, radius in places.taken:
        free &= ~grid.disc(centre, radius + 2.0)
    anchor = places.anchors[place]
    inner = grid.shrunk(free, 4)
    found: list[tuple[float, float]] = []
    is_own, is_free, is_inner = (
        grid.tester(bits) for bits in (places.bits[place], free, inner & ~grid.disc((anchor.x, anchor.y), 5.5))
    )
    for curve in plan.walls[place]:
        for (x, y), (dx, dy) in walk(curve, 4.6 if not theme.plain else 11.0, 3.0):
            inwards = (-dy, dx) if is_own((x - dy * 3, y + dx * 3)) else (dy, -dx)
            point = add(add((x, y), painter.down, 0.8), inwards, 2.2 + 2.4 * max(0.0, painter.depth(inwards)))
            if is_free(point) and min(x, y, 100 - x, 100 - y) > 3:
                found.append(point)
    y, shift = 5.0, chance.uniform(0, 3)
    step = 6.4 if not theme.plain else 13.0
    while y < 99:
        x = 3.0 + shift
        while x < 98:
            point = (x + chance.uniform(-1.1, 1.1), y + chance.uniform(-0.9, 0.9))
            if is_inner(point):
                found.append(point)
            x += step
        shift = (shift + 3.2) % step
        y += 5.6 if not theme.plain else 11.5
    kinds = [(point, chance.choice(("tree", "tree", "pine"))) for point in found]
    for point, kind in sorted(kinds, key=lambda item: painter.depth(item[0])):
        painter.use(kind, point)
