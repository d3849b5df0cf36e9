"""Ferries (Transbordadores): lakes at which three or four roads end, and a ferry on each that joins two of them.

The ferry of a new lake is laid after step 2. Whoever prolongs a road that runs over a ferry may then turn the first
ferry met in each direction: roads are split, joined, closed and opened again, and figures stay on their segments.
Joining and taking apart are the kernel's (``link``, ``relink``). Clauses FERRY-01 to FERRY-27.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.carcassonne.terms import ROAD
from bastida.kernel.answers import Line, Option, Refusal, Tile
from bastida.kernel.engine import Engine
from bastida.kernel.geometry import SIDE_NAMES
from bastida.kernel.module import Module
from bastida.kernel.names import tile_on
from bastida.kernel.native import i64
from bastida.kernel.options import Options
from bastida.kernel.ranges import AMOUNT, LAID_TILE, between
from bastida.kernel.shown import OnBoard, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

LAY: Final = 1
TURN: Final = 2
LEAVE: Final = 0  # turn nothing more
NONE: Final = -1
DIRECTIONS: Final = 4  # a ferry at most in each (FERRY-12): the first arguments of the task
ROADS: Final = 4  # the argument that says which of them are one road
ROOM: Final = 16  # ferries turned in one part; the box has eight lakes (FERRY-01), a study may lay more


@final
class Ferries(Module):
    name = "ferries"
    prefix = "FERRY"
    notation: ClassVar[dict[str, str]] = {
        "join": "ferry {ends}",
        "turn": "{cell} ferry {ends}|{cell} ferry",
        "leave": "leave ferries",
    }

    def __init__(self) -> None:
        super().__init__()
        self.laying: i64 = 0  # the step in which the ferry of a new lake is laid
        self.turning: i64 = 0  # the step in which others may be turned
        self.lying: i64 = 0  # column: ferries on the table
        self.turned: i64 = 0  # column, per part: the tiles whose ferries were turned
        self.one_a_road = False  # FERRY-R12: of several first ferries on one road only one may be turned

    def declare(self, book: Book) -> None:
        self.laying = book.step_number("FERRY_NEW")
        self.turning = book.step_number("FERRY_TURN")
        self.one_a_road = book.settings.get("road_ferries") == "one"
        book.loose.add("lake")  # FERRY-27: open until the ferry lies
        lakes = [int(any("lake" in s.ends for s in t.segments if s.kind == "road")) for t in book.tiles]
        if book.settings.get("lake_fields") == "joined":
            book.one_ground.update(kind for kind, lake in enumerate(lakes) if lake)  # FERRY-R10
        book.act_with(lakes, self, "FERRY_NEW")  # FERRY-06
        book.act_with([int("road" in tile.sides) for tile in book.tiles], self, "FERRY_TURN")  # FERRY-11
        book.column(self, "lying", holds=AMOUNT)
        book.column(self, "turned", ROOM, scope="part", fill=NONE, holds=LAID_TILE)
        lake = LAID_TILE.or_(NONE)
        book.task(self, LAY, at="FERRY_NEW")
        book.task(self, TURN, lake, lake, lake, lake, between(0, 255), at="FERRY_TURN")

    def step(self, game: Engine, step: i64) -> None:
        if step == self.laying and game.board.tile_link[game.run_slot] == 0:
            game.push(self.index, LAY, 0, 0, 0)  # TURN-40: whatever was done in step 2
        elif step == self.turning and game.columns[self.lying] > 0:
            self.look_around(game)

    # -- step 2c: which ferries may be turned (FERRY-10 to FERRY-15) --------------------------------------------------

    def look_around(self, game: Engine) -> None:
        """Note once, now, the first ferry on each road that the new tile prolongs (FERRY-11, FERRY-14)."""
        slot = game.run_slot
        at = game.board.tile_shape[slot] * 16 + 1
        first = game.board.tile_node[slot]
        depth = game.depth
        for side in range(DIRECTIONS):
            segment = game.rules.connector[at + 4 * side]
            if segment >= 0 and game.regions.kind(first + segment) == ROAD:
                lake = self.first_ferry(game, slot, side)
                if lake != NONE:
                    if game.depth == depth:
                        game.push(self.index, TURN, NONE, NONE, NONE)
                        game.set_arg(3, NONE)
                    self.note(game, side, lake)
        if self.one_a_road and game.depth != depth:
            self.note_roads(game)

    def first_ferry(self, game: Engine, slot: i64, side: i64) -> i64:
        """The tile of the ferry that the road over this side leads to, if it may be turned."""
        node = game.follow(slot, side)
        if node < 0:
            return NONE
        lake = game.regions.slot[node]
        if lake == slot or game.linked(lake, node - game.regions.first[node]) < 0:  # FERRY-13; not joined: FERRY-11
            return NONE
        if self.may_turn(game, lake):
            return lake
        return NONE

    def note_roads(self, game: Engine) -> None:
        """Which directions are one road now: for each the first one of its road, two bits (FERRY-R12)."""
        region = game.regions.region
        roads: i64 = 0
        for side in range(DIRECTIONS):
            if game.arg(side) != NONE:
                road = region[road_over(game, side)]
                other: i64 = 0
                while game.arg(other) == NONE or region[road_over(game, other)] != road:
                    other += 1
                roads |= other << (2 * side)
        game.set_arg(ROADS, roads)

    def road(self, game: Engine, side: i64) -> i64:
        return (game.arg(ROADS) >> (2 * side)) & 3

    def note(self, game: Engine, side: i64, lake: i64) -> None:
        """Once, also if several roads lead to it."""
        for other in range(side):
            if game.arg(other) == lake:
                return
        game.set_arg(side, lake)

    def may_turn(self, game: Engine, lake: i64) -> bool:
        """Once in a part, extra tiles included (FERRY-15, FERRY-R6)."""
        columns = game.columns
        for i in range(self.turned, self.turned + ROOM):
            if columns[i] == lake:
                return False
            if columns[i] == NONE:
                return True
        return False

    # -- the questions ------------------------------------------------------------------------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        if routine == TURN and game.arg(0) + game.arg(1) + game.arg(2) + game.arg(3) == DIRECTIONS * NONE:
            game.pop()
        else:
            game.ask(game.seat)

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == LAY:
            list_pairs(game, game.run_slot, out)
            return
        out.add(LEAVE)  # FERRY-10
        for side in range(DIRECTIONS):
            if game.arg(side) != NONE:
                list_pairs(game, game.arg(side), out)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        columns = game.columns
        slot, a, b = unpack_pair(option)
        if routine == LAY:
            game.link(slot, a, b)  # FERRY-07
            columns[self.lying] += 1
            game.pop()
        elif option == LEAVE:
            game.pop()
        else:
            game.relink(slot, a, b)  # FERRY-16, FERRY-17
            place = self.turned
            while place < self.turned + ROOM and columns[place] != NONE:
                place += 1
            if place < self.turned + ROOM:
                columns[place] = slot
            self.strike(game, slot)

    def strike(self, game: Engine, slot: i64) -> None:
        """A ferry was turned: not again, and where a table has it so no other of its road."""
        for side in range(DIRECTIONS):
            if game.arg(side) == slot:
                game.set_arg(side, NONE)
                if self.one_a_road:
                    for other in range(DIRECTIONS):
                        if self.road(game, other) == self.road(game, side):
                            game.set_arg(other, NONE)

    def odd(self, game: Engine) -> str:
        """Ferries are counted; those turned in this part, and those that may be, lie on lakes, each noted once."""
        columns, links = game.columns, game.board.tile_link
        lying: i64 = 0
        for slot in range(game.board.tiles):
            if links[slot] != 0:
                lying += 1
        if lying != columns[self.lying]:
            return "ferries.lying"
        for i in range(self.turned, self.turned + ROOM):
            if columns[i] == NONE:
                continue
            if links[columns[i]] == 0 or (i > self.turned and columns[i - 1] == NONE):
                return "ferries.turned"
            for other in range(self.turned, i):
                if columns[other] == columns[i]:
                    return "ferries.turned"
        if game.owner() != self.index:
            return ""
        if game.routine() == LAY:
            return "" if links[game.run_slot] == 0 else "ferries.1"
        for side in range(DIRECTIONS):
            lake = game.arg(side)
            if lake != NONE and (links[lake] == 0 or not self.may_turn(game, lake)):
                return "ferries.2"
            for other in range(side):
                if lake != NONE and game.arg(other) == lake:
                    return "ferries.2"
        return "" if self.one_a_road or game.arg(ROADS) == 0 else "ferries.2"

    # -- words --------------------------------------------------------------------------------------------------------

    def question(self, game: Engine, routine: i64) -> str:
        return "ferry" if routine == LAY else "turn ferry"

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        if routine == TURN and option == LEAVE:
            return Option("leave", declines=True)
        slot, a, b = unpack_pair(option)
        return Option("join" if routine == LAY else "turn", line_over(game, slot, a, b))

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "ferry":
            return Refusal("ferries.must_be_laid", "FERRY-06")
        if question != "turn ferry":
            return None
        where = wish.target
        slot: i64 = NONE
        if wish.module == self.name and wish.verb == "turn" and isinstance(where, Line | Tile):
            slot = game.board.slot_at(where.x, where.y)
        lying = ferry_on(game, slot) if slot >= 0 else None
        if lying is None:
            return Refusal("ferries.none_to_turn", "FERRY-10")
        if where == lying:
            return Refusal("ferries.lies_so", "FERRY-16")
        if not self.may_turn(game, slot):
            return Refusal("ferries.turned_already", "FERRY-15")
        if slot == game.run_slot:
            return Refusal("ferries.just_laid", "FERRY-13")
        for side in range(DIRECTIONS):
            if road_over(game, side) >= 0 and self.first_ferry(game, game.run_slot, side) == slot:
                return Refusal("ferries.one_a_road", "FERRY-R12")
        return Refusal("ferries.only_the_first", "FERRY-11")

    def shown(self, game: Engine, out: Shown) -> None:
        for slot in range(game.board.tiles):
            lying = ferry_on(game, slot)
            if lying is not None:
                out.board.append(OnBoard("ferry", lying.x, lying.y, ends=(lying.start, lying.end)))


def road_over(game: Engine, side: i64) -> i64:
    """The road segment of the new tile on a side, as a node; -1 if something else is there."""
    segment = game.rules.connector[game.board.tile_shape[game.run_slot] * 16 + 4 * side + 1]
    node = game.board.tile_node[game.run_slot] + segment
    if segment >= 0 and game.regions.kind(node) == ROAD:
        return node
    return -1


def list_pairs(game: Engine, slot: i64, out: Options) -> None:
    """Every two road ends of a lake but those joined now."""
    regions, loose = game.regions, game.rules.seg_loose
    first = game.board.tile_node[slot]
    size = game.board.tile_node[slot + 1] - first
    for a in range(size):
        if loose[regions.row[first + a]] != 0:
            partner = game.linked(slot, a)
            for b in range(a + 1, size):
                if loose[regions.row[first + b]] != 0 and b != partner:
                    out.add(pack_pair(slot, a, b))


def pack_pair(slot: i64, a: i64, b: i64) -> i64:
    """Two road ends of a lake as an option: its tile, and the numbers of both segments in it; never LEAVE."""
    return slot * 256 + a * 16 + b


def unpack_pair(option: i64) -> tuple[i64, i64, i64]:
    return option >> 8, (option >> 4) & 15, option & 15


# -- words ------------------------------------------------------------------------------------------------------------


def ferry_on(game: Engine, slot: i64) -> Line | None:
    """The ferry of a tile, if one lies there."""
    for segment in range(game.board.tile_node[slot + 1] - game.board.tile_node[slot]):
        partner = game.linked(slot, segment)
        if partner >= 0:
            return line_over(game, slot, segment, partner)
    return None


def line_over(game: Engine, slot: i64, a: i64, b: i64) -> Line:
    """Between the sides on the table of two road ends, clockwise from the north."""
    at = game.board.tile_shape[slot] * 16 + 1
    connector = game.rules.connector
    ends = [SIDE_NAMES[side] for side in range(4) if connector[at + 4 * side] == a or connector[at + 4 * side] == b]
    tile = tile_on(game, slot)
    return Line(tile.x, tile.y, ends[0], ends[1])
