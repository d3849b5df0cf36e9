"""Analyses of records: have one made, hear how far it is, read it. Whoever has the link of a record has that of its analysis.

Nothing is analysed of a game that is still being played, as far as can be known: of a table here that has not ended, and of
a record that tells what stands at a table where the caller's browser sits or watches.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from bastida.server.http.access import Asker, Caller
from bastida.server.http.problems import Problem
from bastida.server.http.record_models import AnalysisShown, AnalysisStanding
from bastida.server.http.replies import as_json, problems
from bastida.server.http.routes.records import JSON, kept_record
from bastida.server.http.work import TOO_MUCH, read, sent, visitor, worked
from bastida.server.runtime import kept
from bastida.server.runtime.queues import Busy
from bastida.server.runtime.workers import Unanswered

router = APIRouter(tags=["records"])
JUDGING = 20.0  # seconds
NEWEST = 50  # tables of the caller that a record is compared with
LAST = 2  # answers at its end that a record may have of its own, and still be the game at a table
Budget = Annotated[str | None, Query(description="Of the analysis; else the deepest that is there", max_length=16)]


@router.post("/api/records/{name}/analysis", response_model=AnalysisStanding, responses=problems(404, 409, 422, 503))
async def analyse(name: str, caller: Asker) -> Response:
    """Have a record analysed, and hear how far it is; to be asked again until it is ready. Answers after a second at most.

    The first pass is quick and is made to its end. The next ones rest when nobody has asked for half a minute, and go on
    when somebody asks again.
    """
    analyses, who = caller.live.analyses, visitor(caller)
    if name not in analyses.under_way:
        standing = await analyses.standing(name)
        if analyses.wanted(standing):
            try:
                if not standing:
                    analyses.check_room(who)  # what cannot be begun now costs none of the hour's
                    await caller.limits.check_analysis(caller.holder, caller.address)
                    await _check(caller, name)  # last, for it opens the caller's tables
                analyses.begin(name, who)
            except Busy as busy:
                raise Problem(TOO_MUCH, retry=busy.seconds, seconds=round(busy.seconds)) from None
    return as_json(await analyses.look(name, who))


@router.delete("/api/records/{name}/analysis", status_code=204, responses=problems())
async def leave(name: str, caller: Asker) -> Response:
    """Want the analysis of a record no longer: unless somebody else looks at it, it rests. What was found is kept."""
    await caller.live.analyses.leave(name, visitor(caller))
    return Response(status_code=204)


@router.get("/api/records/{name}/analysis", response_model=AnalysisShown, responses=problems(404, 503))
async def analysis(name: str, caller: Asker, budget: Budget = None) -> Response:
    """The analysis of a record."""
    standing = await caller.live.analyses.standing(name)
    wanted = budget or caller.live.analyses.best(standing)
    if wanted not in standing or standing[wanted].state != kept.READY:
        raise Problem("no_analysis")
    job = {"do": "analysis", "budget": wanted, "language": caller.language}

    async def complete() -> dict[str, Any]:
        text = await kept_record(caller, name)
        found = await asyncio.to_thread(kept.result, caller.store, name, wanted)
        if found is None:
            raise Problem("no_analysis")
        return {"text": text, "review": b64encode(found).decode()}  # unpacked by the worker

    return await sent(caller, await read(caller, "read", job, (name, wanted, caller.language), complete=complete), JSON)


async def _check(caller: Caller, name: str) -> None:
    """Problem if a record cannot be analysed, or its game is still being played."""
    text = await kept_record(caller, name)
    try:
        found = await worked(caller, "check", {"do": "judge", "text": text, "language": caller.language}, JUDGING)
    except Unanswered:
        raise Problem("too_slow", retry=5) from None
    if "wrong" in found:
        raise Problem("not_analysable", reason=found["wrong"])
    if not found["over"]:
        await _check_played(caller, found["table"], found["steps"])


async def _check_played(caller: Caller, named: str, steps: Sequence[str]) -> None:
    """Problem if it is the game of a table that has not ended."""
    known = bool(named) and await asyncio.to_thread(caller.store.exists, named)
    if known and await _played(caller, named) is not None:
        raise Problem("being_played")
    held = await asyncio.to_thread(caller.store.tables_held, caller.holder) if caller.holder else []
    for name, _ in held[:NEWEST]:
        played = await _played(caller, name) or []
        same = 0
        while same < min(len(steps), len(played)) and steps[same] == played[same]:
            same += 1
        if same and same >= len(steps) - LAST:
            raise Problem("being_played")


async def _played(caller: Caller, table: str) -> list[str] | None:
    """The answers at a table at which people still play; None if nobody does."""
    try:
        async with caller.live.entered(table) as (_, state):
            return None if state.outcome is not None else [step.text for step in state.game.steps]
    except Problem:  # out of order
        return None
