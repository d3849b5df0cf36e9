"""Challenges in words, for whoever has sent or received them."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, select

from bastida.kernel.shelf import bounded
from bastida.language.texts import texts
from bastida.rulebook.facts import about_minutes
from bastida.server.club.lobby import challenges
from bastida.server.club.lobby.challenges import Challenge
from bastida.server.club.members.known import Member, as_member, member_of
from bastida.server.club.members.schema import members
from bastida.server.runtime.live import Live
from bastida.server.table.view import name_of, parts_of
from bastida.table.setup import make_setup, played_tiles


def shown_to(live: Live, holder: str, language: str) -> dict[str, Any]:
    """What somebody has sent and received."""
    now = live.now()
    with live.store.engine.connect() as connection:
        mine = member_of(holder)
        row = None if mine is None else connection.execute(select(members).where(members.c.id == mine)).one_or_none()
        member = None if row is None else as_member(row)
        found = challenges.of(connection, holder, member, now)
        people = _people(connection, found)
    told = [told_of(one, people, now, language) for one in found]
    return {
        "received": [entry for entry, one in zip(told, found, strict=True) if one.holder != holder],
        "sent": [entry for entry, one in zip(told, found, strict=True) if one.holder == holder],
    }


def _people(connection: Connection, found: list[Challenge]) -> dict[str, Member]:
    names = {name for one in found for name in (one.from_id, one.to_id) if name is not None}
    if not names:
        return {}
    return {row.id: as_member(row) for row in connection.execute(select(members).where(members.c.id.in_(names)))}


def told_of(one: Challenge, people: dict[str, Member], now: float, language: str) -> dict[str, Any]:
    """A challenge as people and programs read it."""
    config = one.config
    asks, asked = people.get(one.from_id or ""), people.get(one.to_id)
    return {
        "id": one.id,
        "created": round(one.created * 1000),
        "expires": round(one.expires * 1000),
        "state": one.now(now),
        "by": {"id": one.from_id, "name": asks.name if asks else one.name, "bot": bool(asks and asks.bot)},
        "to": {"id": one.to_id, "name": asked.name if asked else "", "bot": bool(asked and asked.bot)},
        **_game(language, json.dumps({key: config[key] for key in ("game", "sets", "elements", "without", "switches")})),
        "game": config["game"],
        "clock": config["clock"],
        "rated": config["rated"],
        "table": one.table,
    }


@bounded(2_000)
def _game(language: str, asked: str) -> dict[str, Any]:
    """What is to be played, in words."""
    found = json.loads(asked)
    game = found.pop("game")
    phrases = texts(language)
    try:
        setup = make_setup(game, **found)
    except ValueError:  # an expansion that is there no longer
        return {"name": game, "parts": [], "minutes": 0}
    tiles = sum(copies for _, copies in played_tiles(setup.games, setup.box, setup.sets))
    return {"name": name_of(phrases, setup, setup.preset()), "parts": parts_of(phrases, setup), "minutes": about_minutes(tiles)}
