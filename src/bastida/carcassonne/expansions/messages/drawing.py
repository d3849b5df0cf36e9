"""The messenger and the messages as drawings."""

# not compiled: pictures only

from __future__ import annotations

from functools import partial

from bastida.art.drawing import Drawing, Figure
from bastida.art.strokes import PAPER, Paint, ball, figures_text, path, rimmed


def messenger(p: Paint) -> Drawing:
    """A walker with a long robe and a scroll held up high: the second scoring figure."""
    robe = "M50 38C62 38 66 52 70 66L84 88Q86 95 78 95H22Q14 95 16 88L30 66C34 52 38 38 50 38Z"
    arm = "M60 46L80 30L87 38L66 60Z"
    scroll = path("M68 6H92Q96 6 96 11V31H72Q68 31 68 26Z", PAPER.light, p.dark, 4) + path(
        "M74 14H90M74 22H88", "none", p.dark, 3
    )
    plait = path("M36 24C30 34 30 42 35 47", "none", p.dark, 8) + path("M36 24C30 34 30 42 35 46", "none", p.light, 3.5)
    return Drawing((arm, robe, ball(47, 25, 16)), path(ball(42, 19, 5), p.light) + plait + scroll, (50, 74, 1.1))


def message(which: int) -> str:
    """A sealed letter with its number."""
    sheet = "M10 18H90Q95 18 95 24V78Q95 84 90 84H10Q5 84 5 78V24Q5 18 10 18Z"
    fold = path("M7 21L50 50L93 21", "none", PAPER.dark, 4)
    seal = path(ball(50, 56, 25), "#b3202f", "#4d060d", 4)
    return rimmed((sheet,), PAPER) + fold + seal + figures_text(str(which), 50, 56, 30, "#ffffff", 4.5)


FIGURES = {"messenger": Figure(messenger)}

TOKENS = {f"message-{which}": partial(message, which) for which in range(1, 9)}
