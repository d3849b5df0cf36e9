"""Who may sit where, in the database: links that are used up, links for another device, seats given up.

Each function works inside a transaction of the writer, and tells the other servers that something has changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.http.problems import Problem
from bastida.server.runtime.schema import duplicates, holds, tables, tokens
from bastida.server.runtime.store import MEMBER, SEEN, Store


def spent(store: Store, digest: str) -> tuple[str, int] | None:
    """The table and seat of a link that somebody has used."""
    with store.engine.connect() as connection:
        row = connection.execute(
            select(tokens.c.table_id, tokens.c.seat).where(tokens.c.digest == digest, tokens.c.used)
        ).one_or_none()
    return None if row is None else (row.table_id, row.seat)


def spend(store: Store, connection: Connection, table: str, digest: str) -> None:
    """Use a link up; of several who try at once one succeeds."""
    unused = tokens.c.digest == digest, tokens.c.table_id == table, ~tokens.c.used
    if connection.execute(update(tokens).where(*unused).values(used=True)).rowcount == 0:
        raise Problem("link_used")
    _changed(store, connection, table)


def spend_all(store: Store, connection: Connection, table: str, seat: int) -> None:
    """Whoever sits down without a link uses up all there are to the seat."""
    connection.execute(update(tokens).where(tokens.c.table_id == table, tokens.c.seat == seat).values(used=True))
    _changed(store, connection, table)


def check_right(store: Store, connection: Connection, table: str, seat: int, token: str | None, holder: str | None) -> None:
    """Whoever changes a seat's links must have the seat now, not only a moment ago."""
    good = tokens.c.digest == token, tokens.c.table_id == table, tokens.c.seat == seat, ~tokens.c.used, ~tokens.c.link
    by_token = select(tokens.c.digest).where(*good)
    held = holds.c.holder == holder, holds.c.table_id == table, holds.c.seat == seat
    by_holder = select(holds.c.seat).where(*held)
    if store.postgres:  # who claims the link meanwhile waits, or has won
        by_token, by_holder = by_token.with_for_update(), by_holder.with_for_update()
    if connection.execute(by_token).first() is None and connection.execute(by_holder).first() is None:
        raise Problem("wrong_seat")


def add_token(connection: Connection, table: str, seat: int, digest: str, link: bool = False) -> None:
    """A fresh token of a seat; a link is good for sitting down only."""
    connection.execute(insert(tokens).values(digest=digest, table_id=table, seat=seat, used=False, link=link))


def add_watching(store: Store, connection: Connection, digests: Mapping[str, str]) -> None:
    """Links for spectators, by table; those that are there already stay."""
    rows = [{"digest": digest, "table_id": table, "seat": None, "used": False} for table, digest in digests.items()]
    connection.execute((postgresql if store.postgres else sqlite).insert(tokens).on_conflict_do_nothing(), rows)


def revoke(store: Store, connection: Connection, table: str, seat: int, keep: str | None = None) -> None:
    """No token of a seat is good any longer, but the one to keep."""
    gone = delete(tokens).where(tokens.c.table_id == table, tokens.c.seat == seat)
    connection.execute(gone if keep is None else gone.where(tokens.c.digest != keep))
    _changed(store, connection, table)


def release(store: Store, connection: Connection, table: str, seat: int, keep: str | None) -> None:
    """No browser has a seat any longer, but the one to keep."""
    theirs = [holds.c.table_id == table, holds.c.seat == seat, *([holds.c.holder != keep] if keep is not None else [])]
    duplicate = connection.scalar(select(tables.c.duplicate).where(tables.c.id == table)) is not None
    known = [  # they still know the tiles of a duplicate; and the table knows a member's name
        {"holder": holder, "table_id": table, "seat": SEEN}
        for holder in connection.scalars(select(holds.c.holder).where(*theirs))
        if duplicate or holder.startswith(MEMBER)
    ]
    if known:
        connection.execute((postgresql if store.postgres else sqlite).insert(holds).on_conflict_do_nothing(), known)
    connection.execute(delete(holds).where(*theirs))
    _changed(store, connection, table)


def check_unseen(store: Store, connection: Connection, holder: str | None, code: str, table: str) -> None:
    """Whoever sits at one table of a duplicate has seen its tiles, and cannot sit at another one until all are over."""
    if store.postgres:  # so that nobody sits down at two tables at once
        connection.execute(select(duplicates.c.code).where(duplicates.c.code == code).with_for_update())
    if bag_open(connection, code):
        return
    elsewhere = (
        select(holds.c.seat)
        .join(tables, tables.c.id == holds.c.table_id)
        .where(holds.c.holder == holder, tables.c.duplicate == code, tables.c.id != table)
    )
    if holder is not None and connection.execute(elsewhere.limit(1)).first() is not None:
        raise Problem("bag_seen")


def bag_open(connection: Connection, code: str) -> bool:
    """A duplicate is closed and all its tables are over: whoever likes may see its tiles."""
    closed = connection.scalar(select(duplicates.c.closed).where(duplicates.c.code == code))
    going_on = select(tables.c.id).where(tables.c.duplicate == code, tables.c.status != "over").limit(1)
    return bool(closed) and connection.execute(going_on).first() is None


def _changed(store: Store, connection: Connection, table: str) -> None:
    store.notify(connection, f"seats {table}")
