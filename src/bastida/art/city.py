"""Cities: a warm ground full of roofs, a wall with towers and battlements around it, gates where roads come in."""

from __future__ import annotations

from random import Random

from bastida.art import grid
from bastida.art.curves import CORNER_POINTS, Curve, Point, add, angle, data, distance, inside, mix, pair, walk
from bastida.art.layout import Layout
from bastida.art.painter import Painter
from bastida.art.places import Places

ROOM = {"house": 0.0, "gable": 6.2, "tall": 8.2}  # how near the border of the tile a roof may stand


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
    painter.circle(square, 5.2, theme.street)
    return streets


def paint_houses(painter: Painter, places: Places, place: int, streets: list[Curve], chance: Random) -> None:
    theme = painter.theme
    free = grid.shrunk(places.bits[place], 5)
    for centre, radius in places.taken:
        free &= ~grid.disc(centre, radius + 3.5)
    anchor = places.anchors[place]
    free &= ~grid.disc((anchor.x, anchor.y), 6.5)
    for street in streets:
        for point, _ in walk(street, 3.0):
            free &= ~grid.disc(point, 3.8)
    if theme.plain:
        free &= ~grid.disc((anchor.x, anchor.y), 11.0)
    edge = grid.shrunk(places.bits[place], 3)
    spots = max((rows(free, theme.plain, start, chance) for start in (5.2, 8.0, 10.8)), key=lambda spots: spots[1])[0]
    found: list[tuple[Point, str, str]] = []
    for point in spots:
        kind, roof = chance.choice(("house", "house", "gable", "gable", "tall")), chance.choice(theme.roofs)
        border = min(*point, 100 - point[0], 100 - point[1])
        if border < ROOM[kind]:
            kind = "house"
        if grid.has(free, point):
            found.append((point, kind, roof))
        elif not theme.plain and chance.random() < 0.3 and grid.has(edge, point):
            clear = all(distance(point, centre) > radius + 2 for centre, radius in places.taken)
            if clear and distance(point, (anchor.x, anchor.y)) > 7:
                found.append((point, "bush", ""))
    for point, kind, roof in sorted(found, key=lambda item: painter.depth(item[0])):
        painter.use(kind, point, 0.7 if kind == "bush" else 1.0, fill=roof)


def rows(free: grid.Bits, plain: bool, start: float, chance: Random) -> tuple[list[Point], int]:
    """Places for houses in rows, the first at a height of `start`; and how many of them are free."""
    wide, high = (13.0, 12.0) if plain else (10.2, 8.9)
    found: list[Point] = []
    shift = chance.uniform(0, 5)
    y = start
    while y < 97:
        x = 5.2 + shift
        while x < 97:
            found.append((x + chance.uniform(-0.9, 0.9), y + chance.uniform(-0.9, 0.9)))
            x += wide
        shift = shift if plain else (shift + 5.1) % wide
        y += high
    return found, sum(grid.has(free, point) for point in found)


def paint_walls(painter: Painter, plan: Layout, place: int) -> None:
    for curve in plan.walls[place]:
        paint_wall(painter, curve, [gate.point for gate in plan.gates])


def paint_wall(painter: Painter, curve: Curve, gates: list[Point]) -> None:
    theme = painter.theme
    line = data(curve)
    shade = (painter.down[0] * 1.3 + painter.down[1] * 0.8, painter.down[1] * 1.3 - painter.down[0] * 0.8)
    if not theme.plain:
        painter.path(line, stroke="#000", width=4.6, more=f' opacity=".16" transform="translate({pair(shade)})"')
    painter.path(line, stroke=theme.wall_dark, width=4.6)
    painter.path(line, stroke=theme.wall, width=3.2)
    painter.path(line, stroke=theme.wall_light, width=3.2, more=' stroke-dasharray="1.7 1.5"')
    painter.path(line, stroke=theme.wall, width=1.5)
    for point, _ in walk(curve, 18.5, 13.0):
        if all(distance(point, gate) > 9.5 for gate in gates) and all(distance(point, c) > 9 for c in CORNER_POINTS):
            painter.use("bastion", point)


def paint_gates(painter: Painter, plan: Layout) -> None:
    for gate in plan.gates:
        width = plan.lines[gate.place].width
        painter.use("gate", gate.point, 1.0 if width > 6 else 0.7, angle(gate.inwards) + 90)
