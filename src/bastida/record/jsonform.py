"""The JSON form of a record, for programs: the same things under the same names. Neither form loses anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bastida.kernel.answers import Refusal
from bastida.language.refused import either, why
from bastida.record.errors import (
    MAX_ANSWERS,
    MAX_COMMENT,
    MAX_COMMENTS,
    MAX_DEPTH,
    MAX_HEADERS,
    MAX_PARTS,
    MAX_PLAYERS,
    MAX_POSITION,
    MAX_SCORES,
    MAX_TEXT,
    MAX_VARIATIONS,
    NOWHERE,
    Place,
    RecordError,
    quoted,
)
from bastida.record.model import Answer, Comment, Record, Result, Row, Score, Variation, with_variations
from bastida.record.shapes import HASH, PART, checked, decoded, kept_key, part, phrase, remark, word

FORMAT = "bastida record"
BIGGEST = 999_999


# -- writing ----------------------------------------------------------------------------------------------------------


def write_json(record: Record) -> str:
    """The record as JSON, a turn per line."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "version": record.version,
        "family": record.family,
        "edition": record.edition,
        "sets": list(record.sets),
        "elements": list(record.elements),
        "switches": dict(sorted(record.switches.items())),
        "players": [{"colour": colour, "name": name} for colour, name in zip(record.colours, record.players, strict=True)],
        "first": record.first,
    }
    if record.expansions:
        head["expansions"] = dict(sorted(record.expansions.items()))
    if record.study:
        head["study"] = True
    if not record.start:
        head["start"] = False
    if record.position:
        head["position"] = record.position
    head |= record.more
    parts = [f"{_dump(key)}: {_dump(value)}" for key, value in head.items()]
    rows = ",\n  ".join(_dump(_row(row)) for row in record.rows)
    parts.append('"turns": [' + (f"\n  {rows}\n " if rows else "") + "]")
    if record.result is not None:
        points = dict(zip(record.colours, record.result.points, strict=True))
        parts.append(f'"result": {_dump({"points": points, "winners": list(record.result.winners)})}')
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _row(row: Row) -> dict[str, Any]:
    shown: dict[str, Any] = {"turn": row.turn, "part": row.part, "player": row.player}
    if row.arranged:
        shown["arranged"] = row.arranged
    else:
        shown["answers"] = [
            {"by": answer.by, "kind": answer.kind, "text": answer.text}
            if answer.by
            else {"kind": answer.kind, "text": answer.text}
            for answer in row.answers
        ]
    if row.scores:
        shown["scores"] = [
            {"player": one.player, "points": one.points, "source": one.source, "clause": one.clause, "sum": one.sum}
            for one in row.scores
        ]
    if row.comments:
        shown["comments"] = [{"answer": comment.answer, "text": comment.text} for comment in row.comments]
    if row.variations:
        shown["variations"] = [
            {"answer": variation.answer, "turns": [_row(inner) for inner in variation.rows]} for variation in row.variations
        ]
    if row.hash:
        shown["hash"] = row.hash
    return shown


# -- reading ----------------------------------------------------------------------------------------------------------


def read_json(data: str | bytes) -> Record:
    """A record from its JSON form; RecordError names the line, or the path of the value, that is wrong."""
    text = decoded(data)
    try:
        top = json.loads(text, object_pairs_hook=_object, parse_constant=_Odd, parse_float=_Odd)
    except json.JSONDecodeError as error:
        problem = why("record.not_json", number=error.colno)
        raise RecordError(Place(error.lineno), problem, why("record.whole_record")) from None
    except RecursionError:
        raise RecordError(NOWHERE, why("record.too_deep"), why("record.five_levels")) from None
    except ValueError:
        raise RecordError(NOWHERE, why("record.huge_number"), why("record.small_numbers")) from None
    return checked(_Value(top, "").record())


class _Twice(dict[str, Any]):
    """An object in which a key stands twice."""

    key = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            twice = _Twice(found)
            twice.key = key
            return twice
        found[key] = value
    return found


class _Odd:
    """A number that no record has: with a fraction, infinite, or none at all."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Value:
    """A JSON value with its path, taken apart with its types checked."""

    def __init__(self, value: Any, path: str) -> None:
        self.value = value
        self.path = path

    @property
    def where(self) -> Place:
        return Place(path=self.path)

    def wrong(self, right: Refusal | str) -> RecordError:
        if isinstance(self.value, dict | list):
            problem = why("record.here_object") if isinstance(self.value, dict) else why("record.here_list")
        elif isinstance(self.value, str | _Odd):
            problem = why("record.here", value=quoted(self.value if isinstance(self.value, str) else self.value.text))
        else:
            problem = why("record.here", value=json.dumps(self.value)[:20])
        return RecordError(self.where, problem, right)

    def fields(self, needed: Iterable[str], optional: Iterable[str] | None = (), most: int = MAX_HEADERS) -> dict[str, _Value]:
        """The values of an object; with ``optional`` None any further key may stand there."""
        if isinstance(self.value, _Twice):
            raise RecordError(self.where, why("record.key_twice", word=quoted(self.value.key)), why("record.key_once"))
        if not isinstance(self.value, dict):
            raise self.wrong(why("record.object"))
        if len(self.value) > most:
            raise RecordError(self.where, why("record.too_many", number=most))
        for key in needed:
            if key not in self.value:
                raise RecordError(self.where, why("record.key_missing", word=repr(key)))
        if optional is not None:
            allowed = (*needed, *optional)
            for key in self.value:
                if key not in allowed:
                    raise RecordError(self.where, why("record.no_key", word=quoted(key)), ", ".join(allowed))
        return {key: _Value(value, self.inner(key)) for key, value in self.value.items()}

    def inner(self, key: str) -> str:
        """The path of a value under this one."""
        shown = key if len(key) <= 40 and key.isprintable() else quoted(key)
        return f"{self.path}.{shown}" if self.path else shown

    def items(self, most: int) -> list[_Value]:
        if not isinstance(self.value, list):
            raise self.wrong(why("record.list"))
        if len(self.value) > most:
            raise RecordError(self.where, why("record.too_many", number=most))
        return [_Value(value, f"{self.path}[{number}]") for number, value in enumerate(self.value)]

    def text(self, limit: int = MAX_TEXT) -> str:
        if not isinstance(self.value, str):
            raise self.wrong(why("record.text"))
        if len(self.value) > limit or not self.value.isprintable() or self.value != self.value.strip():
            raise self.wrong(why("record.at_most", number=limit))
        return self.value

    def phrase(self, what: Refusal, *, empty: bool = True) -> str:
        return phrase(self.text(), self.where, what, empty=empty)

    def word(self, what: Refusal) -> str:
        return word(self.text(), self.where, what)

    def number(self, low: int = -BIGGEST, high: int = BIGGEST) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self.wrong(why("record.whole_number", least=low, most=high))
        return int(self.value)

    def truth(self, wanted: bool) -> bool:
        if not isinstance(self.value, bool) or self.value != wanted:
            raise self.wrong(why("record.or_no_key", value=str(wanted).lower()))
        return wanted

    def parts(self) -> tuple[str, ...]:
        found = tuple(word(item.text(), item.where, part("name"), PART) for item in self.items(MAX_PARTS))
        if len(set(found)) < len(found):
            raise RecordError(self.where, why("record.name_twice"), why("name_once"))
        return found

    # -- the pieces of a record ---------------------------------------------------------------------------------------

    def record(self) -> Record:
        top = self.fields(("format", "version"), None)
        if top["format"].value != FORMAT:
            raise top["format"].wrong(FORMAT)
        version = top["version"].number(1)
        if version not in READERS:
            known = either(list(map(str, READERS)))
            raise RecordError(Place(path="version"), why("record.version", number=version, known=known), known)
        return READERS[version](self)

    def record_1(self) -> Record:
        """Version 1."""
        return self.whole(False)

    def record_2(self) -> Record:
        """Version 2: version 1 with variations."""
        return self.whole(True)

    def whole(self, variations: bool) -> Record:
        known = ("format", "version", "family", "edition", "sets", "elements", "switches", "players", "first", "turns")
        top = self.fields(known, None)
        switches = {
            word(key, value.where, part("switch"), PART): value.phrase(part("its_value"), empty=False)
            for key, value in top["switches"].fields((), None, MAX_PARTS).items()
        }
        expansions = {
            word(key, value.where, part("expansion"), PART): value.phrase(part("version"), empty=False)
            for key, value in (top["expansions"].fields((), None, MAX_PARTS) if "expansions" in top else {}).items()
        }
        players = [item.fields(("colour", "name")) for item in top["players"].items(MAX_PLAYERS)]
        more = {
            kept_key(key, value.where): value.text(10 * MAX_TEXT)
            for key, value in top.items()
            if key not in (*known, "expansions", "study", "start", "position", "result")
        }
        for key in (*more, "position"):
            if key in top and not top[key].value:
                raise RecordError(Place(path=key), why("record.empty_value"), why("record.some_text"))
        rows = tuple(item.row(MAX_DEPTH if variations else -1) for item in top["turns"].items(MAX_ANSWERS))
        if sum(len(row.answers) for row in with_variations(rows)) > MAX_ANSWERS:
            raise RecordError(Place(path="turns"), why("record.many_answers", number=MAX_ANSWERS))
        if sum(len(row.scores) for row in with_variations(rows)) > MAX_SCORES:
            raise RecordError(Place(path="turns"), why("record.many_scores", number=MAX_SCORES))
        colours = tuple(player["colour"].word(part("colour")) for player in players)
        return Record(
            family=top["family"].word(part("family")),
            edition=top["edition"].word(part("edition")),
            sets=top["sets"].parts(),
            elements=top["elements"].parts(),
            switches=switches,
            colours=colours,
            players=tuple(player["name"].text() for player in players),
            first=top["first"].word(part("first_player")),
            study=top["study"].truth(True) if "study" in top else False,
            start=top["start"].truth(False) if "start" in top else True,
            position=top["position"].text(MAX_POSITION) if "position" in top else "",
            more=more,
            expansions=expansions,
            rows=rows,
            result=top["result"].result(colours) if "result" in top else None,
            places={key: Place(path=key) for key in top}
            | {f"switch {key}": Place(path=f"switches.{key}") for key in switches}
            | {f"expansion {key}": Place(path=f"expansions.{key}") for key in expansions},
        )

    def row(self, deep: int) -> Row:
        """A row, whose variations may be so deep in each other; below 0 there are none."""
        kind = "arranged" if isinstance(self.value, dict) and "arranged" in self.value else "answers"
        found = self.fields(
            ("turn", "part", "player", kind), ("scores", "comments", "hash", *(("variations",) if deep >= 0 else ()))
        )
        answers = tuple(item.answer() for item in found["answers"].items(MAX_ANSWERS)) if kind == "answers" else ()
        if kind == "answers" and not answers:
            raise RecordError(Place(path=f"{self.path}.answers"), why("record.empty_list"), why("record.some_answer"))
        digest = found["hash"].text() if "hash" in found else ""
        if "hash" in found and not HASH.fullmatch(digest):
            raise found["hash"].wrong(why("record.hash_digits"))
        arranged = found["arranged"].text(MAX_POSITION) if kind == "arranged" else ""
        if kind == "arranged" and not arranged:
            raise found["arranged"].wrong(why("record.position"))
        return Row(
            turn=found["turn"].number(1),
            part=found["part"].number(1, 999),
            player=found["player"].word(part("player")),
            answers=answers,
            arranged=arranged,
            scores=tuple(item.score() for item in found["scores"].items(MAX_SCORES)) if "scores" in found else (),
            hash=digest,
            where=self.where,
            hash_where=Place(path=f"{self.path}.hash"),
            comments=tuple(item.comment() for item in found["comments"].items(MAX_COMMENTS)) if "comments" in found else (),
            variations=found["variations"].several_variations(deep) if "variations" in found else (),
        )

    def several_variations(self, deep: int) -> tuple[Variation, ...]:
        if deep == 0:
            raise RecordError(self.where, why("record.deep_variations", number=MAX_DEPTH))
        return tuple(item.variation(deep - 1) for item in self.items(MAX_VARIATIONS))

    def variation(self, deep: int) -> Variation:
        found = self.fields(("answer", "turns"))
        rows = tuple(item.row(deep) for item in found["turns"].items(MAX_ANSWERS))
        return Variation(found["answer"].number(1), rows, self.where)

    def comment(self) -> Comment:
        found = self.fields(("answer", "text"))
        text = found["text"]
        return Comment(found["answer"].number(0), remark(text.text(MAX_COMMENT), text.where), self.where)

    def answer(self) -> Answer:
        found = self.fields(("kind", "text"), ("by",))
        by = found["by"].word(part("player")) if "by" in found else ""
        return Answer(found["kind"].word(part("asked")), found["text"].phrase(part("answer")), by, self.where)

    def score(self) -> Score:
        found = self.fields(("player", "points", "source", "clause", "sum"))
        source, clause = found["source"].phrase(part("source")), found["clause"].phrase(part("clause"))
        total = found["sum"].phrase(part("sum"), empty=False)
        return Score(found["player"].word(part("player")), found["points"].number(), source, clause, total, self.where)

    def result(self, colours: tuple[str, ...]) -> Result:
        found = self.fields(("points", "winners"))
        points = found["points"].fields(colours)
        winners = tuple(item.word(part("winner")) for item in found["winners"].items(MAX_PLAYERS))
        return Result(tuple(points[colour].number() for colour in colours), winners, self.where)


READERS: Mapping[int, Callable[[_Value], Record]] = {1: _Value.record_1, 2: _Value.record_2}
