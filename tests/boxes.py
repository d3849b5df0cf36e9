"""The tile sets of a family as they are printed, before the family adds anything of its own."""

from dataclasses import replace

from bastida.kernel.family import Games
from bastida.kernel.tile import TileSet
from bastida.kernel.tileset import Terrain
from bastida.table.setup import families


def terrain(family: str = "carcassonne") -> Terrain:
    return families()[family].terrain


def tile_sets(family: str = "carcassonne") -> dict[str, TileSet]:
    games = families()[family]
    house = replace(games.house, finish=lambda tile: tile)
    return dict(Games(house, games.module_order, games.expansions, games.elements).tile_sets)
