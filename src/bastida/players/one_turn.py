"""The one-turn player: tries everything its seat may do until somebody else is asked, and takes what evaluates best."""

from __future__ import annotations

import math
import time
from typing import Any, Final, final

from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER
from bastida.kernel.engine import Engine
from bastida.kernel.native import i64
from bastida.kernel.rules import Rules
from bastida.players.evaluation import Evaluator
from bastida.players.making import make_evaluator
from bastida.players.player import Player, Thought
from bastida.players.settle import answers, quiet, settle
from bastida.players.weights import read_weights

LOWEST: Final = -1.0e9
SCALE: Final = 20.0  # a lead of so many points is worth tanh(1)
TOLERANCE: Final = 1e-9


class Judge(Player):
    """A player with an evaluator, made anew when the set-up changes."""

    def __init__(
        self, name: str, blind: tuple[str, ...] = (), ignore: tuple[str, ...] = (), table: dict[str, Any] | None = None
    ) -> None:
        super().__init__(name)
        self.blind = blind
        self.ignore = ignore
        self.table: dict[str, Any] = read_weights() if table is None else table
        self.rules: Rules | None = None
        self.kept: Evaluator | None = None

    def evaluator(self, game: Engine) -> Evaluator:
        if self.kept is None or self.rules is not game.rules:
            self.rules = game.rules
            self.kept = make_evaluator(game.rules, self.table, self.blind, self.ignore)
        return self.kept


@final
class OneTurnPlayer(Judge):
    """Ranks all its seat may do in this turn. ``nodes`` bounds the positions it looks at."""

    def __init__(
        self,
        name: str,
        nodes: i64 = 3000,
        blind: tuple[str, ...] = (),
        ignore: tuple[str, ...] = (),
        table: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(name, blind, ignore, table)
        self.nodes = nodes
        self.seen: i64 = 0

    def choose(self, game: Engine, seed: i64) -> i64:
        view = self.evaluator(game)
        options = answers(game.copy(), view)
        seat = game.asked
        rng = Rng(seed)
        best = LOWEST
        chosen = options.items[0]
        ties: i64 = 0
        self.seen = 0
        for i in range(options.count):
            time.sleep(0)  # compiled code lets no other thread run by itself, and one may want to move the deadline
            if i > 0 and self.deadline != 0.0 and time.monotonic() >= self.deadline:
                break
            copy = game.copy()
            copy.answer(options.items[i])
            value = self.best(copy, seat, view, self.nodes // options.count)
            if value > best + TOLERANCE:
                best = value
                chosen = options.items[i]
                ties = 1
            elif value > best - TOLERANCE:
                ties += 1
                if rng.below(ties) == 0:
                    chosen = options.items[i]
        self.thought = Thought(chosen, best, 0.5 + 0.5 * math.tanh(best / SCALE), self.seen)
        return chosen

    def best(self, game: Engine, seat: i64, view: Evaluator, nodes: i64) -> float:
        """The value of a position to a seat when it answers what it is asked next at its best; of chance, the mean."""
        if not quiet(game) and (game.asked == seat or game.asked == DEALER):
            options = answers(game, view)
            if options.count <= nodes:
                chance = game.asked == DEALER
                found = 0.0 if chance else LOWEST
                parts: i64 = 0
                for i in range(options.count):
                    copy = game.copy()
                    copy.answer(options.items[i])
                    value = self.best(copy, seat, view, nodes // options.count)
                    if chance:
                        weight = game.weight(options.items[i])
                        parts += weight
                        found += float(weight) * value
                    elif value > found:
                        found = value
                return found / float(parts) if chance else found
        self.seen += settle(game, view)
        return view.margin(seat)
