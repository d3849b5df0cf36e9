"""The analysis of a game as its players use it: the curve, what would have been better, the questions asked again."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

import bastida
from bastida import Record
from tests.server.running import Served
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, Visit, Visitor

SIZES = pytest.mark.parametrize(
    ("size", "touch"), [(DESK, False), ({"width": 1440, "height": 900}, False), (PHONE, True)], ids=["desk", "wide", "phone"]
)
GRAVE = ("mistake", "blunder")


@pytest.fixture(autouse=True)
def quick(request: pytest.FixtureRequest, server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """One pass is enough, unless a test is about more."""
    if "deeper" not in request.node.name:
        monkeypatch.setattr(server.live.analyses, "passes", ("quick",))


@pytest.fixture(scope="module")
def record() -> str:
    """A few turns of players at random, who make errors."""
    game = bastida.new_game("plus-first-game", players=["Ana", "Luis"], seed=1)
    chance = random.Random(1)
    while len(game.steps) < 16:
        game.play(chance.choice(game.options()))
    return Record.from_game(game).to_text()


def uploaded(visitor: Visitor, record: str) -> str:
    answer = visitor.context.request.post(f"{visitor.url}/api/records", data=record, headers={"Content-Type": "text/plain"})
    assert answer.status == 201, answer.text()
    return str(answer.json()["id"])


def opened(visitor: Visitor, name: str) -> Page:
    """The analysis, as soon as there is something to see."""
    page = visitor.go(f"#/replay/{name}")
    page.get_by_test_id("analyse").click()
    at(page, 0, other=True)
    return page


def at(page: Page, step: int, other: bool = False) -> None:
    """Wait for the position after a step, or after any."""
    known = ':not([data-shown="-1"])' if other else f'[data-step="{step}"][data-shown="{step}"]'
    page.locator(f"[data-testid=analyse]{known}").wait_for()


@SIZES
def test_an_error_is_found_on_the_curve_and_the_better_answer_on_the_board(
    visit: Visit, record: str, size: dict[str, int], touch: bool
) -> None:
    visitor = visit(viewport=size, has_touch=touch)
    name = uploaded(visitor, record)
    page = opened(visitor, name)
    curve = page.get_by_test_id("curve")
    errors = page.get_by_test_id("error")
    assert errors.count() > 0
    first = errors.first
    step = int(first.get_attribute("data-step") or 0)
    mark = first.bounding_box()
    assert mark is not None
    point = mark["x"] + mark["width"] / 2, mark["y"] - 10
    if touch:
        page.touchscreen.tap(*point)
    else:
        page.mouse.click(*point)
    at(page, step)
    expect(page.get_by_test_id("mark")).to_be_visible()
    expect(page.get_by_test_id("better")).to_contain_text("Better:")
    drawn = page.locator('[data-testid=board] .cell.chosen, [data-testid=board] [data-testid="spot"]')
    better = page.get_by_test_id("better").inner_text()
    assert drawn.count() > 0 or "pass" in better.lower() or "no " in better.lower(), better
    check_accessible(page)
    check_fits(page)
    visitor.shot(f"analysis-{size['width']}")
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("analyse")).not_to_have_attribute("data-step", str(step))
    page.get_by_test_id("back").click()
    at(page, step)
    curve.press("ArrowRight")
    expect(page.get_by_test_id("analyse")).not_to_have_attribute("data-step", str(step))
    curve.press("Home")
    page.keyboard.press("e")
    at(page, step)
    if touch:
        page.get_by_test_id("panel").tap()
        check_fits(page)
    page.get_by_test_id("sides").wait_for()
    check_accessible(page)
    *parts, result, _ = figures_of(page)[4:]  # after the rating, the levels, the error per decision and the signs
    assert sum(parts) == pytest.approx(result, abs=0.3)  # each is rounded
    moment = page.get_by_test_id("moments").get_by_role("button").first
    wanted = int(moment.get_attribute("data-step") or 0)
    moment.click()
    at(page, wanted)
    page.wait_for_url(f"**/#/analyse/{name}/{wanted}")
    page.evaluate(f"location.hash = '#/analyse/{name}/3'")  # a link to another step, pasted here
    at(page, 3)


def figures_of(page: Page) -> list[float]:
    """The column of the first player in the table of luck and play; what is no number is 0."""
    cells = page.get_by_test_id("sides").locator("tbody tr td:nth-child(2)").all_inner_texts()
    return [float(text.replace("−", "-")) if re.fullmatch(r"[+−]?[\d.]+", text) else 0.0 for text in cells]


@SIZES
def test_mistakes_are_asked_again_as_questions(visit: Visit, record: str, size: dict[str, int], touch: bool) -> None:
    visitor = visit(viewport=size, has_touch=touch)
    page = opened(visitor, uploaded(visitor, record))
    name = page.url.split("#/analyse/")[1].split("/")[0]
    answer = visitor.context.request.get(f"{visitor.url}/api/records/{name}/analysis?lang=en")
    told = answer.json()
    wrong = [one for one in told["answers"] if one["better"] and one["mark"] in GRAVE]
    wrong = [one for one in wrong if one["better"][0]["target"]["type"] == "cell"] or wrong
    assert wrong, "players at random make mistakes"
    task = wrong[0]
    if touch:
        page.get_by_test_id("panel").tap()
    page.get_by_test_id(f"learn-{task['seat']}").click()
    all_mine = [one for one in told["answers"] if one["seat"] == task["seat"] and one["mark"] in GRAVE and one["better"]]
    for one in all_mine:
        if one["step"] == task["step"]:
            break
        page.locator(f'[data-testid=analyse][data-step="{one["step"] + 1}"]').wait_for()
        page.get_by_test_id("next-task").click()
    page.locator(f'[data-testid=analyse][data-step="{task["step"] + 1}"][data-shown="{task["step"]}"]').wait_for()
    expect(page.get_by_test_id("check")).to_be_disabled()
    check_accessible(page)
    given = bastida.Record.from_text(record).replay().steps[task["step"]].text
    give(page, given)
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "same")
    give(page, task["better"][0]["text"])
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("lesson")).to_contain_text("Right")
    expect(page.get_by_test_id("better")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("lesson")).to_have_count(0)
    page.get_by_test_id("play-on").click()  # from before the error
    page.locator("[data-testid=table][data-kind]").wait_for()
    view = visitor.context.request.get(f"{visitor.url}/api/tables/{page.url.split('/')[-1]}").json()
    assert view["you"] == [task["seat"]]
    assert view["decision"]["seat"] == task["seat"]


def give(page: Page, text: str) -> None:
    """Choose an answer on the board: its cell, turned until it lies as it should, or its spot."""
    place = text.rpartition(" r")[0]
    if not place:
        page.locator(f'[data-option="{text}"]').first.click()
        return
    cell = page.locator(f'[data-testid=cell][data-option^="{place} r"]')
    cell.focus()
    page.keyboard.press("Enter")
    for _ in range(4):
        if cell.get_attribute("data-option") == text:
            return
        page.keyboard.press("r")
    raise AssertionError(text)


def test_a_game_that_was_given_up_is_analysed_deeper_and_deeper_and_one_under_way_is_not(visit: Visit) -> None:
    visitor = visit(allowed="409")
    table = visitor.table("here", "here", game="plus-first-game")["table"]
    view = visitor.context.request.get(f"{visitor.url}/api/tables/{table}").json()
    answer = {"seat": 0, "seq": view["seq"], "key": "one", "answer": view["decision"]["options"][0]["text"]}
    assert visitor.context.request.post(f"{visitor.url}/api/tables/{table}/answers", data=answer).ok
    page = visitor.go(f"#/analyse/table/{table}")
    expect(page.get_by_test_id("problem")).to_contain_text("still being played")
    check_accessible(page)
    gone = visitor.context.request.post(f"{visitor.url}/api/tables/{table}/resign", data={"seat": 0, "key": "two"})
    assert gone.ok, gone.text()
    page = visitor.go(f"#/table/{table}")
    page.get_by_test_id("analyse").click()
    at(page, 0, other=True)
    assert "#/analyse/table/" not in page.url
    page.locator('[data-testid=analyse][data-budget="normal"]').wait_for()  # what was found later is shown, too
    expect(page.get_by_test_id("standing")).to_have_count(0)


def test_a_server_without_passes_is_asked_once(
    visit: Visit, record: str, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.live.analyses, "passes", ())
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda one: asked.append(one.url) if one.method == "POST" and "/analysis" in one.url else None)
    page = visitor.go(f"#/analyse/{uploaded(visitor, record)}")
    expect(page.get_by_test_id("no-analysis")).to_have_text("This server does not analyse games.")
    expect(page.get_by_test_id("standing")).to_have_count(0)
    check_accessible(page)
    page.wait_for_timeout(1_500)  # two rounds, if it went on
    assert len(asked) == 1
