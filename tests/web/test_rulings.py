"""Doubts of the rulebooks at the page: settled when a table is made, told at the table and in its replay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, Visit, Visitor
from tests.web.forms import choose, opened
from tests.web.hands import Hands

FINGER = 40  # pixels
TOLD = "Members that came home may be used: at once HG-R20"
CHANGED = "Doubtful rules: 1 of"


def doubts_of(page: Page, edition: str) -> Locator:
    """The list of doubts of a box, open."""
    choose(opened(page), f"edition-{edition}")
    rulings = page.get_by_test_id("rulings")
    rulings.locator("summary").click()
    return rulings


def settled(visitor: Visitor, page: Page) -> dict[str, Any]:
    """The doubts that the table in sight reads otherwise than usual."""
    table = page.url.rpartition("/")[2]
    found: dict[str, Any] = json.loads(visitor.text(f"/api/tables/{table}"))["game"]["switches"]
    return found


def test_a_table_of_hunters_is_settled_by_tapping_on_a_phone_and_says_so(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = visitor.go("#/new")
    hands = Hands(page, touch=True)
    page.get_by_test_id("edition-hunters").tap()
    opened(page)
    rulings = page.get_by_test_id("rulings")
    expect(rulings.locator("summary")).to_contain_text("as usual")
    expect(page.get_by_test_id("ruling-returned")).not_to_be_visible()  # one line until it is asked for
    rulings.locator("summary").tap()
    doubt = page.get_by_test_id("ruling-returned")
    expect(doubt).to_contain_text("a later printing lets you use them at once")
    expect(doubt.locator("label", has_text="from the next turn on")).to_contain_text("usual")
    expect(doubt.get_by_label("from the next turn on")).to_be_checked()
    for label in doubt.locator("label").all():
        box = label.bounding_box()
        assert box
        assert box["height"] >= FINGER
    doubt.locator("label", has_text="at once").tap()
    expect(doubt.get_by_label("at once")).to_be_checked()
    expect(rulings.locator("summary")).to_contain_text(CHANGED)
    expect(page.locator("footer")).to_contain_text("1 reading of your own")
    check_fits(page)
    check_accessible(page)
    doubt.scroll_into_view_if_needed()
    visitor.shot("phone-rulings")
    hands.press("start", "table")
    assert settled(visitor, page) == {"returned": "at once"}
    page.get_by_test_id("menu").tap()
    expect(page.get_by_role("dialog").get_by_test_id("readings")).to_contain_text(TOLD)
    check_accessible(page)
    visitor.shot("phone-rulings-menu")
    page.keyboard.press("Escape")
    page.get_by_test_id("panel").tap()
    side = page.locator(".side").get_by_test_id("readings")
    expect(side.get_by_text("at once")).not_to_be_visible()
    side.locator("summary").tap()
    expect(side).to_contain_text(TOLD)
    expect(side.get_by_text("at once")).to_be_visible()
    check_fits(page)


def test_a_doubt_is_settled_by_keys_and_back(visit: Visit) -> None:
    page = opened(visit().go("#/new"))
    choose(page, "edition-hunters")
    page.get_by_test_id("rulings").locator("summary").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("ruling-returned").get_by_label("from the next turn on").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("ruling-returned").get_by_label("at once")).to_be_checked()
    page.get_by_test_id("rulings-reset").press("Enter")
    expect(page.get_by_test_id("ruling-returned").get_by_label("from the next turn on")).to_be_checked()
    expect(page.get_by_test_id("rulings-reset")).to_have_count(0)


def test_the_clause_of_a_doubt_opens_beside_the_form(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("#/new")
    doubts_of(page, "hunters")
    with visitor.context.expect_page() as beside:
        page.get_by_test_id("ruling-returned").get_by_role("link").click()
    expect(beside.value.locator('[id="HG-R20"]')).to_be_in_viewport()
    expect(page.get_by_test_id("ruling-returned")).to_be_visible()


def test_presets_and_other_boxes_are_as_usual(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("#/new")
    rulings = doubts_of(page, "hunters")
    at_once = page.get_by_test_id("ruling-returned").get_by_label("at once")
    at_once.check()
    page.get_by_test_id("set-scout").click()  # it still matters
    expect(rulings.locator("summary")).to_contain_text(CHANGED)
    choose(page, "preset-hunters-scout")
    expect(at_once).not_to_be_checked()
    at_once.check()
    page.get_by_test_id("edition-plus").click()
    expect(page.get_by_test_id("ruling-returned")).to_have_count(0)
    page.get_by_test_id("edition-hunters").click()
    expect(page.locator("footer")).not_to_contain_text("of your own")
    page.get_by_test_id("start").click()
    page.get_by_test_id("table").wait_for()
    assert settled(visitor, page) == {}
    expect(page.get_by_test_id("readings")).to_have_count(0)


def test_what_was_settled_last_time_is_offered_again(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("#/new")
    doubts_of(page, "hunters")
    page.get_by_test_id("ruling-returned").get_by_label("at once").check()
    page.get_by_test_id("start").click()
    page.get_by_test_id("table").wait_for()
    visitor.go("#/")
    page = opened(visitor.go("#/new"))
    expect(page.get_by_test_id("rulings").locator("summary")).to_contain_text(CHANGED)
    expect(page.locator("footer")).to_contain_text("1 reading of your own")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_all_doubts_of_all_parts_have_room(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(viewport=size)
    page = opened(visitor.go("#/new"))
    offered = json.loads(visitor.text("/api/catalogue?lang=en"))
    for edition in offered["editions"]:
        page.get_by_test_id(f"edition-{edition['id']}").click()
        for expansion in edition["expansions"]:
            page.get_by_test_id(f"set-{expansion}").click()
        expect(page.locator(".part-card:not(.on)")).to_have_count(0)
        doubts = [one for one in offered["switches"] if one["family"] == edition["family"]]
        expect(page.locator("[data-testid^='ruling-']")).to_have_count(len(doubts))
        if doubts:
            summary = page.get_by_test_id("rulings").locator("summary")
            summary.click()
            for one in doubts:
                page.get_by_test_id(f"ruling-{one['id']}").locator("input").last.check()
            expect(summary).to_contain_text(f"Doubtful rules: {len(doubts)} of {len(doubts)} changed")
            check_fits(page)
            check_accessible(page)
            visitor.shot(f"rulings-{edition['id']}-{size['width']}")
            summary.click()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_replay_tells_the_readings_of_its_record(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(viewport=size)
    made = visitor.table("here", "here", game="hunters", switches={"returned": "at once"})
    page = visitor.go(f"#/replay/table/{made['table']}")
    page.get_by_test_id("replay").wait_for()
    if size is PHONE:
        page.get_by_test_id("panel").click()
    readings = page.get_by_test_id("readings")
    readings.locator("summary").click()
    expect(readings).to_contain_text(TOLD)
    check_fits(page)
    visitor.shot(f"rulings-replay-{size['width']}")
