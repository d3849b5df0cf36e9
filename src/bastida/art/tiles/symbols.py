"""Every small picture, once per theme: drawn around its own middle, in units of the tile, and used by name.

A symbol is a function of the theme that returns SVG.  Those whose roof or coat takes a colour leave it to the place of
use, which says `fill`.
"""

from __future__ import annotations

from collections.abc import Iterable

from bastida.art.collected import signs
from bastida.art.themes import Theme
from bastida.art.tiles.ink import lettered


def symbol_names() -> tuple[str, ...]:
    """All symbols of a theme, those that stand upright once for each way a tile may lie."""
    upright = [name for name, sign in signs().items() if not sign.flat]
    return (*signs(), *(f"{name}-{turns}" for name in upright for turns in (1, 2, 3)))


def symbol(name: str, theme: Theme) -> str:
    """One symbol as a definition; "house-1" is the house for a tile that lies a quarter turn to the right."""
    base, _, turns = name.partition("-")
    if turns:
        return f'<g id="{theme.prefix}-{name}"><use href="#{theme.prefix}-{base}" transform="rotate({-90 * int(turns)})"/></g>'
    sign = signs().get(name)
    return f'<g id="{theme.prefix}-{name}">{(sign.draw if sign is not None else lettered(name))(theme)}</g>'


def symbols(names: Iterable[str], theme: Theme) -> str:
    """Symbols as definitions, with those that others are made of."""
    needed = dict.fromkeys(name.partition("-")[0] for name in names) | dict.fromkeys(names)
    return "".join(symbol(name, theme) for name in needed)
