"""Farmers (granjeros, campesinos): followers that lie in fields until the end and score the cities they feed.

Both books advise a first game without them (BASE-15). Clauses BASE-84 to BASE-87 and BASE-98 to BASE-108.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from bastida.carcassonne.fields import cities_beside
from bastida.carcassonne.terms import FIELD, W_CITY
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

    def __init__(self) -> None:
        super().__init__()
        self.final_fields: i64 = 0  # a step

    def declare(self, book: Book) -> None:
        self.final_fields = book.step_number("FINAL_FIELDS")
        book.closed.discard("field")

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        """Three points for each different completed city that touches the field (BASE-99, BASE-100, BASE-103, BASE-106)."""
        if game.regions.kind(region) == FIELD:
            bill.add(W_CITY, len(cities_beside(game, region, True)), 3)
            bill.clause = "BASE-99"

    def step(self, game: Engine, step: i64) -> None:
        if step == self.final_fields:
            game.score_standing(FIELD)
