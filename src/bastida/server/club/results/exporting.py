"""Results and records to take home: all of them, some at a time, so that a million need no more memory than a few."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select, tuple_

from bastida.server.club.results import naming, people
from bastida.server.club.results.families import BOTS
from bastida.server.club.results.scale import shown
from bastida.server.club.results.schema import games, results
from bastida.server.runtime.store import Store

AT_ONCE = 50  # games read at once
COLUMNS = (
    "table", "ended", "how", "family", "bots", "rated", "edition", "preset", "expansions", "seat", "place", "points", "kind",
    "level", "member", "name", "rating_before", "rating", "luck", "adjusted",
)  # fmt: skip
FORMULA = "=+-@\t\r"  # with what a cell begins that a spreadsheet would reckon out
Key = tuple[float, str]


def pages(store: Store) -> Iterator[list[dict[str, Any]]]:
    """Every public game with its sides, the first ended first, some at a time."""
    key: Key = (0.0, "")
    place = tuple_(games.c.at, games.c.table_id)
    while True:
        with store.engine.connect() as connection:
            wanted = select(games).where(games.c.public, place > tuple_(*key)).order_by(*place).limit(AT_ONCE)
            found = [dict(row) for row in connection.execute(wanted).mappings()]
            if not found:
                return
            with_sides(connection, found)
        yield found
        key = found[-1]["at"], found[-1]["table_id"]


def with_sides(connection: Connection, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same games with their sides, and whoever may be named."""
    mine = select(results).where(results.c.table_id.in_([game["table_id"] for game in found]))
    sides = [dict(row) for row in connection.execute(mine.order_by(results.c.seat)).mappings()]
    known = people.names(connection, [side["player"] for side in sides])
    for side in sides:
        side["named"] = known.get(side["player"])
    for game in found:
        game["sides"] = [side for side in sides if side["table_id"] == game["table_id"]]
    return found


def lines(game: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The results of a game as flat lines."""
    setup = json.loads(game["setup"])
    for side in game["sides"]:
        named = side["named"]
        yield {
            "table": game["table_id"],
            "ended": datetime.fromtimestamp(game["at"], UTC).isoformat(timespec="seconds"),
            "how": game["ended"],
            "family": game["family"],
            "bots": bool(game["scale"] and game["scale"].endswith(BOTS)),
            "rated": side["scale"] is not None,
            "edition": setup["edition"],
            "preset": setup["preset"],
            "expansions": " ".join(setup["expansions"]),
            "seat": side["seat"],
            "place": side["place"],
            "points": side["points"],
            "kind": side["kind"],
            "level": side["level"],
            "member": None if named is None else named.id,
            "name": naming.NOBODY if named is None else named.name,
            "rating_before": None if side["mu_before"] is None else shown(side["mu_before"]),
            "rating": None if side["mu"] is None else shown(side["mu"]),
            "luck": _rounded(side["luck"]),
            "adjusted": _rounded(side["adjusted"]),
        }


def as_csv(store: Store) -> Iterator[str]:
    """A table with a line for every seat."""
    yield _row(COLUMNS)
    for found in pages(store):
        yield "".join(_row([_cell(line[name]) for name in COLUMNS]) for game in found for line in lines(game))


def as_json(store: Store) -> Iterator[str]:
    """The same as a list."""
    separator = "[\n"
    for found in pages(store):
        for game in found:
            for line in lines(game):
                yield separator + json.dumps(line, ensure_ascii=False)
                separator = ",\n"
    yield "\n]\n" if separator != "[\n" else "[]\n"


def records(store: Store) -> Iterator[str]:
    """Every public game whose record was read, as one file that holds many."""
    for found in pages(store):
        yield "".join(record for game in found if (record := published(game)) is not None)


def published(game: dict[str, Any]) -> str | None:
    """The record of a game as anybody may have it."""
    if game["text"] is None:
        return None
    return naming.with_names(naming.unpacked(game["text"]), [side["named"] and side["named"].name for side in game["sides"]])


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _row(cells: Sequence[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(cells)
    return text.getvalue()


def _cell(value: object) -> object:
    """A value as a spreadsheet may have it: a name that looks like a formula is a text with a mark before it."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and value != naming.NOBODY and value.lstrip().startswith(tuple(FORMULA)):
        return "'" + value
    return value
