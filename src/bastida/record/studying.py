"""A game as a tree: every answer and event of chance is a move, and what might have been answered instead begins a variation.

A ``Study`` is made of a record and becomes one again. Its moves have numbers in the order of the record; 0 is the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bastida.kernel.answers import Segment
from bastida.kernel.ledger import Entry
from bastida.kernel.names import segment_on
from bastida.language.refused import Refused, why
from bastida.record.errors import MAX_ANSWERS, MAX_DEPTH, NOWHERE, RecordError
from bastida.record.model import Comment, Record, Row, Variation, with_variations
from bastida.record.positions import from_position
from bastida.record.shapes import remark
from bastida.record.writing import LONG, answer_of, make_record, score_of
from bastida.table.game import Game, Step

ROOT: Final = 0
ABOUT: Final = "about"  # the header with the comment on the beginning


class StudyError(Refused):
    """Something cannot be done with a study: why."""


@dataclass
class Move:
    """An answer or an event of chance, after another."""

    before: int
    step: Step
    active: int  # the seat whose turn it is
    scored: list[Entry] = field(default_factory=list)
    places: list[Segment | None] = field(default_factory=list)  # where each of them scored, as the table was then
    comments: list[str] = field(default_factory=list)
    after: list[int] = field(default_factory=list)  # the first one is the line itself, the others begin variations


class Study:
    """A game with its variations and comments. The numbers of moves change when something is taken out."""

    def __init__(self, record: Record, most: int = MAX_ANSWERS) -> None:
        """Replay everything; RecordError or StudyError says what is wrong."""
        if record.study:
            raise StudyError(why("arrange.study"))
        if sum(len(row.answers) for row in with_variations(record.rows)) > most:
            raise StudyError(why("study.too_long", number=most))
        self.head = replace(record, rows=(), result=None, places={})
        self.most = most
        self.first = record.replay(0)
        self.moves: dict[int, Move] = {}
        self.start: list[int] = []  # what may come first
        self._next = 1
        record.check()
        self._take_in(record.rows, self.first.copy(), ROOT)

    def _take_in(self, rows: Sequence[Row], game: Game, at: int) -> None:
        for row in rows:
            for place, answer in enumerate(row.answers, 1):
                said = [one.text for one in row.comments if one.answer == place or (one.answer == 0 and place == 1)]
                others = [variation.rows for variation in row.variations if variation.answer == place]
                before = at, [game.copy() for _ in others]
                at = self._play(game, at, answer.text)
                self.moves[at].comments += said
                for instead, stood in zip(others, before[1], strict=True):
                    self._take_in(instead, stood, before[0])

    # -- looking -------------------------------------------------------------------------------------------------------

    def after(self, at: int) -> list[int]:
        """What was answered there."""
        return self.start if at == ROOT else self._move(at).after

    def path(self, at: int) -> list[int]:
        """The moves that lead to one, itself included."""
        found = []
        while at != ROOT:
            found.append(at)
            at = self._move(at).before
        return found[::-1]

    def game(self, at: int) -> Game:
        """The game after a move."""
        game = self.first.copy()
        for number in self.path(at):
            game.play(self.moves[number].step.text)
        return game

    def depth(self, at: int) -> int:
        """In how many variations a move lies."""
        return sum(number != self.after(self.moves[number].before)[0] for number in self.path(at))

    def depths(self) -> dict[int, int]:
        """The same of every move."""
        found = {ROOT: 0}
        for number in self.order():
            before = self.moves[number].before
            found[number] = found[before] + (number != self.after(before)[0])
        return found

    def told(self, at: int) -> list[str]:
        """The comments on a move, or on the beginning."""
        if at == ROOT:
            said = self.head.more.get(ABOUT, "")
            return [said] if said else []
        return self._move(at).comments

    def order(self) -> list[int]:
        """All moves as a record has them: behind a move of a line those that replace it, then the line goes on."""
        return list(self._along(self.start[0])) if self.start else []

    def _along(self, at: int) -> Iterator[int]:
        while True:
            yield at
            for other in self._others(at):
                yield from self._along(other)
            if not self.moves[at].after:
                return
            at = self.moves[at].after[0]

    # -- changing ------------------------------------------------------------------------------------------------------

    def play(self, at: int, text: str) -> int:
        """Answer there; the number of the move, which may have been there already. IllegalOption says why not."""
        game = self.game(at)
        known = game.find(text).text if game.decision is not None else text
        for number in self.after(at):
            if self.moves[number].step.text == known:
                return number
        if len(self.moves) >= self.most:
            raise StudyError(why("study.too_long", number=self.most))
        if self.after(at) and self.depth(at) >= MAX_DEPTH:
            raise StudyError(why("record.deep_variations", number=MAX_DEPTH))
        return self._play(game, at, known)

    def comment(self, at: int, text: str) -> None:
        """Say something of a move, or of the beginning; an empty text takes back what was said."""
        said = _remark(text)
        if at == ROOT:
            more = {key: value for key, value in self.head.more.items() if key != ABOUT}
            self.head = replace(self.head, more={**more, ABOUT: said} if said else more)
        else:
            self._move(at).comments[:] = [said] if said else []

    def head_line(self, key: str, value: str) -> None:
        """A header that is kept as it is; an empty one is left out."""
        value = _remark(value)
        more = {name: said for name, said in self.head.more.items() if name != key}
        self.head = replace(self.head, more={**more, key: value} if value else more)

    def drop(self, at: int) -> int:
        """Take out a move and what follows it; where that leads back to."""
        before = self._move(at).before
        self.after(before).remove(at)
        waiting = [at]
        while waiting:
            waiting += self.moves.pop(waiting.pop()).after
        return before

    def promote(self, at: int) -> None:
        """Make the variation in which a move lies the line, and the line a variation."""
        for number in reversed(self.path(at)):
            line = self.after(self.moves[number].before)
            if line[0] != number:
                place = line.index(number)
                line.insert(0, line.pop(place))
                if max(self.depths().values()) > MAX_DEPTH:  # nobody could read it again
                    line.insert(place, line.pop(0))
                    raise StudyError(why("record.deep_variations", number=MAX_DEPTH))
                return

    def _play(self, game: Game, at: int, text: str) -> int:
        active, before = game.seat, len(game.ledger)
        game.play(text)
        number, self._next = self._next, self._next + 1
        scored = list(game.ledger[before:])
        places = [segment_on(game.engine, entry.node) if entry.node >= 0 else None for entry in scored]
        self.moves[number] = Move(at, game.steps[-1], active, scored, places)
        self.after(at).append(number)
        return number

    def _move(self, at: int) -> Move:
        if at not in self.moves:
            raise StudyError(why("study.no_move"))
        return self.moves[at]

    # -- writing -------------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The whole study as a record."""
        return replace(self.head, rows=self._rows(self.start[0]) if self.start else ())

    def line(self, at: int) -> Record:
        """The record of the one line that leads to a move."""
        return make_record(self.game(at), {key: said for key, said in self.head.more.items() if key != ABOUT})

    def _rows(self, first: int) -> tuple[Row, ...]:
        """The line that begins with a move, with its variations."""
        setup, rows = self.first.setup, list[list[int]]()
        at, length = first, 0
        while True:
            step, active = self.moves[at].step, self.moves[at].active
            last = self.moves[rows[-1][0]] if rows else None
            if last is None or length > LONG or (step.turn, step.part, active) != (last.step.turn, last.step.part, last.active):
                rows.append([])
                length = 0
            rows[-1].append(at)
            length += len(step.text) + len(step.kind)
            if not self.moves[at].after:
                break
            at = self.moves[at].after[0]
        found = []
        for numbers in rows:
            moves = [self.moves[number] for number in numbers]
            head = moves[0]
            found.append(
                Row(
                    head.step.turn,
                    head.step.part,
                    setup.colours[head.active],
                    tuple(answer_of(setup, move.step, move.active) for move in moves),
                    scores=tuple(score_of(setup, entry) for move in moves for entry in move.scored),
                    comments=tuple(Comment(place, text) for place, move in enumerate(moves, 1) for text in move.comments),
                    variations=tuple(
                        Variation(place, self._rows(other))
                        for place, number in enumerate(numbers, 1)
                        for other in self._others(number)
                    ),
                )
            )
        return tuple(found)

    def _others(self, number: int) -> list[int]:
        """What might have been answered instead of a move of a line."""
        line = self.after(self.moves[number].before)
        return line[1:] if line[0] == number else []


def _remark(text: str) -> str:
    """What somebody says, if it fits into a line of a record; it may be nothing."""
    try:
        return remark(text, NOWHERE) if text else ""
    except RecordError as error:
        raise StudyError(error.refusal) from None


def begun_at(text: str, more: Mapping[str, str] | None = None, players: Sequence[str] | None = None) -> Record:
    """The record of a game that begins at a position, and has not gone on from there."""
    return make_record(from_position(text, players=players), more or {})
