"""The tables of tournaments. They change only by a migration."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from bastida.server.runtime.schema import metadata


def _tournament() -> Column[str]:
    return Column("tournament_id", String(12), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)


tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created", Float, nullable=False),
    Column("organiser", String(12), ForeignKey("members.id", ondelete="SET NULL")),
    Column("name", String(60), nullable=False),
    Column("config", Text, nullable=False),  # what was asked for when it was made, as JSON
    Column("code", String(16), nullable=False),  # of the invitation
    Column("seed", String(64), nullable=False),  # of its lots
    Column("state", String(12), nullable=False),
    Column("round", Integer, nullable=False),  # the one that was begun last
    Column("version", Integer, nullable=False),  # goes up with every change: whoever has seen another one decides anew
    Column("due", Float),  # when somebody has to look after it; none when there is nothing to do
)
Index("tournaments_due", tournaments.c.due)
Index("tournaments_organiser", tournaments.c.organiser)
Index("tournaments_created", tournaments.c.created)

entries = Table(  # who plays
    "tournament_entries",
    metadata,
    _tournament(),
    Column("number", Integer, primary_key=True),
    Column("member_id", String(12), ForeignKey("members.id", ondelete="SET NULL")),
    Column("level", String(60)),  # of a computer
    Column("name", String(60), nullable=False),  # of a computer; a member's is asked for
    Column("here", Boolean, nullable=False),  # has not left
    Column("joined", Integer, nullable=False),  # the first round it can be paired in
    Column("seed", Integer, nullable=False),  # place in the order of a round-robin or a knock-out; 0 before the start
    UniqueConstraint("tournament_id", "member_id"),
)
Index("tournament_entries_member", entries.c.member_id)

rounds = Table(
    "tournament_rounds",
    metadata,
    _tournament(),
    Column("number", Integer, primary_key=True),
    Column("began", Float, nullable=False),
    Column("ended", Float),
    Column("bags", Text, nullable=False),  # codes of the duplicates, one for each game, as JSON
)

matches = Table(
    "tournament_matches",
    metadata,
    _tournament(),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("first", Integer, nullable=False),  # sits first in the first game; 0 is nobody
    Column("second", Integer, nullable=False),
    Column("forfeit", String(8), nullable=False),  # who has lost it without playing: first, second, both; none: nobody plays it
    Column("first_table", String(16), unique=True),
    Column("return_table", String(16), unique=True),
    Column("scores", Text),  # of its games, once the round is over, as JSON
)
