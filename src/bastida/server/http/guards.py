"""What browsers are told on every answer; which names and paths are ours; who may send a request that changes something."""

from __future__ import annotations

import logging
import re
from urllib.parse import unquote_to_bytes, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastida.server.http.hosts import Hosts
from bastida.server.http.problems import Problem, language_of
from bastida.server.runtime.logs import cleaned
from bastida.server.runtime.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self';"
    " media-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
log = logging.getLogger("bastida.server")
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
PATH_MOST = 1_000  # letters
NAMED = re.compile(r"/api/(table|record|duplicate)s/([^/]+)(/.*)?")
CODE = re.compile(r"[0-9a-z]{1,16}")  # the shape of the names we give


class GuardMiddleware:
    """Security headers on every answer; what is not for us, or comes from another site's page, is refused."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.origins, self.logged = app, settings.allowed_origins, settings.log_requests
        self.hosts = Hosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                if self.logged:
                    log.info("%s %s %s", scope["method"], cleaned(scope["path"]), message["status"])
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        request = Request(scope)
        try:
            self.hosts.check(request.headers.getlist("host"))
            check_path(scope)
            if request.method in CHANGING and not self.same_site(request):
                raise Problem("wrong_origin")
        except Problem as problem:
            language = language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))
            await problem.response(language)(scope, receive, with_headers)
            return
        await self.app(scope, receive, with_headers)

    def same_site(self, request: Request) -> bool:
        """Browsers name the page a request comes from; programs that are no browsers name none."""
        if request.headers.get("sec-fetch-site") == "cross-site":
            return False
        origin = request.headers.get("origin")
        if origin is None:
            return True
        if origin.rstrip("/").casefold() in self.origins:
            return True
        try:
            return urlsplit(origin).netloc.casefold() == request.headers.get("host", "").casefold()
        except ValueError:  # no address at all
            return False


def check_path(scope: Scope) -> None:
    """Refuse what cannot be a path or a query of ours before anybody looks for it, in the database or on the disk."""
    path: str = scope["path"]
    if len(path) > PATH_MOST or not path.isprintable() or "\N{REPLACEMENT CHARACTER}" in path:
        raise Problem("no_such_page")
    named = NAMED.fullmatch(path)
    if named is not None and not CODE.fullmatch(named[2]):
        raise Problem(f"no_{named[1]}")
    try:
        readable = unquote_to_bytes(scope["query_string"]).decode().isprintable()
    except UnicodeDecodeError:
        readable = False
    if not readable:
        raise Problem("bad_request", reason="?")
