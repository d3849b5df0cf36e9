"""Games over days on the page: the set-up, what waits first, notices and holidays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import insert

from bastida.server import Settings
from bastida.server.club.members.schema import devices, members
from bastida.server.http.seat_tokens import digest
from tests.server.postboxes import MailServer, PushService, mail_server, push_service
from tests.server.running import Served, served
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, PLENTY, Visit, Visitor
from tests.web.forms import link_of, opened, sit

PUBLIC = "https://club.example"
# A browser that takes notices: what the real one would ask a push service of its maker for is given by the test.
TAKES = """
({ endpoint, public_key, secret }) => {
  const plain = (text) => atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = (text) => Uint8Array.from(plain(text), (one) => one.charCodeAt(0)).buffer;
  const unsubscribe = async () => (localStorage.removeItem('taken'), true);
  const made = { endpoint, unsubscribe, getKey: (name) => bytes(name === 'auth' ? secret : public_key) };
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.getSubscription = async () => (localStorage.getItem('taken') ? made : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.byteLength !== 65) throw new Error('not a key');
    localStorage.setItem('taken', 'yes');
    return made;
  };
}
"""


@pytest.fixture
def pushing() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def club(tmp_path: Path, pushing: PushService, mail: MailServer) -> Iterator[Served]:
    more = {"push_hosts": pushing.host, "smtp": mail.url, "mail_from": "club@example.org", "public_url": PUBLIC}
    with served(Settings(database=f"sqlite:///{tmp_path / 'club.sqlite3'}", **PLENTY, **more)) as running:
        running.app.state.house.notices.grace = 0.0
        running.app.state.house.notices.rests = 0.2
        yield running


def become_member(club: Served, visitor: Visitor, name: str) -> None:
    """The visitor's browser becomes a member's."""
    visitor.table("here", "computer")
    (cookie,) = (one["value"] for one in visitor.context.cookies() if "bastida" in one["name"])
    live = club.live
    with live.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(
            insert(members).values(id=name, created=0, seen=0, name=name, folded=name, colour="red", wishes="{}")
        )
        browser = digest(cookie.partition(".")[0])
        connection.execute(insert(devices).values(browser=browser, member_id=name, created=0, label=""))
    club.app.state.house.people.forget()


def both_seated(visit: Visit, **more: object) -> tuple[Visitor, Visitor, str]:
    """A table of Ana, who is asked, and of Eva, who came by the link."""
    ana, eva = visit(), visit()
    made = ana.table("here", "link", **more)
    eva.page.goto(made["seats"][1]["link"])
    sit(eva.page)
    return ana, eva, made["table"]


def test_a_table_over_days_is_chosen_and_the_invitation_says_so(visit: Visit) -> None:
    ana = visit(viewport=PHONE, has_touch=True)
    page = opened(ana.go("#/new/link"))
    page.get_by_test_id("table-rules").locator("summary").first.click()
    page.get_by_test_id("timing-days").check()
    page.get_by_label("Days for each turn").fill("4")
    page.get_by_test_id("start").click()
    page.get_by_test_id("table").wait_for()
    guest = visit()
    guest.page.goto(link_of(page, 1))
    expect(guest.page.get_by_test_id("invitation")).to_contain_text("4 days for each turn")


def test_what_waits_comes_first_and_says_for_how_long(visit: Visit) -> None:
    ana, _, table = both_seated(visit, clock={"days": 3})
    ana.table("here", "here")
    first = ana.go().get_by_test_id("continue").locator("a").first
    expect(first).to_have_attribute("href", f"#/table/{table}")
    expect(first).to_contain_text("your turn: 2d 23h left")
    expect(ana.go(f"#/table/{table}").get_by_role("timer").first).to_have_text("2d 23h")


def test_a_live_game_is_offered_to_go_on_slowly(visit: Visit) -> None:
    ana, eva, _ = both_seated(visit, clock={"minutes": 5})
    ana.page.get_by_test_id("menu").click()
    ana.page.get_by_test_id("offer-slow").click()
    offer = eva.page.get_by_test_id("offer")
    expect(offer).to_contain_text("with 3 days for each turn")
    offer.get_by_role("button").first.click()
    expect(ana.page.get_by_role("timer").first).to_have_text("2d 23h")


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("locale", ["es-ES", "ca-ES", "en-GB", "de-DE"])
def test_notices_are_readable_in_every_language(club: Served, visit: Visit, size: str, locale: str) -> None:
    ana = visit(url=club.url, viewport=DESK if size == "desk" else PHONE, locale=locale)
    become_member(club, ana, "Ana")
    page = ana.go("#/notices")
    page.get_by_test_id("feed-on").click()
    expect(page.get_by_test_id("feed-address")).to_have_value(re.compile(f"^{PUBLIC}/api/notices/feed/"))
    page.get_by_test_id("leave").click()
    page.get_by_test_id("away").wait_for()
    check_accessible(page)
    check_fits(page)
    ana.shot(f"notices-{size}-{locale[:2]}")


def test_a_browser_subscribes_and_hears_that_it_is_its_turn(club: Served, visit: Visit, pushing: PushService) -> None:
    eva = visit(url=club.url)
    eva.page.add_init_script(f"({TAKES})({json.dumps(pushing.subscription())})")
    become_member(club, eva, "Eva")
    eva.go("#/notices").get_by_test_id("push-on").click()
    expect(eva.page.get_by_test_id("push-off")).to_be_visible()
    ana = visit(url=club.url)
    made = ana.table("link", "here", clock={"days": 2})
    eva.page.goto(made["seats"][0]["link"].replace(PUBLIC, club.url))
    sit(eva.page)
    eva.go("#/notices").get_by_test_id("push-off").wait_for()
    assert made["table"] in pushing.opened()[2]
    eva.page.get_by_test_id("push-off").click()
    expect(eva.page.get_by_test_id("push-on")).to_be_visible()


def test_a_letter_is_confirmed_and_ended_by_its_links(club: Served, visit: Visit, mail: MailServer) -> None:
    ana = visit(url=club.url, allowed="404")
    become_member(club, ana, "Ana")
    page = ana.go("#/notices")
    page.get_by_label("E-mail address").fill("ana@example.org")
    page.get_by_role("button", name="Write to me").click()
    expect(page.get_by_text("A letter has gone to ana@example.org")).to_be_visible()
    text = mail.next().get_content()
    links = [word for word in text.split() if word.startswith(PUBLIC)]
    other = visit(url=club.url, allowed="404")
    for link, said in zip(links, ["letters will come", "no more letters"], strict=True):
        other.go("#/").get_by_test_id("play-now").wait_for()
        expect(other.go(link.removeprefix(f"{PUBLIC}/")).get_by_test_id("letter")).to_contain_text(said)
    other.go("#/").get_by_test_id("play-now").wait_for()
    expect(other.go(links[1].removeprefix(f"{PUBLIC}/")).get_by_test_id("letter")).to_contain_text("not good any more")
