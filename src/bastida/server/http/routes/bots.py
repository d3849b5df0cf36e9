"""Bots: programs of members, with a token of their own, one stream for everything, and marked as what they are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import APIRouter, Path, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bastida.server.club.lobby import bots
from bastida.server.club.lobby.errands import Errands
from bastida.server.http.access import Asker, Caller
from bastida.server.http.lobby_models import BotAsked, BotChanged, BotMade, Bots, BotShown, BotToken
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems, streamed

router = APIRouter(prefix="/api/bots", tags=["bots"])
BotPath = Annotated[str, Path(pattern=r"^[0-9a-z]{1,12}$")]


@router.get("", response_model=Bots, responses=problems(401))
async def mine(caller: Asker) -> Response:
    """The bots of the member who asks."""
    member = caller.need_member().id

    def read() -> list[dict[str, object]]:
        with caller.store.engine.connect() as connection:
            return bots.of(connection, member)

    return as_json({"bots": await asyncio.to_thread(read), "most": caller.settings.bots_each})


@router.post("", status_code=201, response_model=BotMade, responses=problems(401, 403, 422))
async def make(asked: BotAsked, caller: Asker) -> Response:
    """A new bot, with its token, which is told only now."""
    owner, rules, now = caller.need_member(), asked.rules.model_dump(), caller.live.now()
    await caller.limits.check("profile", owner.id)

    def write(connection: Connection) -> tuple[str, str]:
        return bots.make(connection, owner, asked.name, rules, now, caller.settings.bots_each)

    try:
        bot, token = await caller.live.writer.write(write)
    except IntegrityError:  # somebody took the name at the same moment
        raise Problem("bot_name_taken", name=asked.name) from None
    return as_json({"id": bot, "name": asked.name, "rules": rules, "token": token}, 201)


@router.put("/{id}", response_model=BotShown, responses=problems(401, 404, 422))
async def change(id: BotPath, asked: BotChanged, caller: Asker) -> Response:
    """Another name, other rules. A bot may change its own rules, too."""
    member = caller.need_member()
    owner = member.owner if member.owner is not None and member.id == id else member.id
    await caller.limits.check("profile", owner)  # what is known of everybody is asked for anew

    def write(connection: Connection) -> dict[str, object]:
        bots.need(connection, owner, id)
        bots.change(connection, id, asked.name, None if asked.rules is None else asked.rules.model_dump())
        caller.house.people.changed(connection, id)
        return next(one for one in bots.of(connection, owner) if one["id"] == id)

    try:
        shown = await caller.live.writer.write(write)
    except IntegrityError:
        raise Problem("bot_name_taken", name=asked.name) from None
    caller.house.people.forget()
    return as_json(shown)


@router.post("/{id}/token", response_model=BotToken, responses=problems(401, 404))
async def renew(id: BotPath, caller: Asker) -> Response:
    """A fresh token; the one before is good no longer, and streams opened with it end."""
    owner, now = caller.need_member().id, caller.live.now()
    await caller.limits.check("profile", owner)

    def write(connection: Connection) -> str:
        bots.need(connection, owner, id)
        caller.house.people.changed(connection, id)
        return bots.new_token(connection, id, now)

    token = await caller.live.writer.write(write)
    _gone(caller, id)
    return as_json({"token": token})


@router.delete("/{id}", status_code=204, responses=problems(401, 404))
async def remove(id: BotPath, caller: Asker) -> Response:
    """A bot is no more. Its seats are given up, and the others may go on without it."""
    owner = caller.need_member().id
    await caller.limits.check("profile", owner)

    def write(connection: Connection) -> list[str]:
        bots.need(connection, owner, id)
        caller.house.people.changed(connection, id)
        return bots.remove(caller.store, connection, id)

    for table in await caller.live.writer.write(write):
        await caller.live.audience.reseated(table)
    _gone(caller, id)
    return Response(status_code=204)


def _gone(caller: Caller, bot: str) -> None:
    """What was known of a bot is not true any more."""
    caller.house.people.forget()
    for one in caller.house.lobby.errands:
        if one.bot.id == bot:
            one.dismiss()


@router.get(
    "/stream",
    responses={
        **problems(401, 403, 503),
        200: {
            "description": "Server-sent events. `start`: a BotStarts, for every table at which the bot sits. `turn`: a BotTurn."
            " `offer`: a BotOffer. `end`: a BotEnds. `challenge`: a BotChallenged. `settled`: a BotSettled. `bye`: come back"
            " in a moment.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
    },
    response_class=StreamingResponse,
)
async def stream(caller: Asker) -> StreamingResponse:
    """Everything a bot has to know: challenges, games that start, turns that are its own, offers, games that end."""
    bot = caller.need_member()
    if not bot.bot:
        raise Problem("no_bot_asks")
    await caller.limits.open_stream(caller.request)
    if caller.live.stopping:
        raise Problem("stopping", retry=2)
    errands = Errands(caller.live, bot, caller.language, caller.identity)
    return streamed(_heard(caller, errands))


async def _heard(caller: Caller, errands: Errands) -> AsyncGenerator[bytes]:
    """The stream, known to the lobby as long as it is open."""
    caller.house.lobby.errands.add(errands)
    try:
        async for data in errands.stream():
            yield data
    finally:
        caller.house.lobby.errands.discard(errands)
