"""The page docs/modules.md, made from the package and the tests: ``python -m tests.modules_page`` writes it again."""

from collections.abc import Iterator
from pathlib import Path

from bastida.kernel.book import Book
from bastida.kernel.family import Games
from bastida.rulebook.clauses import modules
from bastida.table.setup import FAMILIES
from tests.citations import table

PAGE = Path(__file__).resolve().parent.parent / "docs" / "modules.md"

HEAD = """# The modules

Made by `python -m tests.modules_page`; a test fails when it is out of date. A module is one or more elements of a set-up;
its clauses are in `docs/rules`. Clauses include examples and cases; tests are the test functions that cite them.

| module | Spanish name | rulebook | tiles | figures and tokens of a player | elements | clauses | tests |
| --- | --- | --- | ---: | --- | --- | ---: | ---: |
"""

BOOKS = {
    "WINTER": "Winter Edition",
    "TURN": "all",
    "TOWER": "The Tower",
    "KING": "Hunters & Gatherers",
    "POST": "The Postman",
    "HG": "Hunters & Gatherers",
    "SCOUT": "Hunters & Gatherers",
}  # the others: Carcassonne Plus
# What belongs to a module besides the figures that the engine moves about.
TOKENS = {
    "TRADERS": "20 goods in common",
    "FLIGHT": "a die in common",
    "MSG": "1 messenger; 8 messages in common",
    "FERRY": "8 ferries in common",
    "GOLD": "16 ingots in common",
    "ROBBER": "1 robber",
    "TOWER": "floors: 10, 9, 7, 6 or 5 by the number of players",
    "KING": "King and Robber Baron in common",
    "SCOUT": "1 special piece",
}


def page() -> str:
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in _rows())


def _rows() -> Iterator[tuple[str, ...]]:
    tests = {row.prefix: row for row in table()}
    for module in modules().values():
        elements = list(_elements(module.prefix))
        row = tests[module.prefix]
        yield (
            f"{module.title} (`{module.prefix}`)",
            module.spanish,
            BOOKS.get(module.prefix, "Carcassonne Plus"),
            str(_tiles(module.prefix)),
            "; ".join([*_figures(module.prefix), *([TOKENS[module.prefix]] if module.prefix in TOKENS else [])]) or "none",
            ", ".join(f"`{element}`" for element in elements) or "none",
            str(row.asked),
            str(row.tests),
        )


def _played() -> Iterator[tuple[Games, str, str]]:
    """Family, prefix and element of every rule module; the base module of a family has no element."""
    for games in FAMILIES.values():
        yield games, games.base().prefix, ""
        for element in games.elements.values():
            yield games, element.module().prefix, element.id


def _elements(prefix: str) -> Iterator[str]:
    return (element for _, found, element in _played() if found == prefix and element)


def _tiles(prefix: str) -> int:
    own = {"BASE": ("base",), "WINTER": ("winter",), "HG": ("hg", "hg_bonus")}
    for games in FAMILIES.values():
        names = own.get(prefix, ())
        if not names:
            names = tuple(
                one.tiles for one in games.expansions.values() if one.tiles and set(one.elements) & set(_elements(prefix))
            )
        found = [games.tile_set(name).count for name in names if _has_set(games, name)]
        if found:
            return sum(found)
    return 0


def _has_set(games: Games, name: str) -> bool:
    known = {tile_set for edition in games.editions.values() for tile_set in edition.sets}
    return name in known | {expansion.tiles for expansion in games.expansions.values()}


def _figures(prefix: str) -> Iterator[str]:
    """What a module's ``declare`` issues to each player, or to nobody."""
    for games, found, element in _played():
        if found != prefix:
            continue
        module = games.elements[element].module() if element else games.base()
        edition = next(iter(games.editions.values()))
        names = [*edition.sets, *(one.tiles for one in games.expansions.values() if one.tiles)]
        tiles = [tile for name in names for tile in games.tile_set(name).tiles]
        book = Book(games.family, tiles, [1] * len(tiles), 2, {})
        book.start_tile = next(tile.id for tile in tiles if "start" in tile.marks)
        module.declare(book)
        for kind, figure in book.figures.items():
            yield f"{figure.count} {kind}" + (" in common" if figure.neutral else "")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name} written")
