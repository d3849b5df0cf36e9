"""Towers, ferries and ingots lie on the tile as it is turned, where the printed foundation, lake or corner is."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest
from shapely import Point, Polygon

from bastida.art import figure_symbols, piece_drawing, piece_pose, piece_spot, piece_symbols
from bastida.art.curves import CENTRE, turn
from bastida.art.pieces.lying import piece_svg
from bastida.art.tiles.layout import layout
from bastida.kernel.geometry import SIDE_NAMES, side_of, turned_side
from bastida.kernel.tile import Tile
from tests.art.shapes import TILES

TOWERS = [tile for tile in TILES if "tower" in tile.marks or layout(tile).thing("tower")]
FERRIES = [tile for tile in TILES if layout(tile).thing("lake_ferry")]


@pytest.mark.parametrize("tile", TOWERS, ids=lambda tile: tile.id)
def test_a_tower_stands_on_its_foundation_and_grows(tile: Tile) -> None:
    foot = piece_spot("tower", tile, 0)
    for turns in range(4):
        x, y = piece_spot("tower", tile, turns, 3)
        assert (x, y) == turn(foot, turns)
        assert piece_spot("tower", tile, turns, 0, top=True) == (x, y)
        tops = [piece_spot("tower", tile, turns, height, top=True)[1] for height in range(5)]
        assert tops == sorted(tops, reverse=True) and len(set(tops)) == 5
    assert piece_svg("tower", tile, 0, 0) == ""
    assert ElementTree.fromstring(piece_svg("tower", tile, 1, 3)).get("data-height") == "3"


@pytest.mark.parametrize("tile", FERRIES, ids=lambda tile: tile.id)
def test_a_ferry_joins_two_roads_across_the_lake(tile: Tile) -> None:
    lake = layout(tile).thing("lake_ferry")
    assert lake is not None
    for turns in range(4):
        water = Polygon([turn(point, turns) for point in lake.area.points])
        roads = [SIDE_NAMES[turned_side(side_of(s.ports[0]), turns)] for s in tile.segments if s.kind == "road"]
        drawn = {ends: piece_svg("ferry", tile, turns, 1, ends) for ends in combinations(roads, 2)}
        assert len(set(drawn.values())) == len(drawn)
        for text in drawn.values():
            boat = next(element for element in ElementTree.fromstring(text) if element.tag == "use")
            x, y, size = (float(str(boat.get(name))) for name in ("x", "y", "width"))
            assert water.contains(Point(x + size / 2, y + size / 2))


def test_a_ferry_needs_a_lake_and_two_roads() -> None:
    with pytest.raises(ValueError, match="has no lake"):
        piece_svg("ferry", TOWERS[0], 0, 1, "NS")
    with pytest.raises(ValueError, match="joins two roads"):
        piece_svg("ferry", FERRIES[0], 0, 1, "NE")


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_ingots_lie_one_on_the_other_with_their_number(count: int) -> None:
    pile = ElementTree.fromstring(piece_svg("ingot", TILES[0], 0, count))
    assert pile.get("data-count") == str(count)
    assert len([element for element in pile.iter() if element.tag == "use"]) == min(count, 5)
    assert any(element.tag == "path" for element in pile.iter()) == (count > 1)


def test_the_pieces_use_symbols_that_are_there() -> None:
    known = {element.get("id") for element in ElementTree.fromstring(figure_symbols()).iter()}
    for text in (piece_svg("ferry", FERRIES[0], 0, 1, "ES"), piece_svg("ingot", TILES[0], 0, 2)):
        for element in ElementTree.fromstring(text).iter():
            link = element.get("href")
            assert link is None or link.removeprefix("#") in known


@pytest.mark.parametrize("tile", [TOWERS[0], FERRIES[0]], ids=lambda tile: tile.id)
def test_a_piece_is_a_symbol_whose_name_tells_all_about_it(tile: Tile) -> None:
    tiles = {one.id: one for one in TILES}
    wanted = [("tower", 3, ()), ("ingot", 2, ())] if tile is TOWERS[0] else [("ferry", 1, ("S", "E"))]
    for picture, number, ends in wanted:
        name, symbol = piece_drawing(picture, tile, 0, number, ends)
        element = ElementTree.fromstring(symbol)
        assert (element.get("id"), element.get("viewBox")) == (name, "0 0 100 100")
        assert symbol in piece_symbols([name], tiles)


@pytest.mark.parametrize(
    "name", ["", "piece", "piece.tower.None.0.1.", "piece.ferry.FeA.0.1.NN", "piece.ingot.FeA.4.1.", "piece.x<y.FeA.0.1."]
)
def test_names_of_pieces_that_cannot_be_drawn_do_no_harm(name: str) -> None:
    assert piece_symbols([name], {tile.id: tile for tile in TILES}) == "<defs></defs>"


def test_a_piece_that_nobody_has_drawn_lies_on_its_tile_with_a_letter_and_its_number() -> None:
    tile = TOWERS[0]
    one, three = (ElementTree.fromstring(piece_svg("statue", tile, 0, number)) for number in (1, 3))
    assert len(list(three.iter())) > len(list(one.iter()))
    assert piece_spot("statue", tile, 1, 2, top=True) == CENTRE
    assert (piece_pose("statue"), piece_pose("tower")) == ("standing", "tower")
