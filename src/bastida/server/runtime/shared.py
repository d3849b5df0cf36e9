"""What the servers of one database share besides its tables: secrets, and limits that hold for all of them together.

With SQLite there is only one server, and its limits stay in its memory. Everything here is synchronous and short, each
in a transaction of its own: a bucket that many ask for must not hold up the writer. Limits need not outlive a crash of the
database, so nobody waits for the disk.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from secrets import token_hex

from sqlalchemy import Connection, delete, func, select, text
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.runtime.schema import buckets, kept, streams
from bastida.server.runtime.store import SESSION, Store

CHANNEL = "bastida_limits"
FULL = 7_200.0  # seconds after which every bucket is full again, and its line is not needed
MOST = 100_000  # buckets kept

TAKE = text(
    """
    INSERT INTO buckets AS b (name, level, at)
    VALUES (:name, CAST(:burst AS float) - :cost, extract(epoch FROM clock_timestamp()))
    ON CONFLICT (name) DO UPDATE
    SET level = LEAST(:burst, b.level + GREATEST(0, excluded.at - b.at) * :rate) - :cost, at = excluded.at
    WHERE LEAST(:burst, b.level + GREATEST(0, excluded.at - b.at) * :rate) >= :cost
    RETURNING level
    """
)
LEVEL = text(
    "SELECT LEAST(:burst, level + GREATEST(0, extract(epoch FROM clock_timestamp()) - at) * :rate)"
    " FROM buckets WHERE name = :name"
)
DEAD = text(
    "DELETE FROM streams WHERE server NOT IN (SELECT substr(application_name, :from) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name LIKE :names)"
)


class Shared:
    """The shared part of a database."""

    def __init__(self, store: Store) -> None:
        self.store, self.server = store, store.server

    def secret(self, name: str) -> bytes:
        """A secret of all servers, made by whoever needs it first."""
        insert = (postgresql if self.store.postgres else sqlite).insert(kept)
        with self.store.engine.execution_options(writes=True).begin() as connection:
            connection.execute(insert.values(name=name, value=token_hex(32)).on_conflict_do_nothing())
        with self.store.engine.connect() as connection:
            return bytes.fromhex(connection.scalar(select(kept.c.value).where(kept.c.name == name)) or "")

    def opened(self) -> None:
        """Note that a server starts, which also proves that the database can be written to."""
        insert = (postgresql if self.store.postgres else sqlite).insert(kept).values(name="opened", value=str(time.time()))
        with self.store.engine.execution_options(writes=True).begin() as connection:
            connection.execute(insert.on_conflict_do_update(index_elements=["name"], set_={"value": insert.excluded.value}))

    # -- limits, with PostgreSQL only ----------------------------------------------------------------------------------

    @contextmanager
    def _quickly(self) -> Iterator[Connection]:
        """A transaction that does not wait for the disk."""
        with self.store.engine.begin() as connection:
            connection.execute(text("SET LOCAL synchronous_commit = off"))
            yield connection

    def take(self, name: str, rate: float, burst: float, cost: float) -> float:
        """Take from a bucket, in one statement: 0, or the seconds to wait."""
        values = {"name": name, "rate": rate, "burst": burst}
        with self._quickly() as connection:
            if connection.scalar(TAKE, {**values, "cost": cost}) is not None:
                return 0.0
            level = connection.scalar(LEVEL, values)
        short = max(0.001, cost - (level or 0.0))
        return short / rate if rate else 3600.0

    def hold(self, name: str, number: int, most: int) -> bool:
        """Note that this server has so many streams of an address open, unless all servers together then have too many."""
        with self._quickly() as connection:  # two that ask for the same address do so one after the other
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": f"streams {name}"})
            elsewhere = select(func.coalesce(func.sum(streams.c.number), 0))
            others = connection.scalar(elsewhere.where(streams.c.name == name, streams.c.server != self.server))
            if int(others or 0) + number > most:
                return False
            self._note(connection, name, number)
            return True

    def publish(self, numbers: Mapping[str, int]) -> None:
        """Note how many streams addresses have open at this server."""
        with self._quickly() as connection:
            for name, number in numbers.items():
                self._note(connection, name, number)

    def _note(self, connection: Connection, name: str, number: int) -> None:
        if number <= 0:
            connection.execute(delete(streams).where(streams.c.server == self.server, streams.c.name == name))
            return
        new = postgresql.insert(streams).values(server=self.server, name=name, number=number)
        connection.execute(new.on_conflict_do_update(index_elements=["server", "name"], set_={"number": number}))

    def noted(self) -> dict[str, int]:
        """The streams of this server, as the others see them."""
        with self.store.engine.connect() as connection:
            wanted = select(streams.c.name, streams.c.number).where(streams.c.server == self.server)
            return {row.name: row.number for row in connection.execute(wanted)}

    def tell(self, payload: str) -> None:
        """Say something about limits to the other servers."""
        with self._quickly() as connection:
            connection.execute(select(func.pg_notify(CHANNEL, payload)))

    def tidy(self) -> None:
        """Remove what dead servers left, and buckets that are full or too many."""
        with self._quickly() as connection:
            connection.execute(DEAD, {"from": len(SESSION) + 1, "names": SESSION + "%"})
            past = text("DELETE FROM buckets WHERE at < extract(epoch FROM clock_timestamp()) - :full")
            connection.execute(past, {"full": FULL})
            oldest = select(buckets.c.name).order_by(buckets.c.at.desc(), buckets.c.name).offset(MOST)
            connection.execute(delete(buckets).where(buckets.c.name.in_(oldest)))
