"""Sleep without time, for the pauses of the computer."""

from __future__ import annotations

import asyncio
import threading


class Sleep:
    """Called as ``asyncio.sleep`` is: it notes how long, and ends when it may."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.asleep, self.open = threading.Event(), threading.Event()

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        if seconds > 0:
            self.asleep.set()
            while not self.open.is_set():
                await asyncio.sleep(0.01)
