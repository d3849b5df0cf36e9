"""The ground: grass and what grows on it, thinly, and never where a figure or a mark stands."""

from __future__ import annotations

from random import Random

from bastida.art.curves import Point
from bastida.art.tiles import grid
from bastida.art.tiles.grid import Bits
from bastida.art.tiles.painter import Painter
from bastida.art.tiles.places import Places

PARCELS = ((1.4, 10), (1.0, 7))  # tilled land, the larger first: its size and the room it needs


def pick(mask: Bits, chance: Random, count: int, apart: float, tries: int = 8) -> list[Point]:
    """Up to `count` places in a mask by chance, kept apart."""
    found: list[Point] = []
    if not mask:
        return found
    holds, (left, top, right, bottom) = grid.tester(mask), grid.frame(mask)
    for _ in range(count * tries):
        x = left + int(chance.random() * (right - left)) + 0.5
        y = top + int(chance.random() * (bottom - top)) + 0.5
        point = (x, y)
        if holds(point) and all((x - a) * (x - a) + (y - b) * (y - b) >= apart * apart for a, b in found):
            found.append(point)
            if len(found) == count:
                break
    return found


def paint_ground(painter: Painter, places: Places, place: int, chance: Random, wild: bool) -> None:
    """Decorate one field or meadow."""
    theme = painter.theme
    mask = grid.shrunk(places.bits[place], 2)
    for centre, radius in places.taken:
        mask &= ~grid.disc(centre, radius + 1.5)
    size = grid.count(mask)
    if theme.plain:
        for point in pick(grid.shrunk(mask, 2), chance, size // 420, 12.0):
            painter.use("tuft", point)
        return
    free = mask
    for x, y in places.anchors[place].spots[:2]:
        free &= ~grid.disc((x, y), 6.0)
    for point in pick(grid.shrunk(mask, 7), chance, size // 900, 17.0):
        painter.use("glade", point, chance.choice((0.8, 1.0, 1.2)))
    for scale, room in () if wild else PARCELS:
        for point in pick(grid.shrunk(free, room), chance, min(1 if theme.snow else 2, size // 1500), 3.0 * room):
            painter.use(chance.choice(("patch", "crops", "plough", "vines")), point, scale, chance.choice((-14, 0, 9, 20)))
            free &= ~grid.disc(point, room + 2.0)
            mask &= ~grid.disc(point, room + 2.0)
    for point in pick(mask, chance, size // 260, 7.0):
        painter.use("tuft", point)
    for point in pick(mask, chance, size // 700, 9.0):
        painter.use("flower", point, fill=chance.choice(theme.flowers))
    if wild:
        for point in pick(grid.shrunk(free, 1), chance, size // 1300, 12.0):
            painter.use("stone", point)
            free &= ~grid.disc(point, 4.0)
    upright: list[tuple[Point, str, float]] = []
    for point in pick(grid.shrunk(free, 4), chance, min(7, size // 620), 6.5):
        kinds = ("pine", "pine", "tree", "bush") if theme.snow else ("tree", "tree", "bush", "bush", "pine")
        kind = chance.choice(kinds)
        upright.append((point, kind, chance.choice((0.8, 0.9, 1.0, 1.1))))
        free &= ~grid.disc(point, 5.0)
    if not wild and not theme.snow and chance.random() < 0.35:
        upright += [(point, "sheep", 1.0) for point in pick(grid.shrunk(free, 4), chance, min(3, size // 900), 5.0)]
    for point, kind, scale in sorted(upright, key=lambda item: painter.depth(item[0])):
        painter.use(kind, point, scale)
