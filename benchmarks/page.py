"""``python -m benchmarks.page``: how smoothly a board of 250 tiles moves in Chromium, in milliseconds a frame.

It needs the built page (``make page``), Chromium and the requirements of the tests. The board is that of a whole game with
everything, and as many of its tiles again, laid aside, as it takes to make 250. It is dragged with the mouse, zoomed with
the wheel, and looked at while others play: then only frames in which something moves count. 16.7 ms a frame is as good as a
screen of 60 Hz can show.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import APIRequestContext, Page, Route, sync_playwright

import bastida

VIEW = {"width": 1280, "height": 800}
FRAMES = """() => {
  window.times = [];
  let last = performance.now();
  const sky = document.querySelector('[data-testid=motion]');
  const frame = (now) => { if (!sky || sky.dataset.running) times.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
# The table's first view with tiles of the board again beside it, as ``enlarged`` does it for records.
LARGER = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, work) {
  const larger = ({ data }) => {
    const view = JSON.parse(data);
    const xs = view.board.map(({ x }) => x);
    const width = Math.max(...xs) - Math.min(...xs) + 4;
    const more = view.board.slice(0, Math.max(0, TILES - view.board.length)).map((tile) => ({ ...tile, x: tile.x + width }));
    work({ data: JSON.stringify({ ...view, board: [...more, ...view.board] }) });
  };
  listen.call(this, name, name === 'view' ? larger : work);
};
"""
UNFINISHED = 12  # tiles of the game that are still to be laid


def whole_game() -> bastida.Game:
    """A game with everything, played at random."""
    chance = random.Random(3)
    game = bastida.new_game("todo", players=["Ana", "Luis"], seed=3)
    while not game.over:
        game.play(chance.choice(game.options()))
    return game


@contextmanager
def serving() -> Iterator[str]:
    """A server with an empty database of its own."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
        probe.close()
        command = [sys.executable, "-m", "bastida.server", "--no-browser", "--port", port]
        environment = os.environ | {"BASTIDA_DATABASE": f"sqlite:///{Path(folder) / 'table.sqlite3'}"}
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while True:
                with socket.socket() as tried:
                    if tried.connect_ex(("127.0.0.1", int(port))) == 0:
                        break
                if server.poll() is not None:
                    raise SystemExit("the server did not start")
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(30)


def enlarged(route: Route, tiles: int) -> None:
    """The view of the server, with tiles of the board again beside it."""
    answer = route.fetch()
    view = json.loads(answer.text())
    board = view["board"]
    width = max(tile["x"] for tile in board) - min(tile["x"] for tile in board) + 2
    board += [tile | {"x": tile["x"] + width} for tile in board[: max(0, tiles - len(board))]]
    route.fulfill(response=answer, json=view)


def measured(page: Page, what: str, seconds: float) -> str:
    """Frames while the board is dragged or zoomed for some seconds."""
    page.mouse.move(450, 350)
    page.evaluate("times.length = 0")
    if what == "drag":
        page.mouse.down()
    end, step = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        step += 1
        if what == "drag":
            page.mouse.move(450 + 200 * (step % 40 - 20) / 20, 350 + 100 * (step % 30 - 15) / 15)
        else:
            page.mouse.wheel(0, 60 if step % 40 < 20 else -60)
    if what == "drag":
        page.mouse.up()
    return told(page, what)


def told(page: Page, what: str) -> str:
    times: list[float] = page.evaluate("times")
    return f"{what:5} {len(times):5} frames: median {median(times):5.1f} ms, 95 % below {quantiles(times, n=20)[-1]:5.1f} ms"


def played(page: Page, host: APIRequestContext, url: str, table: str, seconds: float) -> str:
    """Frames in which something moves while somebody else plays."""
    chance = random.Random(1)
    path = f"{url}/api/tables/{table}"
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        view = host.get(path).json()
        if view["over"]:
            break
        options = view["decision"]["options"]
        option = chance.choice([one for one in options if not one["declines"]] or options)
        number += 1
        body = {"seat": view["decision"]["seat"], "seq": view["seq"], "answer": option["text"], "key": f"k{number}"}
        assert host.post(f"{path}/answers", data=body).ok
        page.wait_for_function("(n) => +document.querySelector('[data-testid=table]').dataset.seq > n", arg=view["seq"])
        page.wait_for_function("() => !document.querySelector('[data-testid=motion]').dataset.running")
    return told(page, "play")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.page", description=__doc__)
    parser.add_argument("--tiles", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=4.0)
    asked = parser.parse_args()
    game = whole_game()
    text = bastida.Record.from_game(game).to_text()
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        page = browser.new_page(viewport=VIEW, reduced_motion="reduce")
        record = page.request.post(f"{url}/api/records", data=text, headers={"Content-Type": "text/plain"}).json()
        page.route("**/view?step=*", lambda route: enlarged(route, asked.tiles))
        page.goto(f"{url}/#/replay/{record['id']}/{record['steps']}")
        page.wait_for_function("(n) => document.querySelectorAll('.tiles image').length >= n", arg=asked.tiles, timeout=120_000)
        page.evaluate(FRAMES)
        print(f"{page.locator('.tiles > *').count()} tiles, {VIEW['width']} x {VIEW['height']}, drawn without a graphics card")
        for what in ("drag", "wheel"):
            print(measured(page, what, asked.seconds))
        host = browser.new_context().request
        step = [number for number, one in enumerate(game.steps) if one.kind == "tile"][-UNFINISHED]
        asked_for = {"record": {"text": text, "step": step}, "seats": [{"name": "Ana"}, {"name": "Luis"}]}
        made = host.post(f"{url}/api/tables", data=asked_for).json()
        page = browser.new_page(viewport=VIEW, reduced_motion="no-preference")
        page.add_init_script(LARGER.replace("TILES", str(asked.tiles)))
        page.goto(made["watch"])
        page.wait_for_function("(n) => document.querySelectorAll('.tiles image').length >= n", arg=asked.tiles, timeout=120_000)
        page.evaluate(FRAMES)
        print(played(page, host, url, made["table"], 4 * asked.seconds))
        browser.close()


if __name__ == "__main__":
    main()
