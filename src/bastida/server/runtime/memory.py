"""Keeping the garbage collector away from tables that live long.

With a thousand tables a full collection looks at a million objects and holds every answer up for half a second. What
is alive is therefore set aside now and then, so that collections only see what is new; once in a while all of it is
looked at after all. Tables that are dropped from memory hold no cycles and are freed at once either way.
"""

from __future__ import annotations

import asyncio
import gc
import time

ASIDE = 5.0  # seconds between two times of setting aside
WHOLE = 3600.0  # seconds between two full collections


async def keep_tidy() -> None:
    """Run for ever beside the server."""
    whole = time.monotonic() + WHOLE
    while True:
        await asyncio.sleep(ASIDE)
        if time.monotonic() >= whole:
            whole = time.monotonic() + WHOLE
            gc.unfreeze()
        gc.collect()
        gc.freeze()
