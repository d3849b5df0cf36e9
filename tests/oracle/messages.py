"""What the eight messages pay, read off the table (MSG-31 to MSG-43)."""

from __future__ import annotations

from tests.oracle.deploying import PORTS, names
from tests.oracle.regions import Region, by_spot, regions
from tests.oracle.scoring import value
from tests.oracle.table import Piece, Table

FOLLOWERS = {"follower", "big", "abbot", "postman"}  # TURN-01
SMALLEST = {1: "road", 2: "city", 3: "monastery"}


def payments(table: Table, seat: int, message: int) -> dict[str, int]:
    """Every way to carry out a message of those that pay, by its name, and the points; none if it has no object."""
    home = by_spot(regions(table))
    own = [piece for piece in table.pieces if piece.seat == seat and piece.kind in FOLLOWERS]

    def role(kind: str) -> list[Piece]:
        return [piece for piece in own if home[piece.spot].kind == kind]

    def worth(region: Region) -> int:
        return value(table, home, region, False, seat)

    if message in SMALLEST:
        found = [worth(home[piece.spot]) for piece in role(SMALLEST[message])]
        return {f"smallest {SMALLEST[message]}": min(found)} if found else {}
    if message == 5:
        pennants = sum(city.mark("pennants") for city in {home[piece.spot] for piece in role("city")})
        return {"pennants": 2 * pennants} if pennants else {}
    if message == 6:
        return {"knights": 2 * len(role("city"))} if role("city") else {}
    if message == 7:
        return {"farmers": 2 * len(role("field"))} if role("field") else {}
    if message == 8:
        return {name_of(table, piece): _alone(home[piece.spot], seat, worth(home[piece.spot])) for piece in own}
    raise ValueError(f"message {message} pays nothing by itself")


def _alone(region: Region, seat: int, points: int) -> int:
    """Only with the majority, alone or shared (MSG-38)."""
    return points if seat in region.winners else 0


def name_of(table: Table, piece: Piece) -> str:
    """Kind, cell and segment, by the first of its sides clockwise from the north-west."""
    number, position = piece.spot
    laid = table.laid[number]
    kind = laid.tile.segments[position].kind
    start = f"{piece.kind} {laid.x},{laid.y} {kind}"
    if kind in table.played.around:
        return start
    called = names(laid, position, table.played.around)
    sides = [port for port in PORTS if f"{kind} {port}" in called and (len(port) == 2) == (kind == "field")]
    if sides:
        return f"{start} {sides[0]}"
    closed_in = [at for at, other in enumerate(laid.tile.segments[: position + 1]) if other.kind == kind and not other.ports]
    return f"{start} inner" + (str(len(closed_in)) if len(closed_in) > 1 else "")
