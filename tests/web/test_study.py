"""A board of one's own: arranged by pointer, touch and keys, explained where it cannot be, asked about, kept and played on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bastida
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import Visit

DESK, SMALL, PHONE = {"width": 1440, "height": 900}, {"width": 1280, "height": 720}, {"width": 390, "height": 844}


def settled(page: Page) -> Page:
    """The page when the server has answered and all is drawn."""
    page.locator('[data-testid=study][data-busy="false"][data-ready="true"]').wait_for()
    return page


def begin(page: Page, game: str = "plus") -> Page:
    page.get_by_test_id("study-game").select_option(game)
    page.get_by_test_id("study-begin").click()
    return settled(page)


def position(page: Page) -> str:
    return page.get_by_test_id("study-position").input_value()


def holds(page: Page, text: str, there: bool = True) -> None:
    """Wait until the position has something, or has it no more."""
    field, wanted = expect(page.get_by_test_id("study-position")), re.compile(re.escape(text))
    field.to_have_value(wanted) if there else field.not_to_have_value(wanted)


def press(page: Page, touch: bool, test_id: str, number: int = 0) -> None:
    """Tap or click something, and wait for what comes of it."""
    found = page.get_by_test_id(test_id).nth(number)
    found.tap() if touch else found.click()
    settled(page)


@pytest.mark.parametrize("size", [DESK, SMALL, PHONE], ids=["desk", "small", "phone"])
def test_a_position_is_arranged_played_and_kept(visit: Visit, size: dict[str, int], request: pytest.FixtureRequest) -> None:
    touch = size is PHONE
    more: dict[str, Any] = {"has_touch": True, "is_mobile": True} if touch else {}
    visitor = visit(viewport=size, locale="es-ES" if touch else "en-GB", **more)
    page = visitor.go("#/study")
    page.get_by_test_id("study-game").locator("option").nth(1).wait_for(state="attached")
    check_accessible(page)
    begin(page)
    press(page, touch, "tile-X")
    expect(page.get_by_test_id("cell")).to_have_count(2)
    page.get_by_test_id("cell").first.click()
    press(page, touch, "study-lay")
    assert " X(" in position(page)
    page.get_by_test_id("tool-figures").click()
    press(page, touch, "figure-red-follower")
    visitor.shot(f"study-{request.node.callspec.id}-figures")
    page.get_by_test_id("spot").first.focus()
    page.keyboard.press("Enter")
    holds(page, "red.follower=")
    settled(page)
    check_fits(page)
    check_accessible(page)
    page.get_by_test_id("tool-tiles").click()
    press(page, touch, "tile-E")
    press(page, touch, "hand-take")
    visitor.shot(f"study-{request.node.callspec.id}-arranged")
    press(page, touch, "tab-moves")
    page.get_by_test_id("cell").first.click()
    press(page, touch, "study-lay")
    expect(page.get_by_test_id("move")).to_have_count(1)
    press(page, touch, "move-back")
    page.get_by_test_id("cell").last.click()
    press(page, touch, "study-lay")
    expect(page.get_by_test_id("move")).to_have_count(2)
    page.get_by_test_id("comment").fill("bolder")
    page.get_by_test_id("study-title").fill("Two ways")
    page.get_by_test_id("study-title").blur()
    expect(page.get_by_test_id("moves")).to_contain_text("bolder")
    press(page, touch, "promote")
    visitor.shot(f"study-{request.node.callspec.id}-moves")
    page.get_by_test_id("tab-answers").click()
    page.get_by_test_id("ask").click()
    page.get_by_test_id("line").first.wait_for()
    visitor.shot(f"study-{request.node.callspec.id}-answers")
    check_fits(page)
    page.get_by_test_id("study-save").click()
    page.wait_for_url("**/#/study/*")
    settled(page)
    link = page.url
    other = visit(viewport=size)
    settled(other.go(link.partition("/#")[2] and "#" + link.partition("#")[2]))
    expect(other.page.get_by_test_id("study-title")).to_have_value("Two ways")
    page.get_by_test_id("study-play").click()
    page.get_by_test_id("study-play-computer").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")


def test_what_cannot_be_is_explained_and_taken_back(visit: Visit) -> None:
    visitor = visit(viewport=SMALL, color_scheme="dark", allowed="422")
    page = visitor.go("#/study")
    page.get_by_test_id("study-paste").fill("position 1 | nonsense x")
    page.get_by_test_id("study-open").click()
    expect(page.get_by_test_id("problem")).to_be_visible()
    begin(page)
    before = position(page)
    press(page, False, "tile-X")
    page.get_by_test_id("cell").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    holds(page, " X(")
    settled(page)
    page.get_by_test_id("tool-remove").click()
    visitor.shot("study-dark-remove")
    settled(page).get_by_test_id("spot").first.click()
    holds(page, " X(", False)
    assert position(settled(page)) == before
    press(page, False, "study-undo")
    assert " X(" in position(page)
    page.get_by_test_id("bag").click()
    less = page.get_by_test_id("bag-A-more")
    less.click()
    expect(page.get_by_test_id("study-problem")).to_contain_text("from 0 to 2")
    page.reload()
    page.get_by_test_id("study-draft").click()  # what was not saved is there still
    assert " X(" in position(settled(page))


def test_a_position_of_any_game_is_taken_in(visit: Visit) -> None:
    game = bastida.new_game("hunters", players=["Ana", "Luis"], seed=3)
    for _ in range(40):
        game.play(game.options()[-1])
    page = visit(viewport=SMALL).go("#/study")
    page.get_by_test_id("study-paste").fill(bastida.position(game))
    page.get_by_test_id("study-open").click()
    assert position(settled(page)) == bastida.position(game)


def kept(page: Page) -> str:
    """A study with a move, given a title and saved; its address."""
    begin(page)
    press(page, False, "tile-E")
    press(page, False, "hand-take")
    press(page, False, "tab-moves")
    page.get_by_test_id("cell").first.click()
    press(page, False, "study-lay")
    page.get_by_test_id("study-save").click()
    page.wait_for_url("**/#/study/*")
    settled(page)
    return "#" + page.url.partition("#")[2]


def test_saving_leaves_the_reader_where_he_was(visit: Visit) -> None:
    page = visit(viewport=SMALL).go("#/study")
    address = kept(page)
    study = page.get_by_test_id("study")
    expect(study).to_have_attribute("data-at", "1")
    expect(page.get_by_test_id("tab-moves")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("study-said")).to_have_text("Saved")
    expect(page.get_by_test_id("study-save")).to_be_disabled()
    expect(page.get_by_test_id("study-erase")).to_be_visible()
    press(page, False, "study-undo")
    expect(page.get_by_test_id("move")).to_have_count(0)
    page.evaluate("location.hash = '#/study'")  # the address changes from outside
    page.locator(f'[data-testid=studies] [href="{address}"]').click()
    settled(page)
    expect(page.get_by_test_id("move")).to_have_count(0)  # taken back, and not saved
    page.get_by_test_id("study-erase").click()
    page.get_by_test_id("study-erase").click()
    page.get_by_test_id("study-begin").wait_for()
    expect(page.locator(f'[href="{address}"]')).to_have_count(0)


def test_unsaved_changes_outlive_a_reload_and_the_study_of_somebody_else(visit: Visit) -> None:
    other = visit(viewport=SMALL).go("#/study")
    theirs = kept(other)
    page = visit(viewport=SMALL).go("#/study")
    mine = kept(page)
    page.get_by_test_id("study-title").fill("Not saved")
    page.get_by_test_id("study-title").blur()
    expect(page.get_by_test_id("study-save")).to_have_class(re.compile("main"))
    page.reload()
    settled(page)
    expect(page.get_by_test_id("study-title")).to_have_value("Not saved")
    page.evaluate("address => location.hash = address", theirs)
    expect(page.get_by_test_id("study-title")).to_have_value("")
    page.reload()
    settled(page)
    expect(page.get_by_test_id("study-title")).to_have_value("")
    page.evaluate("address => location.hash = address", mine)
    expect(page.get_by_test_id("study-title")).to_have_value("Not saved")
    press(page, False, "study-undo")
    expect(page.get_by_test_id("study-title")).to_have_value("")
    expect(page.get_by_test_id("study-save")).to_be_disabled()
