"""Dealers answer the questions of chance: which tile, which face of the die, which message comes next."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol


class StackedDeal(ValueError):
    """A stacked bag or loaded die named something that cannot come next."""


class Dealer(Protocol):
    def choose(self, number: int, kind: str, names: Sequence[str], weights: Sequence[int]) -> int:
        """Which of these outcomes comes, for the ``number``-th event of chance of the game."""


class SeededDealer:
    """The n-th event depends on the seed and n alone, so that taking back and playing on gives the same tiles."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, number: int, kind: str, names: Sequence[str], weights: Sequence[int]) -> int:
        return random.Random(f"{self.seed}/{number}").choices(range(len(names)), weights)[0]


class SecretDealer:
    """Fresh randomness for every event: nobody can know what comes."""

    def choose(self, number: int, kind: str, names: Sequence[str], weights: Sequence[int]) -> int:
        return secrets.SystemRandom().choices(range(len(names)), weights)[0]


class StackedDealer:
    """Deals what it was told, tiles and rolls in order, and leaves the rest to another dealer."""

    def __init__(self, draws: Iterable[str], rolls: Iterable[int | str], rest: Dealer) -> None:
        self.draws = [str(draw) for draw in draws]
        self.rolls = [str(roll) for roll in rolls]
        self.rest = rest
        self._used: dict[int, tuple[str, int]] = {}  # by event: which list, and its place there

    def choose(self, number: int, kind: str, names: Sequence[str], weights: Sequence[int]) -> int:
        source = self.rolls if kind == "roll" else self.draws if kind == "draw" else []
        place = sum(1 for event, (where, _) in self._used.items() if event < number and where == kind)
        self._used = {event: used for event, used in self._used.items() if event < number}
        if place >= len(source):
            return self.rest.choose(number, kind, names, weights)
        wanted = source[place]
        if wanted not in names:
            raise StackedDeal(f"the {kind} number {place + 1} was stacked as {wanted!r}, but only {', '.join(names)} can come")
        self._used[number] = (kind, place)
        return list(names).index(wanted)
