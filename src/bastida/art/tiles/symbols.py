"""Every small picture, once per theme: drawn around its own middle, in units of the tile, and used by name.

A symbol is a function of the theme that returns SVG.  Those whose roof or coat takes a colour leave it to the place of
use, which says `fill`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bastida.art.themes import Theme
from bastida.art.tiles import animals, buildings, plants, signs
from bastida.art.tiles.painter import FLAT

SYMBOLS = buildings.SYMBOLS | plants.SYMBOLS | signs.SYMBOLS | animals.SYMBOLS


NAMES = (*SYMBOLS, *(f"{name}-{turns}" for name in SYMBOLS if name not in FLAT for turns in (1, 2, 3)))


def symbol(name: str, theme: Theme) -> str:
    """One symbol as a definition; "house-1" is the house for a tile that lies a quarter turn to the right."""
    base, _, turns = name.partition("-")
    if turns:
        return f'<g id="{theme.prefix}-{name}"><use href="#{theme.prefix}-{base}" transform="rotate({-90 * int(turns)})"/></g>'
    return f'<g id="{theme.prefix}-{name}">{SYMBOLS[name](theme)}</g>'


def symbols(names: Iterable[str], theme: Theme) -> str:
    """Symbols as definitions, with those that others are made of."""
    needed = dict.fromkeys(name.partition("-")[0] for name in names) | dict.fromkeys(names)
    return "".join(symbol(name, theme) for name in needed)
