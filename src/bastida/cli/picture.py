"""A tile as a small block of characters: what ground each cell shows, which line runs over it, where figures stand.

A picture has no colour and no language: it says *what* is in every cell (``ground`` and ``ink`` are words such as "city" or
"pennants"), and ``paint`` decides how that looks. It is drawn from the catalogue's facts alone, at any odd size, so a new
tile needs no drawing of its own.
"""

# Long: one drawing of a tile, layer upon layer.

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bastida.cli.glyphs import DIRECTIONS, Printed, printed
from bastida.kernel import shelf
from bastida.kernel.geometry import turned, turned_direction, turned_side
from bastida.kernel.tile import Segment, Tile

NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
WHOLE = ("city", "forest")
LINES = ("road", "river")
GROUND = ("field", "meadow")
HOODS = ("monastery", "garden")
# What a line may end at that stands in the middle of its tile, with the word under which it is drawn.
HUBS = {"village": "village", "crossing": "village", "monastery": "monastery", "lake": "lake"}
# From the set of sides (a bit each) that a piece of line leads to, to a character.
HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"

Spot = tuple[int, int]


@dataclass
class Cell:
    """One character: the kind of ground under it, and what is drawn on it, if anything."""

    ground: str
    segment: int  # position in Tile.segments of what fills it, -1 for nothing
    ink: str = ""
    glyph: str = ""  # for lines; everything else has its character from its ink


@dataclass
class Picture:
    width: int
    height: int
    cells: list[list[Cell]]
    spots: dict[int, list[Spot]] = field(default_factory=dict)  # by segment: where a figure may be drawn, best first
    symbols: dict[str, Spot] = field(default_factory=dict)  # where buildings and marks are drawn

    def at(self, spot: Spot) -> Cell:
        return self.cells[spot[1]][spot[0]]


@shelf.bounded(4096)
def picture(tile: Tile, turns: int, width: int, height: int) -> Picture:
    """A tile turned clockwise, in a block of odd width and height."""
    return _Draughtsman(tile, turns, width, height, printed()).draw()


class _Draughtsman:
    def __init__(self, tile: Tile, turns: int, width: int, height: int, known: Printed) -> None:
        self.tile, self.turns, self.known = tile, turns, known
        self.kinds = LINES + known.lines
        self.hoods = HOODS + known.centre
        self.width, self.height = width, height
        self.middle: Spot = (width // 2, height // 2)
        self.ports = [tuple(turned(port, turns) for port in segment.ports) for segment in tile.segments]
        self.ground = next((kind for kind in GROUND if any(s.kind == kind for s in tile.segments)), "field")
        if not any(segment.kind in GROUND for segment in tile.segments):
            self.ground = "meadow" if any(segment.kind == "forest" for segment in tile.segments) else "field"
        self.cells = [[Cell(self.ground, -1) for _ in range(width)] for _ in range(height)]
        self.lines: dict[int, list[Spot]] = {}
        self.picture = Picture(width, height, self.cells)

    def draw(self) -> Picture:
        self.fill_wholes()
        hub = self.hub()
        self.draw_lines(hub)
        self.fill_grounds()
        self.draw_middle(hub)
        self.draw_marks()
        for number, segment in enumerate(self.tile.segments):
            self.picture.spots[number] = self.spots(number, segment)
        return self.picture

    def everywhere(self) -> Iterable[Spot]:
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def inside(self, spot: Spot) -> bool:
        return 0 <= spot[0] < self.width and 0 <= spot[1] < self.height

    def at(self, spot: Spot) -> Cell:
        return self.cells[spot[1]][spot[0]]

    def sides(self, number: int) -> set[int]:
        return {port // 3 for port in self.ports[number]}

    # -- cities and forests -------------------------------------------------------------------------------------------

    def fill_wholes(self) -> None:
        wholes = [(n, s) for n, s in enumerate(self.tile.segments) if s.kind in WHOLE]
        for x, y in self.everywhere():
            u, v = (x + 0.5) / self.width, (y + 0.5) / self.height
            depth = (v, 1 - u, 1 - v, u)
            nearest = min(range(4), key=lambda side: depth[side])
            claims = [n for n, s in wholes if self.covers(n, s, u, v, nearest, depth)]
            claims.sort(key=lambda n: nearest not in self.sides(n))
            if claims:
                cell = self.cells[y][x]
                cell.ground, cell.segment = self.tile.segments[claims[0]].kind, claims[0]
        self.part_wholes()

    def part_wholes(self) -> None:
        """Where two cities still touch the smaller one gives way, and where it cannot a wall is drawn."""
        gates = {self.gate(side) for side in range(4)}
        sizes: dict[int, int] = {}
        for spot in self.everywhere():
            sizes[self.at(spot).segment] = sizes.get(self.at(spot).segment, 0) + 1
        for spot in self.everywhere():
            for other in ((spot[0] + 1, spot[1]), (spot[0], spot[1] + 1)):
                one, two = self.at(spot).segment, self.at(other).segment if self.inside(other) else -1
                if one == two or one < 0 or two < 0:
                    continue
                loser = spot if (sizes[one], two) < (sizes[two], one) else other
                if loser not in gates:
                    self.at(loser).ground, self.at(loser).segment = self.ground, -1
                else:
                    self.at(other).ink, self.at(other).glyph = "wall", "▏" if other[1] == spot[1] else "▔"

    def covers(self, number: int, segment: Segment, u: float, v: float, nearest: int, depth: Sequence[float]) -> bool:
        sides = self.sides(number)
        rivals = {side for side in range(4) if self.owner(side) not in (-1, number)}
        if any(self.on_the_way_to(corner, u, v) for corner in segment.corners):
            return True
        if len(sides) == 4:
            return True
        if len(sides) == 3:
            (left_out,) = {0, 1, 2, 3} - sides
            return not (nearest == left_out and depth[left_out] < (0.45 if rivals else 0.34))
        if len(sides) == 2 and (NORTH in sides) == (SOUTH in sides):  # a band across
            along, across = (u, v) if EAST in sides else (v, u)
            flare = float(abs(2 * along - 1) ** 1.5)
            near_rival = nearest in rivals and len(rivals) == 1 and depth[nearest] < 0.45
            return abs(across - 0.5) < 0.21 + 0.3 * flare and not near_rival
        if len(sides) == 2:
            a = depth[NORTH] if NORTH in sides else depth[SOUTH]
            b = depth[EAST] if EAST in sides else depth[WEST]
            return a + b < 0.93
        if nearest not in sides:
            return False
        opposite = self.owner((nearest + 2) % 4)
        squeezed = len(rivals) > 1 and any(len(self.sides(self.owner(side))) > 1 for side in rivals) and opposite != number
        gap = [depth[side] - depth[nearest] > 0.12 for side in rivals if side != nearest]
        return depth[nearest] < (0.25 if squeezed else 0.34) and all(gap)

    def owner(self, side: int) -> int:
        """The city or forest that has a side, or -1."""
        wholes = [n for n, segment in enumerate(self.tile.segments) if segment.kind in WHOLE]
        return next((number for number in wholes if side in self.sides(number)), -1)

    def on_the_way_to(self, corner: str, u: float, v: float) -> bool:
        """A strip from the middle to a corner of the tile ("NE")."""
        at = turned_direction(("NE", "SE", "SW", "NW").index(corner) * 2 + 1, self.turns)
        dx, dy = {1: (1, -1), 3: (1, 1), 5: (-1, 1), 7: (-1, -1)}[at]
        along = (u - 0.5) * dx + (v - 0.5) * dy
        across = (u - 0.5) * dy - (v - 0.5) * dx
        return along > -0.1 and abs(across) < 0.17

    # -- roads and rivers ---------------------------------------------------------------------------------------------

    def hub(self) -> str:
        """What stands in the middle of the tile, in a word."""
        known, tile = self.known, self.tile
        ends = [(s.kind, end.rstrip("0123456789 ")) for s in tile.segments if s.kind in self.kinds for end in s.ends]
        found = [hub for line, end in ends if (hub := known.hubs.get((line, end)) or HUBS.get(end))]
        symbols = [word for word in known.symbols if word in tile.marks]
        hoods = [s.kind for s in tile.segments if s.kind in self.hoods and s.kind != "garden"]
        lakes = ["lake" for segment in tile.segments if segment.kind == "lake"]
        return next(iter([*hoods, *symbols, *lakes, *found]), "")

    def draw_lines(self, hub: str) -> None:
        lines = [(n, s) for n, s in enumerate(self.tile.segments) if s.kind in self.kinds]
        lines.sort(key=lambda pair: (pair[1].kind != "river", len(pair[1].ports)))  # what lies below comes first
        bridge = "bridge" in self.tile.marks
        for number, segment in lines:
            sides = sorted(self.sides(number))
            crowded = hub != "" or len(lines) > 1
            if len(sides) == 2 and (sides[1] - sides[0]) % 2 and crowded and not (bridge and len(lines) == 1):
                self.run(number, self.round_the_middle(sides[0], sides[1]))
            elif len(sides) == 2:
                way = self.inwards(sides[0], True)
                self.run(number, way + self.inwards(sides[1], False)[::-1])
            elif len(sides) == 1:
                way, heading = self.to_its_end(segment, sides[0], hub)
                self.run(number, way, heading)
            else:
                way, heading = self.between_ends(segment)
                self.run(number, way, heading)

    def inwards(self, side: int, whole_way: bool) -> list[Spot]:
        """The cells from the middle of a side to the middle of the tile, that one included or not."""
        dx, dy = STEPS[(side + 2) % 4]
        x, y = self.gate(side)
        way = [(x, y)]
        while way[-1] != self.middle:
            way.append((way[-1][0] + dx, way[-1][1] + dy))
        return way if whole_way else way[:-1]

    def gate(self, side: int) -> Spot:
        x, y = self.middle
        return ((x, 0), (self.width - 1, y), (x, self.height - 1), (0, y))[side]

    def round_the_middle(self, one: int, other: int) -> list[Spot]:
        """From side to neighbouring side without touching the middle."""
        upright, level = (one, other) if one % 2 == 0 else (other, one)
        x, y = self.gate(upright)
        away = 1 if level == EAST else -1
        row = y + (1 if upright == NORTH else -1) * max(0, self.height // 2 - 1 - self.height // 7)
        column = self.middle[0] + away * max(2, self.width // 4)
        step = 1 if row >= y else -1
        way = [(x, line) for line in range(y, row + step, step)]
        way += [(col, row) for col in range(x + away, column + away, away)]
        down = 1 if self.middle[1] >= row else -1
        way += [(column, line) for line in range(row + down, self.middle[1] + down, down)]
        edge = self.gate(level)[0]
        way += [(col, self.middle[1]) for col in range(column + away, edge + away, away)]
        return way if upright == one else way[::-1]

    def to_its_end(self, segment: Segment, side: int, hub: str) -> tuple[list[Spot], int]:
        """The way of a line that ends on the tile, and where it heads at its end (-1: nowhere)."""
        way = self.inwards(side, True)
        ahead = (side + 2) % 4
        end = segment.ends[0] if segment.ends else ""
        if end.startswith(WHOLE):
            return self.into(way, ahead, self.tile.find(end))
        if end in ("house", "spring"):
            return way[: max(1, len(way) - (1 if side % 2 == 0 else max(2, self.width // 5)))], -1
        return (way[:-1], ahead) if hub else (way, -1)

    def into(self, way: list[Spot], ahead: int, target: int) -> tuple[list[Spot], int]:
        """Follow a way until it reaches a segment; from the middle turn towards it."""
        for place, spot in enumerate(way):
            if self.at(spot).segment == target:
                return way[: max(1, place)], ahead
        sides = self.sides(target) - {(ahead + 2) % 4}
        towards = next(iter(sorted(sides)), ahead)
        out = self.inwards(towards, False)[::-1]
        for place, spot in enumerate(out):
            if self.at(spot).segment == target:
                return way + out[:place], towards
        return way, towards

    def between_ends(self, segment: Segment) -> tuple[list[Spot], int]:
        """A road that never leaves its tile: from the middle to the city where it ends."""
        for end in segment.ends:
            if end.startswith(WHOLE):
                way, heading = self.into([self.middle], NORTH, self.tile.find(end))
                return way[1:], heading
        return [], -1

    def run(self, number: int, way: list[Spot], heading: int = -1) -> None:
        """Draw a line along a way; it leads out of the tile at its sides, and on to what it ends at."""
        segment = self.tile.segments[number]
        self.lines[number] = way
        sides = {self.gate(side): side for side in self.sides(number)}
        for place, spot in enumerate(way):
            joined = 1 << sides[spot] if spot in sides else 0
            for other in way[max(0, place - 1) : place] + way[place + 1 : place + 2]:
                joined |= 1 << STEPS.index((other[0] - spot[0], other[1] - spot[1]))
            if heading >= 0 and place + 1 == len(way):
                joined |= 1 << heading
            if segment.kind == "river":
                self.water(number, spot, joined)
            else:
                cell = self.at(spot)
                cell.ink, cell.glyph = segment.kind, HEAVY[joined]
                cell.segment = -1 if cell.ground == "river" else number

    def water(self, number: int, spot: Spot, joined: int) -> None:
        """A river fills its cells; one that runs north or south is as wide as one that runs east or west is high."""
        broad = self.width >= 9 and joined & 5
        for dx in (-1, 0, 1) if broad else (0,):
            cell = self.at((spot[0] + dx, spot[1]))
            cell.ground, cell.segment, cell.ink = "river", number, "river"

    # -- fields -------------------------------------------------------------------------------------------------------

    def fill_grounds(self) -> None:
        """Let every field spread from its half-sides until it meets another or a wall."""
        reached: dict[Spot, int] = {}
        front: list[Spot] = []
        for number, segment in enumerate(self.tile.segments):
            if segment.kind in GROUND:
                for spot in self.starts(number):
                    if self.is_ground(spot) and spot not in reached:
                        reached[spot] = number
                        front.append(spot)
        while front:
            following = []
            for spot in front:
                for dx, dy in STEPS:
                    beside = (spot[0] + dx, spot[1] + dy)
                    if self.inside(beside) and beside not in reached and self.is_ground(beside):
                        reached[beside] = reached[spot]
                        following.append(beside)
            front = following
        closed = [n for n, s in enumerate(self.tile.segments) if s.kind in GROUND and not s.ports]
        loose = [spot for spot in self.everywhere() if self.is_ground(spot) and spot not in reached]
        for place, spot in enumerate(loose if closed else ()):
            reached[spot] = closed[place * len(closed) // len(loose)]
        for spot, number in reached.items():
            self.at(spot).segment = number

    def is_ground(self, spot: Spot) -> bool:
        cell = self.at(spot)
        return cell.ground == self.ground and not cell.ink

    def starts(self, number: int) -> list[Spot]:
        """The cells along the half-sides of a field."""
        found = []
        w, h = self.width, self.height
        for port in self.ports[number]:
            side, third = divmod(port, 3)
            if third == 1:
                continue
            length = w if side % 2 == 0 else h
            half = range(length // 2) if (third == 0) == (side in (NORTH, EAST)) else range(length // 2 + 1, length)
            for place in half:
                found.append(((place, 0), (w - 1, place), (place, h - 1), (0, place))[side])
        return found

    # -- what is printed on it ----------------------------------------------------------------------------------------

    def draw_middle(self, hub: str) -> None:
        x, y = self.middle
        if hub == "village":
            self.at(self.middle).ink, self.at(self.middle).glyph = "village", ""
        elif hub:
            for dx in (-1, 0, 1):
                cell = self.cells[y][x + dx]
                cell.ink, cell.glyph = (hub, "") if dx == 0 else (f"{hub} wall", "")
            self.picture.symbols[hub] = self.middle

    def draw_marks(self) -> None:
        segments = self.tile.segments
        for number, segment in enumerate(segments):
            if segment.kind in WHOLE:
                places = self.area(number) if segment.marks else []
                for mark, count in segment.marks.items():
                    if mark in self.known.large:
                        self.building(mark, self.middle)
                    else:
                        for _ in range(count):
                            self.small(mark, places, (-2, 0))
            elif segment.kind == "lake":
                spots = [(self.middle[0] + dx, self.middle[1]) for dx in (0, 1, -1)]
                for spot in spots[: segment.marks.get("fish", 0)]:
                    self.at(spot).ink = "fish"
            elif segment.kind in GROUND:
                for mark, count in segment.marks.items():
                    for _ in range(count):
                        self.small(mark, self.area(number), (0, 0))
            elif segment.marks and self.lines.get(number):
                way = self.lines[number]
                x, y = way[len(way) // 2]
                for mark in segment.marks:
                    near = sorted(self.free_ground(), key=lambda s: (s[0] - x - 1) ** 2 + 4 * (s[1] - y + 1) ** 2)
                    self.small(mark, near, (0, 0))
        if any(segment.kind == "garden" for segment in segments):
            at = sorted(self.free_ground(), key=lambda s: (s[0] - self.middle[0]) ** 2 + 4 * (s[1] - self.middle[1]) ** 2)
            self.small("garden", [s for s in at if self.clear(s)] or at, (0, 0))
        for mark in self.known.small:
            if mark in self.tile.marks:
                self.small(mark, self.roomy(), (0, 0))
        for mark, symbol in self.known.arrows.items():
            if mark in self.tile.marks:
                heading = turned_direction(DIRECTIONS.index(str(self.tile.marks[mark])), self.turns)
                self.small(symbol or mark, self.roomy(), (0, 0), "↑↗→↘↓↙←↖"[heading])

    def building(self, word: str, spot: Spot) -> None:
        for dx in (-1, 0, 1):
            self.cells[spot[1]][spot[0] + dx].ink = word if dx == 0 else f"{word} wall"
        self.picture.symbols[word] = spot

    def small(self, word: str, places: list[Spot], shift: Spot, glyph: str = "") -> None:
        """Draw a mark of one character at the best free place, moved a little if there is room."""
        free = [spot for spot in places if not self.at(spot).ink]
        if not free:
            free = [spot for spot in self.everywhere() if not self.at(spot).ink] or [self.middle]
        spot = free[0]
        moved = (spot[0] + shift[0], spot[1] + shift[1])
        if self.inside(moved) and moved in free:
            spot = moved
        self.at(spot).ink, self.at(spot).glyph = word, glyph
        self.picture.symbols.setdefault(word, spot)

    def free_ground(self) -> list[Spot]:
        return [spot for spot in self.everywhere() if self.is_ground(spot)]

    def roomy(self) -> list[Spot]:
        """Free ground, the roomiest places first."""
        free = self.free_ground() or [spot for spot in self.everywhere() if not self.at(spot).ink]
        taken = [spot for spot in self.everywhere() if spot not in free]
        return sorted(free, key=lambda spot: -self.clearance(spot, taken))

    def clear(self, spot: Spot) -> bool:
        x, y = spot
        return all(not self.at(s).ink for s in ((x - 1, y), (x + 1, y)) if self.inside(s))

    def clearance(self, spot: Spot, others: list[Spot]) -> float:
        """How far away the next of some other cells is; the border of the tile counts half."""
        x, y = spot
        border = min(min(x, self.width - 1 - x) / 2, min(y, self.height - 1 - y)) + 1
        return min([border * border, *((ox - x) ** 2 / 4 + (oy - y) ** 2 for ox, oy in others)])

    def area(self, number: int) -> list[Spot]:
        """The cells of a city, forest or field, the roomiest first."""
        mine = [spot for spot in self.everywhere() if self.at(spot).segment == number]
        if not mine:
            return []
        others = [spot for spot in self.everywhere() if self.at(spot).segment != number or self.at(spot).ink]
        cx, cy = (sum(spot[axis] for spot in mine) / len(mine) for axis in (0, 1))
        return sorted(mine, key=lambda s: (-self.clearance(s, others), (s[0] - cx) ** 2 + 4 * (s[1] - cy) ** 2))

    # -- where figures stand ------------------------------------------------------------------------------------------

    def spots(self, number: int, segment: Segment) -> list[Spot]:
        if segment.kind in self.kinds:
            way = self.lines.get(number, [])
            best = len(way) // 2
            shared = [any(spot in other for n, other in self.lines.items() if n != number) for spot in way]
            return [way[place] for place in sorted(range(len(way)), key=lambda place: (shared[place], abs(place - best)))]
        if segment.kind in self.hoods or segment.kind == "lake":
            x, y = self.picture.symbols.get(segment.kind, self.middle)
            around = [s for s in self.everywhere() if not self.at(s).ink]
            return sorted(around, key=lambda s: (s[0] - x - 1.5) ** 2 / 4 + (s[1] - y - 0.5) ** 2)
        area = self.area(number)
        return [spot for spot in area if not self.at(spot).ink] or area or self.starts(number) or self.on_parts(segment)

    def on_parts(self, segment: Segment) -> list[Spot]:
        """For what is not drawn itself, a river system: beside the figures on the lines and lakes it is made of."""
        found: list[Spot] = []
        parts = list(enumerate(self.tile.segments))
        for number, part in sorted(parts, key=lambda pair: min(self.ports[pair[0]], default=12)):
            on_it = part.kind in self.kinds and part.ports and set(part.ports) <= set(segment.ports)
            if on_it or f"{part.kind}{part.index}" in segment.ends:
                found += self.spots(number, part)
        return found[1:] + found[:1]


def segment_number(tile: Tile, turns: int, name: str) -> int:
    """The segment of a laid tile that a name such as ``road N``, ``monastery`` or ``field inner2`` means; -1 for none."""
    kind, _, where = name.partition(" ")
    mine = [number for number, segment in enumerate(tile.segments) if segment.kind == kind]
    if not where:
        return mine[0] if mine else -1
    if where.startswith("inner"):
        inner = [number for number in mine if not tile.segments[number].ports]
        place = int(where[5:] or 1) - 1
        return inner[place] if place < len(inner) else -1
    for number in mine:
        if any(PORTS[turned(port, turns)] == where for port in tile.segments[number].ports):
            return number
    return -1


PORTS = ("Nw", "N", "Ne", "En", "E", "Es", "Se", "S", "Sw", "Ws", "W", "Wn")


def side_kinds(tile: Tile, turns: int) -> tuple[str, ...]:
    """The kinds of the sides of a turned tile, N E S W."""
    found = [""] * 4
    for side in range(4):
        found[turned_side(side, turns)] = tile.sides[side]
    return tuple(found)
