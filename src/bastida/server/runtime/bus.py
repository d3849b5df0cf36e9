"""What servers tell each other: with PostgreSQL by LISTEN/NOTIFY, with SQLite nothing, for there is only one server.

A message is a line of words: ``event TABLE SEQ`` when a table has a new event, ``here TABLE SERVER SEATS`` when somebody
came or went, ``who TABLE`` to ask for that, ``seats TABLE`` when links or seats were given or taken away. Events themselves
are always read from the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import URL

from bastida.server.runtime.store import CHANNEL

AGAIN = 1.0  # seconds before a lost connection is tried again
log = logging.getLogger("bastida.server")


async def listen(
    url: URL,
    heard: Callable[[str], Awaitable[None]],
    restored: Callable[[], Awaitable[None]],
    lost: Callable[[], None] = lambda: None,
    channel: str = CHANNEL,
) -> None:
    """Listen for ever; ``lost`` is called when nothing is heard any more, ``restored`` when it is again."""
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {channel}")
                await restored()
                async for message in connection.notifies():
                    await heard(message.payload)
        except psycopg.Error as error:
            lost()
            log.warning("the database's messages are interrupted: %s", type(error).__name__)
        await asyncio.sleep(AGAIN)
