"""The host's part of a running server: what is on the board is true here within a second or two."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable

from sqlalchemy import select

from bastida.server.club.host import board
from bastida.server.club.host.board import Board
from bastida.server.club.members.known import Member, People, member_of
from bastida.server.club.members.schema import members
from bastida.server.http.problems import Problem
from bastida.server.runtime.live import Live
from bastida.server.runtime.rooms import Listener, message
from bastida.server.runtime.threads import to_its_end
from bastida.server.table.view import encoded

LOOK = 1.0  # seconds between two looks at the board
MINUTE = 60.0
log = logging.getLogger("bastida.server")


class Host:
    """What the host has said, and who hears it."""

    def __init__(self, live: Live, people: People, erase: Callable[[Member], Awaitable[None]]) -> None:
        self.live, self.people, self.erase = live, people, erase
        self._leaving: set[str] = set()  # members who are being erased here
        self.others: list[Callable[[], Iterable[Listener]]] = []  # who has streams beside those of tables
        with live.store.engine.connect() as connection:
            self.board = board.read(connection)
        self.shown = self.board.shown(time.time())

    def check_open(self) -> None:
        """Refuse a new table during maintenance."""
        if self.board.maintenance:
            raise Problem("maintenance", retry=MINUTE)

    async def watch(self) -> None:
        """Look at the board for ever."""
        while True:
            try:
                await self.look()
            except Exception as error:  # a database that is away comes back
                log.warning("what the host says could not be read: %s", type(error).__name__)
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Take in what has changed on the board."""
        before, self.board = self.board, await to_its_end(self._read)
        if self.board.people != before.people:
            self.people.forget()
            await self._part()
        for member in set(self.board.leaving) - self._leaving:
            self.live.spawn(self._erase(member))
        shown = self.board.shown(time.time())
        if shown != self.shown:
            self.shown = shown
            self._tell(message("notice", encoded(shown)))

    async def _erase(self, name: str) -> None:
        """Erase a member, if no other server does; whatever interrupts it, it is done again."""
        self._leaving.add(name)
        store = self.live.store
        try:
            if not await self.live.writer.write(
                lambda connection: board.take_leaving(connection, name, store.server, store.others_in(connection))
            ):
                return
            member = await to_its_end(lambda: self.people.find(name))
            if member is not None:
                await self.erase(member)
            await self.live.writer.write(lambda connection: board.erased(connection, name))
        finally:
            self._leaving.discard(name)

    def _read(self) -> Board:
        with self.live.store.engine.connect() as connection:
            return board.read(connection)

    def _tell(self, data: bytes) -> None:
        """Whoever has a stream hears it at once."""
        for room in list(self.live.rooms.values()):
            for listener in room.listeners():
                listener.put(data)

    async def _part(self) -> None:
        """Members who may not be here any more lose their streams."""
        here: dict[str, list[Listener]] = {}
        at_tables = [listener for room in list(self.live.rooms.values()) for listener in room.listeners()]
        for listener in [*at_tables, *(listener for others in self.others for listener in others())]:
            if (name := member_of(listener.identity.holder)) is not None:
                here.setdefault(name, []).append(listener)
        if not here:
            return
        welcome = await to_its_end(lambda: self._welcome(list(here)))
        for name, listeners in here.items():
            if name not in welcome:
                for listener in listeners:
                    listener.put(None)

    def _welcome(self, names: list[str]) -> set[str]:
        found: set[str] = set()
        with self.live.store.engine.connect() as connection:
            for begin in range(0, len(names), 500):
                some = members.c.id.in_(names[begin : begin + 500])
                found |= set(connection.scalars(select(members.c.id).where(some, ~members.c.banned)))
        return found
