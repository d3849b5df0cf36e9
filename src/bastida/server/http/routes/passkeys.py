"""Passkeys: make one, and sign in with one. Each takes two requests, and the challenge between them is good once."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from bastida.server.club.members import accounts, passkeys
from bastida.server.club.members.known import Member
from bastida.server.club.members.labels import label_of
from bastida.server.http.access import Asker, Caller
from bastida.server.http.members_models import MeShown, PasskeyAsked, PasskeyKept, PasskeyShown, PasskeySignIn
from bastida.server.http.party import party
from bastida.server.http.replies import as_json, problems
from bastida.server.http.routes.members import signed_in
from bastida.server.http.seat_tokens import digest

router = APIRouter(prefix="/api/me", tags=["members"])


@router.post("/passkeys/begin", response_model=PasskeyAsked, responses=problems(401, 403, 409))
async def begin(caller: Asker) -> Response:
    """What the browser needs to make a passkey for the member."""
    member, known = caller.need_person(), party(caller)
    challenge = await _posed(caller)
    there = await asyncio.to_thread(_names, caller, member)
    return as_json({"options": passkeys.to_make(known, member, challenge, there)})


def _names(caller: Caller, member: Member) -> list[str]:
    with caller.store.engine.connect() as connection:
        return [row.id for row in accounts.passkeys_of(connection, member.id)]


@router.post("/passkeys", status_code=201, response_model=PasskeyShown, responses=problems(401, 403, 409))
async def keep(asked: PasskeyKept, caller: Asker) -> Response:
    """Keep the passkey that the browser has made."""
    member, known = caller.need_person(), party(caller)
    await caller.limits.check("profile", member.id)
    credential = asked.credential.model_dump()
    challenge = await _spent(caller, credential)
    made = await asyncio.to_thread(passkeys.made, known, credential, challenge)
    now, label = caller.live.now(), asked.label or label_of(caller.request.headers.get("user-agent", ""))
    await caller.live.writer.write(lambda connection: passkeys.keep(connection, member.id, made, label, now))
    return as_json({"id": made.id, "label": label, "since": round(now * 1000)}, 201)


@router.post("/passkey-sign-in/begin", response_model=PasskeyAsked, responses=problems(409))
async def begin_sign_in(caller: Asker) -> Response:
    """What the browser needs to sign in with whatever passkey it has for this server.

    It gets a cookie, for the second request.
    """
    known = party(caller)
    response = as_json({"options": passkeys.to_sign(known, await _posed(caller))})
    caller.keep_badge(response)
    return response


@router.post("/passkey-sign-in", response_model=MeShown, responses=problems(403, 409))
async def sign_in(asked: PasskeySignIn, caller: Asker) -> Response:
    """Sign in on this browser with a passkey. Attempts are counted by address."""
    await caller.limits.check("sign_in", caller.address)
    known, credential = party(caller), asked.credential.model_dump(exclude_none=True)
    challenge = await _spent(caller, credential)
    _, kept = await asyncio.to_thread(_found, caller, asked.credential.id)
    signatures = await asyncio.to_thread(passkeys.signed, known, credential, challenge, kept)

    def find(connection: Connection) -> Member:
        passkeys.count(connection, kept.id, kept.count, signatures)
        return passkeys.find(connection, kept.id)[0]

    return await signed_in(caller, find, asked.device)


def _found(caller: Caller, name: str) -> tuple[Member, Any]:
    with caller.store.engine.connect() as connection:
        return passkeys.find(connection, name)


async def _posed(caller: Caller) -> bytes:
    """A challenge for the caller's browser."""
    await caller.limits.check("ceremony", caller.address)
    browser, now = digest(caller.badge_of_browser()), caller.live.now()
    return await caller.live.writer.write(lambda connection: passkeys.pose(connection, browser, now))


async def _spent(caller: Caller, credential: dict[str, Any]) -> bytes:
    """The challenge that was answered, used up before anybody looks at the answer."""
    challenge, browser, now = passkeys.challenge_in(credential), caller.browser or "", caller.live.now()
    await caller.live.writer.write(lambda connection: passkeys.spend(connection, challenge, browser, now))
    return challenge
