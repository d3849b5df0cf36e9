"""Every table of the database, the club's among them, for what has to know all: migrations, backups."""

from __future__ import annotations

from bastida.server.club.lobby import schema as lobby
from bastida.server.club.members import schema as members
from bastida.server.runtime import schema as tables

AREAS = (lobby, members)  # each puts its tables into the same list
metadata = tables.metadata
