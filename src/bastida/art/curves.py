"""Points, curves and areas on the square of a tile: 100 by 100, x to the east, y to the south.

A curve is a row of cubic Bézier pieces.  It is written into a drawing as it is, and sampled where something has to be
computed.  `turn` carries what was thought out for the north side to the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, pi, sin

SIZE = 100.0
CENTRE = (50.0, 50.0)

Point = tuple[float, float]
Piece = tuple[Point, Point, Point, Point]
Curve = tuple[Piece, ...]

CORNER_POINTS: tuple[Point, ...] = ((0.0, 0.0), (SIZE, 0.0), (SIZE, SIZE), (0.0, SIZE))  # corner k begins side k
MIDDLES: tuple[Point, ...] = ((50.0, 0.0), (SIZE, 50.0), (50.0, SIZE), (0.0, 50.0))
INWARD: tuple[Point, ...] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))


def number(value: float) -> str:
    """A number as short as a drawing needs it."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def add(a: Point, b: Point, times: float = 1.0) -> Point:
    return (a[0] + b[0] * times, a[1] + b[1] * times)


def mix(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def unit(vector: Point) -> Point:
    length = hypot(*vector) or 1.0
    return (vector[0] / length, vector[1] / length)


def angle(vector: Point) -> float:
    """The direction of a vector in degrees, clockwise from the east as SVG turns."""
    return degrees(atan2(vector[1], vector[0]))


def turn(point: Point, turns: int) -> Point:
    """The point after quarter turns of the tile, clockwise."""
    x, y = point
    for _ in range(turns % 4):
        x, y = SIZE - y, x
    return (x, y)


def turn_curve(curve: Curve, turns: int) -> Curve:
    return tuple((turn(a, turns), turn(b, turns), turn(c, turns), turn(d, turns)) for a, b, c, d in curve)


def reverse(curve: Curve) -> Curve:
    return tuple((d, c, b, a) for a, b, c, d in reversed(curve))


def on_piece(piece: Piece, t: float) -> Point:
    a, b, c, d = piece
    s = 1 - t
    w0, w1, w2, w3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return (w0 * a[0] + w1 * b[0] + w2 * c[0] + w3 * d[0], w0 * a[1] + w1 * b[1] + w2 * c[1] + w3 * d[1])


def along(piece: Piece, t: float) -> Point:
    """The direction of a piece, of length one."""
    a, b, c, d = piece
    s = 1 - t
    w0, w1, w2 = s * s, 2 * s * t, t * t
    vector = (
        w0 * (b[0] - a[0]) + w1 * (c[0] - b[0]) + w2 * (d[0] - c[0]),
        w0 * (b[1] - a[1]) + w1 * (c[1] - b[1]) + w2 * (d[1] - c[1]),
    )
    return unit(vector)


def steps(curve: Curve, count: int = 16) -> list[tuple[Point, Point]]:
    """Points of a curve with the direction at each, `count` per piece and the last."""
    found = [(on_piece(piece, i / count), along(piece, i / count)) for piece in curve for i in range(count)]
    return [*found, (curve[-1][3], along(curve[-1], 1.0))]


def sample(curve: Curve, count: int = 16) -> list[Point]:
    return [*(on_piece(piece, i / count) for piece in curve for i in range(count)), curve[-1][3]]


def walk(curve: Curve, spacing: float, start: float = 0.0) -> list[tuple[Point, Point]]:
    """Points about `spacing` apart along a curve, the first after `start`, with the direction at each."""
    found: list[tuple[Point, Point]] = []
    left = start
    before = curve[0][0]
    for piece in curve:
        for i in range(33 if piece is curve[-1] else 32):
            point = on_piece(piece, i / 32)
            left -= distance(before, point)
            if left <= 0:
                found.append((point, along(piece, i / 32)))
                left += spacing
            before = point
    return found


def data(curve: Curve, first: str = "M") -> str:
    """The curve as SVG path data; `first` is "L" or "" to go on from an earlier point."""
    head = f"{first}{pair(curve[0][0])}" if first else ""
    return head + "".join(f"C{pair(b)} {pair(c)} {pair(d)}" for _, b, c, d in curve)


def straight(a: Point, b: Point) -> Curve:
    return ((a, mix(a, b, 1 / 3), mix(a, b, 2 / 3), b),)


@dataclass(frozen=True)
class Area:
    """A closed shape: its outline as points, and as it is drawn where that is with curves."""

    points: tuple[Point, ...]
    curved: str = ""
    over: bool = False  # it stands on a bridge, and the ground goes on below it

    @property
    def data(self) -> str:
        """The outline as path data."""
        return self.curved or "M" + "L".join(pair(point) for point in self.points) + "Z"


def area(curves: Iterable[Curve], over: bool = False, count: int = 16) -> Area:
    """The area inside curves that follow each other; straight lines fill what is missing."""
    text, points = "", list[Point]()
    for curve in curves:
        same = bool(points) and distance(points[-1], curve[0][0]) < 1e-6
        text += data(curve, "" if same else "L" if text else "M")
        points += sample(curve, count)[1 if same else 0 :]
    return Area(tuple(points), text + "Z", over)


def band(curve: Curve, width: float) -> Area:
    """The area a pen of this width covers along a curve, cut square at both ends."""
    half = width / 2
    middle = steps(curve)
    left = [(x + dy * half, y - dx * half) for (x, y), (dx, dy) in middle]
    right = [(x - dy * half, y + dx * half) for (x, y), (dx, dy) in middle]
    return Area((*left, *reversed(right)))


def blob(centre: Point, rx: float, ry: float, wobble: Sequence[float] = ()) -> Area:
    """A round shape; `wobble` scales its radius in directions spread evenly around."""
    scales = wobble or (1.0,) * 8
    count = len(scales)
    reach = 4 / 3 * (1 - cos(pi / count)) / sin(pi / count)
    knots: list[tuple[Point, Point]] = []
    for i, scale in enumerate(scales):
        a = 2 * pi * i / count
        knots.append(
            (
                (centre[0] + rx * scale * cos(a), centre[1] + ry * scale * sin(a)),
                (-rx * scale * sin(a) * reach, ry * scale * cos(a) * reach),
            )
        )
    pieces = []
    for (p, dp), (q, dq) in zip(knots, knots[1:] + knots[:1], strict=True):
        pieces.append((p, add(p, dp), add(q, dq, -1), q))
    return area([tuple(pieces)], count=6)


def inside(point: Point, points: Sequence[Point]) -> bool:
    """Does the point lie in the polygon?"""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found
