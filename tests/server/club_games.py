"""Members and finished tables for tests, written as the server itself writes them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, insert, text

import bastida
from bastida.server.club.members.schema import badges, members
from bastida.server.http.seat_tokens import digest, new_code, new_token
from bastida.server.runtime.store import Event, Store, TableRow, Upkeep
from bastida.server.table.state import Table, kept_setup
from bastida.table.game import Game

AIDS = {"legal": True, "dead": True, "remaining": True, "fields": True, "owners": True, "projected": False, "hints": True}


def store_of(url: str) -> Store:
    return Store(url.replace("postgresql://", "postgresql+psycopg://"))


def write(store: Store, work: Any) -> Any:
    with store.engine.execution_options(writes=True).connect() as connection, connection.begin():
        return work(connection)


def join(store: Store, name: str, owner: str | None = None, **wishes: object) -> tuple[str, str]:
    """A new member; its id and a token to ask with."""
    id, token = new_code(10), "bot." + new_token()

    def work(connection: Connection) -> None:
        connection.execute(
            insert(members).values(
                id=id, created=1.0, seen=1.0, name=name, folded=name.casefold(), colour="red", owner=owner,
                wishes=json.dumps(wishes),
            )
        )  # fmt: skip
        connection.execute(insert(badges).values(digest=digest(token), member_id=id, created=1.0))

    write(store, work)
    return id, token


@lru_cache(maxsize=16)
def played(seed: int, seats: int = 2, game: str = "plus-first-game") -> Game:
    """A whole game, played at random."""
    chance = random.Random(seed)
    whole = bastida.new_game(game, players=[f"P{seat}" for seat in range(seats)], seed=seed)
    while not whole.over:
        whole.play(chance.choice(whole.options()))
    return whole


def finished(
    store: Store,
    sits: Sequence[str | None],
    seed: int = 1,
    at: float = 0.0,
    game: str = "plus-first-game",
    duplicate: str | None = None,
    steps: int | None = None,
    **config: object,
) -> str:
    """A table that is over, at which these members sat (None: a guest); its id. After so many steps they agreed to end it."""
    whole = played(seed, len(sits), game)
    name, end = new_code(10), at or time.time()
    seats = [{"kind": "here", "level": None, **({"member": member} if member else {})} for member in sits]
    made: dict[str, Any] = {
        "setup": kept_setup(whole.setup), "position": "", "preset": whole.setup.preset(), "seats": seats, "clock": None,
        "aids": AIDS, "undo": "free", "draw": "at_once", "pace": "normal", "rated": True, "first_steps": 0, **config,
    }  # fmt: skip
    row = TableRow(name, end - 100, made, duplicate)
    said = [step.text for step in whole.steps[:steps]]
    events = [
        Event(1, end - 100, "start", None, None, {"steps": said[:1]}),
        Event(2, end, "play", 0, "k", {"steps": said[1:]}),
    ]
    if steps is not None:
        events.append(Event(3, end, "end", 0, None, {}))
    table = Table(replace(row, duplicate=None), None, [])
    for event in events:
        table.apply(event)
    result = table.result()
    assert result is not None

    def work(connection: Connection) -> None:
        store.create_table(connection, row, [(digest(new_token()), 0)], events, Upkeep("over", None))
        connection.execute(text("UPDATE tables SET result = :told WHERE id = :id"), {"told": json.dumps(result), "id": name})

    write(store, work)
    return name
