"""Every table of the database, the club's among them, for what has to know all: migrations, backups."""

from __future__ import annotations

from bastida.server.club.members import schema as members
from bastida.server.club.tournaments import schema as tournaments
from bastida.server.runtime.schema import metadata

__all__ = ["members", "metadata", "tournaments"]
