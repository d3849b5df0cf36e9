"""Reading beside the event loop, by whoever may be told to stop meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def to_its_end(work: Callable[[], T]) -> T:
    """What a thread finds. Whoever is cancelled goes only when the thread is done, and its connection given back."""
    reading = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(reading)
    except asyncio.CancelledError:
        await asyncio.wait({reading})
        raise
