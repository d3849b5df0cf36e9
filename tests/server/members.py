"""Members for tests that are not about becoming one: they are written into the database, and sign in with a bot's token."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from sqlalchemy import insert
from sqlalchemy.engine import Engine

from bastida.server.club.members.schema import badges, devices, members
from bastida.server.http.seat_tokens import Seal, digest, new_bot_badge, new_code, new_token


@dataclass(frozen=True)
class Enrolled:
    """A member with a token of its own."""

    id: str
    name: str
    token: str


def enrol(engine: Engine, name: str, owner: str | None = None) -> Enrolled:
    """A member; a program, if there is an owner."""
    made = Enrolled(new_code(10), name, new_bot_badge())
    now = time.time()
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(
            insert(members).values(
                id=made.id, created=now, seen=now, name=name, folded=f"{name.casefold()} {made.id}", colour="red", owner=owner,
                wishes=json.dumps({}),
            )
        )  # fmt: skip
        connection.execute(insert(badges).values(digest=digest(made.token), member_id=made.id, created=now))
    return made


def cookie_of(engine: Engine, seal: Seal, member: Enrolled) -> dict[str, str]:
    """The cookie of a browser on which a member is signed in: its name and its value."""
    token = new_token()
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(
            insert(devices).values(browser=digest(token), member_id=member.id, created=time.time(), label="test")
        )
    return {"name": seal.cookie(False), "value": seal.signed(token)}
