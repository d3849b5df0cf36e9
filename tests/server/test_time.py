"""A clock that is set forward or back changes nobody's time, and whoever is there is not away."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bastida.server import Settings
from bastida.server.runtime import hours, rooms
from bastida.server.runtime.hours import Hours, wake
from bastida.server.runtime.schema import beats, pauses
from bastida.server.runtime.store import Store
from tests.server.clients import Client
from tests.server.running import Served, served

HOUR = 3600.0
CLOCK = {"minutes": 10, "increment": 0, "at_zero": "lose"}


class Times:
    """The system's clock and the time that passes, both in the hands of a test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jump = self.passed = 0.0
        real, steady, shared = time.time, time.monotonic, hours.database_clock
        monkeypatch.setattr(hours, "wall", lambda: real() + self.jump + self.passed)
        monkeypatch.setattr(hours, "database_clock", lambda connection: shared(connection) + self.jump + self.passed)
        monkeypatch.setattr(hours, "passing", lambda: steady() + self.passed)
        monkeypatch.setattr(time, "time", lambda: real() + self.jump + self.passed)  # whoever still asks it is found out


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    return Times(monkeypatch)


def left(client: Client, table: str) -> list[float]:
    """Minutes on the clocks; the seconds a test takes are not counted."""
    view = client.view(table)
    assert not view["over"]
    return [round(player["clock_ms"] / 60_000, 1) for player in view["players"]]


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_while_the_server_runs_changes_nothing(database: str, settings: Settings, times: Times, jump: float) -> None:
    with served(replace(settings, database=database)) as running, Client(running.url) as client:
        table = client.table(clock=CLOCK)["table"]
        for number in (1, 2):
            times.jump = number * jump
            assert left(client, table) == [10, 10]
            assert client.answer(table, client.view(table)).status_code == 200
            running.live.rooms[table].forget()
            assert left(client, table) == [10, 10]
        times.passed += 120
        seat = client.view(table)["decision"]["seat"]
        assert left(client, table)[seat] == 8
        assert client.answer(table, client.view(table)).status_code == 200
        assert 7.9 <= left(client, table)[seat] <= 8.1


STARTS = 0.3  # minutes that four servers may take to start on a busy machine; half a minute is what would be wrong


@pytest.mark.parametrize("jumps", [[HOUR, HOUR], [-HOUR, -HOUR], [HOUR, -HOUR], [-HOUR, HOUR]])
def test_jumps_between_stop_and_start_change_nothing(
    database: str, settings: Settings, times: Times, jumps: list[float]
) -> None:
    ready = replace(settings, database=database)
    with served(ready) as running, Client(running.url) as client:
        table, cookies = client.table(clock=CLOCK)["table"], client.http.cookies
        times.passed += 60
    expected = 9.0
    for jump in (*jumps, 0.0):
        times.jump += jump
        times.passed += 30  # nobody plays while there is no server
        with served(ready) as running, Client(running.url) as client:
            client.http.cookies.update(cookies)
            assert left(client, table) == pytest.approx([expected, 10], abs=STARTS)
            times.passed += 60
            expected -= 1
            assert left(client, table) == pytest.approx([expected, 10], abs=STARTS)


def test_a_player_whose_time_is_up_loses_after_a_jump_back_too(settings: Settings, times: Times) -> None:
    with served(settings) as running, Client(running.url) as client:
        table = client.table(clock=CLOCK)["table"]
        times.jump = -HOUR
        times.passed += 605
        with client.listen(table) as stream:
            view = stream.next("view")[2]
            while not view["over"]:  # the sweep finds it
                view = view | stream.next("update")[2]["set"]
        assert view["outcome"] == {"reason": "time_lost", "winners": [1]}


def test_a_start_at_the_same_moment_again_prolongs_the_pause(database: str, times: Times) -> None:
    store = Store(database)
    times.jump = -HOUR
    with store.engine.begin() as connection:
        store.beat(connection, hours.wall() + 2 * HOUR)
    for _ in range(3):
        with store.engine.begin() as connection:
            now = wake(store, connection)
            assert now == pytest.approx(hours.wall() + 2 * HOUR, abs=60)
    with store.engine.connect() as connection:
        kept = connection.execute(select(pauses.c.began, pauses.c.ended)).all()
        assert max(connection.scalars(select(beats.c.at))) == now
    assert [tuple(row) for row in kept] == [(now, now)]
    store.close()


def test_a_second_server_goes_by_the_first_when_the_clock_was_set(cluster: Any, times: Times) -> None:
    database = cluster.new_database()
    first = Store(database)
    with first.engine.begin() as connection:
        now = wake(first, connection)
    for jump in (HOUR, -HOUR, 0.0):
        times.jump = jump
        second = Store(database)
        with first.engine.connect() as still_there, second.engine.begin() as connection:
            still_there.execute(select(beats))
            assert wake(second, connection) == pytest.approx(now, abs=30)
            assert connection.execute(select(pauses)).all() == []
        second.close()
    first.close()


def test_a_server_that_slept_follows_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hours, "passing", lambda: 5.0)
    clock = Hours()
    clock.set(100.0)
    clock.at_least(None)
    clock.at_least(90.0)
    assert clock.now() == 100.0
    clock.at_least(700.0)
    assert clock.now() == 700.0


# -- who is away ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def running(settings: Settings, times: Times) -> Iterator[Served]:
    with served(replace(settings, claim_seconds=60)) as found:
        yield found


def test_away_counts_from_the_moment_one_is_asked(running: Served, times: Times) -> None:
    with Client(running.url) as client, Client(running.url) as guest:
        made = client.table("here", "link", game="plus-first-game")
        table = made["table"]
        guest.post(f"/api/tables/{table}/claim", {"token": made["seats"][1]["token"]})
        with guest.listen(table) as stream:
            stream.next("view")
        times.passed += HOUR  # the guest went long ago, but is asked only now
        while client.view(table)["decision"]["seat"] == 0:
            view = client.view(table)
            client.answer(table, view, view["decision"]["options"][-1]["text"])
        refused = client.act(table, "stand-in", 1, how="claim")
        assert refused.json()["code"] == "not_away"
        assert int(refused.headers["retry-after"]) > 50
        times.passed += 61
        assert client.act(table, "stand-in", 1, how="claim").status_code == 200


def test_the_table_says_from_when_the_others_may_go_on_without_somebody(running: Served, times: Times) -> None:
    """What it says and what is granted are the same."""
    with Client(running.url) as client, Client(running.url) as guest:
        made = client.table("here", "link", game="plus-first-game")
        table = made["table"]
        guest.post(f"/api/tables/{table}/claim", {"token": made["seats"][1]["token"]})

        def waits() -> list[int | None]:
            return [player["stand_in_ms"] for player in client.view(table)["players"]]

        def claimed() -> str:
            answer = client.act(table, "stand-in", 1, how="claim").json()
            return str(answer.get("code", "granted"))

        with guest.listen(table) as theirs:
            theirs.next("view")
            assert waits() == [None, None]
        times.passed += HOUR
        assert waits() == [None, None]  # away, but the game does not wait for them
        assert claimed() == "not_away"
        with client.listen(table) as mine:
            mine.next("presence")
            while client.view(table)["decision"]["seat"] == 0:
                view = client.view(table)
                client.answer(table, view, view["decision"]["options"][-1]["text"])
            updates = [mine.next("update")[2]["set"].get("players") for _ in range(client.view(table)["seq"] - 2)]
            assert 55_000 < updates[-1][1]["stand_in_ms"] <= 60_000
            assert claimed() == "not_away"
            with guest.listen(table):
                while mine.next("presence")[2]["seats"][1]["stand_in_ms"] is not None:
                    pass
                assert waits() == [None, None]
            while (found := mine.next("presence")[2]["seats"][1]["stand_in_ms"]) is None:
                pass
            assert 55_000 < found <= 60_000
            times.passed += 61
            assert waits() == [None, 0]
            assert claimed() == "granted"
            assert waits() == [None, None]


def test_a_program_that_polls_is_not_away(running: Served, times: Times) -> None:
    with Client(running.url) as client:
        made = client.table("link", "here")
        table, token = made["table"], made["seats"][0]["token"]
        with Client(running.url, token=token) as bot:
            for _ in range(5):
                bot.view(table)
                times.passed += rooms.HEARD - 5
                assert client.act(table, "stand-in", 0, how="claim").json()["code"] == "not_away"
                assert client.view(table)["players"][0]["connected"]
        assert set(running.live.rooms[table].heard) <= {0, 1}
        times.passed += rooms.HEARD + 61
        assert client.act(table, "stand-in", 0, how="claim").status_code == 200
