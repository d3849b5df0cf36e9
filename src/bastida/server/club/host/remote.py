"""Processes on other machines that think for this server: hands of its pool that leave their work in the database.

As many of them count as there are workers with a session (``bastida worker``), and no more than ``remote_workers``. A job
that nobody takes within a moment is done by one process here, so a worker that dies keeps a table waiting for seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from bastida.server.club.host import errands
from bastida.server.http.seat_tokens import new_code
from bastida.server.runtime import bus
from bastida.server.runtime.live import Live
from bastida.server.runtime.queues import LEAST, Told
from bastida.server.runtime.threads import to_its_end
from bastida.server.runtime.workers import GRACE, Unanswered, Worker

TAKEN = 1.0  # seconds within which somebody has to take a job
TRAVEL = 2.0  # seconds that a job and its answer may be under way
LOOK = 2.0  # seconds between two looks at who is there
TIDY = 30  # looks between two times of tidying up
NAME = 16  # letters
log = logging.getLogger("bastida.server")


class Hand:
    """One process somewhere else, as the pool sees it."""

    def __init__(self, labour: Labour) -> None:
        self.labour = labour
        self.id = ""  # of the job under way there
        self.limit = 0.0  # of its seconds

    async def start(self) -> None:
        """It is there, or it is not."""

    async def ask(self, job: dict[str, Any], seconds: float, told: Told | None = None) -> dict[str, Any]:
        self.limit = seconds
        found = await self._elsewhere(job)
        return found if found is not None else await self.labour.here(job, self.limit, told)

    async def _elsewhere(self, job: dict[str, Any]) -> dict[str, Any] | None:
        """The answer of another machine; None if nobody has taken the job."""
        labour, engine = self.labour, self.labour.engine
        loop = asyncio.get_running_loop()
        self.id = name = new_code(NAME)
        labour.waiting[name] = loop.create_future()
        over = False
        try:
            await to_its_end(lambda: errands.post(engine, name, job, self.limit))
            await asyncio.wait({labour.waiting[name]}, timeout=TAKEN)
            end = loop.time() + self.limit + GRACE + TRAVEL
            while True:
                labour.waiting[name] = done = loop.create_future()  # a message may come while one looks
                found = await to_its_end(lambda: errands.fetch(engine, name))
                if found is not None or await to_its_end(lambda: errands.withdraw(engine, name)):
                    over = True
                    return found
                if (left := end - loop.time()) <= 0:
                    break
                await asyncio.wait({done}, timeout=left)
            raise Unanswered("no answer from another machine")
        except Unanswered:
            raise
        except Exception as error:  # a database that is away: whoever asks has that trouble, too
            raise Unanswered(type(error).__name__) from None
        finally:
            self.id = ""
            labour.waiting.pop(name, None)
            if not over:
                labour.later(lambda: errands.withdraw(engine, name, taken=True))

    def hurry(self, seconds: float) -> None:
        self.limit = seconds
        if name := self.id:
            self.labour.later(lambda: errands.hurry(self.labour.engine, name, seconds))
        else:
            self.labour.spare.hurry(seconds)

    async def stop(self) -> None:
        """The other machine goes on without us."""


class Labour:
    """All hands of one server."""

    def __init__(self, live: Live) -> None:
        settings = live.settings
        self.live, self.engine = live, live.store.engine
        self.most = settings.remote_workers if live.store.postgres else 0
        self.waiting: dict[str, asyncio.Future[None]] = {}
        self.spare = Worker(settings.worker_megabytes, settings.expansions)
        self.lock = asyncio.Lock()
        self.queue = 0  # who waits for the spare one
        self.there = 0

    def start(self) -> None:
        """Join the pool, where there may be other machines."""
        if not self.most:
            return
        self.crew = self.live.pool.crews[0]
        self.own = len(self.crew.workers)
        self.crew.join([Hand(self) for _ in range(self.most)])
        self.live.spawn(self._look())
        self.live.spawn(bus.listen(self.live.store.url, self._heard, self._missed, channel=errands.DONE))

    def later(self, work: Any) -> None:
        """Something nobody waits for."""
        if not self.live.stopping:
            self.live.spawn(self._quietly(work))

    async def _quietly(self, work: Any) -> None:
        with contextlib.suppress(Exception):
            await to_its_end(work)

    async def here(self, job: dict[str, Any], seconds: float, told: Told | None) -> dict[str, Any]:
        """One process of this machine does what nobody has taken; several that need it share its time."""
        self.queue += 1
        try:
            share = max(LEAST, seconds / self.queue)
            async with self.lock:
                return await self.spare.ask(job, min(share, seconds), told)
        finally:
            self.queue -= 1

    async def _look(self) -> None:
        """See for ever how many hands there are."""
        turn = 0
        try:
            while True:
                turn += 1
                try:
                    self._resize(min(self.most, await to_its_end(lambda: errands.there(self.engine))))
                    if turn % TIDY == 0:
                        await to_its_end(lambda: errands.tidy(self.engine))
                except Exception as error:  # a database that is away comes back
                    log.warning("workers of other machines could not be counted: %s", type(error).__name__)
                await asyncio.sleep(LOOK)
        finally:
            await self.spare.stop()

    def _resize(self, there: int) -> None:
        if there != self.there:
            log.info("%s processes of other machines think along", there)
        self.there = there
        self.crew.resize(self.own + there)

    async def _heard(self, payload: str) -> None:
        done = self.waiting.get(payload)
        if done is not None and not done.done():
            done.set_result(None)

    async def _missed(self) -> None:
        """Answers may have come while nobody listened: everybody looks."""
        for done in self.waiting.values():
            if not done.done():
                done.set_result(None)
