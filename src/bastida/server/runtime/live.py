"""The running server: rooms in memory, committing, clocks, computer seats, and what other servers say.

The rule that makes everything else simple: whoever acts at a table holds its room's lock, from reading the newest events
to the commit of the new ones. What is not committed is never seen; if a commit fails, the room is read again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Sequence
from typing import Any

from bastida import position
from bastida.server.http.problems import Problem
from bastida.server.runtime import bus
from bastida.server.runtime.holding import Holdings
from bastida.server.runtime.queues import ANSWER, LEAST, Who
from bastida.server.runtime.rooms import Listener, Room, message
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.store import Conflict, Event, Store, TableRow, Upkeep
from bastida.server.runtime.workers import GRACE, Pool, Unanswered
from bastida.server.runtime.writer import Writer
from bastida.server.table import referee
from bastida.server.table.referee import Proposal
from bastida.server.table.state import Table, played_on
from bastida.table.setup import SetupError

BEAT = 2.0  # seconds between two signs of life
SWEEP = 1.0  # seconds between two looks at what is due
HEARTBEAT = 15.0  # seconds after which an idle stream says that it is alive
MARGIN = 10.0  # seconds after which another server takes over a computer's turn
TRIES = 3
log = logging.getLogger("bastida.server")

Propose = Callable[[Table, float], Sequence[Proposal]]


class Live:
    """Everything that runs."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.seats = Holdings(store)
        self.pauses: list[tuple[float, float]] = []
        self.stopping = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self.writer: Writer
        self.pool: Pool

    # -- starting and stopping -----------------------------------------------------------------------------------------

    async def start(self) -> None:
        self.writer = Writer(self.store)
        settings = self.settings
        self.pool = Pool(settings.workers, settings.worker_megabytes, settings.expansions, settings.readers, settings.quotas)
        now = time.time()
        await self.writer.write(lambda connection: self.store.wake(connection, now))
        self.pauses = await asyncio.to_thread(self.store.pauses)
        self.spawn(self._beat())
        self.spawn(self._sweep())
        if self.store.postgres:
            self.spawn(bus.listen(self.store.url, self._heard, self._catch_up_all))

    def dismiss(self) -> None:
        """End all streams; clients come back when a server is there again."""
        self.stopping = True
        for room in self.rooms.values():
            room.dismiss()

    async def stop(self) -> None:
        self.dismiss()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.pool.close()
        with contextlib.suppress(Exception):  # the clocks stop now; without a database they have stopped already
            await self.writer.write(lambda connection: self.store.beat(connection, time.time()))
        await asyncio.to_thread(self.writer.close)
        self.store.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.writer.write(lambda connection: self.store.beat(connection, time.time()))
                if self.store.postgres:
                    self._forget_dead(await asyncio.to_thread(self.store.others))
            except Exception as error:  # a database that is away comes back
                log.warning("no sign of life could be written: %s", type(error).__name__)

    def _forget_dead(self, alive: set[str]) -> None:
        """Whoever listened at a server that has died is away."""
        for room in self.rooms.values():
            gone = set(room.elsewhere) - alive
            for server in gone:
                del room.elsewhere[server]
            if gone:
                room.notice(time.time())
                room.tell_presence(time.time(), self.settings.claim_seconds)

    async def _sweep(self) -> None:
        """Act at tables that are due: after a restart, or for a server that has died."""
        while True:
            try:
                for name in await asyncio.to_thread(self.store.due_before, time.time(), 100):
                    with contextlib.suppress(Problem):  # a table that cannot be opened keeps no other waiting
                        await self._attend(await self.room(name))
            except Exception as error:
                log.warning("tables that are due could not be looked at: %s", type(error).__name__)
            await asyncio.sleep(SWEEP)

    # -- rooms ---------------------------------------------------------------------------------------------------------

    async def room(self, name: str) -> Room:
        """The room of a table; Problem if there is none."""
        room = self.rooms.get(name)
        if room is None:
            if await asyncio.to_thread(self.store.table, name) is None:
                raise Problem("no_table")
            room = self.rooms.setdefault(name, Room(name))
            self._make_space()
        self.rooms.move_to_end(name)
        return room

    def _make_space(self) -> None:
        for name in list(self.rooms)[: max(0, len(self.rooms) - self.settings.cache_tables)]:
            if self.rooms[name].idle:
                room = self.rooms.pop(name)
                if room.timer is not None:
                    room.timer.cancel()

    async def ready(self, room: Room, newest: bool = True) -> Table:
        """The table of a locked room with every event there is, or (not newest) with those this server knows of."""
        if room.table is None:
            row = await asyncio.to_thread(self.store.table, room.name)
            if row is None:
                raise Problem("no_table")
            duplicate = await asyncio.to_thread(self.store.duplicate, row.duplicate) if row.duplicate else None
            events = await asyncio.to_thread(self.store.events_after, room.name, 0)
            try:
                table = Table(row, duplicate.seed if duplicate else None, self.pauses)
            except SetupError as error:  # an expansion that is there no longer
                raise Problem("wrong_setup", problems=error) from None
            for event in events:
                table.apply(event)
            room.table = table
            room.notice(time.time())
            room.broadcast(events, time.time())  # whatever came in while the table was not in memory
            if self.store.postgres:
                self.spawn(self.writer.write(lambda connection: self.store.notify(connection, f"who {room.name}")))
        elif self.store.postgres and newest:
            self._take_in(room, await asyncio.to_thread(self.store.events_after, room.name, room.table.seq))
        return room.table

    def _take_in(self, room: Room, events: Sequence[Event]) -> None:
        """Events that another server has committed."""
        assert room.table is not None
        fresh = [event for event in events if event.seq > room.table.seq]
        for event in fresh:
            room.table.apply(event)
        if fresh:
            room.broadcast(fresh, time.time())
            self._set_timer(room)

    @contextlib.asynccontextmanager
    async def entered(self, name: str) -> AsyncIterator[tuple[Room, Table]]:
        """A room and its table, locked and up to date."""
        room = await self.room(name)
        async with room.lock:
            yield room, await self.ready(room)

    # -- acting --------------------------------------------------------------------------------------------------------

    async def create(
        self, row: TableRow, seed: str | None, tokens: Sequence[tuple[str, int | None]], steps: Sequence[str] = ()
    ) -> None:
        """A new table, dealt and kept; ``steps`` are those of a record that is continued."""
        table = Table(row, seed, self.pauses)
        played = played_on(table.game, steps, table.dealer)
        first = Event(1, time.time(), "start", None, None, {"steps": [step.text for step in played.game.steps]})
        table.apply(first, played)
        upkeep = self._upkeep(table)
        await self.writer.write(lambda connection: self.store.create_table(connection, row, tokens, [first], upkeep))
        room = self.rooms.setdefault(row.id, Room(row.id))
        self._make_space()
        async with room.lock:
            if room.table is None:
                room.table = table
                room.notice(time.time())
            self._after(room)

    async def act(self, name: str, seat: int | None, key: str | None, propose: Propose) -> int:
        """Let somebody do something; the sequence number after it. The same key again gives the same answer."""
        room = await self.room(name)
        newest = False  # what this server knows of is nearly always all there is; a refusal or a conflict looks again
        for _ in range(TRIES):
            async with room.lock:
                table = await self.ready(room, newest)
                if key is not None and (seat, key) in table.keys:
                    return table.keys[seat, key]
                now = time.time()
                try:
                    proposals = propose(table, now)
                    return await self._commit(room, proposals, seat, key, now) if proposals else table.seq
                except Conflict:
                    pass
                except Problem:
                    if newest or not self.store.postgres:
                        raise
                newest = True
        raise Problem("stale", seen=0, seq=0)

    async def _commit(self, room: Room, proposals: Sequence[Proposal], seat: int | None, key: str | None, now: float) -> int:
        """Make proposals come true: apply, commit, tell. The room is locked, so nobody sees what is not committed."""
        table = room.table
        assert table is not None
        events = [
            Event(table.seq + 1 + number, now, what.kind, what.seat, key if number == 0 else None, what.body)
            for number, what in enumerate(proposals)
        ]
        try:
            for event, what in zip(events, proposals, strict=True):
                table.apply(event, what.played)
            upkeep = self._upkeep(table)
            await self.writer.write(lambda connection: self.store.append(connection, room.name, events, upkeep))
        except BaseException:
            room.forget()
            raise
        room.broadcast(events, now)
        self._after(room)
        return events[0].seq if key is not None else table.seq

    def _upkeep(self, table: Table) -> Upkeep:
        return Upkeep(table.status, table.next_due(self.settings.think_seconds + GRACE + MARGIN), table.result())

    def _after(self, room: Room) -> None:
        """See to what comes next without anybody asking: the computer thinks, a clock runs."""
        assert room.table is not None
        if room.table.computer is not None and room.thinking is None:
            self._start_thinking(room)
        self._set_timer(room)

    def _set_timer(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        table = room.table
        falls = table.clock.falls(self.pauses) if table is not None and table.clock is not None else None
        if falls is not None:
            loop = asyncio.get_running_loop()
            delay = max(0.0, falls - time.time()) + 0.01
            room.timer = loop.call_later(delay, lambda: self.spawn(self._attend(room)))

    async def _attend(self, room: Room) -> None:
        """Do what is due at a table: let a clock fall, let the computer think."""
        async with room.lock:
            table = await self.ready(room)
            now = time.time()
            proposals = referee.time_is_up(table, now)
            if proposals:
                with contextlib.suppress(Conflict):
                    await self._commit(room, proposals, None, None, now)
                return
            self._after(room)
            due = table.next_due(self.settings.think_seconds + GRACE + MARGIN)
            if due is None or due > now:
                await self.writer.write(lambda connection: self.store.set_due(connection, room.name, due))
            elif table.computer is not None:  # thought about here from now on
                later = now + self.settings.think_seconds + GRACE + MARGIN
                await self.writer.write(lambda connection: self.store.set_due(connection, room.name, later))

    # -- computer seats ------------------------------------------------------------------------------------------------

    def _start_thinking(self, room: Room) -> None:
        room.thinking = self.spawn(self._think(room))

    async def _think(self, room: Room) -> None:
        """Answer for the computer until a person is asked."""
        try:
            while not self.stopping and await self._think_once(room):
                pass
        except Problem as problem:
            log.warning("table %s: the computer's answer was refused: %s", room.name, problem.code)
        except Exception:
            log.exception("table %s: the computer's answer failed", room.name)
        finally:
            room.thinking = None

    async def _think_once(self, room: Room) -> bool:
        async with room.lock:
            table = await self.ready(room)
            seat, level, seen = table.asked, table.computer, table.position_seq
            if seat is None or level is None:
                return False
            job = self.job(table, level)
            spare = [option.text for option in table.game.options()]
        text = await self._thought(job, spare, room.name)
        async with room.lock:
            table = await self.ready(room, newest=False)
            if table.position_seq != seen or table.computer is None:
                return True
            now = time.time()
            try:
                proposal = referee.play(table, seat, text, now)
            except Problem:
                proposal = referee.play(table, seat, secrets.choice(spare), now)
            with contextlib.suppress(Conflict):
                await self._commit(room, [proposal], None, None, now)
            return True

    async def _thought(self, job: dict[str, Any], spare: Sequence[str], name: str) -> str:
        """What the computer answers; any legal answer if it fails to think."""
        if len(spare) == 1:
            return spare[0]
        try:
            answer = await self.pool.ask(job, *self._turn(name, job["seconds"]), name)
            return str(answer["answer"])
        except Unanswered as failed:
            log.warning("table %s: no thought (%s), a fallback move instead", name, failed.reason)
            return secrets.choice(spare)

    def _turn(self, name: str, seconds: float) -> tuple[float, str, Who]:
        """How long, before whom and for whom a table's computer thinks: for whoever made the table.

        Where nobody has looked for long it thinks last and briefly: the game goes on to its end and keeps nobody waiting.
        """
        room = self.rooms.get(name)
        maker = room.table.config.get("maker") if room is not None and room.table is not None else None
        who = (maker[0], maker[1]) if maker else (name, "")
        if room is not None and room.unseen_for() > self.settings.idle_minutes * 60:
            return min(seconds, LEAST), "idle", who
        return seconds, ANSWER, who

    def job(self, table: Table, level: str) -> dict[str, Any]:
        """What a worker needs to think about a table: the public position, and no more."""
        return {
            "do": "think",
            "position": position(table.game),
            "players": list(table.setup.players),
            "level": level,
            "seed": secrets.randbits(31),
            "seconds": self.settings.think_seconds,
        }

    # -- listening -----------------------------------------------------------------------------------------------------

    async def stream(self, name: str, listener: Listener, last: int | None) -> AsyncGenerator[bytes]:
        """The event stream of one listener, until it goes or the server stops."""
        async with self.entered(name) as (room, _):
            first = room.join(listener, last, time.time())
        try:
            await self._presence_changed(room)
            yield b"retry: 1000\n\n" + b"".join(first)
            while True:
                try:
                    data = await asyncio.wait_for(listener.queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if data is None:
                    yield message("bye", {"stopping": self.stopping})
                    return
                yield data
        finally:
            room.leave(listener)
            if not self.stopping:
                self.spawn(self._presence_changed(room))

    async def _presence_changed(self, room: Room) -> None:
        now = time.time()
        room.notice(now)
        room.tell_presence(now, self.settings.claim_seconds)
        if self.store.postgres:
            seats = ",".join(map(str, sorted(room.here()))) or "-"
            await self.writer.write(lambda c: self.store.notify(c, f"here {room.name} {self.store.server} {seats}"))

    # -- other servers -------------------------------------------------------------------------------------------------

    async def _heard(self, payload: str) -> None:
        kind, name, *words = payload.split()
        room = self.rooms.get(name)
        if room is None:
            return
        if kind == "event" and room.table is not None and room.table.seq < int(words[0]):
            self.spawn(self._catch_up(room))
        elif kind == "who" and room.here():
            self.spawn(self._presence_changed(room))
        elif kind == "here" and words[0] != self.store.server:
            room.elsewhere[words[0]] = {int(seat) for seat in words[1].split(",")} if words[1] != "-" else set()
            room.notice(time.time())
            room.tell_presence(time.time(), self.settings.claim_seconds)

    async def _catch_up(self, room: Room) -> None:
        async with room.lock:
            if room.table is not None:
                await self.ready(room)

    async def _catch_up_all(self) -> None:
        for room in list(self.rooms.values()):
            self.spawn(self._catch_up(room))
            if room.here():
                self.spawn(self._presence_changed(room))
