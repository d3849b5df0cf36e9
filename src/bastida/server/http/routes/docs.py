"""The API on a page, made from its own description: with Redoc where the page is built, and as a list without any script.

Redoc is a file of ours like any other (``web/public/assets``). It makes styles as it runs, which the policy of this one page
lets it do by a word that is good once.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from functools import lru_cache
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from bastida import __version__
from bastida.kernel.languages import LANGUAGES
from bastida.server.http.access import Asker
from bastida.server.http.guards import POLICY
from bastida.server.http.problems import STATUS, Problem
from bastida.server.http.replies import IMMUTABLE
from bastida.server.http.routes import pages

router = APIRouter(prefix="/api", include_in_schema=False)
REDOC = "redoc-2.5.4.js"
PACKED = f"assets/{REDOC}.gz"
# Two styles it puts in before it can be told the word: an empty one, and that of a scrollbar it does not show.
STYLES = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='"
REFERENCE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>Bastida: API</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/reference.css">'
    '<noscript><a href="/api/docs/plain">The API as a list</a></noscript><main id="redoc" data-nonce="NONCE"></main>'
    f'<script src="/api/docs/{REDOC}" defer></script><script src="/reference.js" defer></script></html>'
)
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
    "code,pre{font:14px/1.4 ui-monospace,monospace;background:#f4f0e6;padding:.1em .3em;border-radius:4px}"
    "pre{padding:.6em;overflow:auto}summary{cursor:pointer;padding:.3em 0}"
    ".m{display:inline-block;min-width:4em;font-weight:700}"
    "table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:.2em .6em;text-align:left}"
    "@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1a17}code,pre{background:#2c2823}td,th{border-color:#444}}"
)


@router.get("/docs.css")
async def style() -> Response:
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "no-cache"})


@router.get("/docs")
async def docs(request: Request) -> Response:
    """Every request with its fields and examples, to read; the plain list where the page has not been built."""
    if not (pages.STATIC / PACKED).is_file():
        return await plain(request)
    nonce = secrets.token_urlsafe(16)
    page = HTMLResponse(REFERENCE.replace("NONCE", nonce), headers={"Cache-Control": "no-store"})
    page.headers["Content-Security-Policy"] = POLICY.replace("style-src 'self'", f"style-src 'self' 'nonce-{nonce}' {STYLES}")
    return page


@router.get(f"/docs/{REDOC}")
async def redoc() -> Response:
    """Redoc itself, which is kept packed: packing it for everybody who asks would take too long."""
    file = pages.STATIC / PACKED
    if not file.is_file():
        raise Problem("no_such_page")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Cache-Control": IMMUTABLE}
    return FileResponse(file, media_type="text/javascript", headers=headers)


@router.get("/docs/plain")
async def plain(request: Request) -> Response:
    """Every request with its fields; put together once."""
    state = request.app.state
    if not hasattr(state, "described"):
        state.described = await asyncio.to_thread(_described, request.app.openapi())
    return _page(state.described)


def _described(schema: dict[str, Any]) -> str:
    parts = []
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            parts.append(_operation(method, path, operation))
    shapes = [
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>'
        f"<pre>{escape(json.dumps(shape, indent=1, ensure_ascii=False))}</pre></details>"
        for name, shape in schema["components"]["schemas"].items()
    ]
    return (
        f"<h1>Bastida {escape(__version__)}</h1><p>{escape(schema['info']['description'])} "
        f'<a href="/openapi.json">openapi.json</a> · <a href="/api/problems">problems</a></p>'
        f"{''.join(parts)}<h2>Schemas</h2>{''.join(shapes)}"
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    about = escape(operation.get("description", ""))
    fields = "".join(
        f"<tr><td><code>{escape(field['name'])}</code></td><td>{escape(field['in'])}</td>"
        f"<td>{escape(field.get('description', ''))}</td></tr>"
        for field in operation.get("parameters", ())
    )
    body = [_named(content.get("schema", {})) for content in operation.get("requestBody", {}).get("content", {}).values()]
    answers = "".join(
        f"<li>{escape(str(status))}: {escape(answer.get('description', ''))} "
        f"{' '.join(_named(content.get('schema', {})) for content in answer.get('content', {}).values())}</li>"
        for status, answer in operation["responses"].items()
    )
    return (
        f'<details><summary><span class="m">{method.upper()}</span> <code>{escape(path)}</code> {about}</summary>'
        f"{f'<table>{fields}</table>' if fields else ''}{f'<p>{body[0]}</p>' if body else ''}<ul>{answers}</ul></details>"
    )


def _named(schema: dict[str, Any]) -> str:
    name = escape(str(schema.get("$ref", "")).rpartition("/")[2])
    return f'<a href="#{name}"><code>{name}</code></a>' if name else ""


@router.get("/problems")
async def problem_list(caller: Asker) -> Response:
    """Every error there is, with its text."""
    return _page(_listed(caller.language))


@lru_cache(maxsize=len(LANGUAGES))
def _listed(language: str) -> str:
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{status}</td>'
        f"<td>{escape(Problem(code).document(language)['detail'])}</td></tr>"
        for code, status in STATUS.items()
    )
    return f"<h1>Problems</h1><table>{rows}</table>"


def _page(body: str) -> HTMLResponse:
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>Bastida: API</title><link rel="stylesheet" href="/api/docs.css">{body}</html>',
        headers={"Cache-Control": "no-cache"},
    )
