"""Why an answer is refused where the Scout has a say."""

# not compiled: words only

# TO CONVERT (old code)
from __future__ import annotations

from bastida.hunters.areas import strength_met
from bastida.hunters.terms import FOREST, MEADOW, RIVER
from bastida.kernel.codes import BLOCKER
from bastida.kernel.names import find_node

# -- The Scout ---------------------------------------------------------------------------------------------------------

SPECIAL = {"scExplorer": "SCOUT-16", "scCanoe": "SCOUT-22", "scBridge": "SCOUT-27", "scFarm": "SCOUT-33"}
KEPT_OUT = {"scCanoe": ("the fisher of the Canoe", "SCOUT-R10"), "scBridge": ("the hunter on the bridge", "SCOUT-30")}
TILES = {"explorer", "canoe", "bridge", "agriculture"}
MEMBER_PLACES = {MEADOW, FOREST, RIVER}


def why_no_refusing(has_explorer: bool, refused: bool) -> str:
    if not has_explorer:
        return "only the owner of an Explorer that lies on the table may refuse a tile (SCOUT-18)"
    if refused:
        return "one tile was refused; the second must be laid (SCOUT-21)"
    return "only a tile just drawn can be refused, and only if another can come for it (SCOUT-R07)"


def why_no_special(game: Engine, question: str, wanted: str, piece: str, figure: int) -> str:
    """Why a special tile cannot be laid now; ``figure`` is the kind of figure that must stand on the player's own."""
    if wanted == "shaman":
        return "the Shaman is no tile (SCOUT-10)"
    if wanted not in TILES:
        return ""
    if wanted != piece:
        return f"you have no {wanted} in front of you (SCOUT-06)"
    if question != "draw":
        return "a special tile is laid instead of drawing one, not afterwards (SCOUT-R02)"
    if game.figures.available(game.seat, figure) == 0:
        return f"its {game.rules.figure_names[figure]} must come from the supply, which has none (SCOUT-08)"
    return f"there is no place for the {piece} now; it can be laid in a later turn (SCOUT-R03)"


def why_not_joined(game: Engine, text: str, kind: int) -> str:
    """Why a special tile that fits there may not be laid: somebody is in an area of this kind that it would join."""
    found = PLACE.fullmatch(text)
    if found is None:
        return ""
    x, y, turns = (int(word) for word in found.groups())
    board, cell = game.board, game.board.cell(x, y)
    opening = -1 - board.at[cell] if cell >= 0 else -1
    if opening < 0 or not board.turns_that_fit(game.run_kind, opening) >> turns & 1:
        return ""
    area = game.rules.segment_names[kind]
    if strength_met(game, game.run_kind * 4 + turns, cell, kind) >= BLOCKER:
        return f"no hunter may come into the {area} with the hut (SCOUT-R15)"
    return f"it may not be joined to a {area} that holds somebody ({SPECIAL[game.rules.tiles[game.run_kind].id]})"


def why_kept_out(game: Engine, text: str) -> str:
    """Why a member cannot go where a figure on a special tile bars the way."""
    node = new_node(game, text)
    if node < 0 or game.figures.available(game.seat, game.rules.figure_names.index("member")) == 0:
        return ""
    region = game.regions.region[node]
    if game.regions.strength[region] >= BLOCKER:
        return "no hunter may come into the meadow with the hut (SCOUT-37)"
    for figure in range(game.rules.figure_total):
        there = game.figures.node(figure)
        if there >= 0 and region in game.regions_under(figure):
            tile = game.rules.tiles[game.board.kind(game.regions.slot[there])].id
            if tile in KEPT_OUT:
                who, clause = KEPT_OUT[tile]
                return f"{who} is there ({clause})"
    return ""


def new_node(game: Engine, text: str) -> int:
    """The node of the tile just laid where this answer would put a member; -1 if there is none."""
    member = game.rules.figure_names.index("member")
    first, end = game.board.tile_node[game.run_slot], game.board.tile_node[game.run_slot + 1]
    for node in range(first, end):
        if game.regions.kind(node) in MEMBER_PLACES:
            if text in [name.casefold() for name in figure_names(game, member, game.run_slot, node - first)]:
                return int(node)
    return -1


def why_not_taken_back(game: Engine, question: str, where: str, has_shaman: bool, used: bool) -> str:
    if not has_shaman:
        return "only the owner of the Shaman may take a member back (SCOUT-11)"
    if used:
        return "one member was taken back this turn already (SCOUT-11)"
    node = find_node(game, where)
    standing = [
        figure
        for figure in range(game.rules.seat_first[game.seat], game.rules.seat_first[game.seat + 1])
        if node >= 0 and game.figures.node(figure) == node
    ]
    if not standing:
        return "none of your members stands there (SCOUT-11)"
    if game.rules.figure_names[game.rules.figure_kind[standing[0]]] == "hut":
        return "huts cannot be taken back (SCOUT-13)"
    if game.rules.tiles[game.board.kind(game.regions.slot[node])].id in SPECIAL:
        return "the figure on a special tile stays there (SCOUT-09)"
    if game.regions.ends(game.regions.region[node]) == 0:
        closed = game.rules.segment_names[game.regions.kind(node)] == game.rules.ground
        return "that meadow is closed (SCOUT-14)" if closed else "that area is completed (SCOUT-R20)"
    return "" if question == "shaman" else "the Shaman acts before a tile is laid, before a figure is or at the end (SCOUT-R23)"
