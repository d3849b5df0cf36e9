"""Positions as they were kept, one after the other, and no more of a file in memory than a few thousand of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bastida.data.folder import GAMES, PIECE, PIECES, Folder, footer
from bastida.data.shape import ABOUT, COLUMNS, VERSION, DataError, arrow, parquet
from bastida.language.refused import unknown, why

FILTERS: Final = ("player", "question", "game", "turn", "chosen", "played")  # the columns that a choice looks at


@dataclass(frozen=True)
class Wanted:
    """Which positions; what is not said is not asked for."""

    players: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    games: tuple[int, int] | None = None  # from and to, both included
    turns: tuple[int, int] | None = None
    explored: bool | None = None  # only those where any answer was given instead of the one chosen, or none of them

    def mask(self, batch: Any) -> Any:
        """A truth value for every row; None for all."""
        compute = _compute()
        masks = []
        for name, words in (("player", self.players), ("question", self.questions)):
            if words:
                masks.append(compute.is_in(batch[name].cast("string"), value_set=arrow().array(list(words))))
        for name, span in (("game", self.games), ("turn", self.turns)):
            if span is not None:
                masks.append(compute.greater_equal(batch[name], span[0]))
                masks.append(compute.less_equal(batch[name], span[1]))
        if self.explored is not None:
            same = compute.equal(batch["chosen"], batch["played"])
            masks.append(compute.invert(same) if self.explored else same)
        whole = None
        for mask in masks:
            whole = mask if whole is None else compute.and_(whole, mask)
        return whole


def read(
    sources: Path | str | Iterable[Path | str], columns: Sequence[str] | None = None, wanted: Wanted | None = None
) -> Iterator[Any]:
    """The positions of folders and files as pyarrow tables of a few thousand rows; some of the columns, or all."""
    names = list(COLUMNS) if columns is None else list(columns)
    for name in names:
        if name not in COLUMNS:
            raise DataError(unknown("data.no_column", name, COLUMNS))
    needed = dict.fromkeys([*names, *(FILTERS if wanted is not None else ())])
    for file in files(sources):
        check(file)
        source = parquet().ParquetFile(file)
        with source:
            for group in range(source.num_row_groups):
                try:
                    found = source.read_row_group(group, columns=list(needed))
                    mask = None if wanted is None else wanted.mask(found)
                    found = (found if mask is None else found.filter(mask)).select(names)
                except (OSError, KeyError, arrow().ArrowException):
                    raise DataError(why("data.damaged", file=str(file))) from None
                if found.num_rows:
                    yield found


def positions(
    sources: Path | str | Iterable[Path | str], columns: Sequence[str] | None = None, wanted: Wanted | None = None
) -> Iterator[dict[str, Any]]:
    """The same one by one: each position as a dict of plain numbers, texts and lists."""
    for found in read(sources, columns, wanted):
        yield from found.to_pylist()


def files(sources: Path | str | Iterable[Path | str]) -> Iterator[Path]:
    """The files of positions of folders, in the order of the games, pieces that are not joined yet included."""
    for source in [sources] if isinstance(sources, Path | str) else sources:
        path = Path(source)
        if not path.is_dir():
            if not path.exists():
                raise DataError(why("data.no_file", file=str(path)))
            yield path
            continue
        whole = Folder(path).whole_files()
        joined = 0
        if whole:
            joined = int((footer(whole[-1]).metadata or {}).get(GAMES, b"0"))
        pieces = [file for file in sorted((path / PIECES).glob("*.parquet")) if PIECE.fullmatch(file.name)]
        pieces = [file for file in pieces if int(file.name[:8]) >= joined]
        if not whole and not pieces:
            raise DataError(why("data.empty", folder=str(path)))
        yield from (*whole, *pieces)


def check(file: Path) -> None:
    """A file of ours, of a version that is understood."""
    about = told(file)
    if about.get("schema") != VERSION:
        raise DataError(why("data.version", file=str(file), number=str(about.get("schema", "?")), known=VERSION))


def told(file: Path) -> dict[str, Any]:
    """What a file says of the job it was made by."""
    kept = (footer(file).metadata or {}).get(ABOUT)
    try:
        found = json.loads(kept) if kept is not None else None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise DataError(why("data.damaged", file=str(file)))
    return found


def _compute() -> Any:
    return import_module("pyarrow.compute")
