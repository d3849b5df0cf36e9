"""What people try with a tile: drag it, tap it to turn it, wheel, right click and R, and a second tap that lays it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bastida
from tests.web.conftest import DESK, PHONE, Visit
from tests.web.hands import Control, Hands, Sight

DEVICES = {"desk": {"viewport": DESK}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}
devices = pytest.mark.parametrize("device", DEVICES.values(), ids=DEVICES.keys())


def at_a_table(visit: Visit, device: dict[str, Any]) -> Hands:
    """A table whose first tile may be laid in several ways."""
    visitor = visit(**device)
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=4)
    visitor.table("here", "here", record={"text": bastida.Record.from_game(game).to_text(), "step": 0})
    return Hands(visitor.page, touch=device.get("has_touch", False))


def turns(page: Page) -> int:
    return int(page.get_by_test_id("hand").get_attribute("data-turns") or 0)


def turnable(hands: Hands) -> tuple[Sight, Control]:
    """A cell, shown, where the tile may be turned."""
    for cell in hands.look().of("cell"):
        hands.point(cell)
        hands.page.locator(".cell.chosen").wait_for()
        if hands.page.get_by_test_id("turn").is_enabled():
            sight = hands.look()
            return sight, next(one for one in sight.of("cell") if one.chosen)
    raise AssertionError("no cell takes the tile in two ways")


def check_laid(hands: Hands, before: Sight) -> None:
    assert hands.look(before.seq).seq > before.seq
    expect(hands.page.locator(".tiles > *")).to_have_count(2)


@devices
def test_the_tile_is_dragged_from_the_hand_and_laid_by_the_green_button(visit: Visit, device: dict[str, Any]) -> None:
    hands = at_a_table(visit, device)
    sight = hands.look()
    cell = sight.of("cell")[-1]
    hand = hands.page.get_by_test_id("hand").bounding_box()
    assert hand
    x, y = hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2
    way = [(x + (cell.x - x) * part / 8, y + (cell.y - y) * part / 8) for part in range(9)]
    if hands.touch:
        for step, (px, py) in enumerate(way):
            kind = "touchMove" if step else "touchStart"
            hands.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py}]})
        hands.devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        hands.page.mouse.move(x, y)
        hands.page.mouse.down()
        for px, py in way:
            hands.page.mouse.move(px, py)
        hands.page.mouse.up()
    chosen = hands.page.locator(".cell.chosen")
    expect(chosen).to_have_count(1)
    box = chosen.locator("rect").first.bounding_box()
    assert box
    assert abs(box["x"] + box["width"] / 2 - cell.x) < 5
    assert abs(box["y"] + box["height"] / 2 - cell.y) < 5
    hands.page.get_by_test_id("confirm").click()
    check_laid(hands, sight)


@devices
def test_a_tap_on_the_tile_shown_turns_it(visit: Visit, device: dict[str, Any]) -> None:
    hands = at_a_table(visit, device)
    sight, cell = turnable(hands)
    before = turns(hands.page)
    hands.point(cell)
    hands.page.wait_for_function(f"document.querySelector('[data-testid=hand]').dataset.turns !== '{before}'")
    assert hands.look().seq == sight.seq  # it is not laid


def test_wheel_right_click_and_r_turn_it_and_enter_lays_it(visit: Visit) -> None:
    hands = at_a_table(visit, DEVICES["desk"])
    sight, cell = turnable(hands)
    page = hands.page
    page.mouse.move(cell.x, cell.y)
    for turn in (
        lambda: page.mouse.wheel(0, 100),
        lambda: page.mouse.click(cell.x, cell.y, button="right"),
        lambda: page.keyboard.press("r"),
    ):
        before = turns(page)
        turn()
        page.wait_for_function(f"document.querySelector('[data-testid=hand]').dataset.turns !== '{before}'")
    page.keyboard.press("Enter")
    check_laid(hands, sight)


@devices
def test_who_likes_it_fast_lays_at_the_second_tap(visit: Visit, device: dict[str, Any]) -> None:
    hands = at_a_table(visit, device)
    hands.page.get_by_test_id("menu").click()
    hands.page.get_by_test_id("fast").check()
    hands.page.keyboard.press("Escape")
    sight, cell = turnable(hands)
    hands.point(cell)
    check_laid(hands, sight)
