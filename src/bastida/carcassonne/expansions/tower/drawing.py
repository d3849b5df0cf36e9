"""Towers as drawings: foundations on tiles, floors, and the wall before a figure on top."""

# not compiled: pictures only

from __future__ import annotations

from collections.abc import Sequence

from bastida.art.curves import Point, number, pair
from bastida.art.drawing import Hint, Hub, Piece, Sign, marked
from bastida.art.pieces.lying import printed_at
from bastida.art.strokes import STONE, figures_text, path
from bastida.art.themes import Theme
from bastida.kernel.tile import Tile

FLOOR = 0.31  # the size of a floor on the table
RISE = 20  # how much a floor adds to a tower
MOST = 110  # higher towers are pressed together


def floor() -> str:
    return f'<g transform="translate(0 -10)">{block(0)}</g>'


def block(y: float) -> str:
    """One floor of a tower: a drum of stone, its upper side seen a little."""
    side = f"M14 {number(y + 66)}V{number(y + 86)}A36 17 0 0 0 86 {number(y + 86)}V{number(y + 66)}Z"
    joints = f"M30 {number(y + 81)}V{number(y + 98)}M50 {number(y + 84)}V{number(y + 102)}M70 {number(y + 81)}V{number(y + 98)}"
    top = f"M14 {number(y + 66)}A36 17 0 0 1 86 {number(y + 66)}A36 17 0 0 1 14 {number(y + 66)}Z"
    return path(side, STONE.fill, STONE.dark, 4) + path(joints, "none", STONE.dark, 2.5) + path(top, STONE.light, STONE.dark, 4)


def stack(height: int) -> tuple[str, float]:
    """A tower of so many floors, standing on 50 100, and how high its upper side is above the lowest floor's."""
    reach = min(RISE * (height - 1), MOST) if height else 0
    rise = reach / max(1, height - 1)
    return "".join(block(-rise * n - 8) for n in range(height)), reach


def foot(tile: Tile, turns: int) -> Point:
    """The middle of a tile's foundation."""
    return printed_at("tower", tile, turns)


def spot(tile: Tile, turns: int, height: int, top: bool) -> Point:
    """The foundation, or where a figure stands on so many floors."""
    x, y = foot(tile, turns)
    return (x, y - (20 + stack(height)[1]) * FLOOR if height and top else y)


def tower(tile: Tile, turns: int, height: int, ends: Sequence[str] = ()) -> str:
    """A tower of so many floors on its foundation, with its height written on it; nothing without a floor."""
    if not height:
        return ""
    x, y = foot(tile, turns)
    place = f"translate({pair((x - 50 * FLOOR, y - 78 * FLOOR))}) scale({FLOOR})"
    return (
        f'<g class="tower" data-height="{height}" stroke-linejoin="round" transform="{place}">{stack(height)[0]}'
        f"{figures_text(str(height), 50, 84, 26, '#ffffff', 6, '#2c271e')}</g>"
    )


def foundation(t: Theme) -> str:
    """The base of a tower."""
    return (
        f'<path d="M-7-5.5H7L8 6.5H-8z" fill="#000" opacity=".15" transform="translate(.8 1)"/>'
        f'<rect x="-7" y="-7" width="14" height="14" rx="1.6" fill="{t.wall}" stroke="{t.wall_dark}" stroke-width="1"/>'
        f'<path d="M-7-3.5H7M-7 3.5H7M-3.5-7V7M3.5-7V7" stroke="{t.wall_dark}" stroke-width=".5"/>'
        f'<rect x="-3.9" y="-3.9" width="7.8" height="7.8" rx=".8" fill="{t.ink}" stroke="{t.wall_light}" stroke-width="1"/>'
        f'<path d="M-2.9 2.9L2.9 2.9V0z" fill="{t.wall_dark}"/>'
    )


BATTLEMENT = path("M6 98V70H22V77H35V70H51V77H65V70H78V77H94V98Z", STONE.fill, STONE.dark, 4) + path(
    "M9 86H91M28 87V96M50 79V85M72 87V96", "none", STONE.dark, 2.5
)

TOKENS = {"floor": floor}

PIECES = {"tower": Piece(tower, spot, stand=BATTLEMENT)}

MARKS = {"tower": Sign(foundation, room=9.0, flat=True, shown=marked("tower"))}

HUBS = {"tower": Hub(8.0)}

HINTS = {
    "To02": Hint(sag={0: (0, -15.5)}),
    "To07": Hint(walls={"0S": 8}),
    "To13": Hint(sag={0: (0, 10)}, walls={"0": 3, "1": 5}),
    "To14": Hint(hub=(37, 42)),
    "To17": Hint(hub=(50, 34)),
}
