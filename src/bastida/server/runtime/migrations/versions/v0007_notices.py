"""Games over days: notices and their ways to people."""

from __future__ import annotations

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    pass
