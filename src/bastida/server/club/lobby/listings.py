"""What the database keeps of the tables that the lobby shows: written with the table and with whoever sits down there."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.sql.elements import ColumnElement

from bastida.server.club.lobby.schema import listings
from bastida.server.runtime.schema import tables
from bastida.server.runtime.store import Event, Store
from bastida.server.runtime.writer import Work
from bastida.server.table.state import LINK, Table

PAGE = 100  # tables of a kind on a page
FRESH = 90.0  # seconds for which a table is offered after the last one left it
STALE = 24 * 3600.0  # seconds after which one that still waits is forgotten
QUICK_SEATS = 2
MOST_TRIED = 20  # tables looked at for one quick game
PACES: dict[str, dict[str, Any] | None] = {  # of quick games
    "fast": {"minutes": 5.0, "increment": 5.0},
    "normal": {"minutes": 15.0, "increment": 10.0},
    "untimed": None,
}


@dataclass(frozen=True)
class Listing:
    """A table of the lobby."""

    table: str
    created: float
    running: bool
    free: int
    watch: bool
    least: int | None
    most: int | None
    seats: str
    config: str

    @property
    def members(self) -> list[str]:
        """The members who sit there."""
        return [member for *_, member, _ in json.loads(self.seats) if member is not None]


def scribe(table: Table, events: Sequence[Event]) -> Work | None:
    """What is written of a table with its first event, and with everybody who sits down or is erased."""
    if not (table.config.get("listed") or table.config.get("watch")) or table.duplicate is not None:
        return None
    said = {"free": free(table), "seats": seats(table)}
    if events[0].seq > 1:
        return lambda connection: connection.execute(update(listings).where(listings.c.table_id == table.id).values(said))
    least, most = table.config.get("rating") or (None, None)
    row = {
        "table_id": table.id,
        "created": events[0].at,
        "seen": events[0].at,
        "watch": bool(table.config.get("watch")),
        "lasting": lasting(table.config),
        "quick": quick_of(table),
        "least": least,
        "most": most,
        **said,
    }
    return lambda connection: connection.execute(insert(listings).values(row))


def lasting(config: dict[str, Any]) -> bool:
    """A game over days: it waits for players although nobody sits there."""
    return bool((config["clock"] or {}).get("days"))


def free(table: Table) -> int:
    """How many seats anybody may take."""
    return len(free_seats(table)) if table.config.get("listed") else 0


def free_seats(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.kind == LINK and not seat.taken]


def seats(table: Table) -> str:
    """Who sits where."""
    names = table.setup.players
    return json.dumps(
        [[names[number], seat.kind, seat.level, seat.taken, seat.member, seat.bot] for number, seat in enumerate(table.seats)],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def quick_name(game: str, pace: str) -> str:
    return f"{game} {pace}"


def quick_of(table: Table) -> str | None:
    """The quick game that a new table is, if it is one: two people at a game as it comes, and a usual clock."""
    config = table.config
    usual = not config["position"] and not table.setup.unusual and not config["first_steps"]
    people = len(table.seats) == QUICK_SEATS and not any(seat.bot or seat.computer for seat in table.seats)
    if not (config.get("listed") and config["preset"] and people and usual):
        return None
    clock = config["clock"]
    for pace, times in PACES.items():
        if clock is None or times is None:
            same = clock is times
        else:
            same = all(clock.get(key) == value for key, value in times.items())
        if same:
            return quick_name(config["preset"], pace)
    return None


# -- reading ----------------------------------------------------------------------------------------------------------------


def waits(now: float) -> ColumnElement[bool]:
    """Tables with a seat for whoever comes, where somebody is."""
    return and_(listings.c.free > 0, tables.c.status == "waiting", _there(now))


def runs(now: float) -> ColumnElement[bool]:
    """Tables that anybody may watch, where somebody plays."""
    return and_(listings.c.watch, tables.c.status == "playing", _there(now))


def _there(now: float) -> ColumnElement[bool]:
    return and_(or_(listings.c.lasting, listings.c.seen > now - FRESH), tables.c.fault.is_(None))


def page_of(connection: Connection, which: ColumnElement[bool], page: int) -> tuple[list[Listing], int]:
    """A page of the tables of a kind, the newest first, and how many there are."""
    both = select(listings, tables.c.status, tables.c.config).join(tables, tables.c.id == listings.c.table_id).where(which)
    newest = both.order_by(listings.c.created.desc(), listings.c.table_id).limit(PAGE).offset((page - 1) * PAGE)
    found = [
        Listing(
            row.table_id, row.created, row.status == "playing", row.free, row.watch, row.least, row.most, row.seats, row.config
        )
        for row in connection.execute(newest)
    ]
    if page == 1 and len(found) < PAGE:
        return found, len(found)
    number = select(func.count()).select_from(listings.join(tables, tables.c.id == listings.c.table_id)).where(which)
    return found, connection.scalar(number) or 0


def offered(connection: Connection, quick: str, now: float, but: Collection[str]) -> list[str]:
    """Tables at which somebody waits for a quick game, those that have waited longest first."""
    same = select(listings.c.table_id).join(tables, tables.c.id == listings.c.table_id)
    wanted = same.where(listings.c.quick == quick, waits(now), listings.c.table_id.not_in(but))
    return list(connection.scalars(wanted.order_by(listings.c.created).limit(MOST_TRIED)))


def alone(store: Store, connection: Connection, quick: str) -> None:
    """Until the transaction ends nobody else looks for this quick game: two who come at once shall meet."""
    if store.postgres:
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:name))"), {"name": f"quick {quick}"})


# -- keeping tidy -----------------------------------------------------------------------------------------------------------


def visited(connection: Connection, names: Collection[str], now: float) -> None:
    """Somebody is at these tables."""
    connection.execute(update(listings).where(listings.c.table_id.in_(names)).values(seen=now))


def tidy(connection: Connection, now: float) -> None:
    """What is over is listed no longer, nor what has waited for too long."""
    over = select(tables.c.id).where(tables.c.id == listings.c.table_id, tables.c.status == "over")
    waited = and_(listings.c.free > 0, ~listings.c.lasting, listings.c.seen < now - STALE)
    connection.execute(delete(listings).where(or_(over.exists(), waited)))
