"""The lobby at the page: tables that come and go by themselves, sitting down and watching, quick games, challenges, bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import People
from tests.server.running import Served
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, Visit, Visitor
from tests.web.forms import opened
from tests.web.test_every_screen import check_texts

HAND: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SIZES = pytest.mark.parametrize("device", [{"viewport": DESK}, HAND], ids=["desk", "phone"])


@pytest.fixture
def people(server: Served) -> Iterator[People]:
    found = People(server.app.state.settings.database)
    yield found
    found.close()


def sign_in(visitor: Visitor, people: People, name: str, **more: object) -> str:
    """A visitor is a member from now on; the member's id."""
    member = people.join(name, **more)
    cookie, value = people.cookie(member)
    visitor.context.add_cookies([{"name": cookie, "value": value, "url": visitor.url}])
    return member


def lobby(visitor: Visitor) -> Page:
    page = visitor.go("#/lobby")
    page.get_by_test_id("here").wait_for()
    return page


@SIZES
def test_a_listed_table_is_found_joined_and_watched(visit: Visit, device: dict[str, Any]) -> None:
    host, guest, third = visit(name="Ana"), visit(name="Luis", **device), visit(name="Eva")
    page = lobby(guest)
    form = opened(host.go("#/new/link"))
    form.get_by_test_id("listed").check()
    form.get_by_test_id("watch").check()
    form.get_by_test_id("start").click()
    expect(form.get_by_test_id("listed-here")).to_be_visible()
    table = form.url.rpartition("/")[2]

    line = page.get_by_test_id(f"table-{table}")  # it has come by itself
    expect(line).to_contain_text("Ana")
    expect(line).to_contain_text("1 free seat")
    guest.shot(f"lobby-open-{device['viewport']['width']}")
    check_texts(page, "en")
    check_fits(page)
    check_accessible(page)
    page.get_by_test_id(f"act-{table}").click()
    page.get_by_test_id("dock").wait_for()
    view = json.loads(guest.text(f"/api/tables/{table}"))
    assert (view["you"], view["players"][1]["name"], view["status"]) == ([1], "Luis", "playing")
    expect(form.get_by_test_id("lobby")).to_have_count(0)  # the game has begun for the host too

    watching = lobby(third)
    watching.get_by_test_id("lobby-running").get_by_test_id(f"act-{table}").click()
    watching.get_by_test_id("table").wait_for()
    assert json.loads(third.text(f"/api/tables/{table}"))["you"] == []


def test_a_quick_game_brings_two_together(visit: Visit) -> None:
    ana, luis = visit(name="Ana"), visit(name="Luis")
    for visitor in (ana, luis):
        page = lobby(visitor)
        page.get_by_test_id("quick-game").select_option("winter")
        page.get_by_test_id("quick-pace").select_option("fast")
    ana.page.get_by_test_id("quick-play").click()
    ana.page.get_by_test_id("listed-here").wait_for()
    luis.page.get_by_test_id("quick-play").click()
    for visitor in (ana, luis):
        expect(visitor.page.get_by_test_id("dock")).to_be_visible()
        expect(visitor.page.get_by_test_id("player-1").last).to_contain_text("Luis")
    assert ana.page.url == luis.page.url


@SIZES
def test_a_member_challenges_another_wherever_that_one_is(visit: Visit, people: People, device: dict[str, Any]) -> None:
    ana, luis, guest = visit(**device), visit(**device), visit()
    suffix = str(device["viewport"]["width"])
    sign_in(ana, people, f"Ana {suffix}", colour="blue")
    second = sign_in(luis, people, f"Luis {suffix}", colour="green")
    lobby(luis)
    page = lobby(ana)
    expect(page.get_by_test_id(f"person-{second}")).to_contain_text(f"Luis {suffix}")
    expect(lobby(guest).get_by_test_id(f"person-{second}")).to_be_visible()
    expect(guest.page.get_by_test_id(f"challenge-{second}")).to_have_count(0)  # only members challenge members

    def ask() -> None:
        page.get_by_test_id(f"challenge-{second}").click()
        page.get_by_test_id("ask-game").select_option("plus")
        check_accessible(page)
        ana.shot(f"challenge-{suffix}")
        page.get_by_test_id("ask-send").click()

    ask()
    said = luis.page.get_by_test_id("challenges")
    expect(said).to_contain_text(f"Ana {suffix} challenges you")
    check_accessible(luis.page)
    check_fits(luis.page)
    luis.shot(f"challenged-{suffix}")
    said.get_by_test_id("decline").click()
    expect(page.get_by_test_id("challenges")).to_contain_text("has said no")

    luis.go("#/rules").get_by_test_id("rules-plus").wait_for()  # and now somewhere else
    expect(page.get_by_test_id(f"person-{second}")).to_have_count(0)
    answer = ana.context.request.post(f"{ana.url}/api/challenges", data={"to": second})
    assert answer.status == 201, answer.text()
    luis.page.reload()
    expect(luis.page.get_by_test_id("challenges")).to_contain_text(f"Ana {suffix} challenges you")
    luis.shot(f"notice-{suffix}")
    check_accessible(luis.page)
    luis.page.get_by_test_id("accept").click()
    for visitor in (ana, luis):  # whoever waits in the lobby is taken along
        expect(visitor.page.get_by_test_id("player-1").last).to_contain_text(f"Luis {suffix}")
    assert ana.page.url == luis.page.url


def test_a_bot_is_made_marked_and_removed(visit: Visit, people: People) -> None:
    owner = visit()
    sign_in(owner, people, "Olga")
    page = lobby(owner)
    page.get_by_test_id("bots").locator("summary").click()
    page.get_by_test_id("bot-name").fill("Roberta")
    page.get_by_test_id("bot-make").click()
    token = page.get_by_test_id("bot-token").inner_text()
    assert token.startswith("bot.")
    check_accessible(page)
    owner.shot("bots")
    headers = {"Authorization": f"Bearer {token}"}
    with people_request(owner, headers) as request:
        made = request.post(f"{owner.url}/api/lobby/quick", data={"game": "plus", "pace": "untimed"})
        table = made.json()["table"]
    line = page.get_by_test_id(f"table-{table}")
    expect(line).to_contain_text("Roberta")
    expect(line).to_contain_text("bot")
    page.get_by_test_id(f"act-{table}").click()
    expect(page.get_by_test_id("player-0").last).to_contain_text("bot")
    lobby(owner).get_by_test_id("bots").locator("summary").click()
    page.get_by_test_id("bot-remove").click()
    expect(page.get_by_test_id("bot-remove")).to_have_count(0)


def test_all_rules_of_a_bot_are_set_on_the_page(visit: Visit, people: People) -> None:
    owner = visit()
    sign_in(owner, people, "Ona")
    page = lobby(owner)
    page.get_by_test_id("bots").locator("summary").first.click()
    page.get_by_test_id("bot-name").fill("Ruler")
    page.get_by_test_id("bot-make").click()
    page.get_by_test_id("bot-token").wait_for()
    usual = json.loads(owner.text("/api/bots"))["bots"][0]["rules"]
    for box in ("members_only", "at_once"):
        page.get_by_test_id(f"rule-{box}").check()
    for box in ("rated", "clock-none", "clock-days"):
        page.get_by_test_id(f"rule-{box}").uncheck()
    page.get_by_test_id("rule-least").fill("5")
    page.get_by_test_id("rule-most").fill("30")
    page.get_by_test_id("rule-most").press("Tab")
    page.get_by_test_id("rule-games").click()
    page.get_by_test_id("rule-game-winter").check()
    expect(page.get_by_test_id("rule-games")).to_contain_text("1")
    page.get_by_test_id("rule-open").uncheck()
    wished = usual | {
        "open": False, "members_only": True, "at_once": True, "rated": False, "clocks": ["live"],
        "least_minutes": 5.0, "most_minutes": 30.0, "presets": ["winter"],
    }  # fmt: skip
    page.wait_for_function(
        "async () => { const told = await (await fetch('/api/bots')).json(); return told.bots[0].rules.open === false }"
    )
    assert json.loads(owner.text("/api/bots"))["bots"][0]["rules"] == wished
    expect(page.get_by_test_id("here")).to_contain_text("Ona")
    owner.shot("bot-rules")
    check_texts(page, "en")
    page.set_viewport_size(PHONE)
    check_fits(page)
    check_accessible(page)
    owner.shot("bot-rules-phone")
    page.reload()
    page.get_by_test_id("bots").locator("summary").first.click()
    expect(page.get_by_test_id("rule-casual")).to_be_checked()
    expect(page.get_by_test_id("rule-rated")).not_to_be_checked()
    expect(page.get_by_test_id("rule-least")).to_have_value("5")


def test_a_challenge_may_be_to_a_game_over_days(visit: Visit, people: People) -> None:
    ana, luis = visit(), visit()
    sign_in(ana, people, "Ana of the days")
    second = sign_in(luis, people, "Luis of the days")
    lobby(luis)
    page = lobby(ana)
    page.get_by_test_id(f"challenge-{second}").click()
    page.get_by_test_id("ask-pace").select_option(label="3 days a turn")
    page.get_by_test_id("ask-send").click()
    said = luis.page.get_by_test_id("challenges")
    expect(said).to_contain_text("3 days a turn")
    said.get_by_test_id("accept").click()
    luis.page.get_by_test_id("table").wait_for()
    view = json.loads(luis.text(f"/api/tables/{luis.page.url.rpartition('/')[2]}"))
    assert (view["settings"]["clock"]["days"], view["settings"]["clock"]["at_zero"]) == (3, "lose")


def test_an_invitation_says_that_a_bot_sits_there(visit: Visit, people: People) -> None:
    owner, guest = visit(), visit()
    sign_in(owner, people, "Oriol")
    made = owner.context.request.post(f"{owner.url}/api/bots", data={"name": "Guestbot"}).json()
    with people_request(owner, {"Authorization": f"Bearer {made['token']}"}) as request:
        seats = [{"kind": "here"}, {"kind": "link"}]
        table = request.post(f"{owner.url}/api/tables", data={"game": "plus", "seats": seats}).json()
    guest.page.goto(table["seats"][1]["link"])
    card = guest.page.get_by_test_id("invitation")
    expect(card.get_by_role("list")).to_contain_text("Guestbot bot")
    check_accessible(guest.page)


class people_request:
    """A program's own requests, without the cookies of the page."""

    def __init__(self, visitor: Visitor, headers: dict[str, str]) -> None:
        assert visitor.context.browser is not None
        self.context = visitor.context.browser.new_context(extra_http_headers=headers)

    def __enter__(self) -> Any:
        return self.context.request

    def __exit__(self, *_: object) -> None:
        self.context.close()


@pytest.mark.parametrize(("code", "words"), [("es", "Partida rápida"), ("ca", "Partida ràpida"), ("de", "Schnelles Spiel")])
def test_the_lobby_in_a_language(visit: Visit, people: People, code: str, words: str) -> None:
    visitor, host = visit(locale=code), visit(name="Ana")
    sign_in(visitor, people, f"Member {code}")
    table = host.table("here", "link", sets=["inns"], listed=True)["table"]
    page = lobby(visitor)
    expect(page.get_by_test_id("quick")).to_contain_text(words)
    expect(page.get_by_test_id(f"table-{table}")).to_contain_text({"es": "Posadas", "ca": "Hostals", "de": "Wirtshäuser"}[code])
    page.get_by_test_id("bots").locator("summary").click()
    check_texts(page, code)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    check_fits(page)
    visitor.shot(f"lobby-{code}-phone-dark")
    check_accessible(page)
