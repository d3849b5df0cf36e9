"""The page itself, out of the package's static folder, and a plain one where it has not been built."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from bastida import __version__
from bastida.language.texts import texts
from bastida.server.http.access import Asker
from bastida.server.http.health import OK
from bastida.server.http.metrics import MEDIA_TYPE, Metrics
from bastida.server.http.problems import Problem
from bastida.server.http.replies import IMMUTABLE, as_json

STATIC = Path(__file__).parents[2] / "static"
PAGE = re.compile(r"|index\.html|t/[\w-]{1,64}/?")  # the addresses the page's router knows (web/src/lib/router.svelte.ts)
FILE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_./-]{0,199}")
router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def health() -> Response:
    """For whoever wants to know that the process lives."""
    return Response("ok", media_type="text/plain", headers={"Cache-Control": "no-store"})


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """For whoever watches over servers: what is ready and what is not."""
    found = await request.app.state.health.report()
    response = as_json(found, 200 if set(found.values()) == {OK} else 503)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures for Prometheus, for those addresses only that the host has named."""
    figures: Metrics = request.app.state.metrics
    if not figures.may_read(request.client.host if request.client else None):
        raise Problem("no_such_page")
    return Response(await figures.told(), media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})


@router.get("/{path:path}")
async def page(path: str, request: Request, caller: Asker) -> Response:
    """A file of the page, or the page itself at its own addresses (/t/...). Nothing else is here."""
    if not PAGE.fullmatch(path):
        file = (STATIC / path).resolve() if FILE.fullmatch(path) else STATIC
        if file.is_relative_to(STATIC.resolve()) and file.is_file():
            hashed = "assets" in file.relative_to(STATIC.resolve()).parts
            return FileResponse(file, headers={"Cache-Control": IMMUTABLE if hashed else "no-cache"})
        raise Problem("no_such_page")
    index = STATIC / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return HTMLResponse(_plain(caller.language), headers={"Cache-Control": "no-cache"})


def _plain(language: str) -> str:
    """What a checkout without the built page shows."""
    phrases = texts(language)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Bastida</title>'
        f"<h1>Bastida {escape(__version__)}</h1><p>{escape(phrases('serve.no_page'))}</p>"
        f'<p><a href="/api/docs">{escape(phrases("serve.api"))}</a></p></html>'
    )
