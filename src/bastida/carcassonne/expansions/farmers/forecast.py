"""Fields: points for every open city they touch, as likely as it will be completed; and a little more with the pig."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.expansions.traders.rules import special
from bastida.carcassonne.terms import FIELD, PIG
from bastida.kernel.module import Module
from bastida.kernel.native import bit, i64
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class Farmers(Forecast):
    def __init__(self, rules: Rules, module: Module, weights: dict[str, Any]) -> None:
        self.city = float(weights["city"])  # points for a city that is certain to be completed
        self.early = float(weights["early"])  # more for it, at the start of the game

    def prospect(self, game: Engine, view: Evaluator, region: i64, kind: i64) -> float:
        if kind != FIELD:
            return 0.0
        return (self.city + self.early * view.late) * cities_to_come(game, view, region)


@final
class Pig(Forecast):
    def __init__(self, rules: Rules, module: Module, weights: dict[str, Any]) -> None:
        self.city = float(weights["city"])  # more for each open city of the owner's field
        self.hand = float(weights["hand"])  # a pig still in hand

    def add(self, game: Engine, view: Evaluator) -> None:
        values = view.values
        for seat in range(game.rules.seats):
            node = game.figures.node(special(game, seat, PIG))
            if node < 0:
                values[seat] += self.hand * view.late
            else:
                field = game.regions.region[node]
                if game.majority(field) & bit(seat) != 0:
                    values[seat] += self.city * cities_to_come(game, view, field)


def cities_to_come(game: Engine, view: Evaluator, field: i64) -> float:
    """How many open cities beside a field will be completed, by their chances."""
    regions, touch = game.regions, game.rules.seg_touch
    view.begin_marking()
    total = 0.0
    node = field
    while True:
        cities = touch[regions.row[node]]
        city = regions.first[node]
        while cities != 0:
            if cities & 1 != 0:
                name = regions.region[city]
                if regions.ends(name) != 0 and view.mark(name):
                    total += view.chance_of(game, name)
            cities >>= 1
            city += 1
        node = regions.next[node]
        if node == field:
            return total
