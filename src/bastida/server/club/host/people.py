"""Members, as the host sees and changes them. Everything here is inside a transaction, beside running servers."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, func, or_, select, update

from bastida.server.club.host import board
from bastida.server.club.host.board import people_changed
from bastida.server.club.members.names import folded
from bastida.server.club.members.schema import devices, members
from bastida.server.club.tournaments import kept
from bastida.server.club.tournaments.schema import tournaments
from bastida.server.table.naming import named

LONGEST = 40  # letters of a name
MOST = 1_000  # members in one list


class NoMember(LookupError):
    """There is nobody of this name."""


class NameTaken(ValueError):
    """Somebody else is called so."""


def listed(
    connection: Connection, search: str = "", banned: bool = False, invited: bool = False, limit: int = 100, skip: int = 0
) -> list[dict[str, Any]]:
    """Members, who was here last first."""
    number = select(func.count()).where(devices.c.member_id == members.c.id).scalar_subquery()
    wanted = select(members, number.label("devices")).order_by(members.c.seen.desc(), members.c.id)
    if search:
        wanted = wanted.where(or_(members.c.folded.contains(folded(search), autoescape=True), members.c.id == search))
    if banned:
        wanted = wanted.where(members.c.banned)
    if invited:
        wanted = wanted.where(members.c.invited)
    shown = ("id", "name", "colour", "created", "seen", "invited", "banned", "owner", "devices")
    rows = connection.execute(wanted.limit(min(limit, MOST)).offset(skip)).mappings()
    return [{key: row[key] for key in shown} for row in rows]


def found(connection: Connection, who: str) -> Row[Any]:
    """A member by id, else by name."""
    for same in (members.c.id == who, members.c.folded == folded(who)):
        row = connection.execute(select(members).where(same)).one_or_none()
        if row is not None:
            return row
    raise NoMember(who)


def invite(connection: Connection, who: str, on: bool = True) -> str:
    """Let a member make tables where only invited ones may; the name."""
    return _set(connection, who, invited=on)


def ban(connection: Connection, who: str, on: bool = True) -> str:
    """Keep a member and all bots of the member out, or let them in again; the name."""
    name = _set(connection, who, banned=on)
    row = found(connection, who)
    connection.execute(update(members).where(members.c.owner == row.id).values(banned=on))
    return name


def rename(connection: Connection, who: str, name: str) -> str:
    """Call a member otherwise; the old name."""
    new = named(name)
    if len(new) > LONGEST:
        raise ValueError(new)
    row = found(connection, who)
    same = select(members.c.id).where(members.c.folded == folded(new), members.c.id != row.id)
    if connection.execute(same).one_or_none() is not None:
        raise NameTaken(new)
    return _set(connection, row.id, name=new, folded=folded(new))


def erase(connection: Connection, who: str) -> str:
    """Have a member erased, and all that is the member's; the name. From now on the member is signed out everywhere."""
    row = found(connection, who)
    ban(connection, row.id)
    board.erase(connection, row.id)
    people_changed(connection)
    return str(row.name)


def _set(connection: Connection, who: str, **values: object) -> str:
    row = found(connection, who)
    connection.execute(update(members).where(members.c.id == row.id).values(values))
    people_changed(connection)
    return str(row.name)


def tournaments_listed(connection: Connection, limit: int) -> list[dict[str, Any]]:
    """Tournaments, the newest first, each with the name of its organiser; none if the organiser was erased."""
    found = kept.listed(connection, None, None, min(limit, MOST))
    theirs = select(members.c.id, members.c.name).where(members.c.id.in_({one.organiser for one, _ in found}))
    names = {row.id: row.name for row in connection.execute(theirs)}
    return [
        {
            "id": one.id,
            "name": one.name,
            "created": one.created,
            "organiser": names.get(one.organiser or ""),
            "state": one.state,
            "round": one.round,
            "players": players,
        }
        for one, players in found
    ]


def give_tournament(connection: Connection, name: str, who: str) -> str:
    """Another member organises a tournament from now on; the member's name, or nothing if there is no such tournament."""
    row = found(connection, who)
    mine = tournaments.c.id == name
    values = {"organiser": row.id, "version": tournaments.c.version + 1}
    return str(row.name) if connection.execute(update(tournaments).where(mine).values(values)).rowcount else ""
