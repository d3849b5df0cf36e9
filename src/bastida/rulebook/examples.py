"""The worked examples of the rules pages as data.

A fenced ``example`` block is a small game: what is played, the lines that are played, and what must come of it. ``base.md``
explains the notation. This file only reads the blocks, ``playing`` plays them. Whatever is not understood is an error with
its page and line, so that no expectation is ever skipped.
"""

# Long: one notation of examples, read; each way to be wrong has its sentence.

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from textwrap import dedent
from typing import TypeVar

from bastida.kernel.shelf import folders, remembered
from bastida.rulebook.clauses import Clause, modules, pages
from bastida.table.setup import FAMILIES

__all__ = [
    *("Answers", "Example", "ExampleError", "Laying", "Line"),
    *("blocks_of", "example", "examples", "family_of", "prose", "read_page"),
]

FIRST = "red"  # whose line it is unless it says otherwise
NEUTRAL = "neutral"  # stands for a colour where a figure belongs to nobody
_TILE = re.compile(r"([A-Za-z][A-Za-z0-9]*(?:\+[a-z]+)?)\((-?\d+),(-?\d+)\)r([0-3])")
_NUMBER = re.compile(r"-?\d+")
_BLOCK_IDS = re.compile(r"^\s*```example\n\s*id: (\S+)$", re.MULTILINE)
_BLOCKS = re.compile(r"^\s*```example\n.*?^\s*```$", re.MULTILINE | re.DOTALL)

Counts = Mapping[str, int]
Things = Mapping[str, Counts]  # by colour and thing
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Laying:
    """A tile on a cell with so many quarter turns clockwise: ``D(1,0)r2``."""

    tile: str
    x: int
    y: int
    turns: int

    @property
    def cell(self) -> str:
        """Where it goes, as an answer."""
        return f"{self.x},{self.y} r{self.turns}"

    def __str__(self) -> str:
        return f"{self.tile}({self.x},{self.y})r{self.turns}"


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of one player, in the notation of records."""

    colour: str  # empty: only chance is asked
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of ``moves``: a tile that is drawn and laid, if it names one, and what is answered then.

    ``verb`` is empty, or ``arrange`` or ``credit`` for what is set on the table by hand.
    """

    raw: str
    number: int  # of the line in the page
    laying: Laying | None = None
    answers: Answers = field(default_factory=lambda: Answers("", ()))
    verb: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """One block. An expectation that the block does not state is None, or empty for lists."""

    id: str
    page: str
    line: int
    edition: str | None  # None: holds in all editions of its family
    sets: tuple[str, ...] | None  # None: the expansion of the page
    elements: tuple[str, ...] | None
    without: tuple[str, ...]
    switches: Mapping[str, str]
    seats: tuple[str, ...] | None  # colours; None: as many as can play
    position: str | None  # from which it begins
    moves: tuple[Line, ...]
    turn: Mapping[str, Counts] | None  # by edition: points of the last line; a colour not named gets 0
    back: Counts | None  # figures that go home in the last line
    final: Counts | None  # points of final scoring alone if the game ended after the last line
    points: Counts | None  # all points after the last line
    completes: Counts | None  # number of completed features by kind
    takes: Things | None  # things taken in the last line, by colour
    double: str | None  # colour that has earned a second part, or "none"
    draws: str | None  # colour that must draw another tile in the same turn, or "none"
    holds: Things | None  # what lies before the players at the end; figures of others are named with their colour
    record: Counts | None  # the figure that has won a thing
    track: Mapping[str, tuple[int, ...]] | None  # "red", "red messenger" or "red robber": its space, and tokens behind it
    pieces: Counts | None  # things on tiles: "tower 0,0" and how many
    beside: tuple[str, ...] | None  # exactly the things beside the table
    supply: Things | None  # figures in the supply
    worth: Counts | None  # features by one of their segments, and what they are worth now
    joined: tuple[tuple[str, ...], ...]  # segments of which those of a group belong to one feature
    apart: tuple[tuple[str, ...], ...]  # segments of which those of a group belong to different ones
    stands: tuple[str, ...]  # figures on the table: "red follower 1,0 road N"
    stands_not: tuple[str, ...]
    options: tuple[str, ...]  # exactly the answers to the question that is open after the last line
    may: tuple[Answers, ...]
    may_not: tuple[Answers, ...]
    legal: tuple[Laying, ...]
    illegal: tuple[Laying, ...]

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions in which the example is to be played."""
        return tuple(FAMILIES[family_of(self.page)].editions) if self.edition is None else (self.edition,)

    @property
    def family(self) -> str:
        """The family of games it belongs to."""
        return family_of(self.page)


class ExampleError(ValueError):
    """A block that does not follow the notation, or cannot be played."""

    def __init__(self, page: str, line: int, block: str, problem: str) -> None:
        self.page = page
        self.line = line
        self.block = block
        super().__init__(f"{page}, line {line}, example {block}: {problem}")


@remembered
def _read() -> dict[str, tuple[Example, ...]]:
    """The examples of the pages that have been read."""
    return {}


def examples(prefix: str | None = None) -> tuple[Example, ...]:
    """The examples of all pages in their order, or those of one module."""
    if prefix is None:
        return tuple(one for name in modules() for one in examples(name))
    if prefix not in _read():
        page = modules()[prefix].page
        _read()[prefix] = tuple(one for one in read_page(pages()[page], page) if one.id.split("-")[0] == prefix)
    return _read()[prefix]


def example(id_: str) -> Example:
    """The example with this id."""
    prefix = id_.split("-")[0]
    for one in examples(prefix) if prefix in modules() else ():
        if one.id == id_:
            return one
    raise LookupError(f"there is no example block {id_!r}")


def blocks_of(clause: Clause) -> tuple[Example, ...]:
    """The examples that stand under a clause."""
    return tuple(example(id_) for id_ in _BLOCK_IDS.findall(clause.body))


def prose(body: str) -> str:
    """What stands under a clause, without its examples."""
    return dedent(_BLOCKS.sub("", body)).strip()


def family_of(page: str) -> str:
    """The family of games that a page is about: that of its expansion or of its box; otherwise the first."""
    name = PurePath(page).stem
    if name in folders():
        return folders()[name].family
    for family, games in FAMILIES.items():
        if any(edition.page == name for edition in games.editions.values()):
            return family
    return next(iter(FAMILIES))


def read_page(text: str, page: str) -> tuple[Example, ...]:
    """The example blocks of one page."""
    found: list[Example] = []
    block: list[tuple[int, str]] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if block is None:
            if line.strip().startswith("```example"):
                block = []
                margin = len(line) - len(line.lstrip())
        elif line.strip().startswith("```"):
            found.append(_Reader(page, number, block).read())
            block = None
        else:
            block.append((number, line[margin:] if line[:margin].isspace() or not margin else line))
    if block is not None:
        raise _Reader(page, len(text.splitlines()), block).error("the block is not closed")
    return tuple(found)


class _Unreadable(Exception):
    """What is wrong with a piece of text; the reader adds where it stands."""


class _Reader:
    """Reads one block, line by line."""

    def __init__(self, page: str, end: int, block: list[tuple[int, str]]) -> None:
        self.page = page
        self.at = self.start = block[0][0] if block else end
        self.block = block
        self.id = "without id"
        self.read_keys: set[str] = set()

    def error(self, problem: str) -> ExampleError:
        return ExampleError(self.page, self.at, self.id, problem)

    def read(self) -> Example:
        values: dict[str, tuple[int, str]] = {}
        moves: list[Line] = []
        key = ""
        words = _Words(family_of(self.page))
        known = (*KEYS, *(f"turn {edition}" for edition in words.editions))
        for number, line in self.block:
            self.at = number
            if line.startswith("  "):
                if key != "moves":
                    raise self.error(f"{line.strip()!r} is indented, but only moves are listed so")
                moves.append(self.value(lambda text: words.line(text, self.at), line.strip()))
                continue
            key, colon, value = line.partition(":")
            value = value.strip()
            if not colon or key not in known:
                raise self.error(f"{line!r} does not open with a known key ({', '.join(known)})")
            if key in values:
                raise self.error(f"{key!r} stands twice")
            if key == "id":
                self.id = value or self.id
            elif key == "moves" and value:
                raise self.error("moves are listed on the lines below")
            values[key] = self.at, value
        return self.example(values, tuple(moves), words)

    def value(self, parse: Callable[[str], T], text: str) -> T:
        try:
            return parse(text)
        except _Unreadable as problem:
            raise self.error(str(problem)) from None

    def example(self, values: dict[str, tuple[int, str]], moves: tuple[Line, ...], words: "_Words") -> Example:
        def get(key: str, parse: Callable[[str], T]) -> T | None:
            if key not in values:
                return None
            self.at, text = values[key]
            return self.value(parse, text)

        edition = get("edition", _one_of("an edition", words.editions))
        whole = get("turn", words.points)
        single = {name: points for name in words.editions if (points := get(f"turn {name}", words.points)) is not None}
        turn: Mapping[str, Counts] | None = single or None
        if whole is not None:
            turn = dict.fromkeys((edition,) if edition else words.editions, whole)
        read = Example(
            id=get("id", _block_id) or "",
            page=self.page,
            line=self.start,
            edition=edition,
            sets=get("sets", _words_of),
            elements=get("elements", _words_of),
            without=get("without", _words_of) or (),
            switches=get("switches", _switches) or {},
            seats=get("seats", words.seats),
            position=get("position", str),
            moves=moves,
            turn=turn,
            back=get("back", words.points),
            final=get("final", words.points),
            points=get("points", words.signed),
            completes=get("completes", _counts("a feature", words.features)),
            takes=get("goods", words.things) if "goods" in values else get("takes", words.things),
            double=get("double", words.colour_or_none),
            draws=get("draws", words.colour_or_none),
            holds=get("holds", words.things),
            record=get("record", _counts("a thing", None)),
            track=get("track", words.track),
            pieces=get("pieces", _counts("a thing", None)),
            beside=get("beside", _things),
            supply=get("supply", words.things),
            worth=get("worth", _counts("a feature", None)),
            joined=get("joined", _groups) or (),
            apart=get("apart", _groups) or (),
            stands=get("stands", words.figures) or (),
            stands_not=get("stands not", words.figures) or (),
            options=get("options", _list) or (),
            may=get("may", words.choices) or (),
            may_not=get("may not", words.choices) or (),
            legal=get("legal", _layings) or (),
            illegal=get("illegal", _layings) or (),
        )
        self.at = self.start
        if not read.id:
            raise self.error("the block has no id")
        if not moves and not read.position:
            raise self.error("the block has no moves and no position")
        if single and (whole is not None or edition or single.keys() != set(words.editions)):
            raise self.error(
                f"{' and '.join(f'turn {one}' for one in words.editions)} stand together, without turn and edition"
            )
        if values.keys() <= GIVEN:
            raise self.error("the block expects nothing")
        return read


GIVEN = {"id", "edition", "sets", "elements", "without", "switches", "seats", "position", "moves"}
KEYS = (
    *("id", "edition", "sets", "elements", "without", "switches", "seats", "position", "moves"),
    *("turn", "back", "final", "points", "completes", "goods", "takes", "double", "draws", "holds", "record", "track"),
    *("pieces", "beside", "supply", "worth", "joined", "apart", "stands", "stands not", "options"),
    *("may", "may not", "legal", "illegal"),
)


def _block_id(text: str) -> str:
    if not re.fullmatch(r"[A-Z]+-[EX]\d+[a-z]?", text):
        raise _Unreadable(f"{text!r} is not the id of an example")
    return text


def _one_of(what: str, words: tuple[str, ...]) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise _Unreadable(f"{text!r} is not {what} ({', '.join(words)})")
        return text

    return parse


def _list(text: str) -> tuple[str, ...]:
    if not text:
        raise _Unreadable("nothing is listed")
    return tuple(text.split("; "))


def _groups(text: str) -> tuple[tuple[str, ...], ...]:
    """ "0,0 river E + 1,0 river W; 0,0 meadow En + 1,0 meadow Wn": in each group two segments or more, of one kind."""
    groups = tuple(tuple(part.split(" + ")) for part in _list(text))
    for group in groups:
        kinds = {segment.split(" ")[1] if " " in segment else "" for segment in group}
        if len(group) < 2 or len(kinds) > 1 or "" in kinds:
            raise _Unreadable(f"{' + '.join(group)!r} are not segments of one kind, such as 0,0 road E + 1,0 road W")
    return groups


def _things(text: str) -> tuple[str, ...]:
    return () if text in ("", "none") else tuple(text.split(", "))


def _words_of(text: str) -> tuple[str, ...]:
    return () if text in ("", "none") else tuple(text.split(" "))


def _switches(text: str) -> dict[str, str]:
    found = {}
    for part in text.split(" "):
        name, equals, value = part.partition("=")
        if not equals:
            raise _Unreadable(f"{part!r} is not a switch and its value, such as name=value")
        found[name] = value
    return found


def _counts(what: str, words: tuple[str, ...] | None, signed: bool = False) -> Callable[[str], dict[str, int]]:
    """A parser of "red 3, blue 4"; nothing at all means nobody. What may be counted is told by the game if not here."""

    def parse(text: str) -> dict[str, int]:
        counts: dict[str, int] = {}
        for part in text.split(", ") if text else ():
            word, _, number = part.rpartition(" ")
            if not _NUMBER.fullmatch(number) or (number.startswith("-") and not signed):
                raise _Unreadable(f"{part!r} has no number")
            if words is not None:
                _one_of(what, words)(word)
            elif not word:
                raise _Unreadable(f"{part!r} says not what is counted")
            if word in counts:
                raise _Unreadable(f"{word!r} stands twice")
            counts[word] = int(number)
        return counts

    return parse


def _laying(text: str) -> Laying:
    tile = _TILE.fullmatch(text)
    if tile is None:
        raise _Unreadable(f"{text!r} is not a tile with cell and turns, such as D(1,0)r2")
    return Laying(tile[1], int(tile[2]), int(tile[3]), int(tile[4]))


def _layings(text: str) -> tuple[Laying, ...]:
    for part in text.split("; "):
        if " : " in part:
            raise _Unreadable(f"{part!r} is about the tile alone and takes no figure")
    return tuple(_laying(part) for part in text.split("; "))


class _Words:
    """What blocks of a family may speak of."""

    def __init__(self, family: str) -> None:
        games = FAMILIES[family]
        self.editions = tuple(games.editions)
        self.colours = tuple(dict.fromkeys(colour for edition in games.editions.values() for colour in edition.colours))
        self.features = tuple(games.family.segments)
        self.colour = _one_of("a colour", self.colours)
        self.colour_or_none = _one_of("a colour or none", (*self.colours, "none"))
        self.owner = _one_of("a colour", (*self.colours, NEUTRAL))
        self.points = _counts("a colour", self.colours)
        self.signed = _counts("a colour", self.colours, signed=True)

    def seats(self, text: str) -> tuple[str, ...]:
        return tuple(self.colour(word) for word in text.split(" "))

    def things(self, text: str) -> dict[str, dict[str, int]]:
        """ "red wine 1, grain 2": the colour holds until the next one."""
        found: dict[str, dict[str, int]] = {}
        colour = ""
        count = _counts("a thing", None)
        for part in text.split(", ") if text else ():
            word, _, rest = part.partition(" ")
            if word in self.colours:
                colour, part = word, rest
            if not colour:
                raise _Unreadable(f"{part!r} says not whose they are")
            for kind, number in count(part).items():
                if kind in found.setdefault(colour, {}):
                    raise _Unreadable(f"{kind!r} stands twice for {colour}")
                found[colour][kind] = number
        return found

    def track(self, text: str) -> dict[str, tuple[int, ...]]:
        """ "red 1 50, red messenger 3": the space, and the tokens behind it. Without a figure it is the first one."""
        found = {}
        for part in text.split(", "):
            words = [word for word in part.split(" ") if not word.isdecimal()]
            numbers = part.split(" ")[len(words) :]
            if len(words) not in (1, 2) or not numbers or not all(number.isdecimal() for number in numbers):
                raise _Unreadable(f"{part!r} is not a colour, or one of its figures, with its space and tokens behind it")
            self.colour(words[0])
            found[" ".join(words)] = tuple(map(int, numbers))
        return found

    def figures(self, text: str) -> tuple[str, ...]:
        for part in _list(text):
            self.owner(part.split(" ")[0])
        return _list(text)

    def choices(self, text: str) -> tuple[Answers, ...]:
        """Answers open or closed to a colour: "red road W; blue floor 0,0 / no capture"."""
        return tuple(self.answers(part, needed=True) for part in text.split("; "))

    def line(self, text: str, number: int) -> Line:
        """ "D(1,0)r2", "D(1,0)r2 : red thief E / pass", "red: second part", "[canoe] / [shaman]", "credit red 48"."""
        verb, _, rest = text.partition(" ")
        if verb == "arrange" and rest.startswith(f"{NEUTRAL} "):
            return Line(text, number, None, Answers(NEUTRAL, (rest.removeprefix(f"{NEUTRAL} "),)), verb)
        if verb in ("arrange", "credit"):
            return Line(text, number, None, self.answers(rest, needed=True), verb)
        if text.startswith("["):
            return Line(text, number, None, Answers("", tuple(self.split(text))))
        colour, colon, rest = text.partition(": ")
        if colon and colour in self.colours:
            return Line(text, number, None, Answers(colour, tuple(self.split(rest))))
        laying, colon, rest = text.partition(" : ")
        return Line(text, number, _laying(laying), self.answers(rest) if colon else Answers("", ()))

    def answers(self, text: str, needed: bool = False) -> Answers:
        """A colour and its answers; "recall red abbot" is the same as "red recall abbot"."""
        colour, _, rest = text.partition(" ")
        if colour == "recall":
            colour, _, rest = rest.partition(" ")
            rest = f"recall {rest}"
        if needed and not rest:
            raise _Unreadable(f"{text!r} is not a colour and its answer, such as 'red road W'")
        return Answers(self.colour(colour), tuple(self.split(rest)) if rest else ())

    def split(self, text: str) -> Iterator[str]:
        for part in text.split(" / "):
            if not part.strip() or part.startswith("[") != part.endswith("]"):
                raise _Unreadable(f"{part!r} is not an answer")
            yield part
