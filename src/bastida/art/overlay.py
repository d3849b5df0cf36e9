"""What can be laid over a board: fields, regions, owners, each told apart by colour and by a number.

Shapes of roads and cities are those of the drawing; a field is what is left of its tile, traced along its border.
Fields that meet on a tile or on two tiles side by side never have the same colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from bastida.art.curves import Point, number
from bastida.art.grid import ROWS, Mask
from bastida.art.layout import layout
from bastida.art.places import places
from bastida.kernel.engine import Engine
from bastida.kernel.tile import Tile

OVERLAYS = ("fields", "regions", "owners")
SLACK = 0.9  # how far a traced border may be from the squares it follows

# Eight colours that differ for colour-blind eyes too (after Okabe and Ito), then further ones for wild boards.
PALETTE = (
    "#e69f00",
    "#0072b2",
    "#cc79a7",
    "#f0e442",
    "#d55e00",
    "#56b4e9",
    "#7b4fc9",
    "#ffffff",
    "#222222",
    "#a0522d",
    "#00a8a8",
    "#ff4fa3",
)


@dataclass(frozen=True)
class Part:
    """One segment of a laid tile and the region it belongs to."""

    slot: int
    place: int  # position in Tile.segments
    kind: str
    region: int


def parts(engine: Engine) -> Iterator[Part]:
    """Every segment on the table."""
    rules, board, regions = engine.rules, engine.board, engine.regions
    for slot in range(board.tiles):
        row, node = rules.seg_first[board.kind(slot)], board.tile_node[slot]
        for step in range(rules.seg_first[board.kind(slot) + 1] - row):
            name = rules.segment_names[rules.seg_kind[row + step]]
            yield Part(slot, rules.seg_source[row + step], name, int(regions.region[node + step]))


def neighbours(engine: Engine, found: Iterable[Part]) -> dict[int, set[int]]:
    """For each region those it meets: on one tile, or on two tiles side by side."""
    board = engine.board
    on: dict[int, set[int]] = {}
    met: dict[int, set[int]] = {}
    for part in found:
        on.setdefault(part.slot, set()).add(part.region)
        met.setdefault(part.region, set())
    for slot, here in on.items():
        cell = board.tile_cell[slot]
        x, y = board.x(cell), board.y(cell)
        around = {slot, board.slot_at(x + 1, y), board.slot_at(x, y + 1)}
        for other in around & set(on):
            for a in here:
                for b in on[other]:
                    if a != b:
                        met[a].add(b)
                        met[b].add(a)
    return met


def coloured(met: Mapping[int, set[int]]) -> dict[int, int]:
    """A number for each region such that no two neighbours have the same; the most crowded are served first."""
    found: dict[int, int] = {}
    left = set(met)
    while left:
        region = max(left, key=lambda r: (len({found[n] for n in met[r] if n in found}), len(met[r]), -r))
        taken = {found[n] for n in met[region] if n in found}
        found[region] = next(n for n in range(len(met)) if n not in taken)
        left.remove(region)
    return found


def hue(which: int) -> str:
    """The colour of a number; beyond the palette they are spread over the circle of hues."""
    return PALETTE[which] if which < len(PALETTE) else f"hsl({which * 137 % 360} 70% {35 + which * 13 % 40}%)"


# -- shapes -------------------------------------------------------------------------------------------------------------


@cache
def _shape(tile_id: str, tile: Tile, place: int) -> str:
    drawn = layout(tile).areas.get(place)
    if drawn:
        return "".join(area.data for area in drawn)
    mask = places(tile).masks.get(place)
    if mask is not None:
        return "".join(outline(mask))
    return ""


def shape(tile: Tile, place: int) -> str:
    """The area of a segment on the unturned tile, as SVG path data; empty for what has none."""
    return _shape(tile.id, tile, place)


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
