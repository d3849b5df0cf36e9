"""What an analysis says, as values: the lines of one position, and the review of a whole game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

# Classes of answers, the best first, with the loss of win chance from which on an answer belongs to the next one.
BEST: Final = "best"
MARKS: Final = (("good", 0.02), ("inaccuracy", 0.05), ("mistake", 0.10), ("blunder", 1.0))
CLASSES: Final = (BEST, *(name for name, _ in MARKS))

# Ratings, the best first, with the points given away per decision up to which they are earned. docs/analysis.md has what
# players of known strength give away.
RATINGS: Final = (("superb", 0.15), ("strong", 0.35), ("solid", 0.7), ("uneven", 1.2), ("weak", 2.5), ("aimless", 1e9))

# Levels with the points that they give away per decision, the best first; docs/analysis.md has the games. Levels that are told
# apart by their games and not by their errors stand together.
LADDER: Final = (
    (("search",), 0.04),
    (("trusting",), 0.18),
    (("greedy", "spendthrift", "ranking", "shortsighted"), 0.88),
    (("random",), 2.80),
)

MOMENTS: Final = 5


def mark_of(loss: float, points: float) -> str:
    """The class of an answer that loses so much win chance, and so many points."""
    if points <= 0.0:
        return BEST
    return next(name for name, limit in MARKS if loss < limit or name == MARKS[-1][0])


def rating_of(error: float) -> str:
    """The word for so many points given away per decision."""
    return next(name for name, limit in RATINGS if error <= limit)


def levels_of(error: float) -> list[str]:
    """The levels that give away about as much, the weakest first: those that are off by the smallest factor."""
    levels, _ = min(LADDER, key=lambda one: abs(math.log(max(error, 1e-3) / one[1])))
    return list(levels)


def likeness(phrases: Callable[..., str], levels: Sequence[str]) -> str:
    """A level in words, or from the weakest to the strongest of several."""
    return " – ".join(phrases(f"level.{name}") for name in dict.fromkeys((levels[0], levels[-1])))


@dataclass(frozen=True)
class Line:
    """An answer, and what is expected of it; lists are by seat."""

    option: str  # in notation
    margins: list[float]  # expected points ahead of the best rival at the end
    chances: list[float]  # of winning
    spread: float  # standard deviation, in points, of the asked seat's margin; 0: not known
    visits: int
    line: list[str]  # the answer and what is expected to follow, in notation


@dataclass(frozen=True)
class Outlooks:
    """The best answers to a question."""

    seat: int
    player: str
    kind: str  # of the question
    options: int  # answers there are
    nodes: int  # positions looked at
    lines: list[Line]

    def as_json(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return asdict(self)


@dataclass(frozen=True)
class Answer:
    """An answer of a player compared with the best one; forced ones have nothing to compare."""

    step: int  # which answer of the game, chance included, from 0
    turn: int
    seat: int
    kind: str
    text: str
    options: int
    best: list[str]  # the best line; empty if it begins with the answer given
    loss: float  # points of the asked seat's margin
    loss_chance: float  # of winning
    mark: str  # its class; empty if it was forced
    margins: list[float]  # by seat, after it
    chances: list[float]
    effects: list[float]  # by seat: what it changed, compared with the best one


@dataclass(frozen=True)
class Event:
    """What chance brought, compared with the mean over what it might have brought; lists are by seat."""

    step: int
    turn: int
    seat: int  # whose turn it is
    kind: str
    text: str
    luck: list[float]  # points
    luck_chance: list[float]  # of winning
    margins: list[float]  # after it
    chances: list[float]


@dataclass(frozen=True)
class Side:
    """The game of one seat. ``result = start + luck - own + others + remainder``, in points ahead of the best rival."""

    seat: int
    player: str
    colour: str
    decisions: int  # answers with a choice
    marks: dict[str, int]  # of each class
    error: float  # points given away per decision
    error_chance: float
    rating: str
    levels: list[str]  # that give away about as much, the weakest first
    result: float
    start: float
    luck: float
    own: float  # points that own errors cost
    others: float  # points that errors of others brought
    remainder: float  # what looking further ahead changed in the values
    adjusted: float  # the result without luck
    luck_chance: float


@dataclass(frozen=True)
class Moment:
    """Something that moved the chances of winning."""

    step: int
    turn: int
    seat: int
    chance: bool  # did chance do it?
    kind: str
    text: str
    swing: float  # of the seat's chance of winning
    points: float
    mark: str


@dataclass(frozen=True)
class Review:
    """A game that was looked at from its beginning to its end."""

    title: str
    players: list[str]
    budget: dict[str, Any]
    seed: int
    over: bool
    answers: list[Answer]
    events: list[Event]
    sides: list[Side]
    moments: list[Moment] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        found: dict[str, Any] = rounded(asdict(self))
        return found

    def curve(self) -> list[tuple[int, list[float]]]:
        """The chances of winning after every step that was looked at, by seat."""
        after = {one.step: one.chances for one in self.answers} | {one.step: one.chances for one in self.events}
        return sorted(after.items())


def moments_of(answers: Sequence[Answer], events: Sequence[Event]) -> list[Moment]:
    """What moved the chances most, in the order of the game."""
    found = [
        Moment(one.step, one.turn, one.seat, False, one.kind, one.text, -one.loss_chance, -one.loss, one.mark)
        for one in answers
        if one.loss > 0.0
    ]
    found += [
        Moment(one.step, one.turn, one.seat, True, one.kind, one.text, one.luck_chance[one.seat], one.luck[one.seat], "")
        for one in events
    ]
    greatest = sorted(found, key=lambda one: (-abs(one.swing), one.step))[:MOMENTS]
    return sorted(greatest, key=lambda one: one.step)


def rounded(value: Any) -> Any:
    """Numbers with as many places as mean anything."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(part) for part in value]
    return round(value, 4) if isinstance(value, float) else value
