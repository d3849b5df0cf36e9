"""The player that searches: it grows a tree of the present question, and says what it expects of every answer.

``Growth`` is the tree with its passes, ``Opening`` says what answers seem to be worth, ``Settings`` how nodes are spent.
"""

from __future__ import annotations

import math
import time
from typing import Any, Final, final

from bastida.kernel.engine import Engine
from bastida.kernel.native import i64, vec
from bastida.players.beside import grow_beside
from bastida.players.endgame import Solver, lead_of, tiles_left
from bastida.players.growth import Growth
from bastida.players.one_turn import Judge
from bastida.players.player import Outlook, Thought
from bastida.players.playout import play_out
from bastida.players.settings import Settings
from bastida.players.settle import answers
from bastida.players.tree import Orders, Tree

CONTENDERS: Final = 4  # answers that are played to the end at most


@final
class SearchPlayer(Judge):
    """``nodes`` positions are evaluated for a choice."""

    def __init__(
        self,
        name: str,
        nodes: i64,
        blind: tuple[str, ...] = (),
        ignore: tuple[str, ...] = (),
        table: dict[str, Any] | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(name, blind, ignore, table)
        self.nodes = nodes
        self.settings = Settings() if settings is None else settings
        self.growth: Growth | None = None  # of the last question; none if it had one answer
        self.exact = False  # was the last answer found by trying everything?

    @property
    def seen(self) -> i64:
        """Positions evaluated so far for the last question."""
        return self.growth.opening.seen if self.growth is not None else 0

    @property
    def passes(self) -> i64:
        """Passes so far through the tree of the last question."""
        return self.growth.tree.visits[0] if self.growth is not None else 0

    def choose(self, game: Engine, seed: i64) -> i64:
        view = self.evaluator(game)
        options = answers(game.copy(), view)
        self.thought = None
        self.exact = False
        self.growth = None
        if options.count == 1:
            return options.items[0]
        settings = self.settings
        growth = self.plant(game)
        if game.rules.seats == 2 and tiles_left(game) <= settings.last:
            answer = self.solved(growth, game)
            if answer >= 0:
                self.exact = True
                return answer
            growth = self.plant(game)
        halves = settings.halves
        spare = min(CONTENDERS * settings.playouts, self.nodes // 4) if settings.tied > 0.0 else 0
        nodes = self.nodes - spare
        orders = Orders(game, seed, settings.orders)
        if halves > 1:
            grow_beside(growth, game, seed, nodes // halves, halves)
        else:
            growth.go_on(game, orders, nodes)
        best = growth.favourite(0)
        if spare > 0 and growth.in_time():
            contenders = self.contenders(growth, best)
            if len(contenders) > 1:
                best = self.play_off(growth, game, seed, contenders, spare)
            else:
                growth.go_on(game, orders, self.nodes)
                best = growth.favourite(0)
        self.thought = self.think(growth, best, game.asked)
        return growth.tree.option[best]

    def plant(self, game: Engine) -> Growth:
        """A new tree with nothing but the present question and its answers."""
        growth = Growth(game, self.evaluator(game), self.settings, self)
        self.growth = growth
        return growth

    def solved(self, growth: Growth, game: Engine) -> i64:
        """The best answer when everything can be tried, the likelier ones first; -1 when that takes too long."""
        tree = growth.tree
        order: list[i64] = []
        ranked: list[tuple[float, int]] = []
        at = tree.child[0]
        while at >= 0:
            ranked.append((-tree.prior[at], tree.option[at]))
            at = tree.sibling[at]
        ranked.sort()
        for _, option in ranked:
            order.append(option)
        solver = Solver(self.settings.ending, self.deadline)
        answer = solver.solve(game, vec[i64](order))
        growth.opening.seen += solver.seen
        if answer >= 0:
            chance = 0.5 if solver.margin == 0.0 else 1.0 if solver.margin > 0.0 else 0.0
            self.thought = Thought(answer, solver.margin, chance, self.seen)
            self.thought.lines = [[answer]]
        return answer

    def contenders(self, growth: Growth, best: i64) -> list[i64]:
        """The answers believed to be about as good as the best, that one first."""
        tree, scale = growth.tree, self.settings.scale
        top = points(growth.belief(0, best), scale)
        close: list[tuple[float, int]] = []
        at = tree.child[0]
        while at >= 0:
            behind = top - points(growth.belief(0, at), scale)
            if behind <= self.settings.tied:
                close.append((behind, at))
            at = tree.sibling[at]
        close.sort()
        found: list[i64] = []
        for _, number in close[:CONTENDERS]:
            found.append(number)
        return found

    def play_off(self, growth: Growth, game: Engine, seed: i64, contenders: list[i64], nodes: i64) -> i64:
        """The one of these answers that brings most when games are played to the end, all with the same orders of the bag."""
        tree, seat = growth.tree, game.asked
        orders = Orders(game, seed, min(self.settings.playouts, nodes // len(contenders)))
        after: list[Engine] = []
        for answer in contenders:
            copy = game.copy()
            at = answer
            copy.answer(tree.option[at])
            while copy.asked == seat and tree.mover[at] == seat:
                at = growth.favourite(at)
                copy.answer(tree.option[at])
            after.append(copy)
        brought = [0.0] * len(contenders)
        for order in range(orders.count):
            if not growth.in_time():
                break
            for number in range(len(contenders)):
                end = after[number].copy()
                play_out(end, orders, order)
                brought[number] += growth.opening.squashed(float(lead_of(end, seat)), seat)
                growth.opening.seen += 1
            time.sleep(0)
        return contenders[brought.index(max(brought))]

    def think(self, growth: Growth, best: i64, seat: i64) -> Thought:
        tree, scale = growth.tree, self.settings.scale
        margin = growth.opening.centre[seat] + points(tree.mean(best, seat), scale)
        thought = Thought(tree.option[best], margin, 0.5 + 0.5 * math.tanh(margin / scale), self.seen)
        thought.lines = [self.line(growth, best, seat)]
        return thought

    def line(self, growth: Growth, best: i64, seat: i64) -> list[i64]:
        """An answer at the root, and what the seat would answer next."""
        tree = growth.tree
        line: list[i64] = []
        at = best
        while at >= 0 and tree.mover[at] == seat:
            line.append(tree.option[at])
            at = growth.favourite(at)
        if at >= 0:
            line.append(tree.option[at])
        return line

    def spread(self, tree: Tree, node: i64, seat: i64) -> float:
        """Standard deviation in points of what passes through a position brought a seat."""
        visits = float(tree.visits[node])
        if visits == 0.0:
            return 0.0
        at = node * tree.seats + seat
        mean = tree.total[at] / visits
        return self.settings.scale * math.sqrt(max(0.0, tree.squares[at] / visits - mean * mean))

    def outlooks(self) -> list[Outlook]:
        """What was expected of every answer to the last question, the best first; empty if there was only one."""
        growth = self.growth
        found: list[Outlook] = []
        if growth is None:
            return found
        tree, trust, scale, centre = growth.tree, self.settings.trust, self.settings.scale, growth.opening.centre
        seat = tree.mover[0]
        ranked: list[tuple[float, int]] = []
        at = tree.child[0]
        while at >= 0:
            ranked.append((-tree.believed(0, at, seat, trust), at))
            at = tree.sibling[at]
        ranked.sort()
        for _, answer in ranked:
            margins: list[float] = []
            for other in range(tree.seats):
                margins.append(centre[other] + points(tree.believed(0, answer, other, trust), scale))
            outlook = Outlook(
                tree.option[answer],
                margins,
                tree.visits[answer],
                self.spread(tree, answer, seat),
                self.line(growth, answer, seat),
            )
            thought = self.thought
            if self.exact and thought is not None and outlook.option == thought.option:
                outlook.margins[seat] = thought.margin  # the exact ending has two seats
                outlook.margins[1 - seat] = -thought.margin
                found.insert(0, outlook)
            else:
                found.append(outlook)
        return found


def points(value: float, scale: float) -> float:
    """The lead that a squashed value stands for."""
    return scale * math.atanh(min(0.9999, max(-0.9999, value)))
