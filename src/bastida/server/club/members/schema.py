"""The tables of members. They change only by a migration."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table, Text, false

from bastida.server.runtime.schema import metadata

members = Table(
    "members",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when last, to within some seconds
    Column("name", String(40), nullable=False),
    Column("folded", String(80), nullable=False, unique=True),  # the name as it is compared: there is one of each
    Column("colour", String(20), nullable=False),
    Column("phrase", String(64), unique=True),  # digest of the recovery phrase
    Column("invited", Boolean, nullable=False, server_default=false()),  # by the host
    Column("banned", Boolean, nullable=False, server_default=false()),  # by the host: signed out, and not in again
    Column("owner", String(12), ForeignKey("members.id", ondelete="CASCADE")),  # of a bot: who answers for it
    Column("wishes", Text, nullable=False),  # what the member has chosen, as JSON: notices, vacation ...
)
Index("members_owner", members.c.owner)

devices = Table(  # the browsers a member is signed in on
    "devices",
    metadata,
    Column("browser", String(64), primary_key=True),
    Column("member_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Column("label", String(80), nullable=False),
)
Index("devices_member", devices.c.member_id)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(400), primary_key=True),  # of the credential, in base64url
    Column("member_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Column("label", String(80), nullable=False),
    Column("key", LargeBinary, nullable=False),  # its public key
    Column("count", Integer, nullable=False),  # signatures it says it has made
)
Index("passkeys_member", passkeys.c.member_id)

badges = Table(  # tokens of programs that act for a member: bots
    "badges",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("member_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
)
Index("badges_member", badges.c.member_id)

blocks = Table(  # whom a member does not want to meet (block) or to hear (mute)
    "blocks",
    metadata,
    Column("member_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", String(12), ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),
)
Index("blocks_other", blocks.c.other_id)

ceremonies = Table(  # what a passkey has to sign: each is good once, for a few minutes and for one browser
    "ceremonies",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("at", Float, nullable=False),
    Column("browser", String(64), nullable=False),
)
Index("ceremonies_at", ceremonies.c.at)
Index("ceremonies_browser", ceremonies.c.browser)
