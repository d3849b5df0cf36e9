"""The club of a running server: its parts, and what they hear of the tables and of other servers."""

from __future__ import annotations

from bastida.server.club.host.remote import Labour
from bastida.server.club.host.retention import Retention
from bastida.server.club.host.watch import Host
from bastida.server.club.members.known import CHANGED, People
from bastida.server.runtime.live import Live


class House:
    """Everything that is there beside the tables."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.people = People(live.store)
        self.host, self.retention, self.labour = Host(live, self.people), Retention(live), Labour(live)
        live.told[CHANGED] = lambda words: self.people.forget()
        live.connected.append(self.people.forget_all)

    def start(self) -> None:
        """Begin with what goes on beside the tables; it ends with the server."""
        self.live.spawn(self.host.watch())
        self.live.spawn(self.retention.run())
        self.labour.start()
