"""What can be laid over a board: fields, regions, owners, each told apart by colour and by a number.

The shapes are those of `segments`. Fields that meet on a tile or on two tiles side by side never have the same colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bastida.kernel.engine import Engine

OVERLAYS = ("fields", "regions", "owners")

# Eight colours that differ for colour-blind eyes too (after Okabe and Ito), then further ones for wild boards.
PALETTE = (
    "#e69f00",
    "#0072b2",
    "#cc79a7",
    "#f0e442",
    "#d55e00",
    "#56b4e9",
    "#7b4fc9",
    "#ffffff",
    "#222222",
    "#a0522d",
    "#00a8a8",
    "#ff4fa3",
)


@dataclass(frozen=True)
class Part:
    """One segment of a laid tile and the region it belongs to."""

    slot: int
    place: int  # position in Tile.segments
    kind: str
    region: int


def parts(engine: Engine) -> Iterator[Part]:
    """Every segment on the table."""
    rules, board, regions = engine.rules, engine.board, engine.regions
    for slot in range(board.tiles):
        row, node = rules.seg_first[board.kind(slot)], board.tile_node[slot]
        for step in range(rules.seg_first[board.kind(slot) + 1] - row):
            name = rules.segment_names[rules.seg_kind[row + step]]
            yield Part(slot, rules.seg_source[row + step], name, int(regions.region[node + step]))


def neighbours(engine: Engine, found: Iterable[Part]) -> dict[int, set[int]]:
    """For each region those it meets: on one tile, or on two tiles side by side."""
    board = engine.board
    on: dict[int, set[int]] = {}
    met: dict[int, set[int]] = {}
    for part in found:
        on.setdefault(part.slot, set()).add(part.region)
        met.setdefault(part.region, set())
    for slot, here in on.items():
        cell = board.tile_cell[slot]
        x, y = board.x(cell), board.y(cell)
        around = {slot, board.slot_at(x + 1, y), board.slot_at(x, y + 1)}
        for other in around & set(on):
            for a in here:
                for b in on[other]:
                    if a != b:
                        met[a].add(b)
                        met[b].add(a)
    return met


def coloured(met: Mapping[int, set[int]]) -> dict[int, int]:
    """A number for each region such that no two neighbours have the same; the most crowded are served first."""
    found: dict[int, int] = {}
    left = set(met)
    while left:
        region = max(left, key=lambda r: (len({found[n] for n in met[r] if n in found}), len(met[r]), -r))
        taken = {found[n] for n in met[region] if n in found}
        found[region] = next(n for n in range(len(met)) if n not in taken)
        left.remove(region)
    return found


def hue(which: int) -> str:
    """The colour of a number; beyond the palette they are spread over the circle of hues."""
    return PALETTE[which] if which < len(PALETTE) else f"hsl({which * 137 % 360} 70% {35 + which * 13 % 40}%)"
