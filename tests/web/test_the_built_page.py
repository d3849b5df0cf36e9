"""The built files: small, free of foreign addresses, and enough to open the page without a network."""

from __future__ import annotations

import gzip
import re

from playwright.sync_api import expect

from bastida.server.http.routes.pages import STATIC
from tests.web.conftest import Visit

MOST = 120_000  # bytes of JavaScript on the wire
REFERENCE = {"reference.js"}  # of the API, which is a page of its own


def test_the_javascript_is_small() -> None:
    files = [file for file in sorted(STATIC.rglob("*.js")) if file.relative_to(STATIC).as_posix() not in REFERENCE]
    assert files, "the page is not built: make page"
    assert not REFERENCE & set(re.findall(r"[\w./-]+\.js", (STATIC / "sw.js").read_text(encoding="utf-8")))
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < MOST


def test_everything_comes_from_the_server_itself(visit: Visit) -> None:
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.table("here", "here")
    visitor.page.get_by_test_id("hand").wait_for()
    for screen in ("", "#/new", "#/rules/BASE-40", "#/learn", "#/replay"):
        visitor.go(screen).get_by_role("heading").first.wait_for()
    assert asked
    assert all(url.startswith((visitor.url, "data:", "blob:")) for url in asked), asked


def test_the_page_opens_without_a_network_once_it_was_served(visit: Visit) -> None:
    visitor = visit(allowed="ERR_INTERNET_DISCONNECTED|ERR_FAILED|503")
    page = visitor.go()
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.get_by_test_id("new-alone").click()
    page.get_by_test_id("edition-hunters").wait_for()
    page.reload()  # now by way of the worker, which keeps the catalogue and the drawings
    page.get_by_test_id("edition-hunters").wait_for()
    visitor.context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("edition-hunters")).to_be_attached()
    visitor.go()
    expect(page.get_by_role("heading", name="Bastida")).to_be_visible()
    page.get_by_test_id("play-now").click()
    expect(page.get_by_role("alert")).to_have_text("The server does not answer. Try again.")
