"""The segments of a tile as areas: what lights up, what an overlay tints, and what a finger touches.

Shapes of cities, forests, lakes and monasteries are those of the drawing; a field is what is left of its tile, traced
along its border; a garden is its bed; a river system is its lake and the rivers that belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bastida.art.collected import signs
from bastida.art.curves import Area, Point, band, number, pair, turn
from bastida.art.tiles import grid
from bastida.art.tiles.grid import ROWS, Mask
from bastida.art.tiles.layout import GROUND, LINES, WHOLE, layout
from bastida.art.tiles.places import places
from bastida.kernel.shelf import remembered
from bastida.kernel.tile import Segment, Tile

TAP = 18.0  # how wide a road or river is at least for a finger
SLACK = 0.9  # how far a traced border may be from the squares it follows
LAYERS = (GROUND, WHOLE, ("system",), LINES)  # from below; what is not named lies on top


def segment_paths(tile: Tile, turns: int = 0) -> dict[int, str]:
    """For each position in `tile.segments` its area as SVG path data, on the tile of 100 by 100 as it lies.

    Every path is closed, to be filled by the rule "evenodd".  Roads and rivers are wider than they are drawn, so that a
    finger finds them.  The order is that of painting: what comes later lies above what came before.
    """
    found = {place: _shape(tile.id, tile, place, TAP) for place in range(len(tile.segments))}
    order = sorted(found, key=lambda place: _layer(tile.segments[place]))
    return {place: turned(found[place], turns) for place in order}


def shape(tile: Tile, place: int) -> str:
    """The area of a segment on the unturned tile as it is drawn, as SVG path data."""
    return _shape(tile.id, tile, place, 0.0)


def turned(data: str, turns: int) -> str:
    """Path data after quarter turns of the tile; all its commands are absolute and all their numbers are points."""
    if not turns % 4:
        return data
    return re.sub(r"(-?[\d.]+) (-?[\d.]+)", lambda found: pair(turn((float(found[1]), float(found[2])), turns)), data)


def _layer(segment: Segment) -> int:
    return next((layer for layer, kinds in enumerate(LAYERS) if segment.kind in kinds), len(LAYERS))


@remembered
def _shape(tile_id: str, tile: Tile, place: int, least: float) -> str:
    segment = tile.segments[place]
    if segment.kind in GROUND:
        return "".join(outline(places(tile).masks[place]))
    if segment.kind == "garden":
        mark = next(mark for mark in places(tile).marks if mark.place == place)
        return _square(mark.point, signs()["garden"].room * mark.scale)
    areas = _areas(tile, place, least)
    if len(areas) == 1:
        return areas[0].data
    together = 0  # areas that overlap are traced as one
    for area in areas:
        together |= grid.painted(area.points)
    return "".join(outline(grid.rows(together)))


def _areas(tile: Tile, place: int, least: float) -> list[Area]:
    """The areas that a segment is made of; lines are at least so wide."""
    segment, plan = tile.segments[place], layout(tile)
    if segment.kind == "system":
        parts = [part for part, other in enumerate(tile.segments) if _belongs(other, segment)]
        return [area for part in parts for area in _areas(tile, part, least)]
    line = plan.lines.get(place)
    return [band(line.curve, least)] if line is not None and least > line.width else list(plan.areas[place])


def _belongs(segment: Segment, system: Segment) -> bool:
    """Is a river or lake part of a river system?"""
    if segment.kind == "lake":
        return f"lake{segment.index}" in system.ends
    return segment.kind == "river" and set(segment.ports) <= set(system.ports)


def _square(centre: Point, half: float) -> str:
    (x, y), corners = centre, ((-half, -half), (half, -half), (half, half), (-half, half))
    return "M" + "L".join(pair((x + dx, y + dy)) for dx, dy in corners) + "Z"


def outline(mask: Mask) -> Iterator[str]:
    """The borders of a mask, each a closed path with its steps smoothed away."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}

    for y, row in enumerate(mask):
        above = mask[y - 1] if y else 0
        below = mask[y + 1] if y + 1 < ROWS else 0
        for x in _bits(row & ~above):
            after.setdefault((x, y), []).append((x + 1, y))
        for x in _bits(row & ~(row >> 1)):
            after.setdefault((x + 1, y), []).append((x + 1, y + 1))
        for x in _bits(row & ~below):
            after.setdefault((x + 1, y + 1), []).append((x, y + 1))
        for x in _bits(row & ~(row << 1)):
            after.setdefault((x, y + 1), []).append((x, y))
    while after:
        start = min(after)
        loop, at = [start], _next(after, start)
        while at != start:
            loop.append(at)
            at = _next(after, at)
        smooth = simplified([(float(x), float(y)) for x, y in loop])
        if len(smooth) > 2:
            yield "M" + "L".join(f"{number(x)} {number(y)}" for x, y in smooth) + "Z"


def _next(after: dict[tuple[int, int], list[tuple[int, int]]], at: tuple[int, int]) -> tuple[int, int]:
    """Go on along a border, and forget the way taken."""
    ends = after[at]
    end = ends.pop()
    if not ends:
        del after[at]
    return end


def _bits(row: int) -> Iterator[int]:
    """The places of the ones of a row."""
    while row:
        low = row & -row
        yield low.bit_length() - 1
        row ^= low


def simplified(loop: list[Point]) -> list[Point]:
    """A closed line with as few points as stay close to it."""
    half = len(loop) // 2
    far = max(range(len(loop)), key=lambda i: (loop[i][0] - loop[0][0]) ** 2 + (loop[i][1] - loop[0][1]) ** 2) or half
    return _thinned(loop[: far + 1])[:-1] + _thinned([*loop[far:], loop[0]])[:-1]


def _thinned(line: list[Point]) -> list[Point]:
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    dx, dy = bx - ax, by - ay
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    far, where = 0.0, 0
    for i in range(1, len(line) - 1):
        away = abs((line[i][0] - ax) * dy - (line[i][1] - ay) * dx) / length
        if away > far:
            far, where = away, i
    if far <= SLACK:
        return [line[0], line[-1]]
    return _thinned(line[: where + 1])[:-1] + _thinned(line[where:])
