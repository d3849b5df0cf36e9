"""The shapes of the lobby: tables anybody may join or watch, who is here."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bastida.server.http.models import Asked, ClockAsked, Name, Pace, SetupAsked, Shown, Word

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


# -- challenges -----------------------------------------------------------------------------------------------------------


class ChallengeAsked(SetupAsked):
    to: Word = Field(description="A member")
    clock: ClockAsked | None = None
    first: Literal["me", "other", "random"] = "random"
    rated: bool = Field(default=True, description="Whether the game counts")
    undo: Literal["free", "ask", "off"] = "ask"
    name: Name | None = Field(default=None, description="How a guest wants to be called; guests challenge bots alone")


class Challenger(Shown):
    id: str | None = Field(description="null: a guest")
    name: str
    bot: bool


class ChallengeShown(Shown):
    id: str
    created: int
    expires: int = Field(description="Until when it can be accepted; milliseconds since 1970, as all times here")
    state: Literal["open", "accepted", "declined", "withdrawn", "expired"]
    by: Challenger
    to: Challenger
    game: str = Field(description="A preset or an edition")
    name: str = Field(description="The game, in words")
    parts: list[str]
    minutes: int
    clock: ClockAsked | None
    rated: bool
    table: str | None = Field(description="Where it is played, once it was accepted")


class Challenges(Shown):
    """Those that are open, and those of the last hour."""

    received: list[ChallengeShown]
    sent: list[ChallengeShown]


# -- bots -----------------------------------------------------------------------------------------------------------------


class BotRules(Asked):
    """Which challenges a bot accepts. What is outside is refused before it hears of it."""

    open: bool = Field(default=True, description="Whether it accepts any")
    presets: list[Word] = Field(default=[], max_length=50, description="Games it plays; none: all")
    clocks: list[Literal["none", "live", "days"]] = Field(default=["none", "live", "days"], max_length=3)
    least_minutes: float = Field(default=0, ge=0, le=600, description="Of a live clock")
    most_minutes: float = Field(default=600, ge=0, le=600)
    rated: bool = True
    casual: bool = Field(default=True, description="Games that do not count")
    members_only: bool = Field(default=False, description="Else guests may challenge it too")
    at_once: bool = Field(default=False, description="The server accepts for it whatever is within its rules")


class BotAsked(Asked):
    name: Name
    rules: BotRules = BotRules()


class BotChanged(Asked):
    name: Name | None = None
    rules: BotRules | None = None


class BotShown(Shown):
    id: str
    name: str
    rules: BotRules


class BotMade(BotShown):
    token: str = Field(description="Told now and never again: `Authorization: Bearer TOKEN`")


class BotToken(Shown):
    token: str


class Bots(Shown):
    bots: list[BotShown]
    most: int = Field(description="How many a member may have")


# -- the stream of a bot --------------------------------------------------------------------------------------------------


class BotChallenged(Shown):
    id: str
    name: str
    member: str | None
    expires: int
    game: str
    sets: list[str]
    elements: list[str] | None
    without: list[str]
    switches: dict[str, str]
    clock: ClockAsked | None
    rated: bool


class BotSettled(Shown):
    """A challenge it was told of is open no longer."""

    id: str
    state: Literal["accepted", "declined", "withdrawn", "expired"]
    table: str | None


class BotPlayer(Shown):
    name: str
    member: str | None
    bot: bool


class BotStarts(Shown):
    """A table at which it sits; all of them when the stream begins."""

    table: str
    seats: list[int]
    players: list[BotPlayer]


class BotTurn(Shown):
    """It is asked."""

    table: str
    seat: int
    seq: int
    options: list[str] = Field(description="The answers there are")
    waits_done: bool = Field(description="Its turn is played and waits for `done`, or for the moment to pass")


class BotOffer(Shown):
    table: str
    seat: int
    number: int
    kind: str


class BotEnds(Shown):
    table: str
    seats: list[int]
    players: list[str]
    points: list[int]
    winners: list[int]
    reason: str
