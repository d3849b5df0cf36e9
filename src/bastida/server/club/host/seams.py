"""What the host needs of the members' own part, in one place: how names are compared, and taking a member away."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from inspect import iscoroutinefunction
from typing import Any

from sqlalchemy import Connection, delete

from bastida.server.club.members.known import HOLDER
from bastida.server.club.members.schema import members
from bastida.server.runtime.schema import holds, studies
from bastida.server.runtime.store import Store

NAMES, ERASING = "bastida.server.club.members.names", "bastida.server.club.members.erasing"


def folded(name: str) -> str:
    """A name as it is compared."""
    if find_spec(NAMES) is not None:
        compared: Callable[[str], str] = import_module(NAMES).folded
        return compared(name)
    return unicodedata.normalize("NFKC", name).casefold()[:80]


def erase(store: Store, connection: Connection, member: str) -> None:
    """Take away a member and all that is the member's."""
    if find_spec(ERASING) is not None:
        away: Callable[[Store, Connection, str], Any] = import_module(ERASING).erase
        if iscoroutinefunction(away):  # it would do nothing here, and nobody would notice
            raise TypeError(f"{ERASING}.erase needs a running server")
        away(store, connection, member)
        return
    for table in (holds, studies):
        connection.execute(delete(table).where(table.c.holder == HOLDER + member))
    connection.execute(delete(members).where(members.c.id == member))
