"""Where notices go: browsers, a mailbox, a feed. They change only by a migration."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, false

from bastida.server.runtime.schema import metadata

pushes = Table(  # browsers that have asked for notices
    "pushes",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the address
    Column("member_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("public_key", String(120), nullable=False),
    Column("secret", String(40), nullable=False),
    Column("language", String(5), nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
)
Index("pushes_member", pushes.c.member_id)

mailboxes = Table(
    "mailboxes",
    metadata,
    Column("member_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("confirmed", Boolean, nullable=False, server_default=false()),
    Column("token", String(64), nullable=False, unique=True),  # confirms, and ends it all in one tap
    Column("language", String(5), nullable=False),
    Column("sent", Float, nullable=False),  # the last digest
)

feeds = Table(
    "feeds",
    metadata,
    Column("member_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),  # of the token in its address
)
