"""Try the Bastida that is installed: it plays, serves the page, draws a picture, runs an environment.

    PYTHON -I tools/proof.py game page picture env [--compiled | --interpreted]

Run by the Python of an environment, from anywhere; it needs nothing but what is installed there. Each word is a proof, and
each proof prints a line. `core` is for an installation without extras: it plays, and says what else to install. The first
thing that is not as it should be is one line on the error stream, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, *(["-I"] if sys.flags.isolated else []), "-m", "bastida.cli")
SECONDS = 180  # for anything: an interpreted start on a busy machine is slow
TURNS = 3  # of a person at the table, each answered by the computer


class Wrong(Exception):
    """What is installed does not do what it should."""


def expect(fact: object, otherwise: str) -> None:
    if not fact:
        raise Wrong(otherwise)


def bastida(*arguments: str, code: int = 0) -> str:
    """What the command says, in English."""
    done = subprocess.run(
        [*COMMAND, *arguments], env={**os.environ, "BASTIDA_LANG": "en"}, capture_output=True, encoding="utf-8", timeout=SECONDS
    )
    said = done.stdout + done.stderr
    expect(done.returncode == code, f"bastida {' '.join(arguments)} ended with {done.returncode}, not {code}: {said[-600:]}")
    return said


def mode(wanted: str) -> str:
    """The version, as the mode that is wanted."""
    said = bastida("--version").strip()
    expect(said.endswith(wanted), f"{wanted} was wanted, but this is {said}")
    return said


def game() -> str:
    """A whole game from Python, one of computer players, and the record of the first."""
    import random

    from bastida import load, new_game, save

    chance, played = random.Random(3), new_game("plus-big", players=["Ana", "Luis"], seed=3)
    while not played.over:
        played.play(chance.choice(played.options()))
    points = sum(entry.points for entry in played.ledger)
    expect(points == sum(played.scores().values()), "the ledger does not add up to the scores")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.bst")
        save(played, file)
        expect(load(file).scores() == played.scores(), "a saved game is another one")
    told = json.loads(bastida("arena", "ranking", "random", "--bags", "1", "--seed", "2", "--json"))
    expect(told["games"] == 2, "the arena did not play")
    expect("may not be placed" in bastida("rules", "BASE-40"), "the clause BASE-40 is another one")
    return f"a game with {points} points, a match, its clauses"


def core() -> str:
    """The core, and for what needs more the sentence that says which extra to install."""
    told = game()
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder, "tiles.svg"))
        bastida("tiles", "base", "-o", file)
        expect(Path(file).read_text("utf-8").startswith("<svg"), "the drawing is no SVG")
        expect(
            "bastida[pictures]" in bastida("tiles", "base", "-o", str(Path(folder, "tiles.png")), code=2),
            "not a word on pictures",
        )
    expect("bastida[table]" in bastida("serve", "--no-browser", code=2), "not a word on the table")
    return f"{told}, an SVG; the extras are named"


def picture() -> str:
    with tempfile.TemporaryDirectory() as folder:
        from bastida import new_game, save

        played, record = new_game("hunters", players=2, seed=1), Path(folder, "game.bst")
        for _ in range(12):
            played.play(played.options()[0])
        save(played, record)
        begins = {"png": b"\x89PNG", "svg": b"<svg"}
        for kind, magic in begins.items():
            file = Path(folder, f"board.{kind}")
            bastida("show", str(record), "-o", str(file))
            expect(file.read_bytes().startswith(magic), f"board.{kind} is something else")
    return "a board as PNG and SVG"


def env() -> str:
    import numpy

    from bastida.env import aec
    from bastida.env.single import GameEnv

    chance, steps = numpy.random.default_rng(1), 0
    one = GameEnv("plus", opponents="ranking")
    _, info = one.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = one.step(chance.choice(numpy.flatnonzero(info["action_mask"])))
        steps += 1
    many = aec.env("hunters", players=3)
    many.reset(seed=7)
    for _ in many.agent_iter():
        _, _, over, _, info = many.last()
        many.step(None if over else chance.choice(numpy.flatnonzero(info["action_mask"])))
        steps += 1
    return f"two environments, {steps} steps"


def page() -> str:
    """The page with all it names, and a game against the computer over the API."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, serving(folder) as address:
        text = fetched(f"{address}/")
        named = re.findall(r'(?:src|href)="(/assets/[^"]+)"', text)
        expect(named, "the first page names no script: it was not built in")
        for name in named:
            expect(fetched(address + name), f"{name} is empty")
        answers = at_a_table(address)
        expect(address in bastida("serve", "--no-browser", "--data", folder), "a second server did not find the first")
    return f"the page with {len(named)} files, {answers} answers at a table"


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """The address of a server that ends with this."""
    command = [*COMMAND, "serve", "--no-browser", "--port", "0", "--workers", "1", "--data", folder]
    process = subprocess.Popen(
        command, env={**os.environ, "BASTIDA_LANG": "en"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    watch = threading.Timer(SECONDS, process.kill)  # nothing is waited for without an end
    watch.start()
    assert process.stdout is not None
    try:
        said: list[str] = []
        for line in process.stdout:
            said.append(line)
            if found := re.search(r"http://localhost:\d+", line):
                break
        else:
            raise Wrong(f"the server did not start: {''.join(said)[-600:]}")
        yield found[0]
        expect(process.poll() is None, "the server has ended by itself")
    finally:
        process.terminate()
        with process.stdout:
            process.stdout.read()
        process.wait(SECONDS)
        watch.cancel()


def fetched(address: str, body: dict[str, Any] | None = None, token: str = "") -> str:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            found: str = answer.read().decode("utf-8")
    except urllib.error.HTTPError as error:
        raise Wrong(f"{address} said {error.code}: {error.read(600).decode(errors='replace')}") from None
    return found


def at_a_table(address: str) -> int:
    """Some turns against the computer, which thinks in a process of its own; how many answers a person gave."""
    seats = [{"kind": "link", "name": "Ana"}, {"kind": "computer", "level": "shortsighted"}]
    made = json.loads(fetched(f"{address}/api/tables", {"game": "plus", "seats": seats}))
    token = made["seats"][0]["token"]
    table = f"{address}/api/tables/{made['table']}"
    answers, end = 0, time.monotonic() + SECONDS
    while answers < 2 * TURNS:
        expect(time.monotonic() < end, "the computer at the table does not answer")
        view = json.loads(fetched(table, token=token))
        if options := view["decision"]["options"]:
            act = {"seat": view["you"][0], "seq": view["seq"], "key": str(view["seq"]), "answer": options[0]["text"]}
            fetched(f"{table}/answers", act, token)
            answers += 1
        time.sleep(0.05)
    return answers


PROOFS: dict[str, Callable[[], str]] = {"core": core, "game": game, "page": page, "picture": picture, "env": env}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("proofs", nargs="+", choices=PROOFS, metavar="PROOF", help=", ".join(PROOFS))
    parser.add_argument("--compiled", dest="mode", action="store_const", const="compiled", help="it must be compiled")
    parser.add_argument("--interpreted", dest="mode", action="store_const", const="interpreted", help="it must be plain Python")
    given = parser.parse_args()
    try:
        if given.mode:
            print(mode(given.mode), flush=True)
        for name in given.proofs:
            print(f"{name}: {PROOFS[name]()}", flush=True)
    except (Wrong, OSError, subprocess.TimeoutExpired, ImportError) as error:
        sys.exit(f"bastida: error: {error}")


if __name__ == "__main__":
    main()
