"""Members at the page: signing up and in by passkey and phrase, devices, whom one does not want to hear, and the way out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bastida.server import Settings
from tests.server.running import served
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import PLENTY, Visit, Visitor
from tests.web.test_every_screen import check_texts

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def named(url: str) -> str:
    """The server by a name, under which passkeys can be used."""
    return url.replace("127.0.0.1", "localhost")


def authenticator(page: Page) -> None:
    """A device that makes passkeys and says yes to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def sign_up(visitor: Visitor, name: str, colour: str = "blue") -> str:
    """A new member, by the page; its recovery phrase."""
    page = visitor.go("#/me")
    page.get_by_test_id("join-name").fill(name)
    page.get_by_test_id(f"colour-{colour}").click()
    page.get_by_test_id("join").click()
    phrase = page.get_by_test_id("new-phrase")
    phrase.wait_for()
    words = " ".join(phrase.locator("li").all_inner_texts())
    page.get_by_test_id("phrase-kept").click()
    page.get_by_test_id("devices").wait_for()
    return words


def signed_up(visitor: Visitor, name: str) -> dict[str, Any]:
    """A new member, beside the page."""
    answer = visitor.context.request.post(f"{visitor.url}/api/me?lang=en", data={"name": name, "colour": "green"})
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("code", ["en", "es", "ca", "de"])
def test_the_page_of_a_member_in_every_language_and_size(visit: Visit, size: dict[str, int], code: str) -> None:
    visitor = visit(viewport=size, locale=code, color_scheme="dark" if size is PHONE else "light")
    page = visitor.go("#/me")
    page.get_by_test_id("colour-red").wait_for()
    for step in ("guest", "phrase", "member"):
        if step == "phrase":
            page.get_by_test_id("join-name").fill(f"Òscar {code} {size['width']}")
            page.get_by_test_id("join").click()
            page.get_by_test_id("new-phrase").wait_for()
        elif step == "member":
            page.get_by_test_id("phrase-kept").click()
            page.get_by_test_id("devices").wait_for()
            page.get_by_test_id("erase-more").click()
        check_texts(page, code)
        check_fits(page)
        check_accessible(page)
        visitor.shot(f"me-{step}-{code}-{size['width']}")
        page.screenshot(path=f"build/screenshots/me-{step}-{code}-{size['width']}-whole.png", full_page=True)
    visitor.go().get_by_test_id("me-badge").first.wait_for()
    check_fits(page)
    check_accessible(page)
    visitor.shot(f"me-home-{code}-{size['width']}")


def test_a_passkey_and_a_phrase_sign_in_elsewhere(visit: Visit, server: Any) -> None:
    url = named(server.url)
    home = visit(url=url, allowed="40[39]")
    authenticator(home.page)
    phrase = sign_up(home, "Passkey Pau")
    page = home.page
    page.get_by_test_id("key-add").click()
    expect(page.get_by_test_id("keys").locator("li")).to_have_count(1)
    page.get_by_test_id("out-here").click()
    page.get_by_test_id("enter-key").click()
    page.get_by_test_id("devices").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text("Passkey Pau")

    phone = visit(url=url, viewport=PHONE, allowed="403")
    other = phone.go("#/me")
    other.get_by_test_id("phrase-field").fill("bado bado bado")
    other.get_by_test_id("enter-phrase").click()
    expect(other.get_by_test_id("enter-problem")).to_contain_text("twelve words")
    other.get_by_test_id("phrase-field").fill(phrase.upper())
    other.get_by_test_id("enter-phrase").click()
    expect(other.get_by_test_id("devices").locator("li")).to_have_count(2)
    other.get_by_test_id("out-others").click()
    expect(other.get_by_test_id("devices").locator("li")).to_have_count(1)
    home.go().reload()
    expect(page.get_by_test_id("me-badge").first).to_contain_text("Become a member")


def test_a_device_that_has_no_passkey_is_explained(visit: Visit, server: Any) -> None:
    visitor = visit(url=named(server.url))
    authenticator(visitor.page)
    page = visitor.go("#/me")
    page.get_by_test_id("enter-key").click()
    expect(page.get_by_test_id("enter-problem")).to_contain_text("no passkey")
    expect(page.get_by_test_id("enter-key")).to_be_enabled()


def test_a_name_that_is_taken_and_a_new_phrase(visit: Visit) -> None:
    signed_up(visit(), "Taken")
    visitor = visit(allowed="409")
    page = visitor.go("#/me")
    page.get_by_test_id("join-name").fill("TAKEN")
    page.get_by_test_id("join").click()
    expect(page.get_by_test_id("join-problem")).to_contain_text("called TAKEN")
    first = sign_up(visitor, "Not taken")
    page.get_by_test_id("own-name").fill("taken")
    page.get_by_test_id("profile-save").click()
    expect(page.get_by_test_id("profile-problem")).to_be_visible()
    page.get_by_test_id("own-name").fill("Free again")
    page.get_by_test_id("profile-save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Free again")
    page.get_by_test_id("phrase-renew").click()
    expect(page.get_by_test_id("new-phrase")).to_have_count(0)
    page.get_by_test_id("phrase-renew").click()
    shown = page.get_by_test_id("new-phrase")
    shown.wait_for()
    assert " ".join(shown.locator("li").all_inner_texts()) != first
    page.get_by_test_id("phrase-kept").click()
    page.get_by_test_id("devices").get_by_role("textbox").fill("Kitchen")
    page.get_by_test_id("devices").get_by_role("textbox").blur()
    page.reload()
    expect(page.get_by_test_id("devices").get_by_role("textbox")).to_have_value("Kitchen")


def test_a_member_is_not_asked_for_a_name_and_sits_down_as_itself(visit: Visit) -> None:
    ana, luis = visit(name=None), visit(name=None)
    signed_up(ana, "Ana Puig")
    signed_up(luis, "Luis Mora")
    page = ana.go()
    expect(page.get_by_test_id("me-badge").first).to_contain_text("Ana Puig")
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("player-0").first).to_contain_text("Ana Puig")
    made = ana.context.request.post(
        f"{ana.url}/api/tables", data={"game": "plus", "first": 0, "seats": [{"kind": "here"}, {"kind": "link"}]}
    ).json()
    luis.page.goto(made["seats"][1]["link"])
    expect(luis.page.get_by_test_id("sits-as")).to_contain_text("Luis Mora")
    check_accessible(luis.page)
    luis.page.get_by_test_id("sit").click()
    luis.page.get_by_test_id("table").wait_for()
    expect(luis.page.get_by_test_id("player-1").first).to_contain_text("Luis Mora")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_somebody_is_muted_from_the_table_and_heard_again(visit: Visit, size: dict[str, int]) -> None:
    ana, luis = visit(viewport=size), visit()
    signed_up(ana, f"Listener {size['width']}")
    id = signed_up(luis, f"Talker {size['width']}")["member"]["id"]
    made = ana.table("here", "link")
    luis.context.request.post(f"{luis.url}/api/tables/{made['table']}/claim", data={"token": made["seats"][1]["token"]})

    def say(text: str) -> None:
        body = {"seat": 1, "key": text.replace(" ", "-"), "text": text}
        assert luis.context.request.post(f"{luis.url}/api/tables/{made['table']}/chat", data=body).ok

    page = ana.page
    if size is PHONE:
        page.get_by_test_id("panel").click()
    page.get_by_test_id("tab-chat").click()
    say("first")
    expect(page.get_by_test_id("chat")).to_contain_text("first")
    page.get_by_test_id(f"known-{id}").first.click()
    dialog = page.get_by_test_id("avoid")
    dialog.get_by_test_id(f"mute-{id}").check()
    check_fits(page)
    check_accessible(page)
    ana.shot(f"avoid-{size['width']}")
    dialog.get_by_role("button").first.click()
    expect(page.get_by_test_id("chat")).not_to_contain_text("first")
    say("second")
    page = ana.go("#/me")
    expect(page.get_by_test_id("blocks")).to_contain_text("Talker")
    page.get_by_test_id(f"mute-{id}").uncheck()
    expect(page.get_by_test_id("blocks")).to_have_count(0)
    ana.go(f"#/table/{made['table']}")
    if size is PHONE:
        page.get_by_test_id("panel").click()
    page.get_by_test_id("tab-chat").click()
    expect(page.get_by_test_id("chat")).to_contain_text("second")


def test_everything_is_taken_home_and_erased(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    sign_up(visitor, "Fugaç")
    page = visitor.page
    with page.expect_download() as loaded:
        page.get_by_test_id("export").click()
    loaded.value.save_as(tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["member"]["name"] == "Fugaç"
    page.get_by_test_id("erase-more").click()
    expect(page.get_by_test_id("erase")).to_be_disabled()
    page.get_by_test_id("erase-name").fill("Fugaç")
    page.get_by_test_id("erase").click()
    page.get_by_test_id("erased").wait_for()
    page.get_by_test_id("join-name").wait_for()
    check_accessible(page)
    expect(visitor.go().get_by_test_id("me-badge").first).to_contain_text("Become a member")


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server where only members make tables."""
    file = tmp_path_factory.mktemp("closed") / "table.sqlite3"
    with served(Settings(database=f"sqlite:///{file}", makers="members", **PLENTY)) as running:
        yield running.url


def test_who_may_make_tables_is_said_before_the_form(visit: Visit, closed: str) -> None:
    visitor = visit(url=closed)
    page = visitor.go()
    page.get_by_test_id("may-not").wait_for()
    expect(page.get_by_test_id("play-now")).to_have_count(0)
    check_accessible(page)
    visitor.shot("me-may-not")
    visitor.go("#/new").get_by_test_id("may-not").wait_for()
    expect(page.get_by_test_id("start")).to_have_count(0)
    sign_up(visitor, "Maker")
    visitor.go("#/new").get_by_test_id("start").wait_for()
    visitor.go().get_by_test_id("play-now").wait_for()
