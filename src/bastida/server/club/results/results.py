"""The task that turns finished tables into results. A table here says when it is over; what was missed is found by looking.

Three things are done, each by whichever server comes first: a table is counted, ratings go on, and a worker reads in the
record what stands there. A server that is killed leaves nothing half done: each is one transaction.
"""

from __future__ import annotations

import asyncio
import logging
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, IntegrityError

from bastida.server.club.results import counting, luck, rating
from bastida.server.club.results.ended import Ended
from bastida.server.runtime import kept
from bastida.server.runtime.store import Event
from bastida.server.runtime.workers import Unanswered
from bastida.server.table.state import Table

if TYPE_CHECKING:
    from bastida.server.runtime.live import Live

SWEEP = 20.0  # seconds between two looks at what was missed
AT_ONCE = 50  # tables looked for at once
READING = 20.0  # seconds that a worker may take
CLAIMED = 60.0  # seconds in which nobody else reads the same game
LATER = 10.0  # seconds until a game is tried again for which nobody had time
TRIES = 3
AGAIN = 300.0  # seconds until one is tried again that went wrong
# What comes of a table that something else than this server has written.
UNREADABLE = (KeyError, TypeError, ValueError, IndexError, IntegrityError, DataError)
NOT_ITS_FAULT = ("too busy", "stopped")
log = logging.getLogger("bastida.server")


class Results:
    """What counts finished tables on a server."""

    def __init__(self, live: Live) -> None:
        self.live, self.store = live, live.store
        self.news = asyncio.Event()
        self.showing = asyncio.Lock()  # whoever puts together a page of the club
        live.onlookers.append(self.look_on)

    def look_on(self, table: Table, events: Sequence[Event]) -> None:
        """A table has gone on; if it is over, it is looked at soon."""
        if table.outcome is not None:
            self.news.set()

    async def run(self) -> None:
        """For ever beside the tables."""
        while True:
            self.news.clear()
            try:
                await self.catch_up()
            except Exception as error:  # a database that is away comes back
                log.warning("results could not be counted: %s", type(error).__name__, exc_info=error)
            try:
                async with asyncio.timeout(SWEEP):
                    await self.news.wait()
            except TimeoutError:
                pass

    async def catch_up(self) -> None:
        """Do all there is to do."""
        while await self._count():
            pass
        await self.rate()
        await self._read_records()
        await self._take_luck()

    async def _count(self) -> bool:
        """Count some tables; whether there may be more."""
        names = await asyncio.to_thread(counting.uncounted, self.store, AT_ONCE)
        done = 0
        for name in names:
            try:
                told = await asyncio.to_thread(counting.read, self.store, name)
                if told is None:
                    raise ValueError(name)
                await self.live.writer.write(lambda connection: self._counted(connection, told))  # noqa: B023 - awaited
                done += 1
            except UNREADABLE as error:
                log.error("table %s cannot be counted: %s", name, type(error).__name__, exc_info=error)
                await self.live.writer.write(lambda connection: counting.pass_over(connection, name))  # noqa: B023 - awaited
        return len(names) == AT_ONCE and done > 0

    def _counted(self, connection: Connection, told: Ended) -> None:
        counting.count(connection, told, self.live.now())

    async def rate(self) -> None:
        """Make the ratings that are to be made."""
        for scale in await asyncio.to_thread(rating.unrated, self.store):
            while await self.live.writer.write(lambda connection: rating.go_on(connection, scale)):  # noqa: B023 - awaited
                pass

    async def _read_records(self) -> None:
        """Have the records of games read by a worker, one after the other."""
        while names := await asyncio.to_thread(counting.unread, self.store, self.live.now(), AT_ONCE):
            for name in names:
                await self._read_record(name)

    async def _read_record(self, name: str) -> None:
        now = self.live.now()
        write = self.live.writer.write
        if not await write(lambda connection: counting.claim(connection, name, now, now + CLAIMED)):
            return
        told = await asyncio.to_thread(counting.read, self.store, name)
        if told is None:  # put out of order, or erased by the host
            await write(lambda connection: counting.put_off(connection, name, None, failed=True))
            return
        names = await asyncio.to_thread(counting.names, self.store, told)
        aids = ",".join(aid for aid, on in told.config["aids"].items() if on)
        more = {"table": name, **({"aids": aids} if aids else {})}
        try:
            job = {"do": "outcome", "table": told.made, "more": more, "names": names}
            found = await self.live.pool.ask(job, READING, "read")
        except Unanswered as failed:
            blamed = failed.reason not in NOT_ITS_FAULT
            tries = await asyncio.to_thread(counting.tries, self.store, name) + blamed
            again = None if tries >= TRIES else self.live.now() + (AGAIN if blamed else LATER)
            await write(lambda connection: counting.put_off(connection, name, again, blamed))
            log.warning("the record of table %s could not be read: %s", name, failed.reason)
            return
        text = b64decode(found["text"])
        await write(lambda connection: counting.tell(connection, name, found, text))

    async def _take_luck(self) -> None:
        """Take over what new analyses say."""
        for table, record, budget in await asyncio.to_thread(luck.fresh, self.store, AT_ONCE):
            review = await asyncio.to_thread(kept.result, self.store, record, budget)
            if review is None:
                continue
            try:
                found = await self.live.pool.ask({"do": "luck", "review": b64encode(review).decode()}, READING, "read")
                sides = found["sides"]
            except Unanswered as failed:
                if failed.reason in NOT_ITS_FAULT:
                    continue
                sides = []
            await self.live.writer.write(lambda connection: luck.keep(connection, table, budget, sides))  # noqa: B023 - awaited
