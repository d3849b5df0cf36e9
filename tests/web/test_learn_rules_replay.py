"""The course, the rules and the replay, as a reader uses them: by pointer and keys, on a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import bastida
from bastida.language.texts import texts
from bastida.rulebook.facts import facts
from bastida.rulebook.guide import components
from bastida.rulebook.lessons import Step, lessons
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, Visit

SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


def follow(page: Page, step: Step) -> None:
    """Play a step as the page shows it, to its aim."""
    table, coach = page.get_by_test_id("table"), page.get_by_test_id("coach")
    for _ in step.answers:
        seq = table.get_attribute("data-seq")
        page.get_by_test_id("show-me").click()
        moved, confirm = (
            page.locator(f'[data-testid=table]:not([data-seq="{seq}"])'),
            page.locator("[data-testid=confirm]:enabled"),
        )
        moved.or_(confirm).first.wait_for()
        if table.get_attribute("data-seq") == seq:  # it is shown on the board, not given at once
            confirm.click()
        moved.wait_for()
    expect(coach).to_have_attribute("data-standing", "reached")


@SIZES
def test_the_course_is_played_from_its_first_lesson_to_a_game(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size).go("#/learn")
    check_accessible(page)
    page.get_by_test_id("begin").click()
    course = lessons()["plus"].steps
    for number, step in enumerate(course.values(), 1):
        expect(page.get_by_test_id("coach")).to_contain_text(f"{number}/{len(course)}")
        if step.id == "road":
            check_accessible(page)
        follow(page, step)
        if number < len(course):
            page.get_by_test_id("next").click()
    check_accessible(page)
    page.get_by_test_id("first-game").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-kind", "tile")
    expect(page.get_by_test_id("first-time")).to_have_count(0)  # all was learnt
    page.goto(page.url.split("#")[0] + "#/learn")
    expect(page.get_by_test_id("lessons").get_by_text("done")).to_have_count(len(course))


@pytest.mark.parametrize("component", [component for component in lessons() if component != "plus"])
def test_the_lesson_of_a_component_is_played_step_by_step(visit: Visit, component: str) -> None:
    page = visit().go(f"#/learn/{component}")
    steps = lessons()[component].steps
    for number, step in enumerate(steps.values(), 1):
        expect(page.get_by_test_id("coach")).to_contain_text(f"{number}/{len(steps)}")
        follow(page, step)
        page.get_by_test_id("next" if number < len(steps) else "all-lessons").click()
    expect(page.get_by_test_id(f"lesson-{component}")).to_contain_text("done")


def test_a_missed_lesson_is_explained_and_can_be_tried_again(visit: Visit) -> None:
    page = visit().go("#/learn/plus/city")
    page.locator('[data-testid=cell][data-option^="2,0 "]').click()
    page.get_by_test_id("confirm").click()
    page.get_by_test_id("pass").click()
    expect(page.get_by_test_id("coach")).to_have_attribute("data-standing", "missed")
    page.get_by_test_id("again").click()
    expect(page.get_by_test_id("coach")).to_have_attribute("data-standing", "open")


@SIZES
def test_a_component_says_what_belongs_to_it_and_which_tiles_are_not_as_printed(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size, locale="ca-ES").go("#/rules/postman")
    told = page.get_by_test_id("facts").get_by_role("listitem")
    expect(told).to_have_text(facts(components()["postman"], texts("ca")))
    expect(told.last).to_contain_text("12 llosetes (Po01, ")
    check_fits(page)


@SIZES
def test_what_is_met_for_the_first_time_is_offered_beside_the_game(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(viewport=size)
    page = visitor.page
    visitor.table("here", "computer")
    offer = page.get_by_test_id("first-time")
    expect(offer).to_contain_text("Carcassonne Plus (7 steps)")
    check_accessible(page)
    check_fits(page)
    with visitor.context.expect_page() as opened:
        offer.get_by_role("link").click()
    expect(opened.value.get_by_test_id("coach")).to_be_visible()
    opened.value.close()
    page.get_by_test_id("first-time-close").click()
    expect(offer).to_have_count(0)
    visitor.table("here", "computer")
    expect(page.get_by_test_id("table")).to_have_attribute("data-kind", "tile")
    expect(offer).to_have_count(0)  # it has been met


def test_a_new_table_offers_the_lessons_of_what_is_chosen(visit: Visit) -> None:
    page = visit().go("#/new")
    expect(page.get_by_test_id("learn-plus")).to_have_text("Learn it (7 steps)")
    expect(page.get_by_test_id("learn-winter")).to_have_count(0)
    page.evaluate(
        "localStorage.setItem('bastida.lessons', JSON.stringify(%s))" % [f"plus/{step}" for step in lessons()["plus"].steps]
    )
    page.reload()
    page.get_by_test_id("edition-plus").wait_for()
    expect(page.get_by_test_id("learn-plus")).to_have_count(0)


@SIZES
def test_the_rules_are_read_searched_and_linked(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(viewport=size, locale="ca-ES")
    page = visitor.go("#/rules")
    expect(page.get_by_test_id("components").get_by_role("listitem")).to_have_count(24)
    check_accessible(page)
    page.get_by_test_id("rules-plus").click()
    expect(page.locator("#BASE-40")).to_contain_text("No es pot posar un seguidor")  # Catalan readers get Catalan
    expect(page.get_by_test_id("written-ca")).to_have_attribute("aria-pressed", "true")
    check_accessible(page)
    check_fits(page)
    page.get_by_test_id("written-es").click()
    expect(page.locator("#BASE-40")).to_contain_text("No se puede poner un seguidor")
    page.get_by_test_id("written-en").click()
    expect(page.locator("#BASE-40")).to_contain_text("follower")
    page.get_by_test_id("search").fill("BASE-E5")
    expect(page.locator("#BASE-E5 figure img").last).to_be_attached()
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


@SIZES
def test_what_scored_lights_up_in_its_shape_and_the_game_is_saved_as_a_film(
    visit: Visit, record: str, size: dict[str, int]
) -> None:
    visitor = visit(viewport=size)
    page = visitor.go("#/replay")
    page.get_by_test_id("paste").fill(record)
    page.get_by_test_id("open").click()
    page.get_by_test_id("next-scoring").click()
    expect(page.locator(".glow .shape")).to_have_count(2)  # one part of the city on each of its tiles
    expect(page.locator(".glow text")).to_have_text("+4")
    expect(page.locator(".glow .line")).to_have_count(0)
    visitor.shot(f"replay-lit-{size['width']}")
    page.get_by_test_id("share").click()
    halfway = {"state": "making", "done": 3, "of": 6}
    page.route("**/film?*", lambda route: route.fulfill(json=halfway))  # the server takes its time
    page.get_by_test_id("film").click()
    expect(page.get_by_test_id("film-state")).to_have_text("Making the film: 50%")
    check_accessible(page)
    with page.expect_download() as download:
        page.unroute("**/film?*")
    assert download.value.path().read_bytes()[8:12] == b"WEBP"
    expect(page.get_by_test_id("film-file")).to_be_visible()
    check_fits(page)


@SIZES
def test_the_overlay_of_fields_says_whose_they_are(visit: Visit, size: dict[str, int]) -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis"], draws=["V", "E", "B"])
    for answer in ("1,0 r1", "follower field Nw", "0,-1 r2", "pass"):
        game.play(answer)
    visitor = visit(viewport=size)
    text = bastida.Record.from_game(game).to_text()
    visitor.table("here", "here", record={"text": text, "step": len(game.steps)})
    page = visitor.page
    page.locator("[data-testid=fields]:visible").click()
    labels = page.get_by_test_id("field-labels").locator("[data-field]")
    expect(labels.filter(has_text="Ana")).to_have_count(1)
    expect(labels.filter(has_text="Luis")).to_have_count(0)
    assert labels.count() > 1  # fields of nobody have a number only
    visitor.shot(f"fields-{size['width']}")
