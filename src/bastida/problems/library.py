"""The problems that come with Bastida: a line of JSON each in ``problems.jsonl``, in the order of learning, then of rating."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from importlib.resources import files
from typing import Final

from bastida import Game, from_position
from bastida.problems.model import Problem, from_json
from bastida.problems.themes import past_forced
from bastida.record import state_hash

FILE: Final = "problems.jsonl"
FIRST_DAY: Final = date(2026, 1, 1)  # from which days are counted
STRIDE: Final = 197  # from one day's problem to the next: prime, so that every problem has its day


@lru_cache(maxsize=1)
def problems() -> Mapping[str, Problem]:
    """Every problem by its id."""
    text = (files("bastida.problems") / FILE).read_text(encoding="utf-8")
    found = [from_json(json.loads(line)) for line in text.splitlines()]
    return {problem.id: problem for problem in found}


def of_the_day(day: date) -> Problem:
    """The problem of a day: the same everywhere, and another one until all have had their turn."""
    every = list(problems().values())
    return every[((day - FIRST_DAY).days * STRIDE) % len(every)]


def id_of(game: Game) -> str:
    """What a problem is called whose first question a game has reached: the same in every version of Bastida."""
    return state_hash(game.setup, game.engine).split()[1][:10]


def standing(problem: Problem, answered: int = 0, players: tuple[str, ...] | None = None) -> Game:
    """The game where a problem asks, after so many of its questions were answered as they should be. Nobody deals."""
    game = from_position(problem.position, players=players)
    decision = game.decision
    assert decision is not None
    assert decision.seat is not None
    for answer in problem.answers[:answered]:
        past_forced(game, decision.seat)
        game.play(answer)
    if answered < len(problem.questions):
        past_forced(game, decision.seat)
    return game
