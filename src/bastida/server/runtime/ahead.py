"""Thinking on the turn of a person, where the host allows it: answers to what a computer may be asked next.

A process that has nothing else to do guesses how the person's turn goes on and which tile is drawn then, and lets the
computer answer there as it would at the table. If the game comes to such a position, the answer is there at once. It is one
that the computer could have given anyway: what is guessed from is the public position, and its time and nodes are the same.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Any, Final

from bastida import position
from bastida.players.registry import levels
from bastida.record.positions import state_hash
from bastida.server.http.problems import Problem
from bastida.server.runtime.queues import AHEAD, Busy, Who
from bastida.server.runtime.rooms import Room
from bastida.server.runtime.workers import Unanswered
from bastida.server.table.state import COMPUTER, Table

if TYPE_CHECKING:
    from bastida.server.runtime.live import Live

SECONDS: Final = 10.0  # of one job; what it has found is kept after each
JOBS: Final = 6  # for one position
REST: Final = 1.0  # seconds from one job to the next where no process is free
SOON: Final = 0.5  # seconds that an answer waits for the end of a job that was told to come to it
MOST: Final = 128  # answers kept for a table
log = logging.getLogger("bastida.server")


class Ahead:
    """What is thought at every table while a person is on turn."""

    def __init__(self, live: Live) -> None:
        self.live = live

    def after(self, room: Room) -> None:
        """Something happened at a table, whose room is locked: what was thought about is over, or there is something new."""
        table = room.table
        if table is None or not self.live.settings.think_ahead or room.ahead_of == table.position_seq:
            return
        if room.ahead is not None:
            self.live.pool.cut(AHEAD, room.name)
        elif worth_it(table):
            room.ahead = self.live.spawn(self.think(room))

    async def think(self, room: Room) -> None:
        """Think ahead as long as people are on turn."""
        jobs = 0
        try:
            while jobs < JOBS and not self.live.stopping:
                async with room.held():
                    table = room.table
                    if table is None or not worth_it(table):
                        return
                    if room.ahead_of != table.position_seq:
                        room.ahead_of, jobs = table.position_seq, 0
                    job = self.job(room, table)
                jobs += 1
                try:
                    found = await self.live.pool.ask(job, SECONDS, AHEAD, maker_of(room.name, table), room.name)
                except Busy:
                    await asyncio.sleep(REST)
                    continue
                keep(room, found["answers"])
                if not found["more"] and room.table is not None and room.table.position_seq == room.ahead_of:
                    return
        except (Problem, Unanswered) as failed:
            log.info("table %s: nothing thought ahead (%s)", room.name, failed)
        finally:
            room.ahead = None

    def job(self, room: Room, table: Table) -> dict[str, Any]:
        """What a worker needs: the public position, who plays by which level, and what is known already."""
        return {
            "do": "think ahead",
            "position": position(table.game),
            "players": list(table.setup.players),
            "levels": levels_of(table),
            "known": {key: found["answer"] for key, found in room.foreseen.items()},
            "seed": secrets.randbits(31),
            "most": self.live.settings.think_seconds,
        }

    async def known(self, room: Room, table: Table) -> dict[str, Any] | None:
        """What was thought ahead about the question that a computer is asked now, if anything was."""
        if room.ahead is not None and self.live.pool.cut(AHEAD, room.name):
            await asyncio.wait({room.ahead}, timeout=SOON)
        return room.foreseen.get(state_hash(table.setup, table.game.engine)) if room.foreseen else None


def worth_it(table: Table) -> bool:
    """Is a person on turn, or about to be done, and has a computer of the table to think for its answers?"""
    playing = table.status == "playing" and table.lesson is None and not table.game.over
    return playing and table.computer is None and bool(levels_of(table))


def levels_of(table: Table) -> dict[int, str]:
    """By seat: the computers that search. All others answer in no time."""
    found = {number: seat.computer for number, seat in enumerate(table.seats) if seat.kind == COMPUTER}
    return {number: level for number, level in found.items() if level and levels()[level].startswith("search")}


def keep(room: Room, answers: dict[str, dict[str, Any]]) -> None:
    """Note what was found; of too much the oldest goes."""
    room.foreseen |= answers
    for key in list(room.foreseen)[: -MOST or None]:
        del room.foreseen[key]


def maker_of(name: str, table: Table | None) -> Who:
    """Whose turn the thinking at a table is: that of whoever made it."""
    maker = table.config.get("maker") if table is not None else None
    return (maker[0], maker[1]) if maker else (name, "")
