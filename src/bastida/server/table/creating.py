"""From a request for a table to its configuration: who sits where, with what, and what is wrong with that."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from bastida import Record
from bastida.language.refused import unknown
from bastida.language.texts import Texts
from bastida.players.registry import levels, usual_level
from bastida.server.http.levels import level_name
from bastida.server.http.models import SeatAsked, SetupAsked, TableAsked
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import new_code
from bastida.server.runtime.store import TableRow
from bastida.server.table.state import COMPUTER, kept_setup
from bastida.table.setup import FAMILIES, Setup, SetupError, make_setup


def table_row(
    asked: TableAsked, phrases: Texts, record: Record | None, duplicate: dict[str, Any] | None, now: float
) -> TableRow:
    """A new table as it will be kept; Problem says everything that is wrong with it."""
    seats = [_seat(seat) for seat in asked.seats]
    names = _names(asked.seats, seats, phrases)
    if record is not None:
        setup = _continued(record, asked, names)
    else:
        if duplicate is not None:
            asked = asked.model_copy(update=duplicate)
        setup = checked_setup(asked, names, _colours(asked), _first(asked))
    config: dict[str, Any] = {
        "setup": kept_setup(setup),
        "position": record.position if record is not None else "",
        "preset": setup.preset(),
        "seats": seats,
        "clock": asked.clock.model_dump() if asked.clock else None,
        "aids": asked.aids.model_dump(),
        "undo": asked.undo,
        "first_steps": 0,
    }
    return TableRow(new_code(10), now, config, asked.duplicate)


def checked_setup(asked: SetupAsked, names: list[str] | int, colours: list[str] | None, first: int) -> Setup:
    """The set-up of a request."""
    try:
        return make_setup(
            asked.game,
            sets=asked.sets,
            elements=asked.elements,
            without=asked.without,
            switches=asked.switches,
            players=names,
            colours=colours,
            first=first,
        )
    except SetupError as error:
        raise Problem("wrong_setup", problems=error) from None


def _seat(seat: SeatAsked) -> dict[str, Any]:
    if seat.kind != COMPUTER:
        return {"kind": seat.kind, "level": None}
    level = seat.level or usual_level()
    if level not in levels():
        raise Problem("wrong_setup", problems=unknown("setup.unknown_level", level, levels(), 0))
    return {"kind": COMPUTER, "level": level}


def _names(asked: list[SeatAsked], seats: list[dict[str, Any]], phrases: Texts) -> list[str]:
    """Names, all different: where none is given the computer's level, or a number."""
    found: list[str] = []
    given = {seat.name for seat in asked if seat.name}
    for number, (seat, kept) in enumerate(zip(asked, seats, strict=True), 1):
        name = seat.name
        if name is None:
            usual = level_name(phrases, kept["level"]) if kept["level"] else phrases("table.player")
            several = kept["level"] is None or sum(other["level"] == kept["level"] for other in seats) > 1
            name = f"{usual} {number}" if several else usual
            while name in found or name in given:
                name += "*"
        found.append(name)
    return found


def _colours(asked: TableAsked) -> list[str] | None:
    """The colours wished for; the others take what is left."""
    wished = [seat.colour for seat in asked.seats]
    if not any(wished):
        return None
    games = next((games for games in FAMILIES.values() if asked.game in games.presets or asked.game in games.editions), None)
    if games is None:
        return None
    edition = games.presets[asked.game].edition if asked.game in games.presets else asked.game
    spare = [colour for colour in games.editions[edition].colours if colour not in wished]
    return [colour or (spare.pop(0) if spare else "") for colour in wished]


def _first(asked: TableAsked) -> int:
    return secrets.randbelow(len(asked.seats)) if asked.first == "random" else int(asked.first)


def _continued(record: Record, asked: TableAsked, names: list[str]) -> Setup:
    """The set-up of a record that is continued, with the players who sit down now."""
    if len(record.players) != len(asked.seats):
        raise Problem("seats_do_not_match", seats=len(record.players))
    players = [seat.name or kept for seat, kept in zip(asked.seats, record.players, strict=True)]
    if len(set(players)) < len(players):
        players = names
    return replace(record.replay(0).setup, players=tuple(players))
