"""Flying machines as drawings."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Sign, marked
from bastida.art.themes import Theme
from bastida.art.tiles.ink import larger, line
from bastida.kernel.geometry import direction_named
from bastida.kernel.tile import Tile


def flying(t: Theme) -> str:
    """A flying machine; it points to the north, and an arrow says so."""
    wing = "#fff" if t.plain else "#f3dfae"
    return (
        f'<path d="M0-14.5L4.2-9.3H1.7V-6H-1.7V-9.3H-4.2z" fill="#d9482b" {line(t, ".7")}/>'
        '<path d="M-1.5-2.5Q-7-6.5-11.5-.5-8.5-.8-8.3 2-5.5.3-4.8 3.2-3 1.6-1.5 3zM1.5-2.5Q7-6.5 11.5-.5 8.5-.8 8.3 2'
        f' 5.5.3 4.8 3.2 3 1.6 1.5 3z" fill="{wing}" {line(t, ".7")}/>'
        f'<path d="M-1.8-1Q-6.5-4-10-.8M1.8-1Q6.5-4 10-.8M-1.6.8L-6 .4M1.6.8L6 .4" fill="none" stroke="{t.wood}"'
        ' stroke-width=".5"/>'
        f'<path d="M0-6Q2.3-3 1.7 4L3.6 9.5 0 7.8-3.6 9.5-1.7 4Q-2.3-3 0-6z" fill="{t.wood}" {line(t, ".7")}/>'
        f'<circle cy="-1.3" r="1.5" fill="{t.plaster}" {line(t, ".5")}/>'
    )


def heading(tile: Tile) -> float:
    """Where the machine of a tile flies to, in degrees."""
    return 45.0 * direction_named(tile.marks["flight"])


MARKS = {
    "flying_machine": Sign(larger(flying, 1.15), room=14.0, flat=True, shown=marked("flying_machine"), angle=heading),
}
