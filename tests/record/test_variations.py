"""Variations: what might have been answered instead stands in the record, in both forms, and is checked like the rest."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import bastida
from bastida import Record, RecordError
from bastida.record import studying
from bastida.record.errors import MAX_DEPTH
from bastida.record.model import Row, Variation, with_variations
from bastida.record.studying import ROOT, Study, StudyError, begun_at
from bastida.table.game import IllegalOption

START = bastida.position(bastida.new_game("plus", players=["Ana", "Luis"], draws=["E"], seed=7))


def a_study() -> Study:
    """A short game with a variation of an answer, one of a draw, and one in a variation."""
    study = Study(begun_at(START))
    one = study.play(ROOT, "0,-1 r2")
    two = study.play(one, "follower city S")
    other = study.play(one, "pass")
    study.comment(other, "keeps everybody at home")
    study.comment(two, "the usual answer")
    study.comment(ROOT, "Who gets the city?")
    drawn = study.play(two, "V")
    study.play(study.play(study.play(two, "B"), "0,1 r0"), "follower monastery")
    for option in study.game(drawn).options()[:3]:
        study.play(drawn, option.text)
    at = study.play(other, "U")
    study.play(at, study.game(at).options()[0].text)
    study.play(at, study.game(at).options()[1].text)
    return study


def test_a_study_survives_both_forms() -> None:
    study = a_study()
    record = study.record()
    assert record.version == 2
    assert record.to_text().startswith("bastida record 2\n")
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    assert Record.from_json(Record.from_text(record.to_text()).to_json()).to_text() == record.to_text()
    again = Study(Record.from_text(record.to_text()))
    assert again.record() == record
    assert [again.told(at) for at in again.order()] == [study.told(at) for at in study.order()]
    assert again.told(ROOT) == ["Who gets the city?"]


def test_a_record_without_variations_is_written_as_it_always_was() -> None:
    study = Study(begun_at(START))
    study.play(ROOT, "0,-1 r2")
    assert study.record().version == 1
    assert study.record().to_text().startswith("bastida record 1\n")


def test_version_1_has_no_variations() -> None:
    record = a_study().record()
    with pytest.raises(RecordError):
        Record.from_text(record.to_text().replace("bastida record 2", "bastida record 1", 1))
    with pytest.raises(RecordError):
        Record.from_json(record.to_json().replace('"version": 2', '"version": 1', 1))


def test_random_studies_round_trip() -> None:
    chance = random.Random(3)
    study = Study(begun_at(START))
    for _ in range(60):
        at = chance.choice([ROOT, *study.order()])
        game = study.game(at)
        study.play(at, chance.choice(game.options()).text)
    assert len(study.order()) == len(study.moves)
    record = study.record()
    record.check()
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    again = Study(record)
    assert len(again.moves) == len(study.moves)
    assert again.record() == record
    for at in again.order():
        assert bastida.position(again.game(at)).startswith("position 1")


def test_every_prefix_is_a_record() -> None:
    lines = a_study().record().to_text().splitlines(keepends=True)
    header = lines.index("\n") + 1
    for end in range(header, len(lines) + 1):
        Record.from_text("".join(lines[:end])).check()


def test_variations_are_checked_like_the_rest() -> None:
    text = a_study().record().to_text()
    assert "figure pass" in text
    with pytest.raises(RecordError):
        Record.from_text(text.replace("figure pass", "figure follower city N", 1)).check()
    assert "\n( 1\n" in text or "\n( 2\n" in text
    for wrong in ("( 0", "( 9", "( x", ")"):
        with pytest.raises(RecordError):
            Record.from_text(text.replace("\n( 2\n", f"\n{wrong}\n", 1))
    with pytest.raises(RecordError):
        Record.from_text(text.replace("\n( 2\n", "\n( 2\n)\n( 2\n", 1))


def test_an_empty_variation_is_none() -> None:
    record = a_study().record()
    row = replace(record.rows[0], variations=(Variation(1, ()),))
    data = replace(record, rows=(row,)).to_json()
    with pytest.raises(RecordError):
        Record.from_json(data)


def test_variations_lie_only_so_deep_in_each_other() -> None:
    text = a_study().record().to_text()
    head, line = text.partition("\n\n")[0] + "\n\n", "1 red: tile 0,-1 r2\n"
    nested = head + line + "".join(f"( 1\n{line}" for _ in range(MAX_DEPTH + 1))
    with pytest.raises(RecordError):
        Record.from_text(nested)
    row = Row(1, 1, "red", a_study().record().rows[0].answers[:1])
    for _ in range(MAX_DEPTH + 1):
        row = replace(row, variations=(Variation(1, (row,)),))
    with pytest.raises(RecordError):
        Record.from_json(replace(a_study().record(), rows=(row,)).to_json())


def test_all_rows_are_found_in_order() -> None:
    rows = list(with_variations(a_study().record().rows))
    lines = a_study().record().to_text().partition("\n\n")[2].splitlines()
    assert [f"{row.turn} {row.player}" for row in rows] == [line.partition(":")[0] for line in lines if line[0].isdigit()]


def test_a_variation_becomes_the_line_and_goes_away_again() -> None:
    study = a_study()
    one = study.start[0]
    two, other = study.after(one)
    study.promote(study.after(other)[0])
    assert study.after(one) == [other, two]
    assert study.drop(other) == one
    assert study.after(one) == [two]
    Record.from_text(study.record().to_text()).check()
    with pytest.raises(StudyError):
        study.drop(other)


def test_nothing_becomes_the_line_if_others_would_lie_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    study = a_study()
    monkeypatch.setattr(studying, "MAX_DEPTH", max(study.depth(move) for move in study.moves))
    one = study.start[0]
    other = study.play(ROOT, next(option.text for option in study.game(ROOT).options() if option.text != "0,-1 r2"))
    before = study.record().to_text()
    with pytest.raises(StudyError):
        study.promote(other)
    assert study.start == [one, other]
    assert study.record().to_text() == before


def test_what_was_answered_already_is_no_new_move() -> None:
    study = a_study()
    before = len(study.moves)
    assert study.play(ROOT, "0,-1 r2") == study.start[0]
    assert len(study.moves) == before
    with pytest.raises(IllegalOption):
        study.play(ROOT, "7,7 r0")
    study.most = before
    with pytest.raises(StudyError):
        study.play(ROOT, "0,-1 r1" if "0,-1 r1" in map(str, study.first.options()) else str(study.first.options()[-1]))


def test_one_line_is_a_record_of_its_own() -> None:
    study = a_study()
    last = study.order()[-1]
    line = study.line(last)
    line.check()
    assert line.version == 1
    assert bastida.position(line.replay()) == bastida.position(study.game(last))


def test_comments_are_short_and_can_be_taken_back() -> None:
    study = a_study()
    with pytest.raises(StudyError):
        study.comment(ROOT, "x" * 1_001)
    study.comment(ROOT, "")
    assert study.told(ROOT) == []
