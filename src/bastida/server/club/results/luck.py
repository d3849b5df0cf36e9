"""Where the record of a game was analysed, what the analysis says of luck stands beside its results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, case, or_, select, update

from bastida.analysis import BUDGETS
from bastida.server.club.results.schema import games, results
from bastida.server.runtime.kept import READY
from bastida.server.runtime.schema import analyses
from bastida.server.runtime.store import Store

DEPTHS = {name: number for number, name in enumerate(BUDGETS)}


def fresh(store: Store, most: int) -> list[tuple[str, str, str]]:
    """Games of which there is an analysis deeper than what is known: table, record, budget."""
    depth = case(DEPTHS, value=analyses.c.budget, else_=-1)
    of = or_(games.c.record_id == analyses.c.record_id, games.c.public_id == analyses.c.record_id)
    wanted = (
        select(games.c.table_id, analyses.c.record_id, analyses.c.budget)
        .join(analyses, of)
        .where(analyses.c.state == READY, depth > games.c.analysed)
        .order_by(games.c.table_id, depth.desc())
        .limit(most)
    )
    with store.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(wanted)]


def keep(connection: Connection, table: str, budget: str, sides: Sequence[dict[str, Any]]) -> None:
    """Inside a transaction of the writer: keep what an analysis says, unless a deeper one was kept."""
    mine = update(games).where(games.c.table_id == table, games.c.analysed < DEPTHS[budget])
    if connection.execute(mine.values(analysed=DEPTHS[budget])).rowcount != 1:
        return
    for side in sides:
        line = results.c.table_id == table, results.c.seat == side["seat"]
        values = {"luck": side["luck"], "adjusted": side["adjusted"], "margin": side["result"], "error": side["error"]}
        connection.execute(update(results).where(*line).values(values))
