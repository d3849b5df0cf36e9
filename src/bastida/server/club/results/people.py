"""How players are called in what is shown of results: members by their names, whoever is gone or keeps to itself by none."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from sqlalchemy import JSON, Connection, cast, delete, select, type_coerce, update
from sqlalchemy.sql.elements import ColumnElement

from bastida.server.club.members.known import Member, as_member
from bastida.server.club.members.schema import members
from bastida.server.club.results import rating
from bastida.server.club.results.schema import games, ratings, results

PRIVATE = "private"  # the wish of a member who keeps the page to itself
NOBODY = "-"
SHARE = 500  # names in one question


@dataclass(frozen=True)
class Named:
    """A player as others see it."""

    id: str | None
    name: str
    colour: str = ""


def keeps_to_itself(member: Member) -> bool:
    return bool(member.wishes.get(PRIVATE, False))


def is_private(connection: Connection) -> ColumnElement[bool]:
    """The same of a line of members, inside a question."""
    wishes = type_coerce(members.c.wishes, JSON) if connection.dialect.name == "sqlite" else cast(members.c.wishes, JSON)
    found: ColumnElement[bool] = wishes[PRIVATE].as_boolean().is_(True)
    return found


def hermits(connection: Connection, players: Collection[str]) -> set[str]:
    """Those of some members who keep to themselves: of them nothing is told."""
    found: set[str] = set()
    wanted = sorted(players)
    for first in range(0, len(wanted), SHARE):
        some = members.c.id.in_(wanted[first : first + SHARE])
        found |= set(connection.scalars(select(members.c.id).where(some, is_private(connection))))
    return found


def names(connection: Connection, players: Iterable[str | None], reader: str | None = None) -> dict[str | None, Named]:
    """What players are called. The reader sees its own name in any case."""
    wanted = sorted({player for player in players if player is not None and not player.startswith(rating.GONE)})
    found: dict[str | None, Named] = {}
    for first in range(0, len(wanted), SHARE):
        for row in connection.execute(select(members).where(members.c.id.in_(wanted[first : first + SHARE]))):
            member = as_member(row)
            if member.id == reader or not keeps_to_itself(member):
                found[member.id] = Named(member.id, member.name, member.colour)
    return found


# -- what a member may take along, and have erased -----------------------------------------------------------------------------


def export(connection: Connection, member: Member) -> dict[str, Any]:
    """Everything that is kept here of a member."""
    wanted = select(results, games.c.family, games.c.ended).join(games, games.c.table_id == results.c.table_id)
    mine = wanted.where(results.c.player == member.id).order_by(results.c.at, results.c.table_id)
    return {
        "results": [dict(row) for row in connection.execute(mine).mappings()],
        "ratings": [dict(row) for row in connection.execute(select(ratings).where(ratings.c.player == member.id)).mappings()],
    }


def erase(connection: Connection, member: Member) -> None:
    """Results stay for those who played there, and stand for nobody any more; so do the ratings of the others."""
    rating.lock_all(connection)
    gone = rating.GONE + token_hex(5)
    connection.execute(update(results).where(results.c.player == member.id).values(player=gone))
    connection.execute(delete(ratings).where(ratings.c.player == member.id))
