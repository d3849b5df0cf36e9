"""What a search works on: a tree of positions in flat columns, and the luck that all its branches share."""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.chance import Rng
from bastida.kernel.engine import Engine
from bastida.kernel.native import column, grown, i64, vec

NONE: Final = -1


@final
class Tree:
    """Positions in flat columns; the answers of one hang together as a list."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.size: i64 = 0
        room: i64 = 4096
        self.option: vec[i64] = column(room, 0)
        self.mover: vec[i64] = column(room, 0)  # who is asked; NONE until the position was opened
        self.visits: vec[i64] = column(room, 0)
        self.child: vec[i64] = column(room, NONE)
        self.sibling: vec[i64] = column(room, NONE)
        self.prior: vec[float] = vec[float]([0.0] * room)
        self.sure: vec[i64] = column(room, 0)  # 1 if it was evaluated, 0 if what it is worth is a guess
        self.lead: vec[float] = vec[float]([0.0] * (room * seats))  # points ahead as evaluated, by seat
        self.value: vec[float] = vec[float]([0.0] * (room * seats))  # the same, squashed
        self.total: vec[float] = vec[float]([0.0] * (room * seats))  # over the visits
        self.squares: vec[float] = vec[float]([0.0] * (room * seats))  # the same, each squared

    def add(self, option: i64) -> i64:
        at = self.size
        if at == len(self.option):
            self.grow()
        self.size = at + 1
        self.option[at] = option
        self.mover[at] = NONE
        self.visits[at] = 0
        self.child[at] = NONE
        self.sibling[at] = NONE
        self.sure[at] = 0
        for place in range(at * self.seats, (at + 1) * self.seats):
            self.total[place] = 0.0
            self.squares[place] = 0.0
        return at

    def append(self, node: i64, last: i64, option: i64) -> i64:
        """Add an answer to a position, after its last one (NONE: there is none yet)."""
        new = self.add(option)
        if last == NONE:
            self.child[node] = new
        else:
            self.sibling[last] = new
        return new

    def outcome(self, node: i64, option: i64) -> i64:
        """The position after something that chance brought, a new one if need be."""
        at = self.child[node]
        while at >= 0:
            if self.option[at] == option:
                return at
            at = self.sibling[at]
        new = self.add(option)
        self.sibling[new] = self.child[node]
        self.child[node] = new
        return new

    def mean(self, node: i64, seat: i64) -> float:
        """What the passes through a position brought a seat, or the evaluation if there was none."""
        at = node * self.seats + seat
        return self.total[at] / float(self.visits[node]) if self.visits[node] > 0 else self.value[at]

    def believed(self, node: i64, answer: i64, seat: i64, trust: float) -> float:
        """What an answer brings a seat: the mean of its passes, and as if it had passed ``trust`` times before with what the
        evaluation says: what the position brings, less what the answer evaluates below the best."""
        at = answer * self.seats + seat
        first = self.value[at] - self.value[node * self.seats + seat] + self.mean(node, seat)
        return (self.total[at] + trust * first) / (float(self.visits[answer]) + trust)

    def grow(self) -> None:
        size: i64 = 2 * len(self.option)
        self.option = grown(self.option, size, 0)
        self.mover = grown(self.mover, size, 0)
        self.visits = grown(self.visits, size, 0)
        self.child = grown(self.child, size, NONE)
        self.sibling = grown(self.sibling, size, NONE)
        self.sure = grown(self.sure, size, 0)
        self.lead = lengthened(self.lead, size * self.seats)
        self.prior = lengthened(self.prior, size)
        self.value = lengthened(self.value, size * self.seats)
        self.total = lengthened(self.total, size * self.seats)
        self.squares = lengthened(self.squares, size * self.seats)


def lengthened(old: vec[float], size: i64) -> vec[float]:
    new = vec[float]([0.0] * size)
    for i in range(len(old)):
        new[i] = old[i]
    return new


@final
class Orders:
    """Orders in which the bag may come, and the luck of everything else; the same for all branches."""

    def __init__(self, game: Engine, seed: i64, count: i64) -> None:
        self.seed = seed
        self.count = count
        rules, piles = game.rules, game.piles
        self.start: vec[i64] = column(len(rules.pile_row) + 1, 0)  # by pile: where its tiles begin in a row
        tiles: list[i64] = []
        for pile in range(len(rules.pile_row)):
            self.start[pile] = len(tiles)
            stocked = False
            for i in range(len(rules.stock)):
                if rules.stock[i] == pile:
                    stocked = True
            if stocked and piles.mixed[pile] > 0:
                for kind in range(len(rules.tiles)):
                    for copy in range(piles.remaining[rules.pile_row[pile] + kind]):
                        tiles.append(kind)
        self.start[len(rules.pile_row)] = len(tiles)
        self.width: i64 = len(tiles)
        self.tiles: vec[i64] = column(self.width * count, 0)
        rng = Rng(seed)
        for order in range(count):
            row = order * self.width
            for i in range(self.width):
                self.tiles[row + i] = tiles[i]
            for pile in range(len(rules.pile_row)):
                first, last = row + self.start[pile], row + self.start[pile + 1] - 1
                while last > first:
                    other = first + rng.below(last - first + 1)
                    self.tiles[last], self.tiles[other] = self.tiles[other], self.tiles[last]
                    last -= 1

    def answer(self, game: Engine, order: i64, taken: vec[i64], events: i64) -> i64:
        """What chance answers in this order; ``taken`` counts the tiles drawn from each pile on the way here."""
        if game.owner() == 0:
            pile = game.run_pile
            at = self.start[pile] + taken[pile]
            if at < self.start[pile + 1]:
                taken[pile] += 1
                kind = self.tiles[order * self.width + at]
                if game.piles.copies(pile, kind) > 0:
                    return kind
        return game.weighted(game.list_options(), Rng(self.seed + 7919 * order + 104729 * events))
