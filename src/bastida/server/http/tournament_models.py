"""The shapes of requests and answers about tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from bastida.server.http.models import DRAWS, Aids, Asked, ClockAsked, Draws, Pace, SetupAsked, Shown, Token, Word
from bastida.server.table.naming import named

MOST_PLAYERS = 100
MOST_IN_ROUND_ROBIN = 24
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60), AfterValidator(named)]
Pairing = Literal["round_robin", "swiss", "knock_out"]
Scoring = Literal["field", "points"]
Ranking = Literal["matches", "field"]
LiveFor = Literal["organiser", "everybody"]
State = Literal["entry", "running", "over", "cancelled"]


class TournamentPlan(Asked):
    """What an organiser decides, beside the game."""

    pairing: Pairing = "swiss"
    rounds: int = Field(default=5, ge=1, le=15, description="Of a Swiss; the others have as many as they need")
    games: Literal[1, 2] = Field(default=2, description="Of a match: with two the seats are changed for the return game")
    together: bool = Field(default=False, description="The return game begins with the first, not after it")
    scoring: Scoring = Field(
        default="field", description="What decides a match: the leads against the field, or the leads as they are"
    )
    ranking: Ranking = Field(default="matches", description="What counts first: match points, or points against the field")
    clock: ClockAsked | None = Field(
        default=None, description="With days for each turn the games go over days, begin at once, and are lost on time"
    )
    aids: Aids = Field(default_factory=lambda: Aids(hints=False))
    draw: Draws = Field(default="at_once", description=DRAWS)
    pace: Pace = "normal"
    open: bool = Field(default=True, description="Any member may enter; else those who have the invitation")
    bots: bool = Field(default=False, description="Programs of members may enter")
    most: int = Field(default=32, ge=2, le=MOST_PLAYERS, description="Players at most")
    computer: Word | None = Field(default=None, description="Level of the computers that fill up; without one none do")
    fill: int = Field(
        default=0, ge=0, le=MOST_PLAYERS, description="Computers fill up to so many players, and to an even number"
    )
    lot: bool = Field(default=True, description="Seeds by lot; else in the order of entry")
    by_rating: bool = Field(
        default=False, description="Seeds by the ratings of members, the best first; who has none follows, as `lot` says"
    )
    starts: int | None = Field(
        default=None, ge=0, le=4_000_000_000_000, description="When it starts by itself, in ms since 1970"
    )
    wait_minutes: int = Field(
        default=15,
        ge=1,
        le=20_160,
        description="Whoever has not come to a table by then forfeits the match; not in games over days",
    )
    pause_minutes: int | None = Field(
        default=None, ge=0, le=20_160, description="From the end of a round to the next; without it the organiser begins each"
    )
    live: LiveFor = Field(
        default="organiser",
        description="Who may see boards of a round under way: an organiser who does not play, or everybody who does not,"
        " held back to what all players of the same tiles have seen",
    )

    @model_validator(mode="after")
    def _fits(self) -> TournamentPlan:
        if self.pairing == "round_robin" and max(self.most, self.fill) > MOST_IN_ROUND_ROBIN:
            raise ValueError(f"a round-robin has at most {MOST_IN_ROUND_ROBIN} players")
        if self.fill > self.most:
            raise ValueError("fill: more than may enter")
        if self.clock is not None and self.clock.days is not None and self.clock.at_zero != "lose":
            raise ValueError("games over days are lost on time: nobody could end them else")
        return self


class TournamentAsked(Asked):
    name: Title
    setup: SetupAsked = SetupAsked()
    plan: TournamentPlan = Field(default_factory=TournamentPlan)


class EntryAsked(Asked):
    code: Token | None = Field(default=None, description="Of the invitation, where there is one")


class WithdrawAsked(Asked):
    number: int | None = Field(default=None, ge=1, le=10_000, description="For the organiser: whose entry ends; else one's own")


class StartAsked(Asked):
    order: list[Annotated[int, Field(ge=1, le=10_000)]] = Field(
        default=[],
        max_length=MOST_PLAYERS,
        description="Entries in the order of their seeds, the best first; the others follow",
    )


class ForfeitAsked(Asked):
    board: int = Field(ge=1, le=1_000)
    who: Literal["first", "second", "both", "none"] = Field(description="Who loses the match; none: it counts for nobody")


class TournamentEntry(Shown):
    number: int
    name: str = Field(description="Empty: a member who is one no longer")
    member: str | None
    colour: str | None
    level: str | None = Field(description="Of a computer")
    bot: bool
    here: bool = Field(description="Has not left")
    joined: int = Field(description="The first round it can be paired in")
    seed: int = Field(description="Place in the order; 0 before the start")


class TournamentTable(Shown):
    table: str | None = Field(description="None: not opened yet")
    status: Literal["later", "waiting", "playing", "adjourned", "over", "out_of_order"]
    your_turn: bool = Field(description="A game over days that waits for the caller")
    seats: list[int] = Field(description="The entries by seat")
    points: list[int] | None = Field(description="By seat, when the round is over")
    given_up: bool = Field(description="When the round is over: it was not played to its end")
    picture: bool = Field(description="The caller may see the board now")
    watch: str | None = Field(description="Link for spectators, when the round is over")


class TournamentMatch(Shown):
    board: int
    first: int = Field(description="The entry that sits first in the first game; 0 is nobody")
    second: int
    forfeit: Literal["", "first", "second", "both", "none"]
    tables: list[TournamentTable]
    match_points: list[int] | None = Field(description="When the round is over")
    field: list[float] | None = Field(description="Points against the field, when the round is over")


class TournamentBag(Shown):
    commitment: str = Field(description="SHA-256 of the seed")
    seed: str | None = Field(description="When the round is over")
    mean: float | None = Field(description="The mean lead of the first seat, when the round is over")


class TournamentRound(Shown):
    number: int
    began: int = Field(description="In ms since 1970")
    ended: int | None
    bags: list[TournamentBag] = Field(description="One for each game of a match")
    matches: list[TournamentMatch]


class TournamentStanding(Shown):
    number: int
    rank: int
    match_points: int
    field: float
    buchholz: int
    direct: int | None
    played: int
    won: int
    drawn: int
    lost: int
    byes: int


class TournamentMine(Shown):
    """What the caller has to do with it."""

    organises: bool
    entry: int | None
    code: str | None = Field(description="Of the invitation, for the organiser")
    may_enter: bool
    table: str | None = Field(description="Where the caller is to play now")


class TournamentShown(Shown):
    id: str
    name: str
    game: str
    organiser: str | None
    created: int
    state: State
    version: int = Field(description="Goes up with every change of entries and rounds")
    round: int
    rounds_in_all: int
    next_at: int | None = Field(description="When it, or its next round, begins by itself, in ms since 1970")
    setup: SetupAsked
    plan: TournamentPlan
    mine: TournamentMine
    entries: list[TournamentEntry]
    rounds: list[TournamentRound]
    standings: list[TournamentStanding] = Field(description="After the rounds that are over")


class TournamentListed(Shown):
    id: str
    name: str
    game: str
    state: State
    created: int
    pairing: Pairing
    round: int
    players: int
    most: int
    open: bool
    next_at: int | None


class Tournaments(Shown):
    tournaments: list[TournamentListed]
    before: float | None = Field(description="To ask for the page after this one; None: that was all")


class TournamentSeats(Shown):
    tables: list[str] = Field(description="Where the caller plays now")
