"""The course of a game: the question asked and its answers, those given so far, chance, and the way back."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from bastida.kernel.codes import BOOKING, DEALER, ITEM_NODE, OP_DRAW, OP_PLACE, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Note, Recorder
from bastida.kernel.names import node_name
from bastida.kernel.native import i64
from bastida.kernel.options import ACTORS, PASS
from bastida.table.dealer import Dealer, Event
from bastida.table.setup import Setup

SNAPSHOT_EVERY = 32


class Option(NamedTuple):
    """One possible answer; its text is its notation."""

    text: str
    number: int  # the engine's own number, good for this question only
    also: tuple[str, ...] = ()  # other texts that mean the same

    def __str__(self) -> str:
        return self.text


PASSING: Final = Option("pass", PASS)


class Step(NamedTuple):
    """One answer given, as the record keeps it."""

    seat: int | None  # None: chance
    kind: str
    text: str
    number: int
    turn: int
    part: int


class Snapshot(NamedTuple):
    """What going back begins from."""

    engine: Engine
    entries: int
    notes: dict[int, Note]


@lru_cache(maxsize=16)
def placements(width: int, home: int) -> list[Option]:
    """Every placement on a grid, by its number; nearly all games use the same grid."""
    row, column = divmod(home, width)
    return [
        Option(f"{cell % width - column},{cell // width - row} r{turns}", cell * 4 + turns)
        for cell in range(width * width)
        for turns in range(4)
    ]


@mypyc_attr(allow_interpreted_subclasses=True)
class Course:
    """The part of a game that every answer passes through. ``Game`` adds words, views and studies.

    What is called from within is a function below: methods that an interpreted class may override are looked up by name.
    """

    def __init__(self, setup: Setup, dealer: Dealer | None, source: Course | None = None) -> None:
        self.setup = setup
        self.dealer = dealer
        self._recorder = Recorder()
        self._options: list[Option] | None = None  # answers to the present question, while the engine keeps its own list
        if source is None:
            self._engine = setup.engine()
            self._tiles = [Option(tile.id, number) for number, tile in enumerate(self._engine.rules.tiles)]
            self.steps: list[Step] = []
            self._dealt: dict[str, int] = {}  # events of chance so far, by kind
            self._snapshots: dict[int, Snapshot] = {}
            self._keep_snapshot()
        else:
            self._engine = source._engine.copy()
            self._tiles = source._tiles
            self.steps = list(source.steps)
            self._dealt = dict(source._dealt)
            self._snapshots = dict(source._snapshots)
            self._recorder.entries = list(source._recorder.entries)
            self._recorder.notes = dict(source._recorder.notes)
        self._engine.recorder = self._recorder

    @property
    def engine(self) -> Engine:
        """The integers underneath, for search and environments; change them only on a copy."""
        return self._engine

    @property
    def over(self) -> bool:
        return self._engine.asked == OVER

    # -- what is asked -------------------------------------------------------------------------------------------------

    def _kind(self) -> str:
        return kind_of(self._engine)

    def options(self) -> list[Option]:
        """Every answer to the present question."""
        return offered(self)[:]

    def _offers(self, option: Option) -> bool:
        """Is this an answer to the present question, not to an earlier one?"""
        options, choices = offered(self), self._engine.choices
        number: i64 = option.number
        for i in range(choices.count):
            if choices.items[i] == number:
                return options[i] == option
        return False

    # -- answering ------------------------------------------------------------------------------------------------

    def _answer(self, option: Option) -> None:
        answer(self, option)
        deal(self)

    def deal(self) -> None:
        """Let the dealer answer until a player is asked; ``play`` does it by itself, ``rewind`` does not."""
        deal(self)

    # -- going back -----------------------------------------------------------------------------------------------

    def _keep_snapshot(self) -> None:
        recorder = self._recorder
        self._snapshots[len(self.steps)] = Snapshot(self._engine.copy(), len(recorder.entries), recorder.notes.copy())

    def kept(self, steps: int) -> Engine | None:
        """The engine as it was kept after so many answers, if it was: at the beginning always, later now and then."""
        snapshot = self._snapshots.get(steps)
        return snapshot.engine if snapshot else None

    def stand_at(self, engine: Engine) -> None:
        """Go on from another position; going back ends there."""
        self._engine = engine
        self._options = None
        engine.recorder = self._recorder
        self._keep_snapshot()

    def rewind(self, steps: int) -> None:
        """Go back to the position after the first ``steps`` answers, events of chance included."""
        if not 0 <= steps <= len(self.steps):
            raise ValueError(f"the game has {len(self.steps)} answers, so there is no position {steps}")
        start = max(number for number in self._snapshots if number <= steps)
        snapshot = self._snapshots[start]
        self._snapshots = {number: kept for number, kept in self._snapshots.items() if number <= steps}
        self._engine = snapshot.engine.copy()
        self._engine.recorder = self._recorder
        self._options = None
        del self._recorder.entries[snapshot.entries :]
        self._recorder.notes = dict(snapshot.notes)
        for step in self.steps[start:steps]:
            self._engine.answer(step.number)
        for step in self.steps[steps:]:
            if step.seat is None:
                self._dealt[step.kind] -= 1
        del self.steps[steps:]


def kind_of(engine: Engine) -> str:
    """A word for what is asked."""
    owner, routine = engine.owner(), engine.routine()
    if owner != 0:
        return engine.rules.modules[owner].question(engine, routine)
    if routine == BOOKING:
        return "order"
    op = engine.op()
    return "draw" if op == OP_DRAW else "tile" if op == OP_PLACE else "figure"


def offered(course: Course) -> list[Option]:
    """The answers to the present question: one list for as long as it stands."""
    options = course._options
    if options is None or not course._engine.listed:
        options = course._options = named(course)
    return options


def named(course: Course) -> list[Option]:
    engine = course._engine
    out = engine.list_options()
    owner, routine = engine.owner(), engine.routine()
    if owner != 0:
        module = engine.rules.modules[owner]
        return [Option(module.text(engine, routine, number), number) for number in out.numbers()]
    if routine == BOOKING:
        return [Option(node_name(engine, engine.item(number, ITEM_NODE)), number) for number in out.numbers()]
    op = engine.op()
    if op not in (OP_DRAW, OP_PLACE):
        return [action(engine, number) for number in out.numbers()]
    table = course._tiles if op == OP_DRAW else placements(engine.board.width, engine.board.home)
    return [table[out.items[i]] for i in range(out.count)]


def action(engine: Engine, number: int) -> Option:
    if number == PASS:
        return PASSING
    names = engine.rules.modules[number % ACTORS].action_names(engine, number // ACTORS)
    return Option(names[0], number, tuple(names[1:]))


def answer(course: Course, option: Option) -> None:
    engine = course._engine
    asked, kind = engine.asked, kind_of(engine)
    if asked == DEALER:
        course._dealt[kind] = course._dealt.get(kind, 0) + 1
    seat = None if asked == DEALER else int(asked)
    values = (seat, kind, option.text, option.number, engine.turn, engine.part)
    course.steps.append(tuple.__new__(Step, values))  # what Step(...) does, without a detour through interpreted code
    course._options = None
    engine.answer(option.number)
    if len(course.steps) % SNAPSHOT_EVERY == 0:
        course._keep_snapshot()


def deal(course: Course) -> None:
    engine, dealer = course._engine, course.dealer
    while dealer is not None and engine.asked == DEALER:
        options, choices, kind = offered(course), engine.choices, kind_of(engine)
        weights = [int(engine.weight(choices.items[i])) for i in range(choices.count)]
        event = Event(sum(course._dealt.values()), kind, course._dealt.get(kind, 0), options, weights)
        answer(course, options[dealer.choose(event)])
