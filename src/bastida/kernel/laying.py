"""Laying tiles: where one may go, and joining what meets when it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel import holes, moving
from bastida.kernel.native import grown, i64
from bastida.kernel.options import Options
from bastida.kernel.regions import ENDS, ONE_TILE

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine


def can_be_laid(game: Engine, kind: i64) -> bool:
    board = game.board
    if game.rules.filtered[kind] == 0:
        return board.has_room_for(kind)
    for opening in range(board.opens):
        if allowed_turns(game, kind, opening) != 0:
            return True
    return False


def allowed_turns(game: Engine, kind: i64, opening: i64) -> i64:
    """A bit per turn in which the tile may be laid on an open cell, with what modules say."""
    turns = game.board.turns_that_fit(kind, opening)
    if turns != 0 and game.rules.filtered[kind] != 0:
        cell = game.board.open_cell[opening]
        for module in game.rules.on_placements:
            turns = module.placements(game, kind, cell, turns) & 15
    return turns


def list_placements(game: Engine, kind: i64, out: Options) -> None:
    board = game.board
    for opening in range(board.opens):
        turns = allowed_turns(game, kind, opening)
        place = board.open_cell[opening] * 4
        while turns != 0:
            if turns & 1 != 0:
                out.add(place)
            turns >>= 1
            place += 1


def list_draws(game: Engine, out: Options) -> None:
    piles, pile = game.piles, game.run_pile
    for kind in range(len(game.rules.tiles)):
        if piles.copies(pile, kind) > 0:
            out.add(kind)


def lay(game: Engine, kind: i64, cell: i64, turns: i64) -> i64:
    """Put a tile on the table and join what meets; returns its slot."""
    if game.spread != 0:
        return lay_under_spread(game, kind, cell, turns)
    return put_tile(game, kind, cell, turns)


def put_tile(game: Engine, kind: i64, cell: i64, turns: i64) -> i64:
    board = game.board
    shape = kind * 4 + turns
    slot = board.tiles
    node = game.regions.add(kind, slot)
    board.put(cell, shape, node)
    board.tile_node[slot + 1] = game.regions.nodes
    for side in range(4):
        connect(game, shape, node, board.beyond(cell, side), side)
    count_around(game, cell, kind, node)
    if game.rules.any_inside:
        join_inside(game, kind, node)
    if game.rules.any_whole:
        holes.look(game, slot)
    if board.near_border(cell):
        board.grow()
    return slot


def join_inside(game: Engine, kind: i64, node: i64) -> None:
    """Join the segments of a new tile that meet inside it."""
    left = game.rules.inside[kind]
    first: i64 = -1
    while left != 0:
        if left & 1 != 0:
            if first < 0:
                first = node
            else:
                game.regions.join(first, node)
        left >>= 1
        node += 1


def connect(game: Engine, shape: i64, node: i64, beyond: i64, side: i64) -> None:
    """Join one side of a new tile to its neighbour, or tell the open cell beyond what it must show."""
    board, rules = game.board, game.rules
    other = board.at[beyond] - 1
    if other < 0:
        board.ask(beyond, rules.digit[shape * 4 + side])
        return
    links = rules.links[rules.edge[shape * 4 + side]]
    regions, connector = game.regions, rules.connector
    here = shape * 16 + 4 * side
    there = board.tile_shape[other] * 16 + 4 * ((side + 2) & 3)
    base = board.tile_node[other]
    if links & 2 != 0:
        regions.join(node + connector[here + 1], base + connector[there + 1])
    if links & 1 != 0:  # the halves of a road's or river's side
        regions.join(node + connector[here], base + connector[there + 2])
        regions.join(node + connector[here + 2], base + connector[there])
    if links & 8 != 0:  # the second layer
        regions.join(node + connector[here + 3], base + connector[there + 3])


def count_around(game: Engine, cell: i64, kind: i64, node: i64) -> None:
    """Count the new tile for the neighbourhoods it lies in, and its neighbours for its own."""
    board, rules, at = game.board, game.rules, game.board.at
    around: i64 = 0
    for number in range(8):
        slot = at[board.around(cell, number)] - 1
        if slot >= 0:
            around += 1
            there = board.tile_shape[slot] >> 2
            for segment in range(rules.hood_first[there], rules.hood_end[there]):
                count_near(game, board.tile_node[slot] + segment)
    for segment in range(rules.hood_first[kind], rules.hood_end[kind]):
        count = game.regions.count
        count[node + segment] += around * (ONE_TILE - 1)


def count_near(game: Engine, node: i64) -> None:
    count = game.regions.count
    count[node] += ONE_TILE - 1
    if count[node] & ENDS == 0:
        touch(game, node)


def touch(game: Engine, node: i64) -> None:
    """The region of this node may have been completed in this run."""
    at = game.touched_count
    if at == len(game.touched):
        game.touched = grown(game.touched, 2 * at, 0)
    touched = game.touched
    touched[at] = node
    game.touched_count = at + 1


def lay_under_spread(game: Engine, kind: i64, cell: i64, turns: i64) -> i64:
    """Lay a tile while some figure stands in several regions: where they become one, it counts once."""
    spread: list[i64] = []
    for figure in range(game.rules.figure_total):
        if game.figures.node(figure) >= 0 and game.figures.more[figure] != 0:
            spread.append(figure)
            for region in game.regions_under(figure):
                moving.take_strength(game, figure, region)
    slot = put_tile(game, kind, cell, turns)
    for figure in spread:
        moving.add_spread(game, figure)
    return slot
