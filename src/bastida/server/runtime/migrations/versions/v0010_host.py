"""What the host keeps: work for other machines, and tables in the order in which they were made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("deadline", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("worker", sa.String(32)),
        sa.Column("answer", sa.LargeBinary),
    )
    nobody = sa.text("worker IS NULL")
    op.create_index("jobs_waiting", "jobs", ["rank", "created"], postgresql_where=nobody, sqlite_where=nobody)
    op.create_index("tables_created", "tables", ["created"])
