"""Tiles as pictures: one alone, many that share their symbols, or a contact sheet."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bastida.art.collected import hubs
from bastida.art.themes import theme_named
from bastida.art.tiles import city, field, forest, road, things, water
from bastida.art.tiles.layout import GROUND, layout, seed
from bastida.art.tiles.painter import Painter
from bastida.art.tiles.places import places
from bastida.art.tiles.symbols import symbol_names, symbols
from bastida.kernel.shelf import remembered
from bastida.kernel.tile import Tile

SVG = "http://www.w3.org/2000/svg"
FONT = 'font-family="DejaVu Sans, Verdana, Segoe UI, sans-serif"'


def tile_svg(tile: Tile, theme: str = "summer", size: int | None = None, turns: int = 0) -> str:
    """A tile as a complete SVG file; `size` is its width and height in pixels, `turns` its quarter turns clockwise."""
    look = theme_named(theme)
    body, used = _body(tile.id, tile, theme, turns % 4)
    measure = f' width="{size}" height="{size}"' if size else ""
    defs = symbols(used, look)
    title = f"<title>{escape(tile.id)}</title>"
    return f'<svg xmlns="{SVG}" viewBox="0 0 100 100"{measure}>{title}<defs>{defs}</defs>{body}</svg>'


def symbol_id(tile: Tile, theme: str = "summer", turns: int = 0) -> str:
    """The id that `tile_symbol` gives to a tile."""
    turned = f"-{turns % 4}" if turns % 4 else ""
    return f"{theme_named(theme).prefix}-tile-{tile.id.replace('+', '_')}{turned}"


def tile_symbol(tile: Tile, theme: str = "summer", turns: int = 0) -> str:
    """A tile as a symbol, to be used in a drawing that has `theme_defs` too; its viewBox is 0 0 100 100.

    With `turns` it is drawn as it lies after quarter turns, houses and animals upright; so it must not be turned again
    where it is used.  It reaches a hair over its border, so that no light shines through between neighbours.
    """
    body, _ = _body(tile.id, tile, theme, turns % 4)
    clip = f'clip-path="url(#{theme_named(theme).prefix}-clip)"'
    frame = f'id="{symbol_id(tile, theme, turns)}" viewBox="0 0 100 100" overflow="visible"'
    return f"<symbol {frame}><g {clip}>{body}</g></symbol>"


@remembered
def theme_defs(theme: str = "summer") -> str:
    """All small pictures of a theme, once for a whole drawing."""
    look = theme_named(theme)
    clip = f'<clipPath id="{look.prefix}-clip"><path d="M-.2-.2H100.2V100.2H-.2z"/></clipPath>'
    return f"<defs>{clip}{symbols(symbol_names(), look)}</defs>"


def sheet_svg(tiles: Sequence[Tile], theme: str = "summer", columns: int = 8) -> str:
    """A contact sheet: every tile with its id and the number of copies, by printing where they differ."""
    step, line = 112, 126
    rows = -(-len(tiles) // columns)
    wide, high = columns * step + 12, rows * line + 12
    parts = [
        f'<svg xmlns="{SVG}" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
        theme_defs(theme),
        f'<rect width="{wide}" height="{high}" fill="#f4f1ea"/>',
        "<defs>" + "".join(tile_symbol(tile, theme) for tile in tiles) + "</defs>",
        f'<g {FONT} font-size="9" fill="#222">',
    ]
    for number, tile in enumerate(tiles):
        x, y = 12 + number % columns * step, 12 + number // columns * line
        parts.append(f'<use href="#{symbol_id(tile, theme)}" x="{x}" y="{y}" width="100" height="100"/>')
        parts.append(f'<text x="{x}" y="{y + 110}">{escape(tile.id)}</text>')
        parts.append(f'<text x="{x + 100}" y="{y + 110}" text-anchor="end">{escape(copies(tile))}</text>')
    return "".join([*parts, "</g></svg>"])


def copies(tile: Tile) -> str:
    """How many of a tile are in the box: "×3", or "C1×3 C2×2" where printings differ."""
    numbers = set(tile.copies.values())
    if len(numbers) == 1:
        return f"×{numbers.pop()}"
    return " ".join(f"{printing}×{count}" for printing, count in tile.copies.items() if count)


@remembered
def _body(tile_id: str, tile: Tile, theme: str, turns: int) -> tuple[str, tuple[str, ...]]:
    painter = Painter(theme_named(theme), turns)
    paint(painter, tile)
    text = painter.text()
    return (f'<g transform="rotate({90 * turns} 50 50)">{text}</g>' if turns else text), tuple(painter.used)


def paint(painter: Painter, tile: Tile) -> None:
    """Draw a tile from the ground up."""
    plan, found = layout(tile), places(tile)
    theme = painter.theme
    kinds = {place: segment.kind for place, segment in enumerate(tile.segments)}
    painter.add(f'<path d="M-1-1H101V101H-1z" fill="{theme.field}"/>')
    for place in _of(kinds, *GROUND):
        field.paint_ground(painter, found, place, seed(tile, f"ground {place}"), kinds[place] == "meadow")
    rivers = [plan.lines[place] for place in _of(kinds, "river")]
    inland = [thing for thing in plan.things if thing.kind == "lake"]
    raised = [thing for thing in plan.things if thing.kind in hubs() and hubs()[thing.kind].water]  # above the roads' ends
    lakes = [*inland, *raised]
    roads = _of(kinds, "road")
    pairs = [(upper, lower) for upper in roads for lower in plan.areas if _is_over(tile, upper, lower)]
    bridges = [(upper, lower, stretch) for upper, lower in pairs for stretch in road.crossings(plan, upper, lower)]
    over_city = {upper for upper, lower, _ in bridges if kinds[lower] == "city"}
    for place in _of(kinds, "forest"):
        forest.paint_ground(painter, plan, place)
    water.paint_edges(painter, rivers, inland)
    water.paint_water(painter, rivers, inland)
    if not theme.plain and (rivers or lakes):
        water.paint_reeds(painter, found.open_ground(tile), rivers, lakes, seed(tile, "reeds"))
    for place in roads:
        if place not in over_city:
            road.paint_road(painter, plan.lines[place], [stretch for upper, _, stretch in bridges if upper == place])
    cities = _of(kinds, "city")
    for place in cities:
        streets = city.paint_ground(painter, plan, found, place)
        city.paint_houses(painter, found, place, streets, seed(tile, f"city {place}"))
        city.paint_walls(painter, plan, place)
    for place in sorted(over_city):
        road.paint_road(painter, plan.lines[place], [stretch for upper, _, stretch in bridges if upper == place])
    if cities:
        city.paint_gates(painter, plan)
    for place in _of(kinds, "forest"):
        forest.paint_trees(painter, plan, found, place, tile.segments[place], seed(tile, f"forest {place}"))
    water.paint_edges(painter, [], raised)
    water.paint_water(painter, [], raised)
    for thing in plan.things:
        things.paint_thing(painter, tile, plan, thing)
    for mark in sorted(found.marks, key=lambda mark: painter.depth(mark.point)):
        things.paint_mark(painter, tile, mark)


def _of(kinds: dict[int, str], *wanted: str) -> list[int]:
    return [place for place, kind in kinds.items() if kind in wanted]


def _is_over(tile: Tile, upper: int, lower: int) -> bool:
    """Does one segment cross another on a bridge?"""
    if "bridge" not in tile.marks or upper == lower:
        return False
    one, other = tile.segments[upper], tile.segments[lower]
    if other.kind == "road":
        return upper > lower
    return other.kind == "river" or (other.kind == "city" and f"city {other.index}" not in one.ends)
