"""Fields: points for every open city they touch, as likely as it will be completed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.fields import cities_beside
from bastida.carcassonne.terms import FIELD
from bastida.kernel.module import Module
from bastida.kernel.native import i64
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
        return (self.city + self.early * view.late) * view.to_come(game, cities_beside(game, region, False))
