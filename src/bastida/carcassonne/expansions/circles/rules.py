"""Crop Circles (Círculos en los cultivos): at the end of the part everybody adds a follower beside one of his, or
takes one back.

The active player chooses which of the two, for all; the kind of circle says whether farmers, thieves or knights are
concerned. He himself comes last. Clauses CIRCLE-01 to CIRCLE-22.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bastida.carcassonne.terms import CIRCLE, CITY, FIELD, ROAD
from bastida.kernel.codes import BY_EFFECT
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import node_name
from bastida.kernel.native import column, i64, vec
from bastida.kernel.options import PASS, Options

if TYPE_CHECKING:
    from bastida.kernel.book import Book

CHOOSING: Final = 1
GOING_ROUND: Final = 2
ADD: Final = 0  # option A
TAKE_BACK: Final = 1  # option B
NO_CIRCLE: Final = -1
KINDS: Final = 8  # of figure: a place of option A is node * 8 + kind, and 1 more, for 0 is "pass"


@final
class CropCircles(Module):
    name = "circles"
    prefix = "CIRCLE"

    def __init__(self) -> None:
        super().__init__()
        # by tile kind: kind of segment whose followers are concerned (CIRCLE-12)
        self.concerns: vec[i64] = column(0, 0)

    def declare(self, book: Book) -> None:
        kinds = {"farmer": FIELD, "thief": ROAD, "knight": CITY}
        self.concerns = vec[i64]([kinds.get(tile.marks.get("circle", ""), NO_CIRCLE) for tile in book.tiles])
        book.act_with(book.flags("circle"), self, "CIRCLE")

    def step(self, game: Engine, step: i64) -> None:
        if step == CIRCLE:
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
            game.stand(game.figures.pick(seat, (option - 1) % KINDS), (option - 1) // KINDS)  # CIRCLE-14
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
                        if not out.has(node * KINDS + kind + 1):
                            out.add(node * KINDS + kind + 1)

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

    def text(self, game: Engine, routine: i64, option: i64) -> str:
        if routine == CHOOSING:
            return "A" if option == ADD else "B"
        if option == PASS:
            return "pass"
        names = game.rules.figure_names
        if game.arg(0) == ADD:
            return f"add {names[(option - 1) % KINDS]} {node_name(game, (option - 1) // KINDS)}"
        figure = option - 1
        return f"take back {names[game.rules.figure_kind[figure]]} {node_name(game, game.figures.node(figure))}"

    def question(self, game: Engine, routine: i64) -> str:
        if routine == CHOOSING:
            return "circle"
        return "circle add" if game.arg(0) == ADD else "circle take back"

    def refusal(self, game: Engine, question: str, text: str) -> str:
        if question == "circle":
            return "choose A, everybody may add a follower, or B, everybody must take one back (CIRCLE-10)"
        if question == "circle add":
            return self.why_not_added(game, text.removeprefix("add ").partition(" ")[0])
        if question == "circle take back":
            return "you must take back one of your own followers of the kind of the circle (CIRCLE-16)"
        return ""

    def why_not_added(self, game: Engine, name: str) -> str:
        rules = game.rules
        if name in rules.figure_names:
            kind = rules.figure_names.index(name)
            segment = self.concerns[game.board.kind(game.run_slot)]
            if rules.follower[kind] == 0:
                return f"a {name} is no follower of this game (CIRCLE-13)"
            if (rules.places[kind] >> segment) & 1 == 0:
                return f"a {name} may not stand on a {rules.segment_names[segment]} (TURN-05)"
            if game.figures.available(game.arg(1), kind) == 0:
                return f"no {name} is left in the supply (CIRCLE-17)"
        return "a follower goes beside one of your own of the kind of the circle, on the same segment (CIRCLE-14)"
