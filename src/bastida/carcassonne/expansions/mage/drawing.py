"""Mage, witch and the sign of magic as drawings."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Drawing, Figure, Sign, marked
from bastida.art.pieces.people import BELL, SHEEN
from bastida.art.strokes import WOOD, Paint, ball, path
from bastida.art.themes import Theme
from bastida.art.tiles.ink import larger, line


def mage(p: Paint) -> Drawing:
    """A starry pointed hat and a staff."""
    hat = "M50-2L69 26Q50 33 31 26Z"
    beard = "M37 33Q50 42 63 33L50 62Z"
    staff = path("M84 30V95", "none", p.dark, 9) + path("M84 30V94", "none", WOOD.light, 4.5)
    orb = path(ball(84, 25, 9), "#bff0ff", p.dark, 4)
    star = path("M50 7L52.5 13L59 13.5L54 17.5L56 24L50 20L44 24L46 17.5L41 13.5L47.5 13Z", p.light)
    return Drawing(
        (BELL, ball(50, 32, 14), hat),
        path(SHEEN, p.light) + path(beard, "#ffffff", p.dark, 3) + staff + orb + star,
        (49, 77, 0.9),
    )


def witch(p: Paint) -> Drawing:
    """A bent hat with a wide brim, and a broom."""
    hat = "M36 26C38 14 42 6 64 0C61 7 62 14 65 26Z"
    brim = "M20 25Q50 18 80 25Q85 32 77 33Q50 27 23 33Q15 32 20 25Z"
    broom = path("M16 34L19 70", "none", p.dark, 9) + path("M16 34L19 70", "none", WOOD.light, 4.5)
    twigs = path("M13 69H26L31 95H8Z", "#d9b26a", p.dark, 4) + path("M17 72L15 93M22 72L24 93", "none", p.dark, 2.5)
    return Drawing(
        (BELL, ball(50, 34, 14), hat, brim), path("M40 23Q50 20 64 23", "none", p.light, 4) + broom + twigs, (56, 72, 1.05)
    )


def magic(t: Theme) -> str:
    return (
        f'<circle r="7" fill="#6b3fa0" {line(t, ".7")}/><circle r="5.8" fill="none" stroke="#e7d3ff" stroke-width=".5"/>'
        '<path d="M0-5.4L1.6-1.7 5.1-1.7 2.4.7 3.3 4.5 0 2.3-3.3 4.5-2.4.7-5.1-1.7-1.6-1.7z" fill="#ffe45c"/>'
    )


FIGURES = {
    "mage": Figure(mage, own=Paint("#f08a24", "#ffba6e", "#5f2d00", "#ffffff")),
    "witch": Figure(witch, own=Paint("#7d4bb3", "#b38be0", "#2c1150", "#ffffff")),
}

MARKS = {"magic": Sign(larger(magic, 1.2), room=8.5, shown=marked("magic"))}
