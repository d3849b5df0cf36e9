"""What a tournament asks other parts of the database: who has played at a table, how members are rated."""

from __future__ import annotations

from sqlalchemy import select

from bastida.server.club.results.rating import of_members
from bastida.server.club.tournaments.kept import Tournament
from bastida.server.http.models import SetupAsked
from bastida.server.runtime.schema import events
from bastida.server.runtime.store import Store
from bastida.server.table.creating import checked_setup


def has_played(store: Store, table: str, seat: int) -> bool:
    """Has a seat ever answered at a table?"""
    mine = events.c.table_id == table, events.c.seat == seat, events.c.kind == "play"
    with store.engine.connect() as connection:
        return connection.execute(select(events.c.seq).where(*mine).limit(1)).first() is not None


def ratings_of(store: Store, found: Tournament) -> dict[int, float]:
    """By entry, of those members who have a rating at what is played."""
    setup = checked_setup(SetupAsked(**found.config["setup"]), 2, None, 0)
    members = {entry.number: entry.member for entry in found.here() if entry.member is not None}
    with store.engine.connect() as connection:
        rated = of_members(connection, [(member, setup) for member in members.values()])
    return {number: rating for number, rating in zip(members, rated, strict=True) if rating is not None}
