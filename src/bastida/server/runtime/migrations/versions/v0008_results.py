"""Results and ratings of members."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()))
    uncounted = sa.text("status = 'over' AND NOT counted")
    op.create_index("tables_uncounted", "tables", ["id"], sqlite_where=uncounted, postgresql_where=uncounted)
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("family", sa.String(16), nullable=False),
        sa.Column("scale", sa.String(24)),
        sa.Column("ended", sa.String(16), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("record_id", sa.String(16)),
        sa.Column("public_id", sa.String(16)),
        sa.Column("text", sa.LargeBinary),
        sa.Column("analysed", sa.Integer, nullable=False),
    )
    op.create_index("games_at", "games", ["at", "table_id"])
    op.create_index("games_scale", "games", ["scale", "at", "table_id"])
    op.create_index("games_due", "games", ["due"])
    op.create_index("games_record", "games", ["record_id"])
    op.create_index("games_public", "games", ["public_id"])
    op.create_table(
        "results",
        _of_game(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("player", sa.String(12)),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("level", sa.String(60)),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("scale", sa.String(24)),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
        sa.Column("mu_before", sa.Float),
        sa.Column("sigma_before", sa.Float),
        sa.Column("sources", sa.Text),
        sa.Column("luck", sa.Float),
        sa.Column("adjusted", sa.Float),
        sa.Column("margin", sa.Float),
        sa.Column("error", sa.Float),
    )
    op.create_index("results_player", "results", ["player", "at", "table_id"])
    op.create_index("results_scale", "results", ["player", "scale", "at", "table_id"])
    op.create_table(
        "scales",
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("since", sa.Float),
        sa.Column("since_id", sa.String(16)),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(12), primary_key=True),
        sa.Column("scale", sa.String(24), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("careful", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ratings_rank", "ratings", ["scale", "careful"])
    op.create_table(
        "bests",
        sa.Column("family", sa.String(16), primary_key=True),
        sa.Column("year", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("name", sa.String(60), primary_key=True),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        _of_game(nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("bests_table", "bests", ["table_id"])


def _of_game(**more: Any) -> sa.Column[str]:
    return sa.Column("table_id", sa.String(16), sa.ForeignKey("games.table_id", ondelete="CASCADE"), **more)
