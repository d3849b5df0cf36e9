"""A table that is over, as its line and its events tell it. No game is played here: points and winners are written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bastida.server.runtime.store import Event, TableRow
from bastida.server.table.state import COMPUTER, PLAYED

ENDS = (*PLAYED, "resign", "end")  # events after which a table may be over
GUEST = "guest"


@dataclass
class Side:
    """Who sat on a seat at the end."""

    kind: str
    level: str | None
    name: str
    member: str | None
    gave_up: bool = False


@dataclass(frozen=True)
class Ended:
    """A table that is over."""

    table: str
    at: float
    reason: str
    sides: Sequence[Side]
    points: Sequence[int]
    winners: Sequence[int]
    config: dict[str, Any]
    made: dict[str, Any]  # what a worker needs to stand at its end

    @property
    def members(self) -> list[str]:
        """The members at the table, as often as they have seats."""
        return [side.member for side in self.sides if side.member is not None]

    @property
    def asked_to_rate(self) -> bool:
        """It was to count, and was a whole game: not one from a lesson, a position or a record."""
        part = self.config.get("position") or self.config.get("first_steps") or "lesson" in self.config
        return bool(self.config.get("rated", False)) and not part

    def places(self) -> list[int]:
        """Winners are first; the others follow by points, and behind them whoever gave up. Equal ones share a place."""
        keys = [
            (seat not in self.winners, side.gave_up, -points)
            for seat, (side, points) in enumerate(zip(self.sides, self.points, strict=True))
        ]
        return [1 + sum(other < key for other in keys) for key in keys]


def ended(row: TableRow, result: dict[str, Any], events: Sequence[Event]) -> Ended:
    """What became of a table."""
    config = row.config
    setup = {**config["setup"], "players": list(config["setup"]["players"]), "colours": list(config["setup"]["colours"])}
    sides = [
        Side(seat["kind"], seat.get("level"), name, seat.get("member"))
        for seat, name in zip(config["seats"], setup["players"], strict=True)
    ]
    steps: list[str] = []
    at = row.created
    for event in events:
        if event.kind in ENDS:
            at = event.at
        if event.kind in PLAYED:
            steps += event.body["steps"]
        elif event.kind == "undo":
            del steps[event.body["to"] :]
        elif event.kind == "take":
            seat = event.body["seat"]
            sides[seat].member = event.body.get("member")
            setup["players"][seat] = sides[seat].name = event.body.get("name") or sides[seat].name
            setup["colours"][seat] = event.body.get("colour") or setup["colours"][seat]
        elif event.kind == "resign":
            sides[event.body["seat"]].gave_up = True
    for side in sides:
        if side.kind == COMPUTER:
            side.member = None
    made = {"id": row.id, "setup": setup, "position": config.get("position", ""), "steps": steps}
    return Ended(row.id, at, result["reason"], sides, result["points"], result["winners"], config, made)
