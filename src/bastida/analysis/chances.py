"""From expected margins to chances of winning, by the tiles left, the players and the family.

A seat's margin is its lead over the best rival. The chances are the softmax of the margins over a number of points that grows
with the tiles left: with two seats that is a logistic of the margin. ``chances.toml`` holds the numbers; ``calibrate.py``
fits them to games.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

FILE = "chances.toml"


@lru_cache(maxsize=1)
def fitted() -> dict[str, dict[int, tuple[float, float]]]:
    """By family and number of players: points at the last tile, and points for each square root of a tile left."""
    table = tomllib.loads((files("bastida.analysis") / FILE).read_text(encoding="utf-8"))
    return {family: {int(n): (row["near"], row["far"]) for n, row in rows.items()} for family, rows in table.items()}


def numbers_for(family: str, players: int) -> tuple[float, float]:
    """Those fitted with so many players; between two that were fitted, between their numbers."""
    rows = fitted().get(family) or next(iter(fitted().values()))
    below = max((n for n in rows if n <= players), default=min(rows))
    above = min((n for n in rows if n >= players), default=max(rows))
    part = (players - below) / (above - below) if above > below else 0.0
    return (
        rows[below][0] + part * (rows[above][0] - rows[below][0]),
        rows[below][1] + part * (rows[above][1] - rows[below][1]),
    )


def chances(margins: Sequence[float], tiles: int, numbers: tuple[float, float]) -> list[float]:
    """Of winning, by seat, with so many tiles left."""
    points = numbers[0] + numbers[1] * math.sqrt(tiles)
    top = max(margins)
    weights = [math.exp((margin - top) / points) for margin in margins]
    return [weight / sum(weights) for weight in weights]


def shares(margins: Sequence[float]) -> list[float]:
    """Of the victory, when the game is over: a tie is shared out."""
    won = [margin >= 0.0 for margin in margins]
    return [float(seat) / sum(won) for seat in won]
