"""Requests as they are expected and answers as they are given: of all areas, and of tables. Answers lie beside."""

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


class ProblemShown(BaseModel):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    key: str | None = Field(default=None, description="Of what the rules refuse: which reason, the same in every language")
    clause: str | None = None


class Coloured(Shown):
    id: str
    name: str
