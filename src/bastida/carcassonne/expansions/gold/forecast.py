"""Gold Mines: ingots lying in open features, for those who will complete them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.expansions.gold import rules as gold
from bastida.kernel.native import i64
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class Gold(Forecast):
    def __init__(self, rules: Rules, module: gold.GoldMines, weights: dict[str, Any]) -> None:
        self.lying = module.lying
        self.slots = module.slots
        self.owned = module.owned
        self.ingot = float(weights["ingot"])  # points of an ingot that is sure to come
        self.rich = float(weights["rich"])  # more for each one owned already

    def add(self, game: Engine, view: Evaluator) -> None:
        regions, board, columns = game.regions, game.board, game.columns
        for slot in range(min(board.tiles, self.slots)):
            ingots = columns[self.lying + slot]
            if ingots > 0:
                for node in range(board.tile_node[slot], board.tile_node[slot + 1]):
                    region = regions.region[node]
                    if regions.done[region] == 0 and regions.strength[region] != 0:
                        self.share(game, view, region, float(ingots) * view.chance_of(game, region))

    def share(self, game: Engine, view: Evaluator, region: i64, ingots: float) -> None:
        values = view.values
        winners = game.majority(region)
        number: i64 = 0
        for seat in range(game.rules.seats):
            number += (winners >> seat) & 1
        for seat in range(game.rules.seats):
            if (winners >> seat) & 1 != 0:
                price = self.ingot + self.rich * float(game.columns[self.owned + seat])
                values[seat] += price * ingots / float(number)
