"""Pieces as pictures: those of the boxes, and those that expansions bring in their ``drawing.py``."""

from bastida.art.pieces.figures import figure_height, is_coloured, picture_names
from bastida.art.pieces.lying import piece_drawing, piece_id, piece_pose, piece_spot, piece_svg, piece_symbols, piece_uses

__all__ = [
    "figure_height",
    "is_coloured",
    "picture_names",
    "piece_drawing",
    "piece_id",
    "piece_pose",
    "piece_spot",
    "piece_svg",
    "piece_symbols",
    "piece_uses",
]
