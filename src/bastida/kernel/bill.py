"""The arithmetic of one scoring: so many tiles at so much each, and so on. One object serves both for the points and
for the words in which the table explains them."""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.native import column, i64, vec

LINES: Final = 12


@final
class Bill:
    """Lines of (what, how many, points each); ``what`` is a number of the family's list of words."""

    def __init__(self) -> None:
        self.lines: i64 = 0
        self.what: vec[i64] = column(LINES, 0)
        self.amount: vec[i64] = column(LINES, 0)
        self.each: vec[i64] = column(LINES, 0)
        self.halved = False  # rounded up
        self.clause = ""  # what decides the points
        self.source = ""  # what they are for, if more than the kind of segment should be said

    def clear(self) -> None:
        self.lines = 0
        self.halved = False
        self.clause = ""
        self.source = ""

    def add(self, what: i64, amount: i64, each: i64) -> None:
        line = self.lines
        self.what[line] = what
        self.amount[line] = amount
        self.each[line] = each
        self.lines = line + 1

    def price(self, what: i64, each: i64) -> None:
        """Change the points of every line about this."""
        for line in range(self.lines):
            if self.what[line] == what:
                self.each[line] = each

    def void(self) -> None:
        """Everything is worth nothing."""
        for line in range(self.lines):
            self.each[line] = 0

    def total(self) -> i64:
        total: i64 = 0
        amount, each = self.amount, self.each
        for line in range(self.lines):
            total += amount[line] * each[line]
        if self.halved:
            return (total + 1) >> 1
        return total
