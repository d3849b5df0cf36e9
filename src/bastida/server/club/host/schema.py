"""The table of work for other machines. It changes only by a migration."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, String, Table, Text

from bastida.server.runtime.schema import metadata

PASSING = "passing"  # in the info of a table whose lines are worth nothing in a copy

jobs = Table(  # what other machines shall work at, as long as somebody waits for it
    "jobs",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("version", String(32), nullable=False),  # only a worker of the same version takes it
    Column("rank", Integer, nullable=False),  # what has less goes first
    Column("created", Float, nullable=False),  # by the database's clock
    Column("deadline", Float, nullable=False),  # after it nobody waits any more
    Column("seconds", Float, nullable=False),  # it may take
    Column("body", Text, nullable=False),  # the job, as JSON
    Column("worker", String(32)),  # who has taken it
    Column("answer", LargeBinary),  # as JSON, packed
    info={PASSING: True},
)
Index(
    "jobs_waiting", jobs.c.rank, jobs.c.created, postgresql_where=jobs.c.worker.is_(None), sqlite_where=jobs.c.worker.is_(None)
)
