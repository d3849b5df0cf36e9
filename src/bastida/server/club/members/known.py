"""Who a browser or a bot's token belongs to, remembered so that not every request has to ask the database."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.sql.elements import ColumnElement

from bastida.server.club.members.blocking import unheard
from bastida.server.club.members.schema import badges, devices, members
from bastida.server.runtime.store import MEMBER, Store

KEPT = 20_000  # browsers and tokens remembered at once, members or not
HOLDER = MEMBER  # what seats and studies of a member are kept under, before the member's id
CHANGED = "people"  # what servers tell each other when a member has changed


@dataclass(frozen=True)
class Member:
    """A member, as a request finds it."""

    id: str
    name: str
    colour: str
    invited: bool = False
    owner: str | None = None  # of a bot
    wishes: dict[str, Any] = field(default_factory=dict, compare=False)
    unheard: frozenset[str] = field(default=frozenset(), compare=False)  # members whose chat is not shown to this one

    @property
    def bot(self) -> bool:
        return self.owner is not None

    @property
    def holder(self) -> str:
        """What the member's seats and studies are kept under, whatever device it uses."""
        return HOLDER + self.id


def member_of(holder: str | None) -> str | None:
    """The member a holder is; None for a browser of nobody."""
    return holder.removeprefix(HOLDER) if holder is not None and holder.startswith(HOLDER) else None


class People:
    """Members by browser and by bot's token, until somebody says that they have changed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.trusted = not store.postgres  # with several servers only while we hear what the others change
        self._known: OrderedDict[str, Member | None] = OrderedDict()
        self._changes = 0

    def __len__(self) -> int:
        return len(self._known)

    async def of_browser(self, browser: str) -> Member | None:
        """The member who is signed in on a browser."""
        return await self._of("b" + browser, devices.c.browser == browser, devices)

    async def of_badge(self, digest: str) -> Member | None:
        """The bot a token is for."""
        return await self._of("t" + digest, badges.c.digest == digest, badges)

    async def _of(self, key: str, mine: ColumnElement[bool], ways: Any) -> Member | None:
        if self.trusted and key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        changes = self._changes
        found = await asyncio.to_thread(self._read, mine, ways)
        if self.trusted and changes == self._changes:  # what was read may be old already
            self._known[key] = found
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found

    def _read(self, mine: ColumnElement[bool], ways: Any) -> Member | None:
        wanted = select(members).join(ways, ways.c.member_id == members.c.id).where(mine, ~members.c.banned)
        with self.store.engine.connect() as connection:
            row = connection.execute(wanted).one_or_none()
            return None if row is None else as_member(row, unheard(connection, row.id))

    async def again(self, member: Member) -> Member:
        """A member as it is now; as it was, if it is none any more."""
        return await asyncio.to_thread(self.find, member.id) or member

    def find(self, name: str) -> Member | None:
        """A member by its id."""
        with self.store.engine.connect() as connection:
            row = connection.execute(select(members).where(members.c.id == name)).one_or_none()
        return None if row is None else as_member(row)

    def changed(self, connection: Connection, member: str) -> None:
        """Inside a transaction of the writer: tell the other servers that a member has changed."""
        self.store.notify(connection, f"{CHANGED} {self.store.server} {member}")

    def forget(self) -> None:
        """Somebody has signed in or out, or is called otherwise: rare, so all is asked for anew."""
        self._changes += 1
        self._known.clear()

    def forget_all(self, trusted: bool) -> None:
        """Changes may have been missed; from now on they are heard, or not."""
        self.trusted = trusted
        self.forget()


def as_member(row: Any, unheard: frozenset[str] = frozenset()) -> Member:
    return Member(row.id, row.name, row.colour, row.invited, row.owner, json.loads(row.wishes), unheard)
