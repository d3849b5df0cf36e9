"""The Abbot and the gardens (El abad): a follower for monasteries and gardens that may be taken back for points.

With this module the gardens printed on tiles become features. Clauses ABBOT-01 to ABBOT-33.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bastida.carcassonne.terms import ABBOT, GARDEN, W_TILE
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_OWNER, FREELY, RECALL
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.native import i64
from bastida.kernel.options import Options

if TYPE_CHECKING:
    from bastida.kernel.book import Book

TAKE_BACK: Final = 0


@final
class Abbot(Module):
    name = "abbot"
    prefix = "ABBOT"

    def declare(self, book: Book) -> None:
        book.segment("garden", completes=True, around=True)  # ABBOT-05, ABBOT-17
        book.figure("abbot", 1, ("monastery", "garden"))  # ABBOT-02, ABBOT-10

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        if game.regions.kind(region) == GARDEN:
            bill.add(W_TILE, game.regions.tiles(region), 1)
            bill.clause = "ABBOT-18" if finished else "ABBOT-33"

    # -- step 2: taking the abbot back (ABBOT-22 to ABBOT-32) ----------------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        if game.run_rights != FREELY:  # TURN-81
            return
        node = game.figures.node(own_abbot(game))
        if node >= 0 and not game.complete(game.regions.region[node]):  # ABBOT-29
            out.add_action(self.index, TAKE_BACK)

    def act(self, game: Engine, action: i64) -> None:
        figure = own_abbot(game)
        node = game.figures.node(figure)
        region = game.regions.region[node]
        points = game.worth(region, False, game.seat)  # ABBOT-24, ABBOT-25
        number = game.add_item(RECALL, node, points, i64(1) << game.seat)  # ABBOT-30, ABBOT-31
        if game.recorder is not None:
            game.bill.source, game.bill.clause = "abbot", "ABBOT-24"
            game.recorder.note(game, number, region, False)
        game.send_home(figure, BY_OWNER)

    def action_names(self, game: Engine, action: i64) -> list[str]:
        return ["take back abbot", "recall abbot"]

    def refusal(self, game: Engine, question: str, text: str) -> str:
        if question != "figure":
            return ""
        if text in ("take back abbot", "recall abbot"):
            return self.why_no_recall(game)
        figure, _, place = text.partition(" ")
        if figure != "abbot":
            return "only an abbot enters a garden (ABBOT-12)" if text.endswith("garden") else ""
        if place not in ("monastery", "garden"):
            return "the abbot goes on a monastery or a garden (ABBOT-11)"
        if game.figures.available(game.seat, ABBOT) == 0:
            return "your one abbot is not in your supply (ABBOT-15)"
        return ""

    def why_no_recall(self, game: Engine) -> str:
        node = game.figures.node(own_abbot(game))
        if node < 0:
            return "your abbot is not on the table (ABBOT-22)"
        if game.run_rights != FREELY:
            return "the extra tile of a message allows only figures on it (TURN-81)"
        word = game.rules.segment_names[game.regions.kind(node)]
        return f"the {word} of your abbot is complete: its points belong to step 3 (ABBOT-29)"


def own_abbot(game: Engine) -> i64:
    return game.rules.figure_first[game.seat * game.rules.figure_kinds + ABBOT]
