"""Whoever listens at a table: event streams, who is here, and who has lost a seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from typing import TYPE_CHECKING

from bastida.server.runtime.rooms import HEARD, Listener, Room, message
from bastida.server.runtime.store import WATCHING
from bastida.server.table.view import encoded

if TYPE_CHECKING:
    from bastida.server.runtime.live import Live


class Audience:
    """The listeners of all tables."""

    def __init__(self, live: Live) -> None:
        self.live = live

    async def stream(self, name: str, listener: Listener, last: int | None) -> AsyncGenerator[bytes]:
        """The event stream of one listener, until it goes or the server stops."""
        async with self.live.entered(name) as (room, _):
            first = room.join(listener, last, self.live.now())
        try:
            await self.presence_changed(room)
            await self._check_seated(room, listener)
            yield b"retry: 1000\n\n" + b"".join(first)
            while (data := await listener.next()) is not None:
                yield data
            yield message("bye", encoded({"stopping": self.live.stopping}))
        finally:
            self.left(room, listener)

    def left(self, room: Room, listener: Listener) -> None:
        """Somebody listens no longer."""
        room.leave(listener)
        if room.table is None and not room.groups and not room.heard and not room.busy:
            self.live.rooms.pop(room.name, None)
        if not self.live.stopping:
            self.live.spawn(self.presence_changed(room))

    async def presence_changed(self, room: Room) -> None:
        if room.table is None and room.groups:  # whoever is still there is told
            async with self.live.entered(room.name):
                pass
        now = self.live.now()
        room.notice(now)
        room.tell_presence(now)
        if self.live.store.postgres:
            seats = ",".join(map(str, sorted(room.here()))) or "-"
            said = f"here {room.name} {self.live.store.server} {seats}"
            await self.live.writer.write(lambda connection: self.live.store.notify(connection, said))

    def hear(self, name: str, seats: Iterable[int]) -> None:
        """Somebody with these seats has asked for something."""
        room = self.live.rooms.get(name)
        if room is not None and room.hear(seats, self.live.now()):
            self.live.spawn(self.presence_changed(room))
            self._lapse_later(room)

    def _lapse_later(self, room: Room) -> None:
        if room.lapse is None and room.heard:
            room.lapse = asyncio.get_running_loop().call_later(HEARD, self._lapse, room)

    def _lapse(self, room: Room) -> None:
        room.lapse = None
        if room.lapsed(self.live.now() - HEARD) and not self.live.stopping:
            self.live.spawn(self.presence_changed(room))
        self._lapse_later(room)

    async def reseated(self, name: str) -> None:
        """Links or seats of a table were given or taken away: whoever has other seats now must come again."""
        self.live.seats.forget(name)
        room = self.live.rooms.get(name)
        for listener in room.listeners() if room is not None else ():
            assert room is not None
            await self._check_seated(room, listener)

    async def recheck(self, holder: str) -> None:
        """Something is different about whoever is known as this: their streams begin anew, or end."""
        for room in list(self.live.rooms.values()):
            for listener in room.listeners():
                if listener.identity.holder == holder:
                    await self._check_seated(room, listener)

    async def _check_seated(self, room: Room, listener: Listener) -> None:
        identity = await listener.identified()
        now = await self.live.seats.of(listener.token, identity.holder, room.name)
        if listener.seats != now - {WATCHING} or listener.identity != identity:
            listener.put(None)
