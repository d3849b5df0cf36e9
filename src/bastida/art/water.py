"""Rivers and lakes: edges first and water afterwards, so that an arm opens into its lake."""

from __future__ import annotations

from bastida.art.curves import Point, number, pair, walk
from bastida.art.layout import Line, Thing
from bastida.art.painter import Painter

# Where fish swim in a lake, in parts of its radius: they leave the middle to a hut.
SHOALS: tuple[tuple[Point, ...], ...] = (
    (),
    ((0.0, 0.45),),
    ((-0.36, -0.42), (0.36, 0.45)),
    ((-0.42, -0.42), (0.5, -0.12), (-0.2, 0.55)),
    ((-0.45, -0.46), (0.46, -0.4), (-0.42, 0.44), (0.48, 0.5)),
)


def paint_edges(painter: Painter, rivers: list[Line], lakes: list[Thing]) -> None:
    theme = painter.theme
    for line in rivers:
        painter.path(line.data, stroke=theme.river_edge, width=line.width)
    for lake in lakes:
        painter.path(lake.area.data, theme.river_edge)


def paint_water(painter: Painter, rivers: list[Line], lakes: list[Thing]) -> None:
    theme = painter.theme
    for line in rivers:
        painter.path(line.data, stroke=theme.river, width=line.width - 2.2)
    for lake in lakes:
        x, y = number(lake.centre[0] * 0.1), number(lake.centre[1] * 0.1)
        painter.path(lake.area.data, theme.river, more=f' transform="translate({x} {y})scale(.9)"')
    for line in rivers:
        paint_waves(painter, line)
    for lake in lakes:
        paint_ripples(painter, lake)


def paint_waves(painter: Painter, line: Line) -> None:
    """Small waves that follow the river, left and right of its middle in turn."""
    text = ""
    for number_, ((x, y), (dx, dy)) in enumerate(walk(line.curve, 6.0, 5.0)):
        if min(x, y, 100 - x, 100 - y) < 4:
            continue
        side = (-2.6, 2.4, 0.2)[number_ % 3]
        px, py = x - dy * side, y + dx * side
        step = pair((dx * 2, dy * 2))
        text += f"M{pair((px - dx * 2, py - dy * 2))}q{pair((dx - dy * 0.9, dy + dx * 0.9))} {step}t{step}"
    painter.path(text, stroke=painter.theme.river_light, width=0.7, more=' stroke-linecap="round"')


def paint_ripples(painter: Painter, lake: Thing) -> None:
    x, y = lake.centre
    r = lake.radius
    waves = [(-0.5, -0.62), (0.3, -0.7), (-0.7, 0.1), (0.55, 0.12), (-0.3, 0.68)]
    text = "".join(f"M{number(x + a * r - 1.8)} {number(y + b * r)}q.9-1 1.8 0t1.8 0" for a, b in waves)
    painter.path(text, stroke=painter.theme.river_light, width=0.7)


def paint_fish(painter: Painter, lake: Thing, count: int) -> None:
    for number_, (x, y) in enumerate(SHOALS[count]):
        point = (lake.centre[0] + x * lake.radius, lake.centre[1] + y * lake.radius)
        painter.use("fish", point, 1.0, flip=number_ % 2 == 1)
