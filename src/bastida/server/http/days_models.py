"""The shapes of requests and answers about games over days."""

from __future__ import annotations

from pydantic import Field

from bastida.server.http.models import Asked, Shown


class HolidayAsked(Asked):
    days: int = Field(ge=1, le=366)


class HolidayShown(Shown):
    """A member's holidays: as long as one lasts, his clocks in slow games stand still."""

    until: int | None = Field(description="When the present one ends, in thousandths of a second; null: on none")
    used: int = Field(description="Days taken this year")
    most: int = Field(description="Days there are in a year")
