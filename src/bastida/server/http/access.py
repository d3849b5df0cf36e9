"""Who asks: the language, the browser's cookie or a seat's token, and the seats that come with them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response

from bastida.server.club.house import House
from bastida.server.club.lobby import bots
from bastida.server.club.members.known import Member
from bastida.server.http.limits import Limits, address_of
from bastida.server.http.problems import Problem, language_of
from bastida.server.http.seat_tokens import Seal, bearer, bot_badge, digest, new_token
from bastida.server.runtime.live import Live
from bastida.server.runtime.rooms import Identity
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.store import WATCHING, Store

YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Seats:
    """What somebody may do at a table."""

    seats: frozenset[int]
    watching: bool

    def need(self, seat: int) -> None:
        """Refuse whoever does not have a seat."""
        if seat not in self.seats:
            raise Problem("watching" if not self.seats else "wrong_seat")


class Caller:
    """The sender of a request."""

    def __init__(self, request: Request, language: str) -> None:
        self.request, self.language = request, language
        self.live: Live = request.app.state.live
        self.house: House = request.app.state.house
        self.limits: Limits = request.app.state.limits
        self.settings: Settings = request.app.state.settings
        self.store: Store = self.live.store
        self.address = address_of(request)
        self.seal: Seal = request.app.state.seal
        self.secure = request.url.scheme == "https"
        self.cookie: str | None = self.seal.opened(request.cookies.get(self.seal.cookie(self.secure), ""))
        header = request.headers.get("authorization", "")
        self.token, self.badge_token = bearer(header), bot_badge(header)
        self.member: Member | None = None

    async def recognise(self) -> None:
        """Find out which member asks, if it is one."""
        self.member = await self._member_now()
        if self.badge_token is not None and self.member is None:
            raise Problem("unknown_bot")

    async def _member_now(self) -> Member | None:
        """The member behind the token of a bot, else behind the browser."""
        if self.badge_token is not None:
            return await self.house.people.of_badge(digest(self.badge_token))
        return await self.house.people.of_browser(self.browser) if self.browser is not None else None

    @property
    def browser(self) -> str | None:
        """What the server knows a browser by, whoever is signed in on it."""
        return digest(self.cookie) if self.cookie else None

    @property
    def holder(self) -> str | None:
        """Whose seats and studies the caller has: those of the member, else those of the browser."""
        return self.member.holder if self.member is not None else self.browser

    def need_member(self) -> Member:
        """The member who asks; Problem if it is none."""
        if self.member is None:
            raise Problem("no_member")
        return self.member

    def need_person(self) -> Member:
        """The member who asks, who is no program; Problem if it is none."""
        member = self.need_member()
        if member.bot:
            raise Problem("not_for_bots")
        return member

    @property
    def unheard(self) -> frozenset[str]:
        """Members whose chat the caller is not shown."""
        return frozenset() if self.member is None else self.member.unheard

    async def identity(self) -> Identity:
        """What somebody who listens is known by now, some time after the request. A bot without its token is nobody."""
        member = await self._member_now()
        if member is not None:
            return Identity(member.holder, member.unheard)
        return Identity(None if self.badge_token is not None else self.browser, frozenset())

    @property
    def member_id(self) -> str | None:
        return self.member.id if self.member is not None else None

    def sits_as(self) -> dict[str, Any]:
        """What a seat keeps of a member who sits down on it."""
        if self.member is None:
            return {}
        return {"member": self.member.id, **({"bot": True} if self.member.bot else {})}

    async def check_busy(self) -> None:
        """Refuse a bot that plays at as many tables as it may."""
        if self.member is not None and self.member.bot:
            holder, most = self.member.holder, self.settings.bot_tables

            def look() -> None:
                with self.store.engine.connect() as connection:
                    bots.check_busy(connection, holder, most)

            await asyncio.to_thread(look)

    def may_make(self) -> None:
        """Refuse whoever may not make tables on this server."""
        self.house.host.check_open()
        makers = self.settings.makers
        if makers != "anybody" and self.member is None:
            raise Problem("members_only")
        if makers == "invited" and self.member is not None and not self.member.invited:
            raise Problem("invited_only")

    async def at(self, table: str, wanted: int | None = None, listens: bool = False) -> Seats:
        """The seats of the caller at a table, the wanted one among them; a Problem if the caller may not even watch.

        Whoever asks is here for a while; whoever listens, as long as the stream is open.
        """
        held: set[int] = set()
        if self.token:
            held |= await self.live.seats.of_token(digest(self.token), table)
        if self.holder:
            held |= await self.live.seats.of_browser(self.holder, table, wanted)
        if not held:
            await self.live.must_exist(table)  # a table that does not exist is said to be so
            raise Problem("no_seat")
        seats = Seats(frozenset(held - {WATCHING}), WATCHING in held)
        if wanted is not None:
            seats.need(wanted)
        if not listens:
            self.live.audience.hear(table, seats.seats)
        return seats

    async def bind(self, response: Response, table: str, seats: list[int]) -> None:
        """Give seats to the caller's browser."""
        holder = self.badge()
        await self.live.writer.write(lambda connection: self.store.hold(connection, holder, table, seats))
        self.live.seats.forget(table)
        self.keep_badge(response)

    def badge(self) -> str:
        """What the server knows the caller by from now on."""
        browser = self.badge_of_browser()
        return self.member.holder if self.member is not None else digest(browser)

    def badge_of_browser(self) -> str:
        """The cookie's token, whoever is signed in; a new one if there is none yet."""
        self.cookie = self.cookie or new_token()
        return self.cookie

    def keep_badge(self, response: Response) -> None:
        """Give the browser what it is known by: a signed cookie no script can read. A bot has its token."""
        if self.badge_token is not None:
            return
        name, value = self.seal.cookie(self.secure), self.seal.signed(self.cookie or "")
        response.set_cookie(name, value, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=self.secure)


async def caller_of(
    request: Request,
    lang: Annotated[str | None, Query(description="es, ca or en; else the request's Accept-Language", max_length=10)] = None,
) -> Caller:
    caller = Caller(request, language_of(lang, request.headers.get("accept-language", "")))
    await caller.recognise()
    return caller


Asker = Annotated[Caller, Depends(caller_of)]
