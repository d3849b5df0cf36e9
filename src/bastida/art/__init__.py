"""Every picture, drawn by code from the facts of the catalogue: tiles as SVG, in themes, and where figures stand."""

from bastida.art.places import Anchor, anchors
from bastida.art.themes import THEMES, Theme
from bastida.art.tiles import sheet_svg, symbol_id, theme_defs, tile_svg, tile_symbol

__all__ = ["THEMES", "Anchor", "Theme", "anchors", "sheet_svg", "symbol_id", "theme_defs", "tile_svg", "tile_symbol"]
