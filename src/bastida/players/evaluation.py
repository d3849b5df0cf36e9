"""What a position is worth to every seat, in points: the score as if the game ended now, and what may still come.

Exact for any game, because the kernel itself ends a copy of it; then come chances, all from the tiles really left:
regions that will be completed, followers that come home, regions of different owners that will meet, and what the
forecast of each rule module says. Nothing here knows a particular game.
"""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.codes import OVER
from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA, RESTING
from bastida.kernel.module import Module
from bastida.kernel.native import bit, column, grown, i64, vec
from bastida.kernel.rules import Rules
from bastida.kernel.scoring import leaders
from bastida.players.forecast import Forecast
from bastida.players.odds import Bags, Odds
from bastida.players.weights import COUNTS, Weights

FACING: Final = vec[i64]([2, 1, 0, 3])  # the connector of the neighbour that meets each connector of a side


@final
class Evaluator:
    """Made once for a set-up; ``measure`` fills ``values``, a number of points for every seat."""

    def __init__(self, rules: Rules, weights: Weights, forecasts: list[Forecast], ignored: vec[i64]) -> None:
        self.rules = rules  # those the evaluation believes in; a blind one leaves modules out
        self.ignored = ignored  # by module: 1 if the player takes no part in it; empty if he takes part in all
        self.weights = weights
        self.forecasts = forecasts
        self.bags = Bags(rules)
        self.odds: Odds = Odds(self.bags.shapes, self.bags.stock, 0)
        seats: i64 = rules.seats
        self.values: vec[float] = vec[float]([0.0] * seats)
        self.home: vec[float] = vec[float]([0.0] * seats)  # followers in hand, with the chance of those on the table
        self.stuck: vec[float] = vec[float]([0.0] * seats)
        self.turns = 0.0  # that each seat still has
        self.late = 0.0  # how much a follower in hand still counts, 0 to 1
        # Where regions meet open cells: one entry per open cell and region.
        self.entries: i64 = 0
        self.entry_region: vec[i64] = column(256, 0)
        self.entry_need: vec[i64] = column(256, 0)
        self.entry_ports: vec[i64] = column(256, 0)
        self.entry_next: vec[i64] = column(256, 0)  # the next one of the same region
        self.cell_first: vec[i64] = column(128, 0)  # by opening: its first entry; one more marks the end
        # By region, valid while its stamp is that of the present position.
        room: i64 = rules.node_room
        self.now: i64 = 0
        self.head: vec[i64] = column(room, 0)
        self.head_stamp: vec[i64] = column(room, 0)
        self.chance: vec[float] = vec[float]([0.0] * room)
        self.chance_stamp: vec[i64] = column(room, 0)
        self.worth: vec[float] = vec[float]([0.0] * room)  # points now, with what may come
        self.worth_stamp: vec[i64] = column(room, 0)
        self.single: vec[float] = vec[float]([0.0] * room)  # chance that no meeting counted so far changes it
        self.marked: vec[i64] = column(room, 0)
        self.marking: i64 = 0

    # -- the whole ----------------------------------------------------------------------------------------------------

    def measure(self, game: Engine) -> None:
        """Points that every seat may expect at the end, as ``values``."""
        copy = Engine(self.rules, game)
        values = self.values
        seats = self.rules.seats
        if game.asked == OVER:
            for seat in range(seats):
                values[seat] = float(game.score_of(seat))
            return
        for seat in range(seats):
            values[seat] = 0.0
        self.odds = self.bags.odds(copy)
        self.turns = float(self.odds.total) / float(seats)
        self.late = self.turns / (self.turns + self.weights.fade)
        self.survey(copy)
        self.count_hands(copy)
        self.expect_regions(copy)
        self.expect_meetings(copy)
        for forecast in self.forecasts:
            forecast.add(copy, self)
        for seat in range(seats):
            values[seat] += self.late * (self.weights.in_hand(self.home[seat]) - self.stuck[seat])
        if self.odds.total > 0:
            values[copy.seat] += self.weights.tempo
        copy.finish()
        for seat in range(seats):
            values[seat] += float(copy.score_of(seat))

    def margin(self, seat: i64) -> float:
        """Points of a seat ahead of its best rival."""
        values = self.values
        best = -1.0e9
        for other in range(len(values)):
            if other != seat and values[other] > best:
                best = values[other]
        return values[seat] - best

    # -- where regions meet open cells --------------------------------------------------------------------------------

    def survey(self, game: Engine) -> None:
        """Note, for every open cell, which regions come in over which ports."""
        self.now += 1
        if game.regions.nodes > len(self.head) - 16:
            self.more_room(2 * game.regions.nodes + 16)
        board, regions = game.board, game.regions
        connector, names = game.rules.connector, regions.region
        if board.opens + 1 > len(self.cell_first):
            self.cell_first = column(2 * board.opens + 2, 0)
        cell_first = self.cell_first
        count: i64 = 0
        for opening in range(board.opens):
            cell_first[opening] = count
            if count + 16 > len(self.entry_region):
                self.more_entries()
            need = board.open_need[opening]
            first = count
            for side in range(4):
                slot = board.at[board.beyond(board.open_cell[opening], side)] - 1
                if slot < 0:
                    continue
                there = board.tile_shape[slot] * 16 + 4 * ((side + 2) & 3)
                node = board.tile_node[slot]
                for c in range(4):
                    segment = connector[there + FACING[c]]
                    if segment >= 0:
                        count = self.enter(first, count, names[node + segment], need, 4 * side + c)
        cell_first[board.opens] = count
        self.entries = count

    def enter(self, first: i64, count: i64, region: i64, need: i64, port: i64) -> i64:
        """Add a port to the entry of a region in this cell, or a new entry; returns the number of entries."""
        entry_region, ports = self.entry_region, self.entry_ports
        for at in range(first, count):
            if entry_region[at] == region:
                ports[at] |= bit(port)
                return count
        entry_region[count] = region
        ports[count] = bit(port)
        self.entry_need[count] = need
        self.entry_next[count] = self.head[region] if self.head_stamp[region] == self.now else -1
        self.head[region] = count
        self.head_stamp[region] = self.now
        return count + 1

    def more_entries(self) -> None:
        size: i64 = 2 * len(self.entry_region)
        self.entry_region = grown(self.entry_region, size, 0)
        self.entry_need = grown(self.entry_need, size, 0)
        self.entry_ports = grown(self.entry_ports, size, 0)
        self.entry_next = grown(self.entry_next, size, 0)

    def more_room(self, size: i64) -> None:
        self.head = column(size, 0)
        self.head_stamp = column(size, 0)
        self.chance = vec[float]([0.0] * size)
        self.chance_stamp = column(size, 0)
        self.worth = vec[float]([0.0] * size)
        self.worth_stamp = column(size, 0)
        self.single = vec[float]([0.0] * size)
        self.marked = column(size, 0)

    def begin_marking(self) -> None:
        """From now on no region is marked."""
        self.marking += 1

    def mark(self, region: i64) -> bool:
        """Mark a region; True if it was not marked yet."""
        if self.marked[region] == self.marking:
            return False
        self.marked[region] = self.marking
        return True

    # -- completion -----------------------------------------------------------------------------------------------------

    def chance_of(self, game: Engine, region: i64) -> float:
        """That a region is completed before the end, if somebody cares for it."""
        if self.chance_stamp[region] == self.now:
            return self.chance[region]
        kind = game.regions.kind(region)
        if game.rules.is_hood[kind] != 0:
            found = self.chance_around(game, region, kind)
        else:
            found = self.chance_of_ends(game, region, kind)
        self.chance[region] = found
        self.chance_stamp[region] = self.now
        return found

    def to_come(self, game: Engine, regions: list[i64]) -> float:
        """How many of these regions will be completed, by their chances."""
        total = 0.0
        for region in regions:
            total += self.chance_of(game, region)
        return total

    def chance_of_ends(self, game: Engine, region: i64, kind: i64) -> float:
        if game.rules.completes[kind] == 0:
            return 0.0
        if game.regions.ends(region) == 0:
            return 1.0
        if self.head_stamp[region] != self.now:
            return 0.0
        odds, table = self.odds, self.weights.chance
        row = kind * COUNTS
        spill, joint = self.weights.spill[kind], self.weights.joint[kind]
        chance = 1.0 / joint
        at = self.head[region]
        while at >= 0:
            need = self.entry_need[at]
            fitting = odds.fitting(need)
            if fitting == 0:
                return 0.0
            closing = odds.closing(need, self.entry_ports[at])
            doubled = 2.0 * (float(closing) + spill * float(fitting - closing))
            number: i64 = int(doubled)
            if number >= COUNTS - 1:
                number = COUNTS - 1
            chance *= joint * table[row + number]
            at = self.entry_next[at]
        return chance

    def prolonging(self, region: i64) -> float:
        """The part of the tiles left that fits an open end of a region, at most all."""
        found: i64 = 0
        at = self.head[region] if self.head_stamp[region] == self.now else -1
        while at >= 0:
            found += self.odds.fitting(self.entry_need[at])
            at = self.entry_next[at]
        return min(1.0, float(found) / float(max(self.odds.total, 1)))

    def chance_around(self, game: Engine, region: i64, kind: i64) -> float:
        """That all cells around a tile are filled."""
        board, odds, table = game.board, self.odds, self.weights.chance
        centre = board.tile_cell[game.regions.slot[region]]
        row = kind * COUNTS
        joint = self.weights.joint[kind]
        chance = 1.0
        missing: i64 = 0
        for number in range(8):
            there = board.at[board.around(centre, number)]
            if there > 0:
                continue
            missing += 1
            if there < 0:
                fitting = 2 * odds.fitting(board.open_need[-1 - there])
                if fitting == 0:
                    return 0.0
                chance *= joint * table[row + min(fitting, COUNTS - 1)]
            else:
                chance *= joint
        if missing > odds.total:
            return 0.0
        return chance

    # -- regions with somebody in them ------------------------------------------------------------------------------------

    def count_hands(self, game: Engine) -> None:
        """Followers that each seat has, or will have in its next turn, to place."""
        rules, figures, weights = game.rules, game.figures, self.weights
        home, stuck, values = self.home, self.stuck, self.values
        for seat in range(rules.seats):
            home[seat] = 0.0
            stuck[seat] = 0.0
            for i in range(len(rules.followers)):
                kind = rules.followers[i]
                number = float(figures.available(seat, kind))
                home[seat] += weights.count[kind] * number
                values[seat] += weights.hold[kind] * number * self.late
            if rules.rests:
                for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
                    if figures.place_word(figure) == RESTING:
                        home[seat] += weights.count[rules.figure_kind[figure]]

    def expect_regions(self, game: Engine) -> None:
        """For every region with somebody in it: what may come to its winners, and who may come home."""
        rules, regions, place = game.rules, game.regions, game.figures.place
        home, stuck = self.home, self.stuck
        for figure in range(rules.seat_first[rules.seats]):
            node = place[figure]
            if node < 0 or node >= AREA:
                continue
            region = regions.region[node]
            kind = regions.kind(node)
            if self.worth_stamp[region] != self.now:
                now = self.expected(game, region, kind)
                winners = game.majority(region)
                change = self.worth[region] - now
                if regions.ends(region) != 0:
                    change -= self.weights.risk[kind] * self.late * self.worth[region]
                self.give(winners, change)
            if rules.completes[kind] != 0 and rules.follower[rules.figure_kind[figure]] != 0:
                seat = rules.figure_seat[figure]
                chance = self.chance[region]
                if chance > 0.0:
                    home[seat] += self.weights.back[kind] * self.weights.count[rules.figure_kind[figure]] * chance
                else:
                    stuck[seat] += self.weights.stuck[kind]

    def give(self, winners: i64, points: float) -> None:
        """Points for every seat that has a bit."""
        values = self.values
        for seat in range(self.rules.seats):
            if (winners >> seat) & 1 != 0:
                values[seat] += points

    def expected(self, game: Engine, region: i64, kind: i64) -> float:
        """Fill in what a region is worth with what may come; returns what it is worth now."""
        winners = game.majority(region)
        seat: i64 = 0
        while winners > 1 and winners & 1 == 0:
            winners >>= 1
            seat += 1
        now = float(game.worth(region, False, seat))
        total = now
        if game.rules.completes[kind] != 0:
            chance = self.chance_of(game, region)
            if chance > 0.0:
                total += self.weights.gain[kind] * chance * (float(game.worth(region, True, seat)) - now)
        total += self.weights.grow[kind] * self.late * float(game.regions.ends(region))
        for forecast in self.forecasts:
            total += forecast.prospect(game, self, region, kind)
        self.worth[region] = total
        self.worth_stamp[region] = self.now
        self.single[region] = 1.0
        return now

    # -- regions of different owners that may meet -------------------------------------------------------------------------

    def expect_meetings(self, game: Engine) -> None:
        """Where one tile would join two occupied regions, the change is worth its chance: who gains will try."""
        regions = game.regions
        entry_region, strength = self.entry_region, regions.strength
        for opening in range(game.board.opens):
            end = self.cell_first[opening + 1]
            for a in range(self.cell_first[opening], end):
                one = entry_region[a]
                if strength[one] == 0:
                    continue
                kind = regions.kind(one)
                for b in range(a + 1, end):
                    other = entry_region[b]
                    if strength[other] != 0 and regions.kind(other) == kind:
                        joining = self.odds.joining(self.entry_need[a], self.entry_ports[a], self.entry_ports[b])
                        if joining > 0:
                            self.expect_meeting(game, one, other, self.weights.meeting[min(2 * joining, COUNTS - 1)])

    def expect_meeting(self, game: Engine, one: i64, other: i64, chance: float) -> None:
        """Two regions will be one, as likely as said: what that changes for every seat. Nothing is lost or won twice: what
        other meetings have changed already counts the less."""
        if self.worth_stamp[one] != self.now or self.worth_stamp[other] != self.now:
            return
        strength = game.regions.strength
        first, second = strength[one], strength[other]
        weight = self.weights.contest[game.regions.kind(one)] * chance * self.single[one] * self.single[other]
        self.single[one] -= self.weights.once * weight
        self.single[other] -= self.weights.once * weight
        values, worth = self.values, self.worth
        apart_first, apart_second = leaders(first, self.rules.seats), leaders(second, self.rules.seats)
        together = leaders(first + second, self.rules.seats)
        for seat in range(self.rules.seats):
            change = 0.0
            if (together >> seat) & 1 != 0:
                change += worth[one] + worth[other]
            if (apart_first >> seat) & 1 != 0:
                change -= worth[one]
            if (apart_second >> seat) & 1 != 0:
                change -= worth[other]
            values[seat] += weight * change


def without(rules: Rules, blind: tuple[str, ...]) -> Rules:
    """The same tables, with some modules left out of what regions are worth and of the final scoring."""
    new = Rules()
    for name in dir(rules):
        if not name.startswith("__"):
            setattr(new, name, getattr(rules, name))
    new.on_worth = vec[Module]([module for module in rules.on_worth if module.name not in blind])
    kept = [i for i in range(len(rules.final_actor)) if rules.modules[rules.final_actor[i]].name not in blind]
    new.final_actor = vec[i64]([rules.final_actor[i] for i in kept])
    new.final_step = vec[i64]([rules.final_step[i] for i in kept])
    return new
