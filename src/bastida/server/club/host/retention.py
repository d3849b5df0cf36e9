"""What is kept of guests, and for how long: their finished tables go after so many days, in small steps.

A table goes with its events, links and seats. It stays as long as it is not over, if a member has sat at it, if a table of
its duplicate is not over, or if anything else of the club refers to it. Uploaded records have no owner: they go when neither
they nor an analysis of them is younger than that.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Column, Connection, Table, and_, delete, exists, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.elements import ColumnElement

from bastida.server.club.members.known import HOLDER
from bastida.server.club.schema import metadata
from bastida.server.runtime.live import Live
from bastida.server.runtime.schema import analyses, duplicates, events, holds, kept, records, tables, tokens
from bastida.server.runtime.threads import to_its_end

DAY = 86_400.0
LOOKED = 200  # tables looked at in a step
STEP = 20  # of them that go in a step at most
PAUSE = 1.0  # seconds between two steps
REST = 3_600.0  # seconds until all is looked at again
TURN = 120.0  # seconds for which one of several servers does this
NAME = "retention"
MEMBER = '%"member":"%'  # in the JSON of a seat that is a member's; in a name the quotes would be escaped
OWN = (events, tokens, holds)  # what goes with a table, in this order
log = logging.getLogger("bastida.server")


@dataclass(frozen=True)
class Place:
    """How far one has got: the table looked at last."""

    created: float = -1.0
    name: str = ""


def referring(to: Table) -> Iterator[Column[str]]:
    """What else keeps a line of a table: columns that refer to it and do not go with it."""
    own = {table.name for table in OWN}
    named = f"{to.name.removesuffix('s')}_id"
    for table in metadata.tables.values():
        for column in table.columns if table.name not in own else ():
            keys = [key for key in column.foreign_keys if key.column.table is to]
            stays = any((key.ondelete or "").upper() != "CASCADE" for key in keys)
            if stays or (not column.foreign_keys and column.name == named):
                yield column


def _others() -> ColumnElement[bool]:
    """Something else of the club refers to the table."""
    return or_(*(exists().where(column == tables.c.id) for column in referring(tables)), tables.c.id.is_(None))


def look(connection: Connection, place: Place, before: float) -> tuple[list[str], Place | None]:
    """Tables that may go, after a place; and the next place, or None when all have been looked at."""
    after = or_(tables.c.created > place.created, and_(tables.c.created == place.created, tables.c.id > place.name))
    wanted = (
        select(tables.c.id, tables.c.created, tables.c.status)
        .where(after, tables.c.created < before)
        .order_by(tables.c.created, tables.c.id)
        .limit(LOOKED)
    )
    rows = connection.execute(wanted).all()
    found: list[str] = []
    for row in rows:
        if row.status == "over" and _may_go(connection, row.id, before):
            found.append(row.id)
            if len(found) == STEP:
                return found, Place(row.created, row.id)
    return found, Place(rows[-1].created, rows[-1].id) if len(rows) == LOOKED else None


def _may_go(connection: Connection, name: str, before: float) -> bool:
    last = select(func.max(events.c.at)).where(events.c.table_id == name)
    seated = exists().where(holds.c.table_id == name, holds.c.holder.startswith(HOLDER), holds.c.seat >= 0)
    took = exists().where(events.c.table_id == name, events.c.kind == "take", events.c.body.like(MEMBER))
    other = tables.alias()
    going = exists().where(tables.c.duplicate.is_not(None), other.c.duplicate == tables.c.duplicate, other.c.status != "over")
    mine = select(tables.c.id).where(
        tables.c.id == name,
        tables.c.status == "over",
        ~tables.c.config.like(MEMBER),
        ~seated,
        ~took,
        ~going,
        ~_others(),
    )
    if connection.execute(mine).one_or_none() is None:
        return False
    return float(connection.scalar(last) or 0.0) < before


def forget_tables(connection: Connection, names: list[str], before: float) -> list[str]:
    """Delete tables with all that is theirs, unless something has changed since they were looked at."""
    gone = [name for name in names if _may_go(connection, name, before)]
    if gone:
        for table in OWN:
            connection.execute(delete(table).where(table.c.table_id.in_(gone)))
        codes = set(
            connection.scalars(select(tables.c.duplicate).where(tables.c.id.in_(gone), tables.c.duplicate.is_not(None)))
        )
        connection.execute(delete(tables).where(tables.c.id.in_(gone)))
        if codes:
            left = exists().where(tables.c.duplicate == duplicates.c.code)
            connection.execute(delete(duplicates).where(duplicates.c.code.in_(codes), ~left))
    return gone


def _old(before: float) -> ColumnElement[bool]:
    """A record that nobody has sent or analysed lately, and that nothing else refers to."""
    young = exists().where(analyses.c.record_id == records.c.id, analyses.c.begun >= before)
    used = [exists().where(column == records.c.id) for column in referring(records)]
    return and_(records.c.created < before, ~young, *(~one for one in used))


def old_records(connection: Connection, before: float) -> int:
    """How many records may go."""
    return int(connection.scalar(select(func.count()).select_from(records).where(_old(before))) or 0)


def forget_records(connection: Connection, before: float) -> int:
    """Delete some of them; how many."""
    names = list(connection.scalars(select(records.c.id).where(_old(before)).limit(STEP)))
    if names:
        connection.execute(delete(records).where(records.c.id.in_(names)))
    return len(names)


def take_turn(connection: Connection, server: str, now: float) -> bool:
    """Whether this server does it now: of several only one, and another one when that has died."""
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    mine = f"{now + TURN:020.3f} {server}"
    new = kind.insert(kept).values(name=NAME, value=mine)
    free = or_(func.substr(kept.c.value, 1, 20) < f"{now:020.3f}", func.substr(kept.c.value, 22) == server)
    taken = new.on_conflict_do_update(index_elements=["name"], set_={"value": mine}, where=free)
    return connection.execute(taken.returning(kept.c.name)).one_or_none() is not None


class Retention:
    """Does this for ever beside a running server."""

    def __init__(self, live: Live) -> None:
        self.live, self.days = live, live.settings.guest_days

    async def run(self) -> None:
        place: Place | None = Place()
        while self.days:
            try:
                place = await self.step(place or Place())
            except Exception as error:  # a database that is away comes back
                log.warning("old tables could not be deleted: %s", type(error).__name__)
            await asyncio.sleep(PAUSE if place is not None else REST)

    async def step(self, place: Place) -> Place | None:
        """Look at some tables and delete those that may go; where to go on, or None at the end."""
        live = self.live
        if not await live.writer.write(lambda connection: take_turn(connection, live.store.server, time.time())):
            return None
        before = live.now() - self.days * DAY
        names, after = await to_its_end(lambda: self._look(place, before))
        unseen = [name for name in names if (room := live.rooms.get(name)) is None or not (room.busy or room.groups)]
        gone = await live.writer.write(lambda connection: forget_tables(connection, unseen, before)) if unseen else []
        for name in gone:
            live.drop(name)
        old = await live.writer.write(lambda connection: forget_records(connection, before)) if after is None else 0
        if gone or old:
            log.info("%s tables and %s records of guests are kept no longer", len(gone), old)
        return after if after is not None or old < STEP else place

    def _look(self, place: Place, before: float) -> tuple[list[str], Place | None]:
        with self.live.store.engine.connect() as connection:
            return look(connection, place, before)
