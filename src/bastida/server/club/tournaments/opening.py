"""The table of a match: who sits where, and with what.

A game over days begins at once, since nobody has to come to it: whoever is to begin is told so like in any slow game. At
others everybody has to come.
"""

from __future__ import annotations

from bastida.language.texts import texts
from bastida.server.club.tournaments.kept import Paired, Tournament
from bastida.server.http.models import Aids, ClockAsked, SeatAsked, TableAsked
from bastida.server.runtime.store import TableRow
from bastida.server.table.creating import table_row

NAME = 40


def table_of(found: Tournament, match: Paired, game: int, code: str, now: float) -> tuple[TableRow, dict[int, str]]:
    """A table as it will be kept, and the members by seat."""
    config, names, asked, members = found.config, list[str](), list[SeatAsked](), dict[int, str]()
    for seat, number in enumerate(match.seats(game)):
        entry = found.entries[number]
        name = (entry.name or f"#{number}")[:NAME]
        while name in names:
            name = name[: NAME - 1] + "*"
        names.append(name)
        asked.append(
            SeatAsked(kind="computer" if entry.computer else "here" if found.days else "link", level=entry.level, name=name)
        )
        if entry.member is not None:
            members[seat] = entry.member
    table = TableAsked(
        **config["setup"],
        first=0,
        seats=asked,
        clock=ClockAsked(**config["clock"]) if config["clock"] else None,
        aids=Aids(**config["aids"]),
        draw=config["draw"],
        pace=config["pace"],
        duplicate=code,
    )
    row = table_row(table, texts(config["language"]), None, None, now)
    for seat, member in members.items():
        row.config["seats"][seat] |= {"member": member, "bot": found.entries[match.seats(game)[seat]].bot}
    row.config["maker"] = ("tournament", found.id)
    row.config["tournament"] = {"id": found.id, "round": match.round, "board": match.board, "game": game}
    return row, members
