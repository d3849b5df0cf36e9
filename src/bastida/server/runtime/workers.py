"""Thinking happens elsewhere: processes with a deadline and a memory cap, replaced when they fail.

A worker is ``python -m bastida.server.runtime.thinker``, which reads jobs and writes answers as lines of JSON. The position it
gets is the public one, so a computer player cannot know more than a seat may. When no answer comes in time the worker
is killed, another takes its place, and the table goes on with a fallback move.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import bastida
from bastida.kernel.shelf import VARIABLE

GRACE = 3.0  # seconds beyond the deadline before a worker is given up
START = 30.0  # seconds a new worker may take for its first answer: it has to import everything
LINE = 8_000_000  # bytes of an answer at most


class Unanswered(Exception):
    """A worker gave no answer: it was too slow, it failed, or it died. ``reason`` is what it said last."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Worker:
    """One process that thinks."""

    def __init__(self, megabytes: int, expansions: str) -> None:
        self.megabytes, self.expansions = megabytes, expansions
        self.process: asyncio.subprocess.Process | None = None
        self.fresh = True

    async def ask(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Hand a job over and wait for its answer."""
        if self.process is None or self.process.returncode is not None:
            await self._start()
        assert self.process is not None and self.process.stdin is not None and self.process.stdout is not None
        try:
            async with asyncio.timeout(seconds + GRACE + (START if self.fresh else 0.0)):
                self.process.stdin.write(json.dumps(job).encode() + b"\n")
                await self.process.stdin.drain()
                line = await self.process.stdout.readline()
        except (TimeoutError, OSError, ValueError) as error:
            await self.stop()
            raise Unanswered(type(error).__name__) from None
        except BaseException:
            await self.stop()
            raise
        if not line.endswith(b"\n"):
            await self.stop()
            raise Unanswered("died")
        self.fresh = False
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _start(self) -> None:
        path = os.pathsep.join([str(Path(bastida.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bastida.server.runtime.thinker",
            str(self.megabytes),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path, **({VARIABLE: self.expansions} if self.expansions else {})},
            limit=LINE,
            start_new_session=True,  # a Ctrl-C at the terminal is for the server, which ends its workers itself
        )
        self.fresh = True

    async def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
        self.process = None


class Pool:
    """Workers, and whoever waits for one."""

    def __init__(self, number: int, megabytes: int, expansions: str = "") -> None:
        self.workers = [Worker(megabytes, expansions) for _ in range(max(1, number))]
        self.free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self.workers:
            self.free.put_nowait(worker)

    async def ask(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer of a worker; Unanswered if there is none. A job that crashes its worker is not tried again."""
        worker = await self.free.get()
        try:
            answer = await worker.ask(job, seconds)
        finally:
            self.free.put_nowait(worker)
        if "error" in answer:
            raise Unanswered(answer["error"])
        return answer

    async def close(self) -> None:
        for worker in self.workers:
            await worker.stop()
