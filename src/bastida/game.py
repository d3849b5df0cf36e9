"""A game as people and programs use it: one question after the other, answers as text or objects, take-back, ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from bastida.dealer import Dealer, Event
from bastida.features import Feature, features
from bastida.kernel import names as naming
from bastida.kernel.codes import BOOKING, DEALER, ITEM_NODE, OP_DRAW, OP_PLACE, OVER, RUN
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Entry, Recorder
from bastida.kernel.options import ACTORS, PASS
from bastida.setup import Setup
from bastida.view import view_of

SNAPSHOT_EVERY = 16
FIRST_CELL = 12  # how far from 0,0 the first tile of an empty table may be named
PLACE = re.compile(r"(-?\d{1,2}),(-?\d{1,2}) r[0-3]")


class IllegalOption(ValueError):
    """An answer that is not among the options. The text says why, what would be right and which clause decides."""

    def __init__(self, text: str, reason: str, clause: str = "") -> None:
        self.text = text
        self.reason = reason
        self.clause = clause
        super().__init__(f"{text!r}: {reason}" + (f" ({clause})" if clause else ""))


class GameOver(IllegalOption):
    """There is nothing left to answer."""


@dataclass(frozen=True)
class Decision:
    """Who is asked what, and by which rule module."""

    seat: int | None  # None: chance, answered by the dealer
    player: str
    kind: str  # tile, figure, order, draw, roll ...
    module: str


class Option(NamedTuple):
    """One possible answer; its text is its notation."""

    text: str
    number: int  # the engine's own number, good for this question only
    also: tuple[str, ...] = ()  # other texts that mean the same

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Step:
    """One answer given, as the record keeps it."""

    seat: int | None  # None: chance
    kind: str
    text: str
    number: int
    turn: int
    part: int


@dataclass(frozen=True)
class _Snapshot:
    engine: Engine
    entries: int
    notes: dict[int, Any]


class Game:
    """A game under way. Make one with ``bastida.new_game`` or ``bastida.load``."""

    def __init__(self, setup: Setup, dealer: Dealer | None = None) -> None:
        self.setup = setup
        self.dealer = dealer
        self.steps: list[Step] = []
        self._recorder = Recorder()
        self._engine = setup.engine()
        self._engine.recorder = self._recorder
        self._snapshots: dict[int, _Snapshot] = {}
        self._keep_snapshot()
        self.deal()

    # -- what is asked -------------------------------------------------------------------------------------------------

    @property
    def engine(self) -> Engine:
        """The integers underneath, for search and environments; change them only on a copy."""
        return self._engine

    @property
    def over(self) -> bool:
        return bool(self._engine.asked == OVER)

    @property
    def seat(self) -> int:
        """The active player's seat."""
        return int(self._engine.seat)

    @property
    def turn(self) -> int:
        return int(self._engine.turn)

    @property
    def decision(self) -> Decision | None:
        """The present question; None when the game is over."""
        engine = self._engine
        if engine.asked == OVER:
            return None
        seat = None if engine.asked == DEALER else int(engine.asked)
        owner = engine.rules.modules[engine.owner()]
        return Decision(seat, "" if seat is None else self.setup.players[seat], self._kind(), owner.name)

    def _kind(self) -> str:
        engine = self._engine
        owner, routine = engine.owner(), engine.routine()
        if owner:
            return engine.rules.modules[owner].question(engine, routine)
        if routine == BOOKING:
            return "order"
        op = engine.op()
        return "draw" if op == OP_DRAW else "tile" if op == OP_PLACE else "figure"

    def options(self) -> list[Option]:
        """Every answer to the present question."""
        engine = self._engine
        numbers = engine.list_options().numbers()
        if engine.owner() == 0 and engine.routine() == RUN:
            if engine.op() == OP_DRAW:
                tiles = engine.rules.tiles
                return [Option(tiles[number].id, number) for number in numbers]
            if engine.op() == OP_PLACE:
                cells = {cell: naming.cell_name(engine, cell) for cell in {number >> 2 for number in numbers}}
                return [Option(f"{cells[number >> 2]} r{number & 3}", number) for number in numbers]
        return [self._option(number) for number in numbers]

    def _option(self, number: int) -> Option:
        engine = self._engine
        rules = engine.rules
        owner, routine = engine.owner(), engine.routine()
        if owner:
            return Option(rules.modules[owner].text(engine, routine, number), number)
        if routine == BOOKING:
            return Option(naming.node_name(engine, engine.item(number, ITEM_NODE)), number)
        if routine == RUN and engine.op() == OP_DRAW:
            return Option(rules.tiles[number].id, number)
        if routine == RUN and engine.op() == OP_PLACE:
            return Option(f"{naming.cell_name(engine, number >> 2)} r{number & 3}", number)
        if number == PASS:
            return Option("pass", number)
        texts = rules.modules[number % ACTORS].action_names(engine, number // ACTORS)
        return Option(texts[0], number, tuple(texts[1:]))

    @property
    def tile(self) -> str | None:
        """The tile in hand: drawn and not laid yet."""
        kind = self._engine.run_kind
        return self._engine.rules.tiles[kind].id if kind >= 0 and self._engine.run_slot < 0 else None

    # -- answering ------------------------------------------------------------------------------------------------

    def play(self, answer: Option | str) -> None:
        """Give an answer: an Option, or its notation. An illegal one raises IllegalOption and changes nothing."""
        option = answer if isinstance(answer, Option) and self._offered(answer) else self.find(str(answer))
        self._answer(option)
        self.deal()

    def _offered(self, option: Option) -> bool:
        """Is this an answer to the present question, not to an earlier one?"""
        return self._engine.list_options().has(option.number) and self._option(option.number) == option

    def find(self, text: str) -> Option:
        """The option a text means; IllegalOption says why there is none."""
        if self.over:
            raise GameOver(text, "the game is over")
        wanted = _plain(text)
        self._name_first_cell(wanted)
        for option in self.options():
            if wanted == _plain(option.text) or any(wanted == _plain(other) for other in option.also):
                return option
        raise self._refuse(text)

    def _name_first_cell(self, text: str) -> None:
        """On an empty table the cell of the first tile may have any name near 0,0, and names all others."""
        board = self._engine.board
        found = PLACE.fullmatch(text)
        if found and board.tiles == 0 and board.opens == 1 and self._kind() == "tile":
            x, y = int(found[1]), int(found[2])
            if max(abs(x), abs(y)) > FIRST_CELL:
                reason = f"the first tile of an empty table goes near 0,0: x and y from -{FIRST_CELL} to {FIRST_CELL}"
                raise IllegalOption(text, reason)
            board.home = board.open_cell[0] - x - y * board.width
            self._engine.listed = False

    def _refuse(self, text: str) -> IllegalOption:
        engine = self._engine
        for module in reversed(list(engine.rules.modules[1:])):  # the special before the general: the base comes last
            reason = module.refusal(engine, self._kind(), _plain(text))
            if reason:
                words, _, clause = reason.rpartition(" (")
                return IllegalOption(text, words, clause.rstrip(")"))
        shown = [str(option) for option in self.options()[:8]]
        return IllegalOption(text, f"not an answer to the question {self._kind()!r}; for example: {', '.join(shown)}")

    def _answer(self, option: Option) -> None:
        engine = self._engine
        seat = None if engine.asked == DEALER else int(engine.asked)
        self.steps.append(Step(seat, self._kind(), option.text, option.number, int(engine.turn), int(engine.part)))
        engine.answer(option.number)
        if len(self.steps) % SNAPSHOT_EVERY == 0:
            self._keep_snapshot()

    def deal(self) -> None:
        """Let the dealer answer until a player is asked; ``play`` does it by itself, ``rewind`` does not."""
        while self.dealer is not None and self._engine.asked == DEALER:
            options, kind = self.options(), self._kind()
            past = [step.kind for step in self.steps if step.seat is None]
            names = [option.text for option in options]
            weights = [int(self._engine.weight(option.number)) for option in options]
            chosen = self.dealer.choose(Event(len(past), kind, past.count(kind), names, weights))
            self._answer(options[chosen])

    # -- going back -----------------------------------------------------------------------------------------------

    def _keep_snapshot(self) -> None:
        self._snapshots[len(self.steps)] = _Snapshot(
            self._engine.copy(), len(self._recorder.entries), dict(self._recorder.notes)
        )

    def kept(self, steps: int) -> Engine | None:
        """The engine as it was kept after so many answers, if it was: at the beginning always, later now and then."""
        snapshot = self._snapshots.get(steps)
        return snapshot.engine if snapshot else None

    def stand_at(self, engine: Engine) -> None:
        """Go on from another position; going back ends there."""
        self._engine = engine
        engine.recorder = self._recorder
        self._keep_snapshot()

    def undo(self) -> None:
        """Take back the last answer of a player, with the events of chance that followed it."""
        last = max((number for number, step in enumerate(self.steps) if step.seat is not None), default=None)
        if last is None:
            raise IllegalOption("undo", "there is nothing to take back")
        self.rewind(last)

    def rewind(self, steps: int) -> None:
        """Go back to the position after the first ``steps`` answers, events of chance included."""
        if not 0 <= steps <= len(self.steps):
            raise ValueError(f"the game has {len(self.steps)} answers, so there is no position {steps}")
        start = max(number for number in self._snapshots if number <= steps)
        snapshot = self._snapshots[start]
        self._snapshots = {number: kept for number, kept in self._snapshots.items() if number <= steps}
        self._engine = snapshot.engine.copy()
        self._engine.recorder = self._recorder
        del self._recorder.entries[snapshot.entries :]
        self._recorder.notes = dict(snapshot.notes)
        for step in self.steps[start:steps]:
            self._engine.answer(step.number)
        del self.steps[steps:]

    def copy(self) -> Game:
        """An independent copy, which may be played on."""
        other = Game.__new__(Game)
        other.setup, other.dealer = self.setup, self.dealer
        other.steps = list(self.steps)
        other._recorder = Recorder()
        other._recorder.entries = list(self._recorder.entries)
        other._recorder.notes = dict(self._recorder.notes)
        other._engine = self._engine.copy()
        other._engine.recorder = other._recorder
        other._snapshots = dict(self._snapshots)
        return other

    # -- what has been won ----------------------------------------------------------------------------------------

    @property
    def ledger(self) -> Sequence[Entry]:
        """Every point awarded so far."""
        return tuple(self._recorder.entries)

    def scores(self) -> dict[str, int]:
        """Points by player, in seat order."""
        return {player: int(self._engine.score_of(seat)) for seat, player in enumerate(self.setup.players)}

    def projected(self) -> dict[str, int]:
        """What the scores would be if the game ended now."""
        engine = self._engine.copy()
        if engine.asked != OVER:
            engine.finish()
        return {player: int(engine.score_of(seat)) for seat, player in enumerate(self.setup.players)}

    def features(self) -> list[Feature]:
        """Every road, city, field ... on the table, with its owners and its worth."""
        return features(self._engine.copy())

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat, or (None) a spectator, may know."""
        return view_of(self, seat)

    def winners(self) -> list[str]:
        """The players with the most points once the game is over (BASE-110)."""
        if not self.over:
            return []
        scores = self.scores()
        return [player for player, points in scores.items() if points == max(scores.values())]

    # -- studies --------------------------------------------------------------------------------------------------

    def _only_in_a_study(self, what: str) -> None:
        if not self.setup.study:
            raise IllegalOption(what, "only a study can be arranged at will")

    def _seat(self, who: int | str) -> int:
        """A seat by number, name or colour."""
        if isinstance(who, int):
            return who
        return self.setup.players.index(who) if who in self.setup.players else self.setup.colours.index(who)

    def turn_to(self, who: int | str) -> None:
        """In a study: whose turn it is, before a tile is drawn."""
        self._only_in_a_study("turn_to")
        engine = self._engine
        if engine.owner() or engine.routine() != RUN or engine.op() != OP_DRAW or engine.run_level:
            raise IllegalOption("turn_to", "the turn can only be handed over before a tile is drawn")
        engine.seat = self._seat(who)
        self._keep_snapshot()

    def arrange(self, who: int | str | None, figure: str, where: str) -> None:
        """In a study: stand a figure of the supply on a segment, ``1,0 road N``; nobody's (None) for neutral ones."""
        self._only_in_a_study("arrange")
        engine = self._engine
        seat = self.setup.seats if who is None else self._seat(who)
        piece = engine.figures.pick(seat, engine.rules.figure_names.index(figure))
        node = naming.find_node(engine, where)
        if piece < 0 or node < 0:
            raise IllegalOption(where, f"no {figure} in the supply" if piece < 0 else "there is no such segment")
        engine.stand(piece, node)
        engine.listed = False
        self._keep_snapshot()

    def credit(self, who: int | str, points: int, figure: int = 0) -> None:
        """In a study: set the points of a player's scoring figure."""
        self._only_in_a_study("credit")
        totals = self._engine.points
        totals[self._seat(who) * 2 + figure] = points
        self._keep_snapshot()

    def finish(self) -> None:
        """In a study: end the game now, with its final scoring."""
        self._only_in_a_study("finish")
        self._engine.finish()

    def _repr_svg_(self) -> str:
        """The board, for notebooks. Pictures are a layer above, so they are looked up only when one is wanted."""
        return str(import_module("bastida.art.board").board_svg(self))


def _plain(text: str) -> str:
    """Texts are compared without regard to case, brackets and spacing: ``(1,0)r2`` is ``1,0 r2``."""
    text = text.casefold().replace("(", " ").replace(")", " ").replace(", ", ",").replace(" ,", ",")
    head, r, tail = text.rpartition("r")
    if r and tail.strip() in {"0", "1", "2", "3"} and "," in head:
        text = f"{head} r{tail.strip()}"
    return " ".join(text.split())
