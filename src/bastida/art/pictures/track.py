"""The scoreboard: a ring of fifty spaces as a drawing, and where pieces stand on each as data.

Space 0 is in the lower left corner; the way goes up, along the top, down and back.  Every fifth space is dark.
The ring is WIDTH by HEIGHT with room inside for a page to put something else.
"""

from __future__ import annotations

from dataclasses import dataclass

from bastida.art.curves import Point, number
from bastida.art.strokes import figures_text
from bastida.art.themes import surroundings
from bastida.table.scoreboard import SPACES

SPACE = 40.0  # the side of a space
COLUMNS, ROWS = 17, 10  # of the ring: 2 * (17 + 10) - 4 = 50
WIDTH, HEIGHT = COLUMNS * SPACE, ROWS * SPACE
RIM = 4.0
DARK = 5  # every fifth space
CROWDED = {1: (0.0, 35.0), 2: (16.0, 32.0), 3: (13.0, 28.0)}  # pieces on a space: how far apart and how large
PACKED = (11.0, 25.0)  # the same for more of them, in two rows


@dataclass(frozen=True)
class Space:
    """One space of the ring."""

    number: int
    x: float  # its middle
    y: float
    dark: bool


@dataclass(frozen=True)
class Spot:
    """Where one piece stands: the point under its feet, and the side of its square."""

    x: float
    y: float
    size: float


def space_at(space: int) -> Point:
    """The middle of a space; after 49 comes 0 again."""
    space %= SPACES
    if space < ROWS:
        column, row = 0, ROWS - 1 - space
    elif space < ROWS + COLUMNS - 1:
        column, row = space - ROWS + 1, 0
    elif space < 2 * ROWS + COLUMNS - 2:
        column, row = COLUMNS - 1, space - ROWS - COLUMNS + 2
    else:
        column, row = SPACES - space, ROWS - 1
    return ((column + 0.5) * SPACE, (row + 0.5) * SPACE)


def track_spaces() -> tuple[Space, ...]:
    """The fifty spaces in their order."""
    return tuple(Space(space, *space_at(space), space % DARK == 0) for space in range(SPACES))


def track_spots(space: int, pieces: int) -> list[Spot]:
    """Where so many pieces stand side by side on one space; those farther down come later and are drawn above."""
    x, y = space_at(space)
    rows = 1 if pieces < 4 else 2
    across = -(-pieces // rows)
    step, size = CROWDED[across] if rows == 1 and pieces else PACKED
    found: list[Spot] = []
    for place in range(pieces):
        column, row = place % across, place // across
        found.append(Spot(x + (column - (across - 1) / 2) * step, y + 15 + (row - (rows - 1)) * 13 + 4 * (rows - 1), size))
    return found


def track_ring(theme: str = "summer", dark: bool = False) -> str:
    """The ring with its numbers; its middle is left open."""
    look = surroundings(theme, dark)
    outer = f"M{number(-RIM)} {number(-RIM)}H{number(WIDTH + RIM)}V{number(HEIGHT + RIM)}H{number(-RIM)}Z"
    inner = f"M{number(SPACE)} {number(SPACE)}V{number(HEIGHT - SPACE)}H{number(WIDTH - SPACE)}V{number(SPACE)}Z"
    frame = f'fill="{look.wood}" stroke="{look.wood}" stroke-width="5" stroke-linejoin="round"'
    parts = [f'<path d="{outer}{inner}" fill-rule="evenodd" {frame}/>']
    for space in track_spaces():
        fill = look.space_dark if space.dark else look.space_odd if space.number % 2 else look.space
        corner = f'x="{number(space.x - SPACE / 2 + 1)}" y="{number(space.y - SPACE / 2 + 1)}"'
        parts.append(f'<rect {corner} width="{number(SPACE - 2)}" height="{number(SPACE - 2)}" rx="4" fill="{fill}"/>')
        ink, weight = (look.space_dark_ink, 1.9) if space.dark else (look.space_ink, 1.6)
        parts.append(figures_text(str(space.number), space.x, space.y, 13, ink, weight))
    return "".join(parts)


def track_symbol(theme: str = "summer", dark: bool = False) -> str:
    """The ring as a symbol with the id "track"; its viewBox is 0 0 WIDTH HEIGHT, and the rim goes a little beyond."""
    box = f"0 0 {number(WIDTH)} {number(HEIGHT)}"
    return f'<symbol id="track" viewBox="{box}" overflow="visible">{track_ring(theme, dark)}</symbol>'
