"""Record files: the suffix says the form, and a file is written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from bastida.language.refused import either, why
from bastida.record.errors import MAX_BYTES, NOWHERE, RecordError
from bastida.record.jsonform import read_json, write_json
from bastida.record.model import Record
from bastida.record.text import read_text, write_text
from bastida.table.dealer import Dealer, SecretDealer, SeededDealer
from bastida.table.game import Game

READERS = {".bst": read_text, ".json": read_json}
WRITERS = {".bst": write_text, ".json": write_json}


def save(game: Game, path: str | os.PathLike[str], *, more: Mapping[str, str] | None = None) -> None:
    """Save a game, finished or not, as text (``.bst``) or JSON (``.json``). ``more``: further headers to keep.

    >>> game = bastida.new_game("plus", seed=7)
    >>> bastida.save(game, "game.bst", more={"place": "at home"})
    >>> bastida.load("game.bst", seed=7).tile
    'U'
    """
    write_file(Record.from_game(game, more), path)


def load(path: str | os.PathLike[str], *, seed: int | str | None = None, dealer: Dealer | None = None) -> Game:
    """The game in a file, checked and ready to go on, dealt on from a seed, by a dealer, or freshly mixed without one.

    The order of what is still to come is not in a record. A game that began with a seed goes on as it would have done
    when it is loaded with the same one.
    """
    record = read_file(path)
    if dealer is None and not record.study:
        dealer = SecretDealer() if seed is None else SeededDealer(seed)
    try:
        return record.replay(dealer=dealer)
    except RecordError as error:
        error.file = Path(path).name
        raise


def read_file(path: str | os.PathLike[str]) -> Record:
    file = Path(path)
    reader = READERS[_suffix(file)]
    with file.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    try:
        return reader(data)
    except RecordError as error:
        error.file = file.name
        raise


def write_file(record: Record, path: str | os.PathLike[str]) -> None:
    """Into a new file beside the old one, which is then replaced."""
    writer = WRITERS[_suffix(Path(path))]
    data = writer(record).encode()
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
