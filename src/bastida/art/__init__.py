"""Every picture, drawn by code from the facts of the catalogue: tiles as SVG, in themes, and where figures stand."""

from bastida.art.pictures.track import Space, Spot, track_spaces, track_spots, track_symbol
from bastida.art.pieces.figures import (
    figure_foot,
    figure_height,
    figure_id,
    figure_symbols,
    figure_use,
    is_coloured,
    picture_names,
)
from bastida.art.pieces.lying import piece_drawing, piece_pose, piece_spot, piece_symbols
from bastida.art.themes import THEMES, Surroundings, Theme, surroundings
from bastida.art.tiles.places import Anchor, anchors
from bastida.art.tiles.segments import segment_paths
from bastida.art.tiles.sheet import sheet_svg, symbol_id, theme_defs, tile_svg, tile_symbol

__all__ = [
    "THEMES",
    "Anchor",
    "Space",
    "Spot",
    "Surroundings",
    "Theme",
    "anchors",
    "figure_foot",
    "figure_height",
    "figure_id",
    "figure_symbols",
    "figure_use",
    "is_coloured",
    "picture_names",
    "piece_drawing",
    "piece_pose",
    "piece_spot",
    "piece_symbols",
    "segment_paths",
    "sheet_svg",
    "surroundings",
    "symbol_id",
    "theme_defs",
    "tile_svg",
    "tile_symbol",
    "track_spaces",
    "track_spots",
    "track_symbol",
]
