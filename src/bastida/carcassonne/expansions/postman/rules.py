"""The Postman (El Cartero): post offices, and a follower of strength 2 who may keep everybody in a scored zone.

An office scores like a monastery; its postman may be withdrawn for its value. A new office tile lets its player send his
postman to a neighbour tile, remove another's, or move one to the new office. When a zone with postmen is scored their
owners decide whether all go home or all stay, retained, until a postman leaves. Clauses POST-01 to POST-54.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.carcassonne.terms import FIELD, W_TILE
from bastida.kernel.answers import Noun, Option, Refusal, Seat, Segment
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_EFFECT, BY_OWNER, FREELY, ITEM_KIND, ITEM_NODE, RECALL
from bastida.kernel.deploy import PLACE
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import find_node, segment_on, segment_words, standing_on
from bastida.kernel.native import bit, i64
from bastida.kernel.options import Options
from bastida.kernel.ranges import HOW_MANY_SEATS, RUN_ITEMS, SEAT

if TYPE_CHECKING:
    from bastida.kernel.book import Book

# Actions: one of these, and with it a number.
WITHDRAW: Final = 0
SEND: Final = 1  # the number is a node
REMOVE: Final = 2  # the number is a seat
FETCH: Final = 3

# Answers to the one question.
OFF: Final = 0
STAY: Final = 1


@final
class Postman(Module):
    name = "postman"
    prefix = "POST"
    notation: ClassVar[dict[str, str]] = {
        "withdraw": "withdraw postman",
        "send": "send postman {cell} {segment}",
        "remove": "remove postman {player}",
        "move": "move postman {player}",
        "off": "postman off",
        "stay": "postman stays",
    }

    def __init__(self) -> None:
        super().__init__()
        self.office: i64 = 0  # the kind of segment
        self.kind: i64 = 0  # of figure: the postman
        self.going_home: i64 = 0  # the step in which owners decide
        self.staying: i64 = 0  # column, per run: a bit for each item whose followers stay
        self.leaving: i64 = 0  # column, per run: a bit for each item with a postman taken off
        self.lone = True  # switches: he is withdrawn also if he retains nobody (POST-R5)
        self.from_table = False  # he may come to the new tile from the table (POST-R6)
        self.on_extra_tile = False  # all this also with the extra tile of a message (POST-R27)

    def declare(self, book: Book) -> None:
        self.going_home = book.step_number("RETURN")
        self.lone = book.settings.get("lone_postman") != "bound"
        self.from_table = book.settings.get("postman_from") == "table"
        self.on_extra_tile = book.settings.get("extra_post") == "allowed"
        self.office = book.segment("post_office", completes=True, around=True)  # POST-10
        for name, figure in book.figures.items():
            if figure.follower and not figure.bound:
                book.welcome("post_office", name)  # POST-12, POST-R4
        places = ("road", "city", "monastery", "post_office")
        self.kind = book.figure("postman", 1, places, power=2)  # POST-04, POST-06 to POST-08
        book.column(self, "staying", scope="run", holds=RUN_ITEMS)
        book.column(self, "leaving", scope="run", holds=RUN_ITEMS)
        book.task(self, 0, SEAT, HOW_MANY_SEATS, asks=0)
        book.act_when_scored(self, "RETURN")

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        if game.regions.kind(region) == self.office:
            bill.add(W_TILE, game.regions.tiles(region), 1)
            bill.clause = "POST-43" if finished else "POST-51"
        if not finished and retained(game, region):
            bill.void()  # scored already
            bill.clause = "POST-52"

    # -- step 2 (POST-11 to POST-33) ----------------------------------------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        node = game.figures.node(self.postman(game, game.seat))
        free = self.has_rights(game)
        if self.from_table and node >= 0 and game.part_barred == 0:
            self.list_new_zones(game, free, out)
        if not free:
            return
        if node >= 0:
            region = game.regions.region[node]
            if self.retains(game, region) or (game.regions.kind(node) == self.office and not game.complete(region)):
                out.add_action(self.index, pack_action(WITHDRAW, 0))  # POST-15, POST-17, POST-18
        if self.new_office(game) < 0:
            return
        if game.part_barred == 0 and (node >= 0 or game.figures.available(game.seat, self.kind) > 0):
            self.list_neighbour_zones(game, node, out)
        for seat in range(game.rules.seats):
            if game.figures.on_board(self.postman(game, seat)):  # also on a tower (POST-R22)
                if seat != game.seat:
                    out.add_action(self.index, pack_action(REMOVE, seat))  # POST-27
                out.add_action(self.index, pack_action(FETCH, seat))  # POST-29

    def has_rights(self, game: Engine) -> bool:
        """The extra tile of a message gives no more than a deployment, unless the table has it so (TURN-81, POST-R27)."""
        return game.run_rights == FREELY or self.on_extra_tile

    def retains(self, game: Engine, region: i64) -> bool:
        """May the active player's postman be withdrawn from this zone, which was scored? Usually also if he is alone in it."""
        if not retained(game, region):
            return False
        return self.lone or game.regions.strength[region] != game.rules.power[self.kind] << (8 * game.seat)

    def list_new_zones(self, game: Engine, free: bool, out: Options) -> None:
        """Zones of the new tile that hold nobody, for a postman from the table; the new office is reached by POST-29."""
        regions = game.regions
        places = game.rules.places[self.kind]
        for node in range(game.board.tile_node[game.run_slot], game.board.tile_node[game.run_slot + 1]):
            if (places >> regions.kind(node)) & 1 != 0 and regions.strength[regions.region[node]] == 0:
                if not free or regions.kind(node) != self.office:
                    out.add_action(self.index, pack_action(SEND, node))

    def new_office(self, game: Engine) -> i64:
        """The office of the tile just laid, or -1."""
        rules, kind = game.rules, game.board.kind(game.run_slot)
        first = game.board.tile_node[game.run_slot]
        for node in range(first + rules.hood_first[kind], first + rules.hood_end[kind]):
            if game.regions.kind(node) == self.office:
                return node
        return -1

    def list_neighbour_zones(self, game: Engine, standing: i64, out: Options) -> None:
        """Unfinished zones on the tiles around the new one, occupied or not (POST-21 to POST-26, POST-R23)."""
        board, regions = game.board, game.regions
        cell = board.tile_cell[game.run_slot]
        places = game.rules.places[self.kind]
        for number in range(8):
            slot = board.at[board.around(cell, number)] - 1
            if slot < 0:
                continue
            for node in range(board.tile_node[slot], board.tile_node[slot + 1]):
                if (places >> regions.kind(node)) & 1 != 0 and node != standing:
                    if not game.complete(regions.region[node]):
                        out.add_action(self.index, pack_action(SEND, node))

    def act(self, game: Engine, action: i64) -> None:
        what, number = unpack_action(action)
        if what == WITHDRAW:
            self.withdraw(game)
        elif what == REMOVE:
            game.send_home(self.postman(game, number), BY_EFFECT)  # POST-28
        elif what == FETCH:
            game.move(self.postman(game, number), self.new_office(game), BY_EFFECT)  # POST-32
        elif game.figures.available(game.seat, self.kind) > 0:
            game.stand(self.postman(game, game.seat), number)
        else:
            game.move(self.postman(game, game.seat), number, BY_OWNER)

    def withdraw(self, game: Engine) -> None:
        """For the value of an incomplete office (POST-45), for nothing from a completed zone (POST-16)."""
        figure = self.postman(game, game.seat)
        node = game.figures.node(figure)
        region = game.regions.region[node]
        if not game.complete(region):
            points = game.worth(region, False, game.seat)
            number = game.add_item(RECALL, node, points, i64(1) << game.seat)  # POST-46, POST-R11
            if game.recorder is not None:
                game.bill.source, game.bill.clause = "postman", "POST-45"
                game.recorder.note(game, number, region, False)
        game.send_home(figure, BY_OWNER)

    def postman(self, game: Engine, seat: i64) -> i64:
        """A player's one postman."""
        return game.rules.figure_first[seat * game.rules.figure_kinds + self.kind]

    # -- step 3d: the owners of postmen decide (POST-35 to POST-41) -----------------------------------------------------

    def step(self, game: Engine, step: i64) -> None:
        if step == self.going_home:
            for seat in range(game.rules.seats):
                if self.item_of(game, seat) >= 0:
                    game.push(self.index, 0, game.seat, game.rules.seats, 0)
                    return

    def item_of(self, game: Engine, seat: i64) -> i64:
        """The completed zone of this run in which a seat's postman stands, or -1."""
        node = game.figures.node(self.postman(game, seat))
        if node >= 0:
            for number in range(game.item_base, game.item_count):
                if game.item(number, ITEM_KIND) >= 0:
                    if game.regions.region[game.item(number, ITEM_NODE)] == game.regions.region[node]:
                        return number
        return -1

    def run(self, game: Engine, routine: i64) -> None:
        """Arguments: the seat to ask next, how many are left (POST-R12)."""
        while game.arg(1) > 0:
            number = self.item_of(game, game.arg(0))
            if number >= 0 and (game.columns[self.leaving] >> (number - game.item_base)) & 1 == 0:
                game.ask(game.arg(0))
                return
            self.next(game)
        game.pop()

    def next(self, game: Engine) -> None:
        game.set_arg(0, game.next_seat(game.arg(0)))
        game.set_arg(1, game.arg(1) - 1)

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        out.add(OFF)
        out.add(STAY)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        columns = game.columns
        mark = bit(self.item_of(game, game.arg(0)) - game.item_base)
        if option == STAY:
            columns[self.staying] |= mark
        else:
            columns[self.leaving] |= mark  # POST-37, POST-41
        self.next(game)

    def stays(self, game: Engine, figure: i64, item: i64) -> bool:
        """Followers are retained, builders are not (POST-38, POST-R13)."""
        kept = (game.columns[self.staying] & ~game.columns[self.leaving]) >> (item - game.item_base)
        return kept & 1 != 0 and game.rules.follower[game.rules.figure_kind[figure]] != 0

    def figure_left(self, game: Engine, figure: i64, node: i64, cause: i64) -> None:
        """A postman has left a scored zone: everybody else goes home at once (POST-40)."""
        rules = game.rules
        if rules.figure_kind[figure] != self.kind or node < 0:
            return
        region = game.regions.region[node]
        if not retained(game, region):
            return
        for other in range(rules.seat_first[rules.seats]):
            place = game.figures.node(other)
            if place >= 0 and game.regions.region[place] == region:
                game.send_home(other, BY_EFFECT)

    def odd(self, game: Engine) -> str:
        """Who decides has his postman in a zone of this run from which nobody was taken off."""
        if game.owner() == self.index:
            number = self.item_of(game, game.arg(0)) - game.item_base
            if number < 0 or game.arg(1) == 0 or (game.columns[self.leaving] >> number) & 1 != 0:
                return "postman.0"
        return ""

    # -- words --------------------------------------------------------------------------------------------------------

    def question(self, game: Engine, routine: i64) -> str:
        return "postman"

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        return Option("off" if option == OFF else "stay")

    def action_meaning(self, game: Engine, action: i64) -> Option:
        what, number = unpack_action(action)
        if what == SEND:
            return Option("send", segment_on(game, number), "postman")
        if what == WITHDRAW:
            return Option("withdraw", standing_on(game, self.postman(game, game.seat)))
        return Option("remove" if what == REMOVE else "move", standing_on(game, self.postman(game, number)))

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        """The segment he is sent to by any of its sides."""
        target = option.target
        texts: list[str] = []
        if isinstance(target, Segment):
            for words in segment_words(game, game.board.slot_at(target.x, target.y)):
                if words[0] == target.name:
                    texts += [f"send postman {target.said('cell')} {word}" for word in words]
                    if game.board.slot_at(target.x, target.y) == game.run_slot:  # POST-R6
                        texts += [f"postman {word}" for word in words]
        return texts

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "postman":
            return Refusal("postman.off_or_not", "POST-35")
        if question != "figure":
            return None
        if wish.verb == PLACE and wish.figure == "postman":
            return self.why_not_here(game, wish.said("segment").partition(" ")[0])
        if wish.module != self.name or wish.verb not in ("withdraw", "send", "remove", "move"):
            return None
        if wish.verb == "send" and self.from_table:
            node = find_node(game, f"{wish.said('cell')} {wish.said('segment')}")
            if node >= 0 and game.regions.slot[node] == game.run_slot:
                return self.why_not_to_new_tile(game, node)
        if not self.has_rights(game):
            return Refusal("only_on_new_tile", "POST-R27")
        if wish.verb == "withdraw":
            return self.why_no_withdrawal(game)
        if self.new_office(game) < 0:
            return Refusal("postman.no_new_office", "POST-20")
        if wish.verb == "send":
            return self.why_not_sent(game, find_node(game, f"{wish.said('cell')} {wish.said('segment')}"))
        if wish.verb == "remove" and wish.target == Seat(int(game.seat)):
            return Refusal("postman.not_his_own", "POST-27")
        return Refusal("postman.not_on_table", "POST-27" if wish.verb == "remove" else "POST-31")

    def why_not_here(self, game: Engine, place: str) -> Refusal | None:
        if place == "field":
            return Refusal("postman.never_there", "POST-06", {"segment": Noun(place)})
        if place in game.rules.segment_names and game.part_barred == 0 and game.figures.available(game.seat, self.kind) == 0:
            return Refusal("postman.not_in_supply", "POST-13")
        return None

    def why_no_withdrawal(self, game: Engine) -> Refusal:
        node = game.figures.node(self.postman(game, game.seat))
        if node < 0:
            return Refusal("postman.in_no_zone", "POST-15")
        if retained(game, game.regions.region[node]):
            return Refusal("postman.retains_nobody", "POST-R5")
        if game.complete(game.regions.region[node]):
            return Refusal("postman.not_scored_yet", "POST-54")
        return Refusal("postman.withdrawn_from", "POST-18")

    def why_not_to_new_tile(self, game: Engine, node: i64) -> Refusal:
        """Why he does not come from the table to a zone of the new tile (POST-R6)."""
        kind = game.regions.kind(node)
        segment = Noun(game.rules.segment_names[kind])
        if game.figures.node(self.postman(game, game.seat)) < 0:
            return Refusal("postman.in_no_zone", "POST-R6")
        if (game.rules.places[self.kind] >> kind) & 1 == 0:
            return Refusal("postman.never_there", "POST-06" if kind == FIELD else "POST-07", {"segment": segment})
        return Refusal("occupied", "POST-R6", {"segment": segment})

    def why_not_sent(self, game: Engine, node: i64) -> Refusal:
        board, regions = game.board, game.regions
        standing = game.figures.node(self.postman(game, game.seat))
        if standing < 0 and game.figures.available(game.seat, self.kind) == 0:
            return Refusal("postman.in_neither", "POST-30")
        if node < 0:
            return Refusal("postman.sent_to", "POST-21")
        here, there = board.tile_cell[game.run_slot], board.tile_cell[regions.slot[node]]
        dx, dy = board.x(there) - board.x(here), board.y(there) - board.y(here)
        if here == there or dx * dx > 1 or dy * dy > 1:
            return Refusal("postman.no_neighbour", "POST-22")
        kind = regions.kind(node)
        segment = Noun(game.rules.segment_names[kind])
        if (game.rules.places[self.kind] >> kind) & 1 == 0:
            return Refusal("postman.never_there", "POST-06" if kind == FIELD else "POST-07", {"segment": segment})
        if node == standing:
            return Refusal("postman.there_already", "POST-R23")
        return Refusal("postman.completed", "POST-24", {"segment": segment})


def pack_action(what: i64, number: i64) -> i64:
    """What is done and with which node or seat, as an action."""
    return number * 4 + what


def unpack_action(action: i64) -> tuple[i64, i64]:
    return action & 3, action >> 2


def retained(game: Engine, region: i64) -> bool:
    """Was the zone scored as it stands, so that whoever is still in it is retained? One opened again was not (POST-R20)."""
    return game.regions.done[region] != 0
