"""The Tower (La Torre): neutral floors on printed foundations, and the prisoners that are taken from them.

In step 2 a player may, instead of anything else, put a floor on a foundation or an open tower and take one follower in
its reach, or close a tower with a follower of his own. Two players who hold each other's followers exchange them at
once; other prisoners are bought back for three points in the owner's turn. Clauses TOWER-01 to TOWER-80.
"""

# Long: one expansion, one file beside its book.

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.kernel.answers import Noun, Option, Refusal, Seat, Target
from bastida.kernel.codes import BOOKING, BY_CAPTURE, BY_EFFECT, FRAME, FREELY, PHASE
from bastida.kernel.engine import Engine
from bastida.kernel.figures import HELD, ON_TILE, area
from bastida.kernel.module import Module
from bastida.kernel.names import standing_on, tile_on
from bastida.kernel.native import bit, column, i64, vec
from bastida.kernel.options import Options
from bastida.kernel.ranges import BEFORE, LAID_TILE, NOBODY, SEAT, YES_OR_NO, between
from bastida.kernel.scoring import lowest
from bastida.kernel.shown import Held, OnBoard, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

FLOORS: Final = (0, 0, 10, 9, 7, 6, 5)  # by number of players (TOWER-05); the others stay in the box (TOWER-07)
RANSOM: Final = 3  # points (TOWER-60)
ROOM: Final = 60  # foundations on the table, a bit each; the box has 18, a study may lay more

# Questions.
PAYING: Final = 1
TAKING: Final = 2
EXCHANGING: Final = 3
GOING_BACK: Final = 4  # a ransom was paid before a question, which is asked again
NONE: Final = 0  # no ransom, nobody taken

# Actions: the number of the foundation * WAYS + one of these; a follower adds its kind.
WAYS: Final = 16
FLOOR: Final = 0
FOLLOWER: Final = 1


@final
class Tower(Module):
    name = "tower"
    prefix = "TOWER"
    notation: ClassVar[dict[str, str]] = {
        "build": "floor {cell}",
        "climb": "{figure} {cell} tower",
        "capture": "capture {player} {figure} {cell} {segment}",
        "no_capture": "no capture",
        "get_back": "get back {figure}",
        "ransom": "ransom {figure} from {player}",
        "ransom_by": "ransom {figure} from {player} by {detail}",
        "no_ransom": "no ransom",
    }

    def __init__(self) -> None:
        super().__init__()
        self.before_figures: i64 = 0  # the step in which the new tile is looked at
        self.foundation: vec[i64] = column(0, 0)  # by tile kind: 1 if it has one (TOWER-72)
        self.all_floors: i64 = 0  # dealt and built
        self.floors: i64 = 0  # column: floors in stock, by seat
        self.count: i64 = 0  # column: foundations on the table
        self.site: i64 = 0  # column: their tiles, in the order they were laid
        self.height: i64 = 0  # column: their floors
        self.paid: i64 = 0  # column, per turn, or per part where a table has it so: a ransom was paid (TOWER-61, TOWER-R13)
        self.declined: i64 = 0  # column, per turn: a window was declined, and nothing has happened since
        self.any_moment = False  # switches: ransom before every question of the turn (TOWER-R12)
        self.on_extra_tile = False  # floors also with the extra tile of a message (TOWER-R20)
        self.robbed = True  # robbers take their half of a ransom (TOWER-R22)
        self.scoring: i64 = 0  # steps between which a scoring is settled
        self.settled: i64 = 0

    def declare(self, book: Book) -> None:
        self.before_figures = book.step_number("RANSOM_2")
        self.foundation = vec[i64](book.flags("tower"))
        book.call(ON_TILE, "tower")
        book.call(HELD, "captive")
        self.all_floors = book.seats * FLOORS[book.seats]
        book.column(self, "floors", book.seats, fill=FLOORS[book.seats], holds=between(0, FLOORS[book.seats]))
        book.column(self, "count", holds=between(0, ROOM))
        book.column(self, "site", ROOM, holds=LAID_TILE)
        book.column(self, "height", ROOM, holds=between(0, book.seats * FLOORS[book.seats]))
        each_part = book.settings.get("double_ransom") == "each part"
        book.column(self, "paid", scope="part" if each_part else "turn", holds=YES_OR_NO)
        book.column(self, "declined", scope="turn", holds=YES_OR_NO)
        self.any_moment = book.settings.get("ransom") == "any moment"
        self.on_extra_tile = book.settings.get("extra_floor") == "allowed"
        self.robbed = book.settings.get("ransom_half") != "whole"
        book.keeps_on_tile = book.settings.get("tower_top") == "captured"
        self.scoring = book.step_number("SCORE")
        self.settled = book.step_number("MESSAGE")
        book.task(self, PAYING, YES_OR_NO, at=("RANSOM_1", "RANSOM_2", "RANSOM_3", BEFORE))
        book.task(self, GOING_BACK, at=BEFORE, asks=NOBODY, waits=True)
        book.task(self, TAKING, between(0, ROOM - 1), at="FIGURE")
        book.task(self, EXCHANGING, SEAT, at="FIGURE")

    def step(self, game: Engine, step: i64) -> None:
        """The three windows of TOWER-67; the new tile is looked at before step 2."""
        if step == self.before_figures and self.foundation[game.board.kind(game.run_slot)] != 0:
            columns = game.columns
            number = columns[self.count]
            if number < ROOM:
                columns[self.site + number] = game.run_slot
                columns[self.count] = number + 1
        if self.may_pay(game):
            game.push(self.index, PAYING, 0, 0, 0)

    def asking(self, game: Engine) -> None:
        """Where a table has it so, ransom may be paid before any other question of the turn (TOWER-R12).

        Not twice in a row, and not inside a scoring: points, and the messages they lead to, are one thing.
        """
        if not self.any_moment:
            return
        columns = game.columns
        declined = columns[self.declined]
        if game.asked != game.seat:
            columns[self.declined] = 0
        elif game.owner() != self.index or game.routine() != PAYING:
            columns[self.declined] = 0
            if declined == 0 and self.may_pay(game) and not self.is_scoring(game):
                game.push(self.index, PAYING, 1, 0, 0)

    def may_pay(self, game: Engine) -> bool:
        return game.columns[self.paid] == 0 and can_pay(game, game.seat) and has_prisoner(game, game.seat)

    def is_scoring(self, game: Engine) -> bool:
        """Is a scoring under way, or are its messages still to come?"""
        stack = game.stack
        for depth in range(game.depth):
            routine = stack[depth * FRAME + 1]
            if stack[depth * FRAME] == 0 and (routine == BOOKING or routine == PHASE):
                return True
        at = game.step_at - 1
        if at < 0 or game.rules.op_actor[at] == 0:
            return False
        return game.rules.op_step[at] > self.scoring and game.rules.op_step[at] < self.settled

    # -- step 2: a floor, or a follower on top (TOWER-09 to TOWER-24) -------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        """On any tile of the table, whoever built there (TOWER-16, TOWER-22)."""
        columns, count = game.columns, game.columns[self.count]
        if count == 0 or not self.has_rights(game):
            return
        floors, kinds = columns[self.floors + game.seat], kinds_at_hand(game)
        if floors == 0 and kinds == 0:  # TOWER-20, TOWER-21
            return
        open_towers = (bit(count) - 1) & ~self.closed_towers(game)
        if floors > 0:
            out.add_actions(self.index, FLOOR, WAYS, open_towers)  # TOWER-12, TOWER-13, TOWER-45
        if kinds == 0:
            return
        for number in range(count):
            if columns[self.height + number] == 0:  # TOWER-14, TOWER-23, TOWER-46
                open_towers &= ~bit(number)
        for kind in range(game.rules.figure_kinds):
            if (kinds >> kind) & 1 != 0:
                out.add_actions(self.index, FOLLOWER + kind, WAYS, open_towers)

    def has_rights(self, game: Engine) -> bool:
        """The extra tile of a message lets nobody act elsewhere, unless the table has it so (TURN-81, TOWER-R20)."""
        return game.run_rights == FREELY or self.on_extra_tile

    def act(self, game: Engine, action: i64) -> None:
        columns = game.columns
        number, way = unpack_action(action)
        if way == FLOOR:
            columns[self.floors + game.seat] -= 1  # TOWER-18
            columns[self.height + number] += 1
            if self.anyone_in_reach(game, number):
                game.push(self.index, TAKING, number, 0, 0)
        else:
            figure = game.figures.pick(game.seat, way - FOLLOWER)
            game.figures.take(figure, area(ON_TILE, columns[self.site + number]))  # TOWER-45, TOWER-50

    def closed_towers(self, game: Engine) -> i64:
        """A bit for each foundation on whose tower somebody stands."""
        rules, columns, place = game.rules, game.columns, game.figures.place
        closed: i64 = 0
        for figure in range(rules.seat_first[rules.seats]):
            if place[figure] >> 20 == ON_TILE:
                slot = game.figures.place_index(figure)
                for number in range(columns[self.count]):
                    if columns[self.site + number] == slot:
                        closed |= bit(number)
                        break
        return closed

    # -- taking a prisoner (TOWER-25 to TOWER-44) ---------------------------------------------------------------------

    def in_reach(self, game: Engine, figure: i64, number: i64) -> bool:
        """A follower as far away as the tower is high, in line with it, over gaps and towers (TOWER-28 to TOWER-36)."""
        if game.rules.follower[game.rules.figure_kind[figure]] == 0:  # TOWER-76
            return False
        slot = slot_of(game, figure)
        if slot < 0:
            return False
        board = game.board
        far = board.in_line(board.tile_cell[game.columns[self.site + number]], board.tile_cell[slot])
        return far >= 0 and far <= game.columns[self.height + number]

    def anyone_in_reach(self, game: Engine, number: i64) -> bool:
        for figure in range(game.rules.seat_first[game.rules.seats]):
            if self.in_reach(game, figure, number):
                return True
        return False

    def take(self, game: Engine, figure: i64) -> None:
        """What the one taken leaves alone goes home with the ``left`` of its module (TOWER-78, TOWER-R23)."""
        seat, owner = game.seat, game.rules.figure_seat[figure]
        if owner == seat:
            game.send_home(figure, BY_CAPTURE)  # TOWER-40
            return
        game.capture(figure, seat)  # TOWER-38
        kinds = kinds_held(game, seat, owner)
        if kinds != 0:  # an exchange: the captor gives back the one he took (TOWER-53 to TOWER-58, TOWER-R15)
            game.send_home(figure, BY_EFFECT)
            if kinds & (kinds - 1) == 0:
                release(game, seat, lowest(kinds), owner)
            else:
                game.push(self.index, EXCHANGING, owner, 0, 0)

    # -- the questions: ransom (TOWER-59 to TOWER-67), whom to take, whom to get back ---------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        if routine == GOING_BACK:
            game.pop()
        game.ask(game.seat)

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        rules = game.rules
        if routine == TAKING:
            out.add(NONE)  # TOWER-26
            for figure in range(rules.seat_first[rules.seats]):
                if self.in_reach(game, figure, game.arg(0)) and not has_twin(game, figure):
                    out.add(figure + 1)
            return
        if routine == PAYING:
            out.add(NONE)
        for captor in range(rules.seats):
            kinds = kinds_held(game, game.seat, captor)
            for kind in range(rules.figure_kinds):
                if (kinds >> kind) & 1 == 0:
                    continue
                if routine == PAYING:  # TOWER-62; with two scoring figures one of them pays it all (TOWER-R21)
                    for purse in range(rules.figures_per_seat):
                        if game.points[game.seat * 2 + purse] >= RANSOM:
                            out.add(pack_ransom(captor, kind, purse))
                elif captor == game.arg(0):
                    out.add(kind)  # TOWER-56

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        other = game.arg(0)
        game.pop()
        if routine == EXCHANGING:
            release(game, game.seat, option, other)
        elif routine == PAYING:
            self.pay_ransom(game, option, other != 0)
        elif option != NONE:
            self.take(game, option - 1)

    def pay_ransom(self, game: Engine, option: i64, before: bool) -> None:
        """Or decline it; a question before which it was asked is then asked again."""
        columns = game.columns
        if option == NONE:
            if before:
                game.ask(game.seat)
            elif self.any_moment:
                columns[self.declined] = 1
            return
        if before:
            game.push(self.index, GOING_BACK, 0, 0, 0)
        captor, kind, purse = unpack_ransom(option)
        columns[self.paid] = 1
        game.take_points(game.seat, purse, RANSOM, "ransom", "TOWER-60")
        release(game, game.seat, kind, captor)  # TOWER-65
        if self.robbed:
            game.pay(captor, RANSOM, "ransom", "TOWER-60", -1)  # a robber may take half of it (TOWER-R22)
        else:
            game.remark(-1, "ransom", "TOWER-60", -1)
            game.award(captor, RANSOM, -1)

    def odd(self, game: Engine) -> str:
        """Foundations are where they are printed, each noted once; floors are dealt or built (TOWER-19), and nobody
        stands on a tower that was not begun, or beside another (TOWER-23, TOWER-46)."""
        columns, rules = game.columns, game.rules
        count, floors = columns[self.count], i64(0)
        for number in range(ROOM):
            slot, height = columns[self.site + number], columns[self.height + number]
            if number < count:
                if self.foundation[game.board.kind(slot)] == 0:
                    return "tower.site"
                if number > 0 and slot <= columns[self.site + number - 1]:  # noted as they are laid
                    return "tower.site"
            elif slot != 0 or height != 0:
                return "tower.count"
            floors += height
        for seat in range(rules.seats):
            floors += columns[self.floors + seat]
        if floors != self.all_floors:
            return "tower.floors"
        taken: i64 = 0
        for figure in range(rules.figure_total):
            if game.figures.place_word(figure) == ON_TILE:
                number = 0
                while number < count and columns[self.site + number] != game.figures.place_index(figure):
                    number += 1
                if number == count or columns[self.height + number] == 0 or (taken >> number) & 1 != 0:
                    return "figures"
                taken |= bit(number)
        if game.owner() == self.index and game.routine() == TAKING and game.arg(0) >= count:
            return "tower.2"
        return ""

    # -- words --------------------------------------------------------------------------------------------------------

    def question(self, game: Engine, routine: i64) -> str:
        return "ransom" if routine == PAYING else "capture" if routine == TAKING else "exchange"

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        names = game.rules.figure_names
        if routine == EXCHANGING:
            return Option("get_back", Seat(int(game.arg(0))), names[option])
        if option == NONE:
            return Option("no_capture" if routine == TAKING else "no_ransom", declines=True)
        if routine == TAKING:
            return Option("capture", standing_on(game, option - 1))
        captor, kind, purse = unpack_ransom(option)
        payer = "" if game.rules.figures_per_seat == 1 else game.rules.scorer_names[purse]
        return Option("ransom" if not payer else "ransom_by", Seat(int(captor)), names[kind], payer)

    def action_meaning(self, game: Engine, action: i64) -> Option:
        number, way = unpack_action(action)
        tile = tile_on(game, game.columns[self.site + number])
        if way == FLOOR:
            return Option("build", tile)
        return Option("climb", tile, game.rules.figure_names[way - FOLLOWER])

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        where = option.said("cell")
        if option.verb == "build":
            return [f"{where} floor"]
        return [f"{option.figure} tower {where}"] if option.verb == "climb" else []

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if wish.verb in ("ransom", "ransom_by"):
            return self.why_no_ransom(game, question)
        if wish.verb == "capture" and question == "capture":
            return Refusal("tower.out_of_reach", "TOWER-28")
        if question == "figure" and wish.verb == "build":
            return self.why_no_floor(game, wish.target)
        if question == "figure" and wish.verb == "climb":
            return self.why_nobody_on_top(game, wish.figure, wish.target)
        return None

    def why_no_ransom(self, game: Engine, question: str) -> Refusal:
        if not has_prisoner(game, game.seat):
            return Refusal("tower.no_prisoner", "TOWER-59")
        if game.columns[self.paid] != 0:
            return Refusal("tower.one_ransom", "TOWER-61")
        if not can_pay(game, game.seat):
            return Refusal("tower.too_poor", "TOWER-64", {"points": RANSOM})
        if question == "ransom":
            return Refusal("tower.not_held", "TOWER-59")
        return Refusal("tower.ransom_asked", "TOWER-R12") if self.any_moment else Refusal("tower.ransom_when", "TOWER-67")

    def why_no_floor(self, game: Engine, where: Target) -> Refusal:
        number = self.site_at(game, where)
        if not self.has_rights(game):
            return Refusal("only_on_new_tile", "TOWER-R20")
        if number < 0:
            return Refusal("tower.no_foundation", "TOWER-12", {"cell": where})
        if game.columns[self.floors + game.seat] == 0:
            return Refusal("tower.no_floor", "TOWER-20")
        return Refusal("tower.closed", "TOWER-45", {"cell": where})

    def why_nobody_on_top(self, game: Engine, name: str, where: Target) -> Refusal | None:
        rules = game.rules
        kind = rules.figure_names.index(name)
        number = self.site_at(game, where)
        if rules.issued[game.seat * rules.figure_kinds + kind] == 0:
            return None
        figure = Noun(name)
        if not self.has_rights(game):
            return Refusal("only_on_new_tile", "TOWER-R20")
        if rules.follower[kind] == 0:
            return Refusal("tower.no_follower", "TOWER-77", {"figure": figure})
        if rules.bound[kind] != 0:
            return Refusal("tower.only_its_places", "TOWER-R16", {"figure": figure})
        if number < 0 or game.columns[self.height + number] == 0:
            return Refusal("tower.no_tower", "TOWER-23", {"cell": where})
        if (self.closed_towers(game) >> number) & 1 != 0:
            return Refusal("tower.taken", "TOWER-46", {"cell": where})
        return Refusal("none_left", "TOWER-21", {"figures": Noun(figure.word, 2)})

    def site_at(self, game: Engine, where: Target) -> i64:
        """The number of the foundation on a cell, or -1."""
        for number in range(game.columns[self.count]):
            if tile_on(game, game.columns[self.site + number]) == where:
                return number
        return -1

    def shown(self, game: Engine, out: Shown) -> None:
        """Floors lie open (TOWER-08); so do prisoners."""
        columns, closed, rules = game.columns, self.closed_towers(game), game.rules
        for number in range(columns[self.count]):
            tile = tile_on(game, columns[self.site + number])
            out.board.append(
                OnBoard("tower", tile.x, tile.y, int(columns[self.height + number]), (), bool((closed >> number) & 1))
            )
        for seat in range(rules.seats):
            out.held.append(Held(int(seat), "floor", int(columns[self.floors + seat])))
        for figure in range(rules.seat_first[rules.seats]):
            if game.figures.place_word(figure) == HELD:
                captor = int(game.figures.place_index(figure))
                kind = rules.figure_names[rules.figure_kind[figure]]
                out.held.append(Held(captor, kind, 1, int(rules.figure_seat[figure])))


# -- figures ----------------------------------------------------------------------------------------------------------


def slot_of(game: Engine, figure: i64) -> i64:
    """The tile a figure stands on, in a feature or on a tower; -1 off the table (TOWER-37)."""
    node = game.figures.node(figure)
    if node >= 0:
        return game.regions.slot[node]
    if game.figures.place_word(figure) == ON_TILE:
        return game.figures.place_index(figure)
    return -1


def kinds_at_hand(game: Engine) -> i64:
    """A bit for each kind of follower that may go up a tower: none that is bound to its places (TOWER-77, TOWER-R16)."""
    kinds: i64 = 0
    if game.part_barred == 0:
        followers = game.rules.followers
        for i in range(len(followers)):
            if game.rules.bound[followers[i]] == 0 and game.figures.available(game.seat, followers[i]) > 0:
                kinds |= bit(followers[i])
    return kinds


def has_twin(game: Engine, figure: i64) -> bool:
    """Does one with a lower number, of the same kind and seat, stand on the same spot?"""
    rules, place = game.rules, game.figures.place
    first = rules.figure_first[rules.figure_seat[figure] * rules.figure_kinds + rules.figure_kind[figure]]
    for other in range(first, figure):
        if place[other] == place[figure]:
            return True
    return False


def unpack_action(action: i64) -> tuple[i64, i64]:
    """Which foundation, and what is done there."""
    return action >> 4, action & (WAYS - 1)


def pack_ransom(captor: i64, kind: i64, purse: i64) -> i64:
    """A ransom as an option: from whom, of which kind, paid by which scoring figure; 0 is none."""
    return 1 + captor * 32 + kind * 2 + purse


def unpack_ransom(option: i64) -> tuple[i64, i64, i64]:
    return (option - 1) >> 5, ((option - 1) >> 1) & 15, (option - 1) & 1


# -- prisoners --------------------------------------------------------------------------------------------------------


def kinds_held(game: Engine, owner: i64, captor: i64) -> i64:
    """A bit for each kind of figure of this owner among the captor's prisoners."""
    rules, place = game.rules, game.figures.place
    kinds: i64 = 0
    for figure in range(rules.seat_first[owner], rules.seat_first[owner + 1]):
        if place[figure] == area(HELD, captor):
            kinds |= i64(1) << rules.figure_kind[figure]
    return kinds


def has_prisoner(game: Engine, owner: i64) -> bool:
    """Does anybody hold a follower of this player?"""
    place = game.figures.place
    for figure in range(game.rules.seat_first[owner], game.rules.seat_first[owner + 1]):
        if place[figure] >> 20 == HELD:
            return True
    return False


def release(game: Engine, owner: i64, kind: i64, captor: i64) -> None:
    """One of the captor's prisoners of this owner and kind goes home (TOWER-55, TOWER-65)."""
    figure = game.rules.figure_first[owner * game.rules.figure_kinds + kind]
    while game.figures.place[figure] != area(HELD, captor):
        figure += 1
    game.send_home(figure, BY_EFFECT)


def can_pay(game: Engine, seat: i64) -> bool:
    """Has a scoring figure of this player the ransom, laps included (TOWER-64, TOWER-79, TOWER-R21)?"""
    return game.points[seat * 2] >= RANSOM or game.points[seat * 2 + 1] >= RANSOM
