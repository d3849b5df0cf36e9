"""Messages (Despachos): a second scoring figure for everybody, and eight tokens for those who stop on a dark space.

Whoever wins points chooses which of his two figures, the follower or the messenger (seguidora), takes them. The active
player whose figure ends on a multiple of five draws a message and carries out its action or takes two points, which may
lead to the next one. A token goes back under the stack, so that after eight the order is known. Clauses MSG-01 to MSG-52.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.carcassonne.terms import CITY, FIELD, MONASTERY, PENNANTS, ROAD
from bastida.kernel.answers import Option, Refusal, Scorer, form_of
from bastida.kernel.codes import (
    ADVANCE_FIGURE,
    ADVANCE_POINTS,
    ADVANCE_SEAT,
    ADVANCE_START,
    BY_EFFECT,
    DEALER,
    ITEM_POINTS,
    ITEM_WINNERS,
    ONLY_ITS_TILE,
    OVER,
    STOCK,
)
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import standing_on
from bastida.kernel.native import i64
from bastida.kernel.options import Options
from bastida.kernel.ranges import ANYWHERE, CHANCE, NOBODY, POINTS, RUN_ITEM, SEAT, between
from bastida.kernel.shown import Beside, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

# The messages (MSG-31 to MSG-38).
SMALLEST_ROAD: Final = 1
SMALLEST_CITY: Final = 2
SMALLEST_MONASTERY: Final = 3
EXTRA_TILE: Final = 4
EACH_PENNANT: Final = 5
EACH_KNIGHT: Final = 6
EACH_FARMER: Final = 7
ONE_FOLLOWER: Final = 8
NAMES: Final = ("1", "2", "3", "4", "5", "6", "7", "8")
ACTIONS: Final = (  # verb and detail; that of the eighth is about a certain follower
    ("smallest", "road"),
    ("smallest", "city"),
    ("smallest", "monastery"),
    ("extra_tile", ""),
    ("pennants", ""),
    ("knights", ""),
    ("farmers", ""),
)

SCORING: Final = ("follower", "messenger")  # the two scoring figures
DARK: Final = 5  # every fifth space (MSG-10)
SEAL: Final = 2  # the points on every token

# Questions.
CHOOSE: Final = 0  # seat, points, note: which figure advances
LOOP: Final = 1  # has a scoring phase led to a message?
DRAW: Final = 2
USE: Final = 3  # the message drawn: its action, or the two points
TWO_POINTS: Final = 0
ACTION: Final = 1  # for message 8 with the number of the follower added


@final
class Messages(Module):
    name = "messages"
    prefix = "MSG"
    notation: ClassVar[dict[str, str]] = {
        "advance": "{scorer}",
        "message": "{detail}",
        "two_points": "2 points",
        "smallest": "smallest {detail}",
        "extra_tile": "tile",
        "pennants": "pennants",
        "knights": "knights",
        "farmers": "farmers",
        "take_back": "{figure} {cell} {segment}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.drawing: i64 = 0  # the step in which messages are drawn
        self.adding_up: i64 = 0  # the step of the final scoring in which the two figures become one
        self.stack: i64 = 0  # pile of the messages
        self.each_time = False  # MSG-R2: every advance that ends on a dark space counts
        self.past_the_first = False  # RIVER-R11: the extra tile is none of those laid before all others

    def declare(self, book: Book) -> None:
        self.drawing = book.step_number("MESSAGE")
        self.adding_up = book.step_number("FINAL_FIGURES")
        self.stack = book.pile("messages", NAMES, [1] * len(NAMES))  # MSG-01
        book.scorers = SCORING  # MSG-02
        self.each_time = book.settings.get("dark_space") == "each time"
        book.act_when_scored(self, "MESSAGE")  # MSG-11
        book.task(self, CHOOSE, SEAT, POINTS, RUN_ITEM.or_(-1), asks=0, at=ANYWHERE)
        book.task(self, LOOP, asks=NOBODY, waits=True)
        book.task(self, DRAW, asks=CHANCE, over=LOOP)
        book.task(self, USE, between(1, len(NAMES)), over=LOOP)
        self.past_the_first = book.settings.get("extra_draw") == "stock"
        source = "stock" if self.past_the_first else STOCK
        book.further_run("MESSAGE", source, ONLY_ITS_TILE, deep=sum(book.copies))

    # -- two scoring figures (MSG-03, MSG-04) ---------------------------------------------------------------------------

    def order_matters(self, game: Engine) -> bool:
        return True  # TURN-52

    def award_figure(self, game: Engine, seat: i64, points: i64, note: i64) -> i64:
        game.push(self.index, CHOOSE, seat, points, note)
        return -1

    # -- step 4b: drawing and using a message -----------------------------------------------------------------------------

    def step(self, game: Engine, step: i64) -> None:
        if step == self.adding_up:
            self.add_up(game)
        elif step == self.drawing and self.due(game):
            game.push(self.index, LOOP, 0, 0, 0)

    def due(self, game: Engine) -> bool:
        """Did a figure of the active player advance in this phase and end on a dark space (MSG-11 to MSG-15)?"""
        for number in range(game.phase_count):
            if game.advance_of(number, ADVANCE_SEAT) == game.seat:
                if game.points[game.seat * 2 + game.advance_of(number, ADVANCE_FIGURE)] % DARK == 0:
                    return True
                end = game.advance_of(number, ADVANCE_START) + game.advance_of(number, ADVANCE_POINTS)
                if self.each_time and end % DARK == 0:  # MSG-R2
                    return True
        return False

    def run(self, game: Engine, routine: i64) -> None:
        if routine == CHOOSE:
            game.ask(game.arg(0))
        elif routine == DRAW:
            game.ask(DEALER)
        elif routine == USE:
            if self.has_object(game, game.arg(0)):
                game.ask(game.seat)
            else:
                self.use(game, TWO_POINTS)  # MSG-22
        elif self.due(game):
            game.push(self.index, DRAW, 0, 0, 0)
        else:
            game.pop()

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == CHOOSE:
            out.add(0)
            out.add(1)
        elif routine == DRAW:
            for piece in range(len(NAMES)):
                if game.piles.copies(self.stack, piece) > 0:
                    out.add(piece)
        else:
            out.add(TWO_POINTS)
            if game.arg(0) == ONE_FOLLOWER:
                for figure in range(game.rules.seat_first[game.seat], game.rules.seat_first[game.seat + 1]):
                    if self.can_be_taken(game, figure):
                        out.add(ACTION + figure)
            else:
                out.add(ACTION)

    def weight(self, game: Engine, routine: i64, option: i64) -> i64:
        return game.piles.copies(self.stack, option)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        if routine == CHOOSE:
            seat, points, note = game.arg(0), game.arg(1), game.arg(2)
            game.pop()
            game.move_forward(seat, option, points, note)
        elif routine == DRAW:
            game.piles.take(self.stack, option)
            game.pop()
            game.push(self.index, USE, option + 1, 0, 0)
        else:
            self.use(game, option)

    def use(self, game: Engine, option: i64) -> None:
        """The token goes under the stack, then its action or the two points follow (MSG-20, MSG-21)."""
        message = game.arg(0)
        game.piles.put_under(self.stack, message - 1)
        game.pop()
        if option == TWO_POINTS:
            game.pay(game.seat, SEAL, "message", "MSG-20", -1)
        elif message <= SMALLEST_MONASTERY:
            node = smallest(game, kind_of(message))
            points = game.worth(game.regions.region[node], False, game.seat)
            game.pay(game.seat, points, "message", self.clause(message), node)
        elif message == EXTRA_TILE:
            game.pop()  # it pays nothing, so the loop ends (MSG-R12); the run has its own (MSG-R13)
            game.push_run(self.source(game), ONLY_ITS_TILE)
        elif message == ONE_FOLLOWER:
            self.take_back(game, option - ACTION)
        else:
            game.pay(game.seat, 2 * counted(game, message), "message", self.clause(message), -1)

    def clause(self, message: i64) -> str:
        return f"MSG-3{message}"

    # -- the eight messages -------------------------------------------------------------------------------------------------

    def has_object(self, game: Engine, message: i64) -> bool:
        if message <= SMALLEST_MONASTERY:
            return smallest(game, kind_of(message)) >= 0
        if message == EXTRA_TILE:
            return game.pile_of(self.source(game)) >= 0
        if message != ONE_FOLLOWER:
            return counted(game, message) > 0
        for figure in range(game.rules.seat_first[game.seat], game.rules.seat_first[game.seat + 1]):
            if self.can_be_taken(game, figure):
                return True
        return False

    def source(self, game: Engine) -> i64:
        """Where the extra tile of message 4 comes from (TURN-21, RIVER-R11)."""
        stock = game.rules.stock
        return stock[len(stock) - 1] if self.past_the_first else STOCK

    def can_be_taken(self, game: Engine, figure: i64) -> bool:
        """A follower on the table (MSG-38); of equal ones in the same place only the first."""
        rules, place = game.rules, game.figures.place
        if rules.follower[rules.figure_kind[figure]] == 0:
            return False
        if not game.figures.on_board(figure):
            return False
        for other in range(rules.seat_first[game.seat], figure):
            if place[other] == place[figure] and rules.figure_kind[other] == rules.figure_kind[figure]:
                return False
        return True

    def take_back(self, game: Engine, figure: i64) -> None:
        """Its feature pays as in final scoring if the player has the majority with this follower (MSG-38, MSG-R10)."""
        node = game.figures.node(figure)
        points: i64 = 0
        if node >= 0:
            region = game.regions.region[node]
            if (game.majority(region) >> game.seat) & 1 != 0:
                points = game.worth(region, False, game.seat)
        game.send_home(figure, BY_EFFECT)
        game.pay(game.seat, points, "message", self.clause(ONE_FOLLOWER), node)

    # -- final scoring --------------------------------------------------------------------------------------------------------

    def add_up(self, game: Engine) -> None:
        """One figure stands on the sum, the other goes back to the box (MSG-51)."""
        totals = game.points
        for seat in range(game.rules.seats):
            totals[seat * 2] += totals[seat * 2 + 1]
            totals[seat * 2 + 1] = 0

    def odd(self, game: Engine) -> str:
        """Points of a thing scored go to who won it. A message that was drawn is in no pile; what is asked can be done."""
        drawn: i64 = 0
        if game.owner() == self.index and game.routine() == CHOOSE and game.arg(2) >= 0:  # of something scored
            winners, points = game.item(game.arg(2), ITEM_WINNERS), game.item(game.arg(2), ITEM_POINTS)
            if (winners >> game.arg(0)) & 1 == 0 or points != game.arg(1):
                return "messages.0"
        if game.owner() == self.index and game.routine() == USE:
            drawn = game.arg(0)
            if not self.has_object(game, drawn):
                return "messages.3"
        if game.rules.study:
            return ""
        for piece in range(len(NAMES)):
            if copies_of(game, self.stack, piece) != (0 if piece == drawn - 1 else 1):
                return "left.messages"
        return ""

    # -- words ----------------------------------------------------------------------------------------------------------------

    def question(self, game: Engine, routine: i64) -> str:
        if routine == CHOOSE:
            return "scoring figure"
        return "message" if routine == DRAW else "message action"

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        if routine == CHOOSE:
            return Option("advance", Scorer(int(game.arg(0)), int(option), SCORING[option], int(game.arg(1))))
        if routine == DRAW:
            return Option("message", detail=NAMES[option])
        if option == TWO_POINTS:
            return Option("two_points")
        if game.arg(0) == ONE_FOLLOWER:
            return Option("take_back", standing_on(game, option - ACTION))
        return action_of(game.arg(0))

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "scoring figure":
            return Refusal("messages.one_figure", "MSG-03")
        if question == "message action":
            message = game.arg(0)
            if message == ONE_FOLLOWER:
                return Refusal("messages.one_follower", "MSG-38")
            action = action_of(message)
            action.form = form_of(self.notation, action.verb)
            return Refusal("messages.action_or_points", "MSG-20", {"number": int(message), "action": repr(action.text)})
        return None

    def shown(self, game: Engine, out: Shown) -> None:
        """The message that was drawn and not used yet; at the end the messengers are off the scoreboard (MSG-51)."""
        if game.asked == OVER:
            out.gone.extend(range(int(game.rules.seats)))
        if game.depth > 0 and game.owner() == self.index and game.routine() == USE:
            out.beside.append(Beside(f"message-{NAMES[game.arg(0) - 1]}"))


def copies_of(game: Engine, pile: i64, piece: i64) -> i64:
    """How many of a piece are in a pile, in known order or not."""
    piles, rules = game.piles, game.rules
    found = piles.remaining[rules.pile_row[pile] + piece]
    for place in range(piles.tail_size[pile]):
        if piles.tail[pile * rules.tail_room + place] == piece:
            found += 1
    return found


def action_of(message: i64) -> Option:
    """What one of the first seven messages lets its player do."""
    verb, detail = ACTIONS[message - 1]
    return Option(verb, detail=detail)


def kind_of(message: i64) -> i64:
    """Which features one of the first three messages looks at; what is only like a monastery is none (MSG-R7)."""
    if message == SMALLEST_ROAD:
        return ROAD
    return CITY if message == SMALLEST_CITY else MONASTERY


def smallest(game: Engine, kind: i64) -> i64:
    """Of the active player's followers in features of a kind, the node of the one whose feature gives fewest; or -1."""
    rules, regions = game.rules, game.regions
    found: i64 = -1
    least: i64 = 0
    for figure in range(rules.seat_first[game.seat], rules.seat_first[game.seat + 1]):
        node = game.figures.node(figure)
        if node >= 0 and rules.follower[rules.figure_kind[figure]] != 0 and regions.kind(node) == kind:
            points = game.worth(regions.region[node], False, game.seat)  # MSG-40 to MSG-42
            if found < 0 or points < least:
                found = node
                least = points
    return found


def counted(game: Engine, message: i64) -> i64:
    """Knights, farmers, or the pennants of cities with a knight (MSG-35 to MSG-37); every follower is one (MSG-43)."""
    rules, regions = game.rules, game.regions
    kind: i64 = FIELD if message == EACH_FARMER else CITY
    total: i64 = 0
    cities: list[i64] = []
    for figure in range(rules.seat_first[game.seat], rules.seat_first[game.seat + 1]):
        node = game.figures.node(figure)
        if node >= 0 and rules.follower[rules.figure_kind[figure]] != 0 and regions.kind(node) == kind:
            if message != EACH_PENNANT:
                total += 1
            elif regions.region[node] not in cities:
                cities.append(regions.region[node])
                total += regions.mark(regions.region[node], PENNANTS)
    return total
