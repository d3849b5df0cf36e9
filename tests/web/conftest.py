"""A server and a Chromium for each process that tests; every page is watched for complaints of the browser."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from bastida.server import Settings
from bastida.server.table import state
from bastida.server.table.dealing import OrderedDealer
from bastida.table.dealer import Dealer, SeededDealer
from bastida.table.setup import Setup
from tests.server.running import Served, served

# A browser beside rules thirty times slower proves nothing more: these tests belong to the compiled run, or to a plain pytest.
collect_ignore_glob = ["test_*.py"] if os.environ.get("BASTIDA_MODE") == "interpreted" else []

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 760}
USUAL: dict[str, Any] = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"}
PATIENCE = 60_000  # milliseconds: a busy machine is no fault of the page
expect.set_options(timeout=PATIENCE)
PLENTY = {
    "rate": 100_000.0, "burst": 100_000, "streams": 10_000, "tables_per_hour": 100_000, "chat_per_minute": 100_000,
    "pause_seconds": 0.0, "analyses_per_hour": 100_000, "members_per_hour": 100_000, "sign_ins_per_hour": 100_000,
}  # fmt: skip


def _dealer(setup: Setup, seed: str | None) -> Dealer:
    """The same tiles in every run."""
    return SeededDealer(7) if seed is None else OrderedDealer(setup, seed)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("web") / "table.sqlite3"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(state, "dealer_for", _dealer)
        with served(Settings(database=f"sqlite:///{file}", think_seconds=0.2, **PLENTY)) as running:
            yield running


def chromium() -> str:
    """The browser: without windows if it is there so, which is the faster one."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found, "the tests of the page need Chromium"
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=[*QUIET, "--no-first-run"])
        yield launched
        launched.close()


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(self, context: BrowserContext, url: str, allowed: str) -> None:
        self.context, self.url = context, url
        self.allowed = allowed
        self.complaints: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.page: Page = context.new_page()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def faults(self) -> list[str]:
        """What the browser complained of, broken rules of the content security policy among it."""
        return [one for one in self.complaints if not (self.allowed and re.search(self.allowed, one))]

    def go(self, hash: str = "") -> Page:
        self.page.goto(f"{self.url}/{hash}")
        return self.page

    def table(self, *kinds: str, **more: Any) -> dict[str, Any]:
        """A table made beside the page, with this browser's cookie, and shown."""
        seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, ["Ana", "Luis", "Eva", "Pau", "Mar"], strict=False)]
        answer = self.context.request.post(f"{self.url}/api/tables?lang=en", data={"first": 0, "seats": seats} | more)
        assert answer.status == 201, answer.text()
        made: dict[str, Any] = answer.json()
        table = made["table"]
        self.go(f"#/table/{table}").locator(f'[data-table="{table}"]').wait_for()
        return made

    def text(self, path: str) -> str:
        answer = self.context.request.get(f"{self.url}{path}")
        assert answer.ok, answer.text()
        return answer.text()

    def shot(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled")


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, server: Served) -> Iterator[Visit]:
    """Visitors, each with cookies of their own; ``allowed`` matches complaints that the test itself provokes.

    They were asked for their name before, and gave none unless one is given here; who is called None was never asked.
    """
    visitors: list[Visitor] = []

    def come(allowed: str = "", name: str | None = "", url: str = server.url, **more: Any) -> Visitor:
        kept = [] if name is None else [{"name": "bastida.name", "value": name}]
        state = {"cookies": [], "origins": [{"origin": url, "localStorage": kept}]}
        visitors.append(Visitor(browser.new_context(**USUAL | {"storage_state": state} | more), url, allowed))
        return visitors[-1]

    yield come
    failed = request.node.stash.get(FAILED, False)
    for number, visitor in enumerate(visitors):
        if failed:
            visitor.shot(f"failed-{request.node.name}-{number}")
        visitor.context.close()
    assert not (faults := [fault for visitor in visitors for fault in visitor.faults]), "\n".join(faults)


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if call.when == "call":
        item.stash[FAILED] = report.failed
    return report
