"""The tables of the database. They change only by a migration: see ``migrations``."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", Float, nullable=False),
    Column("config", Text, nullable=False),  # what was asked for when it was created, as JSON
    Column("status", String(16), nullable=False),
    Column("due", Float),  # when the server itself has to act: a computer's turn, a clock at zero
    Column("duplicate", String(16), index=True),
    Column("result", Text),  # points and winners once it is over, as JSON
    Column("fault", Text),  # why it is out of order, if it is
    Column("owner", String(32)),  # the server that thinks for its computer
    Column("awaits", Integer),  # in a slow game, the seat of the person it waits for,
    Column("asked", Float),  # since when,
    Column("told", Float),  # and when that person was last told
    Column("counted", Boolean, nullable=False, server_default=false()),  # its result was taken in
)
Index("tables_due", tables.c.due)
Index("tables_awaits", tables.c.awaits)
_uncounted = text("status = 'over' AND NOT counted")
Index("tables_uncounted", tables.c.id, sqlite_where=_uncounted, postgresql_where=_uncounted)
Index("tables_created", tables.c.created)

events = Table(
    "events",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("key", String(64)),  # of the request that caused it
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "seat", "key"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer),  # NULL: to watch
    Column("used", Boolean, nullable=False, server_default=false()),  # by the first who sat down with it
    Column("link", Boolean, nullable=False, server_default=false()),  # good for sitting down with it, and for nothing else
)
Index("tokens_table", tokens.c.table_id)

holds = Table(  # which browser or member sits where
    "holds",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # -1: watches
)
Index("holds_table", holds.c.table_id)

records = Table(
    "records",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", Float, nullable=False),
    Column("text", Text, nullable=False),
)

analyses = Table(  # of records, one line for each budget; they go with their record
    "analyses",
    metadata,
    Column("record_id", String(16), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("budget", String(16), primary_key=True),
    Column("begun", Float, nullable=False),
    Column("state", String(16), nullable=False),
    Column("owner", String(32)),  # the server that works at it
    Column("done", Integer, nullable=False),  # stretches of the game
    Column("number", Integer, nullable=False),  # how many there are; 0: not known yet
    Column("spent", Float, nullable=False),  # seconds of a process
    Column("reason", Text),  # why it failed, if it did
    Column("result", LargeBinary),  # what was found, as JSON, packed
)

stretches = Table(  # what was found so far of an analysis under way
    "stretches",
    metadata,
    Column("record_id", String(16), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("budget", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("holder", String(64), nullable=False),  # the browser that may change it
    Column("title", String(100), nullable=False),
    Column("text", Text, nullable=False),
)
Index("studies_holder", studies.c.holder)

duplicates = Table(
    "duplicates",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("created", Float, nullable=False),
    Column("config", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("token", String(64), nullable=False),  # digest of the organiser's token
    Column("closed", Boolean, nullable=False),
)

beats = Table(  # one line per running server
    "beats",
    metadata,
    Column("server", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)

pauses = Table(  # when no server was running: clocks stood still
    "pauses",
    metadata,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)

kept = Table(  # what all servers share, by name: secrets
    "kept",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

buckets = Table(  # limits that several servers share: how full each bucket was, and when
    "buckets",
    metadata,
    Column("name", String(128), primary_key=True),
    Column("level", Float, nullable=False),
    Column("at", Float, nullable=False),
)

streams = Table(  # open event streams by server and address
    "streams",
    metadata,
    Column("server", String(32), primary_key=True),
    Column("name", String(128), primary_key=True),
    Column("number", Integer, nullable=False),
)
