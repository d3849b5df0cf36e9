"""A rematch: one new table for the same people, made once, at which each of them sits down with one request."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from bastida.server import Settings
from bastida.server.http.table_models import RematchMade
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, served

CLOCK = {"minutes": 20.0, "increment": 5.0, "at_zero": "claim"}


@pytest.fixture
def guest(server: Served) -> Iterator[Client]:
    with Client(server.url) as one:
        yield one


def over(client: Client, *others: Client, **more: Any) -> str:
    """A table that is over: seat 0 is the first client's, the next ones came by link."""
    made = client.table("here", *["link"] * len(others), **more) if others else client.table(**more)
    table: str = made["table"]
    for seat, other in enumerate(others, 1):
        answer = other.post(f"/api/tables/{table}/claim", {"token": made["seats"][seat]["token"], "name": f"Guest {seat}"})
        assert answer.status_code == 200, answer.text
    assert client.act(table, "resign", 0).status_code == 200
    for seat, other in list(enumerate(others, 1))[:-1]:
        assert other.act(table, "resign", seat).status_code == 200
    assert client.view(table)["over"]
    return table


def again(client: Client, table: str, seat: int | None, **more: Any) -> Any:
    return client.post(f"/api/tables/{table}/rematch", {"seat": seat, "key": client.key()} | more)


def test_whoever_asks_first_makes_the_table_and_the_other_sits_down_there(client: Client, guest: Client) -> None:
    more = {"game": "plus", "sets": ["river"], "without": ["farmers"], "undo": "ask", "draw": "moment", "clock": CLOCK}
    table = over(client, guest, aids={"hints": False}, **more)
    old = client.view(table)
    with guest.listen(table) as stream:
        stream.next("view")
        answer = again(client, table, 0)
        assert answer.status_code == 200, answer.text
        made = answer.json()
        RematchMade.model_validate(made)
        assert made["seats"] == [0]
        assert "#" in made["watch"]
        told = stream.next("update")[2]
        assert told["set"]["rematch"] == {"table": made["table"], "seat": 0}
        assert told["append"]["log"][0]["kind"] == "rematch"
    new = client.view(made["table"])
    assert (new["status"], new["you"], new["game"], new["settings"]) == ("waiting", [0], old["game"], old["settings"])
    for key in ("name", "colour"):
        assert [player[key] for player in new["players"]] == [player[key] for player in old["players"]]
    assert new["active"] == 1, "the other one begins"
    assert new["players"][0]["clock_ms"] == 1_200_000
    assert guest.get(f"/api/tables/{made['table']}").json()["code"] == "no_seat"
    sat = again(guest, table, 1)
    assert sat.json() == {"table": made["table"], "seats": [1], "watching": False, "token": None, "watch": None}
    view = guest.view(made["table"])
    assert (view["status"], view["you"]) == ("playing", [1])
    assert guest.answer(made["table"], view).status_code == 200


def test_there_is_one_rematch_however_often_it_is_asked_for(client: Client, guest: Client) -> None:
    table = over(client, guest)
    body = {"seat": 0, "key": "once"}
    answers = [client.post(f"/api/tables/{table}/rematch", body) for _ in range(2)]
    answers += [again(client, table, 0), again(guest, table, 1), again(guest, table, 1)]
    assert {answer.json()["table"] for answer in answers} == {answers[0].json()["table"]}
    log = client.view(answers[0].json()["table"])["log"]
    assert [line["kind"] for line in log] == ["take"], "sat down once"
    assert [line["kind"] for line in client.view(table)["log"]].count("rematch") == 1


def test_of_two_who_ask_at_once_one_makes_the_table(server: Served, client: Client, guest: Client) -> None:
    for _ in range(5):
        table = over(client, guest)
        with ThreadPoolExecutor(2) as pool:
            found = [one.result() for one in [pool.submit(again, client, table, 0), pool.submit(again, guest, table, 1)]]
        assert [answer.status_code for answer in found] == [200, 200]
        assert len({answer.json()["table"] for answer in found}) == 1
        assert client.view(found[0].json()["table"])["status"] == "playing"


def test_nobody_gets_anothers_seat(server: Served, client: Client, guest: Client) -> None:
    table = over(client, guest)
    with Client(server.url) as stranger:
        assert again(stranger, table, 0).json()["code"] == "no_seat"
        assert again(guest, table, 0).json()["code"] == "wrong_seat"
        new = again(client, table, 0).json()["table"]
        assert again(stranger, table, 1).json()["code"] == "no_seat"
        assert again(stranger, table, None).json()["code"] == "no_seat"
        assert stranger.get(f"/api/tables/{new}").json()["code"] == "no_seat"
        assert again(client, table, 1).json()["code"] == "wrong_seat"
    assert client.view(new)["you"] == [0]
    assert client.act(new, "resign", 1).json()["code"] == "wrong_seat"


def test_a_game_that_goes_on_and_a_lesson_have_no_rematch(client: Client) -> None:
    table = client.table()["table"]
    assert again(client, table, 0).json()["code"] == "not_over"
    first = client.get("/api/lessons").json()["lessons"][0]
    lesson = client.post(f"/api/lessons/{first['component']}/{first['steps'][0]['id']}").json()
    assert client.act(lesson["table"], "resign", 0).status_code == 200
    assert again(client, lesson["table"], 0).json()["code"] == "no_rematch"


def test_who_plays_here_alone_or_with_computers_begins_at_once(client: Client) -> None:
    seats = [{"kind": "here", "name": "Ana"}, {"kind": "computer", "level": "random", "name": "Robot"}]
    table = client.table(seats=seats)["table"]
    assert client.act(table, "resign", 0).status_code == 200
    new = again(client, table, 0).json()["table"]
    view = client.view(new)
    assert view["status"] == "playing"
    assert [(player["kind"], player["level"], player["name"]) for player in view["players"]] == [
        ("here", None, "Ana"),
        ("computer", "random", "Robot"),
    ]
    while view["decision"]["seat"] == 1:  # the computer begins this time, without anybody asking it to
        view = client.view(new)
    assert len(view["board"]) > 1
    both = over(client)
    made = again(client, both, 0).json()
    assert (made["seats"], client.view(made["table"])["status"]) == ([0, 1], "playing")


def test_a_program_gets_a_token_of_its_own(server: Served, client: Client) -> None:
    made = client.table("here", "link")
    table = made["table"]
    with Client(server.url) as plain:
        claimed = plain.post(f"/api/tables/{table}/claim", {"token": made["seats"][1]["token"], "keep": "token"}).json()
    with Client(server.url, token=claimed["token"]) as bot:
        assert bot.act(table, "resign", 1).status_code == 200
        first, second = (again(bot, table, 1, keep="token").json() for _ in range(2))
        assert (first["table"], first["seats"]) == (second["table"], [1])
        assert first["token"] != second["token"]
    for token, status in ((first["token"], 401), (second["token"], 200), (claimed["token"], 401)):
        with Client(server.url, token=token) as one:
            assert one.get(f"/api/tables/{first['table']}").status_code == status


def test_whoever_watched_may_watch_the_rematch_and_makes_none(server: Served, client: Client, guest: Client) -> None:
    made = client.table("here", "here")
    table = made["table"]
    guest.post(f"/api/tables/{table}/claim", {"token": made["watch"].partition("#")[2]})
    client.act(table, "resign", 0)
    assert again(guest, table, None).json()["code"] == "no_rematch"
    assert again(guest, table, 0).json()["code"] == "watching"
    new = again(client, table, 0).json()["table"]
    answer = again(guest, table, None).json()
    assert (answer["table"], answer["seats"], answer["watching"]) == (new, [], True)
    assert guest.view(new)["you"] == []


def test_a_rematch_counts_as_a_new_table_and_sitting_down_does_not(settings: Settings) -> None:
    few = replace(settings, **PLENTY | {"tables_per_hour": 2})
    with served(few) as running, Client(running.url) as client, Client(running.url) as guest:
        table = over(client, guest)
        made = again(client, table, 0)
        assert made.status_code == 200
        assert [again(guest, table, 1).status_code for _ in range(5)] == [200] * 5
        new = made.json()["table"]
        assert client.act(new, "resign", 0).status_code == 200
        refused = again(client, new, 0)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_tables")
        assert client.view(new)["rematch"] is None


def test_the_result_is_a_picture_for_whoever_sits_or_watches_there(server: Served, client: Client, guest: Client) -> None:
    table = client.table(game="plus")["table"]
    assert client.get(f"/api/tables/{table}/result.svg").json()["code"] == "not_over"
    client.act(table, "resign", 0)
    drawn = client.get(f"/api/tables/{table}/result.svg?lang=es")
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")
    for word in ("Plus", "P0", "P1", "abandon"):
        assert word in drawn.text
    assert client.get(f"/api/tables/{table}/result.svg?lang=en").text != drawn.text
    assert client.get(f"/api/tables/{table}/result.png").content.startswith(b"\x89PNG")
    assert guest.get(f"/api/tables/{table}/result.png").json()["code"] == "no_seat"


def test_a_rematch_survives_a_restart(database: str, settings: Settings) -> None:
    ready = replace(settings, database=database)
    with served(ready) as running, Client(running.url) as client, Client(running.url) as guest:
        table = over(client, guest)
        new, cookies = again(client, table, 0).json()["table"], guest.http.cookies
    with served(ready) as running, Client(running.url) as guest:
        guest.http.cookies.update(cookies)
        assert guest.view(table)["rematch"] == {"table": new, "seat": 0}
        assert again(guest, table, 1).json()["table"] == new
        assert guest.view(new)["status"] == "playing"


def test_three_play_again_and_the_next_one_begins(server: Served, client: Client, guest: Client) -> None:
    with Client(server.url) as third:
        table = over(client, guest, third)
        new = again(guest, table, 1).json()["table"]
        assert guest.view(new)["active"] == 1
        assert again(third, table, 2).status_code == 200
        assert guest.view(new)["status"] == "waiting"
        assert again(client, table, 0).status_code == 200
        assert third.view(new)["status"] == "playing"
