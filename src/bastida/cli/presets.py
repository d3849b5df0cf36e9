"""``bastida presets`` and ``bastida tiles``: what can be played, and with which tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from bastida.cli.app import SpokenCommand, argument, as_json, common, fail, option, pass_screen, tell_json
from bastida.cli.pictures import THEMES, checked, wanted_file, write_picture
from bastida.cli.screen import Screen
from bastida.cli.showing import show_legend, show_tiles
from bastida.kernel import shelf
from bastida.kernel.expansion import Folder
from bastida.kernel.family import Edition, Element, Expansion, Games
from bastida.kernel.languages import LANGUAGES
from bastida.kernel.tile import Tile, TileSet
from bastida.language.sentences import reason
from bastida.language.texts import Texts, texts
from bastida.rulebook.facts import at_the_table, contents, in_the_box, of_the_tiles
from bastida.rulebook.guide import components
from bastida.table.setup import FAMILIES, make_setup, played_tiles

HIDDEN_MARKS = ("source", *LANGUAGES)  # facts about the catalogue, not about the tile
SEGMENTS = re.compile(r"[a-z_]+\d( [a-z_]+\d)*")  # parts of the tile by their number


@click.command("presets", cls=SpokenCommand)
@option("--markdown", is_flag=True)
@as_json
@common
@pass_screen
def presets(screen: Screen, markdown: bool, as_json: bool) -> None:
    if as_json:
        tell_json([listed(screen.texts.language, games) for games in FAMILIES.values()])
        return
    if markdown:
        for line in markdown_table(screen.texts):
            screen.show(Text(line, no_wrap=True))
        return
    for games in FAMILIES.values():
        phrases = texts(screen.texts.language, next(iter(games.editions)))  # in the words of its first box
        screen.say("presets.boxes", style="bold")
        grid = Table.grid(padding=(0, 2))
        for name, box in games.editions.items():
            component, spoken = components()[name], texts(phrases.language, name)
            told = [*at_the_table(component, spoken), *in_the_box(component, spoken)]
            grid.add_row(Text(f"  {name}", style="bold"), Text(phrases.name(box.names)), Text(" · ".join(told)))
        screen.show(grid)
        screen.blank()
        screen.say("presets.presets", style="bold")
        grid = Table.grid(padding=(0, 2))
        for preset in games.presets:
            grid.add_row(
                Text(f"  {preset}", style="bold"), Text(preset_name(phrases, games, preset)), Text(parts(phrases, preset))
            )
        screen.show(grid)
        for key, things in (("presets.sets", games.expansions), ("presets.elements", games.elements)):
            if things:
                screen.blank()
                screen.say(key, style="bold")
                grid = Table.grid(padding=(0, 2))
                for name, thing in things.items():
                    called = phrases.name(thing.names) + version(phrases, thing.folder)
                    grid.add_row(Text(f"  {name}", style="bold"), Text(called), Text(about(phrases, games, name)))
                screen.show(grid)
        screen.blank()
    screen.say("presets.how", style="dim")
    show_problems(screen)


def listed(language: str, games: Games) -> dict[str, Any]:
    """A family with its boxes, presets, sets and elements."""
    phrases = texts(language, next(iter(games.editions)))
    return {
        "family": games.family.name,
        "boxes": [{"id": name, "name": phrases.name(box.names)} for name, box in games.editions.items()],
        "presets": [told_preset(phrases, games, preset) for preset in games.presets],
        "sets": [told_part(phrases, games, name, thing) for name, thing in games.expansions.items()],
        "elements": [told_part(phrases, games, name, thing) for name, thing in games.elements.items()],
    }


def told_preset(phrases: Texts, games: Games, preset: str) -> dict[str, Any]:
    setup = make_setup(preset)
    tiles = sum(copies for _, copies in played_tiles(games, games.editions[setup.edition], setup.sets))
    return {
        "id": preset,
        "name": preset_name(phrases, games, preset),
        "edition": setup.edition,
        "sets": list(setup.sets),
        "elements": list(setup.elements),
        "tiles": tiles,
        "most_players": most_players(preset),
    }


def told_part(phrases: Texts, games: Games, name: str, thing: Expansion | Element) -> dict[str, Any]:
    folder = thing.folder
    told = {"id": name, "name": phrases.name(thing.names), "about": about(phrases, games, name)}
    return told if folder is None or folder.ours else {**told, "version": folder.version}


def version(phrases: Texts, folder: Folder | None) -> str:
    """The version of an expansion that is not ours."""
    return "" if folder is None or folder.ours else f" ({phrases('shown.version', version=folder.version)})"


def show_problems(screen: Screen) -> None:
    """Folders that were found and could not be used: which file, which line, what is wrong."""
    if shelf.problems:
        screen.blank()
        screen.say("shown.unusable", style="bold yellow")
    for error in shelf.problems:
        screen.show(Text(f"  {reason(screen.texts, error.refusal)}"))


def preset_name(phrases: Texts, games: Games, preset: str) -> str:
    return phrases.name(games.presets[preset].names, preset)


def parts(phrases: Texts, preset: str) -> str:
    """What a preset is made of: ``84 losetas, 2–6 jugadores; campesinos, el río``."""
    setup = make_setup(preset)
    games, phrases = setup.games, setup.texts(phrases.language)
    tiles = sum(copies for _, copies in played_tiles(games, games.editions[setup.edition], setup.sets))
    seats = most_players(preset)
    elements = ", ".join(phrases.name(games.elements[element].names, element) for element in setup.elements)
    return phrases("presets.parts", n=tiles, seats=seats, elements=elements or phrases("presets.no_elements"))


def most_players(preset: str) -> int:
    """How many can play: the strictest limit among the parts."""
    setup = make_setup(preset)
    games = setup.games
    return games.seats_of(games.editions[setup.edition], setup.elements, {})[0]


def about(phrases: Texts, games: Games, name: str) -> str:
    """A line on an expansion or element with what belongs to it; what nobody has written yet is taken from its module."""
    brings = ", ".join(contents(components()[name], phrases)) if name in games.expansions else ""
    return " · ".join(part for part in (_line(phrases, games, name), brings) if part)


def _line(phrases: Texts, games: Games, name: str) -> str:
    if phrases.has(f"about.{name}"):
        return phrases(f"about.{name}")
    if name in games.elements:
        document = games.elements[name].module().__class__.__doc__ or ""
        return document.strip().split("\n")[0]
    return ", ".join(games.expansions[name].elements)


def markdown_table(phrases: Texts) -> Iterator[str]:
    """The table of the README."""
    yield "| preset | game | tiles | players | with |"
    yield "| --- | --- | --- | --- | --- |"
    for games in FAMILIES.values():
        for preset in games.presets:
            setup = make_setup(preset)
            tiles = sum(copies for _, copies in played_tiles(games, games.editions[setup.edition], setup.sets))
            elements = ", ".join(phrases.name(games.elements[element].names) for element in setup.elements) or "–"
            name = preset_name(phrases, games, preset)
            yield f"| `{preset}` | {name} | {tiles} | 2–{most_players(preset)} | {elements} |"


def all_sets() -> dict[str, TileSet]:
    return {name: tile_set for games in FAMILIES.values() for name, tile_set in games.tile_sets.items()}


def edition_of(tile_set: TileSet) -> Edition:
    """The box a tile set belongs to: the one that brings it, or the first that it can be added to."""
    games = next(games for games in FAMILIES.values() if tile_set.id in games.tile_sets)
    own = [edition for edition in games.editions.values() if edition.sets[-1] == tile_set.id]
    return own[0] if own else next(iter(games.editions.values()))


@click.command("tiles", cls=SpokenCommand)
@argument("wanted", required=False, metavar="[SET]")
@option("-o", "--output", metavar="FILE")
@option("--theme", metavar=THEMES)
@option("--size", type=click.IntRange(64, 10_000), metavar="N")
@as_json
@common
@pass_screen
def tiles(screen: Screen, wanted: str | None, output: str | None, theme: str | None, size: int | None, as_json: bool) -> None:
    sets = all_sets()
    if wanted is not None and wanted.casefold() not in sets:
        fail("tiles.unknown", wanted=wanted, sets=", ".join(sets))
    if output is not None:
        write_sheet(screen, list(sets.values()) if wanted is None else [sets[wanted.casefold()]], output, theme, size)
        return
    if as_json:
        language = screen.texts.language
        if wanted is None:
            tell_json([told_set(language, tile_set) for tile_set in sets.values()])
        else:
            found = sets[wanted.casefold()]
            tell_json({**told_set(language, found), "tiles": [told_tile(language, found, tile) for tile in found.tiles]})
        return
    if wanted is None:
        grid = Table.grid(padding=(0, 2))
        for tile_set in sets.values():
            phrases = texts(screen.texts.language, edition_of(tile_set).id)
            number = Text(phrases.count(tile_set.count, tile_set.word), style="dim")
            grid.add_row(Text(tile_set.id, style="bold"), Text(phrases.name(tile_set.names)), number)
        screen.show(grid)
        screen.say("tiles.how", style="dim")
        return
    show_set(screen, sets[wanted.casefold()])


def told_set(language: str, tile_set: TileSet) -> dict[str, Any]:
    phrases = texts(language, edition_of(tile_set).id)
    return {"id": tile_set.id, "name": phrases.name(tile_set.names), "count": tile_set.count}


def told_tile(language: str, tile_set: TileSet, tile: Tile) -> dict[str, Any]:
    phrases = texts(language, edition_of(tile_set).id)
    return {"id": tile.id, "copies": dict(tile.copies), "sides": list(tile.sides), "marks": marks(phrases, tile)}


def write_sheet(screen: Screen, sets: list[TileSet], output: str, theme: str | None, size: int | None) -> None:
    """All tiles of some sets as one picture."""
    theme = checked(theme, THEMES, "pictures.no_theme")
    from bastida.art.pictures.raster import STILLS
    from bastida.art.tiles.sheet import sheet_svg

    file = wanted_file(output, STILLS)
    found = [tile for tile_set in sets for tile in tile_set.tiles]
    look = theme or edition_of(sets[0]).theme
    write_picture(screen, sheet_svg(found, look), file, size)


def show_set(screen: Screen, tile_set: TileSet) -> None:
    phrases = screen.texts = texts(screen.texts.language, edition_of(tile_set).id)
    title = f"{phrases.name(tile_set.names)} ({tile_set.id}): {phrases.count(tile_set.count, tile_set.word)}"
    screen.show(Text(title, style="bold"))
    look = screen.look(edition_of(tile_set).theme)
    show_tiles(screen, [(tile, f"{copies(tile)} {tile.id}") for tile in tile_set.tiles], look)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for key in ("tiles.id", "tiles.count", "tiles.sides", "tiles.marks"):
        table.add_column(phrases(key))
    for tile in tile_set.tiles:
        sides = " ".join(phrases.word(side) for side in tile.sides)
        table.add_row(Text(tile.id, style="bold"), copies(tile), sides, marks(phrases, tile))
    screen.show(table)
    for card in tile_set.cards:
        screen.show(Text(phrases("tiles.card", name=phrases.name(card.names, card.id), number=card.count)))
    for line in of_the_tiles([tile_set], phrases):
        screen.show(Text(line, style="dim"))
    show_legend(screen, tile_set.tiles, look)


def copies(tile: Tile) -> str:
    """How many there are, by printing where that differs: ``4×`` or ``5/4×``."""
    numbers = list(dict.fromkeys(tile.copies.values()))
    return "/".join(str(number) for number in (numbers if len(numbers) == 1 else tile.copies.values())) + "×"


def marks(phrases: Texts, tile: Tile) -> str:
    """Everything printed on a tile, in words."""
    found = [
        phrases.word(segment.kind) for segment in tile.segments if not segment.ports and segment.kind not in ("road", "field")
    ]
    for segment in tile.segments:
        found += [phrases.count(number, mark) if number > 1 else phrases.word(mark) for mark, number in segment.marks.items()]
    for mark, value in tile.marks.items():
        if mark in HIDDEN_MARKS or SEGMENTS.fullmatch(value):
            continue
        about = [phrases.word(mark)] if mark in phrases.words else []  # else its value says all
        found.append(" ".join(about if value == "yes" else [*about, phrases.word(value)]))
    return ", ".join(dict.fromkeys(found))
