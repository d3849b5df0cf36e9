"""Records taken in, stepped through, filmed and analysed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bastida.server.http.models import Shown
from bastida.server.http.view_models import EntryShown, OptionShown


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
