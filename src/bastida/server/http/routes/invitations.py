"""Before somebody sits down: what a link leads to, and which address a link needs to be found from elsewhere."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response

from bastida.language.sentences import seat_letters
from bastida.language.texts import Texts
from bastida.rulebook.facts import about_minutes
from bastida.server.http.access import Asker, Caller
from bastida.server.http.models import InvitationAsked
from bastida.server.http.problems import Problem
from bastida.server.http.reach import reach
from bastida.server.http.replies import as_json, problems
from bastida.server.http.seat_tokens import digest
from bastida.server.http.table_models import Invitation, Reach
from bastida.server.runtime import seating
from bastida.server.runtime.store import WATCHING
from bastida.server.table.referee import free_colours
from bastida.server.table.state import HERE, Table
from bastida.server.table.view import game_told, parts_of
from bastida.table.setup import played_tiles

router = APIRouter(prefix="/api", tags=["tables"])


@router.get("/reach", response_model=Reach, responses=problems())
async def addresses(caller: Asker) -> Response:
    """Under which address others find this server."""
    return as_json(await reach(caller))


@router.post("/tables/{table}/invitation", response_model=Invitation, responses=problems(403, 404))
async def invitation(table: str, asked: InvitationAsked, caller: Asker) -> Response:
    """What the link with this token leads to. Nothing is used up or changed; sitting down is `claim`."""
    seat, held = await invited(caller, table, asked.token)
    async with caller.live.entered(table) as (_, state):
        phrases = state.setup.texts(caller.language)
        return as_json({"table": table, "seat": seat, "you": held, **_told(state, seat, phrases)})


async def invited(caller: Caller, table: str, token: str) -> tuple[int | None, list[int]]:
    """The seat a link is for, None to watch, and the seats that the caller's browser has there already.

    A link that somebody else has used is refused.
    """
    store, key = caller.store, digest(token)
    found = await asyncio.to_thread(store.token, key)
    used = await asyncio.to_thread(seating.spent, store, key) if found is None else None
    await caller.live.must_exist(table)
    if (found or used or ("",))[0] != table:
        raise Problem("unknown_token")
    held = await asyncio.to_thread(store.seats_held, caller.holder, table) if caller.holder else []
    mine = [seat for seat in held if seat != WATCHING]
    if used is not None and used[1] not in mine:
        raise Problem("link_used")
    return (found or used or ("", None))[1], mine


def _told(state: Table, seat: int | None, phrases: Texts) -> dict[str, Any]:
    """Who invites, what is played, and what can be chosen."""
    setup = state.setup
    letters = seat_letters(setup.players)
    here = [number for number, one in enumerate(state.seats) if one.kind == HERE and number != seat]
    tiles = sum(copies for _, copies in played_tiles(setup.games, setup.box, setup.sets))
    return {
        "host": setup.players[here[0]] if here else None,
        "status": state.status,
        "game": game_told(phrases, state),
        "theme": setup.box.theme,
        "parts": parts_of(phrases, setup),
        "size": phrases.count(tiles, "tile"),
        "minutes": about_minutes(tiles),
        "clock": state.timing,
        "rated": state.rated,
        "players": [
            {
                "seat": number,
                "name": setup.players[number],
                "colour": setup.colours[number],
                "letter": letters[number],
                "kind": one.kind,
                "taken": one.taken,
                "bot": one.bot,
            }
            for number, one in enumerate(state.seats)
        ],
        "colours": []
        if seat is None or state.seats[seat].taken
        else [{"id": colour, "name": phrases.word(colour)} for colour in free_colours(state, seat)],
    }
