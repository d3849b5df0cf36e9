"""Whoever looks after the tables: clocks that fall, computers that are to move, servers that have died.

Every table is looked after by itself. One that cannot be read, replayed or looked after is put out of order: it is kept,
its reason is logged and written beside it for the host, whoever asks for it is told, and all others go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from bastida.server.http.problems import Problem
from bastida.server.runtime.rooms import Room
from bastida.server.runtime.store import Conflict
from bastida.server.runtime.threads import to_its_end
from bastida.server.table import referee

if TYPE_CHECKING:
    from bastida.server.runtime.live import Live

BEAT = 2.0  # seconds between two signs of life
SWEEP = 1.0  # seconds between two looks at what is due
HEARTBEAT = 15.0  # seconds after which an idle stream says that it is alive
TRIES = 3  # times that looking after a table may go wrong in a row
AT_ONCE = 16  # tables looked after side by side
AGAIN = 60.0  # seconds until a table that cannot be opened is looked at again
MOST_REASON = 500  # letters of why a table is out of order
log = logging.getLogger("bastida.server")


class Caretaker:
    """Sees to what happens at tables without anybody asking."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.known: set[str] = set()  # the other servers that were running a moment ago

    async def beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.live.writer.write(lambda connection: self.live.store.beat(connection, self.live.now()))
                if self.live.store.postgres:
                    alive, newest = await to_its_end(self.live.store.others)
                    self.live.hours.at_least(newest)
                    self._forget_dead(alive)
            except Exception as error:  # a database that is away comes back
                log.warning("no sign of life could be written: %s", type(error).__name__)

    def _forget_dead(self, alive: set[str]) -> None:
        """Whoever listened at a server that has died is away; its tables are looked after here."""
        for room in self.live.rooms.values():
            gone = set(room.elsewhere) - alive
            for server in gone:
                del room.elsewhere[server]
            if gone:
                room.notice(self.live.now())
                room.tell_presence(self.live.now())
        if self.known - alive:
            self.live.spawn(self.adopt())
        self.known = alive

    async def keep_alive(self) -> None:
        """Say on every stream now and then that it is alive."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for number, room in enumerate(list(self.live.rooms.values()), 1):
                room.keep_alive()
                if number % 100 == 0:
                    await asyncio.sleep(0)

    async def adopt(self) -> None:
        """Look after the tables of servers that are gone, as soon as this one starts: their computers think on."""
        try:
            names = await asyncio.to_thread(self.live.store.orphans)
            if names:
                await self.live.pool.warm()
            await self.see_to(names)
        except SQLAlchemyError as error:  # they come up again when they are due
            log.warning("tables of other servers could not be looked at: %s", type(error).__name__)

    async def sweep(self) -> None:
        """Act at tables that are due: a clock falls while nobody looks, or another server has died."""
        while True:
            try:
                await self.see_to(await to_its_end(lambda: self.live.store.due_before(self.live.now(), 100)))
            except Exception as error:
                log.warning("tables that are due could not be looked at: %s", type(error).__name__)
            await asyncio.sleep(SWEEP)

    async def see_to(self, names: Sequence[str]) -> None:
        """Look after tables, some of them side by side; what is wrong with one concerns no other."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(name: str) -> None:
            async with gate:
                await self._see_to_one(name)

        await asyncio.gather(*(one(name) for name in names))

    async def _see_to_one(self, name: str) -> None:
        try:
            await self.attend(await self.live.room(name))
        except Problem:  # out of order, or an expansion is missing: nothing to do for it now
            await self.live.writer.write(lambda connection: self.live.store.set_due(connection, name, self.live.now() + AGAIN))
        except SQLAlchemyError:
            raise
        except Exception as error:
            await self.failed(name, error)

    # -- tables out of order -------------------------------------------------------------------------------------------

    async def failed(self, name: str, error: Exception) -> None:
        """Looking after a table went wrong: it is tried again, but not for ever."""
        log.error("table %s: %s", name, reason_of(error), exc_info=error)
        room = self.live.rooms.get(name)
        if room is not None:
            room.failures += 1
            if room.failures >= TRIES:
                await self.put_out_of_order(name, error)

    async def put_out_of_order(self, name: str, error: Exception) -> None:
        """Keep a table as it is and act at it no more, until the host says otherwise (``bastida tables``)."""
        reason = reason_of(error)
        log.error("table %s is out of order: %s", name, reason)
        room = self.live.rooms.get(name)
        if room is not None:
            room.forget()
            room.dismiss()
            if room.timer is not None:
                room.timer.cancel()
                room.timer = None
        await self.live.writer.write(lambda connection: self.live.store.set_fault(connection, name, reason))

    # -- what comes next without anybody asking --------------------------------------------------------------------------

    def after(self, room: Room) -> None:
        """See to what comes next without anybody asking: the computer thinks, a clock runs."""
        assert room.table is not None
        if room.table.computer is not None and room.thinking is None:
            self.live.computers.start(room)
        self.live.computers.ahead.after(room)
        self.set_timer(room)

    def set_timer(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        table = room.table
        acts = table.acts_at() if table is not None else None
        if acts is not None:
            loop = asyncio.get_running_loop()
            delay = max(0.0, acts - self.live.now()) + 0.01
            room.timer = loop.call_later(delay, lambda: self.live.spawn(self.see_to([room.name])))

    async def attend(self, room: Room) -> None:
        """Do what is due at a table: let a clock fall, deal, let the computer think."""
        async with room.held():
            table = await self.live.ready(room)
            now = self.live.now()
            proposals = referee.time_is_up(table, now)
            if proposals:
                with contextlib.suppress(Conflict):
                    await self.live.commit(room, proposals, None, None, now)
                return
            self.after(room)
            patience = self.live.computers.patience(table)
            due = table.next_due(patience)
            if due is None or due > now:
                await self.live.writer.write(lambda connection: self.live.store.set_due(connection, room.name, due))
            elif table.computer is not None:  # thought about here from now on
                await self.live.writer.write(lambda connection: self.live.store.set_due(connection, room.name, now + patience))
            room.upkeep = None  # its line says something else now


def reason_of(error: BaseException) -> str:
    """What is said of a table that cannot be looked after."""
    return f"{type(error).__name__}: {error}"[:MOST_REASON]
