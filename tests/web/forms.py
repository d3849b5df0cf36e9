"""How a table is set up at the page: who plays, which game, start; and what is behind "more"."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.web.conftest import Visitor


def opened(page: Page, who: str = "") -> Page:
    """The form, with everything that is behind "more"."""
    page.get_by_test_id("start").wait_for()
    if who:
        page.get_by_test_id(f"who-{who}").click()
    more = page.get_by_test_id("more")
    if more.get_attribute("open") is None:
        more.locator("summary").first.click()
    return page


def choose(page: Page, *choices: str) -> None:
    """Choose a box, a step of the learning order or a part, by their test ids."""
    for choice in choices:
        whole = page.get_by_test_id("all-steps")
        if choice.startswith("preset-") and page.get_by_test_id(choice).count() == 0:
            whole.click()
        if choice.startswith(("set-", "element-")):
            opened(page)
        page.get_by_test_id(choice).click()


def set_up(visitor: Visitor, *choices: str, who: str = "here") -> None:
    """A table by the form of the page, for two at this browser unless said otherwise."""
    page = visitor.go()
    page.get_by_test_id(f"new-{who}").click()
    page.get_by_test_id("start").wait_for()
    choose(page, *choices)
    page.get_by_test_id("start").click()
    page.get_by_test_id("table").wait_for()


def link_of(page: Page, seat: int) -> str:
    """The link for a seat, as the waiting table shows it."""
    return page.get_by_test_id(f"lobby-{seat}").get_by_role("textbox").input_value()


def sit(page: Page, name: str = "", colour: str = "") -> Locator:
    """Sit down by the card of an invitation."""
    card = page.get_by_test_id("invitation")
    card.wait_for()
    if name:
        page.get_by_test_id("guest-name").fill(name)
    if colour:
        page.get_by_test_id(f"colour-{colour}").click()
    page.get_by_test_id("sit").click()
    page.get_by_test_id("table").wait_for()
    return card
