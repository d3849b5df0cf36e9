"""One thread writes, and everything that waits is committed together: a thousand tables share the disk's flushes.

While a batch is being committed, what comes in is gathered on the event loop; thread and loop wake each other once for a
whole batch. New events of all tables in it are one statement. If one of them cannot be added, nothing of the batch is
kept, and it is done again piece by piece, so that one that fails takes nothing along. Whoever handed something in goes on
only when the commit has reached the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from bastida.server.runtime.store import Append, Conflict, Store

T = TypeVar("T")
Work = Callable[[Connection], Any]
Wrote = Callable[[int, float], None]  # so many pieces in so many seconds; called in the thread
BATCH = 500
IDLE = 1.0  # seconds after which a connection may have been closed at the other end


@dataclass
class Job:
    """Something to write, and who waits for it."""

    work: Work | Append
    future: asyncio.Future[Any]
    result: Any = None
    failure: Exception | None = None


class Writer:
    """The thread that writes to a store, and what waits for it on one event loop."""

    def __init__(self, store: Store, wrote: Wrote | None = None) -> None:
        self._store, self._wrote = store, wrote
        self._engine = store.engine.execution_options(writes=True)
        self._connection: Connection | None = None
        self._used = 0.0  # when the connection was last used
        self._waiting: list[Job] = []
        self._busy = False
        self._queue: SimpleQueue[tuple[asyncio.AbstractEventLoop, list[Job]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    # -- on the event loop ---------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How much waits for the batch that is being committed."""
        return len(self._waiting)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do some work in a transaction, and come back when it is committed."""
        return await self._hand_in(work)  # type: ignore[no-any-return]

    async def append(self, new: Append) -> None:
        """Add events to a table, and come back when they are committed; Conflict if another process was faster."""
        await self._hand_in(new)

    def _hand_in(self, work: Work | Append) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        job = Job(work, loop.create_future())
        self._waiting.append(job)
        if not self._busy:
            self._send(loop)
        return job.future

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the thread what waits, as far as somebody still waits for it."""
        batch = [job for job in self._waiting[:BATCH] if not job.future.done()]
        del self._waiting[:BATCH]
        self._busy = bool(batch)
        if batch:
            self._queue.put((loop, batch))

    def _committed(self, loop: asyncio.AbstractEventLoop, batch: Sequence[Job]) -> None:
        for job in batch:
            if job.future.done():  # whoever waited has gone
                continue
            if job.failure is not None:
                job.future.set_exception(job.failure)
            else:
                job.future.set_result(job.result)
        self._send(loop)

    def close(self) -> None:
        """Finish what was handed in, and stop."""
        self._queue.put(None)
        self._thread.join()

    # -- in the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (handed := self._queue.get()) is not None:
            loop, batch = handed
            began = time.monotonic()
            self._commit(batch)
            if self._wrote is not None:
                self._wrote(len(batch), time.monotonic() - began)
            with contextlib.suppress(RuntimeError):  # a loop that is closed waits for nothing any more
                loop.call_soon_threadsafe(self._committed, loop, batch)
        self._drop()

    def _commit(self, batch: list[Job]) -> None:
        try:
            try:
                self._write(batch, together=True)
            except DBAPIError as error:
                if isinstance(error, OperationalError | InterfaceError):  # the database itself is away
                    raise
                self._write(batch, together=False)
        except Exception as lost:  # nothing of the batch is known to be kept
            self._drop()
            for job in batch:
                job.failure = lost

    def _write(self, batch: list[Job], together: bool) -> None:
        connection = self._connected()
        with connection.begin():
            alone = batch
            if together:
                plain = [job.work for job in batch if isinstance(job.work, Append) and job.work.also is None]
                alone = [job for job in batch if not isinstance(job.work, Append) or job.work.also is not None]
                if plain:
                    self._store.append(connection, plain)
            for job in alone:
                self._apart(connection, job)
        self._used = time.monotonic()

    def _apart(self, connection: Connection, job: Job) -> None:
        """A piece of work inside its own savepoint."""
        job.failure = None
        try:
            with connection.begin_nested():
                if isinstance(job.work, Append):
                    self._store.append(connection, [job.work])
                    if job.work.also is not None:
                        job.work.also(connection)
                else:
                    job.result = job.work(connection)
        except IntegrityError as error:
            job.failure = Conflict(str(error.orig)) if isinstance(job.work, Append) else error
        except Exception as error:
            job.failure = error

    def _connected(self) -> Connection:
        """The writer's own connection; one that the database has closed meanwhile is opened again."""
        if self._store.postgres and self._connection is not None and time.monotonic() - self._used > IDLE:
            try:
                with self._connection.begin():
                    self._connection.exec_driver_sql("SELECT 1")
            except DBAPIError:
                self._drop()
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.invalidate()
            with contextlib.suppress(Exception):
                self._connection.close()
            self._connection = None
