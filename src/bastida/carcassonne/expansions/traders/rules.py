"""Traders & Builders (Constructores y comerciantes): goods, the builder and the pig, each of which may be used alone.

Whoever completes a city takes its goods; the builder earns a second part of the turn; the pig makes its owner's field
worth four a city. Builder and pig are special figures: they need a follower of their owner beside them. Clauses
TRADERS-01 to TRADERS-53.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bastida.carcassonne.terms import (
    BUILDER,
    CITY,
    END_PART,
    FIELD,
    FINAL_GOODS,
    LAID,
    MAGIC_MERGE_2,
    PIG,
    SPOILS,
    W_CITY,
    WINE,
)
from bastida.carcassonne.words import figure_names
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_EFFECT, ITEM_KIND, ITEM_NODE
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import segment_words
from bastida.kernel.native import i64
from bastida.kernel.options import Options

if TYPE_CHECKING:
    from bastida.kernel.book import Book

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
        self.tokens: i64 = 0  # column: tokens by seat and kind

    def declare(self, book: Book) -> None:
        book.column(self, "tokens", book.seats * GOODS_KINDS)
        book.act_when_scored(self, "SPOILS")

    def step(self, game: Engine, step: i64) -> None:
        if step == SPOILS:
            self.take_tokens(game)
        elif step == FINAL_GOODS:
            self.score_tokens(game)

    def take_tokens(self, game: Engine) -> None:
        """A token for every symbol in the cities just completed, whoever scored them (TRADERS-13 to TRADERS-15)."""
        own = game.own
        for number in range(game.item_base, game.item_count):
            if game.item(number, ITEM_KIND) == CITY:
                region = game.regions.region[game.item(number, ITEM_NODE)]
                for kind in range(GOODS_KINDS):
                    own[self.tokens + game.seat * GOODS_KINDS + kind] += game.regions.mark(region, WINE + kind)

    def score_tokens(self, game: Engine) -> None:
        """Ten points for the most tokens of each kind, ties included, if anybody has one (TRADERS-19 to TRADERS-22)."""
        seats = game.rules.seats
        for kind in range(GOODS_KINDS):
            most: i64 = 1
            for seat in range(seats):
                most = max(most, game.own[self.tokens + seat * GOODS_KINDS + kind])
            for seat in range(seats):
                if game.own[self.tokens + seat * GOODS_KINDS + kind] == most:
                    game.remark(-1, "goods", "TRADERS-19", -1)
                    game.score_at_end(seat, GOODS_POINTS)

    def shown(self, game: Engine) -> dict[str, object]:
        """Tokens lie open (TRADERS-18)."""
        rows = [[int(game.own[self.tokens + s * GOODS_KINDS + k]) for k in range(3)] for s in range(game.rules.seats)]
        return {"goods": {"seats": [{"wine": row[0], "grain": row[1], "cloth": row[2]} for row in rows]}}


@final
class Builder(Module):
    name = "builder"
    prefix = "TRADERS"

    def __init__(self) -> None:
        super().__init__()
        self.earned: i64 = 0  # column, per turn: a tile has prolonged the builder's road or city

    def declare(self, book: Book) -> None:
        book.figure("builder", 1, ("road", "city"), power=0, follower=False)  # TRADERS-24, TRADERS-43
        book.column(self, "earned", scope="turn")

    def actions(self, game: Engine, out: Options) -> None:
        offer(game, out, self.index, BUILDER)

    def act(self, game: Engine, action: i64) -> None:
        put(game, BUILDER, action)

    def action_names(self, game: Engine, action: i64) -> list[str]:
        return figure_names(game, BUILDER, game.run_slot, action)

    def refusal(self, game: Engine, question: str, text: str) -> str:
        if question == "second part":
            return "a second tile may be drawn, or declined before it is drawn (TRADERS-39)"
        return why_not_special(game, question, text, BUILDER, "TRADERS-24", "TRADERS-25", "TRADERS-40")

    def step(self, game: Engine, step: i64) -> None:
        if step == LAID:
            if self.extended(game):  # TURN-22
                own = game.own
                own[self.earned] = 1
        elif step == MAGIC_MERGE_2:
            for seat in range(game.rules.seats):
                send_lone_home(game, seat, BUILDER)  # TURN-42
        elif step == END_PART:
            if game.own[self.earned] != 0 and game.part == 1 and game.run_level == 0:  # TRADERS-33: no third part
                if game.draw_pile() >= 0:  # TRADERS-R7
                    game.push(self.index, 0, 0, 0, 0)

    def extended(self, game: Engine) -> bool:
        """Has the new tile a segment of the road or city in which the active player's builder stands (TRADERS-29)?"""
        node = game.figures.node(special(game, game.seat, BUILDER))
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

    def text(self, game: Engine, routine: i64, option: i64) -> str:
        return "second part" if option == YES else "no second part"

    def question(self, game: Engine, routine: i64) -> str:
        return "second part"

    def left(self, game: Engine, figure: i64, node: i64, cause: i64) -> None:
        send_lone_home(game, game.rules.figure_seat[figure], BUILDER)  # TRADERS-42


@final
class Pig(Module):
    name = "pig"
    prefix = "TRADERS"

    def declare(self, book: Book) -> None:
        book.figure("pig", 1, ("field",), power=0, follower=False)  # TRADERS-45, TRADERS-49

    def actions(self, game: Engine, out: Options) -> None:
        offer(game, out, self.index, PIG)

    def act(self, game: Engine, action: i64) -> None:
        put(game, PIG, action)

    def action_names(self, game: Engine, action: i64) -> list[str]:
        return figure_names(game, PIG, game.run_slot, action)

    def refusal(self, game: Engine, question: str, text: str) -> str:
        return why_not_special(game, question, text, PIG, "TRADERS-45", "TRADERS-45", "TRADERS-47")

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        """Four points instead of three for the owner's own field (TRADERS-50 to TRADERS-52)."""
        if game.regions.kind(region) == FIELD:
            node = game.figures.node(special(game, seat, PIG))
            if node >= 0 and game.regions.region[node] == region:
                bill.price(W_CITY, 4)
                bill.source = "pig"
                bill.clause = "TRADERS-50"

    def left(self, game: Engine, figure: i64, node: i64, cause: i64) -> None:
        send_lone_home(game, game.rules.figure_seat[figure], PIG)  # TRADERS-48


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


def why_not_special(game: Engine, question: str, text: str, kind: i64, places: str, needs: str, stays: str) -> str:
    """Where the new tile has no such segment, the base says so."""
    name = game.rules.figure_names[kind]
    figure, _, place = text.partition(" ")
    if question != "figure" or figure != name:
        return ""
    if game.figures.available(game.seat, kind) == 0:
        return f"your {name} is on the table already ({stays})"
    words = game.rules.segment_names
    where = place.partition(" ")[0]
    if where not in words or (game.rules.places[kind] >> words.index(where)) & 1 == 0:
        return f"a {name} does not stand there ({places})"
    for names in segment_words(game, game.run_slot):
        if place in [word.casefold() for word in names]:
            return f"a {name} needs a follower of yours in the same {where} ({needs})"
    return ""
