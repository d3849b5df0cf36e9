"""The one stream of a bot: challenges, games that start, turns that are its own, offers, games that end.

It listens at each of its tables as any player does, so it is here at all of them and hears of what happens at other
servers too; but it is told only what it may have to do something about.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bastida.server.club.lobby import bots, challenges
from bastida.server.club.members.known import Member
from bastida.server.http.problems import Problem
from bastida.server.runtime.live import Live
from bastida.server.runtime.rooms import ALIVE, Identity, Listener, Room, message
from bastida.server.runtime.store import WATCHING
from bastida.server.table.state import Table
from bastida.server.table.view import encoded

LOOK = 5.0  # seconds between two looks for tables that came without a word
HEARTBEAT = 15.0
MOST_TABLES = 200  # listened at; whoever wants more at once uses the streams of the tables


class Ear(Listener):
    """Listens at a table for a bot: that something has happened is enough."""

    def __init__(self, errands: Errands, table: str, language: str, seats: frozenset[int]) -> None:
        super().__init__(language, seats, None, Identity(errands.bot.holder))
        self.errands, self.table = errands, table

    def put(self, data: bytes | None) -> None:
        if data is None:  # its seats are others now, or the server stops
            self.errands.lost.add(self.table)
        self.errands.stir(self.table)

    def keep_alive(self) -> None:
        """The stream of all tables says for itself that it is alive."""


@dataclass
class Desk:
    """A table at which a bot sits."""

    room: Room
    ear: Ear
    said: int = -1  # the position about which it was last told that it is asked
    offers: int = -1  # the newest offer it was told of


class Errands:
    """An open stream of a bot."""

    def __init__(self, live: Live, bot: Member, language: str, identified: Callable[[], Awaitable[Identity]]) -> None:
        self.live, self.bot, self.language = live, bot, language
        self.identified = identified  # what the token is good for by now
        self.desks: dict[str, Desk] = {}
        self.challenges: dict[str, str] = {}  # those it was told of, and their state
        self.stirred: set[str] = set()
        self.lost: set[str] = set()
        self.again = True  # there may be new tables or challenges
        self.ended = False
        self._awake = asyncio.Event()

    def stir(self, table: str | None = None) -> None:
        """Something has happened at a table; without one, there is a new table or challenge."""
        if table is None:
            self.again = True
        else:
            self.stirred.add(table)
        self._awake.set()

    def dismiss(self) -> None:
        self.ended = True
        self._awake.set()

    async def stream(self) -> AsyncGenerator[bytes]:
        """All there is to tell, until the bot goes or the server stops."""
        spoke = looked = 0.0
        yield b"retry: 1000\n\n"
        try:
            while not self.ended and not self.live.stopping:
                self._awake.clear()
                if self.again or time.monotonic() - looked > LOOK:
                    looked, self.again = time.monotonic(), False
                    if (await self.identified()).holder != self.bot.holder:
                        break  # another token, or none: the owner or the host has said so, at whatever server
                    self.stirred |= set(await self._find())
                    for data in await self._challenged():
                        yield data
                stirred, self.stirred = self.stirred, set()
                for table in sorted(stirred):
                    for data in await self._look(table):
                        spoke = time.monotonic()
                        yield data
                if time.monotonic() - spoke > HEARTBEAT:
                    spoke = time.monotonic()
                    yield ALIVE
                try:
                    await asyncio.wait_for(self._awake.wait(), LOOK)
                except TimeoutError:
                    continue
            yield message("bye", encoded({"stopping": self.live.stopping}))
        finally:
            for table in list(self.desks):
                self._leave(table)

    # -- tables --------------------------------------------------------------------------------------------------------

    async def _find(self) -> list[str]:
        """Tables that go on and at which it does not listen yet."""

        def read() -> list[str]:
            with self.live.store.engine.connect() as connection:
                return bots.going_on(connection, self.bot.holder)

        found = await asyncio.to_thread(read)
        return [table for table in found if table not in self.desks][: max(0, MOST_TABLES - len(self.desks))]

    async def _look(self, name: str) -> list[bytes]:
        """What there is to tell of a table."""
        if name in self.lost:
            self.lost.discard(name)
            self._leave(name)
            self.again = True
        new, said = name not in self.desks, list[bytes]()
        try:
            seats = await self.live.seats.of_browser(self.bot.holder, name)
            async with self.live.entered(name) as (room, table):
                mine = frozenset(seats - {WATCHING})
                if not mine:
                    return []
                if new:
                    said.append(self._sit(room, table, mine))
                said += self._asked(table, mine)
        except Problem:  # out of order, or gone
            self._leave(name)
            return []
        if new and name in self.desks:
            await self.live.audience.presence_changed(self.desks[name].room)
        return said

    def _sit(self, room: Room, table: Table, seats: frozenset[int]) -> bytes:
        """Listen at a table from now on."""
        ear = Ear(self, table.id, self.language, seats)
        room.join(ear, table.seq, self.live.now())
        self.desks[table.id] = Desk(room, ear)
        names = zip(table.setup.players, table.seats, strict=True)
        players = [{"name": name, "member": seat.member, "bot": seat.bot} for name, seat in names]
        return message("start", encoded({"table": table.id, "seats": sorted(seats), "players": players}))

    def _asked(self, table: Table, seats: frozenset[int]) -> Iterator[bytes]:
        """Whether the bot has to answer, to agree, or to go."""
        desk = self.desks[table.id]
        if table.outcome is not None:
            result = table.result() or {}
            how = {key: result[key] for key in ("players", "points", "winners", "reason")}
            yield message("end", encoded({"table": table.id, "seats": sorted(seats), **how}))
            self._leave(table.id)
            return
        for offer in table.offers.values():
            if offer.number > desk.offers and not seats <= offer.accepted:
                desk.offers = offer.number
                said = {"table": table.id, "seat": min(seats - offer.accepted), "number": offer.number, "kind": offer.kind}
                yield message("offer", encoded(said))
        awaited = table.awaited
        if awaited in seats and table.status == "playing" and desk.said != table.position_seq:
            desk.said = table.position_seq
            options = [] if table.asked is None else [option.text for option in table.game.options()]
            said = {"table": table.id, "seat": awaited, "seq": table.seq, "options": options, "waits_done": table.asked is None}
            yield message("turn", encoded(said))

    def _leave(self, table: str) -> None:
        desk = self.desks.pop(table, None)
        if desk is not None:
            self.live.audience.left(desk.room, desk.ear)

    # -- challenges ----------------------------------------------------------------------------------------------------

    async def _challenged(self) -> list[bytes]:
        """Challenges it has not been told of, and those that are open no longer."""
        now = self.live.now()

        def read() -> list[challenges.Challenge]:
            with self.live.store.engine.connect() as connection:
                return challenges.of(connection, self.bot.holder, self.bot, now)

        states = {one.id: one for one in await asyncio.to_thread(read) if one.to_id == self.bot.id}
        said: list[bytes] = []
        for one in states.values():
            state, before = one.now(now), self.challenges.get(one.id)
            if state == challenges.OPEN and before is None:
                said.append(message("challenge", encoded(asked_of(one))))
            elif before == challenges.OPEN and state != before:
                said.append(message("settled", encoded({"id": one.id, "state": state, "table": one.table})))
        self.challenges = {name: one.now(now) for name, one in states.items()}
        return said


def asked_of(one: challenges.Challenge) -> dict[str, Any]:
    """A challenge as a program reads it."""
    return {
        "id": one.id,
        "name": one.name,
        "member": one.from_id,
        "expires": round(one.expires * 1000),
        **{key: one.config[key] for key in ("game", "sets", "elements", "without", "switches", "clock", "rated")},
    }
