"""The table on a phone, upright and lying: how much of it is board, and a strip of players in which everything is read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, Visit
from tests.web.hands import Hands

UPRIGHT, LYING = {"width": 390, "height": 844}, {"width": 844, "height": 390}
LONG = ["Maximiliana Ferrero", "Bartholomew Jonsdott", "Ferran Puigdevall Mas", "Inés", "Òscar", "Konstantinos Papado"]
# The height of the board that nothing lies above: between what is on top of it and the dock, or all of it beside the dock.
FREE = """() => {
  const [board, dock, strip] = ['[data-testid=board]', '[data-testid=dock]', '.strip']
    .map((one) => document.querySelector(one).getBoundingClientRect());
  const above = Math.max(board.top, strip.bottom);
  const below = dock.width < innerWidth * 0.75 ? board.bottom : Math.min(board.bottom, dock.top);
  return (below - above) / innerHeight;
}"""
# Texts and numbers of the strip that are cut off or lie outside their card; a name may end in dots.
CUT = """() => [...document.querySelectorAll('.strip .player')].flatMap((card) => {
  const edge = card.getBoundingClientRect();
  const left = card.querySelector('.left');
  if (left.scrollWidth > left.clientWidth + 1) return [`cut: ${left.textContent}`];
  return [...card.querySelectorAll('.points, .few, .clock, .name')]
    .filter((one) => getComputedStyle(one).position !== 'absolute' && one.getClientRects().length)
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const out = left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1;
      return out || (!one.classList.contains('name') && one.scrollWidth > one.clientWidth + 1);
    }).map((one) => `${one.className}: ${one.textContent}`);
})"""


def at_a_table(visit: Visit, players: int, viewport: dict[str, int], game: str = "plus-inns", minutes: int = 90) -> Page:
    visitor = visit(viewport=viewport, has_touch=True, is_mobile=True)
    seats = [{"kind": "here", "name": name[:20]} for name in LONG[:players]]
    visitor.table(seats=seats, game=game, **({"clock": {"minutes": minutes}} if minutes else {}))
    Hands(visitor.page).look()
    return visitor.page


@pytest.mark.parametrize(
    ("players", "game", "minutes"),
    [*((players, "plus-inns", 90) for players in range(2, 7)), *((players, "hunters", 0) for players in range(2, 6))],
)
def test_the_strip_has_room_for_everybody(visit: Visit, players: int, game: str, minutes: int) -> None:
    page = at_a_table(visit, players, UPRIGHT, game, minutes)
    page.evaluate("for (const one of document.querySelectorAll('.strip .points')) one.firstChild.textContent = '234'")
    for viewport in (UPRIGHT, LYING, {"width": 360, "height": 640}):
        page.set_viewport_size(viewport)
        page.wait_for_timeout(100)
        assert page.evaluate(CUT) == []
        check_fits(page)
        strip = page.locator(".strip").bounding_box()
        assert strip
        assert strip["height"] <= 60  # two lines
    page.set_viewport_size(UPRIGHT)
    if players <= 3:
        widths = page.evaluate("[...document.querySelectorAll('.strip .name')].map((one) => one.clientWidth)")
        assert min(widths) >= 40


@pytest.mark.parametrize("viewport", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_most_of_the_height_is_board_while_a_tile_is_laid(visit: Visit, viewport: dict[str, int]) -> None:
    page = at_a_table(visit, 3, viewport)
    assert page.evaluate(FREE) >= 0.7
    hands = Hands(page, touch=True)
    hands.point(hands.look().of("cell")[0])
    page.locator(".cell.chosen").wait_for()
    assert page.evaluate(FREE) >= 0.7
    check_accessible(page)


def test_hint_and_answers_leave_the_board_as_it_is(visit: Visit) -> None:
    page = at_a_table(visit, 2, UPRIGHT)
    board, dock = (page.get_by_test_id(one) for one in ("board", "dock"))
    size, scale, low = board.bounding_box(), board.get_attribute("data-scale"), dock.bounding_box()
    for button, sheet in (("ask-hint", "hint"), ("all-answers", "list"), ("why", "help")):
        page.get_by_test_id(button).click()
        expect(page.get_by_test_id(sheet)).to_be_visible()
        assert board.bounding_box() == size
        assert board.get_attribute("data-scale") == scale
        assert dock.bounding_box() == low


def test_on_a_desk_every_player_has_a_name_and_a_card(visit: Visit) -> None:
    visitor = visit(viewport=DESK)
    visitor.table(seats=[{"kind": "here", "name": name[:20]} for name in LONG], game="plus-inns", clock={"minutes": 90})
    cards = visitor.page.locator(".players:not(.compact) .player")
    expect(cards).to_have_count(6)
    for card, name in zip(cards.all(), LONG, strict=True):
        expect(card.locator(".name")).to_have_text(name[:20])
        box, inside = card.bounding_box(), card.locator(".name").bounding_box()
        assert box and inside
        assert inside["width"] >= 60
        assert inside["y"] + inside["height"] <= box["y"] + box["height"]
