"""The answers to a question as people give them: numbers, a cell and a turn, notation, or the words on the screen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from bastida.cli.board import At, shape, shapes, tiles_of
from bastida.cli.picture import segment_number
from bastida.kernel.answers import Cell, Segment, Standing, parts
from bastida.kernel.answers import Line as Across
from bastida.kernel.answers import Tile as Laid
from bastida.kernel.notation import PASS
from bastida.kernel.tile import Tile
from bastida.language.sentences import option_words
from bastida.language.texts import Texts
from bastida.table.game import Game, Option

TURNS = "abcd"  # quarter turns clockwise: a is r0
# What people type: "3", "3b", "3 r1"; "1,0", "1,0 r2", "(1,0) b".
_NUMBERED = re.compile(r"([0-9]{1,4})(?:\s*(?:r?([0-3])|([a-d])))?", re.ASCII)
_AT_CELL = re.compile(r"\(?(-?[0-9]{1,3})\s*,\s*(-?[0-9]{1,3})\)?(?:\s*(?:r\s*([0-3])|([a-d])))?", re.ASCII)


class Several(Exception):
    """The answer names a cell in which the tile fits in several turns."""

    def __init__(self, at: At, turns: list[int]) -> None:
        super().__init__(at, turns)
        self.at, self.turns = at, turns


class NoNumber(Exception):
    """The answer is a number that nothing has; ``numbers`` are those there are."""

    def __init__(self, numbers: str) -> None:
        super().__init__(numbers)
        self.numbers = numbers


class Choices:
    """The options of the present question with what to call them."""

    def __init__(self, game: Game, texts: Texts) -> None:
        self.game, self.texts = game, texts
        self.options = game.options()

    def marks(self) -> dict[At, str]:
        """Numbers to write on cells of the table."""
        return {}

    def resolve(self, answer: str) -> Option:
        """The option an answer means; NoNumber or IllegalOption says why there is none."""
        return self.game.find(answer)


@dataclass(frozen=True)
class Line:
    """One numbered answer."""

    label: str
    words: str
    option: Option


class ListChoices(Choices):
    """A list of answers, numbered from 1; passing is 0. Answers that are numbers keep their own."""

    def __init__(self, game: Game, texts: Texts) -> None:
        super().__init__(game, texts)
        own = any(option.text.isdecimal() for option in self.options)
        numbers = iter(range(1, len(self.options) + 1))
        self.list = [
            Line(
                option.text if own else "0" if passes(option) else str(next(numbers)),
                option_words(texts, option, game.setup.players),
                option,
            )
            for option in self.options
        ]

    def marks(self) -> dict[At, str]:
        found: dict[At, str] = {}
        for line in self.list:
            at = named_cell(line.option)
            if at is not None:
                found[at] = f"{found[at]} {line.label}" if at in found else line.label
        return {at: labels if len(labels) <= 5 else f"{labels.split()[0]}+" for at, labels in found.items()}

    def on_tile(self, tile: Tile, at: At, turns: int) -> dict[int, list[str]]:
        """Labels by segment of the tile just laid, for answers that put something on it."""
        found: dict[int, list[str]] = {}
        for line in self.list:
            match line.option.target:
                case Segment(x, y, name) if (x, y) == at and named_cell(line.option) is None:
                    number = segment_number(tile, turns, name)
                    if number >= 0:
                        found.setdefault(number, []).append(line.label)
        return found

    def resolve(self, answer: str) -> Option:
        wanted = plain(answer)
        for line in self.list:
            if wanted in (line.label, plain(line.words), plain(line.option.text)):
                return line.option
        if wanted.isdecimal() and wanted.isascii():
            raise NoNumber(self.numbers())
        return self.game.find(answer)

    def numbers(self) -> str:
        labels = [line.label for line in self.list]
        return ", ".join(labels) if len(labels) <= 4 else f"{labels[0]}, {labels[1]} … {labels[-1]}"


class TileChoices(Choices):
    """Where the tile in hand goes: cells are numbered, turns have letters; turns that look alike count once."""

    def __init__(self, game: Game, texts: Texts) -> None:
        super().__init__(game, texts)
        self.tile = tiles_of(game)[game.tile or ""]
        self.places: dict[At, dict[int, Option]] = {}
        for option in self.options:
            match option.target:
                case Cell(x, y, turn):
                    self.places.setdefault((x, y), {})[turn] = option
        self.order = sorted(self.places, key=lambda at: (at[1], at[0]))
        self.shapes = [shape(self.tile, turn) for turn in range(4)]
        self.turns = shapes(self.tile, sorted({turn for turns in self.places.values() for turn in turns}))
        self.pending: At | None = None

    def marks(self) -> dict[At, str]:
        return {at: str(number) for number, at in enumerate(self.order, 1)}

    def shown(self, at: At) -> list[int]:
        """The turns that fit a cell, as they are pictured."""
        return [turn for turn in self.turns if self.alike(at, turn) is not None]

    def letters(self, at: At) -> str:
        return " ".join(TURNS[turn] for turn in self.shown(at))

    def alike(self, at: At, turn: int) -> int | None:
        """The turn allowed on this cell that looks like the wanted one."""
        if turn in self.places[at]:
            return turn
        return next((other for other in self.places[at] if self.shapes[other] == self.shapes[turn]), None)

    def resolve(self, answer: str) -> Option:
        text = plain(answer)
        pending, self.pending = self.pending, None
        if pending is not None and text in TURNS and text:
            return self.at(pending, TURNS.index(text), answer)
        if len(self.order) == 1 and len(text) == 1 and text in TURNS:
            return self.at(self.order[0], TURNS.index(text), answer)
        if found := _NUMBERED.fullmatch(text):
            number = int(found[1])
            if not 1 <= number <= len(self.order):
                raise NoNumber("1" if len(self.order) == 1 else f"1–{len(self.order)}")
            return self.at(self.order[number - 1], _turn(found[2], found[3]), answer)
        found = _AT_CELL.fullmatch(text)
        if found and (int(found[1]), int(found[2])) in self.places:
            return self.at((int(found[1]), int(found[2])), _turn(found[3], found[4]), answer)
        if found and not found[3]:
            text = f"{found[1]},{found[2]} r{_turn(found[3], found[4]) or 0}"
            return self.game.find(text)
        return self.game.find(answer)

    def at(self, at: At, turn: int | None, answer: str) -> Option:
        places = self.places[at]
        if turn is None:
            if len(self.shown(at)) > 1:
                self.pending = at
                raise Several(at, self.shown(at))
            return next(iter(places.values()))
        fitting = self.alike(at, turn)
        if fitting is None:
            return self.game.find(f"{at[0]},{at[1]} r{turn}")
        return places[fitting]


def passes(option: Option) -> bool:
    """Is it the plain "nothing", which everybody knows as 0?"""
    return option.declines and option.text == PASS


def named_cell(option: Option) -> At | None:
    """The cell an answer names; one about the tile just laid names none."""
    if "cell" not in parts(option.form)[1::2]:
        return None
    match option.target:
        case Cell(x, y) | Laid(x, y) | Segment(x, y) | Across(x, y) | Standing(x, y):
            return x, y
    return None


def _turn(digit: str | None, letter: str | None) -> int | None:
    if digit:
        return int(digit)
    return TURNS.index(letter) if letter else None


def choices(game: Game, texts: Texts) -> TileChoices | ListChoices:
    """The answers to the present question."""
    decision = game.decision
    if decision is not None and decision.kind == "tile" and game.tile is not None:
        return TileChoices(game, texts)
    return ListChoices(game, texts)


def plain(text: str) -> str:
    """For comparing: lower case, no accents, single spaces."""
    folded = unicodedata.normalize("NFD", text)
    return " ".join("".join(c for c in folded if not unicodedata.combining(c)).casefold().split())


def by_alias(texts: Texts, names: Iterable[str]) -> dict[str, str]:
    """Commands by everything they are called."""
    found: dict[str, str] = {}
    for name in names:
        for alias in (name, *texts(f"command.{name}").split("|")):
            found[plain(alias)] = name
    return found
