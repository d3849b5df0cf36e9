"""The shapes of requests and answers, from which the OpenAPI page and the page's TypeScript types are made."""

from __future__ import annotations

import itertools
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from bastida.server.table.naming import named, worded

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(named)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=60), AfterValidator(worded)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Token = Annotated[str, StringConstraints(min_length=1, max_length=100)]
MOST_PARTS = 100  # of a list or a mapping in a request
SeatNumber = Annotated[int, Field(ge=0, le=20)]
Draws = Literal["at_once", "moment", "done"]
DRAWS = "When the tile after a person's turn is drawn: at once; after a moment or a word; when the player says that it is done"
Point = tuple[float, float]
Cell = tuple[int, int]
Pace = Literal["fast", "normal", "slow"]


class Asked(BaseModel):
    """A request's body: unknown fields and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _small(cls, data: Any) -> Any:
        """Stop at the first sight of too much: else every field of thousands is told what is wrong with it."""
        if isinstance(data, dict):
            known = cls.model_fields
            unknown = list(itertools.islice((str(key)[:60] for key in data if key not in known), 5))
            if unknown:
                raise ValueError(f"unknown fields: {', '.join(unknown)}")
            for name, value in data.items():
                if isinstance(value, dict | list) and len(value) > MOST_PARTS:
                    raise ValueError(f"{name}: more than {MOST_PARTS} parts")
        return data


class Shown(BaseModel):
    """Part of an answer."""

    model_config = ConfigDict(extra="forbid")


# -- requests -------------------------------------------------------------------------------------------------------------


class SeatAsked(Asked):
    name: Name | None = Field(default=None, description="Else the computer's level, or the colour")
    colour: Word | None = None
    kind: Literal["here", "link", "computer"] = "here"
    level: Word | None = Field(default=None, description="Of a computer: see levels in the catalogue")


Days = Annotated[int, Field(ge=1, le=7)]


class ClockAsked(Asked):
    """Minutes for the whole game, or days for every turn: one of the two."""

    minutes: float | None = Field(default=None, gt=0, le=600, description="For each player")
    increment: float = Field(default=0, ge=0, le=600, description="Seconds added for each turn")
    days: Days | None = Field(default=None, description="For each turn, in a slow game")
    at_zero: Literal["lose", "computer", "claim", "nothing"] = "lose"

    @model_validator(mode="after")
    def _one_of_two(self) -> ClockAsked:
        if (self.minutes is None) == (self.days is None):
            raise ValueError("minutes for the game or days for a turn, one of the two")
        if self.days is not None and self.increment:
            raise ValueError("days for a turn have no increment")
        return self


class Aids(Asked):
    """What the table shows beyond the pieces; written into the record."""

    legal: bool = True
    dead: bool = True
    remaining: bool = True
    fields: bool = True
    owners: bool = True
    projected: bool = False
    hints: bool = True


class RecordAsked(Asked):
    """Continue a record: one that was uploaded, or its text."""

    id: Word | None = None
    text: str | None = Field(default=None, max_length=1_000_000)
    step: int | None = Field(
        default=None, ge=0, le=100_000, description="Go on after so many answers, events of chance included"
    )


class SetupAsked(Asked):
    game: Word = Field(default="plus", description="A preset or an edition")
    sets: list[Word] = Field(default=[], max_length=30, description="Expansions to add")
    elements: list[Word] | None = Field(
        default=None, max_length=40, description="Elements to play with, instead of the usual ones"
    )
    without: list[Word] = Field(default=[], max_length=40, description="Elements to leave out")
    switches: dict[Word, Word] = Field(
        default={}, max_length=60, description="Doubts of the rulebooks to read otherwise than usual: see the catalogue"
    )


class RatingRange(Asked):
    least: int = Field(default=0, ge=0, le=10_000)
    most: int = Field(default=10_000, ge=0, le=10_000)


class TableAsked(SetupAsked):
    first: int | Literal["random"] = "random"
    seats: list[SeatAsked] = Field(default_factory=lambda: [SeatAsked(), SeatAsked()], min_length=2, max_length=8)
    clock: ClockAsked | None = None
    aids: Aids = Aids()
    undo: Literal["free", "ask", "off"] = "free"
    draw: Draws = Field(default="at_once", description=DRAWS)
    pace: Pace = Field(
        default="normal", description="How long the computer waits between two steps, so that they can be followed"
    )
    rated: bool = Field(default=True, description="Whether it counts for the ratings of members; for a game of two or more")
    duplicate: Word | None = Field(default=None, description="Code of a duplicate: its order of tiles, and its set-up")
    organiser: Token | None = Field(default=None, description="With a duplicate: the organiser's token")
    record: RecordAsked | None = None
    listed: bool = Field(default=False, description="Show the free seats in the lobby: whoever likes may sit down")
    watch: bool = Field(default=False, description="Show the running game in the lobby: whoever likes may watch")
    rating: RatingRange | None = Field(default=None, description="With listed: only for members with such a rating")


class ClaimAsked(Asked):
    token: Token
    name: Name | None = Field(default=None, description="How the player wants to be called; only when the seat is first taken")
    colour: Word | None = Field(default=None, description="Another colour that is free; only when the seat is first taken")
    keep: Literal["cookie", "token"] = Field(
        default="cookie",
        description="What holds the seat from now on: the browser's cookie, or (for programs) a fresh token in the answer",
    )


class InvitationAsked(Asked):
    token: Token


class LinkAsked(Asked):
    others: bool = Field(default=False, description="Sign out all other browsers that hold the seat")


class Act(Asked):
    """Everything that changes a table names the seat and carries a key: the same key again changes nothing."""

    seat: SeatNumber
    key: Key


class PositionAct(Act):
    seq: int = Field(ge=0, description="The sequence number of the view this was decided on")


class AnswerAsked(PositionAct):
    answer: Annotated[str, StringConstraints(min_length=1, max_length=200)] = Field(description="The notation of an option")


class OfferAsked(PositionAct):
    kind: Literal["undo", "end", "adjourn", "slow"]
    days: Days | None = Field(default=None, description="For each turn, with the offer to go on slowly")

    @model_validator(mode="after")
    def _days_if_slow(self) -> OfferAsked:
        if (self.kind == "slow") != (self.days is not None):
            raise ValueError("days go with the offer to go on slowly, and with no other")
        return self


class ReplyAsked(Act):
    accept: bool


class ChatAsked(Act):
    text: Annotated[str, StringConstraints(min_length=1, max_length=500)]


class MuteAsked(Act):
    muted_seat: SeatNumber
    on: bool = True


class StandInAsked(Act):
    by: SeatNumber | None = Field(default=None, description="The seat that asks, if the caller has several")
    how: Literal["claim", "computer", "adjourn", "return"]


class RematchAsked(Asked):
    seat: SeatNumber | None = Field(
        default=None, description="The seat that asks; without one, to watch a rematch that was made"
    )
    key: Key
    keep: Literal["cookie", "token"] = Field(
        default="cookie",
        description="What holds the new seat: the browser's cookie, or (for programs) a fresh token in the answer",
    )


class HintAsked(Asked):
    seat: SeatNumber


class LessonAsked(Asked):
    name: Name | None = Field(default=None, description="How the learner wants to be called")


class CloseAsked(Asked):
    token: Token


# -- studies --------------------------------------------------------------------------------------------------------------

MOST_STUDY = 200_000  # characters of its text
StudyText = Annotated[str, StringConstraints(max_length=MOST_STUDY)]
MoveNumber = Annotated[int, Field(ge=0, le=100_000, description="0 is the beginning")]
Coordinate = Annotated[int, Field(ge=-9_999, le=9_999)]
Quarter = Annotated[int, Field(ge=0, le=3)]
Owner = Annotated[str, StringConstraints(max_length=60)]  # a colour; empty for nobody's figures
Count = Annotated[int, Field(ge=0, le=999)]
Spoken = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_000)]


class StudyBegins(SetupAsked):
    """A new study: the table before the first draw."""

    verb: Literal["begin"]
    players: int = Field(default=2, ge=2, le=8)


class StudyImports(Asked):
    """A new study: of a position string or a record, in either form."""

    verb: Literal["import"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=1_000_000)]


class TileLaid(Asked):
    verb: Literal["lay"]
    tile: Word
    x: Coordinate
    y: Coordinate
    turns: Quarter


class TileLifted(Asked):
    verb: Literal["lift"]
    x: Coordinate
    y: Coordinate


class FigureMoved(Asked):
    verb: Literal["stand", "take"]
    owner: Owner
    figure: Word
    x: Coordinate
    y: Coordinate
    segment: Word


class PointsSet(Asked):
    verb: Literal["points"]
    owner: Owner
    points: int = Field(ge=-9_999, le=9_999)
    scorer: int = Field(default=0, ge=0, le=1)


class SupplySet(Asked):
    verb: Literal["supply"]
    owner: Owner
    figure: Word
    number: Count


class BagSet(Asked):
    verb: Literal["bag"]
    pile: Word
    piece: Word
    number: Count


class TurnGiven(Asked):
    verb: Literal["turn"]
    owner: Owner


class HandSet(Asked):
    verb: Literal["hand"]
    tile: Annotated[str, StringConstraints(max_length=60)] = Field(description="Empty: it is still to be drawn")


class MovePlayed(Asked):
    """An answer, or what chance brings, after the move ``at``; another one than before begins a variation."""

    verb: Literal["play"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class StudyTold(Asked):
    verb: Literal["comment", "title"]
    text: Spoken


class MoveTurned(Asked):
    """Take out a move and what follows; make its variation the line; begin a new study of the position after it."""

    verb: Literal["drop", "promote", "here"]


StudyStep = Annotated[
    StudyBegins
    | StudyImports
    | TileLaid
    | TileLifted
    | FigureMoved
    | PointsSet
    | SupplySet
    | BagSet
    | TurnGiven
    | HandSet
    | MovePlayed
    | StudyTold
    | MoveTurned,
    Field(discriminator="verb"),
]


class BrushAsked(Asked):
    """What somebody is about to put on the table: a tile, or a figure of a colour."""

    tile: Annotated[str, StringConstraints(max_length=60)] = ""
    owner: Owner = ""
    figure: Annotated[str, StringConstraints(max_length=60)] = ""


class StudyAsked(Asked):
    study: StudyText = Field(default="", description="The text of its record; not needed to begin one")
    at: MoveNumber = 0
    step: StudyStep | None = None
    brush: BrushAsked | None = None


class StudyPlace(Asked):
    study: StudyText
    at: MoveNumber = 0


class StudyKept(Asked):
    study: StudyText


# -- answers --------------------------------------------------------------------------------------------------------------


class ProblemShown(BaseModel):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    key: str | None = Field(default=None, description="Of what the rules refuse: which reason, the same in every language")
    clause: str | None = None


class Done(Shown):
    seq: int


class RulingShown(Shown):
    """A doubt of the rulebook that this table reads otherwise than usual."""

    id: str
    value: str
    name: str
    reading: str
    clause: str


class GameShown(Shown):
    family: str
    edition: str
    sets: list[str]
    elements: list[str]
    switches: dict[str, str] = Field(description="Doubts of the rulebooks that are read otherwise than usual")
    rulings: list[RulingShown] = Field(description="The same in words")
    preset: str | None
    name: str


class SettingsShown(Shown):
    aids: Aids
    clock: ClockAsked | None
    undo: Literal["free", "ask", "off"]
    draw: Draws = Field(description=DRAWS)
    pace: Pace
    rated: bool = Field(description="Whether it counts for the ratings of members, if two or more sit here")
    duplicate: str | None
    listed: bool = Field(description="Whether its free seats are shown in the lobby")
    watch: bool = Field(description="Whether whoever likes may watch, from the lobby")
    tournament: str | None = Field(default=None, description="The tournament that this table belongs to")


class TrackShown(Shown):
    points: int
    space: int
    laps: int
    lying: bool
    tokens: list[int]


class Held(Shown):
    """Something that lies before a player."""

    picture: str
    number: int
    owner: int | None = Field(description="The seat in whose colour it is")
    record: int | None = Field(description="What was reached to win it")
    label: str = Field(description="All of it in words")


class PlayerShown(Shown):
    seat: int
    name: str
    colour: str
    letter: str
    kind: Literal["here", "link", "computer"]
    level: str | None
    stand_in: str | None
    taken: bool
    member: str | None = Field(description="Which member of this server plays here; null: a guest or a computer")
    bot: bool = Field(description="Whether a program of somebody's plays here")
    connected: bool
    stand_in_ms: int | None = Field(
        description="In how many milliseconds the others may go on without this player, 0: now; null: the game does not"
        " wait for somebody who is away here"
    )
    resigned: bool
    points: int
    track: list[TrackShown]
    supply: dict[str, int]
    holds: list[Held]
    clock_ms: int | None
    clock_running: bool


class Target(Shown):
    """What an answer is about; which fields it has depends on its type."""

    type: Literal["cell", "segment", "tile", "line", "standing", "space", "scorer", "seat", "pile", "nothing"]
    x: int | None = None
    y: int | None = None
    turn: int | None = Field(default=None, description="Of a cell: quarter turns clockwise")
    name: str | None = Field(default=None, description="Of a segment or a pile")
    start: str | None = Field(default=None, description="Of a line: the side where it begins")
    end: str | None = Field(default=None, description="Of a line: the side where it ends")
    where: str | None = Field(default=None, description="Of a standing figure: its segment, or the thing it stands on")
    seat: int | None = Field(default=None, description="Whose figure")
    kind: str | None = Field(default=None, description="Which kind of figure")
    number: int | None = Field(default=None, description="Of a space or a seat; which of a player's scoring figures")


class OptionShown(Shown):
    text: str = Field(description="Notation: what is sent back")
    sentence: str
    verb: str = Field(description="What is done, a word of the module")
    figure: str = Field(description="With which kind of figure; empty if with none")
    target: Target
    detail: str = Field(description="What else is said: a tile, a number, who pays")
    declines: bool = Field(description="A way of doing nothing")
    module: str = Field(description="Whose answer it is; empty for those of every game")
    at: Point | None = Field(description="Where to tap. Board coordinates: the tile on x,y covers x to x+1 and y to y+1")
    space: int | None = Field(description="Of a scoring figure that would move: the space of the scoreboard where it would end")
    picture: str | None = Field(description="What to show there, or on the card of an answer without a place")
    removes: bool = Field(description="The figure there would leave")
    lying: bool = Field(description="The figure would lie there")


class HelpShown(Shown):
    """What is behind a question."""

    text: str = Field(description="Two lines")
    component: str = Field(description="Whose rules and lesson say more")
    picture: str | None = Field(description="Of a figure or piece")
    tile: str | None = Field(description="To show where there is no such picture")


class DecisionShown(Shown):
    seat: int
    kind: str
    module: str
    clause: str = Field(description="The prefix of the clauses about it")
    question: str = Field(description="In the second person for the only seat of this browser; for others who is waited for")
    optional: bool
    help: HelpShown
    options: list[OptionShown] = Field(description="Only for the seat that is asked")


class TileShown(Shown):
    tile: str
    x: int
    y: int
    turns: int
    seq: int


class FigureShown(Shown):
    seat: int | None
    kind: str
    x: int | None = None
    y: int | None = None
    segment: str | None = None
    role: str | None = None
    lying: bool | None = None
    at: Point | None = None
    on: str | None = Field(default=None, description="The picture of the thing of a tile it stands on, instead of a segment")
    place: str | None = Field(default=None, description="A word for where it is if not on the board")
    index: int | None = Field(default=None, description="Which of these places: a seat, a space")


class PieceShown(Shown):
    """Something that lies on a tile."""

    picture: str
    x: int
    y: int
    number: int = Field(description="How many, or how high")
    ends: list[str] = Field(description="The sides it joins, if it lies across the tile")
    closed: bool = Field(description="Nothing more can be put on it")
    at: Point
    drawing: str = Field(description="Symbol for the whole tile, from /api/art/{theme}/pieces.svg?ids=")


class OnTrack(Shown):
    """A piece on a space of the scoreboard, besides the scoring figures."""

    space: int
    picture: str
    owner: int | None
    label: str


class Beside(Shown):
    """A thing that lies beside the board for everybody."""

    picture: str
    label: str


class PileShown(Shown):
    name: str
    tiles: bool = Field(description="Tiles lie in it, not something else")
    turns: bool = Field(description="Turns begin with a tile of it; else it is drawn from by the way, or not at all")
    left: int
    mixed: dict[str, int] | None = None
    below: list[str] | None = None
    box: dict[str, int] | None = None


class SegmentShown(Shown):
    x: int
    y: int
    segment: str


class EntryShown(Shown):
    turn: int
    seat: int
    points: int
    figure: int
    final: bool
    source: str
    clause: str
    finished: bool
    lines: list[tuple[str, int, int]]
    halved: bool
    cells: list[Cell]
    region: SegmentShown | None = Field(description="A segment of the region it is for, if it is for one")
    sentence: str
    arithmetic: str


class LogShown(Shown):
    seq: int
    seat: int | None
    kind: str
    sentence: str = Field(description="Said to the reader of what the only seat of this browser did")
    clause: str = Field(description="The clause behind a scoring; else empty")
    tile: str = Field(description="A tile that fitted nowhere; else empty")
    cells: list[Cell] = Field(description="Where it happened: what was laid, placed or scored")
    line: int | None = Field(description="Of what was scored: which line of the ledger tells it")


class OfferShown(Shown):
    number: int
    seat: int
    kind: Literal["undo", "end", "adjourn", "slow"]
    accepted: list[int]
    sentence: str


class ExpectedShown(Shown):
    """What a computer expected when it answered last."""

    seat: int
    margin: float = Field(description="Points ahead of the best of the others at the end")
    chance: float = Field(description="Of winning, 0 to 1")
    sentence: str


class Outcome(Shown):
    reason: str
    winners: list[int]


class BeforeEnd(Shown):
    """What a player had before the final scoring."""

    points: int
    track: list[TrackShown]
    supply: dict[str, int]


class LastStanding(FigureShown):
    """A figure that was on the table when the final scoring began."""

    leaves: int | None = Field(description="It stands until this line of the ledger was told; null: it stays")


class LineShown(Shown):
    """What a player has after a line of the final scoring."""

    line: int = Field(description="Which line of the ledger; the player is its")
    points: int
    track: list[TrackShown]


class EndingShown(Shown):
    """The table before the final scoring, and what changes with each line of it."""

    players: list[BeforeEnd]
    figures: list[LastStanding]
    lines: list[LineShown]


class WaitsDone(Shown):
    """A turn that was played and is not done: it can be taken back, and ended."""

    seat: int
    left_ms: int | None = Field(description="How long until the next tile is drawn; null: until the player says so")


class RematchShown(Shown):
    """The table at which a game is played again."""

    table: str
    seat: int = Field(description="Who asked for it")


class LessonGoes(Shown):
    """How a step of a lesson goes: it lasts one turn."""

    standing: Literal["open", "reached", "missed"]
    suggested: str | None = Field(description="The next answer on one way to the aim, in notation")


class View(Shown):
    """What a seat may know (version 3)."""

    version: Literal[3]
    table: str
    seq: int
    status: Literal["waiting", "playing", "over", "adjourned"]
    you: list[int]
    game: GameShown
    theme: str
    person: str = Field(description="The picture of the figure that stands for a player")
    scorers: list[str] = Field(description="Pictures of a player's figures on the scoreboard")
    settings: SettingsShown
    turn: int
    part: int
    active: int
    players: list[PlayerShown]
    tile: str | None
    decision: DecisionShown | None
    board: list[TileShown]
    figures: list[FigureShown]
    pieces: list[PieceShown]
    piles: list[PileShown]
    track: list[OnTrack]
    beside: list[Beside]
    ledger: list[EntryShown]
    log: list[LogShown]
    dead: list[Cell]
    projected: list[int] | None
    expected: list[ExpectedShown] = Field(description="By computers that can tell; empty where the table allows no hints")
    over: bool
    winners: list[int]
    outcome: Outcome | None
    ending: EndingShown | None = Field(description="Once it is over, if there was a final scoring")
    undo: int | None = Field(description="The seat that may take back its last answer now")
    waits_done: WaitsDone | None = Field(description="Before the next tile is drawn, while a turn can still be taken back")
    rematch: RematchShown | None = Field(description="Once somebody has asked for one: the others sit down there")
    offers: list[OfferShown]
    lesson: LessonGoes | None = Field(description="Only at the table of a lesson")
    muted: list[int]


class UpdateShown(Shown):
    """``event: update``: what has changed since the last view or update."""

    seq: int
    set: dict[str, Any]
    append: dict[str, list[Any]]
    keep: dict[str, int] = Field(
        description="After something was taken back: of a list, how many lines stay before those added"
    )


class ChatShown(Shown):
    """``event: chat``"""

    seq: int
    seat: int
    text: str
    at: int


class PresenceSeat(Shown):
    seat: int
    connected: bool
    away_ms: int | None = Field(description="How long the player has been away")
    stand_in_ms: int | None = Field(description="As in the view")


class PresenceShown(Shown):
    """``event: presence``"""

    seats: list[PresenceSeat]
    patience_ms: int


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


class Coloured(Shown):
    id: str
    name: str


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


class RecordMade(Shown):
    id: str
    steps: int
    players: list[str]
    name: str
    over: bool


class FilmShown(Shown):
    state: Literal["waiting", "making", "ready"]
    done: int  # of the work, while it is being made
    of: int


class AnalysisStanding(Shown):
    """How far an analysis is. It is made in passes, each with a greater budget than the one before."""

    state: Literal["none", "waiting", "working", "rests", "ready", "failed"]
    budget: str = Field(description="Of the pass under way, or of the last one")
    done: int = Field(description="Stretches of the game that this pass has looked at")
    of: int = Field(description="How many there are; 0 if that is not known yet")
    ready: str | None = Field(description="The deepest budget whose result is there")


class AnalysedAnswer(Shown):
    """An answer of a player; lists are by seat."""

    step: int = Field(description="Which answer of the game, chance included, from 0")
    turn: int
    seat: int
    kind: str
    options: int
    mark: Literal["", "best", "good", "inaccuracy", "mistake", "blunder"] = Field(
        description="Its class; empty if it was forced"
    )
    loss: float = Field(description="Points that the best answer would have been worth more")
    loss_chance: float = Field(description="The same in chance of winning")
    margins: list[float] = Field(description="Points ahead of the best rival expected at the end, after it")
    chances: list[float] = Field(description="Of winning, after it")
    better: list[OptionShown] = Field(description="Of an error: what would have been better, answer by answer")
    why: str = Field(description="Of an error: what the better answer had for it, in words; may be empty")


class AnalysedEvent(Shown):
    """What chance brought, compared with the mean over what it might have brought; lists are by seat."""

    step: int
    turn: int
    seat: int = Field(description="Whose turn it is")
    kind: str
    luck: list[float] = Field(description="Points")
    luck_chance: list[float] = Field(description="Chance of winning")
    margins: list[float]
    chances: list[float]


class AnalysedSide(Shown):
    """The game of one seat, in points ahead of the best rival: result = start + luck - own + others + remainder."""

    seat: int
    player: str
    colour: str
    decisions: int
    marks: dict[str, int]
    error: float = Field(description="Points given away per decision")
    error_chance: float
    rating: str
    word: str = Field(description="The rating in words")
    levels: list[str] = Field(description="Levels of the computer that give away about as much, the weakest first")
    like: str = Field(description="These levels in words")
    result: float
    start: float
    luck: float
    own: float
    others: float
    remainder: float
    adjusted: float = Field(description="The result without luck")
    luck_chance: float


class AnalysedMoment(Shown):
    """Something that moved the chances of winning most."""

    step: int
    turn: int
    seat: int
    chance: bool = Field(description="Did chance do it?")
    mark: str
    swing: float
    points: float


class AnalysisShown(Shown):
    budget: str
    over: bool
    answers: list[AnalysedAnswer]
    events: list[AnalysedEvent]
    sides: list[AnalysedSide]
    moments: list[AnalysedMoment]


class StepShown(Shown):
    step: int
    turn: int
    seat: int | None
    kind: str
    text: str
    sentence: str
    scored: list[EntryShown]


class RecordSteps(Shown):
    id: str
    name: str
    players: list[str]
    colours: list[str]
    steps: list[StepShown]
    points: list[int]
    over: bool


class MoveShown(Shown):
    """A move of a study: an answer, or what chance brought."""

    number: int
    before: int = Field(description="The move it follows; 0: the beginning")
    line: bool = Field(description="It goes on the line it follows; else it begins a variation")
    depth: int = Field(description="In how many variations it lies")
    turn: int
    seat: int | None
    kind: str
    text: str
    sentence: str
    scored: list[EntryShown]
    comments: list[str]


class ChanceShown(Shown):
    """Something chance may bring."""

    text: str
    tile: str | None
    sentence: str


class CopiesShown(Shown):
    tile: str
    left: int = Field(description="Copies that lie neither on the table nor in hand")


class PieceLeft(Shown):
    piece: str
    left: int


class PileLeft(Shown):
    name: str
    pieces: list[PieceLeft]


class PaletteShown(Shown):
    """What a position can be arranged with."""

    hand: str = Field(description="The tile in hand; empty before a draw")
    tiles: list[CopiesShown]
    piles: list[PileLeft]
    neutral: list[str] = Field(description="Kinds of figures that are nobody's")


class StudyShown(Shown):
    study: str = Field(description="The text of its record")
    at: int
    title: str
    about: str = Field(description="The comment on the beginning")
    position: str = Field(description="The position string after the move")
    view: View
    moves: list[MoveShown]
    draws: list[ChanceShown] = Field(description="What chance may bring, where it is asked")
    arrange: PaletteShown | None = Field(description="Null where the position can only be played")
    options: list[OptionShown] = Field(description="Where the brush may go")


class StudyLine(Shown):
    record: str


class OutlookShown(Shown):
    """An answer and what is expected of it; lists are by seat."""

    option: str
    margins: list[float] = Field(description="Points ahead of the best rival at the end")
    chances: list[float] = Field(description="Of winning")
    spread: float
    visits: int
    line: list[str]
    sentences: list[str] = Field(description="The line in words")


class StudyAnswers(Shown):
    seat: int
    player: str
    kind: str
    options: int
    nodes: int
    lines: list[OutlookShown]


class StudyNamed(Shown):
    id: str
    title: str
    changed: int


class Studies(Shown):
    studies: list[StudyNamed]


class StudySaved(StudyNamed):
    mine: bool
    study: str


class DuplicateMade(Shown):
    code: str
    commitment: str
    token: str = Field(description="For the organiser: opens tables, shows how they stand, closes the duplicate")


class DuplicateTable(Shown):
    table: str
    status: str
    players: list[str]
    points: list[int] | None = Field(description="Of a table that is over, as soon as results are shown")
    winners: list[int]
    watch: str | None = Field(description="Link for spectators, when the duplicate is closed and all its tables are over")


class DuplicateShown(Shown):
    code: str
    name: str
    commitment: str = Field(description="SHA-256 of the seed")
    closed: bool
    seed: str | None = Field(description="Shown when the duplicate is closed and all its tables are over")
    opened: int = Field(description="How many tables there are")
    tables: list[DuplicateTable] = Field(
        description="Those that are over, when all are or the duplicate is closed; for the organiser all of them, at any time"
    )


class StepListed(Shown):
    id: str
    title: str


class LessonListed(Shown):
    """A lesson of a few steps about a component."""

    component: str
    name: str
    steps: list[StepListed]


class LessonsShown(Shown):
    lessons: list[LessonListed] = Field(description="In the order of learning")


class LessonStep(StepListed):
    rule: str
    task: str
    done: str = Field(description="What is said when the aim was reached")
    missed: str = Field(description="What is said when the turn is over without it; empty if that cannot be")
    answers: list[str] = Field(description="One way to reach the aim")
    clauses: list[str]


class LessonShown(Shown):
    component: str
    name: str
    steps: list[LessonStep]


class PosedListed(Shown):
    """A problem before it is opened."""

    id: str
    preset: str
    name: str = Field(description="What is played")
    seats: int
    rating: int
    themes: list[str]


class PosedList(Shown):
    problems: list[PosedListed] = Field(description="In the order of learning")
    themes: dict[str, str] = Field(description="The words for every theme")
    first_day: str = Field(description="From which days are counted; that day has the first problem")
    stride: int = Field(description="Places from one day's problem to the next one's, round and round")


class PosedLoss(Shown):
    text: str
    loss: float = Field(description="Points of the expected margin, against the best answer")


class PosedQuestion(Shown):
    view: View = Field(description="As whoever is asked sees the table")
    answer: str = Field(description="The best")
    sentence: str
    reason: str = Field(description="Why, in words; empty if there is none")
    close: list[PosedLoss] = Field(description="The next best answers, the best first")
    rest: float = Field(description="What every other answer loses at least")


class PosedShown(Shown):
    id: str
    name: str
    preset: str
    rating: int
    themes: list[str] = Field(description="In words")
    solvers: list[str] = Field(description="Levels of the computer that solve it")
    position: str
    questions: list[PosedQuestion] = Field(description="One after the other, each after the best answer to the one before it")
    after: View = Field(description="The table after the last answer")
