"""A folder of data: a job, files of up to a million positions with the records of the same games, and pieces not joined yet.

    job.json                   what is made here
    positions-00000.parquet    whole games, at most a million positions
    records-00000.bst          the records of the same games, one after the other
    pieces/                    what was played since: joined when it makes a file, or when all is played

Every file is written beside its place and then moved there, so whatever is there is whole. Of two files that belong together
the positions come last: they say which games both hold.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bastida.data.shape import ABOUT, DataError, arrow, parquet, schema
from bastida.language.refused import why
from bastida.record.files import write_whole

MOST: Final = 1_000_000  # positions of a file
GROUP: Final = 4_096  # positions of a group of rows: what a reader holds at once
JOB, PIECES = "job.json", "pieces"
WHOLE: Final = re.compile(r"positions-(\d{5})\.parquet")
PIECE: Final = re.compile(r"(\d{8})-(\d{8})\.parquet")
GAMES: Final = b"bastida.games"  # in a file's metadata: which games it holds


class Folder:
    """A folder of data on disk, to be opened for a job and gone on with; the files are described in docs/data.md."""

    def __init__(self, path: Path | str, most: int = MOST) -> None:
        self.path = Path(path)
        self.pieces = self.path / PIECES
        self.most = most
        self.about: dict[str, Any] = {}
        self.found: dict[tuple[int, int], int] = {}  # pieces: games from and to, and how many positions
        self.joined = 0  # games in whole files, from the first
        self.whole = 0  # positions in whole files
        self.files = 0

    # -- opening ------------------------------------------------------------------------------------------------------

    def open(self, about: dict[str, Any]) -> None:
        """Begin, or go on with the same job; DataError if another one was begun here."""
        if not self.path.exists():
            self.path.mkdir(parents=True)
        kept = self.path / JOB
        if kept.exists():
            before = self.job()
            if before != about:
                what = next(key for key in (*about, *before) if before.get(key) != about.get(key))
                raise DataError(why("data.other_job", folder=str(self.path), what=what))
        elif any(not file.name.startswith(f".{JOB}") for file in self.path.iterdir()):  # half of it may be there
            raise DataError(why("data.not_ours", folder=str(self.path)))
        else:
            write_whole(kept, (json.dumps(about, indent=1) + "\n").encode())
        self.about = about
        self.pieces.mkdir(exist_ok=True)
        self.look()

    def job(self) -> dict[str, Any]:
        """What is made here."""
        try:
            told = json.loads((self.path / JOB).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise DataError(why("data.no_folder", folder=str(self.path))) from None
        except ValueError:
            told = None
        if not isinstance(told, dict):
            raise DataError(why("data.damaged", file=str(self.path / JOB)))
        return told

    def look(self) -> None:
        """See what is there, and clear away what an interruption left."""
        self.found, self.joined, self.whole, self.files = {}, 0, 0, 0
        for file in self.whole_files():
            meta = footer(file)
            try:
                self.joined = int((meta.metadata or {})[GAMES])
            except (KeyError, ValueError):
                raise DataError(why("data.damaged", file=str(file))) from None
            self.whole += meta.num_rows
            self.files += 1
        for file in [*self.path.glob(".records-*"), *self.path.glob(".positions-*"), *self.pieces.glob(".*")]:
            file.unlink()
        for file in sorted(self.pieces.glob("*.parquet")):
            name = PIECE.fullmatch(file.name)
            if name is None:
                continue
            first, end = int(name[1]), int(name[2])
            if end <= self.joined:  # joined, and then interrupted
                self.drop(first, end)
            else:
                self.found[first, end] = footer(file).num_rows

    def whole_files(self) -> list[Path]:
        """The whole files of positions, in their order."""
        return sorted(file for file in self.path.glob("positions-*.parquet") if WHOLE.fullmatch(file.name))

    # -- what is there ------------------------------------------------------------------------------------------------

    def games(self) -> int:
        """How many games have been played."""
        return self.joined + sum(end - first for first, end in self.found)

    def positions(self) -> int:
        """How many positions are kept."""
        return self.whole + sum(self.found.values())

    def missing(self, games: int, size: int) -> Iterator[tuple[int, int]]:
        """The games to be played up to so many, in pieces of at most a size."""
        at = self.joined
        for first, end in [*sorted(self.found), (games, games)]:
            stop = min(first, games)
            while at < stop:
                yield at, min(at + size, stop)
                at = min(at + size, stop)
            at = max(at, end)

    # -- keeping ------------------------------------------------------------------------------------------------------

    def keep(self, first: int, end: int, rows: bytes, records: bytes) -> None:
        """A piece is played. Whenever pieces without a gap are enough for a file, they become one."""
        write_whole(self.name(first, end, ".bst"), records)
        write_whole(self.name(first, end, ".parquet"), rows)
        self.found[first, end] = footer(self.name(first, end, ".parquet")).num_rows
        ready, positions = self.ready()
        if positions > self.most:
            self.join(ready)

    def close(self) -> None:
        """All is played: join what is left."""
        while ready := self.ready()[0]:
            self.join(ready)
        if not self.found and not any(self.pieces.iterdir()):
            self.pieces.rmdir()

    def ready(self) -> tuple[list[tuple[int, int]], int]:
        """The pieces that make the next file, and how many positions there are without a gap."""
        pieces: list[tuple[int, int]] = []
        at, positions = self.joined, 0
        for (first, end), rows in sorted(self.found.items()):
            if first != at:
                break
            if not pieces or positions + rows <= self.most:
                pieces.append((first, end))
            at, positions = end, positions + rows
            if positions > self.most:
                break
        return pieces, positions

    def join(self, pieces: Sequence[tuple[int, int]]) -> None:
        """Make one whole file of pieces without a gap between them."""
        number, end = self.files, pieces[-1][1]
        records = self.path / f".records-{number:05d}.bst.part"
        with records.open("wb") as out:
            for piece in pieces:
                out.write(self.name(*piece, ".bst").read_bytes())
            out.flush()
            os.fsync(out.fileno())
        about = json.dumps(self.about).encode()
        shape = schema(about).with_metadata({ABOUT: about, GAMES: str(end).encode()})
        positions = self.path / f".positions-{number:05d}.parquet.part"
        rows = 0
        with parquet().ParquetWriter(positions, shape, compression="zstd") as writer:
            waiting: list[Any] = []
            for place, piece in enumerate(pieces, 1):
                waiting.append(parquet().read_table(self.name(*piece, ".parquet"), schema=schema(about)))
                size = sum(part.num_rows for part in waiting)
                if size and (place == len(pieces) or size >= GROUP):
                    joined = arrow().concat_tables(waiting).unify_dictionaries()
                    writer.write_table(joined.replace_schema_metadata(shape.metadata), row_group_size=size)
                    rows, waiting = rows + size, []
        with positions.open("rb+") as out:
            os.fsync(out.fileno())
        os.replace(records, self.path / f"records-{number:05d}.bst")
        os.replace(positions, self.path / f"positions-{number:05d}.parquet")
        self.files, self.joined, self.whole = number + 1, end, self.whole + rows
        for piece in pieces:
            del self.found[piece]
            self.drop(*piece)

    def name(self, first: int, end: int, suffix: str) -> Path:
        """Where a piece with these games lies."""
        return self.pieces / f"{first:08d}-{end:08d}{suffix}"

    def drop(self, first: int, end: int) -> None:
        """Remove the files of a piece."""
        self.name(first, end, ".parquet").unlink(missing_ok=True)
        self.name(first, end, ".bst").unlink(missing_ok=True)


def footer(file: Path) -> Any:
    """What a Parquet file says of itself."""
    try:
        return parquet().read_metadata(file)
    except (OSError, arrow().ArrowInvalid):
        raise DataError(why("data.damaged", file=str(file))) from None
