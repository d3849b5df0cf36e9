"""Tiles that the general rules of `layout` would draw too tight or not as the catalogue says: a word each on what to
do instead.  Points are on the unturned tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bastida.art.curves import Point


@dataclass(frozen=True)
class Hint:
    hub: Point | None = None  # where the thing in the middle stands
    radius: float | None = None  # its size
    walls: Mapping[str, float] = field(default_factory=dict)  # "0", or "0S" for its wall towards S: so far into the city
    bend: Mapping[int, float] = field(default_factory=dict)  # road or river: how far a curve reaches into the tile
    sag: Mapping[int, Point] = field(default_factory=dict)  # road or river from side to side: its middle is moved
    ends: Mapping[int, Point] = field(default_factory=dict)  # road or river: where it stops
    lakes: Mapping[int, Point] = field(default_factory=dict)
    things: Mapping[str, Point] = field(default_factory=dict)  # garden, tower, gold ...: where it stands
    shows: tuple[str, ...] = ()  # pictures that mean nothing to the rules, in the first field or meadow


NONE = Hint()

HINTS: Mapping[str, Hint] = {
    # Inns and traders: closed fields, roads that pass under others
    "HC": Hint(ends={1: (73, 56)}, sag={0: (0, 0)}),
    "GoC": Hint(hub=(55, 55), walls={"0": 5}, bend={0: 17}),
    "GoD": Hint(things={"gold": (37, 10)}),
    "GoE": Hint(bend={0: 17, 1: 17}),
    "GoG": Hint(hub=(62, 62)),
    "GoH": Hint(hub=(38, 38)),
    "Ki3": Hint(hub=(50, 64)),
    # Crop circles
    "Korn1": Hint(hub=(55, 46), radius=15, bend={0: 45}),
    "Korn2": Hint(hub=(63, 37), radius=15),
    "Korn3": Hint(hub=(50, 62), radius=15),
    "Korn4": Hint(hub=(50, 60), radius=15),
    "Korn5": Hint(hub=(50, 50), radius=24),
    "Korn6": Hint(walls={"0": 9, "1": 9}),
    # Towers
    "To02": Hint(sag={0: (0, -15.5)}),
    "To07": Hint(walls={"0S": 8}),
    "To13": Hint(sag={0: (0, 10)}, walls={"0": 3, "1": 5}),
    "To14": Hint(hub=(37, 42)),
    "To17": Hint(hub=(50, 34)),
    # River
    "BB6F8": Hint(hub=(50, 28), sag={0: (0, 12)}, ends={0: (50, 36)}),
    "BB6F1": Hint(ends={0: (50, 45)}),
    "BB6F12": Hint(hub=(50, 57)),
    # Hunters & Gatherers: the volcano (HG-01), what touches, and two lakes on one tile
    "hgStart": Hint(shows=("volcano",)),
    "hgR12": Hint(walls={"0": -14}, bend={0: 50}),
    "hgR21": Hint(walls={"0": -18.5, "1": -18.5}, sag={0: (0, 0)}),
    "hgS03": Hint(walls={"0S": 7}),
    "hgL16": Hint(walls={"0S": 12}),
    "hgL18": Hint(walls={"0S": 18, "0N": -2}),
    "hbMush2": Hint(walls={"0S": 6, "0N": -3}),
    "hbFish2": Hint(lakes={0: (66, 34), 1: (34, 66)}),
    "scFarm": Hint(ends={0: (50, 56)}),
}
