"""Obligation 6: clocks on the server's time, with a lag allowance, and the outcome at zero that the table chose."""

from __future__ import annotations

import time

import pytest

from bastida.server.table.clocks import FORGIVEN, QUOTA, REFILL, Clock
from tests.server.clients import Client

SHORT = 0.4 / 60  # minutes


def running(minutes: float = 1.0, increment: float = 0.0) -> Clock:
    clock = Clock.new(minutes, increment, 2)
    clock.running, clock.since = 0, 100.0
    return clock


def test_a_clock_runs_for_whoever_is_asked() -> None:
    clock = running()
    assert clock.left(0, 110.0, ()) == 50_000
    assert clock.left(1, 110.0, ()) == 60_000


def test_time_without_a_server_does_not_count() -> None:
    clock = running()
    pauses = [(90.0, 95.0), (99.0, 103.0), (105.0, 107.0), (200.0, 300.0)]
    assert clock.left(0, 110.0, pauses) == 60_000 - 5_000
    assert clock.falls([(105.0, 107.0)]) == pytest.approx(100 + 60 + FORGIVEN / 1000 + 2)


def test_a_little_lag_is_forgiven_out_of_a_quota_that_fills_up() -> None:
    clock = running()
    for _ in range(20):
        after = clock.stopped(clock.since + 0.4, (), turn_over=False)
        assert after.ms[0] == 60_000
        assert after.lag[0] == min(QUOTA, clock.lag[0] - 400 + REFILL)
        clock = after
        clock.running = 0
    slow = clock.stopped(clock.since + 10, (), turn_over=False)
    assert slow.ms[0] == 60_000 - 10_000 + FORGIVEN
    quota = slow.lag[0]
    for _ in range(10):
        slow.running = 0
        slow = slow.stopped(slow.since + 2.0, (), turn_over=False)
    assert slow.lag[0] <= quota
    assert slow.ms[0] < 51_000 - 10 * 1_000


def test_the_increment_comes_with_the_end_of_the_turn() -> None:
    clock = running(increment=5.0)
    assert clock.stopped(100.0, (), turn_over=False).ms[0] == 60_000
    assert clock.stopped(100.0, (), turn_over=True).ms == [65_000, 60_000]


def test_the_clock_of_the_seat_that_is_asked_runs(client: Client) -> None:
    made = client.table(clock={"minutes": 1, "increment": 2, "at_zero": "lose"})
    view = made["view"]
    while view["active"] == 0:
        running = [player["seat"] for player in view["players"] if player["clock_running"]]
        assert running == [view["decision"]["seat"]]
        client.answer(made["table"], view, view["decision"]["options"][-1]["text"])
        view = client.view(made["table"])
    assert 60_000 < view["players"][0]["clock_ms"] <= 62_000
    assert view["players"][1]["clock_ms"] <= 60_000


def test_the_clock_waits_until_everybody_sits(client: Client) -> None:
    made = client.table("here", "link", clock={"minutes": 1, "increment": 0, "at_zero": "lose"})
    assert not any(player["clock_running"] for player in made["view"]["players"])
    client.post(f"/api/tables/{made['table']}/claim", {"token": made["seats"][1]["token"]})
    assert client.view(made["table"])["players"][0]["clock_running"]


def test_a_clock_of_which_nothing_else_is_said_ends_the_game(client: Client) -> None:
    made = client.table(clock={"minutes": SHORT})
    assert made["view"]["settings"]["clock"]["at_zero"] == "lose"
    with client.listen(made["table"]) as stream:
        while not stream.next("update")[2]["set"].get("over"):
            pass
    assert client.view(made["table"])["winners"] == [1]


@pytest.mark.parametrize("at_zero", ["lose", "computer", "claim", "nothing"])
def test_at_zero_the_table_does_what_it_was_set_to(client: Client, at_zero: str) -> None:
    made = client.table(clock={"minutes": SHORT, "increment": 0, "at_zero": at_zero})
    table = made["table"]
    with client.listen(table) as stream:
        stream.next("view")
        stream.next("update", timeout=20)
    view = client.view(table)
    if at_zero == "lose":
        assert view["outcome"] == {"reason": "time_lost", "winners": [1]}
    elif at_zero == "computer":
        assert view["players"][0]["stand_in"]
        end = time.monotonic() + 60
        while client.view(table)["active"] == 0 and time.monotonic() < end:
            time.sleep(0.05)
        assert client.view(table)["active"] == 1
    elif at_zero == "claim":
        assert not view["over"]
        assert client.act(table, "stand-in", 0, how="claim", by=1).status_code == 200
        assert client.view(table)["outcome"] == {"reason": "claim", "winners": [1]}
    else:
        assert not view["over"]
        assert client.answer(table, view).status_code == 200
        assert client.view(table)["players"][0]["clock_ms"] == 0
