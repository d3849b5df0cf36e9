"""The course: prepared positions that become ordinary tables."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response

from bastida import from_position
from bastida.rulebook import lessons as course
from bastida.rulebook.lessons import Lesson, words
from bastida.server.http.access import Asker
from bastida.server.http.models import Aids, LessonsShown, TableMade
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems
from bastida.server.http.routes.tables import opened
from bastida.server.http.seat_tokens import new_code
from bastida.server.runtime.store import TableRow
from bastida.server.table.state import COMPUTER, HERE, kept_setup

router = APIRouter(prefix="/api/lessons", tags=["lessons"])


@router.get("", response_model=LessonsShown, responses=problems())
async def lessons(caller: Asker) -> Response:
    """The lessons in their order: what each is about, what shows that its aim was reached, and one way to reach it."""
    return as_json({"lessons": [_shown(lesson, caller.language) for lesson in course.lessons().values()]})


@router.post("/{name}", status_code=201, response_model=TableMade, responses=problems(404))
async def begin(name: str, caller: Asker) -> Response:
    """A table that stands where a lesson begins, one turn of the caller's."""
    if name not in course.lessons():
        raise Problem("no_such_page")
    await caller.limits.check_table(caller.holder, caller.address)
    row = await asyncio.to_thread(_row, course.lessons()[name], caller.language, caller.live.now())
    return await opened(caller, row)


def _shown(lesson: Lesson, language: str) -> dict[str, Any]:
    aim = lesson.aim
    return {
        "id": lesson.id,
        **words(language)[lesson.id],
        "aim": {"kind": aim.kind, "source": aim.source, "points": aim.points},
        "answers": list(lesson.answers),
        "clauses": list(lesson.clauses),
    }


def _row(lesson: Lesson, language: str, now: float) -> TableRow:
    named = words(language)["players"]
    setup = from_position(lesson.position, players=(named["you"], named["rival"])).setup
    config = {
        "setup": kept_setup(setup),
        "position": lesson.position,
        "preset": setup.preset(),
        "seats": [{"kind": HERE, "level": None}, {"kind": COMPUTER, "level": None}],  # of no level: it never answers
        "clock": None,
        "aids": Aids(dead=False, remaining=False, hints=False).model_dump(),
        "undo": "free",
        "first_steps": 0,
        "lesson": lesson.id,
    }
    return TableRow(new_code(10), now, config, None)
