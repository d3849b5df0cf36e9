"""On a phone by touch, and without any pointer at all."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

import bastida
from tests.web.conftest import PHONE, Visit
from tests.web.forms import choose
from tests.web.hands import Hands

FINGER = 40  # pixels


def test_a_phone_by_touch(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = visitor.go()
    hands = Hands(page, random.Random(3), touch=True)
    hands.press("new-here", "start")
    choose(page, "preset-plus-inns")
    hands.press("start", "table")
    for _ in range(16):
        sight = hands.look()
        for control in sight.of("answer", "pass", "turn", "confirm", "figure-"):
            assert min(control.width, control.height) >= FINGER, control
        for control in sight.of("spot"):
            assert control.width >= 24, control  # neighbouring places on one tile leave no more room
        hands.answer(sight, hands.choose(sight))
    visitor.shot("phone-table")
    hands.press("panel", "track")
    expect(page.get_by_test_id("track")).to_be_in_viewport()
    visitor.shot("phone-panel")
    page.get_by_label("Back to the board").click()
    expect(page.get_by_test_id("track")).not_to_be_in_viewport()


def test_a_finger_moves_the_board_and_lays_nothing(visit: Visit) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.table("here", "here")
    hands = Hands(visitor.page, touch=True)
    cell = min(hands.look().of("cell"), key=lambda one: one.x)  # so that it stays in sight
    for step, kind in enumerate(["touchStart", *["touchMove"] * 6, "touchEnd"]):
        points = [] if kind == "touchEnd" else [{"x": cell.x + 10 * step, "y": cell.y}]
        hands.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    moved = next(one for one in hands.look().of("cell") if one.text == cell.text)
    assert moved.x - cell.x > 30
    assert not moved.chosen
    visitor.page.wait_for_timeout(500)  # the browser takes a tap right after a drag for the end of it
    back = (
        "([text, x]) => {"
        " const { left, width } = document.querySelector(`[data-option='${text}'] rect`).getBoundingClientRect();"
        " return Math.abs(left + width / 2 - x) < 2; }"
    )
    hands.press("fit", lambda patience: visitor.page.wait_for_function(back, arg=[cell.text, cell.x], timeout=patience))


def tab_to(page: Page, name: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-testid]')?.dataset.testid") == name:
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_keys_only(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go()
    tab_to(page, "new-alone")
    page.keyboard.press("Enter")
    page.get_by_test_id("start").wait_for()
    tab_to(page, "who-alone")
    page.keyboard.press("ArrowRight")  # on this device
    expect(page.get_by_test_id("who-here").get_by_role("radio")).to_be_checked()
    tab_to(page, "name-0")
    page.keyboard.type("Ana")
    tab_to(page, "start")
    page.keyboard.press("Enter")

    hands = Hands(page)
    sight = hands.look()
    seen = sight.seq
    for _ in range(12):
        if sight.kind == "figure" and hands.chance.random() < 0.4:
            page.keyboard.press("p")
            sight = hands.look(sight.seq)
        else:
            sight = hands.by_keys(sight)
    assert sight.seq >= seen + 12
    if sight.kind == "tile":
        sight = hands.by_keys(sight)
    assert sight.kind == "figure"
    page.keyboard.press("u")
    sight = hands.look(sight.seq)
    assert sight.kind == "tile"

    tab_to(page, "all-answers")
    page.keyboard.press("Enter")
    tab_to(page, "typed")
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    expect(page.get_by_text("“nonsense” is not among the options.")).to_be_visible()
    page.keyboard.press("Control+A")
    page.keyboard.type("1")  # by its number
    page.keyboard.press("Enter")
    hands.look(sight.seq)

    tab_to(page, "menu")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_test_id("menu")).to_be_focused()


def test_arrows_lead_into_a_crowd_of_places_and_enter_means_the_one_they_lead_to(visit: Visit) -> None:
    visitor = visit()
    game = bastida.new_game("plus-traders", players=["Ana", "Luis"], seed=6)
    chance = random.Random(6)
    while game.decision is None or game.decision.kind != "figure" or len({one.figure for one in game.options()}) < 3:
        game.play(chance.choice(game.options()))
    step = len(game.steps)
    game.play(game.options()[-1])
    visitor.table("here", "here", record={"text": bastida.Record.from_game(game).to_text(), "step": step})
    page, hands = visitor.page, Hands(visitor.page)
    sight = hands.look()
    assert page.get_by_test_id("crowd").count(), "no places too near to each other: the position is of no use"
    hands.point(sight.of("spot")[0])
    page.get_by_test_id("why").click()  # a button has the focus now
    chosen = page.locator(".spot.chosen")
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
        expect(chosen).to_have_count(1)
        expect(chosen).to_be_focused()
        seen.add(chosen.get_attribute("data-option"))
    assert len(seen) > 1
    words = page.get_by_test_id("chosen").inner_text()
    page.keyboard.press("Enter")
    hands.look(sight.seq)
    expect(page.get_by_test_id("log").get_by_role("listitem").first).to_contain_text(words.partition(":")[2].strip() or words)
