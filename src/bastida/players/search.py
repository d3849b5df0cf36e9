"""Tree search: every question is a level, chance is drawn from a few orders of the bag that all branches share.

A position is opened by evaluating what every answer leads to; the answers are then tried in the order of
value + exploration * prior * sqrt(visits), the prior being the softmax of the evaluation. Values are leads in points,
squashed once; every seat goes for its own, so that two or six may play.
"""

from __future__ import annotations

import json
import math
import mmap
import os
import time
from typing import Any, Final, final

from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.native import column, grown, i64, vec
from bastida.kernel.options import unpack_placement
from bastida.players.endgame import Solver, lead_of, tiles_left
from bastida.players.evaluation import Evaluator
from bastida.players.experience import Gains, Luck
from bastida.players.one_turn import Judge
from bastida.players.player import Outlook, Thought
from bastida.players.playout import play_out
from bastida.players.settle import answers, choosing_figure, laying, settle
from bastida.players.tree import NONE, Orders, Tree

FAR: Final = 1.0e9
HALF: Final = 15485863  # between the seeds of trees that grow side by side
CONTENDERS: Final = 4  # answers that are played to the end at most


@final
class Settings:
    """How a search spends its nodes."""

    def __init__(self) -> None:
        self.exploration = 0.35
        self.temperature = 2.5  # points: of the softmax that makes priors
        self.scale = 25.0  # a lead of so many points is worth tanh(1)
        self.trust = 3.0  # passes that the evaluation of an answer counts for
        self.centred = 1.0  # of the lead expected at the root, taken off every lead before it is squashed
        self.wide: i64 = 64  # answers whose choice of figure is looked at when the present question is opened
        self.narrow: i64 = 4  # the same for positions that may come of it
        self.luck = 1.0  # of the luck of the draws, taken off what a pass brings
        self.orders: i64 = 64  # of the bag
        self.last: i64 = 1  # tiles in the bag from which on everything is tried
        self.ending: i64 = 120000  # positions the exact ending may look at
        self.halves: i64 = 1  # trees grown one beside the other, each with its share of the nodes, in processes where it can
        self.tied = 0.0  # points: answers believed to be so close to the best are played to the end
        self.playouts: i64 = 64  # orders of the bag they are played with


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
        self.tree = Tree(1)
        self.view: Evaluator | None = None
        self.seen: i64 = 0
        self.laid: i64 = 0  # tiles on the table when the question was asked
        self.path: vec[i64] = column(256, 0)
        self.drawn: vec[i64] = column(256, 0)  # along the path: rows of ``Luck``
        self.gains: Gains | None = None
        self.luck: Luck | None = None
        self.fair: vec[float] = vec[float]()  # by seat: luck of the present pass
        self.usual: vec[float] = vec[float]()  # by seat: what draws bring on average
        self.scores: vec[float] = vec[float]()
        self.centre: vec[float] = vec[float]()  # by seat: the lead that is worth nothing
        self.exact = False  # was the last answer found by trying everything?
        self.halt: mmap.mmap | None = None  # a byte shared with the trees beside this one: not 0 when all have to stop

    def choose(self, game: Engine, seed: i64) -> i64:
        options = answers(game.copy(), self.evaluator(game))
        self.thought = None
        self.exact = False
        if options.count == 1:
            self.tree = Tree(1)
            return options.items[0]
        self.seen = 0
        if game.rules.seats == 2 and tiles_left(game) <= self.settings.last:
            self.plant(game)
            answer = self.solved(game)
            if answer >= 0:
                self.exact = True
                return answer
        halves = self.settings.halves
        spare = min(CONTENDERS * self.settings.playouts, self.nodes // 4) if self.settings.tied > 0.0 else 0
        nodes = self.nodes - spare
        if halves > 1:
            self.merge(grown_beside(self, game, seed, nodes // halves, halves))
        else:
            self.grow(game, seed, nodes)
        best = self.favourite(0)
        if spare > 0 and self.in_time():
            contenders = self.contenders(best)
            if len(contenders) > 1:
                best = self.play_off(game, seed, contenders, spare)
            else:
                self.go_on(game, Orders(game, seed, self.settings.orders), self.nodes)
                best = self.favourite(0)
        self.thought = self.think(best, game.asked)
        return self.tree.option[best]

    def plant(self, game: Engine) -> None:
        """A new tree with nothing but the present question and its answers."""
        seats = game.rules.seats
        self.view = self.evaluator(game)
        self.tree = Tree(seats)
        self.gains = Gains(game.rules)
        self.luck = Luck(game.rules)
        self.scores = vec[float]([0.0] * seats)
        self.centre = vec[float]([0.0] * seats)
        self.fair = vec[float]([0.0] * seats)
        self.usual = vec[float]([0.0] * seats)
        self.laid = game.board.tiles
        settle(game.copy(), self.view)
        for seat in range(seats):
            self.centre[seat] = self.settings.centred * self.view.margin(seat)
        self.open(self.tree.add(0), game.copy(), NONE)

    def grow(self, game: Engine, seed: i64, nodes: i64) -> None:
        """A new tree of so many nodes, or of as many as the time allows."""
        self.seen = 0
        self.plant(game)
        self.go_on(game, Orders(game, seed, self.settings.orders), nodes)

    def go_on(self, game: Engine, orders: Orders, nodes: i64) -> None:
        """Grow the tree to so many nodes."""
        while self.seen < nodes and self.tree.visits[0] < nodes and self.in_time():
            self.go_down(game.copy(), orders)
            time.sleep(0)  # compiled code lets no other thread run by itself, and one may want to move the deadline

    def in_time(self) -> bool:
        if self.halt is not None and self.halt[0] != 0:
            return False
        return self.deadline == 0.0 or time.monotonic() < self.deadline

    def results(self) -> list[float]:
        """Nodes looked at; of every answer at the root, its visits and for each seat its total and that of its squares."""
        tree = self.tree
        found = [float(self.seen)]
        at = tree.child[0]
        while at >= 0:
            found.append(float(tree.visits[at]))
            for seat in range(tree.seats):
                found.append(tree.total[at * tree.seats + seat])
                found.append(tree.squares[at * tree.seats + seat])
            at = tree.sibling[at]
        return found

    def merge(self, others: list[list[float]]) -> None:
        """Add the results of other trees to this one."""
        tree = self.tree
        for found in others:
            self.seen += int(found[0])
            number = 1
            at = tree.child[0]
            while at >= 0:
                tree.visits[at] += int(found[number])
                tree.visits[0] += int(found[number])
                for seat in range(tree.seats):
                    tree.total[at * tree.seats + seat] += found[number + 1 + 2 * seat]
                    tree.total[seat] += found[number + 1 + 2 * seat]
                    tree.squares[at * tree.seats + seat] += found[number + 2 + 2 * seat]
                number += 1 + 2 * tree.seats
                at = tree.sibling[at]

    def solved(self, game: Engine) -> i64:
        """The best answer when everything can be tried, the likelier ones first; -1 when that takes too long."""
        tree = self.tree
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
        self.seen += solver.seen
        if answer >= 0:
            chance = 0.5 if solver.margin == 0.0 else 1.0 if solver.margin > 0.0 else 0.0
            self.thought = Thought(answer, solver.margin, chance, self.seen)
            self.thought.lines = [[answer]]
        return answer

    # -- one pass -----------------------------------------------------------------------------------------------------

    def go_down(self, game: Engine, orders: Orders) -> None:
        """From the root to a new position, open it, and carry its value back.

        The n-th pass through an answer has the n-th order of the bag, so that answers are compared by the same luck; what is
        known of the luck of its draws is taken off.
        """
        tree, luck = self.tree, self.luck
        assert luck is not None
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
                    self.judge(node, game.copy())
                    break
                if order == NONE:
                    order = tree.visits[node] % orders.count
                option = orders.answer(game, order, taken, events)
                node = self.outcome(node, option)
                if draws == 0 and game.owner() == 0 and self.settings.luck != 0.0:
                    row = luck.row(game.seat, option)
                    for seat in range(seats):
                        usual[seat] = luck.usual(game, seat)
                events += 1
                draws += 1
            else:
                if tree.mover[node] == NONE:
                    self.open(node, game, valued)
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
            self.scores[seat] = self.squashed(lead - self.settings.luck * fair[seat], seat)
        visits, total, squares = tree.visits, tree.total, tree.squares
        for i in range(depth):
            node = path[i]
            visits[node] += 1
            for seat in range(seats):
                total[node * seats + seat] += self.scores[seat]
                squares[node * seats + seat] += self.scores[seat] * self.scores[seat]

    def outcome(self, node: i64, option: i64) -> i64:
        """The position after something that chance brought, a new one if need be."""
        tree = self.tree
        at = tree.child[node]
        while at >= 0:
            if tree.option[at] == option:
                return at
            at = tree.sibling[at]
        new = tree.add(option)
        tree.sibling[new] = tree.child[node]
        tree.child[node] = new
        return new

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
        return self.believed(node, answer, self.tree.mover[node])

    def believed(self, node: i64, answer: i64, seat: i64) -> float:
        """The same for any seat."""
        tree, trust = self.tree, self.settings.trust
        at = answer * tree.seats + seat
        here = node * tree.seats + seat
        first = tree.value[at] - tree.value[here]
        first += tree.total[here] / float(tree.visits[node]) if tree.visits[node] > 0 else tree.value[here]
        return (tree.total[at] + trust * first) / (float(tree.visits[answer]) + trust)

    # -- opening a position -------------------------------------------------------------------------------------------

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
        assert view is not None
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
        assert view is not None and gains is not None
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
        assert view is not None
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

    # -- the result ---------------------------------------------------------------------------------------------------

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

    def contenders(self, best: i64) -> list[i64]:
        """The answers believed to be about as good as the best, that one first."""
        tree, scale = self.tree, self.settings.scale
        top = points(self.belief(0, best), scale)
        close: list[tuple[float, int]] = []
        at = tree.child[0]
        while at >= 0:
            behind = top - points(self.belief(0, at), scale)
            if behind <= self.settings.tied:
                close.append((behind, at))
            at = tree.sibling[at]
        close.sort()
        found: list[i64] = []
        for _, number in close[:CONTENDERS]:
            found.append(number)
        return found

    def play_off(self, game: Engine, seed: i64, contenders: list[i64], nodes: i64) -> i64:
        """The one of these answers that brings most when games are played to the end, all with the same orders of the bag."""
        tree, seat = self.tree, game.asked
        orders = Orders(game, seed, min(self.settings.playouts, nodes // len(contenders)))
        after: list[Engine] = []
        for answer in contenders:
            copy = game.copy()
            at = answer
            copy.answer(tree.option[at])
            while copy.asked == seat and tree.mover[at] == seat:
                at = self.favourite(at)
                copy.answer(tree.option[at])
            after.append(copy)
        brought = [0.0] * len(contenders)
        for order in range(orders.count):
            if not self.in_time():
                break
            for number in range(len(contenders)):
                end = after[number].copy()
                play_out(end, orders, order)
                brought[number] += self.squashed(float(lead_of(end, seat)), seat)
                self.seen += 1
            time.sleep(0)
        return contenders[brought.index(max(brought))]

    def mean(self, node: i64, seat: i64) -> float:
        tree = self.tree
        at = node * tree.seats + seat
        return tree.total[at] / float(tree.visits[node]) if tree.visits[node] > 0 else tree.value[at]

    def think(self, best: i64, seat: i64) -> Thought:
        tree = self.tree
        margin = self.centre[seat] + points(self.mean(best, seat), self.settings.scale)
        thought = Thought(tree.option[best], margin, 0.5 + 0.5 * math.tanh(margin / self.settings.scale), self.seen)
        thought.lines = [self.line(best, seat)]
        return thought

    def line(self, best: i64, seat: i64) -> list[i64]:
        """An answer at the root, and what the seat would answer next."""
        tree = self.tree
        line: list[i64] = []
        at = best
        while at >= 0 and tree.mover[at] == seat:
            line.append(tree.option[at])
            at = self.favourite(at)
        if at >= 0:
            line.append(tree.option[at])
        return line

    def spread(self, node: i64, seat: i64) -> float:
        """Standard deviation in points of what passes through a position brought a seat."""
        tree, visits = self.tree, float(self.tree.visits[node])
        if visits == 0.0:
            return 0.0
        at = node * tree.seats + seat
        mean = tree.total[at] / visits
        return self.settings.scale * math.sqrt(max(0.0, tree.squares[at] / visits - mean * mean))

    def outlooks(self) -> list[Outlook]:
        """What was expected of every answer to the last question, the best first; empty if there was only one."""
        tree = self.tree
        found: list[Outlook] = []
        if tree.size == 0:
            return found
        seat = tree.mover[0]
        ranked: list[tuple[float, int]] = []
        at = tree.child[0]
        while at >= 0:
            ranked.append((-self.believed(0, at, seat), at))
            at = tree.sibling[at]
        ranked.sort()
        for _, answer in ranked:
            margins: list[float] = []
            for other in range(tree.seats):
                margins.append(self.centre[other] + points(self.believed(0, answer, other), self.settings.scale))
            outlook = Outlook(
                tree.option[answer], margins, tree.visits[answer], self.spread(answer, seat), self.line(answer, seat)
            )
            thought = self.thought
            if self.exact and thought is not None and outlook.option == thought.option:
                outlook.margins[seat] = thought.margin  # the exact ending has two seats
                outlook.margins[1 - seat] = -thought.margin
                found.insert(0, outlook)
            else:
                found.append(outlook)
        return found


def grown_beside(player: SearchPlayer, game: Engine, seed: i64, nodes: i64, halves: i64) -> list[list[float]]:
    """Grow the player's tree and others beside it, with seeds of their own; the results of the others.

    Each has a process of its own where processes can be forked; elsewhere they come one after the other. The answer is the
    same, for each is a tree by itself.
    """
    children: list[tuple[int, int]] = []
    if hasattr(os, "fork"):
        player.halt = mmap.mmap(-1, 1)
        for half in range(1, halves):
            reading, writing = os.pipe()
            child = os.fork()
            if child == 0:
                player.grow(game, seed + half * HALF, nodes)
                with os.fdopen(writing, "w") as out:
                    json.dump(player.results(), out)
                os._exit(0)
            os.close(writing)
            children.append((child, reading))
    found: list[list[float]] = []
    for half in range(len(children) + 1, halves):
        player.grow(game, seed + half * HALF, nodes)
        found.append(player.results())
    player.grow(game, seed, nodes)
    if player.halt is not None and not player.in_time():
        player.halt[0] = 1  # the others do not hear of a deadline that was moved
    for child, reading in children:
        with os.fdopen(reading) as into:
            text = into.read()
        os.waitpid(child, 0)
        if text:
            found.append([float(number) for number in json.loads(text)])
    player.halt = None
    return found


def points(value: float, scale: float) -> float:
    """The lead that a squashed value stands for."""
    return scale * math.atanh(min(0.9999, max(-0.9999, value)))
