"""What the host tells everybody stands on top of every page, in their language, and does not get in the way of a game."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from bastida.server import Settings
from tests.server.running import Served, served
from tests.server.test_admin import admin, eventually
from tests.web.checks import check_accessible, check_fits, take_drawings_away
from tests.web.conftest import PHONE, PLENTY, Visit


@pytest.fixture
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    database = f"sqlite:///{tmp_path_factory.mktemp('host') / 'table.sqlite3'}"
    with served(Settings(database=database, think_seconds=0.2, **PLENTY)) as running:
        yield running, database


def test_an_announcement_and_maintenance_are_seen_at_once_at_a_table_and_on_every_page(
    hosted: tuple[Served, str], visit: Visit
) -> None:
    running, database = hosted
    visitor = visit(url=running.url)
    visitor.table("here", "here")
    page = visitor.page
    assert admin(database, "announce", "Tournament on Friday at eight, everybody is welcome").exit_code == 0
    said = page.get_by_test_id("announcement")
    expect(said).to_contain_text("Tournament on Friday at eight")
    visitor.shot("host-announcement-table")
    page.set_viewport_size(PHONE)
    visitor.shot("host-announcement-table-phone")
    check_fits(page)
    assert admin(database, "maintenance", "on").exit_code == 0
    expect(page.get_by_test_id("maintenance")).to_have_count(0)  # whoever plays goes on playing
    page.get_by_role("button", name="Close").first.click()
    expect(said).to_have_count(0)
    visitor.go("#/")
    expect(page.get_by_test_id("maintenance")).to_contain_text("No new tables for now")
    expect(said).to_have_count(0)  # it was closed here
    assert admin(database, "announce", "Another thing").exit_code == 0
    page.wait_for_timeout(5_500)  # the page asks again with the next screen, but not every moment
    visitor.go("#/rules")
    expect(said).to_contain_text("Another thing")
    page.emulate_media(color_scheme="dark")
    visitor.shot("host-maintenance-phone-dark")
    check_fits(page)
    take_drawings_away(page)
    check_accessible(page)
    close = page.get_by_role("button", name="Close").bounding_box()
    assert close is not None and close["width"] >= 44 and close["height"] >= 44
    assert admin(database, "maintenance", "off").exit_code == 0


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("es", "De momento no se abren mesas nuevas"),
        ("ca", "De moment no s’obren taules noves"),
        ("de", "Zurzeit keine neuen Tische"),
    ],
)
def test_maintenance_is_said_in_the_reader_s_language(hosted: tuple[Served, str], visit: Visit, code: str, words: str) -> None:
    running, database = hosted
    assert admin(database, "maintenance", "on").exit_code == 0
    said = f"{running.url}/api/notice"
    eventually(lambda: bool(httpx.get(said, trust_env=False).json()["maintenance"]))  # the server has looked
    visitor = visit(url=running.url, locale=code)
    page = visitor.go("#/new")
    expect(page.get_by_test_id("maintenance")).to_contain_text(words)
    visitor.shot(f"host-maintenance-{code}")
