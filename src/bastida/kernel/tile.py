# not compiled: runs once at set-up
"""What is printed on a tile, and what a box of tiles holds.

A tile is a list of segments, each with the ports of the outline it holds (see geometry): a whole-side kind holds all
three ports of a side; a line kind the middle one; a ground kind half-sides, and the middle of a side that is all its
own; the other kinds hold none.  Segments stand in a fixed order, those of one kind as in the catalogue file:

    whole-side kind, line kinds, inner kinds, ground kind, centre kinds (neighbourhoods) last.

Tiles are read from the catalogue files by `catalogue` and never change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_NAME = re.compile(r"([a-z_]+) ?([0-9]+)")


def segment_name(text: str) -> tuple[str, int] | None:
    """Kind and index of a segment's name ("city 0", "lake0"), None for any other word."""
    found = _NAME.fullmatch(text)
    return (found[1], int(found[2])) if found else None


@dataclass(frozen=True)
class Segment:
    """One piece of one kind of terrain on one tile."""

    kind: str
    index: int  # place among the segments of its kind: index 0 of kind "city" is "city 0"
    ports: tuple[int, ...]  # sorted
    marks: Mapping[str, int] = field(default_factory=dict, hash=False)  # what is printed in it, 0 left out
    ends: tuple[str, ...] = ()  # what stops a line on the tile: a word, or the name of a segment
    touches: tuple[int, ...] = ()  # positions in Tile.segments of the whole-side segments a ground segment borders
    figures: bool = True  # False: nobody may ever stand here
    corners: tuple[str, ...] = ()  # tile corners ("NE") it reaches between two sides that are not its own

    @property
    def name(self) -> str:
        return f"{self.kind} {self.index}"


@dataclass(frozen=True)
class Tile:
    """One entry of the catalogue; `copies` of it are in the box."""

    id: str
    segments: tuple[Segment, ...]
    sides: tuple[str, str, str, str]  # the kind of each side, N E S W
    copies: Mapping[str, int] = field(hash=False)  # by printing
    marks: Mapping[str, str] = field(hash=False)  # facts of the whole tile; "yes" where the word says all
    set_id: str
    joins: tuple[tuple[str, ...], ...] = ()  # things that touch on the tile where nothing else shows it; for drawing

    @property
    def source(self) -> str:
        """``published``: seen in print; ``derived`` from another printing; ``designed`` by us to fit the rulebook."""
        return self.marks.get("source", "published")

    def find(self, name: str) -> int:
        """The position in `segments` of the segment of that name ("city 0", "lake0")."""
        wanted = segment_name(name)
        for position, segment in enumerate(self.segments):
            if (segment.kind, segment.index) == wanted:
                return position
        raise KeyError(f"tile {self.id} has no segment {name!r}")


@dataclass(frozen=True)
class Card:
    """A piece of a set that has no terrain and is never laid."""

    id: str
    names: Mapping[str, str] = field(hash=False)  # by language
    count: int
    marks: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True)
class TileSet:
    """The tiles of one box or expansion, in all its printings."""

    id: str
    names: Mapping[str, str] = field(hash=False)  # by language
    count: int  # tiles in the box, in each printing
    printings: tuple[str, ...]  # ("",) if there is only one and it has no name
    needs: tuple[str, ...]  # sets without which it cannot be played
    tiles: tuple[Tile, ...]
    cards: tuple[Card, ...] = ()
    book: str = ""  # the rulebook it comes from, in a word
    word: str = "tile"  # for one of its tiles
    copies_source: str = "published"  # of the numbers of copies, as `Tile.source`
