"""Traders & Builders (Constructores y comerciantes): goods, the builder and the pig, each of which may be used alone.

Whoever completes a city takes its goods; the builder earns a second part of the turn; the pig makes its owner's field
worth four a city. Builder and pig are special figures: they need a follower of their owner beside them. Clauses
TRADERS-01 to TRADERS-53.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.carcassonne.refusals import why_it_waits
from bastida.carcassonne.terms import CITY, FIELD, W_CITY
from bastida.kernel.answers import Noun, Option, Refusal
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_EFFECT, ITEM_KIND, ITEM_NODE
from bastida.kernel.deploy import PLACE, PLACES, placed
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import new_node
from bastida.kernel.native import column, i64, vec
from bastida.kernel.options import Options
from bastida.kernel.ranges import AMOUNT, YES_OR_NO
from bastida.kernel.refusals import other_names
from bastida.kernel.shown import Held, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

GOODS: Final = ("wine", "grain", "cloth")
GOODS_KINDS: Final = 3
GOODS_POINTS: Final = 10
NO: Final = 0
YES: Final = 1


@final
class Goods(Module):
    name = "goods"
    prefix = "TRADERS"

    def __init__(self) -> None:
        super().__init__()
        self.spoils: i64 = 0  # steps
        self.final_goods: i64 = 0
        self.symbol: vec[i64] = column(0, 0)  # by kind: the printed thing of cities
        self.tokens: i64 = 0  # column: tokens by seat and kind
        self.least: i64 = 1  # tokens without which nobody has most of a kind

    def declare(self, book: Book) -> None:
        self.spoils = book.step_number("SPOILS")
        self.final_goods = book.step_number("FINAL_GOODS")
        self.symbol = vec[i64]([book.mark_number("city", good) for good in GOODS])
        book.column(self, "tokens", book.seats * GOODS_KINDS, holds=AMOUNT)
        book.act_when_scored(self, "SPOILS")
        self.least = 0 if book.settings.get("unheld") == "everybody" else 1  # TRADERS-R2

    def step(self, game: Engine, step: i64) -> None:
        if step == self.spoils:
            self.take_tokens(game)
        elif step == self.final_goods:
            self.score_tokens(game)

    def take_tokens(self, game: Engine) -> None:
        """A token for every symbol in the cities just completed, whoever scored them (TRADERS-13 to TRADERS-15)."""
        columns = game.columns
        for number in range(game.item_base, game.item_count):
            if game.item(number, ITEM_KIND) == CITY:
                region = game.regions.region[game.item(number, ITEM_NODE)]
                for kind in range(GOODS_KINDS):
                    columns[self.tokens + game.seat * GOODS_KINDS + kind] += game.regions.mark(region, self.symbol[kind])

    def score_tokens(self, game: Engine) -> None:
        """Ten points for the most tokens of each kind, ties included, if anybody has one (TRADERS-19 to TRADERS-22)."""
        seats = game.rules.seats
        for kind in range(GOODS_KINDS):
            most = self.least
            for seat in range(seats):
                most = max(most, game.columns[self.tokens + seat * GOODS_KINDS + kind])
            for seat in range(seats):
                if game.columns[self.tokens + seat * GOODS_KINDS + kind] == most:
                    game.remark(-1, "goods", "TRADERS-19", -1)
                    game.score_at_end(seat, GOODS_POINTS)

    def shown(self, game: Engine, out: Shown) -> None:
        """Tokens lie open (TRADERS-18)."""
        for seat in range(game.rules.seats):
            for kind in range(GOODS_KINDS):
                number = game.columns[self.tokens + seat * GOODS_KINDS + kind]
                out.held.append(Held(int(seat), GOODS[kind], int(number)))


@final
class Builder(Module):
    name = "builder"
    prefix = "TRADERS"
    notation: ClassVar[dict[str, str]] = {
        PLACE: PLACES,
        "second_part": "second part",
        "no_second_part": "no second part",
    }

    def __init__(self) -> None:
        super().__init__()
        self.builder: i64 = 0  # a kind of figure
        self.laid: i64 = 0  # steps
        self.alone: i64 = 0  # in which those that others have left alone go home
        self.end_part: i64 = 0
        self.earned: i64 = 0  # column, per turn: a tile has prolonged the builder's road or city
        self.by_any_tile = True  # TURN-R9: also the extra tile of a message

    def declare(self, book: Book) -> None:
        self.laid = book.step_number("LAID")
        self.alone = book.step_number("MAGIC_MERGE_2")
        self.end_part = book.step_number("END_PART")
        self.builder = book.figure("builder", 1, ("road", "city"), power=0, follower=False, prolongs=True)  # TRADERS-24
        book.column(self, "earned", scope="turn", holds=YES_OR_NO)
        book.task(self, 0, at="END_PART")
        self.by_any_tile = book.settings.get("extra_double") != "none"

    def actions(self, game: Engine, out: Options) -> None:
        offer(game, out, self.index, self.builder)

    def act(self, game: Engine, action: i64) -> None:
        put(game, self.builder, action)

    def action_meaning(self, game: Engine, action: i64) -> Option:
        return placed(game, self.builder, action)

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        return other_names(game, option) if option.verb == PLACE else []

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "second part":
            return Refusal("traders.second_part", "TRADERS-39")
        return why_not_special(game, question, wish, self.builder, "TRADERS-24", "TRADERS-25", "TRADERS-40")

    def step(self, game: Engine, step: i64) -> None:
        if step == self.laid:
            if (self.by_any_tile or game.run_level == 0) and self.extended(game):  # TURN-22, TURN-82
                columns = game.columns
                columns[self.earned] = 1
        elif step == self.alone:
            for seat in range(game.rules.seats):
                send_lone_home(game, seat, self.builder)  # TURN-42
        elif step == self.end_part:
            if game.columns[self.earned] != 0 and game.part == 1 and game.run_level == 0:  # TRADERS-33: no third part
                if game.draw_pile() >= 0:  # TRADERS-R7
                    game.push(self.index, 0, 0, 0, 0)

    def extended(self, game: Engine) -> bool:
        """Has the new tile a segment of the road or city in which the active player's builder stands (TRADERS-29)?"""
        node = game.figures.node(special(game, game.seat, self.builder))
        if node < 0:
            return False
        region_of = game.regions.region
        for other in range(game.board.tile_node[game.run_slot], game.board.tile_node[game.run_slot + 1]):
            if region_of[other] == region_of[node]:
                return True
        return False

    # -- the second part may be declined (TRADERS-39) -----------------------------------------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        game.ask(game.seat)

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        out.add(YES)
        out.add(NO)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        game.next_part = option
        game.pop()

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        return Option("second_part") if option == YES else Option("no_second_part", declines=True)

    def question(self, game: Engine, routine: i64) -> str:
        return "second part"

    def figure_left(self, game: Engine, figure: i64, node: i64, cause: i64) -> None:
        send_lone_home(game, game.rules.figure_seat[figure], self.builder)  # TRADERS-42


@final
class Pig(Module):
    name = "pig"
    prefix = "TRADERS"
    notation: ClassVar[dict[str, str]] = {PLACE: PLACES}

    def __init__(self) -> None:
        super().__init__()
        self.pig: i64 = 0  # a kind of figure

    def declare(self, book: Book) -> None:
        self.pig = book.figure("pig", 1, ("field",), power=0, follower=False)  # TRADERS-45, TRADERS-49

    def actions(self, game: Engine, out: Options) -> None:
        offer(game, out, self.index, self.pig)

    def act(self, game: Engine, action: i64) -> None:
        put(game, self.pig, action)

    def action_meaning(self, game: Engine, action: i64) -> Option:
        return placed(game, self.pig, action)

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        return other_names(game, option)

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        return why_not_special(game, question, wish, self.pig, "TRADERS-45", "TRADERS-45", "TRADERS-47")

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        """Four points instead of three for the owner's own field (TRADERS-50 to TRADERS-52)."""
        if game.regions.kind(region) == FIELD:
            node = game.figures.node(special(game, seat, self.pig))
            if node >= 0 and game.regions.region[node] == region:
                bill.price(W_CITY, 4)
                bill.source = "pig"
                bill.clause = "TRADERS-50"

    def figure_left(self, game: Engine, figure: i64, node: i64, cause: i64) -> None:
        send_lone_home(game, game.rules.figure_seat[figure], self.pig)  # TRADERS-48


# -- what builder and pig have in common ------------------------------------------------------------------------------


def special(game: Engine, seat: i64, kind: i64) -> i64:
    """The one figure of this kind that a player has."""
    return game.rules.figure_first[seat * game.rules.figure_kinds + kind]


def offer(game: Engine, out: Options, module: i64, kind: i64) -> None:
    """On every fitting segment of the new tile whose feature holds an own follower (TRADERS-25, TRADERS-45)."""
    if game.part_barred != 0 or game.figures.available(game.seat, kind) == 0:
        return
    regions, rules, board = game.regions, game.rules, game.board
    places = rules.open_to[kind * len(rules.tiles) + board.kind(game.run_slot)]
    node = board.tile_node[game.run_slot]
    segment: i64 = 0
    while places != 0:
        if places & 1 != 0 and regions.strength_of(regions.region[node + segment], game.seat) != 0:
            out.add_action(module, segment)
        places >>= 1
        segment += 1


def put(game: Engine, kind: i64, segment: i64) -> None:
    game.stand(special(game, game.seat, kind), game.board.tile_node[game.run_slot] + segment)


def send_lone_home(game: Engine, seat: i64, kind: i64) -> None:
    """A builder or pig whose owner has no follower left in its feature goes home at once (TURN-06)."""
    if seat >= game.rules.seats:
        return
    figure = special(game, seat, kind)
    node = game.figures.node(figure)
    if node >= 0 and game.regions.strength_of(game.regions.region[node], seat) == 0:
        game.send_home(figure, BY_EFFECT)


def why_not_special(
    game: Engine, question: str, wish: Option, kind: i64, places: str, needs: str, stays: str
) -> Refusal | None:
    """Where the new tile has no such segment, the base says so."""
    name = game.rules.figure_names[kind]
    if question != "figure" or wish.verb not in (PLACE, "") or wish.figure != name:
        return None
    figure = Noun(name)
    if game.figures.available(game.seat, kind) == 0:
        return why_it_waits(game, game.seat, kind) or Refusal("traders.out_already", stays, {"figure": figure})
    segments = game.rules.segment_names
    where = wish.target.said("segment").partition(" ")[0]
    if where not in segments or (game.rules.places[kind] >> segments.index(where)) & 1 == 0:
        own = [Noun(segment) for place, segment in enumerate(segments) if (game.rules.places[kind] >> place) & 1]
        return Refusal("traders.not_there", places, {"figure": figure, "places": own})
    if new_node(game, wish.target) >= 0:
        return Refusal("traders.alone", needs, {"figure": figure, "segment": Noun(where)})
    return None
