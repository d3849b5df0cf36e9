"""Challenges: ask a member for a game; who accepts finds a table at which both sit already."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Response
from sqlalchemy import Connection, select

from bastida.language.texts import texts
from bastida.server.club.lobby import bots, challenges
from bastida.server.club.lobby.challenges import Challenge
from bastida.server.club.lobby.telling import shown_to
from bastida.server.club.members.blocking import may_meet
from bastida.server.club.members.known import HOLDER, Member, as_member
from bastida.server.club.members.schema import members
from bastida.server.http.access import Asker, Caller
from bastida.server.http.lobby_models import ChallengeAsked, Challenges
from bastida.server.http.models import SeatAsked, TableAsked
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems
from bastida.server.http.seat_tokens import digest, new_code, new_token
from bastida.server.http.work import visitor
from bastida.server.runtime.store import TableRow
from bastida.server.table.creating import seat_people, table_row

router = APIRouter(prefix="/api/challenges", tags=["lobby"])
ChallengePath = Annotated[str, Path(pattern=r"^[0-9a-z]{1,12}$")]
DAYS = 3 * 24 * 3600.0  # seconds that a challenge to a game over days waits


@router.get("", response_model=Challenges, responses=problems())
async def mine(caller: Asker) -> Response:
    """What the caller has sent and received."""
    if caller.holder is None:
        return as_json({"received": [], "sent": []})
    return as_json(await asyncio.to_thread(shown_to, caller.live, caller.holder, caller.language))


@router.post("", status_code=201, response_model=Challenges, responses=problems(401, 403, 404, 409, 422))
async def challenge(asked: ChallengeAsked, caller: Asker) -> Response:
    """Ask a member for a game. Only members ask members; guests may ask bots whose rules allow it."""
    caller.may_make()
    await caller.limits.check_challenge(caller.holder, caller.address)
    to, rules = await asyncio.to_thread(_asked, caller, asked.to)
    if not to.bot or (rules or {}).get("members_only"):
        caller.need_member()
    if to.id == caller.member_id:
        raise Problem("nobody_to_challenge")
    now = caller.live.now()
    clock = asked.clock.model_dump(exclude_none=True) if asked.clock else None
    lasting = (clock or {}).get("days") and caller.member is not None
    waits = DAYS if lasting else 60.0 * caller.settings.challenge_minutes
    config = asked.model_dump(exclude={"to", "name", "clock"}) | {"clock": clock}
    name = caller.member.name if caller.member is not None else asked.name or texts(caller.language)("table.player")
    holder = caller.badge()
    new = Challenge(new_code(10), now, now + waits, holder, name, caller.member_id, to.id, config, challenges.OPEN, None)
    row = _row(caller, new, to)  # says what is wrong with the game
    if rules is not None and not bots.accepts(rules, new, row.config["preset"]):
        raise Problem("bot_declines")

    def write(connection: Connection) -> None:
        _meet(connection, new)
        if to.bot:
            bots.check_busy(connection, to.holder, caller.settings.bot_tables)
        challenges.add(caller.store, connection, new, now)

    await caller.live.writer.write(write)
    if rules is not None and rules["at_once"]:
        await _play(caller, new, to)
    caller.house.lobby.challenged(holder, to.holder)
    response = as_json(await asyncio.to_thread(shown_to, caller.live, holder, caller.language), 201)
    caller.keep_badge(response)
    return response


def _asked(caller: Caller, name: str) -> tuple[Member, dict[str, object] | None]:
    """Whom the challenge is for; a bot with its rules."""
    with caller.store.engine.connect() as connection:
        wanted = select(members).where(members.c.id == name, ~members.c.banned)
        row = connection.execute(wanted).one_or_none()
        if row is None:
            raise Problem("nobody_to_challenge")
        return as_member(row), bots.rules_of(connection, name)


def _meet(connection: Connection, one: Challenge) -> None:
    if one.from_id is not None and not may_meet(connection, one.from_id, [one.to_id]):
        raise Problem("nobody_to_challenge")  # whoever was blocked is not told so


@router.post("/{id}/accept", response_model=Challenges, responses=problems(401, 403, 404, 409, 422))
async def accept(id: ChallengePath, caller: Asker) -> Response:
    """Say yes. The answer names a new table at which both sit."""
    one = await _received(id, caller)
    assert caller.member is not None
    caller.house.host.check_open()
    await caller.check_busy()
    await _play(caller, one, caller.member)
    return await _answered(caller, one)


@router.post("/{id}/decline", response_model=Challenges, responses=problems(401, 403, 404, 409))
async def decline(id: ChallengePath, caller: Asker) -> Response:
    """Say no."""
    one = await _received(id, caller)
    now = caller.live.now()
    await caller.live.writer.write(
        lambda connection: challenges.settle(caller.store, connection, one, challenges.DECLINED, now)
    )
    return await _answered(caller, one)


@router.post("/{id}/withdraw", response_model=Challenges, responses=problems(403, 404, 409))
async def withdraw(id: ChallengePath, caller: Asker) -> Response:
    """Take a challenge back that was not answered yet."""
    one = await _found(id, caller)
    if one.holder != caller.holder:
        raise Problem("not_challenged")
    now = caller.live.now()
    await caller.live.writer.write(
        lambda connection: challenges.settle(caller.store, connection, one, challenges.WITHDRAWN, now)
    )
    return await _answered(caller, one)


async def _settle(caller: Caller, one: Challenge, state: str) -> None:
    now = caller.live.now()
    await caller.live.writer.write(lambda connection: challenges.settle(caller.store, connection, one, state, now))


async def _found(id: str, caller: Caller) -> Challenge:
    one = await asyncio.to_thread(challenges.find, caller.store, id)
    if one is None:
        raise Problem("no_challenge")
    return one


async def _received(id: str, caller: Caller) -> Challenge:
    """A challenge that is the caller's to answer."""
    member = caller.need_member()
    one = await _found(id, caller)
    if one.to_id != member.id:
        raise Problem("not_challenged")
    return one


async def _answered(caller: Caller, one: Challenge) -> Response:
    """Both are told, and the caller sees how things stand."""
    caller.house.lobby.challenged(one.holder, HOLDER + one.to_id)
    return as_json(await asyncio.to_thread(shown_to, caller.live, caller.holder or "", caller.language))


async def _play(caller: Caller, one: Challenge, to: Member) -> None:
    """The table of a challenge: it is there with the answer, or neither is."""
    row = _row(caller, one, to)
    row.config["maker"] = visitor(caller)
    now = caller.live.now()

    def settle(connection: Connection) -> None:
        _meet(connection, one)
        caller.store.hold(connection, one.holder, row.id, [0])
        caller.store.hold(connection, to.holder, row.id, [1])
        challenges.settle(caller.store, connection, one, challenges.ACCEPTED, now, row.id)

    await caller.live.create(row, None, [(digest(new_token()), None)], (), settle)


def _row(caller: Caller, one: Challenge, to: Member) -> TableRow:
    """The table it would be played at."""
    config = one.config
    wanted = TableAsked.model_validate(
        {key: config[key] for key in ("game", "sets", "elements", "without", "switches", "clock", "undo")}
        | {"seats": [SeatAsked(), SeatAsked()], "draw": "moment" if config["undo"] != "off" else "at_once"}
        | {"first": {"me": 0, "other": 1}.get(config["first"], "random")}
    )
    row = table_row(wanted, texts(caller.language), None, None, caller.live.now())
    row.config["rated"] = config["rated"]
    seat_people(row, [(one.name, one.from_id, False), (to.name, to.id, to.bot)])
    return row
