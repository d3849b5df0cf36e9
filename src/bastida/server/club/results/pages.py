"""The page of a member: games, results by family and opponent, points by source, expansions, ratings. All of it is bounded."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, case, func, select

from bastida.language.sentences import source_title
from bastida.language.texts import Texts
from bastida.server.club.members.known import Member, as_member
from bastida.server.club.members.schema import members
from bastida.server.club.results import listing, people
from bastida.server.club.results.families import BOTS
from bastida.server.club.results.scale import doubt, shown
from bastida.server.club.results.schema import games, ratings, results
from bastida.server.runtime.store import Store
from bastida.table.setup import FAMILIES

NEWEST = 1_000  # games of a member that the page tells of in detail
MOST = 50  # lines of a list
CURVE = 300  # points of a curve


def find(store: Store, name: str) -> Member | None:
    with store.engine.connect() as connection:
        row = connection.execute(select(members).where(members.c.id == name)).one_or_none()
    return None if row is None else as_member(row)


def page_of(store: Store, member: Member, reader: str | None, phrases: Texts) -> dict[str, Any]:
    """What a member has played."""
    seen = listing.seen(member.id, reader)
    latest = results.c.at.desc(), results.c.table_id.desc()
    with store.engine.connect() as connection:
        number, won = connection.execute(
            select(func.count(), func.sum(case((results.c.place == 1, 1), else_=0))).where(seen)
        ).one()
        wanted = select(results, games.c.family, games.c.setup).join(games, games.c.table_id == results.c.table_id)
        newest = connection.execute(wanted.where(seen).order_by(*latest).limit(NEWEST)).all()
        ours = [row.table_id for row in newest]
        others: list[Row[Any]] = []
        for first in range(0, len(ours), people.SHARE):
            share = results.c.table_id.in_(ours[first : first + people.SHARE])
            others += connection.execute(select(results).where(share).order_by(results.c.table_id, results.c.seat)).all()
        now = connection.execute(select(ratings).where(ratings.c.player == member.id).order_by(ratings.c.scale)).all()
        against = _against(newest, others)
        known = people.names(connection, [key[0] for key in against], reader)
    return {
        "id": member.id,
        "name": member.name,
        "colour": member.colour,
        "bot": member.bot,
        "private": people.keeps_to_itself(member),
        "mine": member.id == reader,
        "games": number,
        "won": won or 0,
        "detailed": len(newest),
        "ratings": [rating_told(row) for row in now],
        "families": _by_family(newest),
        "opponents": [
            {**listing.player_of(*key, known, phrases), **counted} for key, counted in _most(against, MOST)
        ],
        "sources": _by_source(newest, phrases),
        "modules": _modules(newest, phrases),
        "curves": _curves(newest),
        "luck": _luck(newest),
    }  # fmt: skip


def rating_told(row: Row[Any]) -> dict[str, Any]:
    return {
        "family": row.scale.removesuffix(BOTS),
        "bots": row.scale.endswith(BOTS),
        "rating": shown(row.mu),
        "uncertainty": doubt(row.sigma),
        "games": row.games,
        "last": round(row.at * 1000),
    }


def _by_family(rows: Sequence[Row[Any]]) -> list[dict[str, Any]]:
    found: dict[str, list[Row[Any]]] = {}
    for row in rows:
        found.setdefault(row.family, []).append(row)
    return [
        {
            "family": family,
            "games": len(mine),
            "won": sum(row.place == 1 for row in mine),
            "points": round(sum(row.points for row in mine) / len(mine), 1),
            "best": max(row.points for row in mine),
        }
        for family, mine in sorted(found.items(), key=lambda one: (-len(one[1]), one[0]))
    ]


Opponent = tuple[str | None, str, str | None]  # player, kind, level


def _against(rows: Sequence[Row[Any]], sides: Sequence[Row[Any]]) -> dict[Opponent, dict[str, int]]:
    """Games with everybody else: who came in before whom."""
    mine = {(row.table_id, row.seat): row.place for row in rows}
    places = {row.table_id: row.place for row in rows}
    found: dict[Opponent, dict[str, int]] = {}
    for side in sides:
        if (side.table_id, side.seat) in mine or side.table_id not in places:
            continue
        own = places[side.table_id]
        one = found.setdefault((side.player, side.kind, side.level), {"games": 0, "won": 0, "lost": 0})
        one["games"] += 1
        one["won"] += own < side.place
        one["lost"] += own > side.place
    return found


def _most(found: dict[Opponent, dict[str, int]], most: int) -> list[tuple[Opponent, dict[str, int]]]:
    return sorted(found.items(), key=lambda one: (-one[1]["games"], str(one[0])))[:most]


def _by_source(rows: Sequence[Row[Any]], phrases: Texts) -> list[dict[str, Any]]:
    """Points by what they came from, what brought most first."""
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        for name, one in json.loads(row.sources or '{"sources":{}}')["sources"].items():
            mine = found.setdefault(name, {"points": 0, "times": 0, "once": 0})
            mine["points"] += one["points"]
            mine["times"] += one["times"]
            mine["once"] = max(mine["once"], one["once"])
    most = sorted(found.items(), key=lambda one: (-one[1]["points"], one[0]))[:MOST]
    return [{"source": name, "name": source_title(phrases, name), **one} for name, one in most]


def _modules(rows: Sequence[Row[Any]], phrases: Texts) -> list[dict[str, Any]]:
    """Expansions by how often they were played."""
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        setup = json.loads(row.setup)
        found.update((setup["family"], name) for name in setup["expansions"])
    known = {family: games.expansions for family, games in FAMILIES.items()}
    told = [(known[family][name], number) for (family, name), number in found.most_common(MOST) if name in known[family]]
    return [{"id": one.id, "name": phrases.name(one.names), "games": number} for one, number in told]


def _curves(rows: Sequence[Row[Any]]) -> list[dict[str, Any]]:
    """The rating after each game, by scale; the oldest first."""
    found: dict[str, list[list[float]]] = {}
    for row in reversed(rows):
        if row.mu is not None:
            found.setdefault(row.scale, []).append([round(row.at * 1000), shown(row.mu), doubt(row.sigma)])
    return [
        {"family": scale.removesuffix(BOTS), "bots": scale.endswith(BOTS), "points": points[-CURVE:]}
        for scale, points in sorted(found.items(), key=lambda one: -len(one[1]))
    ]


def _luck(rows: Sequence[Row[Any]]) -> dict[str, Any] | None:
    """How the games went whose records were analysed, with luck and without; the means."""
    mine = [row for row in rows if row.adjusted is not None]
    if not mine:
        return None
    return {"games": len(mine)} | {
        name: round(sum(getattr(row, column) for row in mine) / len(mine), 2)
        for name, column in (("margin", "margin"), ("adjusted", "adjusted"), ("luck", "luck"), ("error", "error"))
    }
