"""What a member has chosen, kept as JSON beside the name: each part of the club has a key of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, select, update

from bastida.server.club.members.known import People
from bastida.server.club.members.schema import members

Wishes = dict[str, Any]


def wishes_of(connection: Connection, member: str) -> Wishes:
    """A member's wishes, kept from others until the transaction ends."""
    text = connection.scalar(select(members.c.wishes).where(members.c.id == member).with_for_update())
    return dict(json.loads(text)) if text is not None else {}


def change_wishes(people: People, connection: Connection, member: str, change: Callable[[Wishes], None]) -> Wishes:
    """Inside a transaction of the writer: change a member's wishes, and tell the other servers."""
    wishes = wishes_of(connection, member)
    change(wishes)
    text = json.dumps(wishes, ensure_ascii=False, separators=(",", ":"))
    connection.execute(update(members).where(members.c.id == member).values(wishes=text))
    people.changed(connection, member)
    return wishes
