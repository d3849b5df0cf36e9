"""The server's time. The system's clock is asked once, at the start; from then on time only passes.

So a clock that is set forward or back while the server runs changes nobody's time, and neither does one that was set
while no server ran: time goes on from the newest moment the database knows of, and what lies between is a pause. A machine
that sleeps costs nobody time either.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select, text
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.runtime.schema import beats, events, pauses, tables

if TYPE_CHECKING:
    from bastida.server.runtime.store import Store

SKEW = 5.0  # seconds that servers may differ from the database's clock before it is said to have been set


def wall() -> float:
    """The system's clock."""
    return time.time()


def passing() -> float:
    """Seconds that pass, whatever the system's clock is set to."""
    return time.monotonic()


class Hours:
    """What time it is at this server."""

    def __init__(self) -> None:
        self.set(wall())

    def set(self, now: float) -> None:
        self._base, self._since = now, passing()

    def now(self) -> float:
        return self._base + passing() - self._since

    def at_least(self, other: float | None) -> None:
        """Another server has got further: this one was asleep, or its time passes more slowly."""
        if other is not None and other > self.now():
            self.set(other)


def wake(store: Store, connection: Connection) -> float:
    """A server starts: what time it is. If no other is running, the time since the last beat did not count."""
    if store.postgres:
        connection.execute(text("LOCK TABLE beats IN EXCLUSIVE MODE"))
    clock = database_clock(connection) if store.postgres else wall()
    last = connection.scalar(select(func.max(beats.c.at)))
    running = newest_beat(connection, store.others_in(connection))
    if running is not None:
        now = running if abs(clock - running) > SKEW else max(clock, running)
    else:
        now = max(clock, last or 0.0, _newest(connection))
        if last is not None:
            _pause(store, connection, last, now)
    store.beat(connection, now)
    return now


def newest_beat(connection: Connection, servers: set[str]) -> float | None:
    """The newest sign of life of some servers. One that has given none yet is not running."""
    found: float | None = connection.scalar(select(func.max(beats.c.at)).where(beats.c.server.in_(servers)))
    return found


def database_clock(connection: Connection) -> float:
    """The clock that all servers of a PostgreSQL share."""
    return float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0)


def _newest(connection: Connection) -> float:
    """The newest moment that the time of a player may have been counted from."""
    latest = select(events.c.at).where(events.c.table_id == tables.c.id).order_by(events.c.seq.desc()).limit(1)
    at = connection.scalar(select(func.max(latest.scalar_subquery())).where(tables.c.due.is_not(None)))
    return max(at or 0.0, connection.scalar(select(func.max(pauses.c.ended))) or 0.0)


def _pause(store: Store, connection: Connection, began: float, ended: float) -> None:
    """Nobody's time passed between two moments; said again of the same moment, the longer pause counts."""
    new = (postgresql if store.postgres else sqlite).insert(pauses).values(began=began, ended=ended)
    connection.execute(new.on_conflict_do_update(index_elements=["began"], set_={"ended": ended}))
