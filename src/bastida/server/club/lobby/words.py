"""The lobby in words: what is played, by whom, how fast."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection

from bastida.language.texts import Texts
from bastida.rulebook.facts import about_minutes
from bastida.server.club.lobby.listings import Listing
from bastida.server.http.levels import level_name
from bastida.server.table.state import setup_from
from bastida.server.table.view import encoded, name_of, parts_of
from bastida.table.setup import Setup, played_tiles

# The rating of members at set-ups, None for whoever has none there; results fill it in.
Rate = Callable[[Connection, Sequence[tuple[str, Setup]]], Sequence[int | None]]


def nobody_rated(connection: Connection, wanted: Sequence[tuple[str, Setup]]) -> Sequence[int | None]:
    """Without results nobody has a rating."""
    return [None] * len(wanted)


class Told:
    """A table of the lobby, read once; its set-up never changes."""

    def __init__(self, listing: Listing) -> None:
        self.config: dict[str, Any] = json.loads(listing.config)
        self.setup = setup_from(self.config["setup"])
        self.words: dict[str, tuple[object, str]] = {}  # by language: the state that was told, and how
        self.tiles = sum(copies for _, copies in played_tiles(self.setup.games, self.setup.box, self.setup.sets))

    def shown(self, phrases: Texts, listing: Listing, ratings: dict[str, int | None]) -> str:
        """The table in a language, as it stands now, as JSON; made anew when it stands otherwise."""
        state = listing.seats, listing.running, tuple(ratings.items())
        known = self.words.get(phrases.language)
        if known is None or known[0] != state:
            known = self.words[phrases.language] = state, encoded(self._shown(phrases, listing, ratings))
        return known[1]

    def _shown(self, phrases: Texts, listing: Listing, ratings: dict[str, int | None]) -> dict[str, Any]:
        config, setup = self.config, self.setup
        return {
            "table": listing.table,
            "state": "running" if listing.running else "open",
            "created": round(listing.created * 1000),
            "name": name_of(phrases, setup, config["preset"]),
            "preset": config["preset"],
            "edition": setup.edition,
            "theme": setup.box.theme,
            "parts": parts_of(phrases, setup),
            "minutes": about_minutes(self.tiles),
            "clock": config["clock"],
            "pace": config.get("pace", "normal"),
            "free": 0 if listing.running else listing.free,
            "watch": listing.watch,
            "rating": None if listing.least is None else {"least": listing.least, "most": listing.most},
            "players": [
                {
                    "name": name if taken else None,
                    "kind": kind,
                    "level": level_name(phrases, level) if level else None,
                    "member": member,
                    "bot": bot,
                    "rating": ratings.get(member) if member else None,
                }
                for name, kind, level, taken, member, bot in json.loads(listing.seats)
            ],
        }
