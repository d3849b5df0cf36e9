"""What the host tells everybody, and what servers have to know at once. It is kept in the database by name.

``bastida admin`` writes here beside running servers, and each of them looks once a second. So it works the same with one
server and a file, and with many and PostgreSQL.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.runtime.schema import kept

ANNOUNCEMENT, MAINTENANCE, PEOPLE, LEAVING = NAMES = ("announcement", "maintenance", "people", "leaving")
LONGEST = 500  # letters of an announcement
HOUR = 3600.0


@dataclass(frozen=True)
class Board:
    """What is written there."""

    text: str = ""
    since: float = 0.0
    until: float | None = None  # when the announcement goes by itself
    maintenance: bool = False  # no new tables for now
    people: str = ""  # changes whenever the host has changed a member
    leaving: tuple[str, ...] = ()  # members to be erased

    def shown(self, now: float) -> dict[str, Any]:
        """What everybody is told."""
        told = bool(self.text) and (self.until is None or now < self.until)
        said = {"text": self.text, "since": round(self.since * 1000)} if told else None
        return {"announcement": said, "maintenance": self.maintenance}


def read(connection: Connection) -> Board:
    """The board as it is now."""
    rows = connection.execute(select(kept.c.name, kept.c.value).where(kept.c.name.in_(NAMES)))
    found: Mapping[str, Any] = {row.name: json.loads(row.value) for row in rows}
    said = found.get(ANNOUNCEMENT, {})
    return Board(
        str(said.get("text", "")),
        float(said.get("since", 0.0)),
        said.get("until"),
        bool(found.get(MAINTENANCE, False)),
        str(found.get(PEOPLE, "")),
        tuple(found.get(LEAVING, {})),
    )


def announce(connection: Connection, text: str, now: float, hours: float | None = None) -> None:
    """Tell everybody something, for ever or for so many hours; nothing takes it away."""
    if text:
        until = None if hours is None else now + hours * HOUR
        _put(connection, ANNOUNCEMENT, {"text": text, "since": now, "until": until})
    else:
        connection.execute(delete(kept).where(kept.c.name == ANNOUNCEMENT))


def set_maintenance(connection: Connection, on: bool) -> None:
    """Make no new tables from now on, or make them again."""
    _put(connection, MAINTENANCE, on)


def people_changed(connection: Connection) -> None:
    """Let every server forget what it remembers of members."""
    _put(connection, PEOPLE, token_hex(4))


def erase(connection: Connection, member: str) -> None:
    """Have a member erased by a server: one that runs, else the next one that starts."""
    _put(connection, LEAVING, _leaving(connection) | {member: ""})


def take_leaving(connection: Connection, member: str, server: str, alive: Collection[str]) -> bool:
    """This server erases a member, unless another one that is running does."""
    leaving = _leaving(connection)
    if member not in leaving or leaving[member] in alive:
        return False
    _put(connection, LEAVING, leaving | {member: server})
    return True


def erased(connection: Connection, member: str) -> None:
    """A member is gone."""
    _put(connection, LEAVING, {name: server for name, server in _leaving(connection).items() if name != member})


def _leaving(connection: Connection) -> dict[str, str]:
    """Members to be erased, each with the server that does it; nobody else changes them until the transaction ends."""
    text = connection.scalar(select(kept.c.value).where(kept.c.name == LEAVING).with_for_update())
    return dict(json.loads(text)) if text is not None else {}


def _put(connection: Connection, name: str, value: object) -> None:
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    new = kind.insert(kept).values(name=name, value=json.dumps(value, ensure_ascii=False))
    connection.execute(new.on_conflict_do_update(index_elements=["name"], set_={"value": new.excluded.value}))
