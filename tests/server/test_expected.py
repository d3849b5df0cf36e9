"""What a computer expects is shown where the table allows hints, and nowhere else: not a byte of it is sent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import bastida
from bastida import from_position
from bastida.server import Settings
from bastida.server.http.view_models import View
from bastida.server.table.replaying import table_of
from bastida.server.table.state import Expected
from bastida.server.table.view import Teller
from tests.server.clients import Client, updated
from tests.server.running import Served, served

COMPUTER = {"kind": "computer", "level": "greedy"}
MARGIN, CHANCE = 4.4567, 0.62839


class Thinker:
    """Stands in for the processes: it can tell what it expects, unless told otherwise."""

    def __init__(self) -> None:
        self.expects: dict[str, float] = {"margin": MARGIN, "chance": CHANCE}

    async def ask(self, job: dict[str, Any], *_: object) -> dict[str, Any]:
        options = from_position(job["position"], players=job["players"]).options()
        return {"answer": random.Random(1).choice(options).text, "took": 0.0, **self.expects}


@pytest.fixture
def thinker(running: Served, monkeypatch: pytest.MonkeyPatch) -> Thinker:
    found = Thinker()
    monkeypatch.setattr(running.live.pool, "ask", found.ask)
    return found


@pytest.fixture
def running(settings: Settings, database: str) -> Iterator[Served]:
    with served(replace(settings, database=database)) as found:
        yield found


def round_of(client: Client, table: str) -> dict[str, Any]:
    """The table after Ana and the computer have had a turn each."""
    turn = client.view(table)["turn"] + 2
    return client.play(table, random.Random(1), lambda view: view["turn"] >= turn and view["decision"]["seat"] == 0)


def test_seats_and_spectators_see_what_the_computer_expects(
    running: Served, thinker: Thinker, settings: Settings, database: str
) -> None:
    with Client(running.url) as client, Client(running.url) as guest:
        made = client.table(seats=[{"name": "Ana"}, COMPUTER])
        table = made["table"]
        guest.post(f"/api/tables/{table}/claim", {"token": made["watch"].rpartition("#")[2].rpartition("/")[2]})
        with client.listen(table) as stream:
            heard = stream.next("view")[2]
            assert heard["expected"] == []
            view = round_of(client, table)
            while heard["seq"] < view["seq"]:
                heard = updated(heard, stream.next("update")[2])
        told = {"seat": 1, "margin": 4.5, "chance": 0.628, "sentence": "Expects to end 4 points ahead (63% to win)"}
        assert view["expected"] == heard["expected"] == [told]
        for language, words in (("es", "4 puntos por delante (63 %"), ("ca", "4 punts per davant (63 %")):
            assert words in client.view(table, language)["expected"][0]["sentence"]
        assert guest.view(table)["you"] == []
        assert guest.view(table)["expected"] == [told]
        thinker.expects = {}
        assert round_of(client, table)["expected"] == [told], "an answer about which nothing is said changes nothing"
        cookies = client.http.cookies
    with served(replace(settings, database=database)) as second, Client(second.url) as client:
        client.http.cookies = cookies
        assert client.view(table)["expected"] == [told]


def test_where_hints_are_not_allowed_nothing_of_it_is_sent(running: Served, thinker: Thinker) -> None:
    with Client(running.url) as client:
        made = client.table(seats=[{"name": "Ana"}, COMPUTER], aids={"hints": False})
        with client.listen(made["table"]) as stream:
            stream.next("view")
            view = round_of(client, made["table"])
            while stream.next("update")[1] != view["seq"]:
                pass
            sent = b"".join(stream.raw)
        seen = client.get(f"/api/tables/{made['table']}").content
    assert view["expected"] == []
    for piece in (sent, seen):
        assert b'"expected":[' not in piece.replace(b'"expected":[]', b"")
        assert not any(word in piece for word in (b'"margin"', b'"chance":', b"Expects", b"4.5", b"0.628"))


def test_a_rule_of_the_view_holds_for_every_margin() -> None:
    table = table_of("name", bastida.new_game("plus", players=["Ana", "Luis"], seed=1))
    table.outcome = None
    for margin, words in ((1.2, "1 point ahead"), (-2.6, "3 points behind"), (0.4, "a close end"), (-0.4, "a close end")):
        table.expects = {1: Expected(0, margin, 0.5)}
        view = Teller(table, "en").view([0], [], 0.0)
        View.model_validate(view)
        assert words in view["expected"][0]["sentence"]


def test_what_was_expected_goes_with_the_answer_that_is_taken_back(running: Served, thinker: Thinker) -> None:
    """And with the game, and when a person answers for the seat."""
    with Client(running.url) as client:
        table = client.table(seats=[{"name": "Ana"}, {"name": "Luis"}])["table"]
        found = running.live.rooms[table].table
        assert found is not None
        found.expects = {1: Expected(0, 3.0, 0.6), 0: Expected(1, 1.0, 0.5)}
        view = client.view(table)
        assert [told["seat"] for told in view["expected"]] == [0, 1]
        client.answer(table, view)
        view = client.view(table)
        assert [told["seat"] for told in view["expected"]] == [1], "Ana has answered herself"
        found.expects[1] = Expected(len(found.game.steps) - 1, 3.0, 0.6)
        assert client.act(table, "undo", 0, seq=view["seq"]).status_code == 200
        assert client.view(table)["expected"] == []
        found.expects = {1: Expected(0, 3.0, 0.6)}
        assert client.act(table, "resign", 0).status_code == 200
        view = client.view(table)
        assert view["over"]
        assert view["expected"] == []
