"""Tables out of order and who thinks for them; secrets and limits that servers share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("fault", sa.Text))
    op.add_column("tables", sa.Column("owner", sa.String(32)))
    op.create_table(
        "kept",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "buckets",
        sa.Column("name", sa.String(128), primary_key=True),
        sa.Column("level", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "streams",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(128), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
