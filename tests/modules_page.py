"""The page docs/modules.md, made from the package and the tests: ``python -m tests.modules_page`` writes it again."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from bastida.kernel.tile import TileSet
from bastida.language.texts import texts
from bastida.rulebook.clauses import modules
from bastida.rulebook.facts import at_the_table, contents, not_as_printed
from bastida.rulebook.guide import components
from bastida.table.setup import FAMILIES
from tests.citations import table

PAGE = Path(__file__).resolve().parent.parent / "docs" / "modules.md"

HEAD = """# The modules

Made by `python -m tests.modules_page`; a test fails when it is out of date. A module is one or more elements of a set-up;
its clauses are in `docs/rules`. Components, players, age and time are what the rulebook prints; where it says nothing,
nothing stands here. Clauses include examples and cases; tests are the test functions that cite them.

| module | Spanish name | rulebook | components | players, age, time | elements | clauses | tests |
| --- | --- | --- | --- | --- | --- | ---: | ---: |
"""

TILES = """
## Where the tiles come from

Not every tile could be seen in print. *Printed*: seen in public pictures or tile data of the game. *Derived*: taken from
another printing of the game and fitted to the rulebook. *Our own design*: made by us to fit the rulebook, because the printed
tile could not be seen. Rules never depend on the list of tiles. `bastida tiles SET` and the rules pages say the same.

| set | tiles | printed | derived | our own design |
| --- | ---: | ---: | --- | --- |
"""
COPIES = "How many there are of each tile is taken from another printing: {sets}.\n"

BOOKS = {
    "WINTER": "Winter Edition",
    "TURN": "all",
    "TOWER": "The Tower",
    "KING": "Hunters & Gatherers",
    "POST": "The Postman",
    "HG": "Hunters & Gatherers",
    "SCOUT": "Hunters & Gatherers",
}  # the others: Carcassonne Plus
ENGLISH = texts("en")


def page() -> str:
    sets = [tile_set for games in FAMILIES.values() for tile_set in games.tile_sets.values()]
    guessed = ", ".join(f"`{one.id}`" for one in sets if one.copies_source != "published")
    return HEAD + _lines(_rows()) + TILES + _lines(_origins(sets)) + "\n" + COPIES.format(sets=guessed)


def _lines(rows: Iterable[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _rows() -> Iterator[tuple[str, ...]]:
    tests = {row.prefix: row for row in table()}
    for module in modules().values():
        row = tests[module.prefix]
        component = next((one for one in components().values() if f"{one.page}.md" == module.page), None)
        yield (
            f"{module.title} (`{module.prefix}`)",
            module.spanish,
            BOOKS.get(module.prefix, "Carcassonne Plus"),
            ", ".join(contents(component, ENGLISH) if component is not None else ()) or "none",
            "; ".join(at_the_table(component, ENGLISH) if component is not None else ()),
            ", ".join(f"`{element}`" for element in _elements(module.prefix)) or "none",
            str(row.asked),
            str(row.tests),
        )


def _elements(prefix: str) -> Iterator[str]:
    for games in FAMILIES.values():
        yield from (element.id for element in games.elements.values() if element.module().prefix == prefix)


def _origins(sets: Iterable[TileSet]) -> Iterator[tuple[str, ...]]:
    for tile_set in sets:
        others = not_as_printed(tile_set)
        printed = tile_set.count - sum(sum(ids.values()) for ids in others.values())
        cells = [f"{sum(ids.values())}: {', '.join(ids)}" if ids else "" for ids in map(others.get, ("derived", "designed"))]
        yield f"{tile_set.names['en']} (`{tile_set.id}`)", str(tile_set.count), str(printed), *cells


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name} written")
