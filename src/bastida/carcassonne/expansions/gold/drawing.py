"""Gold mines and ingots as drawings."""

# not compiled: pictures only

from __future__ import annotations

from collections.abc import Sequence

from bastida.art.curves import Point
from bastida.art.drawing import Hint, Piece, Sign, marked
from bastida.art.pieces.figures import figure_use
from bastida.art.strokes import GOLD, figures_text, path, rimmed
from bastida.art.themes import Theme
from bastida.art.tiles.ink import larger, line
from bastida.kernel.tile import Tile

INGOT = 22.0
MOST = 5  # ingots drawn on a tile; the number tells the rest


def ingot() -> str:
    front, top, end = "M6 82L18 52H68L78 82Z", "M18 52L34 36H82L68 52Z", "M68 52L82 36L95 66L78 82Z"
    drawn = rimmed((front, end, top), GOLD) + path(top, GOLD.light, GOLD.dark, 5) + path(end, "#c98f0c", GOLD.dark, 5)
    return drawn + path("M26 60H58L62 73H21Z", "none", "#c98f0c", 4)


def ingots(tile: Tile, turns: int, count: int, ends: Sequence[str] = ()) -> str:
    """Ingots in the lower right corner of their tile, one on the other."""
    x, y = 83.0, 95.0
    pile = [figure_use("ingot", None, (x - 3 * (n % 2), y - 7 * n), INGOT) for n in range(min(count, MOST))]
    label = figures_text(str(count), x - 17, y - 8, 10, "#5e4700", 2.2, "#fffdf4") if count > 1 else ""
    return f'<g class="ingots" data-count="{count}">{"".join(pile)}{label}</g>'


def gold(t: Theme) -> str:
    bar = (
        f'<path d="M{{x}} {{y}}l1.2-2.8h4.6l1.2 2.8z" fill="{t.gold}" {line(t, ".55")}/><path d="M{{a}} {{b}}h3.6"'
        ' stroke="#fff3b0" stroke-width=".7"/>'
    )
    return (
        f'<path d="M-8 5.5Q-7.5 1-4 .5-3-4 0-4.5 3.5-4 4.5 0 8 1 8 5.5z" fill="{t.wall}" {line(t, ".6")}/>'
        + bar.format(x=-7, y=4.6, a=-5.3, b=2.9)
        + bar.format(x=0, y=4.6, a=1.7, b=2.9)
        + bar.format(x=-3.5, y=1.6, a=-1.8, b=-0.1)
    )


def corner(tile: Tile, turns: int, count: int, top: bool) -> Point:
    """The lower right corner, however the tile lies."""
    return (83.0, 88.0)


TOKENS = {"ingot": ingot}

PIECES = {"ingot": Piece(ingots, corner, uses=("ingot",))}

MARKS = {"gold": Sign(larger(gold, 1.3), room=9.8, shown=marked("gold"))}

HINTS = {
    "GoC": Hint(hub=(55, 55), walls={"0": 5}, bend={0: 17}),
    "GoD": Hint(things={"gold": (37, 10)}),
    "GoE": Hint(bend={0: 17, 1: 17}),
    "GoG": Hint(hub=(62, 62)),
    "GoH": Hint(hub=(38, 38)),
}
