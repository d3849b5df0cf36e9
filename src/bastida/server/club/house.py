"""The club of a running server: its parts, and what they hear of the tables and of other servers.

An area that keeps something of a member says so here: what goes into the export, what has to be done before the member is
gone (as long as there is one), and what is erased with it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlalchemy import Connection

from bastida.server.club.host.remote import Labour
from bastida.server.club.host.retention import Retention
from bastida.server.club.host.watch import Host
from bastida.server.club.lobby.boards import Lobby
from bastida.server.club.members.known import CHANGED, HOLDER, Member, People
from bastida.server.club.notices import keeping
from bastida.server.club.notices.telling import Notices
from bastida.server.club.results import people
from bastida.server.club.results.rating import of_members
from bastida.server.club.results.results import Results
from bastida.server.club.tournaments.running import Tournaments
from bastida.server.runtime.live import Live

ERASED = "erased"  # what servers tell each other when what they remember may have a name that is erased
Exporter = Callable[[Connection, Member], object]  # what can be written as JSON
Leaving = Callable[[Member], Awaitable[None]]
Eraser = Callable[[Connection, Member], None]


class House:
    """Everything that is there beside the tables."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.people = People(live.store)
        self.host = Host(live, self.people, self.erase)
        self.retention, self.labour = Retention(live), Labour(live)
        self.notices = Notices(live, self.people)
        self.results = Results(live)
        self.tournaments = Tournaments(live, self.host.check_open)
        # By what the part is called; each asks the database, beside the event loop.
        self.exporters: dict[str, Exporter] = {"results": people.export, "notices": keeping.export}
        self.leaving: list[Leaving] = []  # before anything of the member is erased; more than once, if that was interrupted
        self.erasers: list[Eraser] = [people.erase]  # in the transaction in which the member goes
        self.forgetting: list[Callable[[], None]] = []  # what is remembered of names, to be forgotten when one is erased
        live.told[CHANGED] = self._told
        live.told[ERASED] = lambda words: self.erased()
        live.connected.append(self.people.forget_all)
        self.lobby = Lobby(live)
        self.lobby.rate = of_members
        self.host.others.append(self.lobby.listeners)

    def start(self) -> None:
        """Begin with what goes on beside the tables; it ends with the server."""
        self.live.spawn(self.host.watch())
        self.live.spawn(self.retention.run())
        self.labour.start()
        self.live.spawn(self.notices.run())
        self.live.spawn(self.results.run())
        self.live.spawn(self.lobby.beat())
        self.live.spawn(self.tournaments.watch())

    async def erase(self, member: Member) -> None:
        """Erase a member whom the host has named."""
        from bastida.server.club.members import erasing  # which needs this class

        await erasing.erase(self, member, None)

    async def changed(self, member: str) -> None:
        """A member is called otherwise, has signed in or out somewhere, or does not want to hear somebody: from now on."""
        self.people.forget()
        await self._look_again(HOLDER + member)

    async def _look_again(self, holder: str) -> None:
        """Whoever listens as a member may be signed out by now: streams of tables are looked at, the others come again."""
        self.lobby.end_of(holder)
        await self.live.audience.recheck(holder)

    def erased(self) -> None:
        """A name was erased: nothing that was made with it is kept."""
        for forget in self.forgetting:
            forget()

    def _told(self, words: str) -> None:
        server, _, member = words.partition(" ")
        self.people.forget()
        if server != self.live.store.server:
            self.live.spawn(self._look_again(HOLDER + member))
