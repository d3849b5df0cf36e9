"""A fault of ours is never mistaken for a wrong record in silence: it is logged with its traceback, and the user is told."""

from __future__ import annotations

import logging

import pytest

from bastida import Record, RecordError, from_position, new_game, position
from bastida.record import PositionError
from bastida.table.game import Game
from bastida.table.setup import Setup


def stumble(*_: object) -> None:
    raise TypeError("a fault of ours")


def traces(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [entry for entry in caplog.records if entry.name == "bastida" and entry.levelno == logging.ERROR]
    return [str(entry.exc_info[1]) for entry in found if entry.exc_info]


@pytest.fixture
def record() -> Record:
    game = new_game("plus", draws=["V"], seed=1)
    game.play("1,0 r0")
    return Record.from_game(game)


def test_of_a_rule_that_is_asked_for_an_answer(
    record: Record, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Game, "follow", stumble)
    monkeypatch.setattr(Game, "find", stumble)
    with pytest.raises(RecordError, match="makes no sense here"):
        record.replay()
    assert traces(caplog) == ["a fault of ours"]


def test_of_a_question_of_a_position(record: Record, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    line = position(record.replay())
    monkeypatch.setattr(Game, "options", stumble)
    with pytest.raises(PositionError, match="cannot be asked here"):
        from_position(line)
    assert traces(caplog) == ["a fault of ours"]


def test_of_the_rules_of_a_setup(record: Record, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(Setup, "rules", stumble)
    with pytest.raises(RecordError, match=r"do not go together \(a fault of ours\)"):
        record.replay()
    assert traces(caplog) == ["a fault of ours"]


def test_what_anybody_can_write_is_no_fault_of_ours(record: Record, caplog: pytest.LogCaptureFixture) -> None:
    text = record.to_text()
    for answer in ("tile 9,9 r9", "tile ²,0 r0", "tile follower road N", "tile " + "9" * 150 + ",0 r0"):
        with pytest.raises(RecordError):
            Record.from_text(text.replace("tile 1,0 r0", answer)).replay()
    line = position(record.replay())
    for wrong in ("tasks run base.3:7", "tasks run kernel.0", "own x=0:1"):
        with pytest.raises(PositionError):
            from_position(f"{line} | {wrong}")
    assert traces(caplog) == []
