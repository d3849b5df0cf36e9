"""Who does not want to meet whom."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, and_, or_, select

from bastida.server.club.members.schema import blocks

BLOCK = "block"


def may_meet(connection: Connection, one: str | None, others: Collection[str]) -> bool:
    """Whether a member may sit down with others: neither side has blocked the other. A guest (None) may."""
    if one is None or not others:
        return True
    theirs = or_(
        and_(blocks.c.member_id == one, blocks.c.other_id.in_(others)),
        and_(blocks.c.other_id == one, blocks.c.member_id.in_(others)),
    )
    return connection.execute(select(blocks.c.kind).where(blocks.c.kind == BLOCK, theirs).limit(1)).first() is None
