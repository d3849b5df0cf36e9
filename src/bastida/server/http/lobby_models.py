"""The shapes of the lobby: tables anybody may join or watch, who is here."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bastida.server.http.models import Asked, ClockAsked, Name, Pace, Shown, Word

QuickPace = Literal["fast", "normal", "untimed"]


class JoinAsked(Asked):
    name: Name | None = Field(default=None, description="How a guest wants to be called; a member has a name")
    colour: Word | None = Field(default=None, description="Another colour that is free")


class QuickAsked(Asked):
    game: Word = Field(default="plus", description="A preset")
    pace: QuickPace = Field(
        default="normal", description="Minutes for each player and seconds for each turn: 5 and 5, 15 and 10, no clock"
    )
    name: Name | None = Field(default=None, description="How a guest wants to be called; a member has a name")


class Joined(Shown):
    table: str
    seats: list[int] = Field(description="The caller's; none for whoever watches")


class QuickFound(Joined):
    made: bool = Field(description="Whether it is a new table, at which the caller waits for somebody")


class RatingShown(Shown):
    least: int
    most: int


class LobbyPlayer(Shown):
    name: str | None = Field(description="null: a seat that is free")
    kind: Literal["here", "link", "computer"]
    level: str | None = Field(description="Of a computer, in words")
    member: str | None
    bot: bool
    rating: int | None = Field(description="Of a member, at what is played here")


class LobbyTable(Shown):
    table: str
    state: Literal["open", "running"]
    created: int = Field(description="Milliseconds since 1970")
    name: str = Field(description="The game, in words")
    preset: str | None
    edition: str
    theme: str
    parts: list[str] = Field(description="What is played beyond the box, in words")
    minutes: int = Field(description="How long it takes, about")
    clock: ClockAsked | None
    pace: Pace
    free: int = Field(description="Seats for whoever comes")
    watch: bool = Field(description="Whether anybody may watch, once it runs")
    rating: RatingShown | None = Field(description="Only members with such a rating sit down")
    players: list[LobbyPlayer]


class LobbyMember(Shown):
    id: str
    name: str
    colour: str
    bot: bool


class LobbyShown(Shown):
    """Open tables and those to watch, the newest hundred of each, and the members who are here."""

    tables: list[LobbyTable]
    here: list[LobbyMember]
    open: int = Field(description="How many tables have free seats")
    running: int = Field(description="How many may be watched")
    members: int = Field(description="How many members are here")
    guests: int


class LobbyChanged(LobbyShown):
    """What is new or otherwise in the lobby, and what is there no more."""

    gone: list[str] = Field(description="Tables")
    left: list[str] = Field(description="Members")


class LobbyYou(Shown):
    """Who looks at the lobby."""

    member: str | None
    name: str | None
    may_make: bool = Field(description="Whether the caller may make tables here")
