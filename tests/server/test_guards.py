"""Obligations 9 to 11: tokens, headers, origins, limits."""

from __future__ import annotations

import gzip
import logging
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bastida.server import Settings
from bastida.server.http.guards import HEADERS
from bastida.server.http.limits import Bucket
from bastida.server.http.seat_tokens import BYTES, bearer, new_token
from tests.server.clients import Client
from tests.server.running import Served, served

# -- tokens ---------------------------------------------------------------------------------------------------------------


def test_tokens_have_more_than_128_bits_and_never_repeat() -> None:
    assert BYTES * 8 >= 128
    made = {new_token() for _ in range(1_000)}
    assert len(made) == 1_000
    assert all(bearer(f"Bearer {token}") == token for token in made)


def test_a_token_travels_in_the_fragment_and_becomes_a_cookie_no_script_can_read(server: Served, client: Client) -> None:
    made = client.table("here", "link")
    link = made["seats"][1]["link"]
    path, _, token = link.partition("#")
    assert token not in path
    with Client(server.url) as friend:
        answer = friend.post(f"/api/tables/{made['table']}/claim", {"token": token})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie
        assert token not in cookie
        assert token not in answer.text


def test_behind_https_the_cookie_is_secure(server: Served, client: Client) -> None:
    answer = client.post("/api/tables", {}, headers={"X-Forwarded-Proto": "https"})
    assert "Secure" in answer.headers["set-cookie"]


def test_the_database_holds_no_token(settings: Settings, tmp_path: Path) -> None:
    with served(settings) as server, Client(server.url) as client:
        made = client.table("here", "link")
        tokens = [seat["token"] for seat in made["seats"]] + [made["watch"].partition("#")[2]]
        signed = next(iter(client.http.cookies.values()))
        tokens += [signed, *signed.split(".")]
    with sqlite3.connect(tmp_path / "table.sqlite3") as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert made["table"] in dump
    assert not [token for token in tokens if token in dump]


def test_no_token_reaches_a_log(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    logged = replace(settings, log_requests=True)
    with caplog.at_level(logging.DEBUG), served(logged) as server, Client(server.url) as client:
        made = client.table("here", "link")
        token = made["seats"][1]["token"]
        with Client(server.url, token=token) as friend:
            friend.view(made["table"])
            friend.post(f"/api/tables/{made['table']}/claim", {"token": token})
            friend.post(f"/api/tables/{made['table']}/claim", {"token": "wrong", "more": token})
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("bastida")]
    assert f"POST /api/tables/{made['table']}/claim 200" in lines
    assert token not in "\n".join(lines)


@pytest.mark.parametrize("token", ["x", "Bearer", "a" * 32, "a" * 5_000, "é" * 32])
def test_wrong_tokens_open_nothing(server: Served, client: Client, token: str) -> None:
    made = client.table()
    with Client(server.url) as stranger:
        answer = stranger.get(f"/api/tables/{made['table']}", headers={"Authorization": f"Bearer {token}".encode()})
        assert answer.status_code == 401
        claimed = stranger.post(f"/api/tables/{made['table']}/claim", {"token": token})
        assert claimed.status_code in (400, 403)


def test_a_token_of_another_table_opens_nothing(server: Served, client: Client) -> None:
    one, other = client.table("link", "here"), client.table("link", "here")
    with Client(server.url, token=one["seats"][0]["token"]) as friend:
        assert friend.get(f"/api/tables/{one['table']}").status_code == 200
        assert friend.get(f"/api/tables/{other['table']}").status_code == 401
        claimed = friend.post(f"/api/tables/{other['table']}/claim", {"token": one["seats"][0]["token"]})
        assert claimed.json()["code"] == "unknown_token"


# -- headers and origins ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/t/some", "/api/catalogue", "/api/docs/plain", "/openapi.json", "/api/nothing", "/healthz"]
)
def test_every_answer_has_the_headers_that_protect_a_page(client: Client, path: str) -> None:
    answer = client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value, name
    assert "server" not in answer.headers
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_our_own_pages_have_no_inline_script_or_style(client: Client) -> None:
    for path in ("/", "/api/docs", "/api/docs/plain", "/api/problems"):
        text = client.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert not re.search(r"\son\w+=", text)
        assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", text)


def test_the_reference_makes_styles_by_a_word_that_is_good_once(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bastida.server.http.routes.pages.STATIC", tmp_path)
    assert client.get("/api/docs").text == client.get("/api/docs/plain").text  # the page has not been built
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "redoc-2.5.4.js.gz").write_bytes(gzip.compress(b"let it = 1"))
    words = set()
    for _ in range(2):
        answer = client.get("/api/docs")
        policy = answer.headers["content-security-policy"]
        found = re.search(r"style-src 'self' 'nonce-([\w-]{20,})'( 'sha256-[\w+/=]+'){2};", policy)
        assert found and f'data-nonce="{found[1]}"' in answer.text and answer.headers["cache-control"] == "no-store"
        assert policy.replace(found[0], "style-src 'self';") == HEADERS["Content-Security-Policy"]
        words.add(found[1])
    assert len(words) == 2
    script = client.get("/api/docs/redoc-2.5.4.js")
    assert script.text == "let it = 1" and script.headers["content-type"].startswith("text/javascript")


def test_redoc_is_what_it_says_and_asks_nobody_else() -> None:
    packed = Path(__file__).parents[2] / "web" / "public" / "assets" / "redoc-2.5.4.js.gz"
    script = gzip.decompress(packed.read_bytes()).decode()
    assert 'Version: "2.5.4"' in (packed.parent / "redoc-2.5.4.LICENSE.txt").read_text(encoding="utf-8")
    assert '"2.5.4"' in script and not re.search(r"https?://cdn\.", script) and not script.rstrip().endswith(".map")


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"Origin": "{own}"}, True),
        ({"Origin": "https://club.example"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "{own}"}, True),
    ],
)
def test_only_our_own_pages_change_anything(settings: Settings, headers: dict[str, str], allowed: bool) -> None:
    with served(replace(settings, origins="https://club.example")) as server, Client(server.url) as client:
        sent = {name: value.replace("{own}", server.url) for name, value in headers.items()}
        answer = client.post("/api/tables", {}, headers=sent)
        assert answer.status_code == (201 if allowed else 403), answer.text
        if not allowed:
            assert answer.json()["code"] == "wrong_origin"
        assert client.get("/api/catalogue", headers=sent).status_code == 200


# -- limits -----------------------------------------------------------------------------------------------------------------


def test_a_bucket_lets_a_burst_through_and_then_a_rate() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 3, lambda: now[0])
    assert [bucket.take("a") for _ in range(3)] == [0, 0, 0]
    assert bucket.take("a") == pytest.approx(0.5)
    assert bucket.take("b") == 0
    now[0] += 0.5
    assert bucket.take("a") == 0
    assert bucket.take("a") > 0


def test_too_many_requests_are_told_when_to_come_back(settings: Settings) -> None:
    with served(replace(settings, rate=0.5, burst=5)) as server, Client(server.url) as client:
        answers = [client.get("/healthz") for _ in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
        assert answers[-1].json()["code"] == "too_many"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 2


def test_tables_streams_and_chat_have_limits(settings: Settings) -> None:
    with served(replace(settings, tables_per_hour=2, streams=1, chat_per_minute=2)) as server, Client(server.url) as client:
        made = client.table()
        client.table()
        refused = client.post("/api/tables", {})
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_tables")
        assert int(refused.headers["retry-after"]) > 60
        with client.listen(made["table"]) as stream:
            stream.next("view")
            assert client.get(f"/api/tables/{made['table']}/events").json()["code"] == "too_many_streams"
        for expected in (200, 200, 429):
            answer = client.act(made["table"], "chat", 0, text="hi")
            assert answer.status_code == expected
        assert answer.json()["code"] == "too_much_chat"


@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_body_is_refused_before_it_is_read(client: Client, chunked: bool) -> None:
    body = b'{"game": "' + b"x" * 100_000 + b'"}'
    sent = iter([body[:50_000], body[50_000:]]) if chunked else body
    answer = client.http.post("/api/duplicates", content=sent, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
