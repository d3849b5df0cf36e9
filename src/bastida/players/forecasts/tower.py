"""The Tower: prisoners and their ransom, and followers that the next floor would take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.modules import tower
from bastida.kernel.figures import AREA, CAPTIVE
from bastida.kernel.native import bit, i64
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluate import Evaluator


@final
class Tower(Forecast):
    def __init__(self, module: tower.Tower, weights: dict[str, Any]) -> None:
        self.floors = module.floors
        self.count = module.count
        self.site = module.site
        self.height = module.height
        self.ransom = float(weights["ransom"])  # points that change hands for a prisoner
        self.freed = float(weights["freed"])  # of a prisoner counts as a follower in hand
        self.threat = float(weights["threat"])  # of what the next floor would take, lost

    def add(self, game: Engine, view: Evaluator) -> None:
        values, home, rules = view.values, view.home, game.rules
        for figure in range(rules.seat_first[rules.seats]):
            if game.figures.place_word(figure) == CAPTIVE:
                owner = rules.figure_seat[figure]
                ransom = self.ransom * view.late
                values[owner] -= ransom
                values[game.figures.place_index(figure)] += ransom
                home[owner] += self.freed
        taker = game.seat  # the next to build
        if game.own[self.floors + taker] > 0:
            most = 0.0
            owner = taker
            for figure in range(rules.seat_first[rules.seats]):
                seat = rules.figure_seat[figure]
                node = game.figures.place[figure]
                if seat != taker and node >= 0 and node < AREA and rules.follower[rules.figure_kind[figure]] != 0:
                    if self.reached(game, game.regions.slot[node]):
                        loss = self.ransom + self.lost(game, view, figure, seat, node)
                        if loss > most:
                            most = loss
                            owner = seat
            values[owner] -= self.threat * most

    def reached(self, game: Engine, slot: i64) -> bool:
        """Would a floor on some tower reach this tile?"""
        board, own = game.board, game.own
        cell = board.tile_cell[slot]
        for number in range(own[self.count]):
            far = board.in_line(board.tile_cell[own[self.site + number]], cell)
            if far >= 0 and far <= own[self.height + number] + 1:
                return True
        return False

    def lost(self, game: Engine, view: Evaluator, figure: i64, seat: i64, node: i64) -> float:
        """What a seat gets from a region no more when this figure is gone."""
        rules, region = game.rules, game.regions.region[node]
        if game.majority(region) & bit(seat) == 0 or view.worth_stamp[region] != view.now:
            return 0.0
        left = game.regions.strength_of(region, seat) - rules.power[rules.figure_kind[figure]]
        for other in range(rules.seats):
            if other != seat and game.regions.strength_of(region, other) > left:
                return view.worth[region]
        return view.worth[region] if left <= 0 else 0.0
