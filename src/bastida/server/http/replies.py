"""Answers as JSON, made once and sent as they are."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import Response
from fastapi.responses import StreamingResponse

from bastida.server.http.models import ProblemShown
from bastida.server.http.problems import MEDIA_TYPE

IMMUTABLE = "public, max-age=31536000, immutable"
SHAPES = {"application/json": {"type": "object"}, "text/plain": {"type": "string"}, "image/svg+xml": {"type": "string"}}
BYTES = {"type": "string", "format": "binary"}  # of everything else


def as_json(value: object, status: int = 200) -> Response:
    """A value as it stands; its shape is checked by tests, not again for every request."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(text, status, media_type="application/json")


def streamed(parts: AsyncIterator[bytes]) -> StreamingResponse:
    """A stream's parts as they come, which nobody on the way keeps or gathers."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(parts, media_type="text/event-stream", headers=headers)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors a request may get, for the OpenAPI page."""
    schema = {"schema": {"$ref": f"#/components/schemas/{ProblemShown.__name__}"}}
    return {status: {"description": "Problem", "content": {MEDIA_TYPE: schema}} for status in (400, 429, *statuses)}


def sends(description: str, *media: str) -> dict[int | str, dict[str, Any]]:
    """What a request that is granted gets and is not JSON of ours: a picture, a film, a record."""
    content = {one: {"schema": SHAPES.get(one, BYTES)} for one in media}
    return {200: {"description": description, "content": content}}
