"""Analyses of records, and what was found so far of those that are under way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("record_id", sa.String(16), sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("budget", sa.String(16), primary_key=True),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("spent", sa.Float, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("result", sa.LargeBinary),
    )
    op.create_table(
        "stretches",
        sa.Column("record_id", sa.String(16), sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("budget", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
