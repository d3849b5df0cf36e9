"""Face-down piles without a hidden order.

What a pile still holds is open; which piece comes next is not, and nothing here knows it: a pile is an unordered
remainder and, below it, a tail whose order everybody has seen (the lake under the river, pieces put back). The dealer,
who is outside the state, names the piece. Pieces that went out of the game lie in the box, a count per piece.
"""

from __future__ import annotations

from typing import final

from bastida.kernel.native import column, i64, vec
from bastida.kernel.rules import Rules


@final
class Piles:
    def __init__(self, rules: Rules, source: Piles | None = None) -> None:
        self.rules = rules
        if source is None:
            self.remaining: vec[i64] = rules.pile_start[:]  # unordered remainder: copies by pile row and piece
            self.mixed: vec[i64] = rules.pile_mixed[:]  # by pile: pieces in the remainder
            self.tail: vec[i64] = rules.pile_tail[:]  # known pieces: TAIL_ROOM per pile, the next one first
            self.tail_size: vec[i64] = rules.pile_tail_size[:]
            self.box: vec[i64] = column(len(rules.pile_start), 0)
        else:
            self.remaining = source.remaining[:]
            self.mixed = source.mixed[:]
            self.tail = source.tail[:]
            self.tail_size = source.tail_size[:]
            self.box = source.box[:]

    def size(self, pile: i64) -> i64:
        return self.mixed[pile] + self.tail_size[pile]

    def copies(self, pile: i64, piece: i64) -> i64:
        """How many of the pieces that may come next are this one."""
        rules = self.rules
        if self.mixed[pile] > 0 or rules.study:
            return self.remaining[rules.pile_row[pile] + piece]
        if self.tail_size[pile] > 0 and self.tail[pile * rules.tail_room] == piece:
            return 1
        return 0

    def chances(self, pile: i64) -> i64:
        """Number of pieces one of which comes next."""
        if self.mixed[pile] > 0:
            return self.mixed[pile]
        return 1 if self.tail_size[pile] > 0 else 0

    def nth(self, pile: i64, n: i64) -> i64:
        """The n-th of the pieces that may come next, counting copies."""
        if self.mixed[pile] == 0:
            return self.tail[pile * self.rules.tail_room]
        left, mixed = self.remaining, self.mixed[pile]
        row = self.rules.pile_row[pile]
        piece = row
        if 2 * n < mixed:
            while n >= left[piece]:
                n -= left[piece]
                piece += 1
        else:  # it is nearer from the other end
            n = mixed - 1 - n
            piece += len(self.rules.pile_pieces[pile]) - 1
            while n >= left[piece]:
                n -= left[piece]
                piece -= 1
        return piece - row

    def take(self, pile: i64, piece: i64) -> None:
        """The dealer has named the next piece."""
        rules = self.rules
        if rules.study:
            return
        if self.mixed[pile] > 0:
            self.remaining[rules.pile_row[pile] + piece] -= 1
            self.mixed[pile] -= 1
        else:
            self.pull(pile, 0)

    def pull(self, pile: i64, place: i64) -> i64:
        """Take a known piece out of the tail; returns it."""
        tail, start = self.tail, pile * self.rules.tail_room
        size = self.tail_size[pile] - 1
        self.tail_size[pile] = size
        piece = tail[start + place]
        for i in range(start + place, start + size):
            tail[i] = tail[i + 1]
        return piece

    def put_under(self, pile: i64, piece: i64) -> None:
        """Back under the pile, seen by everybody."""
        if self.rules.study:
            return
        start = pile * self.rules.tail_room
        self.tail[start + self.tail_size[pile]] = piece
        self.tail_size[pile] += 1

    def discard(self, pile: i64, piece: i64) -> None:
        self.box[self.rules.pile_row[pile] + piece] += 1
