"""The scoreboard (marcador de puntuación): how a total is shown on a ring of 50 spaces, and what tells the laps.

A scoring figure that has gone round lies on its side in the Winter Edition (BASE-113); elsewhere its owner takes tokens
with 50 on one side and 100 on the other (BASE-114). Both are only a display: points are counted without end (BASE-R20).
"""

from __future__ import annotations

from dataclasses import dataclass

SPACES = 50  # BASE-111
TOKENS = 8  # in the Plus box; no limit for the display (BASE-R20)


@dataclass(frozen=True, slots=True)
class OnTrack:
    """Where one scoring figure is and what lies before its owner for it."""

    points: int
    space: int
    laps: int  # how often it has reached or passed space 0
    lying: bool
    tokens: tuple[int, ...]  # the sides that show, the full ones first: (100, 50)


def on_track(points: int, lying_laps: bool) -> OnTrack:
    """How the points of one scoring figure are shown (BASE-112); in some editions it lies down after a lap."""
    if points < 0:
        raise ValueError(f"a scoring figure cannot show {points} points")
    laps, space = divmod(points, SPACES)
    if lying_laps:
        return OnTrack(points, space, laps, laps > 0, ())
    return OnTrack(points, space, laps, False, (100,) * (laps // 2) + (50,) * (laps % 2))
