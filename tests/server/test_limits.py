"""Limits by address: what counts as one, streams that open at once, and several servers that keep them together."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import httpx
import pytest
from sqlalchemy import insert, select

from bastida.server import Settings
from bastida.server.http import limits
from bastida.server.http.limits import Bucket
from bastida.server.runtime import shared
from bastida.server.runtime.schema import buckets, streams
from bastida.server.runtime.shared import Shared
from bastida.server.runtime.store import Store
from tests.server.clients import Client, Stream
from tests.server.postgres import Cluster
from tests.server.running import Process, once, served

pytestmark = once


def until(true: Callable[[], bool]) -> None:
    """Wait for something that is sure to come, and not for ever if it does not."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


# -- one server -------------------------------------------------------------------------------------------------------------


def test_all_addresses_of_a_household_share_a_limit(settings: Settings) -> None:
    with served(replace(settings, rate=0.001, burst=6)) as server, Client(server.url) as client:

        def statuses(*addresses: str) -> list[int]:
            return [client.get("/healthz", headers={"X-Forwarded-For": address}).status_code for address in addresses]

        assert statuses(*(f"2001:db8::{number}" for number in range(8))) == [200] * 6 + [429] * 2
        assert statuses("2001:db8:0:1::1") == [200]
        assert statuses(*["192.0.2.1", "::ffff:192.0.2.1"] * 4) == [200] * 6 + [429] * 2
        assert statuses("no", "address", "<at>", "all", "x" * 900, "1.2.3.4.5", "::g") == [200] * 6 + [429]


def test_streams_that_open_at_once_are_counted_before_they_do(settings: Settings) -> None:
    with served(replace(settings, streams=5)) as server, Client(server.url) as client:
        table = client.table()["table"]
        found: list[int] = []
        opened = threading.Barrier(30, timeout=60)

        def listen() -> None:
            opened.wait()
            path = f"{server.url}/api/tables/{table}/events"
            with (
                httpx.Client(cookies=client.http.cookies, timeout=30, trust_env=False) as one,
                one.stream("GET", path) as answer,
            ):
                found.append(answer.status_code)
                everybody.wait()  # those who are in stay until all have had an answer

        everybody = threading.Barrier(30, timeout=60)
        threads = [threading.Thread(target=listen) for _ in range(30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(found) == [200] * 5 + [429] * 25
        until(lambda: not server.app.state.limits.streams)  # all were given back
        with client.listen(table) as stream:
            stream.next("view")


def test_what_costs_more_takes_more(settings: Settings) -> None:
    with served(replace(settings, rate=0.001, burst=50)) as server, Client(server.url) as client:
        answers = [client.get("/api/records/nothing/film.webp").status_code for _ in range(2)]
        assert answers == [404, 429]
        assert client.get("/healthz").status_code == 200
    bucket = Bucket(1.0, 10, lambda: 0.0)
    assert bucket.take("a", 1_000) == 0  # what is more than a full bucket empties it
    assert bucket.take("a") == pytest.approx(1.0)


def test_what_was_used_elsewhere_is_owed_but_not_for_ever() -> None:
    bucket = Bucket(1.0, 10, lambda: 0.0)
    bucket.deduct("a", 1_000_000)
    assert bucket.take("a") == pytest.approx(11.0)


def test_names_that_strangers_make_up_are_bounded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADDRESSES", 100)
    found = limits.Limits(settings)
    for number in range(1_000):
        found.charge(f"10.0.{number // 250}.{number % 250}")
    assert len(found.requests.levels) == 100
    assert len(found.used) <= 100


# -- several servers ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def database(cluster: Cluster) -> str:
    return cluster.new_database()


@contextlib.contextmanager
def two(database: str, **more: object) -> Iterator[tuple[Process, Process]]:
    one, other = Process(database, **more), Process(database, **more)
    try:
        one.start(wait=False)
        other.start(wait=False)
        one.wait()
        other.wait()
        yield one, other
    finally:
        one.kill()
        other.kill()


def test_new_tables_and_chat_are_counted_over_all_servers(database: str) -> None:
    with two(database, tables_per_hour=4, chat_per_minute=4) as servers, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Client(server.url)) for server in servers]
        made = [clients[number % 2].post("/api/tables", {}) for number in range(8)]
        assert [answer.status_code for answer in made] == [201] * 4 + [429] * 4
        token = made[0].json()["seats"][0]["token"]
        players = [stack.enter_context(Client(server.url, token=token)) for server in servers]
        began = time.monotonic()
        said = [players[n % 2].act(made[0].json()["table"], "chat", 0, text="hi").status_code for n in range(8)]
        assert said[:4] == [200] * 4
        assert said.count(200) <= 5 + (time.monotonic() - began) / 15  # four a minute drip in


def test_streams_are_counted_over_all_servers_and_a_dead_one_holds_none(database: str) -> None:
    with two(database, streams=16) as (one, other), Client(one.url) as here, contextlib.ExitStack() as stack:
        made = here.table("here", "link")
        there = stack.enter_context(Client(other.url, token=made["seats"][1]["token"]))
        first = [stack.enter_context(here.listen(made["table"])) for _ in range(10)]
        assert [stream.status for stream in first] == [200] * 10
        more = [stack.enter_context(there.listen(made["table"])) for _ in range(10)]
        assert [stream.status for stream in more] == [200] * 6 + [429] * 4
        first[0].close()

        def opened() -> bool:
            stream: Stream = stack.enter_context(there.listen(made["table"]))
            return stream.status == 200

        until(opened)
        assert not opened()
        one.kill()
        until(opened)


def test_requests_at_one_server_count_at_the_other(database: str) -> None:
    with two(database, rate=0.001, burst=60) as (one, other), Client(one.url) as here, Client(other.url) as there:
        until(lambda: here.get("/healthz").status_code == 429)
        used = 0
        while there.get("/healthz").status_code == 200:
            used += 1
            time.sleep(1.0)  # longer than an exchange; of its own the other one would allow sixty of them
        assert used < 50


def test_lines_of_limits_are_tidied_up(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MOST", 5)
    store = Store(database)
    ours = Shared(store)
    with store.engine.begin() as connection:
        connection.execute(insert(streams).values(server="dead", name="192.0.2.1", number=7))
        connection.execute(insert(buckets).values(name="old", level=0.0, at=1.0))
    for number in range(9):
        assert ours.take(f"table {number}", 0.001, 2, 1) == 0
    assert ours.take("table 8", 0.001, 2, 1) == 0
    assert ours.take("table 8", 0.001, 2, 1) > 900
    assert ours.hold("192.0.2.1", 1, 8)
    assert not ours.hold("192.0.2.1", 2, 8)
    ours.tidy()
    assert ours.hold("192.0.2.1", 2, 8)
    with store.engine.connect() as connection:
        assert sorted(connection.scalars(select(buckets.c.name))) == [f"table {number}" for number in range(4, 9)]
        assert list(connection.scalars(select(streams.c.server))) == [store.server]
    store.close()
