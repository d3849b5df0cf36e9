"""Crop Circles (Círculos en los cultivos): at the end of the part everybody adds a follower beside one of his, or
takes one back.

The active player chooses which of the two, for all; the kind of circle says whether farmers, thieves or knights are
concerned. He himself comes last. Clauses CIRCLE-01 to CIRCLE-22.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.carcassonne.refusals import why_it_waits
from bastida.carcassonne.terms import CITY, FIELD, ROAD
from bastida.kernel.answers import Noun, Option, Refusal
from bastida.kernel.codes import BY_EFFECT
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import segment_on, standing_on
from bastida.kernel.native import column, i64, vec
from bastida.kernel.options import PASS, Options
from bastida.kernel.ranges import HOW_MANY_SEATS, SEAT, YES_OR_NO

if TYPE_CHECKING:
    from bastida.kernel.book import Book

# Questions.
CHOOSING: Final = 1
GOING_ROUND: Final = 2
ADD: Final = 0  # option A
TAKE_BACK: Final = 1  # option B
NO_CIRCLE: Final = -1
KINDS: Final = 16  # of figure, at most


@final
class CropCircles(Module):
    name = "circles"
    prefix = "CIRCLE"
    notation: ClassVar[dict[str, str]] = {
        "all_add": "A",
        "all_take_back": "B",
        "add": "add {figure} {cell} {segment}|{figure} {cell} {segment}",
        "take_back": "take back {figure} {cell} {segment}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.end: i64 = 0  # the step in which a circle acts
        # by tile kind: kind of segment whose followers are concerned (CIRCLE-12)
        self.concerns: vec[i64] = column(0, 0)

    def declare(self, book: Book) -> None:
        self.end = book.step_number("CIRCLE")
        kinds = {"farmer": FIELD, "thief": ROAD, "knight": CITY}
        self.concerns = vec[i64]([kinds.get(tile.marks.get("circle", ""), NO_CIRCLE) for tile in book.tiles])
        book.act_with(book.flags("circle"), self, "CIRCLE")
        book.task(self, CHOOSING)
        book.task(self, GOING_ROUND, YES_OR_NO, SEAT, HOW_MANY_SEATS, asks=1)

    def step(self, game: Engine, step: i64) -> None:
        if step == self.end:
            game.push(self.index, CHOOSING, 0, 0, 0)  # CIRCLE-10; CIRCLE-19: also when nobody is concerned

    def run(self, game: Engine, routine: i64) -> None:
        """Going round has three arguments: A or B, the seat whose turn it is, how many seats are left."""
        if routine == CHOOSING:
            game.ask(game.seat)
            return
        while game.arg(2) > 0:
            found = Options()
            self.options(game, GOING_ROUND, found)
            if found.count > 1:
                game.ask(game.arg(1))
                return
            self.answer(game, GOING_ROUND, found.items[0] if found.count == 1 else PASS)  # CIRCLE-17
        game.pop()

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == CHOOSING:
            out.add(ADD)
            out.add(TAKE_BACK)
        elif game.arg(0) == ADD:
            out.add(PASS)  # CIRCLE-15
            self.list_places(game, game.arg(1), out)
        else:
            self.list_followers(game, game.arg(1), out)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        if routine == CHOOSING:
            game.pop()
            game.push(self.index, GOING_ROUND, option, game.next_seat(game.seat), game.rules.seats)  # CIRCLE-11
            return
        seat = game.arg(1)
        how = game.arg(0)
        game.set_arg(1, game.next_seat(seat))
        game.set_arg(2, game.arg(2) - 1)
        if option == PASS:
            return
        if how == ADD:
            node, kind = unpack_place(option)
            game.stand(game.figures.pick(seat, kind), node)  # CIRCLE-14
        else:
            game.send_home(option - 1, BY_EFFECT)  # CIRCLE-16, CIRCLE-21

    def list_places(self, game: Engine, seat: i64, out: Options) -> None:
        """Beside each own follower of the kind concerned, every kind of follower of the supply that may stand there."""
        rules, regions = game.rules, game.regions
        concerned = self.concerns[game.board.kind(game.run_slot)]
        for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
            node = game.figures.node(figure)
            if node >= 0 and rules.follower[rules.figure_kind[figure]] != 0 and regions.kind(node) == concerned:
                for i in range(len(rules.followers)):
                    kind = rules.followers[i]
                    if game.figures.available(seat, kind) > 0 and (rules.places[kind] >> concerned) & 1 != 0:
                        place = pack_place(node, kind)
                        if not out.has(place):
                            out.add(place)

    def list_followers(self, game: Engine, seat: i64, out: Options) -> None:
        """Own followers of the kind concerned; of equal ones on the same segment only the first (CIRCLE-R8)."""
        rules, regions = game.rules, game.regions
        concerned = self.concerns[game.board.kind(game.run_slot)]
        for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
            node = game.figures.node(figure)
            kind = rules.figure_kind[figure]
            if node >= 0 and rules.follower[kind] != 0 and regions.kind(node) == concerned:
                first = figure
                for other in range(rules.figure_first[seat * rules.figure_kinds + kind], figure):
                    if game.figures.node(other) == node:
                        first = other
                if first == figure:
                    out.add(figure + 1)

    # -- words --------------------------------------------------------------------------------------------------------

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        if routine == CHOOSING:
            return Option("all_add" if option == ADD else "all_take_back")
        if option == PASS:
            return Option("pass", declines=True)
        if game.arg(0) == ADD:
            node, kind = unpack_place(option)
            return Option("add", segment_on(game, node), game.rules.figure_names[kind])
        return Option("take_back", standing_on(game, option - 1))

    def question(self, game: Engine, routine: i64) -> str:
        if routine == CHOOSING:
            return "circle"
        return "circle add" if game.arg(0) == ADD else "circle take back"

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "circle":
            return Refusal("circles.choose", "CIRCLE-10")
        if question == "circle add":
            return self.why_not_added(game, wish.figure)
        if question == "circle take back":
            return Refusal("circles.take_back_own", "CIRCLE-16")
        return None

    def why_not_added(self, game: Engine, name: str) -> Refusal:
        rules = game.rules
        if name:
            kind = rules.figure_names.index(name)
            figure = Noun(name)
            segment = self.concerns[game.board.kind(game.run_slot)]
            if rules.follower[kind] == 0:
                return Refusal("circles.no_follower", "CIRCLE-13", {"figure": figure})
            if (rules.places[kind] >> segment) & 1 == 0:
                return Refusal("wrong_place", "TURN-05", {"figure": figure, "segment": Noun(rules.segment_names[segment])})
            if game.figures.available(game.arg(1), kind) == 0:
                return why_it_waits(game, game.arg(1), kind) or Refusal("none_left", "CIRCLE-17", {"figures": Noun(name, 2)})
        return Refusal("circles.beside_own", "CIRCLE-14")


def pack_place(node: i64, kind: i64) -> i64:
    """A place of option A and the kind of figure that goes there, as an option; 0 is "pass"."""
    return 1 + node * KINDS + kind


def unpack_place(option: i64) -> tuple[i64, i64]:
    return (option - 1) // KINDS, (option - 1) % KINDS
