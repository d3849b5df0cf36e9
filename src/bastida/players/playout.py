"""Games played to the end in a hurry, at random but with an order of the bag that is given."""

from __future__ import annotations

from typing import Final

from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.native import column, i64
from bastida.kernel.options import PASS
from bastida.players.settle import choosing_figure
from bastida.players.tree import Orders

FIGURES: Final = 4  # in ten: how often a figure is placed where one may be
LUCK: Final = 15486719  # between the seeds of orders


def play_out(game: Engine, orders: Orders, order: i64) -> None:
    """Play a game to its end; the same luck for every game that gets the same order."""
    rng = Rng(orders.seed + LUCK * (order + 1))
    taken = column(len(orders.start), 0)
    events: i64 = 0
    while game.asked != OVER:
        if game.asked == DEALER:
            game.answer(orders.answer(game, order, taken, events))
            events += 1
        elif choosing_figure(game) and rng.below(10) >= FIGURES:
            game.answer(PASS)
        else:
            game.answer(game.random_option(rng))
