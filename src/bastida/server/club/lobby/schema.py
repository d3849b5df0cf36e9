"""The tables of the lobby. They change only by a migration."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from bastida.server.runtime.schema import metadata

listings = Table(  # tables that the lobby shows, until they are over
    "listings",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when somebody was last there, to within half a minute
    Column("free", Integer, nullable=False),  # seats anybody may take
    Column("watch", Boolean, nullable=False),  # whether anybody may watch
    Column("lasting", Boolean, nullable=False),  # a game over days: nobody has to be there while it waits
    Column("quick", String(80)),  # for whoever wants a quick game: which one, and how fast
    Column("least", Integer),  # rating of whoever may sit down
    Column("most", Integer),
    Column("seats", Text, nullable=False),  # who sits where, as JSON
)
Index("listings_free", listings.c.free, listings.c.seen)
Index("listings_quick", listings.c.quick)

present = Table(  # who is here, by server: members, and how many guests
    "present",
    metadata,
    Column("server", String(32), primary_key=True),
    Column("member_id", String(12), primary_key=True),  # empty: guests
    Column("number", Integer, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("holder", String(64), nullable=False),  # of whoever asks: a member, or a guest where a bot plays guests
    Column("name", String(40), nullable=False),  # of whoever asks, then
    Column("from_id", String(12), ForeignKey("members.id", ondelete="CASCADE")),  # None: a guest
    Column("to_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("config", Text, nullable=False),  # what is to be played, as JSON
    Column("state", String(12), nullable=False),  # open, accepted, declined, withdrawn
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="SET NULL")),
)
Index("challenges_holder", challenges.c.holder)
Index("challenges_from", challenges.c.from_id)
Index("challenges_to", challenges.c.to_id)

bots = Table(  # members that are programs: what they accept
    "bots",
    metadata,
    Column("member_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("rules", Text, nullable=False),  # as JSON
)
