"""What a file of positions holds: its columns, its version, and what is written beside them. docs/data.md explains each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from bastida.extras import need
from bastida.language.refused import Refused

VERSION: Final = 1
"""The version of the columns; the numbers in ``state`` and ``features`` have one of their own."""
COLUMNS: Final[Mapping[str, str]] = {
    "game": "int64",
    "step": "int32",
    "turn": "int16",
    "seat": "int8",
    "player": "word",
    "question": "word",
    "options": "words",
    "chosen": "int16",
    "played": "int16",
    "expected": "float32",
    "chance": "float32",
    "state": "numbers",
    "features": "numbers",
    "points": "counts",
    "margin": "int16",
    "victory": "float32",
}
"""Name and type of every column, as pyarrow calls them; "word" is a text of a few different ones."""
ABOUT: Final = b"bastida"  # where in a file's metadata the job and the names of the numbers stand, as JSON


class DataError(Refused):
    """A folder or file of data that cannot be used, and why."""


def arrow() -> Any:
    need("data")
    return import_module("pyarrow")


def parquet() -> Any:
    need("data")
    return import_module("pyarrow.parquet")


def schema(about: bytes) -> Any:
    found = arrow()
    kinds = {
        "word": found.dictionary(found.int16(), found.string()),
        "words": found.list_(found.string()),
        "numbers": found.list_(found.float32()),
        "counts": found.list_(found.int16()),
    }
    fields = [(name, kinds[kind] if kind in kinds else getattr(found, kind)()) for name, kind in COLUMNS.items()]
    return found.schema(fields, metadata={ABOUT: about})


def table(rows: Mapping[str, Sequence[Any]], about: bytes) -> Any:
    return arrow().table(dict(rows), schema=schema(about))
