"""The catalogue of tiles: what the sets hold, what the rules pages say of them, how a wrong file is refused."""

# Long: every tile set, and every way in which a file can be wrong.

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bastida.kernel.geometry import PORT_NAMES, SIDE_NAMES, facing, port_of, side_of, turned
from bastida.kernel.shelf import folders
from bastida.kernel.tile import Segment, Tile, TileSet
from bastida.kernel.tileset import CatalogueError, Terrain, load_set, load_sets
from bastida.language.refused import in_english
from bastida.rulebook.clauses import pages
from tests.boxes import terrain, tile_sets

CARCASSONNE, HUNTERS = terrain("carcassonne"), terrain("hunters")
SETS = tile_sets("carcassonne") | tile_sets("hunters")
TILES = {tile.id: tile for tile_set in SETS.values() for tile in tile_set.tiles}


# ---- what is in the boxes


def tally(tile_set: TileSet, printing: str) -> Counter[str]:
    """How often everything is in the box: tiles, segments by kind, marks of segments, marks of tiles."""
    total: Counter[str] = Counter()
    for tile in tile_set.tiles:
        copies = tile.copies[printing]
        total["tiles"] += copies
        for segment in tile.segments:
            standing = segment.figures or segment.kind == "river"
            total[segment.kind] += copies * standing
            for mark, number in segment.marks.items():
                total[mark] += copies * number
            total["springs"] += copies * segment.ends.count("spring")
        total["inn tiles"] += copies * any("inn" in segment.marks for segment in tile.segments)
        for mark, word in tile.marks.items():
            total[mark if word == "yes" else f"{mark} {word}"] += 1 if mark == "start" else copies
    return total


EXPECTED = {
    ("base", "C1"): "72 tiles, 6 monastery, 0 garden, 10 pennants, 1 start, 126 field, 62 road, 49 city",
    ("base", "C2"): "72 tiles, 6 monastery, 8 garden, 10 pennants, 1 start, 126 field, 62 road, 49 city",
    ("winter", "C1"): "12 tiles, 2 monastery, 0 garden, 0 pennants",
    ("river", "C2"): "12 tiles, 1 monastery, 1 garden, 1 start, 1 last, 28 field, 4 road, 4 city, 12 river, 1 springs",
    (
        "inns",
        "C2",
    ): "18 tiles, 6 inn tiles, 7 inn, 2 cathedral, 2 garden, 3 pennants, 1 monastery, 35 field, 18 road, 20 city",
    ("traders", "C2"): "24 tiles, 9 wine, 6 grain, 5 cloth, 2 garden, 1 monastery, 56 field, 23 road, 29 city",
    ("flying", "C2"): "8 tiles, 8 flying_machine, 5 flight W, 3 flight NW, 1 garden",
    ("ferries", "C2"): "8 tiles, 8 lake_ferry, 25 road",
    ("gold", "C2"): "8 tiles, 8 gold, 4 monastery",
    ("mage", "C2"): "8 tiles, 8 magic, 1 garden",
    ("robbers", "C2"): "8 tiles, 8 robber, 1 garden",
    ("circles", "C2"): "6 tiles, 6 crop_circle, 2 circle farmer, 2 circle thief, 2 circle knight",
    ("tower", "C1"): "18 tiles, 18 tower, 0 garden",
    ("tower", "C2"): "18 tiles, 18 tower, 2 garden",
    ("king", "C1"): "5 tiles, 0 garden, 1 monastery",
    ("king", "C2"): "5 tiles, 1 garden, 1 monastery",
    ("postman", "C1"): "12 tiles, 12 post_office, 0 garden, 12 source designed",
    ("postman", "C2"): "12 tiles, 12 post_office, 0 garden, 12 source designed",
    ("hg", ""): "79 tiles, 1 start, 31 deer, 14 mammoth, 11 tiger, 0 aurochs, 22 lake, 28 fish, 7 springs, 30 nuggets",
    ("hg_bonus", ""): "12 tiles, 1 shrine, 1 fire, 3 mushrooms, 4 aurochs, 1 nuggets, 7 lake, 15 fish, 1 springs",
    ("scout", ""): "4 tiles, 1 nuggets, 1 bear, 1 farm, 1 lake, 1 fish, 1 springs",
}


@pytest.mark.parametrize("name", SETS)
def test_every_shipped_set_holds_what_its_box_holds(name: str) -> None:
    for printing in SETS[name].printings:
        expected = {what: int(number) for number, what in (e.split(" ", 1) for e in EXPECTED[name, printing].split(", "))}
        found = tally(SETS[name], printing)
        assert {what: found[what] for what in expected} == expected


def test_every_set_of_the_catalogue_is_known_here() -> None:
    assert {(name, printing) for name, tile_set in SETS.items() for printing in tile_set.printings} == set(EXPECTED)


def test_all_boxes_together_have_219_tiles_and_the_hunters_95() -> None:
    assert sum(tile_set.count for tile_set in tile_sets("carcassonne").values()) == 219
    assert sum(tile_set.count for tile_set in tile_sets("hunters").values()) == 95


def places(sets: dict[str, TileSet], printing: str) -> int:
    return sum(
        tile.copies.get(printing, 0) * sum(segment.figures for segment in tile.segments)
        for tile_set in sets.values()
        for tile in tile_set.tiles
    )


def test_the_numbers_of_places_for_figures_are_as_counted() -> None:
    assert places({"base": SETS["base"]}, "C2") == 251
    assert places(tile_sets("carcassonne"), "C2") == 851
    assert places({"winter": SETS["winter"]}, "C1") == 49
    assert places(tile_sets("hunters"), "") == 372 + 30  # thirty lakes
    assert max(sum(segment.figures for segment in tile.segments) for tile in TILES.values()) == 9


def test_pieces_without_terrain_are_cards() -> None:
    assert [card.id for card in SETS["king"].cards] == ["King", "RobberBaron"]
    assert [(card.id, card.names["es"], card.marks) for card in SETS["scout"].cards] == [
        ("scShaman", "Chamán", {"power": "shaman"})
    ]


def test_every_set_and_card_of_ours_has_a_name_in_three_languages() -> None:
    named = [*SETS.values(), *(card for tile_set in SETS.values() for card in tile_set.cards)]
    assert [thing.id for thing in named if set(thing.names) != {"es", "ca", "en"}] == []
    assert (SETS["gold"].names["ca"], SETS["king"].cards[1].names["ca"]) == ("Mines d'or", "El Baró Lladre")


def test_a_set_needs_no_catalan_name(tmp_path: Path) -> None:
    file = tmp_path / "wells.toml"
    wells = Path(__file__).parents[2] / "examples" / "expansions" / "wells" / "tiles.toml"
    file.write_text(wells.read_text(encoding="utf-8").replace("well = true\n", ""), encoding="utf-8")
    assert load_set(file, CARCASSONNE).names == {"es": "Los pozos", "en": "Wells"}


def test_a_copy_with_a_garden_differs_from_the_plain_one_by_the_garden_only() -> None:
    gardens = [tile for tile in TILES.values() if tile.id.endswith("+garden")]
    assert len(gardens) == 11
    for tile in gardens:
        plain = TILES[tile.id.removesuffix("+garden")]
        assert tile.segments == (*plain.segments, Segment("garden", 0, ()))
        assert (tile.sides, tile.joins) == (plain.sides, plain.joins)
        assert tile.copies["C1"] == 0 and tile.copies["C2"] == 1


def test_WINTER_12_no_tile_of_the_winter_box_has_a_garden_inn_cathedral_goods_or_river() -> None:
    found = tally(SETS["base"], "C1") + tally(SETS["winter"], "C1")
    assert not found.keys() & {"garden", "inn", "cathedral", "wine", "grain", "cloth", "river"}


def test_ABBOT_04_gardens_are_on_the_tiles_the_rules_name() -> None:
    named = {f"{letter}+garden" for letter in "EHIMNRUV"} | {"BB6F10", "InB", "InH", "HK", "HU"}
    boxes = ("base", "river", "inns", "traders")
    assert {tile.id for name in boxes for tile in SETS[name].tiles if tile.segments[-1].kind == "garden"} == named


def test_RIVER_32_four_river_tiles_turn() -> None:
    turning = set()
    for tile in SETS["river"].tiles:
        sides = [side_of(port) for segment in tile.segments if segment.kind == "river" for port in segment.ports]
        if len(sides) == 2 and (sides[0] - sides[1]) % 2:
            turning.add(tile.id)
    assert turning == {"BB6F5", "BB6F7", "BB6F9", "BB6F10"}


# ---- how a tile is read


@pytest.mark.parametrize("tile", TILES.values(), ids=lambda tile: tile.id)
def test_every_port_of_every_tile_belongs_to_exactly_one_segment(tile: Tile) -> None:
    assert sorted(port for segment in tile.segments for port in segment.ports) == list(range(12))
    middle = {port: segment.kind for segment in tile.segments for port in segment.ports}
    assert tile.sides == tuple(middle[port_of(side)] for side in SIDE_NAMES)


def test_segments_stand_in_the_documented_order() -> None:
    for printed, sets in ((CARCASSONNE, tile_sets("carcassonne")), (HUNTERS, tile_sets("hunters"))):
        order = printed.kinds + printed.centre
        for tile in (tile for tile_set in sets.values() for tile in tile_set.tiles):
            keys = [(order.index(segment.kind), segment.index) for segment in tile.segments]
            assert keys == sorted(set(keys))
            assert all(tile.find(segment.name) == place for place, segment in enumerate(tile.segments))


def test_city_road_and_field_hold_their_ports_and_the_field_names_its_city() -> None:
    city, road, north, south = TILES["D"].segments
    assert [PORT_NAMES[port] for port in city.ports] == ["Nw", "N", "Ne"]
    assert [PORT_NAMES[port] for port in road.ports] == ["E", "W"]
    assert [PORT_NAMES[port] for port in north.ports] == ["En", "Wn"]
    assert [PORT_NAMES[port] for port in south.ports] == ["Es", "Se", "S", "Sw", "Ws"]
    assert (north.touches, south.touches) == ((0,), ())
    assert TILES["D"].sides == ("city", "road", "field", "road") and TILES["D"].marks == {"start": "yes"}


def test_marks_of_segments_are_numbers_and_marks_of_tiles_are_words() -> None:
    assert TILES["HD"].segments[0].marks == {"grain": 1} and TILES["HD"].segments[1].marks == {}
    assert TILES["hbFish2"].segments[TILES["hbFish2"].find("meadow0")].marks == {"deer": 2}
    assert TILES["FlH"].marks == {"flight": "NW", "flying_machine": "yes"}
    assert TILES["Korn3"].marks == {"circle": "farmer", "crop_circle": "yes"}
    assert TILES["InG"].segments[0].corners == ("NE",)
    assert TILES["hgL01"].marks == {"source": "derived"}


def test_nobody_stands_on_a_river_or_on_two_short_tracks() -> None:
    closed = {(tile.id, segment.kind) for tile in TILES.values() for segment in tile.segments if not segment.figures}
    assert closed == {("InI", "road")} | {(tile.id, "river") for tile in SETS["river"].tiles}


def test_a_lake_is_a_segment_without_ports_and_its_arms_name_it() -> None:
    tile = TILES["hbFish2"]
    assert [(s.kind, s.ends, s.ports) for s in tile.segments[:6]] == [
        ("river", ("lake0",), (1,)),
        ("river", ("lake0",), (4,)),
        ("river", ("lake1",), (7,)),
        ("river", ("lake1",), (10,)),
        ("lake", (), ()),
        ("lake", (), ()),
    ]
    assert tile.find("lake1") == 5
    with pytest.raises(KeyError, match="hbFish2 has no segment 'lake2'"):
        tile.find("lake2")


def test_the_special_tiles_of_the_scout_name_the_place_of_their_figure() -> None:
    bridge = TILES["scBridge"].marks
    assert (bridge["figure"], bridge["figure_on"], bridge["bridge"]) == ("hunter", "bridge", "meadow0 meadow1")
    assert {tile.id: tile.marks["figure_on"] for tile in SETS["scout"].tiles if tile.id != "scBridge"} == {
        "scExplorer": "forest0",
        "scCanoe": "lake0",
        "scFarm": "meadow0",
    }


def test_turning_moves_ports_clockwise_and_two_tiles_share_the_ports_of_a_side() -> None:
    assert [turned(port_of("Nw"), turns) for turns in range(5)] == [port_of(name) for name in ("Nw", "En", "Se", "Ws", "Nw")]
    assert facing(port_of("En")) == port_of("Wn") and facing(port_of("N")) == port_of("S")
    assert all(facing(facing(port)) == port for port in range(12))
    with pytest.raises(ValueError, match="no port is called 'n'"):
        port_of("n")


# ---- the layouts printed in the rules pages

LETTERS = {"c": "city", "r": "road", "f": "field", "v": "river"}
WORDS = {"pennant": "pennants"}
Layout = tuple[str, frozenset[str], frozenset[str], frozenset[str]]  # kind, where, marks, cities it touches


def layout_tables(page: str) -> Iterator[tuple[str, int, tuple[str, ...], list[Layout]]]:
    for line in pages()[page].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and len(cells[2].split()) == 4 and set(cells[2].split()) <= set(LETTERS):
            sides = tuple(LETTERS[letter] for letter in cells[2].split())
            yield cells[0], int(cells[1]), sides, [printed_layout(text) for text in cells[3].split("; ")]


def printed_layout(text: str) -> Layout:
    """ "road S-W with inn", "field En Wn at N", "field inner at N-W, E", "monastery"."""
    text, _, cities = text.partition(" at ")
    text, _, mark = text.partition(" with ")
    kind, *where = text.replace("-", " ").replace("inner", "").split()
    marks = [WORDS.get(mark, mark)] if mark else []
    return kind, frozenset(where), frozenset(marks), frozenset(cities.split(", ") if cities else ())


def layout_of(tile: Tile) -> list[Layout]:
    found: list[Layout] = []
    for segment in tile.segments:
        if segment.kind == "road" and not segment.figures:
            continue  # the tracks of InI are told below the table
        keep = [PORT_NAMES[port] for port in segment.ports]
        where = [name for name in keep if (name in SIDE_NAMES) == (segment.kind != "field")]
        touched = [[PORT_NAMES[port] for port in tile.segments[city].ports] for city in segment.touches]
        cities = ["-".join(sorted(filter(SIDE_NAMES.__contains__, names), key=SIDE_NAMES.index)) for names in touched]
        found.append((segment.kind, frozenset(where), frozenset(segment.marks), frozenset(cities)))
    return found


def assert_layouts_agree(page: str, name: str) -> None:
    """Every tile of the set stands in the page's table with the same copies, sides and segments, and no other."""
    tiles = {tile.id: tile for tile in SETS[name].tiles}
    rows = list(layout_tables(page))
    assert [row[0] for row in rows] == [tile_id for tile_id in tiles if not tile_id.endswith("+garden")]
    for tile_id, copies, sides, layout in rows:
        tile, garden = tiles[tile_id], tiles.get(f"{tile_id}+garden")
        assert (tile_id, tile.sides) == (tile_id, sides)
        assert (tile_id, layout_of(tile)) == (tile_id, layout)
        for printing in SETS[name].printings:
            assert tile.copies[printing] + (garden.copies[printing] if garden else 0) == copies


def test_BASE_04_layouts_agree() -> None:
    assert_layouts_agree("base.md", "base")


def test_WINTER_13_layouts_agree() -> None:
    assert_layouts_agree("winter.md", "winter")


def test_RIVER_31_layouts_agree() -> None:
    assert_layouts_agree("river.md", "river")


def test_INNS_28_layouts_agree() -> None:
    assert_layouts_agree("inns.md", "inns")


def test_TRADERS_05_layouts_agree() -> None:
    assert_layouts_agree("traders.md", "traders")


# ---- what the rules pages say of single tiles


def lines(tile_id: str, kind: str = "road") -> list[tuple[str, ...]]:
    """The roads of a tile: the sides each leaves by and what stops it."""
    segments = [segment for segment in TILES[tile_id].segments if segment.kind == kind]
    return [(*(PORT_NAMES[port] for port in segment.ports), *segment.ends) for segment in segments]


def number(tile_id: str, kind: str) -> int:
    return sum(segment.kind == kind for segment in TILES[tile_id].segments)


def inner_field(tile_id: str) -> tuple[str, ...]:
    """The cities bordered by the one field of a tile that touches no side."""
    (field,) = (s for s in TILES[tile_id].segments if s.kind == "field" and not s.ports and s.figures)
    return tuple(TILES[tile_id].segments[city].name for city in field.touches)


def test_WINTER_07_copies_of_the_base_layouts() -> None:
    copies = "A2 B4 C1 D4 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1"
    assert [f"{tile.id}{tile.copies['C1']}" for tile in SETS["base"].tiles if tile.copies["C1"]] == copies.split()


def test_WINTER_14_the_road_ends_at_the_city_and_divides_the_field() -> None:
    for letter, side in (("B", "W"), ("C", "E"), ("D", "W"), ("H", "S"), ("J", "S")):
        assert lines(f"WinTier{letter}") == [(side, "city 0")] and number(f"WinTier{letter}", "field") == 2


def test_WINTER_15_the_monastery_ends_both_roads_and_divides_the_field() -> None:
    assert lines("WinTierF") == [("E", "monastery"), ("W", "monastery")] and number("WinTierF", "field") == 2


def test_WINTER_17_the_road_ends_at_a_hamlet_and_the_field_runs_round_it() -> None:
    assert lines("WinTierK") == [("S", "village")] and number("WinTierK", "field") == 1


def test_WINTER_18_eight_monasteries_and_ten_pennants_in_the_whole_box() -> None:
    whole = tally(SETS["base"], "C1") + tally(SETS["winter"], "C1")
    assert (whole["monastery"], whole["pennants"]) == (8, 10)
    shields = {tile.id: tile.copies["C1"] for tile in SETS["base"].tiles if any("pennants" in s.marks for s in tile.segments)}
    assert {name: copies for name, copies in shields.items() if copies} == {
        "C": 1,
        "F": 2,
        "M": 2,
        "O": 2,
        "Q": 1,
        "S": 2,
    }


def test_RIVER_33_roads_cross_the_river_by_bridge() -> None:
    assert [lines(f"BB6F{number}") for number in (2, 8, 11)] == [[("S", "city 0")], [("S", "monastery")], [("E", "W")]]
    assert all(TILES[f"BB6F{number}"].marks == {"bridge": "yes"} for number in (2, 8, 11))


def test_INNS_29_four_cities_around_a_field_with_a_garden() -> None:
    assert inner_field("InH") == ("city 0", "city 1", "city 2", "city 3") and number("InH", "garden") == 1


def test_INNS_30_a_crossing_ends_three_roads_and_its_inn_counts_for_two() -> None:
    assert lines("InC") == [("E", "crossing"), ("S", "crossing"), ("W", "crossing")]
    assert [s.marks for s in TILES["InC"].segments if s.kind == "road"] == [{"inn": 1}, {}, {"inn": 1}]


def test_INNS_31_the_short_tracks_hold_nobody_and_bound_four_fields() -> None:
    tracks = [("city 0", "village"), ("city 1", "village")]
    assert lines("InI") == [("E", "village"), ("W", "village"), *tracks] and number("InI", "field") == 4
    assert [s.figures for s in TILES["InI"].segments if s.kind == "road"] == [True, True, False, False]


def test_INNS_32_the_city_reaches_a_corner_and_closes_the_field_there() -> None:
    assert number("InG", "field") == 2 and TILES["InG"].segments[0].corners == ("NE",)


def test_INNS_33_the_monastery_ends_the_roads_on_both_sides() -> None:
    assert lines("InD") == [("E", "monastery"), ("W", "monastery")]


def test_INNS_35_the_tiles_with_inns_and_cathedrals() -> None:
    marked = {
        mark: [t.id for t in SETS["inns"].tiles if any(mark in s.marks for s in t.segments)] for mark in ("inn", "cathedral")
    }
    assert marked == {"inn": ["InA", "InB", "InC", "InL", "InM", "InN"], "cathedral": ["InK"]}
    assert TILES["InK"].copies == {"C2": 2}


def test_TRADERS_06_one_road_crosses_the_other_by_a_bridge() -> None:
    assert lines("HB") == [("N", "S"), ("E", "W")] and number("HB", "field") == 4


def test_TRADERS_07_the_monastery_ends_three_roads_and_divides_the_field_in_three() -> None:
    assert lines("HJ") == [("E", "monastery"), ("S", "monastery"), ("W", "monastery")] and number("HJ", "field") == 3


def test_TRADERS_08_one_road_ends_at_the_city_the_other_at_a_house() -> None:
    assert lines("HC") == [("S", "city 0"), ("W", "house")] and number("HC", "field") == 3


def test_TRADERS_09_and_TRADERS_10_a_field_of_its_own_in_the_middle() -> None:
    assert inner_field("HM") == ("city 0", "city 1", "city 2")
    assert inner_field("HN") == inner_field("HP") == inner_field("HX") == ("city 0", "city 1")


def test_FERRY_03_road_ends_are_separate_and_the_lake_keeps_the_fields_apart() -> None:
    for name, sides in (("FeA", "ESW"), ("FeB", "ESW"), ("FeC", "NESW")):
        assert lines(name) == [(side, "lake") for side in sides] and number(name, "field") == len(sides)


def test_CIRCLE_03_a_road_ends_at_the_circle() -> None:
    assert [[ends for ends in lines(f"Korn{n}") if "circle" in ends] for n in (1, 2, 3, 4)] == [
        [("E", "circle")],
        [("N", "circle"), ("E", "circle")],
        [("S", "circle")],
        [("E", "circle"), ("W", "circle")],
    ]
    assert [number(f"Korn{n}", "field") for n in range(1, 7)] == [3, 3, 1, 2, 2, 0]


def test_KING_05_two_cities_cross_on_one_tile() -> None:
    assert [lines("Ki1", "city")] == [[("Nw", "N", "Ne", "Se", "S", "Sw"), ("En", "E", "Es", "Ws", "W", "Wn")]]


# ---- wrong files

HEAD = 'id = "probe"\nes = "Prueba"\nen = "Probe"\nbook = "none"\n'
PLAIN = 'field = [{ edges = "Nw Ne En Es Se Sw Ws Wn" }]'
CURVE = 'road = [{ sides = "S W" }]\nfield = [{ edges = "Wn Nw Ne En Es Se" }, { edges = "Sw Ws" }]'
CITY = 'city = [{ sides = "N" }]\nfield = [{ edges = "En Es Se Sw Ws Wn", cities = [0] }]'


def problems_of(folder: Path, text: str, terrain: Terrain = CARCASSONNE) -> tuple[str, ...]:
    """What is wrong with a file probe.toml of this text."""
    file = folder / "probe.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError) as caught:
        load_set(file, terrain)
    problems = tuple(in_english(problem.told_in()) for problem in caught.value.problems)
    assert str(caught.value) == "; ".join(problems)
    return problems


def problem_with(folder: Path, tile: str, terrain: Terrain = CARCASSONNE) -> str:
    """The one problem of a set whose only tile, P, is this; without file and tile, which it must name."""
    problems = problems_of(folder, f'[set]\n{HEAD}tiles = 1\n[[tile]]\nid = "P"\ncount = 1\n{tile}\n', terrain)
    assert len(problems) == 1 and problems[0].startswith("probe.toml: tile P: "), problems
    return problems[0].removeprefix("probe.toml: tile P: ")


SIDE_RULE = "a side is one city, one road or river with both halves field, or one field"


def test_a_side_covered_by_nothing_is_named(tmp_path: Path) -> None:
    assert problem_with(tmp_path, 'field = [{ edges = "Nw Ne En Es Ws Wn" }]') == f"side S is covered by nothing; {SIDE_RULE}"


def test_a_side_covered_twice_is_named_with_what_covers_it(tmp_path: Path) -> None:
    twice = 'city = [{ sides = "N" }, { sides = "N" }]\nfield = [{ edges = "En Es Se Sw Ws Wn", cities = [0, 1] }]'
    assert problem_with(tmp_path, twice) == f"side N is covered by city 0, city 1; {SIDE_RULE}"
    over = f'city = [{{ sides = "N" }}]\n{PLAIN}'
    assert problem_with(tmp_path, over) == f"side N is covered by city 0, field 0 (Nw), field 0 (N), field 0 (Ne); {SIDE_RULE}"


def test_a_road_needs_field_on_both_halves_of_its_side(tmp_path: Path) -> None:
    text = 'road = [{ sides = "S", ends = "village" }]\nfield = [{ edges = "Nw Ne En Es Se Ws Wn" }]'
    assert problem_with(tmp_path, text) == f"side S is covered by field 0 (Se), road 0; {SIDE_RULE}"


def test_two_fields_cannot_share_a_side_without_a_road(tmp_path: Path) -> None:
    text = 'field = [{ edges = "Ne En Es Se Sw" }, { edges = "Ws Wn Nw" }]'
    assert problem_with(tmp_path, text) == f"side N is covered by field 1 (Nw), field 0 (Ne); {SIDE_RULE}"


def test_an_unknown_side_or_half_side_is_named(tmp_path: Path) -> None:
    assert problem_with(tmp_path, CITY.replace('"N"', '"North"')) == "city 0: 'North' is no side"
    assert problem_with(tmp_path, PLAIN.replace("Nw", "N")) == "field 0: 'N' is no half-side"


def test_an_unknown_key_is_named_in_tile_and_segment(tmp_path: Path) -> None:
    assert problem_with(tmp_path, f"{PLAIN}\ncolour = true") == "unknown key 'colour'"
    assert problem_with(tmp_path, CURVE.replace('"S W"', '"S W", pennants = 1')) == "road 0: unknown key 'pennants'"
    text = f'[set]\n{HEAD}tiles = 1\ncolour = "red"\n[[tile]]\nid = "P"\ncount = 1\n{PLAIN}'
    assert problems_of(tmp_path, text) == ("probe.toml: [set]: unknown key 'colour'",)


def test_an_unknown_word_is_named_with_the_known_ones(tmp_path: Path) -> None:
    goods = CITY.replace('"N"', '"N", goods = "beer"')
    assert problem_with(tmp_path, goods) == "city 0: goods has no word 'beer'; its words are wine, grain, cloth"
    assert problem_with(tmp_path, f'{PLAIN}\ncentre = "pub"').startswith("centre has no word 'pub'; its words are monastery,")


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    assert problem_with(tmp_path, "city = [{}]") == "city 0: key 'sides' is missing"
    assert problems_of(tmp_path, f"[set]\n{HEAD}[[tile]]\n") == ("probe.toml: [set]: key 'tiles' is missing",)
    assert problems_of(tmp_path, "") == ("probe.toml: key 'set' is missing", "probe.toml: key 'tile' is missing")


def test_a_mark_and_its_centre_belong_together(tmp_path: Path) -> None:
    assert problem_with(tmp_path, f'{PLAIN}\nflight = "W"') == "flight and the centre flying_machine belong together"
    assert problem_with(tmp_path, f'{PLAIN}\ncentre = "crop_circle"') == "circle and the centre crop_circle belong together"


def test_lines_that_cross_need_a_bridge(tmp_path: Path) -> None:
    fields = 'field = [{ edges = "Ne En" }, { edges = "Es Se" }, { edges = "Sw Ws" }, { edges = "Wn Nw" }]'
    crossing = f'road = [{{ sides = "N S" }}, {{ sides = "E W" }}]\n{fields}'
    assert problem_with(tmp_path, crossing) == "road 0 crosses road 1 without a bridge"
    (tmp_path / "probe.toml").write_text(f'[set]\n{HEAD}tiles = 1\n[[tile]]\nid="P"\ncount=1\nbridge=true\n{crossing}')
    assert load_set(str(tmp_path / "probe.toml"), CARCASSONNE).tiles[0].marks == {"bridge": "yes"}


def test_a_road_that_reaches_a_city_across_a_river_needs_a_bridge(tmp_path: Path) -> None:
    text = 'city = [{ sides = "N" }]\nroad = [{ sides = "S", ends = "city 0" }]\nriver = [{ sides = "E W" }]\nfield = '
    text += '[{ edges = "En", cities = [0] }, { edges = "Es Se" }, { edges = "Sw Ws" }, { edges = "Wn", cities = [0] }]'
    assert problem_with(tmp_path, text) == "river 0 crosses city 0 and road 0 without a bridge"


def test_a_field_cannot_cross_a_road(tmp_path: Path) -> None:
    text = 'road = [{ sides = "N S" }]\nfield = [{ edges = "Nw Ne En Es Se Sw Ws Wn" }]'
    assert problem_with(tmp_path, text) == "field 0 crosses road 0"


def test_fields_that_nothing_separates_are_named(tmp_path: Path) -> None:
    text = 'road = [{ sides = "S", ends = "village" }, { sides = "N", ends = "house" }]\n'
    text += 'field = [{ edges = "Ne En Es Se" }, { edges = "Sw Ws Wn Nw" }]'
    assert problem_with(tmp_path, text) == "nothing separates field 0 from field 1"


def test_fields_that_meet_at_a_corner_are_one_unless_a_city_reaches_it(tmp_path: Path) -> None:
    apart = 'city = [{ sides = "W" }]\n'
    apart += 'field = [{ edges = "Nw Ne", cities = [0] }, { edges = "En Es Se Sw", cities = [0] }]'
    problems = problems_of(tmp_path, f'[set]\n{HEAD}tiles = 1\n[[tile]]\nid = "P"\ncount = 1\n{apart}\n')
    assert "probe.toml: tile P: field 0 and field 1 meet at corner NE, where no city parts them" in problems
    corner = CITY.replace('"N"', '"N", corner = "SE"')
    assert "probe.toml: tile P: city 0 reaches corner SE, but field 0 lies on both sides of it" in problems_of(
        tmp_path, f'[set]\n{HEAD}tiles = 1\n[[tile]]\nid = "P"\ncount = 1\n{corner}\n'
    )
    own = CITY.replace('"N"', '"N", corner = "NE"')
    assert problem_with(tmp_path, own) == "city 0 needs no corner NE: a side there is city"


@pytest.mark.parametrize(
    ("road", "problem"),
    [
        ('{ sides = "S" }', "road 0: 1 sides and 0 ends; together they must be two"),
        ('{ sides = "S", ends = "inn" }', "road 0 cannot end at 'inn'; on this tile it may at city, village,"),
        ('{ sides = "S", ends = "spring" }', "road 0 cannot end at 'spring'; on this tile it may at city, village,"),
        ('{ sides = "S", ends = "city 0" }', "road 0 cannot end at 'city 0'; on this tile it may at city, village,"),
        ('{ sides = "S", ends = "monastery" }', "road 0 ends at 'monastery', but the tile has no centre monastery"),
        ('{ sides = "S", ends = "lake" }', "road 0 ends at 'lake', but the tile has no centre lake_ferry"),
    ],
)
def test_a_road_ends_twice_and_at_something_that_is_there(tmp_path: Path, road: str, problem: str) -> None:
    assert problem_with(tmp_path, f"road = [{road}]\n{PLAIN}").startswith(problem)


def test_a_track_that_leaves_by_no_side_holds_no_figure(tmp_path: Path) -> None:
    text = f'road = [{{ sides = "", ends = ["village", "house"] }}]\n{PLAIN}'
    assert problem_with(tmp_path, text) == "road 0 leaves by no side, so it needs figures = false"


def test_a_city_behind_a_wall_is_not_bordered(tmp_path: Path) -> None:
    text = 'city = [{ sides = "N" }]\nroad = [{ sides = "E W" }]\n'
    text += 'field = [{ edges = "En Wn", cities = [0] }, { edges = "Es Se Sw Ws", cities = [0] }]'
    assert problem_with(tmp_path, text) == "field 1 lists city 0, which lies behind road 0"


def test_a_city_met_at_a_corner_must_be_listed_and_a_listed_one_must_exist(tmp_path: Path) -> None:
    missing = problems_of(tmp_path, f'[set]\n{HEAD}tiles = 1\n[[tile]]\nid = "P"\ncount = 1\n{CITY.replace("[0]", "[]")}')
    assert missing == (
        "probe.toml: tile P: field 0 touches city 0 at corner NW, but does not list it",
        "probe.toml: tile P: field 0 touches city 0 at corner NE, but does not list it",
    )
    assert problem_with(tmp_path, CITY.replace("[0]", "[1]")) == "field 0: cities is [1], but the tile has 1 of them"


def test_a_closed_field_borders_a_city(tmp_path: Path) -> None:
    text = 'city = [{ sides = "N E S W" }]\nfield = [{ edges = "" }]'
    assert problem_with(tmp_path, text) == "field 0 is closed in and borders no city"


def test_joins_name_things_of_the_tile(tmp_path: Path) -> None:
    assert (
        problem_with(tmp_path, f'{CURVE}\njoins = [["road 0", "city 0"]]') == "joins names 'city 0', which is not on the tile"
    )


def test_copies_must_add_up_in_every_printing(tmp_path: Path) -> None:
    tile = f'[[tile]]\nid = "P"\ncount = {{ C1 = 2, C2 = 3 }}\n{PLAIN}'
    assert problems_of(tmp_path, f'[set]\n{HEAD}tiles = 2\neditions = ["C1", "C2"]\n{tile}') == (
        "probe.toml: [set]: 3 tiles of printing C2 are listed, but `tiles` says 2",
    )
    assert problems_of(tmp_path, f'[set]\n{HEAD}tiles = 2\neditions = ["C2"]\n{tile}') == (
        "probe.toml: tile P: count must name the printings of the set: C2",
        "probe.toml: [set]: 3 tiles of printing C2 are listed, but `tiles` says 2",
    )


def test_an_id_is_used_once_in_a_file(tmp_path: Path) -> None:
    tile = f'[[tile]]\nid = "P"\ncount = 1\n{PLAIN}\n'
    assert problems_of(tmp_path, f"[set]\n{HEAD}tiles = 2\n{tile}{tile}") == (
        "probe.toml: tile P: an earlier tile of the file has this id",
    )


def test_an_id_is_used_once_in_all_files_and_needed_sets_are_there(tmp_path: Path) -> None:
    for name in ("one", "two"):
        text = f'[set]\n{HEAD.replace("probe", name)}tiles = 1\nneeds = ["three"]\n[[tile]]\nid = "P"\ncount = 1\n{PLAIN}'
        (tmp_path / f"{name}.toml").write_text(text)
    with pytest.raises(CatalogueError, match=r"two.toml: tile P: one.toml has a tile of this id"):
        load_sets(tmp_path, CARCASSONNE)
    (tmp_path / "two.toml").unlink()
    with pytest.raises(CatalogueError, match=r"one.toml: .set.: needs 'three', which is not there"):
        load_sets(str(tmp_path), CARCASSONNE)


def test_the_set_is_called_like_its_file(tmp_path: Path) -> None:
    text = f'[set]\n{HEAD.replace("probe", "other")}tiles = 1\n[[tile]]\nid = "P"\ncount = 1\n{PLAIN}'
    assert problems_of(tmp_path, text) == ("probe.toml: [set]: id 'other' is not the file's name",)


def test_broken_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, '[set]\nid = "probe"\nes = \n')
    assert problem.startswith("probe.toml: not TOML: ") and "line 3" in problem
    (tmp_path / "latin.toml").write_bytes('[set]\nes = "Círculo"'.encode("latin-1"))
    with pytest.raises(CatalogueError, match=r"latin.toml: not TOML"):
        load_set(tmp_path / "latin.toml", CARCASSONNE)


def test_all_problems_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    tiles = f'[[tile]]\nid = "P"\ncount = 1\n[[tile]]\nid = "Q"\ncount = 1\n{PLAIN}\npub = 1\n[[card]]\nid = "R"\n'
    problems = problems_of(tmp_path, f"[set]\n{HEAD}tiles = 3\n{tiles}")
    assert [problem.split(": ")[1] for problem in problems] == ["tile P"] * 4 + ["tile Q", "[set]"] + ["card R"] * 3


# ---- the same for Hunters & Gatherers


def test_meadows_are_covered_and_parted_like_fields(tmp_path: Path) -> None:
    lake = 'forest = [{ sides = "S" }]\nriver = [{ sides = "N", ends = "lake0" }]\nlake = [{ fish = 1 }]\n'
    bank = 'meadow = [{ edges = "Nw Ws Wn" }, { edges = "Ne En Es" }]'
    assert problem_with(tmp_path, lake + bank, HUNTERS) == "nothing separates meadow 0 from meadow 1"
    bare = 'meadow = [{ edges = "Nw Ne En Es Se Sw" }]'
    rule = "a side is one forest, one river with both halves meadow, or one meadow"
    assert problem_with(tmp_path, bare, HUNTERS) == f"side W is covered by nothing; {rule}"


def test_two_springs_do_not_meet(tmp_path: Path) -> None:
    text = 'river = [{ sides = "N", ends = "spring" }, { sides = "S", ends = "spring" }]\n'
    text += 'meadow = [{ edges = "Ne En Es Se" }, { edges = "Sw Ws Wn Nw" }]'
    assert problem_with(tmp_path, text, HUNTERS) == "nothing separates meadow 0 from meadow 1"


def test_a_lake_has_fish_and_an_arm_and_an_arm_has_its_lake(tmp_path: Path) -> None:
    meadow = 'meadow = [{ edges = "Nw Ne En Es Se Sw Ws Wn" }]'
    assert problem_with(tmp_path, f"lake = [{{ fish = 1 }}]\n{meadow}", HUNTERS) == "no river ends at lake 0"
    assert problem_with(tmp_path, f"lake = [{{}}]\n{meadow}", HUNTERS) == "lake 0: key 'fish' is missing"
    arm = f'river = [{{ sides = "N", ends = "lake0" }}]\n{meadow}'
    assert problem_with(tmp_path, arm, HUNTERS) == "river 0 cannot end at 'lake0'; on this tile it may at lake, spring"


def test_a_figure_stands_on_something_of_the_tile(tmp_path: Path) -> None:
    text = 'meadow = [{ edges = "Nw Ne En Es Se Sw Ws Wn" }]\nfigure_on = "forest0"'
    assert problem_with(tmp_path, text, HUNTERS) == "figure_on names 'forest0', which is not on the tile"


# ---- spoiling the shipped tiles


def dump(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {dump(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dump, value)) + "]"
    return json.dumps(value)


def spoiled(tile: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The tile with one segment or one value less, or one value of a wrong type."""
    for key, value in tile.items():
        yield tile | {key: 0.5}
        for place, entry in enumerate(value) if key in CARCASSONNE.kinds + HUNTERS.kinds else ():
            rest = value[:place] + value[place + 1 :]
            if (entry.get("sides") or entry.get("edges")) and "ends" not in entry:  # its field may close over a short road
                yield tile | {key: rest}
            for word in entry:
                yield tile | {key: [*rest, entry | {word: 0.5}]}


@pytest.mark.parametrize("name", SETS)
def test_a_spoiled_tile_is_always_refused(tmp_path: Path, name: str) -> None:
    family, terrain = ("hunters", HUNTERS) if name in tile_sets("hunters") else ("carcassonne", CARCASSONNE)
    package = files(f"bastida.{family}")
    file = folders()[name].path / "tiles.toml" if name in folders() else package / "tiles" / f"{name}.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    head = "".join(f"{key} = {dump(value)}\n" for key, value in data["set"].items())
    text = "".join(
        "[[tile]]\n" + "".join(f"{key} = {dump(value)}\n" for key, value in (spoil | {"id": f"{number}"}).items())
        for number, spoil in enumerate(spoil for tile in data["tile"] for spoil in spoiled(tile) if spoil["id"] != 0.5)
    )
    (tmp_path / f"{name}.toml").write_text(f"[set]\n{head}{text}", encoding="utf-8")
    with pytest.raises(CatalogueError) as caught:
        load_set(tmp_path / f"{name}.toml", terrain)
    refused = {problem.id for problem in caught.value.problems if problem.part == "tile"}
    assert len(refused) == text.count("[[tile]]")
