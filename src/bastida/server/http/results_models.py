"""The shapes of what is told of results: members' pages, games, the club."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bastida.server.http.models import Shown

PlayerKind = Literal["member", "bot", "guest", "computer"]


class PlayerNamed(Shown):
    """Somebody at a table. A computer is called by its level; guests, and whoever is gone or keeps to itself, ``-``."""

    member: str | None = Field(description="The member's id, if it may be told")
    name: str
    kind: PlayerKind
    level: str | None = Field(description="Of a computer")


class RatingChange(Shown):
    before: int
    after: int
    uncertainty: int


class GameSide(PlayerNamed):
    seat: int
    place: int = Field(description="Equal ones share one")
    points: int
    rating: RatingChange | None = Field(description="What the game did to the rating, if it is rated")
    luck: float | None = Field(description="Points that chance brought, if the game was analysed")
    adjusted: float | None = Field(description="Points ahead of the best rival without luck, if the game was analysed")


class GameResult(Shown):
    table: str
    ended: int
    how: str
    name: str
    family: str
    rated: bool
    bots: bool = Field(description="Rated on the scale of games at which a program sat")
    public: bool
    record: bool = Field(description="Its record can be had by everybody")
    sides: list[GameSide]


class GamesShown(Shown):
    games: list[GameResult]
    before: str | None = Field(description="For the next page, if there is one")


class RatingShown(Shown):
    family: str
    bots: bool
    rating: int
    uncertainty: int
    games: int
    last: int


class FamilyResults(Shown):
    family: str = Field(description="Empty: of games that cannot be played here any more")
    games: int
    won: int
    points: float
    best: int


class OpponentShown(PlayerNamed):
    games: int
    won: int = Field(description="Games in which the member came in before the other")
    lost: int


class SourceShown(Shown):
    source: str
    name: str
    points: int
    times: int
    once: int = Field(description="The most at once")


class ModulePlayed(Shown):
    id: str
    name: str
    games: int


class CurveShown(Shown):
    family: str
    bots: bool
    points: list[tuple[int, int, int]] = Field(description="When, the rating after that game, its uncertainty")


class LuckShown(Shown):
    """Means over the games whose records were analysed, in points ahead of the best rival."""

    games: int
    margin: float
    adjusted: float = Field(description="Without luck")
    luck: float
    error: float = Field(description="Points given away per decision")


class MemberPage(Shown):
    id: str
    name: str
    colour: str
    bot: bool
    private: bool
    mine: bool
    games: int
    won: int
    detailed: int = Field(description="The newest games, of which everything below tells")
    ratings: list[RatingShown]
    families: list[FamilyResults]
    opponents: list[OpponentShown]
    sources: list[SourceShown]
    modules: list[ModulePlayed]
    curves: list[CurveShown]
    luck: LuckShown | None


class Ranked(RatingShown):
    rank: int
    member: str
    name: str
    colour: str
    bot: bool


class TableLine(Shown):
    member: str
    name: str
    games: int
    won: int
    points: float


class BestShown(Shown):
    kind: Literal["points", "margin", "once", "region", "source", "thing"] = Field(
        description="Points of a game, points ahead, points at once, tiles of a feature, points from a source, things held"
    )
    source: str
    name: str
    value: int
    ended: int
    table: str
    player: PlayerNamed


class ClubPage(Shown):
    family: str
    bots: bool
    year: int
    families: list[str] = Field(description="Those of which there are public games")
    years: list[int]
    games: int
    ranks: list[Ranked]
    more: int | None = Field(description="For the next page of ranks, if there is one")
    table: list[TableLine]
    bests: list[BestShown]


class ResultLine(Shown):
    """A line of the export: a seat of a public game."""

    table: str
    ended: str
    how: str
    family: str
    bots: bool
    rated: bool
    edition: str
    preset: str | None
    expansions: str
    seat: int
    place: int
    points: int
    kind: PlayerKind
    level: str | None
    member: str | None
    name: str
    rating_before: int | None
    rating: int | None
    luck: float | None
    adjusted: float | None
