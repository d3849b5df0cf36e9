"""Analyses of games: one after the other in a queue of their own, pass by pass, kept as they go on.

The first pass is quick and is made to its end; the next ones look deeper, and rest when nobody has looked for a while. A
process gets a few seconds of work at a time, so that visitors take turns, and what it found is kept at once: a server
that comes back goes on where the last one stopped.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from bastida.server.runtime import kept
from bastida.server.runtime.kept import FAILED, READY, RESTS, Kept
from bastida.server.runtime.queues import ANALYSING, NOBODY, Busy, Who
from bastida.server.runtime.settings import passes_of
from bastida.server.runtime.workers import Unanswered

if TYPE_CHECKING:
    from bastida.server.runtime.live import Live

KIND = ANALYSING[0]
ENOUGH = 2.0  # seconds of work after which a process hands over what it has
STRETCH = 240.0  # seconds that one stretch of a game may take; of the largest games some need a minute
CONCLUDING = 60.0  # seconds for putting together what was found
REST = 30.0  # seconds after which a deeper pass rests if nobody has looked
MOMENT = 1.0  # seconds that whoever looks waits for news
MOST = 200  # under way, of everybody together
AGAIN = 10.0  # seconds after which somebody who has too many under way may try again
log = logging.getLogger("bastida.server")


@dataclass(eq=False)
class Analysis:
    """One that is under way."""

    record: str
    who: Who
    watching: dict[Who, float] = field(default_factory=dict)  # who looks at how far it is, and when last
    budget: str = ""
    done: int = 0
    of: int = 0
    at_work: bool = False  # a process has had its first turn
    news: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    def tell(self) -> None:
        """Whoever waits for news hears of them."""
        self.news.set()
        self.news = asyncio.Event()


class Analyses:
    """All analyses of a server."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.passes = passes_of(live.settings.analysis_passes)
        self.under_way: dict[str, Analysis] = {}
        self.clock = time.monotonic
        self.rest, self.moment = REST, MOMENT

    # -- looking and asking ----------------------------------------------------------------------------------------------

    async def standing(self, record: str) -> dict[str, Kept]:
        return await asyncio.to_thread(kept.states, self.live.store, record)

    def wanted(self, standing: dict[str, Kept]) -> bool:
        """Whether there is still something to do."""
        first = next((name for name in self.passes if name not in standing or standing[name].state != READY), None)
        return first is not None and (first not in standing or standing[first].state != FAILED)

    def best(self, standing: dict[str, Kept]) -> str | None:
        """The deepest budget whose result is there."""
        return next((name for name in reversed(self.passes) if name in standing and standing[name].state == READY), None)

    def begin(self, record: str, who: Who) -> None:
        """Have it made, or gone on with; Busy if the visitor has enough under way."""
        if record in self.under_way:
            return
        self.check_room(who)
        one = self.under_way[record] = Analysis(record, who)
        one.task = self.live.spawn(self._run(one))

    def check_room(self, who: Who) -> None:
        """Busy if nothing more can be begun for this visitor now."""
        mine = sum(one.who[0] == who[0] for one in self.under_way.values())
        if who != NOBODY and (mine >= self.live.settings.analyses_at_once or len(self.under_way) >= MOST):
            raise Busy(KIND, AGAIN)

    async def look(self, record: str, who: Who) -> dict[str, Any]:
        """How far it is, after a moment; whoever looks wants it to go on."""
        one = self.under_way.get(record)
        if one is not None:
            one.watching[who] = self.clock()
            try:
                async with asyncio.timeout(self.moment):
                    await one.news.wait()
            except TimeoutError:
                pass
        return self.told(record, await self.standing(record))

    def told(self, record: str, standing: dict[str, Kept]) -> dict[str, Any]:
        """How far it is, for whoever asks."""
        one = self.under_way.get(record)
        best = self.best(standing)
        if one is not None:
            state = "working" if one.at_work else "waiting"
            return {"state": state, "budget": one.budget, "done": one.done, "of": one.of, "ready": best}
        last = next((name for name in reversed(self.passes) if name in standing), "")
        found = standing.get(last, Kept("none"))
        state = found.state if not self.wanted(standing) else "none" if not standing else "rests"
        return {"state": state, "budget": last, "done": found.done, "of": found.number, "ready": best}

    async def leave(self, record: str, who: Who) -> None:
        """Somebody wants it no longer; if nobody else looks at it either, it rests, whatever pass it is in."""
        one = self.under_way.get(record)
        if one is None or (who not in one.watching and who != one.who):
            return
        one.watching.pop(who, None)
        if any(self.clock() - at < self.rest for at in one.watching.values()):
            return
        assert one.task is not None
        one.task.cancel()
        await asyncio.wait([one.task])
        if one.budget:
            await self._ended(one, RESTS)

    # -- making ----------------------------------------------------------------------------------------------------------

    async def resume(self) -> None:
        """Go on with first passes that a server which is gone has left; deeper ones wait until somebody looks."""
        if not self.passes:
            return
        try:
            names = await asyncio.to_thread(kept.broken_off, self.live.store, self.passes[0])
        except SQLAlchemyError as error:
            log.warning("analyses could not be gone on with: %s", type(error).__name__)
            return
        for name in names[:MOST]:
            self.begin(name, NOBODY)

    async def _run(self, one: Analysis) -> None:
        try:
            for budget in self.passes:
                if not await self._pass(one, budget):
                    break
        except SQLAlchemyError as error:  # what is kept is gone on with when somebody looks
            log.warning("the analysis of %s was not kept: %s", one.record, type(error).__name__)
        finally:
            if self.under_way.get(one.record) is one:
                del self.under_way[one.record]
            one.tell()

    async def _pass(self, one: Analysis, budget: str) -> bool:
        """Make one pass; False if nothing comes after it now."""
        standing = (await self.standing(one.record)).get(budget, Kept(""))
        if standing.state in (READY, FAILED):
            return standing.state == READY
        one.budget, one.done, one.of, one.at_work = budget, standing.done, standing.number, False
        now, store, write = self.live.now(), self.live.store, self.live.writer.write
        await write(lambda connection: kept.begin(store, connection, one.record, budget, now))
        spent = standing.spent
        try:
            while not one.of or one.done < one.of:
                if self._forgotten(one):
                    await self._ended(one, RESTS)
                    return False
                if spent > self.live.settings.analysis_minutes * 60:
                    raise Unanswered("too long")
                answer = await self._asked(one, STRETCH, do="analyse", first=one.done, enough=ENOUGH)
                new, of, took = answer["stretches"], answer["of"], answer["took"]
                await write(lambda connection: kept.add(store, connection, one.record, budget, new, of, took))  # noqa: B023
                one.done, one.of, one.at_work, spent = one.done + len(new), of, True, spent + took
                one.tell()
            so_far = await asyncio.to_thread(kept.found_so_far, store, one.record, budget)
            answer = await self._asked(one, CONCLUDING, do="conclude", stretches=so_far)
        except Unanswered as failed:
            if failed.reason != "stopped":
                log.warning("the analysis of %s (%s) failed: %s", one.record, budget, failed.reason)
                await self._ended(one, FAILED, reason=failed.reason)
            return False
        await self._ended(one, READY, answer["data"])
        one.tell()
        return True

    async def _asked(self, one: Analysis, seconds: float, **job: Any) -> dict[str, Any]:
        """What a process answers. The record is read for each job: it may be long, and hundreds may be under way."""
        job["text"], job["budget"] = await asyncio.to_thread(self.live.store.record, one.record), one.budget
        if job["text"] is None:
            raise Unanswered("stopped")
        return await self.live.pool.ask(job, seconds, KIND, one.who, one.record)

    def _forgotten(self, one: Analysis) -> bool:
        """Nobody has looked for long at what is more than the first pass."""
        newest = max(one.watching.values(), default=float("-inf"))
        return one.budget != self.passes[0] and self.clock() - newest > self.rest

    async def _ended(self, one: Analysis, state: str, found: bytes | None = None, reason: str | None = None) -> None:
        record, budget = one.record, one.budget
        await self.live.writer.write(lambda connection: kept.end(connection, record, budget, state, found, reason))
