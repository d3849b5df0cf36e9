"""Robbers: what those on the scoreboard will get from the next advance of the figure they stand beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.expansions.robbers import rules as robbers
from bastida.carcassonne.expansions.robbers.rules import AT_THE_END, HOME, SPACES
from bastida.kernel.native import bit, i64
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class Robbers(Forecast):
    def __init__(self, rules: Rules, module: robbers.Robbers, weights: dict[str, Any]) -> None:
        self.space = module.space
        self.share = float(weights["share"])  # of an advance, for the robber
        self.usual = float(weights["usual"])  # points of an advance that nothing on the table announces

    def add(self, game: Engine, view: Evaluator) -> None:
        """The share, early in the game, instead of the points for a robber that nobody fed to the end."""
        values = view.values
        for seat in range(game.rules.seats):
            space = game.columns[self.space + seat]
            if space != HOME:
                most = 0.0
                for other in range(game.rules.seats):
                    if other != seat and stands_on(game, other, space):
                        most = max(most, self.advance(game, view, other))
                values[seat] += view.late * (self.share * most - float(AT_THE_END))

    def advance(self, game: Engine, view: Evaluator, seat: i64) -> float:
        """Points of a seat's next advance: the mean of what it may complete, by the chances, and of a usual one."""
        rules, regions = game.rules, game.regions
        points, weight = self.usual, 1.0
        view.begin_marking()
        for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
            node = game.figures.node(figure)
            if node >= 0 and view.mark(regions.region[node]):
                region = regions.region[node]
                if game.majority(region) & bit(seat) != 0:
                    chance = view.chance_of(game, region)
                    points += chance * float(game.worth(region, True, seat))
                    weight += chance
        return points / weight


def stands_on(game: Engine, seat: i64, space: i64) -> bool:
    """Is a scoring figure of a seat on this space?"""
    for figure in range(game.rules.figures_per_seat):
        if game.points[seat * 2 + figure] % SPACES == space:
            return True
    return False
