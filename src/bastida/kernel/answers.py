"""Answers as values: what is done, with which figure, to which place; and refusals as values: which reason, which clause.

A module makes the value of each of its integers once (``Module.meaning``). Notation, sentences, places to draw and tap and
the terminal's lists are made from it, each in one place; nobody takes a text apart to find out what was meant.

    match option:
        case Option("lay", Cell(x, y, turn)): ...
        case Option("capture", Standing(seat=owner)): ...
        case Option(declines=True): ...
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, final


class Target:
    """What an answer is about: one of the kinds below."""

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def key(self) -> tuple[object, ...]:
        """Everything that tells it from another of its kind."""
        return ()

    def said(self, field: str) -> str:
        """What stands for a field of the notation; empty if it has none of this name."""
        return ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Target) and type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[object, ...]:  # compiled classes cannot be pickled without it
        return (type(self), self.key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([repr(part) for part in self.key()])})"


@final
class Nothing(Target):
    """No place at all: the answer is only a word."""


@final
class Cell(Target):
    """A cell to lay a tile on, and the quarter turns clockwise it gets there."""

    __match_args__: ClassVar[tuple[str, ...]] = ("x", "y", "turn")

    def __init__(self, x: int, y: int, turn: int = 0) -> None:
        self.x = x
        self.y = y
        self.turn = turn

    def key(self) -> tuple[object, ...]:
        return (self.x, self.y, self.turn)

    def said(self, field: str) -> str:
        return f"{self.x},{self.y}" if field == "cell" else f"r{self.turn}" if field == "turn" else ""


@final
class Tile(Target):
    """A laid tile as a whole."""

    __match_args__: ClassVar[tuple[str, ...]] = ("x", "y")

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y

    def key(self) -> tuple[object, ...]:
        return (self.x, self.y)

    def said(self, field: str) -> str:
        return f"{self.x},{self.y}" if field == "cell" else ""


@final
class Segment(Target):
    """A segment of a laid tile by its name, ``road N``."""

    __match_args__: ClassVar[tuple[str, ...]] = ("x", "y", "name")

    def __init__(self, x: int, y: int, name: str) -> None:
        self.x = x
        self.y = y
        self.name = name

    def key(self) -> tuple[object, ...]:
        return (self.x, self.y, self.name)

    def said(self, field: str) -> str:
        return f"{self.x},{self.y}" if field == "cell" else self.name if field == "segment" else ""


@final
class Line(Target):
    """A line across a laid tile, from one of its sides to another: ``N`` and ``S``."""

    __match_args__: ClassVar[tuple[str, ...]] = ("x", "y", "start", "end")

    def __init__(self, x: int, y: int, start: str, end: str) -> None:
        self.x = x
        self.y = y
        self.start = start
        self.end = end

    def key(self) -> tuple[object, ...]:
        return (self.x, self.y, self.start, self.end)

    def said(self, field: str) -> str:
        return f"{self.x},{self.y}" if field == "cell" else f"{self.start}-{self.end}" if field == "ends" else ""


@final
class Standing(Target):
    """A figure on the table: where, on which segment or thing of its tile, whose (None: nobody's), of which kind."""

    __match_args__: ClassVar[tuple[str, ...]] = ("x", "y", "where", "seat", "kind")

    def __init__(self, x: int, y: int, where: str, seat: int | None, kind: str) -> None:
        self.x = x
        self.y = y
        self.where = where
        self.seat = seat
        self.kind = kind

    def key(self) -> tuple[object, ...]:
        return (self.x, self.y, self.where, self.seat, self.kind)

    def said(self, field: str) -> str:
        if field == "cell":
            return f"{self.x},{self.y}"
        if field == "segment":
            return self.where
        if field == "figure":
            return self.kind
        return player(self.seat) if field == "player" else ""


@final
class Space(Target):
    """A space of the scoreboard."""

    __match_args__: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def key(self) -> tuple[object, ...]:
        return (self.number,)

    def said(self, field: str) -> str:
        return str(self.number) if field == "number" else ""


@final
class Scorer(Target):
    """A scoring figure on the scoreboard: whose, which of his (0 is the first), and what it is called.

    ``moves`` says how many spaces an answer would take it forward; it is not part of which figure is meant.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "number", "kind")

    def __init__(self, seat: int, number: int, kind: str, moves: int = 0) -> None:
        self.seat = seat
        self.number = number
        self.kind = kind
        self.moves = moves

    def key(self) -> tuple[object, ...]:
        return (self.seat, self.number, self.kind)

    def __reduce__(self) -> tuple[object, ...]:
        return (Scorer, (self.seat, self.number, self.kind, self.moves))

    def said(self, field: str) -> str:
        return player(self.seat) if field == "player" else self.kind if field == "scorer" else ""


@final
class Seat(Target):
    """A player."""

    __match_args__: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def key(self) -> tuple[object, ...]:
        return (self.number,)

    def said(self, field: str) -> str:
        return player(self.number) if field == "player" else ""


@final
class Pile(Target):
    """A pile that something comes from."""

    __match_args__: ClassVar[tuple[str, ...]] = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def key(self) -> tuple[object, ...]:
        return (self.name,)

    def said(self, field: str) -> str:
        return self.name if field == "pile" else ""


NOTHING: Final = Nothing()


def player(seat: int | None) -> str:
    """A player in notation, where nobody has a name."""
    return "" if seat is None else f"player {seat + 1}"


@final
class Option:
    """One possible answer. ``text`` is its notation, ``number`` the engine's own, good for this question only.

    >>> game = bastida.new_game("plus", draws=["E"], seed=7)
    >>> match game.options()[0]:
    ...     case bastida.Option("lay", bastida.Cell(x, y, turn)):
    ...         print(x, y, turn)
    0 -1 2
    """

    __match_args__: ClassVar[tuple[str, ...]] = ("verb", "target", "figure", "declines")

    def __init__(self, verb: str, target: Target = NOTHING, figure: str = "", detail: str = "", declines: bool = False) -> None:
        self.verb = verb  # what is done, a word of the module
        self.target = target  # to what
        self.figure = figure  # with which kind of figure
        self.detail = detail  # what else is said: a tile drawn, a number rolled, who pays
        self.declines = declines  # a way of doing nothing
        self.number = -1
        self.module = ""  # whose answer it is
        self.form = "{verb}"  # how it is written
        self.written = ""  # its text, once somebody has asked for it

    @property
    def text(self) -> str:
        """Its notation: the same in every language, in records and at the keyboard."""
        if not self.written:
            text = ""
            for at, part in enumerate(parts(self.form)):
                text += part if at & 1 == 0 else self.said(part)
            self.written = text
        return self.written

    def said(self, field: str) -> str:
        """What stands for a field of its notation."""
        if field == "verb":
            return self.verb
        if field == "detail":
            return self.detail
        if field == "figure" and self.figure:
            return self.figure
        return self.target.said(field)

    def same(self, other: Option) -> bool:
        """Whether both mean the same, whatever their numbers."""
        return (
            self.verb == other.verb
            and self.figure == other.figure
            and self.detail == other.detail
            and self.target == other.target
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.number == other.number and self.same(other)

    def __hash__(self) -> int:
        return hash((self.number, self.verb, self.figure, self.detail))

    def __reduce__(self) -> tuple[object, ...]:
        said = (self.verb, self.target, self.figure, self.detail, self.declines, self.number, self.module, self.form)
        return (option_again, said)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Option {self.text!r}>"


def option_again(
    verb: str, target: Target, figure: str, detail: str, declines: bool, number: int, module: str, form: str
) -> Option:
    """An option that comes from another process."""
    option = Option(verb, target, figure, detail, declines)
    option.number = number
    option.module = module
    option.form = form
    return option


_parts: dict[str, list[str]] = {}  # forms taken apart
_first: dict[str, str] = {}  # the first of several forms


def parts(form: str) -> list[str]:
    """A form taken apart: words and names of fields in turn, beginning with words."""
    found = _parts.get(form)
    if found is None:
        found = []
        for piece in form.split("{"):
            name, brace, rest = piece.partition("}")
            if brace:
                found.append(name)
                found.append(rest)
            else:
                found.append(piece)
        _parts[form] = found
    return found


def form_of(notation: dict[str, str], verb: str) -> str:
    """How a verb is written: the first of its forms, which are parted by bars."""
    form = notation.get(verb, verb)
    found = _first.get(form)
    if found is None:
        found = _first[form] = form.partition("|")[0]
    return found


@final
class Noun:
    """A word of the rules, ``big`` or ``city``, to be said in the reader's language."""

    __match_args__: ClassVar[tuple[str, ...]] = ("word", "number")

    def __init__(self, word: str, number: int = 1) -> None:
        self.word = word
        self.number = number

    def __reduce__(self) -> tuple[object, ...]:  # compiled classes cannot be pickled without it
        return (Noun, (self.word, self.number))

    def __repr__(self) -> str:
        return f"Noun({self.word!r})"


@final
class Refusal:
    """Why an answer is not taken: the key of the sentence that says so, the clause behind it, and what stands in it.

    A field is a text as it was typed, a number, a place, a ``Noun``, a list of these, or another refusal whose sentence
    stands in this one.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ("key", "clause", "fields")

    def __init__(self, key: str, clause: str = "", fields: Mapping[str, object] | None = None) -> None:
        self.key = key
        self.clause = clause
        self.fields: Mapping[str, object] = {} if fields is None else fields

    def __reduce__(self) -> tuple[object, ...]:  # errors go from one process to another
        return (Refusal, (self.key, self.clause, self.fields))

    def __repr__(self) -> str:
        return f"Refusal({self.key!r}, {self.clause!r}, {self.fields!r})"
