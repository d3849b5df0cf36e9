"""Dealers answer the questions of chance: which tile, which face of the die, which message comes next."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol, final

from bastida.kernel.answers import Refusal
from bastida.kernel.twister import first_random
from bastida.table.stacked import StackedDeal


@final
class Event:
    """One question of chance."""

    def __init__(self, number: int, kind: str, nth: int, outcomes: Sequence[object], weights: list[int]) -> None:
        self.number = number  # events of chance before it in this game
        self.kind = kind  # draw, roll, message ...
        self.nth = nth  # events of this kind before it
        self.outcomes = outcomes  # what may come; its text is its name
        self.weights = weights

    @property
    def names(self) -> list[str]:
        return [str(outcome) for outcome in self.outcomes]

    def at(self, point: float) -> int:
        """The outcome at a point from 0 to 1, when each takes as much room as it weighs."""
        weights = self.weights
        place, rest = 0, point * sum(weights) - weights[0]
        while rest >= 0 and place < len(weights) - 1:
            place += 1
            rest -= weights[place]
        return place


class Dealer(Protocol):
    """Dealers keep no account of a game, so that games can be copied and taken back under them."""

    def choose(self, event: Event) -> int:
        """Which of the outcomes comes."""


class SeededDealer:
    """The n-th event depends on the seed and n alone: taking back and playing on gives the same tiles."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def __reduce__(self) -> tuple[object, ...]:  # compiled classes cannot be pickled without it
        return (SeededDealer, (self.seed,))

    def choose(self, event: Event) -> int:
        return event.at(first_random(f"{self.seed}/{event.number}"))


class SecretDealer:
    """Fresh randomness for every event: nobody can know what comes."""

    def __reduce__(self) -> tuple[object, ...]:
        return (SecretDealer, ())

    def choose(self, event: Event) -> int:
        return event.at(secrets.SystemRandom().random())


class StackedDealer:
    """Deals what it was told, tiles and rolls each in order, and leaves the rest to another dealer."""

    def __init__(self, draws: Iterable[str], rolls: Iterable[int | str], rest: Dealer) -> None:
        self.stacked = {"draw": [str(draw) for draw in draws], "roll": [str(roll) for roll in rolls]}
        self.rest = rest

    def __reduce__(self) -> tuple[object, ...]:
        return (StackedDealer, (self.stacked["draw"], self.stacked["roll"], self.rest))

    def choose(self, event: Event) -> int:
        stacked = self.stacked.get(event.kind, [])
        if event.nth >= len(stacked):
            return self.rest.choose(event)
        wanted, names = stacked[event.nth], event.names
        if wanted not in names:
            fields: dict[str, object] = {"kind": event.kind, "number": event.nth + 1, "wanted": repr(wanted), "known": names}
            raise StackedDeal(Refusal("stacked", fields=fields))
        return names.index(wanted)
