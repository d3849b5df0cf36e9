"""What pieces are drawn with: paints, shapes with a rim around them, and numbers that need no font."""

from __future__ import annotations

from dataclasses import dataclass

from bastida.art.curves import number

RIM = "#fffdf4"


@dataclass(frozen=True)
class Paint:
    """The shades of one colour."""

    fill: str
    light: str
    dark: str
    ink: str  # of the mark on it


SEATS = {
    "red": Paint("#d62839", "#f0616d", "#5c0912", "#ffffff"),
    "blue": Paint("#2463c7", "#5c95ee", "#0b2350", "#ffffff"),
    "yellow": Paint("#f6c614", "#ffe57a", "#5e4700", "#3f2f00"),
    "green": Paint("#27934a", "#5fc37d", "#07381a", "#ffffff"),
    "black": Paint("#35353f", "#686876", "#0b0b0f", "#ffffff"),
    "pink": Paint("#f28cbf", "#ffc3df", "#6b1646", "#6b1646"),
}
STONE = Paint("#b9b2a3", "#dcd7ca", "#3d382e", "#ffffff")
WOOD = Paint("#b07a43", "#d6a56c", "#43280d", "#ffffff")
GOLD = Paint("#f1b71d", "#ffe48a", "#6a4700", "#6a4700")
PAPER = Paint("#f7ecd0", "#fffaf0", "#5a4420", "#5a4420")


def path(data: str, fill: str = "none", stroke: str = "", width: float = 0.0) -> str:
    line = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke else ""
    return f'<path d="{data}" fill="{fill}"{line}/>'


def ball(x: float, y: float, r: float) -> str:
    """A circle as path data."""
    a, b, c = number(x - r), number(x + r), number(r)
    return f"M{a} {number(y)}A{c} {c} 0 0 1 {b} {number(y)}A{c} {c} 0 0 1 {a} {number(y)}Z"


def rimmed(shapes: tuple[str, ...], paint: Paint, rim: float = 11, line: float = 5) -> str:
    """Shapes of one colour with one light rim around all of them and a dark outline each."""
    around = path("".join(shapes), RIM, RIM, rim)
    return around + "".join(path(shape, paint.fill, paint.dark, line) for shape in shapes)


# Numbers are drawn, so that they look the same wherever there are no fonts.
DIGITS = {
    "0": "M5 1C8.5 1 9 4.5 9 8S8.5 15 5 15S1 11.5 1 8S1.5 1 5 1Z",
    "1": "M2 4.5L6 1V15",
    "2": "M1 4.5C1 2 3 1 5 1S9 2 9 4.8C9 8.5 1.5 11 1 15H9.2",
    "3": "M1.5 1H8.5L4.5 6.5C7.5 6.5 9 8.2 9 10.7S7.2 15 4.8 15S1.3 14 1 12.2",
    "4": "M7 15V1L.8 10.8H9.6",
    "5": "M8.5 1H2.5L2 7.2C3 6.4 4 6.2 5 6.2C7.5 6.2 9 8 9 10.5S7.3 15 4.8 15S1.3 14 1 12.2",
    "6": "M8 1.2C4 2 1 6 1 10.5C1 13.5 2.8 15 5 15S9 13.3 9 10.7S7.4 6.6 5.2 6.6S1.3 8 1 10.5",
    "7": "M1 1H9C6 5 4.5 9 4 15",
    "8": (
        "M5 7.2C2.8 7.2 1.7 5.9 1.7 4.1S3 1 5 1S8.3 2.3 8.3 4.1S7.2 7.2 5 7.2Z"
        "M5 7.2C2.5 7.2 1 8.9 1 11.1S2.7 15 5 15S9 13.3 9 11.1S7.5 7.2 5 7.2Z"
    ),
    "9": "M2 14.8C6 14 9 10 9 5.5C9 2.5 7.2 1 5 1S1 2.7 1 5.3S2.6 9.4 4.8 9.4S8.7 8 9 5.5",
    "-": "M1.5 8H8.5",
    "+": "M1 8H9M5 4V12",
    "×": "M1.5 4.5L8.5 11.5M8.5 4.5L1.5 11.5",
    ",": "M4 13.5L2.5 17",
    "/": "M8.5 1L1.5 15",
}
ADVANCE = {"1": 9, ",": 7}


def figures_text(text: str, x: float, y: float, height: float, colour: str, weight: float, rim: str = "") -> str:
    """Digits drawn around a point, `weight` thick; with a rim they can be read on any ground."""
    scale = height / 16
    width = sum(ADVANCE.get(sign, 13) for sign in text) - 3
    at, strokes = 0, list[str]()
    for sign in text:
        strokes.append(f'<path d="{DIGITS[sign]}" transform="translate({at} 0)"/>' if at else f'<path d="{DIGITS[sign]}"/>')
        at += ADVANCE.get(sign, 13)
    place = f"translate({number(x - width * scale / 2)} {number(y - height / 2)}) scale({scale:.3g})"
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    inner = "".join(strokes)
    under = f'<g stroke="{rim}" stroke-width="{weight * 2.1 / scale:.3g}">{inner}</g>' if rim else ""
    return f'<g transform="{place}" {pen}>{under}<g stroke="{colour}" stroke-width="{weight / scale:.3g}">{inner}</g></g>'
