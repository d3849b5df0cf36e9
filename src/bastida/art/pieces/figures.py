"""Every piece as a drawing of its own: figures in the colours of the seats, and what belongs to nobody.

A drawing fills a square of 100 by 100 and stands on its lower edge. Each has a dark outline with a light rim around it,
so that it can be told from any ground, and a piece of a player bears the mark of its colour on its chest: red a disc,
blue a square, yellow a triangle, green two bars, black a plus, pink a heart. Symbols are named by what they show:
``fig-follower-red``, ``fig-follower-red-lying``, ``fig-lap-50``. What nobody has drawn has its first letter on a plain
shape.
"""

from __future__ import annotations

from collections.abc import Iterable

from bastida.art import collected as registry
from bastida.art.curves import number
from bastida.art.pieces import people, tokens
from bastida.art.strokes import SEATS, STONE, rimmed

SIDE = 100  # of the square a drawing fills
MARKS = {
    "red": "M-10 0A10 10 0 0 1 10 0A10 10 0 0 1-10 0Z",
    "blue": "M-9-9H9V9H-9Z",
    "yellow": "M0-11L12 9H-12Z",
    "green": "M-11-8.5H11V-2H-11ZM-11 2H11V8.5H-11Z",
    "black": "M-3.7-11.5H3.7V-3.7H11.5V3.7H3.7V11.5H-3.7V3.7H-11.5V-3.7H-3.7Z",
    "pink": (
        "M0 11C-7 5-12 0-12-5C-12-9.5-9-11.5-6-11.5C-3-11.5-1-9.5 0-7.5C1-9.5 3-11.5 6-11.5C9-11.5 12-9.5 12-5C12 0 7 5 0 11Z"
    ),
}
STANDING, LYING = "standing", "lying"


def poses() -> tuple[str, ...]:
    """How figures are drawn: standing, lying, and on top of each piece that hides their feet, by its name."""
    return (STANDING, LYING, *(name for name, piece in registry.pieces().items() if piece.stand))


def picture_names() -> tuple[str, ...]:
    """Every piece that has a drawing."""
    return tuple(dict.fromkeys((*registry.figures(), *registry.tokens())))


def is_coloured(name: str) -> bool:
    """Whether a piece exists in the colours of the seats."""
    return name in registry.figures()


def is_owned(name: str) -> bool:
    """Whether a piece always belongs to somebody."""
    figure = registry.figures().get(name)
    return figure is not None and figure.own is None


def ownerless() -> list[str]:
    """The pieces that are drawn without a seat's colour."""
    return [name for name, figure in registry.figures().items() if figure.own is not None] + list(registry.tokens())


def figure_height(kind: str) -> float:
    """How high a piece is beside a follower."""
    figure = registry.figures().get(kind)
    return figure.height if figure is not None else 1.0


def person(kind: str, colour: str | None, pose: str) -> str:
    """The inside of a symbol: a figure of a seat's colour, or of its own where it has no owner."""
    figure = registry.figures().get(kind) or people.lettered(kind)
    paint = SEATS[colour] if colour else figure.own or STONE
    drawing = figure.draw(paint)
    body = rimmed(drawing.shape, paint) + drawing.detail
    x, y, size = drawing.mark
    mark = MARKS[colour] if colour else ""
    if pose == LYING:
        body = f'<g transform="rotate(-90 50 54)">{body}</g>'
        x, y = 50 + (y - 54), 54 - (x - 50)
    spot = (
        f'<path transform="translate({number(x)} {number(y)}) scale({size:g})" d="{mark}" fill="{paint.ink}"/>' if mark else ""
    )
    on = registry.pieces().get(pose)
    if on is not None and on.stand:
        return f'<g transform="translate(8 -6) scale(.84)">{body}{spot}</g>{on.stand}'
    return body + spot


# -- symbols ------------------------------------------------------------------------------------------------------------


def figure_id(kind: str, colour: str | None = None, pose: str = STANDING) -> str:
    """The name of a symbol; neutral pieces have no colour in it."""
    return "-".join(["fig", kind, *([colour] if colour else []), *([pose] if pose != STANDING else [])])


def figure_drawing(kind: str, colour: str | None = None, pose: str = STANDING) -> str:
    """What is inside a symbol."""
    if colour is None and not is_coloured(kind):
        return (registry.tokens().get(kind) or tokens.lettered(kind))()
    return person(kind, colour, pose)


def figure_symbol(kind: str, colour: str | None = None, pose: str = STANDING) -> str:
    """A piece as a symbol of 100 by 100, for the definitions of a picture."""
    name = figure_id(kind, colour, pose)
    return (
        f'<symbol id="{name}" viewBox="0 0 100 100" overflow="visible" stroke-linejoin="round" stroke-linecap="round">'
        f"{figure_drawing(kind, colour, pose)}</symbol>"
    )


def figure_use(
    kind: str, colour: str | None, foot: tuple[float, float], size: float, pose: str = STANDING, more: str = ""
) -> str:
    """A symbol used such that the piece stands on a point; `size` is the side of its square."""
    x, y = number(foot[0] - size / 2), number(foot[1] - size * 0.94)
    wide = number(size)
    return f'<use href="#{figure_id(kind, colour, pose)}" x="{x}" y="{y}" width="{wide}" height="{wide}"{more}/>'


def figure_foot(kind: str, anchor: tuple[float, float], size: float) -> tuple[float, float]:
    """Where a piece has its feet so that it stands well at an anchor: a hut behind it, everything else around it."""
    figure = registry.figures().get(kind)
    is_behind = figure is not None and figure.behind
    return (anchor[0], anchor[1] + size * (-0.15 if is_behind else 0.42))


def figure_symbols(colours: Iterable[str] = tuple(SEATS)) -> str:
    """The symbols of every piece, once for a whole drawing: each kind in each colour and pose, then what is nobody's."""
    seats = [(kind, colour, pose) for kind in registry.figures() for colour in colours for pose in poses()]
    rest = [(kind, None, STANDING) for kind in ownerless()]
    return f"<defs>{''.join(figure_symbol(*piece) for piece in (*seats, *rest))}</defs>"


def figure_svg(kind: str, colour: str | None = None, pose: str = STANDING, size: int = SIDE) -> str:
    """A piece as a picture of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="-6 -8 112 112"'
        f' stroke-linejoin="round" stroke-linecap="round">{figure_drawing(kind, colour, pose)}</svg>'
    )


def figures_svg(size: int = 64) -> str:
    """All pieces on one sheet: a row for each colour, then what belongs to nobody."""
    row = [(kind, STANDING) for kind in registry.figures()]
    row += [(kind, pose) for kind in ("follower", "member") for pose in poses() if pose != STANDING]
    step, parts = 116, list[str]()

    def put(kind: str, colour: str | None, pose: str, x: int, y: int) -> None:
        parts.append(f'<g transform="translate({x * step + 8} {y * step + 8})">{figure_drawing(kind, colour, pose)}</g>')

    for y, colour in enumerate(SEATS):
        for x, (kind, pose) in enumerate(row):
            put(kind, colour, pose, x, y)
    rest = [(kind, None) for kind in ownerless()]
    for place, (kind, colour_of) in enumerate(rest):
        put(kind, colour_of, STANDING, place % len(row), len(SEATS) + place // len(row))
    height = (len(SEATS) + -(-len(rest) // len(row))) * step
    width = len(row) * step
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * size // step}" height="{height * size // step}"'
        f' viewBox="0 0 {width} {height}" stroke-linejoin="round" stroke-linecap="round">'
        f'<rect width="100%" height="100%" fill="#dfe3d3"/>{"".join(parts)}</svg>'
    )
