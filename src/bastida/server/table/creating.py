"""From a request for a table to its configuration: who sits where, with what, and what is wrong with that."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bastida.language.refused import unknown
from bastida.language.texts import Texts
from bastida.players.registry import levels, usual_level
from bastida.server.http.levels import level_name
from bastida.server.http.models import SeatAsked, SetupAsked, TableAsked
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import new_code
from bastida.server.runtime.store import TableRow
from bastida.server.table.naming import readable
from bastida.server.table.state import AT_ONCE, COMPUTER, HERE, LINK, Table, kept_setup, setup_from
from bastida.table.setup import FAMILIES, Setup, SetupError, make_setup


@dataclass(frozen=True)
class Continued:
    """What a table goes on from: the set-up of a record, as tables keep it, and the answers to give before anybody is asked.

    A game that began at a position begins there again.
    """

    setup: dict[str, Any]
    steps: Sequence[str]
    position: str = ""


def check_people(asked: TableAsked, allowed: bool) -> None:
    """Games that computers play by themselves are for the host to allow: nobody waits for them, and they never rest."""
    if not allowed and all(seat.kind == COMPUTER for seat in asked.seats):
        raise Problem("nobody_plays")


def table_row(
    asked: TableAsked,
    phrases: Texts,
    record: Continued | None,
    duplicate: dict[str, Any] | None,
    now: float,
    guests: Collection[str] = (),
) -> TableRow:
    """A new table as it will be kept; Problem says everything that is wrong with it. ``guests`` may sit beside our levels."""
    seats = [_seat(seat, guests) for seat in asked.seats]
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
        "clock": asked.clock.model_dump(exclude_none=True) if asked.clock else None,
        "aids": asked.aids.model_dump(),
        "undo": asked.undo,
        "draw": asked.draw,
        "pace": asked.pace,
        "rated": asked.rated and record is None,
        "first_steps": len(record.steps) if record is not None else 0,
        **_lobby(asked),
    }
    return TableRow(new_code(10), now, config, asked.duplicate)


def _lobby(asked: TableAsked) -> dict[str, Any]:
    """What the lobby may show of a table; a table of a duplicate is shown to nobody."""
    if asked.duplicate is not None and (asked.listed or asked.watch):
        raise Problem("bad_request", reason="duplicate, listed")
    if asked.rating is not None and (not asked.listed or asked.rating.least > asked.rating.most):
        raise Problem("bad_request", reason="rating")
    found: dict[str, Any] = {"listed": True} if asked.listed else {}
    if asked.rating is not None:
        found["rating"] = [asked.rating.least, asked.rating.most]
    return found | ({"watch": True} if asked.watch else {})


def seat_member(row: TableRow, name: str, sits: dict[str, Any]) -> None:
    """A member who makes a table sits on its one seat "here", or on the one that bears the member's name."""
    seats, players = row.config["seats"], row.config["setup"]["players"]
    here = [number for number, seat in enumerate(seats) if seat["kind"] == HERE]
    mine = here[0] if len(here) == 1 else next((number for number in here if players[number] == name), None)
    if mine is not None:
        players[mine] = unlike(name, [other for number, other in enumerate(players) if number != mine])
        seats[mine] |= sits


def seat_people(row: TableRow, people: Sequence[tuple[str, str | None, bool]]) -> None:
    """People who sit down with the first event: name, member if it is one, and whether it is a bot."""
    players = row.config["setup"]["players"]
    for number, (name, member, bot) in enumerate(people):
        players[number] = unlike(name, players[:number])
        if member is not None:
            row.config["seats"][number] |= {"member": member, **({"bot": True} if bot else {})}


def free_name(table: Table, seat: int, name: str) -> str:
    """The name of a member who sits down; a mark behind it if somebody at the table is called so already."""
    return unlike(name, [other for number, other in enumerate(table.setup.players) if number != seat])


def unlike(name: str, others: Collection[str]) -> str:
    """A name, with marks behind it if others are called so."""
    while name in others:
        name += "*"
    return name


def next_row(table: Table, seated: Collection[int], now: float) -> TableRow:
    """The table of a rematch: the same people and computers, the next one begins. Only those ``seated`` sit there already."""
    setup = replace(table.setup, first=(table.setup.first + 1) % len(table.seats))
    kept = ("preset", "aids", "undo")
    config: dict[str, Any] = {
        "setup": kept_setup(setup),
        "position": "",
        **{key: table.config[key] for key in kept},
        "clock": table.timing,
        "draw": table.config.get("draw", AT_ONCE),
        **({"watch": True} if table.config.get("watch") else {}),
        "pace": table.pace,
        "rated": table.rated,
        "seats": [
            {"kind": seat.kind if seat.kind == COMPUTER else HERE if number in seated else LINK, "level": seat.level}
            | ({"member": seat.member, "bot": seat.bot} if number in seated and seat.member else {})
            for number, seat in enumerate(table.seats)
        ],
        "first_steps": 0,
    }
    return TableRow(new_code(10), now, config, None)


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


def _seat(seat: SeatAsked, guests: Collection[str]) -> dict[str, Any]:
    if seat.kind != COMPUTER:
        return {"kind": seat.kind, "level": None}
    return {"kind": COMPUTER, "level": known_level(seat.level or usual_level(), guests)}


def known_level(level: str, guests: Collection[str] = ()) -> str:
    """A level of the computer, or a player of others that the host allows; Problem if there is none of that name."""
    if level not in levels() and level not in guests:
        raise Problem("wrong_setup", problems=unknown("setup.unknown_level", level, [*levels(), *guests], 0))
    return level


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


def _continued(record: Continued, asked: TableAsked, names: list[str]) -> Setup:
    """The set-up of a record that is continued, with the players who sit down now."""
    kept = record.setup["players"]
    if len(kept) != len(asked.seats):
        raise Problem("seats_do_not_match", seats=len(kept))
    both = zip(asked.seats, kept, names, strict=True)
    players = [seat.name or readable(name) or usual for seat, name, usual in both]
    if len(set(players)) < len(players):
        players = names
    return replace(setup_from(record.setup), players=tuple(players))
