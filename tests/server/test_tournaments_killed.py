"""Killed at any moment, on one server or several, a tournament goes on: every round, table and result is there once."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from bastida.server.club.tournaments import kept
from bastida.server.club.tournaments.schema import matches, rounds
from bastida.server.runtime.schema import duplicates, tables
from bastida.server.runtime.store import Store
from tests.server.clients import Client
from tests.server.members import Enrolled, enrol
from tests.server.running import Mortal, once

ROUNDS, PLAYERS, KILLS = 3, 6, 10
AWAY = (httpx.TransportError, httpx.HTTPStatusError)


class Round(threading.Thread):
    """Somebody who gives up all games as soon as they are there, at whatever server answers."""

    def __init__(self, urls: list[str], members: list[Enrolled], name: str) -> None:
        super().__init__(daemon=True)
        self.urls, self.members, self.name_of_cup = urls, {member.id: member for member in members}, name
        self.chance, self.stop = random.Random(name), threading.Event()

    def run(self) -> None:
        while not self.stop.is_set():
            with contextlib.suppress(*AWAY, KeyError, ValueError):
                if self.once():
                    return
            time.sleep(0.02)

    def once(self) -> bool:
        """One look; True when the tournament is over."""
        with Client(self.chance.choice(self.urls)) as anybody:
            shown = anybody.get(f"/api/tournaments/{self.name_of_cup}").raise_for_status().json()
        if shown["state"] == "over":
            return True
        members = {entry["number"]: self.members[entry["member"]] for entry in shown["entries"]}
        for match in shown["rounds"][-1]["matches"]:
            for table in match["tables"]:
                if table["status"] in ("waiting", "playing"):
                    seat = self.chance.randrange(2)
                    with Client(self.chance.choice(self.urls), token=members[table["seats"][seat]].token) as player:
                        player.act(table["table"], "resign", seat)
        return False


@once
@pytest.mark.slow
def test_nothing_is_done_twice_and_nothing_is_lost(database: str, tmp_path: Path) -> None:
    several = database.startswith("postgres")
    store = Store(database.replace("postgresql://", "postgresql+psycopg://"))
    members = [enrol(store.engine, f"M{number}") for number in range(PLAYERS)]
    store.close()
    chance = random.Random(database.partition(":")[0])
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(Mortal(database)) for _ in range(1 + several)]
        name = made(servers[0].url, members)
        player = Round([server.url for server in servers], members, name)
        player.start()
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.1, 0.8))
            server = chance.choice(servers)
            server.kill()
            server.start()
        player.join(120)
        player.stop.set()
        assert not player.is_alive()
        check(database, name)


def made(url: str, members: list[Enrolled]) -> str:
    plan = {"rounds": ROUNDS, "together": True, "pause_minutes": 0}
    for member in members:
        with Client(url, token=member.token) as client:
            if member is members[0]:
                answer = client.post("/api/tournaments", {"name": "Cup", "setup": {"game": "plus-first-game"}, "plan": plan})
                name = str(answer.json()["id"])
            assert client.post(f"/api/tournaments/{name}/entries", {}).status_code == 200
    with Client(url, token=members[0].token) as client:
        assert client.post(f"/api/tournaments/{name}/start", {}).status_code == 200
    return name


def check(database: str, name: str) -> None:
    store = Store(database.replace("postgresql://", "postgresql+psycopg://"))
    try:
        with store.engine.connect() as connection:
            found = kept.read(connection, name)
            assert found is not None

            def number(of: Any, *where: Any) -> int:
                return connection.scalar(select(func.count()).select_from(of).where(*where)) or 0

            assert (number(rounds), number(matches), number(duplicates)) == (ROUNDS, ROUNDS * PLAYERS // 2, 2 * ROUNDS)
            assert number(tables) == 2 * number(matches)
            assert number(duplicates, duplicates.c.closed) == 2 * ROUNDS
        named = [table for one in found.rounds for match in one.matches for table in match.tables]
        assert len(set(named)) == len(named) == 2 * ROUNDS * PLAYERS // 2
        assert all(score is not None for one in found.rounds for match in one.matches for score in match.scores or [None])
        met = [frozenset((match.first, match.second)) for one in found.rounds for match in one.matches]
        assert len(set(met)) == len(met)
    finally:
        store.close()


@once
def test_of_servers_that_begin_a_round_at_once_one_does(cluster: Any) -> None:
    database = cluster.new_database()
    store = Store(database.replace("postgresql://", "postgresql+psycopg://"))
    members = [enrol(store.engine, f"M{number}") for number in range(4)]
    store.close()
    with Mortal(database) as one, Mortal(database) as other:
        with Client(one.url, token=members[0].token) as client:
            name = str(client.post("/api/tournaments", {"name": "Cup", "setup": {"game": "plus-first-game"}}).json()["id"])
        for member in members:
            with Client(other.url, token=member.token) as client:
                assert client.post(f"/api/tournaments/{name}/entries", {}).status_code == 200
        answers: list[int] = []

        def start(url: str) -> None:
            with Client(url, token=members[0].token) as client:
                answers.append(client.post(f"/api/tournaments/{name}/start", {}).status_code)

        threads = [threading.Thread(target=start, args=(server.url,)) for server in (one, other, one, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 409, 409, 409]
        with Client(one.url) as client:
            shown = client.get(f"/api/tournaments/{name}").json()
        assert len(shown["rounds"]) == 1
        assert [table["status"] for match in shown["rounds"][0]["matches"] for table in match["tables"]] == [
            "waiting",
            "later",
        ] * 2
