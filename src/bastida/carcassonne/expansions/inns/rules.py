"""Inns & Cathedrals, with the big follower (Posadas y catedrales).

Inns double a completed road and cathedrals make a completed city worth three a tile; unfinished they are worth
nothing. The big follower counts as two in majorities. Tiles and figure may be used one without the other. Clauses
INNS-01 to INNS-35.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from bastida.carcassonne.refusals import why_it_waits
from bastida.carcassonne.terms import CITY, ROAD, W_PENNANT, W_TILE
from bastida.kernel.answers import Option, Refusal
from bastida.kernel.bill import Bill
from bastida.kernel.deploy import PLACE
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.book import Book


@final
class Inns(Module):
    name = "inns"
    prefix = "INNS"

    def __init__(self) -> None:
        super().__init__()
        self.inn: i64 = 0  # printed things
        self.cathedral: i64 = 0

    def declare(self, book: Book) -> None:
        self.inn = book.mark_number("road", "inn")
        self.cathedral = book.mark_number("city", "cathedral")

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        regions = game.regions
        kind = regions.kind(region)
        if kind == ROAD and regions.mark(region, self.inn) != 0:
            bill.source = "inn"
            if finished:
                bill.price(W_TILE, 2)  # INNS-06, INNS-07
                bill.clause = "INNS-06"
            else:
                bill.void()
                bill.clause = "INNS-09"
        elif kind == CITY and regions.mark(region, self.cathedral) != 0:
            bill.source = "cathedral"
            if finished:
                bill.price(W_TILE, 3)  # INNS-12, INNS-13
                bill.price(W_PENNANT, 3)
                bill.clause = "INNS-12"
            else:
                bill.void()
                bill.clause = "INNS-15"


@final
class BigFollower(Module):
    name = "big"
    prefix = "INNS"

    def __init__(self) -> None:
        super().__init__()
        self.big: i64 = 0  # a kind of figure

    def declare(self, book: Book) -> None:
        self.big = book.figure("big", 1, ("road", "city", "monastery", "field"), power=2)  # INNS-03, INNS-20, INNS-21

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "figure" and wish.verb in (PLACE, "") and wish.figure == "big":
            if game.figures.available(game.seat, self.big) == 0:
                return why_it_waits(game, game.seat, self.big) or Refusal("inns.not_at_hand", "INNS-19")
        return None
