"""What stands in the middle of tiles, and what is printed on them."""

from __future__ import annotations

from bastida.art.curves import add, angle, unit
from bastida.art.tiles import water
from bastida.art.tiles.animals import WINTER
from bastida.art.tiles.layout import GROUND, Layout, Thing
from bastida.art.tiles.painter import Painter
from bastida.art.tiles.places import Mark
from bastida.kernel.geometry import direction_named
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
    elif thing.kind in ("monastery", "post_office"):
        painter.use(thing.kind, add(thing.centre, painter.down))
    elif thing.kind == "tower":
        painter.use("tower", thing.centre)
    elif thing.kind == "circle":
        painter.path(thing.area.data, theme.crop)
        if not any(segment.kind in GROUND for segment in tile.segments):  # it fills all that is between the cities
            for size in (0.84, 0.68):
                shift = f"{50 - 50 * size:.0f}"
                more = f' stroke-dasharray="2 1.2" transform="translate({shift} {shift})scale({size})"'
                painter.path(thing.area.data, stroke=theme.wood, width=0.7, more=more)
        painter.use("circle", thing.centre, thing.radius / 15)
        painter.use(tile.marks["circle"], thing.centre, thing.radius / 15)
    elif thing.kind == "spring":
        painter.use("spring", thing.centre)
    elif thing.kind == "lake_ferry":
        for line in (line for place, line in plan.lines.items() if tile.segments[place].ends == ("lake",)):
            way = unit(add(line.curve[0][0], thing.centre, -1.0))
            painter.use("pier", add(thing.centre, way, thing.radius - 1.0), angle=angle(way) - 90)
    elif thing.kind == "lake" and thing.place >= 0:
        water.paint_fish(painter, thing, tile.segments[thing.place].marks["fish"])
        if tile.marks.get("power") == "canoe":
            painter.use("canoe", add(thing.centre, painter.down, -4.5), 0.9)


def paint_mark(painter: Painter, tile: Tile, mark: Mark) -> None:
    theme = painter.theme
    if mark.kind == "flying_machine":
        painter.use(mark.kind, mark.point, mark.scale, 45.0 * direction_named(tile.marks["flight"]))
    elif mark.kind == "bridge":
        painter.use("bridge", mark.point)
    elif mark.kind == "animal":
        kind, coat, scale = WINTER[tile.id]
        painter.use(kind, mark.point, round(scale * mark.scale, 2), flip=painter.is_right(mark.point), fill=coat)
    else:
        if mark.kind == "pennants" and not theme.plain:
            painter.circle(mark.point, 10.0 * mark.scale, theme.street)
        point = add(mark.point, painter.down, LOWER.get(mark.kind, 0.0) * mark.scale)
        painter.use(mark.kind, point, round(mark.scale, 2), flip=mark.kind in FACING and painter.is_right(mark.point))


LOWER = {"deer": 2.0, "mammoth": 1.0, "aurochs": 1.0, "inn": 0.5, "cathedral": 2.0, "farm": 0.5}
FACING = ("deer", "mammoth", "tiger", "aurochs", "bear")
