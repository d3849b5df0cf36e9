"""Whether a database is whole: every table is played again from its events, and says what its line says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sqlalchemy import func, select

from bastida.server.http.problems import Problem
from bastida.server.runtime.caretaker import reason_of
from bastida.server.runtime.opening import opened
from bastida.server.runtime.schema import tables
from bastida.server.runtime.store import Store

PAGE = 500
OUT_OF_ORDER = "out_of_order"


@dataclass
class Checked:
    """What was found."""

    tables: int = 0
    events: int = 0
    out_of_order: list[str] = field(default_factory=list)  # and were before
    wrong: dict[str, str] = field(default_factory=dict)  # by table, why


def number_of_tables(store: Store) -> int:
    with store.engine.connect() as connection:
        return int(connection.scalar(select(func.count()).select_from(tables)) or 0)


def names(store: Store) -> Iterator[tuple[str, str, str | None]]:
    """All tables with their status and result, a page after the other."""
    last = ""
    while True:
        wanted = (
            select(tables.c.id, tables.c.status, tables.c.result).where(tables.c.id > last).order_by(tables.c.id).limit(PAGE)
        )
        with store.engine.connect() as connection:
            rows = connection.execute(wanted).all()
        for row in rows:
            yield row.id, row.status, row.result
        if len(rows) < PAGE:
            return
        last = rows[-1].id


def check(store: Store, step: Callable[[int], None]) -> Checked:
    """Play every table again."""
    found, pauses = Checked(), store.pauses()
    for name, status, result in names(store):
        found.tables += 1
        try:
            table, events = opened(store, name, pauses)
            found.events += len(events)
            if table.status != status or (result is not None and table.result() != json.loads(result)):
                found.wrong[name] = f"status {status}: {table.status}"
        except Problem as problem:
            if problem.code == OUT_OF_ORDER:
                found.out_of_order.append(name)
            else:
                found.wrong[name] = problem.code
        except Exception as error:
            found.wrong[name] = reason_of(error)
        step(found.tables)
    return found
