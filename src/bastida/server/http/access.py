"""Who asks: the language, the browser's cookie or a seat's token, and the seats that come with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request, Response

from bastida.server.http.limits import Limits, address_of
from bastida.server.http.problems import Problem, language_of
from bastida.server.http.seat_tokens import Seal, bearer, digest, new_token
from bastida.server.runtime.live import Live
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
        self.limits: Limits = request.app.state.limits
        self.settings: Settings = request.app.state.settings
        self.store: Store = self.live.store
        self.address = address_of(request)
        self.seal: Seal = request.app.state.seal
        self.secure = request.url.scheme == "https"
        self.cookie = self.seal.opened(request.cookies.get(self.seal.cookie(self.secure), ""))
        self.token = bearer(request.headers.get("authorization", ""))

    @property
    def holder(self) -> str | None:
        """What the server knows a browser by."""
        return digest(self.cookie) if self.cookie else None

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
        """What the server knows the caller's browser by from now on."""
        self.cookie = self.cookie or new_token()
        return digest(self.cookie)

    def keep_badge(self, response: Response) -> None:
        """Give the browser what it is known by: a signed cookie no script can read."""
        name, value = self.seal.cookie(self.secure), self.seal.signed(self.cookie or "")
        response.set_cookie(name, value, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=self.secure)


async def caller_of(
    request: Request,
    lang: Annotated[str | None, Query(description="es, ca or en; else the request's Accept-Language", max_length=10)] = None,
) -> Caller:
    return Caller(request, language_of(lang, request.headers.get("accept-language", "")))


Asker = Annotated[Caller, Depends(caller_of)]
