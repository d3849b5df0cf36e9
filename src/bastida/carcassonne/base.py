"""The base game (juego básico): lay a tile, place a follower, score roads, cities and monasteries.

Laying tiles, joining segments, majorities and going home are the kernel's; here is what the book says about them:
which segments there are, where followers may stand, what features are worth. Clauses BASE-16 to BASE-97.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from bastida.carcassonne.refusals import why_not
from bastida.carcassonne.terms import CITY, MONASTERY, PENNANTS, ROAD, W_PENNANT, W_TILE
from bastida.kernel.answers import Option, Refusal
from bastida.kernel.bill import Bill
from bastida.kernel.deploy import PLACE, PLACES, offer_places, placed, take_place, unpack_place
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.native import i64
from bastida.kernel.options import Options
from bastida.kernel.refusals import other_names

if TYPE_CHECKING:
    from bastida.kernel.book import Book

FOLLOWERS = 7  # BASE-08


@final
class Base(Module):
    name = "base"
    prefix = "BASE"
    notation: ClassVar[dict[str, str]] = {PLACE: PLACES}

    def __init__(self) -> None:
        super().__init__()
        self.final_features: i64 = 0  # a step
        self.short_city = False  # BASE-61: a completed city of two tiles is worth half

    def declare(self, book: Book) -> None:
        self.final_features = book.step_number("FINAL_FEATURES")
        book.segment("road", completes=True)
        book.segment("city", completes=True)
        if book.settings.get("hole") == "incomplete":
            book.whole.add("city")  # BASE-R16
        book.segment("field", completes=False)  # BASE-75
        book.segment("monastery", completes=True, around=True)  # BASE-63
        book.figure("follower", FOLLOWERS, ("road", "city", "monastery", "field"))
        book.rests = book.settings.get("again") == "next turn"  # TURN-R17
        book.closed.add("field")  # BASE-15: opened by the farmers
        book.start_tile = "D"  # BASE-05
        self.short_city = bool(book.settings.get("short_city", False))

    # -- step 2: placing a follower (BASE-34 to BASE-47) ------------------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        """Any follower of the supply on any segment of the new tile whose whole feature is free (BASE-36, BASE-40)."""
        offer_places(game, self.index, out)

    def act(self, game: Engine, action: i64) -> None:
        take_place(game, action)

    def action_meaning(self, game: Engine, action: i64) -> Option:
        kind, segment = unpack_place(action)
        return placed(game, kind, segment)

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        return other_names(game, option)

    # -- step 3 and final scoring: what features are worth --------------------------------------------------------

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        regions = game.regions
        kind = regions.kind(region)
        if kind == ROAD:
            bill.add(W_TILE, regions.tiles(region), 1)
            bill.clause = "BASE-56" if finished else "BASE-93"
        elif kind == CITY:
            each: i64 = 2 if finished else 1
            bill.clause = "BASE-59" if finished else "BASE-94"
            if finished and self.short_city and regions.tiles(region) == 2:
                each = 1
                bill.clause = "BASE-61"
            bill.add(W_TILE, regions.tiles(region), each)
            bill.add(W_PENNANT, regions.mark(region, PENNANTS), each)
        elif kind == MONASTERY:
            bill.add(W_TILE, regions.tiles(region), 1)
            bill.clause = "BASE-64" if finished else "BASE-95"

    def step(self, game: Engine, step: i64) -> None:
        """Unfinished features (BASE-92): every kind that completes."""
        if step == self.final_features:
            rules = game.rules
            for kind in range(len(rules.completes)):
                if rules.completes[kind] != 0:
                    game.score_standing(kind)

    # -- words --------------------------------------------------------------------------------------------------------

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        return why_not(game, question, wish)
