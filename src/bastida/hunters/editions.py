"""What can be played: Hunters & Gatherers, alone or with the Scout."""

# not compiled: runs once at set-up

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bastida.hunters.base import Hunters
from bastida.hunters.order import FAMILY, MODULES
from bastida.hunters.terrain import TERRAIN
from bastida.kernel.expansion import Switch
from bastida.kernel.family import Edition, House, Preset, names
from bastida.kernel.tile import Segment, Tile

COLOURS = ("red", "blue", "yellow", "green", "black")

EDITIONS = {
    "hunters": Edition(
        "hunters",
        names("Cazadores y recolectores", "Caçadors i recol·lectors", "Hunters & Gatherers"),
        printing="",
        sets=("hg", "hg_bonus"),
        elements=(),
        seats=5,
        seats_clause="HG-03",
        colours=COLOURS,
        youngest="decides",
        youngest_clause="HG-09",
        theme="stone",
        person="member",
        guide={"tiles": ("hgStart", "hbMush1", "hbAur1"), "figures": ("member", "hut")},
        box={"member": 30, "hut": 10, "scoreboard": 1, "lap_token": 5, "disc": 10},
        age=10,
        page="hunters-gatherers",
    )
}

PRESETS = {
    "hunters": Preset("hunters", EDITIONS["hunters"].names, "hunters"),
    "hunters-scout": Preset(
        "hunters-scout",
        names(
            "Cazadores y recolectores con el explorador",
            "Caçadors i recol·lectors amb l'explorador",
            "Hunters & Gatherers with the Scout",
        ),
        "hunters",
        ("scout",),
    ),
}


def with_systems(tile: Tile) -> Tile:
    """The tile with its river systems: one for each lake with its arms, and one for each river without a lake
    (HG-78).
    """
    systems: list[Segment] = []
    rivers = [segment for segment in tile.segments if segment.kind == "river"]
    for lake in (segment for segment in tile.segments if segment.kind == "lake"):
        arms = [river for river in rivers if river.ends == (f"lake{lake.index}",)]
        ports = tuple(sorted(port for arm in arms for port in arm.ports))
        systems.append(Segment("system", lake.index, ports, {"fish": lake.marks["fish"]}, (f"lake{lake.index}",)))
    for number, river in enumerate(river for river in rivers if not any(end.startswith("lake") for end in river.ends)):
        systems.append(Segment("system", len(systems) + number, river.ports))
    return replace(tile, segments=(*tile.segments, *systems))


SWITCHES = (
    Switch("hole", ("incomplete", "complete"), "HG-R31"),  # the book says of forests that nothing empty lies inside
    Switch("edge", ("none", "15", "13", "11"), "HG-R04"),
    Switch("returned", ("next turn", "at once"), "HG-R20"),  # "at once" is the later printing's rule
)

HOUSE = House(FAMILY, Hunters, MODULES, EDITIONS, PRESETS, TERRAIN, Path(__file__).parent / "tiles", with_systems, SWITCHES)
