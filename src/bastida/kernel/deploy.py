"""Placing a figure of the supply on the tile just laid: the rule both families share.

Any kind of follower may go on any segment of the new tile that is open to its kind and whose whole region holds nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bastida.kernel.answers import Option
from bastida.kernel.names import segment_on
from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.kernel.options import Options

UNKNOWN: Final = -1
PLACE: Final = "place"  # the verb for it in every family
PLACES: Final = "{figure} {segment}|{figure} {cell} {segment}"  # the second only ever names a wrong tile


def offer_places(game: Engine, module: i64, out: Options) -> None:
    """Add an action (``pack_place``) for every place."""
    if game.part_barred != 0:
        return
    rules, supply = game.rules, game.figures.supply
    row = game.seat * rules.figure_kinds
    free: i64 = UNKNOWN
    for i in range(len(rules.followers)):
        kind = rules.followers[i]
        if supply[row + kind] > 0:
            if free == UNKNOWN:
                free = free_segments(game, game.run_slot)
            open_to = rules.open_to[kind * len(rules.tiles) + game.board.kind(game.run_slot)]
            out.add_actions(module, pack_place(kind, 0), 1, free & open_to)


def pack_place(kind: i64, segment: i64) -> i64:
    """A kind of figure on a segment of the new tile as an action."""
    return kind * 16 + segment


def unpack_place(action: i64) -> tuple[i64, i64]:
    return action >> 4, action & 15


def free_segments(game: Engine, slot: i64) -> i64:
    """A bit for each segment of a laid tile whose whole region holds nobody."""
    region, strength = game.regions.region, game.regions.strength
    free: i64 = 0
    bit: i64 = 1
    for node in range(game.board.tile_node[slot], game.board.tile_node[slot + 1]):
        if strength[region[node]] == 0:
            free |= bit
        bit += bit
    return free


def placed(game: Engine, kind: i64, segment: i64) -> Option:
    """A figure of this kind on a segment of the new tile, as a value."""
    return Option(PLACE, segment_on(game, game.board.tile_node[game.run_slot] + segment), game.rules.figure_names[kind])


def take_place(game: Engine, action: i64) -> None:
    """Carry out an action of ``offer_places``."""
    kind, segment = unpack_place(action)
    game.stand(game.figures.pick(game.seat, kind), game.board.tile_node[game.run_slot] + segment)
