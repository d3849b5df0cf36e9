"""Towers, ferries and ingots lie on the tile as it is turned, where the printed foundation, lake or corner is."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest
from art.shapes import TILES
from shapely import Point, Polygon

from bastida.art import ferry_svg, figure_symbols, ingots_svg, tower_foot, tower_svg, tower_top
from bastida.art.curves import turn
from bastida.art.tiles.layout import layout
from bastida.kernel.geometry import SIDE_NAMES, side_of, turned_side
from bastida.kernel.tile import Tile

TOWERS = [tile for tile in TILES if "tower" in tile.marks or layout(tile).thing("tower")]
FERRIES = [tile for tile in TILES if layout(tile).thing("lake_ferry")]


@pytest.mark.parametrize("tile", TOWERS, ids=lambda tile: tile.id)
def test_a_tower_stands_on_its_foundation_and_grows(tile: Tile) -> None:
    foot = tower_foot(tile)
    for turns in range(4):
        x, y = tower_foot(tile, turns)
        assert (x, y) == turn(foot, turns)
        assert tower_top(tile, turns, 0) == (x, y)
        tops = [tower_top(tile, turns, height)[1] for height in range(5)]
        assert tops == sorted(tops, reverse=True) and len(set(tops)) == 5
    assert tower_svg(tile, 0, 0) == ""
    assert ElementTree.fromstring(tower_svg(tile, 1, 3)).get("data-height") == "3"


@pytest.mark.parametrize("tile", FERRIES, ids=lambda tile: tile.id)
def test_a_ferry_joins_two_roads_across_the_lake(tile: Tile) -> None:
    lake = layout(tile).thing("lake_ferry")
    assert lake is not None
    for turns in range(4):
        water = Polygon([turn(point, turns) for point in lake.area.points])
        roads = [SIDE_NAMES[turned_side(side_of(s.ports[0]), turns)] for s in tile.segments if s.kind == "road"]
        drawn = {ends: ferry_svg(tile, turns, ends) for ends in combinations(roads, 2)}
        assert len(set(drawn.values())) == len(drawn)
        for text in drawn.values():
            boat = next(element for element in ElementTree.fromstring(text) if element.tag == "use")
            x, y, size = (float(str(boat.get(name))) for name in ("x", "y", "width"))
            assert water.contains(Point(x + size / 2, y + size / 2))


def test_a_ferry_needs_a_lake_and_two_roads() -> None:
    with pytest.raises(ValueError, match="has no lake"):
        ferry_svg(TOWERS[0], 0, "NS")
    with pytest.raises(ValueError, match="joins two roads"):
        ferry_svg(FERRIES[0], 0, "NE")


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_ingots_lie_one_on_the_other_with_their_number(count: int) -> None:
    pile = ElementTree.fromstring(ingots_svg(count))
    assert pile.get("data-count") == str(count)
    assert len([element for element in pile.iter() if element.tag == "use"]) == min(count, 5)
    assert any(element.tag == "path" for element in pile.iter()) == (count > 1)


def test_the_pieces_use_symbols_that_are_there() -> None:
    known = {element.get("id") for element in ElementTree.fromstring(figure_symbols()).iter()}
    for text in (ferry_svg(FERRIES[0], 0, "ES"), ingots_svg(2)):
        for element in ElementTree.fromstring(text).iter():
            link = element.get("href")
            assert link is None or link.removeprefix("#") in known
