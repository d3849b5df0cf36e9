"""Dealers answer the questions of chance: which tile, which face of the die, which message comes next."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol


class StackedDeal(ValueError):
    """A stacked bag or loaded die named something that cannot come next."""


@dataclass(frozen=True)
class Event:
    """One question of chance."""

    number: int  # events of chance before it in this game
    kind: str  # draw, roll, message ...
    nth: int  # events of this kind before it
    names: Sequence[str]  # what may come
    weights: Sequence[int]


class Dealer(Protocol):
    """Dealers keep no account of a game, so that games can be copied and taken back under them."""

    def choose(self, event: Event) -> int:
        """Which of the outcomes comes."""


class SeededDealer:
    """The n-th event depends on the seed and n alone: taking back and playing on gives the same tiles."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, event: Event) -> int:
        return random.Random(f"{self.seed}/{event.number}").choices(range(len(event.names)), event.weights)[0]


class SecretDealer:
    """Fresh randomness for every event: nobody can know what comes."""

    def choose(self, event: Event) -> int:
        return secrets.SystemRandom().choices(range(len(event.names)), event.weights)[0]


class StackedDealer:
    """Deals what it was told, tiles and rolls each in order, and leaves the rest to another dealer."""

    def __init__(self, draws: Iterable[str], rolls: Iterable[int | str], rest: Dealer) -> None:
        self.stacked = {"draw": [str(draw) for draw in draws], "roll": [str(roll) for roll in rolls]}
        self.rest = rest

    def choose(self, event: Event) -> int:
        stacked = self.stacked.get(event.kind, [])
        if event.nth >= len(stacked):
            return self.rest.choose(event)
        wanted = stacked[event.nth]
        if wanted not in event.names:
            raise StackedDeal(
                f"{event.kind} number {event.nth + 1} was stacked as {wanted!r}, but only {', '.join(event.names)} can come"
            )
        return list(event.names).index(wanted)
