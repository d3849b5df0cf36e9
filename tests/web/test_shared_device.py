"""Several people at one device: their names, and a tablet that lies flat between them."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import PHONE, Visit
from tests.web.hands import Hands

TABLET = {"width": 1024, "height": 768}
UP = {"bottom": (0, -1), "left": (1, 0), "top": (0, 1), "right": (-1, 0)}  # where the top of the dock points to
AROUND = {2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"]}
# The middle of the question and that of the button below it: from the one to the other is down, as whoever reads it sees it.
DOWN = """() => {
  const middle = (name) => {
    const { left, right, top, bottom } = document.querySelector(`[data-testid=${name}]`).getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const [from, to] = [middle('question'), middle('confirm')];
  const dock = document.querySelector('[data-testid=dock]').getBoundingClientRect();
  const inside = dock.left >= 0 && dock.top >= 0 && dock.right <= innerWidth && dock.bottom <= innerHeight;
  return { down: [to[0] - from[0], to[1] - from[1]], inside, dock: [dock.left, dock.top, dock.right, dock.bottom] };
}"""


def check_dock(page: Page, side: str) -> None:
    """The dock lies at a side of the screen, wholly on it, and can be read from there."""
    found = page.evaluate(DOWN)
    assert found["inside"], found
    (x, y), (up_x, up_y) = found["down"], UP[side]
    assert (x if up_x else y) * (up_x or up_y) < -20, (side, found)
    left, top, right, bottom = found["dock"]
    width = page.evaluate("document.querySelector('[data-testid=board]').clientWidth")
    height = page.viewport_size["height"] if page.viewport_size else 0
    away = {"bottom": height - bottom, "left": left, "top": top, "right": width - right}[side]
    assert away < 20, (side, found)


@pytest.mark.parametrize(("players", "size"), [(2, PHONE), (3, PHONE), (4, TABLET)])
def test_the_dock_turns_to_whoever_plays_at_a_flat_device(visit: Visit, players: int, size: dict[str, int]) -> None:
    visitor = visit(viewport=size, has_touch=True, is_mobile=True)
    visitor.table(*["here"] * players)
    page, hands = visitor.page, Hands(visitor.page, random.Random(4), touch=True)
    table = page.get_by_test_id("table")
    expect(table).to_have_attribute("data-side", "bottom")
    page.get_by_test_id("menu").tap()
    page.get_by_test_id("flat").check()
    page.keyboard.press("Escape")
    page.reload()  # it is remembered
    table.wait_for()
    sight = hands.look()
    seen: list[str] = []
    while len(seen) < players + 1:
        if sight.kind == "tile":
            seat = len(seen) % players
            seen.append(AROUND[players][seat])
            expect(table).to_have_attribute("data-side", seen[-1])
            expect(page.get_by_test_id("question")).to_contain_text(["Ana", "Luis", "Eva", "Pau"][seat])
            check_dock(page, seen[-1])
            expect(page.locator("[data-testid^=beyond-]")).to_have_count(0)  # a small board lies beside the dock as a whole
            visitor.shot(f"flat-{players}-{seen[-1]}")
        passes = sight.of("pass")
        sight = hands.answer(sight, passes[0] if passes else hands.choose(sight))
    check_fits(page)
    check_accessible(page)


def test_a_seat_can_be_turned_to_the_side_where_somebody_really_sits(visit: Visit) -> None:
    visitor = visit(viewport=TABLET, has_touch=True, is_mobile=True)
    visitor.page.add_init_script("localStorage.setItem('bastida.flat', 'yes')")
    visitor.table("here", "here")
    page = visitor.page
    for side in ("left", "top", "right", "bottom", "left"):
        page.get_by_test_id("side").tap()
        expect(page.get_by_test_id("table")).to_have_attribute("data-side", side)
        check_dock(page, side)
    page.reload()
    expect(page.get_by_test_id("table")).to_have_attribute("data-side", "left")
    hands = Hands(page, touch=True)
    hands.press("all-answers", "list")  # what opens from the dock turns with it
    box = page.get_by_test_id("list").bounding_box()
    assert box and box["x"] > 100


def test_one_player_at_a_device_keeps_the_dock(visit: Visit) -> None:
    visitor = visit()
    visitor.page.add_init_script("localStorage.setItem('bastida.flat', 'yes')")
    visitor.table("here", "computer")
    expect(visitor.page.get_by_test_id("table")).to_have_attribute("data-side", "bottom")
    expect(visitor.page.get_by_test_id("side")).to_have_count(0)
