"""Who holds which seat, remembered so that not every request has to ask the database."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from bastida.server.runtime.store import WATCHING, Store

KEPT = 20_000


class Holdings:
    """Seats by token and by browser. They are never taken away, so what was once true may be remembered."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tokens: OrderedDict[str, tuple[str, int]] = OrderedDict()
        self._browsers: OrderedDict[tuple[str, str], set[int]] = OrderedDict()

    async def of_token(self, digest: str, table: str) -> set[int]:
        """The seat (or WATCHING) a token gives at a table."""
        known = self._tokens.get(digest)
        if known is None:
            found = await asyncio.to_thread(self.store.token, digest)
            if found is None:
                return set()
            known = self._tokens[digest] = (found[0], WATCHING if found[1] is None else found[1])
            if len(self._tokens) > KEPT:
                self._tokens.popitem(last=False)
        return {known[1]} if known[0] == table else set()

    async def of_browser(self, holder: str, table: str, wanted: int | None) -> set[int]:
        """The seats of a browser at a table; asked for again if the wanted one is not among those remembered."""
        known = self._browsers.get((holder, table))
        if not known or (wanted is not None and wanted not in known):
            known = set(await asyncio.to_thread(self.store.seats_held, holder, table))
            self._browsers[holder, table] = known
            if len(self._browsers) > KEPT:
                self._browsers.popitem(last=False)
        return known

    def forget(self, holder: str, table: str) -> None:
        self._browsers.pop((holder, table), None)
