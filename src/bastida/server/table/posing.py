"""Problems as tables: each question as whoever is asked sees it, and why its answer is good. Workers do this."""

from __future__ import annotations

import time
from typing import Any

from bastida.kernel.answers import Cell, Option
from bastida.language.sentences import begun, option_words, reasons_sentence
from bastida.language.texts import Texts, texts
from bastida.players.reasons import reasons
from bastida.problems.library import FIRST_DAY, STRIDE, problems, standing
from bastida.problems.model import Asked, Problem
from bastida.server.table.replaying import table_of, title_of
from bastida.server.table.view import Teller
from bastida.table.game import Game
from bastida.table.setup import Setup, presets

AIDS = {"hints": False, "owners": False, "fields": False}  # of a table: the page has its own hints


def listed(language: str) -> dict[str, Any]:
    """What is known of every problem before it is opened."""
    phrases = texts(language)
    found = [
        {
            "id": problem.id,
            "preset": problem.preset,
            "name": phrases.name(presets()[problem.preset].names),
            "seats": problem.seats,
            "rating": problem.rating,
            "themes": list(problem.themes),
        }
        for problem in problems().values()
    ]
    known = dict.fromkeys(theme for problem in problems().values() for theme in problem.themes)
    return {
        "problems": found,
        "themes": {theme: theme_told(phrases, theme) for theme in known},
        "first_day": FIRST_DAY.isoformat(),
        "stride": STRIDE,
    }


def posed(id: str, language: str) -> dict[str, Any]:
    """A problem with all that is asked and seen in it, its answers and what others are worth."""
    problem = problems()[id]
    setup = standing(problem).setup
    phrases = setup.texts(language)
    players = tuple(begun(phrases.word(colour)) for colour in setup.colours)
    questions = [_asked(problem, number, players, phrases) for number in range(len(problem.questions))]
    return {
        "id": problem.id,
        "name": title_of(setup, phrases),
        "preset": problem.preset,
        "rating": problem.rating,
        "themes": [theme_told(phrases, theme) for theme in problem.themes],
        "solvers": list(problem.found),
        "position": problem.position,
        "questions": questions,
        "after": _view(problem, len(problem.questions), players, phrases.language),
    }


def theme_told(phrases: Texts, theme: str) -> str:
    return phrases(f"theme.{theme}")


def _asked(problem: Problem, number: int, players: tuple[str, ...], phrases: Texts) -> dict[str, Any]:
    question: Asked = problem.questions[number]
    game = standing(problem, number, players)
    best = game.find(question.answer)
    return {
        "view": _view(problem, number, players, phrases.language),
        "answer": question.answer,
        "sentence": _words(phrases, best, game.setup),
        "reason": reasons_sentence(phrases, [one.told() for one in reasons(game, best)], players, game.setup.box.person),
        "close": [{"text": text, "loss": loss} for text, loss in question.close.items()],
        "rest": question.rest,
    }


def _words(phrases: Texts, option: Option, setup: Setup) -> str:
    """An answer in words; one that lays a tile is seen on the board."""
    return (
        phrases("advice.there")
        if isinstance(option.target, Cell)
        else option_words(phrases, option, setup.players, where=False)
    )


def _view(problem: Problem, answered: int, players: tuple[str, ...], language: str) -> dict[str, Any]:
    game: Game = standing(problem, answered, players)
    table = table_of(f"problem-{problem.id}", game)
    table.config["aids"] |= AIDS
    seat = standing(problem).decision
    assert seat is not None
    assert seat.seat is not None
    mine = (seat.seat,) if answered < len(problem.questions) else ()
    return Teller(table, language).view(mine, range(len(table.seats)), time.time()) | {"seq": answered}
