"""What can be wrong with a record or a position, said with its place, and the limits of what is read at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bastida.kernel.answers import Refusal
from bastida.kernel.languages import FALLBACK
from bastida.language.refused import Refused, why
from bastida.language.sentences import by_clause, reason, spoken
from bastida.language.texts import texts

# Nothing above these is read, so that a hostile file costs little. Real records stay far below.
MAX_BYTES: Final = 4_000_000
MAX_LINE: Final = 20_000  # characters
MAX_HEADERS: Final = 200  # lines of a header
MAX_TEXT: Final = 200  # characters of one answer, name, source ...
MAX_ANSWERS: Final = 20_000
MAX_STUDY_ANSWERS: Final = 2_000  # a study's table has no natural end; positions arranged by hand count, too
MAX_SCORES: Final = 20_000  # scoring lines
MAX_COMMENTS: Final = 20_000
MAX_COMMENT: Final = 1_000  # characters
MAX_VARIATIONS: Final = 2_000
MAX_DEPTH: Final = 20  # variations in variations
MAX_PARTS: Final = 100  # tile sets, elements, switches, expansions
MAX_PLAYERS: Final = 9
MAX_POSITION: Final = 16_000  # characters
MAX_TILES: Final = 500  # of a position


@dataclass(frozen=True)
class Place:
    """Where in a record: a line of its text, an answer of that line, or the path of a JSON value; or nowhere."""

    line: int = 0
    answer: int = 0
    path: str = ""  # "turns[3].answers[1].text"
    result: bool = False  # of a record that was never read from anywhere

    def __bool__(self) -> bool:
        return self != NOWHERE

    def value(self) -> Refusal | str:
        """What stands for it in a sentence."""
        if self.answer:
            return why("record.line_answer", number=self.line, count=self.answer)
        if self.line:
            return why("record.line", number=self.line)
        return why("record.the_result") if self.result else self.path

    def __str__(self) -> str:
        return spoken(texts(FALLBACK), self.value())


NOWHERE: Final = Place()


class RecordError(Refused):
    """A record that cannot be read or does not replay: where, what is wrong, and what would be right."""

    def __init__(self, place: Place, refusal: Refusal, instead: Refusal | str = "") -> None:
        super().__init__(refusal)
        self.args = (place, refusal, instead)
        self.place = place
        self.instead = instead  # a sentence, or just the spelling of a record
        self.file = ""

    @property
    def where(self) -> str:
        """``line 12``, or the path of a JSON value: ``turns[3].answers[1].text``."""
        return str(self.place)

    @property
    def line(self) -> int | None:
        """The line of a text record, counted from 1."""
        return self.place.line or None

    @property
    def problem(self) -> str:
        """What is wrong, in English."""
        return reason(texts(FALLBACK), by_clause(self.refusal))

    @property
    def right(self) -> str:
        """What would be right, in English; empty if nobody knows."""
        return spoken(texts(FALLBACK), self.instead)

    def whole(self) -> Refusal:
        place = [part for part in (self.file, self.place.value()) if part]
        return _placed(place, super().whole(), self.instead)


class PositionError(Refused):
    """A position string that describes no position: in which section, what is wrong, and what would be right."""

    def __init__(self, section: str, refusal: Refusal, instead: Refusal | str = "") -> None:
        super().__init__(refusal)
        self.args = (section, refusal, instead)
        self.section = section
        self.instead = instead

    @property
    def problem(self) -> str:
        """What is wrong, in English."""
        return reason(texts(FALLBACK), by_clause(self.refusal))

    @property
    def right(self) -> str:
        """What would be right, in English; empty if nobody knows."""
        return spoken(texts(FALLBACK), self.instead)

    def whole(self) -> Refusal:
        place: list[Refusal | str] = [why("position.section", word=repr(self.section))] if self.section else []
        return _placed(place, super().whole(), self.instead)


def _placed(place: Sequence[Refusal | str], problem: Refusal, instead: Refusal | str) -> Refusal:
    """``line 12: what is wrong; right would be: this``."""
    if place:
        problem = why("at", place=place, problem=problem)
    return why("right", problem=problem, right=instead) if instead else problem


def quoted(text: str) -> str:
    """A piece of somebody else's text for an error message: short, and with nothing unprintable in it."""
    return repr(text) if len(text) <= 60 else repr(text[:57]) + "..."
