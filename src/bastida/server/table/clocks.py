"""Clocks on the server's time: what is left for each seat, who is on the clock, and since when.

Between two events a clock runs only while a server is running, so that a restart costs nobody time. Every answer is
forgiven a little lag, out of a quota that fills up again. A computer's clock does not run: it is charged with what the
computer has thought.

A clock of a slow game gives so many days for every turn, and stands still while the player is on holiday.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

QUOTA = 3_000  # milliseconds of lag that can be saved up
REFILL = 500  # what an answer adds to it
FORGIVEN = 1_000  # what one answer may take out of it
DAY = 86_400_000  # milliseconds

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
    days: int = 0  # for every turn, in a slow game
    holidays: dict[int, list[tuple[float, float]]] = field(default_factory=dict)  # of seats, in their order

    @classmethod
    def new(cls, minutes: float, increment: float, seats: int, days: int = 0) -> Clock:
        ms = days * DAY if days else round(minutes * 60_000)
        return cls(minutes, increment, [ms] * seats, [QUOTA] * seats, days=days)

    @classmethod
    def asked(cls, timing: Mapping[str, Any], seats: int) -> Clock:
        """The clocks that a table was asked for."""
        return cls.new(timing.get("minutes") or 0.0, timing["increment"], seats, timing.get("days") or 0)

    def renewed(self, ms: int) -> int:
        """What is left for the next turn after a turn is over."""
        return self.days * DAY if self.days else ms + round(self.increment * 1000)

    def run(self, seat: int | None, at: float) -> None:
        """From now on this clock runs. In a slow game whoever is asked has all the days for it."""
        self.running, self.since = seat, at
        if seat is not None and self.days:
            self.ms[seat] = self.days * DAY

    def rest(self, seat: int, began: float, until: float) -> None:
        """A seat is on holiday; one that is under way ends with the new word about it."""
        taken = self.holidays.setdefault(seat, [])
        if taken and taken[-1][1] > began:
            taken[-1] = (taken[-1][0], began)
        if until > began:
            taken.append((began, until))

    def kept(self) -> dict[str, Any]:
        """What an event keeps of the clocks."""
        return {"ms": list(self.ms), "lag": list(self.lag)}

    def restore(self, kept: dict[str, Any]) -> None:
        self.ms, self.lag = list(kept["ms"]), list(kept["lag"])

    def used(self, now: float, pauses: Pauses) -> int:
        """Milliseconds since the running clock was started, without the time no server was there."""
        if self.running is None:
            return 0
        stood = sum(max(0.0, min(now, ended) - max(self.since, began)) for began, ended in self._stands(pauses))
        return max(0, round((now - self.since - stood) * 1000))

    def _stands(self, pauses: Pauses) -> Iterable[tuple[float, float]]:
        """When the running clock has stood still since it was started, and when it will, in their order and apart."""
        since = list(self._since(pauses))[::-1]
        taken = self.holidays.get(self.running, ()) if self.running is not None else ()
        resting = [span for span in taken if span[1] > self.since]
        return joined([*since, *resting]) if resting else since

    def _since(self, pauses: Pauses) -> Iterator[tuple[float, float]]:
        """The pauses after the running clock was started, the last one first; all of them may be many."""
        return takewhile(lambda pause: pause[1] > self.since, reversed(pauses))

    def left(self, seat: int, now: float, pauses: Pauses) -> int:
        """What a seat has left."""
        return self.ms[seat] - (self.used(now, pauses) if seat == self.running else 0)

    def stopped(self, now: float, pauses: Pauses, turn_over: bool, answered: bool = True) -> Clock:
        """The clocks after the running seat's answer at this moment."""
        seat = self.running
        after = replace(self, ms=list(self.ms), lag=list(self.lag), running=None, since=now, out=set(self.out))
        if seat is not None:
            used = self.used(now, pauses)
            forgiven = min(used, FORGIVEN, self.lag[seat]) if answered else 0
            after.lag[seat] = min(QUOTA, self.lag[seat] - forgiven + (REFILL if answered else 0))
            after.ms[seat] = max(0, self.ms[seat] - used + forgiven)
            if turn_over and seat not in after.out:
                after.ms[seat] = self.renewed(after.ms[seat])
        return after

    def charge(self, seat: int, seconds: float, turn_over: bool) -> None:
        """A computer has answered: it pays for what it thought, and not for waiting. Its clock never falls."""
        self.ms[seat] = max(0, self.ms[seat] - round(seconds * 1000))
        if turn_over:
            self.ms[seat] = self.renewed(self.ms[seat])

    def falls(self, pauses: Pauses) -> float | None:
        """When the running clock reaches zero, its lag included, if no server stops meanwhile."""
        if self.running is None or self.running in self.out:
            return None
        seat, at = self.running, self.since
        left = (self.ms[seat] + min(FORGIVEN, self.lag[seat])) / 1000
        for began, ended in self._stands(pauses):
            if at + left <= began:
                break
            left -= max(0.0, began - at)
            at = max(at, ended)
        return at + left


def joined(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans of time in their order, those that overlap made one."""
    found: list[tuple[float, float]] = []
    for began, ended in sorted(spans):
        if found and began <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ended))
        else:
            found.append((began, ended))
    return found
