"""Lessons, problems, and duplicates of one order of tiles."""

from __future__ import annotations

from pydantic import Field

from bastida.server.http.models import Shown
from bastida.server.http.view_models import View


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
