"""From expected margins to chances of winning, by the tiles left, the size of the game, the players and the family.

A seat's margin is its lead over the best rival. The chances are the softmax of the margins over a number of points that grows
with the tiles left: with two seats that is a logistic of the margin. ``chances.toml`` holds the numbers; ``calibrate.py``
fits them to games.
"""

from __future__ import annotations

import math
import tomllib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

FILE = "chances.toml"
Numbers = tuple[float, float]  # points at the last tile, and points for each square root of a tile left


@lru_cache(maxsize=1)
def fitted() -> dict[str, dict[int, dict[int, Numbers]]]:
    """By family, number of players and tiles to be drawn in a whole game."""
    found: dict[str, dict[int, dict[int, Numbers]]] = {}
    for family, rows in tomllib.loads((files("bastida.analysis") / FILE).read_text(encoding="utf-8")).items():
        for row in rows:
            found.setdefault(family, {}).setdefault(row["players"], {})[row["tiles"]] = (row["near"], row["far"])
    return found


def numbers_for(family: str, players: int, tiles: int) -> Numbers:
    """Those fitted to games with so many tiles and players; between two that were fitted, between their numbers."""
    rows = fitted().get(family) or next(iter(fitted().values()))
    return between({count: between(sizes, tiles) for count, sizes in rows.items()}, players)


def between(known: Mapping[int, Numbers], place: int) -> Numbers:
    """At a place between two that are known, in proportion; beyond them as at the nearest."""
    if place in known:
        return known[place]
    places = sorted(known)
    above = bisect_left(places, place)
    if above in (0, len(places)):
        return known[places[min(above, len(places) - 1)]]
    low, high = places[above - 1], places[above]
    part = (place - low) / (high - low)
    (near, far), (next_near, next_far) = known[low], known[high]
    return near + part * (next_near - near), far + part * (next_far - far)


def chances(margins: Sequence[float], tiles: int, numbers: Numbers) -> list[float]:
    """Of winning, by seat, with so many tiles left."""
    points = numbers[0] + numbers[1] * math.sqrt(tiles)
    top = max(margins)
    weights = [math.exp((margin - top) / points) for margin in margins]
    return [weight / sum(weights) for weight in weights]


def shares(margins: Sequence[float]) -> list[float]:
    """Of the victory, when the game is over: a tie is shared out."""
    won = [margin >= 0.0 for margin in margins]
    return [float(seat) / sum(won) for seat in won]
