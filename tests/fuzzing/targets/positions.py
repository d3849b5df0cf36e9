"""Positions in one line."""

from __future__ import annotations

from bastida import PositionError, from_position, position
from tests.fuzzing.accepted import plays_to_its_end, reading, said


def one(data: bytes) -> None:
    try:
        with reading():
            game = from_position(data.decode(errors="replace"))
    except PositionError as error:
        said(error)
        return
    text = position(game)
    assert position(from_position(text)) == text
    plays_to_its_end(game, data, whole=False)
