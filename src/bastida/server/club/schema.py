"""Every table of the database, the club's among them, for what has to know all: migrations, backups."""

from __future__ import annotations

from bastida.server.club.host import schema as host
from bastida.server.club.lobby import schema as lobby
from bastida.server.club.members import schema as members
from bastida.server.club.notices import schema as notices
from bastida.server.club.results import schema as results
from bastida.server.club.tournaments import schema as tournaments
from bastida.server.runtime import schema as tables

AREAS = (host, lobby, members, notices, results, tournaments)  # each puts its tables into the same list
metadata = tables.metadata
