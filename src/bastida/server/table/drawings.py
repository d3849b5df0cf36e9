"""Pictures as the server needs them from art: which there are, where a piece lies, and a name for each drawing of one.

The name of a drawing says all that is drawn, so that any server can draw it at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bastida.art import tower_foot, tower_top
from bastida.art.pieces.figures import HEIGHTS, PEOPLE
from bastida.art.pieces.tokens import THINGS
from bastida.kernel.tile import Tile


# TODO: from bastida.art.pieces
def picture_names() -> Sequence[str]:
    return (*PEOPLE, *THINGS)


def is_coloured(name: str) -> bool:
    return name in PEOPLE


def piece_drawing(picture: str, tile: Tile, turns: int, number: int, ends: Sequence[str]) -> tuple[str, str]:
    return picture, f'<symbol id="{picture}" viewBox="0 0 100 100"/>'


def piece_spot(picture: str, tile: Tile, turns: int, number: int, top: bool = False) -> tuple[float, float]:
    return tower_top(tile, turns, number) if top else tower_foot(tile, turns)


# /TODO


def pictures() -> dict[str, dict[str, object]]:
    """Every picture by its name: whether it comes in the colours of the seats, and how high it is beside a follower."""
    return {name: {"coloured": is_coloured(name), "height": HEIGHTS.get(name, 1.0)} for name in picture_names()}


def drawing_name(picture: str, tile: str, turns: int, number: int, ends: Iterable[str]) -> str:
    """``tower.D.1.3.`` for a tower of three floors on tile D turned once."""
    return f"{picture}.{tile}.{turns}.{number}.{''.join(ends)}"


def drawn(name: str, tiles: dict[str, Tile]) -> str:
    """The symbol of a drawing; ValueError if nothing has this name."""
    head, turns, number, ends = name.rsplit(".", 3)
    picture, _, tile = head.partition(".")
    if picture not in picture_names() or tile not in tiles or turns not in "0123":
        raise ValueError(name)
    made, symbol = piece_drawing(picture, tiles[tile], int(turns), int(number), tuple(ends))
    return symbol.replace(f'id="{made}"', f'id="{name}"', 1)
