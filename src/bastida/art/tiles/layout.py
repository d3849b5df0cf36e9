"""Where everything on a tile lies: the shapes of its segments, in the coordinates of the unturned tile.

Whole-side segments (cities, forests) reach from corner to corner of their sides, and a curved wall closes them off in
between.  Lines (roads, rivers) leave by the middle of a side, at a right angle and always as wide, so that any two
tiles meet without a seam; inside they run to another side or to what ends them.  Things (villages, monasteries, lakes
...) stand where lines end, and part the ground as walls do.  The ground is what is left: nobody draws it, and the tests
check that it falls into exactly the pieces the catalogue lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from random import Random

from bastida.art.collected import hints, hubs
from bastida.art.curves import (
    CENTRE,
    CORNER_POINTS,
    INWARD,
    MIDDLES,
    Area,
    Curve,
    Point,
    add,
    area,
    band,
    blob,
    data,
    distance,
    inside,
    mix,
    pair,
    reverse,
    steps,
    straight,
    turn_curve,
    unit,
)
from bastida.art.drawing import Hint, Hub
from bastida.kernel.geometry import SIDE_NAMES, side_of
from bastida.kernel.shelf import remembered
from bastida.kernel.tile import Segment, Tile, segment_name
from bastida.kernel.tileset import CORNERS

WHOLE = ("city", "forest")
LINES = ("road", "river")
GROUND = ("field", "meadow")
WIDTH = {"road": 9.0, "river": 13.0}
PLACED = (*WHOLE, *LINES, *GROUND, "lake", "garden", "system")  # any other segment stands in the middle

RADIUS = {"house": 5.0, "lake": 15.0, "spring": 7.0}  # of what lines end at, each at its own
PLAIN = Hub(8.0)  # in the middle of a tile, if nobody has drawn it
NONE = Hint()
LAKE_RADIUS = (0.0, 15.0, 16.5, 18.0, 19.5)  # by number of fish


@dataclass(frozen=True)
class Line:
    """A road or river: the middle of it, from the side it comes from."""

    curve: Curve
    width: float

    @property
    def data(self) -> str:
        """The middle as path data, a little over the border of the tile where it leaves it."""
        first, last = self.curve[0][0], self.curve[-1][3]
        text = data(self.curve)
        if first in MIDDLES:
            text = f"M{pair(add(first, INWARD[MIDDLES.index(first)], -1.0))}L{text[1:]}"
        if last in MIDDLES:
            text += f"L{pair(add(last, INWARD[MIDDLES.index(last)], -1.0))}"
        return text


@dataclass(frozen=True)
class Gate:
    """Where a line runs into a city or forest."""

    place: int  # the position of the line among the segments
    point: Point
    inwards: Point  # the way through the wall


@dataclass(frozen=True)
class Thing:
    """What stands on the ground and parts it: a village, a monastery, a lake ..."""

    kind: str
    centre: Point
    radius: float
    area: Area
    place: int = -1  # the position of its segment, if it is one


@dataclass(frozen=True)
class Layout:
    """All shapes of a tile, by position of the segment; ground segments have none."""

    areas: dict[int, tuple[Area, ...]]
    walls: dict[int, tuple[Curve, ...]]
    lines: dict[int, Line]
    gates: tuple[Gate, ...]
    things: tuple[Thing, ...]

    def thing(self, kind: str) -> Thing | None:
        return next((thing for thing in self.things if thing.kind == kind), None)


def seed(tile: Tile, what: str = "") -> Random:
    """Chance that is always the same for a tile."""
    return Random(f"{tile.id}/{what}")


@remembered
def _layout(tile_id: str, tile: Tile) -> Layout:
    return _Planner(tile).plan()


def layout(tile: Tile) -> Layout:
    """The shapes of a tile."""
    return _layout(tile.id, tile)


def held_sides(segment: Segment) -> list[int]:
    return sorted({side_of(port) for port in segment.ports})


class _Planner:
    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.hint = hints().get(tile.id, NONE)
        self.areas: dict[int, tuple[Area, ...]] = {}
        self.walls: dict[int, tuple[Curve, ...]] = {}
        self.lines: dict[int, Line] = {}
        self.gates: list[Gate] = []
        self.things: list[Thing] = []
        self.owner: dict[int, int] = {}  # side: position of the whole-side segment that holds it
        for place, segment in enumerate(tile.segments):
            if segment.kind in WHOLE:
                self.owner |= dict.fromkeys(held_sides(segment), place)
        self.links = [{self.name(text) for text in link} for link in tile.joins]

    def name(self, text: str) -> str:
        name = segment_name(text)
        return f"{name[0]} {name[1]}" if name else text

    def plan(self) -> Layout:
        for place, segment in enumerate(self.tile.segments):
            if segment.kind in WHOLE:
                self.plan_whole(place, segment)
        self.hub = self.hub_point()
        self.plan_hub()
        for place, segment in enumerate(self.tile.segments):
            if segment.kind == "lake":
                self.plan_lake(place, segment)
        for place, segment in enumerate(self.tile.segments):
            if segment.kind in LINES:
                self.plan_line(place, segment)
        return Layout(self.areas, self.walls, self.lines, tuple(self.gates), tuple(self.things))

    # -- cities and forests

    def plan_whole(self, place: int, segment: Segment) -> None:
        sides = held_sides(segment)
        tongues = {CORNERS.index(corner) for corner in segment.corners}
        contacts: list[tuple[int, int]] = []  # from corner to corner, clockwise; a tongue is one corner only
        for k in range(4):
            if k in tongues:
                contacts.append((k, k))
            if k in sides:
                if contacts and contacts[-1][1] == k and k - 1 in sides:
                    contacts[-1] = (contacts[-1][0], k + 1)
                else:
                    contacts.append((k, k + 1))
        if len(contacts) > 1 and contacts[0][0] == 0 and contacts[-1][1] == 4:
            contacts[0] = (contacts.pop()[0] - 4, contacts[0][1])
        outline: list[Curve] = []
        walls: list[Curve] = []
        for (first, last), (after, _) in zip(contacts, contacts[1:] + contacts[:1], strict=True):
            for corner in range(first, last):
                outline.append(straight(CORNER_POINTS[corner % 4], CORNER_POINTS[(corner + 1) % 4]))
            gap = (after - last) % 4
            if gap:
                wall = self.wall(segment, last % 4, gap, last % 4 in tongues, after % 4 in tongues)
                outline.append(wall)
                walls.append(wall)
        if self.is_under_pass(place, sides):
            self.plan_raised(place, sides)
            return
        self.areas[place] = (area(outline),)
        self.walls[place] = tuple(walls)

    def wall(self, segment: Segment, corner: int, gap: int, tongue: bool, tongue_after: bool) -> Curve:
        """The wall that closes a segment off from `gap` sides, from corner to corner clockwise."""
        shift = self.hint.walls.get(f"{segment.index}{SIDE_NAMES[corner]}", self.hint.walls.get(str(segment.index), 0.0))
        shift *= 4 / 3
        others = [self.owner.get((corner + k) % 4) for k in range(gap)]
        if gap == 3:  # a cap on one side
            reach, depth = (24.0, 42.0) if others[0] is others[2] is None else (40.0, 35.0)
            if others[1] is not None and depth > 37:
                depth = 37.0
            side = (corner + 3) % 4
            if self.owner.get((side + 1) % 4) is not None and self.owner.get((side + 1) % 4) == self.owner.get((side + 3) % 4):
                reach, depth = 42.0, 29.0
            depth -= shift
            cap: Curve = (((100.0, 0.0), (100 - reach, depth), (reach, depth), (0.0, 0.0)),)
            return turn_curve(cap, side)
        if gap == 2:
            a, b = (radians(33.0 if end else 60.0) for end in (tongue, tongue_after))
            far = 53.0
            c1, c2 = (100 - far * sin(a), far * cos(a)), (far * cos(b), 100 - far * sin(b))
            d = shift * 0.7071
            wall: Curve = (((100.0, 0.0), add(c1, (-d, -d)), add(c2, (-d, -d)), (0.0, 100.0)),)
            return turn_curve(wall, corner - 1)
        a, b = (radians(33.0 if end else 50.0) for end in (tongue, tongue_after))
        far = 48.0
        if others[0] is not None:
            a = b = radians(65.0)
            far = 60.0
        c1, c2 = (far * cos(a), far * sin(a)), (100 - far * cos(b), far * sin(b))
        wall = (((0.0, 0.0), add(c1, (0.0, shift)), add(c2, (0.0, shift)), (100.0, 0.0)),)
        return turn_curve(wall, corner)

    def is_under_pass(self, place: int, sides: list[int]) -> bool:
        """Does this city cross an earlier one, and so stand on a bridge?"""
        if sides not in ([0, 2], [1, 3]) or "bridge" not in self.tile.marks:
            return False
        return all(self.owner.get((side + 1) % 4, place) < place for side in sides)

    def plan_raised(self, place: int, sides: list[int]) -> None:
        caps: list[Area] = []
        walls: list[Curve] = []
        for side in sides:
            cap: Curve = (((100.0, 0.0), (60.0, 25.0), (40.0, 25.0), (0.0, 0.0)),)
            cap = turn_curve(cap, side)
            caps.append(area([straight(CORNER_POINTS[side], CORNER_POINTS[(side + 1) % 4]), cap]))
            walls.append(cap)
        edges: list[Curve] = []
        for y in (40.0, 60.0):
            edges += [turn_curve(straight((17.0, y), (83.0, y)), sides[0] + 3)]
        bridge = area([edges[0], reverse(edges[1])], over=True)
        self.areas[place] = (*caps, bridge)
        self.walls[place] = (*walls, *edges)

    # -- what stands in the middle

    def hub_point(self) -> Point:
        if self.hint.hub:
            return self.hint.hub
        x, y = CENTRE
        for side in self.owner:
            x, y = add((x, y), INWARD[side], 8.0)
        return (x, y)

    def plan_hub(self) -> None:
        """What stands in the middle: where roads meet or end, a segment of its own, the lake of a river."""
        tile = self.tile
        kinds = [segment.kind for segment in tile.segments]
        ends = {end for segment in tile.segments if segment.kind == "road" for end in segment.ends}
        for name, hub in hubs().items():
            if (hub.end or name) in ends or name in kinds or hub.mark in tile.marks:
                self.stand(name, hub, kinds.index(name) if name in kinds else -1)
            if hub.filling and hub.mark in tile.marks and not any(kind in GROUND for kind in kinds):
                walls = [wall for place in self.walls for wall in self.walls[place]]
                self.things = [Thing(name, CENTRE, hub.filling, area(walls))]
        for kind in dict.fromkeys(kinds):
            if kind not in PLACED and kind not in hubs():
                self.stand(kind, PLAIN, kinds.index(kind))
        if any(segment.kind == "river" and segment.ends == ("lake",) for segment in tile.segments):
            self.stand("lake", Hub(RADIUS["lake"], water=True))

    def stand(self, kind: str, hub: Hub, place: int = -1) -> Thing:
        """Put a thing in the middle of the tile."""
        radius = self.hint.radius or hub.radius
        shape = blob(self.hub, radius, radius)
        if hub.water:
            chance = seed(self.tile, kind)
            shape = blob(self.hub, radius * 1.04, radius * 0.96, [chance.uniform(0.94, 1.06) for _ in range(7)])
        thing = Thing(kind, self.hub, radius, shape, place)
        self.things.append(thing)
        if place >= 0:
            self.areas[place] = (shape,)
        return thing

    def plan_lake(self, place: int, segment: Segment) -> None:
        radius = LAKE_RADIUS[segment.marks["fish"]]
        centre = self.hint.lakes.get(segment.index)
        if centre is None:
            centre = self.hub
            touched = [
                self.tile.find(name) for link in self.links if segment.name in link for name in link if name[:6] == "forest"
            ]
            if touched:
                point, out = self.nearest_wall(touched[0], centre)
                centre = add(point, out, radius - 2.5)
        chance = seed(self.tile, segment.name)
        shape = blob(centre, radius * 1.04, radius * 0.96, [chance.uniform(0.95, 1.06) for _ in range(7)])
        self.things.append(Thing("lake", centre, radius, shape, place))
        self.areas[place] = (shape,)

    def nearest_wall(self, place: int, point: Point) -> tuple[Point, Point]:
        """The point of a segment's walls nearest to another point, and the way out of the segment there."""
        found, way = min(
            (step for wall in self.walls[place] for step in steps(wall, 24)), key=lambda step: distance(step[0], point)
        )
        out = (-way[1], way[0])
        if any(inside(add(found, out, 2.0), shape.points) for shape in self.areas[place]):
            out = (way[1], -way[0])
        return found, out

    # -- roads and rivers

    def plan_line(self, place: int, segment: Segment) -> None:
        sides = held_sides(segment)
        if len(sides) == 2:
            curve = self.passing(segment, sides)
        elif sides:
            curve = self.ending(place, segment, sides[0])
        else:  # a track between a city and a village
            goal = next(self.tile.find(end) for end in segment.ends if segment_name(end))
            point, out = self.nearest_wall(goal, self.hub)
            self.gates.append(Gate(place, point, (-out[0], -out[1])))
            curve = straight(add(point, out, -1.5), self.hub)
        width = WIDTH[segment.kind] if sides else 5.0
        self.lines[place] = Line(curve, width)
        self.areas[place] = (band(curve, width),)

    def passing(self, segment: Segment, sides: list[int]) -> Curve:
        p, q = (MIDDLES[side] for side in sides)
        into, out = (INWARD[side] for side in sides)
        if sides[1] - sides[0] != 2:  # a bend
            reach = self.hint.bend.get(segment.index, 25.0 if segment.kind == "road" else 27.0)
            return ((p, add(p, into, reach), add(q, out, reach), q),)
        lateral = [side for side in range(4) if side not in sides and side in self.owner]
        chance = seed(self.tile, segment.name)
        sag: Point = (0.0, 0.0)
        tilt = 0.0
        if len(lateral) == 1:
            sag = add(sag, INWARD[lateral[0]], 8.0)
        elif not lateral and "bridge" not in self.tile.marks:
            tilt = chance.choice((-7.0, 7.0))
        sag = self.hint.sag.get(segment.index, sag)
        middle = add(CENTRE, sag)
        way = unit((into[0] * 18 + into[1] * tilt, into[1] * 18 - into[0] * tilt))
        return (
            (p, add(p, into, 24.0), add(middle, way, -19.0), middle),
            (middle, add(middle, way, 19.0), add(q, out, 24.0), q),
        )

    def ending(self, place: int, segment: Segment, side: int) -> Curve:
        p, into = MIDDLES[side], INWARD[side]
        end = self.name(segment.ends[0])
        kind = end.split(" ")[0]
        touched = [name for link in self.links if segment.name in link for name in link if name.split(" ")[0] in WHOLE]
        if kind in WHOLE or (kind == "spring" and touched):
            goal = self.tile.find(end if kind in WHOLE else touched[0])
            point, out = self.nearest_wall(goal, add(p, into, 30.0))
            self.gates.append(Gate(place, point, (-out[0], -out[1])))
            if kind == "spring":
                last = add(point, out, 3.0)
                radius = RADIUS["spring"]
                self.things.append(Thing("spring", last, radius, blob(last, radius, radius)))
            else:
                last = add(point, out, -2.0)
            far = distance(p, last)
            return ((p, add(p, into, far * 0.4), add(last, out, far * 0.4), last),)
        stop = self.hint.ends.get(segment.index)
        if kind in ("house", "spring"):
            stop = stop or add(p, into, 44.0)
            radius = RADIUS[kind]
            self.things.append(Thing(kind, stop, radius, blob(stop, radius, radius)))
        else:
            thing = self.goal(end, kind)
            stop = stop or add(thing.centre, unit(add(p, thing.centre, -1.0)), thing.radius * 0.6)
        far = distance(p, stop)
        c1 = add(p, into, far * 0.45)
        return ((p, c1, mix(stop, c1, 0.35), stop),)

    def goal(self, end: str, kind: str) -> Thing:
        if segment_name(end):
            place = self.tile.find(end)
            return next(thing for thing in self.things if thing.place == place)
        meant = (kind, *(name for name, hub in hubs().items() if hub.end == kind))
        return next((thing for thing in self.things if thing.kind in meant), None) or self.stand(kind, PLAIN)
