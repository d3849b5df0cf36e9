"""Wells: whoever lays a tile with a well drinks, or fills a bucket.

Drinking is a point at once for each tile beside the well, side or corner; a bucket is three points at the end.
Clauses WELL-01 to WELL-05.
"""

from typing import ClassVar

from bastida.kernel.answers import Option, Refusal
from bastida.kernel.book import Book
from bastida.kernel.engine import Engine
from bastida.kernel.geometry import AROUND_DX, AROUND_DY
from bastida.kernel.module import Module
from bastida.kernel.names import tile_on
from bastida.kernel.options import Options
from bastida.kernel.ranges import AMOUNT
from bastida.kernel.shown import Held, Shown

BUCKET = 3  # points (WELL-04)
DRINK, FILL = 0, 1


class Wells(Module):
    name = "wells"
    prefix = "WELL"
    notation: ClassVar[dict[str, str]] = {"drink": "drink {cell}", "fill": "fill bucket"}

    def declare(self, book: Book) -> None:
        self.ask_step = book.step_number("WELL")
        book.column(self, "buckets", book.seats, holds=AMOUNT)
        book.task(self, 0, at="WELL")
        book.act_with(book.flags("well"), self, "WELL")  # WELL-01: only after a tile with a well

    def step(self, game: Engine, step: int) -> None:
        if step == self.ask_step:
            game.push(self.index, 0, 0, 0, 0)
            return
        for seat in range(game.rules.seats):
            if game.columns[self.buckets + seat]:
                game.remark(-1, "bucket", "WELL-04", -1)
                game.score_at_end(seat, BUCKET * game.columns[self.buckets + seat])

    def run(self, game: Engine, routine: int) -> None:
        game.ask(game.seat)

    def options(self, game: Engine, routine: int, out: Options) -> None:
        out.add(DRINK)
        out.add(FILL)

    def answer(self, game: Engine, routine: int, option: int) -> None:
        game.pop()
        if option == FILL:
            game.columns[self.buckets + game.seat] += 1  # WELL-03
        else:
            game.pay(game.seat, beside(game), "well", "WELL-02", game.board.tile_node[game.run_slot])

    def question(self, game: Engine, routine: int) -> str:
        return "well"

    def meaning(self, game: Engine, routine: int, option: int) -> Option:
        return Option("fill") if option == FILL else Option("drink", tile_on(game, game.run_slot), detail=str(beside(game)))

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        return Refusal("wells.drink_or_fill", "WELL-01") if question == "well" else None

    def shown(self, game: Engine, out: Shown) -> None:
        for seat in range(game.rules.seats):
            out.held.append(Held(seat, "bucket", int(game.columns[self.buckets + seat])))


def beside(game: Engine) -> int:
    """How many tiles lie beside the new one, corners included (WELL-02)."""
    here = tile_on(game, game.run_slot)
    return sum(game.board.slot_at(here.x + dx, here.y + dy) >= 0 for dx, dy in zip(AROUND_DX, AROUND_DY, strict=True))
