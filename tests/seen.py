"""What a view shows of the modules' things, for tests: pieces on the board, what a player holds, who is on the track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

View = Mapping[str, Any]


def pieces(view: View, picture: str) -> dict[tuple[int, int], dict[str, Any]]:
    """The pieces with this picture, by their cell."""
    return {(piece["x"], piece["y"]): piece for piece in view["pieces"] if piece["picture"] == picture}


def held(view: View, seat: int, picture: str) -> int:
    """How many of a thing lie before a player."""
    return sum(thing["number"] for thing in view["players"][seat]["holds"] if thing["picture"] == picture)


def by_seat(view: View, picture: str) -> list[int]:
    """How many of a thing lie before each player."""
    return [held(view, seat, picture) for seat in range(len(view["players"]))]


def holder(view: View, picture: str) -> int | None:
    """The seat before which a thing lies."""
    seats = range(len(view["players"]))
    return next((seat for seat in seats if held(view, seat, picture)), None)


def on_track(view: View, picture: str) -> dict[int | None, int]:
    """The spaces of pieces on the scoreboard, by their owner."""
    return {piece["owner"]: piece["space"] for piece in view["track"] if piece["picture"] == picture}


def record(view: View, picture: str) -> int | None:
    """The figure that has won a thing that somebody holds: how many tiles."""
    things = [thing for player in view["players"] for thing in player["holds"] if thing["picture"] == picture]
    return next((thing["record"] for thing in things if thing["number"]), None)
