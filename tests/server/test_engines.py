"""Players of others at tables: those the host names, and nobody else's."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bastida.server import Settings
from bastida.server.runtime.settings import WrongSetting, read_settings
from bastida.server.table import engines
from tests.server.clients import Client, View
from tests.server.running import once, served

pytestmark = once
PROGRAM = """
import json, os, sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("hellook", flush=True)
        with open({told!r}, "a") as file:
            print("started", file=file)
    if word == "options":
        options = json.loads(rest)
    if word == "go":
        with open({told!r}, "a") as file:
            print("asked", rest, file=file)
        print("answer", options[-1], flush=True)
    if word == "quit":
        break
"""


def program(folder: Path) -> tuple[str, Path]:
    """A program that answers with the last option, and what it notes."""
    file, told = folder / "rita.py", folder / "told.txt"
    file.write_text(PROGRAM.format(told=str(told)), encoding="utf-8")
    return f"external:{sys.executable} {file}", told


def until_asked(client: Client, table: str, seat: int = 0) -> View:
    """Until the computer has answered all it was asked."""
    end = time.monotonic() + 60
    while (view := client.view(table))["decision"]["seat"] != seat:
        assert time.monotonic() < end
        time.sleep(0.1)
    return view


def test_a_program_of_the_host_plays_at_a_table(settings: Settings, tmp_path: Path) -> None:
    player, told = program(tmp_path)
    with served(replace(settings, engines=f"rita={player}", workers=1)) as server, Client(server.url) as client:
        levels = client.get("/api/catalogue?lang=en").json()["levels"]
        assert levels[-1] == {
            "id": "engine:rita", "name": "rita", "about": "A program of somebody else's that the host offers.", "wins": None,
        }  # fmt: skip
        seats = [{"kind": "here", "name": "Ana"}, {"kind": "computer", "level": "engine:rita"}]
        answer = client.post("/api/tables", {"seats": seats, "first": 1})
        assert answer.status_code == 201, answer.text
        table = answer.json()["table"]
        view = until_asked(client, table)
        assert view["players"][1]["name"] == "rita" and view["players"][1]["level"] == "engine:rita"
        for _ in range(2):
            while view["decision"]["seat"] == 0:
                assert client.answer(table, view).status_code == 200
                view = client.view(table)
            view = until_asked(client, table)
        lines = told.read_text(encoding="utf-8").splitlines()
        assert lines.count("started") == 1  # it stays from one answer to the next
        assert len(lines) > 2 and all("movetime" in line for line in lines[1:])
        record = client.get(f"/api/tables/{table}/record.bst").text
        assert str(tmp_path) not in record  # what is run is nobody's business


def test_what_fails_is_made_up_for(settings: Settings, tmp_path: Path) -> None:
    missing = f"external:{tmp_path / 'nothing'}"
    with served(replace(settings, engines=f"rita={missing}")) as server, Client(server.url) as client:
        seats = [{"kind": "here"}, {"kind": "computer", "level": "engine:rita"}]
        table = client.post("/api/tables", {"seats": seats, "first": 1}).json()["table"]
        assert until_asked(client, table)["turn"] == 2
        engines.offer("")  # and one that is offered no longer
        view = client.view(table)
        while view["decision"]["seat"] == 0:
            client.answer(table, view)
            view = client.view(table)
        assert until_asked(client, table)["turn"] == 4


@pytest.mark.parametrize("level", ["engine:rita", "external:/bin/true", "engine:external:/bin/true", "os:system"])
def test_nobody_but_the_host_says_what_is_run(client: Client, level: str) -> None:
    answer = client.post("/api/tables", {"seats": [{"kind": "here"}, {"kind": "computer", "level": level}]})
    assert answer.json()["code"] == "wrong_setup"


def test_the_setting_is_checked(tmp_path: Path) -> None:
    good = read_settings({"BASTIDA_ENGINES": " rita = external:./rita --fast ; mine=mybot:Bot"})
    assert engines.read(good.engines) == {"rita": "external:./rita --fast", "mine": "mybot:Bot"}
    for wrong in ("rita", "rita=", "=x", "a b=x", "rita=x;rita=y"):
        with pytest.raises(WrongSetting):
            read_settings({"BASTIDA_ENGINES": wrong})
