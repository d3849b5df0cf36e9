"""Playing on to where a position can be judged: the next tile to be drawn, or the end."""

from __future__ import annotations

from typing import Final

from bastida.kernel.codes import DEALER, OP_FIGURE, OP_PLACE, OVER, RUN
from bastida.kernel.engine import Engine
from bastida.kernel.native import i64
from bastida.kernel.options import ACTORS, PASS, Options
from bastida.players.evaluation import Evaluator

LOWEST: Final = -1.0e9
TRIED: Final = 16  # answers that are compared; of more, the first is taken


def quiet(game: Engine) -> bool:
    """Is a tile drawn next, or nothing at all?"""
    return game.asked == OVER or (game.asked == DEALER and game.owner() == 0)


def laying(game: Engine) -> bool:
    """Is somebody asked where to lay a tile?"""
    return game.asked >= 0 and game.owner() == 0 and game.routine() == RUN and game.op() == OP_PLACE


def choosing_figure(game: Engine) -> bool:
    """Is somebody asked whether to place a figure on the new tile?"""
    return game.asked >= 0 and game.owner() == 0 and game.routine() == RUN and game.op() == OP_FIGURE


def answers(game: Engine, view: Evaluator) -> Options:
    """Those worth a thought: a player that takes no part in a module gives its questions the first answer, and leaves its
    actions alone."""
    options = game.list_options()
    ignored = view.ignored
    if len(ignored) == 0 or game.asked == DEALER:
        return options
    found = Options()
    if ignored[game.owner()] != 0:
        found.add(options.items[0])
        return found
    action = choosing_figure(game)
    for i in range(options.count):
        if not action or ignored[options.items[i] % ACTORS] == 0:
            found.add(options.items[i])
    return found


def settle(game: Engine, view: Evaluator) -> i64:
    """Play on until the position is quiet, and evaluate it; returns how many positions were evaluated.

    No figure is placed; whoever is asked something else takes what evaluates best for him; chance brings the likeliest.
    """
    seen: i64 = 1
    while not quiet(game):
        options = answers(game, view)
        if game.asked == DEALER:
            game.answer(likeliest(game, options))
        elif choosing_figure(game):
            game.answer(PASS)
        elif options.count == 1 or options.count > TRIED:
            game.answer(options.items[0])
        else:
            game.answer(preferred(game, view, options))
            seen += options.count
    view.measure(game)
    return seen


def preferred(game: Engine, view: Evaluator, options: Options) -> i64:
    """The answer that evaluates best for the seat asked, if every question after it gets the first answer."""
    seat = game.asked
    best = LOWEST
    chosen = options.items[0]
    for i in range(options.count):
        copy = game.copy()
        copy.answer(options.items[i])
        rush(copy)
        view.measure(copy)
        margin = view.margin(seat)
        if margin > best:
            best = margin
            chosen = options.items[i]
    return chosen


def rush(game: Engine) -> None:
    """Play on until the position is quiet, without thinking."""
    while not quiet(game):
        if choosing_figure(game):
            game.answer(PASS)
        else:
            options = game.list_options()
            game.answer(likeliest(game, options) if game.asked == DEALER else options.items[0])


def likeliest(game: Engine, options: Options) -> i64:
    best: i64 = 0
    for i in range(options.count):
        if game.weight(options.items[i]) > game.weight(options.items[best]):
            best = i
    return options.items[best]
