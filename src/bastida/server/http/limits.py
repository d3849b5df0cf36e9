"""Limits: how much one address may send and hold open. What is over them is refused with 429 and a time to wait."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastida.server.http.problems import Problem, language_of
from bastida.server.runtime.settings import Settings

ADDRESSES = 20_000  # remembered at once; the one not heard of longest is forgotten
UPLOADS = ("/api/records", "/api/tables")  # where a whole record may be sent


class Bucket:
    """So many at once, so many a second: a bucket that fills up again, one for each name."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> float:
        """Take one: 0, or the seconds to wait."""
        now = self.clock()
        level, since = self.levels.pop(name, (self.burst, now))
        level = min(self.burst, level + (now - since) * self.rate)
        waits = 0.0 if level >= 1 else (1 - level) / self.rate if self.rate else 3600.0
        self.levels[name] = (level - 1 if not waits else level, now)
        while len(self.levels) > ADDRESSES:
            self.levels.popitem(last=False)
        return waits


class Limits:
    """All limits of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requests = Bucket(settings.rate, settings.burst)
        self.tables = Bucket(settings.tables_per_hour / 3600, settings.tables_per_hour)
        self.chat = Bucket(settings.chat_per_minute / 60, settings.chat_per_minute)
        self.streams: dict[str, int] = {}

    def check_request(self, address: str) -> None:
        if waits := self.requests.take(address):
            raise Problem("too_many", retry=waits, seconds=max(1, round(waits)))

    def check_table(self, *names: str | None) -> None:
        """A new table for a browser and its address: a made-up cookie must not help."""
        if waits := max(self.tables.take(name) for name in names if name):
            raise Problem("too_many_tables", retry=waits, minutes=max(1, round(waits / 60)))

    def check_chat(self, name: str) -> None:
        if waits := self.chat.take(name):
            raise Problem("too_much_chat", retry=waits, seconds=max(1, round(waits)))

    def check_stream(self, address: str) -> None:
        if self.streams.get(address, 0) >= self.settings.streams:
            raise Problem("too_many_streams", retry=5, most=self.settings.streams)

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """Count an open stream."""
        self.streams[address] = self.streams.get(address, 0) + 1
        try:
            yield
        finally:
            self.streams[address] -= 1
            if not self.streams[address]:
                del self.streams[address]


def address_of(request: Request) -> str:
    """Where a request comes from; behind a trusted proxy the address it forwards."""
    return request.client.host if request.client else "-"


class LimitMiddleware:
    """Refuses what is too much before anything is done for it."""

    def __init__(self, app: ASGIApp, limits: Limits, settings: Settings) -> None:
        self.app, self.limits, self.settings = app, limits, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        most = self.settings.upload_bytes if request.url.path in UPLOADS else self.settings.body_bytes
        try:
            self.limits.check_request(address_of(request))
            length = request.headers.get("content-length", "0")
            if not length.isdecimal() or int(length) > most:
                raise Problem("too_large", bytes=most)
            await self.app(scope, self._counted(receive, most), send)
        except Problem as problem:
            language = language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))
            await problem.response(language)(scope, receive, send)

    @staticmethod
    def _counted(receive: Receive, most: int) -> Receive:
        """A body without a length is counted while it comes."""
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > most:
                    raise HTTPException(413, str(most))  # the only kind of error that reading a body lets through
            return message

        return counted
