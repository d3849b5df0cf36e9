"""Telling members that a game over days waits for them: once for each turn, by every way they have chosen.

Whom a game waits for stands in the database, so nothing is forgotten when a server stops; of several servers one takes each
game with a line that only one can change. Whoever sits at the table is not told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from bastida.language.texts import Texts, texts
from bastida.server.club.members.known import HOLDER, People
from bastida.server.club.notices import holidays, keeping
from bastida.server.club.notices.keeping import Mailbox, Waiting
from bastida.server.club.notices.ways import Browser, Sender, Undelivered, post
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import new_token
from bastida.server.runtime.live import Live
from bastida.server.runtime.shared import Shared
from bastida.server.runtime.store import Event
from bastida.server.table.state import Table
from bastida.server.table.view import game_name

SWEEP = 10.0  # seconds between two looks
GRACE = 20.0  # seconds for which somebody who has just answered may still be looking
DIGEST = 3600.0  # seconds between two letters to one mailbox
MOST = 100  # games and letters of one sweep
THREADS = 4
log = logging.getLogger("bastida.server")


@dataclass(frozen=True)
class Game:
    """What a notice says of a game."""

    name: str
    others: str


class Notices:
    """The notices of one server."""

    def __init__(self, live: Live, people: People) -> None:
        self.live, self.people, self.settings = live, people, live.settings
        contact = f"mailto:{self.settings.mail_from}" if self.settings.mail_from else self.settings.public_url
        self.sender = Sender(Shared(live.store).secret("notices"), contact or "mailto:nobody@localhost.invalid")
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="notices")
        self._after = 0.0  # where the next sweep begins
        self.grace, self.digest, self.rests = GRACE, DIGEST, SWEEP
        live.onlookers.append(self.look_on)
        live.closing.append(self.close)

    def close(self) -> None:
        """The server stops: what is under way to somebody gets there, and nothing more is sent."""
        self.threads.shutdown(cancel_futures=True)

    def look_on(self, table: Table, events: Sequence[Event]) -> None:
        """A slow game begins for somebody, who may be on holiday."""
        if members := holidays.beginners(table, events):
            self.live.spawn(holidays.stop_new_clocks(self.live, self.people, table.id, members))

    @property
    def mails(self) -> bool:
        """Can letters be sent: is there a mail server, a sender, and an address for the links in them?"""
        return bool(self.settings.smtp and self.settings.mail_from and self.settings.public_url)

    async def run(self) -> None:
        """Look for ever at what waits."""
        while True:
            await asyncio.sleep(self.rests)
            try:
                await self.sweep()
            except SQLAlchemyError as error:  # a database that is away comes back
                log.warning("nobody could be told whose turn it is: %s", type(error).__name__)
            except Exception as error:
                log.error("telling whose turn it is failed", exc_info=error)

    async def sweep(self) -> None:
        """Tell of all games that wait and were not told of, then send the letters that are due."""
        now = self.live.now()
        found = await self._read(keeping.untold, self._after, now - self.grace, MOST)
        self._after = found[-1][2] if len(found) == MOST else 0.0  # many that are watched do not keep the others waiting
        pushes: list[Coroutine[Any, Any, None]] = []
        for table, seat, asked in found:
            if not self._watched(table, seat) and await self._taken(table, asked, now):
                pushes += await self._pushes(table, seat)
        for came in await asyncio.gather(*pushes, return_exceptions=True):  # one by one: what hangs lets nothing pile up
            if isinstance(came, Exception):  # it keeps nobody else from being told
                log.error("a notice could not be sent", exc_info=came)
        if self.mails:
            for box in await self._read(keeping.due_mailboxes, now - self.digest, MOST):
                await self._send_digest(box, now)

    def _watched(self, table: str, seat: int) -> bool:
        """Has whoever is asked the table open? He sees it; when he has gone without an answer he is told."""
        room = self.live.rooms.get(table)
        return room is not None and seat in room.streams().union(*room.elsewhere.values())

    async def _taken(self, table: str, asked: float, now: float) -> bool:
        """Does this server tell of a game? Of several one does."""
        return await self.live.writer.write(lambda connection: keeping.take_telling(connection, table, asked, now))

    async def _read(self, read: Any, *arguments: Any) -> Any:
        def reading() -> Any:
            with self.live.store.engine.connect() as connection:
                return read(connection, *arguments)

        return await asyncio.to_thread(reading)

    # -- to browsers -------------------------------------------------------------------------------------------------------

    async def _pushes(self, table: str, seat: int) -> list[Coroutine[Any, Any, None]]:
        """What is to be sent to whoever is asked at a table."""
        found: list[Coroutine[Any, Any, None]] = []
        for member in await self._read(keeping.members_at, table, seat):
            for browser, language in await self._read(keeping.browsers, member):
                told = await self._game(table, seat, language)
                if told is not None:
                    phrases = texts(language)
                    notice = {
                        "title": phrases("notice.your_turn"),
                        "body": phrases("notice.game", name=told.name, others=told.others),
                        "tag": table,  # as the page calls its own notices of it
                    }
                    found.append(self._push(browser, notice))
        return found

    async def _push(self, browser: Browser, notice: dict[str, str]) -> None:
        arrived, gone = True, False
        try:
            await asyncio.get_running_loop().run_in_executor(self.threads, self.sender.send, browser, notice)
        except Undelivered as failed:
            arrived, gone = False, failed.gone
            log.info("a notice was not delivered: %s", failed)
        await self.live.writer.write(lambda connection: keeping.note_delivery(connection, browser, arrived, gone))

    async def _game(self, table: str, seat: int, language: str) -> Game | None:
        """What is said of a game; None if it cannot be opened, or waits no longer."""
        try:
            async with self.live.entered(table) as (_, state):
                if state.status != "playing" or state.awaited != seat:
                    return None
                phrases = texts(language)
                others = [name for number, name in enumerate(state.setup.players) if number != seat]
                return Game(game_name(phrases, state), phrases.listed(others))
        except Problem:
            return None

    # -- by mail -----------------------------------------------------------------------------------------------------------

    async def _send_digest(self, box: Mailbox, now: float) -> None:
        token = new_token()
        if not await self.live.writer.write(lambda connection: keeping.take_digest(connection, box, token, now)):
            return
        phrases = texts(box.language)
        lines = []
        for one in await self._read(keeping.waiting, box.member):
            lines += await self._line(one, box.member, phrases)
        if lines:
            intro = phrases("notice.digest")
            await self.letter(box.address, phrases("notice.subject"), "\n".join([intro, "", *lines]), token, phrases)

    async def _line(self, one: Waiting, member: str, phrases: Texts) -> list[str]:
        """A game in a letter or a feed, with its address."""
        for seat in await self._seats(one.table, member):
            told = await self._game(one.table, seat, phrases.language)
            if told is not None:
                return [phrases("notice.game", name=told.name, others=told.others), f"  {self.address(one.table)}", ""]
        return []

    async def _seats(self, table: str, member: str) -> list[int]:
        found = await asyncio.to_thread(self.live.store.seats_held, HOLDER + member, table)
        return [seat for seat in found if seat >= 0]

    def address(self, table: str) -> str:
        return f"{self.settings.public_url.rstrip('/')}/#/table/{table}"

    async def confirm(self, address: str, token: str, language: str) -> None:
        """Ask whoever reads a mailbox whether it wants letters."""
        phrases = texts(language)
        link = f"{self.settings.public_url.rstrip('/')}/#/notices/confirm-{token}"
        await self.letter(address, phrases("notice.confirm_subject"), phrases("notice.confirm", link=link), token, phrases)

    async def letter(self, address: str, subject: str, text: str, token: str, phrases: Texts) -> None:
        """Send a letter that says how to get no more of them."""
        base = self.settings.public_url.rstrip("/")
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.settings.mail_from, address, subject
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{base}/api/notices/mail/stop/{token}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(f"{text}\n\n-- \n{phrases('notice.stop', link=f'{base}/#/notices/stop-{token}')}\n")
        try:
            await asyncio.get_running_loop().run_in_executor(self.threads, post, self.settings.smtp, letter)
        except Undelivered as failed:
            log.warning("a letter was not sent: %s", failed)

    # -- the feed ----------------------------------------------------------------------------------------------------------

    async def listed(self, member: str, language: str) -> list[tuple[Waiting, Game]]:
        """The games that wait for a member, with what is said of them."""
        found = []
        for one in await self._read(keeping.waiting, member):
            for seat in await self._seats(one.table, member):
                if (told := await self._game(one.table, seat, language)) is not None:
                    found.append((one, told))
                    break
        return found
