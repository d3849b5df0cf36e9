"""What small pictures on tiles are drawn with: outlines, plates, sizes, and a plain picture for what nobody has drawn."""

from __future__ import annotations

from collections.abc import Callable

from bastida.art.strokes import figures_text, initial
from bastida.art.themes import Theme

PLAIN_RED = "#b3261e"  # of roofs in the plain theme


def line(t: Theme, width: str = ".5") -> str:
    """The outline of a shape, as attributes."""
    return f'stroke="{t.ink}" stroke-width="{width}" stroke-linejoin="round"'


def plate(t: Theme) -> str:
    """A light disc under a sign, so that it can be told from any ground."""
    return f'<circle cx=".5" cy=".7" r="7" fill="#000" opacity=".2"/><circle r="7" fill="#fffaf0" {line(t, ".8")}/>'


def larger(draw: Callable[[Theme], str], scale: float) -> Callable[[Theme], str]:
    return lambda theme: f'<g transform="scale({scale})">{draw(theme)}</g>'


def lettered(name: str) -> Callable[[Theme], str]:
    """The sign of what nobody has drawn: its first letter on a plate."""
    return lambda theme: plate(theme) + figures_text(initial(name), 0, 0, 8, theme.ink, 1.2)
