"""The page of the club: ranks, the table of results of a year, what is remembered."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, case, func, select

from bastida.language.sentences import source_title
from bastida.language.texts import Texts
from bastida.server.club.members.schema import members
from bastida.server.club.results import counting, listing, people
from bastida.server.club.results.families import families, scale_of
from bastida.server.club.results.pages import rating_told
from bastida.server.club.results.schema import bests, games, ratings, results
from bastida.server.runtime.store import Store

MOST = 50  # lines of a list


def played(store: Store) -> dict[str, Any]:
    """How many public games there are, of which families, in which years."""
    counted = select(games.c.family, games.c.year, func.count()).where(games.c.public).group_by(games.c.family, games.c.year)
    with store.engine.connect() as connection:
        rows = connection.execute(counted).all()
    return {
        "families": [name for name in families() if any(row.family == name for row in rows)],
        "years": sorted({row.year for row in rows}, reverse=True),
        "games": sum(number for *_, number in rows),
    }


def told(store: Store, family: str, year: int | None, phrases: Texts) -> dict[str, Any]:
    """The table of results and what is remembered, of a year (0: of all; None: of one without games)."""
    if year is None:
        return {"table": [], "bests": []}
    with store.engine.connect() as connection:
        return {"table": _table(connection, family, year), "bests": _remembered(connection, family, year, phrases)}


def ranks(store: Store, family: str, bots: bool, after: int) -> dict[str, Any]:
    """Members by their ratings from a place on, and where the next page begins."""
    with store.engine.connect() as connection:
        found, more = _ranks(connection, scale_of(family, bots), after)
    return {"ranks": found, "more": more}


def _ranks(connection: Connection, scale: str, after: int) -> tuple[list[dict[str, Any]], int | None]:
    """Members by their ratings from a place on, and where the next page begins."""
    open_ones = select(members, ratings).join(ratings, ratings.c.player == members.c.id)
    wanted = open_ones.where(ratings.c.scale == scale, ~people.is_private(connection), ~members.c.banned)
    order = ratings.c.careful.desc(), ratings.c.player
    rows = connection.execute(wanted.order_by(*order).offset(after).limit(MOST + 1)).all()
    found = [
        {
            "rank": number,
            "member": row.id,
            "name": row.name,
            "colour": row.colour,
            "bot": row.owner is not None,
            **rating_told(row),
        }
        for number, row in enumerate(rows[:MOST], after + 1)
    ]
    return found, after + MOST if len(rows) > MOST else None


def _table(connection: Connection, family: str, year: int) -> list[dict[str, Any]]:
    """Members by the public games they have won."""
    won = func.sum(case((results.c.place == 1, 1), else_=0))
    points = func.avg(results.c.points)
    wanted = (
        select(
            members.c.id,
            members.c.name,
            func.count().label("games"),
            won.label("won"),
            points.label("points"),
        )
        .select_from(results)
        .join(games, games.c.table_id == results.c.table_id)
        .join(members, members.c.id == results.c.player)
        .where(results.c.public, results.c.kind == counting.MEMBER, games.c.family == family, ~people.is_private(connection))
        .group_by(members.c.id, members.c.name)
        .order_by(won.desc(), func.count(), members.c.name)
        .limit(MOST)
    )
    if year:
        wanted = wanted.where(games.c.year == year)
    return [
        {"member": row.id, "name": row.name, "games": row.games, "won": row.won, "points": round(float(row.points), 1)}
        for row in connection.execute(wanted)
    ]


def _remembered(connection: Connection, family: str, year: int, phrases: Texts) -> list[dict[str, Any]]:
    wanted = (
        select(bests, results.c.player, results.c.kind.label("who"), results.c.level)
        .join(results, and_(results.c.table_id == bests.c.table_id, results.c.seat == bests.c.seat))
        .where(bests.c.family == family, bests.c.year == year)
        .order_by(bests.c.kind, bests.c.value.desc(), bests.c.name)
        .limit(6 * MOST)
    )
    rows = connection.execute(wanted).all()
    known = people.names(connection, [row.player for row in rows])
    return [
        {
            "kind": row.kind,
            "source": row.name,
            "name": _titled(row.kind, row.name, phrases),
            "value": round(row.value),
            "ended": round(row.at * 1000),
            "table": row.table_id,
            "player": listing.player_of(row.player, row.who, row.level, known, phrases),
        }
        for row in rows
    ]


def _titled(kind: str, name: str, phrases: Texts) -> str:
    """A source or a thing in words."""
    return "" if not name else phrases.word(name, 2) if kind == "thing" else source_title(phrases, name)
