"""Tournaments under way: rounds begin, tables are opened, no-shows lose, rounds end. Nothing is kept in memory.

Whatever is decided is written only if the tournament is still as it was when that was decided, or the match still without a
table; so any number of servers may look after the same tournament, and one that is killed leaves nothing half done that the
next look does not complete.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bastida.language.texts import texts
from bastida.server.club.members.known import HOLDER
from bastida.server.club.tournaments import kept
from bastida.server.club.tournaments.drawing_up import by_rating, draw_up, is_last
from bastida.server.club.tournaments.kept import (
    BOTH,
    CANCELLED,
    ENTRY,
    FIRST,
    NONE,
    NOT_PLAYED,
    OVER,
    RUNNING,
    SECOND,
    At,
    Paired,
    Round,
    Stale,
    Tournament,
)
from bastida.server.club.tournaments.opening import table_of
from bastida.server.club.tournaments.reading import has_played, ratings_of
from bastida.server.club.tournaments.schema import tournaments
from bastida.server.club.tournaments.watching import Curtain
from bastida.server.http.levels import level_name
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import digest, new_code, new_token
from bastida.server.runtime import seating
from bastida.server.runtime.caretaker import reason_of
from bastida.server.runtime.live import Live
from bastida.server.runtime.store import Duplicate, Event
from bastida.server.table import referee
from bastida.server.table.dealing import watch_token
from bastida.server.table.state import COMPUTER, LINK, Table

LOOK = 1.0  # seconds between two looks at what is due
SOON = 3.0  # seconds until a round that is played is looked at again, if no table here says something before
SOON_SLOW = 60.0  # the same of games over days
LEASE = 15.0  # seconds for one look: then another server may try
AT_ONCE = 50  # tournaments in one look
HINTS = 1_000  # of tables that are over, kept until the next look
log = logging.getLogger("bastida.server")


class Tournaments:
    """Looks after all tournaments of the database."""

    def __init__(self, live: Live, check_open: Callable[[], None]) -> None:
        self.live, self.store, self.check_open = live, live.store, check_open
        self.hints: set[str] = set()  # tournaments of which a table has just ended here
        self.woken = asyncio.Event()
        self.curtain = Curtain(live)
        live.onlookers.append(self.look_on)

    # -- in the background ---------------------------------------------------------------------------------------------

    def look_on(self, table: Table, events: Sequence[Event]) -> None:
        """A table has ended: its round may be over. Whoever answers has come, whatever way he came."""
        of = table.config.get("tournament")
        if of is None:
            return
        for event in events:
            if event.kind == "play" and event.seat is not None and not table.seats[event.seat].taken:
                self.live.spawn(self.arrive(table.id, event.seat))
        if table.outcome is not None and len(self.hints) < HINTS:
            self.hints.add(of["id"])
            self.woken.set()

    async def watch(self) -> None:
        """For ever: see to what is due."""
        while True:
            try:
                async with asyncio.timeout(LOOK):
                    await self.woken.wait()
            except TimeoutError:
                pass
            self.woken.clear()
            hinted, self.hints = self.hints, set()
            try:
                due = await asyncio.to_thread(self._due, self.live.now())
                for name in sorted({*hinted, *[one for one in due if await self._mine(one)]}):
                    await self.see_to(name)
            except Exception as error:  # a database that is away comes back
                log.warning("tournaments could not be looked at: %s", type(error).__name__)

    def _due(self, now: float) -> list[str]:
        wanted = select(tournaments.c.id).where(tournaments.c.due <= now).order_by(tournaments.c.due).limit(AT_ONCE)
        with self.store.engine.connect() as connection:
            return list(connection.scalars(wanted))

    async def _mine(self, name: str) -> bool:
        """Of several servers one looks after a tournament that is due."""
        now = self.live.now()
        claim = update(tournaments).where(tournaments.c.id == name, tournaments.c.due <= now).values(due=now + LEASE)
        return await self.live.writer.write(lambda connection: connection.execute(claim).rowcount > 0)

    async def see_to(self, name: str) -> None:
        """Look after one; what is wrong with it concerns no other."""
        try:
            await self.look_after(name)
        except (Stale, IntegrityError):  # somebody was faster; looked at again when it is due
            pass
        except (Problem, SQLAlchemyError) as error:
            log.warning("tournament %s: %s", name, reason_of(error))
        except Exception as error:
            log.error("tournament %s: %s", name, reason_of(error), exc_info=error)

    # -- one tournament ------------------------------------------------------------------------------------------------

    async def find(self, name: str) -> Tournament:
        """A tournament as it is now; Problem if there is none."""

        def read() -> Tournament | None:
            with self.store.engine.connect() as connection:
                return kept.read(connection, name)

        found = await asyncio.to_thread(read)
        if found is None:
            raise Problem("no_tournament")
        return found

    async def change(self, seen: Tournament, also: Any = None, **values: object) -> None:
        """Change a tournament together with what else is to be written, or nothing."""

        def write(connection: Connection) -> None:
            kept.change(connection, seen, **values)
            if also is not None:
                also(connection)

        await self.live.writer.write(write)

    async def look_after(self, name: str) -> None:
        """Do what is due at a tournament, and say when to look again."""
        found, now = await self.find(name), self.live.now()
        due: float | None = None
        if found.state == ENTRY:
            due = await self._before(found, now)
        elif found.playing is not None:  # also of one that was called off
            due = await self._during(found, found.playing, now)
        elif found.state == RUNNING:
            due = await self._between(found, now)
        await self._again(name, due)

    async def _again(self, name: str, due: float | None) -> None:
        later = update(tournaments).where(tournaments.c.id == name).values(due=due)
        await self.live.writer.write(lambda connection: connection.execute(later))

    async def _before(self, found: Tournament, now: float) -> float | None:
        starts = found.config["starts"]
        if starts is None:
            return None
        if now < starts:
            return float(starts)
        if not self._open():
            return now + SOON
        try:
            await self.begin_round(found)
        except Problem as problem:
            if problem.code != "too_few_players":
                raise
            return None  # the organiser may start it by hand when there are more
        return await self._then(found.id)

    async def _between(self, found: Tournament, now: float) -> float | None:
        pause = found.config["pause_minutes"]
        ended = found.rounds[-1].ended if found.rounds else None
        if pause is None or ended is None:
            return None
        if now < ended + 60 * pause:
            return float(ended + 60 * pause)
        if not self._open():
            return now + SOON
        await self.begin_round(found)
        return await self._then(found.id)

    def _open(self) -> bool:
        """May tables be made? During maintenance nothing begins; it is looked at again until that is over."""
        try:
            self.check_open()
        except Problem:
            return False
        return True

    async def _then(self, name: str) -> float | None:
        """A round has begun: its tables at once."""
        found = await self.find(name)
        return await self._during(found, found.playing, self.live.now()) if found.playing is not None else None

    # -- a round -------------------------------------------------------------------------------------------------------

    async def begin_round(self, found: Tournament, order: Sequence[int] = ()) -> None:
        """Draw up the next round and keep it, with a fresh bag for each of its games."""
        if found.playing is not None:
            raise Problem("round_playing")
        if found.state not in (ENTRY, RUNNING):
            raise Problem("tournament_over")
        self.check_open()
        level = found.config["computer"]
        called = level_name(texts(found.config["language"]), level) if level is not None else ""
        ratings = await asyncio.to_thread(ratings_of, self.store, found) if found.round == 0 and by_rating(found) else {}
        drawn = await asyncio.to_thread(draw_up, found, self.live.settings.computer_tables, called, order, ratings)
        if drawn is None:
            raise Problem("too_few_players")
        now, setup = self.live.now(), found.config["setup"]
        bags = [
            Duplicate(new_code(10), {**setup, "tournament": found.id}, secrets.token_hex(32), digest(new_token()), False)
            for _ in range(found.games)
        ]

        def write(connection: Connection) -> None:
            for entry in drawn.new:
                kept.add_entry(connection, found.id, entry)
            for entry in drawn.changed:
                kept.set_entry(connection, found.id, entry.number, here=entry.here, seed=entry.seed)
            for bag in bags:
                self.store.add_duplicate(connection, bag)
            codes = [bag.code for bag in bags]
            kept.add_round(connection, found.id, drawn.number, now, codes, drawn.pairs, drawn.unplayed)

        await self.change(found, write, state=RUNNING, round=drawn.number, due=now)

    async def _during(self, found: Tournament, playing: Round, now: float) -> float | None:
        """Open tables, let no-shows lose, end what is forfeited; end the round when all is over."""
        for match in playing.matches:
            if not done(found, match) and (left := self._left(found, match)) != match.forfeit:
                match = await self._forfeited(found, match, left)
            elif (absent := await self._never_answered(found, match)) != match.forfeit:
                match = await self._forfeited(found, match, absent)
            for game in self._missing(found, match) if self._open() else ():
                await self.open_table(found, playing, match, game)
            for game, table in enumerate(match.tables):
                at = found.at.get(table or "")
                if at is None or at.over or at.faulty:
                    continue
                if match.forfeit != NONE:
                    await self._end_table(at, match, game)
                elif at.status == "waiting" and self._waited(at, now) >= 60 * found.config["wait_minutes"]:
                    await self._no_show(found, at, match, game)
        found = await self.find(found.id)
        if found.playing is None or not all(done(found, match) for match in found.playing.matches):
            return now + (SOON_SLOW if found.days else SOON)
        return await self._end_round(found, found.playing)

    def _left(self, found: Tournament, match: Paired) -> str:
        """Who has lost a match because of having left: a member who was erased, say."""
        gone = [not found.entries[number].here for number in (match.first, match.second)]
        return match.forfeit if match.forfeit != NONE or not any(gone) else BOTH if all(gone) else FIRST if gone[0] else SECOND

    async def _never_answered(self, found: Tournament, match: Paired) -> str:
        """Who has lost a match over days because of having lost a game on time without an answer in it."""
        if not found.days or match.forfeit != NONE:
            return match.forfeit
        for game, table in enumerate(match.tables):
            at = found.at.get(table or "")
            score = kept.score_of(at) if at is not None and kept.on_time(at) else None
            if at is None or score is None or score.lost is None:
                continue
            if not await asyncio.to_thread(has_played, self.store, at.table, score.lost):
                return FIRST if match.seats(game)[score.lost] == match.first else SECOND
        return NONE

    async def _forfeited(self, found: Tournament, match: Paired, who: str) -> Paired:
        await self.live.writer.write(lambda connection: kept.forfeit(connection, found.id, match, who))
        return replace(match, forfeit=who)

    def _missing(self, found: Tournament, match: Paired) -> list[int]:
        """Games of a match whose tables are to be opened: the return game after the first, unless both are played at once."""
        if match.bye or match.forfeit != NONE:
            return []
        first = found.at.get(match.tables[0] or "")
        now = [True, found.config["together"] or (first is not None and first.over)]
        return [game for game, table in enumerate(match.tables) if table is None and now[game]]

    def _waited(self, at: At, now: float) -> float:
        """How long a table has waited, without the time no server was there."""
        stood = sum(max(0.0, min(now, ended) - max(at.created, began)) for began, ended in self.live.pauses)
        return now - at.created - stood

    async def _end_round(self, found: Tournament, playing: Round) -> float | None:
        """Publish what came of a round: scores, seeds, and links to watch its tables."""
        now, last = self.live.now(), is_last(found)
        pause = found.config["pause_minutes"]
        due = None if last or pause is None or found.state == CANCELLED else now + 60 * pause

        def write(connection: Connection) -> None:
            kept.end_round(connection, found, playing, now)
            seeds = kept.seeds_of(connection, playing.bags)
            links = {
                table: digest(watch_token(seeds[playing.bags[game]], table))
                for match in playing.matches
                for game, table in enumerate(match.tables)
                if table is not None
            }
            if links:
                seating.add_watching(self.store, connection, links)

        state = found.state if found.state == CANCELLED else OVER if last else RUNNING
        await self.change(found, write, state=state, due=due)
        return due

    # -- tables --------------------------------------------------------------------------------------------------------

    async def open_table(self, found: Tournament, playing: Round, match: Paired, game: int) -> None:
        """A table of a match, with its members' seats: kept together with its place in the match, or not at all."""
        code = playing.bags[game]
        duplicate = await asyncio.to_thread(self.store.duplicate, code)
        assert duplicate is not None
        row, seats = table_of(found, match, game, code, self.live.now())
        tokens = [(digest(new_token()), seat) for seat in seats]  # of links that nobody is given

        def also(connection: Connection) -> None:
            kept.seat_table(connection, found.id, match, game, row.id)
            for seat, member in seats.items():
                self.store.hold(connection, HOLDER + member, row.id, [seat])

        with contextlib.suppress(Stale):  # another server was faster
            await self.live.create(row, duplicate.seed, tokens, (), also)

    async def arrive(self, table: str, seat: int) -> None:
        """A member has come to the table."""

        def take(state: Table, _: float) -> list[referee.Proposal]:
            there = state.seats[seat]
            if state.outcome is not None or there.kind != LINK:
                return []
            return referee.take(state, seat, None, None, {"member": there.member, "bot": there.bot})

        await self.live.act(table, None, None, take)

    async def _no_show(self, found: Tournament, at: At, match: Paired, game: int) -> None:
        """Nobody has come in time: who has not loses the match, and the table ends with that."""
        absent: list[int] = []

        def propose(state: Table, now: float) -> list[referee.Proposal]:
            absent[:] = [seat for seat, one in enumerate(state.seats) if not one.taken and one.kind != COMPUTER]
            if not absent or state.outcome is not None:
                absent.clear()
                return []
            return [referee.gone(state, absent[0], "claim", now)]

        def also(connection: Connection) -> None:
            gone = {match.seats(game)[seat] for seat in absent}
            if gone:
                who = BOTH if len(gone) > 1 else FIRST if match.first in gone else SECOND
                kept.forfeit(connection, found.id, match, who)

        await self.live.act(at.table, None, None, propose, also)

    async def _end_table(self, at: At, match: Paired, game: int) -> None:
        """A match is forfeited: what is still played of it ends."""

        def propose(state: Table, now: float) -> list[referee.Proposal]:
            if state.outcome is not None:
                return []
            if match.forfeit == NOT_PLAYED:
                return [referee.Proposal("end", None, referee.stopped(state, now))]
            loser = match.seats(game).index(match.lost_by[0])
            return [referee.gone(state, loser, "claim", now)]

        await self.live.act(at.table, None, None, propose)


def done(found: Tournament, match: Paired) -> bool:
    """Nothing more is played of a match."""
    if match.bye:
        return True
    at = [found.at.get(table or "") for table in match.tables]
    if match.forfeit != NONE:
        return all(one is None or one.over or one.faulty for one in at)
    return all(one is not None and one.over for one in at)
