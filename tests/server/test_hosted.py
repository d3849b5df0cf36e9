"""Expansions of others at a table: a host names their folders, and everything a page needs of them comes from the server."""

from __future__ import annotations

import logging
import os
import random
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import bastida
from bastida import position
from bastida.kernel import shelf
from bastida.server import Settings
from bastida.server.runtime.workers import Pool
from bastida.table.setup import FAMILIES
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, apart, served

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "expansions"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Somewhere outside the tree: what others have made, and something broken."""
    place = tmp_path_factory.mktemp("others") / "expansions"
    shutil.copytree(EXAMPLES, place, ignore=shutil.ignore_patterns("__pycache__"))
    (place / "broken").mkdir()
    (place / "broken" / "expansion.toml").write_text("id = 3\n", encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def strange(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose host has named the folder."""
    file = tmp_path_factory.mktemp("strange") / "table.sqlite3"
    before = set(shelf.folders())
    with served(Settings(database=f"sqlite:///{file}", expansions=str(folder), think_seconds=0.5, **PLENTY)) as running:
        yield running
    for name in set(shelf.folders()) - before:
        shelf.take_off(name)
    shelf.problems.clear()


@pytest.fixture
def stranger(strange: Served) -> Iterator[Client]:
    with Client(strange.url) as one:
        yield one


def names() -> list[str]:
    return [name for name, folder in shelf.folders().items() if not folder.ours]


def test_they_stand_in_the_catalogue_with_their_words_and_rules(stranger: Client) -> None:
    found = stranger.get("/api/catalogue?lang=es").json()
    assert len(names()) == len(list(EXAMPLES.iterdir()))
    for name in names():
        entry = next(entry for entry in found["expansions"] if entry["id"] == name)
        assert entry["name"] != name
        assert entry["summary"]
        assert {"id", "name", "prefix"} <= next(element.keys() for element in found["elements"] if element["id"] == name)
        page = stranger.get(f"/api/rules/{entry['prefix'].lower()}?lang=es").json()
        assert page["clauses"]
        words = shelf.folders()[name].table("words", "es.toml")["words"]
        assert words.items() <= stranger.get("/api/texts?lang=es").json()["words"].items()


def test_a_game_with_them_is_played_and_drawn(stranger: Client) -> None:
    made = stranger.table("here", "computer", game="plus", sets=names(), seats=[{}, {"kind": "computer", "level": "random"}])
    table, chance = made["table"], random.Random(1)
    for _ in range(30):
        view = stranger.play(table, chance, lambda view: bool(view["decision"]["options"]))
        if view["over"]:
            break
        for option in view["decision"]["options"]:
            assert option["sentence"]
        stranger.answer(table, view, chance.choice(view["decision"]["options"])["text"])
    view = stranger.view(table)
    assert set(names()) <= set(view["game"]["elements"])
    for piece in view["pieces"]:
        drawn = stranger.get(f"/api/art/summer/pieces.svg?ids={piece['drawing']}").text
        assert [node.get("id") for node in ET.fromstring(drawn).iter() if node.tag.endswith("symbol")] == [piece["drawing"]]
    tiles = {tile["tile"] for tile in view["board"]}
    assert stranger.get("/api/art/summer/tiles.svg", params={"ids": ",".join(tiles)}).status_code == 200


def test_a_folder_that_cannot_be_used_is_named_in_the_log_with_the_reason(
    folder: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    before, known = set(shelf.folders()), list(shelf.problems)
    shelf.problems.clear()
    wrong = os.pathsep.join([str(folder / "broken"), str(folder / "nothing")])
    with (
        caplog.at_level(logging.WARNING, "bastida.server"),
        served(replace(settings, expansions=wrong)) as running,
        Client(running.url) as client,
    ):
        assert client.table()["view"]["decision"]
    told = [record.getMessage() for record in caplog.records if "left out" in record.getMessage()]
    assert len(told) == 2
    assert all("expansion" in line for line in told)
    assert "broken" in told[0]
    assert "nothing" in told[1]
    assert set(shelf.folders()) == before
    shelf.problems[:] = known


def test_workers_know_them_too(strange: Served, folder: Path) -> None:
    game = bastida.new_game("plus", sets=names(), players=["Ana", "Luis"], seed=1)
    job = {
        "do": "think", "position": position(game), "players": ["Ana", "Luis"], "level": "random", "seed": 1, "seconds": 0.5,
    }  # fmt: skip

    async def run() -> None:
        pool = Pool(1, 1024, str(folder))
        assert (await pool.ask(job, 5))["answer"] in {option.text for option in game.options()}
        await pool.close()

    apart(run())


def test_a_table_whose_expansion_is_gone_says_so_and_no_other_is_touched(
    strange: Served, stranger: Client, folder: Path
) -> None:
    lost = stranger.table(game="plus", sets=names())
    kept = stranger.table()
    for room in (strange.live.rooms[lost["table"]], strange.live.rooms[kept["table"]]):
        room.forget()
    gone = names()
    for name in gone:
        shelf.take_off(name)
    try:
        answer = stranger.get(f"/api/tables/{lost['table']}")
        assert (answer.status_code, answer.json()["code"]) == (422, "wrong_setup")
        listed = [table["table"] for table in stranger.get("/api/tables").json()["tables"]]
        assert kept["table"] in listed
        assert lost["table"] not in listed
    finally:
        shelf.look_in(str(folder))
    assert set(gone) <= set(FAMILIES["carcassonne"].expansions)
    assert stranger.view(lost["table"])["seq"] == 1
