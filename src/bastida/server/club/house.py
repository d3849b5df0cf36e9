"""The club of a running server: its parts, and what they hear of the tables and of other servers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from bastida.server.club.members.known import CHANGED, People
from bastida.server.club.results import people
from bastida.server.club.results.results import Results
from bastida.server.runtime.live import Live

Exporter = Callable[[Connection, str], dict[str, Any]]
Eraser = Callable[[Connection, str], None]


class House:
    """Everything that is there beside the tables."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.people = People(live.store)
        self.results = Results(live)
        # What a member may take along, and what is done with it when the member goes: by each part of the club.
        self.exporters: list[Exporter] = [people.export]
        self.erasers: list[Eraser] = [people.erase]
        live.told[CHANGED] = lambda words: self.people.forget()
        live.connected.append(self.people.forget_all)

    def start(self) -> None:
        """Begin with what goes on beside the tables; it ends with the server."""
        self.live.spawn(self.results.run())
