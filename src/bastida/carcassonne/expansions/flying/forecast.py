"""Flying Machines: followers that will land in features of others, and take their part of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.expansions.flying import rules as flying
from bastida.carcassonne.expansions.flying.rules import landing_places
from bastida.kernel.native import i64, vec
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class Flying(Forecast):
    def __init__(self, rules: Rules, module: flying.FlyingMachines, weights: dict[str, Any]) -> None:
        self.keep = float(weights["keep"])  # of what a feature is worth, for each machine in the bag
        self.small = float(weights["small"])  # points for which nobody flies
        self.machines: vec[i64] = vec[i64]([int(direction >= 0) for direction in module.direction])  # by tile kind
        self.places: i64 = 0  # a bit for each kind of segment in which somebody may land
        for kind in rules.followers:
            if module.bound_fly or rules.bound[kind] == 0:
                self.places |= landing_places(rules, kind)

    def prospect(self, game: Engine, view: Evaluator, region: i64, kind: i64) -> float:
        if (self.places >> kind) & 1 == 0 or game.regions.done[region] != 0:
            return 0.0
        chance = view.chance_of(game, region)
        worth = (1.0 - chance) * float(game.worth(region, False, 0)) + chance * float(game.worth(region, True, 0))
        return (math.pow(self.keep, float(view.odds.flagged(self.machines))) - 1.0) * max(worth - self.small, 0.0)
