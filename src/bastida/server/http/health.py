"""Whether a server is ready: its database answers, its disk has room, its workers can work."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from pathlib import Path

from sqlalchemy import literal, select

from bastida.server.runtime.live import Live
from bastida.server.runtime.schema import kept
from bastida.server.runtime.settings import Settings

KEPT = 1.0  # seconds for which an answer is given again
PATIENCE = 2.0  # seconds the database has
ROOM = 50_000_000  # bytes a disk must have free
OK = "ok"


class Health:
    """Looks once a second at most, however often it is asked."""

    def __init__(self, live: Live, settings: Settings) -> None:
        self.live, self.file = live, settings.file
        self.looked = float("-inf")
        self.found: dict[str, str] = {}
        self.looking = asyncio.Lock()
        self.asking: asyncio.Task[None] | None = None

    async def report(self) -> dict[str, str]:
        """Every part with ``ok``, or with what is wrong."""
        async with self.looking:
            if time.monotonic() - self.looked >= KEPT:
                self.found = {"server": "stopping" if self.live.stopping else OK, "database": await self._database()}
                if self.file is not None:
                    self.found["disk"] = await asyncio.to_thread(disk, self.file)
                self.found["workers"] = OK if self.live.pool.alive else "none can be started"
                self.looked = time.monotonic()
            return self.found

    async def _database(self) -> str:
        """One question at a time: a database that hangs must not collect threads that wait for it."""
        if self.asking is None:
            self.asking = asyncio.create_task(asyncio.to_thread(self._ask))
        await asyncio.wait({self.asking}, timeout=PATIENCE)
        if not self.asking.done():
            return "no answer"
        failed, self.asking = self.asking.exception(), None
        return OK if failed is None else type(failed).__name__

    def _ask(self) -> None:
        with self.live.store.engine.connect() as connection:
            connection.execute(select(literal(1)).select_from(kept).limit(1)).first()


def disk(file: Path) -> str:
    """The disk of a database file."""
    try:
        if shutil.disk_usage(file).free < ROOM:
            return "full"
        return OK if all(os.access(place, os.W_OK) for place in (file, file.parent)) else "read-only"
    except OSError as error:
        return error.strerror or type(error).__name__
