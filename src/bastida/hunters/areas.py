"""Looking at areas: the lakes of rivers, the river systems under them, and what a tile would be joined to.

Where a river crosses a side of its tile, its system crosses it on the second layer (HG-78). A lake is printed on the
system of its arms, so that the lake at the end of a river segment is found below the segment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.hunters.terms import FISH
from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine


def system_under(game: Engine, node: i64) -> i64:
    """The node of the river system that runs with a river segment."""
    board, connector = game.board, game.rules.connector
    slot = game.regions.slot[node]
    first = board.tile_node[slot]
    side = board.tile_shape[slot] * 16
    while connector[side + 1] != node - first:
        side += 4
    return first + connector[side + 3]


def lake_fish(game: Engine, system: i64) -> i64:
    """Fish printed in the lake of a system's node; 0 if it has no lake."""
    return (game.rules.seg_marks[game.regions.row[system]] >> (8 * FISH)) & 255


def fish_of_river(game: Engine, river: i64) -> i64:
    """Fish in the lakes at the ends of a river, a lake at both ends once (HG-41, HG-R09)."""
    total: i64 = 0
    seen: list[i64] = []
    node = river
    while True:
        system = system_under(game, node)
        if system not in seen:
            seen.append(system)
            total += lake_fish(game, system)
        node = game.regions.next[node]
        if node == river:
            return total


def lakes_of(game: Engine, river: i64) -> list[i64]:
    """The different numbers of fish in the lakes at the ends of a river."""
    found: list[i64] = []
    node = river
    while True:
        fish = lake_fish(game, system_under(game, node))
        if fish > 0 and fish not in found:
            found.append(fish)
        node = game.regions.next[node]
        if node == river:
            return found


def largest_in_system(game: Engine, system: i64) -> i64:
    """Most fish in one of the lakes of a river system."""
    most: i64 = 0
    node = system
    while True:
        most = max(most, lake_fish(game, node))
        node = game.regions.next[node]
        if node == system:
            return most


def strength_met(game: Engine, shape: i64, cell: i64, kind: i64) -> i64:
    """Strength in the first occupied area of this kind that a tile laid here would be joined to; 0 if there is none."""
    board, regions, connector = game.board, game.regions, game.rules.connector
    row = game.rules.seg_first[shape >> 2]
    for side in range(4):
        other = board.at[board.beyond(cell, side)] - 1
        if other < 0:
            continue
        there = board.tile_shape[other] * 16 + 4 * ((side + 2) & 3)
        for c in range(3):
            segment = connector[shape * 16 + 4 * side + c]
            if segment >= 0 and game.rules.seg_kind[row + segment] == kind:
                strength = regions.strength[regions.region[board.tile_node[other] + connector[there + 2 - c]]]
                if strength != 0:
                    return strength
    return 0
