"""Every table is counted exactly once: by several servers at once, and by one that is killed again and again."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bastida.server import Settings
from bastida.server.club.members.known import Member
from bastida.server.club.results import counting, luck, people, rating
from bastida.server.club.results.anew import recompute
from bastida.server.runtime.store import Store
from bastida.server.runtime.writer import Writer
from tests.server.clients import Client
from tests.server.club_games import finished, join, store_of, write
from tests.server.conftest import PLENTY
from tests.server.running import Mortal, apart, once, served
from tests.server.test_admin import admin, told

MEMBERS = ("Ana", "Luis", "Eva", "Pau")


def rows(store: Store, statement: str) -> list[Any]:
    with store.engine.connect() as connection:
        return list(connection.execute(text(statement)).all())


def until(done: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def joined(store: Store) -> list[str]:
    return [join(store, name)[0] for name in MEMBERS]


def some_tables(store: Store, number: int, people: list[str]) -> list[str]:
    """Finished tables of members, as they come in while a server runs: not in the order of their ends."""
    chance = random.Random()
    ends = [1_700_000_000.0 + chance.random() * 1e6 for _ in range(number)]
    return [finished(store, chance.sample(people, 2), chance.randrange(4), at=at) for at in ends]


def check_all(store: Store, tables: list[str]) -> None:
    """One game of each table, one result for each seat, and ratings as they are when made anew."""
    assert Counter(row[0] for row in rows(store, "SELECT table_id FROM games")) == Counter(tables)
    assert Counter(row[0] for row in rows(store, "SELECT table_id FROM results")) == Counter({table: 2 for table in tables})
    assert rows(store, "SELECT sum(games) FROM ratings") == [(2 * len(tables),)]
    figures = "SELECT table_id, seat, mu, sigma, mu_before, sigma_before FROM results ORDER BY table_id, seat"
    before = rows(store, figures)
    assert all(None not in row for row in before)
    write(store, rating.anew)
    for scale in rating.unrated(store):
        while write(store, lambda connection: rating.go_on(connection, scale)):  # noqa: B023 - done at once
            pass
    assert rows(store, figures) == before


def rated(store: Store, number: int) -> bool:
    """Are so many games counted and rated?"""
    games = rows(store, "SELECT count(*) FROM games")[0][0]
    return games == number and not rating.unrated(store)


def test_servers_that_count_at_once_count_each_table_once(database: str) -> None:
    store, other = store_of(database), store_of(database)
    tables = some_tables(store, 12, joined(store))
    writers = [Writer(store), Writer(other)]

    async def count(one: Store, writer: Writer) -> int:
        done = 0
        for table in tables:
            told = await asyncio.to_thread(counting.read, one, table)
            assert told is not None
            done += await writer.write(lambda connection: counting.count(connection, told, 1.0))  # noqa: B023 - awaited
            for scale in await asyncio.to_thread(rating.unrated, one):
                await writer.write(lambda connection: rating.go_on(connection, scale, 2))  # noqa: B023 - awaited
        return done

    async def both() -> list[int]:
        return await asyncio.gather(count(store, writers[0]), count(other, writers[1]))

    assert sum(apart(both())) == len(tables)
    for writer in writers:
        writer.close()
    for scale in rating.unrated(store):
        while write(store, lambda connection: rating.go_on(connection, scale)):  # noqa: B023 - done at once
            pass
    assert counting.uncounted(store, 10) == []
    check_all(store, tables)
    store.close()
    other.close()


@once
@pytest.mark.slow
def test_a_server_that_is_killed_again_and_again_counts_each_table_once(database: str) -> None:
    store = store_of(database)
    chance = random.Random(1)
    with Mortal(database) as server:
        people = joined(store)
        tables = some_tables(store, 8, people)
        for _ in range(12):
            server.kill()
            tables += some_tables(store, 2, people)
            server.start()
            time.sleep(chance.uniform(0.05, 0.8))
        until(lambda: rated(store, len(tables)))
    check_all(store, tables)
    store.close()


@once
@pytest.mark.slow
def test_two_servers_with_one_database_count_each_table_once(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastida.server.club.results.results.SWEEP", 0.1)
    database = cluster.new_database()
    settings = Settings(database=database, **PLENTY)
    with served(settings) as first, served(settings):
        store = first.live.store
        tables = some_tables(store, 15, joined(store))
        until(lambda: rated(store, len(tables)))
        until(lambda: rows(store, "SELECT count(*) FROM games WHERE due IS NULL AND text IS NOT NULL") == [(15,)])
        assert rows(store, "SELECT count(*) FROM results WHERE sources IS NULL") == [(0,)]
        best = "SELECT * FROM bests ORDER BY family, year, kind, name"
        before = rows(store, best)
        check_all(store, tables)
        recompute(store, time.time())  # while both go on
        assert rows(store, best) == before


def test_a_record_that_cannot_be_read_is_tried_again_and_then_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastida.server.club.results.results.SWEEP", 0.1)
    monkeypatch.setattr("bastida.server.club.results.results.AGAIN", 0.2)
    with served(Settings(database=f"sqlite:///{tmp_path / 'x.sqlite3'}", **PLENTY)) as running, Client(running.url) as client:
        store = running.live.store
        ana, luis = join(store, "Ana")[0], join(store, "Luis")[0]
        table = finished(store, [ana, luis])
        until(lambda: rows(store, "SELECT count(*) FROM games WHERE due IS NULL") == [(1,)])
        broken = finished(store, [ana, luis], 2)
        write(
            store,
            lambda c: c.execute(
                text(f"UPDATE events SET body = '{{\"steps\": [\"nonsense\"]}}' WHERE table_id = '{broken}' AND seq = 2")
            ),
        )
        until(lambda: rows(store, f"SELECT tries FROM games WHERE table_id = '{broken}' AND due IS NULL") == [(3,)])
        found = client.get(f"/api/club/games/{broken}").json()
        assert (found["rated"], found["record"]) == (True, False)
        assert client.get(f"/api/club/games/{table}").json()["record"]
        missing = finished(store, [ana, luis], 3)
        write(store, lambda c: c.execute(text(f"UPDATE tables SET result = NULL, counted = false WHERE id = '{missing}'")))
        last = finished(store, [ana, luis], 3)
        until(lambda: client.get(f"/api/club/games/{last}").status_code == 200)
        until(lambda: counting.uncounted(store, 10) == [])


def test_luck_is_taken_from_the_analysis_of_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastida.server.club.results.results.SWEEP", 0.2)
    database = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    with served(Settings(database=database, analysis_passes="quick", **PLENTY)) as running, Client(running.url) as client:
        store = running.live.store
        ana, token = join(store, "Ana")
        luis, _ = join(store, "Luis")
        table = finished(store, [ana, luis], steps=5)
        until(lambda: client.get(f"/api/club/games/{table}").json().get("record", False))
        write(store, lambda connection: store.hold(connection, f"member {ana}", table, [0]))
        with Client(running.url, token) as mine:
            texts = [mine.get(f"/api/tables/{table}/record.bst").text, client.get(f"/api/club/games/{table}/record.bst").text]
        assert texts[0] != texts[1]  # the players' names at the table are not those of the members
        headers = {"Content-Type": "text/plain"}
        ids = [client.http.post("/api/records", content=one.encode(), headers=headers).json()["id"] for one in texts]
        known = rows(store, "SELECT record_id, public_id FROM games")
        assert known == [tuple(ids)]
        assert luck.fresh(store, 10) == []
        until(lambda: client.post(f"/api/records/{ids[0]}/analysis").json()["ready"] == "quick", 600)
        until(lambda: client.get(f"/api/club/games/{table}").json()["sides"][0]["luck"] is not None)
        sides = client.get(f"/api/records/{ids[0]}/analysis").json()["sides"]
        found = client.get(f"/api/club/games/{table}").json()["sides"]
        assert [(one["luck"], one["adjusted"]) for one in found] == [
            (round(side["luck"], 1), round(side["adjusted"], 1)) for side in sides
        ]
        page = client.get(f"/api/members/{ana}").json()["luck"]
        assert page["games"] == 1
        assert page["margin"] == pytest.approx(page["adjusted"] + page["luck"], abs=0.02)


def test_the_host_has_everything_made_anew_and_the_same_comes_out(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastida.server.club.results.results.SWEEP", 0.1)
    with served(Settings(database=database, **PLENTY)) as running:
        names = some_tables(running.live.store, 6, joined(running.live.store))
        until(lambda: rated(running.live.store, len(names)))
        until(lambda: rows(running.live.store, "SELECT count(*) FROM games WHERE due IS NULL AND text IS NOT NULL") == [(6,)])
    store = store_of(database)
    [(gone,)] = rows(store, "SELECT player FROM results ORDER BY at LIMIT 1")
    write(store, lambda connection: people.erase(connection, Member(gone, "", "red")))

    def everything() -> list[Any]:
        order = {"games": "table_id", "results": "table_id, seat", "ratings": "player", "bests": "family, year, kind, name"}
        return [rows(store, f"SELECT * FROM {table} ORDER BY {by}") for table, by in order.items()]

    def spoil(connection: Connection) -> None:
        for table in names[:2]:
            connection.execute(text("UPDATE results SET place = 3 - place, points = 7 WHERE table_id = :t"), {"t": table})
        connection.execute(text("UPDATE ratings SET mu = 99.0"))
        connection.execute(text("UPDATE bests SET value = 1000000"))

    before = everything()
    write(store, spoil)
    assert everything() != before
    whole = {"tables": 6, "counted": 0, "corrected": 2, "unreadable": 0, "rated": 6, "remembered": 6}
    assert told(database, "recompute") == whole
    assert everything() == before, "whoever was erased stays so, and the others keep what they won"
    assert told(database, "recompute") == whole | {"corrected": 0}

    def lose(connection: Connection) -> None:
        for table in ("bests", "results", "games"):
            connection.execute(text(f"DELETE FROM {table} WHERE table_id = :t"), {"t": names[0]})
        connection.execute(text("UPDATE tables SET result = '{}' WHERE id = :t"), {"t": names[1]})

    write(store, lose)
    done = admin(database, "recompute")
    assert "1 games were missing, 0 put right, 1 cannot be read" in done.stdout
    assert [len(found) for found in everything()[:2]] == [6, 12]
    store.close()
