"""A reference opponent that appraises one turn as the computer player of JCloisterZone 4 does.

Written from a description of what that player computes: two players, the base game with farmers. It tries every place, turn
and figure of its tile and adds up, in points, its own with a plus and the rival's with a minus: the score; for every open
feature what it is worth with the chance that the cells it reaches are filled; followers that will hardly come home; fields
by the cities closed already; a growing price for features held; followers in hand; and features that one tile would join
round a corner. Of what may be done after its turn it sees nothing.

Two settings. *Faithful* keeps two oddities of that program: for every candidate one tile is taken from the bag, blindly, and
what remains is counted; and in the last turn of the game the final scoring and the open features are both counted. *Clean*
counts the whole bag, and in the last turn nothing but the final margin; it is the stronger one.

Other set-ups are played by the same numbers: features are treated like the one they resemble, rivals share the minus.
"""

# Long: one description of another program, frozen as a yardstick.

from __future__ import annotations

from typing import Final

from bastida.kernel.board import Board
from bastida.kernel.chance import Rng
from bastida.kernel.codes import OVER
from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA
from bastida.kernel.native import bit, column, i64, vec
from bastida.kernel.rules import Rules
from bastida.kernel.scoring import leaders, lowest
from bastida.players.ranking import CITY, FARM, ROAD, built, likenesses
from bastida.players.references import OneTurn, at_hand, ended

CERTAIN: Final = 0.85  # a chance above it counts as certain
COMPLETED: Final = 0.8  # of what completion adds to a city
SURROUNDED: Final = 0.5  # of what the tiles missing around a monastery add
FIELDS: Final = 0.99
SHAPE: Final = 0.0001
JOINABLE: Final = 0.55  # chance of a cell from which on it may join features
ENOUGH_TURNS: Final = 7  # with no more than these left to a player, no follower is missed
LIMITS: Final = vec[float]([0.0001, 0.2, 0.55])  # chances below which a follower is stuck, and what that costs its owner
COSTS: Final = vec[float]([12.0, 3.0, 1.2])
ROADS_HELD: Final = vec[float]([0.0, 1.0, 2.5, 4.5, 7.5, 10.5, 14.5, 19.0])
CITIES_HELD: Final = vec[float]([0.0, 0.5, 1.5, 3.0, 5.0, 8.0, 12.0, 17.0])
FIELDS_HELD: Final = vec[float]([0.0, 5.0, 10.0, 19.0, 28.0, 37.0, 47.0, 57.0])


class Appraiser(OneTurn):
    """R4. The numbers kept as attributes are those that make another style of it: see ``styles.py``."""

    def __init__(self, name: str, faithful: bool = False) -> None:
        super().__init__(name)
        self.faithful = faithful
        self.in_hand = 0.15  # for each follower in hand
        self.empty = 4.0  # for having none
        self.lock_up = 1.0  # of the prices of features held
        self.field_price = 1.0  # of the prices of fields, besides
        self.join = 0.5  # of the value that changes hands when features are joined
        self.rival_stuck = 0.25  # of the price of a stuck follower, when it is a rival's
        self.rival_city = 1.0  # of the worth of a city, when it is a rival's
        self.rules: Rules | None = None
        self.likeness: vec[i64] = column(0, 0)  # by kind of segment
        self.bag: vec[i64] = column(0, 0)  # by tile kind: copies in the bag
        self.total: i64 = 0  # tiles in the bag
        self.remains: vec[i64] = column(0, 0)  # by need: tiles of the bag that fit; -1 where nobody asked yet
        self.taken: list[i64] = []  # tiles drawn blindly, and thrown away before that
        self.chances: vec[float] = vec[float]([])  # by number of tiles that fit: that a cell is filled
        self.me: i64 = 0
        self.held: vec[i64] = column(0, 0)  # by seat and likeness: features held
        # By opening and side: the road or city that comes in over it; by opening: the chance that it is filled.
        self.coming: vec[i64] = column(512, -1)
        self.filled: vec[float] = vec[float]([0.0] * 128)
        # By region, valid while its stamp is that of the present position.
        self.now: i64 = 0
        self.chance: vec[float] = vec[float]([])
        self.chance_stamp: vec[i64] = column(0, 0)
        self.worth: vec[float] = vec[float]([])
        self.worth_stamp: vec[i64] = column(0, 0)
        self.seen_stamp: vec[i64] = column(0, 0)

    # -- a turn -------------------------------------------------------------------------------------------------------

    def choose(self, game: Engine, seed: i64) -> i64:
        if self.faithful and len(game.rules.stock) > 0 and left_in_bag(game) == 0:
            game = game.copy()  # one tile more, so that the game does not end and its followers still stand
            mixed = game.piles.mixed
            mixed[game.rules.stock[0]] += 1
        return super().choose(game, seed)

    def look(self, game: Engine) -> None:
        """Note what stays the same through a turn: tables of the set-up, and the tiles left."""
        rules, piles = game.rules, game.piles
        if self.rules is not rules:
            self.learn(rules)
        kinds: i64 = len(rules.tiles)
        self.total = 0
        for kind in range(kinds):
            self.bag[kind] = 0
        for i in range(len(rules.stock)):
            pile = rules.stock[i]
            row = rules.pile_row[pile]
            for kind in range(kinds):
                self.bag[kind] += piles.remaining[row + kind]
            start = pile * rules.tail_room
            for at in range(start, start + piles.tail_size[pile]):
                self.bag[piles.tail[at]] += 1
        for kind in range(kinds):
            self.total += self.bag[kind]
        for need in range(rules.needs):
            self.remains[need] = -1
        if len(self.chances) <= self.total:
            self.know_chances(rules.seats, self.total)

    def learn(self, rules: Rules) -> None:
        self.rules = rules
        self.likeness = likenesses(rules)
        self.bag = column(len(rules.tiles), 0)
        self.remains = column(rules.needs, -1)
        self.held = column(4 * rules.seats, 0)
        self.chances = vec[float]([])

    def know_chances(self, seats: i64, most: i64) -> None:
        """One of so many tiles comes to a player: each is his with the same chance as any other's."""
        others = 1.0 - 1.0 / float(seats)
        found: list[float] = []
        missed = 1.0
        for number in range(most + 1):
            found.append(1.0 - missed)
            missed *= others
        self.chances = vec[float](found)

    def value(self, game: Engine, seat: i64) -> float:
        self.me = seat
        if game.asked == OVER:
            return self.margin(game)
        if not self.faithful:
            return self.margin(ended(game)) if self.total == 0 else self.margin(game) + self.appraise(game)
        if self.draw_blindly(game):
            total = self.margin(game) + self.appraise(game)
        else:
            total = self.margin(ended(game)) + self.appraise(game)
        for kind in self.taken:
            self.bag[kind] += 1
        self.taken = []
        return total

    def signed(self, game: Engine, points: float, seat: i64) -> float:
        return points if seat == self.me else -points / float(game.rules.seats - 1)

    def margin(self, game: Engine) -> float:
        total = 0.0
        for seat in range(game.rules.seats):
            total += self.signed(game, float(game.score_of(seat)), seat)
        return total

    def draw_blindly(self, game: Engine) -> bool:
        """Take the rival's tile from the bag, and what is thrown away before it; False if there is none that fits.

        The draw is a function of the position, so that it is the same whether the tile or its figure is being chosen.
        """
        rng = Rng(fingerprint(game))
        while len(self.taken) < self.total:
            n = rng.below(self.total - len(self.taken))
            kind: i64 = 0
            while n >= self.bag[kind]:
                n -= self.bag[kind]
                kind += 1
            self.bag[kind] -= 1
            self.taken.append(kind)
            if game.board.has_room_for(kind):
                return True
        return False

    # -- chances ------------------------------------------------------------------------------------------------------

    def fitting(self, game: Engine, need: i64) -> i64:
        """Tiles of the bag that fit a cell in some turn."""
        rules = game.rules
        if need == rules.wall:
            return 0
        found = self.remains[need]
        if found < 0:
            found = 0
            for kind in range(len(self.bag)):
                if self.bag[kind] > 0 and rules.fits[rules.side_class[kind] * rules.needs + need] != 0:
                    found += self.bag[kind]
            for kind in self.taken:
                if rules.fits[rules.side_class[kind] * rules.needs + need] != 0:
                    found += 1
            self.remains[need] = found
        for kind in self.taken:
            if rules.fits[rules.side_class[kind] * rules.needs + need] != 0:
                found -= 1
        return found

    def survey(self, game: Engine) -> None:
        """For every open cell the chance that it is filled, and which roads and cities come in; for these the product."""
        self.now += 1
        board, regions = game.board, game.regions
        if regions.nodes > len(self.chance):
            self.more_room(2 * regions.nodes)
        if board.opens > len(self.filled):
            self.filled = vec[float]([0.0] * (2 * board.opens))
            self.coming = column(8 * board.opens, -1)
        for opening in range(board.opens):
            chance = self.chances[self.fitting(game, board.open_need[opening])]
            self.filled[opening] = chance
            cell = board.open_cell[opening]
            first = 4 * opening
            for side in range(4):
                slot = board.at[board.beyond(cell, side)] - 1
                node = built(game, slot, (side + 2) & 3) if slot >= 0 else -1
                region = regions.region[node] if node >= 0 else -1
                self.coming[first + side] = region
                if region >= 0 and not self.came(region, first, side):
                    if self.chance_stamp[region] == self.now:
                        self.chance[region] *= chance
                    else:
                        self.chance_stamp[region] = self.now
                        self.chance[region] = chance

    def came(self, region: i64, first: i64, side: i64) -> bool:
        """Does a region come into a cell over an earlier side too?"""
        for earlier in range(first, first + side):
            if self.coming[earlier] == region:
                return True
        return False

    def more_room(self, size: i64) -> None:
        self.chance = vec[float]([0.0] * size)
        self.chance_stamp = column(size, 0)
        self.worth = vec[float]([0.0] * size)
        self.worth_stamp = column(size, 0)
        self.seen_stamp = column(size, 0)

    def chance_of(self, game: Engine, region: i64) -> float:
        """That all cells which a feature reaches, or that lie around it, are filled."""
        if self.chance_stamp[region] == self.now:
            return self.chance[region]
        chance = 1.0
        board = game.board
        if game.rules.is_hood[game.regions.kind(region)] != 0:
            centre = board.tile_cell[game.regions.slot[region]]
            for number in range(8):
                opening = -1 - board.at[board.around(centre, number)]
                if opening >= 0:
                    chance *= self.filled[opening]
        self.chance[region] = chance
        self.chance_stamp[region] = self.now
        return chance

    # -- the sum ------------------------------------------------------------------------------------------------------

    def appraise(self, game: Engine) -> float:
        """What is to be added to the score."""
        self.survey(game)
        for i in range(len(self.held)):
            self.held[i] = 0
        total = self.features(game) - self.price_of_held(game) + self.hands(game) + self.joins(game)
        if game.board.tiles > 0:
            total += SHAPE * float(neighbours(game, game.board.tiles - 1))
        return total

    def features(self, game: Engine) -> float:
        """Every feature with followers in it: what it is worth to those who have it, and whether they are stuck in it."""
        rules, regions, place = game.rules, game.regions, game.figures.place
        turns = (self.total - len(self.taken)) // rules.seats
        total = 0.0
        for figure in range(rules.seat_first[rules.seats]):
            node = place[figure]
            if node < 0 or node >= AREA:
                continue
            region = regions.region[node]
            if regions.strength[region] == 0 or self.seen_stamp[region] == self.now:
                continue
            self.seen_stamp[region] = self.now
            kind = regions.kind(region)
            likeness = self.likeness[kind]
            winners = game.majority(region)
            worth = self.worth_of(game, region)
            cost = stuck(self.chance_of(game, region)) if rules.completes[kind] != 0 and turns > ENOUGH_TURNS else 0.0
            for seat in range(rules.seats):
                if (winners >> seat) & 1 != 0:
                    weight = self.rival_city if likeness == CITY and seat != self.me else 1.0
                    total += self.signed(game, weight * worth, seat)
                    if likeness == FARM or winners == bit(seat):
                        self.held[4 * seat + likeness] += 1
                if cost > 0.0:
                    weight = 1.0 if seat == self.me else self.rival_stuck
                    total -= self.signed(game, weight * cost * float(regions.strength_of(region, seat)), seat)
        return total

    def worth_of(self, game: Engine, region: i64) -> float:
        """What a feature brings whoever has it: what it pays now, and a part of what it may pay later."""
        if self.worth_stamp[region] == self.now:
            return self.worth[region]
        rules, kind = game.rules, game.regions.kind(region)
        winners = game.majority(region)
        seat = lowest(winners) if winners != 0 else self.me
        worth = float(game.worth(region, False, seat))
        if rules.completes[kind] == 0:
            worth = self.worth_of_field(game, region, worth)
        else:
            more = float(game.worth(region, True, seat)) - worth
            chance = self.chance_of(game, region)
            if chance > CERTAIN:
                chance = 1.0
            if rules.is_hood[kind] != 0:
                worth += SURROUNDED * chance * (more + float(game.regions.ends(region)))
            else:
                worth += COMPLETED * chance * more
        self.worth[region] = worth
        self.worth_stamp[region] = self.now
        return worth

    def worth_of_field(self, game: Engine, region: i64, now: float) -> float:
        return FIELDS * now

    def price_of_held(self, game: Engine) -> float:
        total = 0.0
        for seat in range(game.rules.seats):
            price = self.field_price * FIELDS_HELD[min(self.held[4 * seat + FARM], 7)]
            price += ROADS_HELD[min(self.held[4 * seat + ROAD], 7)] + CITIES_HELD[min(self.held[4 * seat + CITY], 7)]
            total += self.signed(game, self.lock_up * price, seat)
        return total

    def hands(self, game: Engine) -> float:
        total = 0.0
        for seat in range(game.rules.seats):
            hand = at_hand(game, seat)
            total += self.signed(game, self.in_hand * float(hand) if hand > 0 else -self.empty, seat)
        return total

    def joins(self, game: Engine) -> float:
        """Over every cell that will probably be filled: roads and cities that a tile would join round a corner."""
        total = 0.0
        for opening in range(game.board.opens):
            chance = self.filled[opening]
            if chance >= JOINABLE:
                first = 4 * opening
                for side in range(4):
                    a, b = self.coming[first + side], self.coming[first + ((side + 1) & 3)]
                    if a >= 0 and b >= 0 and a != b and game.regions.kind(a) == game.regions.kind(b):
                        total += self.joined(game, a, b, chance)
        return total

    def joined(self, game: Engine, a: i64, b: i64, chance: float) -> float:
        """What changes if two features become one."""
        strength, seats = game.regions.strength, game.rules.seats
        if strength[a] == 0 and strength[b] == 0:
            return 0.0
        first, second = leaders(strength[a], seats), leaders(strength[b], seats)
        together = leaders(strength[a] + strength[b], seats)
        total = 0.0
        for seat in range(seats):
            owner = (together >> seat) & 1
            of_first, of_second = owner - ((first >> seat) & 1), owner - ((second >> seat) & 1)
            if of_first != 0 or of_second != 0:
                change = float(of_first) * self.worth_of(game, a) + float(of_second) * self.worth_of(game, b)
                total += self.signed(game, change, seat)
        return self.join * chance * total


def stuck(chance: float) -> float:
    """What a follower costs its owner in a feature that is completed with this chance."""
    for i in range(len(LIMITS)):
        if chance < LIMITS[i]:
            return COSTS[i]
    return 0.0


def left_in_bag(game: Engine) -> i64:
    found: i64 = 0
    for i in range(len(game.rules.stock)):
        found += game.piles.size(game.rules.stock[i])
    return found


def neighbours(game: Engine, slot: i64) -> i64:
    """Tiles beside a tile."""
    board = game.board
    found: i64 = 0
    for side in range(4):
        if board.at[board.beyond(board.tile_cell[slot], side)] > 0:
            found += 1
    return found


def fingerprint(game: Engine) -> i64:
    """A number made from the tiles on the table and who stands on them, whatever the order they came in."""
    board, regions, rules = game.board, game.regions, game.rules
    found: i64 = 0
    for slot in range(board.tiles):
        found += mixed_up(board, slot, board.tile_shape[slot])
    for figure in range(rules.seat_first[rules.seats]):
        node = game.figures.place[figure]
        if node >= 0 and node < AREA:
            slot = regions.slot[node]
            segment = node - board.tile_node[slot]
            found += mixed_up(board, slot, 0x10000 + 8 * segment + rules.figure_seat[figure])
    return found & 0x7FFFFFFF


def mixed_up(board: Board, slot: i64, what: i64) -> i64:
    cell = board.tile_cell[slot]
    place = (board.x(cell) + 512) * 1024 + board.y(cell) + 512
    found = ((place * 40503) ^ (what * 9973)) & 0x7FFFFFFF
    return (((found ^ (found >> 13)) * 48271) ^ (found << 7)) & 0x7FFFFFFF
