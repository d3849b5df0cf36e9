"""The guide speaks of every component, in every language, and shows only what there is."""

from __future__ import annotations

import pytest

from bastida.language.texts import LANGUAGES
from bastida.rulebook.clauses import pages
from bastida.rulebook.guide import components, guide
from bastida.table.setup import FAMILIES
from tests.boxes import tile_sets


def everything() -> set[str]:
    found: set[str] = set()
    for games in FAMILIES.values():
        found |= {*games.editions, *games.expansions, *games.elements}
    return found


def test_every_edition_expansion_and_element_has_its_guide() -> None:
    assert set(components()) == everything()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_every_component(language: str) -> None:
    assert set(guide(language)) == set(components())
    for entry in guide(language).values():
        assert 30 <= len(entry.short) <= 180, entry.short
        assert 2 <= len(entry.steps) <= 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_folder_speaks_of_another_component(language: str) -> None:
    for folder in {one.folder.id: one.folder for one in components().values() if one.folder is not None}.values():
        own = {folder.id, *(element.id for element in folder.elements)}
        assert set(folder.table("guide", f"{language}.toml")) == own, folder.id


def test_languages_say_as_much_as_each_other() -> None:
    for id in components():
        assert len({len(guide(language)[id].steps) for language in LANGUAGES}) == 1, id
        assert len({guide(language)[id].short for language in LANGUAGES}) == 3, id


def test_the_order_is_that_of_the_books() -> None:
    first = [
        id
        for id in components()
        if id in ("plus", "farmers", "river", "traders", "goods", "tower", "winter", "hunters", "scout")
    ]
    assert first == ["plus", "farmers", "river", "traders", "goods", "tower", "winter", "hunters", "scout"]


def test_pages_and_tiles_exist() -> None:
    tiles = {tile.id for family in FAMILIES for tile_set in tile_sets(family).values() for tile in tile_set.tiles}
    known = {page.removesuffix(".md") for page in pages()}
    for component in components().values():
        assert component.page in known
        assert set(component.tiles) <= tiles, set(component.tiles) - tiles
