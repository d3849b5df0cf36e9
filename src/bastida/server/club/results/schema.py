"""The tables of results. They change only by a migration."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table, Text

from bastida.server.runtime.schema import metadata

games = Table(  # tables that are over and at which a member sat, or which are public; they outlast the table itself
    "games",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("at", Float, nullable=False),  # when it ended
    Column("year", Integer, nullable=False),
    Column("family", String(16), nullable=False),
    Column("scale", String(24)),  # on which it is rated, if it is
    Column("ended", String(16), nullable=False),  # how
    Column("setup", Text, nullable=False),  # what was played, as JSON
    Column("public", Boolean, nullable=False),
    Column("due", Float),  # when its record is to be read next for what stands in it; NULL: it was, or cannot be
    Column("tries", Integer, nullable=False),  # that went wrong
    Column("record_id", String(16)),  # the name of its record, for whoever uploads it,
    Column("public_id", String(16)),  # and of the one that is published
    Column("text", LargeBinary),  # the latter, packed
    Column("analysed", Integer, nullable=False),  # how deep: the number of the budget; -1: not
)
Index("games_at", games.c.at, games.c.table_id)
Index("games_scale", games.c.scale, games.c.at, games.c.table_id)
Index("games_due", games.c.due)
Index("games_record", games.c.record_id)
Index("games_public", games.c.public_id)

results = Table(  # what came of a game for a seat
    "results",
    metadata,
    Column("table_id", String(16), ForeignKey("games.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("player", String(12)),  # the member; of one who was erased a name that says nothing
    Column("kind", String(8), nullable=False),  # member, bot, guest, computer
    Column("level", String(60)),  # of a computer
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("public", Boolean, nullable=False),  # as its game
    Column("scale", String(24)),  # as its game, for whoever is rated
    Column("mu", Float),  # the rating after it
    Column("sigma", Float),
    Column("mu_before", Float),
    Column("sigma_before", Float),
    Column("sources", Text),  # points by source, as JSON
    Column("luck", Float),  # what chance brought, in points
    Column("adjusted", Float),  # points ahead of the best rival without luck
    Column("margin", Float),  # and with it
    Column("error", Float),  # points given away per decision
)
Index("results_player", results.c.player, results.c.at, results.c.table_id)
Index("results_scale", results.c.player, results.c.scale, results.c.at, results.c.table_id)

scales = Table(  # families of set-ups with their ratings: from which game on they are to be made anew, if from any
    "scales",
    metadata,
    Column("name", String(24), primary_key=True),
    Column("since", Float),
    Column("since_id", String(16)),
)

ratings = Table(  # as they are now; they follow from the results
    "ratings",
    metadata,
    Column("player", String(12), primary_key=True),
    Column("scale", String(24), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("careful", Float, nullable=False),  # what is nearly certain of it: by this members are ranked
    Column("games", Integer, nullable=False),
    Column("at", Float, nullable=False),  # of the last game
)
Index("ratings_rank", ratings.c.scale, ratings.c.careful)

bests = Table(  # the greatest there ever was, and in each year (0: ever), by family of set-ups
    "bests",
    metadata,
    Column("family", String(16), primary_key=True),
    Column("year", Integer, primary_key=True),
    Column("kind", String(8), primary_key=True),  # of what: points, margin, once, region, source, thing
    Column("name", String(60), primary_key=True),  # which source or thing
    Column("value", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("table_id", String(16), ForeignKey("games.table_id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
)
Index("bests_table", bests.c.table_id)
