"""Random games that meet the rules of one module often: boxes rich in its tiles, and players who like to score."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import asdict

import bastida
from bastida import Game, Option
from bastida.table.setup import Setup, make_setup
from tests.rules.study import Box, catalogue


def rich(marks: Iterable[str], copies: int, sets: Iterable[str], players: int, without: Iterable[str] = ()) -> Box:
    """A set-up with so many copies of every tile that carries one of the marks, and fewer of the others."""
    sets, wanted = list(sets), set(marks)
    tiles = catalogue("plus", sets)
    stock = tuple((tile, copies if wanted & tile.marks.keys() else (count + 1) // 2) for tile, count in tiles.values() if count)
    return Box(**{**asdict(make_setup("plus", sets=sets, players=players, without=without)), "stock": stock})


def play_eagerly(setup: Setup, seed: int, each: Callable[[Game], None] | None = None) -> Game:
    """A game to its end in which the answer, of a few, with the most points at hand is taken; ``each`` looks on."""
    rng = random.Random(seed)
    game = bastida.new_game(setup, seed=seed)
    while not game.over:
        if each is not None:
            each(game)
        options = game.options()
        some = rng.sample(options, min(8, len(options)))
        game.play(max(some, key=lambda option: _promise(game, option)))
    if each is not None:
        each(game)
    return game


def _promise(game: Game, option: Option) -> float:
    """Points won by it, whoever gets them; anything rather than nothing."""
    engine = game.engine.copy()
    engine.answer(option.number)
    won = sum(int(engine.score_of(seat) - game.engine.score_of(seat)) for seat in range(game.setup.seats))
    return won + 0.5 * (option.text != "pass")
