"""Connections: how many there may be, and how long a client may take for its part.

A client that sends half a request, or takes nothing of its answer, holds a descriptor and memory. So whatever it has to
do next has a time: the head of a request, its body (longer while more of it comes), the taking of what is sent. One look
at all connections every moment ends those that are late. Past the limit a connection that idles makes room for a new
one, or else the one that has been at its head for longest; if there is neither, the new one is turned away.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from bastida.server.runtime.settings import Settings
from bastida.server.runtime.system import descriptors

RESERVE = 128  # descriptors for the database, files, workers and the listening socket
PER_WORKER = 4  # of them for every worker: its pipes
HEAD_BYTES = 65_536  # of a request's head at most
URL_BYTES = 16_384
BODY_RATE = 8_192  # bytes of a body that earn it another second
PIPELINED = 32  # requests that may wait behind another on one connection
LOOK = 1.0  # seconds between two looks at all connections, at most
UNKNOWN = "-"


def address_name(host: str | None) -> str:
    """What an address is counted as: an IPv6 network of 64 bits is one household, a mapped IPv4 address is that address."""
    return _name(host) if host and len(host) <= 64 else UNKNOWN


@lru_cache(maxsize=4_096)
def _name(host: str) -> str:
    try:
        found = ip_address(host)
    except ValueError:
        return UNKNOWN  # not an address; whoever makes them up shares one name
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


class Door:
    """All connections of one server."""

    def __init__(self, settings: Settings) -> None:
        self.head, self.body, self.write = settings.head_seconds, settings.body_seconds, settings.write_seconds
        most = descriptors()
        room = settings.connections if most is None else most - RESERVE - PER_WORKER * settings.workers
        self.most = min(settings.connections, max(16, room))
        self.per_address = settings.connections_per_address
        self.proxies = ProxyHeadersMiddleware(_nothing, settings.trusted_proxies).trusted_hosts
        self.open: set[Connection] = set()
        self.idle: OrderedDict[Connection, None] = OrderedDict()  # between two requests, the longest idle first
        self.reading: OrderedDict[Connection, None] = OrderedDict()  # at the head of a request, the longest first
        self.named: dict[str, set[Connection]] = {}  # open ones by address
        self.look = max(0.01, min(LOOK, self.head / 4, self.body / 4, self.write / 4))
        self.looking = False

    def enter(self, connection: Connection, host: str | None) -> bool:
        """A new connection: whether it may stay."""
        connection.name = None if host in self.proxies else address_name(host)
        name = connection.name
        same = self.named.get(name, set()) if name is not None else set()
        if len(same) >= self.per_address:
            spare = next((one for one in same if one in self.idle), None)
            if spare is None:
                return False
            self.end(spare)
        if len(self.open) >= self.most:
            spare = next(iter(self.idle or self.reading), None)
            if spare is None:
                return False
            self.end(spare)
        self.open.add(connection)
        self.reading[connection] = None
        if name is not None:
            self.named.setdefault(name, set()).add(connection)
        if not self.looking:
            self.looking = True
            connection.loop.call_later(self.look, self._look, connection.loop)
        return True

    def leave(self, connection: Connection) -> None:
        self.idle.pop(connection, None)
        self.reading.pop(connection, None)
        self.open.discard(connection)
        same = self.named.get(connection.name or "", set())
        same.discard(connection)
        if not same:
            self.named.pop(connection.name or "", None)

    def end(self, connection: Connection) -> None:
        """Drop a connection at once, whatever it still has to send."""
        self.leave(connection)
        connection.transport.abort()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """End what is late."""
        now = loop.time()
        for connection in list(self.open):
            connection.check(now)
        self.looking = bool(self.open)
        if self.looking:
            loop.call_later(self.look, self._look, loop)


class Connection(HttpToolsProtocol):
    """A connection that has its times; ``due`` is when the client must have done what it is at."""

    door: Door
    name: str | None = None  # of its address, where that is counted
    due: float | None = None
    reading = False  # the head of a request
    head_bytes = 0
    full_since: float | None = None  # when the client stopped to take what is sent

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin()
        if not self.door.enter(self, self.client[0] if self.client else None):
            self._answer(503, "Too many connections.")

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    # -- what the client sends -----------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """The head of a request is expected, or has begun."""
        self.reading, self.head_bytes = True, 0
        self.due = self.loop.time() + self.door.head
        if self in self.door.open:
            self.door.reading[self] = None

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.door.idle.pop(self, None)
        if self.due is None:
            self._begin()
        if self.reading:
            self.head_bytes += len(data)
        super().data_received(data)
        if self.reading and self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self._answer(431, "The head of the request is too large.")

    def on_message_begin(self) -> None:
        if not self.reading:
            self._begin()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.reading = False
        self.door.reading.pop(self, None)
        self.due = self.loop.time() + self.door.body
        if len(self.url) > URL_BYTES or len(self.pipeline) >= PIPELINED:
            raise ValueError  # becomes a 400
        super().on_headers_complete()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.reading:
            super().on_header(name, value)
            return
        self.head_bytes += len(name) + len(value)  # what comes behind a body in pieces is read by nobody
        if self.head_bytes > HEAD_BYTES:
            raise ValueError  # becomes a 400

    def on_body(self, body: bytes) -> None:
        if self.due is not None:
            self.due += len(body) / BODY_RATE
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.due = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.due is None and not self.pipeline and not self.transport.is_closing():
            self.door.idle[self] = None

    # -- what it takes -------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        self.full_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.full_since = None
        super().resume_writing()

    def check(self, now: float) -> None:
        """End the connection if it is late."""
        if self.transport.is_closing() and self.full_since is None:
            self.full_since = now  # it closes when all is sent, which a client may never let happen
        if self.full_since is not None and now - self.full_since > self.door.write:
            self.door.end(self)
        elif self.due is not None and now > self.due and not self.transport.is_closing():
            if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
                self.door.end(self)
            else:
                self._answer(408, "The request took too long.")

    def _answer(self, status: int, sentence: str) -> None:
        """A last word, and the end."""
        text = sentence.encode()
        head = b"content-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(text)
        self.transport.write(STATUS_LINE[status] + head + text)
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever asks for another protocol gets this one; that is no news for the log."""


def connections(settings: Settings) -> type[Connection]:
    """The connections of one server, for uvicorn."""
    return type("Connection", (Connection,), {"door": Door(settings)})


async def _nothing(*_: Any) -> None:
    """No application: only the proxies' list is wanted."""
