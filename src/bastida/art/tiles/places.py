"""Where things and figures stand on a tile: well inside their segment, clear of each other.

`anchors` is for boards and front ends: a point for the first figure of each segment, and more beside it.  `places` also
finds room for what is printed on the tile (pennants, animals, gardens ...), so that a figure hides none of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin

from bastida.art.collected import hints, hubs, signs
from bastida.art.curves import SIZE, Point, distance, mix, sample, walk
from bastida.art.tiles import grid
from bastida.art.tiles.animals import WINTER
from bastida.art.tiles.grid import Bits, Mask
from bastida.art.tiles.layout import GROUND, LINES, NONE, layout
from bastida.kernel.geometry import side_of
from bastida.kernel.shelf import remembered
from bastida.kernel.tile import Segment, Tile

APART = 13.0  # figures side by side
# Sixteen directions around a point, those to the left and right first.
ROUND = sorted(((cos(pi * k / 8), sin(pi * k / 8)) for k in range(16)), key=lambda way: (round(abs(way[1]), 3), -way[0]))
NEAR = 26.0  # figures in different segments nearer to each other hide each other, and a finger hits the wrong one
SPOTS = 5
INNER = grid.painted([(14.0, 14.0), (86.0, 14.0), (86.0, 86.0), (14.0, 86.0)])  # a figure here stays on its tile
OUTER = grid.painted([(10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)])  # here it hangs over a little

ANIMAL = 9.0  # the room of an animal that means nothing, as a radius
BESIDE = 9  # how far from a line something on it is printed, about


@dataclass(frozen=True)
class Anchor:
    """Where figures stand in a segment, on the unturned tile of 100 by 100."""

    x: float
    y: float
    spots: tuple[Point, ...]  # the anchor first, then room for more figures beside it
    room: float  # how far the anchor is from the border of the segment, about


@dataclass(frozen=True)
class Mark:
    """One printed thing and its place."""

    kind: str
    point: Point
    scale: float  # 1 if there was all the room it likes
    place: int = -1  # the segment it belongs to


@dataclass(frozen=True)
class Places:
    anchors: dict[int, Anchor]
    marks: tuple[Mark, ...]
    bits: dict[int, Bits]  # the visible squares of each segment
    taken: tuple[tuple[Point, float], ...]  # discs that decoration must leave free

    def open_ground(self, tile: Tile) -> Bits:
        """The squares of fields and meadows where nothing stands."""
        free = 0
        for place, segment in enumerate(tile.segments):
            if segment.kind in GROUND:
                free |= self.bits[place]
        for centre, radius in self.taken:
            free &= ~grid.disc(centre, radius + 1.5)
        return free

    @cached_property
    def masks(self) -> dict[int, Mask]:
        """The visible squares of each segment, row by row."""
        return {place: grid.rows(bits) for place, bits in self.bits.items()}


def anchors(tile: Tile) -> dict[int, Anchor]:
    """For each position in `tile.segments`, where its figures stand."""
    return dict(places(tile).anchors)


def places(tile: Tile) -> Places:
    return _places(tile.id, tile)


@remembered
def _places(tile_id: str, tile: Tile) -> Places:
    return _Finder(tile).find()


class _Room:
    """A mask and what is left of it the farther one keeps from its border."""

    def __init__(self, mask: Bits) -> None:
        self.levels = [mask]
        while self.levels[-1]:
            depth = len(self.levels) - 1
            self.levels.append(grid.worn(self.levels[-1], corners=depth % 5 in (1, 3)))
        self.depth = len(self.levels) - 1
        self.core = grid.central(self.levels[max(0, self.depth - 1)])

    def deepest(self, least: float, taken: list[tuple[Point, float]], within: Bits = grid.FULL) -> Point | None:
        """A point as far from the border as can be, `least` at least, outside all discs."""
        for centre, radius in taken:
            within &= ~grid.disc(centre, radius)
        for level in range(self.depth, round(least) - 1, -1):
            left = self.levels[level] & within
            if left:
                return grid.central(left)
        return None


class _Finder:
    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.plan = layout(tile)
        self.hint = hints().get(tile.id, NONE)
        self.masks: dict[int, Bits] = {}
        self.rooms: dict[int, _Room] = {}
        self.anchors: dict[int, Anchor] = {}
        self.marks: list[Mark] = []
        self.taken: list[tuple[Point, float]] = []

    def find(self) -> Places:
        self.see()
        for place, mask in self.masks.items():
            if self.tile.segments[place].kind not in LINES:
                self.rooms[place] = _Room(mask)
        self.mark_tile()
        for place, segment in enumerate(self.tile.segments):
            self.mark_segment(place, segment)
        for place, segment in enumerate(self.tile.segments):
            if segment.kind != "system":
                self.anchor(place, segment)
        self.spread()
        for place, segment in enumerate(self.tile.segments):
            if segment.kind == "system":
                self.anchor(place, segment)
        self.post()
        discs = [*self.taken, *((thing.centre, thing.radius) for thing in self.plan.things)]
        return Places(self.anchors, tuple(self.marks), self.masks, tuple(discs))

    # -- what is to be seen of each segment

    def see(self) -> None:
        tile, plan = self.tile, self.plan
        painted = {place: [(area.over, grid.painted(area.points)) for area in areas] for place, areas in plan.areas.items()}
        above = 0
        for thing in plan.things:
            above |= grid.painted(thing.area.points)
        ground = grid.FULL & ~above
        for place in reversed(sorted(painted)):  # what comes later is drawn over what came before
            mask = 0
            for over, part in painted[place]:
                mask |= part
                if not over:
                    ground &= ~part
            own = any(thing.place == place for thing in plan.things)
            self.masks[place] = mask if own else mask & ~above
            above |= mask
        pieces = grid.pieces(ground, 30)
        closed = [piece for piece in pieces if not any(_half_sides(piece))]
        for place, segment in enumerate(tile.segments):
            if segment.kind in GROUND:
                ports = [port for port in segment.ports if port % 3 != 1]
                if ports:
                    mask = next(piece for piece in pieces if grid.has(piece, _probe(ports[0])))
                else:
                    mask = closed.pop(0)
                self.masks[place] = mask & ~above

    # -- what is printed

    def mark_tile(self) -> None:
        tile = self.tile
        shown = [kind for kind, sign in signs().items() if sign.shown is not None and not sign.afloat and sign.shown(tile)]
        kinds = [kind for kind in shown if self.plan.thing(kind) is None]
        kinds += [s.kind for s in tile.segments if s.kind == "garden"]
        kinds += ["animal"] if tile.id in WINTER else []
        grounds = [place for place, segment in enumerate(tile.segments) if segment.kind in GROUND]
        for kind in self.hint.shows:
            self.put(kind, grounds[0], -1)
        if "meadow0 meadow1" in tile.marks.get("bridge", ""):
            river = next(place for place in self.plan.lines)
            curve = self.plan.lines[river].curve
            self.marks.append(Mark("bridge", mix(*curve[0][2:], 1.0), 1.0, river))
        for kind in kinds:
            place = max(grounds, key=lambda place: self.free(place))
            own = next((i for i, segment in enumerate(tile.segments) if segment.kind == kind), -1)
            self.put(kind, place, own)

    def free(self, place: int) -> float:
        """How much room is left in a segment."""
        used = sum(1 for centre, _ in self.taken if grid.has(self.masks[place], centre))
        return self.rooms[place].depth - 8.0 * used

    def put(self, kind: str, place: int, own: int) -> None:
        """Find room for a thing in segment `place`; it stands for segment `own`."""
        room = self.rooms[place]
        sign = signs().get(kind)
        radius = sign.room if sign is not None else ANIMAL
        point, scale = self.hint.things.get(kind), 1.3 if sign is not None and sign.large else 1.0
        while point is None:
            size = radius * scale
            keep = [] if sign is not None and sign.central else [(self.core(place), size + 8.0)]
            clear = [(centre, far + size) for centre, far in self.taken]
            point = room.deepest(size, clear + keep) or room.deepest(size, clear)
            scale -= 0.12 if point is None else 0.0
            if scale < 0.3:
                point = room.deepest(2.0, []) or (50.0, 50.0)
        self.marks.append(Mark(kind, point, scale, own))
        self.taken.append((point, radius * scale))

    def core(self, place: int) -> Point:
        """Where a figure would stand if nothing were printed."""
        return self.rooms[place].core

    def mark_segment(self, place: int, segment: Segment) -> None:
        for kind, number in segment.marks.items():
            sign = signs().get(kind)
            if sign is None or not sign.room:
                continue
            for _ in range(1 if sign.once else number):
                if place in self.rooms:
                    self.put(kind, place, place)
                else:
                    self.put_beside(kind, place)

    def put_beside(self, kind: str, place: int) -> None:
        """Find room for what is printed on a road or river, on the ground near it."""
        line = sample(self.plan.lines[place].curve)
        radius = signs()[kind].room
        found: list[tuple[float, Point]] = []
        for other, segment in enumerate(self.tile.segments):
            if segment.kind in GROUND:
                room = self.rooms[other]
                mask = room.levels[min(BESIDE, room.depth)]
                for centre, far in [*self.taken, *((gate.point, 8.0) for gate in self.plan.gates)]:
                    mask &= ~grid.disc(centre, far + radius)
                for point in grid.squares(grid.border(mask)):  # moving towards the road always makes it better
                    edge = min(point[0], point[1], SIZE - point[0], SIZE - point[1])
                    found.append((min(distance(point, step) for step in line) + max(0.0, 20 - edge) * 0.4, point))
        _, point = min(found, default=(0.0, line[len(line) // 2]))
        self.marks.append(Mark(kind, point, 1.0, place))
        self.taken.append((point, radius))

    # -- figures

    def anchor(self, place: int, segment: Segment) -> None:
        if segment.kind in LINES:
            self.anchors[place] = self.on_line(place)
        elif segment.kind == "system":
            lake = next(
                (i for i, s in enumerate(self.tile.segments) if segment.ends == (f"lake{s.index}",) and s.kind == "lake"), -1
            )
            river = next((i for i, s in enumerate(self.tile.segments) if s.kind == "river" and s.ports == segment.ports), -1)
            self.anchors[place] = self.anchors[lake if lake >= 0 else river]
        elif segment.kind == "garden":
            mark = next(mark for mark in self.marks if mark.place == place)
            self.anchors[place] = Anchor(*mark.point, (mark.point,), signs()["garden"].room * mark.scale)
        else:
            self.anchors[place] = self.in_area(place, segment)

    def spread(self) -> None:
        """Where figures of different segments would be too near to each other, one of them moves, if its segment has room."""
        fixed = {thing.place for thing in self.plan.things}
        places = [place for place in self.anchors if place not in fixed and self.tile.segments[place].kind != "garden"]
        for place in sorted(places, key=lambda place: self.tile.segments[place].kind in LINES) * 2:
            now = self.anchors[place].spots[0]
            others = [anchor.spots[0] for other, anchor in self.anchors.items() if other != place]
            near = min((distance(now, other) for other in others), default=NEAR)
            if near < NEAR:
                is_line = self.tile.segments[place].kind in LINES
                found = self.on_line(place, others) if is_line else self.farther(place, others, near)
                if found is not None and min(distance(found.spots[0], other) for other in others) > near + 1.0:
                    self.anchors[place] = found

    def farther(self, place: int, others: list[Point], near: float) -> Anchor | None:
        """An anchor in an area that is farther from the others than one so near to them."""
        room = self.rooms[place]
        clear = [(centre, far + 3.0) for centre, far in self.taken]
        least = min(5.5 if self.tile.segments[place].kind in GROUND else 8.0, room.depth - 1.0)
        for far in (NEAR, 22.0, 18.0):
            for within in (INNER, OUTER) if far > near else ():
                point = room.deepest(least, [*clear, *((other, far) for other in others)], within)
                if point is not None:
                    return self.area_anchor(place, point, clear)
        return None

    def post(self) -> None:
        """On some tiles the figure stands between segments, on what their mark ``figure_on`` names: a lake, a bridge."""
        post = self.tile.marks.get("figure_on", "")
        points = {mark.kind: mark.point for mark in self.marks}
        points |= {f"lake{self.tile.segments[t.place].index}": t.centre for t in self.plan.things if t.kind == "lake"}
        if post in points:
            for place, segment in enumerate(self.tile.segments):
                if segment.kind in GROUND if post == "bridge" else post in segment.ends:
                    self.anchors[place] = Anchor(*points[post], (points[post], *self.anchors[place].spots), 0.0)

    def in_area(self, place: int, segment: Segment) -> Anchor:
        room = self.rooms[place]
        taken = [] if segment.kind == "lake" or segment.kind in hubs() else self.taken
        clear = [(centre, far + 3.0) for centre, far in taken]
        thing = next((thing for thing in self.plan.things if thing.place == place), None)
        if thing is not None:
            first: Point | None = thing.centre
        else:
            wanted = min(8.0, room.depth - 1.0)
            far_off = [(centre, far + 9.0) for centre, far in taken]
            first = room.deepest(wanted, far_off, INNER) or room.deepest(wanted, clear, INNER)
            first = first or room.deepest(wanted, clear) or room.deepest(min(5.0, room.depth - 1.0), clear)
        return self.area_anchor(place, first or self.core(place), clear)

    def area_anchor(self, place: int, first: Point, clear: list[tuple[Point, float]]) -> Anchor:
        room = self.rooms[place]
        spots = beside(first, room.levels[round(min(6.0, room.depth * 0.6))], clear)
        depth = max(level for level, mask in enumerate(room.levels) if level == 0 or grid.has(mask, first))
        return Anchor(*first, tuple(spots), float(depth))

    def on_line(self, place: int, others: Sequence[Point] = ()) -> Anchor:
        """An anchor on a line where nothing is in the way; if there are others, far from them."""
        line = self.plan.lines[place]
        blocked = [sample(other.curve, 8) for i, other in self.plan.lines.items() if i != place]
        ends = {side_of(port) for port in self.tile.segments[place].ports}
        steps = [point for point, _ in walk(line.curve, 2.5)]

        def clear(point: Point) -> float:
            free = [min(point[0], point[1], SIZE - point[0], SIZE - point[1]) * 0.8 if ends else 20.0]
            free += [min(distance(point, step) for step in other) - line.width / 2 for other in blocked]
            free += [distance(point, thing.centre) - thing.radius for thing in self.plan.things]
            free += [distance(point, gate.point) for gate in self.plan.gates]
            return min(free)

        free = [clear(point) for point in steps]
        best = max(range(len(steps)), key=lambda i: (min(free[i], 14.0), -abs(i - len(steps) / 2)))
        if others:
            inner = [min(x, y, SIZE - x, SIZE - y) >= line.width / 2 for x, y in steps]
            good = [i for i in range(len(steps)) if i == best or (free[i] >= min(8.0, free[best] * 0.7) and inner[i])]
            best = max(good, key=lambda i: min(NEAR, *(distance(steps[i], other) for other in others)) + min(free[i], 14.0) / 2)
        first = steps[best]
        spots = [first]
        for i in sorted(range(len(steps)), key=lambda i: distance(steps[i], first)):
            if free[i] > 3 and all(distance(steps[i], spot) >= APART * 0.8 for spot in spots) and len(spots) < SPOTS:
                spots.append(steps[i])
        return Anchor(*first, tuple(spots), line.width / 2)


def beside(first: Point, mask: Bits, clear: list[tuple[Point, float]]) -> list[Point]:
    """A first spot and more near it: left or right of it rather than above or below, apart from each other and clear."""
    for centre, radius in [*clear, (first, APART)]:
        mask &= ~grid.disc(centre, radius)
    spots, holds = [first], grid.tester(mask)
    for far in range(round(APART), 60, 3):
        for x, y in ROUND:
            if not mask or len(spots) == SPOTS:
                return spots
            point = (first[0] + x * far, first[1] + y * far)
            if holds(point):
                spots.append(point)
                mask &= ~grid.disc(point, APART)
                holds = grid.tester(mask)
    return spots


def _probe(port: int) -> Point:
    """A point of the outline in a half-side."""
    side, along = side_of(port), 25.0 if port % 3 == 0 else 75.0
    return ((along, 0.5), (99.5, along), (100 - along, 99.5), (0.5, 100 - along))[side]


def _half_sides(mask: Bits) -> list[int]:
    return [port for port in range(12) if port % 3 != 1 and grid.has(mask, _probe(port))]
