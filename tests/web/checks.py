"""What holds on every screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

WEB = Path(__file__).parents[2] / "web"
AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
# The drawings of the tiles are ten thousands of elements that nobody sees as such, and axe would walk through them all.
RUN = "axe.run({ exclude: ['svg.art'] }).then(({ violations }) => violations)"


def check_accessible(page: Page) -> None:
    """axe has nothing to say, once there is something to look at: a screen and its texts are fetched."""
    page.locator("main").first.wait_for()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)  # by the debugger, which the content security policy does not bind
    found: list[dict[str, Any]] = page.evaluate(RUN)
    said = [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]
    assert not said, said


def check_fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def take_drawings_away(page: Page) -> None:
    """Checks that come after the last picture are several times faster without them."""
    page.evaluate("document.querySelectorAll('svg.art').forEach((one) => one.remove())")
