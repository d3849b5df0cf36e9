"""The running server: tables in memory, acting at them, and what other servers say.

The rule that makes everything else simple: whoever acts at a table holds its room's lock, from reading the newest events
to the commit of the new ones. What is not committed is never seen; if a commit fails, the room is read again.
"""

# Long: one lock, one order of steps, for all that acts at a table.

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bastida.server.http.problems import Problem
from bastida.server.runtime import bus, hours
from bastida.server.runtime.analyses import Analyses
from bastida.server.runtime.audience import Audience
from bastida.server.runtime.caretaker import Caretaker, reason_of
from bastida.server.runtime.computers import Computers
from bastida.server.runtime.holding import Holdings
from bastida.server.runtime.opening import opened
from bastida.server.runtime.rooms import Room
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.store import Append, Conflict, Event, Store, TableRow, Upkeep
from bastida.server.runtime.workers import Pool
from bastida.server.runtime.writer import Work, Writer, Wrote
from bastida.server.table.referee import Proposal
from bastida.server.table.state import Played, Table, played_on
from bastida.table.setup import SetupError

TRIES = 3
READERS = 2  # threads that read tables; with more they wait for each other longer than they work
POSTGRES_READERS = 6  # a database elsewhere keeps them waiting
MOST_COST = 0.005  # seconds that rules may take on the event loop; at a table where they take longer they run beside it
log = logging.getLogger("bastida.server")

Propose = Callable[[Table, float], Sequence[Proposal]]
Onlooker = Callable[[Table, Sequence[Event]], None]
Scribe = Callable[[Table, Sequence[Event]], Work | None]


class Live:
    """Everything that runs."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.rooms: dict[str, Room] = {}
        self.warm: OrderedDict[str, Room] = OrderedDict()  # those whose table is in memory, the one used last at the end
        self.seats = Holdings(store)
        self.hours = hours.Hours()
        self.now = self.hours.now
        self.pauses: list[tuple[float, float]] = []
        self.stopping = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self.caretaker, self.computers, self.audience = Caretaker(self), Computers(self), Audience(self)
        self.analyses = Analyses(self)
        # What else on this server wants to know: what was committed here, what other servers say, whether they are heard.
        self.onlookers: list[Onlooker] = []
        self.scribes: list[Scribe] = []  # what else is written with a new table, or with somebody who sits down or is erased
        self.leaving: list[Callable[[], None]] = []  # who else has streams that end when the server stops
        self.closing: list[Callable[[], None]] = []  # what else is to be closed once all that runs has ended; it may block
        self.told: dict[str, Callable[[str], None]] = {}
        self.connected: list[Callable[[bool], None]] = []
        self.wrote: Wrote | None = None  # hears of every batch that was written
        self.writer: Writer
        self.pool: Pool

    # -- starting and stopping -----------------------------------------------------------------------------------------

    async def start(self) -> None:
        asyncio.get_running_loop().set_default_executor(
            ThreadPoolExecutor(POSTGRES_READERS if self.store.postgres else READERS)
        )
        self.writer = Writer(self.store, self.wrote)
        settings = self.settings
        self.pool = Pool(
            settings.workers,
            settings.worker_megabytes,
            settings.expansions,
            settings.readers,
            settings.quotas,
            settings.analysts,
        )
        self.hours.set(await self.writer.write(lambda connection: hours.wake(self.store, connection)))
        self.pauses = await asyncio.to_thread(self.store.pauses)
        self.spawn(self.caretaker.beat())
        self.spawn(self.caretaker.sweep())
        self.spawn(self.caretaker.keep_alive())
        self.spawn(self.caretaker.adopt())
        self.spawn(self.analyses.resume())
        if self.store.postgres:
            self.spawn(bus.listen(self.store.url, self._heard, self._catch_up_all, self._unheard))

    def dismiss(self) -> None:
        """End all streams; clients come back when a server is there again."""
        self.stopping = True
        for room in self.rooms.values():
            room.dismiss()
        for leave in self.leaving:
            leave()

    async def stop(self) -> None:
        self.dismiss()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(close) for close in self.closing))
        await self.pool.close()
        with contextlib.suppress(Exception):  # the clocks stop now; without a database they have stopped already
            await self.writer.write(lambda connection: self.store.beat(connection, self.now()))
        await asyncio.to_thread(self.writer.close)
        # A task that was cancelled leaves its thread behind: what that reads with is given back before all is closed.
        await asyncio.get_running_loop().shutdown_default_executor()
        self.store.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something that runs beside the tables failed: %s", reason_of(error), exc_info=error)

    # -- rooms ---------------------------------------------------------------------------------------------------------

    async def room(self, name: str) -> Room:
        """The room of a table; Problem if there is none."""
        await self.must_exist(name)
        return self.rooms.setdefault(name, Room(name, self.settings.claim_seconds))

    async def must_exist(self, name: str) -> None:
        """Problem if there is no such table."""
        if name not in self.rooms and not await asyncio.to_thread(self.store.exists, name):
            raise Problem("no_table")

    def _used(self, room: Room) -> None:
        """Remember that a table was used; of those used longest ago, so many as are too much leave the memory."""
        self.warm[room.name] = room
        self.warm.move_to_end(room.name)
        for _ in range(len(self.warm) - self.settings.cache_tables):
            name, cold = self.warm.popitem(last=False)
            if cold.busy:
                self.warm[name] = cold
            else:
                self._cool(cold)

    def _cool(self, room: Room) -> None:
        """A table leaves the memory; whoever listens stays, and it is read again when something happens."""
        room.forget()
        if room.timer is not None:  # the database knows when its clock falls
            room.timer.cancel()
            room.timer = None
        if not room.groups and not room.heard:
            self.rooms.pop(room.name, None)

    def drop(self, name: str) -> None:
        """A table is kept no longer."""
        self.warm.pop(name, None)
        self.seats.forget(name)
        room = self.rooms.pop(name, None)
        if room is not None:
            room.forget()
            room.dismiss()
            if room.timer is not None:
                room.timer.cancel()

    async def ready(self, room: Room, newest: bool = True) -> Table:
        """The table of a locked room with every event there is, or (not newest) with those this server knows of."""
        if room.table is None:
            try:
                table, events = await self._loaded(room.name)
            except BaseException:
                if room.users == 1 and not room.groups:
                    self.rooms.pop(room.name, None)
                raise
            room.table = table
            room.notice(self.now())
            room.broadcast(events, self.now())  # whatever came in while the table was not in memory
            if self.store.postgres:
                self.spawn(self.writer.write(lambda connection: self.store.notify(connection, f"who {room.name}")))
        elif self.store.postgres and newest:
            self._take_in(room, await asyncio.to_thread(self.store.events_after, room.name, room.table.seq))
        self._used(room)
        return room.table

    async def _loaded(self, name: str) -> tuple[Table, list[Event]]:
        """A table as its events make it, replayed beside the event loop."""
        try:
            return await asyncio.to_thread(self.replayed, name)
        except SetupError as error:  # an expansion that is there no longer
            raise Problem("wrong_setup", problems=error) from None
        except (Problem, SQLAlchemyError):
            raise
        except Exception as error:
            await self.caretaker.put_out_of_order(name, error)
            raise Problem("out_of_order") from error

    def replayed(self, name: str) -> tuple[Table, list[Event]]:
        """A table and its events as the database has them now, apart from what is in memory."""
        return opened(self.store, name, self.pauses)

    def _take_in(self, room: Room, events: Sequence[Event]) -> None:
        """Events that another server has committed."""
        assert room.table is not None
        fresh = [event for event in events if event.seq > room.table.seq]
        for event in fresh:
            room.table.apply(event)
        if fresh:
            room.broadcast(fresh, self.now())
            self.caretaker.set_timer(room)

    @contextlib.asynccontextmanager
    async def entered(self, name: str) -> AsyncIterator[tuple[Room, Table]]:
        """A room and its table, locked and up to date."""
        room = await self.room(name)
        async with room.held():
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
        table, keep = await self._dealt(row, seed, tokens, steps)
        await self.writer.write(together([keep, *([also] if also is not None else [])]))
        room = self.rooms.setdefault(table.id, Room(table.id, self.settings.claim_seconds))
        async with room.held():
            if room.table is None:
                room.table = table
                room.notice(self.now())
            self._used(room)
            self.caretaker.after(room)
            self.look_on(table, ())

    async def follow(
        self, name: str, seat: int, key: str, propose: Propose, row: TableRow, tokens: Sequence[tuple[str, int | None]]
    ) -> None:
        """A new table that comes after another: it is kept together with what is proposed there, or not at all."""
        _, keep = await self._dealt(row, None, tokens, ())
        await self.act(name, seat, key, propose, keep)
        if await asyncio.to_thread(self.store.exists, row.id):  # and not one that the same request has made before
            await self.caretaker.see_to([row.id])

    async def _dealt(
        self, row: TableRow, seed: str | None, tokens: Sequence[tuple[str, int | None]], steps: Sequence[str]
    ) -> tuple[Table, Work]:
        """A new table, dealt, and what keeps it."""
        table, played = await asyncio.to_thread(self._begun, row, seed, steps)  # rules not played before take their time
        first = Event(1, self.now(), "start", None, None, {"steps": [step.text for step in played.game.steps]})
        table.apply(first, played)
        upkeep = self._upkeep(table)

        def keep(connection: Connection) -> None:
            self.store.create_table(connection, row, tokens, [first], upkeep)

        return table, together([keep, *self._written(table, [first])])

    def _written(self, table: Table, events: Sequence[Event]) -> list[Work]:
        """What is written beside the events of a table, together with them."""
        return [work for scribe in self.scribes if (work := scribe(table, events)) is not None]

    def _begun(self, row: TableRow, seed: str | None, steps: Sequence[str]) -> tuple[Table, Played]:
        """A new table, and its game after the answers it begins with."""
        table = Table(row, seed, self.pauses)
        return table, played_on(table.game, steps, table.dealer)

    async def act(self, name: str, seat: int | None, key: str | None, propose: Propose, also: Work | None = None) -> int:
        """Let somebody do something; the sequence number after it. The same key again gives the same answer.

        What else is to be written comes true together with it, or not at all.
        """
        room = await self.room(name)
        newest = False  # what this server knows of is nearly always all there is; a refusal or a conflict looks again
        for _ in range(TRIES):
            async with room.held():
                table = await self.ready(room, newest)
                if key is not None and (known := await self._answered(table, seat, key)) is not None:
                    return known
                now = self.now()
                try:
                    proposals = await self._judged(room, table, propose, now)
                    if proposals:
                        return await self.commit(room, proposals, seat, key, now, also)
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

    async def _judged(self, room: Room, table: Table, propose: Propose, now: float) -> Sequence[Proposal]:
        """What a request may do. Rules run here as long as they take moments at this table, else beside the event loop."""
        began = hours.passing()
        try:
            if room.cost <= MOST_COST:
                return propose(table, now)
            return await asyncio.to_thread(propose, table, now)
        finally:
            room.cost = hours.passing() - began

    async def _answered(self, table: Table, seat: int | None, key: str) -> int | None:
        """What a request with this key was answered with before."""
        known = table.keys.get(seat, key)
        if known is None and table.keys.more(seat):
            return await asyncio.to_thread(self.store.answered, table.id, seat, key)
        return known

    async def commit(
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
            if any(event.kind in ("take", "erase") for event in events):  # somebody else is named
                works = [*self._written(table, events), *([also] if also is not None else [])]
                also = together(works) if works else None
            await self.writer.append(Append(room.name, events, upkeep if upkeep != room.upkeep else None, also))
        except BaseException:
            room.forget()
            raise
        room.upkeep, room.failures = upkeep, 0
        room.broadcast(events, now)
        self.caretaker.after(room)
        self.look_on(table, events)
        return events[0].seq if key is not None else table.seq

    def look_on(self, table: Table, events: Sequence[Event]) -> None:
        """Tell whoever else wants to know what has come true; what goes wrong there is no matter of the table."""
        for onlooker in self.onlookers:
            try:
                onlooker(table, events)
            except Exception as error:
                log.error("table %s: somebody who looks on failed: %s", table.id, reason_of(error), exc_info=error)

    def _upkeep(self, table: Table) -> Upkeep:
        due = table.next_due(self.computers.patience(table))
        owner = self.store.server if due is not None else None
        awaited = table.awaited if table.slow and table.status == "playing" and table.computer is None else None
        return Upkeep(table.status, due, table.result(), owner, awaited, table.asked_since if awaited is not None else None)

    # -- other servers -------------------------------------------------------------------------------------------------

    async def _heard(self, payload: str) -> None:
        kind, name, *words = payload.split(" ", 3)
        if kind in self.told:
            self.told[kind](payload.partition(" ")[2])
            return
        if kind == "seats":
            self.spawn(self.audience.reseated(name))
        room = self.rooms.get(name)
        if room is None:
            return
        if kind == "event" and room.table is not None and room.table.seq < int(words[0]):
            self.spawn(self._catch_up(room, told(words[1]) if len(words) > 1 else ()))
        elif kind == "who" and room.here():
            self.spawn(self.audience.presence_changed(room))
        elif kind == "here" and words[0] != self.store.server:
            room.elsewhere[words[0]] = {int(seat) for seat in words[1].split(",")} if words[1] != "-" else set()
            room.notice(self.now())
            room.tell_presence(self.now())

    async def _catch_up(self, room: Room, events: Sequence[Event] = ()) -> None:
        """Take in what another server has committed: the events it told, if they are the next ones, else all there are."""
        with contextlib.suppress(Problem):
            async with room.held():
                if room.table is None:
                    return
                try:
                    if events and events[0].seq == room.table.seq + 1:
                        self._take_in(room, events)
                    elif not events or events[-1].seq > room.table.seq:
                        await self.ready(room)
                except SQLAlchemyError:  # asked again with the next request
                    raise
                except Exception:
                    room.forget()  # read from the beginning with the next request, or put out of order
                    raise

    def _unheard(self) -> None:
        """The other servers are heard no longer: what was remembered may be wrong."""
        self.seats.forget_all(False)
        for hear in self.connected:
            hear(False)

    async def _catch_up_all(self) -> None:
        self.seats.forget_all(True)
        for hear in self.connected:
            hear(True)
        for room in list(self.rooms.values()):
            self.spawn(self._catch_up(room))
            self.spawn(self.audience.reseated(room.name))
            if room.here():
                self.spawn(self.audience.presence_changed(room))


def together(works: Sequence[Work]) -> Work:
    """Several things to write as one."""

    def write(connection: Connection) -> None:
        for work in works:
            work(connection)

    return write


def told(text: str) -> list[Event]:
    """Events as another server told them."""
    return [Event(*fields) for fields in json.loads(text)]
