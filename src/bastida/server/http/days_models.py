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


class PushAsked(Asked):
    """A browser's push subscription, as the browser gives it."""

    endpoint: str = Field(min_length=1, max_length=1_000)
    public_key: str = Field(min_length=1, max_length=120, description="p256dh, in base64url")
    secret: str = Field(min_length=1, max_length=40, description="auth, in base64url")


class PushEnds(Asked):
    endpoint: str = Field(min_length=1, max_length=1_000)


class MailAsked(Asked):
    address: str = Field(max_length=254, pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$")


class NoticesShown(Shown):
    """Where a member's notices go."""

    key: str = Field(description="What a page subscribes to push with (applicationServerKey)")
    browsers: int = Field(description="How many browsers get them")
    mails: bool = Field(description="Whether this server sends letters at all")
    address: str | None = Field(description="The mailbox that gets them")
    confirmed: bool = Field(description="Whether whoever reads it has said so")
    feed: bool = Field(description="Whether there is a feed")


class FeedMade(Shown):
    address: str = Field(description="Where a feed reader finds it; whoever knows it can read it. It is told once")


class MailStopped(Shown):
    stopped: bool
