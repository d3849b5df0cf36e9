"""Shapes that both forms of a record share: which words, names and numbers there may be."""

from __future__ import annotations

import re
from typing import Final

from bastida.record.errors import MAX_BYTES, MAX_TEXT, RecordError, quoted
from bastida.record.model import Record

WORD: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")  # kinds of question, colours, families, editions
PART: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]{0,39}")  # tile sets, elements, switches
KEY: Final = re.compile(r"[a-z][a-z0-9_-]*(?: [a-z0-9_-]+){0,3}")  # a header that is kept, not understood
HASH: Final = re.compile(r"p[1-9][0-9]{0,2} [0-9a-f]{16}")
RESERVED: Final = frozenset(
    "format version family edition sets elements switches switch players player first study start position turns result"
    " more".split()
)


def decoded(data: str | bytes) -> str:
    """The characters of a file that is not too large and really is UTF-8."""
    size = len(data)
    if size > MAX_BYTES:
        raise RecordError("line 1", f"the record is larger than {MAX_BYTES} bytes", "one game, a few kilobytes")
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}", f"byte {data[error.start]:#04x} is not UTF-8", "a file saved as UTF-8") from None


def phrase(text: str, where: str, what: str, *, empty: bool = False) -> str:
    """A piece of free text that fits into a line of a record: printable, without ``;``, without spaces around it."""
    if not text and not empty:
        raise RecordError(where, f"{what} is missing here")
    if len(text) > MAX_TEXT:
        raise RecordError(where, f"{what} is longer than {MAX_TEXT} characters")
    if not text.isprintable() or text != text.strip() or ";" in text:
        raise RecordError(where, f"{what} cannot be {quoted(text)}", "printable characters, no ';', no spaces around")
    return text


def word(text: str, where: str, what: str, shape: re.Pattern[str] = WORD) -> str:
    if not shape.fullmatch(text):
        raise RecordError(where, f"{what} cannot be {quoted(text)}", "one word of letters, digits, '-' and '_'")
    return text


def kept_key(text: str, where: str) -> str:
    """The name of a header that is kept without being understood."""
    if len(text) > 60 or not KEY.fullmatch(text) or text.split(" ")[0] in RESERVED:
        raise RecordError(where, f"{quoted(text)} cannot be the name of a further header", "words in small letters")
    return text


def checked(record: Record) -> Record:
    """What both readers ask of a record as a whole: every player has a colour, and nobody else is mentioned."""
    place = record.places.get("players", "")
    if not 2 <= len(record.colours) <= 9:
        raise RecordError(place, f"the record has {len(record.colours)} players", "a line for each of two or more players")
    if len(set(record.colours)) < len(record.colours):
        raise RecordError(place, "two players have the same colour", "a colour of his own for everybody")
    known = ", ".join(record.colours)
    if record.first not in record.colours:
        raise RecordError(record.places.get("first", ""), f"there is no player {quoted(record.first)}", f"one of {known}")
    for row in record.rows:
        for colour, where in [
            (row.player, row.where),
            *((answer.by, answer.where) for answer in row.answers if answer.by not in ("", "chance")),
            *((score.player, score.where) for score in row.scores),
        ]:
            if colour not in record.colours:
                raise RecordError(where, f"there is no player {quoted(colour)}", f"one of {known}")
    result = record.result
    if result is not None and (not result.winners or not set(result.winners) <= set(record.colours)):
        raise RecordError(result.where, "the winners are not players", f"some of {known}")
    return record
