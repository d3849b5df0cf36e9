"""The last tiles, exactly: every answer to every question, chance by its weights, the true scores at the end."""

from __future__ import annotations

import time
from typing import Final, final

from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.native import i64, vec
from bastida.kernel.options import Options

FAR: Final = 1.0e9
CLOCK: Final = 127  # positions between two looks at the clock, less one


def tiles_left(game: Engine) -> i64:
    """Tiles that turns may still draw."""
    total: i64 = 0
    for i in range(len(game.rules.stock)):
        total += game.piles.size(game.rules.stock[i])
    return total


@final
class Solver:
    """Expectimax on the lead over the best rival; with two seats one's loss is the other's gain, and branches are cut."""

    def __init__(self, nodes: i64, deadline: float) -> None:
        self.nodes = nodes  # positions it may look at before it gives up
        self.deadline = deadline  # when it gives up too; 0: never
        self.seen: i64 = 0
        self.margin = 0.0  # of the answer found, for the seat asked

    def solve(self, game: Engine, order: vec[i64]) -> i64:
        """The number of the best answer, the first of equals in this order; -1 if there is too much to look at."""
        seat = game.asked
        best = -FAR
        chosen: i64 = -1
        self.seen = 0
        for i in range(len(order)):
            copy = game.copy()
            copy.answer(order[i])
            value = self.lead(copy, seat, best, FAR)
            if self.seen > self.nodes:
                return -1
            if value > best:
                best = value
                chosen = order[i]
        self.margin = best
        return chosen

    def lead(self, game: Engine, seat: i64, low: float, high: float) -> float:
        """The lead a seat will have at the end; need not be exact outside of low and high."""
        self.seen += 1
        if self.seen & CLOCK == 0 and self.deadline != 0.0 and time.monotonic() > self.deadline:
            self.seen = self.nodes + 1
        if self.seen > self.nodes:
            return 0.0
        if game.asked == OVER:
            return float(lead_of(game, seat))
        options = game.list_options()
        if game.asked == DEALER:
            return self.average(game, seat, options)
        if game.asked == seat:
            best = -FAR
            for i in range(options.count):
                value = self.lead(self.after(game, options, i), seat, max(best, low), high)
                if value > best:
                    best = value
                    if best >= high:
                        break
            return best
        worst = FAR
        for i in range(options.count):
            value = self.lead(self.after(game, options, i), seat, low, min(worst, high))
            if value < worst:
                worst = value
                if worst <= low:
                    break
        return worst

    def average(self, game: Engine, seat: i64, options: Options) -> float:
        total = 0.0
        parts: i64 = 0
        for i in range(options.count):
            weight = game.weight(options.items[i])
            parts += weight
            total += float(weight) * self.lead(self.after(game, options, i), seat, -FAR, FAR)
        return total / float(parts)

    def after(self, game: Engine, options: Options, number: i64) -> Engine:
        copy = game.copy()
        copy.answer(options.items[number])
        return copy


def lead_of(game: Engine, seat: i64) -> i64:
    """Points of a seat ahead of its best rival."""
    best: i64 = -1000000
    for other in range(game.rules.seats):
        if other != seat and game.score_of(other) > best:
            best = game.score_of(other)
    return game.score_of(seat) - best
