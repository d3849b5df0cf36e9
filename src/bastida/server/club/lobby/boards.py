"""The lobby of a running server: read from the database once a second at most, put into words once, sent to all.

Nothing of it is only in memory: servers that share a database show the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from bastida.language.texts import texts
from bastida.server.club.lobby import challenges, listings
from bastida.server.club.lobby.errands import Errands
from bastida.server.club.lobby.presence import Here, Presence, forget_dead, who_is_here
from bastida.server.club.lobby.telling import shown_to
from bastida.server.club.lobby.words import Rate, Told, nobody_rated
from bastida.server.club.members.known import HOLDER
from bastida.server.club.results.people import hermits
from bastida.server.runtime.live import Live
from bastida.server.runtime.rooms import Listener, message
from bastida.server.runtime.store import Event
from bastida.server.table.state import Table
from bastida.server.table.view import encoded

EVERY = 1.0  # seconds between two looks at the database
HEARTBEAT = 15.0
TIDY = 60.0
MOST_PAGES = 100
log = logging.getLogger("bastida.server")


@dataclass(frozen=True)
class Seen:
    """What the database says, a page of it."""

    at: float
    tables: list[listings.Listing]
    open: int
    running: int
    here: Here
    ratings: dict[str, dict[str, int | None]]  # by table, of its members
    told: dict[str, Told]


@dataclass
class Board:
    """The lobby in a language: each entry as it is sent, and whoever looks at it."""

    tables: dict[str, str] = field(default_factory=dict)
    here: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    listeners: set[Listener] = field(default_factory=set)

    def whole(self) -> str:
        """All of it, as JSON."""
        counts = encoded(self.counts)[1:-1]
        return f'{{"tables":[{",".join(self.tables.values())}],"here":[{",".join(self.here.values())}],{counts}}}'

    def change(self, new: Board) -> str | None:
        """What is otherwise on another board, as JSON; None if nothing is."""
        same = (self.tables, self.here, self.counts) == (new.tables, new.here, new.counts)
        if same:
            return None
        tables = [entry for name, entry in new.tables.items() if self.tables.get(name) != entry]
        here = [entry for name, entry in new.here.items() if self.here.get(name) != entry]
        gone, left = sorted(self.tables.keys() - new.tables.keys()), sorted(self.here.keys() - new.here.keys())
        return (
            f'{{"tables":[{",".join(tables)}],"gone":{encoded(gone)},"here":[{",".join(here)}],"left":{encoded(left)},'
            f"{encoded(new.counts)[1:-1]}}}"
        )


class Lobby:
    """Open tables, tables to watch, and who is here."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.rate: Rate = nobody_rated
        self.presence = Presence(live)
        self.boards: dict[str, Board] = {}  # by language
        self.errands: set[Errands] = set()  # the open streams of bots
        self.known: dict[str, Told] = {}  # the tables seen last
        self.pages: dict[int, Seen] = {}  # as they were read last, and as they were told since
        self.texts: dict[tuple[str, int], tuple[Seen, str]] = {}
        self.lock = asyncio.Lock()
        live.scribes.append(listings.scribe)
        live.leaving.append(self.dismiss)
        live.onlookers.append(self._seated)
        live.told[challenges.SAID] = self._heard

    # -- looking -------------------------------------------------------------------------------------------------------

    async def newest(self, page: int = 1) -> Seen:
        """A page, not older than a second; however many ask, the database is asked once."""
        async with self.lock:
            seen = self.pages.get(page)
            if seen is None or time.monotonic() - seen.at >= EVERY:
                seen = self.pages[page] = await asyncio.to_thread(self._read, page)
            return seen

    async def told(self, language: str, page: int = 1) -> str:
        """The lobby in a language, as JSON."""
        seen = await self.newest(page)
        known = self.texts.get((language, page))
        if known is None or known[0] is not seen:
            known = self.texts[language, page] = seen, self._board(seen, language).whole()
        return known[1]

    def _read(self, page: int) -> Seen:
        now = self.live.now()
        with self.live.store.engine.connect() as connection:
            waiting, open_number = listings.page_of(connection, listings.waits(now), page)
            running, running_number = listings.page_of(connection, listings.runs(now), page)
            here = who_is_here(connection, now)
            found = [*waiting, *running]
            told = self._ready(found, page)
            wanted = [
                (listing.table, member, told[listing.table].setup)
                for listing in found
                if listing.table in told
                for member in listing.members
            ]
            rated = self.rate(connection, [(member, setup) for _, member, setup in wanted])
            hidden = hermits(connection, {member for _, member, _ in wanted})
        ratings: dict[str, dict[str, int | None]] = {}
        for (table, member, _), rating in zip(wanted, rated, strict=True):
            ratings.setdefault(table, {})[member] = None if member in hidden else rating
        shown = [listing for listing in found if listing.table in told]
        return Seen(time.monotonic(), shown, open_number, running_number, here, ratings, told)

    def _ready(self, found: Iterable[listings.Listing], page: int) -> dict[str, Told]:
        """Tables ready to be told. One that cannot be played here, for an expansion that is missing, is left out."""
        told: dict[str, Told] = {}
        for listing in found:
            known = self.known.get(listing.table)
            if known is None:
                try:
                    known = Told(listing)
                except Exception as error:
                    log.debug("table %s is not shown: %s", listing.table, type(error).__name__)
                    continue
            told[listing.table] = known
        if page == 1:
            self.known = told
        return told

    def _board(self, seen: Seen, language: str) -> Board:
        phrases = texts(language)
        here = seen.here
        board = Board(counts={"open": seen.open, "running": seen.running, "members": here.number, "guests": here.guests})
        for listing in seen.tables:
            ratings = seen.ratings.get(listing.table, {})
            board.tables[listing.table] = seen.told[listing.table].shown(phrases, listing, ratings)
        for member in here.members:
            board.here[member["id"]] = encoded(member)
        return board

    # -- streams -------------------------------------------------------------------------------------------------------

    async def stream(self, listener: Listener, first: bytes) -> AsyncGenerator[bytes]:
        """The lobby as it moves, for one who looks at it."""
        language = listener.language
        seen = await self.newest()
        board = self.boards.get(language)
        if board is None:
            board = self.boards[language] = self._board(seen, language)
        board.listeners.add(listener)
        whole = message("lobby", board.whole())
        try:
            yield b"retry: 1000\n\n" + first + whole
            if listener.identity.holder is not None:
                yield await self.challenges_of(listener.identity.holder, language)
            while (data := await listener.next()) is not None:
                yield data
            yield message("bye", encoded({"stopping": self.live.stopping}))
        finally:
            board.listeners.discard(listener)
            if not board.listeners and self.boards.get(language) is board:
                del self.boards[language]

    async def beat(self) -> None:
        """Run for ever: look once a second, and tell everybody what has changed."""
        turn = 0
        while True:
            await asyncio.sleep(EVERY)
            turn += 1
            try:
                await self._note(turn)
                if self.boards:
                    self._send(await self.newest())
                if turn % round(HEARTBEAT / EVERY) == 0:
                    for listener in self.listeners():
                        listener.keep_alive()
            except Exception as error:  # a database that is away comes back
                log.warning("the lobby could not be looked at: %s", type(error).__name__)

    def _send(self, seen: Seen) -> None:
        for language, board in self.boards.items():
            new = self._board(seen, language)
            change = board.change(new)
            if change is not None:
                data = message("change", change)
                board.tables, board.here, board.counts = new.tables, new.here, new.counts
                for listener in board.listeners:
                    listener.put(data)

    async def _note(self, turn: int) -> None:
        """Say who is here, and at which tables somebody waits."""
        now, visited = self.presence.now(self._looking()), self.presence.visited()
        change = self.presence.change(now)
        tidy = turn % round(TIDY / EVERY) == 0
        if change is None and not visited and not tidy:
            return

        def write(connection: Connection) -> None:
            if change is not None:
                self.presence.say(connection, *change)
            for part in range(0, len(visited), 500):
                listings.visited(connection, visited[part : part + 500], self.live.now())
            if tidy:
                listings.tidy(connection, self.live.now())
                challenges.tidy(connection, self.live.now())
                forget_dead(self.live.store, connection, self.live.now())

        if tidy:  # pages that nobody has asked for since are not kept
            self.pages.clear()
            self.texts.clear()
        await self.live.writer.write(write)
        self.presence.said = now

    def _looking(self) -> Iterable[str | None]:
        yield from (listener.identity.holder or f"nobody {id(listener)}" for listener in self.listeners())
        yield from (one.bot.holder for one in self.errands)

    def listeners(self) -> list[Listener]:
        """Whoever looks at the lobby."""
        return [listener for board in self.boards.values() for listener in board.listeners]

    def dismiss(self) -> None:
        """The server stops: every stream ends."""
        for listener in self.listeners():
            listener.put(None)
        for one in self.errands:
            one.dismiss()

    def end_of(self, holder: str) -> None:
        """The streams of somebody end: who he is has to be asked anew."""
        for listener in self.listeners():
            if listener.identity.holder == holder:
                listener.put(None)
        for one in self.errands:
            if one.bot.holder == holder:
                one.stir()  # it looks for itself

    # -- to one alone --------------------------------------------------------------------------------------------------

    def challenged(self, *holders: str) -> None:
        """Something has changed between people: they are told, wherever they look."""
        for one in self.errands:
            if one.bot.holder in holders:
                one.stir()
        listeners = [listener for listener in self.listeners() if listener.identity.holder in holders]
        if listeners:
            self.live.spawn(self._tell(listeners))

    async def _tell(self, listeners: Sequence[Listener]) -> None:
        for listener in listeners:
            listener.put(await self.challenges_of(listener.identity.holder or "", listener.language))

    async def challenges_of(self, holder: str, language: str) -> bytes:
        """What somebody has sent and received, as a message of the stream."""
        return message("challenges", encoded(await asyncio.to_thread(shown_to, self.live, holder, language)))

    def _heard(self, words: str) -> None:
        """What another server says of challenges."""
        server, member, holder = words.split(" ", 2)
        if server != self.live.store.server:
            self.challenged(holder, HOLDER + member)

    def _seated(self, table: Table, events: Sequence[Event]) -> None:
        """A bot that has sat down hears of it at once."""
        if self.errands and (not events or any(event.kind == "take" for event in events)):
            seated = {seat.member for seat in table.seats if seat.bot}
            for one in self.errands:
                if one.bot.id in seated:
                    one.stir()
