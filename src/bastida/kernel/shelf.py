"""The expansions that are there: ours, those of installed packages, and folders that somebody names.

Ours stand below ``expansions`` in the package of their family. A package brings one with an entry point of the group
``bastida.expansions`` whose value is the package that holds the folder's files. ``BASTIDA_EXPANSIONS`` names folders, with
the separator of paths between them; each is an expansion, or holds several. Code is only ever taken from these places.
"""

# not compiled: runs once at set-up

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from bastida.kernel.expansion import MANIFEST, ExpansionError, Folder, read_folder
from bastida.kernel.faults import crashed, why

VARIABLE = "BASTIDA_EXPANSIONS"
GROUP = "bastida.expansions"
PACKAGE = Path(__file__).resolve().parents[1]
KNOWN = 20_000  # tiles, times themes and turns: more than there are
HOUSES = tuple(sorted(path.parent.name for path in PACKAGE.glob("*/expansions")))  # packages of families

problems: list[ExpansionError] = []  # folders that were found and could not be used

_folders: dict[str, Folder] = {}
_forget: list[Callable[[], None]] = []

P = ParamSpec("P")
R = TypeVar("R")


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Worked out once, and again when an expansion has come since.

    Its arguments are what there is, tiles, themes, languages and their names, and never what a stranger sends.
    """
    return bounded(KNOWN)(function)


def bounded(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The same for a function with any arguments: so many results are kept at most."""

    def keeping(function: Callable[P, R]) -> Callable[P, R]:
        kept: Any = lru_cache(maxsize=most)(function)
        forget_with(kept.cache_clear)
        return kept  # type: ignore[no-any-return]  # a cached function is called like the function

    return keeping


def forget_with(forget: Callable[[], None]) -> None:
    """Call this whenever an expansion comes or goes."""
    _forget.append(forget)


def folders() -> dict[str, Folder]:
    """Every expansion by its id: ours first, then those of others."""
    if not _folders:
        for house in HOUSES:
            for path in sorted((PACKAGE / house / "expansions").iterdir()):
                if (path / MANIFEST).is_file():
                    folder = read_folder(path, f"bastida.{house}.expansions.{path.name}", ours=True)
                    _folders[folder.id] = folder
        _find_others()
    return _folders


def _find_others() -> None:
    for entry in entry_points(group=GROUP):
        spec = find_spec(entry.value)
        place = Path(spec.origin).parent if spec is not None and spec.origin else None
        if place is None:
            problems.append(ExpansionError(entry.value, why("expansion.no_package")))
        else:
            _take(place, entry.value)
    _look_in(os.environ.get(VARIABLE, ""))


def look_in(places: str) -> None:
    """Put the expansions of these folders on the shelf as well, those that are not there already."""
    folders()
    _look_in(places)


def _look_in(places: str) -> None:
    for name in filter(None, places.split(os.pathsep)):
        path = Path(name).expanduser()
        if (path / MANIFEST).is_file() or not path.is_dir():
            found = [path]
        else:
            found = [inner for inner in sorted(path.iterdir()) if (inner / MANIFEST).is_file()]
        known = {folder.path.resolve() for folder in _folders.values()}
        for one in found:
            if one.resolve() not in known:
                _take(one)


def _take(path: Path, package: str = "") -> None:
    """Put a folder of somebody else on the shelf, or note what is wrong with it."""
    try:
        put(read_folder(path, package))
    except ExpansionError as error:
        problems.append(error)


def welcome(folder: Folder) -> None:
    """ExpansionError if an expansion says it is another's, or belongs to no family."""
    taken = {element.id: other for other in _folders.values() for element in other.elements}
    if folder.id in _folders or folder.id in taken:
        raise ExpansionError(folder.path / MANIFEST, why("expansion.taken", word=repr(folder.id)))
    for element in folder.elements:
        if element.id in taken:
            raise ExpansionError(
                folder.path / MANIFEST, why("expansion.element_taken", other=taken[element.id].id, word=repr(element.id))
            )
    if folder.family not in HOUSES:
        raise ExpansionError(folder.path / MANIFEST, why("expansion.no_family", word=repr(folder.family), known=HOUSES))


def put(folder: Folder) -> None:
    """Put an expansion on the shelf; one that says it is another's is refused."""
    welcome(folder)
    _folders[folder.id] = folder
    for forget in _forget:
        forget()


def drop_code(folder: Folder) -> None:
    """Forget the Python files of a folder, so that they are read again."""
    for module in [module for module in sys.modules if module == folder.package or module.startswith(f"{folder.package}.")]:
        del sys.modules[module]


def take_off(name: str) -> None:
    """Remove an expansion that is not ours."""
    folder = folders()[name]
    if folder.ours:
        return
    del _folders[name]
    drop_code(folder)
    for forget in _forget:
        forget()


def fault_in(error: BaseException) -> ExpansionError | None:
    """An error that came out of the code of somebody else's expansion, with its file and line; None if it is ours."""
    trace = error.__traceback__
    found: ExpansionError | None = None
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        for folder in folders().values():
            if not folder.ours and file.is_relative_to(folder.path):
                found = ExpansionError(file, crashed(error), trace.tb_lineno)
        trace = trace.tb_next
    return found
