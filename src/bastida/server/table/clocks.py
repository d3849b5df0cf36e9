"""Clocks on the server's time: what is left for each seat, who is on the clock, and since when.

Between two events a clock runs only while a server is running, so that a restart costs nobody time. Every answer is
forgiven a little lag, out of a quota that fills up again. A computer's clock does not run: it is charged with what the
computer has thought.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

QUOTA = 3_000  # milliseconds of lag that can be saved up
REFILL = 500  # what an answer adds to it
FORGIVEN = 1_000  # what one answer may take out of it

Pauses = Sequence[tuple[float, float]]


@dataclass
class Clock:
    """The clocks of a table, in thousandths of a second."""

    minutes: float
    increment: float  # seconds added for every turn
    ms: list[int]
    lag: list[int]
    running: int | None = None
    since: float = 0.0
    out: set[int] = field(default_factory=set)  # seats whose time is up and who may play on

    @classmethod
    def new(cls, minutes: float, increment: float, seats: int) -> Clock:
        return cls(minutes, increment, [round(minutes * 60_000)] * seats, [QUOTA] * seats)

    def kept(self) -> dict[str, Any]:
        """What an event keeps of the clocks."""
        return {"ms": list(self.ms), "lag": list(self.lag)}

    def restore(self, kept: dict[str, Any]) -> None:
        self.ms, self.lag = list(kept["ms"]), list(kept["lag"])

    def used(self, now: float, pauses: Pauses) -> int:
        """Milliseconds since the running clock was started, without the time no server was there."""
        if self.running is None:
            return 0
        stood = sum(max(0.0, min(now, ended) - max(self.since, began)) for began, ended in self._since(pauses))
        return max(0, round((now - self.since - stood) * 1000))

    def _since(self, pauses: Pauses) -> Iterator[tuple[float, float]]:
        """The pauses after the running clock was started; they stand in their order, and all of them may be many."""
        return takewhile(lambda pause: pause[1] > self.since, reversed(pauses))

    def left(self, seat: int, now: float, pauses: Pauses) -> int:
        """What a seat has left."""
        return self.ms[seat] - (self.used(now, pauses) if seat == self.running else 0)

    def stopped(self, now: float, pauses: Pauses, turn_over: bool, answered: bool = True) -> Clock:
        """The clocks after the running seat's answer at this moment."""
        seat = self.running
        after = Clock(self.minutes, self.increment, list(self.ms), list(self.lag), None, now, set(self.out))
        if seat is not None:
            used = self.used(now, pauses)
            forgiven = min(used, FORGIVEN, self.lag[seat]) if answered else 0
            after.lag[seat] = min(QUOTA, self.lag[seat] - forgiven + (REFILL if answered else 0))
            after.ms[seat] = max(0, self.ms[seat] - used + forgiven)
            if turn_over and seat not in after.out:
                after.ms[seat] += round(self.increment * 1000)
        return after

    def charge(self, seat: int, seconds: float, turn_over: bool) -> None:
        """A computer has answered: it pays for what it thought, and not for waiting. Its clock never falls."""
        self.ms[seat] = max(0, self.ms[seat] - round(seconds * 1000))
        if turn_over:
            self.ms[seat] += round(self.increment * 1000)

    def falls(self, pauses: Pauses) -> float | None:
        """When the running clock reaches zero, its lag included, if no server stops meanwhile."""
        if self.running is None or self.running in self.out:
            return None
        seat = self.running
        stood = sum(ended - max(self.since, began) for began, ended in self._since(pauses))
        return self.since + stood + (self.ms[seat] + min(FORGIVEN, self.lag[seat])) / 1000
