"""Records: upload one, step through it, look at it, draw it; and the record of a table to take home."""

from __future__ import annotations

import asyncio
import base64
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from bastida import Game, Record, RecordError
from bastida.art.pictures.board import board_svg
from bastida.language.refused import why
from bastida.language.texts import texts
from bastida.record.shapes import decoded
from bastida.server.http.access import Asker, Caller
from bastida.server.http.models import RecordMade, RecordSteps, View
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems
from bastida.server.http.seat_tokens import code_of
from bastida.server.runtime.workers import Unanswered
from bastida.server.table.replaying import game_name_of, game_of, record_view, shown_steps

router = APIRouter(tags=["records"])
PICTURE_SECONDS = 20.0
FILM_SECONDS = 120.0
MOST_STEPS = 6_000
NAME = 16  # letters of a record's name
Step = Annotated[int | None, Query(ge=0, le=100_000, description="After so many answers; else at the end")]
TEXT = {"requestBody": {"required": True, "content": {
    "text/plain": {"schema": {"type": "string"}},
    "application/json": {"schema": {"type": "object"}},
}}}  # fmt: skip


# -- uploaded records -----------------------------------------------------------------------------------------------------


@router.post("/api/records", status_code=201, response_model=RecordMade, responses=problems(413, 422, 503), openapi_extra=TEXT)
async def upload(request: Request, caller: Asker) -> Response:
    """Upload a record in its text or JSON form (docs/record.md). Every answer in it is checked against the rules.

    The same game uploaded again has the same id.
    """
    await caller.limits.check_table(caller.holder, caller.address)
    try:
        text = decoded(await request.body())
    except RecordError as error:
        raise Problem("wrong_record", reason=error) from None
    found = await checked_record(caller, text)
    name = code_of(found["text"], NAME)
    await caller.live.writer.write(lambda connection: caller.store.add_record(connection, name, found["text"]))
    title = game_name_of(parsed(found["text"]), texts(caller.language))
    answer = {"id": name, "steps": found["steps"], "players": found["players"], "name": title, "over": found["over"]}
    return as_json(answer, 201)


async def checked_record(caller: Caller, text: str) -> dict[str, Any]:
    """A record that somebody has sent, replayed where it can do no harm; Problem says what is wrong with it."""
    if len(text) > caller.settings.upload_bytes:
        raise Problem("too_large", bytes=caller.settings.upload_bytes)
    try:
        job = {"do": "check", "text": text, "most": MOST_STEPS, "language": caller.language}
        found = await caller.live.pool.ask(job, caller.settings.upload_seconds)
    except Unanswered:
        raise Problem("wrong_record", reason=why("record.slow")) from None
    if "wrong" in found:
        raise Problem("wrong_record", reason=found["wrong"])
    return found


async def kept_record(caller: Caller, name: str) -> Record:
    """A record that was uploaded."""
    text = await asyncio.to_thread(caller.store.record, name)
    if text is None:
        raise Problem("no_record")
    return parsed(text)


@lru_cache(maxsize=64)
def parsed(text: str) -> Record:
    return Record.from_text(text)


@router.get("/api/records/{name}/steps", response_model=RecordSteps, responses=problems(404))
async def steps(name: str, caller: Asker) -> Response:
    """Every step of a record: who did what, in words, and what it scored."""
    record = await kept_record(caller, name)
    return as_json(await asyncio.to_thread(shown_steps, name, record, texts(caller.language)))


@router.get("/api/records/{name}/view", response_model=View, responses=problems(404))
async def look(name: str, caller: Asker, step: Step = None) -> Response:
    """The table after so many steps of a record."""
    record = await kept_record(caller, name)
    return as_json(await asyncio.to_thread(record_view, name, record, step, caller.language))


@router.get("/api/records/{name}/record.{form}", responses=problems(404))
async def download(name: str, form: Literal["bst", "json"], caller: Asker) -> Response:
    """A record that was uploaded, as text or JSON."""
    return _file(await kept_record(caller, name), form, name)


@router.get("/api/records/{name}/picture.{form}", responses=problems(404, 503))
async def picture(name: str, form: Literal["svg", "png"], caller: Asker, step: Step = None) -> Response:
    """The board of a record as a picture."""
    record = await kept_record(caller, name)
    return await _picture(caller, await asyncio.to_thread(game_of, record, step), form)


@router.get("/api/records/{name}/film.webp", responses=problems(404, 503))
async def film(name: str, caller: Asker) -> Response:
    """A record as an animation."""
    return await _film(caller, await kept_record(caller, name))


# -- the record of a table ------------------------------------------------------------------------------------------------


@router.get("/api/tables/{table}/record.{form}", responses=problems(401, 404))
async def table_record(table: str, form: Literal["bst", "json"], caller: Asker) -> Response:
    """The record of a table so far."""
    return _file(await _of_table(table, caller), form, table)


@router.get("/api/tables/{table}/picture.{form}", responses=problems(401, 404, 503))
async def table_picture(table: str, form: Literal["svg", "png"], caller: Asker, step: Step = None) -> Response:
    """The board of a table as a picture."""
    await caller.at(table)
    async with caller.live.entered(table) as (_, state):
        game = state.game.copy()
    if step is not None and step < len(game.steps):
        game.rewind(step)
    return await _picture(caller, game, form)


@router.get("/api/tables/{table}/film.webp", responses=problems(401, 404, 503))
async def table_film(table: str, caller: Asker) -> Response:
    """The game so far as an animation."""
    return await _film(caller, await _of_table(table, caller))


async def _of_table(table: str, caller: Caller) -> Record:
    await caller.at(table)
    async with caller.live.entered(table) as (_, state):
        aids = ",".join(name for name, on in state.config["aids"].items() if on)
        game, more = state.game.copy(), {"table": table, **({"aids": aids} if aids else {})}
    return await asyncio.to_thread(Record.from_game, game, more)


def _file(record: Record, form: str, name: str) -> Response:
    text, media = (record.to_json(), "application/json") if form == "json" else (record.to_text(), "text/plain")
    headers = {"Content-Disposition": f'attachment; filename="bastida-{name}.{form}"'}
    return Response(text, media_type=media, headers=headers)


async def _picture(caller: Caller, game: Game, form: str) -> Response:
    svg = await asyncio.to_thread(board_svg, game)
    if form == "svg":
        return Response(svg, media_type="image/svg+xml")
    return Response(await _painted(caller, {"do": "picture", "svg": svg}, PICTURE_SECONDS), media_type="image/png")


async def _film(caller: Caller, record: Record) -> Response:
    data = await _painted(caller, {"do": "film", "text": record.to_text()}, FILM_SECONDS)
    return Response(data, media_type="image/webp")


async def _painted(caller: Caller, job: dict[str, Any], seconds: float) -> bytes:
    """Pixels take time and packages that may be missing: a worker makes them."""
    try:
        return base64.b64decode((await caller.live.pool.ask(job, seconds))["data"])
    except Unanswered as failed:
        raise Problem("no_picture", reason=failed.reason) from None
