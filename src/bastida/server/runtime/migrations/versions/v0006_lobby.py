"""The lobby: tables that are listed, who is here, challenges, bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "listings",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("watch", sa.Boolean, nullable=False),
        sa.Column("lasting", sa.Boolean, nullable=False),
        sa.Column("quick", sa.String(80)),
        sa.Column("least", sa.Integer),
        sa.Column("most", sa.Integer),
        sa.Column("seats", sa.Text, nullable=False),
    )
    op.create_index("listings_free", "listings", ["free", "seen"])
    op.create_index("listings_quick", "listings", ["quick"])
    op.create_table(
        "present",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("member_id", sa.String(12), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("from_id", sa.String(12), sa.ForeignKey("members.id", ondelete="CASCADE")),
        sa.Column("to_id", sa.String(12), sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sa.Column("config", sa.Text, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="SET NULL")),
    )
    for name, column in (("holder", "holder"), ("from", "from_id"), ("to", "to_id")):
        op.create_index(f"challenges_{name}", "challenges", [column])
    op.create_table(
        "bots",
        sa.Column("member_id", sa.String(12), sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("rules", sa.Text, nullable=False),
    )
