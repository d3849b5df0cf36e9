"""The areas of segments, for highlights and fingers: closed, on the tile as it lies, and where the drawing has them."""

from __future__ import annotations

import re

from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from bastida.art import anchors, segment_paths
from bastida.art.curves import turn
from bastida.art.tiles.layout import LINES, WHOLE
from bastida.art.tiles.segments import SLACK, TAP, outline
from bastida.art.tiles.segments import shape as drawn
from bastida.kernel.tile import Tile
from bastida.table.setup import families
from tests.art.shapes import SQUARE, TILES, every_other_tile, every_tile, shape

SYSTEMS = [tile for name in ("hg", "hg_bonus", "scout") for tile in families()["hunters"].tile_set(name).tiles]


def loops(data: str) -> list[BaseGeometry]:
    """The closed lines of a path; curves are replaced by the points they are made of."""
    parts = re.findall(r"M[^MZ]*Z", data)
    assert "".join(parts) == data, "every part is closed"
    return [Polygon([(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", part)]).buffer(0) for part in parts]


def area(data: str) -> BaseGeometry:
    """What a path fills by the rule "evenodd"."""
    found: BaseGeometry = Polygon()
    for loop in loops(data):
        found = found.symmetric_difference(loop)
    return found


@every_other_tile
def test_every_segment_has_a_path_that_holds_its_anchor(tile: Tile) -> None:
    for turns in range(4):
        paths = segment_paths(tile, turns)
        assert sorted(paths) == list(range(len(tile.segments)))
        for place, anchor in anchors(tile).items():
            assert area(paths[place]).contains(Point(turn((anchor.x, anchor.y), turns))), tile.segments[place].name


@every_tile
def test_a_finger_finds_roads_and_rivers_and_all_that_is_drawn_of_them(tile: Tile) -> None:
    paths = segment_paths(tile)
    for place, segment in enumerate(tile.segments):
        if segment.kind in LINES:
            wide = area(paths[place])
            assert wide.buffer(0.2).contains(shape(tile, place))
            assert wide.area > TAP * 10
            assert SQUARE.buffer(0.1).contains(wide)


@every_tile
def test_a_city_is_one_area_without_holes(tile: Tile) -> None:
    for place, segment in enumerate(tile.segments):
        if segment.kind in WHOLE:
            assert len(loops(segment_paths(tile)[place])) == 1


@every_tile
def test_what_lies_above_comes_later(tile: Tile) -> None:
    kinds = [tile.segments[place].kind for place in segment_paths(tile)]
    order = {"field": 0, "meadow": 0, "city": 1, "forest": 1, "road": 2, "river": 2}
    levels = [order.get(kind, 3) for kind in kinds]
    assert levels == sorted(levels)


def test_a_river_system_is_its_lake_and_its_arms() -> None:
    for tile in SYSTEMS:
        paths = segment_paths(tile)
        for place, segment in enumerate(tile.segments):
            if segment.kind == "system":
                water = area(paths[place]).buffer(2 * SLACK)
                arms = [i for i, s in enumerate(tile.segments) if s.kind == "river" and set(s.ports) & set(segment.ports)]
                lakes = [tile.find(end) for end in segment.ends]
                assert arms or lakes
                assert all(area(paths[part]).difference(water).area < 0.1 for part in (*arms, *lakes))


def test_four_quarter_turns_are_none() -> None:
    for tile in TILES[:20]:
        assert segment_paths(tile, 4) == segment_paths(tile)
        assert segment_paths(tile, 1) != segment_paths(tile)


def test_a_tinted_area_is_as_wide_as_it_is_drawn() -> None:
    for tile in TILES:
        for place, segment in enumerate(tile.segments):
            if segment.kind in LINES:
                assert drawn(tile, place) != segment_paths(tile)[place]
            else:
                assert drawn(tile, place) == segment_paths(tile)[place]


def test_the_outline_of_a_mask_goes_around_all_of_it_and_its_holes() -> None:
    square = [((1 << 40) - 1) << 30 if 20 <= y < 60 else 0 for y in range(100)]
    assert len(list(outline(square))) == 1
    hole = [row & ~(((1 << 10) - 1) << 45) if 30 <= y < 40 else row for y, row in enumerate(square)]
    assert len(list(outline(hole))) == 2
    assert list(outline([0] * 100)) == []
