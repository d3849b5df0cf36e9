"""Two more reference opponents: a one-turn ranking by the formulas published with JCloisterZone's computer player (its
versions 2 to 4), and a raider that lives on merging into the cities and fields of others.

The ranking adds, in points, rivals divided by their number: scores as if the game ended; for every open feature what its
completion would bring if the chance of filling its holes is good; followers that will not come back; a growing price for
holding many features open; features that the next tile may join; a figure that earns more when its feature is prolonged.
Formulas speak of roads, cities, farms and cloisters; other families' features are treated like the one they resemble.
"""

# Long: one published set of formulas, frozen as a yardstick.

from __future__ import annotations

from typing import Final, final

from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA, HELD
from bastida.kernel.native import column, i64, vec
from bastida.kernel.rules import Rules
from bastida.players.references import OneTurn, ended

ROAD: Final = 0
CITY: Final = 1
FARM: Final = 2
CLOISTER: Final = 3
ALIKE: Final = {"road": ROAD, "river": ROAD, "city": CITY, "forest": CITY, "field": FARM, "meadow": FARM}

MIN_CHANCE: Final = 0.4
TRAPPED_MINE: Final = -12.0
TRAPPED_THEIRS: Final = 3.0
CAPTURED: Final = -9.0
SELF_MERGE: Final = -6.0
OPEN_PRICE: Final = (
    (0.0, 1.0, 2.5, 4.5, 7.5, 10.5, 14.5, 19.0, 29.0),
    (0.0, 0.5, 1.5, 3.0, 5.0, 8.0, 12.0, 17.0, 27.0),
    (0.0, 5.0, 10.0, 19.0, 28.0, 37.0, 47.0, 57.0, 67.0),
    (0.0, 0.0, 0.4, 0.8, 1.2, 2.0, 4.0, 7.0, 11.0),
)


class Ranking(OneTurn):
    """R2."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.rules: Rules | None = None
        self.likeness: vec[i64] = column(0, 0)  # by kind of segment
        self.wild: vec[i64] = column(0, 0)  # by need: sides that may show anything
        self.remains: vec[i64] = column(0, 0)  # by need: tiles left that fit; -1 where nobody asked yet
        self.me: i64 = 0
        self.pack: i64 = 0
        self.turns_left: i64 = 0
        self.open: vec[i64] = column(4, 0)  # my open features, by likeness
        self.holes: list[i64] = []

    def look(self, game: Engine) -> None:
        """Note what stays the same through a turn: tables of the set-up, and the tiles left."""
        rules = game.rules
        if self.rules is not rules:
            self.learn(rules)
        for need in range(rules.needs):
            self.remains[need] = -1
        self.pack = 0
        for i in range(len(rules.stock)):
            self.pack += game.piles.size(rules.stock[i])
        self.turns_left = (self.pack - 1) // rules.seats + 1 if self.pack > 0 else 0

    def learn(self, rules: Rules) -> None:
        self.rules = rules
        self.likeness = likenesses(rules)
        self.wild = column(rules.needs, 0)
        base: i64 = len(rules.side_names) + 1
        for need in range(rules.needs):
            rest = need
            for side in range(4):
                if rest % base == 0:
                    self.wild[need] += 1
                rest //= base
        self.remains = column(rules.needs, -1)

    # -- the sum ------------------------------------------------------------------------------------------------------

    def value(self, game: Engine, seat: i64) -> float:
        self.me = seat
        for likeness in range(4):
            self.open[likeness] = 0
        total = self.points(game) + self.features(game) + self.figures(game) - self.price_of_open(game)
        if game.board.tiles > 0:
            total += self.connections(game, game.board.tiles - 1) + 0.001 * float(self.neighbours(game))
        return total

    def reduced(self, game: Engine, points: float, seat: i64) -> float:
        return points if seat == self.me else -points / float(game.rules.seats - 1)

    def points(self, game: Engine) -> float:
        """Scores as if the game ended now."""
        end = ended(game)
        total = 0.0
        for seat in range(game.rules.seats):
            total += self.reduced(game, float(end.score_of(seat)), seat)
        return total

    def features(self, game: Engine) -> float:
        """What is to be added to the points for every feature with followers in it."""
        regions, place = game.regions, game.figures.place
        seen: list[i64] = []
        total = 0.0
        for figure in range(game.rules.seat_first[game.rules.seats]):
            node = place[figure]
            if node < 0 or node >= AREA:
                continue
            region = regions.region[node]
            if regions.strength[region] != 0 and region not in seen:
                seen.append(region)
                total += self.feature(game, region)
            if game.rules.prolongs[game.rules.figure_kind[figure]] != 0 and game.rules.figure_seat[figure] == self.me:
                total += self.rank_prolonger(game, region)
        return total

    def feature(self, game: Engine, region: i64) -> float:
        rules = game.rules
        kind = game.regions.kind(region)
        likeness = self.likeness[kind]
        winners = game.majority(region)
        mine = (winners >> self.me) & 1 != 0
        if rules.completes[kind] == 0:
            if mine:
                self.open[likeness] += 1
            return 0.0
        chance = self.chance_to_close(game, region)
        if mine and (likeness == CLOISTER or chance > MIN_CHANCE):
            self.open[likeness] += 1
        total = 0.0
        for seat in range(rules.seats):
            if (winners >> seat) & 1 != 0:
                now = float(game.worth(region, False, seat))
                full = float(game.worth(region, True, seat))
                total += self.reduced(game, self.forecast(game, region, now, full, chance) - now, seat)
        return total + self.trapped(game, region, chance)

    def forecast(self, game: Engine, region: i64, now: float, full: float, chance: float) -> float:
        """Points of an open feature, between what it pays now and what it pays completed."""
        if game.rules.is_hood[game.regions.kind(region)] != 0:
            return now + (full + float(game.regions.ends(region)) - now) * chance
        if chance < MIN_CHANCE:
            return now + 3.0 * chance
        return full - 3.0 * (1.0 - chance)

    def trapped(self, game: Engine, region: i64, chance: float) -> float:
        """Followers that will hardly come back, while there is time to miss them."""
        if self.turns_left < 8 or chance > MIN_CHANCE:
            return 0.0
        total = 0.0
        for seat in range(game.rules.seats):
            here = float(game.regions.strength_of(region, seat))
            total += here * (TRAPPED_MINE if seat == self.me else TRAPPED_THEIRS)
        return (1.0 - chance) * total

    def figures(self, game: Engine) -> float:
        """A little for every follower at work, and the loss of prisoners."""
        rules, figures = game.rules, game.figures
        total = 0.0
        for seat in range(rules.seats):
            worth = 0.0
            at_work: i64 = 0
            for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
                kind = rules.figure_kind[figure]
                if figures.place_word(figure) == HELD:
                    worth += CAPTURED
                elif rules.follower[kind] != 0 and figures.node(figure) >= 0 and at_work < self.turns_left:
                    worth += 0.25 if rules.power[kind] > 1 else 0.15
                    at_work += 1
            total += self.reduced(game, worth, seat)
        return total

    def price_of_open(self, game: Engine) -> float:
        total = 0.0
        for likeness in range(4):
            price = OPEN_PRICE[likeness][min(self.open[likeness], 8)]
            if likeness == FARM:
                price *= max(1.0, float(self.pack - 3 * game.rules.seats) / 20.0)
            total += price
        return total

    def rank_prolonger(self, game: Engine, region: i64) -> float:
        if (game.majority(region) >> self.me) & 1 == 0:
            return -3.0
        if self.chance_to_close(game, region) < 0.55:
            return 0.0
        total = 1.5 if self.likeness[game.regions.kind(region)] == CITY else 0.5
        if game.next_part != 0 or (game.seat == self.me and game.part > 1 and game.run_slot < 0):
            total += 3.5
        return total

    # -- chances ------------------------------------------------------------------------------------------------------

    def chance_of(self, game: Engine, cell: i64) -> float:
        """That an empty cell can be filled: certain unless three sides are given and few tiles fit."""
        opening = -1 - game.board.at[cell]
        if opening < 0:
            return 1.0
        need = game.board.open_need[opening]
        if need == game.rules.wall:
            return 0.0
        if self.wild[need] >= 2:
            return 1.0
        left = self.remains[need]
        if left < 0:
            left = self.count_fitting(game, need)
            self.remains[need] = left
        if left >= game.rules.seats:
            return 1.0
        others = 1.0 - 1.0 / float(game.rules.seats)
        missed = 1.0
        for i in range(left):
            missed *= others
        return 1.0 - missed

    def count_fitting(self, game: Engine, need: i64) -> i64:
        rules, left = game.rules, game.piles.remaining
        found: i64 = 0
        for i in range(len(rules.stock)):
            row = rules.pile_row[rules.stock[i]]
            for kind in range(len(rules.tiles)):
                if left[row + kind] != 0 and rules.fits[rules.side_class[kind] * rules.needs + need] != 0:
                    found += left[row + kind]
        return found

    def chance_to_close(self, game: Engine, region: i64) -> float:
        board = game.board
        chance = 1.0
        if game.rules.is_hood[game.regions.kind(region)] != 0:
            centre = board.tile_cell[game.regions.slot[region]]
            for number in range(8):
                cell = board.around(centre, number)
                if board.at[cell] <= 0:
                    chance *= self.chance_of(game, cell)
            return min(chance, 0.85)
        self.find_holes(game, region)
        for cell in self.holes:
            chance *= self.chance_of(game, cell)
        return min(chance, 0.95)

    def find_holes(self, game: Engine, region: i64) -> None:
        """The empty cells that a region reaches, into ``holes``."""
        regions, board, connector = game.regions, game.board, game.rules.connector
        holes: list[i64] = []
        node = region
        while True:
            slot = regions.slot[node]
            segment = node - board.tile_node[slot]
            row = board.tile_shape[slot] * 16
            for side in range(4):
                cell = game.board.beyond(board.tile_cell[slot], side)
                if board.at[cell] < 0 and cell not in holes:
                    at = row + 4 * side
                    if connector[at] == segment or connector[at + 1] == segment or connector[at + 2] == segment:
                        holes.append(cell)
            node = regions.next[node]
            if node == region:
                break
        self.holes = holes

    # -- what the next tile may join --------------------------------------------------------------------------------

    def connections(self, game: Engine, slot: i64) -> float:
        """Features of the last tile that the next one may join with others, over each empty cell beside it."""
        board = game.board
        here = board.tile_cell[slot]
        total = 0.0
        for side in range(4):
            hole = game.board.beyond(here, side)
            if board.at[hole] >= 0:
                continue
            chance = self.chance_of(game, hole)
            if chance < MIN_CHANCE:
                continue
            for onward in range(4):
                cell = game.board.beyond(hole, onward)
                if cell != here and board.at[cell] > 0:
                    total += self.connection(game, slot, side, board.at[cell] - 1, onward, chance)
        return total

    def connection(self, game: Engine, slot: i64, side: i64, other: i64, onward: i64, chance: float) -> float:
        """From a side of one tile over an empty cell and on to another tile."""
        back = (onward + 2) & 3
        total = 0.0
        a, b = built(game, slot, side), built(game, other, back)
        if a >= 0 and b >= 0:
            if game.regions.kind(a) == game.regions.kind(b):
                total += self.joined(game, a, b, side == onward, chance)
            else:
                total += self.crossing(game, a, b)
        if side != onward:
            left = onward == (side + 3) & 3  # the cell's corner lies to the left of who looks out over the side
            a, b = ground(game, slot, side, left), ground(game, other, back, not left)
            if a >= 0 and b >= 0:
                total += self.joined(game, a, b, False, chance)
        return total

    def joined(self, game: Engine, a: i64, b: i64, straight: bool, chance: float) -> float:
        """Two features of one kind that may become one."""
        regions = game.regions
        a, b = regions.region[a], regions.region[b]
        if regions.strength[a] == 0 or a == b:
            return 0.0
        if self.only_mine(game, a) and self.only_mine(game, b):
            return SELF_MERGE
        mine, theirs = self.prospect(game, a), self.prospect(game, b)
        if theirs < (7.0 if straight else 5.0):
            return -0.05
        power = regions.strength_of(a, self.me) + regions.strength_of(b, self.me)
        best: i64 = 0
        for seat in range(game.rules.seats):
            if seat != self.me:
                best = max(best, regions.strength_of(a, seat) + regions.strength_of(b, seat))
        weight = 0.4 if straight else 0.7
        if power == best:
            return weight * (theirs - mine) * chance
        if power > best:
            return weight * theirs * chance
        return -mine * chance

    def crossing(self, game: Engine, a: i64, b: i64) -> float:
        """Two features of different kinds that stand in each other's way."""
        regions = game.regions
        a, b = regions.region[a], regions.region[b]
        power = regions.strength_of(b, self.me)
        best: i64 = 0
        for seat in range(game.rules.seats):
            if seat != self.me:
                best = max(best, regions.strength_of(b, seat))
        if regions.strength[a] == 0:
            return 0.2 if best > power else -2.5 if power > 0 else 0.0
        return -0.1 if best > power else -0.5

    def prospect(self, game: Engine, region: i64) -> float:
        """What a feature may bring whoever has it."""
        now = float(game.worth(region, False, self.me))
        if game.rules.completes[game.regions.kind(region)] == 0:
            return now
        full = float(game.worth(region, True, self.me))
        return self.forecast(game, region, now, full, self.chance_to_close(game, region))

    def only_mine(self, game: Engine, region: i64) -> bool:
        if game.regions.strength_of(region, self.me) == 0:
            return False
        for seat in range(game.rules.seats):
            if seat != self.me and game.regions.strength_of(region, seat) != 0:
                return False
        return True

    def neighbours(self, game: Engine) -> i64:
        """Tiles around the last one: holes are better filled early."""
        board = game.board
        centre = board.tile_cell[board.tiles - 1]
        found: i64 = 0
        for number in range(8):
            if board.at[board.around(centre, number)] > 0:
                found += 1
        return found


@final
class Raider(Ranking):
    """R2 that counts twice what it takes from rivals in cities and fields of six points or more, and prepares such merges two
    tiles ahead: over a cell that both features reach, or over two such cells side by side.
    """

    BIG: Final = 6.0

    def value(self, game: Engine, seat: i64) -> float:
        return super().value(game, seat) + self.raids(game)

    def raids(self, game: Engine) -> float:
        regions, place = game.regions, game.figures.place
        contested: list[i64] = []
        for figure in range(game.rules.seat_first[game.rules.seats]):
            node = place[figure]
            if node < 0 or node >= AREA or regions.done[regions.region[node]] != 0:
                continue
            likeness = self.likeness[regions.kind(node)]
            if (likeness == CITY or likeness == FARM) and regions.region[node] not in contested:
                contested.append(regions.region[node])
        total = 0.0
        for region in contested:
            if self.best_rival(game, region) > 0:
                total += self.raid(game, region, contested)
        return total

    def raid(self, game: Engine, target: i64, contested: list[i64]) -> float:
        """What is taken, or may be taken within two tiles, from a feature in which a rival stands."""
        regions = game.regions
        points = self.prospect(game, target)
        if points < self.BIG:
            return 0.0
        rival = self.best_rival(game, target)
        mine = regions.strength_of(target, self.me)
        if mine >= rival:
            return points
        self.find_holes(game, target)
        theirs = self.holes
        best = 0.0
        for region in contested:
            if region != target and regions.kind(region) == regions.kind(target) and regions.strength_of(region, self.me) > 0:
                together = mine + regions.strength_of(region, self.me)
                strongest = rival + self.best_rival(game, region)
                if together >= strongest:
                    gain = points if together == strongest else 2.0 * points
                    best = max(best, gain * self.chance_to_meet(game, theirs, region))
        return best

    def chance_to_meet(self, game: Engine, theirs: list[i64], region: i64) -> float:
        self.find_holes(game, region)
        best = 0.0
        for mine in self.holes:
            for cell in theirs:
                if mine == cell:
                    best = max(best, 0.5 * self.chance_of(game, cell))
                elif apart(mine - cell, game.board.width):
                    best = max(best, 0.2 * self.chance_of(game, cell) * self.chance_of(game, mine))
        return best

    def best_rival(self, game: Engine, region: i64) -> i64:
        best: i64 = 0
        for seat in range(game.rules.seats):
            if seat != self.me:
                best = max(best, game.regions.strength_of(region, seat))
        return best


def likenesses(rules: Rules) -> vec[i64]:
    """By kind of segment: which feature of the formulas it resembles."""
    found = column(len(rules.segment_names), CLOISTER)
    for kind, word in enumerate(rules.segment_names):
        if word in ALIKE:
            found[kind] = ALIKE[word]
    return found


def apart(difference: i64, width: i64) -> bool:
    """Do two cells lie side by side?"""
    return difference == 1 or difference == -1 or difference == width or difference == -width


def built(game: Engine, slot: i64, side: i64) -> i64:
    """The road, city ... of a tile that reaches a side, as a node, or -1."""
    segment = game.rules.connector[game.board.tile_shape[slot] * 16 + 4 * side + 1]
    if segment < 0:
        return -1
    node = game.board.tile_node[slot] + segment
    return node if game.rules.completes[game.regions.kind(node)] != 0 else -1


def ground(game: Engine, slot: i64, side: i64, left: bool) -> i64:
    """The field of a tile at one end of a side, seen from the tile, as a node, or -1."""
    at = game.board.tile_shape[slot] * 16 + 4 * side
    segment = game.rules.connector[at + (0 if left else 2)]
    if segment < 0:
        segment = game.rules.connector[at + 1]
    if segment < 0:
        return -1
    node = game.board.tile_node[slot] + segment
    return node if game.rules.completes[game.regions.kind(node)] == 0 else -1
