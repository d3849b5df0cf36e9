"""Players of others at the tables: those of the host's list sit down, nothing else is ever run, and nobody waits for one."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida.server import Settings
from bastida.server.runtime.guests import guests_of
from bastida.server.runtime.settings import WrongSetting, read_settings
from bastida.server.runtime.workers import Unanswered, Worker
from tests.cli.test_players_of_others import PROGRAM as ANSWERING
from tests.server.clients import Client
from tests.server.running import Served, served

BOT = """
class Bot:
    name = "Little bot"

    def __init__(self, raises=0):
        self.raises = raises

    def choose(self, game):
        with open("asked", "a") as file:
            file.write("bot ")
        return game.options()[-1] if not self.raises else 1 / 0

class Hanging(Bot):
    def choose(self, game):
        import subprocess, sys, time
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with open("pids", "a") as file:
            file.write(f"{child.pid} ")
        time.sleep(600)
"""
PROGRAM = ANSWERING.replace(
    'pathlib.Path("started").touch()', 'import os, time\nwith open("pids", "a") as file:\n    file.write(f"{os.getpid()} ")'
).replace(
    'elif word == "go":',
    'elif word == "go":\n        pathlib.Path("told").write_text(rest)\n        time.sleep(600 * len(sys.argv[1:]))',
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the host has a module and a program, and starts the server."""
    found = tmp_path_factory.mktemp("host")
    (found / "hostbot.py").write_text(BOT, encoding="utf-8")
    (found / "program.py").write_text(PROGRAM, encoding="utf-8")
    before = Path.cwd()
    os.chdir(found)
    try:
        yield found
    finally:
        os.chdir(before)


@pytest.fixture(scope="module")
def program(folder: Path) -> str:
    return f"external:{shlex.join([sys.executable, 'program.py'])}"


@pytest.fixture(scope="module")
def hosted(folder: Path, program: str) -> Iterator[Served]:
    listed = f"Bot=hostbot:Bot; Fish = {program};Broken=hostbot:Bot:raises=1;Away=external:./no-such-program"
    settings = Settings(
        database=f"sqlite:///{folder / 'table.sqlite3'}", players=listed, think_seconds=1.5, pause_seconds=0.0, workers=1
    )
    with served(settings) as running:
        yield running


def table_with(client: Client, level: str) -> dict[str, Any]:
    """A table where it is the computer's turn."""
    return client.table(seats=[{"kind": "computer", "level": level}, {"kind": "here"}])


def answered(client: Client, table: str) -> dict[str, Any]:
    """The view when a person is asked."""
    end = time.monotonic() + 90
    while (view := client.view(table))["decision"] is None or view["decision"]["seat"] != 1:
        assert time.monotonic() < end
        time.sleep(0.05)
    return view


def test_the_list_is_in_the_catalogue(hosted: Served) -> None:
    with Client(hosted.url) as client:
        found = client.get("/api/catalogue?lang=es").json()
    assert [one["id"] for one in found["guests"]] == ["Bot", "Fish", "Broken", "Away"]
    assert all(one["about"] and one["wins"] is None for one in found["guests"])
    assert not {"Bot", "Fish"} & {one["id"] for one in found["levels"]}


def test_a_class_and_a_program_of_the_host_play(hosted: Served, folder: Path) -> None:
    with Client(hosted.url) as client:
        for name in ("Bot", "Fish"):
            made = table_with(client, name)
            assert made["view"]["players"][0]["name"] == name
            view = answered(client, made["table"])
            assert view["players"][0]["level"] == name
    assert (folder / "asked").read_text().split() and (folder / "pids").read_text().split()
    budget = (folder / "told").read_text().split()
    assert budget[0] == "seed" and 0 < int(budget[budget.index("movetime") + 1]) <= 1500


def test_a_program_stays_from_one_answer_to_the_next(hosted: Served, folder: Path) -> None:
    with Client(hosted.url) as client:
        for _ in range(3):
            answered(client, table_with(client, "Fish")["table"])
    assert len((folder / "pids").read_text().split()) == 1


@pytest.mark.parametrize("name", ["Broken", "Away"])
def test_nobody_waits_for_one_that_fails(hosted: Served, name: str) -> None:
    with Client(hosted.url) as client:
        view = answered(client, table_with(client, name)["table"])
    assert view["seq"] > 1


@pytest.mark.parametrize("level", ["hostbot:Bot", "external:./anything", "external:touch started", "bot", "Fish;Bot"])
def test_a_seat_asks_for_a_name_of_the_list_and_for_nothing_else(hosted: Served, folder: Path, level: str) -> None:
    with Client(hosted.url) as client:
        seats = [{"kind": "computer", "level": level}, {"kind": "here"}]
        refused = client.post("/api/tables", {"game": "plus", "first": 0, "seats": seats})
    assert refused.status_code == 422 and refused.json()["code"] == "wrong_setup"
    assert not (folder / "started").exists()


def test_without_a_list_there_is_nobody(client: Client) -> None:
    assert client.get("/api/catalogue").json()["guests"] == []
    refused = client.post("/api/tables", {"game": "plus", "seats": [{"kind": "computer", "level": "Bot"}, {"kind": "here"}]})
    assert refused.json()["code"] == "wrong_setup"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
@pytest.mark.parametrize("hangs", ["hostbot:Hanging", "program"])
def test_what_hangs_ends_with_its_worker(folder: Path, program: str, hangs: str) -> None:
    """A program that says nothing, and a class that never comes back and has started a program of its own."""
    (folder / "pids").unlink(missing_ok=True)
    job = {
        "do": "think",
        "position": bastida.position(bastida.new_game("plus", seed=1)),
        "players": ["Red", "Blue"],
        "level": f"{program} --hangs" if hangs == "program" else hangs,
        "guest": True,
        "seed": 1,
    }

    async def ask() -> int:
        worker = Worker(1024, "")
        await worker.ask({**job, "level": "random", "guest": False}, 1.0)  # so that no time is left for its start
        with pytest.raises(Unanswered):
            answer = await worker.ask(job, 0.5)
            raise Unanswered(answer["error"])  # a program's silence is told in time
        await worker.stop()
        return int((folder / "pids").read_text(encoding="utf-8").split()[-1])

    number = asyncio.run(ask())
    end = time.monotonic() + 30
    while alive(number):
        assert time.monotonic() < end
        time.sleep(0.05)


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# -- the setting ------------------------------------------------------------------------------------------------------------


def test_the_list_is_names_and_players() -> None:
    assert guests_of("") == guests_of(" ; ") == {}
    assert guests_of("A=mybot:Bot:nodes=5; B c = external:time=1:./b --x=1 ;strong=search:time=5") == {
        "A": "mybot:Bot:nodes=5",
        "B c": "external:time=1:./b --x=1",
        "strong": "search:time=5",
    }


@pytest.mark.parametrize(
    "text",
    [
        "mybot:Bot",
        "A=",
        "=mybot:Bot",
        "A=x:Y;A=x:Z",
        "greedy=mybot:Bot",
        "A=nosuch",
        "A=external:",
        f"{'A' * 41}=x:Y",
        "A\x07=x:Y",
    ],
)
def test_what_is_no_list_is_told_at_the_start(text: str) -> None:
    with pytest.raises(WrongSetting, match="BASTIDA_PLAYERS"):
        read_settings({"BASTIDA_PLAYERS": text})
