"""The JSON form of a record, for programs: the same things under the same names. Neither form loses anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bastida.record.errors import MAX_ANSWERS, MAX_POSITION, MAX_TEXT, RecordError, quoted
from bastida.record.model import VERSION, Answer, Record, Result, Row, Score
from bastida.record.shapes import HASH, PART, checked, decoded, kept_key, phrase, word

FORMAT = "bastida record"
BIGGEST = 999_999


# -- writing ----------------------------------------------------------------------------------------------------------


def write_json(record: Record) -> str:
    """The record as JSON, a turn per line."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "family": record.family,
        "edition": record.edition,
        "sets": list(record.sets),
        "elements": list(record.elements),
        "switches": dict(sorted(record.switches.items())),
        "players": [{"colour": colour, "name": name} for colour, name in zip(record.colours, record.players, strict=True)],
        "first": record.first,
    }
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
        where = f"line {error.lineno}"
        raise RecordError(where, f"from character {error.colno} on this is not JSON", "a whole record") from None
    except RecursionError:
        raise RecordError("", "the JSON is nested too deeply", "a record has five levels") from None
    except ValueError:
        raise RecordError("", "there is a number of thousands of digits", "texts and small whole numbers") from None
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

    def wrong(self, right: str) -> RecordError:
        if isinstance(self.value, str):
            shown = quoted(self.value)
        elif isinstance(self.value, dict | list):
            shown = "an object" if isinstance(self.value, dict) else "a list"
        elif isinstance(self.value, _Odd):
            shown = quoted(self.value.text)
        else:
            shown = json.dumps(self.value)[:20]
        return RecordError(self.path, f"here is {shown}", right)

    def fields(self, needed: Iterable[str], optional: Iterable[str] | None = ()) -> dict[str, _Value]:
        """The values of an object; with ``optional`` None any further key may stand there."""
        if isinstance(self.value, _Twice):
            raise RecordError(self.path, f"the key {quoted(self.value.key)} stands here twice", "every key once")
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        for key in needed:
            if key not in self.value:
                raise RecordError(self.path, f"the key {key!r} is missing")
        if optional is not None:
            allowed = (*needed, *optional)
            for key in self.value:
                if key not in allowed:
                    raise RecordError(self.path, f"there is no key {quoted(key)}", ", ".join(allowed))
        return {key: _Value(value, self.inner(key)) for key, value in self.value.items()}

    def inner(self, key: str) -> str:
        """The path of a value under this one."""
        shown = key if len(key) <= 40 and key.isprintable() else quoted(key)
        return f"{self.path}.{shown}" if self.path else shown

    def items(self) -> list[_Value]:
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return [_Value(value, f"{self.path}[{number}]") for number, value in enumerate(self.value)]

    def text(self, limit: int = MAX_TEXT) -> str:
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        if len(self.value) > limit or not self.value.isprintable() or self.value != self.value.strip():
            raise self.wrong(f"at most {limit} printable characters without spaces around them")
        return self.value

    def phrase(self, what: str, *, empty: bool = True) -> str:
        return phrase(self.text(), self.path, what, empty=empty)

    def word(self, what: str) -> str:
        return word(self.text(), self.path, what)

    def number(self, low: int = -BIGGEST, high: int = BIGGEST) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self.wrong(f"a whole number from {low} to {high}")
        return int(self.value)

    def truth(self, wanted: bool) -> bool:
        if not isinstance(self.value, bool) or self.value != wanted:
            raise self.wrong(f"{str(wanted).lower()}, or no such key")
        return wanted

    def parts(self) -> tuple[str, ...]:
        found = tuple(word(item.text(), item.path, "the name", PART) for item in self.items())
        if len(set(found)) < len(found):
            raise RecordError(self.path, "a name stands here twice", "every name once")
        return found

    # -- the pieces of a record ---------------------------------------------------------------------------------------

    def record(self) -> Record:
        top = self.fields(("format", "version"), None)
        if top["format"].value != FORMAT:
            raise top["format"].wrong(FORMAT)
        version = top["version"].number(1)
        if version not in READERS:
            known = " or ".join(map(str, READERS))
            raise RecordError("version", f"the record has version {version}; this Bastida reads {known}", known)
        return READERS[version](self)

    def record_1(self) -> Record:
        """Version 1."""
        known = ("format", "version", "family", "edition", "sets", "elements", "switches", "players", "first", "turns")
        top = self.fields(known, None)
        switches = {
            word(key, value.path, "the switch", PART): value.phrase("its value", empty=False)
            for key, value in top["switches"].fields((), None).items()
        }
        players = [item.fields(("colour", "name")) for item in top["players"].items()]
        more = {
            kept_key(key, value.path): value.text(10 * MAX_TEXT)
            for key, value in top.items()
            if key not in (*known, "study", "start", "position", "result")
        }
        for key in (*more, "position"):
            if key in top and not top[key].value:
                raise RecordError(key, "the value is empty", "some text")
        rows = tuple(item.row() for item in top["turns"].items())
        if sum(len(row.answers) for row in rows) > MAX_ANSWERS:
            raise RecordError("turns", f"the record has more than {MAX_ANSWERS} answers")
        colours = tuple(player["colour"].word("the colour") for player in players)
        return Record(
            family=top["family"].word("the family"),
            edition=top["edition"].word("the edition"),
            sets=top["sets"].parts(),
            elements=top["elements"].parts(),
            switches=switches,
            colours=colours,
            players=tuple(player["name"].text() for player in players),
            first=top["first"].word("the first player"),
            study=top["study"].truth(True) if "study" in top else False,
            start=top["start"].truth(False) if "start" in top else True,
            position=top["position"].text(MAX_POSITION) if "position" in top else "",
            more=more,
            rows=rows,
            result=top["result"].result(colours) if "result" in top else None,
            places={key: key for key in top} | {f"switch {key}": f"switches.{key}" for key in switches},
        )

    def row(self) -> Row:
        kind = "arranged" if isinstance(self.value, dict) and "arranged" in self.value else "answers"
        found = self.fields(("turn", "part", "player", kind), ("scores", "hash"))
        answers = tuple(item.answer() for item in found["answers"].items()) if kind == "answers" else ()
        if kind == "answers" and not answers:
            raise RecordError(f"{self.path}.answers", "the list is empty", "at least one answer")
        digest = found["hash"].text() if "hash" in found else ""
        if "hash" in found and not HASH.fullmatch(digest):
            raise found["hash"].wrong("p1 and sixteen digits 0-9, a-f")
        arranged = found["arranged"].text(MAX_POSITION) if kind == "arranged" else ""
        if kind == "arranged" and not arranged:
            raise found["arranged"].wrong("a position")
        return Row(
            turn=found["turn"].number(1),
            part=found["part"].number(1, 999),
            player=found["player"].word("the player"),
            answers=answers,
            arranged=arranged,
            scores=tuple(item.score() for item in found["scores"].items()) if "scores" in found else (),
            hash=digest,
            where=self.path,
            hash_where=f"{self.path}.hash",
        )

    def answer(self) -> Answer:
        found = self.fields(("kind", "text"), ("by",))
        by = found["by"].word("the player") if "by" in found else ""
        return Answer(found["kind"].word("what was asked"), found["text"].phrase("the answer"), by, self.path)

    def score(self) -> Score:
        found = self.fields(("player", "points", "source", "clause", "sum"))
        source, clause = found["source"].phrase("the source"), found["clause"].phrase("the clause")
        total = found["sum"].phrase("the sum", empty=False)
        return Score(found["player"].word("the player"), found["points"].number(), source, clause, total, self.path)

    def result(self, colours: tuple[str, ...]) -> Result:
        found = self.fields(("points", "winners"))
        points = found["points"].fields(colours)
        winners = tuple(item.word("a winner") for item in found["winners"].items())
        return Result(tuple(points[colour].number() for colour in colours), winners, self.path)


READERS: Mapping[int, Callable[[_Value], Record]] = {1: _Value.record_1}
