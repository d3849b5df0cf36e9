"""Hunters & Gatherers (Cazadores y recolectores), first edition: forests, rivers, meadows, huts and bonus tiles.

Gatherers and fishers score completed forests and rivers and come home; hunters and huts stay for the final scoring.
Whoever completes a forest with a gold nugget lays a bonus tile. Fishers stand on rivers, which end at lakes; huts on
river systems, which run through them: the second layer of the table. Clauses HG-12 to HG-114.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.hunters.areas import fish_of_river
from bastida.hunters.refusals import SETTLE, hut_names, other_huts, why_not
from bastida.hunters.terms import (
    AUROCHS,
    BEAR,
    DEER,
    FIRE,
    FISH,
    FOREST,
    HUT,
    MAMMOTH,
    MEADOW,
    MUSHROOMS,
    NUGGETS,
    RIVER,
    SHRINE,
    SYSTEM,
    TIGER,
    W_ANIMAL,
    W_FISH,
    W_MUSHROOMS,
    W_SEGMENT,
)
from bastida.kernel.answers import Option, Refusal
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_EFFECT, FREELY, ITEM_KIND, ITEM_NODE, NO_FIGURE
from bastida.kernel.deploy import PLACE, PLACES, offer_places, placed, take_place, unpack_place
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.native import i64
from bastida.kernel.options import Options
from bastida.kernel.ranges import YES_OR_NO
from bastida.kernel.refusals import other_names

if TYPE_CHECKING:
    from bastida.kernel.book import Book

MEMBERS: Final = 5  # HG-05
HUTS: Final = 2
EDGES: Final = {"none": 0, "15": 7, "13": 6, "11": 5}  # how many tiles lie between the start tile and the table's edge


@final
class Hunters(Module):
    name = "hunters"
    prefix = "HG"
    notation: ClassVar[dict[str, str]] = {PLACE: PLACES, SETTLE: "{figure} {detail}"}

    def __init__(self) -> None:
        super().__init__()
        self.bonus: i64 = 0  # steps
        self.final_areas: i64 = 0
        self.final_huts: i64 = 0
        self.final_meadows: i64 = 0
        self.bonus_drawn: i64 = 0  # column, per turn
        self.bonus_pile: i64 = 0

    def declare(self, book: Book) -> None:
        self.bonus = book.step_number("BONUS")
        self.final_areas = book.step_number("FINAL_AREAS")
        self.final_huts = book.step_number("FINAL_HUTS")
        self.final_meadows = book.step_number("FINAL_MEADOWS")
        book.segment("meadow", completes=False)
        book.segment("forest", completes=True)
        if book.settings.get("hole") != "complete":
            book.whole.add("forest")  # HG-46, HG-R31
        book.segment("river", completes=True)
        book.segment("system", completes=False)
        book.figure("member", MEMBERS, ("forest", "river", "meadow"))
        book.figure("hut", HUTS, ("system",))  # HG-28; HG-32: huts and fishers stand on different layers
        book.rests = book.settings.get("returned") != "at once"  # HG-73, HG-R20
        book.start_tile = "hgStart"
        book.farthest = EDGES[str(book.settings.get("edge", "none"))]  # HG-20, HG-R04
        bonus = [copies if tile.set_id == "hg_bonus" else 0 for tile, copies in zip(book.tiles, book.copies, strict=True)]
        self.bonus_pile = book.pile("bonus", [tile.id for tile in book.tiles], bonus)  # HG-02
        book.column(self, "bonus_drawn", scope="turn", holds=YES_OR_NO)
        book.further_run("BONUS", self.bonus_pile)

    # -- step 2: deploying a member or a hut (HG-22 to HG-37) -----------------------------------------------------

    def actions(self, game: Engine, out: Options) -> None:
        if game.run_rights != NO_FIGURE:
            offer_places(game, self.index, out)

    def act(self, game: Engine, action: i64) -> None:
        take_place(game, action)

    def action_meaning(self, game: Engine, action: i64) -> Option:
        kind, segment = unpack_place(action)
        option = placed(game, kind, segment)
        if kind == HUT:
            return Option(SETTLE, option.target, option.figure, hut_names(game, int(segment))[0])
        return option

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        return other_huts(game, option) if option.verb == SETTLE else other_names(game, option)

    # -- what areas are worth -------------------------------------------------------------------------------------

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        regions = game.regions
        kind = regions.kind(region)
        if kind == FOREST:
            bill.add(W_SEGMENT, regions.size(region), 2)  # HG-48, HG-49
            bill.add(W_MUSHROOMS, regions.mark(region, MUSHROOMS), 2)  # HG-50
            bill.clause = "HG-48"
        elif kind == RIVER:
            bill.add(W_SEGMENT, regions.size(region), 1)  # HG-41, HG-111
            bill.add(W_FISH, fish_of_river(game, region), 1)
            bill.clause = "HG-41"
        elif kind == SYSTEM:
            bill.add(W_FISH, regions.mark(region, FISH), 1)  # HG-91
            bill.source = "hut"
            bill.clause = "HG-91"
        else:
            bill.add(W_ANIMAL, animals(game, region), 2)  # HG-95
            bill.clause = "HG-95"
        if not finished and (kind == FOREST or kind == RIVER):
            bill.void()
            bill.clause = "HG-88"

    # -- bonus tiles, and the end (HG-55 to HG-66, HG-86 to HG-106) -----------------------------------------------

    def step(self, game: Engine, step: i64) -> None:
        if step == self.bonus:
            if game.columns[self.bonus_drawn] == 0 and nugget_forest(game):
                columns = game.columns
                columns[self.bonus_drawn] = 1  # HG-57, HG-63
                game.push_run(self.bonus_pile, FREELY)
        elif step == self.final_areas:
            self.take_off(game)
        elif step == self.final_huts:
            game.score_standing(SYSTEM)
        elif step == self.final_meadows:
            self.score_meadows(game)

    def take_off(self, game: Engine) -> None:
        """Gatherers and fishers of unfinished areas leave without points (HG-88, HG-89)."""
        regions = game.regions
        for figure in range(game.rules.figure_total):
            node = game.figures.node(figure)
            if node >= 0 and (regions.kind(node) == FOREST or regions.kind(node) == RIVER):
                if regions.ends(regions.region[node]) != 0:
                    game.send_home(figure, BY_EFFECT)

    def score_meadows(self, game: Engine) -> None:
        """Every meadow with hunters; they stay where they are, for one may lie in two meadows."""
        seen: list[i64] = []
        for figure in range(game.rules.figure_total):
            node = game.figures.node(figure)
            if node >= 0 and game.regions.kind(node) == MEADOW:
                for region in game.regions_under(figure):
                    if region not in seen:
                        seen.append(region)
                        winners = dolmen_hunters(game, region)
                        game.reward(region, winners if winners != 0 else game.majority(region))

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        return why_not(game, question, wish)


def nugget_forest(game: Engine) -> bool:
    """Has this run completed a forest with a gold nugget (HG-55)?"""
    for number in range(game.item_base, game.item_count):
        if game.item(number, ITEM_KIND) == FOREST:
            if game.regions.mark(game.regions.region[game.item(number, ITEM_NODE)], NUGGETS) != 0:
                return True
    return False


def animals(game: Engine, meadow: i64) -> i64:
    """Animals that count: every tiger eats a deer unless there is fire (HG-95 to HG-103)."""
    regions = game.regions
    deer = regions.mark(meadow, DEER)
    if regions.mark(meadow, FIRE) == 0:
        deer -= min(deer, regions.mark(meadow, TIGER))
    return deer + regions.mark(meadow, MAMMOTH) + regions.mark(meadow, AUROCHS) + regions.mark(meadow, BEAR)


def dolmen_hunters(game: Engine, meadow: i64) -> i64:
    """The seats with most hunters on a dolmen of this meadow, a bit each; 0 if there is none (HG-104, HG-R23,
    HG-R24).
    """
    if game.regions.mark(meadow, SHRINE) == 0:
        return 0
    rules, regions = game.rules, game.regions
    most: i64 = 0
    winners: i64 = 0
    for seat in range(rules.seats):
        here: i64 = 0
        for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
            node = game.figures.node(figure)
            if node >= 0 and regions.region[node] == meadow and (rules.seg_marks[regions.row[node]] >> (8 * SHRINE)) & 255 != 0:
                here += 1
        if here > most:
            most = here
            winners = i64(1) << seat
        elif here == most and here > 0:
            winners |= i64(1) << seat
    return winners
