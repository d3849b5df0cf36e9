"""Answers are drawn as what they are about: a line over its tile, a figure on its way, a card that says what it does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.checks import check_accessible
from tests.web.conftest import PHONE, Visit
from tests.web.test_every_question import games

SIZES: dict[str, dict[str, Any]] = {"desk": {}, "phone": {"viewport": PHONE, "has_touch": True}}
WANTED = {
    "ferry": ("todo", ".spot path.way:not(.under)", 2, r""),
    "scoring figure": ("todo", '[data-testid="answer"]', 2, r"\d+ → \d+"),
    "message action": ("todo", '[data-testid="answer"].picture', 2, r"use it|2 points"),
    "special tile": ("hunters-scout", '[data-testid="answer"].picture', 1, r"place .*: "),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", WANTED)
def test_an_answer_is_drawn_and_explained(visit: Visit, kind: str, size: str) -> None:
    preset, drawn, least, words = WANTED[kind]
    record, step = games(preset)[kind]
    visitor = visit(**SIZES[size])
    visitor.table("here", "here", record={"text": record, "step": step})
    page = visitor.page
    found = page.locator(drawn)
    expect(found.nth(least - 1)).to_be_attached()  # a line straight across has no height
    if words:
        expect(found.first).to_contain_text(re.compile(words))
    page.get_by_test_id("why").click()
    expect(page.get_by_test_id("help")).to_be_in_viewport()
    visitor.shot(f"drawn-{kind.replace(' ', '-')}-{size}")
    check_accessible(page)
