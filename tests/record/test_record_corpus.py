"""Records that were written once must be read and replayed by every later version.

A new kind of game joins the corpus with ``bastida.save(game, "tests/record/corpus/<name>.bst")``. No file is ever changed: if
one of them no longer replays, the program is wrong, or the rules were.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bastida.record import Record

CORPUS = sorted(path for path in (Path(__file__).parent / "corpus").iterdir() if path.suffix in (".bst", ".json"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_a_record_of_the_corpus_is_replayed_for_ever(path: Path) -> None:
    record = Record.read(path)
    game = record.replay()
    assert game.over == (record.result is not None)
    assert record.answers == len(game.steps)
    written = record.to_text() if path.suffix == ".bst" else record.to_json()
    assert written == path.read_text(encoding="utf-8")


def test_the_corpus_holds_games_of_every_size() -> None:
    records = [Record.read(path) for path in CORPUS]
    assert {record.edition for record in records} >= {"plus", "winter"}
    assert {len(record.players) for record in records} >= {2, 3, 4, 5, 6}
    assert {"farmers" in record.elements for record in records} == {True, False}
    assert {record.result is None for record in records} == {True, False}
    assert any(record.study for record in records)
    assert any(record.position for record in records)
    assert any(record.more for record in records)
