"""What a table shows to whoever looks at it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from bastida.server.http.models import DRAWS, Aids, Cell, ClockAsked, Draws, Pace, Point, Shown


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
