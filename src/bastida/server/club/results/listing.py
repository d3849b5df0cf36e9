"""Games with what came of them for everybody at the table, as a reader may see them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, exists, literal, or_, select, tuple_

from bastida.language.texts import Texts
from bastida.server.club.results import exporting, naming, people
from bastida.server.club.results.families import BOTS
from bastida.server.club.results.scale import doubt, shown
from bastida.server.club.results.schema import games, results
from bastida.server.http.levels import level_name
from bastida.server.runtime.store import Store
from bastida.table.setup import FAMILIES

MOST = 50  # games on a page


def game(store: Store, table: str, reader: str | None, phrases: Texts) -> dict[str, Any] | None:
    """One game, if it is public or the reader's."""
    with store.engine.connect() as connection:
        mine = exists().where(results.c.table_id == games.c.table_id, results.c.player == (reader or ""))
        wanted = select(games).where(games.c.table_id == table, or_(games.c.public, mine))
        return next(iter(_told(connection, connection.execute(wanted).all(), reader, phrases)), None)


def record(store: Store, table: str) -> str | None:
    """The record of a public game."""
    with store.engine.connect() as connection:
        row = connection.execute(select(games).where(games.c.table_id == table, games.c.public)).mappings().one_or_none()
        return None if row is None else exporting.published(exporting.with_sides(connection, [dict(row)])[0])


def games_of(
    store: Store, player: str, reader: str | None, before: str | None, phrases: Texts
) -> tuple[list[dict[str, Any]], str | None]:
    """A member's games, the last first, from one on; and from which one the next page goes on."""
    place = tuple_(results.c.at, results.c.table_id)
    wanted = select(results.c.at, results.c.table_id).where(seen(player, reader)).distinct()
    with store.engine.connect() as connection:
        if before is not None:
            at = connection.scalar(select(games.c.at).where(games.c.table_id == before))
            wanted = wanted.where(place < tuple_(literal(at or 0.0), literal(before)))
        order = results.c.at.desc(), results.c.table_id.desc()
        names = [row.table_id for row in connection.execute(wanted.order_by(*order).limit(MOST + 1))]
        mine = select(games).where(games.c.table_id.in_(names[:MOST])).order_by(games.c.at.desc(), games.c.table_id.desc())
        told = _told(connection, connection.execute(mine).all(), reader, phrases)
        return told, names[MOST - 1] if len(names) > MOST else None


def seen(player: str, reader: str | None) -> ColumnElement[bool]:
    """The results of a player that a reader may see: one's own all, of others those of public games."""
    mine = results.c.player == player
    return mine if player == reader else and_(mine, results.c.public)


def _told(connection: Connection, rows: Sequence[Row[Any]], reader: str | None, phrases: Texts) -> list[dict[str, Any]]:
    """Games with their sides."""
    tables = [row.table_id for row in rows]
    sides = connection.execute(select(results).where(results.c.table_id.in_(tables)).order_by(results.c.seat)).all()
    known = people.names(connection, [side.player for side in sides], reader)
    return [
        {
            "table": row.table_id,
            "ended": round(row.at * 1000),
            "how": row.ended,
            "name": name_of(json.loads(row.setup), phrases),
            "family": row.family,
            "rated": row.scale is not None,
            "bots": row.scale is not None and row.scale.endswith(BOTS),
            "public": row.public,
            "record": bool(row.public and row.text is not None),
            "sides": [_side(side, known, phrases) for side in sides if side.table_id == row.table_id],
        }
        for row in rows
    ]


def _side(side: Row[Any], known: dict[str | None, people.Named], phrases: Texts) -> dict[str, Any]:
    change = None
    if side.mu is not None:
        change = {"before": shown(side.mu_before), "after": shown(side.mu), "uncertainty": doubt(side.sigma)}
    return {
        **player_of(side.player, side.kind, side.level, known, phrases),
        "seat": side.seat,
        "place": side.place,
        "points": side.points,
        "rating": change,
        "luck": None if side.luck is None else round(side.luck, 1),
        "adjusted": None if side.adjusted is None else round(side.adjusted, 1),
    }


def player_of(
    player: str | None, kind: str, level: str | None, known: dict[str | None, people.Named], phrases: Texts
) -> dict[str, Any]:
    """Somebody at a table."""
    named = known.get(player)
    nobody = naming.NOBODY if level is None else level_name(phrases, level)
    return {
        "member": None if named is None else named.id,
        "name": nobody if named is None else named.name,
        "kind": kind,
        "level": level,
    }


def name_of(setup: dict[str, Any], phrases: Texts) -> str:
    """What was played, by the name of its preset or its box."""
    known = FAMILIES.get(setup["family"])
    if known is not None and setup["preset"] in known.presets:
        return phrases.name(known.presets[setup["preset"]].names)
    if known is not None and setup["edition"] in known.editions:
        return phrases.name(known.editions[setup["edition"]].names)
    return str(setup["edition"])
