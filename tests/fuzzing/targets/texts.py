"""Records in their text form."""

from __future__ import annotations

from bastida.record import Record, RecordError
from tests.fuzzing.accepted import plays_to_its_end, reading, said


def one(data: bytes) -> None:
    try:
        with reading():
            record = Record.from_text(data)
            game = record.replay()
    except RecordError as error:
        said(error)
        return
    assert Record.from_text(record.to_text()) == record == Record.from_json(record.to_json())
    Record.from_game(game, record.more).check()
    plays_to_its_end(game, data, whole=not record.position)
