"""The Postman: he can be sent into a rival's zone when an office is drawn, and comes home from an office at will."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from bastida.carcassonne.expansions.postman import rules as post
from bastida.kernel.figures import AREA
from bastida.kernel.native import bit, column, i64, vec
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator

SOON: Final = 12.0  # tiles


@final
class Postman(Forecast):
    def __init__(self, rules: Rules, module: post.Postman, weights: dict[str, Any]) -> None:
        self.module = module
        self.office = module.office
        self.kind = module.kind
        self.offices: vec[i64] = column(len(rules.tiles), 0)  # by tile kind: 1 with an office
        for kind in range(len(rules.tiles)):
            for row in range(rules.seg_first[kind], rules.seg_first[kind + 1]):
                if rules.seg_kind[row] == self.office:
                    self.offices[kind] = 1
        self.send = float(weights["send"])  # of what he would bring in the best zone, for each office drawn soon
        self.free = float(weights["free"])  # of a follower in hand: one that can be withdrawn

    def add(self, game: Engine, view: Evaluator) -> None:
        values, home = view.values, view.home
        offices = self.drawn_soon(view)
        for seat in range(game.rules.seats):
            figure = self.module.postman(game, seat)
            node = game.figures.node(figure)
            if node >= 0 and game.regions.kind(node) == self.office:
                home[seat] += self.free * (1.0 - view.chance_of(game, game.regions.region[node]))
            if offices > 0.0 and (game.figures.on_board(figure) or game.figures.available(seat, self.kind) > 0):
                values[seat] += self.send * offices * self.best_entry(game, view, seat)

    def drawn_soon(self, view: Evaluator) -> float:
        """The number of offices to expect among the next tiles."""
        odds = view.odds
        return float(odds.flagged(self.offices)) * min(1.0, SOON / float(max(odds.total, 1)))

    def best_entry(self, game: Engine, view: Evaluator, seat: i64) -> float:
        """The most that a seat gains on its rivals with its postman in an open zone that somebody is in."""
        rules, regions, place = game.rules, game.regions, game.figures.place
        best = 0.0
        for figure in range(rules.seat_first[rules.seats]):
            node = place[figure]
            if node >= 0 and node < AREA and rules.places[self.kind] & bit(regions.kind(node)) != 0:
                region = regions.region[node]
                if view.worth_stamp[region] == view.now and not game.complete(region):
                    mine = regions.strength_of(region, seat)
                    most: i64 = 0
                    for other in range(rules.seats):
                        if other != seat:
                            most = max(most, regions.strength_of(region, other))
                    step = sign(mine + rules.power[self.kind] - most) - sign(mine - most)
                    best = max(best, view.worth[region] * float(step))
        return best


def sign(number: i64) -> i64:
    if number > 0:
        return 1
    return -1 if number < 0 else 0
