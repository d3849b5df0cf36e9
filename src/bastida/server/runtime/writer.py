"""One thread writes, and everything that waits is committed together: a thousand tables share the disk's flushes.

A piece of work runs inside its own savepoint, so that one that fails takes nothing along; whoever handed it in goes on
only when the commit has reached the disk.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection

from bastida.server.runtime.store import Store

T = TypeVar("T")
Work = Callable[[Connection], Any]
BATCH = 200


class Writer:
    """The thread that writes to a store."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine.execution_options(writes=True)
        self._queue: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do some work in a transaction, and come back when it is committed."""
        future: Future[T] = Future()
        self._queue.put((work, future))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Finish what was handed in, and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while len(batch) < BATCH and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._commit([item for item in batch if item[1].set_running_or_notify_cancel()])
            if last:
                return

    def _commit(self, batch: list[tuple[Work, Future[Any]]]) -> None:
        done: list[tuple[Future[Any], Any]] = []
        failed: list[tuple[Future[Any], Exception]] = []
        try:
            with self._engine.begin() as connection:
                for work, future in batch:
                    try:
                        with connection.begin_nested():
                            done.append((future, work(connection)))
                    except Exception as error:
                        failed.append((future, error))
        except Exception as lost:  # nothing of the batch is known to be kept
            failed = [(future, lost) for _, future in batch]
            done = []
        for future, result in done:
            future.set_result(result)
        for future, reason in failed:
            future.set_exception(reason)
