"""Challenges in the database. Of two who answer one at once, one is heard."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from bastida.server.club.lobby.schema import challenges
from bastida.server.club.members.known import Member
from bastida.server.club.members.schema import members
from bastida.server.http.problems import Problem
from bastida.server.runtime.store import Store

OPEN, ACCEPTED, DECLINED, WITHDRAWN, EXPIRED = "open", "accepted", "declined", "withdrawn", "expired"
SAID = "challenge"  # what servers tell each other: between whom something has changed
MOST_SENT = 5  # open at once, from one
MOST_RECEIVED = 20  # and to one,
MOST_FROM_GUESTS = 10  # of which so many from guests: whoever has no name does not keep members away
RECENT = 3600.0  # seconds for which those that were answered are told
FORGOTTEN = 7 * 24 * 3600.0
SHOWN = 50


@dataclass(frozen=True)
class Challenge:
    """One that somebody has made."""

    id: str
    created: float
    expires: float
    holder: str  # of whoever asks
    name: str
    from_id: str | None
    to_id: str
    config: dict[str, Any]
    state: str
    table: str | None

    def now(self, at: float) -> str:
        """Its state; one that nobody has answered in time is over."""
        return EXPIRED if self.state == OPEN and self.expires <= at else self.state


def add(store: Store, connection: Connection, new: Challenge, now: float) -> None:
    """Keep a new challenge; Problem if there are enough of them."""
    still = and_(challenges.c.state == OPEN, challenges.c.expires > now)
    if store.postgres:  # those who challenge the same member at once wait for each other
        connection.execute(select(members.c.id).where(members.c.id == new.to_id).with_for_update())
    sent = _number(connection, still, challenges.c.holder == new.holder)
    between = _number(connection, still, challenges.c.holder == new.holder, challenges.c.to_id == new.to_id)
    received = _number(connection, still, challenges.c.to_id == new.to_id)
    if between:
        raise Problem("challenge_open")
    nameless = _number(connection, still, challenges.c.to_id == new.to_id, challenges.c.from_id.is_(None))
    crowded = new.from_id is None and nameless >= MOST_FROM_GUESTS
    if sent >= MOST_SENT or received >= MOST_RECEIVED or crowded:
        raise Problem("too_many_challenges", retry=60)
    connection.execute(
        insert(challenges).values(
            id=new.id, created=new.created, expires=new.expires, holder=new.holder, name=new.name, from_id=new.from_id,
            to_id=new.to_id, config=json.dumps(new.config), state=OPEN,
        )
    )  # fmt: skip
    tell(store, connection, new)


def _number(connection: Connection, *which: Any) -> int:
    return connection.scalar(select(func.count()).select_from(challenges).where(*which)) or 0


def settle(store: Store, connection: Connection, one: Challenge, state: str, now: float, table: str | None = None) -> None:
    """Answer a challenge that is still open; Problem if somebody was faster, or it is too late."""
    still = challenges.c.id == one.id, challenges.c.state == OPEN, challenges.c.expires > now
    if connection.execute(update(challenges).where(*still).values(state=state, table_id=table)).rowcount == 0:
        raise Problem("challenge_over")
    tell(store, connection, one)


def tell(store: Store, connection: Connection, one: Challenge) -> None:
    """The other servers hear between whom something has changed."""
    store.notify(connection, f"{SAID} {store.server} {one.to_id} {one.holder}")


def find(store: Store, name: str) -> Challenge | None:
    with store.engine.connect() as connection:
        row = connection.execute(select(challenges).where(challenges.c.id == name)).one_or_none()
    return None if row is None else _read(row)


def of(connection: Connection, holder: str, member: Member | None, now: float) -> list[Challenge]:
    """What somebody has sent and received, the newest first: what is open, and what was answered a moment ago."""
    mine = challenges.c.holder == holder
    if member is not None:
        mine = or_(mine, challenges.c.to_id == member.id)
    told = challenges.c.created > now - RECENT, or_(challenges.c.expires > now - RECENT, challenges.c.state != OPEN)
    wanted = select(challenges).where(mine, or_(challenges.c.state == OPEN, *told))
    rows = connection.execute(wanted.order_by(challenges.c.created.desc()).limit(SHOWN))
    found = [_read(row) for row in rows]
    return [one for one in found if one.now(now) != EXPIRED or one.expires > now - RECENT]


def _read(row: Any) -> Challenge:
    config = json.loads(row.config)
    return Challenge(
        row.id, row.created, row.expires, row.holder, row.name, row.from_id, row.to_id, config, row.state, row.table_id
    )


def tidy(connection: Connection, now: float) -> None:
    connection.execute(delete(challenges).where(challenges.c.created < now - FORGOTTEN))
