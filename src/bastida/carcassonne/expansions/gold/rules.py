"""Gold Mines (Minas de oro): ingots lie on tiles and go to the majority of the features completed there.

A gold tile brings two ingots, one on itself and one on a neighbour. After the scoring the ingots of completed
features are handed out one at a time; at the end they are worth the more the more one has. Clauses GOLD-01 to
GOLD-31.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.kernel.answers import Option, Refusal
from bastida.kernel.codes import ITEM_KIND, ITEM_NODE, ITEM_WINNERS
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import tile_on
from bastida.kernel.native import i64
from bastida.kernel.options import Options
from bastida.kernel.ranges import AMOUNT, HOW_MANY_SEATS, SEAT, between
from bastida.kernel.shown import Held, OnBoard, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

AROUND: Final = 9  # ingots on one tile at most: its own, and one of each tile around it (GOLD-02)

# Questions; an answer to either is a tile.
PLACING: Final = 1
SHARING: Final = 2


@final
class GoldMines(Module):
    name = "gold"
    prefix = "GOLD"
    notation: ClassVar[dict[str, str]] = {"put_ingot": "ingot {cell}", "take_ingot": "ingot {cell}"}

    def __init__(self) -> None:
        super().__init__()
        self.laid: i64 = 0  # steps
        self.handed_out: i64 = 0
        self.into_the_box: i64 = 0
        self.counted: i64 = 0
        self.lying: i64 = 0  # column, by slot: ingots on the tile
        self.owned: i64 = 0  # column, by seat
        self.slots: i64 = 0

    def declare(self, book: Book) -> None:
        self.laid = book.step_number("GOLD_PLACE")
        self.handed_out = book.step_number("GOLD_SHARE")
        self.into_the_box = book.step_number("FINAL_BOX")
        self.counted = book.step_number("FINAL_GOLD")
        self.slots = book.slots
        book.column(self, "lying", book.slots, holds=between(0, AROUND), by_tile=True)
        book.column(self, "owned", book.seats, holds=AMOUNT)
        book.task(self, PLACING, at="GOLD_PLACE")
        book.task(self, SHARING, SEAT, HOW_MANY_SEATS, asks=0, at="GOLD_SHARE")
        book.act_with(book.flags("gold"), self, "GOLD_PLACE")
        book.act_when_scored(self, "GOLD_SHARE")

    def step(self, game: Engine, step: i64) -> None:
        if step == self.laid:
            self.put_ingot(game, game.run_slot)  # GOLD-02
            game.push(self.index, PLACING, 0, 0, 0)
        elif step == self.handed_out:
            if self.anything_claimed(game):
                game.push(self.index, SHARING, game.seat, 0, 0)
        elif step == self.into_the_box:
            columns = game.columns
            for slot in range(self.slots):
                columns[self.lying + slot] = 0  # GOLD-30
        elif step == self.counted:
            self.score(game)

    def ingots_on(self, game: Engine, slot: i64) -> i64:
        if slot < self.slots:
            return game.columns[self.lying + slot]
        return 0

    def put_ingot(self, game: Engine, slot: i64) -> None:
        columns = game.columns
        if slot < self.slots:  # only a study can lay more tiles than that
            columns[self.lying + slot] += 1  # GOLD-04, GOLD-05

    # -- questions ------------------------------------------------------------------------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        """Placing asks where the second ingot goes; sharing goes round, arguments: the seat, seats passed over in a row."""
        if routine == PLACING:
            self.place(game)
            return
        while game.arg(1) < game.rules.seats:
            seat = game.arg(0)
            found = Options()
            self.list_claims(game, seat, found)
            if found.count > 1 and self.contested(game, seat, found):
                game.ask(seat)  # GOLD-R4
                return
            for i in range(found.count):  # one place only, or nobody else wants any of them (GOLD-R7)
                self.take(game, seat, found.items[i], found.count > 1)
            game.set_arg(0, game.next_seat(seat))
            game.set_arg(1, 0 if found.count > 0 else game.arg(1) + 1)
        game.pop()

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == PLACING:
            self.list_neighbours(game, out)
        else:
            self.list_claims(game, game.arg(0), out)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        if routine == PLACING:
            self.put_ingot(game, option)
            game.pop()
        else:
            self.take(game, game.arg(0), option, False)
            game.set_arg(0, game.next_seat(game.arg(0)))
            game.set_arg(1, 0)

    # -- placing ingots (GOLD-02 to GOLD-06) ----------------------------------------------------------------------

    def place(self, game: Engine) -> None:
        found = Options()
        self.list_neighbours(game, found)
        if found.count > 1:
            game.ask(game.seat)
        elif found.count == 1:
            self.answer(game, PLACING, found.items[0])  # GOLD-03
        else:
            game.pop()  # the first tile of a study; in a game there is always a neighbour (GOLD-R1)

    def list_neighbours(self, game: Engine, out: Options) -> None:
        """The tiles next to the gold tile, by side or by corner."""
        board = game.board
        cell = board.tile_cell[game.run_slot]
        for number in range(8):
            slot = board.at[board.around(cell, number)] - 1
            if slot >= 0:
                out.add(slot)

    # -- handing out (GOLD-20 to GOLD-27) -------------------------------------------------------------------------

    def anything_claimed(self, game: Engine) -> bool:
        for number in range(game.item_base, game.item_count):
            if game.item(number, ITEM_KIND) >= 0 and game.item(number, ITEM_WINNERS) != 0:
                for slot in game.slots_of(game.regions.region[game.item(number, ITEM_NODE)]):
                    if self.ingots_on(game, slot) > 0:
                        return True
        return False

    def list_claims(self, game: Engine, seat: i64, out: Options) -> None:
        """Tiles with ingots of features completed in this run in which the seat had the majority (GOLD-21 to GOLD-25)."""
        for number in range(game.item_base, game.item_count):
            if game.item(number, ITEM_KIND) >= 0 and (game.item(number, ITEM_WINNERS) >> seat) & 1 != 0:
                for slot in game.slots_of(game.regions.region[game.item(number, ITEM_NODE)]):
                    if self.ingots_on(game, slot) > 0 and not out.has(slot):
                        out.add(slot)

    def contested(self, game: Engine, seat: i64, claims: Options) -> bool:
        """Is another player entitled to any of these ingots?"""
        for other in range(game.rules.seats):
            if other != seat:
                found = Options()
                self.list_claims(game, other, found)
                for i in range(found.count):
                    if claims.has(found.items[i]):
                        return True
        return False

    def take(self, game: Engine, seat: i64, slot: i64, everything: bool) -> None:
        columns = game.columns
        number = columns[self.lying + slot] if everything else i64(1)
        columns[self.lying + slot] -= number
        columns[self.owned + seat] += number

    # -- final scoring (GOLD-31) ----------------------------------------------------------------------------------

    def score(self, game: Engine) -> None:
        for seat in range(game.rules.seats):
            ingots = game.columns[self.owned + seat]
            if ingots > 0:
                each: i64 = 1 if ingots < 4 else 2 if ingots < 7 else 3 if ingots < 10 else 4
                game.remark(-1, "gold", "GOLD-31", -1)
                game.score_at_end(seat, ingots * each)

    # -- words ----------------------------------------------------------------------------------------------------

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        return Option("put_ingot" if routine == PLACING else "take_ingot", tile_on(game, option))

    def question(self, game: Engine, routine: i64) -> str:
        return "ingot" if routine == PLACING else "take ingot"

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "ingot":
            if wish.module == self.name and wish.target == tile_on(game, game.run_slot):
                return Refusal("gold.another_tile", "GOLD-03")
            return Refusal("gold.next_to_it", "GOLD-02")
        if question == "take ingot":
            return Refusal("gold.take_one", "GOLD-24")
        return None

    def shown(self, game: Engine, out: Shown) -> None:
        """Ingots lie open, on tiles and in front of players (GOLD-26)."""
        for slot in range(min(game.board.tiles, self.slots)):
            number = self.ingots_on(game, slot)
            if number > 0:
                tile = tile_on(game, slot)
                out.board.append(OnBoard("ingot", tile.x, tile.y, int(number)))
        for seat in range(game.rules.seats):
            out.held.append(Held(int(seat), "ingot", int(game.columns[self.owned + seat])))
