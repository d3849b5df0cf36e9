"""Shapes that both forms of a record share: which words, names and numbers there may be."""

from __future__ import annotations

import re
from typing import Final

from bastida.kernel.answers import Refusal
from bastida.language.refused import why
from bastida.record.errors import (
    MAX_BYTES,
    MAX_COMMENT,
    MAX_COMMENTS,
    MAX_PLAYERS,
    MAX_TEXT,
    MAX_VARIATIONS,
    NOWHERE,
    Place,
    RecordError,
    quoted,
)
from bastida.record.model import Record, with_variations

WORD: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")  # kinds of question, colours, families, editions
PART: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]{0,39}")  # tile sets, elements, switches
KEY: Final = re.compile(r"[a-z][a-z0-9_-]*(?: [a-z0-9_-]+){0,3}")  # a header that is kept, not understood
HASH: Final = re.compile(r"p[1-9][0-9]{0,2} [0-9a-f]{16}")
RESERVED: Final = frozenset(
    "format version family edition sets elements expansions expansion switches switch players player first study start"
    " position turns result more".split()
)


def decoded(data: str | bytes) -> str:
    """The characters of a file that is not too large and really is UTF-8."""
    size = len(data)
    if size > MAX_BYTES:
        raise RecordError(Place(1), why("record.too_large", number=MAX_BYTES), why("record.one_game"))
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"{data[error.start]:#04x}"
        raise RecordError(Place(line), why("record.not_utf8", value=byte), why("record.as_utf8")) from None


def part(name: str, /, **fields: object) -> Refusal:
    """A part of a record, to be named in a sentence."""
    return why(f"part.{name}", **fields)


def phrase(text: str, where: Place, what: Refusal, *, empty: bool = False) -> str:
    """A piece of free text that fits into a line of a record: printable, without ``;``, without spaces around it."""
    if not text and not empty:
        raise RecordError(where, why("record.missing", what=what))
    if len(text) > MAX_TEXT:
        raise RecordError(where, why("record.too_long", what=what, number=MAX_TEXT))
    if not text.isprintable() or text != text.strip() or ";" in text:
        raise RecordError(where, why("record.cannot_be", what=what, value=quoted(text)), why("record.printable"))
    return text


def word(text: str, where: Place, what: Refusal, shape: re.Pattern[str] = WORD) -> str:
    if not shape.fullmatch(text):
        raise RecordError(where, why("record.cannot_be", what=what, value=quoted(text)), why("record.one_word"))
    return text


def kept_key(text: str, where: Place) -> str:
    """The name of a header that is kept without being understood."""
    if len(text) > 60 or not KEY.fullmatch(text) or text.split(" ")[0] in RESERVED:
        raise RecordError(where, why("record.no_header_name", word=quoted(text)), why("record.small_letters"))
    return text


def remark(text: str, where: Place) -> str:
    """The text of a comment."""
    if not text or len(text) > MAX_COMMENT or not text.isprintable() or text != text.strip():
        raise RecordError(where, why("record.no_comment", value=quoted(text)), why("record.at_most", number=MAX_COMMENT))
    return text


def checked(record: Record) -> Record:
    """What both readers ask of a record as a whole: every player has a colour, nobody else is mentioned, and comments speak of
    answers that are there."""
    place = record.places.get("players", NOWHERE)
    if not 2 <= len(record.colours) <= MAX_PLAYERS:
        raise RecordError(place, why("record.players", number=len(record.colours)), why("record.two_or_more"))
    if len(set(record.colours)) < len(record.colours):
        raise RecordError(place, why("record.same_colour"), why("record.own_colour"))
    known = why("one_of", known=list(record.colours))
    if record.first not in record.colours:
        raise RecordError(record.places.get("first", NOWHERE), why("no_player", word=quoted(record.first)), known)
    colours = set(record.colours)
    rows = list(with_variations(record.rows))
    for row in rows:
        players = {row.player, *(score.player for score in row.scores)}
        others = {answer.by for answer in row.answers} - {"", "chance"}
        if players <= colours and others <= colours:
            continue
        for colour, where in [
            (row.player, row.where),
            *((answer.by, row.place(number)) for number, answer in enumerate(row.answers, 1) if answer.by in others),
            *((score.player, score.where) for score in row.scores),
        ]:
            if colour not in colours:
                raise RecordError(where, why("no_player", word=quoted(colour)), known)
    if sum(len(row.comments) for row in rows) > MAX_COMMENTS:
        last = next(comment.where for row in reversed(rows) for comment in row.comments)
        raise RecordError(last, why("record.many_comments", number=MAX_COMMENTS))
    for row in rows:
        for comment in row.comments:
            if not 0 <= comment.answer <= len(row.answers):
                problem = why("record.comment_on_nothing", number=comment.answer)
                raise RecordError(comment.where, problem, why("record.comment_on", most=len(row.answers)))
        for variation in row.variations:
            if not 1 <= variation.answer <= len(row.answers) or not variation.rows:
                problem = why("record.variation_of_nothing", number=variation.answer)
                raise RecordError(variation.where, problem, why("record.variation_of", most=len(row.answers)))
    if sum(len(row.variations) for row in rows) > MAX_VARIATIONS:
        raise RecordError(NOWHERE, why("record.many_variations", number=MAX_VARIATIONS))
    result = record.result
    if result is not None and (not result.winners or not set(result.winners) <= set(record.colours)):
        raise RecordError(result.where, why("record.winners"), why("record.some_of", known=list(record.colours)))
    return record
