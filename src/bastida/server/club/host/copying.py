"""All rows of a database, read in one moment and written into another: for copies, and for moving to another kind.

Nothing here knows what a table is for. Every table of the schema comes along, but those marked as passing.
"""

from __future__ import annotations

import gzip
import json
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    LargeBinary,
    MetaData,
    Table,
    create_engine,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from bastida.server.club.host.schema import PASSING
from bastida.server.club.schema import metadata
from bastida.server.runtime.migrations import migrate, newest
from bastida.server.runtime.store import Store

BATCH = 500  # rows
FORMAT = 1
HEAD, TABLE, END = "bastida copy", "table", "end"
LINE = 64_000_000  # bytes of a row at most
REVISIONS = "alembic_version"

Step = Callable[[str, int], None]  # so many more rows of a table


class NotEmpty(ValueError):
    """The database that a copy shall go into holds something."""


class Damaged(ValueError):
    """A copy that is not whole, or two that are not the same."""


@dataclass
class Sums:
    """What a table holds: how many rows, and a sum over all of them in whatever order."""

    rows: int = 0
    sum: int = 0

    def add(self, values: Iterable[Any]) -> None:
        self.rows += 1
        data = json.dumps([plain(value) for value in values], ensure_ascii=False, separators=(",", ":"))
        self.sum = (self.sum + int.from_bytes(sha256(data.encode()).digest())) % 2**256


@dataclass
class Copied:
    """What was copied, by table."""

    tables: dict[str, Sums] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return sum(one.rows for one in self.tables.values())


def copied_tables(schema: MetaData = metadata) -> list[Table]:
    """The tables of a copy; what others refer to comes first."""
    return [table for table in schema.sorted_tables if PASSING not in table.info and table.name != REVISIONS]


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return b64encode(value).decode() if isinstance(value, bytes | memoryview) else value


def _back(column: Column[Any], value: Any) -> Any:
    return b64decode(value) if isinstance(column.type, LargeBinary) and value is not None else value


@contextmanager
def one_moment(store: Store) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    with store.engine.connect() as connection:
        if store.postgres:
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            yield connection


Batch = list[tuple[Any, ...]]


def read(connection: Connection, schema: MetaData = metadata) -> Iterator[tuple[Table, Batch]]:
    """All rows, a batch of one table after the other."""
    for table in copied_tables(schema):
        found = connection.execute(select(table).execution_options(yield_per=BATCH))
        for batch in found.partitions(BATCH):
            yield table, [tuple(row) for row in batch]


def sums(connection: Connection, schema: MetaData = metadata) -> Copied:
    """What a database holds."""
    found = Copied({table.name: Sums() for table in copied_tables(schema)})
    for table, batch in read(connection, schema):
        for row in batch:
            found.tables[table.name].add(row)
    return found


def _refers(column: Column[Any], to: Table) -> bool:
    return any(key.column.table is to for key in column.foreign_keys)


def write(connection: Connection, batches: Iterable[tuple[Table, Batch]], step: Step, schema: MetaData = metadata) -> Copied:
    """Put rows into an empty database, inside a transaction; what was written."""
    found = Copied({table.name: Sums() for table in copied_tables(schema)})
    later: list[tuple[Table, dict[str, Any], dict[str, Any]]] = []
    for table, batch in batches:
        columns = list(table.columns)
        own = [
            column.name for column in columns if column.nullable and any(k.column.table is table for k in column.foreign_keys)
        ]
        rows = []
        for values in batch:
            found.tables[table.name].add(values)
            row = {column.name: value for column, value in zip(columns, values, strict=True)}
            referring = {name: row[name] for name in own if row[name] is not None}  # perhaps to a row that is still to come
            if referring:
                later.append((table, {column.name: row[column.name] for column in table.primary_key}, referring))
                row |= dict.fromkeys(referring)
            rows.append(row)
        connection.execute(insert(table), rows)
        step(table.name, len(rows))
    for table, key, referring in later:
        connection.execute(update(table).where(*(table.c[name] == value for name, value in key.items())).values(referring))
    if connection.dialect.name == "postgresql":
        _count_on(connection, schema)
    return found


def _count_on(connection: Connection, schema: MetaData) -> None:
    """Numbers that PostgreSQL gives to new rows go on behind those there are."""
    for table in copied_tables(schema):
        column = table.autoincrement_column
        if column is not None:
            name = connection.scalar(select(func.pg_get_serial_sequence(table.name, column.name)))
            most = connection.scalar(select(func.max(column)))
            if name is not None and most is not None:
                connection.execute(select(func.setval(name, most)))


def move(source: Store, target: Store, step: Step) -> Copied:
    """Everything of a database into an empty one of any kind, and read again there."""
    with one_moment(source) as old, target.engine.execution_options(writes=True).begin() as new:
        found = write(new, read(old), step)
    check_same(target, found)
    return found


def check_same(store: Store, wanted: Copied, schema: MetaData = metadata) -> None:
    """Damaged, unless a database holds exactly what was copied."""
    with one_moment(store) as connection:
        there = sums(connection, schema)
    wrong = [name for name, one in wanted.tables.items() if there.tables.get(name) != one]
    if wrong:
        raise Damaged(", ".join(wrong))


def check_empty(url: str) -> None:
    """NotEmpty, unless nothing is in a database."""
    engine = create_engine(url, hide_parameters=True)
    try:
        with engine.connect() as connection:
            known = metadata.tables
            for name in inspect(connection).get_table_names():
                if name != REVISIONS and (name not in known or connection.execute(select(known[name]).limit(1)).first()):
                    raise NotEmpty(name)
    finally:
        engine.dispose()


# -- a copy of our own: a packed file of lines, for any kind of database ---------------------------------------------------


def dump(store: Store, file: Path, step: Step) -> Copied:
    """Write everything into a file."""
    found = Copied({table.name: Sums() for table in copied_tables()})
    with one_moment(store) as connection, gzip.open(file, "wb", 6) as output:

        def line(value: object) -> None:
            output.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

        revision = connection.scalar(text(f"SELECT version_num FROM {REVISIONS}"))
        line({HEAD: FORMAT, "revision": revision, "at": time.time()})
        told = ""
        for table, batch in read(connection):
            if table.name != told:
                told = table.name
                line({TABLE: told, "columns": [column.name for column in table.columns]})
            for row in batch:
                found.tables[table.name].add(row)
                line([plain(value) for value in row])
            step(table.name, len(batch))
        line({END: {name: [one.rows, f"{one.sum:064x}"] for name, one in found.tables.items()}})
    return found


def load(file: Path, url: str, step: Step) -> None:
    """Put such a file into an empty database, which has the revision of the copy until it is brought up to date."""
    with gzip.open(file, "rb") as lines:
        head = _line(lines)
        if not isinstance(head, dict) or head.get(HEAD) != FORMAT:
            raise Damaged(str(file))
        engine = create_engine(url, hide_parameters=True)
        try:
            revision = str(head["revision"])
            migrate(engine, revision)
            schema = metadata
            if revision != newest():
                schema = MetaData()
                schema.reflect(engine)
            ends: dict[str, Any] = {}
            with engine.begin() as connection:
                found = write(connection, _batches(lines, schema, ends), step, schema)
                for name, (rows, total) in ends.items():
                    one = found.tables.get(name, Sums())
                    if (one.rows, f"{one.sum:064x}") != (rows, total):
                        raise Damaged(name)
        finally:
            engine.dispose()


def _line(lines: Any) -> Any:
    try:
        data = lines.readline(LINE)
        return json.loads(data) if data else None
    except (ValueError, EOFError, OSError) as error:
        raise Damaged(type(error).__name__) from None


def _batches(lines: Any, schema: MetaData, ends: dict[str, Any]) -> Iterator[tuple[Table, Batch]]:
    """The rows of a file; Damaged if it has no end, or rows of a table that is not known."""
    table: Table | None = None
    columns: list[Column[Any]] = []
    batch: Batch = []
    while (value := _line(lines)) is not None:
        if isinstance(value, list) and table is not None and len(value) == len(columns):
            by_name = {column.name: _back(column, one) for column, one in zip(columns, value, strict=True)}
            batch.append(tuple(by_name[column.name] for column in table.columns))
            if len(batch) < BATCH:
                continue
        if batch and table is not None:
            yield table, batch
            batch = []
        if isinstance(value, list):
            continue
        if END in value:
            ends.update(value[END])
            return
        table = schema.tables.get(str(value.get(TABLE)))
        if table is None or {column.name for column in table.columns} != set(value["columns"]):
            raise Damaged(str(value.get(TABLE)))
        columns = [table.columns[name] for name in value["columns"]]
    raise Damaged("")
