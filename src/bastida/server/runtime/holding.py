"""Who holds which seat, remembered so that not every request has to ask the database."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from bastida.server.runtime.store import WATCHING, Store

KEPT = 20_000  # at all tables
OF_TABLE = 1_000  # at one


class Holdings:
    """Seats by token and by browser, until somebody says that they have changed at a table."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.trusted = not store.postgres  # with several servers only while we hear what the others change
        self._tables: OrderedDict[str, dict[str, set[int]]] = OrderedDict()
        self._number = 0
        self._changes = 0

    def __len__(self) -> int:
        return self._number

    async def of_token(self, digest: str, table: str) -> set[int]:
        """The seat (or WATCHING) a token gives at a table."""
        known = self._known(digest, table)
        if known is None:
            changes = self._changes
            found = await asyncio.to_thread(self.store.token, digest, False)
            if found is None or found[0] != table:
                return set()
            known = {WATCHING if found[1] is None else found[1]}
            self._remember(digest, table, known, changes)
        return known

    async def of_browser(self, holder: str, table: str, wanted: int | None = None) -> set[int]:
        """The seats of a browser at a table; asked for again if the wanted one is not among those remembered."""
        known = self._known(holder, table)
        if known is None or (wanted is not None and wanted not in known):
            changes = self._changes
            known = set(await asyncio.to_thread(self.store.seats_held, holder, table))
            if known:
                self._remember(holder, table, known, changes)
        return known

    async def of(self, token: str | None, holder: str | None, table: str) -> set[int]:
        """The seats of whoever has a token, a browser, or both."""
        by_token = await self.of_token(token, table) if token else set()
        return by_token | (await self.of_browser(holder, table) if holder else set())

    def forget(self, table: str) -> None:
        """Something has changed at a table."""
        self._changes += 1
        self._number -= len(self._tables.pop(table, {}))

    def forget_all(self, trusted: bool) -> None:
        """Changes may have been missed; from now on they are heard, or not."""
        self._changes += 1
        self.trusted = trusted
        self._tables.clear()
        self._number = 0

    def _known(self, who: str, table: str) -> set[int] | None:
        return self._tables.get(table, {}).get(who) if self.trusted else None

    def _remember(self, who: str, table: str, seats: set[int], changes: int) -> None:
        if not self.trusted or changes != self._changes:  # what was read may be old already
            return
        of_table = self._tables.setdefault(table, {})
        if len(of_table) >= OF_TABLE:
            self._number -= len(of_table)
            of_table.clear()
        self._number += who not in of_table
        of_table[who] = seats
        self._tables.move_to_end(table)
        while self._number > KEPT:
            _, oldest = self._tables.popitem(last=False)
            self._number -= len(oldest)
