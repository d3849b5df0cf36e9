"""Notices that a game over days waits for somebody: to a browser, by mail, by feed."""

from __future__ import annotations

import asyncio
import xml.etree.ElementTree as ElementTree
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from bastida.language.texts import texts
from bastida.server.club.notices import keeping
from bastida.server.club.notices.ways import Browser, allowed, right_keys
from bastida.server.http.access import Asker, Caller
from bastida.server.http.days_models import FeedMade, MailAsked, MailStopped, NoticesShown, PushAsked, PushEnds
from bastida.server.http.problems import Problem
from bastida.server.http.reach import link_base
from bastida.server.http.replies import as_json, problems, sends
from bastida.server.http.seat_tokens import new_token

router = APIRouter(prefix="/api/notices", tags=["days"])
TokenPath = Annotated[str, Path(min_length=1, max_length=64)]
FEED_COST = 10  # requests that a feed counts for, beside itself
ATOM = "http://www.w3.org/2005/Atom"


@router.get("", response_model=NoticesShown, responses=problems(401))
async def my_notices(caller: Asker) -> Response:
    """Where the caller's notices go."""
    return await _shown(caller)


@router.put("/push", response_model=NoticesShown, responses=problems(401, 403, 422))
async def subscribe(asked: PushAsked, caller: Asker) -> Response:
    """From now on this browser gets the caller's notices, also when no page is open."""
    member, now = caller.need_member(), caller.live.now()
    if not allowed(asked.endpoint, caller.settings.known_push_hosts) or not right_keys(asked.public_key, asked.secret):
        raise Problem("wrong_push")
    browser = Browser(asked.endpoint, asked.public_key, asked.secret)
    language = caller.language
    if not await caller.live.writer.write(
        lambda connection: keeping.subscribe(caller.store, connection, member.id, browser, language, now)
    ):
        raise Problem("too_many_browsers", number=keeping.MOST_BROWSERS)
    return await _shown(caller)


@router.post("/push/end", response_model=NoticesShown, responses=problems(401))
async def unsubscribe(asked: PushEnds, caller: Asker) -> Response:
    """This browser gets no more notices."""
    member = caller.need_member()
    await caller.live.writer.write(lambda connection: keeping.unsubscribe(connection, member.id, asked.endpoint))
    return await _shown(caller)


@router.put("/mail", response_model=NoticesShown, responses=problems(401, 409))
async def set_mail(asked: MailAsked, caller: Asker) -> Response:
    """Letters shall go to this mailbox: it gets one that asks for its word first."""
    member, now, token = caller.need_member(), caller.live.now(), new_token()
    if not caller.house.notices.mails:
        raise Problem("no_mail")
    await caller.limits.check_letter(member.id, asked.address.casefold(), caller.address)
    language = caller.language
    await caller.live.writer.write(
        lambda connection: keeping.set_mailbox(connection, member.id, asked.address, language, token, now)
    )
    caller.live.spawn(caller.house.notices.confirm(asked.address, token, language))
    return await _shown(caller)


@router.delete("/mail", response_model=NoticesShown, responses=problems(401))
async def drop_mail(caller: Asker) -> Response:
    """No more letters; the address is forgotten."""
    member = caller.need_member()
    await caller.live.writer.write(lambda connection: keeping.drop_mailbox(connection, member.id))
    return await _shown(caller)


@router.post("/mail/confirm/{token}", response_model=MailStopped, responses=problems(404))
async def confirm(token: TokenPath, caller: Asker) -> Response:
    """Whoever has read the letter wants more of them."""
    if not await caller.live.writer.write(lambda connection: keeping.confirm(connection, token)):
        raise Problem("no_mailbox")
    return as_json({"stopped": False})


@router.post("/mail/stop/{token}", response_model=MailStopped, responses=problems(404))
async def stop(token: TokenPath, caller: Asker) -> Response:
    """No more letters, in one tap and without signing in: the address of this request stands in every letter."""
    if not await caller.live.writer.write(lambda connection: keeping.end_mail(connection, token)):
        raise Problem("no_mailbox")
    return as_json({"stopped": True})


@router.post("/feed", status_code=201, response_model=FeedMade, responses=problems(401))
async def make_feed(caller: Asker) -> Response:
    """A feed of the games that wait for the caller; an earlier address leads nowhere any more."""
    member, token = caller.need_member(), new_token()
    await caller.live.writer.write(lambda connection: keeping.set_feed(connection, member.id, token))
    return as_json({"address": f"{await link_base(caller)}/api/notices/feed/{token}"}, 201)


@router.delete("/feed", response_model=NoticesShown, responses=problems(401))
async def drop_feed(caller: Asker) -> Response:
    """No feed any more."""
    member = caller.need_member()
    await caller.live.writer.write(lambda connection: keeping.set_feed(connection, member.id, None))
    return await _shown(caller)


@router.get(
    "/feed/{token}", response_class=Response, responses={**problems(404), **sends("An Atom feed.", "application/atom+xml")}
)
async def feed(token: TokenPath, caller: Asker) -> Response:
    """The games that wait for whoever made this feed."""
    caller.limits.charge(caller.address, FEED_COST)  # it opens them

    def read() -> str | None:
        with caller.store.engine.connect() as connection:
            return keeping.feed_of(connection, token)

    member = await asyncio.to_thread(read)
    if member is None:
        raise Problem("no_feed")
    base, phrases = await link_base(caller), texts(caller.language)
    root = ElementTree.Element("feed", {"xmlns": ATOM})
    games = await caller.house.notices.listed(member, caller.language)
    newest = max((one.asked for one, _ in games), default=caller.live.now())
    _add(root, "id", f"{base}/#/lobby")
    _add(root, "title", phrases("notice.feed"))
    _add(root, "updated", _moment(newest))
    for one, told in games:
        entry = ElementTree.SubElement(root, "entry")
        _add(entry, "id", f"{base}/#/table/{one.table}?{round(one.asked)}")
        _add(entry, "title", phrases("notice.your_turn"))
        _add(entry, "summary", phrases("notice.game", name=told.name, others=told.others))
        _add(entry, "updated", _moment(one.asked))
        ElementTree.SubElement(entry, "link", {"href": f"{base}/#/table/{one.table}"})
    text = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return Response(text, media_type="application/atom+xml", headers={"Cache-Control": "no-store"})


def _add(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = text


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


async def _shown(caller: Caller) -> Response:
    member = caller.need_member()

    def read() -> dict[str, Any]:
        with caller.store.engine.connect() as connection:
            box = keeping.mailbox(connection, member.id)
            return {
                "browsers": len(keeping.browsers(connection, member.id)),
                "address": box.address if box is not None else None,
                "confirmed": box is not None and box.confirmed,
                "feed": keeping.has_feed(connection, member.id),
            }

    notices = caller.house.notices
    return as_json({"key": notices.sender.public_key, "mails": notices.mails, **await asyncio.to_thread(read)})
