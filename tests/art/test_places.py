"""Figures stand well inside their segment, and what is printed is not in their way."""

from __future__ import annotations

from itertools import combinations

import pytest
from shapely import Point, Polygon, box
from shapely.ops import unary_union

from bastida.art import anchors
from bastida.art.curves import SIZE, distance, turn
from bastida.art.tiles import grid
from bastida.art.tiles.layout import GROUND, LINES, WIDTH, layout
from bastida.art.tiles.places import places
from bastida.art.tiles.standing import HANGS, standing_spots
from bastida.kernel.tile import Tile
from bastida.table.setup import families
from tests.art.shapes import BETWEEN, TILES, every_other_tile, every_tile, grounds, half_sides, shape

# How far from the border of its segment a figure stands at least.
LEAST = {"city": 6.5, "forest": 6.5, "field": 4.5, "meadow": 4.5, "lake": 10.0, "monastery": 10.0, "post_office": 10.0}


def own_area(tile: Tile, place: int) -> Polygon:
    segment = tile.segments[place]
    if segment.kind not in GROUND:
        return shape(tile, place)
    ports = {port for port in segment.ports if port % 3 != 1}
    closed = [number for number, s in enumerate(tile.segments) if s.kind in GROUND and not s.ports]
    pieces = [piece for piece in grounds(tile, 0.0) if half_sides(piece) == ports]
    return pieces[0] if ports else sorted(pieces, key=lambda piece: piece.bounds)[closed.index(place)]


@every_other_tile
def test_every_segment_has_an_anchor_well_inside_it(tile: Tile) -> None:
    found = anchors(tile)
    assert sorted(found) == list(range(len(tile.segments)))
    for place, anchor in found.items():
        segment = tile.segments[place]
        point = Point(anchor.x, anchor.y)
        assert anchor.spots[0] == (anchor.x, anchor.y)
        if segment.kind == "garden":
            assert box(0, 0, SIZE, SIZE).buffer(-5).contains(point)
            continue
        area = own_area(tile, place)
        least = min(WIDTH[segment.kind], shape_width(tile, place)) / 2 - 0.2 if segment.kind in LINES else LEAST[segment.kind]
        assert area.contains(point)
        assert area.boundary.distance(point) >= least


def test_SCOUT_23_the_fisher_of_the_canoe_stands_on_its_lake() -> None:
    tile = next(tile for tile in TILES if tile.id == BETWEEN[0])
    lake = shape(tile, tile.find("lake0"))
    rivers = [place for place, segment in enumerate(tile.segments) if segment.kind == "river"]
    assert len(rivers) == 3
    assert all(lake.contains(Point(anchors(tile)[river].spots[0])) for river in rivers)


def test_SCOUT_28_the_hunter_on_the_bridge_stands_on_it() -> None:
    tile = next(tile for tile in TILES if tile.id == BETWEEN[1])
    river = shape(tile, tile.find("river0"))
    spots = {anchors(tile)[tile.find(meadow)].spots[0] for meadow in ("meadow0", "meadow1")}
    assert len(spots) == 1
    assert river.contains(Point(spots.pop()))


def shape_width(tile: Tile, place: int) -> float:
    return layout(tile).lines[place].width


@every_other_tile
def test_more_figures_find_room_beside_the_first(tile: Tile) -> None:
    for place, anchor in anchors(tile).items():
        if tile.segments[place].kind in ("garden", "lake", "monastery", "post_office"):
            continue
        area = own_area(tile, place)
        assert all(area.buffer(0.5).contains(Point(spot)) for spot in anchor.spots)
        assert all(Point(a).distance(Point(b)) > 10 for a, b in combinations(anchor.spots, 2))
        if tile.segments[place].kind in ("city", "forest"):
            assert len(anchor.spots) >= 2


@every_other_tile
def test_anchors_keep_off_what_parts_the_ground_and_lines_keep_off_their_ends(tile: Tile) -> None:
    things = unary_union([Polygon(thing.area.points) for thing in layout(tile).things])
    for place, anchor in anchors(tile).items():
        if tile.segments[place].kind in (*GROUND, *LINES):
            assert not things.contains(Point(anchor.x, anchor.y))


@every_other_tile
def test_figures_of_different_segments_can_be_told_apart(tile: Tile) -> None:
    found = [anchor for place, anchor in anchors(tile).items() if tile.segments[place].kind != "system"]
    assert all(distance(one.spots[0], other.spots[0]) >= 17 for one, other in combinations(found, 2))


@every_other_tile
def test_figures_stay_on_their_tile_and_near_their_segment_however_it_lies(tile: Tile) -> None:
    buildings = {thing.place: thing for thing in layout(tile).things if thing.kind != "lake"}
    for place, segment in enumerate(tile.segments):
        if segment.kind in ("system", "garden"):
            continue
        for turns in range(4):
            spot = standing_spots(tile, turns, place)[0]
            assert all(HANGS <= along <= SIZE - HANGS for along in spot)
            if place in buildings:  # its middle is in sight
                thing = buildings[place]
                assert 15 <= distance(turn(thing.centre, turns), spot) <= 20
            else:
                assert own_area(tile, place).distance(Point(turn(spot, -turns))) <= 3


@every_tile
def test_printed_marks_do_not_cover_each_other_or_the_anchor(tile: Tile) -> None:
    found = places(tile)
    marks = [mark for mark in found.marks if mark.kind != "bridge"]
    for one, other in combinations(marks, 2):
        assert Point(one.point).distance(Point(other.point)) > 9
    for mark in marks:
        for place, anchor in found.anchors.items():
            if tile.segments[place].kind not in ("garden", "lake"):
                assert Point(mark.point).distance(Point(anchor.x, anchor.y)) > 6.5


@every_tile
def test_printed_marks_lie_in_their_segment(tile: Tile) -> None:
    for mark in places(tile).marks:
        if mark.place >= 0 and mark.kind not in ("inn", "garden", "bridge"):
            assert own_area(tile, mark.place).contains(Point(mark.point))


@pytest.mark.parametrize("name", ["hg", "hg_bonus", "scout"])
def test_river_systems_have_anchors_too(name: str) -> None:
    for tile in families()["hunters"].tile_set(name).tiles:
        assert sorted(anchors(tile)) == list(range(len(tile.segments)))


def test_masks_turn_with_the_tile() -> None:
    corner = grid.painted([(0, 0), (30, 0), (30, 10), (0, 10)])
    for turns in range(-4, 5):
        found = grid.turned(corner, turns)
        assert grid.count(found) == 300
        assert grid.has(found, turn((29.5, 9.5), turns)) and not grid.has(found, turn((30.5, 9.5), turns))


def test_all_tiles_are_looked_at() -> None:
    assert len(TILES) == 257
