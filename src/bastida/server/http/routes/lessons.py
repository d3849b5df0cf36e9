"""Lessons: prepared positions that become ordinary tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Response

from bastida import PositionError, from_position
from bastida.rulebook import lessons as course
from bastida.rulebook.guide import guide
from bastida.server.http.access import Asker
from bastida.server.http.lesson_models import LessonShown, LessonsShown
from bastida.server.http.models import Aids, LessonAsked
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems
from bastida.server.http.routes.tables import opened
from bastida.server.http.seat_tokens import new_code
from bastida.server.http.table_models import TableMade
from bastida.server.runtime.store import TableRow
from bastida.server.table.state import COMPUTER, HERE, kept_setup

router = APIRouter(prefix="/api/lessons", tags=["lessons"])


@router.get("", response_model=LessonsShown, responses=problems())
async def lessons(caller: Asker) -> Response:
    """Every lesson with the titles of its steps, in the order of learning."""
    language = caller.language
    return as_json({"lessons": [_listed(lesson, language) for lesson in course.lessons().values()]})


@router.get("/{component}", response_model=LessonShown, responses=problems(404))
async def lesson(component: str, caller: Asker) -> Response:
    """One lesson: of each step what it is about, what to do, one way to do it, and what is said then."""
    found = course.lessons().get(component)
    if found is None:
        raise Problem("no_such_page")
    shown = _listed(found, caller.language)
    steps = [
        {**listed, **_told(step, caller.language)} for listed, step in zip(shown["steps"], found.steps.values(), strict=True)
    ]
    return as_json({**shown, "steps": steps})


@router.post("/{component}/{step}", status_code=201, response_model=TableMade, responses=problems(404, 409))
async def begin(component: str, step: str, caller: Asker, asked: LessonAsked | None = None) -> Response:
    """A table that stands where a step begins, one turn of the caller's."""
    name = f"{component}/{step}"
    found = course.find(name)
    if found is None:
        raise Problem("no_such_page")
    caller.house.host.check_open()
    await caller.limits.check_table(caller.holder, caller.address)
    try:
        players = course.players(caller.language, (asked.name if asked else None) or "")
        row = await asyncio.to_thread(_row, name, found, players, caller.live.now())
    except PositionError:  # of an expansion that somebody else has written
        raise Problem("no_such_page") from None
    return await opened(caller, row)


def _listed(lesson: course.Lesson, language: str) -> dict[str, Any]:
    steps = [{"id": step.id, "title": step.told(language)["title"]} for step in lesson.steps.values()]
    return {"component": lesson.component, "name": guide(language)[lesson.component].name, "steps": steps}


def _told(step: course.Step, language: str) -> dict[str, Any]:
    words = step.told(language)
    told = {key: words.get(key, "") for key in ("rule", "task", "done", "missed")}
    return {**told, "answers": list(step.answers), "clauses": list(step.clauses)}


def _row(name: str, step: course.Step, players: Sequence[str], now: float) -> TableRow:
    setup = from_position(step.position, players=players).setup
    config = {
        "setup": kept_setup(setup),
        "position": step.position,
        "preset": setup.preset(),
        "seats": [{"kind": HERE, "level": None}, {"kind": COMPUTER, "level": None}],  # of no level: the lesson answers for it
        "clock": None,
        "aids": Aids(dead=False, remaining=False, hints=False).model_dump(),
        "undo": "free",
        "first_steps": 0,
        "lesson": name,
    }
    return TableRow(new_code(10), now, config, None)
