"""The weights of the evaluation, read once from ``weights.toml`` into columns by kind of segment and number of followers."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final, final

from bastida.kernel.native import i64, vec
from bastida.kernel.rules import Rules
from bastida.kernel.shelf import folders

COUNTS: Final = 64  # the tables of chances go up to so many tiles, a half at a time
PARTS: Final = {  # of the evaluation that a player may be blind to, whatever the game: the weights that are nothing then
    "completion": ("gain",),
    "homecoming": ("back",),
    "meetings": ("contest",),
    "hands": ("hand", "extra", "hold"),
}


@final
class Weights:
    """The numbers for one set-up. ``table`` is the whole file, for forecasts that have a section of their own."""

    def __init__(self, rules: Rules, table: dict[str, Any]) -> None:
        self.table = table
        general = dict(table["general"])
        general.update(table["ground"].get(rules.ground, {}))
        seats = float(rules.seats)
        self.fade = float(general["fade"])
        self.tempo = float(general["tempo"])
        self.once = float(general["once"])
        self.hand = vec[float]([float(value) for value in general["hand"]])
        self.extra = float(general["extra"])
        rows: list[dict[str, float]] = []
        for name in rules.segment_names:
            row = dict(table["segment"]["any"])
            row.update(table["segment"].get(name, {}))
            rows.append(row)
        self.spill = vec[float]([row["spill"] for row in rows])
        self.joint = vec[float]([row["joint"] for row in rows])
        self.gain = vec[float]([row["gain"] for row in rows])
        self.grow = vec[float]([row["grow"] for row in rows])
        self.stuck = vec[float]([row["stuck"] for row in rows])
        self.back = vec[float]([row["back"] for row in rows])
        self.contest = vec[float]([row["contest"] for row in rows])
        self.risk = vec[float]([row["risk"] for row in rows])
        kinds = [dict(table["figure"]["any"]) | table["figure"].get(name, {}) for name in rules.figure_names]
        self.count = vec[float]([kind["count"] for kind in kinds])  # by kind of figure
        self.hold = vec[float]([kind["hold"] for kind in kinds])
        chances: list[float] = []
        for row in rows:
            chances += rising(row["first"], row["power"], seats)
        self.chance = vec[float](chances)  # by kind of segment and twice the tiles that fill a hole
        self.meeting = vec[float](rising(general["meeting"], general["meeting_power"], seats))

    def in_hand(self, followers: float) -> float:
        """What so many followers in hand are worth early in the game; between whole numbers, in proportion."""
        hand = self.hand
        last = len(hand) - 1
        if followers >= float(last):
            return hand[last] + self.extra * (followers - float(last))
        whole = int(followers)
        at: i64 = whole
        return hand[at] + (hand[at + 1] - hand[at]) * (followers - float(whole))


def rising(first: float, power: float, seats: float) -> list[float]:
    """Chances by twice the number of tiles left that do it; the more seats, the fewer of them one seat draws."""
    miss = 1.0 - first
    return [1.0 - miss ** (2.0 / seats * (n / 2.0) ** power) if n > 0 else 0.0 for n in range(COUNTS)]


def overlooking(table: dict[str, Any], blind: tuple[str, ...]) -> dict[str, Any]:
    """The weights of a player that is blind to some parts of the evaluation."""
    nothing = [name for part in blind for name in PARTS.get(part, ())]

    def narrowed(name: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: narrowed(key, inner) for key, inner in value.items()}
        if name in nothing:
            return [0.0] * len(value) if isinstance(value, list) else 0.0
        return value

    found: dict[str, Any] = narrowed("", table)
    return found


def weights_text() -> str:
    """The weights of the families, then those of each expansion, as their files have them."""
    own = (files("bastida.players") / "weights.toml").read_text(encoding="utf-8")
    return "\n".join([own, *(text for folder in folders().values() if (text := folder.text("forecast.toml")) is not None)])


def read_weights() -> dict[str, Any]:
    return tomllib.loads(weights_text())
