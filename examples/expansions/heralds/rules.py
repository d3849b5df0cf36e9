"""Heralds: one figure a player that stands beside a follower of his own and plants a banner when the feature is completed.

A banner stands on a space of the scoreboard. The first scoring figure of somebody else that reaches or passes it brings its
owner a toll, and the banner comes down. Clauses HERALD-01 to HERALD-10.
"""

from typing import ClassVar

from bastida.kernel.answers import NOTHING, Option, Refusal, Segment, Space
from bastida.kernel.book import Book
from bastida.kernel.codes import ADVANCE_POINTS, ADVANCE_SEAT, ADVANCE_START, BY_EFFECT, ITEM_NODE
from bastida.kernel.deploy import PLACE, PLACES, placed
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.options import Options
from bastida.kernel.ranges import AMOUNT, NOBODY, SEAT, SEATS, SPACE
from bastida.kernel.refusals import other_names
from bastida.kernel.shown import OnTrack, Shown

AHEAD = (5, 10, 15)  # spaces before the herald's own scoring figure (HERALD-05)
TOLL = 2  # points (HERALD-07)
SPACES = 50
DOWN = -1  # no banner is up
PLANTING, PAYING = 1, 2


class Heralds(Module):
    name = "heralds"
    prefix = "HERALD"
    notation: ClassVar[dict[str, str]] = {PLACE: PLACES, "plant": "banner {number}", "keep": "no banner"}

    def declare(self, book: Book) -> None:
        self.herald = book.figure("herald", 1, ("road", "city"), power=0, follower=False)  # HERALD-01
        self.proclaim = book.step_number("PROCLAIM")
        book.column(self, "banner", book.seats, fill=DOWN, holds=SPACE)  # the space on which a banner stands
        book.column(self, "due", book.seats, holds=AMOUNT)  # tolls to be paid at the end of the part
        book.task(self, PLANTING, SEATS, SEAT, asks=1, at="PROCLAIM")
        book.task(self, PAYING, asks=NOBODY, waits=True)
        book.act_when_scored(self, "PROCLAIM")

    # -- the figure (HERALD-01 to HERALD-03) --------------------------------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        """Beside a follower of one's own, on a road or city of the new tile (HERALD-02)."""
        if game.part_barred or not game.figures.available(game.seat, self.herald):
            return
        regions, rules, board = game.regions, game.rules, game.board
        open_to = rules.open_to[self.herald * len(rules.tiles) + board.kind(game.run_slot)]
        first = board.tile_node[game.run_slot]
        for segment in range(board.tile_node[game.run_slot + 1] - first):
            if open_to >> segment & 1 and regions.strength_of(regions.region[first + segment], game.seat):
                out.add_action(self.index, segment)

    def act(self, game: Engine, action: int) -> None:
        game.stand(self.figure_of(game, game.seat), game.board.tile_node[game.run_slot] + action)

    def action_meaning(self, game: Engine, action: int) -> Option:
        return placed(game, self.herald, action)

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        return other_names(game, option) if option.verb == PLACE else []

    def figure_left(self, game: Engine, figure: int, node: int, cause: int) -> None:
        """A herald never stands alone (HERALD-03)."""
        seat = game.rules.figure_seat[figure]
        if seat < game.rules.seats:
            herald = self.figure_of(game, seat)
            there = game.figures.node(herald)
            if there >= 0 and not game.regions.strength_of(game.regions.region[there], seat):
                game.send_home(herald, BY_EFFECT)

    def figure_of(self, game: Engine, seat: int) -> int:
        return int(game.rules.figure_first[seat * game.rules.figure_kinds + self.herald])

    # -- the banner (HERALD-04 to HERALD-08) --------------------------------------------------------------------------

    def step(self, game: Engine, step: int) -> None:
        if step == self.proclaim:
            heralds = self.proclaiming(game)
            if heralds:
                game.push(self.index, PLANTING, heralds, 0, 0)
        elif any(game.columns[self.due + seat] for seat in range(game.rules.seats)):
            game.push(self.index, PAYING, 0, 0, 0)

    def proclaiming(self, game: Engine) -> int:
        """A bit for each seat whose herald stands in a feature that was just completed (HERALD-04)."""
        region, found = game.regions.region, 0
        done = {region[game.item(number, ITEM_NODE)] for number in range(game.item_base, game.item_count)}
        for seat in range(game.rules.seats):
            node = game.figures.node(self.figure_of(game, seat))
            if node >= 0 and region[node] in done:
                found |= 1 << seat
        return found

    def phase_over(self, game: Engine) -> None:
        """Whoever reaches or passes a banner owes its owner a toll; the banner comes down (HERALD-07, HERALD-08)."""
        columns = game.columns
        for number in range(game.phase_count):
            start = game.advance_of(number, ADVANCE_START)
            end = start + game.advance_of(number, ADVANCE_POINTS)
            for seat in range(game.rules.seats):
                banner = columns[self.banner + seat]
                meets = start + 1 + (banner - start - 1) % SPACES  # the next time a figure comes to that space
                if banner != DOWN and seat != game.advance_of(number, ADVANCE_SEAT) and meets <= end:
                    columns[self.banner + seat] = DOWN
                    columns[self.due + seat] += TOLL

    def run(self, game: Engine, routine: int) -> None:
        seat = game.seat
        for _ in range(game.rules.seats):  # clockwise from the active player
            if routine == PLANTING and game.arg(0) >> seat & 1:
                game.set_arg(1, seat)
                game.ask(seat)
                return
            if routine == PAYING and game.columns[self.due + seat]:
                toll = game.columns[self.due + seat]
                game.columns[self.due + seat] = 0
                game.pay(seat, toll, "banner", "HERALD-07", -1)
                return
            seat = game.next_seat(seat)
        game.pop()

    def spaces(self, game: Engine) -> list[int]:
        """Where the banner of whoever is asked may stand (HERALD-05)."""
        return [(int(game.points[game.arg(1) * 2]) + ahead) % SPACES for ahead in AHEAD]

    def options(self, game: Engine, routine: int, out: Options) -> None:
        for number in range(len(AHEAD) + 1):  # the last one: no banner
            out.add(number)

    def answer(self, game: Engine, routine: int, option: int) -> None:
        seat = game.arg(1)
        if option < len(AHEAD):
            game.columns[self.banner + seat] = self.spaces(game)[option]  # HERALD-06: one that is up moves
        game.set_arg(0, game.arg(0) & ~(1 << seat))

    # -- words --------------------------------------------------------------------------------------------------------

    def question(self, game: Engine, routine: int) -> str:
        return "banner"

    def meaning(self, game: Engine, routine: int, option: int) -> Option:
        if option == len(AHEAD):
            return Option("keep", NOTHING, declines=True)
        return Option("plant", Space(self.spaces(game)[option]))

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "banner":
            return Refusal("heralds.three_spaces", "HERALD-05")
        if question == "figure" and wish.figure == "herald" and isinstance(wish.target, Segment):
            if not game.figures.available(game.seat, self.herald):
                return Refusal("heralds.on_the_table", "HERALD-01")
            return Refusal("heralds.beside_a_follower", "HERALD-02")
        return None

    def shown(self, game: Engine, out: Shown) -> None:
        for seat in range(game.rules.seats):
            banner = game.columns[self.banner + seat]
            if banner != DOWN:
                out.track.append(OnTrack(int(banner), "banner", seat))
