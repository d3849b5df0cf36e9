"""Places to tap on the board: each is large enough and not covered, or counted by an arrow that leads to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

TARGETS = Path(__file__).with_name("targets.js").read_text(encoding="utf-8")
SIZES = {"desk": (1440, 900), "laptop": (1280, 720), "phone": (390, 844), "lying": (844, 390)}
CELL = {"desk": 64, "laptop": 64, "phone": 44, "lying": 44}  # pixels at least
SPOT = 40


def look_at_targets(page: Page, size: str) -> dict[str, Any]:
    """The board at a size, when it has come to rest."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    before, seen = None, {}
    while seen != before or before is None:
        before = seen
        page.wait_for_timeout(120)
        seen = page.evaluate(TARGETS)
    return seen


def check_targets(page: Page, size: str) -> int:
    """How many places there are."""
    seen = look_at_targets(page, size)
    hidden = 0
    for place in seen["found"]:
        least = CELL[size] if place["kind"] == "cell" else SPOT
        assert min(place["width"], place["height"]) >= least, (size, place)
        assert place["reached"] or not place["lens"], (size, place)
        hidden += not place["reached"]
    covered = [place for place in seen["found"] if not place["reached"]]
    assert hidden <= seen["beyond"], (size, seen["beyond"], covered)
    assert not seen["found"] or hidden < len(seen["found"]), f"{size}: nothing of it is in sight"
    return len(seen["found"])
