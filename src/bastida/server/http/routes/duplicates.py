"""Duplicates: one order of tiles for many tables, and the results side by side.

Whoever knows the tiles of one table knows those of all. So only the organiser opens tables, and nothing is told of them
until all are over or the organiser closes the duplicate; not even the organiser, who may play, sees how they stand.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from bastida.language.texts import texts
from bastida.server.http.access import Asker, Caller
from bastida.server.http.lesson_models import DuplicateMade, DuplicateShown
from bastida.server.http.models import CloseAsked, SetupAsked
from bastida.server.http.problems import Problem
from bastida.server.http.reach import link_base
from bastida.server.http.replies import as_json, problems
from bastida.server.http.seat_tokens import digest, new_code, new_token
from bastida.server.runtime import seating
from bastida.server.runtime.store import Duplicate
from bastida.server.table.creating import checked_setup
from bastida.server.table.dealing import commitment, watch_token
from bastida.table.setup import make_setup

TOURNAMENT = "tournament"
router = APIRouter(prefix="/api/duplicates", tags=["duplicates"])


@router.post("", status_code=201, response_model=DuplicateMade, responses=problems(422))
async def create_duplicate(asked: SetupAsked, caller: Asker) -> Response:
    """Shuffle once for many tables. The hash of the seed is published now, the seed itself at the end."""
    caller.may_make()
    await caller.limits.check_table(caller.holder, caller.address)
    checked_setup(asked, 2, None, 0)
    code, token, seed = new_code(8), new_token(), secrets.token_hex(32)
    new = Duplicate(code, asked.model_dump(), seed, digest(token), False)
    await caller.live.writer.write(lambda connection: caller.store.add_duplicate(connection, new))
    return as_json({"code": code, "commitment": commitment(seed), "token": token}, 201)


@router.get("/{code}", response_model=DuplicateShown, responses=problems(404))
async def results(code: str, caller: Asker) -> Response:
    """What is played and how many tables there are; the tables with their points when all are over, or it was closed.

    With `Authorization: Bearer TOKEN` the organiser sees at any time who sits where and which tables are over.
    """
    found = await _find(code, caller)
    organises = caller.token is not None and hmac.compare_digest(found.token, digest(caller.token))
    return await _shown(found, caller, organises)


async def _shown(found: Duplicate, caller: Caller, organises: bool) -> Response:
    tables = await asyncio.to_thread(caller.store.tables_of, found.code)
    over = all(status == "over" for _, status, _ in tables)
    done = found.closed and over
    told = found.closed or (over and bool(tables))
    if done:
        await _open_to_watchers(found, [name for name, *_ in tables], caller)
    shown: list[dict[str, Any]] = []
    base = await link_base(caller)
    for name, status, result in tables:
        if not organises and not (told and result is not None):
            continue
        if result is None:
            async with caller.live.entered(name) as (_, table):
                result = {"players": list(table.setup.players), "winners": []}
        shown.append(
            {
                "table": name,
                "status": status,
                "players": result["players"],
                "points": result.get("points") if told else None,
                "winners": result["winners"] if told else [],
                "watch": f"{base}/t/{name}#{watch_token(found.seed, name)}" if done else None,
            }
        )
    phrases = texts(caller.language)
    setup = make_setup(found.config["game"], **{key: found.config[key] for key in ("sets", "elements", "without", "switches")})
    preset = setup.preset()
    names = setup.games.presets[preset].names if preset else setup.games.editions[setup.edition].names
    return as_json(
        {
            "code": found.code,
            "name": phrases.name(names),
            "commitment": commitment(found.seed),
            "closed": found.closed,
            "seed": found.seed if done else None,
            "opened": len(tables),
            "tables": shown,
        }
    )


@router.post("/{code}/close", response_model=DuplicateShown, responses=problems(403, 404))
async def close(code: str, asked: CloseAsked, caller: Asker) -> Response:
    """No further tables, and the results of those that are over; the seed as soon as all are. Only for the organiser."""
    found = await _find(code, caller)
    if not hmac.compare_digest(found.token, digest(asked.token)):
        raise Problem("unknown_token")
    await caller.live.writer.write(lambda connection: caller.store.close_duplicate(connection, code))
    return await _shown(await _find(code, caller), caller, True)


async def _find(code: str, caller: Caller) -> Duplicate:
    found = await asyncio.to_thread(caller.store.duplicate, code)
    if found is None or TOURNAMENT in found.config:  # those are told when their round is over, and by their tournament
        raise Problem("no_duplicate")
    return found


async def _open_to_watchers(found: Duplicate, tables: list[str], caller: Caller) -> None:
    """Now that nobody draws from the bag any more, whoever likes may look at the tables."""
    links = {name: digest(watch_token(found.seed, name)) for name in tables}
    if tables and await asyncio.to_thread(caller.store.token, links[tables[-1]]) is None:

        def write(connection: Connection) -> None:
            seating.add_watching(caller.store, connection, links)

        await caller.live.writer.write(write)
