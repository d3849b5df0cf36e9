"""What expansions print on their tiles and put on the table, for drawing in characters: read from their folders.

How a thing looks is said by the table ``INKS`` of a folder's ``inks.py`` (or ``drawing.py``): by the name of a mark, piece or
figure its character, the one for terminals without Unicode, its colour and a background of its own. A figure's character
follows the letter of its owner. What stands where on a tile follows from what ``expansion.toml`` says is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bastida.kernel import shelf
from bastida.kernel.expansion import ExpansionError, Folder
from bastida.kernel.faults import why

Ink = tuple[str, str, str, str]  # character, stand-in for terminals without Unicode, colour, background
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@dataclass(frozen=True)
class Printed:
    """Words of the expansions' tiles, by how they are drawn."""

    lines: tuple[str, ...]  # kinds of segment that run from side to side
    centre: tuple[str, ...]  # kinds of segment that are a building in the middle
    hubs: Mapping[tuple[str, str], str]  # the symbol in the middle at which a kind of line ends
    symbols: tuple[str, ...]  # buildings in the middle that are no segment
    arrows: Mapping[str, str]  # marks that say a direction, with the symbol it is drawn with
    small: tuple[str, ...]  # marks of a tile, anywhere
    large: tuple[str, ...]  # marks of a segment that are a building in its middle


@shelf.remembered
def printed() -> Printed:
    """What the expansions that are there print."""
    shown = [folder.printed for folder in shelf.folders().values()]
    marks = [row.get("tile_marks", {}) for row in shown]
    directed = {mark for row in marks if isinstance(row, dict) for mark, words in row.items() if set(words) <= set(DIRECTIONS)}
    arrows = {mark: symbol for row in shown for mark, symbol in row.get("pairs", ()) if mark in directed}
    ends = [(line, words) for row in shown for line, words in row.get("ends", {}).items()]
    return Printed(
        lines=_each(line for row in shown for line in row.get("lines", ())),
        centre=_each(kind for row in shown for kind in row.get("centre", ())),
        hubs={(line, end): symbol for line, words in ends for end, symbol in words.items() if symbol},
        symbols=_each(word for row in shown for word in row.get("symbols", ()) if word not in arrows.values()),
        arrows={**dict.fromkeys(sorted(directed), ""), **arrows},
        small=_each(mark for row in marks for mark in row if mark not in directed and _is_flag(row, mark)),
        large=_each(mark for row in shown for mark in _flags(row.get("segment_marks", {}))),
    )


def _each(words: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _is_flag(marks: Mapping[str, object] | list[str], mark: str) -> bool:
    return isinstance(marks, list) or marks[mark] == "flag"


def _flags(segment_marks: Mapping[str, Mapping[str, object] | list[str]]) -> Iterator[str]:
    for marks in segment_marks.values():
        yield from (mark for mark in marks if _is_flag(marks, mark))


@shelf.remembered
def expansion_inks() -> Mapping[str, Ink]:
    """How the expansions' things look; what somebody else brings never changes the looks of ours."""
    found: dict[str, Ink] = {}
    for folder in shelf.folders().values():
        try:
            table = _inks(folder)
        except ExpansionError as error:
            shelf.problems.append(error)
            continue
        for name, ink in table.items():
            found.setdefault(name, ink)
    return found


def _inks(folder: Folder) -> Mapping[str, Ink]:
    module = folder.code("inks") or (None if folder.ours else folder.code("drawing"))
    table = getattr(module, "INKS", {})
    for name, ink in table.items():
        if not (isinstance(ink, tuple) and len(ink) == 4 and all(isinstance(part, str) for part in ink) and len(ink[0]) <= 1):
            problem = why("expansion.ink", name=repr(name))
            raise ExpansionError(getattr(module, "__file__", folder.path), problem)
    return table
