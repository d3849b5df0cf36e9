"""Members in the database: signing up and in, devices, name and colour, inside a transaction of the writer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.club.members.known import HOLDER, Member, as_member
from bastida.server.club.members.names import folded
from bastida.server.club.members.schema import badges, devices, members, passkeys
from bastida.server.club.members.words import new_phrase, tidied
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import digest, new_code
from bastida.server.runtime.schema import holds, studies
from bastida.server.runtime.store import Store
from bastida.server.runtime.studies import MOST as MOST_STUDIES

ID = 10  # letters of a member's id
MOST_DEVICES = 50  # of a member; the one signed in on first goes
ROUND = 60.0  # seconds to which the time is kept when a member was last seen


def sign_up(store: Store, connection: Connection, name: str, colour: str, now: float) -> tuple[Member, str]:
    """A new member and its recovery phrase; Problem if somebody is called so already."""
    phrase, id = new_phrase(), new_code(ID)
    values = {
        "id": id, "created": now, "seen": now, "name": name, "folded": folded(name), "colour": colour,
        "phrase": digest(phrase), "wishes": "{}",
    }  # fmt: skip
    new = (postgresql if store.postgres else sqlite).insert(members).values(values)
    if connection.execute(new.on_conflict_do_nothing().returning(members.c.id)).first() is None:
        raise Problem("member_name_taken", name=name)
    return Member(id, name, colour), phrase


def with_phrase(connection: Connection, phrase: str) -> Member:
    """Whose recovery phrase this is."""
    row = connection.execute(select(members).where(members.c.phrase == digest(tidied(phrase)))).one_or_none()
    if row is None:
        raise Problem("wrong_phrase")
    return allowed(row)


def allowed(row: Any) -> Member:
    """A member that signs in; Problem if the host does not let it."""
    if row.banned:
        raise Problem("member_banned")
    return as_member(row)


def sign_in(store: Store, connection: Connection, member: str, browser: str, label: str, now: float) -> list[str]:
    """A member uses a browser from now on: what that held becomes the member's. The tables at which it did are the answer."""
    connection.execute(delete(devices).where(devices.c.browser == browser))
    connection.execute(insert(devices).values(browser=browser, member_id=member, created=now, label=label))
    connection.execute(update(members).where(members.c.id == member).values(seen=now))
    mine = devices.c.member_id == member
    kept = select(devices.c.browser).where(mine).order_by(devices.c.created.desc(), devices.c.browser).limit(MOST_DEVICES)
    connection.execute(delete(devices).where(mine, devices.c.browser.not_in(list(connection.scalars(kept)))))
    return _take_over(store, connection, browser, HOLDER + member)


def _take_over(store: Store, connection: Connection, browser: str, holder: str) -> list[str]:
    held = connection.execute(select(holds.c.table_id, holds.c.seat).where(holds.c.holder == browser)).all()
    if held:
        new = (postgresql if store.postgres else sqlite).insert(holds).on_conflict_do_nothing()
        connection.execute(new, [{"holder": holder, "table_id": row.table_id, "seat": row.seat} for row in held])
        connection.execute(delete(holds).where(holds.c.holder == browser))
    room = MOST_STUDIES - (connection.scalar(select(func.count()).where(studies.c.holder == holder)) or 0)
    newest = select(studies.c.id).where(studies.c.holder == browser).order_by(studies.c.changed.desc()).limit(max(0, room))
    moved = list(connection.scalars(newest))
    connection.execute(update(studies).where(studies.c.id.in_(moved)).values(holder=holder))
    tables = sorted({row.table_id for row in held})
    for table in tables:
        store.notify(connection, f"seats {table}")
    return tables


def renew_phrase(connection: Connection, member: str) -> str:
    """Another recovery phrase; the one before is good no longer."""
    phrase = new_phrase()
    connection.execute(update(members).where(members.c.id == member).values(phrase=digest(phrase)))
    return phrase


def rename(connection: Connection, member: str, name: str | None, colour: str | None) -> None:
    """Another name or colour. That nobody else has the name is for the database to say: an IntegrityError."""
    values = {} if name is None else {"name": name, "folded": folded(name)}
    values |= {} if colour is None else {"colour": colour}
    if values:
        connection.execute(update(members).where(members.c.id == member).values(values))


def sign_out(connection: Connection, member: str, browsers: Sequence[str]) -> bool:
    """A member does not use some browsers any longer; whether it did."""
    theirs = devices.c.member_id == member, devices.c.browser.in_(browsers)
    return connection.execute(delete(devices).where(*theirs)).rowcount > 0


def sign_out_elsewhere(connection: Connection, member: str, browser: str | None) -> None:
    """A member uses no other browser any longer."""
    connection.execute(delete(devices).where(devices.c.member_id == member, devices.c.browser != (browser or "")))


def see(connection: Connection, member: str, now: float) -> None:
    """A member was here."""
    connection.execute(update(members).where(members.c.id == member, members.c.seen < now - ROUND).values(seen=now))


def devices_of(connection: Connection, member: str) -> Sequence[Any]:
    return connection.execute(select(devices).where(devices.c.member_id == member).order_by(devices.c.created)).all()


def passkeys_of(connection: Connection, member: str) -> Sequence[Any]:
    return connection.execute(select(passkeys).where(passkeys.c.member_id == member).order_by(passkeys.c.created)).all()


def badges_of(connection: Connection, member: str) -> Sequence[Any]:
    return connection.execute(select(badges).where(badges.c.member_id == member).order_by(badges.c.created)).all()
