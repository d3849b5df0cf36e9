"""Games over days: whom they wait for, and where notices go."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("awaits", sa.Integer))
    op.add_column("tables", sa.Column("asked", sa.Float))
    op.add_column("tables", sa.Column("told", sa.Float))
    op.create_index("tables_awaits", "tables", ["awaits"])
    op.create_table(
        "pushes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("member_id", sa.String(12), sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public_key", sa.String(120), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("pushes_member", "pushes", ["member_id"])
    op.create_table(
        "mailboxes",
        sa.Column("member_id", sa.String(12), sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
    )
    op.create_table(
        "feeds",
        sa.Column("member_id", sa.String(12), sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
    )
