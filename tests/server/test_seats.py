"""Whose a seat is: links are used up, renewed and revoked, and whoever has lost a seat has lost it at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bastida.server.http.table_models import Claimed, SeatGiven
from bastida.server.runtime import holding
from bastida.server.runtime.holding import Holdings
from bastida.server.runtime.store import Store
from tests.server.clients import Client
from tests.server.postgres import Cluster
from tests.server.running import Mortal, Served, apart, once


@pytest.fixture
def made(client: Client) -> dict[str, Any]:
    return client.table("here", "link")


@pytest.fixture
def guest(server: Served) -> Iterator[Client]:
    with Client(server.url) as one:
        yield one


def claim(client: Client, made: dict[str, Any], seat: int = 1, **more: Any) -> httpx.Response:
    token = more.pop("token", None) or made["seats"][seat]["token"]
    return client.post(f"/api/tables/{made['table']}/claim", {"token": token, **more})


def link(client: Client, made: dict[str, Any], seat: int, **more: Any) -> dict[str, Any]:
    answer = client.post(f"/api/tables/{made['table']}/seats/{seat}/link", more)
    assert answer.status_code == 201, answer.text
    SeatGiven.model_validate(answer.json())
    found: dict[str, Any] = answer.json()
    return found


def status(url: str, made: dict[str, Any], token: str) -> int:
    with Client(url, token=token) as program:
        return program.get(f"/api/tables/{made['table']}").status_code


def test_once_a_guest_sits_whoever_made_the_table_has_no_token_of_the_seat(
    server: Served, client: Client, guest: Client, made: dict[str, Any]
) -> None:
    token = made["seats"][1]["token"]
    assert status(server.url, made, token) == 200  # nobody sits there yet
    assert claim(guest, made).status_code == 200
    assert status(server.url, made, token) == 401
    refused = claim(client, made)
    assert (refused.status_code, refused.json()["code"]) == (403, "link_used")
    assert client.answer(made["table"], guest.view(made["table"]), "1,0 r0", seat=1).json()["code"] == "wrong_seat"


def test_the_browser_that_has_the_seat_may_follow_its_link_again(guest: Client, made: dict[str, Any]) -> None:
    first = claim(guest, made, name="Marta")
    again = claim(guest, made, name="Other")
    assert first.json() == again.json()
    view = guest.view(made["table"])
    assert view["players"][1]["name"] == "Marta"
    assert view["seq"] == 2


def test_of_several_who_follow_a_link_at_once_one_sits(server: Served, client: Client) -> None:
    for _ in range(8):
        made = client.table("here", "link")
        answers: list[tuple[int, str]] = []

        def follow(name: str, made: dict[str, Any] = made, answers: list[tuple[int, str]] = answers) -> None:
            with Client(server.url) as one:
                answers.append((claim(one, made, name=name).status_code, name))

        threads = [threading.Thread(target=follow, args=(f"N{number}",)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(status for status, _ in answers) == [200, 403, 403, 403]
        name = next(name for status, name in answers if status == 200)
        assert client.view(made["table"])["players"][1]["name"] == name  # of the one who sits


def test_a_program_sits_down_with_a_token_of_its_own(server: Served, guest: Client, made: dict[str, Any]) -> None:
    answer = claim(guest, made, keep="token", name="Bot")
    Claimed.model_validate(answer.json())
    fresh = answer.json()["token"]
    assert "set-cookie" not in answer.headers
    assert guest.get(f"/api/tables/{made['table']}").status_code == 401
    assert status(server.url, made, made["seats"][1]["token"]) == 401
    with Client(server.url, token=fresh) as bot:
        assert bot.view(made["table"])["you"] == [1]
    assert claim(guest, made, keep="token").json()["code"] == "link_used"


def test_a_link_for_another_device_makes_all_earlier_ones_void(
    server: Served, client: Client, guest: Client, made: dict[str, Any]
) -> None:
    old = made["seats"][0]["token"]
    first = link(client, made, 0)
    assert first["link"].endswith(f"/t/{made['table']}#{first['token']}")
    second = link(client, made, 0)
    for token in (old, first["token"]):
        assert status(server.url, made, token) == 401
        assert claim(guest, made, token=token).json()["code"] == "unknown_token"
    assert claim(guest, made, token=second["token"]).json()["seats"] == [0]
    assert guest.view(made["table"])["you"] == [0]
    assert client.view(made["table"])["you"] == [0]  # both devices have it


def test_only_whoever_sits_there_makes_or_revokes_a_link(client: Client, guest: Client, made: dict[str, Any]) -> None:
    path = f"/api/tables/{made['table']}/seats/1/link"
    claim(guest, made)
    for call in (lambda: client.post(path, {}), lambda: client.http.delete(path)):
        assert call().json()["code"] == "wrong_seat"
    with Client(client.url) as stranger:
        assert stranger.post(path, {}).json()["code"] == "no_seat"
    assert client.http.delete(f"/api/tables/{made['table']}/seats/99/link").status_code == 400


def test_a_link_is_revoked_and_a_program_keeps_its_own(server: Served, client: Client, made: dict[str, Any]) -> None:
    path = f"/api/tables/{made['table']}/seats/0/link"
    new = link(client, made, 0)["token"]
    with Client(server.url, token=new) as program:
        assert program.http.delete(path).status_code == 204
        assert program.view(made["table"])["you"] == [0]
    assert client.http.delete(path).status_code == 204
    assert status(server.url, made, new) == 401
    assert client.view(made["table"])["you"] == [0]


@pytest.mark.parametrize("how", ["post", "delete"])
def test_other_browsers_are_signed_out_and_their_streams_end(
    client: Client, guest: Client, made: dict[str, Any], how: str
) -> None:
    claim(guest, made, token=link(client, made, 0)["token"])
    path = f"/api/tables/{made['table']}/seats/0/link"
    with guest.listen(made["table"]) as theirs, client.listen(made["table"]) as mine:
        theirs.next("view")
        mine.next("view")
        if how == "post":
            link(client, made, 0, others=True)
        else:
            assert client.http.delete(path, params={"others": True}).status_code == 204
        theirs.next("bye")
        with pytest.raises(EOFError):
            theirs.next()
        assert guest.get(f"/api/tables/{made['table']}").status_code == 401
        assert guest.get("/api/tables").json() == {"tables": []}
        assert client.act(made["table"], "chat", 0, text="alone").status_code == 200
        mine.next("chat")


def test_a_stream_held_by_a_token_ends_with_the_token(server: Served, client: Client, made: dict[str, Any]) -> None:
    with Client(server.url, token=made["seats"][0]["token"]) as program, program.listen(made["table"]) as stream:
        stream.next("view")
        link(client, made, 0)
        stream.next("bye")


def test_a_browser_that_gets_another_seat_listens_anew(client: Client, made: dict[str, Any]) -> None:
    with client.listen(made["table"]) as stream:
        assert stream.next("view")[2]["you"] == [0]
        claim(client, made)
        stream.next("bye")
    with client.listen(made["table"]) as stream:
        assert stream.next("view")[2]["you"] == [0, 1]


def test_a_seat_has_at_most_a_few_tokens_however_often_it_is_renewed(server: Served, client: Client) -> None:
    made = client.table()
    for _ in range(20):
        link(client, made, 0)
    with server.live.store.engine.connect() as connection:
        kept = connection.exec_driver_sql("SELECT count(*) FROM tokens WHERE table_id = ?", (made["table"],)).scalar_one()
    assert kept == 3  # one of each seat, one to watch


@once
def test_a_seat_taken_away_at_one_server_is_lost_at_the_other(cluster: Cluster) -> None:
    database = cluster.new_database()
    with Mortal(database) as one, Mortal(database) as other, Client(one.url) as here, Client(other.url) as there:
        made = here.table("here", "link")
        claim(there, made, token=link(here, made, 0)["token"])
        token = made["seats"][1]["token"]
        assert status(other.url, made, token) == 200
        with there.listen(made["table"]) as stream:
            stream.next("view")
            link(here, made, 0, others=True)
            stream.next("bye")
            assert there.get(f"/api/tables/{made['table']}").status_code == 401
        with Client(one.url) as guest:
            claim(guest, made)
        while status(other.url, made, token) != 401:  # as soon as the message has come
            pass


def test_what_is_remembered_of_seats_is_bounded(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "KEPT", 50)
    monkeypatch.setattr(holding, "OF_TABLE", 20)
    store = Store(f"sqlite:///{tmp_path / 'table.sqlite3'}")
    monkeypatch.setattr(store, "seats_held", lambda holder, table: [0])
    held = Holdings(store)

    async def ask() -> None:
        for table in range(10):
            for number in range(30):
                assert await held.of_browser(f"h{number}", f"t{table}") == {0}
                assert len(held) <= 50
        monkeypatch.setattr(store, "seats_held", lambda holder, table: [])
        for number in range(30):
            await held.of_browser(f"x{number}", "t9")  # strangers are not remembered
        assert len(held) <= 50
        assert await held.of_browser("h29", "t9") == {0}
        held.forget("t9")
        assert await held.of_browser("h29", "t9") == set()

    apart(ask())
    store.close()
