"""The database: what is kept, and how it is asked for. Events are only ever added; nothing here knows the game.

Everything is synchronous and short. Reads run on threads of their own; writes all pass through ``writer``.
"""

# Long: every statement that the server's tables hear.

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, case, create_engine, delete, event, func, insert, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import OperationalError

from bastida.server.http.problems import Problem
from bastida.server.runtime.hours import newest_beat
from bastida.server.runtime.migrations import migrate
from bastida.server.runtime.schema import beats, duplicates, events, holds, pauses, records, tables, tokens
from bastida.server.runtime.settings import database_file

CHANNEL = "bastida"
SESSION = "bastida "  # what sessions of servers are called in PostgreSQL, before the server's name
WATCHING = -1
SEEN = -2  # has no seat any more, and knows the tiles of a duplicate, or is known by name
MEMBER = "member "  # what seats and studies of a member are kept under, before the member's id
OVERDUE = 60.0  # seconds after which a table is looked after by whoever comes first, whoever runs
MOST_TOLD = 7_000  # bytes of a message between servers; PostgreSQL takes 8,000
ADD = "INSERT INTO events (table_id, seq, at, kind, seat, key, body) VALUES {rows}"
UPKEPT = "(?,?,CAST(? AS FLOAT),CAST(? AS TEXT),CAST(? AS TEXT),CAST(? AS INTEGER),CAST(? AS FLOAT))"
UPKEEP = (
    "WITH line (id, status, due, owner, result, awaits, asked) AS (VALUES {rows}) UPDATE tables SET status = line.status,"
    " due = line.due, owner = line.owner, awaits = line.awaits, asked = line.asked,"
    " result = COALESCE(line.result, tables.result) FROM line WHERE tables.id = line.id"
)


class Conflict(Exception):
    """Somebody else has added an event with that number, or the same request was answered already."""


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table."""

    seq: int
    at: float
    kind: str
    seat: int | None
    key: str | None
    body: dict[str, Any]


@dataclass(frozen=True)
class TableRow:
    """A table as it was created."""

    id: str
    created: float
    config: dict[str, Any]
    duplicate: str | None
    fault: str | None = None  # why it is out of order


@dataclass(frozen=True)
class Upkeep:
    """What the line of a table says beside its events, kept with them in one transaction."""

    status: str
    due: float | None
    result: dict[str, Any] | None = None
    owner: str | None = None  # the server that thinks for its computer
    awaits: int | None = None  # in a slow game, the seat of the person it waits for
    asked: float | None = None  # and since when


@dataclass(frozen=True)
class Append:
    """New events of a table; ``upkeep`` only if its line says something else from now on."""

    table: str
    events: Sequence[Event]
    upkeep: Upkeep | None
    also: Callable[[Connection], Any] | None = None  # what else comes true with them, or not at all


@dataclass(frozen=True)
class Duplicate:
    """One order of tiles for many tables."""

    code: str
    config: dict[str, Any]
    seed: str
    token: str
    closed: bool


class Store:
    """A database, migrated and ready."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.server = token_hex(8)  # the name of this server among others
        self.file = database_file(self.url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.engine = self._open()
        try:
            migrate(self.engine)
        except BaseException:
            self.close()
            raise

    def _open(self) -> Engine:
        if self.postgres:
            session = {"application_name": SESSION + self.server, "connect_timeout": 10}
            return create_engine(
                self.url, pool_size=5, max_overflow=5, pool_pre_ping=True, hide_parameters=True, connect_args=session
            )
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(self.url, hide_parameters=True, connect_args={"check_same_thread": False, "timeout": 15})
        kept = self._file()

        @event.listens_for(engine, "do_connect")
        def connecting(*_: object) -> None:
            if kept is not None and self._file() is None:  # SQLite would make an empty one in its place
                raise sqlite3.OperationalError("the file is gone")

        @event.listens_for(engine, "connect")
        def connected(connection: Any, record: Any) -> None:
            nonlocal kept
            record.info["file"] = kept = self._file()
            connection.isolation_level = None  # transactions begin when we say so, below
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000"):
                connection.execute(f"PRAGMA {pragma}").close()

        @event.listens_for(engine, "begin")
        def begun(connection: Connection) -> None:
            if connection.info["file"] != self._file():  # what is written to a file without a name would be lost
                connection.invalidate()
                engine.dispose()
                raise OperationalError("BEGIN", None, sqlite3.OperationalError("the file is another one"))
            writes = connection.get_execution_options().get("writes", False)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return engine

    def _file(self) -> tuple[int, int] | None:
        """Which file bears the name of the database now."""
        try:
            found = os.stat(self.file or "")
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def close(self) -> None:
        self.engine.dispose()

    # -- writing, inside a transaction of the writer -------------------------------------------------------------------

    def create_table(
        self,
        connection: Connection,
        row: TableRow,
        secrets: Sequence[tuple[str, int | None]],
        first: Sequence[Event],
        upkeep: Upkeep,
    ) -> None:
        """A new table with the digests of its tokens and its first events."""
        connection.execute(
            insert(tables).values(
                id=row.id, created=row.created, config=encoded(row.config), status=upkeep.status, due=upkeep.due,
                duplicate=row.duplicate, owner=upkeep.owner, awaits=upkeep.awaits, asked=upkeep.asked,
            )
        )  # fmt: skip
        # Whoever plays a duplicate is somebody: its links are good for sitting down, not for looking on unknown.
        links = row.duplicate is not None
        new = [{"digest": digest, "table_id": row.id, "seat": seat, "link": links} for digest, seat in secrets]
        if new:
            connection.execute(insert(tokens), new)
        self._add(connection, [(row.id, event) for event in first])

    def append(self, connection: Connection, new: Sequence[Append]) -> None:
        """Add events to tables, all of them or none: one statement for the events, one for the tables' lines."""
        self._add(connection, [(one.table, event) for one in new for event in one.events])
        lines = [(one.table, one.upkeep) for one in new if one.upkeep is not None]
        if lines:
            values = [
                value
                for table, up in lines
                for value in (
                    table,
                    up.status,
                    up.due,
                    up.owner,
                    None if up.result is None else encoded(up.result),
                    up.awaits,
                    up.asked,
                )
            ]
            connection.exec_driver_sql(self._many(UPKEEP, UPKEPT, len(lines)), tuple(values))
        if self.postgres:
            told = [self._told(one) for one in new]
            connection.exec_driver_sql(f"SELECT pg_notify('{CHANNEL}', said) FROM unnest(%s::text[]) AS said", (told,))

    def _add(self, connection: Connection, new: Sequence[tuple[str, Event]]) -> None:
        values = [
            value for table, e in new for value in (table, e.seq, e.at, e.kind, e.seat, e.key, encoded(e.body))
        ]  # fmt: skip
        connection.exec_driver_sql(self._many(ADD, "(?,?,?,?,?,?,?)", len(new)), tuple(values))

    def _many(self, statement: str, row: str, rows: int) -> str:
        """A statement about so many rows, with the driver's own marks for values."""
        whole = statement.format(rows=",".join([row] * rows))
        return whole.replace("?", "%s") if self.postgres else whole

    @staticmethod
    def _told(new: Append) -> str:
        """What other servers hear: the events themselves, unless they are long."""
        line = f"event {new.table} {new.events[-1].seq}"
        told = f"{line} {encoded([[e.seq, e.at, e.kind, e.seat, e.key, e.body] for e in new.events])}"
        return told if len(told.encode()) <= MOST_TOLD else line

    def notify(self, connection: Connection, payload: str) -> None:
        """Tell the other servers, when the transaction is committed."""
        if self.postgres:
            connection.execute(select(func.pg_notify(CHANNEL, payload)))

    def set_due(self, connection: Connection, table: str, due: float | None) -> None:
        """When this server looks after a table next; until then no other does."""
        owner = self.server if due is not None else None
        connection.execute(update(tables).where(tables.c.id == table).values(due=due, owner=owner))

    def set_fault(self, connection: Connection, table: str, reason: str | None) -> bool:
        """Put a table out of order, or back (None); False if there is none."""
        values: dict[str, Any] = {"fault": reason} if reason is not None else {"fault": None, "due": 0.0}
        return connection.execute(update(tables).where(tables.c.id == table).values(values)).rowcount > 0

    def hold(self, connection: Connection, holder: str, table: str, seats: Iterable[int]) -> None:
        """Bind seats to a browser, or to a member, who must not have been erased meanwhile."""
        if holder.startswith(MEMBER):  # whoever erases the member waits, or was faster
            still = "SELECT 1 FROM members WHERE id = :id" + (" FOR KEY SHARE" if self.postgres else "")
            if connection.execute(text(still), {"id": holder.removeprefix(MEMBER)}).first() is None:
                raise Problem("no_member")
        mine = holds.c.holder == holder, holds.c.table_id == table
        have = set(connection.scalars(select(holds.c.seat).where(*mine)))
        for seat in sorted(set(seats) - have):
            new = (postgresql if self.postgres else sqlite).insert(holds).values(holder=holder, table_id=table, seat=seat)
            connection.execute(new.on_conflict_do_nothing())

    def add_record(self, connection: Connection, name: str, data: str) -> None:
        """Keep a record under a name that stands for what is in it; the second time it is there already."""
        new = (postgresql if self.postgres else sqlite).insert(records).values(id=name, created=time.time(), text=data)
        connection.execute(new.on_conflict_do_nothing())

    def add_duplicate(self, connection: Connection, new: Duplicate) -> None:
        connection.execute(
            insert(duplicates).values(
                code=new.code, created=time.time(), config=encoded(new.config), seed=new.seed, token=new.token, closed=False
            )
        )

    def close_duplicate(self, connection: Connection, code: str) -> None:
        connection.execute(update(duplicates).where(duplicates.c.code == code).values(closed=True))

    def beat(self, connection: Connection, now: float) -> None:
        """This server says that it is alive."""
        found = connection.execute(update(beats).where(beats.c.server == self.server).values(at=now))
        if found.rowcount == 0:
            connection.execute(insert(beats).values(server=self.server, at=now))
        connection.execute(delete(beats).where(beats.c.at < now - 3600))

    def others_in(self, connection: Connection) -> set[str]:
        """The other servers that have a session now; a process that was killed has none."""
        if not self.postgres:
            return set()
        sessions = text("SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database()")
        names = {name.removeprefix(SESSION) for name in connection.scalars(sessions) if name.startswith(SESSION)}
        return names - {self.server}

    # -- reading -------------------------------------------------------------------------------------------------------

    def table(self, name: str) -> TableRow | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(tables).where(tables.c.id == name)).one_or_none()
            if row is None:
                return None
            config = {} if row.fault is not None else json.loads(row.config)  # of what is out of order nothing is believed
            return TableRow(row.id, row.created, config, row.duplicate, row.fault)

    def exists(self, name: str) -> bool:
        """Is there a table of this name?"""
        with self.engine.connect() as connection:
            return connection.execute(select(tables.c.id).where(tables.c.id == name)).one_or_none() is not None

    def events_after(self, name: str, seq: int) -> list[Event]:
        """The events of a table after a number, in order."""
        wanted = select(events).where(events.c.table_id == name, events.c.seq > seq).order_by(events.c.seq)
        with self.engine.connect() as connection:
            return [
                Event(row.seq, row.at, row.kind, row.seat, row.key, json.loads(row.body)) for row in connection.execute(wanted)
            ]

    def token(self, digest: str, links: bool = True) -> tuple[str, int | None] | None:
        """The table and seat (None: to watch) a token is for; without those that are good for sitting down only, if said."""
        with self.engine.connect() as connection:
            wanted = select(tokens.c.table_id, tokens.c.seat).where(tokens.c.digest == digest, ~tokens.c.used)
            wanted = wanted if links else wanted.where(~tokens.c.link)
            row = connection.execute(wanted).one_or_none()
            return None if row is None else (row.table_id, row.seat)

    def seats_held(self, holder: str, table: str) -> list[int]:
        """The seats a browser has at a table; WATCHING among them if it may watch."""
        mine = holds.c.holder == holder, holds.c.table_id == table, holds.c.seat != SEEN
        wanted = select(holds.c.seat).where(*mine).order_by(holds.c.seat)
        with self.engine.connect() as connection:
            return list(connection.scalars(wanted))

    def tables_held(self, holder: str) -> list[tuple[str, list[int]]]:
        """Where somebody sits: slow games that wait for him first, what is over last, else the newest table first."""
        rank = case((tables.c.awaits == holds.c.seat, 0), (tables.c.status == "over", 2), else_=1)
        wanted = (
            select(holds.c.table_id, holds.c.seat)
            .join(tables, tables.c.id == holds.c.table_id)
            .where(holds.c.holder == holder, holds.c.seat != SEEN)
            .order_by(rank, case((rank == 0, tables.c.due)), tables.c.created.desc(), holds.c.seat)
        )
        found: dict[str, list[int]] = {}
        with self.engine.connect() as connection:
            for row in connection.execute(wanted):
                found.setdefault(row.table_id, []).append(row.seat)
        return list(found.items())

    def due_before(self, now: float, most: int) -> list[str]:
        """Tables at which the server has to act."""
        wanted = select(tables.c.id).where(tables.c.due <= now, tables.c.fault.is_(None)).order_by(tables.c.due).limit(most)
        with self.engine.connect() as connection:
            if self.postgres:  # another server that is running has time to look after its own
                theirs = tables.c.owner.in_(self.others_in(connection))
                wanted = wanted.where(or_(tables.c.owner.is_(None), ~theirs, tables.c.due <= now - OVERDUE))
            return list(connection.scalars(wanted))

    def orphans(self) -> list[str]:
        """Tables that a server looked after which is running no longer."""
        wanted = select(tables.c.id, tables.c.owner).where(tables.c.owner.is_not(None), tables.c.fault.is_(None))
        with self.engine.connect() as connection:
            alive = {*self.others_in(connection), self.server}
            return [row.id for row in connection.execute(wanted.order_by(tables.c.due)) if row.owner not in alive]

    def faults(self) -> list[tuple[str, float, str]]:
        """Tables out of order: name, when they were made, why."""
        wanted = select(tables.c.id, tables.c.created, tables.c.fault).where(tables.c.fault.is_not(None))
        with self.engine.connect() as connection:
            return [(row.id, row.created, row.fault) for row in connection.execute(wanted.order_by(tables.c.created))]

    def newest(self, status: str | None, most: int) -> list[dict[str, Any]]:
        """The newest tables for the host: who plays there, and what state they are in."""
        wanted = select(tables.c.id, tables.c.created, tables.c.status, tables.c.config, tables.c.fault)
        if status is not None:
            wanted = wanted.where(tables.c.status == status)
        found = []
        with self.engine.connect() as connection:
            for row in connection.execute(wanted.order_by(tables.c.created.desc(), tables.c.id).limit(most)):
                players = json.loads(row.config)["setup"]["players"] if row.fault is None else []
                found.append({
                    "table": row.id, "created": row.created, "status": row.status, "players": players, "fault": row.fault,
                })  # fmt: skip
        return found

    def record(self, name: str) -> str | None:
        with self.engine.connect() as connection:
            return connection.scalar(select(records.c.text).where(records.c.id == name))

    def duplicate(self, code: str) -> Duplicate | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(duplicates).where(duplicates.c.code == code)).one_or_none()
            return None if row is None else Duplicate(row.code, json.loads(row.config), row.seed, row.token, row.closed)

    def tables_of(self, code: str) -> list[tuple[str, str, dict[str, Any] | None]]:
        """The tables of a duplicate: id, status, result."""
        wanted = select(tables.c.id, tables.c.status, tables.c.result).where(tables.c.duplicate == code)
        with self.engine.connect() as connection:
            rows = connection.execute(wanted.order_by(tables.c.created, tables.c.id)).all()
        return [(row.id, row.status, json.loads(row.result) if row.result else None) for row in rows]

    def answered(self, table: str, seat: int | None, key: str) -> int | None:
        """What a request was answered with, however long ago."""
        same = events.c.table_id == table, events.c.seat == seat, events.c.key == key
        with self.engine.connect() as connection:
            return connection.scalar(select(events.c.seq).where(*same))

    def pauses(self) -> list[tuple[float, float]]:
        """When no server was running."""
        with self.engine.connect() as connection:
            return [(row.began, row.ended) for row in connection.execute(select(pauses).order_by(pauses.c.began))]

    def others(self) -> tuple[set[str], float | None]:
        """The other servers that are running, and their newest beat."""
        with self.engine.connect() as connection:
            found = self.others_in(connection)
            return found, newest_beat(connection, found)


def encoded(value: object) -> str:
    """A value as it is kept."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
