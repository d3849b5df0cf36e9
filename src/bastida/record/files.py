"""Record files: the suffix says the form, and a file is written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from bastida.language.refused import either, why
from bastida.record.errors import MAX_BYTES, NOWHERE, RecordError
from bastida.record.jsonform import read_json, write_json
from bastida.record.model import Record
from bastida.record.positions import deal_on
from bastida.record.text import read_text, write_text
from bastida.record.trusting import trusted
from bastida.table.dealer import Dealer, SecretDealer, SeededDealer
from bastida.table.game import Game

READERS = {".bst": read_text, ".json": read_json}
BLOCK: Final = 1 << 20  # bytes read at once
TITLE: Final = b"\nbastida record "
WRITERS = {".bst": write_text, ".json": write_json}


def save(game: Game, path: str | os.PathLike[str], *, more: Mapping[str, str] | None = None) -> None:
    """Save a game, finished or not, as text (``.bst``) or JSON (``.json``). ``more``: further headers to keep.

    >>> game = bastida.new_game("plus", seed=7)
    >>> bastida.save(game, "game.bst", more={"place": "at home"})
    >>> bastida.load("game.bst", seed=7).tile
    'U'
    """
    write_file(Record.from_game(game, more), path)


def load(
    path: str | os.PathLike[str], *, seed: int | str | None = None, dealer: Dealer | None = None, check: bool = True
) -> Game:
    """The game in a file, checked and ready to go on, dealt on from a seed, by a dealer, or freshly mixed without one.

    The order of what is still to come is not in a record. A game that began with a seed goes on as it would have done
    when it is loaded with the same one. ``check=False`` is for files one has made oneself: every answer must still be legal
    and the result right, but scoring lines and hashes are not compared with the game.
    """
    file = Path(path)
    suffix = _suffix(file)
    return _loaded(_data(file), file.name, suffix, 0, seed, dealer, check)


def load_many(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    check: bool = True,
    errors: Callable[[RecordError], object] | None = None,
) -> Iterator[Game]:
    """The games in files, one after the other: a file, which may hold many records, a folder of files, or several of these.

    Nobody deals in them. ``check`` is that of ``load``. A record that is wrong ends it with its RecordError, unless there is
    somebody to tell of ``errors``: then the next one comes. One million games need no more memory than one.
    """
    for name, suffix, line, data in _texts(source):
        try:
            yield _loaded(data, name, suffix, line, None, None, check, deal=False)
        except RecordError as error:
            if errors is None:
                raise
            errors(error)


def read_many(source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Iterator[Record]:
    """The records in files, as ``load_many`` finds them, not replayed."""
    for name, suffix, line, data in _texts(source):
        yield _read(data, name, suffix, line)


def _loaded(
    data: bytes,
    name: str,
    suffix: str,
    line: int,
    seed: int | str | None,
    dealer: Dealer | None,
    check: bool,
    deal: bool = True,
) -> Game:
    game = None if check or suffix != ".bst" else trusted(data)
    try:
        if game is None:
            record = _read(data, name, suffix, line)
            game = record.replay()
        if deal and not game.setup.study and dealer is None:
            dealer = SecretDealer() if seed is None else SeededDealer(seed)
        if dealer is not None:
            deal_on(game, dealer)
        return game
    except RecordError as error:
        raise _placed(error, name, 0 if error.file else line) from None


def _read(data: bytes, name: str, suffix: str, line: int = 0) -> Record:
    try:
        return READERS[suffix](data)
    except RecordError as error:
        raise _placed(error, name, line) from None


def _placed(error: RecordError, name: str, line: int) -> RecordError:
    """An error with its file, and the line counted from the beginning of a file that holds many records."""
    error.file = name
    if line and error.place.line:
        error.place = replace(error.place, line=error.place.line + line)
        error.args = (error.place, *error.args[1:])
    return error


def _texts(source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Iterator[tuple[str, str, int, bytes]]:
    """Every record by the name of its file, its form, the lines before it, and its bytes."""
    for path in [source] if isinstance(source, str | os.PathLike) else source:
        file = Path(path)
        files = sorted(one for one in file.iterdir() if one.suffix.lower() in READERS) if file.is_dir() else [file]
        for one in files:
            suffix = _suffix(one)
            if suffix == ".bst":
                yield from ((one.name, suffix, line, data) for line, data in _apart(one))
            else:
                yield one.name, suffix, 0, _data(one)


def _apart(file: Path) -> Iterator[tuple[int, bytes]]:
    """The records of a file and how many lines stand before each. A record begins with its title, wherever one ends."""
    rest, line = b"", 0
    with file.open("rb") as stream:
        while block := stream.read(BLOCK):
            rest += block
            start, end = 0, rest.find(TITLE, 1)
            while end >= 0:
                data = rest[start : end + 1]
                yield line, data
                line += data.count(b"\n")
                start, end = end + 1, rest.find(TITLE, end + 1)
            rest = rest[start:]
            if len(rest) > MAX_BYTES:
                break  # its reader refuses it
    yield line, rest


def _data(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


def read_file(path: str | os.PathLike[str]) -> Record:
    file = Path(path)
    suffix = _suffix(file)
    return _read(_data(file), file.name, suffix)


def write_file(record: Record, path: str | os.PathLike[str]) -> None:
    """Into a new file beside the old one, which is then replaced."""
    writer = WRITERS[_suffix(Path(path))]
    write_whole(Path(path), writer(record).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    target = Path(os.path.realpath(path))
    scratch = target.with_name(f".{target.name}.{secrets.token_hex(6)}")
    try:
        with scratch.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(scratch, target)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in READERS:
        raise RecordError(NOWHERE, why("record.no_file_name", word=repr(path.name), known=either(list(READERS))))
    return suffix
