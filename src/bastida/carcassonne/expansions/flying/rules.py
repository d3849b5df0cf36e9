"""Flying Machines (Máquinas voladoras): a follower flies from the new tile, one to three cells in the machine's
direction.

It must land in an unfinished road, city, monastery or post office of the tile there, occupied or not, and comes home
if there is none. Clauses FLIGHT-01 to FLIGHT-19.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bastida.carcassonne.terms import BIG, CITY, FIELD, FOLLOWER, MONASTERY, OFFICE, POSTMAN, ROAD
from bastida.kernel.codes import DEALER
from bastida.kernel.engine import Engine
from bastida.kernel.geometry import AROUND_DX, AROUND_DY, direction_named
from bastida.kernel.module import Module
from bastida.kernel.names import find_node, node_name, slot_name
from bastida.kernel.native import column, i64, vec
from bastida.kernel.options import Options

if TYPE_CHECKING:
    from bastida.kernel.book import Book

ROLLING: Final = 1
LANDING: Final = 2
FACES: Final = 3  # 1, 2 and 3, equally likely (FLIGHT-01, FLIGHT-08)
LANDING_PLACES: Final = (1 << ROAD) | (1 << CITY) | (1 << MONASTERY) | (1 << OFFICE)  # FLIGHT-11, FLIGHT-13, FLIGHT-15


@final
class FlyingMachines(Module):
    name = "flying"
    prefix = "FLIGHT"

    def __init__(self) -> None:
        super().__init__()
        self.direction: vec[i64] = column(0, 0)  # by tile kind: 0 to 7 clockwise from the north, -1 without a machine

    def declare(self, book: Book) -> None:
        self.direction = vec[i64](
            [direction_named(tile.marks["flight"]) if "flight" in tile.marks else -1 for tile in book.tiles]
        )

    # -- taking off (FLIGHT-02 to FLIGHT-06) ----------------------------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        if self.direction[game.board.kind(game.run_slot)] < 0 or game.part_barred != 0:  # FLIGHT-04, FLIGHT-R9
            return
        for kind in (FOLLOWER, BIG, POSTMAN):  # FLIGHT-05
            if game.figures.available(game.seat, kind) > 0:
                out.add_action(self.index, kind)

    def act(self, game: Engine, action: i64) -> None:
        game.push(self.index, ROLLING, action, 0, 0)  # FLIGHT-06

    def action_names(self, game: Engine, action: i64) -> list[str]:
        return [f"fly {game.rules.figure_names[action]}"]

    # -- the flight and the landing (FLIGHT-07 to FLIGHT-19); arguments: kind of figure, landing tile -------------

    def run(self, game: Engine, routine: i64) -> None:
        if routine == ROLLING:
            game.ask(DEALER)
            return
        found = Options()
        self.options(game, LANDING, found)
        if found.count == 0:
            game.part_barred = 1  # FLIGHT-16: the figure has not left the supply
            game.pop()
        elif found.count == 1:
            self.answer(game, LANDING, found.items[0])  # FLIGHT-10
        else:
            game.ask(game.seat)

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == ROLLING:
            for face in range(FACES):
                out.add(face + 1)
            return
        slot = game.arg(1)
        if slot < 0:
            return
        allowed = game.rules.places[game.arg(0)] & LANDING_PLACES
        regions = game.regions
        for node in range(game.board.tile_node[slot], game.board.tile_node[slot + 1]):
            if (allowed >> regions.kind(node)) & 1 != 0 and not game.complete(regions.region[node]):  # FLIGHT-14
                out.add(node)  # whoever is there (FLIGHT-12), every segment by itself (FLIGHT-19)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        kind = game.arg(0)
        game.pop()
        if routine == ROLLING:
            game.push(self.index, LANDING, kind, self.landing_tile(game, option), 0)
        else:
            game.stand(game.figures.pick(game.seat, kind), option)

    def landing_tile(self, game: Engine, distance: i64) -> i64:
        """Cells are counted, not tiles (FLIGHT-07, FLIGHT-09, FLIGHT-R2); -1 if there is no tile."""
        board = game.board
        cell = board.tile_cell[game.run_slot]
        direction = (self.direction[board.kind(game.run_slot)] + 2 * board.turns(game.run_slot)) & 7
        return board.slot_at(board.x(cell) + distance * AROUND_DX[direction], board.y(cell) + distance * AROUND_DY[direction])

    # -- words --------------------------------------------------------------------------------------------------------

    def text(self, game: Engine, routine: i64, option: i64) -> str:
        return str(option) if routine == ROLLING else f"land {node_name(game, option)}"

    def question(self, game: Engine, routine: i64) -> str:
        return "roll" if routine == ROLLING else "land"

    def refusal(self, game: Engine, question: str, text: str) -> str:
        if question == "roll":
            return "the die shows 1, 2 or 3 (FLIGHT-08)"
        if question == "land":
            return self.why_not_there(game, find_node(game, text.removeprefix("land ")))
        if question != "figure" or text.split()[:1] != ["fly"]:
            return ""
        if self.direction[game.board.kind(game.run_slot)] < 0:
            return "the tile just laid has no flying machine (FLIGHT-04)"
        return "only a follower, the big follower or the postman of the supply can fly (FLIGHT-05)"

    def why_not_there(self, game: Engine, node: i64) -> str:
        if node < 0 or game.regions.slot[node] != game.arg(1):
            return f"the follower must be put on the tile where it landed, {slot_name(game, game.arg(1))} (FLIGHT-10)"
        kind = game.regions.kind(node)
        word = game.rules.segment_names[kind]
        if kind == FIELD:
            return "nobody lands in a field (FLIGHT-13)"
        if (LANDING_PLACES >> kind) & 1 == 0:
            return f"nobody lands in a {word} (FLIGHT-15)"
        return f"that {word} is completed (FLIGHT-14)"
