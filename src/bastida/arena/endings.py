"""The last two tiles, tried in every way: how many points a player's answer gives away there.

Nothing here is clever on purpose: it is what an exact player is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator

from bastida.arena.bags import Bag
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.players.player import Player
from bastida.players.references import Greedy, lead
from bastida.table.setup import make_setup

LAST = 1  # tiles in the bag, besides the one in hand


def ending(game: str, number: int, seed: int) -> Engine:
    """A position of two greedy players with a tile in hand and one left."""
    engine = make_setup(game, players=2).engine()
    bag = Bag(f"ending/{seed}/{number}")
    player = Greedy("greedy")
    while engine.asked == DEALER or left(engine) > LAST:
        if engine.asked == DEALER:
            engine.answer(bag.choose(engine))
        else:
            engine.answer(player.choose(engine, number * 1000 + int(engine.turn)))
    return engine


def left(engine: Engine) -> int:
    return sum(int(engine.piles.size(pile)) for pile in engine.rules.stock)


def values(engine: Engine) -> dict[int, float]:
    """What every answer is worth to the seat asked, in expected lead, when all play the rest at their best."""
    seat = int(engine.asked)
    return {option: value(after(engine, option), seat) for option in engine.list_options().numbers()}


def value(engine: Engine, seat: int) -> float:
    if engine.asked == OVER:
        return float(lead(engine, seat))
    options = engine.list_options().numbers()
    if engine.asked == DEALER:
        weights = [int(engine.weight(option)) for option in options]
        return sum(w * value(after(engine, o), seat) for w, o in zip(weights, options, strict=True)) / sum(weights)
    best = max if engine.asked == seat else min
    return best(value(after(engine, option), seat) for option in options)


def after(engine: Engine, option: int) -> Engine:
    copy = engine.copy()
    copy.answer(option)
    return copy


def regrets(player: Player, game: str, seed: int, positions: Iterator[int]) -> Iterator[float]:
    """Points given away by the player's answer in each position."""
    for number in positions:
        engine = ending(game, number, seed)
        worth = values(engine)
        yield max(worth.values()) - worth[int(player.choose(engine, number))]
