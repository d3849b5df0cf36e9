"""What holds on every screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

WEB = Path(__file__).parents[2] / "web"
AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
# The drawings of the tiles are ten thousands of elements that nobody sees as such: axe is kept from walking through them.
RUN = """async () => {
  const drawings = [...document.querySelectorAll('body > svg')];
  for (const one of drawings) one.remove();
  const { violations } = await axe.run();
  document.body.append(...drawings);
  return violations;
}"""


def check_accessible(page: Page) -> None:
    """axe has nothing to say."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)  # by the debugger, which the content security policy does not bind
    found: list[dict[str, Any]] = page.evaluate(RUN)
    assert [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found] == []


def check_fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
