"""A board of one's own: what is asked of it and what it shows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bastida.server.http.models import Asked, SetupAsked, Shown, Word
from bastida.server.http.view_models import EntryShown, OptionShown, View

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
