"""Who is here: members who have a page or a stream open at any server, and guests as a number."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from bastida.server.club.lobby.schema import present
from bastida.server.club.members.known import member_of
from bastida.server.club.members.schema import members
from bastida.server.runtime.live import Live
from bastida.server.runtime.schema import beats
from bastida.server.runtime.store import Store

GUESTS = ""
MOST = 2_000  # members that one server tells of
SHOWN = 200  # members whose names are told
ALIVE = 15.0  # seconds without a beat after which a server counts no more
AGAIN = 30.0  # seconds until a table is said again to have somebody at it


@dataclass(frozen=True)
class Here:
    """Who is here at all servers together."""

    members: list[dict[str, Any]]
    number: int
    guests: int


class Presence:
    """What this server says about who is here."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.said: dict[str, int] = {}
        self.visits: dict[str, float] = {}  # tables, and when it was said that somebody is there

    def now(self, others: Iterable[str | None]) -> dict[str, int]:
        """Members with an open stream at this server, and the number of guests."""
        found: dict[str, int] = {}
        guests: set[str] = set()
        for holder in self._holders(others):
            member = member_of(holder)
            if member is None:
                guests.add(holder)
            elif len(found) < MOST:
                found[member] = 1
        return found | ({GUESTS: len(guests)} if guests else {})

    def _holders(self, others: Iterable[str | None]) -> Iterator[str]:
        for room in self.live.rooms.values():
            for group in room.groups.values():
                yield from (who for listener in group.listeners if (who := listener.identity.holder or listener.token))
        yield from filter(None, others)

    def change(self, now: dict[str, int]) -> tuple[list[str], list[dict[str, Any]]] | None:
        """What has to be taken away and written so that it is said; None if it was."""
        if now == self.said:
            return None
        gone = [member for member, number in self.said.items() if now.get(member) != number]
        new = [member for member, number in now.items() if self.said.get(member) != number]
        rows = [{"server": self.live.store.server, "member_id": member, "number": now[member]} for member in new]
        return sorted({*gone, *new}), rows

    def say(self, connection: Connection, gone: list[str], rows: list[dict[str, Any]]) -> None:
        """Inside a transaction of the writer."""
        server = self.live.store.server
        for part in range(0, len(gone), 500):
            mine = present.c.server == server, present.c.member_id.in_(gone[part : part + 500])
            connection.execute(delete(present).where(*mine))
        if rows:
            connection.execute(insert(present), rows)

    def visited(self) -> list[str]:
        """Tables that the lobby may show and at which somebody is, where that was not said a moment ago."""
        at = time.monotonic()
        found = []
        for name, room in self.live.rooms.items():
            table = room.table
            shown = table is None or ((table.config.get("listed") or table.config.get("watch")) and table.outcome is None)
            if shown and self.visits.get(name, 0.0) <= at - AGAIN and room.here():
                found.append(name)
        self.visits = {name: when for name, when in self.visits.items() if when > at - AGAIN}
        self.visits |= dict.fromkeys(found, at)
        return found


def who_is_here(connection: Connection, now: float) -> Here:
    """The members who are here at any server that is alive, and how many guests."""
    alive = select(beats.c.server).where(beats.c.at > now - ALIVE)
    there = select(present.c.member_id).where(present.c.server.in_(alive), present.c.member_id != GUESTS).distinct().subquery()
    found = select(members.c.id, members.c.name, members.c.colour, members.c.owner).join(
        there, there.c.member_id == members.c.id
    )
    rows = connection.execute(found.order_by(members.c.folded).limit(SHOWN)).all()
    number = len(rows)
    if number == SHOWN:
        number = connection.scalar(select(func.count()).select_from(there)) or 0
    guests = select(func.sum(present.c.number)).where(present.c.server.in_(alive), present.c.member_id == GUESTS)
    told = [{"id": row.id, "name": row.name, "colour": row.colour, "bot": row.owner is not None} for row in rows]
    return Here(told, number, connection.scalar(guests) or 0)


def forget_dead(store: Store, connection: Connection, now: float) -> None:
    """What servers said that are no more."""
    alive = select(beats.c.server).where(beats.c.at > now - ALIVE)
    connection.execute(delete(present).where(present.c.server.not_in(alive), present.c.server != store.server))
