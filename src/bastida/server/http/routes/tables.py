"""Tables: make one, sit down, look, listen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Response
from fastapi.responses import StreamingResponse

from bastida.language.texts import Texts, texts
from bastida.server.http.access import Asker, Caller
from bastida.server.http.models import ClaimAsked, Claimed, TableAsked, TableMade, Tables, View
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems
from bastida.server.http.routes.records import continued, kept_record
from bastida.server.http.seat_tokens import digest, new_token
from bastida.server.http.work import visitor
from bastida.server.runtime.rooms import Listener
from bastida.server.runtime.store import WATCHING, TableRow
from bastida.server.table import referee
from bastida.server.table.creating import Continued, check_people, table_row
from bastida.server.table.state import COMPUTER, HERE, Table
from bastida.server.table.view import game_name

router = APIRouter(prefix="/api/tables", tags=["tables"])
MOST_LISTED = 100
OUT_OF_ORDER = "out_of_order"


@router.post("", status_code=201, response_model=TableMade, responses=problems(403, 413, 422))
async def create_table(asked: TableAsked, caller: Asker) -> Response:
    """A new table. The caller gets the seats "here"; the links of the other seats are for whoever shall sit there."""
    await caller.limits.check_table(caller.holder, caller.address)
    check_people(asked, caller.settings.computer_tables)
    phrases = texts(caller.language)
    record = await _record(asked, caller)
    seed = None
    setup = None
    if asked.duplicate is not None:
        duplicate = await asyncio.to_thread(caller.store.duplicate, asked.duplicate)
        if duplicate is None:
            raise Problem("no_duplicate")
        if duplicate.closed:
            raise Problem("closed")
        seed, setup = duplicate.seed, duplicate.config
    row = table_row(asked, phrases, record, setup)
    return await opened(caller, row, seed, record.steps if record is not None else ())


async def opened(caller: Caller, row: TableRow, seed: str | None = None, steps: Sequence[str] = ()) -> Response:
    """Keep a new table and seat the caller."""
    live = caller.live
    row.config["maker"] = visitor(caller)
    people = [number for number, seat in enumerate(row.config["seats"]) if seat["kind"] != COMPUTER]
    tokens = {seat: new_token() for seat in people}
    watch = new_token()
    kept = [(digest(token), seat) for seat, token in tokens.items()]
    await live.create(row, seed, [*kept, (digest(watch), None)], steps)
    mine = [seat for seat in people if row.config["seats"][seat]["kind"] == HERE]
    base = f"{_public_url(caller)}/t/{row.id}"
    async with live.entered(row.id) as (room, table):
        view = room.teller(caller.language).view(mine, set(mine), time.time())
        name = table.id
    response = as_json(
        {
            "table": name,
            "seats": [{"seat": seat, "token": token, "link": f"{base}#{token}"} for seat, token in tokens.items()],
            "watch": f"{base}#{watch}",
            "view": view,
        },
        201,
    )
    response.headers["Location"] = f"/api/tables/{row.id}"
    await caller.bind(response, row.id, mine or [WATCHING])
    return response


async def _record(asked: TableAsked, caller: Caller) -> Continued | None:
    """The record a table continues."""
    if asked.record is None:
        return None
    if asked.record.id is not None:
        return await continued(caller, await kept_record(caller, asked.record.id), asked.record.step)
    if asked.record.text is not None:
        return await continued(caller, asked.record.text, asked.record.step)
    raise Problem("bad_request", reason="record")


def _public_url(caller: Caller) -> str:
    if caller.settings.public_url:
        return caller.settings.public_url.rstrip("/")
    return f"{caller.request.url.scheme}://{caller.request.url.netloc}"


@router.get("", response_model=Tables, responses=problems())
async def my_tables(caller: Asker) -> Response:
    """The tables at which the caller's browser sits or watches, the newest first; lessons are not listed."""
    held = await asyncio.to_thread(caller.store.tables_held, caller.holder) if caller.holder else []
    phrases = texts(caller.language)
    found = []
    for name, seats in held[:MOST_LISTED]:
        mine = [seat for seat in seats if seat != WATCHING]
        try:
            async with caller.live.entered(name) as (_, table):
                if "lesson" not in table.config:
                    found.append(_listed(table, mine, phrases))
        except Problem as problem:  # it cannot be opened: out of order, or its expansion is there no longer
            if problem.code == OUT_OF_ORDER:
                found.append(_unreadable(name, mine))
    return as_json({"tables": found})


def _listed(table: Table, mine: list[int], phrases: Texts) -> dict[str, Any]:
    """A table in a list."""
    return {
        "table": table.id,
        "seats": mine,
        "status": table.status,
        "name": game_name(phrases, table),
        "players": list(table.setup.players),
        "points": list(table.final_scores().values()),
        "your_turn": table.asked in mine,
        "touched": round(table.touched * 1000),
        "theme": table.setup.box.theme,
    }


def _unreadable(name: str, mine: list[int]) -> dict[str, Any]:
    """A table that is out of order: that it is there, and no more."""
    nothing = {"name": "", "players": [], "points": [], "your_turn": False, "touched": 0, "theme": ""}
    return {"table": name, "seats": mine, "status": OUT_OF_ORDER, **nothing}


@router.post("/{table}/claim", response_model=Claimed, responses=problems(403, 404, 422))
async def claim(table: str, asked: ClaimAsked, caller: Asker) -> Response:
    """Exchange the token of a link for the seat, or the right to watch: from now on the browser's cookie is enough."""
    found = await asyncio.to_thread(caller.store.token, digest(asked.token))
    await caller.live.room(table)
    if found is None or found[0] != table:
        raise Problem("unknown_token")
    seat = found[1]
    if seat is not None:
        await caller.live.act(table, None, None, lambda state, _: referee.take(state, seat, asked.name))
    held = await asyncio.to_thread(caller.store.seats_held, caller.holder, table) if caller.holder else []
    mine = sorted({*held, WATCHING if seat is None else seat})
    response = as_json({"table": table, "seats": [one for one in mine if one != WATCHING], "watching": mine == [WATCHING]})
    await caller.bind(response, table, [WATCHING if seat is None else seat])
    return response


@router.get("/{table}", response_model=View, responses=problems(401, 404))
async def look(table: str, caller: Asker) -> Response:
    """What the caller's seats, or a spectator, may know."""
    seats = await caller.at(table)
    async with caller.live.entered(table) as (room, _):
        told = room.teller(caller.language).told(seats.seats, room.connected() | seats.seats, time.time())
        return Response(told.text(), media_type="application/json")


@router.get(
    "/{table}/events",
    responses={
        **problems(401, 404, 503),
        200: {
            "description": "Server-sent events. `view`: a View, at the beginning. `update`: an UpdateShown. `chat`: a"
            " ChatShown. `presence`: a PresenceShown. `bye`: the server stops; come back in a moment. Ids are sequence"
            " numbers.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
    response_class=StreamingResponse,
)
async def events(
    table: str,
    caller: Asker,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
    after: Annotated[int | None, Query(ge=0, description="Like Last-Event-ID, for clients that cannot set it")] = None,
) -> StreamingResponse:
    """Everything that happens at the table, as it happens."""
    seats = await caller.at(table)
    last = int(last_event_id) if last_event_id is not None and last_event_id.isdecimal() else after
    listener = Listener(caller.language, seats.seats)
    await caller.limits.open_stream(caller.request)
    if caller.live.stopping:
        raise Problem("stopping", retry=2)
    async with caller.live.entered(table):  # what is wrong with a table is told before the stream begins
        pass
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(caller.live.stream(table, listener, last), media_type="text/event-stream", headers=headers)
