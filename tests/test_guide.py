"""The guide speaks of every component, in every language, and shows only what there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bastida.kernel.book import Book
from bastida.kernel.family import Edition, Games
from bastida.kernel.module import Module
from bastida.language.texts import LANGUAGES, texts
from bastida.rulebook.clauses import pages
from bastida.rulebook.facts import about_minutes, at_the_table, contents, facts, in_the_box, not_as_printed, of_the_tiles
from bastida.rulebook.guide import components, guide
from bastida.table.setup import FAMILIES, make_setup, played_tiles
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
        found = dict(folder.table("guide", f"{language}.toml"))
        for edition, anew in found.pop("editions", {}).items():
            assert edition in FAMILIES[folder.family].editions
            assert set(anew) <= own, folder.id
        assert set(found) == own, folder.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_anew_for_an_edition_says_as_much(language: str) -> None:
    for edition in (edition for games in FAMILIES.values() for edition in games.editions):
        for id, entry in guide(language, edition).items():
            assert len(entry.steps) == len(guide(language)[id].steps), (edition, id)


def test_WINTER_03_in_the_winter_edition_farmers_are_told_of_in_its_words() -> None:
    told = guide("es", "winter")
    assert told["farmers"].name == "Granjeros"
    assert told["farmers"].short.startswith("Un seguidor tumbado en una granja es un granjero")
    assert not any("campo" in text for id in ("farmers", "pig", "traders") for text in (told[id].short, *told[id].steps))
    assert guide("es")["farmers"].name == "Campesinos"


def test_languages_say_as_much_as_each_other() -> None:
    for id in components():
        assert len({len(guide(language)[id].steps) for language in LANGUAGES}) == 1, id
        assert len({guide(language)[id].short for language in LANGUAGES}) == len(LANGUAGES), id


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


# -- what the rulebooks say of a component ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_are_told_in_every_language_with_one_and_with_many(language: str) -> None:
    phrases = texts(language)
    for component in components().values():
        for word in (*component.box, *(tile_set.word for tile_set in component.sets)):
            assert word in phrases.words, word
        told = facts(component, phrases)
        assert len(told) == len(set(told))
        assert not any("{" in line or "facts." in line for line in told), told
    assert len({tuple(facts(components()["postman"], texts(one))) for one in LANGUAGES}) == len(LANGUAGES)


def test_BASE_01_BASE_02_HG_03_boxes_say_players_and_age_as_printed() -> None:
    said = {id: (one.players, one.age) for id, one in components().items() if one.age}
    assert said == {"plus": (6, 7), "winter": (5, 8), "hunters": (5, 10)}


def test_where_the_book_says_nothing_nothing_is_said() -> None:
    english = texts("en")
    assert at_the_table(components()["river"], english) == []
    assert at_the_table(components()["abbot"], english) == ["Time: no longer than without it"]
    assert facts(components()["farmers"], english) == []
    assert in_the_box(components()["farmers"], english) == []


def test_a_whole_has_what_its_parts_have() -> None:
    english = texts("en")
    assert contents(components()["traders"], english) == ["24 tiles", "20 goods tokens", "6 builders", "6 pigs"]
    assert contents(components()["pig"], english) == ["6 pigs"]


def test_BASE_08_HG_03_the_figures_of_a_box_are_those_that_players_get() -> None:
    """Those a module issues to each player, and the one on the scoreboard, for as many players as there can be."""
    seen = set()
    for games in FAMILIES.values():
        for edition in games.editions.values():
            for kind, figure in issued(games, edition, games.base()).items():
                wanted = (figure.count + (kind == edition.person)) * edition.seats
                assert edition.box[kind] == wanted, (edition.id, kind)
                seen.add(kind)
        first = next(iter(games.editions.values()))
        for element in games.elements.values():
            component = components()[element.id]
            most, _ = games.seats_of(first, [element.id], {})  # as its doubts are usually settled: POST-02
            for kind, figure in issued(games, first, element.module()).items():
                assert component.box[kind] == figure.count * (1 if figure.neutral else most), kind
                seen.add(kind)
    assert {"follower", "member", "hut", "big", "abbot", "builder", "pig", "mage", "witch", "postman"} <= seen


def issued(games: Games, edition: Edition, module: Module) -> Mapping[str, Any]:
    """What a module's ``declare`` gives to each player, or to nobody."""
    names = [*edition.sets, *(one.tiles for one in games.expansions.values() if one.tiles)]
    tiles = [tile for name in names for tile in games.tile_set(name).tiles]
    book = Book(games.family, tiles, [1] * len(tiles), 2, {})
    book.start_tile = next(tile.id for tile in tiles if "start" in tile.marks)
    module.declare(book)
    return book.figures


def test_HG_R01_POST_R1_the_tiles_that_are_not_as_printed_are_named() -> None:
    found = {one.id: not_as_printed(one) for family in FAMILIES for one in FAMILIES[family].tile_sets.values()}
    numbers = {id: {source: sum(ids.values()) for source, ids in sources.items()} for id, sources in found.items() if sources}
    assert numbers == {
        "postman": {"designed": 12},
        "robbers": {"derived": 2},
        "hg": {"derived": 30},
        "hg_bonus": {"derived": 6},
        "scout": {"designed": 3, "derived": 1},
    }
    assert list(found["robbers"]["derived"]) == ["RaubB", "RaubG"]
    (line,) = of_the_tiles([FAMILIES["carcassonne"].tile_sets["robbers"]], texts("es"))
    assert line.endswith(": 2 losetas (RaubB, RaubG)")
    told = of_the_tiles(components()["hunters"].sets, texts("en"))
    assert [line.partition(":")[0].partition(",")[0] for line in told] == [
        "Derived from another printing",
        "Derived from another printing",
        "Copies of each tile",
    ]


def test_a_guess_of_how_long_a_game_takes_agrees_with_the_book() -> None:
    """The Plus book says how long everything in its box takes."""
    least, most = components()["plus"].whole or (0, 0)
    whole = make_setup("plus-all")
    tiles = sum(copies for _, copies in played_tiles(whole.games, whole.box, whole.sets))
    assert least <= about_minutes(tiles) <= most
    assert [about_minutes(tiles) for tiles in (1, 72, 84, 207)] == [5, 45, 50, 125]
