"""Placing a figure of the supply on the tile just laid: the rule both families share.

Any kind of follower may go on any segment of the new tile that is open to its kind and whose whole region holds nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.kernel.options import Options


def offer_places(game: Engine, module: i64, out: Options) -> None:
    """Add an action ``kind * 16 + segment`` for every place."""
    if game.part_barred != 0:
        return
    rules, regions = game.rules, game.regions
    first = game.board.tile_node[game.run_slot]
    end = game.board.tile_node[game.run_slot + 1]
    row = game.seat * rules.figure_kinds
    for i in range(len(rules.followers)):
        kind = rules.followers[i]
        if game.figures.supply[row + kind] > 0:
            allowed = rules.places[kind]
            for node in range(first, end):
                if regions.strength[regions.region[node]] == 0 and (allowed >> regions.kind(node)) & 1 != 0:
                    out.add_action(module, kind * 16 + node - first)


def take_place(game: Engine, action: i64) -> None:
    """Carry out an action of ``offer_places``."""
    figure = game.figures.pick(game.seat, action >> 4)
    game.stand(figure, game.board.tile_node[game.run_slot] + (action & 15))
