"""Paired chance: a bag is a seed that fixes what chance brings, whoever sits where.

Every pile of tiles lies in one order, fixed by the seed, and tiles are drawn in that order as far as they are still there:
seats that swap see the same tiles. Everything else (dice, messages) is a common random number for the n-th question of its
kind.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from bastida.kernel.codes import OP_DRAW, RUN
from bastida.kernel.engine import Engine


class Bag:
    """Answers the questions of chance of one game."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.stacked: dict[int, list[int]] = {}  # by pile: what has not been drawn of it, the next piece last
        self.asked: dict[str, int] = {}

    def choose(self, game: Engine) -> int:
        """One of the options of the dealer's question."""
        if game.owner() == 0 and game.routine() == RUN and game.op() == OP_DRAW:
            return self.draw(game, int(game.run_pile))
        options = game.list_options().numbers()
        kind = f"{game.rules.modules[game.owner()].name}/{game.routine()}"
        return options[self.weighted(kind, [int(game.weight(option)) for option in options])]

    def draw(self, game: Engine, pile: int) -> int:
        if pile not in self.stacked:
            self.stacked[pile] = self.stack(game, pile)
        order = self.stacked[pile]
        for place in reversed(range(len(order))):
            if game.piles.copies(pile, order[place]) > 0:
                return order.pop(place)
        options = game.list_options().numbers()  # a piece that came back under the pile
        return options[self.weighted(f"draw/{pile}", [int(game.weight(option)) for option in options])]

    def stack(self, game: Engine, pile: int) -> list[int]:
        rules = game.rules
        row = rules.pile_row[pile]
        pieces = range(len(rules.pile_pieces[pile]))
        order = [piece for piece in pieces for _ in range(rules.pile_start[row + piece])]
        random.Random(f"{self.seed}/{rules.pile_names[pile]}").shuffle(order)
        return order

    def weighted(self, kind: str, weights: Sequence[int]) -> int:
        nth = self.asked.get(kind, 0)
        self.asked[kind] = nth + 1
        return random.Random(f"{self.seed}/{kind}/{nth}").choices(range(len(weights)), weights)[0]
