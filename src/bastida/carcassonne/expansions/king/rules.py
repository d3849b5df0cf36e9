"""The King and the Robber Baron (El Rey y el Barón Ladrón): tokens for the largest completed city and the longest road.

Whoever completes a city larger than every one before takes the King, whoever scores it; the same with roads and the
Baron. At the end the holder gets a point for each completed city, or road, on the table. Clauses KING-01 to KING-29.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bastida.carcassonne.terms import CITY, ROAD
from bastida.kernel.codes import ITEM_KIND, ITEM_NODE
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.native import i64
from bastida.kernel.ranges import AMOUNT, SEAT
from bastida.kernel.shown import Held, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

NOBODY: Final = -1
KING: Final = 0
BARON: Final = 1


@final
class King(Module):
    name = "king"
    prefix = "KING"

    def __init__(self) -> None:
        super().__init__()
        self.spoils: i64 = 0  # steps
        self.counted: i64 = 0
        self.holder: i64 = 0  # column: seat with the King, seat with the Baron
        self.record: i64 = 0  # column: tiles of the largest city and of the longest road completed so far

    def declare(self, book: Book) -> None:
        self.spoils = book.step_number("SPOILS")
        self.counted = book.step_number("FINAL_KING")
        book.column(self, "holder", 2, fill=NOBODY, holds=SEAT)  # KING-08
        book.column(self, "record", 2, holds=AMOUNT)
        book.act_when_scored(self, "SPOILS")

    def step(self, game: Engine, step: i64) -> None:
        if step == self.spoils:
            self.compare(game, KING, CITY)
            self.compare(game, BARON, ROAD)
        elif step == self.counted:
            self.score(game)

    def compare(self, game: Engine, token: i64, kind: i64) -> None:
        """The largest completed in this run against the record before it (KING-10, KING-11, KING-17, KING-18)."""
        columns = game.columns
        for number in range(game.item_base, game.item_count):
            if game.item(number, ITEM_KIND) == kind:
                size = game.regions.tiles(game.regions.region[game.item(number, ITEM_NODE)])  # KING-15, KING-26
                if size > columns[self.record + token]:
                    columns[self.record + token] = size
                    columns[self.holder + token] = game.seat  # KING-12: who completes, not who scores

    def score(self, game: Engine) -> None:
        """A point for each completed city, or road, of the final map (KING-20, KING-R8)."""
        regions = game.regions
        cities: i64 = 0
        roads: i64 = 0
        for node in range(regions.nodes):
            if regions.region[node] == node and regions.ends(node) == 0:
                kind = regions.kind(node)
                if kind == CITY:
                    cities += 1
                elif kind == ROAD:
                    roads += 1
        self.reward(game, KING, cities, "king", "KING-19")
        self.reward(game, BARON, roads, "baron", "KING-27")

    def reward(self, game: Engine, token: i64, points: i64, source: str, clause: str) -> None:
        seat = game.columns[self.holder + token]
        if seat != NOBODY:  # KING-21, KING-28
            game.remark(-1, source, clause, -1)
            game.score_at_end(seat, points)

    def shown(self, game: Engine, out: Shown) -> None:
        self.show(game, out, KING, "king")
        self.show(game, out, BARON, "baron")

    def show(self, game: Engine, out: Shown, token: i64, picture: str) -> None:
        """A token before the player who holds it, with the record that won it."""
        seat = game.columns[self.holder + token]
        if seat != NOBODY:
            out.held.append(Held(int(seat), picture, 1, record=int(game.columns[self.record + token])))
