"""Take the README's pictures of the page: ``make pictures`` runs this. The games are those of ``docs/pictures``."""

from __future__ import annotations

import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import bastida
from bastida.server import Settings
from tests.server.running import served
from tests.web.conftest import DESK, PLENTY, QUIET, Visitor

PHONE = {"width": 390, "height": 844}
RECORDS = Path(__file__).parents[2] / "docs" / "pictures"


def picture(browser: Browser, url: str, name: str, record: str, part: float, folder: Path, **look: object) -> None:
    """One screen: the first page, or (with a record) a table that stands at a part of that game."""
    visitor = Visitor(
        browser.new_context(**({"locale": "es-ES", "viewport": DESK, "reduced_motion": "reduce"} | look)), url, ""
    )
    if record:
        file = RECORDS / f"{record}.bst"
        text, game = file.read_text(encoding="utf-8"), bastida.load(file)
        seats = [{"kind": "here", "name": player} for player in game.setup.players]
        step = next(n for n in range(int(len(game.steps) * part), len(game.steps)) if game.steps[n].kind == "tile")
        visitor.table(record={"text": text, "step": step}, seats=seats)
    else:
        visitor.go()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_timeout(3000)
    taken = Image.open(BytesIO(visitor.page.screenshot(animations="disabled")))
    taken.convert("RGB").save(folder / f"page-{name}.png", optimize=True)
    visitor.context.close()


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        with served(Settings(database=f"sqlite:///{data}/games.sqlite3", **PLENTY)) as server:
            picture(chromium, server.url, "home", "", 0, folder)
            picture(chromium, server.url, "table", "plus", 0.8, folder)
            picture(chromium, server.url, "phone", "winter", 0.5, folder, viewport=PHONE, has_touch=True)
            picture(chromium, server.url, "hunters", "hunters", 0.8, folder, color_scheme="dark")
        chromium.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
