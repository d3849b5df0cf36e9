"""What a problem is: a position, what is asked there, and what every answer is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

LEVELS: Final = ("greedy", "spendthrift", "ranking", "shortsighted", "trusting", "search")  # that try their hand at one
EASIEST: Final = 800  # rating of a problem that all of them solve
STEP: Final = 200  # for each that does not


@dataclass(frozen=True)
class Asked:
    """One question of a problem. A loss is in points of the expected margin, against the best answer."""

    kind: str
    answer: str  # the best, in notation
    close: Mapping[str, float]  # the next best ones and what they lose, the best of them first
    rest: float  # what every other answer loses at least

    def loss(self, answer: str) -> tuple[float, bool]:
        """What an answer gives away, and whether it may be more than that."""
        if answer == self.answer:
            return 0.0, False
        known = self.close.get(answer)
        return (self.rest, True) if known is None else (known, False)


@dataclass(frozen=True)
class Problem:
    """A position in which one answer is clearly the best, or one after the other in the same turn."""

    id: str
    preset: str
    seats: int
    position: str
    questions: tuple[Asked, ...]
    found: tuple[str, ...]  # those of LEVELS that answer all of it as the best does
    themes: tuple[str, ...] = ()

    @property
    def rating(self) -> int:
        """How hard it is: the more levels miss it, the harder."""
        return EASIEST + STEP * (len(LEVELS) - len(self.found))

    @property
    def answers(self) -> tuple[str, ...]:
        return tuple(question.answer for question in self.questions)

    def as_json(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        questions = [[one.kind, one.answer, dict(one.close), one.rest] for one in self.questions]
        return {
            "id": self.id,
            "preset": self.preset,
            "seats": self.seats,
            "position": self.position,
            "questions": questions,
            "found": list(self.found),
            "themes": list(self.themes),
        }


def from_json(entry: Mapping[str, Any]) -> Problem:
    """What ``as_json`` gave."""
    questions: Sequence[Any] = entry["questions"]
    return Problem(
        entry["id"],
        entry["preset"],
        entry["seats"],
        entry["position"],
        tuple(Asked(kind, answer, dict(close), rest) for kind, answer, close, rest in questions),
        tuple(entry["found"]),
        tuple(entry["themes"]),
    )
