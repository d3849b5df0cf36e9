"""Positions for the tests of the players: random games up to some point, and what must not change in them."""

from __future__ import annotations

from collections.abc import Callable

from bastida.kernel.chance import Rng
from bastida.kernel.codes import OVER
from bastida.kernel.engine import Engine
from bastida.table.setup import make_setup


def random_game(preset: str, seed: int, until: Callable[[Engine], bool], *, players: int = 2, first: int = 0) -> Engine:
    """A game answered at random until something is so, or to its end."""
    game, rng = make_setup(preset, players=players, first=first).engine(), Rng(seed)
    while game.asked != OVER and not until(game):
        game.answer(game.random_option(rng))
    return game


def after(tiles: int) -> Callable[[Engine], bool]:
    """A seat is asked, with at least so many tiles on the table."""
    return lambda game: game.asked >= 0 and game.board.tiles >= tiles


def state(game: Engine) -> tuple[object, ...]:
    """Everything that an answer would change."""
    return (
        int(game.asked),
        int(game.board.tiles),
        list(game.points),
        list(game.columns),
        list(game.figures.place),
        list(game.regions.strength),
        list(game.regions.count),
        list(game.piles.remaining),
        list(game.stack[: game.depth * 8]),
    )
