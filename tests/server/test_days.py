"""Games over days: so long for every turn, holidays, and going on slowly by agreement."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert

from bastida.server import Settings
from bastida.server.club.members.schema import devices, members
from bastida.server.http.seat_tokens import digest
from bastida.server.runtime import hours
from bastida.server.table.clocks import DAY, FORGIVEN, Clock, joined
from tests.server.clients import Client
from tests.server.running import Served, served

SLOW = {"days": 3, "at_zero": "computer"}
HOURS = 3600.0
DAYS = 24 * HOURS
SLACK = 60_000  # milliseconds a test may take


class Passing:
    """Time that passes as a test wants it to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        wall, steady, shared = hours.wall, hours.passing, hours.database_clock
        monkeypatch.setattr(hours, "wall", lambda: wall() + self.seconds)
        monkeypatch.setattr(hours, "passing", lambda: steady() + self.seconds)
        monkeypatch.setattr(hours, "database_clock", lambda connection: shared(connection) + self.seconds)


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> Passing:
    return Passing(monkeypatch)


@pytest.fixture
def running(database: str, settings: Settings, passing: Passing) -> Iterator[Served]:
    with served(replace(settings, database=database, holiday_days=20)) as one:
        yield one


def member(server: Served, client: Client, name: str) -> str:
    """The browser of a client becomes a member's."""
    assert client.get("/api/tables").status_code == 200
    client.table("here", "computer")  # whoever makes a table has a cookie
    (cookie,) = (value for key, value in client.http.cookies.items() if "bastida" in key)
    browser, live, who = digest(cookie.partition(".")[0]), server.live, name.casefold()
    with live.store.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(
            insert(members).values(id=who, created=0, seen=0, name=name, folded=who, colour="red", invited=False, wishes="{}")
        )
        connection.execute(insert(devices).values(browser=browser, member_id=who, created=0, label=""))
    server.app.state.house.people.forget()
    return who


def left(client: Client, table: str, seat: int) -> float:
    """Days on a clock."""
    return round(client.view(table)["players"][seat]["clock_ms"] / DAY, 2)


def offer(client: Client, table: str, seat: int, **more: Any) -> Any:
    return client.act(table, "offers", seat, seq=client.view(table)["seq"], **more)


# -- the clock ----------------------------------------------------------------------------------------------------------------


def test_whoever_is_asked_has_all_the_days_again() -> None:
    clock = Clock.new(0, 0, 2, days=2)
    clock.run(0, 100.0)
    after = clock.stopped(100.0 + DAYS, (), turn_over=False)
    assert after.ms[0] == DAY + FORGIVEN
    after.run(1, 100.0 + DAYS)
    assert after.ms == [DAY + FORGIVEN, 2 * DAY]
    after.run(0, 100.0 + 2 * DAYS)
    assert after.ms[0] == 2 * DAY
    assert after.stopped(100.0 + 3 * DAYS, (), turn_over=True).ms[0] == 2 * DAY, "a second turn has its own days"


def test_a_clock_stands_still_in_holidays_and_where_no_server_ran_but_only_once_for_both() -> None:
    clock = Clock.new(0, 0, 2, days=1)
    clock.run(0, 0.0)
    clock.rest(0, 10.0, 10.0 + 2 * DAYS)
    pauses = [(5.0, 20.0)]
    assert clock.left(0, 10.0 + 2 * DAYS, pauses) == DAY - 5_000
    assert clock.falls(pauses) == pytest.approx(10 + 2 * DAYS + DAYS - 5 + FORGIVEN / 1000)
    clock.rest(0, 10.0 + DAYS, 10.0 + DAYS)  # back early
    assert clock.left(0, 20.0 + DAYS, pauses) == DAY - 15_000


def test_a_holiday_that_begins_after_the_time_is_up_does_not_help() -> None:
    clock = Clock.new(0, 0, 2, days=1)
    clock.run(0, 0.0)
    clock.rest(0, 2 * DAYS, 9 * DAYS)
    assert clock.falls(()) == pytest.approx(DAYS + FORGIVEN / 1000)
    clock.rest(1, 0.0, 9 * DAYS)
    assert clock.left(0, HOURS, ()) == DAY - HOURS * 1000, "another's holiday is no matter of this clock"


def test_spans_that_overlap_are_one() -> None:
    assert joined([(5, 9), (1, 3), (2, 4), (9, 10), (20, 21)]) == [(1, 4), (5, 10), (20, 21)]


# -- at a table ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clock", [{"days": 8}, {"days": 0}, {"days": 2, "minutes": 5}, {"days": 2, "increment": 5}, {"increment": 5}, {}]
)
def test_days_or_minutes_and_nothing_in_between(client: Client, clock: dict[str, Any]) -> None:
    answer = client.post("/api/tables", {"clock": clock, "seats": [{}, {}]})
    assert answer.status_code == 400


def test_a_turn_of_a_slow_game_has_its_days_and_then_the_computer_plays_on(running: Served, passing: Passing) -> None:
    with Client(running.url) as ana, Client(running.url) as eva:
        made = ana.table("here", "link", clock=SLOW)
        table = made["table"]
        eva.post(f"/api/tables/{table}/claim", {"token": made["seats"][1]["token"]})
        passing.seconds += 2.5 * DAYS
        assert left(ana, table, 0) == 0.5
        assert ana.view(table)["players"][0]["stand_in_ms"] is None, "nobody has to sit at a slow table"
        answer = eva.act(table, "stand-in", 0, by=1, how="claim")
        assert answer.json()["code"] == "not_away"
        while ana.view(table)["decision"]["seat"] == 0:
            assert ana.answer(table, ana.view(table)).status_code == 200
        assert left(eva, table, 1) == 3.0
        passing.seconds += 3.1 * DAYS
        running.live.rooms[table].forget()
        ana.get(f"/api/tables/{table}")
        end = time.monotonic() + 30
        while not eva.view(table)["players"][1]["stand_in"]:  # the time is up, and a sweep finds it
            assert time.monotonic() < end
            time.sleep(0.05)


def test_slow_games_that_wait_for_me_come_first_and_say_how_long(running: Served, passing: Passing) -> None:
    with Client(running.url) as ana:
        waiting = ana.table("here", "link", clock={"days": 5})
        live = ana.table("here", "here")["table"]
        with Client(running.url) as eva:
            eva.post(f"/api/tables/{waiting['table']}/claim", {"token": waiting["seats"][1]["token"]})
        quick = ana.table("here", "link", clock={"days": 1})
        with Client(running.url) as eva:
            eva.post(f"/api/tables/{quick['table']}/claim", {"token": quick["seats"][1]["token"]})
        found = ana.get("/api/tables").json()["tables"]
        assert [one["table"] for one in found] == [quick["table"], waiting["table"], live]
        assert found[0]["left_ms"] == pytest.approx(DAY, abs=SLACK)
        assert found[2]["left_ms"] is None
        ana.act(live, "resign", 0)
        ana.act(live, "resign", 1)
        assert [one["status"] for one in ana.get("/api/tables").json()["tables"]] == ["playing", "playing", "over"]


def test_a_live_game_goes_on_slowly_when_all_agree(running: Served) -> None:
    with Client(running.url) as ana, Client(running.url) as eva:
        made = ana.table("here", "link", clock={"minutes": 5, "increment": 0, "at_zero": "lose"})
        table = made["table"]
        eva.post(f"/api/tables/{table}/claim", {"token": made["seats"][1]["token"]})
        assert offer(ana, table, 0, kind="slow").status_code == 400
        assert offer(ana, table, 0, kind="undo", days=2).status_code == 400
        assert offer(ana, table, 0, kind="slow", days=2).status_code == 200
        view = eva.view(table)
        assert "2 days" in view["offers"][0]["sentence"]
        assert view["settings"]["clock"]["minutes"] == 5
        number = view["offers"][0]["number"]
        assert eva.act(table, f"offers/{number}", 1, accept=True).status_code == 200
        view = eva.view(table)
        assert view["settings"]["clock"]["days"] == 2
        assert [round(player["clock_ms"] / DAY, 1) for player in view["players"]] == [2, 2]
        running.live.rooms[table].forget()
        assert eva.view(table)["settings"]["clock"] == view["settings"]["clock"], "it follows from the events"


def test_a_holiday_stops_my_slow_clocks_and_nobody_elses(running: Served, passing: Passing) -> None:
    with Client(running.url) as ana, Client(running.url) as eva:
        member(running, ana, "Ana")
        made = ana.table("here", "link", clock={"days": 1, "at_zero": "lose"})
        table = made["table"]
        eva.post(f"/api/tables/{table}/claim", {"token": made["seats"][1]["token"]})
        assert ana.http.put("/api/me/holiday", json={"days": 21}).json()["code"] == "no_holiday"
        assert eva.http.put("/api/me/holiday", json={"days": 1}).json()["code"] == "no_member"
        told = ana.http.put("/api/me/holiday", json={"days": 10}).json()
        assert told["used"] == 10
        again = ana.http.put("/api/me/holiday", json={"days": 10}).json()
        assert again == told, "said twice, taken once"
        passing.seconds += 4 * DAYS
        assert left(ana, table, 0) == 1.0
        assert ana.http.delete("/api/me/holiday").json() == {"until": None, "used": 5, "most": 20}
        passing.seconds += 6 * HOURS
        assert left(ana, table, 0) == 0.75
        running.live.rooms[table].forget()
        assert left(ana, table, 0) == 0.75
        assert ana.http.delete("/api/me/holiday").json()["code"] == "no_holiday_now"
        while ana.view(table)["decision"]["seat"] == 0:
            ana.answer(table, ana.view(table))
        assert left(eva, table, 1) == 1.0
        passing.seconds += 12 * HOURS
        assert left(eva, table, 1) == 0.5
