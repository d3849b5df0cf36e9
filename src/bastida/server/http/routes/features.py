"""The regions on a table: what they are, whose, and what they are worth. A worker finds them."""

from __future__ import annotations

from fastapi import APIRouter, Response

from bastida.server.http.access import Asker
from bastida.server.http.problems import Problem
from bastida.server.http.replies import problems
from bastida.server.http.routes.records import JSON, table_made
from bastida.server.http.table_models import Features
from bastida.server.http.work import read, sent

router = APIRouter(prefix="/api/tables/{table}", tags=["tables"])


@router.get("/features", response_model=Features, responses=problems(401, 404, 409, 503))
async def features(table: str, caller: Asker) -> Response:
    """Every road, city, field ..., as far as the aids of the table allow."""
    await caller.at(table)
    async with caller.live.entered(table) as (_, state):
        over = state.outcome is not None  # aids are for playing
        fields, owners = over or state.config["aids"]["fields"], over or state.config["aids"]["owners"]
        if not fields and not owners:
            raise Problem("aid_off")
        seq, made = state.seq, table_made(state)
    job = {"do": "features", "table": made, "seq": seq, "fields": fields, "owners": owners}
    return await sent(caller, await read(caller, "read", job, (table, seq, fields, owners)), JSON)
