"""The computer waits a moment between two steps, so that people can follow it; nobody and nothing waits with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bastida.server import Settings
from bastida.server.table.view import Teller
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, served
from tests.server.sleeping import Sleep

PAUSE = 1000.0  # seconds, of a clock that the tests set
EASY = {"kind": "computer", "level": "random"}


def asleep(running: Served) -> Sleep:
    """The computer's pauses at a server, from now on."""
    sleep = Sleep()
    running.live.computers.sleep = sleep  # type: ignore[assignment]  # as asyncio.sleep is called here
    return sleep


@pytest.fixture
def slow(tmp_path: Path) -> Settings:
    more = {**PLENTY, "pause_seconds": PAUSE, "workers": 1, "computer_tables": True}
    return Settings(database=f"sqlite:///{tmp_path / 'table.sqlite3'}", think_seconds=0.3, **more)  # type: ignore[arg-type]


@pytest.fixture
def waiting(slow: Settings) -> Iterator[Served]:
    with served(slow) as running:
        yield running


def passed(client: Client, made: dict[str, object]) -> str:
    """A table at which the computer is asked: the first player has had a turn."""
    table = str(made["table"])
    client.play(table, random.Random(1), lambda view: view["decision"]["seat"] == 1)
    return table


@pytest.mark.parametrize(("pace", "times"), [({}, 1), ({"pace": "normal"}, 1), ({"pace": "slow"}, 2), ({"pace": "fast"}, 0)])
def test_every_step_waits_as_long_as_the_table_says(waiting: Served, pace: dict[str, str], times: int) -> None:
    sleep = asleep(waiting)
    sleep.open.set()
    with Client(waiting.url) as client:
        made = client.table(seats=[{"name": "Ana"}, EASY], game="plus-first-game", **pace)
        assert made["view"]["settings"]["pace"] == pace.get("pace", "normal")
        view = client.play(made["table"], random.Random(1), lambda view: view["turn"] == 5)
    steps = [line for line in view["log"] if line["seat"] == 1 and line["kind"] in ("tile", "figure")]
    assert len(sleep.asked) >= len(steps) > 2
    assert all(PAUSE * times - 100 < asked <= PAUSE * times for asked in sleep.asked)


def test_where_only_computers_play_nobody_waits(waiting: Served) -> None:
    sleep = asleep(waiting)
    with Client(waiting.url) as client:
        made = client.table(seats=[EASY, EASY], game="plus-first-game")
        client.play(made["table"], random.Random(1), lambda view: view["turn"] > 3)
    assert set(sleep.asked) == {0.0}


def test_where_nobody_looks_any_more_the_computer_plays_on(waiting: Served) -> None:
    with Client(waiting.url) as client:
        table = passed(client, client.table(seats=[{"name": "Ana"}, EASY]))
        room = waiting.live.rooms[table]
        assert room.table is not None
        assert waiting.live.computers.rest(room, room.table) > 0
        room.seen -= 100
        assert waiting.live.computers.rest(room, room.table) == 0
        with client.listen(table) as stream:
            stream.next("view")
            assert waiting.live.computers.rest(room, room.table) > 0


def test_while_it_waits_it_holds_no_process_no_table_and_no_clock(waiting: Served) -> None:
    sleep = asleep(waiting)
    with Client(waiting.url) as client:
        clock = {"minutes": 10, "increment": 0, "at_zero": "lose"}
        table = passed(client, client.table(seats=[{"name": "Ana"}, EASY], clock=clock))
        assert sleep.asleep.wait(30)
        other = client.table()
        assert client.post(f"/api/tables/{other['table']}/hint", {"seat": 0}).status_code == 200  # there is one process
        assert client.act(table, "chat", 0, text="hello").status_code == 200
        view = client.view(table)
        assert view["decision"]["seat"] == 1
        assert not any(player["clock_running"] for player in view["players"])
        sleep.open.set()
        after = client.play(table, random.Random(1), lambda view: view["decision"]["seat"] == 0)
        assert 590_000 < after["players"][1]["clock_ms"] <= 600_000  # it pays for its thinking, not for the pause


def test_talk_does_not_hold_the_computer_up(waiting: Served) -> None:
    with Client(waiting.url) as client:
        table = passed(client, client.table(seats=[{"name": "Ana"}, EASY]))
        room = waiting.live.rooms[table]
        assert room.table is not None
        before = room.table.position_at
        assert client.act(table, "chat", 0, text="hello").status_code == 200
        assert room.table.position_at == before < room.table.touched


def test_it_has_waited_already_when_time_has_passed(waiting: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking counts, and so does a time in which no server ran."""
    with Client(waiting.url) as client:
        table = passed(client, client.table(seats=[{"name": "Ana"}, EASY]))
        live = waiting.live
        room = live.rooms[table]
        assert room.table is not None
        for seconds, left in ((0, PAUSE), (400, PAUSE - 400), (PAUSE, 0), (5000, 0), (-50, PAUSE)):
            monkeypatch.setattr(live, "now", lambda at=room.table.position_at + seconds: at)
            assert live.computers.rest(room, room.table) == pytest.approx(left)


def test_another_server_waits_longer_before_it_takes_over(waiting: Served) -> None:
    with Client(waiting.url) as client:
        table = passed(client, client.table(seats=[{"name": "Ana"}, EASY]))
        found = waiting.live.rooms[table].table
        assert found is not None
        assert (found.next_due(waiting.live.computers.patience(found)) or 0) > found.touched + PAUSE


def test_a_computer_that_waited_when_its_server_ended_answers_at_the_next(slow: Settings) -> None:
    with served(slow) as first, Client(first.url) as client:
        sleep = asleep(first)
        table = passed(client, client.table(seats=[{"name": "Ana"}, EASY]))
        assert sleep.asleep.wait(30)
        cookies = client.http.cookies
    with served(replace(slow, pause_seconds=0.0)) as second, Client(second.url) as client:
        client.http.cookies = cookies
        client.play(table, random.Random(1), lambda view: view["decision"]["seat"] == 0)


def test_a_table_of_an_earlier_version_plays_as_usual(waiting: Served) -> None:
    with Client(waiting.url) as client:
        table = client.table()["table"]
        found = waiting.live.rooms[table].table
        assert found is not None
        del found.config["pace"]
        assert waiting.live.computers.pause(found) == PAUSE
        assert Teller(found, "en").view([0], [0], 0.0)["settings"]["pace"] == "normal"


def test_an_unknown_pace_is_refused(client: Client) -> None:
    assert client.post("/api/tables", {"pace": "hurried"}).status_code == 400
