"""What came of games: members' pages, the club's page, and all of it to take home.

Everybody may look at what is public: games that were rated, and tables that were made public. A member sees its own games
in any case, and may keep its page to itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import StreamingResponse

from bastida.language.texts import texts
from bastida.server.club.members.known import Member
from bastida.server.club.results import club_page, exporting, listing, pages, people
from bastida.server.club.results.families import BASE, families
from bastida.server.http.access import Asker, Caller
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems, sends
from bastida.server.http.results_models import ClubPage, GameResult, GamesShown, MemberPage, ResultLine
from bastida.server.runtime.caches import Cache
from bastida.server.runtime.store import Store

router = APIRouter(tags=["results"])
MOST_YEAR = 9_999
FURTHEST = 10_000  # ranks that can be asked for
PAGE_COST = 4  # of a member's page, beside the request itself
FRESH = 15.0  # seconds that the page of the club is kept
shown = Cache("pages of the club", 500, 8_000_000)
Id = Annotated[str, Path(min_length=1, max_length=16)]
Before = Annotated[str | None, Query(max_length=16, description="The `before` of the page that came before")]
CSV, TEXT = "text/csv", "text/plain"
A_TABLE = sends("A line for every seat of a public game", CSV)
RECORDS = sends("Records, one after the other in one file (docs/record.md)", TEXT)
A_RECORD = sends("The record in its text form (docs/record.md)", TEXT)


@router.get("/api/members/{id}", response_model=MemberPage, responses=problems(403, 404))
async def member_page(id: Id, caller: Asker) -> Response:
    """What a member has played: results by game and opponent, points by source, ratings. A member sees all of its own games."""
    caller.limits.charge(caller.address, PAGE_COST)
    member = await _open(id, caller)
    reader = _reader(caller)
    found = await asyncio.to_thread(pages.page_of, caller.store, member, reader, texts(caller.language))
    return as_json(found)


@router.get("/api/members/{id}/games", response_model=GamesShown, responses=problems(403, 404))
async def member_games(id: Id, caller: Asker, before: Before = None) -> Response:
    """The games of a member, the last first, fifty at a time."""
    member = await _open(id, caller)
    asked = caller.store, member.id, _reader(caller), before, texts(caller.language)
    games, more = await asyncio.to_thread(listing.games_of, *asked)
    return as_json({"games": games, "before": more})


@router.get("/api/club", response_model=ClubPage, responses=problems())
async def the_club(
    caller: Asker,
    family: Annotated[str | None, Query(max_length=16, description="A family of set-ups; else the base game")] = None,
    bots: Annotated[bool, Query(description="The ranks of games at which a program sat")] = False,
    year: Annotated[int, Query(ge=0, le=MOST_YEAR, description="Of the table of results and the records; 0: all years")] = 0,
    after: Annotated[int, Query(ge=0, le=FURTHEST, description="Ranks from this place on")] = 0,
) -> Response:
    """Ranks by rating, the table of results, and the records of the club."""
    store, phrases = caller.store, texts(caller.language)
    wanted = family if family in families() else BASE
    played = await _kept(caller, ("played",), lambda: club_page.played(store))
    there = year if year in (0, *played["years"]) else None  # of other years nothing is looked for
    key = (wanted, there, caller.language)
    told = await _kept(caller, key, lambda: club_page.told(store, wanted, there, phrases))
    ranks = await _kept(caller, (wanted, bots, after), lambda: club_page.ranks(store, wanted, bots, after))
    return as_json({"family": wanted, "bots": bots, "year": year, **played, **told, **ranks})


async def _kept(caller: Caller, key: tuple[object, ...], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A part of the club's page, kept for a moment. One part is made at a time, so that tables find a thread to be read."""
    key = (caller.store.server, *key, int(caller.live.now() // FRESH))
    kept = shown.get(key)
    if kept is None:
        async with caller.house.results.showing:
            kept = shown.get(key)
            if kept is None:
                kept = json.dumps(await asyncio.to_thread(make), ensure_ascii=False).encode()
                shown.put(key, kept)
    found: dict[str, Any] = json.loads(kept)
    return found


@router.get("/api/club/games/{table}", response_model=GameResult, responses=problems(404))
async def game_result(table: Id, caller: Asker) -> Response:
    """What came of a game: places, points, and what it did to the ratings; as soon as it has been counted."""
    found = await asyncio.to_thread(listing.game, caller.store, table, _reader(caller), texts(caller.language))
    if found is None:
        raise Problem("no_result")
    return as_json(found)


@router.get("/api/club/games/{table}/record.bst", response_class=Response, responses={**problems(404), **A_RECORD})
async def game_record(table: Id, caller: Asker) -> Response:
    """The record of a public game. Whoever is no member, is gone or keeps to itself has no name in it."""
    found = await asyncio.to_thread(listing.record, caller.store, table)
    if found is None:
        raise Problem("no_result")
    return Response(found, media_type=TEXT, headers=_attached(f"{table}.bst"))


# -- all of it to take home --------------------------------------------------------------------------------------------------


@router.get("/api/club/results.{form}", response_model=list[ResultLine], responses={**problems(429), **A_TABLE})
async def all_results(form: Literal["csv", "json"], caller: Asker) -> Response:
    """The results of all public games, a line for each seat, the first ended first."""
    make = exporting.as_csv if form == "csv" else exporting.as_json
    return await _streamed(caller, make, CSV if form == "csv" else "application/json", f"results.{form}")


@router.get("/api/club/games.bst", response_class=Response, responses={**problems(429), **RECORDS})
async def all_games(caller: Asker) -> Response:
    """The records of all public games in one file, the first ended first: `bastida.load_many` reads it."""
    return await _streamed(caller, exporting.records, TEXT, "games.bst")


async def _streamed(caller: Caller, make: Callable[[Store], Iterator[str]], media: str, name: str) -> Response:
    await caller.limits.check_export(caller.holder, caller.address)
    parts = make(caller.store)

    async def told() -> AsyncIterator[str]:
        while (part := await asyncio.to_thread(next, parts, None)) is not None:
            if part:
                yield part

    return StreamingResponse(told(), media_type=f"{media}; charset=utf-8", headers=_attached(name))


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="bastida-{name}"'}


def _reader(caller: Caller) -> str | None:
    return caller.member.id if caller.member is not None else None


async def _open(id: str, caller: Caller) -> Member:
    """A member whose page the caller may see."""
    member = await asyncio.to_thread(pages.find, caller.store, id)
    if member is None:
        raise Problem("no_such_member")
    if people.keeps_to_itself(member) and member.id != _reader(caller):
        raise Problem("private_member")
    return member
