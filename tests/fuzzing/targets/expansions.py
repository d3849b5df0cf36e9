"""Folders of expansions: the TOML files a host may give, beside the code of one of the examples.

``== wells`` names the example, then every ``== file`` begins a file that takes the place of the example's own.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import bastida
from bastida import ExpansionError, SetupError, add_expansion
from bastida.kernel import shelf
from bastida.kernel.expansion import Folder
from tests.fuzzing.accepted import LONG, plays_to_its_end, reading

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "expansions"
NAMES = ("wells", "heralds")
OTHERS = ("tiles are conserved", "every entry adds up")  # a host's tiles and clauses are what the host says
FILES = ("expansion.toml", "tiles.toml", "forecast.toml", "words/en.toml", "words/es.toml", "guide/en.toml", "clauses/en.md")


def one(data: bytes) -> None:
    first, *parts = data.split(b"\n== ")
    name = first.removeprefix(b"== ").decode(errors="replace")
    if name not in NAMES:
        return  # no input
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / name
        shutil.copytree(EXAMPLES / name, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for part in parts:
            file, _, text = part.partition(b"\n")
            if file.decode(errors="replace") in FILES:
                (folder / file.decode()).write_bytes(text)
        try:
            with reading():
                added = add_expansion(folder)
        except ExpansionError as error:
            assert str(error), "refused without a word"
            assert len(str(error)) <= LONG, f"a refusal of {len(str(error))} characters"
            return
        try:
            _play(added, data)
        finally:
            shelf.take_off(added.id)


def _play(added: Folder, data: bytes) -> None:
    game = "plus" if added.family == "carcassonne" else "hunters"
    try:
        with reading():
            table = bastida.new_game(game, sets=[added.id], seed=1)
    except SetupError:
        return
    plays_to_its_end(table, data, without=OTHERS)
