"""What stands in the middle of tiles, and what is printed on them."""

from __future__ import annotations

from bastida.art.collected import hubs, signs
from bastida.art.curves import add
from bastida.art.tiles import water
from bastida.art.tiles.animals import WINTER
from bastida.art.tiles.layout import PLAIN, Layout, Thing
from bastida.art.tiles.painter import Painter
from bastida.art.tiles.places import Mark
from bastida.kernel.tile import Tile

VILLAGE = (("house", -4.8, -4.2), ("gable", 5.2, -3.6), ("gable", -5.2, 4.6), ("house", 4.4, 5.2))


def paint_thing(painter: Painter, tile: Tile, plan: Layout, thing: Thing) -> None:
    theme = painter.theme
    x, y = thing.centre
    if thing.kind in ("village", "crossing"):
        painter.circle(thing.centre, thing.radius, theme.road_edge)
        painter.circle(thing.centre, thing.radius - 1.0, theme.road)
        if thing.kind == "crossing":
            painter.use("stone", (x - 0.3, y), 1.2)
        else:
            houses = [((x + dx, y + dy), kind, theme.roofs[n % len(theme.roofs)]) for n, (kind, dx, dy) in enumerate(VILLAGE)]
            for point, kind, roof in sorted(houses, key=lambda house: painter.depth(house[0])):
                painter.use(kind, point, fill=roof)
    elif thing.kind == "house":
        painter.use("house", thing.centre, 1.4, fill=theme.roofs[0])
    elif thing.kind == "spring":
        painter.use("spring", thing.centre)
    elif thing.kind == "lake":
        if thing.place >= 0:
            water.paint_fish(painter, thing, tile.segments[thing.place].marks["fish"])
        for name, sign in signs().items():
            if sign.afloat and sign.shown is not None and sign.shown(tile):
                painter.use(name, add(thing.centre, painter.down, -4.5), 0.9)
    else:
        hub = hubs().get(thing.kind, PLAIN)
        if hub.paint is not None:
            hub.paint(painter, tile, plan, thing)
        else:
            painter.use(thing.kind, add(thing.centre, painter.down, hub.lower))


def paint_mark(painter: Painter, tile: Tile, mark: Mark) -> None:
    theme = painter.theme
    if mark.kind == "animal":
        kind, coat, scale = WINTER[tile.id]
        painter.use(kind, mark.point, round(scale * mark.scale, 2), flip=painter.is_right(mark.point), fill=coat)
        return
    sign = signs()[mark.kind]
    if mark.kind == "pennants" and not theme.plain:
        painter.circle(mark.point, 10.0 * mark.scale, theme.street)
    point = add(mark.point, painter.down, sign.lower * mark.scale)
    angle = sign.angle(tile) if sign.angle is not None else 0.0
    painter.use(mark.kind, point, round(mark.scale, 2), angle, flip=sign.facing and painter.is_right(mark.point))
