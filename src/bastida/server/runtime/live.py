"""The running server: rooms in memory, committing, clocks, computer seats, and what other servers say.

The rule that makes everything else simple: whoever acts at a table holds its room's lock, from reading the newest events
to the commit of the new ones. What is not committed is never seen; if a commit fails, the room is read again.

Every table is looked after by itself. One that cannot be read, replayed or looked after is put out of order: it is kept,
its reason is logged and written beside it for the host, whoever asks for it is told, and all others go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bastida import position
from bastida.server.http.problems import Problem
from bastida.server.runtime import bus, hours
from bastida.server.runtime.holding import Holdings
from bastida.server.runtime.queues import ANSWER, LEAST, Who
from bastida.server.runtime.rooms import HEARD, Listener, Room, message
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.store import Append, Conflict, Event, Store, TableRow, Upkeep
from bastida.server.runtime.workers import GRACE, Pool, Unanswered
from bastida.server.runtime.writer import Work, Writer
from bastida.server.table import referee
from bastida.server.table.referee import Proposal
from bastida.server.table.state import Table, played_on
from bastida.server.table.view import encoded
from bastida.table.setup import SetupError

BEAT = 2.0  # seconds between two signs of life
SWEEP = 1.0  # seconds between two looks at what is due
HEARTBEAT = 15.0  # seconds after which an idle stream says that it is alive
MARGIN = 10.0  # seconds after which another server takes over a computer's turn
TRIES = 3
AT_ONCE = 16  # tables looked after side by side
AGAIN = 60.0  # seconds until a table that cannot be opened is looked at again
MOST_COST = 0.005  # seconds that rules may take on the event loop; at a table where they take longer they run beside it
MOST_REASON = 500  # letters of why a table is out of order
log = logging.getLogger("bastida.server")

Propose = Callable[[Table, float], Sequence[Proposal]]


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
        self.writer: Writer
        self.pool: Pool

    # -- starting and stopping -----------------------------------------------------------------------------------------

    async def start(self) -> None:
        self.writer = Writer(self.store)
        settings = self.settings
        self.pool = Pool(settings.workers, settings.worker_megabytes, settings.expansions, settings.readers, settings.quotas)
        self.hours.set(await self.writer.write(lambda connection: hours.wake(self.store, connection)))
        self.pauses = await asyncio.to_thread(self.store.pauses)
        self.spawn(self._beat())
        self.spawn(self._sweep())
        self.spawn(self._keep_alive())
        self.spawn(self._adopt())
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
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something that runs beside the tables failed: %s", reason_of(error), exc_info=error)

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
        """Whoever listened at a server that has died is away; its tables are looked after here."""
        died = False
        for room in self.rooms.values():
            gone = set(room.elsewhere) - alive
            for server in gone:
                del room.elsewhere[server]
            if gone:
                died = True
                room.notice(self.now())
                room.tell_presence(self.now(), self.settings.claim_seconds)
        if died:
            self.spawn(self._adopt())

    async def _keep_alive(self) -> None:
        """Say on every stream now and then that it is alive."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for number, room in enumerate(list(self.rooms.values()), 1):
                room.keep_alive()
                if number % 100 == 0:
                    await asyncio.sleep(0)

    async def _adopt(self) -> None:
        """Look after the tables of servers that are gone, as soon as this one starts: their computers think on."""
        try:
            await self._see_to(await asyncio.to_thread(self.store.orphans))
        except SQLAlchemyError as error:  # they come up again when they are due
            log.warning("tables of other servers could not be looked at: %s", type(error).__name__)

    async def _sweep(self) -> None:
        """Act at tables that are due: a clock falls while nobody looks, or another server has died."""
        while True:
            try:
                await self._see_to(await asyncio.to_thread(self.store.due_before, self.now(), 100))
            except Exception as error:
                log.warning("tables that are due could not be looked at: %s", type(error).__name__)
            await asyncio.sleep(SWEEP)

    async def _see_to(self, names: Sequence[str]) -> None:
        """Look after tables, some of them side by side; what is wrong with one concerns no other."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(name: str) -> None:
            async with gate:
                await self._see_to_one(name)

        await asyncio.gather(*(one(name) for name in names))

    async def _see_to_one(self, name: str) -> None:
        try:
            await self._attend(await self.room(name))
        except Problem:  # out of order, or an expansion is missing: nothing to do for it now
            await self.writer.write(lambda connection: self.store.set_due(connection, name, self.now() + AGAIN))
        except SQLAlchemyError:
            raise
        except Exception as error:
            await self._failed(name, error)

    # -- tables out of order -------------------------------------------------------------------------------------------

    async def _failed(self, name: str, error: Exception) -> None:
        """Looking after a table went wrong: it is tried again, but not for ever."""
        log.error("table %s: %s", name, reason_of(error), exc_info=error)
        room = self.rooms.get(name)
        if room is not None:
            room.failures += 1
            if room.failures >= TRIES:
                await self._put_out_of_order(name, error)

    async def _put_out_of_order(self, name: str, error: Exception) -> None:
        """Keep a table as it is and act at it no more, until the host says otherwise (``bastida tables``)."""
        reason = reason_of(error)
        log.error("table %s is out of order: %s", name, reason)
        room = self.rooms.get(name)
        if room is not None:
            room.forget()
            room.dismiss()
            if room.timer is not None:
                room.timer.cancel()
                room.timer = None
        await self.writer.write(lambda connection: self.store.set_fault(connection, name, reason))

    # -- rooms ---------------------------------------------------------------------------------------------------------

    async def room(self, name: str) -> Room:
        """The room of a table; Problem if there is none."""
        await self.must_exist(name)
        return self.rooms.setdefault(name, Room(name))

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
            return await asyncio.to_thread(self._replayed, name)
        except SetupError as error:  # an expansion that is there no longer
            raise Problem("wrong_setup", problems=error) from None
        except (Problem, SQLAlchemyError):
            raise
        except Exception as error:
            await self._put_out_of_order(name, error)
            raise Problem("out_of_order") from error

    def _replayed(self, name: str) -> tuple[Table, list[Event]]:
        row = self.store.table(name)
        if row is None:
            raise Problem("no_table")
        if row.fault is not None:
            raise Problem("out_of_order")
        duplicate = self.store.duplicate(row.duplicate) if row.duplicate else None
        table = Table(row, duplicate.seed if duplicate else None, self.pauses)
        events = self.store.events_after(name, 0)
        for event in events:
            table.apply(event)
        return table, events

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
        table = Table(row, seed, self.pauses)
        played = await asyncio.to_thread(played_on, table.game, steps, table.dealer)
        first = Event(1, self.now(), "start", None, None, {"steps": [step.text for step in played.game.steps]})
        table.apply(first, played)
        upkeep = self._upkeep(table)

        def write(connection: Connection) -> None:
            self.store.create_table(connection, row, tokens, [first], upkeep)
            if also is not None:
                also(connection)

        await self.writer.write(write)
        room = self.rooms.setdefault(row.id, Room(row.id))
        async with room.held():
            if room.table is None:
                room.table = table
                room.notice(self.now())
            self._used(room)
            self._after(room)

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
            await self.writer.append(Append(room.name, events, upkeep if upkeep != room.upkeep else None, also))
        except BaseException:
            room.forget()
            raise
        room.upkeep, room.failures = upkeep, 0
        room.broadcast(events, now)
        self._after(room)
        return events[0].seq if key is not None else table.seq

    def _upkeep(self, table: Table) -> Upkeep:
        due = table.next_due(self.settings.think_seconds + GRACE + MARGIN)
        return Upkeep(table.status, due, table.result(), self.store.server if due is not None else None)

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
            room.timer = loop.call_later(delay, lambda: self.spawn(self._see_to([room.name])))

    async def _attend(self, room: Room) -> None:
        """Do what is due at a table: let a clock fall, let the computer think."""
        async with room.held():
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
            room.upkeep = None  # its line says something else now

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
        except SQLAlchemyError as error:  # thought about again when it is due
            log.warning("table %s: the computer's answer could not be kept: %s", room.name, type(error).__name__)
        except Exception as error:
            await self._failed(room.name, error)
        finally:
            room.thinking = None

    async def _think_once(self, room: Room) -> bool:
        async with room.held():
            table = await self.ready(room)
            seat, level, seen = table.asked, table.computer, table.position_seq
            if seat is None or level is None:
                return False
            job = self.job(table, level)
            spare = [option.text for option in table.game.options()]
        text = await self._thought(job, spare, room.name)
        async with room.held():
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
            first = room.join(listener, last, self.now())
        try:
            await self._presence_changed(room)
            await self._check_seated(room, listener)
            yield b"retry: 1000\n\n" + b"".join(first)
            while (data := await listener.next()) is not None:
                yield data
            yield message("bye", encoded({"stopping": self.stopping}))
        finally:
            room.leave(listener)
            if room.table is None and not room.groups and not room.heard and not room.busy:
                self.rooms.pop(name, None)
            if not self.stopping:
                self.spawn(self._presence_changed(room))

    async def _presence_changed(self, room: Room) -> None:
        if room.table is None and room.groups:  # whoever is still there is told
            async with self.entered(room.name):
                pass
        now = self.now()
        room.notice(now)
        room.tell_presence(now, self.settings.claim_seconds)
        if self.store.postgres:
            seats = ",".join(map(str, sorted(room.here()))) or "-"
            await self.writer.write(lambda c: self.store.notify(c, f"here {room.name} {self.store.server} {seats}"))

    # -- other servers -------------------------------------------------------------------------------------------------

    async def _heard(self, payload: str) -> None:
        kind, name, *words = payload.split(" ", 3)
        if kind == "seats":
            self.spawn(self.reseated(name))
        room = self.rooms.get(name)
        if room is None:
            return
        if kind == "event" and room.table is not None and room.table.seq < int(words[0]):
            self.spawn(self._catch_up(room, told(words[1]) if len(words) > 1 else ()))
        elif kind == "who" and room.here():
            self.spawn(self._presence_changed(room))
        elif kind == "here" and words[0] != self.store.server:
            room.elsewhere[words[0]] = {int(seat) for seat in words[1].split(",")} if words[1] != "-" else set()
            room.notice(self.now())
            room.tell_presence(self.now(), self.settings.claim_seconds)

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
        """Links or seats of a table were given or taken away: whoever has lost one hears no more."""
        self.seats.forget(name)
        room = self.rooms.get(name)
        for listener in room.listeners() if room is not None else ():
            assert room is not None
            await self._check_seated(room, listener)

    async def _check_seated(self, room: Room, listener: Listener) -> None:
        if not listener.seats <= await self.seats.of(listener.token, listener.holder, room.name):
            listener.put(None)


def told(text: str) -> list[Event]:
    """Events as another server told them."""
    return [Event(*fields) for fields in json.loads(text)]


def reason_of(error: BaseException) -> str:
    """What is said of a table that cannot be looked after."""
    return f"{type(error).__name__}: {error}"[:MOST_REASON]
