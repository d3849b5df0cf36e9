"""Every table of the database, the club's among them, for what has to know all: migrations, backups."""

from __future__ import annotations

from bastida.server.club.host import schema as host
from bastida.server.club.members import schema as members
from bastida.server.runtime.schema import metadata

__all__ = ["host", "members", "metadata"]
