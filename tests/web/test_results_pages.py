"""Results on the page: what a game did to the ratings, the page of a member, the page of the club."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from sqlalchemy import insert

from bastida.server import Settings
from bastida.server.club.members.schema import devices
from bastida.server.http.seat_tokens import digest, new_token
from tests.server.club_games import finished, join, write
from tests.server.running import Served, served
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, PLENTY, Visit, Visitor

HOLE = re.compile(r"\{@?\w*\+?\}|\bundefined\b|\bNaN\b|\[object ")


class Club(NamedTuple):
    ana: str
    luis: str
    table: str


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club of its own: its page counts everybody who has played there."""
    file = tmp_path_factory.mktemp("club") / "table.sqlite3"
    with served(Settings(database=f"sqlite:///{file}", think_seconds=0.2, **PLENTY)) as running:
        yield running


@pytest.fixture(scope="module")
def club(server: Served) -> Iterator[Club]:
    """Two members with some games behind them."""
    store = server.live.store
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bastida.server.club.results.results.SWEEP", 0.2)
        mark = new_token()[:6]
        ana, _ = join(store, f"Ana {mark}")
        luis, _ = join(store, f"Luis de la Vega y Ramírez {mark}")
        table = ""
        for seed in range(1, 7):
            table = finished(store, [ana, luis] if seed % 2 else [luis, ana], seed, at=1_760_000_000.0 + seed * 86_400)
        finished(store, [ana, None], 7, at=1_760_000_000.0)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with store.engine.connect() as connection:
                left = connection.exec_driver_sql("SELECT count(*) FROM games WHERE due IS NOT NULL").scalar()
                done = connection.exec_driver_sql(f"SELECT count(*) FROM results WHERE player = '{ana}'").scalar()
            if (left, done) == (0, 7):
                break
            time.sleep(0.2)
        else:
            raise TimeoutError
        yield Club(ana, luis, table)


def sign_in(visitor: Visitor, server: Served, member: str) -> None:
    """The browser belongs to a member from now on."""
    token, seal = new_token(), server.app.state.seal
    values = {"browser": digest(token), "member_id": member, "created": 1.0, "label": ""}
    write(server.live.store, lambda connection: connection.execute(insert(devices).values(values)))
    visitor.context.add_cookies([{"name": seal.cookie(False), "value": seal.signed(token), "url": visitor.url}])


def checked(visitor: Visitor, name: str) -> None:
    """A screen as it should be on a desk and on a phone, in the light and in the dark."""
    page = visitor.page
    visitor.shot(name)
    check_accessible(page)
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-mode", "dark")
    visitor.shot(f"{name}-phone-dark")
    check_fits(page)
    check_accessible(page)
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")


def test_the_page_of_a_member(visit: Visit, club: Club) -> None:
    visitor = visit()
    page = visitor.go(f"#/member/{club.ana}")
    expect(page.get_by_test_id("ratings")).to_contain_text("Base game")
    expect(page.get_by_test_id("rating-curve")).to_be_visible()
    expect(page.get_by_test_id("games").locator("> li")).to_have_count(6)
    expect(page.get_by_test_id("points-by-source")).to_contain_text("cities")
    checked(visitor, "member")
    page.get_by_test_id("games").get_by_role("button", name="Replay").first.click()
    page.get_by_test_id("replay").wait_for()
    page.go_back()
    page.get_by_test_id("opponents").get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Luis de la Vega")


def test_a_member_sees_its_own_games_and_may_keep_the_page_to_itself(visit: Visit, server: Served, club: Club) -> None:
    owner = visit()
    sign_in(owner, server, club.ana)
    page = owner.go(f"#/member/{club.ana}")
    expect(page.get_by_test_id("games").locator("> li")).to_have_count(7)
    expect(page.get_by_test_id("opponents")).to_contain_text("Guest")
    store = server.live.store
    hermit, _ = join(store, f"Hermit {club.ana}", private=True)
    stranger = visit(allowed="403")
    expect(stranger.go(f"#/member/{hermit}").get_by_role("alert")).to_contain_text("private")
    own = visit()
    sign_in(own, server, hermit)
    expect(own.go(f"#/member/{hermit}").get_by_text("Only you see this page")).to_be_visible()


def test_the_page_of_the_club(visit: Visit, club: Club) -> None:
    visitor = visit()
    page = visitor.go()
    page.get_by_test_id("club-link").click()
    expect(page.get_by_test_id("ranks").locator("tbody tr")).to_have_count(2)
    expect(page.get_by_test_id("bests-region")).to_contain_text("cities")
    checked(visitor, "club")
    page.get_by_test_id("club-year").select_option("2025")
    expect(page).to_have_url(re.compile("#/club/base/2025"))
    expect(page.get_by_test_id("club-table").locator("tbody tr")).to_have_count(2)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Results (CSV)").click()
    assert taken.value.suggested_filename == "bastida-results.csv"
    page.get_by_test_id("ranks").get_by_role("link").first.click()
    page.get_by_test_id("member").wait_for()


@pytest.mark.parametrize("code", ["es", "ca", "en", "de"])
def test_both_in_every_language(visit: Visit, club: Club, code: str) -> None:
    visitor = visit(locale=code)
    for hash, wait in ((f"#/member/{club.ana}", "points-by-source"), ("#/club", "bests-region")):
        page = visitor.go(hash)
        page.get_by_test_id(wait).wait_for()
        expect(page.locator("html")).to_have_attribute("lang", code)
        shown = page.evaluate("document.body.innerText")
        assert not HOLE.findall(shown), shown


def test_the_end_of_a_rated_game_says_what_it_did(visit: Visit, server: Served, club: Club) -> None:
    first, second = visit(name="Ana"), visit(name="Luis")
    sign_in(first, server, club.ana)
    sign_in(second, server, club.luis)
    made = first.table("here", "link", game="plus")
    link = next(one["link"] for one in made["seats"] if one["seat"] == 1)
    page = second.page
    page.goto(f"{second.url}{urlsplit(link).path}#{urlsplit(link).fragment}")
    expect(page.get_by_test_id("invitation-rated")).to_be_visible()
    page.get_by_test_id("sit").click()
    page.locator(f'[data-table="{made["table"]}"]').wait_for()
    expect(first.page.get_by_test_id("player-1").get_by_role("link")).to_have_attribute("href", f"#/member/{club.luis}")
    act = {"seat": 0, "key": "gives-up"}
    answer = first.context.request.post(f"{first.url}/api/tables/{made['table']}/resign", data=act)
    assert answer.ok, answer.text()
    told = first.page.get_by_test_id("rating-change")
    expect(told.locator("li")).to_have_count(2)
    expect(told).to_contain_text(re.compile(r"Ana .*: \d+ → \d+ \(-\d+\), ±\d+"))
    first.shot("rating-change")
    told.get_by_role("link").first.click()
    first.page.get_by_test_id("member").wait_for()


def test_whether_a_table_counts_is_chosen_in_the_form_and_remembered(visit: Visit) -> None:
    visitor = visit(name="Ana")
    page = visitor.go("#/new")
    page.get_by_test_id("more").locator("> summary").click()
    page.get_by_test_id("table-rules").locator("> summary").click()
    expect(page.get_by_test_id("rated")).to_be_checked()
    page.get_by_test_id("rated").uncheck()
    page.get_by_test_id("start").click()
    page.locator("[data-table]").wait_for()
    table = page.locator("[data-table]").first.get_attribute("data-table")
    assert not json.loads(visitor.text(f"/api/tables/{table}"))["settings"]["rated"]
