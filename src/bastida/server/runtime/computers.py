"""Computer seats: what a worker is told of a table, whose turn its thinking is, and playing what it answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from bastida import position
from bastida.server.http.problems import Problem
from bastida.server.runtime.ahead import Ahead, maker_of
from bastida.server.runtime.queues import ANSWER, LEAST, Who
from bastida.server.runtime.rooms import Room
from bastida.server.runtime.store import Conflict
from bastida.server.runtime.workers import GRACE, Unanswered
from bastida.server.table import referee
from bastida.server.table.planning import thinking_time
from bastida.server.table.referee import Thinking
from bastida.server.table.state import Table

if TYPE_CHECKING:
    from bastida.server.runtime.live import Live

PACES = {"fast": 0.0, "normal": 1.0, "slow": 2.0}  # how many times the server's pause
UNSEEN = 60.0  # seconds after which nobody is taken to follow what happens at a table
MARGIN = 10.0  # seconds after which another server takes over a computer's turn
log = logging.getLogger("bastida.server")


class Computers:
    """Answers for the computer, at every table where it is asked."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.ahead = Ahead(live)
        self.sleep = asyncio.sleep

    def start(self, room: Room) -> None:
        room.thinking = self.live.spawn(self.think(room))

    async def think(self, room: Room) -> None:
        """Answer for the computer until a person is asked."""
        try:
            while not self.live.stopping and await self._once(room):
                pass
        except Problem as problem:
            log.warning("table %s: the computer's answer was refused: %s", room.name, problem.code)
        except SQLAlchemyError as error:  # thought about again when it is due
            log.warning("table %s: the computer's answer could not be kept: %s", room.name, type(error).__name__)
        except Exception as error:
            await self.live.caretaker.failed(room.name, error)
        finally:
            room.thinking = None

    async def _once(self, room: Room) -> bool:
        async with room.held():
            table = await self.live.ready(room)
            seat, level, seen = table.asked, table.computer, table.position_seq
            if seat is None or level is None:
                return False
            spare = [option.text for option in table.game.options()]
            job = self.job(table, level) if len(spare) > 1 else None
            if job is not None:
                job["seconds"] = thinking_time(table, seat, job["seconds"])
        foreseen = await self.ahead.known(room, table) if job is not None else None
        if foreseen is not None and foreseen["answer"] in spare:
            text, thinking = foreseen["answer"], Thinking(0.0, foreseen.get("margin"), foreseen.get("chance"))
        else:
            text, thinking = await self._thought(job, spare, room.name)
        await self.sleep(self.rest(room, table))
        async with room.held():
            table = await self.live.ready(room, newest=False)
            if table.position_seq != seen or table.computer is None:
                return True
            now = self.live.now()
            try:
                proposal = referee.play(table, seat, text, now, thinking=thinking)
            except Problem:
                proposal = referee.play(table, seat, secrets.choice(spare), now, thinking=Thinking(thinking.seconds))
            with contextlib.suppress(Conflict):
                await self.live.commit(room, [proposal], None, None, now)
            if table.computer is None:
                room.foreseen.clear()
            return True

    async def _thought(self, job: dict[str, Any] | None, spare: Sequence[str], name: str) -> tuple[str, Thinking]:
        """What the computer answers, and what it thought; any legal answer if it fails to think.

        Without a job there is nothing to think about: the answer is there at once, whatever else is being thought about.
        """
        if job is None:
            return spare[0], Thinking()
        try:
            answer = await self.live.pool.ask(job, *self.turn(name, job["seconds"]), name)
            return str(answer["answer"]), Thinking(answer.get("took", 0.0), answer.get("margin"), answer.get("chance"))
        except Unanswered as failed:
            log.warning("table %s: no thought (%s), a fallback move instead", name, failed.reason)
            return secrets.choice(spare), Thinking()

    def rest(self, room: Room, table: Table) -> float:
        """Seconds that the computer still waits with an answer, so that whoever looks can follow; it holds nothing then."""
        if not table.people() or room.unseen_for() > UNSEEN:
            return 0.0
        return min(self.pause(table), max(0.0, table.position_at + self.pause(table) - self.live.now()))

    def pause(self, table: Table) -> float:
        """Seconds from a step of the computer to the one before it, at least."""
        return self.live.settings.pause_seconds * PACES.get(table.pace, 1.0)

    def patience(self, table: Table) -> float:
        """Seconds after which a computer should have answered: if not, its server is gone."""
        return self.live.settings.think_seconds + GRACE + self.pause(table) + MARGIN

    def turn(self, name: str, seconds: float) -> tuple[float, str, Who]:
        """How long, before whom and for whom a table's computer thinks: for whoever made the table.

        Where nobody has looked for long it thinks last and briefly: the game goes on to its end and keeps nobody waiting.
        """
        room = self.live.rooms.get(name)
        who = maker_of(name, room.table if room is not None else None)
        if room is not None and room.unseen_for() > self.live.settings.idle_minutes * 60:
            return min(seconds, LEAST), "idle", who
        return seconds, ANSWER, who

    def job(self, table: Table, level: str) -> dict[str, Any]:
        """What a worker needs to think about a table: the public position, and no more."""
        guests = self.live.settings.guests
        return {
            "do": "think",
            "position": position(table.game),
            "players": list(table.setup.players),
            "level": guests.get(level, level),
            "guest": level in guests,
            "seed": secrets.randbits(31),
            "seconds": self.live.settings.think_seconds,
        }
