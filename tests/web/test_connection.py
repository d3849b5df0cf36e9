"""Reloading, losing the network and losing the server in the middle of a turn: no answer is lost, none is given twice."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.running import Process
from tests.web.conftest import Visit
from tests.web.hands import Hands

OFFLINE = "net::ERR_(INTERNET_DISCONNECTED|CONNECTION_|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|FAILED)"


def lines(page: Page) -> list[str]:
    """What the log tells, from the beginning."""
    found = page.get_by_test_id("log").get_by_role("listitem").all_inner_texts()
    return [line.split("\n")[-1] for line in reversed(found)]


def test_reloading_in_mid_turn(visit: Visit) -> None:
    visitor = visit()
    visitor.table("here", "here")
    hands = Hands(visitor.page)
    hands.play(6)
    sight = hands.look()
    if sight.kind == "tile":
        sight = hands.answer(sight, sight.of("cell")[0])
    assert sight.kind == "figure"
    told = lines(visitor.page)
    visitor.page.reload()
    again = hands.look()
    assert (again.seq, again.kind) == (sight.seq, sight.kind)
    assert {one.text for one in again.of("spot")} == {one.text for one in sight.of("spot")}
    assert lines(visitor.page) == told


def test_an_answer_given_without_a_network_arrives_once(visit: Visit) -> None:
    visitor = visit(allowed=OFFLINE)
    visitor.table("here", "here")
    page, hands = visitor.page, Hands(visitor.page)
    sight = hands.look()
    visitor.context.set_offline(True)
    hands.point(sight.of("cell")[0])
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("lost")).to_contain_text("your move is kept")
    visitor.shot("no-connection")
    expect(page.get_by_test_id("confirm")).to_be_disabled()
    visitor.context.set_offline(False)
    sight = hands.look(sight.seq)
    expect(page.get_by_test_id("lost")).to_have_count(0)
    assert sight.seq == 2  # the draw and the tile
    expect(page.locator(".tiles > *")).to_have_count(2)


def test_an_answer_that_was_on_its_way_when_the_page_was_reloaded(visit: Visit) -> None:
    """The server has it, the browser never heard so: sent again after the reload, it counts once."""
    visitor = visit(allowed=OFFLINE + "|Failed to load")
    visitor.table("here", "here")
    page, hands = visitor.page, Hands(visitor.page)
    sight = hands.look()
    page.route("**/answers*", lambda route: (route.fetch(), route.abort("connectionreset")))
    hands.point(sight.of("cell")[0])
    page.get_by_test_id("confirm").click()
    expect(page.locator(".tiles > *")).to_have_count(2)
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    after = hands.look(sight.seq)
    assert after.seq == sight.seq + 1
    assert page.get_by_test_id("refusal").count() == 0
    hands.play(3)


def test_the_server_is_killed_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    visitor = visit(allowed=OFFLINE)
    with Process(f"sqlite:///{tmp_path / 'table.sqlite3'}") as server:
        visitor.url = server.url
        visitor.table("here", "here")
        page, hands = visitor.page, Hands(visitor.page)
        hands.play(5)
        sight, told = hands.look(), lines(page)
        hands.show(hands.choose(sight))
        server.kill()
        page.get_by_test_id("confirm").click()
        expect(page.get_by_test_id("lost")).to_be_visible()
        server.start()
        hands.look(sight.seq)
        assert lines(page)[: len(told)] == told
        hands.play(3)
        page.goto("about:blank")
