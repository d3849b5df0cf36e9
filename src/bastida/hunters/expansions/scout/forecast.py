"""The Scout: what each of the five pieces will still do for its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from bastida.hunters.areas import system_under
from bastida.hunters.expansions.scout import rules as scout
from bastida.hunters.expansions.scout.rules import NONE, SHAMAN
from bastida.hunters.terms import HUT, MEADOW, MEMBER
from bastida.kernel.native import i64
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class Scout(Forecast):
    def __init__(self, rules: Rules, module: scout.Scout, weights: dict[str, Any]) -> None:
        self.module = module
        self.shaman = float(weights["shaman"])  # of a member in hand: one that the Shaman can take back
        self.explorer = float(weights["explorer"])  # a tile that can be refused
        self.canoe = float(weights["canoe"])  # for each open end of the Canoe's system, early in the game
        self.farm = float(weights["farm"])  # the same for the meadow of Agriculture

    def add(self, game: Engine, view: Evaluator) -> None:
        rules, regions, values, home, columns = game.rules, game.regions, view.values, view.home, game.columns
        for seat in range(rules.seats):
            if columns[self.module.piece + seat] == SHAMAN and self.within_reach(game, seat):
                home[seat] += self.shaman
        if columns[self.module.explorer] != NONE:
            values[columns[self.module.explorer]] += self.explorer * view.turns
        if columns[self.module.canoe] != NONE:
            system = regions.region[system_under(game, columns[self.module.canoe])]
            values[columns[self.module.canoe + 1]] += self.canoe * view.late * float(regions.ends(system))
        for figure in range(rules.seat_first[rules.seats]):
            node = game.figures.node(figure)
            if node >= 0:
                if game.figures.more[figure] != 0:
                    self.spread(game, view, figure)
                elif rules.figure_kind[figure] == HUT and regions.kind(node) == MEADOW:
                    growth = self.farm * view.late * float(regions.ends(regions.region[node]))
                    values[rules.figure_seat[figure]] += growth

    def within_reach(self, game: Engine, seat: i64) -> bool:
        """Has a seat a member in an open area, on no special tile?"""
        rules, regions = game.rules, game.regions
        for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
            node = game.figures.node(figure)
            if node >= 0 and rules.figure_kind[figure] == MEMBER and regions.ends(regions.region[node]) != 0:
                if not self.module.on_special_tile(game, figure):
                    return True
        return False

    def spread(self, game: Engine, view: Evaluator, figure: i64) -> None:
        """What may come to the further areas of a figure that stands in several."""
        for region in game.regions_under(figure):
            if view.worth_stamp[region] != view.now:
                now = view.expected(game, region, game.regions.kind(region))
                view.give(game.majority(region), view.worth[region] - now)
