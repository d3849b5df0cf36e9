"""Opening a position: which answers there are, and what each of them seems to be worth.

The present question is opened by evaluating all its answers. Of positions that may come, an answer that was good in other
branches is believed to be so again, and is evaluated when the search picks it.
"""

from __future__ import annotations

import math
from typing import final

from bastida.kernel.engine import Engine
from bastida.kernel.native import i64, vec
from bastida.kernel.options import unpack_placement
from bastida.players.evaluation import Evaluator
from bastida.players.experience import Gains
from bastida.players.settings import Settings
from bastida.players.settle import answers, choosing_figure, laying, settle
from bastida.players.tree import NONE, Tree


@final
class Opening:
    """Opens the positions of one tree."""

    def __init__(self, tree: Tree, view: Evaluator, settings: Settings, game: Engine) -> None:
        self.tree = tree
        self.view = view
        self.settings = settings
        self.gains = Gains(game.rules)
        self.laid: i64 = game.board.tiles  # when the question was asked
        self.seen: i64 = 0  # positions evaluated
        self.centre: vec[float] = vec[float]([0.0] * tree.seats)  # by seat: the lead that is worth nothing
        settle(game.copy(), view)
        for seat in range(tree.seats):
            self.centre[seat] = settings.centred * view.margin(seat)

    def open(self, node: i64, game: Engine, before: i64) -> None:
        """Add all answers with what they are worth. ``before`` is the last position on the way that was evaluated."""
        self.tree.mover[node] = game.asked
        if before != NONE and self.settings.narrow > 0 and laying(game):
            self.open_places(node, game, before)
        else:
            self.open_answers(node, game)
        self.rank(node)

    def open_answers(self, node: i64, game: Engine) -> None:
        """Every answer evaluated; those that lead to a choice of figure, with that choice. Of very many answers, only the
        best without a figure."""
        tree, view, seat = self.tree, self.view, game.asked
        options = answers(game, view)
        many = options.count > self.settings.wide
        later: list[tuple[float, int]] = []
        last: i64 = NONE
        for i in range(options.count):
            child = tree.append(node, last, options.items[i])
            last = child
            copy = game.copy()
            copy.answer(options.items[i])
            figures = copy.asked == seat and choosing_figure(copy)
            if figures and not many:
                self.open(child, copy, NONE)
            else:
                self.judge(child, copy)
                if figures:
                    later.append((-tree.lead[child * tree.seats + seat], child))
        later.sort()
        for _, best in later[: self.settings.wide]:
            self.look_at(best, game)

    def open_places(self, node: i64, game: Engine, before: i64) -> None:
        """Places for a tile. One that was good in other branches is believed to be so here, unless a tile was laid beside it
        since; only the best are looked at with figures."""
        tree, view, gains, seat = self.tree, self.view, self.gains, game.asked
        options = answers(game, view)
        ranked: list[tuple[float, int]] = []
        last: i64 = NONE
        for i in range(options.count):
            child = tree.append(node, last, options.items[i])
            last = child
            known = gains.place(game, options.items[i])
            if gains.looks[known] > 0 and not self.changed_near(game, options.items[i]):
                self.guess(child, before, seat, gains.gain[known])
            else:
                copy = game.copy()
                copy.answer(options.items[i])
                self.judge(child, copy)
            ranked.append((-tree.lead[child * tree.seats + seat], child))
        ranked.sort()
        for _, best in ranked[: self.settings.narrow]:
            self.look_at(best, game)
        base = tree.lead[before * tree.seats + seat]
        for _, child in ranked:
            if tree.sure[child] != 0:
                gains.learn(gains.place(game, tree.option[child]), tree.lead[child * tree.seats + seat] - base)

    def look_at(self, node: i64, game: Engine) -> None:
        """Evaluate an answer with the choice of figure it leads to."""
        tree, seat = self.tree, game.asked
        copy = game.copy()
        copy.answer(tree.option[node])
        if copy.asked == seat and choosing_figure(copy):
            self.open(node, copy, NONE)
        elif tree.sure[node] == 0:
            self.judge(node, copy)

    def changed_near(self, game: Engine, place: i64) -> bool:
        """Was one of the tiles around a place laid since the question was asked?"""
        board, laid = game.board, self.laid
        cell, _ = unpack_placement(place)
        for number in range(8):
            if board.at[board.around(cell, number)] > laid:
                return True
        return False

    def guess(self, node: i64, before: i64, mover: i64, gain: float) -> None:
        """What an answer is worth if it gains as much as elsewhere; the others share the loss."""
        tree = self.tree
        seats = tree.seats
        for seat in range(seats):
            at = node * seats + seat
            tree.lead[at] = tree.lead[before * seats + seat]
            if seat == mover:
                tree.lead[at] += gain
            else:
                tree.lead[at] -= gain / float(seats - 1)
            tree.value[at] = self.squashed(tree.lead[at], seat)

    def judge(self, node: i64, game: Engine) -> None:
        """Evaluate a position for every seat."""
        tree, view = self.tree, self.view
        self.seen += settle(game, view)
        tree.sure[node] = 1
        for seat in range(tree.seats):
            at = node * tree.seats + seat
            tree.lead[at] = view.margin(seat)
            tree.value[at] = self.squashed(tree.lead[at], seat)

    def squashed(self, lead: float, seat: i64) -> float:
        return math.tanh((lead - self.centre[seat]) / self.settings.scale)

    def rank(self, node: i64) -> None:
        """Priors of the answers, and the value of the best for the position itself."""
        tree = self.tree
        seats, mover = tree.seats, tree.mover[node]
        best = tree.child[node]
        at = best
        while at >= 0:
            if tree.value[at * seats + mover] > tree.value[best * seats + mover]:
                best = at
            at = tree.sibling[at]
        tree.sure[node] = 1
        for seat in range(seats):
            tree.lead[node * seats + seat] = tree.lead[best * seats + seat]
            tree.value[node * seats + seat] = tree.value[best * seats + seat]
        steep = self.settings.scale / self.settings.temperature
        top = tree.value[best * seats + mover]
        total = 0.0
        at = tree.child[node]
        while at >= 0:
            tree.prior[at] = math.exp(steep * (tree.value[at * seats + mover] - top))
            total += tree.prior[at]
            at = tree.sibling[at]
        at = tree.child[node]
        while at >= 0:
            tree.prior[at] /= total
            at = tree.sibling[at]
