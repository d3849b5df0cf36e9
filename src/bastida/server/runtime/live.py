"""The running server: rooms in memory, committing, clocks, computer seats, and what other servers say.

The rule that makes everything else simple: whoever acts at a table holds its room's lock, from reading the newest events
to the commit of the new ones. What is not committed is never seen; if a commit fails, the room is read again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from bastida import position
from bastida.server.http.problems import Problem
from bastida.server.runtime import bus, hours
from bastida.server.runtime.holding import Holdings
from bastida.server.runtime.rooms import HEARD, Listener, Room, message
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.store import WATCHING, Conflict, Event, Store, TableRow, Upkeep
from bastida.server.runtime.workers import GRACE, Pool, Unanswered
from bastida.server.runtime.writer import Work, Writer
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
        self.hours = hours.Hours()
        self.now = self.hours.now
        self.pauses: list[tuple[float, float]] = []
        self.stopping = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self.writer: Writer
        self.pool: Pool

    # -- starting and stopping -----------------------------------------------------------------------------------------

    async def start(self) -> None:
        self.writer = Writer(self.store)
        self.pool = Pool(self.settings.workers, self.settings.worker_megabytes, self.settings.expansions)
        self.hours.set(await self.writer.write(lambda connection: hours.wake(self.store, connection)))
        self.pauses = await asyncio.to_thread(self.store.pauses)
        self.spawn(self._beat())
        self.spawn(self._sweep())
        if self.store.postgres:
            self.spawn(bus.listen(self.store.url, self._heard, self._catch_up_all, lambda: self.seats.forget_all(False)))

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
            await self.writer.write(lambda connection: self.store.beat(connection, self.now()))
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
                await self.writer.write(lambda connection: self.store.beat(connection, self.now()))
                if self.store.postgres:
                    alive, newest = await asyncio.to_thread(self.store.others)
                    self.hours.at_least(newest)
                    self._forget_dead(alive)
            except Exception as error:  # a database that is away comes back
                log.warning("no sign of life could be written: %s", type(error).__name__)

    def _forget_dead(self, alive: set[str]) -> None:
        """Whoever listened at a server that has died is away."""
        for room in self.rooms.values():
            gone = set(room.elsewhere) - alive
            for server in gone:
                del room.elsewhere[server]
            if gone:
                room.notice(self.now())
                room.tell_presence(self.now(), self.settings.claim_seconds)

    async def _sweep(self) -> None:
        """Act at tables that are due: after a restart, or for a server that has died."""
        while True:
            try:
                for name in await asyncio.to_thread(self.store.due_before, self.now(), 100):
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
            room.notice(self.now())
            room.broadcast(events, self.now())  # whatever came in while the table was not in memory
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
            room.broadcast(fresh, self.now())
            self._set_timer(room)

    @contextlib.asynccontextmanager
    async def entered(self, name: str) -> AsyncIterator[tuple[Room, Table]]:
        """A room and its table, locked and up to date."""
        room = await self.room(name)
        async with room.lock:
            yield room, await self.ready(room)

    # -- acting --------------------------------------------------------------------------------------------------------

    async def create(
        self,
        row: TableRow,
        seed: str | None,
        tokens: Sequence[tuple[str, int | None]],
        steps: Sequence[str] = (),
        also: Work | None = None,
    ) -> None:
        """A new table, dealt and kept with what else is to be written; ``steps`` are those of a record that is continued."""
        table = Table(row, seed, self.pauses)
        played = played_on(table.game, steps, table.dealer)
        first = Event(1, self.now(), "start", None, None, {"steps": [step.text for step in played.game.steps]})
        table.apply(first, played)
        upkeep = self._upkeep(table)

        def write(connection: Connection) -> None:
            self.store.create_table(connection, row, tokens, [first], upkeep)
            if also is not None:
                also(connection)

        await self.writer.write(write)
        room = self.rooms.setdefault(row.id, Room(row.id))
        self._make_space()
        async with room.lock:
            if room.table is None:
                room.table = table
                room.notice(self.now())
            self._after(room)

    async def act(self, name: str, seat: int | None, key: str | None, propose: Propose, also: Work | None = None) -> int:
        """Let somebody do something; the sequence number after it. The same key again gives the same answer.

        What else is to be written comes true together with it, or not at all.
        """
        room = await self.room(name)
        newest = False  # what this server knows of is nearly always all there is; a refusal or a conflict looks again
        for _ in range(TRIES):
            async with room.lock:
                table = await self.ready(room, newest)
                if key is not None and (known := await self._answered(table, seat, key)) is not None:
                    return known
                now = self.now()
                try:
                    proposals = propose(table, now)
                    if proposals:
                        return await self._commit(room, proposals, seat, key, now, also)
                    if also is not None:
                        await self.writer.write(also)
                    return table.seq
                except Conflict:
                    pass
                except Problem:
                    if newest or not self.store.postgres:
                        raise
                newest = True
        raise Problem("stale", seen=0, seq=0)

    async def _answered(self, table: Table, seat: int | None, key: str) -> int | None:
        """What a request with this key was answered with before."""
        known = table.keys.get(seat, key)
        if known is None and table.keys.more(seat):
            return await asyncio.to_thread(self.store.answered, table.id, seat, key)
        return known

    async def _commit(
        self,
        room: Room,
        proposals: Sequence[Proposal],
        seat: int | None,
        key: str | None,
        now: float,
        also: Work | None = None,
    ) -> int:
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

            def write(connection: Connection) -> None:
                self.store.append(connection, room.name, events, upkeep)
                if also is not None:
                    also(connection)

            await self.writer.write(write)
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
            delay = max(0.0, falls - self.now()) + 0.01
            room.timer = loop.call_later(delay, lambda: self.spawn(self._attend(room)))

    async def _attend(self, room: Room) -> None:
        """Do what is due at a table: let a clock fall, let the computer think."""
        async with room.lock:
            table = await self.ready(room)
            now = self.now()
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
            now = self.now()
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
            answer = await self.pool.ask(job, job["seconds"])
            return str(answer["answer"])
        except Unanswered as failed:
            log.warning("table %s: no thought (%s), a fallback move instead", name, failed.reason)
            return secrets.choice(spare)

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
            first = room.join(listener, last, self.now())
        try:
            await self._presence_changed(room)
            await self._check_seated(room, listener)
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
        now = self.now()
        room.notice(now)
        room.tell_presence(now, self.settings.claim_seconds)
        if self.store.postgres:
            seats = ",".join(map(str, sorted(room.here()))) or "-"
            await self.writer.write(lambda c: self.store.notify(c, f"here {room.name} {self.store.server} {seats}"))

    # -- other servers -------------------------------------------------------------------------------------------------

    async def _heard(self, payload: str) -> None:
        kind, name, *words = payload.split()
        if kind == "seats":
            self.spawn(self.reseated(name))
        room = self.rooms.get(name)
        if room is None:
            return
        if kind == "event" and room.table is not None and room.table.seq < int(words[0]):
            self.spawn(self._catch_up(room))
        elif kind == "who" and room.here():
            self.spawn(self._presence_changed(room))
        elif kind == "here" and words[0] != self.store.server:
            room.elsewhere[words[0]] = {int(seat) for seat in words[1].split(",")} if words[1] != "-" else set()
            room.notice(self.now())
            room.tell_presence(self.now(), self.settings.claim_seconds)

    async def _catch_up(self, room: Room) -> None:
        async with room.lock:
            if room.table is not None:
                await self.ready(room)

    async def _catch_up_all(self) -> None:
        self.seats.forget_all(True)
        for room in list(self.rooms.values()):
            self.spawn(self._catch_up(room))
            self.spawn(self.reseated(room.name))
            if room.here():
                self.spawn(self._presence_changed(room))

    # -- who is here, and who sits -------------------------------------------------------------------------------------

    def hear(self, name: str, seats: Iterable[int]) -> None:
        """Somebody with these seats has asked for something."""
        room = self.rooms.get(name)
        if room is not None and room.hear(seats, self.now()):
            self.spawn(self._presence_changed(room))
            self._lapse_later(room)

    def _lapse_later(self, room: Room) -> None:
        if room.lapse is None and room.heard:
            room.lapse = asyncio.get_running_loop().call_later(HEARD, self._lapse, room)

    def _lapse(self, room: Room) -> None:
        room.lapse = None
        if room.lapsed(self.now() - HEARD) and not self.stopping:
            self.spawn(self._presence_changed(room))
        self._lapse_later(room)

    async def reseated(self, name: str) -> None:
        """Links or seats of a table were given or taken away: whoever has other seats now must come again."""
        self.seats.forget(name)
        room = self.rooms.get(name)
        for listener in room.listeners() if room is not None else ():
            assert room is not None
            await self._check_seated(room, listener)

    async def _check_seated(self, room: Room, listener: Listener) -> None:
        now = await self.seats.of(listener.token, listener.holder, room.name)
        if listener.seats != now - {WATCHING}:
            listener.put(None)
