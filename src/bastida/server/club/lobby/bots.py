"""Bots: programs of a member's, with a token of their own and rules for what they accept."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from bastida.server.club.lobby.challenges import Challenge
from bastida.server.club.lobby.schema import bots
from bastida.server.club.members.known import HOLDER, Member
from bastida.server.club.members.names import folded
from bastida.server.club.members.schema import badges, members
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import digest, new_bot_badge, new_code
from bastida.server.runtime.schema import holds, tables
from bastida.server.runtime.store import WATCHING, Store

ID = 10  # letters of a bot's name among members
GOING_ON = ("waiting", "playing")


def make(connection: Connection, owner: Member, name: str, rules: dict[str, Any], now: float, most: int) -> tuple[str, str]:
    """A new bot of a member's: its id, and its token, of which only the digest is kept."""
    if owner.bot:
        raise Problem("bot_cannot")
    connection.execute(update(members).where(members.c.id == owner.id).values(seen=now))  # two at once wait for each other
    if (connection.scalar(select(func.count()).where(members.c.owner == owner.id)) or 0) >= most:
        raise Problem("too_many_bots", number=most)
    check_name(connection, name)
    new = {"id": new_code(ID), "created": now, "seen": now, "colour": owner.colour, "owner": owner.id, "wishes": "{}"}
    connection.execute(insert(members).values(new | {"name": name, "folded": folded(name)}))
    connection.execute(insert(bots).values(member_id=new["id"], rules=json.dumps(rules)))
    return str(new["id"]), new_token(connection, str(new["id"]), now)


def check_name(connection: Connection, name: str, mine: str | None = None) -> None:
    """There is one member of each name."""
    other = connection.scalar(select(members.c.id).where(members.c.folded == folded(name)))
    if other is not None and other != mine:
        raise Problem("bot_name_taken", name=name)


def new_token(connection: Connection, bot: str, now: float) -> str:
    """A fresh token; the one before is good no longer."""
    token = new_bot_badge()
    connection.execute(delete(badges).where(badges.c.member_id == bot))
    connection.execute(insert(badges).values(digest=digest(token), member_id=bot, created=now))
    return token


def of(connection: Connection, owner: str) -> list[dict[str, Any]]:
    """The bots of a member."""
    wanted = select(members.c.id, members.c.name, bots.c.rules).join(bots, bots.c.member_id == members.c.id)
    rows = connection.execute(wanted.where(members.c.owner == owner).order_by(members.c.folded))
    return [{"id": row.id, "name": row.name, "rules": json.loads(row.rules)} for row in rows]


def need(connection: Connection, owner: str, bot: str) -> None:
    """Problem unless the bot is this member's."""
    mine = members.c.id == bot, members.c.owner == owner
    if connection.execute(select(members.c.id).where(*mine)).first() is None:
        raise Problem("no_bot")


def change(connection: Connection, bot: str, name: str | None, rules: dict[str, Any] | None) -> None:
    """Another name, other rules."""
    if name is not None:
        check_name(connection, name, bot)
        connection.execute(update(members).where(members.c.id == bot).values(name=name, folded=folded(name)))
    if rules is not None:
        connection.execute(update(bots).where(bots.c.member_id == bot).values(rules=json.dumps(rules)))


def remove(store: Store, connection: Connection, bot: str) -> list[str]:
    """A bot is no more, and its seats are given up: the tables they were at."""
    holder = HOLDER + bot
    left = list(connection.scalars(select(holds.c.table_id).where(holds.c.holder == holder).distinct()))
    connection.execute(delete(holds).where(holds.c.holder == holder))
    connection.execute(delete(members).where(members.c.id == bot))
    for table in left:
        store.notify(connection, f"seats {table}")
    return left


# -- what a bot accepts -----------------------------------------------------------------------------------------------------


def rules_of(connection: Connection, bot: str) -> dict[str, Any] | None:
    """Its rules; None for a member that is no bot."""
    found = connection.scalar(select(bots.c.rules).where(bots.c.member_id == bot))
    return None if found is None else json.loads(found)


def accepts(rules: dict[str, Any], asked: Challenge, preset: str | None) -> bool:
    """Whether a challenge is within the rules of a bot."""
    clock = asked.config["clock"]
    kind = "none" if clock is None else "days" if clock.get("days") else "live"
    minutes = clock["minutes"] if kind == "live" else None
    return bool(
        rules["open"]
        and (not rules["presets"] or preset in rules["presets"])
        and kind in rules["clocks"]
        and (minutes is None or rules["least_minutes"] <= minutes <= rules["most_minutes"])
        and rules["rated" if asked.config["rated"] else "casual"]
        and (asked.from_id is not None or not rules["members_only"])
    )


def going_on(connection: Connection, holder: str) -> list[str]:
    """Tables that are not over at which somebody sits, the newest first."""
    wanted = select(tables.c.id).join(holds, holds.c.table_id == tables.c.id)
    mine = holds.c.holder == holder, holds.c.seat > WATCHING, tables.c.status.in_(GOING_ON), tables.c.fault.is_(None)
    rows = connection.execute(wanted.where(*mine).group_by(tables.c.id, tables.c.created).order_by(tables.c.created.desc()))
    return [row.id for row in rows]


def check_busy(connection: Connection, holder: str, most: int) -> None:
    """A bot plays at so many tables at once."""
    if len(going_on(connection, holder)) >= most:
        raise Problem("bot_busy", number=most)
