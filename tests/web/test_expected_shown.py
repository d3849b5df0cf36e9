"""What a computer expects of the game stands at its seat, at a desk and on a phone, where the table allows hints."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, Visit, Visitor
from tests.web.hands import Hands

UPRIGHT = {"width": 390, "height": 844}
SCREENS = {"desk": {"viewport": DESK}, "phone": {"viewport": UPRIGHT, "has_touch": True, "is_mobile": True}}
LONGEST = "Cree que acabará 118 puntos por detrás (100 % de ganar)"  # the longest sentence there may be


def played(visit: Visit, screen: str, **more: Any) -> Visitor:
    """A table at which a computer has answered, with the list of players open."""
    visitor = visit(**SCREENS[screen])
    seats = [{"kind": "here", "name": "Ana"}, {"kind": "computer", "level": "trusting", "name": "Maximiliana Ferrero"}]
    visitor.table(seats=seats, **more)
    Hands(visitor.page, touch=screen == "phone").play(2)  # each question comes after an answer of the computer
    if screen == "phone":
        visitor.page.get_by_test_id("panel").click()
    return visitor


@pytest.mark.parametrize("screen", SCREENS)
def test_what_the_computer_expects_stands_at_its_seat(visit: Visit, screen: str) -> None:
    visitor = played(visit, screen)
    page = visitor.page
    told = page.get_by_test_id("expects-1")
    expect(told).to_contain_text("% to win)")
    expect(page.get_by_test_id("expects-0")).to_have_count(0)
    check_accessible(page)
    visitor.shot(f"expected-{screen}")
    words, icon = told.locator("span"), told.locator("svg")
    words.evaluate("(one, text) => { one.textContent = text; }", LONGEST)
    check_fits(page)
    inside, card = told.bounding_box(), page.locator(".players:not(.compact) .player").nth(1).bounding_box()
    assert inside and card
    assert card["x"] <= inside["x"]
    assert inside["x"] + inside["width"] <= card["x"] + card["width"]
    assert told.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    beside, sentence = icon.bounding_box(), words.bounding_box()
    assert beside and sentence
    assert beside["x"] + beside["width"] <= sentence["x"]
    assert sentence["y"] <= beside["y"] <= sentence["y"] + sentence["height"], "no line of its own"


@pytest.mark.parametrize("screen", SCREENS)
def test_without_hints_the_page_does_not_know_it(visit: Visit, screen: str) -> None:
    page = played(visit, screen, aids={"hints": False}).page
    expect(page.get_by_test_id("player-1").last).to_be_visible()
    expect(page.get_by_test_id("expects-1")).to_have_count(0)
    assert "to win)" not in page.content()
