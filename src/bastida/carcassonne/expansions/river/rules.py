"""The River (El río): twelve tiles laid before all others, from the spring to the lake.

They replace the start tile. Each must continue the river at its open end, and two that follow each other may not turn
the same way. The river divides fields and holds nobody: no segment of it becomes a place on the table. Clauses
RIVER-01 to RIVER-34.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bastida.kernel.answers import Cell, Noun, Option, Refusal, Segment
from bastida.kernel.engine import Engine
from bastida.kernel.geometry import DX, DY, NORTH
from bastida.kernel.module import Module
from bastida.kernel.native import column, i64, vec
from bastida.kernel.notation import LAY
from bastida.kernel.ranges import CELL, between

if TYPE_CHECKING:
    from bastida.kernel.book import Book

# How the river runs on over a tile: its exit less the direction of travel, both sides; 3 is left (RIVER-R13).
STRAIGHT: Final = 0
RIGHT: Final = 1
NO_END: Final = -1  # instead of a direction: the lake is laid
# Instead of an exit.
ENDS: Final = -1  # a lake
NOT_ENTERED: Final = -2  # another side lies against the open end


@final
class River(Module):
    name = "river"
    prefix = "RIVER"

    def __init__(self) -> None:
        super().__init__()
        self.laid: i64 = 0  # the step in which the river is followed over the new tile
        self.course: i64 = 0  # columns: x and y of the open end, direction of travel into it, the last tile's bend
        self.sides: vec[i64] = column(0, 0)  # by tile kind: a bit per side with river

    def declare(self, book: Book) -> None:
        self.laid = book.step_number("LAID")
        self.sides = vec[i64]([sum(1 << n for n, side in enumerate(tile.sides) if side == "river") for tile in book.tiles])
        river = [kind for kind in range(len(book.tiles)) if self.sides[kind] != 0]
        spring = next(kind for kind in river if "start" in book.tiles[kind].marks)
        lake = next(kind for kind in river if "last" in book.tiles[kind].marks)
        if book.start_tile is not None:
            book.left_out[book.kind(book.start_tile)] = 1  # RIVER-02
        book.start_tile = book.tiles[spring].id  # RIVER-03
        pile = [int(kind in river and kind not in (spring, lake)) for kind in range(len(book.tiles))]
        book.pile("river", [tile.id for tile in book.tiles], pile, tail=[lake])  # RIVER-04, RIVER-05
        book.stock.insert(0, "river")  # RIVER-06, RIVER-25
        book.filtered.update(river)
        book.act_with([int(sides != 0) for sides in self.sides], self, "LAID")
        heading = book.tiles[spring].sides.index("river")
        course = (CELL, CELL, between(NO_END, 3), between(STRAIGHT, 3))
        book.column(self, "course", 4, fill=(DX[heading], DY[heading], heading, STRAIGHT), holds=course)

    # -- step 1: where a river tile may be laid -----------------------------------------------------------------------

    def placements(self, game: Engine, kind: i64, cell: i64, turns: i64) -> i64:
        """Only at the open end (RIVER-09), and not the same bend twice in a row (RIVER-10 to RIVER-13)."""
        if self.sides[kind] == 0 or game.board.tiles == 0:
            return turns
        columns, at = game.columns, self.course
        if game.board.x(cell) != columns[at] or game.board.y(cell) != columns[at + 1]:
            return 0
        allowed: i64 = 0
        for turn in range(4):
            if (turns >> turn) & 1 != 0:
                leaves = self.exit_side(kind, turn, columns[at + 2])
                bend = bend_of(leaves, columns[at + 2])
                if leaves != NOT_ENTERED and (bend == STRAIGHT or bend != columns[at + 3]):
                    allowed |= i64(1) << turn
        return allowed

    def exit_side(self, kind: i64, turn: i64, heading: i64) -> i64:
        """The side by which the river leaves a tile entered in this direction, or ENDS, or NOT_ENTERED."""
        entry = (heading + 2) & 3
        found: i64 = ENDS
        entered = False
        for side in range(4):
            if (self.sides[kind] >> ((side - turn) & 3)) & 1 != 0:
                if side == entry:
                    entered = True
                else:
                    found = side
        return found if entered else NOT_ENTERED

    def step(self, game: Engine, step: i64) -> None:
        """Follow the river over the tile just laid."""
        if step != self.laid:
            return
        kind = game.board.kind(game.run_slot)
        columns, at = game.columns, self.course
        turn = game.board.turns(game.run_slot)
        if game.board.tiles == 1:  # the spring, on the empty table of a study
            self.begin(game, kind, turn)
        else:
            leaves = self.exit_side(kind, turn, columns[at + 2])
            columns[at + 3] = bend_of(leaves, columns[at + 2])
            self.flow(game, leaves)

    def begin(self, game: Engine, kind: i64, turn: i64) -> None:
        """The river springs here, wherever the tile lies and however it is turned."""
        columns, at = game.columns, self.course
        cell = game.board.tile_cell[game.run_slot]
        columns[at] = game.board.x(cell)
        columns[at + 1] = game.board.y(cell)
        side: i64 = NORTH
        while (self.sides[kind] >> ((side - turn) & 3)) & 1 == 0:
            side += 1
        self.flow(game, side)

    def flow(self, game: Engine, leaves: i64) -> None:
        """On to the cell beyond this side. After the lake the course stays on its cell, where nothing more can be laid."""
        columns, at = game.columns, self.course
        if leaves == ENDS:
            columns[at + 2] = NO_END
            return
        columns[at] += DX[leaves]
        columns[at + 1] += DY[leaves]
        columns[at + 2] = leaves

    def odd(self, game: Engine) -> str:
        """The course is that of the river on the table, followed from its first tile."""
        board, start, at = game.board, game.rules.column_start, self.course
        x, y, heading, bend = start[at], start[at + 1], start[at + 2], start[at + 3]
        for slot in range(board.tiles):
            kind, turn, cell = board.kind(slot), board.turns(slot), board.tile_cell[slot]
            if self.sides[kind] == 0 or (slot == 0 and game.rules.start_kind >= 0):
                continue
            if slot == 0:  # the spring of a study
                x, y = board.x(cell), board.y(cell)
                leaves: i64 = NORTH
                while (self.sides[kind] >> ((leaves - turn) & 3)) & 1 == 0:
                    leaves += 1
            else:
                leaves = self.exit_side(kind, turn, heading)
                if leaves == NOT_ENTERED or board.x(cell) != x or board.y(cell) != y:
                    return "tiles"
                bend = bend_of(leaves, heading)
            if leaves == ENDS:
                heading = NO_END
            else:
                x, y, heading = x + DX[leaves], y + DY[leaves], leaves
        columns = game.columns
        if columns[at] != x or columns[at + 1] != y or columns[at + 2] != heading or columns[at + 3] != bend:
            return "river.course"
        return ""

    # -- words --------------------------------------------------------------------------------------------------------

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        target = wish.target
        if question == "figure" and isinstance(target, Segment) and "river" in target.name.split():
            return Refusal("river.nobody", "RIVER-18")
        if question != "tile" or self.sides[game.run_kind] == 0 or wish.verb != LAY or not isinstance(target, Cell):
            return None
        columns, at = game.columns, self.course
        if target.x != columns[at] or target.y != columns[at + 1]:
            return Refusal("river.open_end", "RIVER-09", {"cell": Cell(int(columns[at]), int(columns[at + 1]))})
        leaves = self.exit_side(game.run_kind, target.turn, columns[at + 2])
        if leaves == NOT_ENTERED:
            return Refusal("river.not_joined", "RIVER-09")
        bend = bend_of(leaves, columns[at + 2])
        if bend != STRAIGHT and bend == columns[at + 3]:
            return Refusal("river.same_bend", "RIVER-10", {"side": Noun("right" if bend == RIGHT else "left")})
        return None


def bend_of(leaves: i64, heading: i64) -> i64:
    """STRAIGHT, RIGHT or left; spring and lake do not turn (RIVER-13)."""
    return STRAIGHT if leaves == ENDS else (leaves - heading) & 3
