"""Whose work is done next: kinds in order of precedence, and fair turns between visitors, their browsers and their tables.

Nothing here runs anything. A ``Lane`` holds what waits and what runs on some processes that do the same sort of work, and
says three things: may this wait here at all, what comes next, and how long may each of those that run go on.

A visitor is an address: cookies can be had for the asking. One visitor with sixty tables has one turn, like one with a
single table. Where there are several processes one visitor never has them all, so that somebody else's work begins at once.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# crowd: answers beyond a visitor's share; idle: nobody looks on; ahead: while a person is on turn
THINKING = ("answer", "hint", "crowd", "idle", "ahead")
READING = ("check", "art", "read", "picture")
FILMING = ("film",)
ANALYSING = ("analysis",)
ANSWER, CROWD, AHEAD = "answer", "crowd", "ahead"
LEAST = 0.2  # seconds of thinking that an answer gets however many wait
VISITORS = 1_000  # whose last turn is remembered
MOST_WAITING = 300  # of what is asked for, from everybody together

Who = tuple[str, str]  # a visitor: the address, and the browser behind it
Told = Callable[[int, int], None]  # so much is done, of so much
NOBODY: Who = ("", "")


class Busy(Exception):
    """Too much of one kind is under way for this visitor; ``seconds`` is when to try again."""

    def __init__(self, kind: str, seconds: float) -> None:
        self.kind, self.seconds = kind, seconds
        super().__init__(kind)


@dataclass(eq=False)
class Work:
    """Something to be done by a process, and who wants it."""

    kind: str
    job: dict[str, Any]
    seconds: float  # it may take at most
    who: Who = NOBODY
    table: str = ""
    told: Told | None = None  # hears how far it is
    allowed: float = field(default=0.0, init=False)  # of its seconds, since it runs
    path: tuple[str, ...] = field(init=False)  # whose turn it takes

    def __post_init__(self) -> None:
        self.path = (*self.who, self.table)

    @property
    def address(self) -> str:
        return self.who[0]


class Turns:
    """What waits, by address, browser and table; on each level they take turns."""

    def __init__(self) -> None:
        self.after: OrderedDict[str, Turns] = OrderedDict()
        self.here: OrderedDict[Work, None] = OrderedDict()  # at the end of a path
        self.number = 0

    def __iter__(self) -> Iterator[Work]:
        yield from self.here
        for part in self.after.values():
            yield from part

    def put(self, work: Work, depth: int = 0) -> None:
        self.number += 1
        if depth == len(work.path):
            self.here[work] = None
        else:
            self.after.setdefault(work.path[depth], Turns()).put(work, depth + 1)

    def first(self, may: Callable[[str], bool], last: Mapping[str, int]) -> str | None:
        """Who of this level is next: of those who may come the one whose ``last`` turn was longest ago."""
        return min(filter(may, self.after), key=lambda name: last.get(name, 0), default=None)

    def take(self, name: str | None = None) -> Work:
        """The next one, or that of a name on this level; whoever has had a turn goes to the end."""
        if self.here:
            self.number -= 1
            return self.here.popitem(last=False)[0]
        name = next(iter(self.after)) if name is None else name
        found = self.after[name].take()
        self.after.move_to_end(name)
        self._shrink(name)
        return found

    def remove(self, work: Work, depth: int = 0) -> None:
        """It is wanted no longer."""
        if depth == len(work.path):
            del self.here[work]
            self.number -= 1
        else:
            self.after[work.path[depth]].remove(work, depth + 1)
            self._shrink(work.path[depth])

    def _shrink(self, name: str) -> None:
        self.number -= 1
        if not self.after[name].number:
            del self.after[name]

    def of(self, name: str) -> int:
        """How many wait below a name of this level."""
        return self.after[name].number if name in self.after else 0


class Lane:
    """Processes that do the same sort of work: ``kinds`` in order of precedence, ``quotas`` of a visitor by kind.

    Thinking can be cut short and still gives an answer, so an answer may go before every hint. Nothing else can: there the
    visitor who was served longest ago is next, with what goes first among his.
    """

    def __init__(self, processes: int, kinds: Sequence[str], quotas: Mapping[str, int]) -> None:
        self.processes, self.kinds, self.quotas = processes, tuple(kinds), dict(quotas)
        self.divides = ANSWER in kinds
        self.waiting = {kind: Turns() for kind in kinds}
        self.running: dict[Work, None] = {}
        self.turn = 0
        self.last: OrderedDict[str, int] = OrderedDict()  # the turn in which a visitor was served last
        self.held: Counter[tuple[str, str]] = Counter()  # waiting and running, by visitor and kind

    @property
    def most(self) -> int:
        """How many processes one visitor may have at once."""
        return max(1, self.processes - 1)

    def add(self, work: Work) -> None:
        """Let it wait; Busy if the visitor has enough under way. An answer beyond that waits behind what others want.

        What is thought ahead never waits: where it cannot run at once it is not done.
        """
        if work.kind == AHEAD and not self.at_rest(work.address):
            raise Busy(work.kind, work.seconds)
        held = self.held[work.address, work.kind]
        if work.kind == ANSWER:
            if held + self.held[work.address, CROWD] >= self.quotas.get(ANSWER, held + 1):
                work.kind = CROWD
        elif work.kind in self.quotas and (held >= self.quotas[work.kind] or self.asked_for >= MOST_WAITING):
            raise Busy(work.kind, work.seconds)
        self.held[work.address, work.kind] += 1
        self.waiting[work.kind].put(work)

    def at_rest(self, address: str) -> bool:
        """Is a process free that nobody waits for, and may this visitor have it?"""
        running = sum(work.address == address for work in self.running)
        waiting = sum(line.number for line in self.waiting.values())
        return len(self.running) < self.processes and running < self.most and not waiting

    @property
    def asked_for(self) -> int:
        """How much waits that could have been refused."""
        return sum(self.waiting[kind].number for kind in self.kinds if kind in self.quotas and kind != ANSWER)

    def next(self) -> Work | None:
        """What runs next, if a process is free; it counts as running from now on."""
        if len(self.running) >= self.processes:
            return None
        has = Counter(work.address for work in self.running)
        found: list[tuple[int, int, str]] = []
        for rank, kind in enumerate(self.kinds):
            name = self.waiting[kind].first(lambda address: has[address] < self.most, self.last)
            if name is not None:
                found.append((0 if self.divides else self.last.get(name, 0), rank, name))
        if not found:
            return None
        _, rank, name = min(found)
        work = self.waiting[self.kinds[rank]].take(name)
        self.running[work] = None
        if work.kind != AHEAD:
            self._note(work.address)
        work.allowed = self.share(work)
        return work

    def _note(self, address: str) -> None:
        """Whoever comes back goes before those who were served since."""
        self.turn += 1
        self.last[address] = self.turn
        self.last.move_to_end(address)
        while len(self.last) > VISITORS:
            self.last.popitem(last=False)

    def end(self, work: Work) -> None:
        """It is done, or wanted no longer."""
        if work in self.running:
            del self.running[work]
        else:
            self.waiting[work.kind].remove(work)
        self.held[work.address, work.kind] -= 1
        if not self.held[work.address, work.kind]:
            del self.held[work.address, work.kind]

    def hurried(self) -> list[Work]:
        """Those that run and have less time now than they were given, because of what waits."""
        found = []
        for work in self.running:
            share = self.share(work)
            if share < work.allowed:
                work.allowed = share
                found.append(work)
        return found

    def share(self, work: Work) -> float:
        """How long a running work may take altogether, with what waits now and could run in its place.

        What goes before it ends it at once. Others of its kind divide the time: first between visitors, then between the
        tables of one.
        """
        if not self.divides:
            return work.seconds
        has = Counter(other.address for other in self.running)
        for kind in self.kinds:
            line = self.waiting[kind]
            claims = [name for name in line.after if name == work.address or has[name] < self.most]
            if kind == work.kind:
                others = sum(name != work.address for name in claims)
                crowd = (1 + others) * (1 + line.of(work.address))
                return min(work.seconds, max(LEAST, work.seconds / crowd))
            if claims:
                return 0.0
        return work.seconds
