"""Tables out of order and who thinks for them; secrets and limits that servers share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("fault", sa.Text))
    op.add_column("tables", sa.Column("owner", sa.String(32)))
    op.add_column("tokens", sa.Column("used", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tokens", sa.Column("link", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tokens_table", "tokens", ["table_id"])
    # Whoever watches a table of a duplicate sees tiles that others have yet to draw.
    watched = "table_id IN (SELECT id FROM tables WHERE duplicate IS NOT NULL)"
    op.execute(f"DELETE FROM tokens WHERE seat IS NULL AND {watched}")
    op.execute(f"DELETE FROM holds WHERE seat = -1 AND {watched}")
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
