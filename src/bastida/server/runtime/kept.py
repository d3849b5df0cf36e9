"""Analyses in the database: how far each budget of a record is, what was found so far, and the result."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.runtime.schema import analyses, stretches
from bastida.server.runtime.store import Store

WORKING, RESTS, READY, FAILED = "working", "rests", "ready", "failed"


@dataclass(frozen=True)
class Kept:
    """How far an analysis is."""

    state: str
    done: int = 0
    number: int = 0
    spent: float = 0.0


def states(store: Store, record: str) -> dict[str, Kept]:
    """What there is of a record, by budget."""
    wanted = select(analyses.c.budget, analyses.c.state, analyses.c.done, analyses.c.number, analyses.c.spent)
    with store.engine.connect() as connection:
        rows = connection.execute(wanted.where(analyses.c.record_id == record))
        return {row.budget: Kept(row.state, row.done, row.number, row.spent) for row in rows}


def result(store: Store, record: str, budget: str) -> bytes | None:
    """What was found, packed."""
    same = analyses.c.record_id == record, analyses.c.budget == budget, analyses.c.state == READY
    with store.engine.connect() as connection:
        found: bytes | None = connection.scalar(select(analyses.c.result).where(*same))
        return found


def found_so_far(store: Store, record: str, budget: str) -> list[dict[str, Any]]:
    """The stretches of the game that were looked at, in their order."""
    same = stretches.c.record_id == record, stretches.c.budget == budget
    wanted = select(stretches.c.body).where(*same).order_by(stretches.c.number)
    with store.engine.connect() as connection:
        return [json.loads(body) for body in connection.scalars(wanted)]


def broken_off(store: Store, budget: str) -> list[str]:
    """Records of which a server that runs no longer was making the analysis with this budget."""
    wanted = select(analyses.c.record_id, analyses.c.owner).where(analyses.c.state == WORKING, analyses.c.budget == budget)
    with store.engine.connect() as connection:
        alive = store.others_in(connection)
        return [row.record_id for row in connection.execute(wanted.order_by(analyses.c.begun)) if row.owner not in alive]


# -- inside a transaction of the writer -----------------------------------------------------------------------------------


def begin(store: Store, connection: Connection, record: str, budget: str, now: float) -> None:
    """This server works at it from now on."""
    kind = postgresql if store.postgres else sqlite
    new = kind.insert(analyses).values(
        record_id=record, budget=budget, begun=now, state=WORKING, owner=store.server, done=0, number=0, spent=0.0
    )
    again = {"state": WORKING, "owner": store.server}
    connection.execute(new.on_conflict_do_update(index_elements=["record_id", "budget"], set_=again))


def add(
    store: Store, connection: Connection, record: str, budget: str, new: Sequence[dict[str, Any]], number: int, spent: float
) -> None:
    """Further stretches of a game that has so many; nothing if another server has finished it meanwhile."""
    line = analyses.c.record_id == record, analyses.c.budget == budget
    if connection.scalar(select(analyses.c.state).where(*line)) == READY:
        return
    kind = postgresql if store.postgres else sqlite
    lines = [
        {"record_id": record, "budget": budget, "number": told["stretch"], "body": json.dumps(told, separators=(",", ":"))}
        for told in new
    ]
    connection.execute(kind.insert(stretches).on_conflict_do_nothing(), lines)
    same = stretches.c.record_id == record, stretches.c.budget == budget
    done = connection.scalar(select(func.count()).select_from(stretches).where(*same))
    connection.execute(
        update(analyses).where(*line).values(done=done, number=number, spent=analyses.c.spent + spent)
    )  # fmt: skip


def end(
    connection: Connection, record: str, budget: str, state: str, found: bytes | None = None, reason: str | None = None
) -> None:
    """What was at work is ready, has failed, or rests."""
    line = analyses.c.record_id == record, analyses.c.budget == budget, analyses.c.state == WORKING
    ended = connection.execute(update(analyses).where(*line).values(state=state, owner=None, result=found, reason=reason))
    if ended.rowcount and state != RESTS:
        connection.execute(delete(stretches).where(stretches.c.record_id == record, stretches.c.budget == budget))
