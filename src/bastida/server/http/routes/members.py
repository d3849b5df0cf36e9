"""Members of this server: sign up, sign in and out, what belongs to one, and how to take it home or erase it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection, update
from sqlalchemy.exc import IntegrityError

from bastida.server.club.members import accounts, blocking, passkeys
from bastida.server.club.members.erasing import erase
from bastida.server.club.members.exporting import pieces
from bastida.server.club.members.known import Member
from bastida.server.club.members.labels import MOST as LABEL
from bastida.server.club.members.labels import label_of
from bastida.server.club.members.names import folded
from bastida.server.club.members.schema import devices, members
from bastida.server.http.access import Asker, Caller
from bastida.server.http.members_models import (
    AccountShown,
    BlockAsked,
    BlockShown,
    EraseAsked,
    LabelAsked,
    MemberChanged,
    MemberMade,
    MeShown,
    PhraseAsked,
    PhraseShown,
    SignOutAsked,
    SignUpAsked,
)
from bastida.server.http.menu import all_colours
from bastida.server.http.party import is_named
from bastida.server.http.problems import Problem
from bastida.server.http.replies import as_json, problems, sends
from bastida.server.http.seat_tokens import digest

router = APIRouter(prefix="/api/me", tags=["members"])
SHORT = 16  # letters of what a browser is known by, as its owner is told them
THINGS = r"^[A-Za-z0-9_-]{1,400}$"
DevicePath = Annotated[str, Path(pattern=THINGS)]
MemberPath = Annotated[str, Path(pattern=r"^[a-z0-9]{1,12}$")]


# -- who one is ----------------------------------------------------------------------------------------------------------


@router.get("", response_model=MeShown, responses=problems())
async def me(caller: Asker) -> Response:
    """Who is signed in on this browser, and whether the caller may make tables."""
    if caller.member is not None:
        member, now = caller.member.id, caller.live.now()
        await caller.live.writer.write(lambda connection: accounts.see(connection, member, now))
    return as_json(shown(caller))


@router.post("", status_code=201, response_model=MemberMade, responses=problems(403, 409, 422))
async def sign_up(asked: SignUpAsked, caller: Asker) -> Response:
    """Become a member. What the browser has, its seats and studies, is the member's from now on.

    The recovery phrase in the answer is told this once; another can be had, which makes it void.
    """
    if caller.member is not None:
        raise Problem("member_already")
    check_colour(asked.colour)
    await caller.limits.check("member", caller.address)
    store, browser, now = caller.store, digest(caller.badge_of_browser()), caller.live.now()
    label = asked.device or label_of(caller.request.headers.get("user-agent", ""))

    def write(connection: Connection) -> tuple[Member, str, list[str]]:
        member, phrase = accounts.sign_up(store, connection, asked.name, asked.colour, now)
        moved = accounts.sign_in(store, connection, member.id, browser, label[:LABEL], now)
        caller.house.people.changed(connection, member.id)
        return member, phrase, moved

    member, phrase, moved = await caller.live.writer.write(write)
    await entered(caller, member, moved)
    response = as_json({**shown(caller), "phrase": phrase}, 201)
    caller.keep_badge(response)
    return response


@router.post("/sign-in", response_model=MeShown, responses=problems(403))
async def sign_in(asked: PhraseAsked, caller: Asker) -> Response:
    """Sign in on this browser by the recovery phrase. Attempts are counted by address."""
    await caller.limits.check("sign_in", caller.address)
    return await signed_in(caller, lambda connection: accounts.with_phrase(connection, asked.phrase), asked.device)


@router.post("/sign-out", status_code=204, responses=problems(401, 403))
async def sign_out(asked: SignOutAsked, caller: Asker) -> Response:
    """Sign out here, or on all other devices. Streams there end at once."""
    member, browser = caller.need_person(), caller.browser

    def write(connection: Connection) -> None:
        if asked.others:
            accounts.sign_out_elsewhere(connection, member.id, browser)
        elif browser is not None:
            accounts.sign_out(connection, member.id, [browser])
        caller.house.people.changed(connection, member.id)

    await caller.live.writer.write(write)
    await caller.house.changed(member.id)
    return Response(status_code=204)


@router.patch("", response_model=MeShown, responses=problems(401, 403, 409, 422))
async def change(asked: MemberChanged, caller: Asker) -> Response:
    """Another name or colour, from the next table on: at those there are, a player is called as before."""
    member = caller.need_person()
    if asked.colour is not None:
        check_colour(asked.colour)
    await caller.limits.check("profile", member.id)

    def write(connection: Connection) -> None:
        accounts.rename(connection, member.id, asked.name, asked.colour)
        caller.house.people.changed(connection, member.id)

    try:
        await caller.live.writer.write(write)
    except IntegrityError:
        raise Problem("member_name_taken", name=asked.name) from None
    await caller.house.changed(member.id)
    caller.member = await asyncio.to_thread(caller.house.people.find, member.id)
    return as_json(shown(caller))


@router.post("/phrase", response_model=PhraseShown, responses=problems(401, 403))
async def renew_phrase(caller: Asker) -> Response:
    """Another recovery phrase, told this once. The one before is good no longer."""
    member = caller.need_person()
    await caller.limits.check("profile", member.id)
    phrase = await caller.live.writer.write(lambda connection: accounts.renew_phrase(connection, member.id))
    return as_json({"phrase": phrase})


# -- what belongs to one -------------------------------------------------------------------------------------------------


@router.get("/account", response_model=AccountShown, responses=problems(401, 403))
async def account(caller: Asker) -> Response:
    """Devices, passkeys, and whom the member has blocked or muted."""
    member = caller.need_person()
    return as_json(await asyncio.to_thread(_account, caller, member))


def _account(caller: Caller, member: Member) -> dict[str, Any]:
    with caller.store.engine.connect() as connection:
        row = connection.execute(members.select().where(members.c.id == member.id)).one_or_none()
        if row is None:
            raise Problem("no_member")
        return {
            "since": round(row.created * 1000),
            "phrase": row.phrase is not None,
            "devices": [
                {
                    "id": one.browser[:SHORT], "label": one.label, "since": round(one.created * 1000),
                    "here": one.browser == caller.browser,
                }
                for one in accounts.devices_of(connection, member.id)
            ],
            "passkeys": [
                {"id": one.id, "label": one.label, "since": round(one.created * 1000)}
                for one in accounts.passkeys_of(connection, member.id)
            ],
            "blocks": blocking.listed(connection, member.id),
        }  # fmt: skip


@router.put("/devices/{device}", status_code=204, responses=problems(401, 403, 404))
async def label_device(device: DevicePath, asked: LabelAsked, caller: Asker) -> Response:
    """Call a device otherwise in the list."""
    member = caller.need_person()
    await caller.limits.check("profile", member.id)

    def write(connection: Connection) -> None:
        browser = _device(connection, member.id, device)
        connection.execute(update(devices).where(devices.c.browser == browser).values(label=asked.label))

    await caller.live.writer.write(write)
    return Response(status_code=204)


@router.delete("/devices/{device}", status_code=204, responses=problems(401, 403, 404))
async def sign_out_device(device: DevicePath, caller: Asker) -> Response:
    """Sign out on one device. Its streams end at once."""
    member = caller.need_person()

    def write(connection: Connection) -> None:
        accounts.sign_out(connection, member.id, [_device(connection, member.id, device)])
        caller.house.people.changed(connection, member.id)

    await caller.live.writer.write(write)
    await caller.house.changed(member.id)
    return Response(status_code=204)


def _device(connection: Connection, member: str, name: str) -> str:
    """The browser that its owner knows by some letters."""
    found = [row.browser for row in accounts.devices_of(connection, member) if row.browser[:SHORT] == name]
    if not found:
        raise Problem("no_such_device")
    return str(found[0])


@router.delete("/passkeys/{passkey}", status_code=204, responses=problems(401, 403, 404))
async def forget_passkey(passkey: DevicePath, caller: Asker) -> Response:
    """A passkey is good no longer."""
    member = caller.need_person()
    if not await caller.live.writer.write(lambda connection: passkeys.forget(connection, member.id, passkey)):
        raise Problem("no_such_device")
    return Response(status_code=204)


@router.put("/blocks/{member}", response_model=list[BlockShown], responses=problems(401, 403, 404))
async def block(member: MemberPath, asked: BlockAsked, caller: Asker) -> Response:
    """Block or mute another member, or do so no longer. What a muted or blocked one says is not shown, at any table.

    The answer is the list of all of them.
    """
    mine = caller.need_person()
    await caller.limits.check("profile", mine.id)

    def write(connection: Connection) -> list[dict[str, object]]:
        blocking.change(connection, mine.id, member, asked.model_dump(exclude_none=True))
        caller.house.people.changed(connection, mine.id)
        return blocking.listed(connection, mine.id)

    found = await caller.live.writer.write(write)
    await caller.house.changed(mine.id)
    return as_json(found)


# -- taking it home, and going -------------------------------------------------------------------------------------------


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={**problems(401, 403), **sends("Everything the server has of the member", "application/json")},
)
async def export(caller: Asker) -> StreamingResponse:
    """Everything the server has of the member, as one file: devices, passkeys, blocks, studies, and every game as a record."""
    member = caller.need_person()
    await caller.limits.check("personal", member.id)
    headers = {"Content-Disposition": f'attachment; filename="bastida-{member.id}.json"', "Cache-Control": "no-store"}
    return StreamingResponse(pieces(caller.house, member), media_type="application/json", headers=headers)


@router.post("/erase", status_code=204, responses=problems(401, 403, 422, 503))
async def erase_me(asked: EraseAsked, caller: Asker) -> Response:
    """Erase the member, for ever. Games under way are resigned; what was played stays, and says no longer who played it."""
    member = caller.need_person()
    if folded(asked.name) != folded(member.name):
        raise Problem("not_the_name")
    await caller.limits.check("personal", member.id)
    await erase(caller.house, member, caller.browser)
    return Response(status_code=204)


# -- what these requests share -------------------------------------------------------------------------------------------


def shown(caller: Caller) -> dict[str, Any]:
    """Who the caller is."""
    member = caller.member
    try:
        caller.may_make()
        may_make = True
    except Problem:
        may_make = False
    return {
        "member": None
        if member is None
        else {
            "id": member.id, "name": member.name, "colour": member.colour, "bot": member.bot, "invited": member.invited,
        },
        "makers": caller.settings.makers,
        "may_make": may_make,
        "passkeys": is_named(caller),
    }  # fmt: skip


def check_colour(colour: str) -> None:
    if colour not in all_colours():
        raise Problem("unknown_colour", colour=colour)


async def signed_in(caller: Caller, find: Callable[[Connection], Member], label: str | None) -> Response:
    """Whoever is found in the transaction is signed in on this browser from now on."""
    if caller.badge_token is not None:
        raise Problem("not_for_bots")
    store, browser, now = caller.store, digest(caller.badge_of_browser()), caller.live.now()
    named = label or label_of(caller.request.headers.get("user-agent", ""))

    def write(connection: Connection) -> tuple[Member, list[str]]:
        member = find(connection)
        moved = accounts.sign_in(store, connection, member.id, browser, named[:LABEL], now)
        caller.house.people.changed(connection, member.id)
        return member, moved

    member, moved = await caller.live.writer.write(write)
    await entered(caller, member, moved)
    response = as_json(shown(caller))
    caller.keep_badge(response)
    return response


async def entered(caller: Caller, member: Member, moved: list[str]) -> None:
    """A browser is a member's now, with all it held: whoever listened there begins anew."""
    caller.member = member
    await caller.house.changed(member.id)
    for table in moved:
        await caller.live.audience.reseated(table)
