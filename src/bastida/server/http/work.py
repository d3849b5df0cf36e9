"""Asking a worker on behalf of whoever sent a request, and sending what it made: kept for the next who asks, packed once."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

from fastapi import Response

from bastida.kernel.shelf import forget_with
from bastida.server.http.access import Caller
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import digest
from bastida.server.runtime.caches import Cache
from bastida.server.runtime.queues import Busy, Who
from bastida.server.runtime.workers import Unanswered

MARK = 16  # letters of what is kept of an address
READ_SECONDS = 20.0
FILM_SECONDS = 120.0
Answer = asyncio.Future[dict[str, Any]]
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


async def worked(caller: Caller, kind: str, job: dict[str, Any], seconds: float, table: str = "") -> dict[str, Any]:
    """The answer of a worker; a Problem if the visitor has enough under way, Unanswered if there is none."""
    try:
        return await caller.live.pool.ask(job, seconds, kind, visitor(caller), table)
    except Busy as busy:
        raise Problem("too_much_work", retry=max(1.0, busy.seconds), seconds=max(1, round(busy.seconds))) from None


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
    cache, key = drawn if kind == "art" else made, (job["do"], *key)
    found = cache.get(key)
    if found is not None:
        return found
    if stuck.get(key[:2]) is not None:
        raise Problem("too_slow", retry=RESTS)
    if complete is not None:
        job = {**job, **await complete()}
    under_way = caller.live.pool.under_way
    first = key not in under_way
    if first:
        under_way[key] = asyncio.ensure_future(worked(caller, kind, job, seconds))
        under_way[key].add_done_callback(lambda done: _over(under_way, key, done))
    try:
        try:
            answer = await asyncio.shield(under_way[key])
        except Problem:  # whoever asked first has too much under way
            if first:
                raise
            answer = await worked(caller, kind, job, seconds)
    except Unanswered as failed:
        if failed.reason in FATAL and kind != "art":
            stuck.put(key[:2], b"")
            asyncio.get_running_loop().call_later(RESTS, stuck.drop, key[:2])
        if kind in ("picture", "film"):
            raise Problem("no_picture", reason=failed.reason) from None
        raise Problem("too_slow", retry=5) from None
    data: bytes = answer["data"]
    cache.put(key, data)
    return data


def _over(under_way: dict[Hashable, Answer], key: Hashable, done: Answer) -> None:
    del under_way[key]
    if not done.cancelled():
        done.exception()  # nobody may be left to hear of it


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
