"""What can be played: Hunters & Gatherers, alone or with the Scout."""

# not compiled: runs once at set-up

from __future__ import annotations

from dataclasses import replace
from functools import cache

from bastida.hunters.base import Hunters
from bastida.hunters.modules.scout import Scout
from bastida.hunters.order import FAMILY, MODULES
from bastida.hunters.terrain import tile_sets
from bastida.kernel.family import Edition, Element, Expansion, Games, Preset, names
from bastida.kernel.tile import Segment, Tile, TileSet

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
    )
}

ELEMENTS = {"scout": Element("scout", Scout, names("El explorador", "L'explorador", "The Scout"), tiles="scout")}

EXPANSIONS = {"scout": Expansion("scout", ELEMENTS["scout"].names, ("scout",), "scout")}

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


@cache
def tile_set(name: str) -> TileSet:
    found = tile_sets()[name]
    return replace(found, tiles=tuple(with_systems(tile) for tile in found.tiles))


# HG-R20: when a member that came home may be used again; "at once" is the later printing's rule.
SWITCHES = {"returned": ("next turn", "at once")}

GAMES = Games(FAMILY, Hunters, MODULES, EDITIONS, EXPANSIONS, ELEMENTS, PRESETS, tile_set, SWITCHES)
