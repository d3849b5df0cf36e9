"""Problems on the page: solved with mouse, finger and keys; hints, rating and streak; the problem of the day."""

from __future__ import annotations

import json
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from bastida.problems.library import of_the_day, problems
from bastida.problems.model import Problem
from bastida.server.http.lesson_models import PosedList, PosedShown
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import PHONE, Visit, Visitor

TWO = next(one for one in problems().values() if len(one.questions) == 2 and one.questions[1].answer != "pass")


def kept(page: Page) -> dict[str, object]:
    found: dict[str, object] = json.loads(page.evaluate("localStorage.getItem('bastida.problems')"))
    return found


def solving(visitor: Visitor, problem: Problem) -> Page:
    page = visitor.go(f"#/problems/{problem.id}")
    page.get_by_test_id("solve").wait_for()
    return page


def give(page: Page, answer: str) -> None:
    """An answer from the list, confirmed where it is first shown on the board."""
    state = page.get_by_test_id("solve")
    before = (state.get_attribute("data-state"), state.get_attribute("data-number"))
    page.get_by_test_id("all-answers").click()
    page.locator(f'[data-testid="list"] [data-option="{answer}"]').click()
    if (state.get_attribute("data-state"), state.get_attribute("data-number")) == before:
        page.get_by_test_id("confirm").click()


def test_a_problem_is_solved_after_a_wrong_answer(visit: Visit) -> None:
    page = solving(visit(), TWO)
    wrong, loss = next(iter(TWO.questions[0].close.items()))
    give(page, wrong)
    expect(page.get_by_test_id("verdict")).to_contain_text(f"Points given away, compared with the best answer: {loss:.1f}")
    assert kept(page)["results"] == {TWO.id: "missed"}
    page.get_by_test_id("again").click()
    for number, question in enumerate(TWO.questions):
        expect(page.get_by_test_id("solve")).to_have_attribute("data-number", str(number))
        give(page, question.answer)
    expect(page.get_by_test_id("solved")).to_contain_text("Now it is right.")
    known = kept(page)
    assert (known["results"], known["streak"], known["tried"]) == ({TWO.id: "solved"}, 0, 1)
    page.get_by_test_id("onward").click()
    expect(page.get_by_test_id("solve")).not_to_have_attribute("data-problem", TWO.id)


def test_hints_come_one_after_the_other_and_the_answer_last(visit: Visit) -> None:
    page = solving(visit(viewport=PHONE, has_touch=True, is_mobile=True, locale="es-ES"), TWO)
    page.get_by_test_id("hint").tap()
    expect(page.get_by_test_id("hint-theme")).to_be_visible()
    page.get_by_test_id("hint").tap()
    expect(page.get_by_test_id("hint-place")).to_be_visible()
    check_fits(page)
    page.get_by_test_id("hint").tap()
    expect(page.get_by_test_id("shown")).to_be_visible()
    page.get_by_test_id("confirm").tap()
    give(page, TWO.questions[1].answer)
    expect(page.get_by_test_id("solved")).to_be_visible()
    assert (kept(page)["streak"], kept(page)["results"]) == (0, {TWO.id: "missed"})
    check_accessible(page)


def test_an_answer_that_was_shown_solves_nothing(visit: Visit) -> None:
    page = visit().go("#/problems/today")
    page.get_by_test_id("solve").wait_for()
    problem = problems()[page.get_by_test_id("solve").get_attribute("data-problem") or ""]
    for number, question in enumerate(problem.questions):
        expect(page.get_by_test_id("solve")).to_have_attribute("data-number", str(number))
        if number == 0:
            for _ in range(3):
                page.get_by_test_id("hint").click()
            page.get_by_test_id("shown").wait_for()
        give(page, question.answer)
    page.get_by_test_id("solved").wait_for()
    known = kept(page)
    assert (known["results"], known["days"], known["streak"]) == ({problem.id: "missed"}, [], 0)
    assert str(page.get_by_test_id("gained").inner_text()).count("−") == 1  # the rating fell


def cell_of(answer: str) -> tuple[int, int]:
    x, y = answer.split(" ")[0].split(",")
    return int(x), int(y)


def test_keys_solve_a_problem(visit: Visit) -> None:
    """Arrows lead to the place, r turns the tile, Enter lays it."""
    problem = next(one for one in problems().values() if [one.kind for one in one.questions] == ["tile"])
    page = solving(visit(), problem)
    answer = problem.questions[0].answer
    wanted = cell_of(answer)
    page.keyboard.press("ArrowRight")
    chosen = page.locator(".cell.chosen")
    been: set[tuple[int, int]] = set()
    for _ in range(60):
        now = chosen.get_attribute("data-option") or ""
        if now == answer:
            break
        x, y = cell_of(now)
        if (x, y) == wanted:
            page.keyboard.press("r")
            continue
        ways = sorted(
            [
                (wanted[0] - x, "ArrowRight"),
                (x - wanted[0], "ArrowLeft"),
                (wanted[1] - y, "ArrowDown"),
                (y - wanted[1], "ArrowUp"),
            ]
        )
        page.keyboard.press(ways[-1 if (x, y) not in been else -2][1])
        been.add((x, y))
    expect(chosen).to_have_attribute("data-option", answer)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("solved")).to_be_visible()
    known = kept(page)
    assert known["streak"] == 1
    assert known["results"] == {problem.id: "solved"}


def test_the_list_and_the_problem_of_the_day(visit: Visit) -> None:
    visitor = visit()
    before = of_the_day(date.today()).id
    page = visitor.go()
    page.get_by_test_id("problems-link").click()
    page.get_by_test_id("problems").wait_for()
    check_accessible(page)
    page.get_by_test_id("theme").select_option(TWO.themes[0])
    expect(
        page.locator(f'[data-testid="problems"] [href="#/problems/{TWO.id}"]').or_(page.get_by_test_id("more"))
    ).not_to_have_count(0)
    page.get_by_test_id("today").click()
    page.get_by_test_id("solve").wait_for()
    assert page.get_by_test_id("solve").get_attribute("data-problem") in (before, of_the_day(date.today()).id)


@pytest.mark.parametrize("language", ["es", "ca", "en", "de"])
def test_the_server_tells_problems_in_every_language(visit: Visit, language: str) -> None:
    visitor = visit(allowed="404")
    listed = json.loads(visitor.text(f"/api/puzzles?lang={language}"))
    PosedList.model_validate(listed)
    assert [one["id"] for one in listed["problems"]] == list(problems())
    told = json.loads(visitor.text(f"/api/puzzles/{TWO.id}?lang={language}"))
    PosedShown.model_validate(told)
    assert [one["answer"] for one in told["questions"]] == list(TWO.answers)
    for question in told["questions"]:
        texts = [option["text"] for option in question["view"]["decision"]["options"]]
        assert {question["answer"], *(one["text"] for one in question["close"])} <= set(texts)
    assert told["after"]["you"] == []
    assert visitor.context.request.get(f"{visitor.url}/api/puzzles/nothing").status == 404
