"""The guide speaks of every component, in every language, and shows only what there is."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from bastida.carcassonne.terrain import tile_sets as carcassonne_tiles
from bastida.hunters.terrain import tile_sets as hunters_tiles
from bastida.language.texts import LANGUAGES
from bastida.rulebook.clauses import pages
from bastida.rulebook.guide import COMPONENTS, guide
from bastida.table.setup import FAMILIES


def everything() -> set[str]:
    found: set[str] = set()
    for games in FAMILIES.values():
        found |= {*games.editions, *games.expansions, *games.elements}
    return found


def test_every_edition_expansion_and_element_has_its_guide():
    assert set(COMPONENTS) == everything()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_every_component_and_no_others(language: str):
    words = tomllib.loads((files("bastida") / "guide" / f"{language}.toml").read_text(encoding="utf-8"))
    assert set(words) == set(COMPONENTS)
    for entry in guide(language).values():
        assert 30 <= len(entry.short) <= 180, entry.short
        assert 2 <= len(entry.steps) <= 5


def test_languages_say_as_much_as_each_other():
    for id in COMPONENTS:
        assert len({len(guide(language)[id].steps) for language in LANGUAGES}) == 1, id
        assert len({guide(language)[id].short for language in LANGUAGES}) == 3, id


def test_pages_and_tiles_exist():
    tiles = {
        tile.id for sets in (carcassonne_tiles(), hunters_tiles()) for tile_set in sets.values() for tile in tile_set.tiles
    }
    known = {page.removesuffix(".md") for page in pages()}
    for component in COMPONENTS.values():
        assert component.page in known
        assert set(component.tiles) <= tiles, set(component.tiles) - tiles
