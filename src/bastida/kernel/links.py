"""Links inside a tile: two loose ends joined by a ferry. Changing one takes regions apart and builds them anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bastida.kernel.figures import AREA
from bastida.kernel.native import column, i64, vec

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

NONE: Final = -1


def link(game: Engine, slot: i64, a: i64, b: i64) -> None:
    """Join two loose ends of a tile (segments a and b of it) for the first time and close the others."""
    board, regions = game.board, game.regions
    first = board.tile_node[slot]
    links = board.tile_link
    links[slot] = ((a + 1) << 4) | (b + 1)
    regions.join(first + a, first + b)
    for node in range(first, board.tile_node[slot + 1]):
        if game.rules.seg_loose[regions.row[node]] != 0:
            if node != first + a and node != first + b:
                regions.close_end(node)
            game.touch(node)


def linked(game: Engine, slot: i64, segment: i64) -> i64:
    """The segment this one is linked with inside its tile, or -1."""
    pair = game.board.tile_link[slot]
    a, b = (pair >> 4) - 1, (pair & 15) - 1
    if pair == 0:
        return -1
    if segment == a:
        return b
    if segment == b:
        return a
    return -1


def follow(game: Engine, slot: i64, side: i64) -> i64:
    """Follow a line that leaves a tile over a side, tile by tile, until it goes no further.

    It stops at a loose end, where it ends on a tile, at an open side, or back on the tile it came from; the node
    there, or -1 if no tile lies beyond the side.
    """
    board, regions, rules = game.board, game.regions, game.rules
    connector = rules.connector
    found: i64 = -1
    here = slot
    while True:
        here = board.at[board.beyond(board.tile_cell[here], side)] - 1
        if here < 0:
            return found
        entry = (side + 2) & 3
        shape = board.tile_shape[here] * 16
        segment = connector[shape + 4 * entry + 1]
        found = board.tile_node[here] + segment
        if here == slot or rules.seg_loose[regions.row[found]] != 0:
            return found
        side = -1
        for other in range(4):
            if other != entry and connector[shape + 4 * other + 1] == segment:
                side = other
        if side < 0:
            return found


def relink(game: Engine, slot: i64, a: i64, b: i64) -> None:
    """Change which two loose ends of a tile are joined: their regions are taken apart and built anew."""
    board, regions = game.board, game.regions
    first = board.tile_node[slot]
    pair = board.tile_link[slot]
    nodes = column(regions.nodes, 0)  # those of all regions concerned: so many of them
    count: i64 = 0
    was = column(regions.nodes, NONE)  # by node: the region it belonged to
    done: list[i64] = []  # old regions that were scored, with their size
    sizes: list[i64] = []
    starts: list[i64] = [first + (pair >> 4) - 1, first + (pair & 15) - 1, first + a, first + b]
    for start in starts:
        region = regions.region[start]
        if was[start] == NONE:
            node = start
            while True:
                nodes[count] = node
                count += 1
                was[node] = region
                node = regions.next[node]
                if node == start:
                    break
            if regions.done[region] != 0:
                done.append(region)
                sizes.append(regions.size(region))
            game.touch(start)
    for start in starts:
        game.touch(start)
    for i in range(count):
        regions.reset(nodes[i])
    links = board.tile_link
    links[slot] = ((a + 1) << 4) | (b + 1)
    for i in range(count):
        rejoin(game, nodes[i])
    restand(game, was)
    for i in range(len(done)):
        keep_done(game, was, done[i], sizes[i])


def rejoin(game: Engine, node: i64) -> None:
    """Join a single node again to what it meets: over the sides of its tile, each pair once, and over links."""
    board, regions, rules = game.board, game.regions, game.rules
    slot = regions.slot[node]
    first = regions.first[node]
    shape = board.tile_shape[slot]
    cell = board.tile_cell[slot]
    connector = rules.connector
    for side in range(4):
        beyond = board.beyond(cell, side)
        other = board.at[beyond] - 1
        if other < 0:
            continue
        base = board.tile_node[other]
        here = shape * 16 + 4 * side
        there = board.tile_shape[other] * 16 + 4 * ((side + 2) & 3)
        for c in range(4):
            if connector[here + c] == node - first:
                back = c
                if c < 3:
                    back = 2 - c
                met = base + connector[there + back]
                if met < node:
                    regions.join(node, met)
    if rules.seg_loose[regions.row[node]] != 0 and board.tile_link[slot] != 0:
        partner = linked(game, slot, node - first)
        if partner < 0:
            regions.close_end(node)
        elif first + partner < node:
            regions.join(node, first + partner)


def restand(game: Engine, was: vec[i64]) -> None:
    """Add the figures on the nodes of regions taken apart to their regions again."""
    regions, rules, place = game.regions, game.rules, game.figures.place
    strength = regions.strength
    for figure in range(rules.figure_total):
        node = place[figure]
        if node >= 0 and node < AREA and was[node] != NONE:
            region = regions.region[node]
            strength[region] += rules.power[rules.figure_kind[figure]] << (8 * rules.figure_seat[figure])


def keep_done(game: Engine, was: vec[i64], old: i64, size: i64) -> None:
    """A region that was scored and is still made of exactly the same nodes stays scored."""
    regions = game.regions
    region = regions.region[old]
    for node in range(regions.nodes):
        if was[node] == old and regions.region[node] != region:
            return
    if regions.size(region) == size:
        flags = regions.done
        flags[region] = 1
