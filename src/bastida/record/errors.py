"""What can be wrong with a record or a position, said with its place, and the limits of what is read at all."""

from __future__ import annotations

import re
from typing import Final

from bastida.language.texts import FALLBACK, Texts, texts

# Nothing above these is read, so that a hostile file costs little. Real records stay far below.
MAX_BYTES: Final = 4_000_000
MAX_LINE: Final = 20_000  # characters
MAX_HEADERS: Final = 200  # lines of a header
MAX_TEXT: Final = 200  # characters of one answer, name, source ...
MAX_ANSWERS: Final = 20_000
MAX_STUDY_ANSWERS: Final = 2_000  # a study's table has no natural end
MAX_POSITION: Final = 16_000  # characters
MAX_TILES: Final = 500  # of a position

_LINE = re.compile(r"line ([0-9]+)")


class RecordError(ValueError):
    """A record that cannot be read or does not replay: where, what is wrong, and what would be right."""

    def __init__(self, where: str, problem: str, right: str = "") -> None:
        self.where = where  # "line 12", or the path of a JSON value: "turns[3].answers[1].text"
        self.problem = problem
        self.right = right
        self.file = ""
        super().__init__(where, problem, right)

    @property
    def line(self) -> int | None:
        """The line of a text record, counted from 1."""
        found = _LINE.match(self.where)
        return int(found[1]) if found else None

    def told(self, said: Texts) -> str:
        """The whole of it as a sentence in a reader's language."""
        place = ", ".join(part for part in (self.file, said.sentence(self.where)) if part)
        problem = (f"{place}: " if place else "") + said.sentence(self.problem)
        return said("error.right", problem=problem, right=said.sentence(self.right)) if self.right else problem

    def __str__(self) -> str:
        return self.told(texts(FALLBACK))


class PositionError(ValueError):
    """A position string that describes no position: in which section, what is wrong, and what would be right."""

    def __init__(self, section: str, problem: str, right: str = "") -> None:
        self.section = section
        self.problem = problem
        self.right = right
        super().__init__(section, problem, right)

    def __str__(self) -> str:
        place = f"section {self.section!r}: " if self.section else ""
        return place + self.problem + (f"; right would be: {self.right}" if self.right else "")


def quoted(text: str) -> str:
    """A piece of somebody else's text for an error message: short, and with nothing unprintable in it."""
    return repr(text) if len(text) <= 60 else repr(text[:57]) + "..."
