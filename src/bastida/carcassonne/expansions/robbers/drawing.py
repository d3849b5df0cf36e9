"""Robbers as drawings: the figure on the scoreboard, and the face on tiles."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Drawing, Figure, Sign, marked
from bastida.art.pieces.people import BELL, SHEEN
from bastida.art.strokes import Paint, ball, path
from bastida.art.themes import Theme
from bastida.art.tiles.ink import larger, line, plate


def robber(p: Paint) -> Drawing:
    """A hood, a mask, and a sack over the shoulder."""
    hood = "M50 2C66 4 72 18 70 34Q50 46 30 34C28 18 34 4 50 2Z"
    sack = "M72 46C70 40 76 36 80 40C86 36 92 40 89 46C100 54 100 74 88 79C76 82 64 76 65 64C65 56 68 50 72 46Z"
    mask = path("M31 21Q50 16 69 21V30Q60 33 50 28Q40 33 31 30Z", p.dark)
    eyes = path(ball(42, 25, 3.4) + ball(58, 25, 3.4), "#ffffff")
    return Drawing((BELL, hood, sack), path(SHEEN, p.light) + mask + eyes, (46, 72, 1.05))


def face(t: Theme) -> str:
    """A face behind a mask, under a broad hat."""
    return (
        plate(t)
        + f'<path d="M-3.6-1V2Q-3.6 5.2 0 5.6 3.6 5.2 3.6 2V-1z" fill="#e8bd92" {line(t, ".5")}/>'
        + '<path d="M-3.6 2.6Q-3.4 5.3 0 5.6 3.4 5.3 3.6 2.6 1.5 3.5 0 2.8-1.5 3.5-3.6 2.6z" fill="#4a3020"/>'
        + '<path d="M-4.2-1.3H4.2L3.7 1.6Q1.8 2.3 0 1-1.8 2.3-3.7 1.6z" fill="#17171c"/>'
        + '<circle cx="-1.7" cy="0" r=".8" fill="#fff"/><circle cx="1.7" cy="0" r=".8" fill="#fff"/>'
        + '<path d="M-6.3-1.2Q-3.5-2.3-3-2.7L-2.3-5.3Q0-6.3 2.3-5.3L3-2.7Q3.5-2.3 6.3-1.2 0-.2-6.3-1.2z" fill="#8c2f2a"'
        f" {line(t, '.5')}/>"
    )


FIGURES = {"robber": Figure(robber)}

MARKS = {"robber": Sign(larger(face, 1.2), room=8.5, shown=marked("robber"))}
