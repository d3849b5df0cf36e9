"""Ferries as drawings: lakes with landing stages, and the boats on them."""

# not compiled: pictures only

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees

from bastida.art.curves import CENTRE, Point, add, angle, number, pair, turn, unit
from bastida.art.drawing import Hub, Piece, Sign
from bastida.art.pieces.figures import figure_use
from bastida.art.strokes import WOOD, path, rimmed
from bastida.art.themes import Theme
from bastida.art.tiles.ink import line
from bastida.art.tiles.layout import Layout, Thing, layout
from bastida.art.tiles.painter import Painter
from bastida.kernel.geometry import SIDE_NAMES, side_of, turned_side
from bastida.kernel.tile import Tile

BOAT = 19.0


def boat() -> str:
    """A flat boat seen from above, lying from west to east."""
    hull = "M4 50C12 34 26 30 40 30H60C74 30 88 34 96 50C88 66 74 70 60 70H40C26 70 12 66 4 50Z"
    planks = path("M22 40V60M36 35V65M50 34V66M64 35V65M78 40V60", "none", WOOD.dark, 3)
    return (
        rimmed((hull,), WOOD)
        + path("M14 50C22 39 30 36 42 36H58C70 36 78 39 86 50C78 61 70 64 58 64H42C30 64 22 61 14 50Z", WOOD.light)
        + planks
    )


def ferry(tile: Tile, turns: int, number_: int, ends: Sequence[str]) -> str:
    """A ferry with its landing stages between the roads that leave by two ends ("N", "E" ...) of the tile as it lies."""
    plan = layout(tile)
    lake = plan.thing("lake_ferry")
    if lake is None:
        raise ValueError(f"tile {tile.id} has no lake with ferries")
    centre = turn(lake.centre, turns)
    piers: list[Point] = []
    for place, segment in enumerate(tile.segments):
        held = {SIDE_NAMES[turned_side(side_of(port), turns)] for port in segment.ports}
        if segment.kind == "road" and held & set(ends):
            end = turn(plan.lines[place].curve[-1][3], turns)
            piers.append(add(centre, unit(add(end, centre, -1.0)), lake.radius))
    if len(piers) != 2:
        raise ValueError(f"a ferry joins two roads of tile {tile.id}, not those of {', '.join(ends)}")
    (ax, ay), (bx, by) = piers
    middle = ((ax + bx + 2 * centre[0]) / 4, (ay + by + 2 * centre[1]) / 4)
    way = f"M{pair(piers[0])}Q{pair(centre)} {pair(piers[1])}"
    heading = f' transform="rotate({number(degrees(atan2(by - ay, bx - ax)))} {pair(middle)})"'
    boat = figure_use("ferry", None, add(middle, (0.0, BOAT * 0.44)), BOAT, more=heading)
    return (
        f'<g class="ferry"><path d="{way}" fill="none" stroke="#43280d" stroke-width="8"/>'
        f'<path d="{way}" fill="none" stroke="#f3dcb0" stroke-width="5.5" stroke-dasharray="2.6 .9"/>{boat}</g>'
    )


def middle(tile: Tile, turns: int, number_: int, top: bool) -> Point:
    """The middle of a tile's lake."""
    lake = layout(tile).thing("lake_ferry")
    return turn(lake.centre if lake is not None else CENTRE, turns)


def pier(t: Theme) -> str:
    """A landing stage; the lake lies above, the road comes from below."""
    return (
        f'<path d="M-3-4.5H3V4H-3z" fill="{t.wood}" {line(t, ".45")}/>'
        f'<path d="M-3-2.6H3M-3-.8H3M-3 1H3M-3 2.7H3" stroke="{t.ink}" stroke-width=".4"/>'
        f'<circle cx="-3" cy="-4.3" r=".9" fill="{t.ink}"/><circle cx="3" cy="-4.3" r=".9" fill="{t.ink}"/>'
    )


def lake(painter: Painter, tile: Tile, plan: Layout, thing: Thing) -> None:
    """A landing stage at the end of every road."""
    for line_ in (line_ for place, line_ in plan.lines.items() if tile.segments[place].ends == ("lake",)):
        way = unit(add(line_.curve[0][0], thing.centre, -1.0))
        painter.use("pier", add(thing.centre, way, thing.radius - 1.0), angle=angle(way) - 90)


TOKENS = {"ferry": boat}

PIECES = {"ferry": Piece(ferry, middle, uses=("ferry",))}

MARKS = {"pier": Sign(pier, flat=True)}

HUBS = {"lake_ferry": Hub(14.0, lake, end="lake", water=True)}
