"""What the club remembers: the most points, the greatest city, the most prisoners. By family of set-ups, for ever and by year.

Nothing is named here: what can be great are sources of the ledger and things that lie before a player. Of equal ones the
first stays, so that the order in which games are counted does not matter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.club.results.schema import bests, games, results

POINTS, MARGIN, ONCE, REGION, SOURCE, THING = "points", "margin", "once", "region", "source", "thing"
EVER = 0
MEMBER = "member"


@dataclass(frozen=True)
class Deed:
    """Something that may be the greatest of its kind."""

    kind: str
    name: str
    value: float
    seat: int


def plain(sides: Sequence[tuple[int, bool, int]]) -> list[Deed]:
    """Deeds that the points alone tell of: seat, whether it is a member's, points."""
    found = [Deed(POINTS, "", points, seat) for seat, member, points in sides if member]
    for seat, member, points in sides:
        others = [other for number, _, other in sides if number != seat]
        if member and points > max(others):
            found.append(Deed(MARGIN, "", points - max(others), seat))
    return found


def told(seat: int, side: str) -> list[Deed]:
    """Deeds that the ledger tells of, and what lay before the player."""
    found = []
    read = json.loads(side)
    for name, one in read["sources"].items():
        found += [Deed(SOURCE, name, one["points"], seat), Deed(ONCE, name, one["once"], seat)]
        found.append(Deed(REGION, name, one["region"], seat))
    found += [Deed(THING, name, number, seat) for name, number in read["things"].items()]
    return [deed for deed in found if deed.value > 0 and len(deed.name) <= 60]


def take_told(connection: Connection, table: str) -> None:
    """Take in what was read in the record of a game."""
    mine = results.c.table_id == table, results.c.public, results.c.kind == MEMBER, results.c.sources.is_not(None)
    deeds = [deed for row in connection.execute(select(results).where(*mine)) for deed in told(row.seat, row.sources)]
    take(connection, table, deeds)


def take_all(connection: Connection, table: str) -> None:
    """Take in all of a game."""
    sides = connection.execute(select(results).where(results.c.table_id == table).order_by(results.c.seat)).all()
    if sides and sides[0].public:
        take(connection, table, plain([(row.seat, row.kind == MEMBER, row.points) for row in sides]))
        take_told(connection, table)


def take(connection: Connection, table: str, deeds: Iterable[Deed]) -> None:
    """Remember deeds of a game that are greater than what is remembered."""
    game = connection.execute(select(games.c.family, games.c.year, games.c.at).where(games.c.table_id == table)).one()
    greatest: dict[tuple[str, str], Deed] = {}
    for deed in deeds:
        key = deed.kind, deed.name
        if key not in greatest or deed.value > greatest[key].value:
            greatest[key] = deed
    same = bests.c.family == game.family, bests.c.year.in_((EVER, game.year))
    known = {(row.year, row.kind, row.name): (row.value, -row.at) for row in connection.execute(select(bests).where(*same))}
    new = [
        {
            "family": game.family, "year": year, "kind": deed.kind, "name": deed.name, "value": deed.value, "at": game.at,
            "table_id": table, "seat": deed.seat,
        }
        for _, deed in sorted(greatest.items())  # in one order everywhere: servers do not wait for each other in a circle
        for year in (EVER, game.year)
        if known.get((year, deed.kind, deed.name), (0.0, 0.0)) < (deed.value, -game.at)
    ]  # fmt: skip
    if not new:
        return
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    put = kind.insert(bests)
    values = {name: put.excluded[name] for name in ("value", "at", "table_id", "seat")}
    earlier = and_(put.excluded.value == bests.c.value, put.excluded.at < bests.c.at)
    greater = or_(put.excluded.value > bests.c.value, earlier)
    line = ["family", "year", "kind", "name"]
    connection.execute(put.on_conflict_do_update(index_elements=line, set_=values, where=greater), new)
