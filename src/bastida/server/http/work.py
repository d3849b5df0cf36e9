"""Asking a worker on behalf of whoever sent a request, and sending what it made: kept for the next who asks, packed once."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

from fastapi import Response

from bastida.server.http.access import Caller
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import digest
from bastida.server.runtime.caches import Cache
from bastida.server.runtime.queues import Busy, Who
from bastida.server.runtime.workers import Unanswered

MARK = 16  # letters of what is kept of an address
READ_SECONDS = 20.0
FILM_SECONDS = 120.0
GZIP = b"\x1f\x8b"
made = Cache("made by workers", 2_000, 64_000_000)


def visitor(caller: Caller) -> Who:
    """Whose turn it is: of the address and the browser only marks are kept."""
    return digest(caller.address)[:MARK], (caller.holder or "")[:MARK]


async def worked(caller: Caller, kind: str, job: dict[str, Any], seconds: float, table: str = "") -> dict[str, Any]:
    """The answer of a worker; a Problem if the visitor has enough under way, Unanswered if there is none."""
    try:
        return await caller.live.pool.ask(job, seconds, kind, visitor(caller), table)
    except Busy as busy:
        raise Problem("too_much_work", retry=max(1.0, busy.seconds), seconds=max(1, round(busy.seconds))) from None


async def read(caller: Caller, kind: str, job: dict[str, Any], key: tuple[object, ...], seconds: float = READ_SECONDS) -> bytes:
    """What a worker makes of a record or a table, made once for all who ask; ``key`` says all that it depends on."""
    key = (job["do"], *key)
    found = made.get(key)
    if found is None:
        try:
            found = (await worked(caller, kind, job, seconds))["data"]
        except Unanswered as failed:
            if kind == "read":
                raise Problem("too_slow", retry=5) from None
            raise Problem("no_picture", reason=failed.reason) from None
        assert found is not None
        made.put(key, found)
    return found


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
