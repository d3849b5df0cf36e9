"""Obligation 3: killed at any moment, the server comes back with the same record. No acknowledged answer is lost, and
none is applied twice; nor when it is the database that goes away.
"""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import httpx
import pytest

from bastida import Record
from tests.server.clients import Client
from tests.server.postgres import Cluster
from tests.server.running import SOAK, Mortal, once

KILLS = 1_000 if SOAK else 27  # on each of the two databases
TABLES = 3


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

    def compare(self) -> None:
        """The record tells what was acknowledged, no less and no more."""
        record = Record.from_text(self.client.get(f"/api/tables/{self.table}/record.bst").text)
        record.check()
        assert [answer.text for row in record.rows for answer in row.answers if answer.by != "chance"] == self.said
        self.client.http.close()


@once
@pytest.mark.soak
@pytest.mark.slow
def test_no_acknowledged_answer_is_lost_or_doubled(database: str) -> None:
    chance = random.Random(database.partition(":")[0])
    with Mortal(database) as server:
        stop = threading.Event()
        players = [Player(server.url, number, stop) for number in range(TABLES)]
        for player in players:
            player.start()
        finished: list[Player] = []
        for number in range(KILLS):
            wanted = answers(players) + chance.randrange(4)
            while answers(players) < wanted and any(player.is_alive() for player in players):
                time.sleep(0.001)
            time.sleep(chance.uniform(0.0, 0.02))  # in the middle of something
            server.kill()
            server.start()
            for place, player in enumerate(players):
                if not player.is_alive() and player.failure is None:  # its game is over: it starts another
                    finished.append(player)
                    players[place] = Player(server.url, 1_000 + number * TABLES + place, stop)
                    players[place].start()
        stop.set()
        for player in [*players, *finished]:
            player.join(30)
            assert player.failure is None, player.failure
        server.kill()
        server.start()
        for player in [*players, *finished]:
            player.compare()
        assert answers([*players, *finished]) > KILLS


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
        player.compare()


def answers(players: list[Player]) -> int:
    return sum(len(player.said) for player in players)
