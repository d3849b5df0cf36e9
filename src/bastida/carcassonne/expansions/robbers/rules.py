"""Robbers (Ladrones): a figure on the scoreboard that takes its share when somebody else's scoring figure moves on.

A robber tile lets the active player, and one other, put the robber on the space of another player's scoring figure. When
that figure advances, the robber's owner gets half of the points, rounded up, and the robber goes home. Stolen points feed
no robber: robbers on the space they start from go along. Clauses ROBBER-01 to ROBBER-40.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.kernel.answers import Option, Refusal, Scorer, Space
from bastida.kernel.codes import ADVANCE_FIGURE, ADVANCE_POINTS, ADVANCE_SEAT, ADVANCE_START, ADVANCE_STOLEN, FRAME
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.native import bit, i64
from bastida.kernel.options import Options
from bastida.kernel.ranges import PHASE_OVER, SEAT, SEATS, SPACE, YES_OR_NO
from bastida.kernel.shown import Held, OnTrack, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

SPACES: Final = 50  # a ring (ROBBER-08)
HOME: Final = -1
AT_THE_END: Final = 3  # points (ROBBER-40)

# Questions.
PLACE: Final = 0  # seat, and 1 if he is the other player of ROBBER-04
STEAL: Final = 1  # seats whose robbers have notes, a bit each; the one that steals; 1 while his figure advances
DECLINE: Final = 50  # the options below are spaces


@final
class Robbers(Module):
    name = "robbers"
    prefix = "ROBBER"
    notation: ClassVar[dict[str, str]] = {
        "lurk": "space {number}",
        "pass": "pass",
        "steal": "{player} {scorer} {detail}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.placing: i64 = 0  # the step in which robbers are put on the scoreboard
        self.going_home: i64 = 0  # the step of the final scoring in which they bring their points
        self.space: i64 = 0  # column: by seat, where the robber stands, or HOME
        self.after_the_first = False  # ROBBER-R1: another player places only if the active one has

    def declare(self, book: Book) -> None:
        self.placing = book.step_number("ROBBER_PLACE")
        self.going_home = book.step_number("FINAL_ROBBERS")
        book.column(self, "space", book.seats, fill=HOME, holds=SPACE)  # ROBBER-01
        book.task(self, PLACE, SEAT, YES_OR_NO, asks=0)
        book.task(self, STEAL, SEATS, SEAT, YES_OR_NO, asks=1, at=PHASE_OVER, waits=True)
        book.act_with(book.flags("robber"), self, "ROBBER_PLACE")
        self.after_the_first = book.settings.get("second_robber") == "after the first"

    def step(self, game: Engine, step: i64) -> None:
        if step == self.placing:
            game.push(self.index, PLACE, game.seat, 0, 0)
        elif step == self.going_home:
            columns = game.columns
            for seat in range(game.rules.seats):
                if columns[self.space + seat] != HOME:
                    game.remark(-1, "robber", "ROBBER-40", -1)
                    game.score_at_end(seat, AT_THE_END)
                    columns[self.space + seat] = HOME

    # -- step 1e: placing (ROBBER-02 to ROBBER-08) -----------------------------------------------------------------------

    def spaces(self, game: Engine, seat: i64) -> i64:
        """A bit for each space with a scoring figure of another player, less the one the robber stands on (ROBBER-R6)."""
        found: i64 = 0
        for other in range(game.rules.seats):
            if other != seat:
                for figure in range(game.rules.figures_per_seat):
                    found |= bit(game.points[other * 2 + figure] % SPACES)
        here = game.columns[self.space + seat]
        if here != HOME:
            found &= ~bit(here)
        return found

    def other_player(self, game: Engine) -> i64:
        """The next player, from the active one's left, whose robber is at home (ROBBER-04, ROBBER-05); or -1."""
        seat = game.next_seat(game.seat)
        while seat != game.seat:
            if game.columns[self.space + seat] == HOME:
                return seat
            seat = game.next_seat(seat)
        return -1

    def decided(self, game: Engine, placed: bool) -> None:
        """The active player has decided: one other may place, whatever he did (ROBBER-06, ROBBER-R1); then it is over."""
        other: i64 = -1
        if game.arg(1) == 0 and (placed or not self.after_the_first):
            other = self.other_player(game)
        if other < 0:
            game.pop()
        else:
            game.set_arg(0, other)
            game.set_arg(1, 1)

    # -- step 3b, and after every other payment: stealing (ROBBER-20 to ROBBER-33) ---------------------------------------

    def order_matters(self, game: Engine) -> bool:
        for seat in range(game.rules.seats):
            if game.columns[self.space + seat] != HOME:
                return True
        return False

    def phase_over(self, game: Engine) -> None:
        noting: i64 = 0
        for seat in range(game.rules.seats):
            if self.next_note(game, seat, 0) >= 0:
                noting |= bit(seat)
        if noting != 0:
            game.push(self.index, STEAL, noting, 0, 0)

    def next_note(self, game: Engine, seat: i64, number: i64) -> i64:
        """From this advance on, the first that a seat's robber has noted, or -1: one of another player's figures that
        started on its space for points that are not stolen (ROBBER-20, ROBBER-22, ROBBER-27, ROBBER-30)."""
        space = game.columns[self.space + seat]
        while number < game.phase_count:
            if (
                game.advance_of(number, ADVANCE_START) % SPACES == space
                and game.advance_of(number, ADVANCE_SEAT) != seat
                and game.advance_of(number, ADVANCE_STOLEN) == 0
            ):
                return number
            number += 1
        return -1

    def share(self, game: Engine, number: i64) -> i64:
        return (game.advance_of(number, ADVANCE_POINTS) + 1) >> 1

    def is_a_choice(self, game: Engine, seat: i64) -> bool:
        """Do the notes of a robber differ in what they bring?"""
        first = self.next_note(game, seat, 0)
        number = first
        while number >= 0:
            if self.share(game, number) != self.share(game, first):
                return True
            number = self.next_note(game, seat, number + 1)
        return False

    def steal(self, game: Engine, seat: i64, number: i64) -> None:
        """The owner's figure, perhaps one that he chooses, advances; ``took`` follows when it has."""
        game.set_arg(2, 1)
        game.stolen = 1
        game.remark(-1, "robber", "ROBBER-20", -1)
        game.award(seat, self.share(game, number), -1)

    def took(self, game: Engine, seat: i64) -> None:
        """The robber goes home (ROBBER-21); others on the space where the figure started go along (ROBBER-30)."""
        game.stolen = 0
        game.set_arg(2, 0)
        last = game.phase_count - 1
        start = game.advance_of(last, ADVANCE_START)
        end = start + game.advance_of(last, ADVANCE_POINTS)
        columns, noting = game.columns, game.arg(0)
        for other in range(game.rules.seats):
            if columns[self.space + other] == start % SPACES and (noting >> other) & 1 == 0:  # ROBBER-31
                columns[self.space + other] = end % SPACES
        columns[self.space + seat] = HOME
        game.set_arg(0, noting & ~bit(seat))

    # -- questions ----------------------------------------------------------------------------------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        if routine == PLACE:
            if self.spaces(game, game.arg(0)) != 0:
                game.ask(game.arg(0))
            else:
                self.decided(game, False)
            return
        if game.arg(2) != 0:
            self.took(game, game.arg(1))
        noting = game.arg(0)
        if noting == 0:
            game.pop()
            return
        seat = game.seat  # clockwise from the active player (TURN-12)
        while (noting >> seat) & 1 == 0:
            seat = game.next_seat(seat)
        game.set_arg(1, seat)
        if self.is_a_choice(game, seat):
            game.ask(seat)  # ROBBER-25
        else:
            self.steal(game, seat, self.next_note(game, seat, 0))

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == PLACE:
            spaces = self.spaces(game, game.arg(0))
            for space in range(SPACES):
                if (spaces >> space) & 1 != 0:
                    out.add(space)
            out.add(DECLINE)
            return
        number = self.next_note(game, game.arg(1), 0)
        while number >= 0:
            if not self.listed(game, number, out):
                out.add(number)
            number = self.next_note(game, game.arg(1), number + 1)

    def listed(self, game: Engine, number: i64, out: Options) -> bool:
        """Is the same advance of the same figure, a lap earlier, among the options already?"""
        for i in range(out.count):
            if (
                game.advance_of(out.items[i], ADVANCE_SEAT) == game.advance_of(number, ADVANCE_SEAT)
                and game.advance_of(out.items[i], ADVANCE_FIGURE) == game.advance_of(number, ADVANCE_FIGURE)
                and game.advance_of(out.items[i], ADVANCE_POINTS) == game.advance_of(number, ADVANCE_POINTS)
            ):
                return True
        return False

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        if routine == STEAL:
            self.steal(game, game.arg(1), option)
            return
        if option != DECLINE:
            columns = game.columns
            columns[self.space + game.arg(0)] = option
        self.decided(game, option != DECLINE)

    def odd(self, game: Engine) -> str:
        """Who has a robber to steal with has noted something; points are stolen while one of them takes his."""
        stealing: i64 = 0
        for depth in range(game.depth):
            at = depth * FRAME
            if game.stack[at] != self.index or game.stack[at + 1] != STEAL:
                continue
            noting, seat = game.stack[at + 2], game.stack[at + 3]
            if (noting >> seat) & 1 == 0 or (game.stack[at + 4] == 0) != (depth == game.depth - 1):
                return "robbers.1"
            stealing += game.stack[at + 4]
            for other in range(game.rules.seats):
                if (noting >> other) & 1 != 0 and self.next_note(game, other, 0) < 0:
                    return "robbers.1"
        return "" if stealing == game.stolen else "stolen"

    # -- words ----------------------------------------------------------------------------------------------------------------

    def question(self, game: Engine, routine: i64) -> str:
        return "robber" if routine == PLACE else "theft"

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        if routine == PLACE:
            if option == DECLINE:
                return Option("pass", declines=True)
            return Option("lurk", Space(int(option)), "robber")
        seat, figure = game.advance_of(option, ADVANCE_SEAT), game.advance_of(option, ADVANCE_FIGURE)
        victim = Scorer(int(seat), int(figure), game.rules.scorer_names[figure])
        return Option("steal", victim, detail=str(game.advance_of(option, ADVANCE_POINTS)))

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "theft":
            return Refusal("robbers.must_steal", "ROBBER-23")
        if question == "robber" and wish.module == self.name and wish.verb == "lurk":
            if wish.target == Space(int(game.columns[self.space + game.arg(0)])):
                return Refusal("robbers.stands_there", "ROBBER-03")
            return Refusal("robbers.no_figure_there", "ROBBER-02")
        return None

    def shown(self, game: Engine, out: Shown) -> None:
        """On the scoreboard, or before their owners."""
        for seat in range(game.rules.seats):
            owner, space = int(seat), int(game.columns[self.space + seat])
            out.held.append(Held(owner, "robber", int(space == HOME), owner))
            if space != HOME:
                out.track.append(OnTrack(space, "robber", owner))
