"""A table in memory, with everybody who looks at it: views are made once per language and seats, and sent to all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bastida.server.runtime.store import Event
from bastida.server.table.state import Table
from bastida.server.table.view import Teller, update

HEARD = 20.0  # seconds for which whoever has asked for something is here
BACKLOG = 200  # messages a slow client may be behind before its stream is ended; it comes back by itself


def message(name: str, data: object, seq: int | None = None) -> bytes:
    """A message of the event stream."""
    head = f"id: {seq}\n" if seq is not None else ""
    return f"{head}event: {name}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()


class Listener:
    """One open event stream."""

    def __init__(self, language: str, seats: frozenset[int], token: str | None = None, holder: str | None = None) -> None:
        self.language, self.seats = language, seats
        self.token, self.holder = token, holder  # the digests that gave the seats
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def put(self, data: bytes | None) -> None:
        self.queue.put_nowait(data if self.queue.qsize() < BACKLOG else None)


@dataclass
class Group:
    """Listeners who see the same: one language, the same seats."""

    view: dict[str, Any]
    listeners: set[Listener] = field(default_factory=set)


class Room:
    """A table and its listeners. Whoever reads or changes the table holds the lock."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lock = asyncio.Lock()
        self.table: Table | None = None  # not read yet, or to be read again
        self.told = 0  # the last event the listeners know of
        self.tellers: dict[str, Teller] = {}
        self.groups: dict[tuple[str, frozenset[int]], Group] = {}
        self.elsewhere: dict[str, set[int]] = {}  # seats that listen at other servers
        self.away: dict[int, float] = {}  # since when seats are away
        self.heard: dict[int, float] = {}  # when seats without a stream have last asked for something
        self.lapse: asyncio.TimerHandle | None = None  # when one of them is away
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Nobody would miss it in memory."""
        return not self.groups and not self.heard and self.thinking is None and not self.lock.locked()

    def forget(self) -> None:
        """The table in memory cannot be trusted: read it again."""
        self.table = None
        self.tellers.clear()

    def teller(self, language: str) -> Teller:
        assert self.table is not None
        if language not in self.tellers:
            self.tellers[language] = Teller(self.table, language)
        return self.tellers[language]

    # -- who is here ---------------------------------------------------------------------------------------------------

    def here(self) -> set[int]:
        """Seats with a stream at this server, or that have just asked for something."""
        return self.heard.keys() | self.streams()

    def streams(self) -> set[int]:
        """Seats with a stream at this server."""
        return {seat for _, seats in self.groups for seat in seats}

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
        asked = self.table.asked_since if self.table is not None and self.table.asked == seat else left
        return max(0.0, now - max(left, asked))

    def notice(self, now: float) -> None:
        """Note who came and who went."""
        here = self.connected()
        for seat in range(len(self.table.seats) if self.table is not None else 0):
            if seat in here:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, now)

    def presence(self, now: float, patience: float) -> bytes:
        assert self.table is not None
        seats = []
        for number, seat in enumerate(self.table.seats):
            away = self.away_for(number, now) if seat.computer is None else None
            seats.append({"seat": number, "connected": away is None, "away_ms": None if away is None else round(away * 1000)})
        return message("presence", {"seats": seats, "patience_ms": round(patience * 1000)})

    # -- sending -------------------------------------------------------------------------------------------------------

    def join(self, listener: Listener, last: int | None, now: float) -> list[bytes]:
        """A stream begins: the chat it has missed, then the view unless it has the newest."""
        assert self.table is not None
        key = listener.language, listener.seats
        teller = self.teller(listener.language)
        view = teller.view(listener.seats, self.connected() | listener.seats, now)
        group = self.groups.setdefault(key, Group(view))
        group.listeners.add(listener)
        for seat in listener.seats:
            self.heard.pop(seat, None)  # when the stream ends it is away at once
        self.told = self.table.seq
        known = last if last is not None and last <= self.table.seq else -1
        muted = self.muted(listener.seats)
        missed = [line for line in self.table.chat if line["seq"] > known and line["seat"] not in muted]
        said = [message("chat", line, line["seq"]) for line in missed]
        return said if known == self.table.seq else [*said, message("view", view, self.table.seq)]

    def leave(self, listener: Listener) -> None:
        key = listener.language, listener.seats
        group = self.groups.get(key)
        if group is not None:
            group.listeners.discard(listener)
            if not group.listeners:
                del self.groups[key]

    def muted(self, seats: Iterable[int]) -> set[int]:
        assert self.table is not None
        return {muted for seat in seats for muted in self.table.mutes.get(seat, ())}

    def broadcast(self, events: Iterable[Event], now: float) -> None:
        """Tell everybody what the events have changed."""
        assert self.table is not None
        events = [event for event in events if event.seq > self.told]
        if not events:
            return
        self.told = self.table.seq
        public: dict[str, dict[str, Any]] = {}
        for (language, seats), group in self.groups.items():
            for event in events:
                if event.kind == "chat" and event.seat not in self.muted(seats):
                    line = {"seq": event.seq, "seat": event.seat, "text": event.body["text"], "at": round(event.at * 1000)}
                    self._send(group, message("chat", line, event.seq))
            if all(event.kind == "chat" for event in events):
                continue
            teller = self.teller(language)
            if language not in public:
                public[language] = teller.public(self.connected(), now)
            new = teller.personal(public[language], seats)
            self._send(group, message("update", update(group.view, new), self.table.seq))
            group.view = new

    def tell_presence(self, now: float, patience: float) -> None:
        if self.table is not None and self.groups:
            data = self.presence(now, patience)
            for group in self.groups.values():
                self._send(group, data)

    def dismiss(self) -> None:
        """The server stops: every stream ends."""
        for group in self.groups.values():
            for listener in group.listeners:
                listener.put(None)

    @staticmethod
    def _send(group: Group, data: bytes) -> None:
        for listener in group.listeners:
            listener.put(data)
