"""What the Scout brings, as drawings: its special pieces on hides, and what is printed on its tiles."""

# not compiled: pictures only

from __future__ import annotations

from collections.abc import Callable

from bastida.art.curves import number
from bastida.art.drawing import Hint, Sign, marked
from bastida.art.strokes import WOOD, Paint, path, rimmed
from bastida.art.themes import STONE, Theme
from bastida.art.tiles.ink import line
from bastida.art.tiles.signs import bridge

HIDE = Paint("#e9d3a4", "#fbf0d3", "#4a2f12", "#4a2f12")


def shaman() -> str:
    """A mask with feathers."""
    feathers = "M30 34L16 4Q34 8 40 28ZM44 27L50 0L56 27ZM60 28Q66 8 84 4L70 34Z"
    face = "M26 40Q50 22 74 40Q80 72 50 97Q20 72 26 40Z"
    eyes = path("M34 52Q41 45 46 54Q40 58 34 52ZM66 52Q59 45 54 54Q60 58 66 52ZM41 74Q50 82 59 74Q50 70 41 74Z", WOOD.dark)
    paint = path("M29 62L42 66M71 62L58 66M50 34V46", "none", "#b3202f", 4)
    return rimmed((feathers,), Paint("#b3202f", "#d9626d", "#4d060d", "#ffffff")) + rimmed((face,), HIDE) + eyes + paint


def hide(draw: Callable[[Theme], str], scale: float, down: float = 0.0) -> str:
    """A picture of a tile on a piece of hide: one of the Scout's special tiles."""
    skin = "M12 12Q30 6 50 10Q72 5 89 12Q95 30 91 50Q95 74 88 90Q70 95 50 91Q28 96 12 90Q5 70 9 50Q5 28 12 12Z"
    return rimmed((skin,), HIDE) + f'<g transform="translate(50 {number(51 + down)}) scale({scale:g})">{draw(STONE)}</g>'


def heap() -> str:
    """Tiles face down on each other."""
    return rimmed(
        tuple(f"M18 {top}L50 {top - 14}L82 {top}L82 {top + 9}L50 {top + 23}L18 {top + 9}Z" for top in (70, 56, 42, 28)), HIDE
    )


def canoe(t: Theme) -> str:
    return (
        f'<path d="M-7-1.5Q0 1 7-1.5 5.5 2.8 0 2.8-5.5 2.8-7-1.5z" fill="#b5763a" {line(t, ".6")}/>'
        f'<path d="M-1-4.5L3 4M3.8 3.2l.4 2.2" stroke="{t.ink}" stroke-width=".8" stroke-linecap="round"/>'
    )


def tent(t: Theme) -> str:
    return (
        f'<path d="M-7 6L0-6 7 6z" fill="#d9b27a" {line(t, ".6")}/><path d="M-2 6L0 .5 2 6z" fill="{t.ink}"/>'
        f'<path d="M-1.5-8.5L0-6 1.5-8.5M-3.5 0L-5 3M3.5 0L5 3" fill="none" stroke="{t.ink}" stroke-width=".7"/>'
    )


def hut(t: Theme) -> str:
    """The hut of Agriculture, with its furrows."""
    return (
        f'<path d="M-9.5 4.5Q0 1.5 9.5 4.5L8.5 9.5Q0 7-8.5 9.5z" fill="{t.wood}" opacity=".75"/>'
        f'<path d="M-8.7 6Q0 3.3 8.7 6M-8.4 7.7Q0 5.2 8.4 7.7" fill="none" stroke="{t.crop}" stroke-width=".8"'
        ' stroke-dasharray="1 .6"/>'
        f'<path d="M-5-1.5H5V4.5Q0 6-5 4.5z" fill="#d8b27c" {line(t, ".5")}/>'
        f'<path d="M-7.5 0Q-3-4.5 0-10 3-4.5 7.5 0 0 2.8-7.5 0z" fill="#b98c3f" {line(t, ".6")}/>'
        f'<path d="M0-10L-3.6.8M0-10V1.3M0-10L3.6.8" stroke="{t.ink}" stroke-width=".4" opacity=".6"/>'
        f'<path d="M-1.3 5.2V1.9a1.3 1.3 0 0 1 2.6 0V5.2z" fill="{t.ink}"/>'
    )


TOKENS = {
    "shaman": shaman,
    "explorer": lambda: hide(tent, 5.0, 6),
    "canoe": lambda: hide(canoe, 5.2),
    "bridge": lambda: hide(bridge, 3.4),
    "agriculture": lambda: hide(hut, 3.8),
    "pile": heap,
}

MARKS = {
    "tent": Sign(tent, room=9.0, shown=marked("power", "explorer")),
    "canoe": Sign(canoe, shown=marked("power", "canoe"), afloat=True),
    "farm": Sign(hut, room=10.0, lower=0.5),
}

HINTS = {"scFarm": Hint(ends={0: (50, 56)})}
