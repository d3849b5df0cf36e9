"""The River (El río): twelve tiles laid before all others, from the spring to the lake.

They replace the start tile. Each must continue the river at its open end, and two that follow each other may not turn
the same way. The river divides fields and holds nobody: no segment of it becomes a place on the table. Clauses
RIVER-01 to RIVER-34.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from bastida.carcassonne.terms import LAID
from bastida.kernel.engine import Engine
from bastida.kernel.geometry import DX, DY, NORTH
from bastida.kernel.module import Module
from bastida.kernel.native import column, i64, vec

if TYPE_CHECKING:
    from bastida.kernel.book import Book

NO_END = -1  # the lake is laid: nothing continues the river
STRAIGHT = 0  # turns: the exit side less the direction of travel; 1 is right, 3 is left


@final
class River(Module):
    name = "river"
    prefix = "RIVER"

    def __init__(self) -> None:
        super().__init__()
        self.course: i64 = 0  # columns: x and y of the open end, direction of travel into it, the last tile's turn
        self.sides: vec[i64] = column(0, 0)  # by tile kind: a bit per side with river

    def declare(self, book: Book) -> None:
        self.sides = vec[i64]([sum(1 << n for n, side in enumerate(tile.sides) if side == "river") for tile in book.tiles])
        river = [kind for kind in range(len(book.tiles)) if self.sides[kind] != 0]
        spring = next(kind for kind in river if "start" in book.tiles[kind].marks)
        lake = next(kind for kind in river if "last" in book.tiles[kind].marks)
        if book.start_tile is not None:
            book.left_out[book.kind(book.start_tile)] = 1  # RIVER-02
        book.start_tile = book.tiles[spring].id  # RIVER-03
        pile = [int(kind in river and kind not in (spring, lake)) for kind in range(len(book.tiles))]
        book.pile("river", [tile.id for tile in book.tiles], pile, tail=[lake])  # RIVER-04
        book.stock.insert(0, "river")  # RIVER-06
        book.filtered.update(river)
        heading = book.tiles[spring].sides.index("river")
        book.column(self, "course", 4, fill=(DX[heading], DY[heading], heading, STRAIGHT))

    def placements(self, game: Engine, kind: i64, cell: i64, turns: i64) -> i64:
        """Only at the open end (RIVER-09), and not the same turn twice in a row (RIVER-10)."""
        if self.sides[kind] == 0 or game.board.tiles == 0:
            return turns
        own, at = game.own, self.course
        heading = own[at + 2]
        if heading == NO_END or game.board.x(cell) != own[at] or game.board.y(cell) != own[at + 1]:
            return 0
        allowed: i64 = 0
        for turn in range(4):
            if (turns >> turn) & 1 != 0:
                bend = self.bend(kind, turn, heading)
                if bend >= STRAIGHT and (bend == STRAIGHT or bend != own[at + 3]):
                    allowed |= i64(1) << turn
        return allowed

    def exit_side(self, kind: i64, turn: i64, heading: i64) -> i64:
        """The side by which the river leaves a tile entered in this direction; -1 for a lake, -2 if it does not
        enter.
        """
        entry = (heading + 2) & 3
        found: i64 = -1
        entered = False
        for side in range(4):
            if (self.sides[kind] >> ((side - turn) & 3)) & 1 != 0:
                if side == entry:
                    entered = True
                else:
                    found = side
        return found if entered else -2

    def bend(self, kind: i64, turn: i64, heading: i64) -> i64:
        """How the river runs on over the tile: STRAIGHT, 1 right, 3 left; -1 if the tile does not continue it."""
        leaves = self.exit_side(kind, turn, heading)
        if leaves == -2:
            return -1
        return STRAIGHT if leaves == -1 else (leaves - heading) & 3  # RIVER-13: the lake does not turn

    def step(self, game: Engine, step: i64) -> None:
        """Follow the river over the tile just laid."""
        kind = game.board.kind(game.run_slot)
        if step != LAID or self.sides[kind] == 0:
            return
        own, at = game.own, self.course
        if own[at + 2] == NO_END:
            return
        heading = own[at + 2]
        turn = game.board.turns(game.run_slot)
        leaves = self.exit_side(kind, turn, heading)
        own[at + 3] = self.bend(kind, turn, heading)
        if leaves < NORTH:
            own[at + 2] = NO_END
            return
        own[at] += DX[leaves]
        own[at + 1] += DY[leaves]
        own[at + 2] = leaves

    def refusal(self, game: Engine, question: str, text: str) -> str:
        if question != "tile" or self.sides[game.run_kind] == 0:
            return ""
        own, at = game.own, self.course
        place, _, turn = text.partition(" r")
        if own[at + 2] == NO_END:
            return ""
        if place != f"{own[at]},{own[at + 1]}":
            return f"a river tile continues the river at its open end, {own[at]},{own[at + 1]} (RIVER-09)"
        if turn in ("0", "1", "2", "3"):
            bend = self.bend(game.run_kind, int(turn), own[at + 2])
            if bend < STRAIGHT:
                return "the river of this tile must join the open end (RIVER-09)"
            if bend != STRAIGHT and bend == own[at + 3]:
                side = "right" if bend == 1 else "left"
                return f"the tile before turned {side} too; two in a row may not turn the same way (RIVER-10)"
        return ""
