"""Cities: a warm ground full of roofs, a wall with towers and battlements around it, gates where roads come in."""

from __future__ import annotations

from math import sin
from random import Random

from bastida.art.curves import CORNER_POINTS, Curve, Point, add, angle, data, distance, inside, mix, pair, turn, walk
from bastida.art.tiles import grid
from bastida.art.tiles.field import pick
from bastida.art.tiles.layout import Layout
from bastida.art.tiles.painter import Painter
from bastida.art.tiles.places import Places

KINDS = ("house", "house", "gable", "gable", "tall")
WIDE = {"house": 9.6, "gable": 8.4, "tall": 6.2}
ROOM = {"house": 5.0, "gable": 6.2, "tall": 8.2}  # how near the border of the tile one may stand


def paint_ground(painter: Painter, plan: Layout, places: Places, place: int) -> list[Curve]:
    """The ground of a city with its square and the streets to it from the gates, which are returned."""
    theme = painter.theme
    for shape in plan.areas[place]:
        painter.path(shape.data, theme.city, theme.city, 0.8)
    if theme.plain:
        return []
    anchor = places.anchors[place]
    square = (anchor.x, anchor.y)
    streets: list[Curve] = []
    for gate in plan.gates:
        inner = add(gate.point, gate.inwards, 4.0)
        if any(inside(inner, shape.points) for shape in plan.areas[place]):
            bend = add(gate.point, gate.inwards, distance(inner, square) * 0.5)
            streets.append(((gate.point, bend, mix(bend, square, 0.5), square),))
    for street in streets:
        painter.path(data(street), stroke=theme.street, width=4.4)
    painter.use("well", square)
    return streets


def paint_houses(painter: Painter, places: Places, place: int, streets: list[Curve], chance: Random) -> None:
    """Terraces of houses, each with a lane in front, and a tree here and there."""
    theme = painter.theme
    free = grid.shrunk(places.bits[place], 5)
    for centre, radius in places.taken:
        free &= ~grid.disc(centre, radius + 3.5)
    anchor = places.anchors[place]
    square = (anchor.x, anchor.y)
    free &= ~grid.disc(square, 11.0 if theme.plain else 7.5)
    for street in streets:
        for point, _ in walk(street, 3.0):
            free &= ~grid.disc(point, 4.2)
    if not free:
        return
    rows = terraces(free, painter.turns, theme.plain, chance)
    lanes = "".join(lane(painter, row) for row in rows)
    if lanes and not theme.plain:
        painter.path(lanes, stroke=theme.street, width=2.6, more=' stroke-linecap="round" stroke-linejoin="round"')
    found = [(point, kind, chance.choice(theme.roofs)) for row in rows for point, kind in row]
    if not theme.plain:
        clear = grid.shrunk(places.bits[place], 3)
        for centre, radius in [*places.taken, (square, 6.0), *((point, 4.5) for point, _, _ in found)]:
            clear &= ~grid.disc(centre, radius + 2.5)
        for tree in pick(clear, chance, 5, 8.0):
            found.append((tree, chance.choice(("bush", "bush", "tree")), ""))
    for point, kind, roof in sorted(found, key=lambda item: painter.depth(item[0])):
        painter.use(kind, point, 1.0 if kind in WIDE else 0.75, fill=roof)


House = tuple[Point, str]


def terraces(free: grid.Bits, turns: int, plain: bool, chance: Random) -> list[list[House]]:
    """Houses side by side in gently waving rows, from left to right as the tile lies; a gap begins a new row."""
    free = grid.turned(free, turns)
    holds, (left, top, right, bottom) = grid.tester(free), grid.frame(free)
    high, between = (12.5, 3.5) if plain else (11.6, 0.3)
    starts = [5.4 + n * high / 5 for n in range(5)]
    start = max(starts, key=lambda start: sum(grid.in_row(free, start + n * high) for n in range(8)))
    found: list[list[House]] = []
    for n in range(8):
        y, phase = start + n * high, chance.random() * 6.3
        if not top - high < y < bottom + high:
            continue
        x, row = left - 5.0 + chance.random() * 4, list[House]()
        while x < right:
            if holds((x + 3.6, y)):
                kind = chance.choice(KINDS)
                middle = x + WIDE[kind] / 2
                point = (middle, y + 1.1 * sin(middle / 13 + phase))
                if holds(point) and min(*point, 100 - point[0], 100 - point[1]) >= ROOM[kind]:
                    row.append((turn(point, -turns), kind))
                    x += WIDE[kind] + between
                    continue
            if row:
                found.append(row)
                row = []
            x += 2.0
        if row:
            found.append(row)
    return found


def lane(painter: Painter, row: list[House]) -> str:
    """The lane along a terrace, on the side from which the houses are seen."""
    points = [add(point, painter.down, 5.4) for point, _ in row]
    return f"M{pair(points[0])}" + "".join(f"L{pair(point)}" for point in points[1:]) if len(points) > 1 else ""


def paint_walls(painter: Painter, plan: Layout, place: int) -> None:
    raised = any(shape.over for shape in plan.areas[place])
    for curve in plan.walls[place]:
        parapet = raised and curve[0][0] not in CORNER_POINTS  # of a city on a bridge: no towers there
        paint_wall(painter, curve, [gate.point for gate in plan.gates], not parapet)


def paint_wall(painter: Painter, curve: Curve, gates: list[Point], towers: bool) -> None:
    theme = painter.theme
    line = data(curve)
    shade = (painter.down[0] * 1.3 + painter.down[1] * 0.8, painter.down[1] * 1.3 - painter.down[0] * 0.8)
    if not theme.plain:
        painter.path(line, stroke="#000", width=4.6, more=f' opacity=".16" transform="translate({pair(shade)})"')
    painter.path(line, stroke=theme.wall_dark, width=4.6)
    painter.path(line, stroke=theme.wall, width=3.2)
    painter.path(line, stroke=theme.wall_light, width=3.2, more=' stroke-dasharray="1.7 1.5"')
    painter.path(line, stroke=theme.wall, width=1.5)
    for point, _ in walk(curve, 18.5, 13.0) if towers else ():
        if all(distance(point, gate) > 9.5 for gate in gates) and all(distance(point, c) > 9 for c in CORNER_POINTS):
            painter.use("bastion", point)


def paint_gates(painter: Painter, plan: Layout) -> None:
    for gate in plan.gates:
        width = plan.lines[gate.place].width
        painter.use("gate", gate.point, 1.0 if width > 6 else 0.7, angle(gate.inwards) + 90)
