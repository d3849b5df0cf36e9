"""The lobby: tables that are listed, challenges, bots."""

from __future__ import annotations

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    pass
