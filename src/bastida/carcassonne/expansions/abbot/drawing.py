"""The abbot as a drawing."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Drawing, Figure
from bastida.art.pieces.people import BELL
from bastida.art.strokes import Paint, ball, path


def abbot(p: Paint) -> Drawing:
    """A tall pointed mitre, and a stole down the cloak."""
    mitre = "M50 1L68 22Q66 34 50 34Q34 34 32 22Z"
    cross = path("M50 8V27M43 17H57", "none", p.light, 4.5)
    stole = path("M41 42L37 92M59 42L63 92", "none", p.light, 3.5)
    return Drawing((BELL, ball(50, 34, 11), mitre), stole + cross, (50, 74, 1.05))


FIGURES = {"abbot": Figure(abbot)}
