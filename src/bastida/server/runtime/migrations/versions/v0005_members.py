"""Members, their devices and passkeys, and whom they do not want to meet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def _member(key: bool = False) -> sa.Column[str]:
    theirs = sa.ForeignKey("members.id", ondelete="CASCADE")
    return sa.Column("member_id", sa.String(12), theirs, primary_key=key, nullable=False)


def upgrade() -> None:
    op.create_table(
        "members",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False, unique=True),
        sa.Column("colour", sa.String(20), nullable=False),
        sa.Column("phrase", sa.String(64), unique=True),
        sa.Column("invited", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("owner", sa.String(12), sa.ForeignKey("members.id", ondelete="CASCADE")),
        sa.Column("wishes", sa.Text, nullable=False),
    )
    op.create_index("members_owner", "members", ["owner"])
    op.create_table(
        "devices",
        sa.Column("browser", sa.String(64), primary_key=True),
        _member(),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
    )
    op.create_index("devices_member", "devices", ["member_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(400), primary_key=True),
        _member(),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_index("passkeys_member", "passkeys", ["member_id"])
    op.create_table(
        "badges",
        sa.Column("digest", sa.String(64), primary_key=True),
        _member(),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("badges_member", "badges", ["member_id"])
    op.create_table(
        "blocks",
        _member(key=True),
        sa.Column("other_id", sa.String(12), sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
    )
    op.create_index("blocks_other", "blocks", ["other_id"])
    op.create_table(
        "ceremonies",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("browser", sa.String(64), nullable=False),
    )
    op.create_index("ceremonies_at", "ceremonies", ["at"])
    op.create_index("ceremonies_browser", "ceremonies", ["browser"])
    op.create_index("holds_table", "holds", ["table_id"])
