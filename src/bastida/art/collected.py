"""Everything that can be drawn, by its name: art's own tables, then those of every expansion on the shelf.

An expansion draws itself in its ``drawing.py`` (see `drawing`). Nothing here knows its name; one that comes later is seen
at once. Whoever comes first keeps a name. A folder of somebody else whose drawings cannot be read is played without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from bastida.art.drawing import Figure, Hint, Hub, Piece, Sign, Token, marked
from bastida.art.pieces import people
from bastida.art.pieces import tokens as things
from bastida.art.tiles import hints as boxes
from bastida.art.tiles import ink, marks
from bastida.kernel import shelf
from bastida.kernel.answers import Refusal
from bastida.kernel.expansion import ExpansionError, Folder
from bastida.kernel.faults import crashed, why
from bastida.kernel.shelf import remembered

NAME = re.compile(r"[a-z][a-z0-9_-]{0,59}")  # of a picture
PLAIN_ROOM = 8.5  # of a sign that nobody has drawn

HUBS: Mapping[str, Hub] = {
    "village": Hub(10.5),
    "crossing": Hub(5.5),
    "monastery": Hub(13.0, lower=1.0),
}


@remembered
def figures() -> Mapping[str, Figure]:
    """Pieces in the colours of the seats."""
    found: dict[str, Figure] = _collected("FIGURES", people.FIGURES, Figure)
    for folder in _others():
        for name in (*folder.figures, *_guided(folder)):
            if name not in _collected("TOKENS", things.TOKENS, None):
                found.setdefault(name, people.lettered(name))
    return found


@remembered
def tokens() -> Mapping[str, Token]:
    """Pieces that belong to nobody; what an expansion has a word for can be shown without a drawing."""
    found: dict[str, Token] = _collected("TOKENS", things.TOKENS, None)
    for folder in _others():
        for name in _named(folder):
            if name not in figures():
                found.setdefault(name, things.lettered(name))
    return found


@remembered
def pieces() -> Mapping[str, Piece]:
    """What lies on a tile and in no segment."""
    return _collected("PIECES", {}, Piece)


@remembered
def signs() -> Mapping[str, Sign]:
    """Small pictures on tiles."""
    found: dict[str, Sign] = _collected("MARKS", marks.MARKS, Sign)
    for folder in _others():
        for name, sign in _plain_signs(folder.printed):
            known = found.setdefault(name, sign)
            if known.shown is None and sign.shown is not None:  # a picture of ours that its tiles show on the ground
                found[name] = replace(known, room=known.room or sign.room, shown=sign.shown)
    return found


@remembered
def hubs() -> Mapping[str, Hub]:
    """What stands in the middle of tiles."""
    return _collected("HUBS", HUBS, Hub)


@remembered
def hints() -> Mapping[str, Hint]:
    """Tiles that need a word of their own."""
    return _collected("HINTS", boxes.HINTS, Hint)


def _collected(table: str, base: Mapping[str, Any], kind: type | None) -> dict[str, Any]:
    found = dict(base)
    for folder, code in _drawings():
        own = getattr(code, table, {})
        for name, entry in own.items():
            if isinstance(entry, kind) if kind is not None else callable(entry):
                if found.setdefault(name, entry) is not entry:
                    _note(folder, why("expansion.drawn", table=table, name=repr(name)))
            else:
                wanted = kind.__name__ if kind is not None else why("expansion.function")
                entered = f"{table}[{name!r}]"
                _note(folder, why("expansion.no_drawing", entry=entered, value=repr(entry), wanted=wanted))
    return found


@remembered
def _drawings() -> list[tuple[Folder, ModuleType]]:
    found: list[tuple[Folder, ModuleType]] = []
    for folder in shelf.folders().values():
        try:
            code = folder.code("drawing")
        except Exception as error:
            if folder.ours:
                raise
            _note(folder, error.problem if isinstance(error, ExpansionError) else crashed(error))
            continue
        if code is not None:
            found.append((folder, code))
    return found


def _note(folder: Folder, problem: Refusal) -> None:
    error = ExpansionError(folder.path / "drawing.py", problem)
    if str(error) not in [str(known) for known in shelf.problems]:
        shelf.problems.append(error)


def _others() -> list[Folder]:
    return [folder for folder in shelf.folders().values() if not folder.ours]


def _guided(folder: Folder) -> list[str]:
    """The pieces that the guide of a folder shows."""
    pages = [page for page in folder.guide.values() if isinstance(page, dict)]
    return [name for page in pages for name in page.get("figures", ()) if isinstance(name, str) and NAME.fullmatch(name)]


def _named(folder: Folder) -> list[str]:
    """What a folder has words for."""
    try:
        words = folder.table("words", "en.toml").get("words", {})
    except ExpansionError as error:
        _note(folder, error.problem)
        return []
    return [name for name in words if NAME.fullmatch(name)]


def _plain_signs(printed: Mapping[str, Any]) -> Iterator[tuple[str, Sign]]:
    """A plain sign for each thing that a folder prints on its tiles."""
    for name in (*printed.get("symbols", ()), *_flags(printed.get("tile_marks", {}))):
        yield name, Sign(ink.lettered(name), PLAIN_ROOM, shown=marked(name))
    for keys in printed.get("segment_marks", {}).values():
        words = [] if isinstance(keys, list) else [word for form in keys.values() if isinstance(form, list) for word in form]
        for name in (*_flags(keys), *words):
            yield name, Sign(ink.lettered(name), PLAIN_ROOM)
    for name in (*printed.get("centre", ()), *(end for ends in printed.get("ends", {}).values() for end in ends)):
        yield name, Sign(ink.lettered(name))


def _flags(keys: Mapping[str, Any] | list[str]) -> list[str]:
    """Those of the keys of tiles or segments that are printed or not, or so many times."""
    return keys if isinstance(keys, list) else [key for key, form in keys.items() if form in ("flag", "count")]
