"""Whole games through the page, as a person plays them; the record of each, replayed, gives the points on show."""

from __future__ import annotations

import bastida
from tests.web.conftest import Visit, Visitor
from tests.web.forms import set_up
from tests.web.hands import Hands


def check_end(visitor: Visitor) -> bastida.Game:
    """The final scoring goes through its entries, and ends with what the rules say."""
    page = visitor.page
    page.get_by_test_id("final-next").click()
    assert page.get_by_test_id("final-entry").inner_text()
    page.get_by_test_id("final-skip").click()
    table = page.url.rpartition("/")[2]
    game = bastida.Record.from_text(visitor.text(f"/api/tables/{table}/record.bst")).replay()
    assert game.over
    points = game.scores()
    shown = [int(page.get_by_test_id(f"points-{seat}").last.inner_text().split()[0]) for seat in range(len(points))]
    assert shown == list(points.values())
    winner = page.get_by_test_id("winner").inner_text()
    assert [name for name in points if name in winner] == [name for name in points if points[name] == max(shown)]
    return game


def test_the_base_game_by_mouse(visit: Visit) -> None:
    visitor = visit()
    set_up(visitor, "edition-plus")
    hands = Hands(visitor.page)
    hands.play(60)
    visitor.shot("table")
    assert hands.play().over
    visitor.shot("final-scoring")
    assert len(check_end(visitor).view(0)["board"]) == 72
    assert set(hands.used) == {"tile", "figure"}


def test_hunters_and_gatherers_with_the_scout(visit: Visit) -> None:
    visitor = visit()
    set_up(visitor, "edition-hunters", "preset-hunters-scout")
    hands = Hands(visitor.page)
    hands.play(70)
    visitor.shot("table-hunters")
    assert hands.play().over
    check_end(visitor)
    assert {"tile", "figure", "special tile"} <= set(hands.used)


def test_everything_at_once(visit: Visit) -> None:
    """All of ``todo``, from the first river tile to the last of more than 200, half by mouse and half by keys."""
    visitor = visit()
    set_up(visitor, "edition-plus", "preset-todo")
    hands = Hands(visitor.page)
    assert hands.play(keys=0.5).over
    visitor.shot("final-scoring-todo")
    game = check_end(visitor)
    assert len(game.view(0)["board"]) > 200
    assert {"tile", "figure", "scoring figure", "robber", "magic", "ferry", "capture", "ingot", "circle"} <= set(hands.used)
