"""Asking a worker on behalf of whoever sent a request, and sending what it made: kept for the next who asks, packed once."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Response

from bastida.kernel.shelf import forget_with
from bastida.server.http.access import Caller
from bastida.server.http.limits import COSTS
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import digest
from bastida.server.runtime.caches import Cache
from bastida.server.runtime.queues import FILMING, Busy, Told, Who
from bastida.server.runtime.workers import Making, Pool, Unanswered

MARK = 16  # letters of what is kept of an address
READ_SECONDS = 20.0
FILM_SECONDS = 120.0
FILM_COST = COSTS["film.webp"] - 1  # beside the request itself
MOMENT = 1.0  # seconds that somebody who asks how far it is waits for news
LEFT = 15.0  # seconds in which nobody has asked how far a film is: nobody wants it
TOO_MUCH = "too_much_work"
GZIP = b"\x1f\x8b"
made = Cache("records and tables", 2_000, 64_000_000)
drawn = Cache("art and pages", 1_000, 32_000_000)
stuck = Cache("records and tables that a worker died of", 1_000, 1_000)
FATAL = (TimeoutError.__name__, "died")
RESTS = 120.0  # seconds until it is tried again
for cache in (made, drawn):
    forget_with(cache.clear)  # another expansion, other drawings


def visitor(caller: Caller) -> Who:
    """Whose turn it is: of the address and the browser only marks are kept."""
    return digest(caller.address)[:MARK], (caller.holder or "")[:MARK]


async def worked(
    caller: Caller, kind: str, job: dict[str, Any], seconds: float, table: str = "", told: Told | None = None
) -> dict[str, Any]:
    """The answer of a worker; a Problem if the visitor has enough under way, Unanswered if there is none."""
    try:
        return await caller.live.pool.ask(job, seconds, kind, visitor(caller), table, told)
    except Busy as busy:
        raise Problem(TOO_MUCH, retry=max(1.0, busy.seconds), seconds=max(1, round(busy.seconds))) from None


async def read(
    caller: Caller,
    kind: str,
    job: dict[str, Any],
    key: tuple[object, ...],
    seconds: float = READ_SECONDS,
    complete: Callable[[], Awaitable[dict[str, Any]]] | None = None,
) -> bytes:
    """What a worker makes of a record, a table or a list of drawings, made once for all who ask.

    ``key`` says all that it depends on, and is short: a part of it that is a stranger's is a digest, or a name that exists.
    ``complete`` fetches what else the job needs, if it has to be done.
    """
    key = (job["do"], *key)
    found = _kept(kind, key)
    if found is not None:
        return found
    if complete is not None:
        job = {**job, **await complete()}
    making = caller.live.pool.under_way.get(key)
    first = making is None
    if making is None:
        making = _begin(caller, kind, job, key, seconds)
    try:
        return await _wait(caller.live.pool, kind, key, making)
    except Problem as problem:
        if first or problem.code != TOO_MUCH:  # else whoever asked first has too much under way
            raise
        return await _make(caller, kind, job, key, seconds)


async def unless_gone(caller: Caller, reading: Awaitable[bytes]) -> bytes:
    """The same for whoever holds a connection open meanwhile; a connection that is closed waits for nothing."""
    wanted = asyncio.ensure_future(reading)
    try:
        while not wanted.done() and not await caller.request.is_disconnected():
            await asyncio.wait({wanted}, timeout=MOMENT)
        return wanted.result() if wanted.done() else b""
    finally:
        wanted.cancel()


async def filmed(
    caller: Caller,
    job: dict[str, Any],
    key: tuple[object, ...],
    complete: Callable[[], Awaitable[dict[str, Any]]] | None = None,
) -> dict[str, Any]:
    """How far a film is, after a moment; it is begun if nobody has asked for it yet."""
    pool, full = caller.live.pool, (job["do"], *key)
    if _kept("film", full) is None and full not in pool.under_way:
        caller.limits.charge(caller.address, FILM_COST)
    reading = asyncio.ensure_future(read(caller, "film", job, key, FILM_SECONDS, complete))
    try:
        await asyncio.wait({reading}, timeout=MOMENT)
        if reading.done():
            reading.result()
        if reading.done() or _kept("film", full) is not None:
            return {"state": "ready", "done": 1, "of": 1}
        done, of = pool.under_way[full].far if full in pool.under_way else (0, 0)
        return {"state": "making" if of else "waiting", "done": done, "of": of}
    finally:
        reading.cancel()  # only this one's waiting


def _kept(kind: str, key: tuple[object, ...]) -> bytes | None:
    """What was made before; a Problem if a worker has died of it."""
    found = (drawn if kind == "art" else made).get(key)
    if found is None and stuck.get(key[:2]) is not None:
        raise Problem("too_slow", retry=RESTS)
    return found


def _begin(caller: Caller, kind: str, job: dict[str, Any], key: tuple[object, ...], seconds: float) -> Making:
    """Have it made, whoever waits for it."""
    pool = caller.live.pool

    def over(done: asyncio.Future[bytes]) -> None:
        if pool.under_way.get(key) is making:
            del pool.under_way[key]
        if making.left is not None:
            making.left.cancel()
        if not done.cancelled():
            done.exception()  # nobody may be left to hear of it

    def told(done: int, of: int) -> None:
        making.far = done, of

    making = pool.under_way[key] = Making(asyncio.ensure_future(_make(caller, kind, job, key, seconds, told)))
    making.task.add_done_callback(over)
    return making


async def _wait(pool: Pool, kind: str, key: tuple[object, ...], making: Making) -> bytes:
    """What is being made, when it is; a film for which nobody waits any more is given up."""
    making.waiting += 1
    if making.left is not None:
        making.left.cancel()
    try:
        return await asyncio.shield(making.task)
    finally:
        making.waiting -= 1
        if kind in FILMING and not making.waiting and not making.task.done():
            making.left = asyncio.get_running_loop().call_later(LEFT, _give_up, pool, key, making)


def _give_up(pool: Pool, key: tuple[object, ...], making: Making) -> None:
    if pool.under_way.get(key) is making:
        del pool.under_way[key]  # who asks from now on begins anew
    making.task.cancel()


async def _make(
    caller: Caller, kind: str, job: dict[str, Any], key: tuple[object, ...], seconds: float, told: Told | None = None
) -> bytes:
    try:
        answer = await worked(caller, kind, job, seconds, told=told)
    except Unanswered as failed:
        if failed.reason in FATAL and kind != "art":
            stuck.put(key[:2], b"")
            asyncio.get_running_loop().call_later(RESTS, stuck.drop, key[:2])
        if kind in ("picture", "film"):
            raise Problem("no_picture", reason=failed.reason) from None
        raise Problem("too_slow", retry=5) from None
    data: bytes = answer["data"]
    (drawn if kind == "art" else made).put(key, data)
    return data


async def page(caller: Caller, key: tuple[object, ...], make: Callable[[], object]) -> Response:
    """What is the same for everybody, as JSON: made and packed once; ``key`` is of names that exist."""
    found = drawn.get(key)
    if found is None:
        found = await asyncio.to_thread(lambda: packed(json.dumps(make(), ensure_ascii=False, separators=(",", ":"))))
        drawn.put(key, found)
    return await sent(caller, found, "application/json")


def packed(text: str) -> bytes:
    return gzip.compress(text.encode(), 6, mtime=0)


async def sent(caller: Caller, data: bytes, media: str, headers: dict[str, str] | None = None) -> Response:
    """Bytes as they were packed, for whoever can unpack them."""
    headers = dict(headers or {})
    if data.startswith(GZIP):
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in caller.request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            data = await asyncio.to_thread(gzip.decompress, data)
    return Response(data, media_type=media, headers=headers)
