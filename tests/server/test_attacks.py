"""What a hostile tester found: each attack as he made it, small."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from bastida.server import Settings
from bastida.server.http.access import Caller, Seats
from bastida.server.http.models import AnswerAsked, TableAsked
from bastida.server.runtime.connections import HEAD_BYTES
from tests.server.clients import Client
from tests.server.running import Served, once, served
from tests.server.test_duplicates import at, code_of, duplicate

pytestmark = once


def test_what_comes_behind_a_body_in_pieces_is_not_kept(server: Served) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 10) as line:
        line.sendall(b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        trailer = b"X: " + b"x" * 8_000 + b"\r\n"
        sent = 0
        try:
            while sent < 100 * HEAD_BYTES:
                line.sendall(trailer)
                sent += len(trailer)
            answer = line.recv(100)
        except OSError:  # it was cut off
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("model", [TableAsked, AnswerAsked])
def test_thousands_of_unknown_fields_are_one_mistake(model: type[TableAsked] | type[AnswerAsked]) -> None:
    with pytest.raises(ValidationError) as refused:
        model.model_validate({f"field{number}": number for number in range(5_000)})
    assert refused.value.error_count() == 1
    assert len(str(refused.value.errors()[0]["msg"])) < 500


@pytest.mark.parametrize(
    "body", [{"switches": {str(n): n for n in range(5_000)}}, {"sets": [1] * 5_000}, {"seats": [{"x": 1}] * 90}]
)
def test_so_are_thousands_of_wrong_parts(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        TableAsked.model_validate(body)
    assert refused.value.error_count() <= 100


def test_bodies_cost_by_their_size(settings: Settings) -> None:
    with served(replace(settings, rate=1.0, burst=100)) as running, Client(running.url) as client:
        large = {"record": {"text": "x" * 900_000}}
        answers = [client.post("/api/tables", large).status_code for _ in range(4)]
        assert 429 in answers


def test_lengths_and_origins_that_are_none_are_refused_in_words(server: Served, client: Client) -> None:
    assert client.post("/api/tables", {}, headers={"Origin": "http://[::1"}).status_code == 403
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 10) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"0" * 5_000 + b"\r\n\r\n")
        status = line.recv(100).split()[1]
    assert status in (b"400", b"413")


def test_a_link_that_was_used_meanwhile_makes_no_new_one(
    server: Served, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The right to a seat is looked at again where it is changed: between two looks a guest may have sat down."""
    made = client.table("here", "link")
    table, token = made["table"], made["seats"][1]["token"]
    with Client(server.url) as guest, Client(server.url, token=token) as creator:
        assert guest.post(f"/api/tables/{table}/claim", {"token": token, "name": "Eva"}).status_code == 200

        async def a_moment_ago(*_: object, **__: object) -> Seats:
            return Seats(frozenset({1}), False)

        monkeypatch.setattr(Caller, "at", a_moment_ago)
        assert creator.post(f"/api/tables/{table}/seats/1/link", {}).status_code == 403
        assert creator.http.delete(f"/api/tables/{table}/seats/1/link").status_code == 403


def test_a_link_of_a_duplicate_shows_no_tile_before_somebody_sits_down_with_it(server: Served, client: Client) -> None:
    made = client.table("link", "link", **at(duplicate(client)))
    with Client(server.url, token=made["seats"][0]["token"]) as nobody:
        for path in ("", "/record.bst", "/features", "/picture.svg"):
            assert nobody.get(f"/api/tables/{made['table']}{path}").status_code == 401
        token = made["seats"][0]["token"]
        claimed = nobody.post(f"/api/tables/{made['table']}/claim", {"token": token, "keep": "token", "name": "Bot"}).json()
    with Client(server.url, token=claimed["token"]) as program:
        assert program.view(made["table"])["you"] == [0]


def test_whoever_was_signed_out_still_knows_the_tiles_of_the_bag(server: Served, client: Client) -> None:
    bag = duplicate(client)
    one, other = (client.table("link", "link", **at(bag)) for _ in range(2))
    with Client(server.url) as player, Client(server.url) as device:
        table = one["table"]
        assert player.post(f"/api/tables/{table}/claim", {"token": one["seats"][0]["token"], "name": "Eva"}).status_code == 200
        token = player.post(f"/api/tables/{table}/seats/0/link", {}).json()["token"]
        assert device.post(f"/api/tables/{table}/claim", {"token": token}).status_code == 200
        assert device.http.delete(f"/api/tables/{table}/seats/0/link", params={"others": True}).status_code == 204
        assert player.get(f"/api/tables/{table}").status_code == 401
        refused = player.post(f"/api/tables/{other['table']}/claim", {"token": other["seats"][0]["token"], "name": "Eva"})
        assert code_of(refused) == (403, "bag_seen")
        assert player.get("/api/tables").json()["tables"] == []


def test_mutes_do_not_fill_a_table(tmp_path: Path, settings: Settings) -> None:
    with served(replace(settings, chat_per_minute=5)) as running, Client(running.url) as client:
        table = client.table("here", "here")["table"]
        answers = [client.act(table, "mute", 0, muted_seat=1, on=bool(n % 2)).status_code for n in range(8)]
        assert answers == [200] * 5 + [429] * 3
        assert client.act(table, "chat", 0, text="hello").status_code == 200
