"""The Abbot and the gardens (El abad): a follower for monasteries and gardens that may be taken back for points.

With this module the gardens printed on tiles become features. Clauses ABBOT-01 to ABBOT-33.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.carcassonne.refusals import why_it_waits
from bastida.carcassonne.terms import W_TILE
from bastida.kernel.answers import Noun, Option, Refusal, Segment
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_OWNER, FREELY, RECALL, TAKING_BACK
from bastida.kernel.deploy import PLACE
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import standing_on
from bastida.kernel.native import i64
from bastida.kernel.options import Options

if TYPE_CHECKING:
    from bastida.kernel.book import Book

TAKE_BACK: Final = 0


@final
class Abbot(Module):
    name = "abbot"
    prefix = "ABBOT"
    notation: ClassVar[dict[str, str]] = {"take_back": "take back abbot|recall abbot"}

    def __init__(self) -> None:
        super().__init__()
        self.garden: i64 = 0  # a kind of segment
        self.abbot: i64 = 0  # a kind of figure
        self.by_majority = False  # ABBOT-R6: without the majority a recall pays nothing
        self.from_complete = False  # ABBOT-R5: a recall from what this tile has completed is allowed

    def declare(self, book: Book) -> None:
        self.garden = book.segment("garden", completes=True, around=True)  # ABBOT-05, ABBOT-17
        self.abbot = book.figure("abbot", 1, ("monastery", "garden"), bound=True)  # ABBOT-02, ABBOT-10, ABBOT-11
        self.by_majority = book.settings.get("recall") == "majority"
        self.from_complete = book.settings.get("completed_recall") == "yes"

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        if game.regions.kind(region) == self.garden:
            bill.add(W_TILE, game.regions.tiles(region), 1)
            bill.clause = "ABBOT-18" if finished else "ABBOT-33"

    # -- step 2: taking the abbot back (ABBOT-22 to ABBOT-32) ----------------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        if game.run_rights != FREELY and game.run_rights != TAKING_BACK:  # TURN-81, FLIGHT-R9
            return
        node = game.figures.node(self.own_abbot(game))
        if node >= 0 and self.may_leave(game, game.regions.region[node]):
            out.add_action(self.index, TAKE_BACK)

    def may_leave(self, game: Engine, region: i64) -> bool:
        """While it is unfinished (ABBOT-29), or not scored yet where the table allows that (ABBOT-R5)."""
        return not game.complete(region) or (self.from_complete and game.regions.done[region] == 0)

    def act(self, game: Engine, action: i64) -> None:
        figure = self.own_abbot(game)
        node = game.figures.node(figure)
        region = game.regions.region[node]
        points = game.worth(region, False, game.seat)  # ABBOT-24, ABBOT-25
        clause = "ABBOT-24"
        if self.by_majority and (game.majority(region) >> game.seat) & 1 == 0:
            points = 0
            clause = "ABBOT-R6"
            game.bill.void()
        number = game.add_item(RECALL, node, points, i64(1) << game.seat)  # ABBOT-30, ABBOT-31
        if game.recorder is not None:
            game.bill.source, game.bill.clause = "abbot", clause
            game.recorder.note(game, number, region, False)
        game.send_home(figure, BY_OWNER)

    def own_abbot(self, game: Engine) -> i64:
        """The one abbot of the active player."""
        return game.rules.figure_first[game.seat * game.rules.figure_kinds + self.abbot]

    # -- words --------------------------------------------------------------------------------------------------------

    def action_meaning(self, game: Engine, action: i64) -> Option:
        return Option("take_back", standing_on(game, self.own_abbot(game)))

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        return ["recall abbot"]

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question != "figure":
            return None
        if wish.verb == "take_back" and wish.module == self.name:
            return self.why_no_recall(game)
        where = wish.target.name if isinstance(wish.target, Segment) else ""
        if wish.figure != "abbot":
            return Refusal("abbot.only_abbots", "ABBOT-12") if where == "garden" else None
        if wish.verb not in (PLACE, ""):
            return None
        if where not in ("monastery", "garden"):
            return Refusal("abbot.its_places", "ABBOT-11")
        if game.figures.available(game.seat, self.abbot) > 0:
            return None
        return why_it_waits(game, game.seat, self.abbot) or Refusal("abbot.not_at_hand", "ABBOT-15")

    def why_no_recall(self, game: Engine) -> Refusal:
        node = game.figures.node(self.own_abbot(game))
        if node < 0:
            return Refusal("abbot.not_out", "ABBOT-22")
        if game.run_rights not in (FREELY, TAKING_BACK):
            return Refusal("only_on_new_tile", "TURN-81")
        segment = Noun(game.rules.segment_names[game.regions.kind(node)])
        return Refusal("abbot.complete", "ABBOT-29", {"segment": segment})
