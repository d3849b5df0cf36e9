"""Duplicate tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def _tournament() -> sa.Column[str]:
    return sa.Column("tournament_id", sa.String(12), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("organiser", sa.String(12), sa.ForeignKey("members.id", ondelete="SET NULL")),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("config", sa.Text, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("due", sa.Float),
    )
    op.create_index("tournaments_due", "tournaments", ["due"])
    op.create_index("tournaments_organiser", "tournaments", ["organiser"])
    op.create_index("tournaments_created", "tournaments", ["created"])
    op.create_table(
        "tournament_entries",
        _tournament(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("member_id", sa.String(12), sa.ForeignKey("members.id", ondelete="SET NULL")),
        sa.Column("level", sa.String(60)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("joined", sa.Integer, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.UniqueConstraint("tournament_id", "member_id"),
    )
    op.create_index("tournament_entries_member", "tournament_entries", ["member_id"])
    op.create_table(
        "tournament_rounds",
        _tournament(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("bags", sa.Text, nullable=False),
    )
    op.create_table(
        "tournament_matches",
        _tournament(),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.Column("forfeit", sa.String(8), nullable=False),
        sa.Column("first_table", sa.String(16), unique=True),
        sa.Column("return_table", sa.String(16), unique=True),
        sa.Column("scores", sa.Text),
    )
