"""The lobby: look at it, sit down at a table it shows, watch one, or have a quick game with whoever comes next."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection

from bastida.language.texts import texts
from bastida.server.club.lobby import listings
from bastida.server.club.lobby.boards import MOST_PAGES
from bastida.server.club.members.blocking import may_meet
from bastida.server.http.access import Asker, Caller
from bastida.server.http.lobby_models import JoinAsked, Joined, LobbyShown, QuickAsked, QuickFound
from bastida.server.http.models import SeatAsked, TableAsked
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems, streamed
from bastida.server.http.routes.tables import kept
from bastida.server.runtime import seating
from bastida.server.runtime.rooms import Identity, Listener, message
from bastida.server.runtime.store import WATCHING, TableRow
from bastida.server.table import referee
from bastida.server.table.creating import free_name, table_row
from bastida.server.table.state import Table
from bastida.server.table.view import encoded

router = APIRouter(prefix="/api/lobby", tags=["lobby"])
TablePath = Annotated[str, Path(pattern=r"^[0-9a-z]{1,16}$")]
NOT_HERE = ("no_free_seat", "not_met", "rating_range", "not_listed", "no_table", "out_of_order", "wrong_setup", "over")


@router.get("", response_model=LobbyShown, responses=problems())
async def lobby(
    caller: Asker,
    page: Annotated[int, Query(ge=1, le=MOST_PAGES, description="A hundred tables of each kind to a page")] = 1,
) -> Response:
    """Open tables, tables to watch, and who is here; not older than a second."""
    return Response(await caller.house.lobby.told(caller.language, page), media_type="application/json")


@router.get(
    "/events",
    responses={
        **problems(503),
        200: {
            "description": "Server-sent events. `you`: a LobbyYou. `lobby`: a LobbyShown, at the beginning. `change`: a"
            " LobbyChanged, once a second at most. `challenges`: a Challenges, of the caller alone. `bye`: the server stops;"
            " come back in a moment.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
    response_class=StreamingResponse,
)
async def events(caller: Asker) -> StreamingResponse:
    """The lobby as it moves. Whoever listens is here."""
    await caller.limits.open_stream(caller.request)
    if caller.live.stopping:
        raise Problem("stopping", retry=2)
    listener = Listener(caller.language, frozenset(), None, Identity(caller.holder))
    first = message("you", encoded(_you(caller)))
    return streamed(caller.house.lobby.stream(listener, first))


def _you(caller: Caller) -> dict[str, Any]:
    try:
        caller.may_make()
        may_make = True
    except Problem:
        may_make = False
    member = caller.member
    return {"member": member and member.id, "name": member and member.name, "may_make": may_make}


@router.post("/quick", response_model=QuickFound, responses=problems(403, 409, 422))
async def quick(asked: QuickAsked, caller: Asker) -> Response:
    """Sit down where somebody waits for the same game at the same pace, else at a new table that the lobby shows."""
    await caller.limits.check_join(caller.holder, caller.address)
    row, joining, made = _quick_row(asked, caller), JoinAsked(name=asked.name), False
    name, tried = listings.quick_name(row.config["preset"] or "", asked.pace), {row.id}
    found = await _next(caller, name, joining, tried)
    if found is None:
        caller.may_make()
        await caller.limits.check_table(caller.holder, caller.address)
    while found is None:
        try:
            found, made = await _waiting(caller, row, name, tried), True
        except _Offered:  # somebody was faster: two who come at once shall meet
            found = await _next(caller, name, joining, tried)
    response = as_json({"table": found[0], "seats": found[1], "made": made})
    caller.keep_badge(response)
    return response


async def _next(caller: Caller, quick: str, asked: JoinAsked, tried: set[str]) -> tuple[str, list[int]] | None:
    """A seat at the table that has waited longest; those that cannot be had are noted as tried."""

    def look() -> list[str]:
        with caller.store.engine.connect() as connection:
            return listings.offered(connection, quick, caller.live.now(), tried)

    for table in await asyncio.to_thread(look):
        tried.add(table)
        try:
            return table, await sat(caller, table, asked)
        except Problem as problem:
            if problem.code == "name_taken":
                return table, await sat(caller, table, JoinAsked())
            if problem.code not in NOT_HERE:
                raise
    return None


class _Offered(Exception):
    """There is a table at which somebody waits."""


def _quick_row(asked: QuickAsked, caller: Caller) -> TableRow:
    """A new table for a quick game."""
    clock = listings.PACES[asked.pace]
    wanted = TableAsked.model_validate(
        {
            "game": asked.game,
            "seats": [SeatAsked(name=asked.name), SeatAsked(kind="link")],
            "clock": clock and {**clock, "at_zero": "lose"},
            "undo": "ask",
            "draw": "moment",
            "listed": True,
            "watch": True,
        }
    )
    return table_row(wanted, texts(caller.language), None, None, caller.live.now())


async def _waiting(caller: Caller, row: TableRow, quick: str, tried: Collection[str]) -> tuple[str, list[int]]:
    """The caller waits at the new table, unless somebody else has come to wait meanwhile."""

    def first(connection: Connection) -> None:
        listings.alone(caller.store, connection, quick)
        if listings.offered(connection, quick, caller.live.now(), tried):
            raise _Offered

    made = await kept(caller, row, also=first)
    return row.id, made.mine


@router.post("/{table}/join", response_model=Joined, responses=problems(403, 404, 409, 422))
async def join(table: TablePath, asked: JoinAsked, caller: Asker) -> Response:
    """Sit down on a free seat of a table that the lobby shows; links to that seat are good no longer."""
    await caller.limits.check_join(caller.holder, caller.address)
    seats = await sat(caller, table, asked)
    response = as_json({"table": table, "seats": seats})
    caller.keep_badge(response)
    return response


async def sat(caller: Caller, table: str, asked: JoinAsked) -> list[int]:
    """Give the caller a free seat; the seats he has if he sits there already. Of two at once one gets the seat."""
    store, holder = caller.store, caller.badge()
    await _shown(caller, table, "listed")
    held = [seat for seat in await asyncio.to_thread(store.seats_held, holder, table) if seat != WATCHING]
    if held:
        return held
    await caller.check_busy()
    await _welcome(caller, table)
    chosen: list[int] = []
    others: list[str] = []

    def take(state: Table, _: float) -> list[referee.Proposal]:
        referee.check_running(state)
        free = listings.free_seats(state)
        if not free:
            raise Problem("no_free_seat")
        chosen[:] = free[:1]
        others[:] = [seat.member for seat in state.seats if seat.member is not None]
        name = asked.name if caller.member is None else free_name(state, free[0], caller.member.name)
        return referee.take(state, free[0], name, asked.colour, caller.sits_as())

    def sit(connection: Connection) -> None:
        if caller.member_id is not None and not may_meet(connection, caller.member_id, others):
            raise Problem("not_met")
        seating.spend_all(store, connection, table, chosen[0])
        store.hold(connection, holder, table, chosen)

    await caller.live.act(table, None, None, take, sit)
    await caller.live.audience.reseated(table)
    return chosen


async def _shown(caller: Caller, table: str, how: str) -> None:
    """Refuse what the lobby does not show in this way."""
    async with caller.live.entered(table) as (_, state):
        if not state.config.get(how) or state.duplicate is not None:
            raise Problem("not_listed")


async def _welcome(caller: Caller, table: str) -> None:
    """Refuse whoever the table is not for, before anything is done for it."""
    async with caller.live.entered(table) as (_, state):
        setup, wanted = state.setup, state.config.get("rating")
        others = [seat.member for seat in state.seats if seat.member is not None]
    member = caller.member

    def look() -> tuple[bool, int | None]:
        with caller.store.engine.connect() as connection:
            meets = caller.member_id is None or may_meet(connection, caller.member_id, others)
            rated = caller.house.lobby.rate(connection, [(member.id, setup)])[0] if wanted and member else None
            return meets, rated

    meets, rating = await asyncio.to_thread(look)
    if not meets:
        raise Problem("not_met")
    if wanted is not None and (rating is None or not wanted[0] <= rating <= wanted[1]):
        raise Problem("rating_range")


@router.post("/{table}/watch", response_model=Joined, responses=problems(403, 404))
async def watch(table: TablePath, caller: Asker) -> Response:
    """Watch a table that the lobby shows. Whoever sits there goes on sitting there."""
    await caller.limits.check_join(caller.holder, caller.address)
    await _shown(caller, table, "watch")
    held = await asyncio.to_thread(caller.store.seats_held, caller.badge(), table)
    response = as_json({"table": table, "seats": [seat for seat in held if seat != WATCHING]})
    if held:
        caller.keep_badge(response)
    else:
        await caller.bind(response, table, [WATCHING])
    return response
