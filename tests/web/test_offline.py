"""Without the server: rules with pictures and texts of lessons can be read, and the page says what cannot be done."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visit

KEPT = "caches.open('facts').then((cache) => cache.match('/kept/en')).then(Boolean)"
NAMES = """async () => {
  const names = await caches.keys();
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return found.flat().map(({ url }) => new URL(url).pathname);
}"""
PUBLIC = r"/|/icon\.svg|/manifest\.webmanifest|/assets/[\w.-]+|/api/(art|catalogue|texts|rules|lessons)(/.*)?|/kept/en"


def test_rules_with_pictures_and_lessons_can_be_read_without_the_server(visit: Visit) -> None:
    visitor = visit(allowed="ERR_INTERNET_DISCONNECTED|ERR_FAILED|503", viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.table("here", "here")  # of which nothing is kept
    page = visitor.page
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page = visitor.go("#/rules")
    page.get_by_test_id("rules-inns").wait_for()
    while not page.evaluate(KEPT):  # the server draws all examples once
        page.wait_for_timeout(300)
    expect(page.get_by_test_id("offline")).to_have_count(0)
    assert [name for name in page.evaluate(NAMES) if not re.fullmatch(PUBLIC, name)] == []

    visitor.context.set_offline(True)
    visitor.go("#/rules/inns")  # never opened before
    page.reload()
    expect(page.get_by_test_id("guide")).to_contain_text("Inns")
    expect(page.get_by_test_id("offline")).to_contain_text("No connection to the server")
    expect(page.get_by_test_id("clauses")).to_contain_text("INNS-06")
    page.wait_for_function("() => document.querySelectorAll('[data-testid=guide] svg use').length > 2")
    missing = (
        "[...document.querySelectorAll('[data-testid=guide] use')].map((use) => use.getAttribute('href'))"
        ".filter((href) => !document.getElementById(href.slice(1)))"
    )
    page.wait_for_function(f"() => {missing}.length === 0")  # every tile and figure is drawn
    picture = page.locator("figure img").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('figure img').naturalWidth > 50")
    visitor.shot("offline-rules")

    visitor.go()  # nor was the first page
    expect(page.locator("svg.ready use")).to_have_count(25)
    there = "(all) => all.every((one) => document.querySelector(one.getAttribute('href')))"
    assert page.locator("svg.ready use").evaluate_all(there)

    visitor.go("#/learn")
    page.get_by_test_id("begin").tap()
    expect(page.get_by_test_id("lesson-text")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text("The server does not answer. Try again.")
    visitor.shot("offline-lesson")
    page.get_by_test_id("next").tap()
    expect(page.get_by_test_id("lesson-text")).to_be_visible()

    visitor.context.set_offline(False)
    expect(page.get_by_test_id("offline")).to_have_count(0)
