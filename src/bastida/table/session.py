"""What every answer of a game passes through: the question and its answers, those given so far, chance, the way back."""

from __future__ import annotations

from typing import Final, NamedTuple, final

from mypy_extensions import mypyc_attr

from bastida.kernel.answers import NOTHING, Cell, Option, form_of
from bastida.kernel.codes import BOOKING, DEALER, ITEM_NODE, OP_DRAW, OP_PLACE, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Note, Recorder
from bastida.kernel.module import Module
from bastida.kernel.names import segment_on
from bastida.kernel.native import i64
from bastida.kernel.notation import DRAW, FORMS, LAY, SCORE
from bastida.kernel.notation import PASS as PASS_VERB
from bastida.kernel.options import ACTORS, PASS
from bastida.table.dealer import Dealer, Event
from bastida.table.setup import Setup

SNAPSHOT_EVERY = 32


class Step(NamedTuple):
    """One answer given, as the record keeps it."""

    seat: int | None  # None: chance
    kind: str
    text: str
    number: int
    turn: int
    part: int
    option: Option  # the answer as a value


class Snapshot(NamedTuple):
    """What going back begins from."""

    engine: Engine
    entries: int
    notes: dict[int, Note]
    by_hand: bool  # somebody has put the game there: it does not follow from the answers before


@final
class Placements:
    """The answers to where a tile goes, by their number, on one grid; nearly all games use the same."""

    def __init__(self, width: int, home: int) -> None:
        self.width = width
        self.home = home
        self.made: dict[int, Option] = {}
        self.known: dict[str, int] = {}  # those that were played in the words of a record, by their text

    def option(self, number: int) -> Option:
        found = self.made.get(number)
        if found is None:
            cell = number >> 2
            x = cell % self.width - self.home % self.width
            y = cell // self.width - self.home // self.width
            found = Option(LAY, Cell(x, y, number & 3))
            found.form = FORMS[LAY]
            found.number = number
            self.made[number] = found
        return found

    def read(self, text: str) -> int:
        """The number of the placement written so, ``-1,2 r3``; -1 if the grid has none."""
        place, _, turn = text.partition(" r")
        x, _, y = place.partition(",")
        try:
            column, row, turns = int(x) + self.home % self.width, int(y) + self.home // self.width, int(turn)
        except ValueError:
            return -1
        if column < 0 or row < 0 or column >= self.width or row >= self.width or turns < 0 or turns > 3:
            return -1
        return 4 * (row * self.width + column) + turns


_grids: dict[int, Placements] = {}


def placements(width: int, home: int) -> Placements:
    key = home * 4096 + width
    found = _grids.get(key)
    if found is None:
        if len(_grids) > 16:
            _grids.clear()
        found = _grids[key] = Placements(width, home)
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Session:
    """The part of a game that every answer passes through. ``Game`` adds words, views and studies.

    What is called from within is a function below: methods that an interpreted class may override are looked up by name.
    """

    def __init__(self, setup: Setup, dealer: Dealer | None, source: Session | None = None) -> None:
        self.setup = setup
        self.dealer = dealer
        self._recorder = Recorder()
        self._options: list[Option] | None = None  # answers to the present question, while the engine keeps its own list
        if source is None:
            self._engine = setup.engine()
            self._tiles = [drawing(tile.id, number) for number, tile in enumerate(self._engine.rules.tiles)]
            self.steps: list[Step] = []
            self._dealt: dict[str, int] = {}  # events of chance so far, by kind
            self._snapshots: dict[int, Snapshot] = {}
            self._keep_snapshot(False)
        else:
            self._engine = source._engine.copy()
            self._tiles = source._tiles
            self.steps = list(source.steps)
            self._dealt = dict(source._dealt)
            self._snapshots = dict(source._snapshots)
            self._recorder.entries = list(source._recorder.entries)
            self._recorder.notes = dict(source._recorder.notes)
            self._recorder.ending = source._recorder.ending
        self._engine.recorder = self._recorder

    @property
    def engine(self) -> Engine:
        """The integers underneath, for search and environments; change them only on a copy."""
        return self._engine

    @property
    def over(self) -> bool:
        """Is there nothing left to answer, with the final scoring done?"""
        return self._engine.asked == OVER

    # -- what is asked -------------------------------------------------------------------------------------------------

    def _kind(self) -> str:
        return kind_of(self._engine)

    def options(self) -> list[Option]:
        """Every answer to the present question; empty when the game is over.

        >>> game = bastida.new_game("plus", players=["Ana", "Luis"], draws=["E"], seed=7)
        >>> [str(option) for option in game.options()]
        ['0,-1 r2', '0,1 r1', '0,1 r2', '0,1 r3']
        """
        return offered(self)[:]

    def _offers(self, option: Option) -> bool:
        """Is this an answer to the present question, not to an earlier one?"""
        options, choices = offered(self), self._engine.choices
        number: i64 = option.number
        for i in range(choices.count):
            if choices.items[i] == number:
                return options[i] is option or options[i] == option
        return False

    # -- answering ------------------------------------------------------------------------------------------------

    def _answer(self, option: Option) -> None:
        """Give an answer and let the dealer go on; if anything goes wrong in the rules, nothing has been answered."""
        before = len(self.steps)
        try:
            answer(self, option)
            deal(self)
        except BaseException:
            self.rewind(before)
            raise

    def deal(self) -> None:
        """Let the dealer answer until a player is asked; ``play`` does it by itself, ``rewind`` does not."""
        before = len(self.steps)
        try:
            deal(self)
        except BaseException:
            self.rewind(before)
            raise

    def follow(self, turn: int, part: int, active: int, said: list[tuple[int, str, str]]) -> int:
        """Give answers as a record has them, each by whom (a seat or ``DEALER``), to what and in which words, all in one part
        of a turn. Returns how many were given: the next one is none that is asked for now, or is not written as we write it.
        """
        engine = self._engine
        for number, (seat, kind, text) in enumerate(said):
            if engine.asked != seat or engine.seat != active or engine.turn != turn or engine.part != part:
                return number
            asked = kind_of(engine)
            if asked != kind and asked.replace(" ", "_") != kind:
                return number
            option = written(self, text)
            if option is None:
                return number
            before = len(self.steps)
            try:
                give(self, option)  # without snapshots: whoever goes back in a game just loaded can wait
                deal(self)
            except BaseException:
                self.rewind(before)
                raise
        return len(said)

    # -- going back -----------------------------------------------------------------------------------------------

    def _keep_snapshot(self, by_hand: bool = True) -> None:
        recorder = self._recorder
        kept = Snapshot(self._engine.copy(), len(recorder.entries), recorder.notes.copy(), by_hand)
        self._snapshots[len(self.steps)] = kept

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
        """Go back to the position after the first ``steps`` answers, events of chance included.

        >>> game = bastida.new_game("plus", seed=7)
        >>> game.play(game.options()[0])
        >>> game.rewind(0)
        >>> game.turn, game.decision.kind
        (1, 'draw')
        """
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


def offered(session: Session) -> list[Option]:
    """The answers to the present question: one list for as long as it stands."""
    options = session._options
    if options is None or not session._engine.listed:
        options = session._options = named(session)
    return options


def named(session: Session) -> list[Option]:
    """The answers to the present question as values."""
    engine = session._engine
    out = engine.list_options()
    owner, routine = engine.owner(), engine.routine()
    if owner != 0:
        module = engine.rules.modules[owner]
        return [signed(module.meaning(engine, routine, number), module, number) for number in out.numbers()]
    if routine == BOOKING:
        return [scoring(engine, number) for number in out.numbers()]
    op = engine.op()
    if op == OP_DRAW:
        return [session._tiles[out.items[i]] for i in range(out.count)]
    if op == OP_PLACE:
        table = placements(engine.board.width, engine.board.home)
        return [table.option(number) for number in out.numbers()]
    return [action(engine, number) for number in out.numbers()]


def written(session: Session, text: str) -> Option | None:
    """The answer to the present question that is written so, without making values of all the others; None if there is none."""
    engine = session._engine
    out = engine.list_options()
    if engine.owner() == 0 and engine.routine() != BOOKING:
        op = engine.op()
        if op == OP_PLACE:
            grid = placements(engine.board.width, engine.board.home)
            placement = grid.known.get(text, -1)
            if placement < 0:
                placement = grid.read(text)
                if placement < 0 or not out.has(placement) or grid.option(placement).text != text:
                    return None
                grid.known[text] = placement
            return grid.option(placement) if out.has(placement) else None
        for i in range(out.count):
            option = session._tiles[out.items[i]] if op == OP_DRAW else action(engine, out.items[i])
            if option.text == text:
                return option
        return None
    for option in offered(session):
        if option.text == text:
            return option
    return None


def signed(option: Option, module: Module, number: int) -> Option:
    """A module's value with its number, its owner and its form."""
    option.number = number
    option.module = module.name
    option.form = form_of(module.notation, option.verb)
    return option


def action(engine: Engine, number: int) -> Option:
    if number == PASS:
        return PASSING
    module = engine.rules.modules[number % ACTORS]
    return signed(module.action_meaning(engine, number // ACTORS), module, number)


def scoring(engine: Engine, number: int) -> Option:
    """What is scored next."""
    option = Option(SCORE, segment_on(engine, engine.item(number, ITEM_NODE)))
    option.number = number
    option.form = FORMS[SCORE]
    return option


def drawing(tile: str, number: int) -> Option:
    """A tile that may be drawn."""
    option = Option(DRAW, NOTHING, "", tile)
    option.number = number
    option.form = FORMS[DRAW]
    return option


def passing() -> Option:
    option = Option(PASS_VERB, NOTHING, "", "", True)
    option.number = PASS
    option.form = FORMS[PASS_VERB]
    return option


PASSING: Final = passing()


def answer(session: Session, option: Option) -> None:
    give(session, option)
    if len(session.steps) % SNAPSHOT_EVERY == 0:
        session._keep_snapshot(False)


def give(session: Session, option: Option) -> None:
    engine = session._engine
    asked, kind = engine.asked, kind_of(engine)
    if asked == DEALER:
        session._dealt[kind] = session._dealt.get(kind, 0) + 1
    seat = None if asked == DEALER else int(asked)
    values = (seat, kind, option.text, option.number, engine.turn, engine.part, option)
    session.steps.append(tuple.__new__(Step, values))  # what Step(...) does, without a detour through interpreted code
    session._options = None
    engine.answer(option.number)


def deal(session: Session) -> None:
    engine, dealer = session._engine, session.dealer
    while dealer is not None and engine.asked == DEALER:
        options, choices, kind = offered(session), engine.choices, kind_of(engine)
        weights = [int(engine.weight(choices.items[i])) for i in range(choices.count)]
        event = Event(sum(session._dealt.values()), kind, session._dealt.get(kind, 0), options, weights)
        answer(session, options[dealer.choose(event)])
