"""What the bag still holds for a hole of the table: tiles that fit, that close a region there, that join two regions."""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.engine import Engine
from bastida.kernel.native import column, i64, vec
from bastida.kernel.rules import Rules

CACHED: Final = 4096  # answers kept per bag, a power of two
BAGS: Final = 96  # bags kept
PORTS: Final = 16  # of a cell: side * 4 + connector


@final
class Shapes:
    """For every tile kind in every turn: which ports belong to the same segment."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        connector, loose = rules.connector, rules.seg_loose
        total = len(rules.tiles) * 4 * PORTS
        same = [0] * total
        for at in range(total):
            row = at - at % PORTS
            segment = connector[at]
            if segment >= 0:
                same[at] = sum(1 << port for port in range(PORTS) if connector[row + port] == segment)
                if loose[rules.seg_first[at // (4 * PORTS)] + segment] != 0:
                    same[at] |= 1 << PORTS  # an end inside the tile, which nothing outside closes
        self.same: vec[i64] = vec[i64](same)  # by shape and port: a bit per port of the same segment


@final
class Odds:
    """Counts for one bag, kept once asked for."""

    def __init__(self, shapes: Shapes, stock: vec[i64], total: i64) -> None:
        self.shapes = shapes
        self.total = total
        rules = shapes.rules
        kinds: list[int] = [kind for kind in range(len(stock)) if stock[kind] > 0]
        self.kinds: vec[i64] = vec[i64](kinds)
        self.copies: vec[i64] = vec[i64]([stock[kind] for kind in kinds])
        self.row: vec[i64] = vec[i64]([rules.side_class[kind] * rules.needs for kind in kinds])
        self.keys: vec[i64] = column(CACHED, -1)
        self.answers: vec[i64] = column(CACHED, 0)
        self.used: i64 = 0

    def find(self, key: i64) -> i64:
        """Where the answer to a question stands or will stand."""
        if self.used * 2 > CACHED:
            self.keys = column(CACHED, -1)
            self.used = 0
        keys = self.keys
        at = ((key * 40503) >> 7) & (CACHED - 1)
        while keys[at] != key:
            if keys[at] < 0:
                return at
            at = (at + 1) & (CACHED - 1)
        return at

    def keep(self, at: i64, key: i64, answer: i64) -> i64:
        keys, answers = self.keys, self.answers
        keys[at] = key
        answers[at] = answer
        self.used += 1
        return answer

    def flagged(self, flags: vec[i64]) -> i64:
        """Tiles left of the kinds that have a 1 here."""
        found: i64 = 0
        for i in range(len(self.kinds)):
            found += flags[self.kinds[i]] * self.copies[i]
        return found

    def fitting(self, need: i64) -> i64:
        """Tiles left that fit an open cell in some turn."""
        key = need << 33
        at = self.find(key)
        if self.keys[at] == key:
            return self.answers[at]
        found: i64 = 0
        fits = self.shapes.rules.fits
        for i in range(len(self.kinds)):
            if fits[self.row[i] + need] != 0:
                found += self.copies[i]
        return self.keep(at, key, found)

    def closing(self, need: i64, ports: i64) -> i64:
        """Tiles left that fit an open cell and close everything that comes in over these ports."""
        key = (need << 33) | ports
        at = self.find(key)
        if self.keys[at] == key:
            return self.answers[at]
        found: i64 = 0
        fits, same = self.shapes.rules.fits, self.shapes.same
        for i in range(len(self.kinds)):
            turns = fits[self.row[i] + need]
            shape = self.kinds[i] * 4 * PORTS
            while turns != 0:
                if turns & 1 != 0 and closes(same, shape, ports):
                    found += self.copies[i]
                    break
                turns >>= 1
                shape += PORTS
        return self.keep(at, key, found)

    def joining(self, need: i64, ports: i64, others: i64) -> i64:
        """Tiles left that fit an open cell and join what comes in over some of these ports with some of the others."""
        key = (need << 33) | (others << 16) | ports
        at = self.find(key)
        if self.keys[at] == key:
            return self.answers[at]
        found: i64 = 0
        fits, same = self.shapes.rules.fits, self.shapes.same
        for i in range(len(self.kinds)):
            turns = fits[self.row[i] + need]
            shape = self.kinds[i] * 4 * PORTS
            while turns != 0:
                if turns & 1 != 0 and joins(same, shape, ports, others):
                    found += self.copies[i]
                    break
                turns >>= 1
                shape += PORTS
        return self.keep(at, key, found)


def closes(same: vec[i64], shape: i64, ports: i64) -> bool:
    left = ports
    at = shape
    while left != 0:
        if left & 1 != 0 and same[at] & ~ports != 0:
            return False
        left >>= 1
        at += 1
    return True


def joins(same: vec[i64], shape: i64, ports: i64, others: i64) -> bool:
    left = ports
    at = shape
    while left != 0:
        if left & 1 != 0 and same[at] & others != 0:
            return True
        left >>= 1
        at += 1
    return False


@final
class Bags:
    """The odds of every bag met lately, found by what the piles hold."""

    def __init__(self, rules: Rules) -> None:
        self.shapes = Shapes(rules)
        self.known: dict[int, Odds] = {}
        self.last_key: i64 = -1
        self.last: Odds | None = None
        self.stock: vec[i64] = column(len(rules.tiles), 0)

    def odds(self, game: Engine) -> Odds:
        """For the tiles that turns may still draw."""
        rules, piles = game.rules, game.piles
        stock = self.stock
        kinds: i64 = len(stock)
        for kind in range(kinds):
            stock[kind] = 0
        total: i64 = 0
        for i in range(len(rules.stock)):
            pile = rules.stock[i]
            total += piles.size(pile)
            row = rules.pile_row[pile]
            if piles.mixed[pile] > 0:
                for kind in range(kinds):
                    stock[kind] += piles.remaining[row + kind]
            start = pile * rules.tail_room
            for at in range(start, start + piles.tail_size[pile]):
                stock[piles.tail[at]] += 1
        key: i64 = 0
        for kind in range(kinds):
            key = (key * 31 + stock[kind]) & 0xFFFFFFFFFFF
        if key == self.last_key and self.last is not None:
            return self.last
        number: int = key
        found = self.known.get(number)
        if found is None:
            if len(self.known) >= BAGS:
                self.known.clear()
            found = Odds(self.shapes, stock, total)
            self.known[number] = found
        self.last_key = key
        self.last = found
        return found
