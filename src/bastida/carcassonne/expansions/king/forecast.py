"""The King and the Robber Baron: who will hold them at the end, and how much there will be to count."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.expansions.king import rules as king
from bastida.carcassonne.expansions.king.rules import BARON, KING
from bastida.carcassonne.terms import CITY, ROAD
from bastida.kernel.native import i64
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class King(Forecast):
    def __init__(self, rules: Rules, module: king.King, weights: dict[str, Any]) -> None:
        self.holder = module.holder
        self.record = module.record
        self.city_size = float(weights["city_size"])  # tiles of a record that early in the game lasts as often as not
        self.road_size = float(weights["road_size"])
        self.more = float(weights["more"])  # completed features that each further tile brings

    def add(self, game: Engine, view: Evaluator) -> None:
        self.token(game, view, KING, CITY, self.city_size)
        self.token(game, view, BARON, ROAD, self.road_size)

    def token(self, game: Engine, view: Evaluator, token: i64, kind: i64, size: float) -> None:
        holder = game.columns[self.holder + token]
        if holder < 0:
            return
        values, regions = view.values, game.regions
        record = game.columns[self.record + token]
        safe = 1.0 - view.late * math.exp(-math.pow(float(record) / size, 3.0))  # what the holder has before the others
        there = 0.0
        for node in range(regions.nodes):
            if regions.region[node] == node and regions.kind(node) == kind:
                if regions.ends(node) == 0:
                    there += 1.0
                elif regions.tiles(node) >= record:
                    safe *= 1.0 - view.chance_of(game, node)  # whoever completes it will be the next
        coming = there + self.more * float(view.odds.total)
        values[holder] += safe * coming - there
        others = float(game.rules.seats - 1)
        for seat in range(game.rules.seats):
            if seat != holder:
                values[seat] += (1.0 - safe) * coming / (others + 1.0)
        values[holder] += (1.0 - safe) * coming / (others + 1.0)
