"""Obligation 3: killed at any moment, the server comes back with the same record. No acknowledged answer is lost, and
none is applied twice; nor when it is the database that goes away.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from bastida import Record
from tests.server.clients import Client
from tests.server.postgres import Cluster
from tests.server.running import SOAK, Mortal, once
from tests.soaking import Kept

KILLS = 1_000 if SOAK else 27  # on each of the two databases
ROUND = 50  # kills of one server on one database; a soak that was stopped goes on after the last whole round
TABLES = 3
STUCK = 120.0  # seconds without anything new: it has stopped for good


@dataclass
class Toll:
    """What a round came to."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    records: int = 0  # compared with what was acknowledged, and equal


class Player(threading.Thread):
    """Plays at a table at random, repeats with the same key whatever was not acknowledged, and keeps what was."""

    def __init__(self, url: str, number: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.client = Client(url)
        self.chance = random.Random(number)
        self.stop = stop
        self.failure: BaseException | None = None
        self.new_table()

    def new_table(self) -> None:
        made = self.client.table(game="plus-first-game")
        self.table: str = made["table"]
        self.said: list[str] = []
        self.view: dict[str, Any] = made["view"]

    def run(self) -> None:
        try:
            while not self.stop.is_set() and not self.view["over"]:
                options = self.view["decision"]["options"]
                self.answer(self.chance.choice(options)["text"])
                self.view = self.patiently(lambda: self.client.get(f"/api/tables/{self.table}")).json()
        except BaseException as error:
            self.failure = error

    def answer(self, text: str) -> None:
        body = {"seat": self.view["decision"]["seat"], "seq": self.view["seq"], "key": self.client.key(), "answer": text}
        answer = self.patiently(lambda: self.client.post(f"/api/tables/{self.table}/answers", body))
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == self.view["seq"] + 1
        self.said.append(text)

    def patiently(self, send: Any) -> httpx.Response:
        """Send until there is an answer."""
        while True:
            try:
                answer: httpx.Response = send()
            except httpx.HTTPError:
                time.sleep(0.01)
                continue
            if answer.status_code < 500:
                return answer
            time.sleep(0.01)

    def compare(self) -> Toll:
        """The record tells what was acknowledged, no less and no more."""
        record = Record.from_text(self.client.get(f"/api/tables/{self.table}/record.bst").text)
        record.check()
        kept = [answer.text for row in record.rows for answer in row.answers if answer.by != "chance"]
        self.client.http.close()
        lost, doubled = Counter(self.said) - Counter(kept), Counter(kept) - Counter(self.said)
        return Toll(0, len(self.said), lost.total(), doubled.total(), int(kept == self.said))


@once
@pytest.mark.soak
@pytest.mark.slow
def test_no_acknowledged_answer_is_lost_or_doubled(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    kind = database.partition(":")[0]
    if not SOAK:
        sound(killed(database, KILLS, random.Random(kind)))
        return
    kept = Kept(f"kills-{kind}")
    while (done := kept.sum("kills")) < KILLS:
        place = f"sqlite:///{tmp_path / str(done)}.sqlite3" if kind == "sqlite" else fresh(request)
        toll = killed(place, min(ROUND, KILLS - done), random.Random(f"{kind} {done}"))
        kept.add(**vars(toll))
        sound(toll)
    print(kept.told())


def fresh(request: pytest.FixtureRequest) -> str:
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


def sound(toll: Toll) -> None:
    assert (toll.lost, toll.doubled) == (0, 0), toll
    assert toll.records >= TABLES, toll
    assert toll.acknowledged > toll.kills, toll


def killed(database: str, kills: int, chance: random.Random) -> Toll:
    """Kill a server so often while tables are played at it, and compare every record at the end."""
    with Mortal(database) as server:
        stop = threading.Event()
        players = [Player(server.url, chance.randrange(1 << 30), stop) for _ in range(TABLES)]
        for player in players:
            player.start()
        finished: list[Player] = []
        for _ in range(kills):
            until(players, answers(players) + chance.randrange(4))
            time.sleep(chance.uniform(0.0, 0.02))  # in the middle of something
            server.kill()
            server.start()
            for place, player in enumerate(players):
                if not player.is_alive() and player.failure is None:  # its game is over: it starts another
                    finished.append(player)
                    players[place] = Player(server.url, chance.randrange(1 << 30), stop)
                    players[place].start()
        stop.set()
        for player in [*players, *finished]:
            player.join(STUCK)
            assert player.failure is None, player.failure
            assert not player.is_alive(), "an answer never came"
        server.kill()
        server.start()
        toll = Toll(kills)
        for player in [*players, *finished]:
            for name, count in vars(player.compare()).items():
                setattr(toll, name, getattr(toll, name) + count)
        assert toll.records == len(players) + len(finished), toll
        return toll


def until(players: list[Player], wanted: int) -> None:
    """So many answers are acknowledged, or every game is over."""
    end = time.monotonic() + STUCK
    while answers(players) < wanted and any(player.is_alive() for player in players):
        assert time.monotonic() < end, "no answer comes any more"
        time.sleep(0.001)


@once
def test_a_database_that_goes_away_in_mid_play_comes_back_with_everything() -> None:
    with Cluster.started() as cluster, Mortal(cluster.new_database()) as server:
        stop = threading.Event()
        player = Player(server.url, 1, stop)
        player.start()
        with Client(server.url, language="es") as somebody:
            for _ in range(3):
                wanted = len(player.said) + 5
                while len(player.said) < wanted and player.is_alive():
                    time.sleep(0.01)
                cluster.stop()
                refused = somebody.post(
                    "/api/tables", {"game": "plus", "seats": [{"kind": "here", "name": "Ana"}, {"kind": "link"}]}
                )
                assert (refused.status_code, refused.json()["code"]) == (503, "no_database")
                assert refused.headers["Retry-After"]
                cluster.resume()
        stop.set()
        player.join(60)
        assert player.failure is None, player.failure
        assert len(player.said) >= 15
        server.kill()
        server.start()
        assert player.compare() == Toll(0, len(player.said), 0, 0, 1)


def answers(players: list[Player]) -> int:
    return sum(len(player.said) for player in players)
