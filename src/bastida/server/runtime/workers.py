"""What takes time happens elsewhere: processes with a deadline and a memory cap, replaced when they fail.

A worker is ``python -m bastida.server.runtime.thinker``, which reads jobs and writes answers as lines of JSON; bytes that
belong to an answer follow its line. A job that takes long writes before its answer how far it is (``told``). The position a
worker gets is the public one, so a computer player cannot know more than a seat may. When no answer comes in time the worker
is killed, another takes its place, and the table goes on with a fallback move. ``queues`` says whose job is next, and when one
that thinks has to come to an end.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import bastida
from bastida.kernel.shelf import VARIABLE
from bastida.server.runtime.queues import ANALYSING, ANSWER, FILMING, NOBODY, READING, THINKING, Lane, Told, Who, Work
from bastida.server.runtime.system import kill

GRACE = 3.0  # seconds beyond the deadline before a worker is given up
START = 30.0  # seconds a new worker may take for its first answer: it has to import everything
PATIENCE = 60.0  # seconds that something asked for waits for its turn
LINE = 8_000_000  # bytes of an answer at most
DATA = 64_000_000  # bytes that come with an answer at most
NICE, LOW, NICER = 10, 13, 19  # answers go before analyses, and these before films, on a busy machine too


class Unanswered(Exception):
    """A worker gave no answer: it was too slow, it failed, or it died. ``reason`` is what it said last."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Hand(Protocol):
    """Whoever does a job: a worker, or a test's stand-in for one."""

    async def start(self) -> None:
        """Be ready for a job."""

    async def ask(self, job: dict[str, Any], seconds: float, told: Told | None = None) -> dict[str, Any]:
        """Do it."""

    def hurry(self, seconds: float) -> None:
        """What is under way shall take so long altogether."""

    async def stop(self) -> None:
        """End."""


class Worker:
    """One process."""

    COMMAND = ("-m", "bastida.server.runtime.thinker")

    def __init__(self, megabytes: int, expansions: str, nice: int = NICE) -> None:
        self.megabytes, self.expansions, self.nice = megabytes, expansions, nice
        self.process: asyncio.subprocess.Process | None = None
        self.fresh = True
        self.broken = False  # it could not be started
        self.number = 0  # of the job under way
        self.limit = 0.0  # of its seconds

    async def ask(self, job: dict[str, Any], seconds: float, told: Told | None = None) -> dict[str, Any]:
        """Hand a job over and wait for its answer; until then ``told`` hears how far it is."""
        self.limit = seconds
        await self.start()
        assert self.process is not None and self.process.stdin is not None and self.process.stdout is not None
        self.number += 1
        try:
            async with asyncio.timeout(seconds + GRACE + (START if self.fresh else 0.0)):
                self.process.stdin.write(json.dumps({**job, "seconds": self.limit, "number": self.number}).encode() + b"\n")
                await self.process.stdin.drain()
                while "told" in (answer := await self._line(self.process.stdout)):
                    if told is not None:
                        told(*answer["told"])
                if "bytes" in answer:
                    if answer["bytes"] > DATA:
                        raise ValueError
                    answer["data"] = await self.process.stdout.readexactly(answer.pop("bytes"))
        except EOFError:
            await self.stop()
            raise Unanswered("died") from None
        except (TimeoutError, OSError, ValueError) as error:
            await self.stop()
            raise Unanswered(type(error).__name__) from None
        except BaseException:
            await self.stop()
            raise
        self.fresh = False
        if answer.get("error", "").startswith(MemoryError.__name__):  # what has filled it would be in the way of the next
            await self.stop()
        return answer

    @staticmethod
    async def _line(output: asyncio.StreamReader) -> dict[str, Any]:
        line = await output.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def start(self) -> None:
        """Be there, if it is not yet."""
        if self.process is None or self.process.returncode is not None:
            try:
                await self._start()
            except OSError as error:  # no descriptors, no memory
                self.broken = True
                raise Unanswered(type(error).__name__) from None
            self.broken = False

    def hurry(self, seconds: float) -> None:
        self.limit = seconds
        if self.process is not None and self.process.stdin is not None and not self.process.stdin.is_closing():
            self.process.stdin.write(json.dumps({"hurry": seconds, "number": self.number}).encode() + b"\n")

    async def _start(self) -> None:
        path = os.pathsep.join([str(Path(bastida.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self.COMMAND,
            str(self.megabytes),
            str(self.nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path, **({VARIABLE: self.expansions} if self.expansions else {})},
            limit=LINE,
            start_new_session=True,  # a Ctrl-C at the terminal is for the server, which ends its workers itself
        )
        self.fresh = True

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                kill(process)
            await process.wait()


class Crew:
    """The workers of a lane at work.

    Those that are not to ``keep`` end with each of their works, and also when whoever waited for it has gone.
    """

    def __init__(self, lane: Lane, workers: list[Hand], keep: bool = True) -> None:
        self.lane, self.workers, self.keep = lane, workers, keep
        self.free = list(workers)
        self.at: dict[Work, Hand] = {}
        self.done: dict[Work, asyncio.Future[dict[str, Any]]] = {}
        self.tasks: dict[Work, asyncio.Task[None]] = {}
        self.closing = False

    async def ask(self, work: Work) -> dict[str, Any]:
        """The answer to a work, when its turn has come."""
        self.lane.add(work)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[dict[str, Any]] = loop.create_future()
        self.done[work] = done
        given_up = None
        if work.kind in self.lane.quotas and work.kind != ANSWER:
            given_up = loop.call_later(PATIENCE, self._give_up, work)
        self._go_on()
        try:
            return await done
        finally:
            if given_up is not None:
                given_up.cancel()
            if self.done.pop(work, None) is not None:  # whoever waited has gone
                if work not in self.at:
                    self.lane.end(work)
                elif not self.keep:
                    loop.call_soon(self.tasks[work].cancel)  # after its first step: from there on it tidies up

    def cut(self, kind: str, table: str) -> bool:
        """What runs of this kind for a table comes to an end now, with what it has; was there anything?"""
        mine = [work for work in self.at if work.kind == kind and work.table == table]
        for work in mine:
            if work.allowed > 0.0:
                work.allowed = 0.0
                self.at[work].hurry(0.0)
        return bool(mine)

    def _give_up(self, work: Work) -> None:
        if work in self.done and work not in self.at and not self.done[work].done():
            self.done[work].set_exception(Unanswered("too busy"))

    def _go_on(self) -> None:
        while self.free and not self.closing and (work := self.lane.next()) is not None:
            self.at[work] = self._next()
            self.tasks[work] = asyncio.create_task(self._run(work, self.at[work]))
        for work in self.lane.hurried():
            self.at[work].hurry(work.allowed)

    def _next(self) -> Hand:
        """Of those that are free the first one: whoever joined later only helps."""
        found = min(self.free, key=self.workers.index)
        self.free.remove(found)
        return found

    def join(self, hands: Sequence[Hand]) -> None:
        """More hands, which work as soon as ``resize`` says that there are so many."""
        self.workers += hands
        self.free += hands

    def resize(self, number: int) -> None:
        """So many may work at once from now on."""
        self.lane.processes = number
        self._go_on()

    async def _run(self, work: Work, worker: Hand) -> None:
        answer: dict[str, Any] | None = None
        failed: Exception = Unanswered("stopped")
        try:
            answer = await worker.ask(work.job, work.allowed, work.told)
            if not self.keep:
                await worker.stop()
        except Exception as error:
            failed = error
        finally:
            self.lane.end(work)
            del self.at[work], self.tasks[work]
            self.free.append(worker)
            done = self.done.pop(work, None)
            if done is not None and not done.done():
                if answer is None:
                    done.set_exception(failed)
                else:
                    done.set_result(answer)
            self._go_on()

    async def warm(self) -> None:
        """Start the processes before there is work for them."""
        idle, self.free = self.free, []
        for worker in idle:
            with contextlib.suppress(Unanswered):
                await worker.start()
        self.free += idle
        self._go_on()

    async def close(self) -> None:
        self.closing = True
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for done in self.done.values():
            if not done.done():
                done.set_exception(Unanswered("stopped"))
        for worker in self.workers:
            await worker.stop()


@dataclass(eq=False)
class Making:
    """Something that several may wait for."""

    task: asyncio.Future[bytes]
    far: tuple[int, int] = (0, 0)  # so much is done, of so much
    waiting: int = 0  # how many do
    left: asyncio.TimerHandle | None = None  # nobody does: when it is given up


class Pool:
    """All workers: those that think, those that read records and draw, one that makes films, those that analyse games."""

    def __init__(
        self,
        number: int,
        megabytes: int,
        expansions: str = "",
        readers: int = 1,
        quotas: Mapping[str, int] | None = None,
        analysts: int = 1,
    ) -> None:
        quotas = quotas or {}
        self.workers = [Worker(megabytes, expansions) for _ in range(max(1, number))]
        reading = [Worker(megabytes, expansions) for _ in range(max(1, readers))]
        filming = [Worker(megabytes, expansions, NICER)]
        analysing = [Worker(megabytes, expansions, LOW) for _ in range(max(1, analysts))]
        self.crews = [
            _crew(self.workers, THINKING, quotas),
            _crew(reading, READING, quotas),
            _crew(filming, FILMING, quotas, keep=False),  # a film leaves much memory behind
            _crew(analysing, ANALYSING, quotas),
        ]
        self.under_way: dict[Hashable, Making] = {}  # what several may wait for, as long as it takes
        self.by_kind = {kind: crew for crew in self.crews for kind in crew.lane.kinds}

    async def ask(
        self,
        job: dict[str, Any],
        seconds: float,
        kind: str = ANSWER,
        who: Who = NOBODY,
        table: str = "",
        told: Told | None = None,
    ) -> dict[str, Any]:
        """The answer of a worker; Unanswered if there is none, Busy if the visitor has too much of this kind under way.

        A job that crashes its worker is not tried again.
        """
        answer = await self.by_kind[kind].ask(Work(kind, job, seconds, who, table, told))
        if "error" in answer:
            raise Unanswered(answer["error"])
        return answer

    def cut(self, kind: str, table: str) -> bool:
        """What runs of this kind for a table comes to an end now, with what it has; was there anything?"""
        return self.by_kind[kind].cut(kind, table)

    async def warm(self) -> None:
        """Whoever thinks gets ready: many tables are about to ask at once."""
        await self.crews[0].warm()

    @property
    def alive(self) -> bool:
        """Whether somebody can think, as far as was seen."""
        return not all(worker.broken for worker in self.workers)

    async def close(self) -> None:
        for crew in self.crews:
            await crew.close()


def _crew(workers: list[Worker], kinds: tuple[str, ...], quotas: Mapping[str, int], keep: bool = True) -> Crew:
    mine = {kind: most for kind, most in quotas.items() if kind in kinds}
    return Crew(Lane(len(workers), kinds, mine), list(workers), keep)
