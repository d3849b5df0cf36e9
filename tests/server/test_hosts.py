"""Names and paths: what a server answers to, and what it refuses before anybody looks for it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bastida.server import Settings
from bastida.server.http.hosts import Hosts
from bastida.server.http.problems import Problem
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, once, served

pytestmark = once
OURS = {
    "public_url": "https://table.example.org/",
    "origins": "https://club.example:8443",
    "hosts": "old.example, Other.example",
}


def code(hosts: Hosts, *given: str) -> str:
    try:
        hosts.check(given)
    except Problem as problem:
        return problem.code
    return ""


@pytest.mark.parametrize(
    "name",
    ["localhost", "localhost:8060", "LOCALHOST", "127.0.0.1:8060", "[::1]:8060", "[fe80::1]", "192.168.1.5:8060", "10.0.0.1",
     "table.example.org", "table.example.org:443", "table.example.org.", "club.example", "old.example", "other.example",
     socket.gethostname(), socket.gethostname().partition(".")[0] + ".local:8060"],
)  # fmt: skip
def test_names_of_ours_and_addresses_in_figures_are_answered_to(name: str) -> None:
    assert code(Hosts(Settings(**OURS)), name) == ""


@pytest.mark.parametrize(
    "name", ["evil.example", "table.example.org.evil.example", "evil.local", "2130706433", "127.0.0.1.evil.example"]
)
def test_other_names_are_not(name: str) -> None:
    assert code(Hosts(Settings(**OURS)), name) == "wrong_host"
    assert code(Hosts(Settings(hosts="*")), name) == ""


@pytest.mark.parametrize(
    "given", [(), ("",), ("localhost", "localhost"), ("a b",), ("x" * 300,), ("localhost:x",), ("a/b",), ("é",), ("[::1",)]
)
def test_a_host_that_is_none_is_a_bad_request(given: tuple[str, ...]) -> None:
    assert code(Hosts(Settings(hosts="*")), *given) == "bad_request"


def test_a_page_whose_name_was_made_to_lead_here_gets_nothing(client: Client) -> None:
    for path in ("/", "/api/catalogue", "/api/tables", "/healthz"):
        answer = client.get(path, headers={"Host": "evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")
        assert "BASTIDA_HOSTS=evil.example" in answer.json()["detail"]
    made = client.post("/api/tables", {}, headers={"Host": "evil.example", "Origin": "http://evil.example"})
    assert made.status_code == 421


def raw(server: Served, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), 30) as line:
        line.sendall(request)
        data = b""
        while part := line.recv(65_536):
            data += part
    return data


@pytest.mark.parametrize("hosts", [b"", b"Host: localhost\r\nHost: evil.example\r\n", b"Host: \r\n", b"Host: \xff\xfe\r\n"])
def test_requests_without_one_clear_host_are_refused(server: Served, hosts: bytes) -> None:
    assert raw(server, b"GET /healthz HTTP/1.1\r\n" + hosts + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 400 ")


# -- paths ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def any_client(database: str) -> Iterator[Client]:
    """At a server on either database."""
    with served(Settings(database=database, **PLENTY)) as server, Client(server.url) as client:
        yield client


def test_no_path_or_query_is_too_strange(any_client: Client) -> None:
    long = "a" * 5_000
    names = [
        "%00",
        "a%00b",
        "%ff%fe",
        "%0a",
        "%1b[31m",
        long,
        "%F0%9F%8E%B2",
        "..%2f..%2fetc",
        "%E2%80%AE",
        "%ED%A0%80",
        "'--",
        "%25",
    ]
    for name in names:
        for path in (
            "/{}",
            "/t/{}",
            "/assets/{}",
            "/api/{}",
            "/api/tables/{}",
            "/api/tables/{}/events",
            "/api/records/{}/steps",
            "/api/records/{}/view",
            "/api/duplicates/{}",
            "/api/rules/{}",
            "/api/lessons/{}",
            "/api/art/{}/defs.svg",
            "/api/tables/{}/record.bst",
            "/api/tables/x/{}",
        ):
            answer = any_client.get(path.format(name))
            assert answer.status_code in (404, 405), (path, name, answer.text)
        for query in ("lang", "ids", "set", "after", "step", "v", "other"):
            for path in ("/", "/api/catalogue", "/api/catalogue/tiles", "/api/art/summer/pieces.svg"):
                answer = any_client.get(f"{path}?{query}={name}")
                assert answer.status_code in (200, 400, 404), (path, query, name, answer.text)


def test_no_name_in_a_body_is_too_strange(any_client: Client) -> None:
    for name in ('"a\\u0000b"', '"\\ud800"', '"\\u001b[31m"', '"' + "x" * 5_000 + '"', "null", "{}"):
        for body in (
            '{"duplicate": %s}',
            '{"record": {"id": %s}}',
            '{"game": %s}',
            '{"sets": [%s]}',
            '{"switches": {"a": %s}}',
            '{"switches": {%s: "a"}}',
            '{"seats": [{"name": %s}, {}]}',
            '{"seats": [{"colour": %s}, {}]}',
        ):
            sent = (body % name).encode()
            answer = any_client.http.post("/api/tables", content=sent, headers={"Content-Type": "application/json"})
            assert answer.status_code in (201, 400, 404, 422), (sent, answer.text)
        claimed = b'{"token": %s, "name": %s}' % (name.encode(), name.encode())
        answer = any_client.http.post("/api/tables/x/claim", content=claimed, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 403, 404)


@pytest.mark.parametrize(
    "path",
    ["api", "api/", "api/nothing", "api/v1/users", ".well-known/security.txt", ".well-known/openid-configuration", ".env",
     ".git/config", "wp-login.php", "wp-admin", "admin", "robots.txt", "favicon.ico", "login", "t", "t/", "t/a/b", "assets",
     "assets/", "assets/nothing.js", "static/index.html", "index.php", "../pyproject.toml"],
)  # fmt: skip
def test_what_the_page_does_not_know_is_not_the_page(client: Client, path: str) -> None:
    answer = client.get("/" + path)
    assert answer.status_code == 404
    assert answer.json()["code"] in ("no_such_page", "no_table")


@pytest.mark.parametrize("path", ["/", "/index.html", "/t/abcde23456", "/t/abcde23456/"])
def test_the_page_is_at_its_own_addresses(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


def test_links_are_made_of_the_name_that_was_asked_for(settings: Settings) -> None:
    with served(replace(settings, hosts="club.example")) as server, Client(server.url) as client:
        made = client.post("/api/tables", {}, headers={"Host": "club.example"}).json()
        assert made["watch"].startswith("http://club.example/t/")
