"""Mage & Witch (Mago y bruja): two neutral figures that make a road or city worth more, or half as much.

Whoever lays a magic tile brings one of them onto an unfinished road or city anywhere on the table, or moves it there.
They never share a feature: if a tile or a ferry brings them together, one is taken off. When their feature has been
scored they leave the table. Their seat is the one after the last player's. Clauses MAGE-01 to MAGE-31.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from bastida.carcassonne.terms import CITY, ROAD
from bastida.kernel.answers import Noun, Option, Refusal
from bastida.kernel.bill import Bill
from bastida.kernel.codes import BY_EFFECT
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import find_node, node_name, segment_on, standing_on
from bastida.kernel.native import column, i64
from bastida.kernel.options import Options
from bastida.kernel.shown import Beside, Shown

if TYPE_CHECKING:
    from bastida.kernel.book import Book

# Questions.
PUT: Final = 1
TAKE_OFF: Final = 2

# A place as an option: the node * 2 + one of these.
THE_MAGE: Final = 0
THE_WITCH: Final = 1


@final
class MageAndWitch(Module):
    name = "mage"
    prefix = "MAGE"
    notation: ClassVar[dict[str, str]] = {"put": "{figure} {cell} {segment}", "remove": "remove {figure}"}

    def __init__(self) -> None:
        super().__init__()
        self.mage: i64 = 0  # kinds of figure
        self.witch: i64 = 0
        self.extra: i64 = 0  # the word for what the mage adds to a bill
        self.entering: i64 = 0  # steps
        self.joined_by_tile: i64 = 0
        self.joined_by_link: i64 = 0
        self.going_home: i64 = 0
        self.links_join = True  # MAGE-R4: a ferry that brings them together is judged like a tile

    def declare(self, book: Book) -> None:
        self.mage = book.figure("mage", 1, ("road", "city"), power=0, follower=False, neutral=True)  # MAGE-01, MAGE-03
        self.witch = book.figure("witch", 1, ("road", "city"), power=0, follower=False, neutral=True)
        self.extra = book.word_number("mage")
        self.joined_by_tile = book.step_number("MAGIC_MERGE_1")
        self.entering = book.step_number("MAGIC_PLACE")
        self.joined_by_link = book.step_number("MAGIC_MERGE_2")
        self.going_home = book.step_number("RETURN")
        self.links_join = book.settings.get("ferry_magic") != "next tile"
        book.act_with(book.flags("magic"), self, "MAGIC_PLACE")  # MAGE-02
        book.task(self, PUT, at="MAGIC_PLACE")
        book.task(self, TAKE_OFF, at=("MAGIC_MERGE_1", "MAGIC_PLACE", "MAGIC_MERGE_2"))

    def step(self, game: Engine, step: i64) -> None:
        if step == self.entering:
            game.push(self.index, PUT, 0, 0, 0)
        elif step == self.going_home:
            leave(game, self.mage)
            leave(game, self.witch)
        elif step == self.joined_by_tile or (step == self.joined_by_link and self.links_join):
            region = region_of(game, self.mage)
            if region >= 0 and region == region_of(game, self.witch):  # MAGE-12, MAGE-14
                game.push(self.index, TAKE_OFF, 0, 0, 0)

    # -- step 1: entering, moving, taking off (MAGE-02 to MAGE-15) ----------------------------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        if routine == PUT:
            out = game.choices
            out.clear()
            self.list_places(game, out)
            if out.count == 0:  # MAGE-08
                game.pop()
                self.nowhere_to_go(game)
                return
            game.listed = True
        game.ask(game.seat)

    def nowhere_to_go(self, game: Engine) -> None:
        mage, witch = figure_of(game, self.mage), figure_of(game, self.witch)
        if game.figures.node(mage) >= 0 and game.figures.node(witch) >= 0:
            game.push(self.index, TAKE_OFF, 0, 0, 0)
        elif game.figures.node(mage) >= 0:
            game.send_home(mage, BY_EFFECT)
        elif game.figures.node(witch) >= 0:
            game.send_home(witch, BY_EFFECT)

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        if routine == PUT:
            self.list_places(game, out)
        else:
            out.add(self.mage)
            out.add(self.witch)

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        game.pop()
        if routine == TAKE_OFF:
            game.send_home(figure_of(game, option), BY_EFFECT)
            return
        node, which = unpack_place(option)
        figure = figure_of(game, self.mage if which == THE_MAGE else self.witch)
        if game.figures.node(figure) < 0:
            game.stand(figure, node)
        else:
            game.move(figure, node, BY_EFFECT)

    def list_places(self, game: Engine, out: Options) -> None:
        """Both figures in every unfinished road or city that holds neither (MAGE-03 to MAGE-06).

        One node stands for the whole feature; for each stretch of a road that a link inside a tile can cut off (MAGE-10).
        """
        board, regions = game.board, game.regions
        seen = column(regions.nodes, 0)  # by region
        mage, witch = region_of(game, self.mage), region_of(game, self.witch)
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
                        out.add(pack_place(node, THE_MAGE))
                        out.add(pack_place(node, THE_WITCH))
        for node in range(regions.nodes):
            kind = regions.kind(node)
            if kind == ROAD or kind == CITY:
                region = regions.region[node]
                if seen[region] == 0 and regions.ends(region) > 0:
                    seen[region] = 1
                    out.add(pack_place(node, THE_MAGE))
                    out.add(pack_place(node, THE_WITCH))

    # -- step 3 and final scoring (MAGE-20 to MAGE-31) ----------------------------------------------------------------

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        """After inn and cathedral (MAGE-22), whose unfinished roads and cities were worth nothing (MAGE-31)."""
        kind = game.regions.kind(region)
        if kind != ROAD and kind != CITY:  # MAGE-25
            return
        mage, witch = region_of(game, self.mage) == region, region_of(game, self.witch) == region
        if not mage and not witch:
            return
        if finished:
            bill.clause = "MAGE-20" if mage else "MAGE-21"
        else:
            bill.clause = "MAGE-30" if bill.total() > 0 else "MAGE-31"
        if mage:
            bill.source = "mage"
            bill.add(self.extra, game.regions.tiles(region), 1)
        if witch:
            bill.source = "witch"
            bill.halved = True
            if mage:  # where a ferry may leave both there
                bill.clause = "MAGE-R4"

    def odd(self, game: Engine) -> str:
        """One of them can be taken off only while both are on the table."""
        if game.owner() == self.index and game.routine() == TAKE_OFF:
            if region_of(game, self.mage) < 0 or region_of(game, self.witch) < 0:
                return "mage.2"
        return ""

    # -- words --------------------------------------------------------------------------------------------------------

    def question(self, game: Engine, routine: i64) -> str:
        return "magic" if routine == PUT else "remove magic"

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        if routine == TAKE_OFF:
            return Option("remove", standing_on(game, figure_of(game, option)))
        node, which = unpack_place(option)
        return Option("put", segment_on(game, node), game.rules.figure_names[self.mage if which == THE_MAGE else self.witch])

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        if question == "remove magic":
            return Refusal("mage.one_must_leave", "MAGE-12")
        if question != "magic":
            return None
        node = find_node(game, f"{wish.said('cell')} {wish.said('segment')}")
        if wish.figure not in ("mage", "witch") or node < 0:
            return Refusal("mage.bring_in_or_move", "MAGE-02")
        return self.why_not_there(game, wish.figure, node)

    def why_not_there(self, game: Engine, name: str, node: i64) -> Refusal:
        kind, region = game.regions.kind(node), game.regions.region[node]
        segment = Noun(game.rules.segment_names[kind])
        if kind != ROAD and kind != CITY:
            return Refusal("mage.wrong_place", "MAGE-03", {"segment": segment})
        if game.complete(region):
            return Refusal("mage.completed", "MAGE-04", {"segment": segment})
        mage, witch = region_of(game, self.mage), region_of(game, self.witch)
        holder = "mage" if region == mage else "witch" if region == witch else ""
        if holder == name:
            return Refusal("mage.there_already", "MAGE-06", {"figure": Noun(name), "segment": segment})
        if holder:
            return Refusal("mage.never_together", "MAGE-05", {"figure": Noun(holder), "segment": segment})
        return Refusal("mage.say_where", "MAGE-10", {"segment": segment, "names": self.names_of(game, region)})

    def names_of(self, game: Engine, region: i64) -> object:
        """The places offered in a region, with "or" between them."""
        here = Options()
        self.list_places(game, here)
        names: object = ""
        for i in range(here.count):
            node, which = unpack_place(here.items[i])
            if which == THE_MAGE and game.regions.region[node] == region:
                name = node_name(game, node)
                names = name if names == "" else Refusal("mage.either", "", {"one": names, "other": name})
        return names

    def shown(self, game: Engine, out: Shown) -> None:
        """Those beside the table; on it they are among the figures."""
        if game.figures.node(figure_of(game, self.mage)) < 0:
            out.beside.append(Beside("mage"))
        if game.figures.node(figure_of(game, self.witch)) < 0:
            out.beside.append(Beside("witch"))


def pack_place(node: i64, which: i64) -> i64:
    """A place for one of the two as an option."""
    return node * 2 + which


def unpack_place(option: i64) -> tuple[i64, i64]:
    return option >> 1, option & 1


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
