"""Pieces that belong to no seat: the tokens for laps, and a disc for what nobody has drawn."""

from __future__ import annotations

from bastida.art.drawing import Token
from bastida.art.strokes import GOLD, PAPER, Paint, ball, figures_text, initial, path, rimmed


def lap(points: int) -> str:
    """The token for laps: 50 on one side, 100 on the other."""
    paint = GOLD if points >= 100 else Paint("#d7dce2", "#ffffff", "#3c4650", "#3c4650")
    shield = "M12 10H88V52C88 74 70 88 50 97C30 88 12 74 12 52Z"
    inner = path("M20 18H80V52C80 69 66 80 50 88C34 80 20 69 20 52Z", paint.light)
    return rimmed((shield,), paint) + inner + figures_text(str(points), 50, 46, 34 if points < 100 else 27, paint.dark, 5)


def lettered(name: str) -> Token:
    """A piece that nobody has drawn: a disc with its first letter."""
    return lambda: (
        rimmed((ball(50, 52, 42),), PAPER)
        + path(ball(50, 52, 34), "none", PAPER.dark, 3)
        + figures_text(initial(name), 50, 52, 40, PAPER.dark, 6)
    )


TOKENS: dict[str, Token] = {"lap-50": lambda: lap(50), "lap-100": lambda: lap(100)}
