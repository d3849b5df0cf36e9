"""Rivers and lakes: edges first and water afterwards, so that an arm opens into its lake."""

from __future__ import annotations

from random import Random

from bastida.art.curves import Point, add, number, pair, walk
from bastida.art.tiles import grid
from bastida.art.tiles.grid import Bits
from bastida.art.tiles.layout import Line, Thing
from bastida.art.tiles.painter import Painter

# Where fish swim in a lake as it is seen, in parts of its radius: low, for a hut stands in the middle.
SHOALS: tuple[tuple[Point, ...], ...] = (
    (),
    ((0.0, 0.42),),
    ((-0.22, 0.1), (0.2, 0.6)),
    ((-0.46, 0.06), (0.46, 0.18), (-0.02, 0.62)),
    ((-0.46, 0.05), (0.47, 0.08), (-0.42, 0.54), (0.44, 0.58)),
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
        if not theme.plain:
            x, y = number(lake.centre[0] * 0.32), number(lake.centre[1] * 0.32)
            painter.path(lake.area.data, theme.river_light, more=f' opacity=".3" transform="translate({x} {y})scale(.68)"')
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


def paint_reeds(painter: Painter, free: Bits, rivers: list[Line], lakes: list[Thing], chance: Random) -> None:
    """A few reeds along the banks, where nothing else is."""
    holds = grid.tester(free)
    banks = [lake.area.points for lake in lakes]
    for line in rivers:
        far = line.width / 2 + 0.6
        for side in (-far, far):
            banks.append(tuple((x - dy * side, y + dx * side) for (x, y), (dx, dy) in walk(line.curve, 5.0, 6.0)))
    found = [point for bank in banks for point in bank if chance.random() < 0.11 and holds(point)]
    for point in sorted(found, key=painter.depth):
        painter.use("reeds", point, chance.choice((0.8, 1.0, 1.2)))


def paint_ripples(painter: Painter, lake: Thing) -> None:
    x, y = lake.centre
    r = lake.radius
    waves = [(-0.5, -0.62), (0.3, -0.7), (-0.7, 0.1), (0.55, 0.12), (-0.3, 0.68)]
    text = "".join(f"M{number(x + a * r - 1.8)} {number(y + b * r)}q.9-1 1.8 0t1.8 0" for a, b in waves)
    painter.path(text, stroke=painter.theme.river_light, width=0.7)


def paint_fish(painter: Painter, lake: Thing, count: int) -> None:
    for number_, (x, y) in enumerate(SHOALS[count]):
        point = add(add(lake.centre, painter.right, x * lake.radius), painter.down, y * lake.radius)
        painter.use("fish", point, 1.0, flip=number_ % 2 == 1)
