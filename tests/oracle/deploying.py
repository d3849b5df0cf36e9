"""Where a follower may be put, and what its place is called."""

from __future__ import annotations

from tests.oracle.regions import MIDDLE, by_spot, regions, thirds
from tests.oracle.table import Laid, Table

PORTS = ("Nw", "N", "Ne", "En", "E", "Es", "Se", "S", "Sw", "Ws", "W", "Wn")


def free_segments(table: Table, figure: str) -> list[int]:
    """Segments of the tile laid last whose whole region holds nobody (BASE-36 to BASE-42), for this kind of figure."""
    last = len(table.laid) - 1
    allowed = table.played.places(figure)
    home = by_spot(regions(table))
    return [
        position
        for position, segment in enumerate(table.laid[last].tile.segments)
        if segment.kind in allowed and (last, position) in home and not home[last, position].occupied
    ]


def names(laid: Laid, position: int, around: set[str]) -> set[str]:
    """Every name of a segment on the tile as it lies: its kind, with any side or half side it touches."""
    kind = laid.tile.segments[position].kind
    if kind in around:
        return {kind}
    held = thirds(laid, position)
    if not held:
        return {f"{kind} inner"} | {f"{kind} inner{number}" for number in range(2, 5)}
    return {f"{kind} {PORTS[3 * side + third]}" for side, third in held} | {
        f"{kind} {PORTS[3 * side + 1]}" for side, third in held if third == MIDDLE
    }
