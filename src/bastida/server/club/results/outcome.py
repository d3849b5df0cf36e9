"""What a worker reads off a game that is over: points by source, the greatest scorings, things held, and its records.

It knows no expansion: what brings points bears its name in the ledger, and what lies before a player is shown by its module.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bastida import Game, Record
from bastida.server.club.results import naming
from bastida.server.http.seat_tokens import code_of
from bastida.table.view import things

NAME = 16  # letters of a record's name, as everywhere


def outcome(game: Game, job: dict[str, Any]) -> dict[str, Any]:
    """What came of a game. ``names``: how the players are called in the record that is published, if they are."""
    whole = game if game.over else game.ended()
    record = _record(game, game.setup.players, job)
    nameless = _record(game, naming.without_names(game.setup.seats), job)
    return {
        "record": code_of(record, NAME),
        "public": code_of(naming.with_names(nameless, job["names"]), NAME),
        "text": b64encode(naming.packed(nameless)).decode(),
        "sides": [sources_of(whole, seat) | {"things": _held(game, seat)} for seat in range(game.setup.seats)],
    }


def _record(game: Game, players: Sequence[str], job: dict[str, Any]) -> str:
    """The text of a record as it is kept when somebody uploads it."""
    named = game.copy()
    named.setup = replace(game.setup, players=tuple(players))
    return Record.from_text(Record.from_game(named, job["more"]).to_text()).to_text()


def sources_of(game: Game, seat: int) -> dict[str, Any]:
    """By source: points, how often, the most at once, and the most tiles of one feature."""
    found: dict[str, dict[str, int]] = {}
    for entry in game.ledger:
        if entry.seat == seat and entry.source:
            one = found.setdefault(entry.source, {"points": 0, "times": 0, "once": 0, "region": 0})
            one["points"] += entry.points
            one["times"] += 1
            one["once"] = max(one["once"], entry.points)
            if entry.node >= 0:
                one["region"] = max(one["region"], len(set(entry.cells)))
    return {"sources": found}


def _held(game: Game, seat: int) -> dict[str, int]:
    """What lies before a player when the last tile has been laid, by its picture."""
    before = (game.before_end() if game.over else None) or game
    found: dict[str, int] = {}
    for thing in things(before.engine).held:
        if thing.seat == seat and thing.number > 0:
            found[thing.picture] = found.get(thing.picture, 0) + int(thing.number)
    return found


def luck_of(job: dict[str, Any]) -> dict[str, Any]:
    """What an analysis says of each side: what chance brought, and the result without it."""
    review = json.loads(gzip.decompress(b64decode(job["review"])))
    kept = ("seat", "luck", "adjusted", "result", "error")
    return {"sides": [{key: side[key] for key in kept} for side in review["sides"]]}
