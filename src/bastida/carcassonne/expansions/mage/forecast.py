"""Mage & Witch: somebody may move them before the feature in which they stand is scored."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.expansions.mage.rules import MageAndWitch, region_of
from bastida.kernel.native import i64, vec
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class Mage(Forecast):
    def __init__(self, rules: Rules, module: MageAndWitch, weights: dict[str, Any]) -> None:
        self.mage = module.mage
        self.witch = module.witch
        self.extra = module.extra
        self.keep = float(weights["keep"])  # chance that a magic tile leaves a figure where it is
        self.soon = float(weights["soon"])  # part of the magic tiles left that come before a completion
        self.magic: vec[i64] = vec[i64]([int("magic" in tile.marks) for tile in rules.tiles])

    def prospect(self, game: Engine, view: Evaluator, region: i64, kind: i64) -> float:
        """What the figure adds or takes away is lost as likely as it will be moved."""
        if region != region_of(game, self.mage) and region != region_of(game, self.witch):
            return 0.0
        tiles = float(view.odds.flagged(self.magic))
        chance = view.chance_of(game, region)
        left_open = (1.0 - chance) * (1.0 - math.pow(self.keep, tiles)) * self.difference(game, region, False)
        return -left_open - chance * (1.0 - math.pow(self.keep, self.soon * tiles)) * self.difference(game, region, True)

    def difference(self, game: Engine, region: i64, finished: bool) -> float:
        """Points that a feature is worth more, or less, for the figure in it."""
        bill = game.bill
        total = game.worth(region, finished, 0)
        if bill.halved:
            bill.halved = False
            return float(total - bill.total())
        more: i64 = 0
        for line in range(bill.lines):
            if bill.what[line] == self.extra:
                more += bill.amount[line] * bill.each[line]
        return float(more)
