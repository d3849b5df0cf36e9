"""Studies: arrange a position of one's own, try variations, ask the computer, keep and share it.

A study travels as the text of its record. Nothing of it is opened here: workers do every step, and nothing is kept until
somebody says so.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from bastida.kernel.answers import Refusal
from bastida.server.http.access import Asker, Caller
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems
from bastida.server.http.seat_tokens import new_code
from bastida.server.http.study_models import (
    Studies,
    StudyAnswers,
    StudyAsked,
    StudyKept,
    StudyLine,
    StudyPlace,
    StudySaved,
    StudyShown,
)
from bastida.server.http.work import FATAL, READ_SECONDS, worked
from bastida.server.runtime import studies as kept
from bastida.server.runtime.workers import Unanswered

log = logging.getLogger("bastida.server")
router = APIRouter(prefix="/api/studies", tags=["studies"])
MOMENTS = 5.0  # seconds for a position to be set up, and for what is found to be put into words
NAME = 12  # letters of a study's name
StudyPath = Annotated[str, Path(min_length=1, max_length=16)]
STATELESS = problems(413, 422, 503)


@router.post("/edit", response_model=StudyShown, responses=STATELESS)
async def edit(asked: StudyAsked, caller: Asker) -> Response:
    """A study after one step, with all that is shown of it; without a step as it is. Nothing is kept."""
    job = {**asked.model_dump(), "do": "edit study"}
    return as_json(await _worked(caller, "read", job, READ_SECONDS))


@router.post("/line", response_model=StudyLine, responses=STATELESS)
async def line(asked: StudyPlace, caller: Asker) -> Response:
    """The record of the one line that leads to a move, to be played on from at a table or taken home."""
    return as_json(await _worked(caller, "read", {**asked.model_dump(), "do": "line of study"}, READ_SECONDS))


@router.post("/ask", response_model=StudyAnswers, responses=STATELESS)
async def ask(asked: StudyPlace, caller: Asker) -> Response:
    """The best answers after a move, with the points and the chances of winning expected of each."""
    think = caller.settings.think_seconds
    # Replayed by those who read, so that whoever thinks only thinks: tables wait for that, too.
    place = await _worked(caller, "read", {**asked.model_dump(), "do": "place of study"}, READ_SECONDS)
    return as_json(await _worked(caller, "hint", {**place, "do": "ask study", "think": think}, 2 * think + MOMENTS))


async def _worked(caller: Caller, kind: str, job: dict[str, Any], seconds: float) -> dict[str, Any]:
    """What a worker makes of a study; Problem says what is wrong with it."""
    try:
        found = await worked(caller, kind, {**job, "language": caller.language}, seconds)
    except Unanswered as failed:
        if failed.reason not in FATAL:
            log.error("a study: %s", failed.reason)
        raise Problem("too_slow", retry=5) from None
    if "wrong" in found:
        refusal = Refusal(found["key"], found["clause"]) if found["key"] else None
        raise Problem("wrong_study", refusal=refusal, reason=found["wrong"].rstrip("."))
    return found


# -- studies that are kept ---------------------------------------------------------------------------------------------------


@router.get("", response_model=Studies, responses=problems())
async def my_studies(caller: Asker) -> Response:
    """The studies of the caller's browser, the one changed last first."""
    found = await asyncio.to_thread(kept.listed, caller.store, caller.holder) if caller.holder else []
    return as_json({"studies": [{"id": one.id, "title": one.title, "changed": round(one.changed * 1000)} for one in found]})


@router.post("", status_code=201, response_model=StudySaved, responses=problems(403, 413, 422, 503))
async def save(asked: StudyKept, caller: Asker) -> Response:
    """Keep a study under a new name. Whoever knows the name may look at it; this browser may change and erase it."""
    await caller.limits.check_table(caller.holder, caller.address)
    found = await _checked(caller, asked)
    study = kept.Kept(new_code(NAME), caller.live.now(), caller.badge(), found["title"], found["study"])
    if not await caller.live.writer.write(lambda connection: kept.add(connection, study)):
        raise Problem("too_many_studies", number=kept.MOST)
    response = as_json(_shown(study, True), 201)
    caller.keep_badge(response)
    return response


@router.put("/{name}", response_model=StudySaved, responses=problems(403, 404, 413, 422, 503))
async def change(name: StudyPath, asked: StudyKept, caller: Asker) -> Response:
    """Keep a study of one's own as it is now."""
    mine = await _mine(caller, name)
    found = await _checked(caller, asked)
    study = kept.Kept(name, caller.live.now(), mine.holder, found["title"], found["study"])
    if not await caller.live.writer.write(lambda connection: kept.change(connection, study)):
        raise Problem("no_study")
    return as_json(_shown(study, True))


@router.get("/{name}", response_model=StudySaved, responses=problems(404))
async def look(name: StudyPath, caller: Asker) -> Response:
    """A study that is kept."""
    found = await _found(caller, name)
    return as_json(_shown(found, found.holder == caller.holder))


@router.delete("/{name}", status_code=204, responses=problems(403, 404))
async def erase(name: StudyPath, caller: Asker) -> Response:
    """Forget a study of one's own; its link leads nowhere from then on."""
    mine = await _mine(caller, name)
    await caller.live.writer.write(lambda connection: kept.erase(connection, name, mine.holder))
    return Response(status_code=204)


async def _found(caller: Caller, name: str) -> kept.Kept:
    found = await asyncio.to_thread(kept.find, caller.store, name)
    if found is None:
        raise Problem("no_study")
    return found


async def _mine(caller: Caller, name: str) -> kept.Kept:
    found = await _found(caller, name)
    if caller.holder is None or found.holder != caller.holder:
        raise Problem("not_your_study")
    return found


async def _checked(caller: Caller, asked: StudyKept) -> dict[str, Any]:
    return await _worked(caller, "check", {**asked.model_dump(), "do": "check study"}, caller.settings.upload_seconds)


def _shown(study: kept.Kept, mine: bool) -> dict[str, Any]:
    return {
        "id": study.id, "title": study.title, "changed": round(study.changed * 1000), "mine": mine, "study": study.text,
    }  # fmt: skip
