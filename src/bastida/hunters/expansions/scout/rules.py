"""The Scout (El explorador): five special pieces, of which every player gets one.

The Shaman takes members back. Explorer, Canoe, Hunter on the bridge and Agriculture are tiles laid instead of drawing
one, each with a fixed figure that stays to the end: the Explorer refuses tiles, the Canoe's fisher is in three rivers
at once, the hunter on the bridge in two meadows, and the hut of Agriculture lies in a meadow. Clauses SCOUT-01 to
SCOUT-39.
"""

# Long: one expansion, one file beside its book; five pieces that know each other.

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.hunters.areas import lakes_of, largest_in_system, strength_met, system_under
from bastida.hunters.expansions.scout import piles
from bastida.hunters.expansions.scout.refusals import (
    why_kept_out,
    why_no_refusing,
    why_no_special,
    why_not_joined,
    why_not_taken_back,
)
from bastida.hunters.terms import FOREST, HUT, MEADOW, MEMBER, RIVER
from bastida.kernel.answers import Option, Refusal, Seat
from bastida.kernel.codes import BY_OWNER, DEALER, HAND, ITEM_KIND, ITEM_NODE, NO_FIGURE, STOCK
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import standing_on
from bastida.kernel.native import column, i64, vec
from bastida.kernel.notation import LAY
from bastida.kernel.notation import PASS as PASS_VERB
from bastida.kernel.options import PASS, Options
from bastida.kernel.ranges import CHANCE, HOW_MANY_SEATS, NODE, RUN_ITEM, SEAT, YES_OR_NO, between
from bastida.kernel.shown import Held, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

# The pieces; what must stand on each and the kind of area it stands in.
PIECES: Final = ("shaman", "explorer", "canoe", "bridge", "agriculture")
SHAMAN: Final = 0
EXPLORER: Final = 1
CANOE: Final = 2
BRIDGE: Final = 3
AGRICULTURE: Final = 4
FIGURE: Final = (-1, MEMBER, MEMBER, MEMBER, HUT)  # SCOUT-07
AREA: Final = (-1, FOREST, RIVER, MEADOW, MEADOW)  # SCOUT-16, SCOUT-22, SCOUT-27, SCOUT-33
NONE: Final = -1

# Questions.
DEALING: Final = 1
INSTEAD: Final = 2
REFUSING: Final = 3
TAKING_BACK: Final = 4
FISHING: Final = 5  # the item being looked at, the owner of the Canoe
DRAWING: Final = 6  # from which of several piles

DRAW_TILE: Final = 0
LAY_SPECIAL: Final = 1
KEEP: Final = 0
GIVE_UP: Final = 1


@final
class Scout(Module):
    name = "scout"
    prefix = "SCOUT"
    notation: ClassVar[dict[str, str]] = {
        "deal": "{detail}",
        "draw_tile": "draw",
        "lay_piece": "lay {detail}",
        "keep": "keep",
        "refuse": "refuse",
        "take_back": "take back {cell} {segment}",
        "lake": "lake {detail}",
        "pile": "pile {player}",
        "known": "pile {player} {detail}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.deal: i64 = 0  # steps
        self.special: i64 = 0
        self.pile: i64 = 0
        self.refuse: i64 = 0
        self.special_figure: i64 = 0
        self.canoe_scores: i64 = 0
        self.shaman_last: i64 = 0
        self.final_farm: i64 = 0
        self.piece: i64 = 0  # column, by seat: the piece in front of the player, NONE once it is laid
        self.explorer: i64 = 0  # column: the seat whose Explorer lies on the table, NONE before
        self.canoe: i64 = 0  # column: a river segment of the Canoe and its owner's seat, NONE before
        self.shaman_used: i64 = 0  # columns, per turn
        self.refused: i64 = 0  # for the land tile and for the bonus tile
        self.lake_chosen = False  # switch canoe_lake: the owner says which lake counts, or the largest of the system does
        self.lake_of_system = False
        self.one_refusal = False  # switch refusals: one tile in a turn, land or bonus
        self.several_piles = False  # switch piles; see the file of this name
        self.room: i64 = 0  # for tiles that were put back
        self.unseen: i64 = 0  # column, by pile: tiles that nobody has seen
        self.under: i64 = 0  # column, by place among the stock's known tiles: the pile under which it lies
        self.source: i64 = 0  # column, per turn: the pile from which the land tile was drawn
        self.kind_of: vec[i64] = column(0, 0)  # by piece: tile kind, -1 for the Shaman
        self.piece_of: vec[i64] = column(0, 0)  # by tile kind: piece, NONE for ordinary tiles

    def declare(self, book: Book) -> None:
        self.deal = book.step_number("DEAL")
        self.special = book.step_number("SPECIAL")
        self.pile = book.step_number("PILE")
        self.refuse = book.step_number("REFUSE")
        self.special_figure = book.step_number("SPECIAL_FIGURE")
        self.canoe_scores = book.step_number("CANOE")
        self.shaman_last = book.step_number("SHAMAN_3")
        self.final_farm = book.step_number("FINAL_FARM")
        self.lake_chosen = book.settings.get("canoe_lake") == "chosen"
        self.lake_of_system = book.settings.get("canoe_lake") == "system"
        powers = [tile.marks.get("power", "") for tile in book.tiles]
        self.kind_of = vec[i64]([powers.index(piece) if piece in powers else -1 for piece in PIECES])
        self.piece_of = vec[i64]([PIECES.index(power) if power else NONE for power in powers])
        for kind, power in enumerate(powers):
            if power:
                book.left_out[kind] = 1  # never drawn
                book.held.add(kind)
                book.filtered.add(kind)
        book.column(self, "piece", book.seats, fill=NONE, holds=between(SHAMAN, AGRICULTURE))
        book.column(self, "explorer", fill=NONE, holds=SEAT)
        book.column(self, "canoe", 2, fill=NONE, holds=(NODE, SEAT))
        book.column(self, "shaman_used", scope="turn", holds=YES_OR_NO)
        book.column(self, "refused", 2, scope="turn", holds=YES_OR_NO)  # by run: a bonus tile has its own
        book.task(self, DEALING, HOW_MANY_SEATS, asks=CHANCE, at="DEAL")
        book.task(self, INSTEAD, at="SPECIAL")
        book.task(self, REFUSING, at="REFUSE")
        book.task(self, TAKING_BACK, at=("SHAMAN_1", "SHAMAN_2", "SHAMAN_3"))
        book.task(self, FISHING, RUN_ITEM, SEAT, asks=1, at="CANOE")
        book.bar("hut", "meadow")  # SCOUT-35
        book.spreads = True  # SCOUT-24, SCOUT-29
        book.tail_room = max(book.tail_room, sum(book.copies))  # SCOUT-20
        self.one_refusal = book.settings.get("refusals") == "one"  # SCOUT-R06
        self.several_piles = book.settings.get("piles") == "several"  # SCOUT-R24
        if self.several_piles:
            self.room = sum(book.copies)
            book.draw_begins = "PILE"
            book.column(self, "unseen", book.seats, holds=between(0, self.room))
            book.column(self, "under", self.room, holds=SEAT)
            book.column(self, "source", scope="turn", fill=NONE, holds=SEAT)
            book.task(self, DRAWING, at="PILE")
        else:
            book.leave_step(self, "PILE")

    def step(self, game: Engine, step: i64) -> None:
        if step == self.deal:
            if self.several_piles:
                piles.deal(self, game)
            game.push(self.index, DEALING, 0, 0, 0)
        elif step == self.special:
            if self.can_lay_special(game):
                game.push(self.index, INSTEAD, 0, 0, 0)
        elif step == self.pile:
            if game.run_source == STOCK and not game.rules.study:
                self.choose_pile(game)
        elif step == self.refuse:
            if self.may_refuse(game):
                game.push(self.index, REFUSING, 0, 0, 0)
        elif step == self.special_figure:
            if game.run_source == HAND:
                self.put_figure(game)
        elif step == self.canoe_scores:
            if game.columns[self.canoe] != NONE and game.item_count > game.item_base:
                game.push(self.index, FISHING, game.item_base, game.columns[self.canoe + 1], 0)
        elif step == self.final_farm:
            self.score_farm(game)
        elif step != self.shaman_last or game.run_level == 0:  # before a tile is laid, before its figure, after all (SCOUT-R23)
            self.offer_shaman(game)

    # -- questions ------------------------------------------------------------------------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        if routine == FISHING:
            self.score_canoe(game)
        elif routine != DEALING:
            game.ask(game.seat)
        elif game.arg(0) == game.rules.seats:
            game.pop()
        else:
            game.ask(DEALER)

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == DEALING:
            for piece in range(len(PIECES)):
                if self.owner(game, piece) == NONE:
                    out.add(piece)
        elif routine == TAKING_BACK:
            out.add(PASS)
            self.list_members(game, out)
        elif routine == DRAWING:
            for pile in range(game.rules.seats):
                if piles.may_draw(self, game, pile):
                    out.add(pile)
        elif routine == FISHING:
            for fish in lakes_of(game, self.river_of(game, game.arg(0))):
                out.add(fish)
        else:
            out.add(0)
            out.add(1)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        columns = game.columns
        if routine == DEALING:  # in front of each player in turn (SCOUT-02, SCOUT-03)
            columns[self.piece + game.arg(0)] = option
            game.set_arg(0, game.arg(0) + 1)
            return
        if routine == FISHING:
            self.catch(game, option)
            return
        game.pop()
        if routine == INSTEAD and option == LAY_SPECIAL:
            game.play_from_hand(self.kind_of[columns[self.piece + game.seat]])
            game.run_rights = NO_FIGURE  # SCOUT-R05
        elif routine == REFUSING and option == GIVE_UP:
            columns[self.refused + game.run_level] = 1
            game.piles.put_under(game.run_pile, game.run_kind)  # SCOUT-20
            if self.several_piles and game.run_source == STOCK and not game.rules.study:
                piles.put_back(self, game)
            game.draw_again()
        elif routine == DRAWING:
            piles.take_from(self, game, option)
        elif routine == TAKING_BACK and option != PASS:
            columns[self.shaman_used] = 1
            game.send_home(option - 1, BY_OWNER)  # SCOUT-R19: of use at once

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        if routine == DEALING:
            return Option("deal", detail=PIECES[option])
        if routine == INSTEAD and option == DRAW_TILE:
            return Option("draw_tile")
        if routine == INSTEAD:
            return Option("lay_piece", detail=PIECES[game.columns[self.piece + game.seat]])
        if routine == REFUSING:
            return Option("keep" if option == KEEP else "refuse")
        if routine == FISHING:
            return Option("lake", detail=str(int(option)))
        if routine == DRAWING:
            kind = piles.next_tile(self, game, option)
            if kind == NONE:
                return Option("pile", Seat(int(option)), detail=str(int(piles.size(self, game, option))))
            return Option("known", Seat(int(option)), detail=game.rules.tiles[kind].id)
        if option == PASS:
            return Option(PASS_VERB, declines=True)
        return Option("take_back", standing_on(game, option - 1))

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        return [f"pile {option.said('player')}"] if option.verb == "known" else []

    def question(self, game: Engine, routine: i64) -> str:
        if routine == DEALING:
            return "piece"
        if routine == INSTEAD:
            return "special tile"
        if routine == FISHING:
            return "lake"
        if routine == DRAWING:
            return "pile"
        return "refuse" if routine == REFUSING else "shaman"

    def owner(self, game: Engine, piece: i64) -> i64:
        """The seat in front of which a piece lies, or NONE."""
        for seat in range(game.rules.seats):
            if game.columns[self.piece + seat] == piece:
                return seat
        return NONE

    # -- special tiles (SCOUT-05 to SCOUT-09) ---------------------------------------------------------------------

    def can_lay_special(self, game: Engine) -> bool:
        """Has the active player a special tile that can be laid with its figure (SCOUT-08, SCOUT-R03)?"""
        piece = game.columns[self.piece + game.seat]
        if piece == NONE or piece == SHAMAN:
            return False
        return game.figures.available(game.seat, FIGURE[piece]) > 0 and game.can_be_laid(self.kind_of[piece])

    def placements(self, game: Engine, kind: i64, cell: i64, turns: i64) -> i64:
        """Not where its area would be joined to one that holds anybody (SCOUT-16, SCOUT-22, SCOUT-27, SCOUT-33)."""
        piece = self.piece_of[kind]
        if piece == NONE:
            return turns
        allowed: i64 = 0
        for turn in range(4):
            if (turns >> turn) & 1 != 0 and strength_met(game, kind * 4 + turn, cell, AREA[piece]) == 0:
                allowed |= i64(1) << turn
        return allowed

    def put_figure(self, game: Engine) -> None:
        """The fixed figure of the special tile just laid (SCOUT-07)."""
        columns, seat = game.columns, game.seat
        piece = columns[self.piece + seat]
        columns[self.piece + seat] = NONE
        figure = game.figures.pick(seat, FIGURE[piece])
        nodes: list[i64] = []
        for node in range(game.board.tile_node[game.run_slot], game.board.tile_node[game.run_slot + 1]):
            if game.regions.kind(node) == AREA[piece]:
                nodes.append(node)
        if piece == EXPLORER:
            columns[self.explorer] = seat
            game.stand(figure, nodes[0])  # SCOUT-17
        elif piece == CANOE:
            columns[self.canoe] = nodes[0]
            columns[self.canoe + 1] = seat
            game.stand_in_all(figure, nodes[0], nodes[1], nodes[2])  # SCOUT-24
        elif piece == BRIDGE:
            game.stand_in_all(figure, nodes[0], nodes[1], -1)  # SCOUT-29
        else:
            game.block(figure, nodes[0])  # SCOUT-35, SCOUT-37

    def on_special_tile(self, game: Engine, figure: i64) -> bool:
        node = game.figures.node(figure)
        return node >= 0 and self.piece_of[game.board.kind(game.regions.slot[node])] != NONE

    def stays(self, game: Engine, figure: i64, item: i64) -> bool:
        return self.on_special_tile(game, figure)  # SCOUT-09

    # -- Shaman (SCOUT-11 to SCOUT-15) ----------------------------------------------------------------------------

    def offer_shaman(self, game: Engine) -> None:
        if game.columns[self.piece + game.seat] == SHAMAN and game.columns[self.shaman_used] == 0:
            found = Options()
            self.list_members(game, found)
            if found.count > 0:
                game.push(self.index, TAKING_BACK, 0, 0, 0)

    def list_members(self, game: Engine, out: Options) -> None:
        """The active player's members in unfinished forests and rivers and in open meadows (SCOUT-14, HG-R32)."""
        rules = game.rules
        for figure in range(rules.seat_first[game.seat], rules.seat_first[game.seat + 1]):
            node = game.figures.node(figure)
            if node >= 0 and rules.figure_kind[figure] == MEMBER and not self.on_special_tile(game, figure):
                if game.regions.ends(game.regions.region[node]) != 0:
                    out.add(figure + 1)

    # -- Explorer (SCOUT-18 to SCOUT-21) --------------------------------------------------------------------------

    def may_refuse(self, game: Engine) -> bool:
        """The first land tile and the first bonus tile of a turn, if another can come (SCOUT-R06, SCOUT-R07)."""
        return (
            game.columns[self.explorer] == game.seat
            and not self.has_refused(game)
            and game.run_source != HAND
            and game.piles.size(game.run_pile) > 0
        )

    def has_refused(self, game: Engine) -> bool:
        if self.one_refusal and game.columns[self.refused] != 0:
            return True
        return game.columns[self.refused + game.run_level] != 0

    def choose_pile(self, game: Engine) -> None:
        """Piles are alike until an Explorer lies on the table, who may put a tile under one of them (SCOUT-R24)."""
        if game.piles.size(piles.stock(game)) == 0:
            return
        if game.columns[self.explorer] != NONE and piles.choices(self, game) > 1:
            game.push(self.index, DRAWING, 0, 0, 0)
        else:
            piles.take_from(self, game, piles.own_pile(self, game))

    # -- Canoe (SCOUT-25, SCOUT-26, SCOUT-R11) --------------------------------------------------------------------

    def score_canoe(self, game: Engine) -> None:
        """The task that looks at every river completed in this run: fish for each of those in the Canoe's system."""
        system = game.regions.region[system_under(game, game.columns[self.canoe])]
        while game.arg(0) < game.item_count:
            river = self.river_of(game, game.arg(0))
            fish: i64 = 0
            if river >= 0 and game.regions.region[system_under(game, river)] == system:
                lakes = lakes_of(game, river)
                if self.lake_chosen and len(lakes) > 1:
                    game.ask(game.arg(1))  # SCOUT-26
                    return
                if self.lake_of_system:
                    fish = largest_in_system(game, system)
                else:
                    for lake in lakes:
                        fish = max(fish, lake)
            self.catch(game, fish)
        game.pop()

    def river_of(self, game: Engine, item: i64) -> i64:
        """The river that was completed, -1 for another area."""
        if game.item(item, ITEM_KIND) != RIVER:
            return -1
        return game.regions.region[game.item(item, ITEM_NODE)]

    def catch(self, game: Engine, fish: i64) -> None:
        """Give the owner his fish and go on to the next item."""
        item, owner = game.arg(0), game.arg(1)
        game.set_arg(0, item + 1)
        if fish > 0:
            game.remark(-1, "canoe", "SCOUT-25", self.river_of(game, item))
            game.award(owner, fish, -1)

    # -- Agriculture (SCOUT-38) -----------------------------------------------------------------------------------

    def score_farm(self, game: Engine) -> None:
        rules = game.rules
        for figure in range(rules.figure_total):
            node = game.figures.node(figure)
            if node >= 0 and rules.figure_kind[figure] == HUT and game.regions.kind(node) == MEADOW:
                game.remark(-1, "farm", "SCOUT-38", node)
                game.score_at_end(rules.figure_seat[figure], game.regions.size(game.regions.region[node]))

    # -- positions ------------------------------------------------------------------------------------------------

    def odd(self, game: Engine) -> str:
        if self.several_piles and not game.rules.study:
            problem = piles.odd(self, game)
            if problem:
                return problem
        return self.odd_pieces(game) or self.odd_figures(game) or self.odd_run(game)

    def odd_pieces(self, game: Engine) -> str:
        """A piece is before one player or on the table, once; Explorer and Canoe are known from the moment they lie there."""
        columns, board = game.columns, game.board
        laid: list[i64] = []
        for slot in range(board.tiles):
            piece = self.piece_of[board.kind(slot)]
            if piece != NONE:
                laid.append(piece)
        for seat in range(game.rules.seats):
            piece = columns[self.piece + seat]
            twice = piece in laid and not game.rules.study  # where any tile may be drawn
            if piece != NONE and (self.owner(game, piece) != seat or twice):
                return "scout.piece"
        canoe = columns[self.canoe]
        if (canoe == NONE) != (columns[self.canoe + 1] == NONE):
            return "scout.canoe"
        if canoe != NONE and (
            self.piece_of[board.kind(game.regions.slot[canoe])] != CANOE or game.regions.kind(canoe) != RIVER
        ):
            return "scout.canoe"
        if columns[self.explorer] != NONE and EXPLORER not in laid:
            return "scout.explorer"
        return ""

    def odd_figures(self, game: Engine) -> str:
        """Only Canoe and bridge hold a figure in several areas, and only the hut of Agriculture bars without counting."""
        regions, rules = game.regions, game.rules
        for figure in range(rules.figure_total):
            node = game.figures.node(figure)
            if node < 0:
                continue
            piece = self.piece_of[game.board.kind(regions.slot[node])]
            if game.figures.more[figure] != 0 and piece != CANOE and piece != BRIDGE:
                return "figures"
            if rules.figure_kind[figure] == HUT and regions.kind(node) == MEADOW and piece != AGRICULTURE:
                return "" if rules.study else "figures"
        return ""

    def odd_run(self, game: Engine) -> str:
        """A special tile in hand is the active player's, and its figure is there; what is asked can be answered."""
        piece = game.columns[self.piece + game.seat]
        if game.run_source == HAND and game.run_slot < 0:
            if piece == NONE or piece == SHAMAN or game.run_kind != self.kind_of[piece] or game.run_rights != NO_FIGURE:
                return "scout.piece"
            if game.figures.available(game.seat, FIGURE[piece]) <= 0:
                return "figures"
        if game.owner() != self.index:
            return ""
        routine = game.routine()
        if routine == DEALING:
            for seat in range(game.rules.seats):
                if (game.columns[self.piece + seat] == NONE) != (seat >= game.arg(0)):
                    return "scout.piece"
            return "" if game.arg(0) < game.rules.seats else "scout.1"
        if routine == INSTEAD and not self.can_lay_special(game):
            return "scout.2"
        if routine == REFUSING and not self.may_refuse(game):
            return "scout.3"
        if routine == FISHING and not self.is_fishing(game):
            return "scout.5"
        if routine == DRAWING:
            asked = game.columns[self.explorer] != NONE and game.run_source == STOCK and not game.rules.study
            return "" if asked and piles.choices(self, game) > 1 else "scout.6"
        return ""

    def is_fishing(self, game: Engine) -> bool:
        """Is the owner of the Canoe asked for a lake of a river in its system that has several?"""
        river = self.river_of(game, game.arg(0))
        if not self.lake_chosen or game.columns[self.canoe] == NONE or game.arg(1) != game.columns[self.canoe + 1] or river < 0:
            return False
        region = game.regions.region
        system = region[system_under(game, game.columns[self.canoe])]
        return region[system_under(game, river)] == system and len(lakes_of(game, river)) > 1

    # -- words ----------------------------------------------------------------------------------------------------

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        columns, seat = game.columns, game.seat
        if question == "lake":
            return Refusal("scout.which_lake", "SCOUT-26")
        if question == "pile":
            return Refusal("scout.which_pile", "SCOUT-R24")
        if wish.verb == "refuse":
            return why_no_refusing(columns[self.explorer] == seat, self.has_refused(game))
        piece = columns[self.piece + seat]
        if wish.verb == "lay_piece":
            return why_no_special(game, question, wish.detail, PIECES[piece] if piece != NONE else "", FIGURE[piece])
        if wish.verb == "take_back" and wish.module == self.name:
            return why_not_taken_back(game, question, wish.target, piece == SHAMAN, columns[self.shaman_used] != 0)
        if question == "tile" and game.run_source == HAND:
            return why_not_joined(game, wish.target, AREA[piece]) if wish.verb == LAY else None
        return why_kept_out(game, wish) if question == "figure" else None

    def shown(self, game: Engine, out: Shown) -> None:
        """Pieces lie open until they are laid (SCOUT-03)."""
        for seat in range(game.rules.seats):
            piece = game.columns[self.piece + seat]
            if piece != NONE:
                out.held.append(Held(int(seat), PIECES[piece]))
            if self.several_piles and not game.rules.study:
                out.held.append(Held(int(seat), "pile", int(piles.size(self, game, seat))))
