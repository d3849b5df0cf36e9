"""A game as people and programs use it: one question after the other, answers as text or objects, take-back, ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from bastida.kernel import names as naming
from bastida.kernel.answers import Cell, Noun, Option, Refusal
from bastida.kernel.codes import DEALER, NOBODY, OP_DRAW, OVER, RUN
from bastida.kernel.languages import FALLBACK
from bastida.kernel.ledger import Entry
from bastida.kernel.notation import LAY, plain, unknown, wishes
from bastida.language.sentences import reason
from bastida.language.texts import texts
from bastida.table.dealer import Dealer, SecretDealer, SeededDealer
from bastida.table.features import Feature, features
from bastida.table.packing import Packed, pack, same, unpack
from bastida.table.session import Session, Step
from bastida.table.setup import Setup
from bastida.table.view import view_of

__all__ = ["Decision", "Game", "GameOver", "IllegalOption", "Option", "Step"]

FIRST_CELL = 12  # how far from 0,0 the first tile of an empty table may be named


class IllegalOption(ValueError):
    """An answer that is not among the options: which text, and why not, as a value that can be said in any language."""

    def __init__(self, text: str, refusal: Refusal) -> None:
        self.text = text
        self.refusal = refusal
        super().__init__(text, refusal)

    @property
    def reason(self) -> str:
        """Why not, in English."""
        return reason(texts(FALLBACK), self.refusal)

    @property
    def clause(self) -> str:
        """The clause that decides; empty if there is none."""
        return self.refusal.clause

    def __str__(self) -> str:
        return f"{self.text!r}: {self.reason}" + (f" ({self.clause})" if self.clause else "")


class GameOver(IllegalOption):
    """There is nothing left to answer."""


@dataclass(frozen=True)
class Decision:
    """Who is asked what, and by which rule module."""

    seat: int | None  # None: chance, answered by the dealer
    player: str
    kind: str  # tile, figure, order, draw, roll ...
    module: str


class Game(Session):
    """A game under way. Make one with ``bastida.new_game`` or ``bastida.load``."""

    def __init__(self, setup: Setup, dealer: Dealer | None = None, source: Game | None = None) -> None:
        super().__init__(setup, dealer, source)
        if source is None:
            self.deal()

    # -- what is asked -------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The active player's seat."""
        return int(self._engine.seat)

    @property
    def turn(self) -> int:
        """Which turn of the game this is, from 1."""
        return int(self._engine.turn)

    @property
    def decision(self) -> Decision | None:
        """The present question; None when the game is over, or about to be counted."""
        engine = self._engine
        if engine.asked == OVER or engine.asked == NOBODY:
            return None
        seat = None if engine.asked == DEALER else int(engine.asked)
        owner = engine.rules.modules[engine.owner()]
        return Decision(seat, "" if seat is None else self.setup.players[seat], self._kind(), owner.name)

    @property
    def tile(self) -> str | None:
        """The tile in hand: drawn and not laid yet."""
        kind = self._engine.run_kind
        return self._engine.rules.tiles[kind].id if kind >= 0 and self._engine.run_slot < 0 else None

    # -- answering ------------------------------------------------------------------------------------------------

    def play(self, answer: Option | str) -> None:
        """Give an answer: an Option, or its notation. An illegal one raises IllegalOption and changes nothing.

        So do rules that stumble or never come to an end (``Runaway``): the game is as it was before.

        >>> game = bastida.new_game("plus", players=["Ana", "Luis"], draws=["E"], seed=7)
        >>> game.play("0,-1 r2")
        >>> game.play("follower city S")
        >>> game.scores()
        {'Ana': 4, 'Luis': 0}
        """
        self._answer(answer if isinstance(answer, Option) and self._offers(answer) else self.find(str(answer)))

    def find(self, text: str) -> Option:
        """The option a text means; IllegalOption says why there is none."""
        if self.over:
            raise GameOver(text, Refusal("over"))
        wanted = plain(text)
        self._name_first_cell(text)
        options = self.options()
        for option in options:
            if text == option.text:
                return option
        for option in options:
            if wanted == plain(option.text):
                return option
        engine = self._engine
        owners = {module.name: module for module in engine.rules.modules}
        for option in options:
            if option.module and wanted in map(plain, owners[option.module].other_texts(engine, option)):
                return option
        raise self._refuse(text)

    def _name_first_cell(self, text: str) -> None:
        """On an empty table the cell of the first tile may have any name near 0,0, and names all others."""
        board = self._engine.board
        if board.tiles != 0 or board.opens != 1 or self._kind() != "tile":
            return
        target = next((wish.target for wish in wishes(self._engine, text) if wish.verb == LAY), None)
        if isinstance(target, Cell):
            x, y = target.x, target.y
            if max(abs(x), abs(y)) > FIRST_CELL:
                raise IllegalOption(text, Refusal("first_cell", fields={"number": FIRST_CELL}))
            board.home = board.open_cell[0] - x - y * board.width
            self._engine.listed = False
            self._keep_snapshot()  # whoever goes back to the empty table finds its cells called so

    def _refuse(self, text: str) -> IllegalOption:
        engine, kind = self._engine, self._kind()
        meant = wishes(engine, text) or [unknown(engine, text)]
        for module in reversed(list(engine.rules.modules[1:])):  # the special before the general: the base comes last
            for wish in meant:
                refusal = module.refusal(engine, kind, wish)
                if refusal is not None:
                    return IllegalOption(text, refusal)
        shown = [str(option) for option in self.options()[:8]]
        return IllegalOption(text, Refusal("no_answer", fields={"question": repr(kind), "examples": shown}))

    # -- going back -----------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last answer of a player, with the events of chance that followed it.

        >>> game = bastida.new_game("plus", seed=7)
        >>> game.play(game.options()[0])
        >>> game.undo()
        >>> game.decision.kind
        'tile'
        """
        last = max((number for number, step in enumerate(self.steps) if step.seat is not None), default=None)
        if last is None:
            raise IllegalOption("undo", Refusal("nothing_to_undo"))
        self.rewind(last)

    # -- copies ---------------------------------------------------------------------------------------------------

    def copy(self, *, same_future: bool = False) -> Game:
        """An independent copy, which may be played on. From here on chance deals anew in it, from what is left.

        So whoever looks ahead on copies learns nothing of what is to come. ``same_future`` shares the dealer: with a seed
        the copy sees the same tiles.

        >>> game = bastida.new_game("plus", seed=7)
        >>> trial = game.copy()
        >>> trial.play(trial.options()[0])
        >>> trial == game
        False
        """
        dealer = self.dealer if same_future or self.dealer is None else SecretDealer()
        return Game(self.setup, dealer, self)

    def determinise(self, seed: int | str) -> Game:
        """A copy in which all that chance still brings is fixed by a seed of one's own: one of the worlds there may be.

        >>> game = bastida.new_game("plus", seed=7)
        >>> one, same = game.determinise(3), game.determinise(3)
        >>> for world in (one, same):
        ...     while not world.over:
        ...         world.play(world.options()[0])
        >>> one == same
        True
        """
        game = Game(self.setup, SeededDealer(seed), self)
        game.deal()
        return game

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """The game itself, dealer included, for another process."""
        return (unpacked, (pack(self),))

    def __eq__(self, other: object) -> bool:
        """The same players at the same position, by the same answers; the dealer, and so what is to come, is no part of it."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.setup == other.setup and self.steps == other.steps and same(self, other)

    __hash__ = None  # type: ignore[assignment]  # a game goes on; ``bastida.position_hash`` tells where it stands

    def __repr__(self) -> str:
        scores = ", ".join(f"{player} {points}" for player, points in self.scores().items())
        decision = self.decision
        asked = "over" if self.over else f"{decision.kind} for {decision.player or 'the dealer'}" if decision else "at its end"
        return f"<Game {self.setup.edition}, turn {self.turn}: {scores}; {asked}>"

    # -- what has been won ----------------------------------------------------------------------------------------

    @property
    def ledger(self) -> Sequence[Entry]:
        """Every point awarded so far.

        >>> game = bastida.new_game("plus", players=["Ana", "Luis"], draws=["E"], seed=7)
        >>> game.play("0,-1 r2")
        >>> game.play("follower city S")
        >>> game.ledger[0].points, game.ledger[0].arithmetic(), game.ledger[0].clause
        (4, '2 tile x 2 = 4', 'BASE-59')
        """
        return tuple(self._recorder.entries)

    def scores(self) -> dict[str, int]:
        """Points by player, in seat order."""
        return {player: int(self._engine.score_of(seat)) for seat, player in enumerate(self.setup.players)}

    def projected(self) -> dict[str, int]:
        """What the scores would be if the game ended now.

        >>> game = bastida.new_game("plus", players=["Ana", "Luis"], draws=["U"], seed=7)
        >>> game.play("1,0 r1")
        >>> game.play("follower road E")
        >>> game.scores(), game.projected()
        ({'Ana': 0, 'Luis': 0}, {'Ana': 2, 'Luis': 0})
        """
        engine = self._engine.copy()
        if engine.asked != OVER:
            engine.finish()
        return {player: int(engine.score_of(seat)) for seat, player in enumerate(self.setup.players)}

    def ended(self) -> Game:
        """The game if it ended now, with its final scoring in the ledger."""
        game = self.copy()
        if not game.over:
            game._engine.finish()
        return game

    def before_end(self) -> Game | None:
        """The table of a game that is over as it was before the final scoring, to look at; None if nobody saw it."""
        ending = self._recorder.ending
        if not self.over or ending is None:
            return None
        game = self.copy()
        game._engine = ending
        game._recorder.entries = [entry for entry in game._recorder.entries if not entry.final]
        return game

    def features(self) -> list[Feature]:
        """Every road, city, field ... on the table, with its owners and its worth.

        >>> game = bastida.new_game("plus", seed=7)
        >>> [(feature.kind, feature.cells, feature.worth) for feature in game.features()][:2]
        [('city', ((0, 0),), 1), ('road', ((0, 0),), 1)]
        """
        return features(self._engine.copy())

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat, or (None) a spectator, may know: texts, numbers, lists and mappings, as JSON can hold them.

        >>> game = bastida.new_game("plus", players=["Ana", "Luis"], seed=7)
        >>> view = game.view(0)
        >>> view["players"][0]["supply"], view["tile"]
        ({'follower': 7}, 'U')
        """
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
            raise IllegalOption(what, Refusal("only_a_study"))

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
            raise IllegalOption("turn_to", Refusal("turn_before_draw"))
        engine.seat = self._seat(who)
        self._keep_snapshot()

    def arrange(self, who: int | str | None, figure: str, where: str) -> None:
        """In a study: stand a figure of the supply on a segment, ``1,0 road N``; nobody's (None) for neutral ones.

        >>> game = bastida.new_game("plus", players=["Ana", "Luis"], study=True)
        >>> game.arrange("Ana", "follower", "0,0 city N")
        >>> game.projected()
        {'Ana': 1, 'Luis': 0}
        """
        self._only_in_a_study("arrange")
        engine = self._engine
        seat = self.setup.seats if who is None else self._seat(who)
        piece = engine.figures.pick(seat, engine.rules.figure_names.index(figure))
        node = naming.find_node(engine, where)
        if piece < 0 or node < 0:
            why = Refusal("none_in_supply", fields={"figures": Noun(figure, 2)}) if piece < 0 else Refusal("no_such_segment")
            raise IllegalOption(where, why)
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
        engine = self._engine.copy()
        engine.recorder = self._recorder
        entries = len(self._recorder.entries)
        try:
            engine.finish()
        except BaseException:
            del self._recorder.entries[entries:]
            raise
        self._engine = engine
        self._options = None

    def _repr_svg_(self) -> str:
        """The board, for notebooks. Pictures are a layer above, so they are looked up only when one is wanted."""
        return str(import_module("bastida.art.pictures.board").board_svg(self))


def unpacked(packed: Packed) -> Game:
    """A game that comes from another process."""
    game = Game(packed.setup)
    unpack(packed, game)
    return game
