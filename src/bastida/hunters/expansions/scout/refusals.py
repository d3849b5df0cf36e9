"""Why an answer is refused where the Scout has a say."""

# not compiled: words only

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.hunters.areas import strength_met
from bastida.hunters.terms import HUT, MEMBER
from bastida.kernel.answers import Cell, Noun, Option, Refusal, Target
from bastida.kernel.codes import BLOCKER
from bastida.kernel.deploy import PLACE
from bastida.kernel.names import find_node, new_node

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

SPECIAL = {"scExplorer": "SCOUT-16", "scCanoe": "SCOUT-22", "scBridge": "SCOUT-27", "scFarm": "SCOUT-33"}
KEPT_OUT = {"scCanoe": ("scout.canoe_there", "SCOUT-R10"), "scBridge": ("scout.bridge_there", "SCOUT-30")}
TILES = {"explorer", "canoe", "bridge", "agriculture"}


def why_no_refusing(has_explorer: bool, refused: bool) -> Refusal:
    if not has_explorer:
        return Refusal("scout.no_explorer", "SCOUT-18")
    return Refusal("scout.refused_once", "SCOUT-21") if refused else Refusal("scout.refuse_when", "SCOUT-R07")


def why_no_special(game: Engine, question: str, wanted: str, piece: str, figure: int) -> Refusal | None:
    """Why a special tile cannot be laid now; ``figure`` is the kind of figure that must stand on the player's own."""
    if wanted == "shaman":
        return Refusal("scout.no_tile", "SCOUT-10")
    if wanted not in TILES:
        return None
    if wanted != piece:
        return Refusal("scout.not_yours", "SCOUT-06", {"piece": Noun(wanted)})
    if question != "draw":
        return Refusal("scout.instead", "SCOUT-R02")
    if game.figures.available(game.seat, figure) == 0:
        return Refusal("scout.no_figure", "SCOUT-08", {"figure": Noun(game.rules.figure_names[figure])})
    return Refusal("scout.no_room", "SCOUT-R03", {"piece": Noun(piece)})


def why_not_joined(game: Engine, place: Target, kind: int) -> Refusal | None:
    """Why a special tile that fits there may not be laid: somebody is in an area of this kind that it would join."""
    if not isinstance(place, Cell):
        return None
    board, cell = game.board, game.board.cell(place.x, place.y)
    opening = -1 - board.at[cell] if cell >= 0 else -1
    if opening < 0 or not board.turns_that_fit(game.run_kind, opening) >> place.turn & 1:
        return None
    area = Noun(game.rules.segment_names[kind])
    if strength_met(game, game.run_kind * 4 + place.turn, cell, kind) >= BLOCKER:
        return Refusal("scout.barred_by_hut", "SCOUT-R15", {"area": area})
    return Refusal("scout.joined", SPECIAL[game.rules.tiles[game.run_kind].id], {"area": area})


def why_kept_out(game: Engine, wish: Option) -> Refusal | None:
    """Why a member cannot go where a figure on a special tile bars the way."""
    node = new_node(game, wish.target)
    if wish.verb != PLACE or wish.figure != game.rules.figure_names[MEMBER] or node < 0:
        return None
    if not game.rules.places[MEMBER] >> game.regions.kind(node) & 1 or game.figures.available(game.seat, MEMBER) == 0:
        return None
    region = game.regions.region[node]
    if game.regions.strength[region] >= BLOCKER:
        return Refusal("scout.barred_by_hut", "SCOUT-37", {"area": Noun(game.rules.segment_names[game.regions.kind(node)])})
    for figure in range(game.rules.figure_total):
        there = game.figures.node(figure)
        if there >= 0 and region in game.regions_under(figure):
            tile = game.rules.tiles[game.board.kind(game.regions.slot[there])].id
            if tile in KEPT_OUT:
                return Refusal(*KEPT_OUT[tile])
    return None


def why_not_taken_back(game: Engine, question: str, where: Target, has_shaman: bool, used: bool) -> Refusal | None:
    if not has_shaman:
        return Refusal("scout.no_shaman", "SCOUT-11")
    if used:
        return Refusal("scout.once", "SCOUT-11")
    node = find_node(game, f"{where.said('cell')} {where.said('segment')}")
    standing = [
        figure
        for figure in range(game.rules.seat_first[game.seat], game.rules.seat_first[game.seat + 1])
        if node >= 0 and game.figures.node(figure) == node
    ]
    if not standing:
        return Refusal("scout.nobody_there", "SCOUT-11")
    if game.rules.figure_kind[standing[0]] == HUT:
        return Refusal("scout.huts_stay", "SCOUT-13")
    if game.rules.tiles[game.board.kind(game.regions.slot[node])].id in SPECIAL:
        return Refusal("scout.special_stays", "SCOUT-09")
    if game.regions.ends(game.regions.region[node]) == 0:
        closed = game.rules.segment_names[game.regions.kind(node)] == game.rules.ground
        return Refusal("scout.meadow_closed", "SCOUT-14") if closed else Refusal("scout.area_completed", "SCOUT-R20")
    return None if question == "shaman" else Refusal("scout.shaman_when", "SCOUT-R23")
