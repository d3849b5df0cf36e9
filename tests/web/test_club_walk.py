"""The whole walk through the club in three browsers: lobby, challenge, slow game, notice, end, results, erasure.

Each step is tested by itself elsewhere; here they are one way, as people go it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from bastida.server import Settings
from tests.server.postboxes import PushService, push_service
from tests.server.running import Served, served
from tests.web.checks import check_accessible
from tests.web.conftest import PHONE, PLENTY, Visit, Visitor
from tests.web.test_days_page import TAKES
from tests.web.test_members_page import sign_up


@pytest.fixture
def pushing() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def club(tmp_path: Path, pushing: PushService) -> Iterator[Served]:
    settings = Settings(database=f"sqlite:///{tmp_path / 'club.sqlite3'}", push_hosts=pushing.host, **PLENTY)
    with served(settings) as running:
        running.app.state.house.notices.grace = 0.0
        running.app.state.house.notices.rests = 0.2
        yield running


def view(visitor: Visitor, table: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(visitor.text(f"/api/tables/{table}"))
    return told


def take_a_turn(visitor: Visitor, table: str) -> None:
    """By this browser's cookie: how people do that on the board is tested elsewhere."""

    def say(what: str, **more: Any) -> None:
        body = {"seat": now["you"][0], "key": f"k{now['seq']}", "seq": now["seq"], **more}
        answer = visitor.context.request.post(f"{visitor.url}/api/tables/{table}/{what}", data=body)
        assert answer.ok, answer.text()

    while (now := view(visitor, table))["decision"]:
        say("answers", answer=now["decision"]["options"][0]["text"])
    say("done")


def test_from_the_lobby_to_the_end_of_a_member(club: Served, pushing: PushService, visit: Visit) -> None:
    # Three people become members; one of them wants to be told whose turn it is.
    ana, blai = visit(url=club.url), visit(url=club.url, viewport=PHONE, has_touch=True, allowed="40[134]")
    carla = visit(url=club.url, allowed="404")
    blai.page.add_init_script(f"({TAKES})({json.dumps(pushing.subscription())})")
    for visitor, name, colour in ((ana, "Ana", "blue"), (blai, "Blai", "green"), (carla, "Carla", "red")):
        sign_up(visitor, name, colour)
    ids = {one: json.loads(one.text("/api/me"))["member"]["id"] for one in (ana, blai, carla)}
    blai.go("#/notices").get_by_test_id("push-on").click()
    expect(blai.page.get_by_test_id("push-off")).to_be_visible()

    # They meet in the lobby; one challenges the other to a game over days.
    for visitor in (ana, blai, carla):
        visitor.go("#/lobby").get_by_test_id("here").wait_for()
    for other in (blai, carla):
        expect(ana.page.get_by_test_id(f"person-{ids[other]}")).to_be_visible()
    ana.page.get_by_test_id(f"challenge-{ids[blai]}").click()
    ana.page.get_by_test_id("ask-game").select_option("plus-first-game")
    ana.page.get_by_test_id("ask-pace").select_option(label="2 days a turn")
    ana.page.get_by_label("Who begins").select_option(label="I do")
    ana.page.get_by_test_id("ask-send").click()
    said = blai.page.get_by_test_id("challenges")
    expect(said).to_contain_text("Ana challenges you")
    expect(said).to_contain_text("2 days a turn")
    expect(carla.page.get_by_test_id("challenges")).to_have_count(0)
    said.get_by_test_id("accept").click()
    for visitor in (ana, blai):
        visitor.page.locator("[data-table]").wait_for()
    table = blai.page.url.rpartition("/")[2]
    assert ana.page.url.endswith(table)

    # He goes away, she plays her turn: he is told, and finds the game at the top of his first page.
    blai.go("#/rules").get_by_test_id("rules-plus").wait_for()
    assert pushing.received.empty()
    take_a_turn(ana, table)
    notice = json.loads(pushing.opened()[2])
    assert (notice["tag"], "Ana" in notice["body"]) == (table, True)
    first = blai.go().get_by_test_id("continue").locator("a").first
    expect(first).to_have_attribute("href", f"#/table/{table}")
    expect(first).to_contain_text("your turn: 1d 23h left")
    first.click()
    blai.page.locator("[data-table]").wait_for()
    take_a_turn(blai, table)
    expect(ana.page.get_by_role("timer").first).to_have_text("1d 23h")

    # He gives up; her page shows it to the third one.
    blai.page.get_by_test_id("menu").click()
    blai.page.get_by_test_id("resign").click()
    blai.page.get_by_test_id("resign").click()
    end = time.monotonic() + 20
    while json.loads(carla.text(f"/api/members/{ids[ana]}"))["games"] == 0:
        assert time.monotonic() < end
        time.sleep(0.05)
    page = carla.go(f"#/member/{ids[ana]}")
    expect(page.get_by_test_id("games").locator("> li")).to_have_count(1)
    expect(page.get_by_test_id("opponents")).to_contain_text("Blai")
    expect(page.get_by_test_id("ratings")).to_contain_text("Base game")
    check_accessible(page)

    # He has himself erased. What was played stays; who he was is known nowhere any more.
    page = blai.go("#/me")
    page.get_by_test_id("erase-more").click()
    page.get_by_test_id("erase-name").fill("Blai")
    page.get_by_test_id("erase").click()
    page.get_by_test_id("erased").wait_for()
    assert [player["name"] for player in view(ana, table)["players"]] == ["Ana", "N. N."]
    assert view(ana, table)["over"]
    page = carla.go(f"#/member/{ids[blai]}")
    expect(page.get_by_role("alert")).to_be_visible()
    page = carla.go(f"#/member/{ids[ana]}")
    expect(page.get_by_test_id("games").locator("> li")).to_have_count(1)
    expect(page.get_by_test_id("ratings")).to_contain_text("Base game")
    carla.shot("walk-member-after-erasure")
    assert "Blai" not in page.locator("main").inner_text()
    expect(carla.go("#/club").get_by_test_id("ranks")).to_contain_text("Ana")
    assert "Blai" not in carla.page.locator("main").inner_text()
    expect(carla.go("#/lobby").get_by_test_id(f"person-{ids[carla]}")).to_be_visible()
    expect(carla.page.get_by_test_id(f"person-{ids[blai]}")).to_have_count(0)
    assert blai.context.request.get(f"{club.url}/api/me").json()["member"] is None
    assert blai.context.request.get(f"{club.url}/api/tables/{table}").status == 401
