"""Limits: how much one address may send and hold open. What is over them is refused with 429 and a time to wait.

Servers that share a PostgreSQL keep them together. What is rare and costly (new tables, chat, many streams) is counted in the
database. Requests are counted in memory, and every moment each server tells the others what busy addresses have used.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastida.server.http.problems import Problem, language_of
from bastida.server.runtime.connections import address_name
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.shared import Shared

log = logging.getLogger("bastida.server")
ADDRESSES = 20_000  # remembered at once; the one not heard of longest is forgotten
UPLOADS = ("/api/records", "/api/tables")  # where a whole record may be sent
STUDIES = "/api/studies"  # and here, whatever is done with it
SHARE = 8  # servers that may each leave this part of a limit unsaid
EXCHANGE = 1.0  # seconds between two exchanges
TIDY = 5  # exchanges between two times of tidying up
TOLD = 100  # addresses in one message: PostgreSQL takes 8,000 bytes
NAME = 128  # letters of a bucket's name
LETTERS = 5  # that ask an address for its word, for one member, address or visitor in an hour
ENTRIES = 30  # of a member in tournaments, withdrawals too, in an hour
DIGITS = 15  # of a length that anybody believes
PIECE = 16_384  # bytes of a body that cost as much as a request
CHALLENGES = 60  # for passkeys, in a minute
PROFILES = 120  # changes of what a member is called, of its devices, passkeys and blocks, in an hour
EXPORTS = 10  # of all that is kept of a member, in an hour
HELD = "bastida.held"  # in a request's scope: what has to be given back when it ends
COSTS = {  # of requests that cost more than others, by the last word of their path
    "openapi.json": 5,
    "steps": 5,
    "analysis": 2,
    "view": 2,
    "features": 2,
    "hint": 5,
    "ask": 5,
    "edit": 2,
    "line": 2,
    "plain": 5,
    "lobby": 2,
    "tiles.svg": 2,
    "picture.svg": 4,
    "picture.png": 10,
    "result.svg": 4,
    "result.png": 10,
    "film.webp": 40,
    "club": 2,
    "games": 2,
    "games.bst": 20,
    "results.csv": 10,
    "results.json": 10,
}


class Bucket:
    """So many at once, so many a second: a bucket that fills up again, one for each name."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def need(self, cost: float) -> float:
        """What is taken for something: at least one, and never more than fits in."""
        return max(1.0, min(cost, self.burst))

    def take(self, name: str, cost: float = 1.0) -> float:
        """Take some: 0, or the seconds to wait."""
        level, need = self._level(name), self.need(cost)
        waits = 0.0 if level >= need else (need - level) / self.rate if self.rate else 3600.0
        self._set(name, level if waits else level - need)
        return waits

    def deduct(self, name: str, amount: float) -> None:
        """Something was taken elsewhere: it counts here too, down to a debt of one full bucket."""
        self._set(name, max(-self.burst, self._level(name) - amount))

    def _level(self, name: str) -> float:
        now = self.clock()
        level, since = self.levels.pop(name, (self.burst, now))
        return min(self.burst, level + (now - since) * self.rate)

    def _set(self, name: str, level: float) -> None:
        self.levels[name] = (level, self.clock())
        while len(self.levels) > ADDRESSES:
            self.levels.popitem(last=False)


class Limits:
    """All limits of one server."""

    def __init__(self, settings: Settings, shared: Shared | None = None) -> None:
        self.settings = settings
        self.shared = shared  # with other servers, where there may be some
        self.requests = Bucket(settings.rate, settings.burst)
        self.used: dict[str, float] = {}  # requests by address since the last exchange
        self.kinds = {
            "table": Bucket(settings.tables_per_hour / 3600, settings.tables_per_hour),
            "analysis": Bucket(settings.analyses_per_hour / 3600, settings.analyses_per_hour),
            "letter": Bucket(LETTERS / 3600, LETTERS),
            "export": Bucket(settings.exports_per_hour / 3600, settings.exports_per_hour),
            "join": Bucket(settings.joins_per_minute / 60, settings.joins_per_minute),
            "challenge": Bucket(settings.challenges_per_hour / 3600, settings.challenges_per_hour),
            "chat": Bucket(settings.chat_per_minute / 60, settings.chat_per_minute),
            "member": Bucket(settings.members_per_hour / 3600, settings.members_per_hour),
            "sign_in": Bucket(settings.sign_ins_per_hour / 3600, settings.sign_ins_per_hour),
            "ceremony": Bucket(1.0, CHALLENGES),
            "profile": Bucket(PROFILES / 3600, PROFILES),
            "personal": Bucket(EXPORTS / 3600, EXPORTS),
            "entry": Bucket(ENTRIES / 3600, ENTRIES),
        }
        self.streams: dict[str, int] = {}
        self.changed: set[str] = set()  # addresses whose streams the others do not know yet
        self.publishing = asyncio.Lock()

    # -- requests ------------------------------------------------------------------------------------------------------

    def charge(self, address: str, cost: float = 1.0) -> None:
        """Count a request, or further work for one that costs more."""
        if waits := self.requests.take(address, cost):
            raise Problem("too_many", retry=waits, seconds=max(1, round(waits)))
        if self.shared is not None and (address in self.used or len(self.used) < ADDRESSES):
            self.used[address] = self.used.get(address, 0.0) + cost

    # -- rare and costly things ----------------------------------------------------------------------------------------

    async def take(self, kind: str, name: str, cost: float = 1.0) -> float:
        """Take from a bucket of a kind, at all servers: 0, or the seconds to wait."""
        bucket = self.kinds[kind]
        if waits := bucket.take(name, cost):
            return waits
        if self.shared is None:
            return 0.0
        full = f"{kind} {name}"
        full = full if len(full) <= NAME else f"{kind} {sha256(name.encode('utf-8', 'replace')).hexdigest()}"
        return await asyncio.to_thread(self.shared.take, full, bucket.rate, bucket.burst, bucket.need(cost))

    async def check(self, kind: str, *names: str | None, code: str = "too_many_times") -> None:
        """Something of a kind, for each of several names; the problem with this code says how long to wait."""
        if waits := max([await self.take(kind, name) for name in names if name]):
            raise Problem(code, retry=waits, seconds=max(1, round(waits)), minutes=max(1, round(waits / 60)))

    async def check_table(self, *names: str | None) -> None:
        """A new table for a browser and its address: another cookie must not help."""
        await self.check("table", *names, code="too_many_tables")

    async def check_analysis(self, *names: str | None) -> None:
        """A new analysis for a browser and its address."""
        await self.check("analysis", *names, code="too_many_analyses")

    async def check_letter(self, *names: str | None) -> None:
        """A letter to somebody who has not asked for it yet."""
        await self.check("letter", *names, code="too_many_letters")

    async def check_export(self, *names: str | None) -> None:
        """All results or all records, for a browser and its address."""
        await self.check("export", *names, code="too_many_exports")

    async def check_join(self, *names: str | None) -> None:
        """A seat, or a place to watch from, that the lobby offers."""
        await self.check("join", *names, code="too_many_joins")

    async def check_challenge(self, *names: str | None) -> None:
        """Asking somebody for a game."""
        await self.check("challenge", *names, code="too_many_challenges")

    async def check_entry(self, member: str) -> None:
        """A member enters a tournament or leaves it: whoever does so again and again keeps its next round from beginning."""
        await self.check("entry", member, code="too_many")

    async def check_chat(self, name: str) -> None:
        await self.check("chat", name, code="too_much_chat")

    # -- streams -------------------------------------------------------------------------------------------------------

    async def open_stream(self, request: Request) -> None:
        """Count a stream before it opens; it is given back when the request ends, however that comes about."""
        address, most = address_of(request), self.settings.streams
        refused = Problem("too_many_streams", retry=5, most=most)
        if self.streams.get(address, 0) >= most:
            raise refused
        self.streams[address] = self.streams.get(address, 0) + 1
        request.scope[HELD].append(lambda: self._closed(address))
        self.changed.add(address)
        if self.shared is not None and self.streams[address] > most // SHARE:
            async with self.publishing:
                number = self.streams[address]
                allowed = await asyncio.to_thread(self.shared.hold, address, number, most)
            if not allowed:
                raise refused

    def _closed(self, address: str) -> None:
        self.streams[address] -= 1
        if not self.streams[address]:
            del self.streams[address]
        if self.shared is not None:
            self.changed.add(address)

    # -- other servers -------------------------------------------------------------------------------------------------

    async def exchange(self) -> None:
        """Run for ever beside a server that shares its database."""
        turn = 0
        while True:
            await asyncio.sleep(EXCHANGE)
            turn += 1
            try:
                await self._exchange(turn % TIDY == 0)
            except Exception as error:  # a database that is away comes back
                log.warning("limits could not be exchanged: %s", type(error).__name__)

    async def _exchange(self, tidy: bool) -> None:
        assert self.shared is not None
        used, self.used = self.used, {}
        few = self.requests.rate * EXCHANGE / SHARE
        busy = sorted((name for name in used if used[name] > few), key=lambda name: -used[name])
        if busy:
            said = " ".join(f"{name}={used[name]:g}" for name in busy[:TOLD])
            await asyncio.to_thread(self.shared.tell, f"{self.shared.server} {said}")
        async with self.publishing:
            if tidy:
                await asyncio.to_thread(self.shared.tidy)
                noted = await asyncio.to_thread(self.shared.noted)
                self.changed |= {name for name in {*noted, *self.streams} if noted.get(name, 0) != self.streams.get(name, 0)}
            changed, self.changed = self.changed, set()
            if changed:
                try:
                    await asyncio.to_thread(self.shared.publish, {name: self.streams.get(name, 0) for name in sorted(changed)})
                except Exception:
                    self.changed |= changed
                    raise

    async def heard(self, payload: str) -> None:
        """What another server says about requests."""
        server, *pairs = payload.split()
        if self.shared is not None and server != self.shared.server:
            for name, _, used in (pair.rpartition("=") for pair in pairs):
                with suppress(ValueError):  # from a server of another version
                    self.requests.deduct(name, float(used))


def address_of(request: Request) -> str:
    """What a request is counted by: its address, behind a trusted proxy the one it forwards."""
    return address_name(request.client.host if request.client else None)


class LimitMiddleware:
    """Refuses what is too much before anything is done for it."""

    def __init__(self, app: ASGIApp, limits: Limits, settings: Settings) -> None:
        self.app, self.limits, self.settings = app, limits, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        path: str = scope["path"]
        large = path in UPLOADS or path.startswith(STUDIES)
        most = self.settings.upload_bytes if large else self.settings.body_bytes
        length = request.headers.get("content-length", str(most) if "transfer-encoding" in request.headers else "0")
        fits = length.isdecimal() and len(length) <= DIGITS and int(length) <= most
        size = int(length) if fits else 0
        held: list[Callable[[], None]] = []
        scope[HELD] = held
        try:
            self.limits.charge(address_of(request), COSTS.get(path.rpartition("/")[2], 1) + size // PIECE)
            if not fits:
                raise Problem("too_large", bytes=most)
            await self.app(scope, self._counted(receive, most), send)
        except Problem as problem:
            language = language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))
            await problem.response(language)(scope, receive, send)
        finally:
            for give_back in held:
                give_back()

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
