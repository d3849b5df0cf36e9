"""The club of a running server: its parts, and what they hear of the tables and of other servers."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from bastida.server.club.members.known import CHANGED, Member, People
from bastida.server.club.results import people
from bastida.server.club.results.results import Results
from bastida.server.runtime.live import Live

Exporter = Callable[[Connection, Member], object]  # what can be written as JSON
Eraser = Callable[[Connection, Member], None]


class House:
    """Everything that is there beside the tables."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.people = People(live.store)
        self.results = Results(live)
        self.exporters: dict[str, Exporter] = {"results": people.export}  # by what the part is called
        self.erasers: list[Eraser] = [people.erase]  # in the transaction in which the member goes
        live.told[CHANGED] = lambda words: self.people.forget()
        live.connected.append(self.people.forget_all)

    def start(self) -> None:
        """Begin with what goes on beside the tables; it ends with the server."""
        self.live.spawn(self.results.run())
