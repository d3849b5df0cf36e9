"""Problems to be solved on the page, the same for everybody; addresses call them puzzles, for problems are errors there."""

from __future__ import annotations

from fastapi import APIRouter, Response

from bastida.problems import library
from bastida.server.http.access import Asker
from bastida.server.http.lesson_models import PosedList, PosedShown
from bastida.server.http.problems import Problem
from bastida.server.http.replies import problems
from bastida.server.http.work import read, sent

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])
JSON = "application/json"


@router.get("", response_model=PosedList, responses=problems(503))
async def listed(caller: Asker) -> Response:
    """Every problem, in the order of learning; and how the problem of a day is found among them."""
    return await sent(caller, await read(caller, "art", {"do": "posed", "language": caller.language}, (caller.language,)), JSON)


@router.get("/{id}", response_model=PosedShown, responses=problems(404, 503))
async def one(id: str, caller: Asker) -> Response:
    """One problem: the table at each of its questions, the best answer and why, and what the next best ones lose."""
    if id not in library.problems():
        raise Problem("no_such_page")
    job = {"do": "posed", "id": id, "language": caller.language}
    return await sent(caller, await read(caller, "art", job, (id, caller.language)), JSON)
