"""Holidays: a member's slow clocks stand still for some days, so many in a year."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from bastida.server.club.members.known import Member, People
from bastida.server.club.members.wishes import Wishes, change_wishes
from bastida.server.http.problems import Problem
from bastida.server.runtime.live import Live, Propose
from bastida.server.runtime.schema import holds, tables
from bastida.server.runtime.store import Event
from bastida.server.table import referee
from bastida.server.table.state import Table

DAY = 86_400.0  # seconds
MOST_TABLES = 1_000  # of one member at which clocks are stopped


def until_of(wishes: Wishes, now: float) -> float | None:
    """When the holiday ends on which a member is now; None if it is on none."""
    until = float(wishes.get("holiday", {}).get("until", 0.0))
    return until if until > now else None


def used(wishes: Wishes, now: float) -> int:
    """Days of this year that are taken."""
    return int(wishes.get("holidays", {}).get(_year(now), 0))


def _year(now: float) -> str:
    return str(datetime.fromtimestamp(now, UTC).year)


def begin(people: People, connection: Connection, member: str, days: int, most: int, now: float) -> float:
    """Take so many days from now on; when they end. Whoever is on holiday already takes no more."""

    def take(wishes: Wishes) -> None:
        if until_of(wishes, now) is not None:
            return
        if days > most - used(wishes, now):
            raise Problem("no_holiday", days=most - used(wishes, now), most=most)
        wishes["holiday"] = {"began": now, "until": now + days * DAY}
        wishes["holidays"] = {_year(now): used(wishes, now) + days}

    return float(change_wishes(people, connection, member, take)["holiday"]["until"])


def end(people: People, connection: Connection, member: str, now: float) -> None:
    """Come back early: whole days that are left are given back."""

    def come_back(wishes: Wishes) -> None:
        until = until_of(wishes, now)
        if until is None:
            raise Problem("no_holiday_now")
        left = math.floor((until - now) / DAY)
        year = _year(float(wishes["holiday"]["began"]))
        taken = wishes.get("holidays", {})
        if year in taken:
            taken[year] = max(0, int(taken[year]) - left)
        del wishes["holiday"]

    change_wishes(people, connection, member, come_back)


def beginners(table: Table, events: Sequence[Event]) -> list[str]:
    """Members for whom the clocks of a slow game have just begun to count: it is new or slow now, or they sat down."""
    if not table.slow or table.outcome is not None:
        return []
    if not events or any(event.kind == "slow" for event in events):
        return [seat.member for seat in table.seats if seat.member is not None]
    return [member for event in events if event.kind == "take" and (member := event.body.get("member"))]


async def stop_new_clocks(live: Live, people: People, table: str, beginners: Sequence[str]) -> None:
    """Whoever is on holiday when a slow game begins is so at its table, too."""
    for name in beginners:
        member = await asyncio.to_thread(people.find, name)
        until = until_of(member.wishes, live.now()) if member is not None else None
        if member is not None and until is not None:
            with contextlib.suppress(Problem):  # it ended meanwhile
                await live.act(table, None, None, _rests(member, until))


def _rests(member: Member, until: float) -> Propose:
    """At a table a member's clock stands still until then."""

    def propose(table: Table, _: float) -> list[referee.Proposal]:
        mine = (seat for seat, one in enumerate(table.seats) if one.member == member.id)
        return [proposal for seat in mine for proposal in referee.holiday(table, seat, until)]

    return propose


async def stop_clocks(live: Live, member: Member, until: float) -> None:
    """At every slow game of a member that is under way the clock stands still until then."""

    def read() -> list[str]:
        wanted = (
            select(tables.c.id)
            .distinct()
            .join(holds, holds.c.table_id == tables.c.id)
            .where(holds.c.holder == member.holder, holds.c.seat >= 0, tables.c.status != "over", tables.c.fault.is_(None))
            .limit(MOST_TABLES)
        )
        with live.store.engine.connect() as connection:
            return list(connection.scalars(wanted))

    for name in await asyncio.to_thread(read):
        try:
            await live.act(name, None, None, _rests(member, until))
        except Problem:  # it ended meanwhile, or cannot be opened
            continue
