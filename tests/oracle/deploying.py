"""What may be done in the figure step, and what the places are called."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.regions import by_spot, regions, thirds
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


def beside_follower(table: Table, figure: str, seat: int) -> list[int]:
    """Segments of the tile laid last whose region holds a follower of the seat (TRADERS-25, TRADERS-45)."""
    last = len(table.laid) - 1
    allowed = table.played.special[figure]
    home = by_spot(regions(table))
    return [
        position
        for position, segment in enumerate(table.laid[last].tile.segments)
        if segment.kind in allowed and (last, position) in home and home[last, position].strength[seat]
    ]


def recalls(table: Table, seat: int) -> list[str]:
    """The own abbot may be taken off what is not complete (ABBOT-22, ABBOT-29), or not scored yet (ABBOT-R5)."""
    home = by_spot(regions(table))
    abbots = [piece for piece in table.pieces if (piece.seat, piece.kind) == (seat, "abbot")]
    any_time = table.played.settings.get("completed_recall") == "yes"
    return ["take back abbot" for piece in abbots if home[piece.spot].ends > 0 or (any_time and piece.spot not in table.scored)]


def actions(table: Table, seat: int, supply: Callable[[str], int]) -> list[set[str]]:
    """Every answer of the figure step, each as the set of its names."""
    last, around = table.laid[-1], table.played.around
    found = [{"pass"}]
    for figure in table.played.strength:
        if supply(figure):
            found += [{f"{figure} {name}" for name in names(last, at, around)} for at in free_segments(table, figure)]
    for figure in table.played.special:
        if supply(figure):
            spots = beside_follower(table, figure, seat)
            found += [{f"{figure} {name}" for name in names(last, at, around)} for at in spots]
    if "flying" in table.played.modules and "flight" in last.tile.marks:
        flying = ["follower", "big", "postman"]  # FLIGHT-05
        flying += ["abbot"] if table.played.settings.get("abbot_flies") == "yes" else []  # FLIGHT-R1
        found += [{f"fly {figure}"} for figure in flying if supply(figure)]
    return found + [{text} for text in recalls(table, seat)]


def names(laid: Laid, position: int, around: set[str]) -> set[str]:
    """Every name of a segment on the tile as it lies: its kind, with any side or half side it touches."""
    kind = laid.tile.segments[position].kind
    if kind in around:
        return {kind}
    held = thirds(laid, position)
    if kind == "system":  # a hut stands on a river or on a lake (HG-28)
        segment = laid.tile.segments[position]
        lake = {f"lake{segment.index + 1}" if segment.index else "lake"} if segment.ends else set()
        return lake | {f"river {PORTS[3 * side + third]}" for side, third in held}
    if not held:
        return {f"{kind} inner"} | {f"{kind} inner{number}" for number in range(2, 5)}
    return {f"{kind} {PORTS[3 * side + third]}" for side, third in held}
