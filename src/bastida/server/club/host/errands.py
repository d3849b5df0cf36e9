"""The queue of work for other machines, in PostgreSQL: ``FOR UPDATE SKIP LOCKED`` hands each job to one worker.

Everything here is one short transaction. All times are of the database's clock, for machines differ. A job that is lost with
the database is a job that somebody else does, so nobody waits for the disk.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, text

from bastida import __version__

NEW, DONE = "bastida_jobs", "bastida_done"  # channels: what is to be done, what was done
SESSION = "bastida-worker"  # what sessions of workers are called, before version, processes and name
HURRY = "hurry"
PATIENCE = 10.0  # seconds beyond its own that a job may wait and travel
LEFT = 60.0  # seconds after which nobody fetches an answer any more

POST = text(
    "INSERT INTO jobs (id, version, rank, created, deadline, seconds, body) SELECT :id, :version, :rank, now, now + :lasts,"
    " :seconds, :body FROM (SELECT extract(epoch FROM clock_timestamp())::float AS now) AS clock"
)
TAKE = text(
    "UPDATE jobs SET worker = :worker WHERE id = (SELECT id FROM jobs WHERE worker IS NULL AND version = :version"
    " AND deadline > extract(epoch FROM clock_timestamp()) ORDER BY rank, created FOR UPDATE SKIP LOCKED LIMIT 1)"
    " RETURNING id, body, seconds"
)
ANSWER = text("UPDATE jobs SET answer = :data WHERE id = :id")
FETCH = text("DELETE FROM jobs WHERE id = :id AND answer IS NOT NULL RETURNING answer")
TIDY = text("DELETE FROM jobs WHERE deadline < extract(epoch FROM clock_timestamp()) - :left")
THERE = text(
    "SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE :like"
)
NOTIFY = text("SELECT pg_notify(:channel, :said)")


@dataclass(frozen=True)
class Errand:
    """A job as a worker gets it."""

    id: str
    job: dict[str, Any]
    seconds: float


def engine_for(url: URL, processes: int, name: str) -> Engine:
    """Connections of a worker: as long as it has one, it is there."""
    session = {"application_name": f"{SESSION} {__version__} {processes} {name}", "connect_timeout": 10}
    return create_engine(
        url, pool_size=2, max_overflow=max(1, processes), pool_pre_ping=True, hide_parameters=True, connect_args=session
    )


@contextmanager
def quickly(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as connection:
        connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
        yield connection


def post(engine: Engine, id: str, job: Mapping[str, Any], seconds: float, rank: int = 0) -> None:
    """Leave a job for whoever takes it."""
    values = {"id": id, "version": __version__, "rank": rank, "lasts": seconds + PATIENCE, "seconds": seconds}
    with quickly(engine) as connection:
        connection.execute(POST, {**values, "body": json.dumps(job)})
        connection.execute(NOTIFY, {"channel": NEW, "said": "new"})


def take(engine: Engine, worker: str) -> Errand | None:
    """The next job, which is this worker's from now on."""
    with quickly(engine) as connection:
        row = connection.execute(TAKE, {"worker": worker, "version": __version__}).one_or_none()
    return None if row is None else Errand(row.id, json.loads(row.body), row.seconds)


def answer(engine: Engine, id: str, found: Mapping[str, Any]) -> None:
    """What came of a job, if anybody still waits for it."""
    with quickly(engine) as connection:
        kept = connection.execute(ANSWER, {"data": json.dumps(found).encode(), "id": id})
        if kept.rowcount:
            connection.execute(NOTIFY, {"channel": DONE, "said": id})


def fetch(engine: Engine, id: str) -> dict[str, Any] | None:
    """The answer to a job, which is over now; None if there is none yet."""
    with quickly(engine) as connection:
        row = connection.execute(FETCH, {"id": id}).one_or_none()
    if row is None:
        return None
    found: dict[str, Any] = json.loads(bytes(row.answer))
    return found


def withdraw(engine: Engine, id: str, taken: bool = False) -> bool:
    """Nobody waits for a job any more; False if somebody has taken it and that is not meant."""
    free = "" if taken else " AND worker IS NULL"
    with quickly(engine) as connection:
        return connection.execute(text(f"DELETE FROM jobs WHERE id = :id{free}"), {"id": id}).rowcount > 0


def hurry(engine: Engine, id: str, seconds: float) -> None:
    """A job shall take so long altogether."""
    with quickly(engine) as connection:
        connection.execute(text("UPDATE jobs SET seconds = :seconds WHERE id = :id"), {"id": id, "seconds": seconds})
        connection.execute(NOTIFY, {"channel": NEW, "said": f"{HURRY} {id} {seconds:g}"})


def there(engine: Engine) -> int:
    """How many processes of other machines wait for work now: those of workers that have a session, and our version."""
    with engine.connect() as connection:
        names = list(connection.scalars(THERE, {"like": f"{SESSION} {__version__} %"}))
    return sum(int(name.split()[2]) for name in names if name.split()[2].isdecimal())


def tidy(engine: Engine) -> None:
    """Remove what servers that died have left."""
    with quickly(engine) as connection:
        connection.execute(TIDY, {"left": LEFT})
