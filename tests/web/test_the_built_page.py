"""The built files: small, free of foreign addresses, and enough to open the page without a network."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import expect

from bastida.kernel.languages import LANGUAGES
from bastida.server.http.routes.pages import STATIC
from tests.web.conftest import Visit

MOST = 120_000  # bytes of JavaScript on the wire when the page is opened
REFERENCE = "reference.js"  # of the API, which is a page of its own
LATER = 40_000  # of a screen that is fetched when it is opened


def weight(files: Iterable[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def test_the_javascript_is_small() -> None:
    files = {file.name: file for file in STATIC.rglob("*.js") if file.name != REFERENCE}
    assert files, "the page is not built: make page"
    assert REFERENCE not in (STATIC / "sw.js").read_text(encoding="utf-8")
    named = set(re.findall(r"([\w.-]+\.js)\b", (STATIC / "index.html").read_text(encoding="utf-8"))) | {"sw.js"}
    first: set[str] = set()
    while new := (named & set(files)) - first:  # and what these import at once
        first |= new
        text = "".join(files[name].read_text(encoding="utf-8") for name in new - {"sw.js"})
        named |= set(re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", text))
    assert any(name.startswith("index-") for name in first)
    spoken = [name for name in files if name.split("-")[0] in LANGUAGES]  # a language is fetched by itself: the heaviest one
    assert {name.split("-")[0] for name in spoken} == set(LANGUAGES)
    assert weight(files[name] for name in first) + max(weight([files[name]]) for name in spoken) < MOST
    assert first.isdisjoint(spoken)
    assert all(weight([file]) < LATER for name, file in files.items() if name not in first)


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
