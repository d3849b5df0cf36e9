"""What a player sees, as numbers to learn from: a position as it stands, and every answer by the position it leads to.

The numbers are plain counts, points and shares, with no weight of ours in them; ``names`` says what each of them is. They are
those of one seat: ``mine`` is the seat's own, ``theirs`` the mean of its rivals'. Whatever changes here gets a new ``VERSION``:
what was learned from one version cannot be used with another.
"""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.codes import OVER
from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA, RESTING, SUPPLY
from bastida.kernel.native import i64, vec
from bastida.players.evaluation import Evaluator
from bastida.players.settle import choosing_figure

VERSION: Final = 1
WHOLE: Final = 7  # numbers of the table as a whole
OF_KIND: Final = 12  # numbers of each kind of segment
SIDES: Final = ("mine", "theirs")


def names_of(kinds: list[str]) -> list[str]:
    """What the numbers are, for these kinds of segments."""
    found = ["turns left", "points mine", "points theirs", "end mine", "end theirs", "hand mine", "hand theirs"]
    for kind in kinds:
        for what in ("now", "gain", "ends", "figures", "stuck"):
            found += [f"{kind} {what} {side}" for side in SIDES]
        found += [f"{kind} free now", f"{kind} free gain"]
    return found


@final
class Sight:
    """Made once for a set-up."""

    def __init__(self, view: Evaluator) -> None:
        self.view = view  # whose survey of the open cells is used, and nothing that has a weight
        self.names = names_of(list(view.rules.segment_names))
        self.size: i64 = len(self.names)
        self.numbers: vec[float] = vec[float]([0.0] * self.size)
        room: i64 = view.rules.node_room
        self.now: i64 = 0
        self.stamp: vec[i64] = vec[i64]([0] * room)
        self.hope: vec[float] = vec[float]([0.0] * room)  # by region: the chance that it is completed

    def position(self, game: Engine, seat: i64) -> list[float]:
        """The position as it stands, as a seat sees it."""
        self.look(game, seat)
        numbers = self.numbers
        return [numbers[at] for at in range(self.size)]

    def answers(self, game: Engine) -> list[float]:
        """The numbers of every answer to the question asked, in the order of the options, one row after the other."""
        seat = game.asked
        options = game.copy().list_options()
        found: list[float] = []
        for i in range(options.count):
            copy = game.copy()
            copy.answer(options.items[i])
            self.look(copy, seat)
            numbers = self.numbers
            for at in range(self.size):
                found.append(numbers[at])
        return found

    # -- one position -------------------------------------------------------------------------------------------------

    def look(self, game: Engine, seat: i64) -> None:
        """Fill in ``numbers``."""
        numbers, rules, view = self.numbers, game.rules, self.view
        seats = rules.seats
        others = 1.0 / float(seats - 1)
        for at in range(self.size):
            numbers[at] = 0.0
        ended = game
        if game.asked != OVER:
            ended = Engine(rules, game)
            ended.finish()
            view.odds = view.bags.odds(game)
            numbers[0] = float(view.odds.total) / float(seats)
        for other in range(seats):
            side: i64 = 0 if other == seat else 1
            part = 1.0 if other == seat else others
            numbers[1 + side] += part * float(game.score_of(other))
            numbers[3 + side] += part * float(ended.score_of(other) - game.score_of(other))
        if game.asked == OVER:
            return
        view.survey(game)
        self.now += 1
        if len(self.stamp) < len(view.head):
            self.stamp = vec[i64]([0] * len(view.head))
            self.hope = vec[float]([0.0] * len(view.head))
        self.count_figures(game, seat, others)
        if choosing_figure(game) and game.asked == seat:
            self.count_free(game, seat)

    def count_figures(self, game: Engine, seat: i64, others: float) -> None:
        """Figures in hand and on the table, and the regions they hold."""
        numbers, rules, place, regions = self.numbers, game.rules, game.figures.place, game.regions
        self.view.begin_marking()
        for figure in range(rules.seat_first[rules.seats]):
            owner = rules.figure_seat[figure]
            side: i64 = 0 if owner == seat else 1
            part = 1.0 if owner == seat else others
            node = place[figure]
            if node == SUPPLY or game.figures.place_word(figure) == RESTING:
                if rules.follower[rules.figure_kind[figure]] != 0:
                    numbers[5 + side] += part
                continue
            if node < 0 or node >= AREA:
                continue
            region = regions.region[node]
            kind = regions.kind(node)
            row: i64 = WHOLE + kind * OF_KIND
            chance = self.chance_of(game, region, kind)
            numbers[row + 6 + side] += part
            if chance == 0.0 and rules.completes[kind] != 0:
                numbers[row + 8 + side] += part
            if self.view.mark(region):
                winners = game.majority(region)
                for other in range(rules.seats):
                    if (winners >> other) & 1 != 0:
                        side = 0 if other == seat else 1
                        part = 1.0 if other == seat else others
                        now = float(game.worth(region, False, other))
                        numbers[row + side] += part * now
                        if chance > 0.0:
                            numbers[row + 2 + side] += part * chance * (float(game.worth(region, True, other)) - now)
                        numbers[row + 4 + side] += part * float(regions.ends(region))

    def count_free(self, game: Engine, seat: i64) -> None:
        """The best that a figure placed now could have, by kind of segment."""
        numbers, regions, board = self.numbers, game.regions, game.board
        slot = game.run_slot
        for node in range(board.tile_node[slot], board.tile_node[slot + 1]):
            region = regions.region[node]
            if regions.strength[region] != 0:
                continue
            kind = regions.kind(node)
            row: i64 = WHOLE + kind * OF_KIND + 10
            now = float(game.worth(region, False, seat))
            chance = self.chance_of(game, region, kind)
            if now > numbers[row]:
                numbers[row] = now
            if chance > 0.0:
                gain = chance * (float(game.worth(region, True, seat)) - now)
                if gain > numbers[row + 1]:
                    numbers[row + 1] = gain

    # -- chances ------------------------------------------------------------------------------------------------------

    def chance_of(self, game: Engine, region: i64, kind: i64) -> float:
        """Of completion: for every open cell n / (n + 2), n being the tiles left that help there, multiplied."""
        if self.stamp[region] == self.now:
            return self.hope[region]
        found = 0.0
        if game.rules.is_hood[kind] != 0:
            found = self.chance_around(game, region)
        elif game.rules.completes[kind] != 0:
            found = self.chance_of_ends(game, region)
        self.hope[region] = found
        self.stamp[region] = self.now
        return found

    def chance_of_ends(self, game: Engine, region: i64) -> float:
        view = self.view
        if game.regions.ends(region) == 0:
            return 1.0
        if view.head_stamp[region] != view.now:
            return 0.0
        chance = 1.0
        at = view.head[region]
        while at >= 0:
            need = view.entry_need[at]
            fitting = view.odds.fitting(need)
            closing = view.odds.closing(need, view.entry_ports[at])
            helping = float(closing) + 0.5 * float(fitting - closing)  # one that leads on helps half
            chance *= helping / (helping + 2.0)
            at = view.entry_next[at]
        return chance

    def chance_around(self, game: Engine, region: i64) -> float:
        board, odds = game.board, self.view.odds
        centre = board.tile_cell[game.regions.slot[region]]
        chance = 1.0
        missing: i64 = 0
        for number in range(8):
            there = board.at[board.around(centre, number)]
            if there > 0:
                continue
            missing += 1
            if there < 0:
                fitting = float(odds.fitting(board.open_need[-1 - there]))
                chance *= fitting / (fitting + 2.0)
            else:
                chance *= 0.8  # a cell that nothing touches yet may become anything
        return chance if missing <= odds.total else 0.0
