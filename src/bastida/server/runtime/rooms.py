"""A table in memory, with everybody who looks at it: views are made once per language and seats, and sent to all."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bastida.server.runtime.store import MEMBER, Event, Upkeep
from bastida.server.table.referee import waits_for
from bastida.server.table.state import Table
from bastida.server.table.view import Teller, Told, encoded

HEARD = 20.0  # seconds for which whoever has asked for something is here
BACKLOG = 200  # messages a slow client may be behind before its stream is ended; it comes back by itself
BACKLOG_BYTES = 1_000_000  # and bytes, beyond its first view
ALIVE = b": still here\n\n"


def message(name: str, data: str, seq: int | None = None) -> bytes:
    """A message of the event stream; its data is JSON."""
    head = f"id: {seq}\n" if seq is not None else ""
    return f"{head}event: {name}\ndata: {data}\n\n".encode()


@dataclass(frozen=True)
class Identity:
    """What somebody is known by, and the members whose chat they are not shown."""

    holder: str | None
    unheard: frozenset[str] = frozenset()

    @property
    def member(self) -> bool:
        return self.holder is not None and self.holder.startswith(MEMBER)


NOBODY = Identity(None)


class Listener:
    """One open event stream, and what it has still to be sent."""

    def __init__(
        self,
        language: str,
        seats: frozenset[int],
        token: str | None = None,
        identity: Identity = NOBODY,
        identified: Callable[[], Awaitable[Identity]] | None = None,
    ) -> None:
        self.language, self.seats = language, seats
        self.token, self.identity = token, identity  # what gave the seats
        self._identified = identified
        self.behind: deque[bytes] = deque()
        self.bytes = 0
        self.ended = False
        self._awaited: asyncio.Future[None] | None = None

    async def identified(self) -> Identity:
        """What whoever listens is known by now: they may have signed out, or do not want to hear somebody any more."""
        return self.identity if self._identified is None else await self._identified()

    @property
    def group(self) -> GroupKey:
        """Who sees the same."""
        return self.language, self.seats, self.identity.unheard

    def put(self, data: bytes | None) -> None:
        """Something to be sent; None, or too much at once, ends the stream."""
        if data is None or len(self.behind) >= BACKLOG or self.bytes + len(data) > BACKLOG_BYTES:
            self.ended = True
        elif not self.ended:
            self.behind.append(data)
            self.bytes += len(data)
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    async def next(self) -> bytes | None:
        """All that waits, as soon as there is something; None at the end."""
        while not self.behind and not self.ended:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        if not self.behind:
            return None
        data = b"".join(self.behind)
        self.behind.clear()
        self.bytes = 0
        return data

    def keep_alive(self) -> None:
        """Say something on an idle stream, so that nobody on the way takes it for dead."""
        if not self.behind:
            self.put(ALIVE)


GroupKey = tuple[str, frozenset[int], frozenset[str]]


@dataclass
class Group:
    """Listeners who see the same: one language, the same seats, the same members who are not heard."""

    told: Told
    listeners: set[Listener] = field(default_factory=set)


class Room:
    """A table and its listeners. Whoever reads or changes the table holds the lock."""

    def __init__(self, name: str, patience: float) -> None:
        self.name = name
        self.patience = patience  # seconds that a player may be away
        self.lock = asyncio.Lock()
        self.users = 0  # who has the lock, and who waits for it
        self.table: Table | None = None  # not read yet, or to be read again
        self.told = 0  # the last event the listeners know of
        self.tellers: dict[str, Teller] = {}
        self.groups: dict[GroupKey, Group] = {}
        self.elsewhere: dict[str, set[int]] = {}  # seats that listen at other servers
        self.away: dict[int, float] = {}  # since when seats are away
        self.heard: dict[int, float] = {}  # when seats without a stream have last asked for something
        self.lapse: asyncio.TimerHandle | None = None  # when one of them is away
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.ahead: asyncio.Task[None] | None = None  # thinks while a person is on turn
        self.ahead_of = 0  # about the position after this event
        self.foreseen: dict[str, dict[str, Any]] = {}  # what came of it, by the hash of the position
        self.upkeep: Upkeep | None = None  # what the database has been told of the table
        self.cost = 0.0  # seconds the rules took for the last answer
        self.failures = 0  # times in a row that looking after it went wrong
        self.seen = time.monotonic()  # when somebody looked last

    @property
    def busy(self) -> bool:
        """Somebody acts here, or is about to."""
        return self.users > 0 or self.thinking is not None

    @contextlib.asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """The lock; a room in which somebody waits for it stays."""
        self.users += 1
        try:
            async with self.lock:
                yield
        finally:
            self.users -= 1

    def forget(self) -> None:
        """The table in memory cannot be trusted: read it again."""
        self.table = self.upkeep = None
        self.tellers.clear()

    def teller(self, language: str) -> Teller:
        assert self.table is not None
        self.seen = time.monotonic()
        if language not in self.tellers:
            self.tellers[language] = Teller(self.table, language)
        return self.tellers[language]

    def unseen_for(self) -> float:
        """Seconds since anybody looked: whoever plays or watches looks, by a stream or by asking."""
        return 0.0 if self.groups or any(self.elsewhere.values()) else time.monotonic() - self.seen

    # -- who is here ---------------------------------------------------------------------------------------------------

    def here(self) -> set[int]:
        """Seats with a stream at this server, or that have just asked for something."""
        return self.heard.keys() | self.streams()

    def streams(self) -> set[int]:
        """Seats with a stream at this server."""
        return {seat for _, seats, _ in self.groups for seat in seats}

    def hear(self, seats: Iterable[int], now: float) -> bool:
        """Seats have asked for something; whether one of them is newly here. Whoever polls is not away."""
        silent = set(seats) - self.streams()
        new = any(seat not in self.heard for seat in silent)
        self.heard.update(dict.fromkeys(silent, now))
        return new

    def lapsed(self, before: float) -> bool:
        """Forget seats that were last heard of before a moment; whether there were any."""
        silent = [seat for seat, at in self.heard.items() if at <= before]
        for seat in silent:
            self.away[seat] = self.heard.pop(seat)
        return bool(silent)

    def listeners(self) -> list[Listener]:
        return [listener for group in self.groups.values() for listener in group.listeners]

    def connected(self) -> set[int]:
        return self.here().union(*self.elsewhere.values())

    def away_for(self, seat: int, now: float) -> float | None:
        """How long a seat has been away; None if it is here. Nobody waits for a seat before it is asked."""
        if seat in self.streams().union(*self.elsewhere.values()):
            return None
        left = self.heard.get(seat, self.away.get(seat, now))
        if seat in self.heard and now - left < HEARD:
            return None
        asked = self.table.asked_since if self.table is not None and self.table.awaited == seat else left
        return max(0.0, now - max(left, asked))

    def notice(self, now: float) -> None:
        """Note who came and who went."""
        here = self.connected()
        for seat in range(len(self.table.seats) if self.table is not None else 0):
            if seat in here:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, now)

    def waits(self, now: float) -> dict[int, float]:
        """In how many seconds the others may go on without those who are away and for whom the game waits."""
        table = self.table
        assert table is not None
        found = [waits_for(table, seat, self.away_for(seat, now), self.patience) for seat in range(len(table.seats))]
        return {seat: seconds for seat, seconds in enumerate(found) if seconds is not None}

    def presence(self, now: float) -> bytes:
        assert self.table is not None
        seats, waits = [], self.waits(now)
        for number, seat in enumerate(self.table.seats):
            away = self.away_for(number, now) if seat.computer is None else None
            seats.append(
                {
                    "seat": number,
                    "connected": away is None,
                    "away_ms": None if away is None else round(away * 1000),
                    "stand_in_ms": round(waits[number] * 1000) if number in waits else None,
                }
            )
        return message("presence", encoded({"seats": seats, "patience_ms": round(self.patience * 1000)}))

    # -- sending -------------------------------------------------------------------------------------------------------

    def join(self, listener: Listener, last: int | None, now: float) -> list[bytes]:
        """A stream begins: the chat it has missed, then the view unless it has the newest; a member is always told it."""
        assert self.table is not None
        unheard = listener.identity.unheard
        teller = self.teller(listener.language)
        told = teller.told(listener.seats, self.connected() | listener.seats, now, self.waits(now), unheard)
        group = self.groups.setdefault(listener.group, Group(told))
        group.listeners.add(listener)
        for seat in listener.seats:
            self.heard.pop(seat, None)  # when the stream ends it is away at once
        self.told = self.table.seq
        known = last if last is not None and last <= self.table.seq else -1
        muted = self.table.unheard_by(listener.seats, unheard)
        missed = [line for line in self.table.chat if line["seq"] > known and line["seat"] not in muted]
        said = [message("chat", encoded(line), line["seq"]) for line in missed]
        newest = known == self.table.seq and not listener.identity.member  # whom a member does not hear is no event
        return said if newest else [*said, message("view", told.text(), self.table.seq)]

    def leave(self, listener: Listener) -> None:
        group = self.groups.get(listener.group)
        if group is not None:
            group.listeners.discard(listener)
            if not group.listeners:
                del self.groups[listener.group]

    def broadcast(self, events: Iterable[Event], now: float) -> None:
        """Tell everybody what the events have changed."""
        assert self.table is not None
        events = [event for event in events if event.seq > self.told]
        if not events:
            return
        self.told = self.table.seq
        public: dict[str, Told] = {}
        for (language, seats, unheard), group in self.groups.items():
            muted = self.table.unheard_by(seats, unheard)
            for event in events:
                if event.kind == "chat" and event.seat not in muted:
                    line = {"seq": event.seq, "seat": event.seat, "text": event.body["text"], "at": round(event.at * 1000)}
                    self._send(group, message("chat", encoded(line), event.seq))
            if all(event.kind == "chat" for event in events):
                continue
            teller = self.teller(language)
            if language not in public:
                public[language] = teller.public(self.connected(), now, self.waits(now))
            new = teller.personal(public[language], seats, unheard)
            self._send(group, message("update", new.since(group.told), self.table.seq))
            group.told = new

    def tell_presence(self, now: float) -> None:
        if self.table is not None and self.groups:
            data = self.presence(now)
            for group in self.groups.values():
                self._send(group, data)

    def dismiss(self) -> None:
        """The server stops: every stream ends."""
        for group in self.groups.values():
            for listener in group.listeners:
                listener.put(None)

    def keep_alive(self) -> None:
        for group in self.groups.values():
            for listener in group.listeners:
                listener.keep_alive()

    @staticmethod
    def _send(group: Group, data: bytes) -> None:
        for listener in group.listeners:
            listener.put(data)
