"""The Postman (El Cartero): post offices, and a follower of strength 2 who may keep everybody in a scored zone.

An office scores like a monastery; its postman may be withdrawn for its value. A new office tile lets its player send his
postman to a neighbour tile, remove another's, or move one to the new office. When a zone with postmen is scored their
owners decide whether all go home or all stay, retained, until a postman leaves. Clauses POST-01 to POST-54.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bastida.carcassonne.terms import FIELD, OFFICE, POSTMAN, RETURN, W_TILE
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_EFFECT, BY_OWNER, FREELY, ITEM_KIND, ITEM_NODE, RECALL
from bastida.kernel.engine import Engine
from bastida.kernel.figures import TOWER
from bastida.kernel.module import Module
from bastida.kernel.names import find_node, segment_words, slot_name
from bastida.kernel.native import bit, i64
from bastida.kernel.options import Options

if TYPE_CHECKING:
    from bastida.kernel.book import Book

# Actions: a number * 4 + one of these.
WITHDRAW: Final = 0
SEND: Final = 1  # the number is a node
REMOVE: Final = 2  # the number is a seat
FETCH: Final = 3

OFF: Final = 0
STAY: Final = 1


@final
class Postman(Module):
    name = "postman"
    prefix = "POST"

    def __init__(self) -> None:
        super().__init__()
        self.staying: i64 = 0  # column, per run: a bit for each item whose followers stay
        self.leaving: i64 = 0  # column, per run: a bit for each item with a postman taken off

    def declare(self, book: Book) -> None:
        book.segment("post_office", completes=True, around=True)  # POST-10
        book.figure("postman", 1, ("road", "city", "monastery", "post_office"), power=2)  # POST-04, POST-06 to POST-08
        book.welcome("post_office", "follower", "big")  # POST-12, POST-R4
        book.column(self, "staying", scope="run")
        book.column(self, "leaving", scope="run")
        book.act_when_scored(self, "RETURN")

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        if game.regions.kind(region) == OFFICE:
            bill.add(W_TILE, game.regions.tiles(region), 1)
            bill.clause = "POST-43" if finished else "POST-51"
        if not finished and retained(game, region):
            bill.void()  # scored already
            bill.clause = "POST-52"

    # -- step 2 (POST-11 to POST-33) ----------------------------------------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        if game.run_rights != FREELY:  # POST-R27
            return
        own = postman(game, game.seat)
        node = game.figures.node(own)
        if node >= 0:
            region = game.regions.region[node]
            if retained(game, region) or (game.regions.kind(node) == OFFICE and not game.complete(region)):
                out.add_action(self.index, WITHDRAW)  # POST-15, POST-17, POST-18
        if self.new_office(game) < 0:
            return
        if node >= 0 or game.figures.available(game.seat, POSTMAN) > 0:
            self.list_neighbour_zones(game, node, out)
        for seat in range(game.rules.seats):
            if on_the_board(game, postman(game, seat)):
                if seat != game.seat:
                    out.add_action(self.index, seat * 4 + REMOVE)  # POST-27
                out.add_action(self.index, seat * 4 + FETCH)  # POST-29

    def new_office(self, game: Engine) -> i64:
        """The office of the tile just laid, or -1."""
        rules, kind = game.rules, game.board.kind(game.run_slot)
        first = game.board.tile_node[game.run_slot]
        for node in range(first + rules.hood_first[kind], first + rules.hood_end[kind]):
            if game.regions.kind(node) == OFFICE:
                return node
        return -1

    def list_neighbour_zones(self, game: Engine, standing: i64, out: Options) -> None:
        """Unfinished zones on the tiles around the new one, occupied or not (POST-21 to POST-26, POST-R23)."""
        board, regions = game.board, game.regions
        cell = board.tile_cell[game.run_slot]
        places = game.rules.places[POSTMAN]
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                slot = board.slot_at(board.x(cell) + dx, board.y(cell) + dy)
                if slot < 0 or slot == game.run_slot:
                    continue
                for node in range(board.tile_node[slot], board.tile_node[slot + 1]):
                    if (places >> regions.kind(node)) & 1 != 0 and node != standing:
                        if not game.complete(regions.region[node]):
                            out.add_action(self.index, node * 4 + SEND)

    def act(self, game: Engine, action: i64) -> None:
        number = action >> 2
        what = action & 3
        if what == WITHDRAW:
            self.withdraw(game)
        elif what == REMOVE:
            game.send_home(postman(game, number), BY_EFFECT)  # POST-28
        elif what == FETCH:
            game.move(postman(game, number), self.new_office(game), BY_EFFECT)  # POST-32
        elif game.figures.available(game.seat, POSTMAN) > 0:
            game.stand(postman(game, game.seat), number)
        else:
            game.move(postman(game, game.seat), number, BY_OWNER)

    def withdraw(self, game: Engine) -> None:
        """For the value of an incomplete office (POST-45), for nothing from a completed zone (POST-16)."""
        figure = postman(game, game.seat)
        node = game.figures.node(figure)
        region = game.regions.region[node]
        if not game.complete(region):
            points = game.worth(region, False, game.seat)
            number = game.add_item(RECALL, node, points, i64(1) << game.seat)  # POST-46, POST-R11
            if game.recorder is not None:
                game.bill.source, game.bill.clause = "postman", "POST-45"
                game.recorder.note(game, number, region, False)
        game.send_home(figure, BY_OWNER)

    def action_names(self, game: Engine, action: i64) -> list[str]:
        what = action & 3
        if what == WITHDRAW:
            return ["withdraw postman"]
        if what == SEND:
            node = action >> 2
            slot = game.regions.slot[node]
            words = segment_words(game, slot)[node - game.regions.first[node]]
            return [f"send postman {slot_name(game, slot)} {word}" for word in words]
        return [f"{'remove' if what == REMOVE else 'move'} postman player {(action >> 2) + 1}"]

    # -- step 3d: the owners of postmen decide (POST-35 to POST-41) -----------------------------------------------------

    def step(self, game: Engine, step: i64) -> None:
        if step == RETURN:
            for seat in range(game.rules.seats):
                if self.item_of(game, seat) >= 0:
                    game.push(self.index, 0, game.seat, game.rules.seats, 0)
                    return

    def item_of(self, game: Engine, seat: i64) -> i64:
        """The completed zone of this run in which a seat's postman stands, or -1."""
        node = game.figures.node(postman(game, seat))
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
            if number >= 0 and (game.own[self.leaving] >> (number - game.item_base)) & 1 == 0:
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
        own = game.own
        mark = bit(self.item_of(game, game.arg(0)) - game.item_base)
        if option == STAY:
            own[self.staying] |= mark
        else:
            own[self.leaving] |= mark  # POST-37, POST-41
        self.next(game)

    def text(self, game: Engine, routine: i64, option: i64) -> str:
        return "postman off" if option == OFF else "postman stays"

    def question(self, game: Engine, routine: i64) -> str:
        return "postman"

    def stays(self, game: Engine, figure: i64, item: i64) -> bool:
        """Followers are retained, builders are not (POST-38, POST-R13)."""
        kept = (game.own[self.staying] & ~game.own[self.leaving]) >> (item - game.item_base)
        return kept & 1 != 0 and game.rules.follower[game.rules.figure_kind[figure]] != 0

    def left(self, game: Engine, figure: i64, node: i64, cause: i64) -> None:
        """A postman has left a scored zone: everybody else goes home at once (POST-40)."""
        rules = game.rules
        if rules.figure_kind[figure] != POSTMAN or node < 0:
            return
        region = game.regions.region[node]
        if not retained(game, region):
            return
        for other in range(rules.seat_first[rules.seats]):
            place = game.figures.node(other)
            if place >= 0 and game.regions.region[place] == region:
                game.send_home(other, BY_EFFECT)

    # -- words --------------------------------------------------------------------------------------------------------

    def refusal(self, game: Engine, question: str, text: str) -> str:
        words = text.split()
        if question == "postman":
            return "the owner of the postman takes him off or leaves him (POST-35)"
        if question != "figure" or "postman" not in words[:2]:
            return ""
        if words[0] == "postman":
            return self.why_not_here(game, words[1] if len(words) > 1 else "")
        if words[0] not in ("withdraw", "send", "remove", "move"):
            return ""
        if game.run_rights != FREELY:
            return "the extra tile of a message allows only figures on it (TURN-81)"
        if words[0] == "withdraw":
            return self.why_no_withdrawal(game)
        if self.new_office(game) < 0:
            return "that takes an office tile laid in this turn (POST-20)"
        if words[0] == "send":
            return self.why_not_sent(game, find_node(game, text.removeprefix("send postman ")))
        if words[0] == "remove" and words[-1] == str(game.seat + 1):
            return "your own postman is withdrawn, not removed (POST-27)"
        return f"that postman is not on the table ({'POST-27' if words[0] == 'remove' else 'POST-31'})"

    def why_not_here(self, game: Engine, place: str) -> str:
        if place == "field":
            return "the postman never goes to a field (POST-06)"
        if place in game.rules.segment_names and game.part_barred == 0 and game.figures.available(game.seat, POSTMAN) == 0:
            return "your one postman is not in your supply (POST-13)"
        return ""

    def why_no_withdrawal(self, game: Engine) -> str:
        node = game.figures.node(postman(game, game.seat))
        if node < 0:
            return "your postman stands in no zone (POST-15)"
        if game.complete(game.regions.region[node]):
            return "his zone is not scored yet, so nobody is retained in it (POST-54)"
        return "the postman is withdrawn only from a scored zone or from an incomplete office (POST-18)"

    def why_not_sent(self, game: Engine, node: i64) -> str:
        board, regions = game.board, game.regions
        standing = game.figures.node(postman(game, game.seat))
        if standing < 0 and game.figures.available(game.seat, POSTMAN) == 0:
            return "your postman comes from a zone or from your supply, and is in neither (POST-30)"
        if node < 0:
            return "he is sent to an unfinished road, city, monastery or office of a neighbour tile (POST-21)"
        here, there = board.tile_cell[game.run_slot], board.tile_cell[regions.slot[node]]
        dx, dy = board.x(there) - board.x(here), board.y(there) - board.y(here)
        if here == there or dx * dx > 1 or dy * dy > 1:
            return "that is no neighbour tile of the one just laid (POST-22)"
        kind = regions.kind(node)
        word = game.rules.segment_names[kind]
        if (game.rules.places[POSTMAN] >> kind) & 1 == 0:
            return f"the postman never goes to a {word} ({'POST-06' if kind == FIELD else 'POST-07'})"
        return f"that {word} is completed (POST-24)" if node != standing else "he stands there already (POST-R23)"


def postman(game: Engine, seat: i64) -> i64:
    """A player's one postman."""
    return game.rules.figure_first[seat * game.rules.figure_kinds + POSTMAN]


def on_the_board(game: Engine, figure: i64) -> bool:
    """On a segment, or on top of a tower (POST-R22)."""
    return game.figures.node(figure) >= 0 or game.figures.place_word(figure) == TOWER


def retained(game: Engine, region: i64) -> bool:
    """Was the zone scored as it stands, so that whoever is still in it is retained? One opened again was not (POST-R20)."""
    return game.regions.done[region] != 0
