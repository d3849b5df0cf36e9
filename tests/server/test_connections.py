"""Connections: half-sent requests, slow bodies, clients that take nothing, and how many there may be."""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastida.server import Settings
from bastida.server.runtime.connections import Connection, Door, address_name
from tests.server.clients import Client
from tests.server.running import Process, Served, once, served

pytestmark = once
HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
ALONE = "192.0.2.1"  # the only proxy that is believed: the tests' own address is then a stranger's


def line(server: Served) -> socket.socket:
    """A bare connection."""
    return socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), 30)


def rest(connection: socket.socket) -> bytes:
    """All that comes until the server closes; this never ends if it does not."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65_536):
            data += part
    return data


def healthy(connection: socket.socket) -> None:
    """The whole answer of ``/healthz``."""
    data = b""
    while not data.endswith(b"\r\n\r\nok"):
        part = connection.recv(65_536)
        assert part
        data += part


def until(true: Callable[[], bool]) -> None:
    """Wait for something that is sure to come, and not for ever if it does not."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def door(server: Served) -> Door:
    kind = server.server.config.http_protocol_class
    assert issubclass(kind, Connection)
    return kind.door


@contextlib.contextmanager
def many(server: Served, number: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections, each with something sent."""
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(line(server)) for _ in range(number)]
        for one in lines:
            one.sendall(sent)
        yield lines


@pytest.mark.parametrize("sent", [b"", HEAD, HEAD + b"X-Long: ", b"\r\n\r\n"])
def test_half_a_head_is_waited_for_only_so_long_and_others_are_served_meanwhile(settings: Settings, sent: bytes) -> None:
    with served(replace(settings, head_seconds=1.0)) as server, Client(server.url) as client, many(server, 30, sent) as lines:
        assert client.get("/healthz").status_code == 200
        for one in lines:
            assert rest(one).startswith(b"HTTP/1.1 408 ")
        assert client.get("/healthz").status_code == 200


def test_a_head_that_trickles_gains_no_time(settings: Settings) -> None:
    with served(replace(settings, head_seconds=1.0)) as server, line(server) as one:
        one.sendall(HEAD)
        one.settimeout(0.02)
        received = b""
        while not received:
            with contextlib.suppress(TimeoutError):
                received = one.recv(1_000)
                break
            with contextlib.suppress(OSError):
                one.sendall(b"X: y\r\n")
        assert received.startswith(b"HTTP/1.1 408 ")


def test_bytes_between_two_requests_keep_no_connection_open(settings: Settings) -> None:
    with served(replace(settings, head_seconds=1.0)) as server, line(server) as one:
        one.sendall(HEAD + b"\r\n")
        healthy(one)
        one.sendall(b"\r\n")
        assert rest(one).startswith(b"HTTP/1.1 408 ")


def test_a_slow_body_is_waited_for_only_so_long(settings: Settings) -> None:
    with served(replace(settings, body_seconds=0.3)) as server, Client(server.url) as client:
        with many(server, 20, POST % 5_000 + b'{"game"') as lines:
            assert client.get("/healthz").status_code == 200
            for one in lines:
                assert rest(one).startswith(b"HTTP/1.1 408 ")
        assert client.table()


def test_a_body_that_comes_after_its_answer_is_not_waited_for_either(settings: Settings) -> None:
    with served(replace(settings, body_seconds=0.3)) as server, line(server) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\nx")
        answer = rest(one)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b" 408 " in answer


def test_a_large_body_earns_its_time() -> None:
    one = Connection.__new__(Connection)
    one.due = 20.0
    one.cycle = type("Cycle", (), {"response_complete": True})()
    one.parser = type("Parser", (), {"should_upgrade": lambda self: False})()
    one.on_body(b"x" * 81_920)
    assert one.due == 30.0


def test_a_head_without_end_is_refused_by_its_size(settings: Settings) -> None:
    with served(settings) as server, line(server) as one:
        with contextlib.suppress(OSError):
            for _ in range(1_000):
                one.sendall(b"GET / HTTP/1.1\r\nX: " if _ == 0 else b"x" * 1_000)
        assert rest(one)[:13] in (b"HTTP/1.1 431 ", b"")  # the answer may be lost with what was still being sent
        with line(server) as other:
            other.sendall(b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert rest(other).startswith(b"HTTP/1.1 400 ")


def test_past_the_cap_an_idle_connection_makes_room(settings: Settings) -> None:
    with served(replace(settings, connections=10)) as server, many(server, 10, HEAD + b"\r\n") as lines:
        for one in lines:
            healthy(one)
        with Client(server.url) as client:
            assert client.get("/healthz").status_code == 200
        assert len(door(server).open) <= 10
        assert rest(lines[0]) == b""  # the one that was idle longest


def test_half_sent_heads_at_the_cap_shut_nobody_out(settings: Settings) -> None:
    with served(replace(settings, connections=10)) as server, many(server, 50, HEAD) as lines, Client(server.url) as client:
        assert client.get("/healthz").status_code == 200
        assert len(door(server).open) == 10
        assert rest(lines[0]) == b""


def test_past_the_cap_with_everybody_at_work_the_new_one_is_turned_away(settings: Settings) -> None:
    with served(replace(settings, connections=10)) as server:
        with many(server, 10, POST % 5_000):
            until(lambda: len(door(server).open) == 10 and not door(server).reading)
            with line(server) as late:
                assert rest(late).startswith(b"HTTP/1.1 503 ")
            assert len(door(server).open) == 10
        with Client(server.url) as client:
            until(lambda: client.get("/healthz").status_code == 200)  # once it has noticed that they are gone


def test_one_address_has_a_cap_and_a_proxy_has_none(settings: Settings) -> None:
    capped = replace(settings, connections_per_address=5)
    with served(replace(capped, trusted_proxies=ALONE)) as server, many(server, 5, HEAD), line(server) as late:
        assert rest(late).startswith(b"HTTP/1.1 503 ")
    with served(capped) as server, many(server, 30, HEAD), Client(server.url) as client:
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"])
def test_a_client_that_takes_nothing_is_dropped(settings: Settings, last: bytes) -> None:
    """Whether its answer is still being written or the server has done its part."""

    async def large(request: Request) -> Response:
        return Response(b"x" * 50_000_000)

    with served(replace(settings, write_seconds=0.3)) as server, socket.socket() as one:
        server.app.router.routes.insert(0, Route("/large", large))
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        one.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
        one.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n" + last + b"\r\n")
        until(lambda: any(one.full_since is not None for one in list(door(server).open)))
        until(lambda: not door(server).open)


def test_requests_that_wait_behind_another_are_bounded(settings: Settings) -> None:
    with served(settings) as server, line(server) as one:
        one.sendall((HEAD + b"\r\n") * 200)
        assert b"HTTP/1.1 400 " in rest(one)


def test_out_of_descriptors_the_server_recovers_by_itself(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path / 'table.sqlite3'}") as server:
        assert server.process is not None
        before = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        used = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
        with Client(server.url) as client:
            client.table()
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (used + 10, before[1]))
        with contextlib.ExitStack() as stack:
            for _ in range(40):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 30))
                with contextlib.suppress(OSError):
                    one.sendall(HEAD)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, before)
        server.wait()
        with Client(server.url) as client:
            assert client.table()


def test_the_cap_stays_below_the_descriptors(tmp_path: Path) -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    found = Door(Settings(connections=10_000_000))
    assert found.most < resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= soft


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("<script>", "-"),
        ("x" * 10_000, "-"),
        (None, "-"),
    ],
)
def test_an_address_is_counted_by_what_one_household_has(host: str | None, name: str) -> None:
    assert address_name(host) == name


def test_a_request_in_pieces_is_served_as_always(settings: Settings) -> None:
    body = json.dumps({"game": "plus"}).encode()
    with served(settings) as server, line(server) as one:
        for byte in POST % len(body) + body:
            one.sendall(bytes([byte]))
        assert one.recv(100).startswith(b"HTTP/1.1 201 ")
