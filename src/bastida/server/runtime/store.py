"""The database: what is kept, and how it is asked for. Events are only ever added; nothing here knows the game.

Everything is synchronous and short. Reads run on threads of their own; writes all pass through ``writer``.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, create_engine, delete, event, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import IntegrityError, OperationalError

from bastida.server.runtime.migrations import migrate
from bastida.server.runtime.schema import beats, duplicates, events, holds, pauses, records, tables, tokens

CHANNEL = "bastida"
SESSION = "bastida "  # what sessions of servers are called in PostgreSQL, before the server's name
WATCHING = -1


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


@dataclass(frozen=True)
class Upkeep:
    """What the line of a table says beside its events, kept with them in one transaction."""

    status: str
    due: float | None
    result: dict[str, Any] | None = None


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
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.engine = self._open()
        migrate(self.engine)

    def _open(self) -> Engine:
        if self.postgres:
            session = {"application_name": SESSION + self.server}
            return create_engine(self.url, pool_size=5, max_overflow=5, pool_pre_ping=True, connect_args=session)
        if self.url.database:
            Path(self.url.database).expanduser().parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(self.url, connect_args={"check_same_thread": False, "timeout": 15})
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
            found = os.stat(os.path.expanduser(self.url.database or ""))
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
                id=row.id, created=row.created, config=_json(row.config), status=upkeep.status, due=upkeep.due,
                duplicate=row.duplicate,
            )
        )  # fmt: skip
        connection.execute(insert(tokens), [{"digest": d, "table_id": row.id, "seat": seat} for d, seat in secrets])
        self._add(connection, row.id, first)

    def append(self, connection: Connection, table: str, new: Sequence[Event], upkeep: Upkeep) -> None:
        """Add events to a table; Conflict if another process was faster."""
        try:
            self._add(connection, table, new)
        except IntegrityError as error:
            raise Conflict from error
        values: dict[str, Any] = {"status": upkeep.status, "due": upkeep.due}
        if upkeep.result is not None:
            values["result"] = _json(upkeep.result)
        connection.execute(update(tables).where(tables.c.id == table).values(values))
        self.notify(connection, f"event {table} {new[-1].seq}")

    def _add(self, connection: Connection, table: str, new: Sequence[Event]) -> None:
        rows = [
            {"table_id": table, "seq": e.seq, "at": e.at, "kind": e.kind, "seat": e.seat, "key": e.key, "body": _json(e.body)}
            for e in new
        ]
        connection.execute(insert(events), rows)

    def notify(self, connection: Connection, payload: str) -> None:
        """Tell the other servers, when the transaction is committed."""
        if self.postgres:
            connection.execute(select(func.pg_notify(CHANNEL, payload)))

    def set_due(self, connection: Connection, table: str, due: float | None) -> None:
        connection.execute(update(tables).where(tables.c.id == table).values(due=due))

    def hold(self, connection: Connection, holder: str, table: str, seats: Iterable[int]) -> None:
        """Bind seats to a browser."""
        mine = holds.c.holder == holder, holds.c.table_id == table
        have = set(connection.scalars(select(holds.c.seat).where(*mine)))
        for seat in sorted(set(seats) - have):
            connection.execute(insert(holds).values(holder=holder, table_id=table, seat=seat))

    def add_record(self, connection: Connection, name: str, data: str) -> None:
        """Keep a record under a name that stands for what is in it; the second time it is there already."""
        new = (postgresql if self.postgres else sqlite).insert(records).values(id=name, created=time.time(), text=data)
        connection.execute(new.on_conflict_do_nothing())

    def add_duplicate(self, connection: Connection, new: Duplicate) -> None:
        connection.execute(
            insert(duplicates).values(
                code=new.code, created=time.time(), config=_json(new.config), seed=new.seed, token=new.token, closed=False
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

    def wake(self, connection: Connection, now: float) -> None:
        """This server starts: if no other is running, the time since the last beat did not count."""
        if self.postgres:
            connection.execute(text("LOCK TABLE beats IN EXCLUSIVE MODE"))
        last = connection.scalar(select(func.max(beats.c.at)))
        if last is not None and not self._others(connection):
            connection.execute(insert(pauses).values(began=last, ended=max(now, last)))
        self.beat(connection, now)

    def _others(self, connection: Connection) -> set[str]:
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
            return None if row is None else TableRow(row.id, row.created, json.loads(row.config), row.duplicate)

    def events_after(self, name: str, seq: int) -> list[Event]:
        """The events of a table after a number, in order."""
        wanted = select(events).where(events.c.table_id == name, events.c.seq > seq).order_by(events.c.seq)
        with self.engine.connect() as connection:
            return [
                Event(row.seq, row.at, row.kind, row.seat, row.key, json.loads(row.body)) for row in connection.execute(wanted)
            ]

    def token(self, digest: str) -> tuple[str, int | None] | None:
        """The table and seat (None: to watch) a token is for."""
        with self.engine.connect() as connection:
            row = connection.execute(select(tokens.c.table_id, tokens.c.seat).where(tokens.c.digest == digest)).one_or_none()
            return None if row is None else (row.table_id, row.seat)

    def seats_held(self, holder: str, table: str) -> list[int]:
        """The seats a browser has at a table; WATCHING among them if it may watch."""
        wanted = select(holds.c.seat).where(holds.c.holder == holder, holds.c.table_id == table).order_by(holds.c.seat)
        with self.engine.connect() as connection:
            return list(connection.scalars(wanted))

    def tables_held(self, holder: str) -> list[tuple[str, list[int]]]:
        """Where a browser sits, the newest table first."""
        wanted = (
            select(holds.c.table_id, holds.c.seat)
            .join(tables, tables.c.id == holds.c.table_id)
            .where(holds.c.holder == holder)
            .order_by(tables.c.created.desc(), holds.c.seat)
        )
        found: dict[str, list[int]] = {}
        with self.engine.connect() as connection:
            for row in connection.execute(wanted):
                found.setdefault(row.table_id, []).append(row.seat)
        return list(found.items())

    def due_before(self, now: float, most: int) -> list[str]:
        """Tables at which the server has to act."""
        wanted = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(most)
        with self.engine.connect() as connection:
            return list(connection.scalars(wanted))

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

    def pauses(self) -> list[tuple[float, float]]:
        """When no server was running."""
        with self.engine.connect() as connection:
            return [(row.began, row.ended) for row in connection.execute(select(pauses).order_by(pauses.c.began))]

    def others(self) -> set[str]:
        """The other servers that are running."""
        with self.engine.connect() as connection:
            return self._others(connection)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
