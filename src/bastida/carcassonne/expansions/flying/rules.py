"""Flying Machines (Máquinas voladoras): a follower flies from the new tile, one to three cells in the machine's
direction.

It must land in an unfinished feature of the tile there in which it may stand, occupied or not, and comes home if there
is none. Clauses FLIGHT-01 to FLIGHT-19.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.carcassonne.terms import FIELD
from bastida.kernel.answers import Noun, Option, Refusal, Segment, Target
from bastida.kernel.codes import DEALER, FREELY, TAKING_BACK
from bastida.kernel.engine import Engine
from bastida.kernel.geometry import AROUND_DX, AROUND_DY, direction_named
from bastida.kernel.module import Module
from bastida.kernel.names import find_node, segment_on, tile_on
from bastida.kernel.native import bit, column, i64, vec
from bastida.kernel.options import Options
from bastida.kernel.ranges import CHANCE, FIGURE_KIND, LAID_TILE
from bastida.kernel.rules import Rules

if TYPE_CHECKING:
    from bastida.kernel.book import Book

ROLLING: Final = 1
LANDING: Final = 2
FACES: Final = 3  # 1, 2 and 3, equally likely (FLIGHT-01, FLIGHT-08)


@final
class FlyingMachines(Module):
    name = "flying"
    prefix = "FLIGHT"
    notation: ClassVar[dict[str, str]] = {
        "fly": "fly {figure}|fly {detail}|fly",
        "roll": "{detail}",
        "land": "land {cell} {segment}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.direction: vec[i64] = column(0, 0)  # by tile kind: 0 to 7 clockwise from the north, -1 without a machine
        self.bound_fly = False  # FLIGHT-R1: figures that go to their own places only fly there too
        self.back_after_crash = False  # FLIGHT-R9: a figure may be taken back after a flight that failed

    def declare(self, book: Book) -> None:
        self.direction = vec[i64](
            [direction_named(tile.marks["flight"]) if "flight" in tile.marks else -1 for tile in book.tiles]
        )
        self.bound_fly = book.settings.get("abbot_flies") == "yes"
        self.back_after_crash = book.settings.get("after_crash") == "recall"
        if self.back_after_crash:
            book.turn_rights.add(TAKING_BACK)
        book.task(self, ROLLING, FIGURE_KIND, asks=CHANCE)
        book.task(self, LANDING, FIGURE_KIND, LAID_TILE)

    # -- taking off (FLIGHT-02 to FLIGHT-06) ----------------------------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        if self.direction[game.board.kind(game.run_slot)] < 0 or game.part_barred != 0:  # FLIGHT-04, FLIGHT-R9
            return
        followers = game.rules.followers
        for i in range(len(followers)):
            if self.may_fly(game, followers[i]) and game.figures.available(game.seat, followers[i]) > 0:
                out.add_action(self.index, followers[i])

    def may_fly(self, game: Engine, kind: i64) -> bool:
        """Followers that are free to go anywhere (FLIGHT-05), or all (FLIGHT-R1)."""
        return game.rules.follower[kind] != 0 and (self.bound_fly or game.rules.bound[kind] == 0)

    def act(self, game: Engine, action: i64) -> None:
        game.push(self.index, ROLLING, action, 0, 0)  # FLIGHT-06

    def action_meaning(self, game: Engine, action: i64) -> Option:
        return Option("fly", tile_on(game, game.run_slot), game.rules.figure_names[action])

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
            if self.back_after_crash and game.run_rights == FREELY:
                game.run_rights = TAKING_BACK
                game.step_at -= 1  # the figure step once more
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
        allowed = landing_places(game.rules, game.arg(0))
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

    def odd(self, game: Engine) -> str:
        """Who flies is in the supply, of a kind that may (FLIGHT-05), and the new tile has a machine (FLIGHT-04)."""
        if game.owner() == self.index:
            kind = game.arg(0)
            if self.direction[game.board.kind(game.run_slot)] < 0 or game.figures.available(game.seat, kind) <= 0:
                return f"flying.{game.routine()}"
            if not self.may_fly(game, kind):
                return f"flying.{game.routine()}"
        if game.run_rights == TAKING_BACK and game.part_barred == 0:
            return "barred"
        return ""

    # -- words --------------------------------------------------------------------------------------------------------

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        if routine == ROLLING:
            return Option("roll", detail=str(option))
        return Option("land", segment_on(game, option))

    def question(self, game: Engine, routine: i64) -> str:
        return "roll" if routine == ROLLING else "land"

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "roll":
            return Refusal("flying.faces", "FLIGHT-08")
        if question == "land":
            return self.why_not_there(game, wish.target)
        if question != "figure" or wish.module != self.name or wish.verb != "fly":
            return None
        if self.direction[game.board.kind(game.run_slot)] < 0:
            return Refusal("flying.no_machine", "FLIGHT-04")
        return Refusal("flying.who_flies", "FLIGHT-05")

    def why_not_there(self, game: Engine, where: Target) -> Refusal:
        node: i64 = find_node(game, f"{where.said('cell')} {where.name}") if isinstance(where, Segment) else -1
        if node < 0 or game.regions.slot[node] != game.arg(1):
            return Refusal("flying.where_it_landed", "FLIGHT-10", {"cell": tile_on(game, game.arg(1))})
        kind = game.regions.kind(node)
        segment: dict[str, object] = {"segment": Noun(game.rules.segment_names[kind])}
        if kind == FIELD:
            return Refusal("flying.nobody_lands", "FLIGHT-13", segment)
        if (landing_places(game.rules, game.arg(0)) >> kind) & 1 == 0:
            return Refusal("flying.nobody_lands", "FLIGHT-15", segment)
        return Refusal("flying.completed", "FLIGHT-14", segment)


def landing_places(rules: Rules, kind: i64) -> i64:
    """A bit for each kind of segment in which a figure of this kind may land: of features that are completed, where it
    may stand (FLIGHT-11, FLIGHT-13, FLIGHT-15)."""
    places: i64 = 0
    for segment in range(len(rules.completes)):
        if rules.completes[segment] != 0:
            places |= bit(segment)
    return places & rules.places[kind]
