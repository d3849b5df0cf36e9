"""The drawing is the truth: what is parted on the picture is parted in the catalogue, and nothing else is."""

from __future__ import annotations

import pytest
from shapely import Point, Polygon, box
from shapely.geometry import LineString
from shapely.ops import unary_union

from bastida.art.curves import SIZE
from bastida.art.tiles.layout import LINES, WHOLE, WIDTH, layout
from bastida.kernel.geometry import middle, side_of
from bastida.kernel.tile import Tile
from tests.art.shapes import CORNERS, PASSAGE, SIDES, SQUARE, THICKNESS, every_tile, grounds, half_sides, listed, shape


@every_tile
def test_the_ground_falls_into_the_pieces_of_the_catalogue(tile: Tile) -> None:
    wanted = sorted(sorted(ports) for ports in listed(tile))
    assert sorted(sorted(half_sides(piece)) for piece in grounds(tile, PASSAGE / 2)) == wanted, "wide passages hold it together"
    pieces = grounds(tile, 0.0)
    assert sorted(sorted(half_sides(piece)) for piece in pieces) == wanted
    inner = [piece.difference(CORNERS) for piece in pieces]
    for number, one in enumerate(inner):
        assert all(one.distance(other) > THICKNESS for other in inner[number + 1 :]), "what parts it leaves no hole"


@every_tile
def test_the_ground_borders_the_cities_of_the_catalogue(tile: Tile) -> None:
    cities = [place for place, segment in enumerate(tile.segments) if segment.kind == "city"]
    wanted = []
    for segment in tile.segments:
        if segment.kind == "field":
            ports = sorted(port for port in segment.ports if port % 3 != 1)
            wanted.append((ports, sorted(segment.touches)))
    found = []
    for piece in grounds(tile, 0.0):
        near = [city for city in cities if piece.buffer(0.3).intersection(shape(tile, city)).area > 1]
        found.append((sorted(half_sides(piece)), near))
    if any(segment.kind == "field" for segment in tile.segments):
        assert sorted(found) == sorted(wanted)


@every_tile
def test_cities_and_forests_cover_exactly_their_sides(tile: Tile) -> None:
    for place, segment in enumerate(tile.segments):
        if segment.kind not in WHOLE:
            continue
        drawn = shape(tile, place)
        assert drawn.geom_type == "Polygon", "it hangs together"
        for side, line in enumerate(SIDES):
            covered = drawn.boundary.intersection(line).length
            assert covered == pytest.approx(SIZE if middle(side) in segment.ports else 0.0, abs=1e-6)
        for corner in segment.corners:
            x, y = {"NW": (0, 0), "NE": (SIZE, 0), "SE": (SIZE, SIZE), "SW": (0, SIZE)}[corner]
            assert drawn.distance(Point(x, y)) < 1e-6


@every_tile
def test_roads_and_rivers_leave_by_the_middle_of_their_sides(tile: Tile) -> None:
    for place, segment in enumerate(tile.segments):
        if segment.kind not in LINES:
            continue
        drawn = shape(tile, place)
        width = WIDTH[segment.kind]
        for side, line in enumerate(SIDES):
            met = drawn.buffer(1e-6).intersection(line)
            if middle(side) in segment.ports:
                assert met.length == pytest.approx(width, abs=1e-3)
                assert met.centroid.distance(line.interpolate(SIZE / 2)) < 1e-3
            else:
                assert met.is_empty
        for side in {side_of(port) for port in segment.ports}:  # at a right angle: no step even a little inside
            nearby = line_inside(side, 1.0)
            assert drawn.intersection(nearby).length == pytest.approx(width, abs=0.1)


def line_inside(side: int, depth: float) -> LineString:
    ring = box(depth, depth, SIZE - depth, SIZE - depth)
    x0, y0, x1, y1 = ring.bounds
    return LineString([[(x0, y0), (x1, y0)], [(x1, y0), (x1, y1)], [(x1, y1), (x0, y1)], [(x0, y1), (x0, y0)]][side])


@every_tile
def test_segments_of_one_kind_do_not_run_into_each_other(tile: Tile) -> None:
    for kind in (*WHOLE, "lake"):
        drawn = [shape(tile, place, over=False) for place, segment in enumerate(tile.segments) if segment.kind == kind]
        for number, one in enumerate(drawn):
            assert all(one.intersection(other).area < 0.5 for other in drawn[number + 1 :]) or "bridge" in tile.marks


@every_tile
def test_things_stand_inside_the_tile_and_lines_reach_them(tile: Tile) -> None:
    plan = layout(tile)
    for thing in plan.things:
        assert SQUARE.buffer(-1).contains(Polygon(thing.area.points)) or tile.id == "Korn6"
    for place, segment in enumerate(tile.segments):
        for end in segment.ends if segment.kind in LINES else ():
            kind = end.rstrip("0123456789 ")
            if kind in WHOLE:
                assert shape(tile, place).intersects(shape(tile, tile.find(end)))
                continue
            goals = [Polygon(t.area.points) for t in plan.things if t.kind in (kind, f"{kind}_ferry")]
            assert any(shape(tile, place).intersection(goal).area > 1 for goal in goals)


@every_tile
def test_what_joins_in_the_catalogue_touches_on_the_picture(tile: Tile) -> None:
    plan = layout(tile)
    for link in tile.joins:
        shapes = []
        for name in link:
            if name[-1].isdigit():
                place = tile.find(name)
                drawn = shape(tile, place)
                springs = [t for t in plan.things if t.kind == "spring"] if "spring" in tile.segments[place].ends else []
                near = [Polygon(t.area.points) for t in springs if Polygon(t.area.points).intersects(drawn)]
                shapes.append(unary_union([drawn, *near]))
            else:
                shapes.append(Polygon(next(t for t in plan.things if t.kind == name).area.points))
        assert unary_union(shapes).geom_type == "Polygon"
