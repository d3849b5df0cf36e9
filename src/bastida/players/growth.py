"""A tree that grows: passes from the present question to a new position and back.

The answers to a question are tried in the order of value + exploration * prior * sqrt(visits), the prior being the softmax of
the evaluation. Chance is drawn from a few orders of the bag that all branches share. Values are leads in points, squashed once;
every seat goes for its own, so that two or six may play.
"""

from __future__ import annotations

import math
import mmap
import time
from typing import Final, final

from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.native import column, grown, i64, vec
from bastida.players.endgame import lead_of
from bastida.players.evaluation import Evaluator
from bastida.players.experience import Luck
from bastida.players.opening import Opening
from bastida.players.player import Player
from bastida.players.settings import Settings
from bastida.players.settle import laying
from bastida.players.tree import NONE, Orders, Tree

FAR: Final = 1.0e9


@final
class Growth:
    """The tree of one question, with nothing but its answers at first."""

    def __init__(self, game: Engine, view: Evaluator, settings: Settings, player: Player) -> None:
        seats = game.rules.seats
        self.settings = settings
        self.player = player  # whose deadline counts; it may be moved meanwhile
        self.halt: mmap.mmap | None = None  # a byte shared with the trees beside this one: not 0 when all have to stop
        self.tree = Tree(seats)
        self.opening = Opening(self.tree, view, settings, game)
        self.luck = Luck(game.rules)
        self.path: vec[i64] = column(256, 0)
        self.drawn: vec[i64] = column(256, 0)  # along the path: rows of ``Luck``
        self.fair: vec[float] = vec[float]([0.0] * seats)  # by seat: luck of the present pass
        self.usual: vec[float] = vec[float]([0.0] * seats)  # by seat: what draws bring on average
        self.scores: vec[float] = vec[float]([0.0] * seats)
        self.opening.open(self.tree.add(0), game.copy(), NONE)

    def go_on(self, game: Engine, orders: Orders, nodes: i64) -> None:
        """Grow to so many positions evaluated, or as many as the time allows."""
        tree, opening = self.tree, self.opening
        while opening.seen < nodes and tree.visits[0] < nodes and self.in_time():
            self.go_down(game.copy(), orders)
            time.sleep(0)  # compiled code lets no other thread run by itself, and one may want to move the deadline

    def in_time(self) -> bool:
        if self.halt is not None and self.halt[0] != 0:
            return False
        return self.player.deadline == 0.0 or time.monotonic() < self.player.deadline

    # -- one pass -----------------------------------------------------------------------------------------------------

    def go_down(self, game: Engine, orders: Orders) -> None:
        """From the root to a new position, open it, and carry its value back.

        The n-th pass through an answer has the n-th order of the bag, so that answers are compared by the same luck; what is
        known of the luck of its draws is taken off.
        """
        tree, luck, opening = self.tree, self.luck, self.opening
        seats = tree.seats
        path, drawn, usual, fair = self.path, self.drawn, self.usual, self.fair
        order: i64 = NONE
        taken = column(len(orders.start), 0)
        events: i64 = 0
        node: i64 = 0
        depth: i64 = 1
        valued: i64 = 0  # the last position on the way that was evaluated
        draws: i64 = 0  # events of chance since
        path[0] = 0
        drawn[0] = NONE
        for seat in range(seats):
            fair[seat] = 0.0
        while game.asked != OVER:
            row: i64 = NONE
            if game.asked == DEALER:
                if draws == 0 and tree.sure[node] == 0:
                    opening.judge(node, game.copy())
                    break
                if order == NONE:
                    order = tree.visits[node] % orders.count
                option = orders.answer(game, order, taken, events)
                node = tree.outcome(node, option)
                if draws == 0 and game.owner() == 0 and self.settings.luck != 0.0:
                    row = luck.row(game.seat, option)
                    for seat in range(seats):
                        usual[seat] = luck.usual(game, seat)
                events += 1
                draws += 1
            else:
                if tree.mover[node] == NONE:
                    opening.open(node, game, valued)
                    if draws == 1 and drawn[depth - 1] != NONE:
                        luck.learn(drawn[depth - 1], tree.lead, valued * seats, node * seats)
                    break
                node = self.pick(node)
                option = tree.option[node]
                if tree.sure[node] != 0:
                    valued = node
                draws = 0
            game.answer(option)
            if depth == len(path):
                path, drawn = grown(path, 2 * depth, 0), grown(drawn, 2 * depth, NONE)
                self.path, self.drawn = path, drawn
            path[depth] = node
            if row != NONE and game.asked >= 0 and laying(game):
                for seat in range(seats):
                    fair[seat] -= usual[seat]
            else:
                row = NONE  # the tile fits nowhere
            drawn[depth] = row
            depth += 1
        for i in range(depth):
            if drawn[i] != NONE:
                for seat in range(seats):
                    fair[seat] += luck.of(drawn[i], seat)
        for seat in range(seats):
            lead = float(lead_of(game, seat)) if game.asked == OVER else tree.lead[node * seats + seat]
            self.scores[seat] = opening.squashed(lead - self.settings.luck * fair[seat], seat)
        visits, total, squares = tree.visits, tree.total, tree.squares
        for i in range(depth):
            node = path[i]
            visits[node] += 1
            for seat in range(seats):
                total[node * seats + seat] += self.scores[seat]
                squares[node * seats + seat] += self.scores[seat] * self.scores[seat]

    def pick(self, node: i64) -> i64:
        """The answer to try next."""
        tree = self.tree
        spread = self.settings.exploration * math.sqrt(float(tree.visits[node] + 1))
        best = -FAR
        chosen: i64 = NONE
        at = tree.child[node]
        while at >= 0:
            bound = self.belief(node, at) + spread * tree.prior[at] / float(1 + tree.visits[at])
            if bound > best:
                best = bound
                chosen = at
            at = tree.sibling[at]
        return chosen

    def belief(self, node: i64, answer: i64) -> float:
        """What an answer brings to who gives it: the mean of its passes, and as if it had passed some times before with
        what the evaluation says: that of the position, less what the answer evaluates below the best."""
        return self.tree.believed(node, answer, self.tree.mover[node], self.settings.trust)

    def favourite(self, node: i64) -> i64:
        """The answer believed to be the best."""
        tree = self.tree
        best = tree.child[node]
        at = best
        while at >= 0:
            if self.belief(node, at) > self.belief(node, best):
                best = at
            at = tree.sibling[at]
        return best
