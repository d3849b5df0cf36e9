"""Tiles as SVG: well-formed, small, always the same, and readable for every eye."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bastida.art import THEMES, Theme, sheet_svg, surroundings, symbol_id, theme_defs, tile_svg, tile_symbol
from bastida.art.strokes import SEATS
from bastida.art.themes import TERRAINS
from bastida.art.tiles.layout import WHOLE, layout
from bastida.art.tiles.symbols import symbol_names
from bastida.kernel.tile import Tile
from tests.art.shapes import TILES, every_tile
from tests.boxes import tile_sets

SOURCE = Path(__file__).resolve().parents[2] / "src"
LIMIT = 12_000  # bytes of a tile
CONTRAST = 1.25  # of any two grounds, as the ratio of their luminances
ELEMENTS = {"svg", "title", "defs", "g", "use", "path", "circle", "ellipse", "rect"}
SVG = "{http://www.w3.org/2000/svg}"
every_theme = pytest.mark.parametrize("theme", list(THEMES))


def look(tile: Tile) -> str:
    return {"hg": "stone", "hg_bonus": "stone", "scout": "stone", "winter": "snow"}.get(tile.set_id, "summer")


def by_id(name: str) -> Tile:
    return next(tile for tile in TILES if tile.id == name)


@every_tile
def test_a_tile_is_well_formed_and_small(tile: Tile) -> None:
    for theme in THEMES:
        text = tile_svg(tile, theme)
        assert len(text.encode()) < LIMIT
        root = ElementTree.fromstring(text)
        assert root.get("viewBox") == "0 0 100 100"
        ids = {element.get("id") for element in root.iter()}
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in ELEMENTS, "no filters, no pictures"
            if element.tag == f"{SVG}use":
                assert element.get("href", "").removeprefix("#") in ids, "every symbol used is there"


@every_tile
def test_a_turned_tile_uses_symbols_of_its_theme(tile: Tile) -> None:
    known = {f"{THEMES[look(tile)].prefix}-{name}" for name in symbol_names()}
    for turns in range(4):
        text = tile_symbol(tile, look(tile), turns)
        ElementTree.fromstring(text)
        assert set(re.findall(r'href="#([^"]+)"', text)) <= known
        assert f'id="{symbol_id(tile, look(tile), turns)}"' in text


@every_theme
def test_the_symbols_of_a_theme_are_well_formed_without_filters_and_pictures(theme: str) -> None:
    root = ElementTree.fromstring(theme_defs(theme))
    tags = {element.tag for element in root.iter()}
    assert tags <= {"defs", "clipPath", "g", "use", "path", "circle", "ellipse", "rect"}
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    others = [theme_defs(other) for other in THEMES if other != theme]
    assert not any(f'id="{name}"' in other for name in ids for other in others), "themes can share a page"


def test_a_tile_always_looks_the_same() -> None:
    code = (
        "from bastida.art import tile_svg; from bastida.table.setup import families; import hashlib;"
        "tiles = families()['carcassonne'].tile_set('inns').tiles;"
        "print(hashlib.sha256(''.join(tile_svg(t) for t in tiles).encode()).hexdigest())"
    )
    runs = set()
    for seed in ("1", "2"):
        surroundings = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SOURCE)}
        done = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True)
        runs.add(done.stdout)
    assert len(runs) == 1


def test_tiles_of_one_layout_still_differ_in_detail() -> None:
    one, other = (tile_svg(by_id(name)) for name in ("RaubA", "RaubB"))
    assert one.replace("RaubA", "") != other.replace("RaubB", "")


def test_a_size_and_a_turn_can_be_asked_for() -> None:
    tile = by_id("D")
    assert 'width="60" height="60"' in tile_svg(tile, size=60)
    assert "rotate(90 50 50)" in tile_svg(tile, turns=1)
    assert tile_svg(tile, turns=4) == tile_svg(tile)


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(ValueError, match="no theme is called 'autumn'; themes are summer, snow, stone, plain"):
        tile_svg(by_id("D"), "autumn")


@pytest.mark.parametrize(
    ("tile", "symbols"),
    [
        ("C", {"pennants": 1}),
        ("InK", {"cathedral": 1}),
        ("InC", {"inn": 2}),
        ("HD", {"grain": 1, "gate": 1}),
        ("HO", {"cloth": 1, "gate": 2}),
        ("HP", {"wine": 1}),
        ("A", {"monastery": 1}),
        ("E+garden", {"garden": 1}),
        ("To08+garden", {"tower": 1, "garden": 1}),
        ("Po05", {"post_office": 1}),
        ("FeC", {"pier": 4}),
        ("FlD", {"flying_machine": 1}),
        ("Korn1", {"circle": 1, "thief": 1}),
        ("Korn4", {"circle": 1, "farmer": 1}),
        ("Korn6", {"circle": 1, "knight": 1}),
        ("GoA", {"gold": 1}),
        ("MaHeA", {"magic": 1}),
        ("RaubA", {"robber": 1}),
        ("WinTierA", {"hare": 1}),
        ("BB6F1", {"spring": 1}),
        ("hgStart", {"volcano": 1, "mammoth": 1, "fish": 1, "nuggets": 1}),
        ("hbFish1", {"fish": 4}),
        ("hbFish2", {"fish": 4, "deer": 2}),
        ("hbAur3", {"aurochs": 1, "tiger": 1, "fish": 1}),
        ("hbMush1", {"mushrooms": 1}),
        ("hbFire", {"fire": 1}),
        ("hbShrine", {"shrine": 1, "tiger": 1, "nuggets": 1}),
        ("scBridge", {"bear": 1}),
        ("scFarm", {"farm": 1, "spring": 1}),
        ("scCanoe", {"canoe": 1}),
    ],
)
def test_what_matters_to_the_rules_is_on_the_picture(tile: str, symbols: dict[str, int]) -> None:
    body = tile_symbol(by_id(tile))
    for name, count in symbols.items():
        assert len(re.findall(f'href="#su-{name}"', body)) == count


@every_tile
def test_everything_the_catalogue_prints_is_drawn(tile: Tile) -> None:
    body = tile_symbol(tile)
    for segment in tile.segments:
        for mark, count in segment.marks.items():
            least = 1 if mark in ("nuggets", "mushrooms") else count
            assert len(re.findall(f'href="#su-{mark}"', body)) >= least
    for mark in ("gold", "magic", "robber", "tower", "flying_machine"):
        assert (mark in tile.marks) == (f'href="#su-{mark}"' in body)


@every_tile
def test_the_shapes_that_are_checked_are_the_shapes_that_are_drawn(tile: Tile) -> None:
    body = tile_symbol(tile)
    plan = layout(tile)
    drawn = [line.data for line in plan.lines.values()]
    drawn += [area.data for place, areas in plan.areas.items() if tile.segments[place].kind in WHOLE for area in areas]
    drawn += [thing.area.data for thing in plan.things if thing.kind in ("lake", "lake_ferry", "circle")]
    assert all(f'd="{data}"' in body for data in drawn)


@pytest.mark.parametrize("tile", [t for t in TILES if t.marks.get("bridge") == "yes"], ids=lambda tile: tile.id)
def test_a_road_that_crosses_another_does_so_on_a_bridge(tile: Tile) -> None:
    body, wall = tile_symbol(tile), THEMES["summer"].wall_light
    raised = any(area.over for areas in layout(tile).areas.values() for area in areas)
    assert raised or re.search(f'stroke="{wall}"[^>]*stroke-dasharray="1.4 1.4"', body)


def test_a_sheet_shows_ids_and_copies() -> None:
    tiles = tile_sets()["base"].tiles
    text = sheet_svg(tiles, "summer", 6)
    root = ElementTree.fromstring(text)
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert words[:2] == ["A", "×2"] and "C1×5 C2×4" in words
    assert len(words) == 2 * len(tiles)


# -- colours ----------------------------------------------------------------------------------------------------------

Colour = tuple[float, float, float]

# How eyes without red or without green cones see linear colours (Viénot, Brettel, Mollon 1999).
EYES: dict[str, Callable[[Colour], Colour]] = {
    "all colours": lambda c: c,
    "protanopia": lambda c: mixed(c, ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0))),
    "deuteranopia": lambda c: mixed(c, ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))),
    "print": lambda c: (luminance(c), luminance(c), luminance(c)),
}


def mixed(colour: Colour, matrix: tuple[Colour, Colour, Colour]) -> Colour:
    r, g, b = (sum(weight * part for weight, part in zip(row, colour, strict=True)) for row in matrix)
    return (r, g, b)


def linear(text: str) -> Colour:
    r, g, b = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (r, g, b))
    return (r, g, b)


def luminance(colour: Colour) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


@pytest.mark.parametrize("eye", list(EYES))
@pytest.mark.parametrize("theme", list(THEMES.values()), ids=lambda theme: theme.name)
def test_grounds_differ_in_lightness_for_every_eye(theme: Theme, eye: str) -> None:
    for one, other in combinations(TERRAINS, 2):
        a, b = (luminance(EYES[eye](linear(getattr(theme, terrain)))) + 0.05 for terrain in (one, other))
        assert max(a, b) / min(a, b) > CONTRAST, (one, other)


def contrast(one: str, other: str) -> float:
    """How far two colours are from each other, as the guidelines for web pages (WCAG) reckon it."""
    a, b = (luminance(linear(colour)) + 0.05 for colour in (one, other))
    return max(a, b) / min(a, b)


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@every_theme
def test_what_lies_around_the_tiles_can_be_read(theme: str, dark: bool) -> None:
    look = surroundings(theme, dark)
    for ground in (look.page, look.panel, look.table):
        assert contrast(look.text, ground) >= 7
    for ground in (look.page, look.panel):
        assert all(contrast(ink, ground) >= 4.5 for ink in (look.faint, look.accent, look.warning, *look.seats.values()))
        assert contrast(look.line, ground) >= 3
    assert contrast(look.on_accent, look.accent) >= 4.5
    assert contrast(look.space_dark_ink, look.space_dark) >= 4.5
    assert all(contrast(look.space_ink, ground) >= 4.5 for ground in (look.space, look.space_odd))
    assert contrast(look.space_dark, look.space_odd) >= 2.5
    assert set(look.seats) == set(SEATS) and len(set(look.seats.values())) == len(SEATS)
    assert (luminance(linear(look.page)) < 0.1) == dark
