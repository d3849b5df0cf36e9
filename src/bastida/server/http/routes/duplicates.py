"""Duplicates: one order of tiles for many tables, and the results side by side."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import Any

from fastapi import APIRouter, Response

from bastida.language.texts import texts
from bastida.server.http.access import Asker, Caller
from bastida.server.http.models import CloseAsked, DuplicateMade, DuplicateShown, SetupAsked
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems
from bastida.server.http.seat_tokens import digest, new_code, new_token
from bastida.server.runtime.store import Duplicate
from bastida.server.table.creating import checked_setup
from bastida.server.table.dealing import commitment
from bastida.table.setup import make_setup

router = APIRouter(prefix="/api/duplicates", tags=["duplicates"])


@router.post("", status_code=201, response_model=DuplicateMade, responses=problems(422))
async def create_duplicate(asked: SetupAsked, caller: Asker) -> Response:
    """Shuffle once for many tables. The hash of the seed is published now, the seed itself at the end."""
    await caller.limits.check_table(caller.holder, caller.address)
    checked_setup(asked, 2, None, 0)
    code, token, seed = new_code(8), new_token(), secrets.token_hex(32)
    new = Duplicate(code, asked.model_dump(), seed, digest(token), False)
    await caller.live.writer.write(lambda connection: caller.store.add_duplicate(connection, new))
    return as_json({"code": code, "commitment": commitment(seed), "token": token}, 201)


@router.get("/{code}", response_model=DuplicateShown, responses=problems(404))
async def results(code: str, caller: Asker) -> Response:
    """The tables of a duplicate with their points."""
    found = await _find(code, caller)
    tables: list[dict[str, Any]] = []
    for name, status, result in await asyncio.to_thread(caller.store.tables_of, code):
        if result is None:
            async with caller.live.entered(name) as (_, table):
                result = {"players": list(table.setup.players), "points": list(table.game.scores().values()), "winners": []}
        tables.append(
            {
                "table": name,
                "status": status,
                "players": result["players"],
                "points": result["points"],
                "winners": result["winners"],
            }
        )
    done = found.closed and all(table["status"] == "over" for table in tables)
    phrases = texts(caller.language)
    setup = make_setup(found.config["game"], **{key: found.config[key] for key in ("sets", "elements", "without", "switches")})
    preset = setup.preset()
    names = setup.games.presets[preset].names if preset else setup.games.editions[setup.edition].names
    return as_json(
        {
            "code": code,
            "name": phrases.name(names),
            "commitment": commitment(found.seed),
            "closed": found.closed,
            "seed": found.seed if done else None,
            "tables": tables,
        }
    )


@router.post("/{code}/close", response_model=DuplicateShown, responses=problems(403, 404))
async def close(code: str, asked: CloseAsked, caller: Asker) -> Response:
    """No further tables; the seed is shown as soon as all are over. Only for the organiser."""
    found = await _find(code, caller)
    if not hmac.compare_digest(found.token, digest(asked.token)):
        raise Problem("unknown_token")
    await caller.live.writer.write(lambda connection: caller.store.close_duplicate(connection, code))
    return await results(code, caller)


async def _find(code: str, caller: Caller) -> Duplicate:
    found = await asyncio.to_thread(caller.store.duplicate, code)
    if found is None:
        raise Problem("no_duplicate")
    return found
