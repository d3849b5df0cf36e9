"""Farmers (granjeros, campesinos): followers that lie in fields until the end and score the cities they feed.

Both books advise a first game without them (BASE-15). Clauses BASE-84 to BASE-87 and BASE-98 to BASE-108.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from bastida.carcassonne.terms import FIELD, FINAL_FIELDS, W_CITY
from bastida.kernel.bill import Bill
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.book import Book


@final
class Farmers(Module):
    name = "farmers"
    prefix = "BASE"

    def declare(self, book: Book) -> None:
        book.closed.discard("field")

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        """Three points for each completed city that touches the field (BASE-99)."""
        if game.regions.kind(region) == FIELD:
            bill.add(W_CITY, completed_cities(game, region), 3)
            bill.clause = "BASE-99"

    def step(self, game: Engine, step: i64) -> None:
        if step == FINAL_FIELDS:
            game.score_standing(FIELD)


def completed_cities(game: Engine, field: i64) -> i64:
    """How many different completed cities border a field (BASE-100, BASE-103, BASE-106)."""
    regions = game.regions
    touch = game.rules.seg_touch
    seen: list[i64] = []
    node = field
    while True:
        cities = touch[regions.row[node]]
        city = regions.first[node]
        while cities != 0:
            if cities & 1 != 0:
                region = regions.region[city]
                if regions.ends(region) == 0 and region not in seen:
                    seen.append(region)
            cities >>= 1
            city += 1
        node = regions.next[node]
        if node == field:
            return len(seen)
