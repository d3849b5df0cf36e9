"""The text form of a record: a header, then one line per turn, with scoring lines and hashes between them.

    1 red: [draw V]; tile 1,0 r2; figure follower road W
    + red 3; road; BASE-56; 3 tile x 1 = 3
    # 2 what somebody says of the second answer
    ( 3
    1 red: figure pass
    )
    = p1 0123456789abcdef

A record may end after any line below the header: it is then the record of a game that is not over. See docs/record.md.
"""

# Long: one grammar, written and read.

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bastida.kernel.answers import Refusal
from bastida.language.refused import either, why
from bastida.record.errors import (
    MAX_ANSWERS,
    MAX_BYTES,
    MAX_DEPTH,
    MAX_HEADERS,
    MAX_LINE,
    MAX_POSITION,
    MAX_SCORES,
    MAX_TEXT,
    NOWHERE,
    Place,
    RecordError,
    quoted,
)
from bastida.record.model import CHANCE, Answer, Comment, Record, Result, Row, Score, Variation
from bastida.record.shapes import HASH, PART, WORD, checked, decoded, kept_key, part, phrase, remark, word

TITLE = re.compile(r"bastida record ([1-9][0-9]{0,5})")
HEADER = re.compile(r"([a-z][^:]{0,60}): (.+)")
TURN = re.compile(r"([1-9][0-9]{0,5})(?:\.([1-9][0-9]{0,2}))? ([a-z][a-z0-9_-]{0,39}): (.+)")
ANSWER = re.compile(r"(?:([a-z][a-z0-9_-]{0,39}): )?([a-z][a-z0-9_-]{0,39})(?: (.+))?")
SCORE = re.compile(r"\+ ([a-z][a-z0-9_-]{0,39}) (0|-?[1-9][0-9]{0,5}); (.*); (.*); (.+)")
COMMENT = re.compile(r"# (0|[1-9][0-9]{0,4}) (.+)")
POINTS = re.compile(r"([a-z][a-z0-9_-]{0,39}) (0|-?[1-9][0-9]{0,5})")
VARIATION = re.compile(r"\( ([1-9][0-9]{0,4})")
OPENED, CLOSED = "(", ")"
NONE = "none"
AN_ANSWER, A_REASON = part("answer"), part("reason")
TURN_LINE = "1 red: [draw V]; tile 1,0 r2; figure pass"  # how one is written


# -- writing ----------------------------------------------------------------------------------------------------------


def write_text(record: Record) -> str:
    """The record in its one canonical spelling."""
    lines = [f"bastida record {record.version}", *_header_lines(record), "", *_row_lines(record.rows)]
    if record.result is not None:
        lines.append(result_line(record.result, record.colours))
    text = "\n".join(lines) + "\n"
    if len(text.encode(errors="replace")) > MAX_BYTES or any(len(line) > MAX_LINE for line in lines):
        raise RecordError(NOWHERE, why("record.game_too_long"))
    return text


def _row_lines(rows: tuple[Row, ...]) -> list[str]:
    lines = []
    for row in rows:
        lines.append(turn_line(row))
        lines += [score_line(score) for score in row.scores]
        lines += [f"# {comment.answer} {comment.text}" for comment in row.comments]
        for variation in row.variations:
            lines += [f"{OPENED} {variation.answer}", *_row_lines(variation.rows), CLOSED]
        if row.hash:
            lines.append(f"= {row.hash}")
    return lines


def _header_lines(record: Record) -> list[str]:
    lines = [
        f"family: {record.family}",
        f"edition: {record.edition}",
        f"sets: {' '.join(record.sets) or NONE}",
        f"elements: {' '.join(record.elements) or NONE}",
        *(f"expansion {name}: {version}" for name, version in sorted(record.expansions.items())),
        *(f"switch {name}: {value}" for name, value in sorted(record.switches.items())),
        *(f"player {colour}: {name}" for colour, name in zip(record.colours, record.players, strict=True)),
        f"first: {record.first}",
    ]
    if record.study:
        lines.append("study: yes")
    if not record.start:
        lines.append("start: no")
    if record.position:
        lines.append(f"position: {record.position}")
    return lines + [f"{key}: {value}" for key, value in record.more.items()]


def turn_line(row: Row) -> str:
    head = f"{row.turn}.{row.part}" if row.part > 1 else str(row.turn)
    shown = f"@ {row.arranged}" if row.arranged else "; ".join(answer_words(answer) for answer in row.answers)
    return f"{head} {row.player}: {shown}"


def answer_words(answer: Answer) -> str:
    words = f"{answer.kind} {answer.text}".strip()
    if answer.by == CHANCE:
        return f"[{words}]"
    return f"{answer.by}: {words}" if answer.by else words


def score_line(score: Score) -> str:
    return f"+ {score.player} {score.points}; {score.source}; {score.clause}; {score.sum}"


def result_line(result: Result, colours: tuple[str, ...]) -> str:
    points = ", ".join(f"{colour} {points}" for colour, points in zip(colours, result.points, strict=True))
    return f"result: {points}; won by {', '.join(result.winners)}"


# -- reading ----------------------------------------------------------------------------------------------------------


def read_text(data: str | bytes) -> Record:
    """A record from its text; RecordError names the line that is wrong. The game is not replayed here."""
    lines = _lines(decoded(data))
    return checked(READERS[_version(lines)](lines))


def read_header(lines: list[str]) -> Record:
    """Title and header alone, without the empty line that closes them."""
    _version(lines)
    return _Header().read(lines[1:], len(lines) + 1)


def _version(lines: list[str]) -> int:
    title = TITLE.fullmatch(lines[0])
    if title is None:
        raise RecordError(Place(1), why("record.no_title", value=quoted(lines[0])), f"bastida record {min(READERS)}")
    version = int(title[1])
    if version not in READERS:
        known = either(list(map(str, READERS)))
        raise RecordError(Place(1), why("record.version", number=version, known=known), why("record.title", known=known))
    return version


def _lines(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise RecordError(Place(number), why("record.long_line", number=MAX_LINE))
        if not line.isprintable():
            at = next(place for place, sign in enumerate(line) if not sign.isprintable())
            raise RecordError(Place(number), why("record.unprintable", number=at + 1, value=repr(line[at])))
    if lines[-1]:
        raise RecordError(Place(len(lines)), why("record.cut_off"), why("record.whole_line"))
    if len(lines) == 1:
        raise RecordError(Place(1), why("record.nothing"), f"bastida record {min(READERS)}")
    return lines[:-1]


@dataclass
class _Draft:
    """A row while its scoring lines are still being read."""

    row: Row
    scores: list[Score] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    def done(self) -> Row:
        if not self.scores and not self.comments and not self.variations:
            return self.row
        more = tuple(self.scores), tuple(self.comments), tuple(self.variations)
        return replace(self.row, scores=more[0], comments=more[1], variations=more[2])


class _Rows:
    """Reads the lines below a header; of variations those that are open, the innermost last."""

    def __init__(self, variations: bool) -> None:
        self.variations = variations
        self.levels: list[list[_Draft]] = [[]]
        self.opened: list[tuple[int, Place]] = []
        self.answers = self.scores = 0

    def line(self, line: str, where: Place) -> None:
        drafts = self.levels[-1]
        if line.startswith("+ "):
            self.scores += 1
            if self.scores > MAX_SCORES:
                raise RecordError(where, why("record.many_scores", number=MAX_SCORES))
            _last(drafts, where).scores.append(_score(line, where))
        elif line.startswith("#"):
            _last(drafts, where).comments.append(_comment(line, where))
        elif line.startswith("= "):
            draft = _last(drafts, where)
            if not HASH.fullmatch(line[2:]):
                raise RecordError(where, why("record.no_hash", value=quoted(line)), why("record.hash_line"))
            draft.row = replace(draft.row, hash=line[2:], hash_where=where)
        elif self.variations and line.startswith(OPENED):
            self.open(line, where)
        elif self.variations and line == CLOSED:
            self.close(where)
        else:
            row = _turn(line, where)
            self.answers += len(row.answers) or 1
            if self.answers > MAX_ANSWERS:
                raise RecordError(where, why("record.many_answers", number=MAX_ANSWERS))
            drafts.append(_Draft(row))

    def open(self, line: str, where: Place) -> None:
        found = VARIATION.fullmatch(line)
        if found is None:
            raise RecordError(where, why("record.no_variation", value=quoted(line)), why("record.a_variation", value="( 2"))
        _last(self.levels[-1], where)
        if len(self.opened) >= MAX_DEPTH:
            raise RecordError(where, why("record.deep_variations", number=MAX_DEPTH))
        self.opened.append((int(found[1]), where))
        self.levels.append([])

    def close(self, where: Place) -> None:
        if not self.opened:
            raise RecordError(where, why("record.nothing_to_close"))
        answer, began = self.opened.pop()
        rows = tuple(draft.done() for draft in self.levels.pop())
        if not rows:
            raise RecordError(where, why("record.empty_variation"), why("record.a_turn", value=TURN_LINE))
        self.levels[-1][-1].variations.append(Variation(answer, rows, began))

    def rows(self) -> tuple[Row, ...]:
        """Everything that was read; variations that are open end here, those without a turn were never begun."""
        while self.opened:
            if self.levels[-1]:
                self.close(NOWHERE)
            else:
                self.levels.pop()
                self.opened.pop()
        return tuple(draft.done() for draft in self.levels[0])


def _read(lines: list[str], variations: bool) -> Record:
    end = next((number for number, line in enumerate(lines) if not line), None)
    if end is None:
        raise RecordError(Place(len(lines)), why("record.header_open"), why("record.header_closed"))
    if end > MAX_HEADERS:
        raise RecordError(Place(MAX_HEADERS + 1), why("record.long_header", number=MAX_HEADERS))
    record = _Header().read(lines[1:end], end + 1)
    rows = _Rows(variations)
    result = ""
    for number, line in enumerate(lines[end + 1 :], end + 2):
        where = Place(number)
        if result:
            raise RecordError(where, why("record.after_result"), why("record.end_of_file"))
        if line.startswith("result: ") and not rows.opened:
            result = line
        else:
            rows.line(line, where)
    record = checked(replace(record, rows=rows.rows()))
    return replace(record, result=_result(result, Place(len(lines)), record.colours)) if result else record


def _read_1(lines: list[str]) -> Record:
    """Version 1."""
    return _read(lines, False)


def _read_2(lines: list[str]) -> Record:
    """Version 2: version 1 with variations."""
    return _read(lines, True)


READERS: Mapping[int, Callable[[list[str]], Record]] = {1: _read_1, 2: _read_2}


def _last(drafts: list[_Draft], where: Place) -> _Draft:
    if not drafts:
        raise RecordError(where, why("record.nothing_played"), why("record.a_turn", value=TURN_LINE))
    if drafts[-1].row.hash:
        raise RecordError(where, why("record.hash_closes"), why("record.hash_order"))
    return drafts[-1]


class _Header:
    """Reads the lines of a header, each once, in any order."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.places: dict[str, Place] = {}
        self.switches: dict[str, str] = {}
        self.players: dict[str, str] = {}
        self.expansions: dict[str, str] = {}
        self.more: dict[str, str] = {}

    def read(self, lines: list[str], end: int) -> Record:
        for number, line in enumerate(lines, 2):
            self.line(line, Place(number))
        for key in ("family", "edition", "sets", "elements", "first"):
            if key not in self.values:
                raise RecordError(Place(end), why("record.no_line", word=repr(key)), why("record.a_line", value=key))
        values = self.values
        return Record(
            family=self.one("family", part("family_word")),
            edition=self.one("edition", part("edition_word")),
            sets=self.several("sets"),
            elements=self.several("elements"),
            switches=self.switches,
            colours=tuple(self.players),
            players=tuple(self.players.values()),
            first=self.one("first", part("first_word")),
            study=self.truth("study", "yes"),
            start=not self.truth("start", "no"),
            position=values.get("position", ""),
            more=self.more,
            expansions=self.expansions,
            places={"players": Place(end), **self.places},
        )

    def line(self, line: str, where: Place) -> None:
        found = HEADER.fullmatch(line)
        if found is None:
            raise RecordError(where, why("record.no_header", value=quoted(line)), why("record.header_line"))
        key, value = found.groups()
        if value != value.strip():
            raise RecordError(where, why("record.spaces"))
        if len(value) > (MAX_POSITION if key == "position" else 10 * MAX_TEXT):
            raise RecordError(where, why("record.long_value", word=repr(key)))
        if key in self.places:
            raise RecordError(where, why("record.again", word=repr(key)), why("record.once", where=self.places[key].value()))
        self.places[key] = where
        name, _, rest = key.partition(" ")
        if key in ("family", "edition", "sets", "elements", "first", "study", "start", "position"):
            self.values[key] = value
        elif name == "switch" and rest:
            self.switches[word(rest, where, part("switch"), PART)] = phrase(value, where, part("its_value"))
        elif name == "expansion" and rest:
            self.expansions[word(rest, where, part("expansion"), PART)] = phrase(value, where, part("version"))
        elif name == "player" and rest:
            self.players[word(rest, where, part("colour"))] = value
            self.places.setdefault("players", where)
        else:
            self.more[kept_key(key, where)] = value

    def one(self, key: str, what: Refusal) -> str:
        return word(self.values[key], self.places[key], what)

    def several(self, key: str) -> tuple[str, ...]:
        where = self.places[key]
        if self.values[key] == NONE:
            return ()
        words = [word(one, where, part("one_of", word=key), PART) for one in self.values[key].split(" ")]
        if len(set(words)) < len(words):
            raise RecordError(where, why("record.twice", word=key))
        return tuple(words)

    def truth(self, key: str, wanted: str) -> bool:
        value = self.values.get(key)
        if value is not None and value != wanted:
            problem = why("record.cannot_be", what=key, value=quoted(value))
            raise RecordError(self.places[key], problem, why("record.or_no_line", value=f"{key}: {wanted}"))
        return value is not None


def _turn(line: str, where: Place) -> Row:
    found = TURN.fullmatch(line)
    if found is None:
        raise RecordError(where, why("record.no_record_line", value=quoted(line)), TURN_LINE)
    turn, part, player, said = found.groups()
    if said.startswith("@ "):
        return Row(int(turn), int(part or 1), player, arranged=said[2:], where=where)
    answers = []
    for number, words in enumerate(said.split("; "), 1):
        try:
            answers.append(answer_in(words))
        except RecordError as error:
            raise RecordError(replace(where, answer=number), error.refusal, error.instead) from None
    return Row(int(turn), int(part or 1), player, tuple(answers), where=where)


@lru_cache(maxsize=4096)  # a draw or a placement stands in thousands of records; each is a few hundred bytes
def answer_in(words: str) -> Answer:
    """An answer from its words; where it stands is a matter of its row."""
    chance = words.startswith("[") and words.endswith("]")
    found = ANSWER.fullmatch(words[1:-1] if chance else words)
    if found is None or (chance and found[1]):
        raise RecordError(NOWHERE, why("record.no_answer", value=quoted(words)), why("record.an_answer", value="tile 1,0 r2"))
    text = phrase(found[3] or "", NOWHERE, AN_ANSWER, empty=True)
    return Answer(found[2], text, CHANCE if chance else found[1] or "")


def _score(line: str, where: Place) -> Score:
    found = SCORE.fullmatch(line)
    if found is None or found[0].count(";") != 3:
        raise RecordError(where, why("record.no_score", value=quoted(line)), "+ red 3; road; BASE-56; 3 tile x 1 = 3")
    source, clause, total = (phrase(text, where, A_REASON, empty=True) for text in found.groups()[2:])
    return Score(found[1], int(found[2]), source, clause, total, where)


def _comment(line: str, where: Place) -> Comment:
    found = COMMENT.fullmatch(line)
    if found is None:
        raise RecordError(
            where, why("record.no_comment", value=quoted(line)), why("record.a_comment", value="# 2 better 1,0 r3")
        )
    return Comment(int(found[1]), remark(found[2], where), where)


def _result(line: str, where: Place, colours: tuple[str, ...]) -> Result:
    points, _, winners = line.removeprefix("result: ").partition("; won by ")
    found = [POINTS.fullmatch(part) for part in points.split(", ")]
    if any(part is None for part in found) or tuple(part[1] for part in found if part) != colours:
        raise RecordError(
            where, why("record.no_result", value=quoted(line)), f"result: {colours[0]} 12, ...; won by {colours[0]}"
        )
    names = tuple(word(name, where, part("winner"), WORD) for name in winners.split(", "))
    return Result(tuple(int(part[2]) for part in found if part), names, where)
