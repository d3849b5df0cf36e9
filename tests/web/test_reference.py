"""The reference of the API at /api/docs: drawn by Redoc from our own files, under the policy that keeps it there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit

SIZES = {"wide": (1440, 900), "laptop": (1280, 720), "phone": (390, 844)}


@pytest.mark.parametrize("size", SIZES)
def test_the_reference_is_drawn_from_our_own_files(visit: Visit, size: str) -> None:
    """``visit`` fails on whatever the browser complains of."""
    width, height = SIZES[size]
    visitor = visit(viewport={"width": width, "height": height})
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go("api/docs")
    expect(visitor.page.get_by_role("heading", name=re.compile("A new table$"))).to_be_visible()
    expect(visitor.page.get_by_text("/api/tables/{table}/answers").first).to_be_attached()
    assert all(address.startswith((visitor.url, "data:")) for address in asked), asked
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.shot(f"reference-{size}")
