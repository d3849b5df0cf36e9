"""Players who do not give up: whatever was not acknowledged they send again, and they keep what was."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from bastida import Record
from tests.server.clients import Client

STUCK = 120.0  # seconds without anything new: it has stopped for good


@dataclass
class Toll:
    """What it came to."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    records: int = 0  # compared with what was acknowledged, and equal
    refused: int = 0  # requests that were answered with a problem: come back later
    unanswered: int = 0  # requests that got no answer at all

    def __iadd__(self, other: Toll) -> Toll:
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)
        return self


class Player(threading.Thread):
    """Plays at a table at random, repeats with the same key whatever was not acknowledged, and keeps what was."""

    def __init__(self, url: str, number: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.client = Client(url)
        self.chance = random.Random(number)
        self.stop = stop
        self.failure: BaseException | None = None
        self.refused = self.unanswered = 0
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

    def patiently(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        """Send until there is an answer; one that says no must say when to come back, and no more than that."""
        while True:
            try:
                answer = send()
            except httpx.HTTPError:
                self.unanswered += 1
                time.sleep(0.01)
                continue
            if answer.status_code < 500:
                return answer
            proper_refusal(answer)
            self.refused += 1
            time.sleep(0.01)

    def compare(self) -> Toll:
        """The record tells what was acknowledged, no less and no more."""
        record = Record.from_text(self.patiently(lambda: self.client.get(f"/api/tables/{self.table}/record.bst")).text)
        record.check()
        kept = [answer.text for row in record.rows for answer in row.answers if answer.by != "chance"]
        self.client.http.close()
        lost, doubled = Counter(self.said) - Counter(kept), Counter(kept) - Counter(self.said)
        equal = int(kept == self.said)
        return Toll(0, len(self.said), lost.total(), doubled.total(), equal, self.refused, self.unanswered)


def proper_refusal(answer: httpx.Response) -> None:
    """503 as a problem document with a time to come back, and nothing of the server's inside."""
    assert answer.status_code == 503, answer.text
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["code"] == "no_database", answer.text
    assert "Traceback" not in answer.text and "sqlite" not in answer.text.casefold()


def answers(players: Sequence[Player]) -> int:
    return sum(len(player.said) for player in players)


def waited(done: Callable[[], bool], what: str) -> None:
    """Until something has come about."""
    end = time.monotonic() + STUCK
    while not done():
        assert time.monotonic() < end, what
        time.sleep(0.001)


def until(players: Sequence[Player], wanted: int) -> None:
    """So many answers are acknowledged, or every game is over."""
    waited(lambda: answers(players) >= wanted or not any(player.is_alive() for player in players), "no answer comes any more")


def finished(players: Sequence[Player], stop: threading.Event) -> None:
    """All stop after what they are doing, and none of them was told anything wrong."""
    stop.set()
    for player in players:
        player.join(STUCK)
        assert player.failure is None, player.failure
        assert not player.is_alive(), "an answer never came"
