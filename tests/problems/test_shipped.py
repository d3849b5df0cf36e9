"""The problems that come with Bastida: each can be asked, answered and told, and says no more than a player may know."""

from __future__ import annotations

import math
import random
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

import bastida
from bastida.cli.problems import NEAR
from bastida.language.texts import LANGUAGES, texts
from bastida.problems.library import FILE, STRIDE, id_of, of_the_day, problems, standing
from bastida.problems.mining import Depth
from bastida.problems.model import LEVELS, Problem, from_json
from bastida.problems.themes import GENERAL, past_forced, themes_of
from bastida.rulebook.guide import components
from bastida.table.setup import make_setup

EVERY = list(problems().values())
NUMBER = 500  # at least
LEAST = 12  # for each component
PAGE = Path(__file__).resolve().parents[2] / "docs" / "problems.md"
MOST_BYTES = 300_000  # in the wheel


@cache
def setup_of(preset: str, seats: int) -> bastida.Setup:
    return make_setup(preset, players=seats)


def sample(number: int, found: Sequence[Problem] = EVERY) -> list[Problem]:
    return random.Random(1).sample(list(found), number)


@pytest.mark.parametrize("preset", sorted({problem.preset for problem in EVERY}))
def test_every_problem_can_be_asked_and_answered(preset: str) -> None:
    for problem in EVERY:
        if problem.preset != preset:
            continue
        game = bastida.from_position(problem.position)
        assert bastida.position(game) == problem.position
        assert id_of(game) == problem.id
        assert (game.setup.preset(), game.setup.seats) == (preset, problem.seats)
        assert game.setup.elements == setup_of(preset, problem.seats).elements
        decision = game.decision
        assert decision is not None
        seat = decision.seat
        assert seat is not None
        assert 1 <= len(problem.questions) <= 3
        for question in problem.questions:
            assert past_forced(game, seat)
            assert game.decision is not None
            assert game.decision.kind == question.kind
            legal = {option.text for option in game.options()}
            assert {question.answer, *question.close} <= legal
            assert question.answer not in question.close
            losses = list(question.close.values())
            assert losses == sorted(losses)
            assert losses[0] >= 2.0
            assert question.rest >= losses[-1]
            game.play(question.answer)


def test_problems_are_told_apart_and_rated() -> None:
    assert len({problem.position for problem in EVERY}) == len(EVERY) == len({problem.id for problem in EVERY})
    for problem in EVERY:
        assert set(problem.found) <= set(LEVELS)
        assert problem.rating == 800 + 200 * (len(LEVELS) - len(problem.found))
        assert from_json(problem.as_json()) == problem
    assert len(Counter(problem.rating for problem in EVERY)) >= 5


def by_component() -> Counter[str]:
    played: Counter[str] = Counter()
    for problem in EVERY:
        setup = setup_of(problem.preset, problem.seats)  # the same as that of its position: see above
        played[setup.edition] += 1
        played.update(
            {
                id
                for id, one in components().items()
                if id in setup.sets or id in setup.elements or set(one.elements) & set(setup.elements)
            }
        )
    wanted = [id for id, one in components().items() if one.folder is None or (one.folder.chosen and one.folder.id == id)]
    return Counter({id: played[id] for id in wanted})


def test_there_are_problems_for_every_component() -> None:
    played = by_component()
    assert len(played) == 18
    assert {id: number for id, number in played.items() if number < LEAST} == {}


def test_the_page_says_what_is_shipped() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert {id: int(number) for id, number in re.findall(r"^\| `([\w-]+)` \| (\d+) \|$", page, re.MULTILINE)} == by_component()
    rated = Counter(problem.rating for problem in EVERY)
    assert f"| problems | {' | '.join(str(rated[rating]) for rating in sorted(rated))} |" in page
    assert f"{len(EVERY)} problems, {sum(len(one.questions) > 1 for one in EVERY)} of them with more than one question" in page
    data = (files("bastida.problems") / FILE).read_bytes()
    assert f"{len(zlib.compress(data, 6)) / 1000:.0f} kB in a package" in page


def test_they_are_many_and_small() -> None:
    assert len(EVERY) >= NUMBER
    data = (files("bastida.problems") / FILE).read_bytes()
    assert len(zlib.compress(data, 6)) < MOST_BYTES


def test_what_is_left_is_known_and_its_order_is_not() -> None:
    """A position that is dealt from anew brings other tiles: nothing in a problem fixes them."""
    problem = next(one for one in EVERY if one.preset == "plus")
    drawn = set()
    for seed in range(6):
        game = bastida.from_position(problem.position, seed=seed)
        for answer in problem.answers:
            past_forced(game, game.seat)
            game.play(answer)
        while game.decision is not None and game.decision.kind != "tile":
            game.play(game.options()[0])
        drawn.add(game.tile)
    assert len(drawn) > 1


@pytest.mark.parametrize("problem", sample(3), ids=lambda problem: problem.id)
def test_the_search_finds_the_answers_again(problem: Problem) -> None:
    """With few positions: the answer is the best, or among the best two."""
    for number, question in enumerate(problem.questions):
        depth = Depth(standing(problem, number), 60)
        assert question.answer in [depth.texts[one.option] for one in depth.outlooks[:2]]


@pytest.mark.parametrize("problem", sample(8), ids=lambda problem: problem.id)
def test_themes_are_those_of_the_turn(problem: Problem) -> None:
    game = standing(problem)
    assert game.decision is not None
    assert game.decision.seat is not None
    assert themes_of(game, game.decision.seat, problem.answers) == problem.themes


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_theme_has_words(language: str) -> None:
    phrases = texts(language)
    for theme in {*GENERAL, *(theme for problem in EVERY for theme in problem.themes)}:
        assert phrases.has(f"theme.{theme}"), theme
    assert all(problem.themes for problem in EVERY)


def test_every_problem_has_its_day() -> None:
    assert math.gcd(STRIDE, len(EVERY)) == 1
    first = date(2026, 3, 1)
    days = [of_the_day(first + timedelta(days=number)).id for number in range(len(EVERY))]
    assert len(set(days)) == len(EVERY)
    assert of_the_day(first + timedelta(days=len(EVERY))).id == days[0]


def test_an_answer_is_told_what_it_loses() -> None:
    question = EVERY[0].questions[0]
    close, loss = next(iter(question.close.items()))
    assert question.loss(question.answer) == (0.0, False)
    assert question.loss(close) == (loss, False)
    assert question.loss("something else") == (question.rest, True)


def test_some_wrong_answers_are_close_and_most_are_not() -> None:
    """Otherwise nobody would ever read that an answer was close, or everybody always."""
    losses = [loss for problem in EVERY for question in problem.questions for loss in question.close.values()]
    near = sum(loss < NEAR for loss in losses)
    assert 0 < near < len(losses) / 2
