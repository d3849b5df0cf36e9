"""Tables: make one, sit down, look, listen."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection

from bastida.language.texts import Texts, texts
from bastida.server.club.members.known import Member
from bastida.server.http.access import Asker, Caller
from bastida.server.http.models import ClaimAsked, LinkAsked, TableAsked
from bastida.server.http.problems import Problem
from bastida.server.http.reach import link_base
from bastida.server.http.replies import as_json, problems, streamed
from bastida.server.http.routes.records import continued, kept_record
from bastida.server.http.seat_tokens import digest, new_token
from bastida.server.http.table_models import Claimed, SeatGiven, TableMade, Tables
from bastida.server.http.view_models import View
from bastida.server.http.work import visitor
from bastida.server.runtime import seating
from bastida.server.runtime.rooms import Identity, Listener
from bastida.server.runtime.store import WATCHING, Duplicate, TableRow
from bastida.server.runtime.writer import Work
from bastida.server.table import referee
from bastida.server.table.creating import Continued, check_people, free_name, seat_member, table_row
from bastida.server.table.state import COMPUTER, HERE, Table
from bastida.server.table.view import game_name

router = APIRouter(prefix="/api/tables", tags=["tables"])
MOST_LISTED = 100
OUT_OF_ORDER = "out_of_order"
SeatPath = Annotated[int, Path(ge=0, le=20)]


@router.post("", status_code=201, response_model=TableMade, responses=problems(403, 404, 409, 413, 422))
async def create_table(asked: TableAsked, caller: Asker) -> Response:
    """A new table. The caller gets the seats "here"; the links of the other seats are for whoever shall sit there."""
    caller.may_make()
    await caller.limits.check_table(caller.holder, caller.address)
    check_people(asked, caller.settings.computer_tables)
    phrases = texts(caller.language)
    record = await _record(asked, caller)
    duplicate = await _duplicate(asked, caller)
    config = None if duplicate is None else duplicate.config
    row = table_row(asked, phrases, record, config, caller.live.now(), caller.settings.guests)
    return await opened(caller, row, None if duplicate is None else duplicate.seed, () if record is None else record.steps)


async def opened(caller: Caller, row: TableRow, seed: str | None = None, steps: Sequence[str] = ()) -> Response:
    """Keep a new table, seat the caller and show it to him."""
    live, made = caller.live, await kept(caller, row, seed, steps)
    base = f"{await link_base(caller)}/t/{row.id}"
    async with live.entered(row.id) as (room, table):
        mine, now = made.mine, live.now()
        view = room.teller(caller.language).view(mine, set(mine), now, room.waits(now)) if mine or made.watch else None
        name = table.id
    response = as_json(
        {
            "table": name,
            "seats": [{"seat": seat, "token": token, "link": f"{base}#{token}"} for seat, token in made.tokens.items()],
            "watch": f"{base}#{made.watch}" if made.watch else None,
            "view": view,
        },
        201,
    )
    response.headers["Location"] = f"/api/tables/{row.id}"
    caller.keep_badge(response)
    return response


@dataclass(frozen=True)
class Made:
    """A new table: the tokens of the seats for people, that for spectators, and the seats of whoever made it."""

    tokens: dict[int, str]
    watch: str | None
    mine: list[int]


async def kept(
    caller: Caller, row: TableRow, seed: str | None = None, steps: Sequence[str] = (), also: Work | None = None
) -> Made:
    """Keep a new table and seat the caller. Nobody watches a table of a duplicate, not even whoever opens it."""
    code = row.duplicate
    await caller.check_busy()
    row.config["maker"] = visitor(caller)
    if caller.member is not None:
        seat_member(row, caller.member.name, caller.sits_as())
    people = [number for number, seat in enumerate(row.config["seats"]) if seat["kind"] != COMPUTER]
    tokens = {seat: new_token() for seat in people}
    watch = new_token() if code is None else None
    digests: list[tuple[str, int | None]] = [(digest(token), seat) for seat, token in tokens.items()]
    mine = [seat for seat in people if row.config["seats"][seat]["kind"] == HERE]
    sits = mine or ([WATCHING] if code is None else [])
    holder = caller.badge()

    def seat_caller(connection: Connection) -> None:
        if code is not None and mine:
            seating.check_unseen(caller.store, connection, holder, code, row.id)
        caller.store.hold(connection, holder, row.id, sits)
        if also is not None:
            also(connection)

    await caller.live.create(row, seed, [*digests, *([(digest(watch), None)] if watch else [])], steps, seat_caller)
    return Made(tokens, watch, mine)


async def _duplicate(asked: TableAsked, caller: Caller) -> Duplicate | None:
    """The duplicate a table belongs to: only its organiser opens tables."""
    if asked.duplicate is None:
        return None
    if asked.record is not None:
        raise Problem("bad_request", reason="record, duplicate")
    duplicate = await asyncio.to_thread(caller.store.duplicate, asked.duplicate)
    if duplicate is None:
        raise Problem("no_duplicate")
    if not hmac.compare_digest(duplicate.token, digest(asked.organiser or "")):
        raise Problem("not_organiser")
    if duplicate.closed:
        raise Problem("closed")
    return duplicate


async def _record(asked: TableAsked, caller: Caller) -> Continued | None:
    """The record a table continues."""
    if asked.record is None:
        return None
    if asked.record.id is not None:
        return await continued(caller, await kept_record(caller, asked.record.id), asked.record.step)
    if asked.record.text is not None:
        return await continued(caller, asked.record.text, asked.record.step)
    raise Problem("bad_request", reason="record")


@router.get("", response_model=Tables, responses=problems())
async def my_tables(caller: Asker) -> Response:
    """The tables at which the caller sits or watches: those that wait for him first, what is over last, else the newest first.

    Lessons are not listed.
    """
    held = await asyncio.to_thread(caller.store.tables_held, caller.holder) if caller.holder else []
    phrases = texts(caller.language)
    found = []
    for name, seats in held[:MOST_LISTED]:
        mine = [seat for seat in seats if seat != WATCHING]
        try:
            async with caller.live.entered(name) as (_, table):
                if "lesson" not in table.config:
                    found.append(_listed(table, mine, phrases, caller.live.now()))
        except Problem as problem:  # it cannot be opened: out of order, or its expansion is there no longer
            if problem.code == OUT_OF_ORDER:
                found.append(_unreadable(name, mine))
    return as_json({"tables": sorted(found, key=lambda one: not one["your_turn"])})


def _listed(table: Table, mine: list[int], phrases: Texts, now: float) -> dict[str, Any]:
    """A table in a list."""
    awaited, clock = table.awaited if table.status == "playing" else None, table.clock
    return {
        "table": table.id,
        "seats": mine,
        "status": table.status,
        "name": game_name(phrases, table),
        "players": list(table.setup.players),
        "points": list(table.final_scores().values()),
        "your_turn": awaited in mine,
        "left_ms": max(0, clock.left(awaited, now, table.pauses))
        if awaited is not None and awaited in mine and clock is not None and table.slow
        else None,
        "touched": round(table.touched * 1000),
        "theme": table.setup.box.theme,
    }


def _unreadable(name: str, mine: list[int]) -> dict[str, Any]:
    """A table that is out of order: that it is there, and no more."""
    nothing = {"name": "", "players": [], "points": [], "your_turn": False, "left_ms": None, "touched": 0, "theme": ""}
    return {"table": name, "seats": mine, "status": OUT_OF_ORDER, **nothing}


@router.post("/{table}/claim", response_model=Claimed, responses=problems(403, 404, 422))
async def claim(table: str, asked: ClaimAsked, caller: Asker) -> Response:
    """Exchange the token of a link for the seat, or the right to watch: from now on the browser's cookie is enough.

    The link of a seat is used up by this. The browser that has the seat may repeat the request.
    """
    store, token = caller.store, digest(asked.token)
    found = await asyncio.to_thread(store.token, token) or await asyncio.to_thread(seating.spent, store, token)
    await caller.live.room(table)
    if found is None or found[0] != table:
        raise Problem("unknown_token")
    seat = WATCHING if found[1] is None else found[1]
    held = await asyncio.to_thread(store.seats_held, caller.holder, table) if caller.holder else []
    fresh = new_token() if asked.keep == "token" and seat != WATCHING else None
    row = await asyncio.to_thread(store.table, table)
    code = row.duplicate if row is not None else None
    if row is not None and seat != WATCHING:
        _check_own(row)
    by_cookie = asked.keep == "cookie" or seat == WATCHING
    holder = caller.badge() if by_cookie else caller.holder

    def sit(connection: Connection) -> None:
        if code is not None:
            seating.check_unseen(store, connection, holder, code, table)
        if seat != WATCHING:
            seating.spend(store, connection, table, token)
        if fresh is not None:
            seating.add_token(connection, table, seat, digest(fresh))
        if holder is not None and (fresh is None or caller.member is not None):  # a member's seat is known to be the member's
            store.hold(connection, holder, table, [seat])

    def take(state: Table, _: float) -> list[referee.Proposal]:
        if seat == WATCHING:
            return []
        name = asked.name if caller.member is None else free_name(state, seat, caller.member.name)
        return referee.take(state, seat, name, asked.colour or own_colour(state, seat, caller.member), caller.sits_as())

    if seat not in held or fresh is not None:
        await caller.check_busy()
        await caller.live.act(table, None, None, take, sit)
        await caller.live.audience.reseated(table)
    mine = sorted({*held, seat})
    seats = [one for one in mine if one != WATCHING]
    response = as_json({"table": table, "seats": seats, "watching": not seats, "token": fresh})
    if by_cookie:
        caller.keep_badge(response)
    return response


def own_colour(state: Table, seat: int, member: Member | None) -> str | None:
    """The colour of a member who sits down and names none, if it is free."""
    return member.colour if member is not None and member.colour in referee.free_colours(state, seat) else None


def _check_own(row: TableRow) -> None:
    """A seat of a tournament is its member's, on all the member's devices, and nobody else sits there."""
    if "tournament" in row.config:
        raise Problem("members_seat")


@router.post("/{table}/seats/{seat}/link", status_code=201, response_model=SeatGiven, responses=problems(401, 403, 404))
async def new_link(table: str, seat: SeatPath, caller: Asker, asked: LinkAsked | None = None) -> Response:
    """A link to one's own seat for another device. All earlier links and tokens of the seat are good no longer."""
    await caller.at(table, seat)
    token = new_token()
    row = await asyncio.to_thread(caller.store.table, table)
    code = row.duplicate if row is not None else None
    if row is not None:
        _check_own(row)

    def write(connection: Connection) -> None:
        seating.revoke(caller.store, connection, table, seat)
        seating.add_token(connection, table, seat, digest(token), link=code is not None)

    await _reseat(caller, table, seat, write, asked is not None and asked.others)
    return as_json({"seat": seat, "token": token, "link": f"{await link_base(caller)}/t/{table}#{token}"}, 201)


@router.delete("/{table}/seats/{seat}/link", status_code=204, responses=problems(401, 403, 404))
async def revoke_link(
    table: str,
    seat: SeatPath,
    caller: Asker,
    others: Annotated[bool, Query(description="Sign out all other browsers that hold the seat, too")] = False,
) -> Response:
    """No link or token of one's own seat is good any longer, but the one that this request was sent with."""
    await caller.at(table, seat)
    mine = digest(caller.token) if caller.token else None
    await _reseat(caller, table, seat, lambda connection: seating.revoke(caller.store, connection, table, seat, mine), others)
    return Response(status_code=204)


async def _reseat(caller: Caller, table: str, seat: int, write: Work, others: bool) -> None:
    """Change who may sit on a seat, at once and everywhere."""

    def all_of_it(connection: Connection) -> None:
        token = digest(caller.token) if caller.token else None
        seating.check_right(caller.store, connection, table, seat, token, caller.holder)
        write(connection)
        if others:
            seating.release(caller.store, connection, table, seat, caller.holder)

    await caller.live.writer.write(all_of_it)
    await caller.live.audience.reseated(table)


@router.get("/{table}", response_model=View, responses=problems(401, 404))
async def look(table: str, caller: Asker) -> Response:
    """What the caller's seats, or a spectator, may know."""
    seats = await caller.at(table)
    async with caller.live.entered(table) as (room, _):
        now = caller.live.now()
        connected = room.connected() | seats.seats
        told = room.teller(caller.language).told(seats.seats, connected, now, room.waits(now), caller.unheard)
        return Response(told.text(), media_type="application/json")


@router.get(
    "/{table}/events",
    responses={
        **problems(401, 404, 503),
        200: {
            "description": "Server-sent events. `view`: a View, at the beginning. `update`: an UpdateShown. `chat`: a"
            " ChatShown. `presence`: a PresenceShown. `notice`: a NoticeShown. `bye`: the server stops; come back in a"
            " moment. Ids are sequence numbers.",
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
    seats = await caller.at(table, listens=True)
    last = int(last_event_id) if last_event_id is not None and last_event_id.isdecimal() else after
    identity = Identity(caller.holder, caller.unheard)
    token = digest(caller.token) if caller.token else None
    listener = Listener(caller.language, seats.seats, token, identity, caller.identity)
    await caller.limits.open_stream(caller.request)
    if caller.live.stopping:
        raise Problem("stopping", retry=2)
    async with caller.live.entered(table):  # what is wrong with a table is told before the stream begins
        pass
    return streamed(caller.live.audience.stream(table, listener, last))
