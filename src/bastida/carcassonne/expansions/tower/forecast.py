"""The Tower: prisoners and their ransom, and followers that the next floor would take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.expansions.tower import rules as tower
from bastida.kernel.figures import AREA, HELD
from bastida.kernel.native import i64
from bastida.kernel.rules import Rules
from bastida.kernel.scoring import leaders
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class Tower(Forecast):
    def __init__(self, rules: Rules, module: tower.Tower, weights: dict[str, Any]) -> None:
        self.module = module
        self.floors = module.floors
        self.count = module.count
        self.site = module.site
        self.height = module.height
        self.ransom = float(weights["ransom"])  # points that change hands for a prisoner
        self.freed = float(weights["freed"])  # of a prisoner counts as a follower in hand
        self.threat = float(weights["threat"])  # chance that the next to build takes the follower that brings him most
        self.spare = float(weights["spare"])  # points of lead that building costs, because nothing else is done

    def add(self, game: Engine, view: Evaluator) -> None:
        values, home, rules = view.values, view.home, game.rules
        for figure in range(rules.seat_first[rules.seats]):
            if game.figures.place_word(figure) == HELD:
                owner = rules.figure_seat[figure]
                ransom = self.ransom * view.late
                values[owner] -= ransom
                values[game.figures.place_index(figure)] += ransom
                home[owner] += self.freed
        if game.columns[self.floors + game.seat] > 0:
            self.threaten(game, view, game.seat)

    def threaten(self, game: Engine, view: Evaluator, taker: i64) -> None:
        """The follower that the next to build would most like to take is taken, as likely as it is worth a floor."""
        rules, values = game.rules, view.values
        best, loss, gain = self.spare, 0.0, 0.0
        owner = taker
        closed = self.module.closed_towers(game)
        for figure in range(rules.seat_first[rules.seats]):
            seat = rules.figure_seat[figure]
            node = game.figures.place[figure]
            if seat != taker and node >= 0 and node < AREA and rules.follower[rules.figure_kind[figure]] != 0:
                if self.reached(game, closed, game.regions.slot[node]):
                    region = game.regions.region[node]
                    before = game.majority(region)
                    after = leaders(
                        game.regions.strength[region] - (rules.power[rules.figure_kind[figure]] << (8 * seat)), rules.seats
                    )
                    worth = view.worth[region] if view.worth_stamp[region] == view.now else 0.0
                    lost = self.ransom + (worth if (before & ~after) >> seat & 1 != 0 else 0.0)
                    won = self.ransom + (worth if (after & ~before) >> taker & 1 != 0 else 0.0)
                    if lost + won > best:
                        best, loss, gain = lost + won, lost, won
                        owner = seat
        likely = self.threat * (1.0 - self.spare / best)
        values[owner] -= likely * loss
        values[taker] += likely * gain

    def reached(self, game: Engine, closed: i64, slot: i64) -> bool:
        """Would a floor on some tower that is not closed reach this tile?"""
        board, columns = game.board, game.columns
        cell = board.tile_cell[slot]
        for number in range(columns[self.count]):
            if (closed >> number) & 1 == 0:
                far = board.in_line(board.tile_cell[columns[self.site + number]], cell)
                if far >= 0 and far <= columns[self.height + number] + 1:
                    return True
        return False
