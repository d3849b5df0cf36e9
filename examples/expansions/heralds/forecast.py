"""What computer players make of heralds: a banner that others will soon pass, and a herald still in hand."""

from typing import Any

from bastida.kernel.engine import Engine
from bastida.kernel.rules import Rules
from bastida.players.evaluation import Evaluator
from bastida.players.forecast import Forecast


class Heralds(Forecast):
    def __init__(self, rules: Rules, module: Any, weights: dict[str, Any]) -> None:
        self.module = module
        self.toll = float(weights["toll"])  # points of a banner that is up
        self.hand = float(weights["hand"])  # a herald that is not on the table

    def add(self, game: Engine, view: Evaluator) -> None:
        for seat in range(game.rules.seats):
            if game.columns[self.module.banner + seat] >= 0:
                view.values[seat] += self.toll * view.late
            if game.figures.available(seat, self.module.herald):
                view.values[seat] += self.hand * view.late
