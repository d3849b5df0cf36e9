"""Pieces that lie on a tile and not in a segment: what is drawn, and where it stands.

Everything here is for a tile of 100 by 100 as it lies after its quarter turns, and is upright there. A drawing may use
symbols of `figures`, so a picture with it needs `figure_symbols` or those that the piece names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from bastida.art import collected as registry
from bastida.art.curves import CENTRE, Point, number, turn
from bastida.art.pieces.figures import STANDING, figure_drawing
from bastida.art.strokes import figures_text
from bastida.art.tiles.layout import layout
from bastida.art.tiles.places import places
from bastida.kernel.geometry import SIDE_NAMES
from bastida.kernel.tile import Tile

PLAIN = 24.0  # how large a piece without a drawing for tiles is
DRAWING = re.compile(r"piece\.([a-z][a-z0-9_-]{0,59})\.([^.]{1,59})\.([0-3])\.(\d{1,2})\.([NESW]{0,4})")


def printed_at(name: str, tile: Tile, turns: int = 0) -> Point:
    """Where something of this name is printed on a tile; the middle if nowhere."""
    thing = layout(tile).thing(name)
    marks = [mark.point for mark in places(tile).marks if mark.kind == name]
    return turn(thing.centre if thing else marks[0] if marks else CENTRE, turns)


def piece_spot(picture: str, tile: Tile, turns: int, number: int = 1, top: bool = False) -> Point:
    """Where a piece stands on a tile; with `top`, where a figure on top of it has its feet."""
    piece = registry.pieces().get(picture)
    if piece is None or piece.spot is None:
        return printed_at(picture, tile, turns)
    return piece.spot(tile, turns, number, top)


def piece_pose(picture: str) -> str:
    """The pose of a figure on top of a piece."""
    piece = registry.pieces().get(picture)
    return picture if piece is not None and piece.stand else STANDING


def piece_uses(picture: str) -> tuple[str, ...]:
    """The tokens whose symbols the drawing of a piece uses."""
    piece = registry.pieces().get(picture)
    return piece.uses if piece is not None else ()


def piece_svg(picture: str, tile: Tile, turns: int, number: int = 1, ends: Sequence[str] = ()) -> str:
    """A piece on its tile: so many of it or so high, between these sides."""
    piece = registry.pieces().get(picture)
    return piece.draw(tile, turns, number, ends) if piece is not None else _plain(picture, tile, turns, number)


def _plain(picture: str, tile: Tile, turns: int, count: int) -> str:
    x, y = printed_at(picture, tile, turns)
    corner = f"translate({number(x - PLAIN / 2)} {number(y - PLAIN / 2)}) scale({PLAIN / 100:g})"
    label = figures_text(str(count), x + PLAIN / 2, y + PLAIN / 2 - 4, 10, "#5a4420", 2.2, "#fffdf4") if count != 1 else ""
    drawn = f'<g transform="{corner}" stroke-linejoin="round" stroke-linecap="round">{figure_drawing(picture)}</g>'
    return f'<g class="piece" data-count="{count}">{drawn}{label}</g>'


def piece_id(picture: str, tile: Tile, turns: int = 0, number: int = 1, ends: Sequence[str] = ()) -> str:
    """The id of the symbol of a piece on its tile, which tells all about it."""
    sides = "".join(side for side in SIDE_NAMES if side in ends)
    return f"piece.{picture}.{tile.id.replace('+', '_')}.{turns % 4}.{number}.{sides}"


def piece_drawing(picture: str, tile: Tile, turns: int = 0, number: int = 1, ends: Sequence[str] = ()) -> tuple[str, str]:
    """A piece on its tile as a symbol of 100 by 100: its id and the symbol."""
    name = piece_id(picture, tile, turns, number, ends)
    drawn = piece_svg(picture, tile, turns % 4, number, ends)
    return name, f'<symbol id="{name}" viewBox="0 0 100 100" overflow="visible">{drawn}</symbol>'


def piece_symbols(names: Iterable[str], tiles: Mapping[str, Tile]) -> str:
    """The symbols with these ids, for tiles by their id; what cannot be drawn is left out."""
    known = {tile.replace("+", "_"): tile for tile in tiles}
    found: dict[str, str] = {}
    for name in names:
        match = DRAWING.fullmatch(name)
        if match and match[2] in known:
            try:
                made, symbol = piece_drawing(match[1], tiles[known[match[2]]], int(match[3]), int(match[4]), match[5])
            except ValueError:
                continue
            found[made] = symbol
    return f"<defs>{''.join(found.values())}</defs>"
