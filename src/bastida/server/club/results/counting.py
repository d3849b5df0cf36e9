"""Tables that are over become games with results. Each is counted once: whoever turns its mark in the database does it.

Everything here is quick: who sat there, points and places are written down already. What stands in the ledger is read later,
by a worker. A table of a duplicate waits until the duplicate is closed, so that nobody learns its bag from results.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, or_, select, text, update

from bastida.server.club.members.schema import members
from bastida.server.club.results import bests, people, rating
from bastida.server.club.results.ended import Ended, ended
from bastida.server.club.results.families import family_of, scale_of
from bastida.server.club.results.schema import games, results
from bastida.server.runtime.schema import duplicates, tables
from bastida.server.runtime.store import Store
from bastida.server.table.state import COMPUTER, setup_from
from bastida.table.setup import SetupError
from bastida.table.view import game_shown

MEMBER, BOT, GUEST = "member", "bot", "guest"
KEPT = ("family", "edition", "sets", "elements", "switches", "expansions")  # of a set-up
UNKNOWN = ""  # the family of what can be played here no longer


@dataclass(frozen=True)
class Sitting:
    """A seat as its result tells of it."""

    player: str | None
    kind: str


def uncounted(store: Store, most: int) -> list[str]:
    """Tables that are over and have not been counted, as far as they may be."""
    closed = select(duplicates.c.code).where(duplicates.c.closed)
    wanted = (
        select(tables.c.id)
        .where(text("status = 'over' AND NOT counted"), tables.c.fault.is_(None))
        .where(or_(tables.c.duplicate.is_(None), tables.c.duplicate.in_(closed)))
        .limit(most)
    )
    with store.engine.connect() as connection:
        return list(connection.scalars(wanted))


def read(store: Store, table: str) -> Ended | None:
    """What became of a table, if it is over."""
    row = store.table(table)
    if row is None or row.fault is not None:
        return None
    with store.engine.connect() as connection:
        result = connection.scalar(select(tables.c.result).where(tables.c.id == table))
    return None if result is None else ended(row, json.loads(result), store.events_after(table, 0))


def count(connection: Connection, told: Ended, now: float) -> bool:
    """Inside a transaction of the writer: count a table, unless somebody has; whether it is one of the club's."""
    mine = update(tables).where(tables.c.id == told.table, ~tables.c.counted).values(counted=True)
    if connection.execute(mine).rowcount != 1:
        return False
    sittings = _sittings(connection, told)
    public = bool(told.config.get("watch"))  # whoever liked could look on
    people = [one.player for one in sittings if one.player is not None]
    if not public and not people:
        return False
    try:
        setup = setup_from(told.made["setup"])
        family, what = family_of(setup), game_shown(setup) | {"expansions": setup.expansions}
    except (SetupError, KeyError):  # an expansion that is there no longer: it counts among the member's games
        family, what = UNKNOWN, {**told.made["setup"], "expansions": []}
        what = {key: what[key] for key in KEPT}
    rated = bool(family) and told.asked_to_rate and len(people) >= 2 and len(set(people)) == len(people)
    scale = scale_of(family, any(one.kind == BOT for one in sittings)) if rated else None
    public = public or rated
    line = {"table_id": told.table, "at": told.at, "public": public}
    connection.execute(
        insert(games).values(
            **line, year=time.gmtime(told.at).tm_year, family=family, scale=scale, ended=told.reason,
            setup=json.dumps(what | {"preset": told.config.get("preset")}), due=now, tries=0, analysed=-1,
        )
    )  # fmt: skip
    sides = zip(told.sides, sittings, told.places(), told.points, strict=True)
    connection.execute(
        insert(results),
        [
            {
                **line, "seat": seat, "player": one.player, "kind": one.kind, "level": side.level, "place": place,
                "points": points, "scale": scale if one.player is not None else None,
            }
            for seat, (side, one, place, points) in enumerate(sides)
        ],
    )  # fmt: skip
    if scale is not None:
        rating.wanted(connection, scale, told.at, told.table)
    if public:
        bests.take(connection, told.table, bests.plain(sittings_of(told, sittings)))
    return True


def pass_over(connection: Connection, table: str) -> None:
    """A table that cannot be counted is not looked at again."""
    connection.execute(update(tables).where(tables.c.id == table).values(counted=True))


def sittings_of(told: Ended, sittings: list[Sitting]) -> list[tuple[int, bool, int]]:
    """Seat, whether its deeds are remembered, points."""
    return [(seat, one.kind == MEMBER, points) for seat, (one, points) in enumerate(zip(sittings, told.points, strict=True))]


def _sittings(connection: Connection, told: Ended) -> list[Sitting]:
    """Who sat on each seat. A member who was erased meanwhile is a guest."""
    wanted = select(members.c.id, members.c.owner).where(members.c.id.in_(told.members))
    known = {row.id: BOT if row.owner is not None else MEMBER for row in connection.execute(wanted)}
    found = []
    for side in told.sides:
        kind = COMPUTER if side.kind == COMPUTER else known.get(side.member or "", GUEST)
        found.append(Sitting(side.member if kind in (MEMBER, BOT) else None, kind))
    return found


# -- what stands in the ledger ---------------------------------------------------------------------------------------------


def unread(store: Store, now: float, most: int) -> list[str]:
    """Games whose record is to be read now."""
    with store.engine.connect() as connection:
        return list(connection.scalars(select(games.c.table_id).where(games.c.due <= now).order_by(games.c.due).limit(most)))


def claim(connection: Connection, table: str, now: float, until: float) -> bool:
    """Take a game to be read; nobody else does before a moment, by when it is done."""
    mine = update(games).where(games.c.table_id == table, games.c.due <= now).values(due=until)
    return connection.execute(mine).rowcount == 1


def put_off(connection: Connection, table: str, again: float | None, failed: bool) -> None:
    """A game could not be read: it is tried again, or (None) not."""
    values: dict[str, Any] = {"due": again}
    if failed:
        values["tries"] = games.c.tries + 1
    connection.execute(update(games).where(games.c.table_id == table, games.c.due.is_not(None)).values(values))


def tries(store: Store, table: str) -> int:
    """How often reading a game has gone wrong."""
    with store.engine.connect() as connection:
        return connection.scalar(select(games.c.tries).where(games.c.table_id == table)) or 0


def names(store: Store, told: Ended) -> list[str | None]:
    """How the players are called now where records are published."""
    with store.engine.connect() as connection:
        known = people.names(connection, told.members)
    return [known[side.member].name if side.member in known else None for side in told.sides]


def tell(connection: Connection, table: str, found: dict[str, Any], text: bytes) -> bool:
    """Keep what was read in a game, unless somebody has."""
    known = {"due": None, "record_id": found["record"], "public_id": found["public"], "text": text}
    mine = update(games).where(games.c.table_id == table, games.c.due.is_not(None)).values(known)
    if connection.execute(mine).rowcount != 1:
        return False
    for seat, side in enumerate(found["sides"]):
        mine = update(results).where(results.c.table_id == table, results.c.seat == seat)
        connection.execute(mine.values(sources=json.dumps(side, separators=(",", ":"))))
    bests.take_told(connection, table)
    return True
