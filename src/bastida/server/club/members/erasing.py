"""Erasing a member: seats are given up, names and what was said go from every table, and then all that is kept of the member.

What was played stays, for the others played it too. Until the last step the member is there, so whatever interrupts it, it
can be done again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from bastida.server.club.house import ERASED, House
from bastida.server.club.lobby.schema import listings
from bastida.server.club.members import accounts
from bastida.server.club.members.known import Member, as_member
from bastida.server.club.members.schema import badges, members
from bastida.server.http.problems import Problem
from bastida.server.runtime.schema import analyses, buckets, events, holds, records, studies, tables
from bastida.server.runtime.store import encoded
from bastida.server.table.creating import unlike
from bastida.server.table.referee import Proposal, gone
from bastida.server.table.state import Table

NOBODY = "N. N."  # whoever is not known by name, in any language
TRIES = 5  # times that a member may have sat down somewhere meanwhile
CHAIN = 1_000  # rematches of one game that are looked at
HEAD = 20_000  # letters of a record in which its players and its table are named, also behind a position
OF_TABLE = re.compile(r"^table: (\w+)$", re.MULTILINE)


@dataclass(frozen=True)
class Emptied:
    """A seat whose player is known no longer."""

    before: str
    after: str
    said: bool  # what was said there goes, too


@dataclass
class Left:
    """A table that was left: its seats, their colours, and the table of the next game."""

    seats: dict[int, Emptied]
    colours: list[str]
    next: str | None = None


async def erase(house: House, member: Member, browser: str | None) -> None:
    """Erase a member and its bots; the browser stays signed in until it is done."""
    live = house.live
    for bot in await asyncio.to_thread(_bots_of, house, member):
        await erase(house, bot, None)
    for leave in house.leaving:
        await leave(member)

    def alone(connection: Connection) -> None:
        accounts.sign_out_elsewhere(connection, member.id, browser)
        connection.execute(delete(badges).where(badges.c.member_id == member.id))
        house.people.changed(connection, member.id)

    await live.writer.write(alone)
    await house.changed(member.id)
    done: dict[str, Left] = {}

    def forget(connection: Connection) -> bool:
        return _forget(house, connection, member, done)

    for _ in range(TRIES):
        for name in await asyncio.to_thread(_tables_of, house, member):
            if name not in done:
                done.update(await _leave(house, member, name))
        await _rename_records(house, done)
        if await live.writer.write(forget):
            break
    else:
        raise Problem("no_database", retry=2.0)
    await house.changed(member.id)
    house.erased()


def _bots_of(house: House, member: Member) -> list[Member]:
    with house.live.store.engine.connect() as connection:
        return [as_member(row) for row in connection.execute(select(members).where(members.c.owner == member.id))]


def _tables_of(house: House, member: Member) -> list[str]:
    """Every table that may know the member: it sits, sat or watches there."""
    with house.live.store.engine.connect() as connection:
        return _held(connection, member)


def _held(connection: Connection, member: Member) -> list[str]:
    return list(connection.scalars(select(holds.c.table_id).where(holds.c.holder == member.holder).distinct()))


def _forget(house: House, connection: Connection, member: Member, done: Collection[str]) -> bool:
    """The last step; False if the member has sat down at another table meanwhile."""
    connection.execute(select(members.c.id).where(members.c.id == member.id).with_for_update())  # nobody sits down now
    if not set(_held(connection, member)) <= set(done):
        return False
    for erase_part in house.erasers:
        erase_part(connection, member)
    connection.execute(delete(studies).where(studies.c.holder == member.holder))
    connection.execute(delete(holds).where(holds.c.holder == member.holder))
    connection.execute(delete(buckets).where(buckets.c.name.endswith(member.id)))
    connection.execute(delete(members).where(members.c.id == member.id))  # devices, passkeys, blocks go with it
    house.people.changed(connection, member.id)
    house.live.store.notify(connection, f"{ERASED} {house.live.store.server}")
    return True


# -- at a table ----------------------------------------------------------------------------------------------------------


async def _leave(house: House, member: Member, name: str) -> dict[str, Left]:
    """Empty the member's seats at a table and at its rematches, where somebody has put down the name already."""
    only = await asyncio.to_thread(_only_theirs, house, member, name)
    found: dict[str, Left] = {}
    left = await _empty(house, member, name, only)
    found[name] = left
    names = {seat: emptied.before for seat, emptied in left.seats.items()}
    for _ in range(CHAIN):
        if left.next is None or not names:
            break
        name, left = left.next, await _empty(house, member, left.next, (), names)
        if not left.seats:
            break
        found.setdefault(name, left)
    return found


def _only_theirs(house: House, member: Member, table: str) -> set[int]:
    """Seats at a table that are held by this member and by nobody else."""
    with house.live.store.engine.connect() as connection:
        held = connection.execute(
            select(holds.c.holder, holds.c.seat).where(holds.c.table_id == table, holds.c.seat >= 0)
        ).all()
    return {row.seat for row in held if row.holder == member.holder} - {row.seat for row in held if row.holder != member.holder}


async def _empty(
    house: House, member: Member, name: str, only: Collection[int], called: Mapping[int, str] | None = None
) -> Left:
    """Empty seats at one table: the member's own, or (``called``) those that bear its name because somebody put it down."""
    left = Left({}, [])

    def propose(state: Table, now: float) -> list[Proposal]:
        left.colours, left.next = list(state.setup.colours), state.rematch["table"] if state.rematch else None
        left.seats = _emptied(state, member, only, called)
        playing = [] if called is not None else [seat for seat in left.seats if not state.seats[seat].resigned]
        shown = {seat: emptied for seat, emptied in left.seats.items() if state.setup.players[seat] == emptied.before}
        erased = [
            Proposal("erase", None, {"seat": seat, "name": emptied.after, "said": emptied.said})
            for seat, emptied in shown.items()
        ]
        return [*_resigned(state, playing, now), *erased]

    live = house.live
    try:
        await live.act(name, None, None, propose, lambda connection: _rewrite(connection, name, left.seats, member))
        room = live.rooms.get(name)
        if room is not None:
            async with room.held():
                room.forget()  # its configuration has another name now
    except Problem:  # it cannot be opened: nobody sees it, and the name goes from it all the same
        left.seats = await live.writer.write(lambda connection: _rewrite_unread(connection, name, only, member))
    return left


def _emptied(state: Table, member: Member, only: Collection[int], called: Mapping[int, str] | None) -> dict[int, Emptied]:
    asked, now = state.config["setup"]["players"], state.setup.players
    taken = {*asked, *now}
    found: dict[int, Emptied] = {}
    for number, seat in enumerate(state.seats):
        if called is not None:
            mine = number in called and called[number] in (asked[number], now[number]) and seat.member in (None, member.id)
        else:
            mine = seat.member == member.id or (number in only and seat.member is None)
        if mine:
            after = unlike(NOBODY, taken)
            taken.add(after)
            before = called[number] if called is not None else now[number]
            found[number] = Emptied(before, after, called is None)
    return found


def _resigned(state: Table, seats: Iterable[int], now: float) -> list[Proposal]:
    """Whoever goes gives up first, as long as there is a game."""
    left = sum(not seat.resigned for seat in state.seats)
    found = []
    for seat in seats if state.outcome is None else ():
        if left > 1:
            found.append(gone(state, seat, "resign", now))
            left -= 1
    return found


# -- in the database, inside a transaction of the writer -----------------------------------------------------------------


def _rewrite(connection: Connection, table: str, seats: Mapping[int, Emptied], member: Member) -> None:
    """Take names out of what was asked for when a table was made, and out of its events."""
    config = connection.scalar(select(tables.c.config).where(tables.c.id == table))
    if config is not None:
        written = encoded(_without(json.loads(config), seats, member))
        connection.execute(update(tables).where(tables.c.id == table).values(config=written))
    wanted = select(events.c.seq, events.c.kind, events.c.seat, events.c.body)
    for row in connection.execute(wanted.where(events.c.table_id == table, events.c.kind.in_(("take", "chat")))).all():
        body = json.loads(row.body)
        if row.kind == "chat" and row.seat in seats and seats[row.seat].said:
            body = {"text": ""}
        elif row.kind == "take" and body["seat"] in seats:
            emptied = seats[body["seat"]]
            kept = {key: value for key, value in body.items() if key not in ("member", "bot")}
            body = {**kept, "name": emptied.after if body.get("name") else None} if emptied.said else body
        else:
            continue
        mine = events.c.table_id == table, events.c.seq == row.seq
        connection.execute(update(events).where(*mine).values(body=encoded(body)))


def _without(config: dict[str, Any], seats: Mapping[int, Emptied], member: Member) -> dict[str, Any]:
    """A table's configuration without some names, and without the mark of who made it."""
    players = config["setup"]["players"]
    for seat, emptied in seats.items():
        if emptied.said or players[seat] == emptied.before:
            players[seat] = emptied.after
        if config["seats"][seat].get("member") == member.id:
            config["seats"][seat].pop("member")
            config["seats"][seat].pop("bot", None)
    maker = config.get("maker")
    if maker and maker[1] and member.holder.startswith(maker[1]):
        config["maker"] = [maker[0], ""]
    return config


def _rewrite_unread(connection: Connection, table: str, only: Collection[int], member: Member) -> dict[int, Emptied]:
    """The same where the table cannot be replayed; of what cannot be read at all, the name is taken out letter by letter."""
    connection.execute(delete(listings).where(listings.c.table_id == table))  # nobody can sit down there
    row = connection.execute(select(tables.c.config, tables.c.result).where(tables.c.id == table)).one_or_none()
    if row is None:
        return {}
    with contextlib.suppress(ValueError, KeyError, TypeError, IndexError):
        config, found = json.loads(row.config), {}
        taken = set(config["setup"]["players"])
        takes = select(events.c.body).where(events.c.table_id == table, events.c.kind == "take")
        bodies = [json.loads(body) for body in connection.scalars(takes)]
        tagged = {body["seat"] for body in bodies if body.get("member") == member.id}
        tagged |= {number for number, seat in enumerate(config["seats"]) if seat.get("member") == member.id}
        for seat in sorted(tagged | set(only)):
            after = unlike(NOBODY, taken)
            taken.add(after)
            found[seat] = Emptied(config["setup"]["players"][seat], after, True)
        _rewrite(connection, table, found, member)
        if row.result:
            result = json.loads(row.result)
            result["players"] = [found[seat].after if seat in found else name for seat, name in enumerate(result["players"])]
            connection.execute(update(tables).where(tables.c.id == table).values(result=encoded(result)))
        return found
    for column, key in ((tables.c.config, tables.c.id), (tables.c.result, tables.c.id), (events.c.body, events.c.table_id)):
        spelt = func.replace(column, encoded(member.name)[1:-1], NOBODY)
        connection.execute(update(column.table).where(key == table).values({column: spelt}))
    return {}


# -- records that were shared --------------------------------------------------------------------------------------------


async def _rename_records(house: House, left: Mapping[str, Left]) -> None:
    """Records of the member's games that somebody has uploaded, to share them: the name goes, the game stays."""
    wanted = {table: one for table, one in left.items() if one.seats}
    found = await asyncio.to_thread(_records_of, house, wanted)

    def write(connection: Connection) -> None:
        for name, table in found:
            _rename(connection, name, wanted[table])

    if found:
        await house.live.writer.write(write)


def _records_of(house: House, wanted: Collection[str]) -> list[tuple[str, str]]:
    """The records of some tables, each with its table."""
    if not wanted:
        return []
    found = []
    with house.live.store.engine.connect() as connection:
        heads = select(records.c.id, func.substr(records.c.text, 1, HEAD).label("head"))
        for row in connection.execution_options(yield_per=500).execute(heads):
            named = OF_TABLE.search(row.head)
            if named is not None and named[1] in wanted:
                found.append((row.id, named[1]))
    return found


def _rename(connection: Connection, name: str, left: Left) -> None:
    text = connection.scalar(select(records.c.text).where(records.c.id == name)) or ""
    for seat, emptied in left.seats.items():
        if seat < len(left.colours):
            line = f"player {left.colours[seat]}: "
            text = text.replace(f"\n{line}{emptied.before}\n", f"\n{line}{emptied.after}\n", 1)
    connection.execute(update(records).where(records.c.id == name).values(text=text))
    connection.execute(delete(analyses).where(analyses.c.record_id == name))  # made again when somebody asks
