"""What the rulebooks say of a component: players, age, playing time, what belongs to it; and where its tiles come from.

A book that says nothing of one of them is not added to. The tiles are counted in their files, the rest is declared by the
boxes and by the folders of the expansions.
"""

from __future__ import annotations

from collections.abc import Iterable

from bastida.kernel.tile import TileSet
from bastida.language.texts import Texts
from bastida.rulebook.guide import Component

PACE = 36  # seconds for a tile: the book of the Plus box gives its 172 tiles 90 to 120 minutes
STEP = 5  # minutes to which a guess is rounded


def about_minutes(tiles: int) -> int:
    """How long a game with so many tiles takes, about. The books name a time for whole boxes only."""
    return max(STEP, round(tiles * PACE / 60 / STEP) * STEP)


def facts(component: Component, phrases: Texts) -> list[str]:
    """Everything, a line each."""
    return [*at_the_table(component, phrases), *in_the_box(component, phrases), *of_the_tiles(component.sets, phrases)]


def at_the_table(component: Component, phrases: Texts) -> list[str]:
    """How many may play, from which age, and how long it takes."""
    found = []
    if component.players:
        found.append(phrases("facts.players", most=component.players))
    if component.age:
        found.append(phrases("facts.age", age=component.age))
    if component.whole is not None:
        least, most = component.whole
        found.append(phrases("facts.whole", least=least, minutes=phrases.count(most, "minute")))
    if component.minutes == 0:
        found.append(phrases("facts.adds_nothing"))
    elif component.minutes is not None:
        found.append(phrases("facts.adds", minutes=phrases.count(component.minutes, "minute")))
    return found


def in_the_box(component: Component, phrases: Texts) -> list[str]:
    """What belongs to it, in one line; none if it brings nothing."""
    things = contents(component, phrases)
    return [phrases("facts.components", things=", ".join(things))] if things else []


def contents(component: Component, phrases: Texts) -> list[str]:
    """What belongs to it: ``18 losetas``, ``6 seguidores mayores``."""
    tiles: dict[str, int] = {}
    for tile_set in component.sets:
        tiles[tile_set.word] = tiles.get(tile_set.word, 0) + tile_set.count
    return [phrases.count(number, word) for word, number in (*tiles.items(), *component.box.items())]


def of_the_tiles(sets: Iterable[TileSet], phrases: Texts) -> list[str]:
    """Which tiles are not as printed, as far as we know; nothing if all are."""
    found = []
    copies = False  # their numbers are of another printing too
    for tile_set in sets:
        for source, ids in not_as_printed(tile_set).items():
            tiles = phrases.count(sum(ids.values()), tile_set.word)
            key = "facts.derived" if source == "derived" else "facts.designed"
            found.append(phrases(key, tiles=tiles, ids=", ".join(ids)))
        copies = copies or tile_set.copies_source != "published"
    return [*found, phrases("facts.copies")] if copies else found


def not_as_printed(tile_set: TileSet) -> dict[str, dict[str, int]]:
    """By source, derived or designed: the ids of the tiles, with their copies."""
    found: dict[str, dict[str, int]] = {}
    for tile in tile_set.tiles:
        if tile.source != "published":
            found.setdefault(tile.source, {})[tile.id] = next(iter(tile.copies.values()))
    return found
