"""Playing on without thinking to where a position can be judged: the next tile to be drawn, or the end."""

from __future__ import annotations

from bastida.kernel.codes import DEALER, OP_FIGURE, OP_PLACE, OVER, RUN
from bastida.kernel.engine import Engine
from bastida.kernel.native import i64
from bastida.kernel.options import PASS


def quiet(game: Engine) -> bool:
    """Is a tile drawn next, or nothing at all?"""
    return game.asked == OVER or (game.asked == DEALER and game.owner() == 0)


def laying(game: Engine) -> bool:
    """Is somebody asked where to lay a tile?"""
    return game.asked >= 0 and game.owner() == 0 and game.routine() == RUN and game.op() == OP_PLACE


def choosing_figure(game: Engine) -> bool:
    """Is somebody asked whether to place a figure on the new tile?"""
    return game.asked >= 0 and game.owner() == 0 and game.routine() == RUN and game.op() == OP_FIGURE


def settle(game: Engine) -> None:
    """Answer everything until the position is quiet: no figure is placed, otherwise the first or likeliest answer."""
    while not quiet(game):
        if game.asked == DEALER:
            game.answer(likeliest(game))
        elif choosing_figure(game):
            game.answer(PASS)
        else:
            game.answer(game.list_options().items[0])


def likeliest(game: Engine) -> i64:
    out = game.list_options()
    best: i64 = 0
    for i in range(out.count):
        if game.weight(out.items[i]) > game.weight(out.items[best]):
            best = i
    return out.items[best]
