"""A tournament in four browsers: from entry to standings; and its screens for everybody, on paper too."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.clients import Client
from tests.server.members import Enrolled, cookie_of, enrol
from tests.server.running import Served
from tests.web.checks import check_accessible, check_fits, take_drawings_away
from tests.web.conftest import DESK, PHONE, Visit, Visitor
from tests.web.test_every_screen import check_texts

Sign = Callable[..., tuple[Visitor, Enrolled]]


@pytest.fixture
def sign(visit: Visit, server: Served) -> Sign:
    """Visitors who are members."""

    def come(name: str, **more: object) -> tuple[Visitor, Enrolled]:
        member = enrol(server.live.store.engine, name)
        visitor = visit(name=name, **more)
        cookie = cookie_of(server.live.store.engine, server.app.state.seal, member)
        visitor.context.add_cookies([{**cookie, "url": server.url}])
        return visitor, member

    return come


def play_out(server: Served, members: list[Enrolled], visitor: Visitor) -> None:
    """All that can be played of the round, at random, over the API: what people do at a table is tested elsewhere."""
    name = visitor.page.url.rpartition("/")[2]
    clients = {member.id: Client(server.url, token=member.token) for member in members}
    try:
        end = time.monotonic() + 240
        while time.monotonic() < end:
            shown = clients[members[0].id].get(f"/api/tournaments/{name}").json()
            if shown["rounds"][-1]["ended"] is not None:
                return
            of = {entry["number"]: clients[entry["member"]] for entry in shown["entries"]}
            for match in shown["rounds"][-1]["matches"]:
                for table in match["tables"]:
                    if table["status"] in ("waiting", "playing"):
                        play(table["table"], [of[number] for number in table["seats"]])
        raise AssertionError("the round does not end")
    finally:
        for client in clients.values():
            client.http.close()


def play(table: str, seats: list[Client]) -> None:
    """A few turns, then the second gives up."""
    chance = random.Random(table)
    for _ in range(8):
        for client in seats:
            view = client.view(table)
            if options := view["decision"] and view["decision"]["options"]:
                client.answer(table, view, chance.choice(options)["text"])
    seats[1].act(table, "resign", 1)


def test_four_browsers_from_entry_to_standings(sign: Sign, server: Served) -> None:
    people = [sign(name) for name in ("Ana", "Blai", "Carla", "Didac")]
    (ana, _), others = people[0], people[1:]
    page = ana.go("#/tournaments")
    page.get_by_test_id("new-tournament").click()
    page.get_by_test_id("tournament-name").fill("Spring cup")
    page.get_by_test_id("tournament-game").select_option("plus-first-game")
    page.get_by_test_id("tournament-rounds").fill("1")
    ana.shot("tournament-form")
    page.get_by_test_id("make-tournament").click()
    page.get_by_test_id("enter-tournament").click()
    address = page.url.partition("/#")[2]
    for visitor, _ in others:
        visitor.go(f"#{address}").get_by_test_id("enter-tournament").click()
        expect(visitor.page.get_by_test_id("withdraw")).to_be_visible()
    expect(page.get_by_test_id("players").get_by_role("listitem")).to_have_count(4)
    page.get_by_test_id("start-tournament").click()
    for visitor, _ in people:
        visitor.page.get_by_test_id("to-my-table").click()
        visitor.page.wait_for_url("**/#/table/**")
        visitor.page.locator("[data-table]").wait_for()
    expect(page.get_by_test_id("question")).to_be_visible()
    page.get_by_test_id("menu").click()
    page.get_by_role("link", name="Back to the tournament").click()
    expect(page.get_by_test_id("pairings")).to_contain_text("is played")
    page.get_by_test_id("boards").locator("summary").click()
    expect(page.get_by_test_id("boards").locator("img")).to_have_count(1)  # her own
    ana.shot("tournament-running")
    play_out(server, [member for _, member in people], ana)
    expect(page.get_by_test_id("tournament-state")).to_have_text("Ended")
    expect(page.get_by_test_id("standings").locator("tbody tr")).to_have_count(4)
    expect(page.get_by_test_id("boards").locator("img")).to_have_count(4)
    for _, member in people:
        expect(page.get_by_test_id("standings")).to_contain_text(member.name)
    page.wait_for_function("[...document.querySelectorAll('[data-testid=boards] img')].every((one) => one.naturalWidth > 0)")
    ana.shot("tournament-over")
    page.get_by_test_id("pairings").get_by_role("link").first.click()
    page.locator("[data-table]").wait_for()  # whoever likes may look now


@pytest.fixture
def cup(sign: Sign, server: Served) -> tuple[Visitor, str]:
    """A tournament in its second round, with the organiser's browser."""
    visitor, ana = sign("Ana")
    members = [ana, *(enrol(server.live.store.engine, name) for name in ("Blai", "Carla", "Didac", "Eulalia with a long name"))]
    clients = [Client(server.url, token=member.token) for member in members]
    plan = {"rounds": 3, "games": 2, "clock": {"minutes": 15}}
    made = clients[0].post("/api/tournaments", {"name": "Cup of the club", "setup": {"game": "plus-first-game"}, "plan": plan})
    name = made.json()["id"]
    for client in clients:
        assert client.post(f"/api/tournaments/{name}/entries", {}).status_code == 200
    clients[0].post(f"/api/tournaments/{name}/start", {})
    visitor.go(f"#/tournament/{name}").get_by_test_id("pairings").wait_for()
    play_out(server, members, visitor)
    assert clients[0].post(f"/api/tournaments/{name}/round", {}).status_code == 200
    for client in clients:
        client.http.close()
    visitor.page.reload()
    visitor.page.get_by_test_id("round-2").wait_for()
    return visitor, name


def test_the_screens_on_a_desk_on_a_phone_in_the_dark_and_on_paper(cup: tuple[Visitor, str]) -> None:
    visitor, name = cup
    page = visitor.page

    def checked(shot: str) -> None:
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
        visitor.shot(f"{shot}-phone-dark")
        check_fits(page)
        take_drawings_away(page)
        check_accessible(page)
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light")
        visitor.shot(shot)
        check_accessible(page)

    page.get_by_test_id("invite").click()
    page.get_by_test_id("decide-1").click()
    checked("tournament")
    page.get_by_test_id("round-1").click()
    page.get_by_test_id("boards").locator("summary").click()
    page.locator("summary", has_text="Order of the tiles").click()
    checked("tournament-results")
    page.emulate_media(media="print")
    visitor.shot("tournament-print")
    assert not page.get_by_test_id("invite").is_visible()
    assert not page.get_by_test_id("standings").is_visible()
    assert page.get_by_test_id("pairings").is_visible()
    page.emulate_media(media="screen")
    visitor.go("#/tournaments").get_by_text("Cup of the club").first.wait_for()
    page.get_by_test_id("new-tournament").click()
    page.locator("summary").click()
    checked("tournaments")
    assert name


@pytest.mark.parametrize("code", ["es", "ca", "de"])
def test_in_a_language(sign: Sign, server: Served, code: str) -> None:
    visitor, ana = sign("Ana", locale=code)
    with Client(server.url, token=ana.token) as client:
        made = client.post("/api/tournaments", {"name": "Copa", "plan": {"clock": {"minutes": 10}}}).json()
        client.post(f"/api/tournaments/{made['id']}/entries", {})
    page: Page = visitor.go("#/tournaments")
    page.get_by_test_id("new-tournament").click()
    page.locator("summary").click()
    check_texts(page, code)
    visitor.go(f"#/tournament/{made['id']}").get_by_test_id("start-tournament").wait_for()
    page.get_by_test_id("invite").click()
    check_texts(page, code)


def test_a_stranger_is_told_to_become_a_member(visit: Visit, sign: Sign, server: Served) -> None:
    _, ana = sign("Ana")
    with Client(server.url, token=ana.token) as client:
        made = client.post("/api/tournaments", {"name": "Cup"}).json()
    stranger = visit(allowed="401")
    page = stranger.go(f"#/tournament/{made['id']}")
    page.get_by_test_id("enter-tournament").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("link", name="Become a member")).to_have_attribute("href", "#/me")


def test_a_tournament_over_days_says_whose_turn_it_is(sign: Sign, server: Served) -> None:
    (ana, member), (blai, _) = sign("Ana"), sign("Blai")
    page = ana.go("#/tournaments")
    page.get_by_test_id("new-tournament").click()
    page.get_by_test_id("tournament-name").fill("Slow cup")
    page.get_by_test_id("tournament-game").select_option("plus-first-game")
    page.get_by_test_id("tournament-rounds").fill("1")
    page.get_by_test_id("tournament-clock").select_option(label="3 days a turn")
    page.locator("summary").click()
    expect(page.get_by_label("Minutes to come to a table")).to_have_count(0)
    expect(page.get_by_label("Both games at once")).to_be_checked()
    page.get_by_test_id("tournament-seeds").select_option(label="by rating")
    ana.shot("tournament-form-days")
    page.set_viewport_size(PHONE)
    check_fits(page)
    check_accessible(page)
    page.get_by_test_id("make-tournament").click()
    page.get_by_test_id("enter-tournament").click()
    blai.go(f"#{page.url.partition('/#')[2]}").get_by_test_id("enter-tournament").click()
    expect(page.get_by_test_id("players").get_by_role("listitem")).to_have_count(2)
    page.get_by_test_id("start-tournament").click()
    for visitor in (ana, blai):
        expect(visitor.page.get_by_test_id("your-turn")).to_have_count(1)
        expect(visitor.page.get_by_test_id("tournament")).to_contain_text("3 days a turn")
    ana.shot("tournament-days-phone")
    name = page.url.rpartition("/")[2]
    with Client(server.url, token=member.token) as client:
        plan = client.get(f"/api/tournaments/{name}").json()["plan"]
    assert (plan["clock"]["days"], plan["together"], plan["by_rating"], plan["lot"]) == (3, True, True, True)
    address = page.get_by_test_id("your-turn").get_attribute("href")
    page.get_by_test_id("to-my-table").click()
    page.locator("[data-table]").wait_for()
    assert address is not None and page.url.endswith(address), "the game that waits comes first"
    expect(page.get_by_test_id("question")).to_be_visible()
    page.get_by_test_id("menu").click()
    expect(page.get_by_test_id("resign")).to_be_visible()
    assert page.get_by_text("adjourn").count() == page.get_by_test_id("offer-slow").count() == 0
