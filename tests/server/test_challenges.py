"""Challenges: who may ask whom, what comes of an answer, who hears of it, and how many there may be."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from bastida.server import Settings
from bastida.server.club.lobby.schema import challenges
from bastida.server.http.lobby_models import Challenges
from tests.server.clients import Client, Stream
from tests.server.conftest import PLENTY
from tests.server.people import People
from tests.server.postgres import Cluster
from tests.server.running import Process, Served, served

PATH = "/api/challenges"
CLOCK = {"minutes": 15.0, "increment": 10.0, "at_zero": "lose"}


@pytest.fixture
def club(database: str) -> Iterator[Served]:
    with served(Settings(database=database, think_seconds=0.2, **PLENTY | {"challenges_per_hour": 100_000})) as running:
        yield running


@pytest.fixture
def people(club: Served) -> Iterator[People]:
    found = People(club.app.state.settings.database)
    yield found
    found.close()


def listed(client: Client) -> dict[str, Any]:
    answer = client.get(PATH)
    assert answer.status_code == 200, answer.text
    return Challenges.model_validate_json(answer.content).model_dump()


def ask(client: Client, to: str, **more: Any) -> str:
    """A challenge that was sent; its name."""
    answer = client.post(PATH, {"to": to} | more)
    assert answer.status_code == 201, answer.text
    sent = Challenges.model_validate_json(answer.content).sent
    return next(one.id for one in sent if one.to.id == to and one.state == "open")


def settle(client: Client, name: str, how: str) -> Any:
    return client.post(f"{PATH}/{name}/{how}")


def test_a_challenge_that_is_accepted_seats_both(club: Served, people: People) -> None:
    (ana, first), (luis, second) = (people.client(club.url, name) for name in ("Ana", "Luis"))
    with ana, luis, people.device(club.url, second) as phone, Stream(luis, "/api/lobby/events") as stream:
        assert stream.next("challenges")[2] == {"received": [], "sent": []}
        name = ask(ana, second, game="plus", sets=["inns"], clock=CLOCK, first="me", rated=False)
        told = Challenges.model_validate(stream.next("challenges")[2]).received[0]
        assert (told.by.name, told.by.id, told.to.name, told.state) == ("Ana", first, "Luis", "open")
        assert (told.parts, told.rated, told.clock and told.clock.minutes) == (["Inns & Cathedrals"], False, 15.0)
        assert listed(ana)["sent"][0]["id"] == listed(phone)["received"][0]["id"] == name

        answer = settle(phone, name, "accept")
        assert answer.status_code == 200, answer.text
        table = answer.json()["received"][0]["table"]
        assert stream.next("challenges")[2]["received"][0]["table"] == table
        assert listed(ana)["sent"][0]["state"] == "accepted"
        assert listed(ana)["sent"][0]["table"] == table
        for client, seat in ((ana, 0), (luis, 1), (phone, 1)):
            view = client.view(table)
            assert view["you"] == [seat]
            assert [(player["name"], player["member"]) for player in view["players"]] == [("Ana", first), ("Luis", second)]
        assert view["status"] == "playing" and view["decision"]["seat"] == 0
        assert view["settings"]["clock"] == CLOCK
        with Client(club.url) as stranger:
            assert stranger.get(f"/api/tables/{table}").status_code == 401


def test_of_answers_that_come_at_once_one_counts(club: Served, people: People) -> None:
    (ana, _), (luis, second) = (people.client(club.url, name) for name in ("Ana", "Luis"))
    with ana, luis, ThreadPoolExecutor(6) as pool:
        for _ in range(3):
            name = ask(ana, second)
            hows = ["accept", "accept", "decline", "accept", "decline", "withdraw"]
            answers = list(pool.map(lambda how, name=name: settle(ana if how == "withdraw" else luis, name, how), hows))
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
            assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"challenge_over"}
            state = listed(luis)["received"][0]["state"]
            assert (listed(luis)["received"][0]["table"] is not None) == (state == "accepted")


def test_only_whom_it_concerns_may_answer(club: Served, people: People) -> None:
    (ana, first), (luis, second), (eva, _) = (people.client(club.url, name) for name in ("Ana", "Luis", "Eva"))
    with ana, luis, eva, Client(club.url) as guest:
        assert guest.post(PATH, {"to": first}).json()["code"] == "no_member"
        assert listed(guest) == {"received": [], "sent": []}
        name = ask(ana, second)
        for how in ("accept", "decline", "withdraw"):
            assert settle(eva, name, how).json()["code"] == "not_challenged"
            assert settle(eva, "nothing", how).json()["code"] == "no_challenge"
        assert settle(ana, name, "accept").json()["code"] == settle(luis, name, "withdraw").json()["code"] == "not_challenged"
        assert settle(guest, name, "accept").json()["code"] == "no_member"
        assert settle(guest, name, "withdraw").json()["code"] == "not_challenged"
        assert listed(eva) == {"received": [], "sent": []}
        assert settle(ana, name, "withdraw").status_code == 200
        assert listed(luis)["received"][0]["state"] == "withdrawn"
        assert settle(luis, name, "accept").json()["code"] == "challenge_over"


def test_what_cannot_be_played_is_refused_when_it_is_asked(club: Served, people: People) -> None:
    (ana, first), (_, second) = (people.client(club.url, name) for name in ("Ana", "Luis"))
    with ana:
        assert ana.post(PATH, {"to": second, "game": "nothing"}).status_code == 422
        for nobody in ("nobody", first):
            assert ana.post(PATH, {"to": nobody}).json()["code"] == "nobody_to_challenge"


def test_nobody_is_challenged_by_whom_he_has_blocked(club: Served, people: People) -> None:
    (ana, first), (luis, second) = (people.client(club.url, name) for name in ("Ana", "Luis"))
    with ana, luis:
        name = ask(luis, first)
        people.block(first, second)
        assert luis.post(PATH, {"to": first}).json()["code"] == "nobody_to_challenge"
        assert ana.post(PATH, {"to": second}).json()["code"] == "nobody_to_challenge"
        assert settle(ana, name, "accept").json()["code"] == "nobody_to_challenge"
        assert listed(ana)["received"][0]["state"] == "open"


def test_one_that_nobody_answers_is_over(club: Served, people: People) -> None:
    (ana, _), (luis, second) = (people.client(club.url, name) for name in ("Ana", "Luis"))
    with ana, luis:
        name = ask(ana, second)
        with people.store.engine.execution_options(writes=True).begin() as connection:
            connection.execute(update(challenges).values(expires=time.time() - 5))
        assert listed(ana)["sent"][0]["state"] == "expired"
        assert settle(luis, name, "accept").json()["code"] == "challenge_over"
        ask(ana, second)  # another one may be sent


def test_there_are_not_too_many(club: Served, people: People) -> None:
    ana, first = people.client(club.url, "Ana")
    others = [people.client(club.url, f"Other {number}") for number in range(21)]
    with ana:
        ask(ana, others[0][1])
        assert ana.post(PATH, {"to": others[0][1]}).json()["code"] == "challenge_open"
        for _, member in others[1:5]:
            ask(ana, member)
        assert ana.post(PATH, {"to": others[5][1]}).status_code == 429
        for client, _ in others[:20]:
            ask(client, first)
        assert others[20][0].post(PATH, {"to": first}).status_code == 429
        assert len(listed(ana)["received"]) == 20
    for client, _ in others:
        client.http.close()


def test_so_many_in_an_hour(settings: Settings) -> None:
    with served(replace(settings, challenges_per_hour=3)) as server:
        people = People(server.app.state.settings.database)
        (ana, _), (_, second) = (people.client(server.url, name) for name in ("Ana", "Luis"))
        with ana:
            for _ in range(3):
                settle(ana, ask(ana, second), "withdraw")
            assert ana.post(PATH, {"to": second}).json()["code"] == "too_many_challenges"
        people.close()


def test_two_servers_tell_of_each_others_challenges(cluster: Cluster) -> None:
    database = cluster.new_database()
    with Process(database, challenges_per_hour=1000) as one, Process(database, challenges_per_hour=1000) as two:
        people = People(database)
        (ana, _), (luis, second) = people.client(one.url, "Ana"), people.client(two.url, "Luis")
        with ana, luis, Stream(ana, "/api/lobby/events") as of_ana, Stream(luis, "/api/lobby/events") as of_luis:
            for stream in (of_ana, of_luis):
                stream.next("challenges")
            name = ask(ana, second)
            found = of_luis.next("challenges")[2]
            assert found["received"][0]["id"] == name
            table = settle(luis, name, "accept").json()["received"][0]["table"]
            while (told := of_ana.next("challenges")[2])["sent"][0]["state"] != "accepted":
                pass
            assert told["sent"][0]["table"] == table
            assert (ana.view(table)["you"], luis.view(table)["you"]) == ([0], [1])
        people.close()
