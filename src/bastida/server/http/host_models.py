"""Shapes of what the host tells everybody."""

from __future__ import annotations

from pydantic import BaseModel, Field


class AnnouncementShown(BaseModel):
    """Something the host wants everybody to know."""

    text: str
    since: int = Field(description="Milliseconds since 1970")


class NoticeShown(BaseModel):
    """What the host tells everybody now. Streams have it as `notice` when it changes."""

    announcement: AnnouncementShown | None
    maintenance: bool = Field(description="No new tables for now; games under way go on")
