"""Tables made, found and joined; what helps at one."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bastida.server.http.models import ClockAsked, Coloured, Shown
from bastida.server.http.view_models import GameShown, SegmentShown, View


class SeatGiven(Shown):
    seat: int
    token: str
    link: str


class TableMade(Shown):
    table: str
    seats: list[SeatGiven] = Field(description="Of all seats for people: whoever has the token may sit there")
    watch: str | None = Field(description="Link for spectators; none at a table of a duplicate")
    view: View | None = Field(description="None for whoever opens a table of a duplicate and does not sit there")


class Claimed(Shown):
    table: str
    seats: list[int]
    watching: bool
    token: str | None = Field(description="For whoever keeps the seat by a token")


class RematchMade(Claimed):
    watch: str | None = Field(description="Link for spectators, for whoever made the table")


class Invited(Shown):
    """A seat as whoever is invited to the table sees it."""

    seat: int
    name: str
    colour: str
    letter: str
    kind: Literal["here", "link", "computer"]
    taken: bool
    bot: bool = Field(description="A program of a member's sits there")


class Invitation(Shown):
    """What a link leads to, told before anybody sits down with it."""

    table: str
    seat: int | None = Field(description="The seat of the link; null: to watch")
    you: list[int] = Field(description="Seats that the caller's browser has at the table already")
    host: str | None = Field(description="Who plays where the table was made; null if nobody does")
    status: Literal["waiting", "playing", "over", "adjourned"]
    game: GameShown
    theme: str
    parts: list[str] = Field(description="What is played beyond the box, in words")
    size: str = Field(description="How many tiles, in words")
    minutes: int = Field(description="How long it takes, about")
    clock: ClockAsked | None
    rated: bool = Field(description="Whether it counts for the ratings of members, if two or more sit there")
    players: list[Invited]
    colours: list[Coloured] = Field(description="Those the guest may have, that of the seat first")


class Reach(Shown):
    """Where others find this server."""

    addresses: list[str] = Field(description="Addresses for links, the best one first; empty if none is known")
    network: bool = Field(description="Whether it listens to other devices at all")


class TableListed(Shown):
    table: str
    seats: list[int]
    status: str
    name: str
    players: list[str]
    points: list[int]
    your_turn: bool
    left_ms: int | None = Field(description="In a slow game that waits for the caller: how long it does")
    touched: int
    theme: str


class Tables(Shown):
    tables: list[TableListed]


class Hint(Shown):
    answer: str
    sentence: str
    reason: str


class FeatureShown(Shown):
    kind: str
    segments: list[SegmentShown]
    completed: bool
    owners: list[int]
    strength: list[int]
    worth: int
    worth_completed: int
    tint: int | None = Field(description="Of fields: neighbours never have the same")


class Features(Shown):
    seq: int
    features: list[FeatureShown]
