"""The worked examples of the rules pages as data.

A fenced ``example`` block replays a small game: the tiles in the order they are laid, the figures put on them, and what
must come of it. ``base.md`` explains the notation. This file only reads the blocks; whatever it does not understand is
an error with its page and line, so that no expectation is ever skipped.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from bastida.rulebook.clauses import modules, pages
from bastida.table.setup import FAMILIES

__all__ = ["Deploy", "Example", "ExampleError", "Move", "Recall", "example", "examples", "read_page"]

COLOURS = ("red", "blue", "yellow", "green", "black", "pink")
EDITIONS = ("winter", "plus")
FEATURES = ("road", "city", "monastery", "garden")  # what a tile can complete
GOODS = ("wine", "grain", "cloth")
USUAL = "follower"  # the kind that need not be named
ROLES = {"thief": "road", "knight": "city", "farmer": "field", "monk": "monastery"}

_SIDES = "NESW"
_HALF_SIDES = ("Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn")
_TILE = re.compile(r"([A-Za-z][A-Za-z0-9]*(?:\+garden)?)\((-?\d+),(-?\d+)\)r([0-3])")

Counts = Mapping[str, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Deploy:
    """A figure put on the tile just laid: "red big knight E" is ("red", "big", "city E")."""

    colour: str
    kind: str  # of figure
    target: str  # "road W", "city N", "field Se", "field inner", "monastery" or "garden"


@dataclass(frozen=True, slots=True)
class Recall:
    """A figure taken back in step 2 instead: "recall", a colour and its kind."""

    colour: str
    kind: str


@dataclass(frozen=True, slots=True)
class Move:
    """A tile laid at a cell with so many quarter turns clockwise, and what its player does with his figures."""

    tile: str
    x: int
    y: int
    turns: int
    figure: str | None  # as written
    action: Deploy | Recall | None
    raw: str


@dataclass(frozen=True, slots=True)
class Example:
    """One block. An expectation that the block does not state is None (or empty for the lists of placements)."""

    id: str
    page: str
    line: int
    edition: str | None  # None: holds in both editions
    moves: tuple[Move, ...]
    turn: Mapping[str, Counts] | None  # by edition: points of step 3 of the last move; a colour not named gets 0
    back: Counts | None  # figures that go home in the last move
    final: Counts | None  # points of final scoring alone if the game ended after the last move
    completes: Counts | None  # number of completed features by kind
    goods: Mapping[str, Counts] | None  # goods taken in the last move, by colour
    double: str | None  # colour that has earned a second part, or "none"
    may: tuple[Deploy, ...]
    may_not: tuple[Deploy, ...]
    legal: tuple[Move, ...]
    illegal: tuple[Move, ...]

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions in which the example is to be played."""
        return EDITIONS if self.edition is None else (self.edition,)


class ExampleError(ValueError):
    """A block that does not follow the notation."""

    def __init__(self, page: str, line: int, block: str, problem: str) -> None:
        self.page = page
        self.line = line
        self.block = block
        super().__init__(f"{page}, line {line}, example {block}: {problem}")


@lru_cache(maxsize=1024)
def examples(prefix: str | None = None) -> tuple[Example, ...]:
    """The examples of all pages in their order, or those of one module."""
    found = tuple(one for module in modules().values() for one in read_page(pages()[module.page], module.page))
    return found if prefix is None else tuple(one for one in found if one.id.split("-")[0] == prefix)


def example(id_: str) -> Example:
    """The example with this id."""
    for one in examples():
        if one.id == id_:
            return one
    raise LookupError(f"there is no example block {id_!r}")


def read_page(text: str, page: str) -> tuple[Example, ...]:
    """The example blocks of one page."""
    found: list[Example] = []
    block: list[tuple[int, str]] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if block is None:
            if line.startswith("```example"):
                block = []
        elif line.startswith("```"):
            found.append(_Reader(page, number, block).read())
            block = None
        else:
            block.append((number, line))
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

    def error(self, problem: str) -> ExampleError:
        return ExampleError(self.page, self.at, self.id, problem)

    def read(self) -> Example:
        values: dict[str, tuple[int, str]] = {}
        moves: list[Move] = []
        key = ""
        for number, line in self.block:
            self.at = number
            if line.startswith("  "):
                if key != "moves":
                    raise self.error(f"{line.strip()!r} is indented, but only moves are listed so")
                moves.append(self.value(_move, line.strip()))
                continue
            key, colon, value = line.partition(":")
            value = value.strip()
            if not colon or key not in _KEYS:
                raise self.error(f"{line!r} does not open with a known key ({', '.join(_KEYS)})")
            if key in values:
                raise self.error(f"{key!r} stands twice")
            if key == "id":
                self.id = value or self.id
            elif key == "moves" and value:
                raise self.error("moves are listed on the lines below")
            values[key] = self.at, value
        return self.example(values, tuple(moves))

    def value(self, parse: Callable[[str], T], text: str) -> T:
        try:
            return parse(text)
        except _Unreadable as problem:
            raise self.error(str(problem)) from None

    def example(self, values: dict[str, tuple[int, str]], moves: tuple[Move, ...]) -> Example:
        def get(key: str, parse: Callable[[str], T]) -> T | None:
            if key not in values:
                return None
            self.at, text = values[key]
            return self.value(parse, text)

        edition = get("edition", _one_of("an edition", EDITIONS))
        whole, winter, plus = get("turn", _points), get("turn winter", _points), get("turn plus", _points)
        turn: dict[str, Counts] | None = None
        if whole is not None:
            turn = dict.fromkeys((edition,) if edition else EDITIONS, whole)
        elif winter is not None and plus is not None:
            turn = {"winter": winter, "plus": plus}
        read = Example(
            id=get("id", _block_id) or "",
            page=self.page,
            line=self.start,
            edition=edition,
            moves=moves,
            turn=turn,
            back=get("back", _points),
            final=get("final", _points),
            completes=get("completes", _counts("a feature", FEATURES)),
            goods=get("goods", _goods),
            double=get("double", _one_of("a colour or none", (*COLOURS, "none"))),
            may=get("may", _deploys) or (),
            may_not=get("may not", _deploys) or (),
            legal=get("legal", _layings) or (),
            illegal=get("illegal", _layings) or (),
        )
        self.at = self.start
        if not read.id:
            raise self.error("the block has no id")
        if not moves:
            raise self.error("the block has no moves")
        if (winter is None) != (plus is None) or (winter is not None and (whole is not None or edition)):
            raise self.error("turn winter and turn plus stand together, without turn and without edition")
        if values.keys() <= {"id", "edition", "moves"}:
            raise self.error("the block expects nothing")
        return read


_KEYS = (
    *("id", "edition", "moves", "turn", "turn winter", "turn plus", "back", "final", "completes", "goods", "double"),
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


_colour = _one_of("a colour", COLOURS)


def _counts(what: str, words: tuple[str, ...]) -> Callable[[str], dict[str, int]]:
    """A parser of "red 3, blue 4"; nothing at all means nobody."""
    one = _one_of(what, words)

    def parse(text: str) -> dict[str, int]:
        counts: dict[str, int] = {}
        for part in text.split(", ") if text else ():
            word, _, number = part.rpartition(" ")
            if not number.isdecimal():
                raise _Unreadable(f"{part!r} has no number")
            if one(word) in counts:
                raise _Unreadable(f"{word!r} stands twice")
            counts[word] = int(number)
        return counts

    return parse


_points = _counts("a colour", COLOURS)
_tokens = _counts("a kind of goods", GOODS)


def _goods(text: str) -> dict[str, dict[str, int]]:
    """ "red wine 1, grain 2": the colour holds until the next one."""
    found: dict[str, dict[str, int]] = {}
    colour = ""
    for part in text.split(", ") if text else ():
        word, _, rest = part.partition(" ")
        if word in COLOURS:
            colour, part = word, rest
        if not colour:
            raise _Unreadable(f"{part!r} says not whose goods they are")
        for kind, number in _tokens(part).items():
            if kind in found.setdefault(colour, {}):
                raise _Unreadable(f"{kind!r} stands twice for {colour}")
            found[colour][kind] = number
    return found


def _move(text: str) -> Move:
    laying, colon, figure = text.partition(" : ")
    tile = _TILE.fullmatch(laying)
    if tile is None:
        raise _Unreadable(f"{laying!r} is not a tile with cell and turns, such as D(1,0)r2")
    action = _action(figure) if colon else None
    return Move(tile[1], int(tile[2]), int(tile[3]), int(tile[4]), figure if colon else None, action, text)


def _layings(text: str) -> tuple[Move, ...]:
    layings = tuple(_move(part) for part in text.split("; "))
    for one in layings:
        if one.figure is not None:
            raise _Unreadable(f"{one.raw!r} is about the tile alone and takes no figure")
    return layings


def _action(text: str) -> Deploy | Recall:
    """The figure of a move, named by its role, "red thief E" or "red big thief E", or by its kind, "red big road W"."""
    match text.split(" "):
        case ["recall", colour, kind] if kind in _kinds():
            return Recall(_colour(colour), kind)
        case [colour, kind, role, *side] if kind in _kinds() and role in ROLES:
            return _deploy(colour, kind, [ROLES[role], *side])
        case [colour, role, *side] if role in ROLES:
            return _deploy(colour, USUAL, [ROLES[role], *side])
        case [colour, kind, *target] if kind in _kinds():
            return _deploy(colour, kind, target)
    raise _Unreadable(f"{text!r} is not a figure, such as 'red thief E'")


def _kinds() -> set[str]:
    """Figures that are named by their kind."""
    return {kind for games in FAMILIES.values() for kind in games.family.figures} - {USUAL}


def _deploys(text: str) -> tuple[Deploy, ...]:
    return tuple(_choice(part) for part in text.split("; "))


def _choice(text: str) -> Deploy:
    """A place open or closed to a colour: "red road W" for a normal follower, "red big road W" for another kind."""
    colour, *words = text.split(" ")
    if words and words[0] in _kinds():
        return _deploy(colour, words[0], words[1:])
    return _deploy(colour, USUAL, words)


def _deploy(colour: str, kind: str, target: list[str]) -> Deploy:
    match target:
        case ["road" | "city", side] if side in tuple(_SIDES):
            pass
        case ["field", half] if half in (*_HALF_SIDES, "inner"):
            pass
        case ["monastery" | "garden"]:
            pass
        case _:
            raise _Unreadable(f"{' '.join(target)!r} is not a place on a tile, such as 'road W' or 'field Ne'")
    return Deploy(_colour(colour), kind, " ".join(target))
