"""Pieces that lie on a tile and not in a segment: towers, ferries, ingots.

Everything here is for a tile of 100 by 100 as it lies after its quarter turns, and is upright there.  The boat of a
ferry and the ingots are symbols of `figures`, so a drawing with them needs `figure_symbols` or those two.
"""

from __future__ import annotations

from collections.abc import Collection
from math import atan2, degrees

from bastida.art.curves import CENTRE, Point, add, number, pair, turn, unit
from bastida.art.pieces.figures import figure_use
from bastida.art.pieces.tokens import tower
from bastida.art.strokes import figures_text
from bastida.art.tiles.layout import layout
from bastida.art.tiles.places import places
from bastida.kernel.geometry import SIDE_NAMES, side_of, turned_side
from bastida.kernel.tile import Tile

FLOOR = 0.31  # the size of a floor on the table
BOAT = 19.0
INGOT = 22.0
MOST = 5  # ingots drawn; the number tells the rest


def tower_foot(tile: Tile, turns: int = 0) -> Point:
    """The middle of a tile's foundation."""
    thing = layout(tile).thing("tower")
    marks = [mark.point for mark in places(tile).marks if mark.kind == "tower"]
    return turn(thing.centre if thing else marks[0] if marks else CENTRE, turns)


def tower_top(tile: Tile, turns: int, height: int) -> Point:
    """Where a figure stands on a tower of so many floors."""
    x, y = tower_foot(tile, turns)
    return (x, y - (20 + tower(height)[1]) * FLOOR if height else y)


def tower_svg(tile: Tile, turns: int, height: int) -> str:
    """A tower of so many floors on its foundation, with its height written on it; nothing without a floor."""
    if not height:
        return ""
    x, y = tower_foot(tile, turns)
    place = f"translate({pair((x - 50 * FLOOR, y - 78 * FLOOR))}) scale({FLOOR})"
    return (
        f'<g class="tower" data-height="{height}" stroke-linejoin="round" transform="{place}">{tower(height)[0]}'
        f"{figures_text(str(height), 50, 84, 26, '#ffffff', 6, '#2c271e')}</g>"
    )


def ferry_svg(tile: Tile, turns: int, sides: Collection[str]) -> str:
    """A ferry with its landing stages between the roads that leave by two sides ("N", "E" ...) of the tile as it lies."""
    plan = layout(tile)
    lake = plan.thing("lake_ferry")
    if lake is None:
        raise ValueError(f"tile {tile.id} has no lake with ferries")
    centre = turn(lake.centre, turns)
    piers: list[Point] = []
    for place, segment in enumerate(tile.segments):
        held = {SIDE_NAMES[turned_side(side_of(port), turns)] for port in segment.ports}
        if segment.kind == "road" and held & set(sides):
            end = turn(plan.lines[place].curve[-1][3], turns)
            piers.append(add(centre, unit(add(end, centre, -1.0)), lake.radius))
    if len(piers) != 2:
        raise ValueError(f"a ferry joins two roads of tile {tile.id}, not those of {', '.join(sides)}")
    (ax, ay), (bx, by) = piers
    middle = ((ax + bx + 2 * centre[0]) / 4, (ay + by + 2 * centre[1]) / 4)
    way = f"M{pair(piers[0])}Q{pair(centre)} {pair(piers[1])}"
    heading = f' transform="rotate({number(degrees(atan2(by - ay, bx - ax)))} {pair(middle)})"'
    boat = figure_use("ferry", None, add(middle, (0.0, BOAT * 0.44)), BOAT, more=heading)
    return (
        f'<g class="ferry"><path d="{way}" fill="none" stroke="#43280d" stroke-width="8"/>'
        f'<path d="{way}" fill="none" stroke="#f3dcb0" stroke-width="5.5" stroke-dasharray="2.6 .9"/>{boat}</g>'
    )


def ingots_svg(count: int) -> str:
    """Ingots in the lower right corner of their tile, one on the other."""
    x, y = 83.0, 95.0
    pile = [figure_use("ingot", None, (x - 3 * (n % 2), y - 7 * n), INGOT) for n in range(min(count, MOST))]
    label = figures_text(str(count), x - 17, y - 8, 10, "#5e4700", 2.2, "#fffdf4") if count > 1 else ""
    return f'<g class="ingots" data-count="{count}">{"".join(pile)}{label}</g>'
