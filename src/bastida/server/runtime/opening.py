"""A table as its events make it, read from the database and played again."""

from __future__ import annotations

from bastida.server.http.problems import Problem
from bastida.server.runtime.store import Event, Store
from bastida.server.table.clocks import Pauses
from bastida.server.table.state import Table


def opened(store: Store, name: str, pauses: Pauses) -> tuple[Table, list[Event]]:
    """A table and its events; Problem if there is none, or if it is out of order."""
    row = store.table(name)
    if row is None:
        raise Problem("no_table")
    if row.fault is not None:
        raise Problem("out_of_order")
    duplicate = store.duplicate(row.duplicate) if row.duplicate else None
    table = Table(row, duplicate.seed if duplicate else None, pauses)
    events = store.events_after(name, 0)
    for event in events:
        table.apply(event)
    return table, events
