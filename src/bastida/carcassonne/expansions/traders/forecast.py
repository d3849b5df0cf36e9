"""Goods: the race for most tokens of each kind. The builder: second turns. The pig: more for the cities of its field."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, final

from bastida.carcassonne.expansions.traders import rules as traders
from bastida.carcassonne.expansions.traders.rules import GOODS_KINDS, GOODS_POINTS, special
from bastida.carcassonne.fields import cities_beside
from bastida.carcassonne.terms import CITY
from bastida.kernel.native import bit, column, i64, vec
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator

NARROW: Final = 0.4  # tokens of lead that all but decide a kind when none is to come


@final
class Goods(Forecast):
    def __init__(self, rules: Rules, module: traders.Goods, weights: dict[str, Any]) -> None:
        self.tokens = module.tokens
        self.least = module.least
        self.spread = float(weights["spread"])  # how fast the lead that makes a kind safe grows with the tokens to come
        self.all: vec[i64] = column(GOODS_KINDS, 0)  # tokens there are of each kind
        for kind in range(len(rules.tiles)):
            copies: i64 = 0
            for i in range(len(rules.stock)):
                copies += rules.pile_start[rules.pile_row[rules.stock[i]] + kind]
            for row in range(rules.seg_first[kind], rules.seg_first[kind + 1]):
                if rules.seg_kind[row] == CITY:
                    for good in range(GOODS_KINDS):
                        self.all[good] += copies * ((rules.seg_marks[row] >> (8 * module.symbol[good])) & 255)

    def add(self, game: Engine, view: Evaluator) -> None:
        """Ten points by the chance to have most in the end, less what the end here and now would give."""
        values, seats = view.values, game.rules.seats
        for kind in range(GOODS_KINDS):
            at = self.tokens + kind
            taken: i64 = 0
            for seat in range(seats):
                taken += game.columns[at + seat * GOODS_KINDS]
            coming = float(max(self.all[kind] - taken, 0)) * min(1.0, view.turns / 8.0)
            if coming == 0.0:
                continue
            width = NARROW + self.spread * coming * coming
            for seat in range(seats):
                best: i64 = 0
                for other in range(seats):
                    if other != seat:
                        best = max(best, game.columns[at + other * GOODS_KINDS])
                ahead = game.columns[at + seat * GOODS_KINDS] - best
                likely = 1.0 / (1.0 + math.exp(-float(ahead) / width))
                now = 1.0 if ahead >= 0 and game.columns[at + seat * GOODS_KINDS] >= self.least else 0.0
                values[seat] += float(GOODS_POINTS) * (likely - now)


@final
class Builder(Forecast):
    def __init__(self, rules: Rules, module: traders.Builder, weights: dict[str, Any]) -> None:
        self.builder = module.builder  # the kind of figure
        self.out = float(weights["out"])  # a builder whose road or city can go on
        self.fits = float(weights["fits"])  # more if every tile left would prolong it, and in proportion
        self.hand = float(weights["hand"])

    def add(self, game: Engine, view: Evaluator) -> None:
        values = view.values
        for seat in range(game.rules.seats):
            node = game.figures.node(special(game, seat, self.builder))
            if node < 0:
                values[seat] += self.hand * view.late
            elif game.regions.ends(game.regions.region[node]) != 0:
                values[seat] += (self.out + self.fits * view.prolonging(game.regions.region[node])) * view.late


@final
class Pig(Forecast):
    def __init__(self, rules: Rules, module: traders.Pig, weights: dict[str, Any]) -> None:
        self.pig = module.pig  # the kind of figure
        self.city = float(weights["city"])  # more for each open city of the owner's field
        self.hand = float(weights["hand"])  # a pig still in hand

    def add(self, game: Engine, view: Evaluator) -> None:
        values = view.values
        for seat in range(game.rules.seats):
            node = game.figures.node(special(game, seat, self.pig))
            if node < 0:
                values[seat] += self.hand * view.late
            else:
                field = game.regions.region[node]
                if game.majority(field) & bit(seat) != 0:
                    values[seat] += self.city * view.to_come(game, cities_beside(game, field, False))
