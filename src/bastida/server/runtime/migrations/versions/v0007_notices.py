"""Games over days: whom they wait for."""

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
