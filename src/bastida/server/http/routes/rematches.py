"""The next game of the same people: one table, made with the request that comes first; whoever comes later sits down there.

Nobody is given the key to another's seat. Whoever has a seat at the table that is over has the same one at the new table, for
the asking, and nobody else has.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from bastida.server.http.access import Asker, Caller, Seats
from bastida.server.http.models import RematchAsked
from bastida.server.http.problems import Problem
from bastida.server.http.reach import link_base
from bastida.server.http.replies import as_json, problems
from bastida.server.http.seat_tokens import digest, new_token
from bastida.server.http.table_models import RematchMade
from bastida.server.http.work import visitor
from bastida.server.runtime import seating
from bastida.server.runtime.store import WATCHING
from bastida.server.table import referee
from bastida.server.table.creating import next_row
from bastida.server.table.state import Table

router = APIRouter(prefix="/api/tables/{table}", tags=["play"])


@router.post("/rematch", response_model=RematchMade, responses=problems(401, 403, 404, 409))
async def rematch(table: str, asked: RematchAsked, caller: Asker) -> Response:
    """Play again with the same people, or sit down at the table that somebody has made for it. The next player begins."""
    seats = await caller.at(table, asked.seat)
    new, watch = await _made(table, caller), None
    if new is None:
        if asked.seat is None:
            raise Problem("no_rematch")
        new, watch = await _make(table, asked.seat, asked.key, seats, caller)
    return await _sit(new, watch, asked, seats, caller)


async def _made(table: str, caller: Caller) -> str | None:
    """The table of the rematch, if there is one already."""
    async with caller.live.entered(table) as (_, state):
        referee.check_rematch(state)
        return None if state.rematch is None else str(state.rematch["table"])


async def _make(table: str, seat: int, key: str, seats: Seats, caller: Caller) -> tuple[str, str | None]:
    """A new table, and its link for spectators: it counts as one that the caller has made."""
    caller.may_make()
    await caller.limits.check_table(caller.holder, caller.address)
    async with caller.live.entered(table) as (_, state):
        row = next_row(state, seats.seats, caller.live.now())
    row.config["maker"] = visitor(caller)
    watch = new_token()

    def propose(state: Table, _: float) -> list[referee.Proposal]:
        return referee.rematch(state, seat, row.id)

    try:
        await caller.live.follow(table, seat, key, propose, row, [(digest(watch), None)])
    except Problem as problem:
        if problem.code != "rematch_made":  # somebody was faster
            raise
    made = await _made(table, caller)
    assert made is not None
    return made, f"{await link_base(caller)}/t/{made}#{watch}" if made == row.id else None


async def _sit(new: str, watch: str | None, asked: RematchAsked, seats: Seats, caller: Caller) -> Response:
    """The caller's seats at the new table, or the right to watch there."""
    store = caller.store
    by_token = asked.keep == "token" and asked.seat is not None
    wanted = [seat for seat in sorted(seats.seats) if asked.seat is not None and (seat == asked.seat or not by_token)]
    fresh = new_token() if by_token else None
    holder = caller.holder if by_token else caller.badge()
    held = await asyncio.to_thread(store.seats_held, holder, new) if holder and not by_token else []
    sits = wanted or [WATCHING]

    def sit(connection: Connection) -> None:
        if fresh is not None and asked.seat is not None:
            seating.revoke(store, connection, new, asked.seat)
            seating.add_token(connection, new, asked.seat, digest(fresh))
        if holder is not None and (fresh is None or caller.member is not None):
            store.hold(connection, holder, new, sits)

    def take(state: Table, _: float) -> list[referee.Proposal]:
        return [proposal for seat in wanted for proposal in referee.take(state, seat, None, None, caller.sits_as())]

    if fresh is not None or not set(sits) <= set(held):
        await caller.check_busy()
        await caller.live.act(new, None, None, take, sit)
        await caller.live.audience.reseated(new)
    mine = sorted({*held, *wanted} - {WATCHING})
    response = as_json({"table": new, "seats": mine, "watching": not mine, "token": fresh, "watch": watch})
    if not by_token:
        caller.keep_badge(response)
    return response
