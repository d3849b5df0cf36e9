"""Duplicate tournaments: make one, enter, begin rounds, look on (docs/tournaments.md).

Of a round that is played nobody is told more than who sits where and which tables are over.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response
from sqlalchemy import Connection

from bastida.language.texts import texts
from bastida.server.club.tournaments import kept
from bastida.server.club.tournaments.drawing_up import SWISS
from bastida.server.club.tournaments.kept import (
    CANCELLED,
    ENTRY,
    FIRST,
    NONE,
    NOT_PLAYED,
    OVER,
    RUNNING,
    SECOND,
    Entry,
    Paired,
    Round,
    Stale,
    Tournament,
)
from bastida.server.club.tournaments.running import done
from bastida.server.club.tournaments.watching import step_before
from bastida.server.http.access import Asker, Caller
from bastida.server.http.problems import Problem
from bastida.server.http.reach import link_base
from bastida.server.http.replies import as_json, problems
from bastida.server.http.routes.records import A_PICTURE, A_RECORD, seen_table, sent_picture, sent_record
from bastida.server.http.seat_tokens import new_code
from bastida.server.http.tournament_models import (
    EntryAsked,
    ForfeitAsked,
    StartAsked,
    State,
    TournamentAsked,
    Tournaments,
    TournamentSeats,
    TournamentShown,
    WithdrawAsked,
)
from bastida.server.http.tournament_told import Told, listed, may_enter, people
from bastida.server.table.creating import checked_setup, known_level

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])
MOST_OPEN = 5  # tournaments of one organiser that are not over
MOST_ENTRIES = 300  # those who left among them
LISTED = 30
TRIES = 5
REFUSALS = problems(401, 403, 404, 409)
Name = Annotated[str, Path(max_length=12)]


@router.post("", status_code=201, response_model=TournamentShown, responses=problems(401, 403, 409, 422))
async def create_tournament(asked: TournamentAsked, caller: Asker) -> Response:
    """Make a tournament. A member organises it; entry is open from now on until it starts."""
    member = caller.need_member()
    caller.may_make()
    await caller.limits.check_table(caller.holder, caller.address)
    checked_setup(asked.setup, 2, None, 0)
    plan = asked.plan.model_dump()
    if plan["computer"] is not None:
        known_level(plan["computer"])
    starts = plan["starts"] / 1000 if plan["starts"] is not None else None
    config = plan | {"setup": asked.setup.model_dump(), "starts": starts, "language": caller.language}
    new = Tournament(
        new_code(10), caller.live.now(), member.id, asked.name, config, new_code(12), secrets.token_hex(32), ENTRY, 0, 1, starts
    )

    def write(connection: Connection) -> None:
        if kept.open_ones(connection, member.id) >= MOST_OPEN:
            raise Problem("too_many_tournaments", most=MOST_OPEN)
        kept.add(connection, new)

    await caller.live.writer.write(write)
    response = await _shown(new.id, caller, 201)
    response.headers["Location"] = f"/api/tournaments/{new.id}"
    return response


@router.get("", response_model=Tournaments, responses=problems())
async def tournaments(
    caller: Asker,
    state: Annotated[State | None, Query(description="Only those in this state")] = None,
    before: Annotated[float | None, Query(ge=0, le=1e12, description="Only those made before: from the page before")] = None,
) -> Response:
    """The tournaments of this server, the newest first."""

    def read() -> list[tuple[Tournament, int]]:
        with caller.store.engine.connect() as connection:
            return kept.listed(connection, before, state, LISTED + 1)

    found = await asyncio.to_thread(read)
    phrases = texts(caller.language)
    shown = [listed(phrases, one, players) for one, players in found[:LISTED]]
    return as_json({"tournaments": shown, "before": found[LISTED - 1][0].created if len(found) > LISTED else None})


@router.get("/{tournament}", response_model=TournamentShown, responses=problems(404))
async def look(tournament: Name, caller: Asker) -> Response:
    """All there is to see of a tournament; of the round that is played only who sits where and what is over."""
    caller.limits.charge(caller.address, 2)
    return await _shown(tournament, caller)


@router.post("/{tournament}/entries", response_model=TournamentShown, responses=REFUSALS)
async def enter(tournament: Name, asked: EntryAsked, caller: Asker) -> Response:
    """Enter as a member. In a Swiss also after the start: paired from the next round on, with nothing for those missed."""
    member = caller.need_member()
    await caller.limits.check_entry(member.id)

    def change(found: Tournament) -> Callable[[Connection], None] | None:
        entry = found.of_member(member.id)
        if entry is not None and entry.here:
            return None
        if not found.config["open"] and found.organiser != member.id and not _invited(found, asked.code):
            raise Problem("not_invited")
        if member.bot and not found.config["bots"]:
            raise Problem("no_bots")
        if not may_enter(found):
            early = found.state == ENTRY or (found.state == RUNNING and found.config["pairing"] == SWISS)
            raise Problem("tournament_full" if early and people(found) >= found.config["most"] else "entry_closed")
        if entry is not None:
            again = replace(entry, here=True, joined=found.round + 1)
            return lambda connection: kept.set_entry(connection, found.id, again.number, here=again.here, joined=again.joined)
        if len(found.entries) >= MOST_ENTRIES:
            raise Problem("tournament_full")
        new = Entry(max(found.entries, default=0) + 1, member.id, None, member.name, True, found.round + 1, 0)
        return lambda connection: kept.add_entry(connection, found.id, new)

    await _change(tournament, caller, change)
    return await _shown(tournament, caller)


def _invited(found: Tournament, code: str | None) -> bool:
    return hmac.compare_digest(found.code.encode(), (code or "").encode())


@router.post("/{tournament}/withdraw", response_model=TournamentShown, responses=REFUSALS)
async def withdraw(tournament: Name, asked: WithdrawAsked, caller: Asker) -> Response:
    """Leave a tournament, or for the organiser end somebody's entry.

    A match under way is forfeited, later ones are not paired.
    """
    member = caller.need_member()
    if asked.number is None:
        await caller.limits.check_entry(member.id)

    def change(found: Tournament) -> Callable[[Connection], None] | None:
        entry = found.of_member(member.id) if asked.number is None else found.entries.get(asked.number)
        if asked.number is not None and found.organiser != member.id and (entry is None or entry.member != member.id):
            raise Problem("not_your_tournament")
        if entry is None or not entry.here:
            raise Problem("not_entered")
        if found.state not in (ENTRY, RUNNING):
            raise Problem("tournament_over")
        number, playing = entry.number, found.playing
        match = next((one for one in (playing.matches if playing else ()) if number in (one.first, one.second)), None)

        def write(connection: Connection) -> None:
            kept.set_entry(connection, found.id, number, here=False)
            if match is not None and not match.bye and not done(found, match):
                kept.forfeit(connection, found.id, match, FIRST if match.first == number else SECOND)

        return write

    await _change(tournament, caller, change)
    await caller.house.tournaments.see_to(tournament)
    return await _shown(tournament, caller)


@router.post("/{tournament}/start", response_model=TournamentShown, responses=REFUSALS)
async def start(tournament: Name, asked: StartAsked, caller: Asker) -> Response:
    """Close the entry and begin the first round, with these seeds if the organiser wishes."""
    found = await _organised(tournament, caller)
    if found.state != ENTRY:
        raise Problem("entry_closed")
    return await _begun(found, caller, asked.order)


@router.post("/{tournament}/round", response_model=TournamentShown, responses=REFUSALS)
async def next_round(tournament: Name, caller: Asker) -> Response:
    """Begin the next round now, where it does not begin by itself or nobody wants to wait for that."""
    found = await _organised(tournament, caller)
    if found.state != RUNNING:
        raise Problem("tournament_over" if found.state in (OVER, CANCELLED) else "too_few_players")
    return await _begun(found, caller, [])


async def _begun(found: Tournament, caller: Caller, order: list[int]) -> Response:
    for _ in range(TRIES):
        try:
            await caller.house.tournaments.begin_round(found, order)
            break
        except Stale:  # somebody has entered or left meanwhile, or another server has begun it
            begun, found = found.round, await caller.house.tournaments.find(found.id)
            if found.round != begun:
                raise Problem("round_playing") from None
    else:
        raise Problem("stale", seen=found.version, seq=found.version + 1)
    await caller.house.tournaments.see_to(found.id)
    return await _shown(found.id, caller)


@router.post("/{tournament}/cancel", response_model=TournamentShown, responses=REFUSALS)
async def cancel(tournament: Name, caller: Asker) -> Response:
    """Call a tournament off. Games under way end as they stand and count for nobody; what was played before is kept."""
    await _organised(tournament, caller)

    def change(found: Tournament) -> Callable[[Connection], None]:
        if found.state not in (ENTRY, RUNNING):
            raise Problem("tournament_over")
        open_ones = [match for match in (found.playing.matches if found.playing else ()) if not done(found, match)]

        def write(connection: Connection) -> None:
            for match in open_ones:
                kept.forfeit(connection, found.id, match, NOT_PLAYED)

        return write

    await _change(tournament, caller, change, state=CANCELLED)
    await caller.house.tournaments.see_to(tournament)
    return await _shown(tournament, caller)


@router.post("/{tournament}/forfeit", response_model=TournamentShown, responses=REFUSALS)
async def forfeit(tournament: Name, asked: ForfeitAsked, caller: Asker) -> Response:
    """The organiser decides a match of the round that is played: who has lost it, or that it counts for nobody."""
    await _organised(tournament, caller)

    def change(found: Tournament) -> Callable[[Connection], None]:
        match = next((one for one in (found.playing.matches if found.playing else ()) if one.board == asked.board), None)
        if match is None or match.bye or match.forfeit != NONE or done(found, match):
            raise Problem("no_match")
        decided: Paired = match
        return lambda connection: _said(kept.forfeit(connection, found.id, decided, asked.who))

    await _change(tournament, caller, change)
    await caller.house.tournaments.see_to(tournament)
    return await _shown(tournament, caller)


def _said(fresh: bool) -> None:
    if not fresh:
        raise Problem("no_match")


@router.post("/{tournament}/sit", response_model=TournamentSeats, responses=REFUSALS)
async def sit(tournament: Name, caller: Asker) -> Response:
    """Say that one has come: take one's seats of the round that is played. The clocks wait until both have."""
    member = caller.need_member()
    found = await caller.house.tournaments.find(tournament)
    tables = Told(found, member.id, "", {}).tables()
    for match in found.playing.matches if found.playing else ():
        for game, table in enumerate(match.tables):
            if table in tables:
                seat = next(place for place, one in enumerate(match.seats(game)) if found.entries[one].member == member.id)
                await caller.house.tournaments.arrive(table, seat)
    return as_json({"tables": tables})


@router.get(
    "/{tournament}/tables/{table}/picture.svg", response_class=Response, responses={**problems(403, 404, 503), **A_PICTURE}
)
async def picture(tournament: Name, table: str, caller: Asker) -> Response:
    """The board of a table. While its round is played: one's own; all of them for an organiser who does not play; where the
    tournament is shown live, for others who do not play as far as everybody with the same tiles has got.
    """
    found, one, game = await _table(tournament, table, caller)
    told, step = Told(found, caller.member.id if caller.member else None, "", {}), None
    if one.ended is None and not told.referee and table not in _own(told, one):
        if not told.onlooker:
            raise Problem("round_hidden")
        most = await caller.house.tournaments.curtain.tiles(found, one, game)
        if most is not None:
            async with caller.live.entered(table) as (_, state):
                step = step_before(state, most)
    return await sent_picture("svg", caller, await seen_table(table, caller), step)


@router.get(
    "/{tournament}/tables/{table}/record.{form}", response_class=Response, responses={**problems(403, 404, 503), **A_RECORD}
)
async def record(tournament: Name, table: str, form: Literal["bst", "json"], caller: Asker) -> Response:
    """The record of a table, for everybody when its round is over."""
    _, one, _ = await _table(tournament, table, caller)
    if one.ended is None:
        raise Problem("round_hidden")
    return await sent_record(table, form, caller, await seen_table(table, caller))


def _own(told: Told, one: Round) -> set[str]:
    mine = [match for match in one.matches if told.entry is not None and told.entry.number in (match.first, match.second)]
    return {table for match in mine for table in match.tables if table is not None}


async def _table(tournament: str, table: str, caller: Caller) -> tuple[Tournament, Round, int]:
    """The round and the game of a table."""
    found = await caller.house.tournaments.find(tournament)
    for one in found.rounds:
        for match in one.matches:
            if table in match.tables:
                return found, one, match.tables.index(table)
    raise Problem("no_table")


async def _organised(tournament: str, caller: Caller) -> Tournament:
    """A tournament that the caller organises."""
    member = caller.need_member()
    found = await caller.house.tournaments.find(tournament)
    if found.organiser != member.id:
        raise Problem("not_your_tournament")
    return found


async def _change(
    tournament: str, caller: Caller, change: Callable[[Tournament], Callable[[Connection], None] | None], **values: object
) -> None:
    """Decide on what a tournament is, and write that if it still is so; else decide anew."""
    for _ in range(TRIES):
        found = await caller.house.tournaments.find(tournament)
        write = change(found)
        if write is None:
            return
        try:
            await caller.house.tournaments.change(found, write, **values)
            return
        except Stale:
            continue
    raise Problem("stale", seen=0, seq=0)


async def _shown(tournament: str, caller: Caller, status: int = 200) -> Response:
    found = await caller.house.tournaments.find(tournament)

    def read() -> dict[str, str]:
        with caller.store.engine.connect() as connection:
            return kept.seeds_of(connection, [code for one in found.rounds for code in one.bags])

    seeds = await asyncio.to_thread(read)
    organiser = await asyncio.to_thread(caller.house.people.find, found.organiser) if found.organiser is not None else None
    told = Told(found, caller.member.id if caller.member else None, await link_base(caller), seeds)
    whole = await asyncio.to_thread(told.whole, texts(caller.language), organiser.name if organiser is not None else None)
    return as_json(whole, status)
