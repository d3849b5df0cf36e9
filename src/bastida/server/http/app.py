"""The application: routes, guards, limits, and what every error becomes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from sqlalchemy.exc import InterfaceError, OperationalError, PendingRollbackError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from bastida import RecordError, SetupError, __version__
from bastida.kernel import shelf
from bastida.server.club.house import House
from bastida.server.http import lobby_models, models, view_models
from bastida.server.http.described import described
from bastida.server.http.guards import GuardMiddleware
from bastida.server.http.health import Health
from bastida.server.http.limits import LimitMiddleware, Limits
from bastida.server.http.metrics import Metrics, MetricsMiddleware
from bastida.server.http.problems import Problem, language_of
from bastida.server.http.routes import (
    analyses,
    bots,
    challenges,
    days,
    docs,
    duplicates,
    features,
    host,
    invitations,
    lessons,
    lobby,
    members,
    notices,
    pages,
    passkeys,
    play,
    posed,
    records,
    rematches,
    results,
    studies,
    tables,
    tournaments,
)
from bastida.server.http.routes import library as catalogue
from bastida.server.http.seat_tokens import Seal
from bastida.server.http.work import made
from bastida.server.runtime import bus
from bastida.server.runtime.live import Live
from bastida.server.runtime.settings import Settings, read_settings
from bastida.server.runtime.shared import CHANNEL, Shared
from bastida.server.runtime.store import Store
from bastida.table.setup import families

log = logging.getLogger("bastida.server")
ABOUT = (
    "The web table: create a table, take a seat, answer decisions, listen to its events. Errors are problem documents;"
    " seats are held by a cookie or by `Authorization: Bearer TOKEN`."
)
LOST = (OperationalError, InterfaceError, PendingRollbackError)  # what a database that is away comes back as
AGAIN = 2.0  # seconds after which to ask for it again
STREAMED = (
    view_models.UpdateShown,
    view_models.ChatShown,
    view_models.PresenceShown,
    models.ProblemShown,
    lobby_models.LobbyChanged,
    lobby_models.LobbyYou,
    lobby_models.BotChallenged,
    lobby_models.BotSettled,
    lobby_models.BotStarts,
    lobby_models.BotTurn,
    lobby_models.BotOffer,
    lobby_models.BotEnds,
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server with its own database and workers, which start and stop with it."""
    settings = settings or read_settings()
    _take_expansions(settings)
    store = Store(settings.url)
    shared = Shared(store)
    try:
        shared.opened()
    except BaseException:
        store.close()
        raise
    limits = Limits(settings, shared if store.postgres else None)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        try:
            await app.state.live.start()
        except Exception as error:
            app.state.failed = error  # for whoever starts the server to say
            raise
        app.state.house.start()
        if limits.shared is not None:
            app.state.live.spawn(limits.exchange())
            app.state.live.spawn(bus.listen(store.url, limits.heard, _nothing, channel=CHANNEL))
        yield
        await app.state.live.stop()

    app = FastAPI(title="Bastida", version=__version__, description=ABOUT, lifespan=running, docs_url=None, redoc_url=None)
    app.state.settings = settings
    app.state.failed = None
    app.state.limits = limits
    app.state.seal = Seal(shared.secret("cookies"))
    app.state.live = Live(settings, store)
    app.state.house = House(app.state.live)
    app.state.house.forgetting += [made.clear, results.shown.clear]
    app.state.health = Health(app.state.live, settings)
    app.state.metrics = Metrics(app.state.live, limits, settings)
    app.add_middleware(GZipMiddleware, minimum_size=2_000)
    app.add_middleware(LimitMiddleware, limits=limits, settings=settings)
    app.add_middleware(GuardMiddleware, settings=settings)
    app.add_middleware(MetricsMiddleware, metrics=app.state.metrics)
    # The most asked first.
    for routes in (
        play,
        tables,
        invitations,
        catalogue,
        features,
        records,
        analyses,
        rematches,
        duplicates,
        days,
        notices,
        lobby,
        challenges,
        bots,
        tournaments,
        lessons,
        studies,
        members,
        passkeys,
        results,
        posed,
        host,
        docs,
        pages,
    ):
        app.include_router(routes.router)
    for kind in (Problem, RequestValidationError, HTTPException, ClientDisconnect, RecordError, SetupError, *LOST, Exception):
        app.add_exception_handler(kind, _problem)
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]
    return app


async def _nothing() -> None:
    """A message about limits that was missed is made up for by the next one."""


def _take_expansions(settings: Settings) -> None:
    """Put the host's expansions on the shelf. One that cannot be used is named in the log, and the server goes without it."""
    shelf.look_in(settings.expansions)
    families()
    for problem in dict.fromkeys(map(str, shelf.problems)):
        log.warning("an expansion is left out: %s", problem)


def openapi(app: FastAPI) -> dict[str, Any]:
    """The description of the API, with the shapes of what streams send."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        shapes = schema["components"]["schemas"]
        for model in STREAMED:
            found = model.model_json_schema(ref_template="#/components/schemas/{model}")
            shapes.update(found.pop("$defs", {}))
            shapes[model.__name__] = found
        for operations in schema["paths"].values():
            for operation in operations.values():
                if "HTTPValidationError" in str(operation["responses"].get("422")):  # ours is a documented 400
                    del operation["responses"]["422"]
        for name in ("HTTPValidationError", "ValidationError"):
            shapes.pop(name, None)
        app.openapi_schema = described(schema)
    return app.openapi_schema


async def _problem(request: Request, error: Exception) -> Response:
    """Whatever went wrong, as a problem document."""
    language = language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))
    return _as_problem(error).response(language)


def _as_problem(error: Exception) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, RequestValidationError):
        places = [".".join(str(part) for part in one["loc"] if part != "body") + f": {one['msg']}" for one in error.errors()]
        return Problem("bad_request", reason="; ".join(places[:5])[:500])
    if isinstance(error, HTTPException):
        code = {404: "no_such_page", 405: "wrong_method", 413: "too_large", 415: "wrong_media"}.get(error.status_code)
        return Problem(code or "bad_request", reason=str(error.detail)[:200], bytes=error.detail)
    if isinstance(error, RecordError):  # one that is kept, of a game that cannot be played here any more
        return Problem("wrong_record", reason=error)
    if isinstance(error, SetupError):
        return Problem("wrong_setup", problems=error)
    if isinstance(error, ClientDisconnect):  # nobody is there to be told
        return Problem("bad_request", reason="body")
    if isinstance(error, LOST):
        log.warning("the database does not answer: %s", type(error).__name__)
        return Problem("no_database", retry=AGAIN)
    log.error("a request failed", exc_info=error)
    return Problem("unexpected")
