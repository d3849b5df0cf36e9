"""Friends by link: the card of an invitation, the table that waits, links for other devices, and players who leave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from bastida.server import Settings
from bastida.server.http import reach
from bastida.server.runtime import hours
from tests.server.running import served
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, PLENTY, Visit
from tests.web.forms import link_of, opened, sit

HAND: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SIZES = pytest.mark.parametrize("device", [{"viewport": DESK}, HAND], ids=["desk", "phone"])
SHARING = "navigator.share = (what) => { window.shared = what; return Promise.resolve(); };"


@SIZES
def test_a_guest_is_told_what_the_link_is_for_and_sits_down_with_one_tap(visit: Visit, device: dict[str, Any]) -> None:
    host, guest = visit(name="Ana"), visit(name=None, locale="es-ES", **device)
    page = opened(host.go("#/new/link"))
    page.get_by_test_id("set-inns").click()
    page.get_by_test_id("start").click()
    link = link_of(page, 1)
    expect(page.get_by_test_id("arrived")).to_have_text("1 of 2 at the table")
    expect(page.get_by_test_id("lobby-1")).to_contain_text("has not arrived yet")

    guest.page.goto(link)
    card = guest.page.get_by_test_id("invitation")
    expect(card).to_contain_text("Invitación de Ana")
    expect(card).to_contain_text("Posadas y catedrales")
    expect(card).to_contain_text("unos 55 min")
    expect(card).to_contain_text("asiento 2 de 2")
    expect(page.get_by_test_id("arrived")).to_have_text("1 of 2 at the table")  # looking is not sitting down
    check_fits(guest.page)
    check_accessible(guest.page)
    guest.shot(f"invitation-{device['viewport']['width']}")
    for name in ("colour-green", "sit"):
        box = guest.page.get_by_test_id(name).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44

    sit(guest.page, "Luis", "green")
    assert link.partition("#")[2] not in guest.page.url
    expect(page.get_by_test_id("lobby")).to_have_count(0)  # all have come: the game begins, and the host sees who it is
    expect(page.get_by_test_id("player-1").last).to_contain_text("Luis")
    view = json.loads(host.text(f"/api/tables/{page.url.rpartition('/')[2]}"))
    assert [(player["name"], player["colour"]) for player in view["players"]] == [("Ana", "red"), ("Luis", "green")]
    asked = view["decision"]["seat"]
    waiting = {0: ("Your turn", "Esperando a Ana"), 1: ("Waiting for Luis", "Te toca")}[asked]
    for one, words in zip((page, guest.page), waiting, strict=True):
        expect(one.get_by_test_id("dock")).to_contain_text(words)
    guest.go()
    expect(guest.page.get_by_test_id("settings-name")).to_have_value("Luis")  # and is not asked again


@SIZES
def test_the_waiting_table_shows_who_has_come_as_they_come(visit: Visit, device: dict[str, Any]) -> None:
    host, luis, eva = visit(name="Ana", **device), visit(name="Luis"), visit(name="Eva")
    page = host.go("#/new/link")
    page.get_by_test_id("more-players").click()
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("arrived")).to_have_text("1 of 3 at the table")
    check_fits(page)
    check_accessible(page)
    host.shot(f"lobby-{device['viewport']['width']}")
    links = [link_of(page, seat) for seat in (1, 2)]
    luis.page.goto(links[0])
    sit(luis.page)
    for one in (page, luis.page):
        expect(one.get_by_test_id("arrived")).to_have_text("2 of 3 at the table")
        expect(one.get_by_test_id("lobby-1")).to_contain_text("Luis")
        expect(one.get_by_test_id("lobby-2")).to_contain_text("has not arrived yet")
    expect(page.get_by_test_id("lobby-1").get_by_role("textbox")).to_have_count(0)  # used up
    expect(luis.page.get_by_test_id("lobby").get_by_role("textbox")).to_have_count(0)  # not his to give
    luis.page.close()
    expect(page.get_by_test_id("lobby-1")).to_contain_text("away")
    luis.page = luis.context.new_page()
    luis.page.goto(links[0])  # whoever sits there may follow the link again
    luis.page.get_by_test_id("lobby").wait_for()
    eva.page.goto(links[1])
    sit(eva.page)
    for one in (page, luis.page, eva.page):
        expect(one.get_by_test_id("lobby")).to_have_count(0)
        expect(one.get_by_test_id("dock")).to_be_visible()


def test_a_name_or_colour_that_somebody_has_is_refused_and_can_be_changed(visit: Visit) -> None:
    host, luis, eva = visit(name="Ana"), visit(), visit("422")
    page = host.go("#/new/link")
    page.get_by_test_id("more-players").click()
    page.get_by_test_id("start").click()
    links = [link_of(page, seat) for seat in (1, 2)]
    eva.page.goto(links[1])
    eva.page.get_by_test_id("colour-green").click()
    luis.page.goto(links[0])
    sit(luis.page, "Luis", "green")
    eva.page.get_by_test_id("guest-name").fill("Luis")
    eva.page.get_by_test_id("sit").click()
    expect(eva.page.get_by_role("alert")).to_contain_text("already called Luis")
    eva.page.get_by_test_id("guest-name").fill("Eva")
    eva.page.get_by_test_id("sit").click()
    expect(eva.page.get_by_role("alert")).to_contain_text("no longer free")
    expect(eva.page.get_by_test_id("colour-green")).to_have_count(0)
    sit(eva.page)
    expect(page.get_by_test_id("player-2").last).to_contain_text("Eva")


def test_a_host_who_opens_a_guests_link_is_warned(visit: Visit) -> None:
    visitor = visit(name="Ana")
    page = visitor.go("#/new/link")
    page.get_by_test_id("start").click()
    page.goto(link_of(page, 1))
    expect(page.get_by_test_id("own-invitation")).to_contain_text("(Ana)")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_test_id("arrived")).to_have_text("1 of 2 at the table")


def test_a_link_that_was_used_says_so(visit: Visit) -> None:
    host, guest, late = visit(), visit(), visit("403", locale="ca")
    page = host.go("#/new/link")
    page.get_by_test_id("start").click()
    link = link_of(page, 1)
    guest.page.goto(link)
    sit(guest.page)
    late.page.goto(link)
    expect(late.page.get_by_role("alert")).to_contain_text("enllaç")
    expect(late.page.get_by_test_id("sit")).to_have_count(0)


# -- handing the link over ------------------------------------------------------------------------------------------------


def test_a_link_is_shared_copied_and_shown_as_a_code(visit: Visit) -> None:
    visitor = visit(locale="es-ES", permissions=["clipboard-read", "clipboard-write"], **HAND)
    visitor.context.add_init_script(SHARING)
    page = visitor.go("#/new/link")
    page.get_by_test_id("start").click()
    link = link_of(page, 1)
    page.get_by_test_id("share-link").first.tap()
    assert page.evaluate("window.shared") == {"title": "Bastida", "text": "Te invito a jugar: Plus", "url": link}
    page.get_by_test_id("copy-link").first.tap()
    expect(page.get_by_test_id("copy-link").first).to_contain_text("Copiado")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_test_id("show-qr").first.tap()
    code = page.get_by_test_id("qr")
    expect(code).to_have_attribute("aria-label", "Código QR del enlace: Jugador 2")
    box = code.bounding_box()
    assert box
    assert box["width"] >= 160
    check_fits(page)
    check_accessible(page)


def test_where_nothing_can_be_shared_the_link_is_copied(visit: Visit) -> None:
    """A page without encryption has neither a list of ways to share nor a clipboard of the new kind."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.context.add_init_script("delete Navigator.prototype.share; navigator.clipboard.writeText = () => Promise.reject();")
    page = visitor.go("#/new/link")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("share-link")).to_have_count(0)
    page.get_by_test_id("copy-link").first.click()
    expect(page.get_by_test_id("copy-link").first).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link_of(page, 1)


def test_a_server_for_this_machine_alone_says_so_and_what_to_do(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("#/new/link")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("only-here")).to_contain_text("this computer only")
    expect(page.get_by_test_id("only-here")).to_contain_text("bastida serve --host 0.0.0.0")


@pytest.fixture
def in_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that listens to everybody, on a machine whose first address is 127.0.0.1: the page is opened as localhost."""
    monkeypatch.setattr(reach, "machine_addresses", lambda host: ["127.0.0.1", "192.168.7.7"])
    with served(Settings(database=f"sqlite:///{tmp_path / 'lan.sqlite3'}", host="0.0.0.0", **PLENTY)) as running:
        yield running.url.replace("127.0.0.1", "localhost")


def test_the_link_of_a_page_opened_as_localhost_works_from_other_devices(in_a_network: str, visit: Visit) -> None:
    host, guest = visit(url=in_a_network), visit()
    page = host.go("#/new/link")
    page.get_by_test_id("start").click()
    lan = in_a_network.replace("localhost", "127.0.0.1")
    link = link_of(page, 1)
    assert link.startswith(f"{lan}/t/")
    expect(page.get_by_test_id("only-here")).to_have_count(0)
    page.get_by_test_id("address").select_option(label=f"192.168.7.7:{lan.rpartition(':')[2]}")
    assert link_of(page, 1) == link.replace("127.0.0.1", "192.168.7.7")
    guest.page.goto(link)
    sit(guest.page, "Luis")
    expect(page.get_by_test_id("player-1").last).to_contain_text("Luis")


# -- somebody leaves ------------------------------------------------------------------------------------------------------


def test_going_on_without_somebody_is_offered_when_it_is_granted(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute passes for the server and for the page, while the test takes as long as it takes."""
    passed, steady = [0.0], hours.passing
    monkeypatch.setattr(hours, "passing", lambda: steady() + passed[0])
    host, guest = visit(), visit()
    page = host.page
    page.clock.install()
    made = host.table("here", "link", first=1)
    guest.page.goto(made["seats"][1]["link"])
    sit(guest.page)
    expect(page.get_by_test_id("patience")).to_have_count(0)
    guest.page.goto("about:blank")
    expect(page.get_by_test_id("patience")).to_contain_text("the game may go on in")
    expect(page.get_by_test_id("claim")).to_have_count(0)
    passed[0] += 61
    page.clock.fast_forward(61_000)
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "over")
    expect(page.get_by_test_id("refusal")).to_have_count(0)
