"""The course, the rules and the replay, as a reader uses them: by pointer and keys, on a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import bastida
from bastida.rulebook.lessons import lessons
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, Visit

SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


@SIZES
def test_the_course_is_played_from_its_first_lesson_to_a_game(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size).go("#/learn")
    check_accessible(page)
    page.get_by_test_id("begin").click()
    for number, lesson in enumerate(lessons().values(), 1):
        coach = page.get_by_test_id("coach")
        expect(coach).to_contain_text(f"{number}/{len(lessons())}")
        if lesson.id == "road":
            check_accessible(page)
        for answer in lesson.answers:
            page.get_by_test_id("show-me").click()
            if answer != "pass":
                page.get_by_test_id("confirm").click()
            expect(page.locator(f'[data-testid=chosen], [data-testid=cell][data-option="{answer}"]')).to_have_count(0)
        expect(coach).to_have_attribute("data-standing", "reached")
        if number < len(lessons()):
            page.get_by_test_id("next").click()
    check_accessible(page)
    page.get_by_test_id("first-game").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-kind", "tile")
    page.goto(page.url.split("#")[0] + "#/learn")
    expect(page.get_by_test_id("lessons").get_by_text("learnt")).to_have_count(len(lessons()))


def test_a_missed_lesson_is_explained_and_can_be_tried_again(visit: Visit) -> None:
    page = visit().go("#/learn/city")
    page.locator('[data-testid=cell][data-option^="2,0 "]').click()
    page.get_by_test_id("confirm").click()
    page.get_by_test_id("pass").click()
    expect(page.get_by_test_id("coach")).to_have_attribute("data-standing", "missed")
    page.get_by_test_id("again").click()
    expect(page.get_by_test_id("coach")).to_have_attribute("data-standing", "open")


@SIZES
def test_the_rules_are_read_searched_and_linked(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(viewport=size, locale="ca-ES")
    page = visitor.go("#/rules")
    expect(page.get_by_test_id("components").get_by_role("listitem")).to_have_count(24)
    check_accessible(page)
    page.get_by_test_id("rules-plus").click()
    expect(page.locator("#BASE-40")).to_contain_text("seguidor")  # Catalan readers get the Spanish clauses
    check_accessible(page)
    check_fits(page)
    page.get_by_test_id("written-en").click()
    expect(page.locator("#BASE-40")).to_contain_text("follower")
    page.get_by_test_id("search").fill("BASE-E5")
    expect(page.locator("#BASE-E5 figure svg[role=img] use").last).to_be_attached()
    expect(page.locator("#BASE-40")).to_have_count(0)
    visitor.go("#/rules/BASE-40")
    expect(page.locator("#BASE-40")).to_be_focused()
    expect(page.locator("#BASE-40")).to_be_in_viewport()


@pytest.fixture(scope="module")
def record() -> str:
    """The first turns of a game with a scoring in them."""
    game = bastida.new_game("plus", players=["Ana", "Luis"], draws=["E", "V", "B"])
    for answer in ("0,-1 r2", "follower city S", "1,0 r1", "follower road N", "0,1 r0"):
        game.play(answer)
    return bastida.Record.from_game(game).to_text()


@SIZES
def test_a_record_is_opened_stepped_through_and_played_on(visit: Visit, record: str, size: dict[str, int]) -> None:
    visitor = visit(viewport=size)
    page = visitor.go("#/replay")
    check_accessible(page)
    page.get_by_test_id("paste").fill(record)
    page.get_by_test_id("open").click()
    replay = page.get_by_test_id("replay")
    expect(replay).to_have_attribute("data-shown", "0")
    page.get_by_test_id("next-scoring").click()
    expect(replay).to_have_attribute("data-shown", "3")
    expect(page.get_by_test_id("scored")).to_contain_text("2 tiles × 2 = 4")
    page.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-shown", "4")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("points-0").first).to_contain_text("4")
    check_accessible(page)
    page.get_by_test_id("share").click()
    link = page.get_by_test_id("link").input_value()
    assert link.endswith("/3")
    check_accessible(page)
    other = visit(viewport=size)
    other.page.goto(link)
    expect(other.page.get_by_test_id("replay")).to_have_attribute("data-shown", "3")
    page.get_by_test_id("share").click()
    page.get_by_test_id("fork").click()
    check_accessible(page)
    page.get_by_test_id("fork-go").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert "#/table/" in page.url
    expect(page.get_by_test_id("log").locator("li.score")).to_have_count(1)  # what was played before is in the log


def test_a_record_plays_by_itself_to_its_end(visit: Visit, record: str) -> None:
    page = visit().go("#/replay")
    page.get_by_test_id("paste").fill(record)
    page.get_by_test_id("open").click()
    page.get_by_test_id("speed").select_option("4")
    page.get_by_test_id("play").click()
    replay = page.get_by_test_id("replay")
    last = page.get_by_test_id("slider").get_attribute("max")
    expect(replay).to_have_attribute("data-shown", str(last))
    expect(page.locator("[data-testid=board] .tiles image")).to_have_count(4)  # every tile is painted


def test_the_game_of_a_table_is_replayed_and_a_broken_record_refused(visit: Visit) -> None:
    visitor = visit(allowed="422")
    made = visitor.table("here", "here")
    addresses = []
    for _ in range(2):
        page = visitor.go(f"#/replay/table/{made['table']}")
        expect(page.get_by_test_id("replay")).to_be_visible()
        expect(page).to_have_url(re.compile(r"/\d+$"))  # the step comes into it when the steps have been read
        addresses.append(page.url)
        visitor.go()
    assert addresses[0] == addresses[1]  # one game, one link to share
    visitor.go("#/replay")
    page.get_by_test_id("paste").fill("no record")
    page.get_by_test_id("open").click()
    expect(page.get_by_test_id("problem")).not_to_be_empty()
