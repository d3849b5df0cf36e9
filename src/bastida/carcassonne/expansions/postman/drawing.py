"""The postman and his offices as drawings."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Drawing, Figure, Hub, Sign
from bastida.art.pieces.people import BELL, SHEEN
from bastida.art.strokes import PAPER, Paint, ball, path
from bastida.art.themes import Theme
from bastida.art.tiles.ink import larger, line


def postman(p: Paint) -> Drawing:
    """A peaked cap, and a letter in the hand."""
    cap = "M32 20C32 6 41 3 50 3S68 6 68 20ZM28 20H77Q78 26 71 26H32Z"
    letter = path("M60 62H96V88H60Z", PAPER.light, p.dark, 4) + path("M60 63L78 77L96 63", "none", p.dark, 3.5)
    return Drawing((BELL, ball(50, 26, 15), cap), path(SHEEN, p.light) + letter, (42, 72, 1.0))


def post_office(t: Theme) -> str:
    roof = "#ffc400" if t.plain else "#d9a521"
    cap = '<path d="M-7-2.9L-5.5-6.5H5.5L6.3-4.6Q3-5.6 0-4.5T-7-2.9z" fill="#fff"/>' if t.snow else ""
    return (
        '<ellipse cx="0" cy="7.6" rx="11" ry="3.3" fill="#000" opacity=".13"/>'
        f'<path d="M-8-1.5H8V7.8H-8z" fill="{t.plaster}" {line(t, ".55")}/>'
        f'<path d="M-9.3-1L-6.3-7.5H6.3L9.3-1z" fill="{roof}" {line(t, ".55")}/>{cap}'
        f'<path d="M-5 .6H5V6H-5z" fill="#fff" {line(t, ".7")}/>'
        f'<path d="M-5 .6L0 4 5 .6" fill="none" {line(t, ".7")}/>'
        f'<circle cy="3.9" r="1" fill="#c0392b"/>'
        f'<path d="M6.3-7V-12.5l4 1.3-4 1.6" fill="{roof}" {line(t, ".5")}/>'
    )


FIGURES = {"postman": Figure(postman)}

MARKS = {"post_office": Sign(larger(post_office, 1.25))}

HUBS = {"post_office": Hub(12.0, lower=1.0)}
