"""Everything the server has of a member, as one JSON file that is written while it is read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from bastida import Record
from bastida.server.club.house import House
from bastida.server.club.members import accounts, blocking
from bastida.server.club.members.known import Member
from bastida.server.club.members.schema import members
from bastida.server.http.problems import Problem
from bastida.server.runtime import studies
from bastida.server.runtime.store import WATCHING, encoded

VERSION = 1
log = logging.getLogger("bastida.server")


async def pieces(house: House, member: Member) -> AsyncIterator[str]:
    """The file, piece by piece: what is large comes one by one."""
    store = house.live.store
    yield encoded({"bastida_member": VERSION, **await asyncio.to_thread(_parts, house, member)})[:-1]
    yield ',"studies":['
    for number, study in enumerate(await asyncio.to_thread(studies.listed, store, member.holder)):
        whole = await asyncio.to_thread(studies.find, store, study.id)
        if whole is not None:
            values = {"id": whole.id, "title": whole.title, "changed": whole.changed, "text": whole.text}
            yield "," * (number > 0) + encoded(values)
    yield '],"tables":['
    for number, (name, seats) in enumerate(await asyncio.to_thread(store.tables_held, member.holder)):
        yield "," * (number > 0) + encoded(await asyncio.to_thread(_table, house, name, seats))
    yield "]}"


def _parts(house: House, member: Member) -> dict[str, object]:
    with house.live.store.engine.connect() as connection:
        more = {name: exporter(connection, member) for name, exporter in house.exporters.items()}
        return {
            "member": _known(connection, member),
            "devices": [{"label": row.label, "since": row.created} for row in accounts.devices_of(connection, member.id)],
            "passkeys": [
                {"id": row.id, "label": row.label, "since": row.created, "signatures": row.count}
                for row in accounts.passkeys_of(connection, member.id)
            ],
            "blocks": blocking.listed(connection, member.id),
            "bots": [
                {"id": row.id, "name": row.name, "since": row.created}
                for row in connection.execute(select(members).where(members.c.owner == member.id))
            ],
            **more,
        }


def _known(connection: Connection, member: Member) -> Mapping[str, Any]:
    row = connection.execute(select(members).where(members.c.id == member.id)).one()
    return {
        "id": row.id, "name": row.name, "colour": row.colour, "since": row.created, "seen": row.seen,
        "phrase": row.phrase is not None, "invited": row.invited, "wishes": member.wishes,
    }  # fmt: skip


def _table(house: House, name: str, seats: list[int]) -> dict[str, Any]:
    """A table at which the member sits: its game as a record, how it ended, and what the member said."""
    mine = [seat for seat in seats if seat != WATCHING]
    found: dict[str, Any] = {"table": name, "seats": mine, "watches": WATCHING in seats}
    try:
        table, events = house.live.replayed(name)
    except Problem as problem:
        return {**found, "status": problem.code}
    except Exception as error:  # one that is put out of order with the next look
        log.warning("table %s cannot be exported: %s", name, type(error).__name__)
        return {**found, "status": "out_of_order"}
    said = [{"at": one.at, "text": one.body["text"]} for one in events if one.kind == "chat" and one.seat in mine]
    record = Record.from_game(table.game, {"table": name}).to_text()
    return {
        **found, "created": table.created, "status": table.status, "result": table.result(), "said": said, "record": record,
    }  # fmt: skip
