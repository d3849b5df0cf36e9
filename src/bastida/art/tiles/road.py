"""Roads and the bridges that carry them over rivers, cities and each other."""

from __future__ import annotations

from bastida.art.curves import Point, inside, pair, sample
from bastida.art.tiles.layout import Layout, Line
from bastida.art.tiles.painter import Painter

PEBBLES = "9 0 13.5 0 7.5 0 11"


def paint_road(painter: Painter, line: Line, bridges: list[list[Point]]) -> None:
    """A road with the stretches of it that are bridges."""
    theme = painter.theme
    path = line.data
    painter.path(path, stroke=theme.road_edge, width=line.width)
    painter.path(path, stroke=theme.road, width=line.width - 2.0)
    for stretch in bridges:
        paint_bridge(painter, line, stretch)
    if not theme.plain and line.width > 6:
        painter.path(
            path, stroke=theme.road_edge, width=0.9, more=f' stroke-dasharray="0 {PEBBLES}" stroke-linecap="round" opacity=".5"'
        )


def crossings(plan: Layout, upper: int, lower: int) -> list[list[Point]]:
    """The stretches of a line that lie over another segment, with a little of the way to either end."""
    points = sample(plan.lines[upper].curve, 80)
    over = [i for i, point in enumerate(points) if any(inside(point, shape.points) for shape in plan.areas[lower])]
    found: list[list[int]] = []
    for i in over:
        if found and found[-1][-1] == i - 1:
            found[-1].append(i)
        else:
            found.append([i])
    return [points[max(0, stretch[0] - 2) : stretch[-1] + 3] for stretch in found if len(stretch) > 4]


def paint_bridge(painter: Painter, line: Line, stretch: list[Point]) -> None:
    theme = painter.theme
    path = "M" + "L".join(pair(point) for point in stretch[:: max(1, len(stretch) // 8)]) + "L" + pair(stretch[-1])
    painter.path(path, stroke=theme.ink, width=line.width + 8.0, more=' opacity=".35"')  # its shadow on what passes below
    painter.path(path, stroke=theme.wall_dark, width=line.width + 4.2)
    painter.path(path, stroke=theme.wall, width=line.width + 2.8)
    painter.path(path, stroke=theme.wall_light, width=line.width + 2.8, more=' stroke-dasharray="1.4 1.4"')
    painter.path(path, stroke=theme.wall_dark, width=line.width - 0.8)
    painter.path(line.data, stroke=theme.road, width=line.width - 2.0)  # all of it, so that no joint shows
