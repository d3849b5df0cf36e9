"""The features on the table as people speak of them: what they are, where, whose, and what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bastida.kernel import names

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine


@dataclass(frozen=True)
class Feature:
    """A road, city, field, monastery ...: connected segments of one kind."""

    kind: str
    segments: tuple[str, ...]  # ``1,0 road N``
    cells: tuple[tuple[int, int], ...]
    completed: bool
    strength: tuple[int, ...]  # by seat
    owners: tuple[int, ...]  # the seats with the majority
    worth: int  # to its owners, or to anybody who had it alone, if the game ended now
    worth_completed: int  # if it were completed as it stands


def features(engine: Engine) -> list[Feature]:
    """Every feature on the table, in the order in which its first segment was laid."""
    regions, rules = engine.regions, engine.rules
    rings: dict[int, list[int]] = {}
    for node in range(regions.nodes):
        rings.setdefault(int(regions.region[node]), []).append(node)
    found = []
    for region, nodes in rings.items():
        winners = int(engine.majority(region))
        owners = tuple(seat for seat in range(rules.seats) if winners >> seat & 1)
        seat = owners[0] if owners else 0
        board = engine.board
        cells = [board.tile_cell[slot] for slot in engine.slots_of(region)]
        found.append(
            Feature(
                rules.segment_names[regions.kind(region)],
                tuple(names.node_name(engine, node) for node in nodes),
                tuple((int(board.x(cell)), int(board.y(cell))) for cell in cells),
                engine.complete(region),
                tuple(int(regions.strength_of(region, number)) for number in range(rules.seats)),
                owners,
                int(engine.worth(region, False, seat)),
                int(engine.worth(region, True, seat)),
            )
        )
    return found


def dead_cells(engine: Engine) -> list[tuple[int, int]]:
    """Open cells that none of the tiles still to come can fill."""
    board, rules, piles = engine.board, engine.rules, engine.piles
    left = [
        kind
        for kind in range(len(rules.tiles))
        if kind == engine.run_kind
        or any(
            piles.remaining[rules.pile_row[pile] + kind]
            or kind in [piles.tail[pile * rules.tail_room + place] for place in range(piles.tail_size[pile])]
            for pile in rules.stock
        )
    ]
    alike = {int(rules.side_class[kind]): kind for kind in left}  # tiles with the same sides fit the same cells
    fills: dict[int, bool] = {}  # by what the sides of a cell ask for
    found = []
    for opening in range(board.opens):
        need = int(board.open_need[opening])
        if need not in fills:
            fills[need] = any(board.turns_that_fit(kind, opening) for kind in alike.values())
        if not fills[need]:
            cell = board.open_cell[opening]
            found.append((int(board.x(cell)), int(board.y(cell))))
    return found
