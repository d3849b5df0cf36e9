"""Whom a member does not want to meet (block) or to hear (mute). Whoever is blocked is not heard either."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, delete, func, insert, or_, select

from bastida.server.club.members.schema import blocks, members
from bastida.server.http.problems import Problem

BLOCK, MUTE = "block", "mute"
KINDS = (BLOCK, MUTE)
MOST = 500  # of one member, of both kinds


def may_meet(connection: Connection, one: str | None, others: Collection[str]) -> bool:
    """Whether a member may join, challenge or be paired with others: nobody of them blocks the other. A guest (None) may.

    A bot counts as whoever answers for it.
    """
    if one is None or not others:
        return True
    ours, theirs = _with_owners(connection, [one]), _with_owners(connection, others)
    by_us = blocks.c.member_id.in_(ours) & blocks.c.other_id.in_(theirs)
    by_them = blocks.c.member_id.in_(theirs) & blocks.c.other_id.in_(ours)
    found = select(blocks.c.kind).where(blocks.c.kind == BLOCK, or_(by_us, by_them))
    return connection.execute(found.limit(1)).first() is None


def _with_owners(connection: Connection, names: Collection[str]) -> list[str]:
    owners = select(members.c.owner).where(members.c.id.in_(list(names)), members.c.owner.is_not(None))
    return [*names, *connection.scalars(owners)]


def unheard(connection: Connection, member: str) -> frozenset[str]:
    """Whose chat a member is not shown."""
    return frozenset(connection.scalars(select(blocks.c.other_id).where(blocks.c.member_id == member)))


def listed(connection: Connection, member: str) -> list[dict[str, object]]:
    """Whom a member has blocked or muted, by name."""
    theirs = blocks.join(members, members.c.id == blocks.c.other_id)
    wanted = select(members.c.id, members.c.name, members.c.colour, blocks.c.kind).select_from(theirs)
    found: dict[str, dict[str, object]] = {}
    for row in connection.execute(wanted.where(blocks.c.member_id == member).order_by(members.c.folded)):
        line = {"member": row.id, "name": row.name, "colour": row.colour, **dict.fromkeys(KINDS, False)}
        found.setdefault(row.id, line)[row.kind] = True
    return list(found.values())


def change(connection: Connection, member: str, other: str, wanted: Mapping[str, bool]) -> None:
    """Block or mute somebody, or do so no longer; what ``wanted`` does not say stays."""
    if connection.scalar(select(members.c.id).where(members.c.id == other)) is None or other == member:
        raise Problem("no_such_member")
    for kind, on in wanted.items():
        mine = blocks.c.member_id == member, blocks.c.other_id == other, blocks.c.kind == kind
        there = connection.scalar(select(blocks.c.kind).where(*mine)) is not None
        if on and not there:
            if (connection.scalar(select(func.count()).where(blocks.c.member_id == member)) or 0) >= MOST:
                raise Problem("too_many_blocks", number=MOST)
            connection.execute(insert(blocks).values(member_id=member, other_id=other, kind=kind))
        elif not on:
            connection.execute(delete(blocks).where(*mine))
