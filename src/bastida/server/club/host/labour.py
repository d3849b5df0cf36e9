"""``bastida worker``: thinks for the servers of a database, on this machine, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable
from secrets import token_hex

from sqlalchemy import make_url

from bastida.server.club.host import errands
from bastida.server.club.host.errands import Errand
from bastida.server.runtime import bus
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.workers import Unanswered, Worker

LOOK = 1.0  # seconds after which an idle process looks by itself: a message may be lost
MOST_CALLS = 1_000
log = logging.getLogger("bastida.server")


class Labourer:
    """Some processes that take jobs from a database."""

    def __init__(self, settings: Settings, processes: int) -> None:
        self.url, self.name = make_url(settings.url), token_hex(4)
        self.engine = errands.engine_for(self.url, processes, self.name)
        self.workers = [Worker(settings.worker_megabytes, settings.expansions) for _ in range(processes)]
        self.at: dict[str, Worker] = {}  # by job
        self.calls: asyncio.Queue[None] = asyncio.Queue(MOST_CALLS)
        self.done = 0

    async def run(self, ready: Callable[[], None]) -> None:
        """Work until a signal says stop, or whoever runs this does."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):  # not the main thread
                loop.add_signal_handler(number, over.set)
        tasks = [asyncio.create_task(self._work(worker)) for worker in self.workers]
        tasks.append(asyncio.create_task(bus.listen(self.url, self._heard, self._restored, channel=errands.NEW)))
        ready()
        try:
            await over.wait()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for worker in self.workers:
                await worker.stop()
            await asyncio.to_thread(self.engine.dispose)

    async def _heard(self, payload: str) -> None:
        word, *rest = payload.split()
        if word == errands.HURRY and len(rest) == 2:
            if (worker := self.at.get(rest[0])) is not None:
                worker.hurry(float(rest[1]))
        elif not self.calls.full():
            self.calls.put_nowait(None)

    async def _restored(self) -> None:
        """What was missed is found by looking."""

    async def _work(self, worker: Worker) -> None:
        with contextlib.suppress(Unanswered):
            await worker.start()
        while True:
            try:
                found = await asyncio.to_thread(errands.take, self.engine, self.name)
                if found is not None:
                    await self._do(worker, found)
                    continue
            except Exception as error:  # a database that is away comes back
                log.warning("no work could be taken: %s", type(error).__name__)
                await asyncio.sleep(LOOK)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.calls.get(), LOOK)

    async def _do(self, worker: Worker, errand: Errand) -> None:
        self.at[errand.id] = worker
        try:
            found = await worker.ask(errand.job, errand.seconds)
        except Unanswered as failed:
            found = {"error": failed.reason}
        finally:
            del self.at[errand.id]
        found.pop("data", None)  # no job of this kind has any
        await asyncio.to_thread(errands.answer, self.engine, errand.id, found)
        self.done += 1
