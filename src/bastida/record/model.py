"""A record as data: the set-up, the answers turn by turn, what was scored, the result."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from bastida.record.errors import NOWHERE, Place

if TYPE_CHECKING:
    from bastida.table.dealer import Dealer
    from bastida.table.game import Game

VERSION: Final = 2
"""The newest version of records; what has no variations is written in version 1, which every program reads."""
CHANCE: Final = "chance"
"""Whoever answers for chance, in ``Answer.by``."""


@dataclass(frozen=True)
class Answer:
    """One answer of a player, or one event of chance."""

    kind: str  # what was asked, as one word
    text: str  # its notation
    by: str = ""  # the colour of a player who is not the active one, CHANCE, or empty for the active player
    where: Place = field(default=NOWHERE, compare=False, repr=False)  # its place in the file that was read


@dataclass(frozen=True)
class Score:
    """One line of the ledger."""

    player: str  # colour
    points: int
    source: str
    clause: str
    sum: str
    where: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Comment:
    """What somebody says of a turn, or of one of its answers. It means nothing to the rules."""

    answer: int  # of the row, from 1; 0: the turn as a whole
    text: str
    where: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Row:
    """A turn, or one part of it: what was answered, what it scored, and perhaps a hash of the position reached."""

    turn: int
    part: int
    player: str  # the active player's colour
    answers: tuple[Answer, ...] = ()
    arranged: str = ""  # in a study: no answers, but a position that was set up by hand
    scores: tuple[Score, ...] = ()
    hash: str = ""
    where: Place = field(default=NOWHERE, compare=False, repr=False)
    hash_where: Place = field(default=NOWHERE, compare=False, repr=False)
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()

    def place(self, number: int) -> Place:
        """Where in the file that was read an answer stands, counted from 1."""
        answer = self.answers[number - 1]
        return answer.where or (replace(self.where, answer=number) if self.where.line else self.where)


@dataclass(frozen=True)
class Variation:
    """What might have been answered instead, and how it would have gone on from there."""

    answer: int  # of the row, from 1: the first one that is another
    rows: tuple[Row, ...]
    where: Place = field(default=NOWHERE, compare=False, repr=False)


def with_variations(rows: Iterable[Row]) -> Iterator[Row]:
    """Rows and those of all their variations."""
    waiting = [iter(rows)]
    while waiting:
        for row in waiting[-1]:
            yield row
            waiting += [iter(variation.rows) for variation in reversed(row.variations)]
            if row.variations:
                break
        else:
            waiting.pop()


@dataclass(frozen=True)
class Result:
    """How the game ended."""

    points: tuple[int, ...]  # by seat
    winners: tuple[str, ...]  # colours
    where: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Record:
    """Everything that is needed to play a game again. One that was just read is not replayed yet: see ``check``.

    >>> game = bastida.new_game("plus", seed=7)
    >>> game.play(game.options()[0])
    >>> record = bastida.Record.from_game(game)
    >>> record.answers, record.replay() == game
    (2, True)
    """

    family: str
    edition: str
    sets: tuple[str, ...]  # tile sets beyond the edition's own
    elements: tuple[str, ...]
    switches: Mapping[str, str]
    colours: tuple[str, ...]  # by seat
    players: tuple[str, ...]  # names, by seat
    first: str  # colour
    study: bool = False
    start: bool = True
    position: str = ""  # where the game began, if not at the beginning
    more: Mapping[str, str] = field(default_factory=dict)  # further headers: kept, not understood
    expansions: Mapping[str, str] = field(default_factory=dict)  # that are not ours, with their versions
    rows: tuple[Row, ...] = ()
    result: Result | None = None
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)  # of headers in the file

    @property
    def answers(self) -> int:
        """How many answers there are, events of chance included; those of variations are not."""
        return sum(len(row.answers) for row in self.rows)

    @property
    def version(self) -> int:
        """The version of the format that it needs."""
        return VERSION if any(row.variations for row in self.rows) else 1

    # -- from and to a game -------------------------------------------------------------------------------------------

    @classmethod
    def from_game(cls, game: Game, more: Mapping[str, str] | None = None) -> Record:
        """The record of a game so far. ``more`` are further headers, kept as they are: place, date, aids ..."""
        from bastida.record.writing import make_record

        return make_record(game, more or {})

    def replay(self, upto: int | None = None, *, dealer: Dealer | None = None) -> Game:
        """Play the record again, checking everything, to its end or through its first ``upto`` answers.

        The game stands exactly there, even if chance is asked next; with a dealer it goes on.
        """
        from bastida.record.replay import replay

        return replay(self, upto, dealer)

    def check(self) -> None:
        """Raise RecordError if anything in the record is not as the rules have it."""
        self.replay()

    # -- from and to text ---------------------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, data: str | bytes) -> Record:
        """Read a record from its text form."""
        from bastida.record.text import read_text

        return read_text(data)

    def to_text(self) -> str:
        """The text form."""
        from bastida.record.text import write_text

        return write_text(self)

    @classmethod
    def from_json(cls, data: str | bytes) -> Record:
        """Read a record from its JSON form."""
        from bastida.record.jsonform import read_json

        return read_json(data)

    def to_json(self) -> str:
        """The JSON form."""
        from bastida.record.jsonform import write_json

        return write_json(self)

    # -- from and to files --------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Record:
        """Read a file: text (``.bst``) or JSON (``.json``). The record is not replayed yet."""
        from bastida.record.files import read_file

        return read_file(path)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all, in the form its suffix says."""
        from bastida.record.files import write_file

        write_file(self, path)
