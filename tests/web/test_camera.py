"""The board stays in the hand: however large it is, what is asked can be tapped, and what lies outside is told."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import bastida
from tests.web.conftest import Visit, Visitor
from tests.web.hands import Hands
from tests.web.targets import SIZES, check_targets, look_at_targets


@cache
def large_game() -> bastida.Game:
    chance = random.Random(3)
    game = bastida.new_game("todo", players=["Ana", "Luis"], seed=3)
    while not game.over:
        options = game.options()
        game.play(chance.choice([option for option in options if option.declines] or options))
    return game


@cache
def step_with(tiles: int) -> int:
    """After how many steps so many tiles lie and another is to be laid."""
    laid = 0
    for number, step in enumerate(large_game().steps):
        if laid >= tiles and step.kind == "tile":
            return number
        laid += step.kind == "tile"
    raise AssertionError(f"the game has fewer than {tiles} tiles")


def at_a_large_board(visitor: Visitor, tiles: int) -> Page:
    visitor.table("here", "here", record={"text": bastida.Record.from_game(large_game()).to_text(), "step": step_with(tiles)})
    return visitor.page


@pytest.mark.parametrize("tiles", [20, 80, 190])
def test_a_place_for_a_tile_is_never_too_small_nor_covered(visit: Visit, tiles: int) -> None:
    page = at_a_large_board(visit(), tiles)
    for size in SIZES:
        assert check_targets(page, size)


def test_nor_with_250_tiles(visit: Visit) -> None:
    """More than a game has: tiles of the board lie again beside it."""
    visitor = visit(allowed="EventSource|event-stream|net::ERR")
    made = visitor.table(
        "here", "here", record={"text": bastida.Record.from_game(large_game()).to_text(), "step": step_with(190)}
    )
    view = json.loads(visitor.text(f"/api/tables/{made['table']}?lang=en"))
    board: list[dict[str, Any]] = view["board"]
    width = max(tile["x"] for tile in board) - min(tile["x"] for tile in board) + 2
    view["board"] = board + [tile | {"x": tile["x"] + width} for tile in board[: 250 - len(board)]]

    def enlarged(route: Route) -> None:
        route.fulfill(body=f"event: view\ndata: {json.dumps(view)}\n\n", content_type="text/event-stream")

    visitor.page.route("**/events*", enlarged)
    visitor.page.reload()
    expect(visitor.page.get_by_role("group", name="Board with 250 tiles")).to_be_visible()
    for size in SIZES:
        assert check_targets(visitor.page, size)


def test_arrows_and_the_map_lead_to_what_lies_outside(visit: Visit) -> None:
    page = at_a_large_board(visit(), 80)
    before = look_at_targets(page, "phone")
    assert before["beyond"]
    page.locator("[data-testid^=beyond-]").first.click()
    after = look_at_targets(page, "phone")
    assert [one["reached"] for one in after["found"]] != [one["reached"] for one in before["found"]]
    page.keyboard.press("n")
    assert look_at_targets(page, "phone") != after
    place = page.get_by_test_id("map").bounding_box()
    assert place
    page.mouse.click(place["x"] + 6, place["y"] + 6)
    corner = look_at_targets(page, "phone")
    page.mouse.click(place["x"] + place["width"] - 6, place["y"] + place["height"] - 6)
    assert look_at_targets(page, "phone") != corner


def test_the_whole_board_is_one_button_and_a_tap_comes_near_again(visit: Visit) -> None:
    page = at_a_large_board(visit(viewport={"width": 390, "height": 844}), 80)
    look_at_targets(page, "phone")
    page.get_by_test_id("fit").click()
    board = page.get_by_test_id("board")
    expect(board).to_have_attribute("data-overview", "true")
    expect(page.get_by_test_id("map")).to_have_count(0)
    page.mouse.click(195, 400)
    expect(board).to_have_attribute("data-overview", "false")
    expect(page.locator(".cell.chosen")).to_have_count(0)
    assert check_targets(page, "phone")
    page.keyboard.press("f")
    expect(board).to_have_attribute("data-overview", "true")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_one_zoom_through_tile_and_figure(visit: Visit, size: str) -> None:
    width, height = SIZES[size]
    visitor = visit(viewport={"width": width, "height": height})
    page = at_a_large_board(visitor, 80)
    hands = Hands(page, random.Random(4))
    scales = set()
    sight = hands.look()
    for _ in range(6):
        scales.add(page.get_by_test_id("board").get_attribute("data-scale"))
        sight = hands.answer(sight, hands.choose(sight))
    assert len(scales) == 1
