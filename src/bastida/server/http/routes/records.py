"""Records: upload one, step through it, look at it, draw it; and the record of a table to take home.

Nothing is replayed here. A stranger's record is opened by workers only; what they make of it is kept.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from bastida import RecordError
from bastida.language.refused import why
from bastida.record.shapes import decoded
from bastida.server.http.access import Asker, Caller
from bastida.server.http.problems import Problem
from bastida.server.http.record_models import FilmShown, RecordMade, RecordSteps
from bastida.server.http.replies import as_json, problems, sends
from bastida.server.http.seat_tokens import code_of
from bastida.server.http.table_models import Features
from bastida.server.http.view_models import View
from bastida.server.http.work import FILM_SECONDS, READ_SECONDS, filmed, made, packed, read, sent, unless_gone, worked
from bastida.server.runtime.workers import Unanswered
from bastida.server.table.creating import Continued
from bastida.server.table.state import Table, kept_setup
from bastida.server.table.view import game_name, sentence

router = APIRouter(tags=["records"])
MOST_STEPS = 6_000
NAME = 16  # letters of a record's name
JSON, TEXT, SVG, PNG, WEBP = "application/json", "text/plain", "image/svg+xml", "image/png", "image/webp"
A_RECORD = sends("The record, in its text or JSON form (docs/record.md)", TEXT, JSON)
A_PICTURE = sends("The board", SVG, PNG)
A_CARD = sends("The card", SVG, PNG)
A_FILM = sends("The animation", WEBP)
DRAWN = {"svg": ("read", SVG), "png": ("picture", PNG)}  # pixels take time, and packages that may be missing
Step = Annotated[int | None, Query(ge=0, le=100_000, description="After so many answers; else at the end")]
Choices = Annotated[bool, Query(description="As whoever is asked then would see it, with the answers there were")]
Seen = tuple[dict[str, Any], tuple[object, ...]]  # what a worker needs of a table, and a name for where it stands
BODY = {"requestBody": {"required": True, "content": {
    "text/plain": {"schema": {"type": "string"}},
    "application/json": {"schema": {"type": "object"}},
}}}  # fmt: skip


# -- uploaded records -----------------------------------------------------------------------------------------------------


@router.post("/api/records", status_code=201, response_model=RecordMade, responses=problems(413, 422, 503), openapi_extra=BODY)
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
    answer = {
        "id": name, "steps": found["answers"], "players": found["players"], "name": found["name"], "over": found["over"],
    }  # fmt: skip
    return as_json(answer, 201)


async def checked_record(caller: Caller, text: str) -> dict[str, Any]:
    """A record that somebody has sent, replayed where it can do no harm; Problem says what is wrong with it."""
    if len(text) > caller.settings.upload_bytes:
        raise Problem("too_large", bytes=caller.settings.upload_bytes)
    try:
        job = {"do": "check", "text": text, "most": MOST_STEPS, "language": caller.language}
        found = await worked(caller, "check", job, caller.settings.upload_seconds)
    except Unanswered:
        raise Problem("wrong_record", reason=why("record.slow")) from None
    if "wrong" in found:
        raise Problem("wrong_record", reason=found["wrong"])
    return found


async def kept_record(caller: Caller, name: str) -> str:
    """The text of a record that was uploaded."""
    text = await asyncio.to_thread(caller.store.record, name)
    if text is None:
        raise Problem("no_record")
    return text


async def continued(caller: Caller, text: str, step: int | None) -> Continued:
    """What a table goes on from: the set-up of a record and its first answers, replayed from its beginning by a worker."""
    found = await checked_record(caller, text)
    if found["study"]:
        raise Problem("study_record")
    if step is not None and step > found["answers"]:
        raise Problem("wrong_record", reason=why("record.no_position", number=found["answers"], step=step))
    return Continued(found["setup"], found["steps"][:step], found["position"])


@router.get("/api/records/{name}/steps", response_model=RecordSteps, responses=problems(404, 503))
async def steps(name: str, caller: Asker) -> Response:
    """Every step of a record: who did what, in words, and what it scored."""
    job = {"do": "steps", "name": name, "language": caller.language}
    return await sent(caller, await _of_record(caller, "read", job, name, caller.language), JSON)


@router.get("/api/records/{name}/view", response_model=View, responses=problems(404, 503))
async def look(name: str, caller: Asker, step: Step = None, choices: Choices = False) -> Response:
    """The table after so many steps of a record."""
    job = {"do": "view", "name": name, "step": step, "language": caller.language, "choices": choices}
    return await sent(caller, await _of_record(caller, "read", job, name, step, caller.language, choices), JSON)


@router.get("/api/records/{name}/features", response_model=Features, responses=problems(404, 503))
async def record_features(name: str, caller: Asker, step: Step = None) -> Response:
    """Every road, city, field ... after so many steps of a record."""
    job = {"do": "features", "step": step, "fields": True, "owners": True}
    return await sent(caller, await _of_record(caller, "read", job, name, step), JSON)


@router.get("/api/records/{name}/record.{form}", response_class=Response, responses={**problems(404, 503), **A_RECORD})
async def download(name: str, form: Literal["bst", "json"], caller: Asker) -> Response:
    """A record that was uploaded, as text or JSON."""
    if form == "json":
        data = await _of_record(caller, "read", {"do": "download", "form": form}, name, form)
        return await sent(caller, data, JSON, _attached(name, form))
    found = made.get(("kept", name))
    if found is None:
        found = await asyncio.to_thread(packed, await kept_record(caller, name))
        made.put(("kept", name), found)
    return await sent(caller, found, TEXT, _attached(name, form))


@router.get("/api/records/{name}/picture.{form}", response_class=Response, responses={**problems(404, 503), **A_PICTURE})
async def picture(name: str, form: Literal["svg", "png"], caller: Asker, step: Step = None) -> Response:
    """The board of a record as a picture."""
    job = {"do": "picture", "step": step, "form": form}
    return await sent(caller, await _of_record(caller, DRAWN[form][0], job, name, step, form), DRAWN[form][1])


@router.get("/api/records/{name}/film.webp", response_class=Response, responses={**problems(404, 503), **A_FILM})
async def film(name: str, caller: Asker) -> Response:
    """A record as an animation."""
    reading = _of_record(caller, "film", {"do": "film"}, name, seconds=FILM_SECONDS)
    return await sent(caller, await unless_gone(caller, reading), WEBP)


@router.post("/api/records/{name}/film", response_model=FilmShown, responses=problems(404, 503))
async def begin_film(name: str, caller: Asker) -> Response:
    """Have the animation made, and hear how far it is; to be asked again until it is ready. Answers after a second at most."""
    return as_json(await filmed(caller, {"do": "film"}, (name,), lambda: _text_of(caller, name)))


async def _of_record(
    caller: Caller, kind: str, job: dict[str, Any], name: str, *key: object, seconds: float = READ_SECONDS
) -> bytes:
    """What a worker makes of a record that was uploaded."""
    return await read(caller, kind, job, (name, *key), seconds, lambda: _text_of(caller, name))


async def _text_of(caller: Caller, name: str) -> dict[str, Any]:
    return {"text": await kept_record(caller, name)}


# -- the record of a table ------------------------------------------------------------------------------------------------


@router.get("/api/tables/{table}/record.{form}", response_class=Response, responses={**problems(401, 404, 503), **A_RECORD})
async def table_record(table: str, form: Literal["bst", "json"], caller: Asker) -> Response:
    """The record of a table so far."""
    return await sent_record(table, form, caller, await _of_table(table, caller))


@router.get("/api/tables/{table}/picture.{form}", response_class=Response, responses={**problems(401, 404, 503), **A_PICTURE})
async def table_picture(table: str, form: Literal["svg", "png"], caller: Asker, step: Step = None) -> Response:
    """The board of a table as a picture."""
    return await sent_picture(form, caller, await _of_table(table, caller), step)


@router.get("/api/tables/{table}/result.{form}", response_class=Response, responses={**problems(401, 404, 409, 503), **A_CARD})
async def table_result(table: str, form: Literal["svg", "png"], caller: Asker) -> Response:
    """How the game of a table ended, as a card: the board and the points. In words if it was not played to its end."""
    job, key = await _of_table(table, caller)
    async with caller.live.entered(table) as (_, state):
        if state.outcome is None:
            raise Problem("not_over")
        phrases = state.setup.texts(caller.language)
        reason = state.outcome["reason"]
        line = next((sentence(phrases, note, state) for note in reversed(state.log) if note.kind == reason), "")
        more = {"title": game_name(phrases, state), "line": line, "winners": list(state.outcome["winners"])}
    data = await read(caller, DRAWN[form][0], {"do": "result", "form": form, **more, **job}, (*key, form, caller.language))
    return await sent(caller, data, DRAWN[form][1])


@router.get("/api/tables/{table}/film.webp", response_class=Response, responses={**problems(401, 404, 503), **A_FILM})
async def table_film(table: str, caller: Asker) -> Response:
    """The game so far as an animation."""
    job, key = await _of_table(table, caller)
    reading = read(caller, "film", {"do": "film", **job}, key, FILM_SECONDS)
    return await sent(caller, await unless_gone(caller, reading), WEBP)


@router.post("/api/tables/{table}/film", response_model=FilmShown, responses=problems(401, 404, 503))
async def begin_table_film(table: str, caller: Asker) -> Response:
    """Have the animation of the game so far made, and hear how far it is; to be asked again until it is ready."""
    job, key = await _of_table(table, caller)
    return as_json(await filmed(caller, {"do": "film", **job}, key))


async def _of_table(table: str, caller: Caller) -> Seen:
    """The same for whoever has a seat there, or watches."""
    await caller.at(table)
    return await seen_table(table, caller)


async def seen_table(table: str, caller: Caller) -> Seen:
    """What a worker needs to stand where a table stands, and a name for that. The caller may see the table."""
    async with caller.live.entered(table) as (_, state):
        aids = ",".join(name for name, on in state.config["aids"].items() if on)
        more = {"table": table, **({"aids": aids} if aids else {})}
        # Whoever sits down may bring a name; what is said changes nothing.
        return {"table": table_made(state), "more": more}, (table, state.position_seq, state.named)


async def sent_record(table: str, form: str, caller: Caller, seen: Seen) -> Response:
    """The record of a table as a file."""
    job, key = seen
    data = await read(caller, "read", {"do": "download", "form": form, **job}, (*key, form))
    return await sent(caller, data, JSON if form == "json" else TEXT, _attached(table, form))


async def sent_picture(form: str, caller: Caller, seen: Seen, step: int | None) -> Response:
    """The board of a table, drawn."""
    job, key = seen
    data = await read(caller, DRAWN[form][0], {"do": "picture", "form": form, "step": step, **job}, (*key, step, form))
    return await sent(caller, data, DRAWN[form][1])


def table_made(state: Table) -> dict[str, Any]:
    """What a table is made of, all of it public: its set-up, where it began, and every answer and what chance dealt."""
    return {
        "id": state.id,
        "setup": kept_setup(state.setup),
        "position": state.config.get("position", ""),
        "steps": [step.text for step in state.game.steps],
    }


def _attached(name: str, form: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="bastida-{name}.{form}"'}
