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
LETTERS = {  # for the pictures of what nobody has drawn
    "A": "M1 15L5 1L9 15M2.4 10.5H7.6",
    "B": "M1 1V15H5.5C8 15 9 13.4 9 11.4S7.8 7.6 5.5 7.6H1M1 1H5C7.2 1 8.2 2.4 8.2 4.2S7.2 7.6 5 7.6",
    "C": "M9 3.5C8.2 1.8 6.8 1 5.3 1C2.4 1 1 4 1 8S2.4 15 5.3 15C6.8 15 8.2 14.2 9 12.5",
    "D": "M1 1V15H4.5C7.6 15 9 12 9 8S7.6 1 4.5 1Z",
    "E": "M9 1H1V15H9M1 8H7",
    "F": "M9 1H1V15M1 8H7",
    "G": "M9 3.5C8.2 1.8 6.8 1 5.3 1C2.4 1 1 4 1 8S2.4 15 5.3 15C6.9 15 8.3 14.4 9 13.4V8.5H5.5",
    "H": "M1 1V15M9 1V15M1 8H9",
    "I": "M5 1V15M2.5 1H7.5M2.5 15H7.5",
    "J": "M8 1V11C8 13.6 6.8 15 4.6 15S1.2 13.8 1 12",
    "K": "M1 1V15M9 1L1 9.5M3.8 6.6L9 15",
    "L": "M1 1V15H9",
    "M": "M1 15V1L5 9L9 1V15",
    "N": "M1 15V1L9 15V1",
    "O": "M5 1C8 1 9 4 9 8S8 15 5 15S1 12 1 8S2 1 5 1Z",
    "P": "M1 15V1H5.2C7.8 1 9 2.7 9 4.9S7.8 8.8 5.2 8.8H1",
    "Q": "M5 1C8 1 9 4 9 8S8 15 5 15S1 12 1 8S2 1 5 1ZM6 11L9.5 16",
    "R": "M1 15V1H5.2C7.8 1 9 2.6 9 4.6S7.8 8.2 5.2 8.2H1M5 8.2L9 15",
    "S": "M8.8 3.4C8 1.8 6.6 1 5 1C2.7 1 1.4 2.5 1.4 4.4C1.4 9 9 6.6 9 11.4C9 13.5 7.4 15 5 15C3 15 1.6 14 1 12.4",
    "T": "M1 1H9M5 1V15",
    "U": "M1 1V10.5C1 13.5 2.5 15 5 15S9 13.5 9 10.5V1",
    "V": "M1 1L5 15L9 1",
    "W": "M.5 1L2.8 15L5 6L7.2 15L9.5 1",
    "X": "M1 1L9 15M9 1L1 15",
    "Y": "M1 1L5 8L9 1M5 8V15",
    "Z": "M1 1H9L1 15H9",
}
ADVANCE = {"1": 9, ",": 7}


def initial(name: str) -> str:
    """The first letter or digit of a name, as it can be drawn; a cross if it has none."""
    return next((sign for sign in name.upper() if sign in LETTERS or (sign.isdecimal() and sign in DIGITS)), "×")


def figures_text(text: str, x: float, y: float, height: float, colour: str, weight: float, rim: str = "") -> str:
    """Digits or letters drawn around a point, `weight` thick; with a rim they can be read on any ground."""
    scale = height / 16
    width = sum(ADVANCE.get(sign, 13) for sign in text) - 3
    at, strokes = 0, list[str]()
    for sign in text:
        drawn = DIGITS.get(sign) or LETTERS[sign]
        strokes.append(f'<path d="{drawn}" transform="translate({at} 0)"/>' if at else f'<path d="{drawn}"/>')
        at += ADVANCE.get(sign, 13)
    place = f"translate({number(x - width * scale / 2)} {number(y - height / 2)}) scale({scale:.3g})"
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    inner = "".join(strokes)
    under = f'<g stroke="{rim}" stroke-width="{weight * 2.1 / scale:.3g}">{inner}</g>' if rim else ""
    return f'<g transform="{place}" {pen}>{under}<g stroke="{colour}" stroke-width="{weight / scale:.3g}">{inner}</g></g>'
