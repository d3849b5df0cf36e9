"""What the host tells everybody."""

from __future__ import annotations

from fastapi import APIRouter, Response

from bastida.server.http.access import Asker
from bastida.server.http.host_models import NoticeShown
from bastida.server.http.replies import as_json, problems

router = APIRouter(prefix="/api/notice", tags=["host"])


@router.get("", response_model=NoticeShown, responses=problems())
async def notice(caller: Asker) -> Response:
    """The host's announcement, and whether new tables are made now."""
    return as_json(caller.house.host.shown)
