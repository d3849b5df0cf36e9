"""Mage & Witch (Mago y bruja): two neutral figures that make a road or city worth more, or half as much.

Whoever lays a magic tile brings one of them onto an unfinished road or city anywhere on the table, or moves it there.
They never share a feature: if a tile or a ferry brings them together, one is taken off. When their feature has been
scored they leave the table. Their seat is the one after the last player's. Clauses MAGE-01 to MAGE-31.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from bastida.carcassonne.terms import CITY, MAGE, MAGIC_MERGE_1, MAGIC_MERGE_2, MAGIC_PLACE, RETURN, ROAD, W_MAGE, WITCH
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_EFFECT
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import find_node, node_name
from bastida.kernel.native import column, i64
from bastida.kernel.options import Options

if TYPE_CHECKING:
    from bastida.kernel.book import Book

PUT: Final = 1
TAKE_OFF: Final = 2


@final
class MageAndWitch(Module):
    name = "mage"
    prefix = "MAGE"

    def declare(self, book: Book) -> None:
        book.figure("mage", 1, ("road", "city"), power=0, follower=False, neutral=True)  # MAGE-01, MAGE-03
        book.figure("witch", 1, ("road", "city"), power=0, follower=False, neutral=True)
        book.act_with(book.flags("magic"), self, "MAGIC_PLACE")  # MAGE-02

    def step(self, game: Engine, step: i64) -> None:
        if step == MAGIC_PLACE:
            game.push(self.index, PUT, 0, 0, 0)
        elif step == RETURN:
            leave(game, MAGE)
            leave(game, WITCH)
        elif step == MAGIC_MERGE_1 or step == MAGIC_MERGE_2:
            region = region_of(game, MAGE)
            if region >= 0 and region == region_of(game, WITCH):  # MAGE-12, MAGE-14
                game.push(self.index, TAKE_OFF, 0, 0, 0)

    # -- step 1: entering, moving, taking off (MAGE-02 to MAGE-15) ----------------------------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        if routine == PUT:
            out = game.choices
            out.clear()
            list_places(game, out)
            if out.count == 0:  # MAGE-08
                game.pop()
                self.nowhere_to_go(game)
                return
            game.listed = True
        game.ask(game.seat)

    def nowhere_to_go(self, game: Engine) -> None:
        mage, witch = figure_of(game, MAGE), figure_of(game, WITCH)
        if game.figures.node(mage) >= 0 and game.figures.node(witch) >= 0:
            game.push(self.index, TAKE_OFF, 0, 0, 0)
        elif game.figures.node(mage) >= 0:
            game.send_home(mage, BY_EFFECT)
        elif game.figures.node(witch) >= 0:
            game.send_home(witch, BY_EFFECT)

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == PUT:
            list_places(game, out)
        else:
            out.add(MAGE)
            out.add(WITCH)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        game.pop()
        if routine == TAKE_OFF:
            game.send_home(figure_of(game, option), BY_EFFECT)
            return
        figure = figure_of(game, MAGE if option & 1 == 0 else WITCH)
        if game.figures.node(figure) < 0:
            game.stand(figure, option >> 1)
        else:
            game.move(figure, option >> 1, BY_EFFECT)

    # -- step 3 and final scoring (MAGE-20 to MAGE-31) ----------------------------------------------------------------

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        """After inn and cathedral (MAGE-22), whose unfinished roads and cities were worth nothing (MAGE-31)."""
        kind = game.regions.kind(region)
        if kind != ROAD and kind != CITY:  # MAGE-25
            return
        mage = region_of(game, MAGE) == region
        if not mage and region_of(game, WITCH) != region:
            return
        if finished:
            bill.clause = "MAGE-20" if mage else "MAGE-21"
        else:
            bill.clause = "MAGE-30" if bill.total() > 0 else "MAGE-31"
        if mage:
            bill.source = "mage"
            bill.add(W_MAGE, game.regions.tiles(region), 1)
        else:
            bill.source = "witch"
            bill.halved = True

    # -- words --------------------------------------------------------------------------------------------------------

    def question(self, game: Engine, routine: i64) -> str:
        return "magic" if routine == PUT else "remove magic"

    def text(self, game: Engine, routine: i64, option: i64) -> str:
        names = game.rules.figure_names
        if routine == TAKE_OFF:
            return f"remove {names[option]}"
        return f"{names[MAGE if option & 1 == 0 else WITCH]} {node_name(game, option >> 1)}"

    def refusal(self, game: Engine, question: str, text: str) -> str:
        if question == "remove magic":
            return "mage or witch must leave the table; say which (MAGE-12)"
        if question != "magic":
            return ""
        figure, _, where = text.partition(" ")
        node = find_node(game, where)
        if figure not in ("mage", "witch") or node < 0:
            return "with a magic tile mage or witch is brought in or moved (MAGE-02)"
        kind, region = game.regions.kind(node), game.regions.region[node]
        word = game.rules.segment_names[kind]
        if kind not in (ROAD, CITY):
            return f"mage and witch go to a road or a city, not to a {word} (MAGE-03)"
        if game.complete(region):
            return f"that {word} is completed (MAGE-04)"
        holder = "mage" if region == region_of(game, MAGE) else "witch" if region == region_of(game, WITCH) else ""
        if holder == figure:
            return f"the {figure} is in that {word} already and must go to another feature (MAGE-06)"
        if holder:
            return f"the {holder} is in that {word}; the two never share one (MAGE-05)"
        here = Options()
        list_places(game, here)
        names = [node_name(game, n >> 1) for n in here.numbers() if n & 1 == 0 and game.regions.region[n >> 1] == region]
        return f"to go to that {word}, say {' or '.join(names)} (MAGE-10)"

    def shown(self, game: Engine) -> dict[str, object]:
        """Which of them are beside the table; on it they are among the figures."""
        return {"beside": [game.rules.figure_names[k] for k in (MAGE, WITCH) if game.figures.node(figure_of(game, k)) < 0]}


def figure_of(game: Engine, kind: i64) -> i64:
    return game.rules.figure_first[game.rules.seats * game.rules.figure_kinds + kind]


def region_of(game: Engine, kind: i64) -> i64:
    """The region in which a magic figure stands, or -1."""
    node = game.figures.node(figure_of(game, kind))
    if node < 0:
        return -1
    return game.regions.region[node]


def leave(game: Engine, kind: i64) -> None:
    """Off the table with the completed feature, followers in it or not (MAGE-24, MAGE-R6)."""
    region = region_of(game, kind)
    if region >= 0 and game.complete(region):
        game.send_home(figure_of(game, kind), BY_EFFECT)


def list_places(game: Engine, out: Options) -> None:
    """Both figures in every unfinished road or city that holds neither (MAGE-03 to MAGE-06), as node * 2 + figure.

    One node stands for the whole feature; for each stretch of a road that a link inside a tile can cut off (MAGE-10).
    """
    board, regions = game.board, game.regions
    seen = column(regions.nodes, 0)  # by region
    mage, witch = region_of(game, MAGE), region_of(game, WITCH)
    if mage >= 0:
        seen[mage] = 1
    if witch >= 0:
        seen[witch] = 1
    for slot in range(board.tiles):
        if board.tile_link[slot] != 0:
            for node in range(board.tile_node[slot], board.tile_node[slot + 1]):
                region = regions.region[node]
                if seen[region] != 1 and regions.ends(region) > 0 and stands_for_stretch(game, slot, node):
                    seen[region] = 2
                    out.add(node * 2)
                    out.add(node * 2 + 1)
    for node in range(regions.nodes):
        kind = regions.kind(node)
        if kind == ROAD or kind == CITY:
            region = regions.region[node]
            if seen[region] == 0 and regions.ends(region) > 0:
                seen[region] = 1
                out.add(node * 2)
                out.add(node * 2 + 1)


def stands_for_stretch(game: Engine, slot: i64, node: i64) -> bool:
    """Is this a linked end, and of the linked ends of its stretch of road, which may be two, the first?"""
    segment = node - game.board.tile_node[slot]
    if game.linked(slot, segment) < 0:
        return False
    at = game.board.tile_shape[slot] * 16 + 1
    for side in range(4):
        if game.rules.connector[at + 4 * side] == segment:
            far = game.follow(slot, side)
            if far >= 0 and far < node and game.linked(game.regions.slot[far], far - game.regions.first[far]) >= 0:
                return False
    return True
