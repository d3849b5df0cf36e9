"""The tables of layouts in the rules pages, and tiles laid alone on an empty table to compare with their rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bastida.rulebook.clauses import clause
from tests.rules.study import catalogue, completed, final, may, places, table

LETTERS = {"c": "city", "r": "road", "f": "field", "v": "river"}
BEYOND = {"N": "E(0,-1)r2", "E": "E(1,0)r3", "S": "E(0,1)r0", "W": "E(-1,0)r1"}  # a tile that closes the city there


@dataclass(frozen=True)
class Row:
    """One line of a table: ``| InL | 1 | c r r c | city N-W with pennant; road E-S with inn; ... |``."""

    tile: str
    copies: int
    sides: tuple[str, ...]
    segments: tuple[str, ...]

    def cities(self) -> list[str]:
        """The sides of each city segment: ``["N-W", "S"]``."""
        return [segment.split()[1] for segment in self.segments if segment.startswith("city ")]

    def closed(self) -> str:
        """Moves of Blue that complete all its cities."""
        return "; ".join(f"{BEYOND[side]} : blue" for city in self.cities() for side in city.split("-"))


def rows(id_: str) -> list[Row]:
    """The table under a clause."""
    found = []
    for line in re.findall(r"^\| (\w+ \| \d+ \| (?:[cfrv] ){4}\| .*) \|$", clause(id_).body, re.MULTILINE):
        tile, copies, sides, segments = line.split(" | ")
        kinds = tuple(LETTERS[letter] for letter in sides.split())
        found.append(Row(tile, int(copies), kinds, tuple(segments.split("; "))))
    return found


def assert_places_are_those_of_the_row(row: Row, sets: Sequence[str]) -> None:
    """Copies and sides agree; laid first, the tile offers exactly the segments of its row, each under all its names."""
    tile, copies = catalogue("plus", sets)[row.tile]
    assert (copies, tile.sides) == (row.copies, row.sides)
    game = table("plus", f"{row.tile}(0,0)r0 : red ?", sets=sets)
    named: set[str] = set()
    for segment in row.segments:
        word, *where = re.split(" at | with ", segment)[0].split()
        if word == "river":
            assert not may(game, f"river {where[0].split('-')[0]}")
            continue
        parts = where if word == "field" else where[0].split("-") if where else []
        figure = "abbot" if word == "garden" else "follower"
        same = {str(game.find(f"{figure} {word} {part}".strip())) for part in parts or [""]}
        assert len(same) == 1, f"{segment} is one segment"
        assert not same & named, f"{segment} is a segment of its own"
        named |= same
    offered = {place for place in places(game) if place.startswith("follower") or place == "abbot garden"}
    assert offered == named


def assert_marks_are_those_of_the_row(row: Row, sets: Sequence[str]) -> None:
    """What each road and city of the tile would be worth, completed as it stands, tells what is printed in it."""
    game = table("plus", f"{row.tile}(0,0)r0", sets=sets)
    found = sorted((one.kind, one.worth_completed) for one in game.features() if one.kind in ("road", "city"))
    worth = {"road": 1, "road inn": 2, "city": 2, "city pennant": 4, "city cathedral": 3}
    wanted = []
    for segment in row.segments:
        word, mark = segment.split()[0], segment.partition(" with ")[2]
        if word in ("road", "city"):
            wanted.append((word, worth.get(f"{word} {mark}".strip(), worth[word])))
    assert found == sorted(wanted)


def assert_fields_touch_the_cities_of_the_row(row: Row, sets: Sequence[str]) -> None:
    """With every city of the tile completed, a farmer gets 3 points for each city behind the word "at"."""
    for segment in row.segments:
        if segment.startswith("field"):
            field, _, touched = segment.partition(" at ")
            game = table("plus", f"{row.tile}(0,0)r0 : red farmer {field.split()[1]}; {row.closed()}", sets=sets)
            assert completed(game)["city"] == len(row.cities())
            assert final(game).get("red", 0) == (3 * len(touched.split(", ")) if touched else 0), segment
