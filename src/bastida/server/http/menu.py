"""What can be played, as a page needs it to let people choose: boxes, presets, expansions, elements, levels, looks."""

from __future__ import annotations

from typing import Any

from bastida.art import THEMES, anchors, segment_paths
from bastida.art.pieces import figure_height, is_coloured, picture_names
from bastida.kernel.family import Element, Games
from bastida.kernel.shelf import remembered
from bastida.kernel.tile import Tile, TileSet
from bastida.language.texts import Texts, texts
from bastida.players.registry import usual_level
from bastida.rulebook.clauses import modules
from bastida.rulebook.facts import about_minutes, facts
from bastida.rulebook.guide import guide
from bastida.server.http.chapters import listed
from bastida.server.http.levels import shown_levels
from bastida.table.rulings import book, doubt, reading
from bastida.table.setup import FAMILIES, make_setup, played_tiles


@remembered
def catalogue(language: str, edition: str = "") -> dict[str, Any]:
    """Everything at once, in the words of an edition; it never changes while the server runs."""
    phrases = texts(language, edition)
    return {
        "editions": [edition for games in FAMILIES.values() for edition in _editions(games, phrases)],
        "presets": [preset for games in FAMILIES.values() for preset in _presets(games, phrases)],
        "expansions": [part for games in FAMILIES.values() for part in _expansions(games, phrases)],
        "elements": [part for games in FAMILIES.values() for part in _elements(games, phrases)],
        "switches": [switch for games in FAMILIES.values() for switch in _switches(games, phrases)],
        "levels": shown_levels(phrases),
        "usual_level": usual_level(),
        "colours": [{"id": colour, "name": phrases.word(colour)} for colour in all_colours()],
        "themes": list(THEMES),
        "pictures": {name: {"coloured": is_coloured(name), "height": figure_height(name)} for name in picture_names()},
    }


def all_colours() -> list[str]:
    """The colours of every box, each once."""
    editions = [edition for games in FAMILIES.values() for edition in games.editions.values()]
    return list(dict.fromkeys(colour for edition in editions for colour in edition.colours))


def _editions(games: Games, phrases: Texts) -> list[dict[str, Any]]:
    return [
        {
            "id": edition.id,
            "family": games.family.name,
            "name": phrases.name(edition.names, edition.id),
            "theme": edition.theme,
            "seats": edition.seats,
            "clause": edition.seats_clause,
            "colours": list(edition.colours),
            "youngest": phrases(f"start.youngest_{edition.youngest}"),
            "elements": list(edition.elements),
            "expansions": list(games.expansions),
            "tiles": (number := sum(copies for _, copies in played_tiles(games, edition, ()))),
            "size": texts(phrases.language, edition.id).count(number, "tile"),
            **_about(edition.id, phrases),
        }
        for edition in games.editions.values()
    ]


def _presets(games: Games, phrases: Texts) -> list[dict[str, Any]]:
    found = []
    for preset in games.presets.values():
        setup = make_setup(preset.id)
        edition = games.editions[setup.edition]
        tiles = sum(copies for _, copies in played_tiles(games, edition, setup.sets))
        found.append(
            {
                "id": preset.id,
                "name": phrases.name(preset.names, preset.id),
                "edition": preset.edition,
                "expansions": list(preset.sets),
                "elements": list(setup.elements),
                "without": list(preset.without),
                "seats": games.seats_of(edition, setup.elements, {})[0],
                "tiles": tiles,
                "minutes": about_minutes(tiles),
            }
        )
    return found


def _expansions(games: Games, phrases: Texts) -> list[dict[str, Any]]:
    return [
        {
            "id": expansion.id,
            "family": games.family.name,
            "name": phrases.name(expansion.names, expansion.id),
            "prefix": games.elements[expansion.elements[0]].module().prefix,
            "elements": list(expansion.elements),
            "tile_set": expansion.tiles or None,
            "colours": list(expansion.folder.colours) if expansion.folder else [],
            "colours_with": list(expansion.folder.colours_with) if expansion.folder else [],
            **_about(expansion.id, phrases),
        }
        for expansion in games.expansions.values()
    ]


def _elements(games: Games, phrases: Texts) -> list[dict[str, Any]]:
    return [
        {
            "id": element.id,
            "family": games.family.name,
            "name": phrases.name(element.names, element.id),
            "prefix": element.module().prefix,
            "needs": list(element.needs),
            "tile_set": element.tiles or None,
            "seats": min(_limits(games, element), default=None),
            "clause": element.seats_clause or element.needs_clause or None,
            **_about(element.id, phrases),
        }
        for element in games.elements.values()
    ]


def _limits(games: Games, element: Element) -> list[int]:
    """How many may play with an element, whatever else is played and as its doubts are usually settled."""
    usual = [switch.seats.get(switch.usual, 0) for switch in games.switches_of([element.id]) if not switch.seats_unless]
    return [most for most in (element.seats, *usual) if most]


def _about(name: str, phrases: Texts) -> dict[str, Any]:
    """What people read before they choose a part."""
    part = guide(phrases.language, phrases.edition)[name]
    spoken = texts(phrases.language, part.component.speaks_with(phrases.edition), part.component.elements)
    return {
        "summary": part.short,
        "steps": list(part.steps),
        "minutes": part.component.minutes or None,
        "facts": facts(part.component, spoken),
        "pictures": list(part.component.tiles),
        "figures": list(part.component.figures),
    }


def _switches(games: Games, phrases: Texts) -> list[dict[str, Any]]:
    """The doubts a table may settle: what the book says, each reading, and the elements without which it changes nothing."""
    return [
        {
            "id": switch.id,
            "family": games.family.name,
            "elements": list(switch.elements),
            "clause": switch.clause,
            "name": doubt(phrases, switch),
            "book": book(phrases, switch),
            "values": [
                {"id": value, "name": reading(phrases, switch, value), "seats": switch.seats.get(value)}
                for value in switch.values
            ],
            "seats_unless": list(switch.seats_unless),
        }
        for switch in games.switches.values()
    ]


# -- tiles ----------------------------------------------------------------------------------------------------------------


@remembered
def all_sets() -> dict[str, TileSet]:
    """Every tile set as it is played, with what a family adds to its tiles."""
    return {name: tile_set for games in FAMILIES.values() for name, tile_set in games.tile_sets.items()}


@remembered
def all_tiles() -> dict[str, Tile]:
    return {tile.id: tile for tile_set in all_sets().values() for tile in tile_set.tiles}


@remembered
def tile_facts(name: str) -> list[dict[str, Any]]:
    """The tiles of a set: what is on them, where figures stand, and the areas that light up."""
    return [_facts(tile) for tile in all_sets()[name].tiles]


def _facts(tile: Tile) -> dict[str, Any]:
    places, paths = anchors(tile), segment_paths(tile)
    segments = []
    for place, path in paths.items():  # in the order of painting
        segment, anchor = tile.segments[place], places[place]
        segments.append(
            {
                "name": segment.name,
                "kind": segment.kind,
                "ports": list(segment.ports),
                "marks": dict(segment.marks),
                "anchor": [round(anchor.x / 100, 3), round(anchor.y / 100, 3)],
                "spots": [[round(x / 100, 3), round(y / 100, 3)] for x, y in anchor.spots],
                "path": path,
            }
        )
    return {
        "id": tile.id,
        "set": tile.set_id,
        "copies": dict(tile.copies),
        "sides": list(tile.sides),
        "marks": dict(tile.marks),
        "segments": segments,
    }


def rule_pages(phrases: Texts) -> list[dict[str, Any]]:
    """The components in the order of learning, each with the prefix of its clauses."""
    prefixes = {module.page.removesuffix(".md"): prefix for prefix, module in modules().items()}
    return [
        {
            "id": name,
            "prefix": prefixes[part.component.page],
            "name": part.name,
            "clauses": len(listed(prefixes[part.component.page], phrases.language)),
            **_about(name, phrases),
        }
        for name, part in guide(phrases.language, phrases.edition).items()
    ]
