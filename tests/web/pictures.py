"""Take the README's pictures of the page: ``make pictures`` runs this. The games are those of ``docs/pictures``."""

from __future__ import annotations

import random
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import bastida
from bastida.server import Settings
from tests.server.running import served
from tests.web.conftest import DESK, PLENTY, QUIET, Visitor, chromium
from tests.web.hands import Hands

PHONE = {"width": 390, "height": 844}
RECORDS = Path(__file__).parents[2] / "docs" / "pictures"


DESKTOP = {"viewport": DESK}
HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 1.5}


def opened(browser: Browser, url: str, **look: object) -> Visitor:
    """Somebody who comes for a picture."""
    return Visitor(browser.new_context(**({"locale": "es-ES", "reduced_motion": "reduce"} | look)), url, "")


def at_a_table(visitor: Visitor, record: str, part: float, kind: str) -> Page:
    """A table that stands at a part of a game, where a question of that kind is asked."""
    file = RECORDS / f"{record}.bst"
    text, game = file.read_text(encoding="utf-8"), bastida.load(file)
    seats = [{"kind": "here", "name": player} for player in game.setup.players]
    step = next(n for n in range(int(len(game.steps) * part), len(game.steps)) if game.steps[n].kind == kind)
    visitor.table(record={"text": text, "step": step}, seats=seats)
    return without_offers(visitor.page)


def without_offers(page: Page) -> Page:
    for offer in page.get_by_test_id("first-time").all():
        offer.get_by_role("button").click()
    return page


def ended(visitor: Visitor, record: str) -> Page:
    """The result of a game: its record played on by chance to the end."""
    game, chance = bastida.load(RECORDS / f"{record}.bst"), random.Random(1)
    while not game.over:
        game.play(chance.choice(game.options()))
    last = max(number for number, step in enumerate(game.steps) if step.seat is not None)
    seats = [{"kind": "here", "name": player} for player in game.setup.players]
    text = bastida.Record.from_game(game).to_text()
    visitor.table(record={"text": text, "step": last}, seats=seats)
    hands = Hands(without_offers(visitor.page), touch=True)
    sight = hands.look()
    while not sight.over:
        sight = hands.answer(sight, hands.choose(sight))
    visitor.page.get_by_test_id("final-skip").click()
    return visitor.page


def save(page: Page, folder: Path, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(3000)
    taken = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    taken.save(folder / f"page-{name}.png", optimize=True)
    page.context.close()


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        with served(Settings(database=f"sqlite:///{data}/games.sqlite3", **PLENTY)) as server:
            url = server.url
            save(opened(browser, url, **DESKTOP).go(), folder, "home")
            save(at_a_table(opened(browser, url, **DESKTOP), "plus", 0.6, "tile"), folder, "table")
            dark = opened(browser, url, **DESKTOP, color_scheme="dark")
            save(at_a_table(dark, "hunters", 0.6, "tile"), folder, "hunters")
            save(at_a_table(opened(browser, url, **HAND), "winter", 0.5, "tile"), folder, "phone")
            save(at_a_table(opened(browser, url, **HAND), "plus", 0.4, "figure"), folder, "phone-figure")
            save(ended(opened(browser, url, **HAND), "hunters"), folder, "phone-result")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
