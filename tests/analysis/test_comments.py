"""A review in the comments of a record, and comments in general."""

from __future__ import annotations

from dataclasses import replace

import pytest

import bastida
from bastida.analysis import annotated, reviewing
from bastida.analysis.comments import PREFIX
from bastida.analysis.reviewing import review
from bastida.analysis.valuing import Budget
from bastida.record import Comment, Record, RecordError
from bastida.record.errors import MAX_COMMENT, MAX_COMMENTS
from tests.analysis.games import play_on, short


def commented(*comments: Comment) -> Record:
    game = bastida.new_game("plus", players=["Ana", "Luis"], draws=["E", "V"], seed=7)
    game.play("0,-1 r2")
    game.play("follower city S")
    record = Record.from_game(game)
    first, *others = record.rows
    return replace(record, rows=(replace(first, comments=comments), *others))


def test_a_review_survives_the_round_trip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reviewing.BUDGETS, "quick", Budget(1, draws=3, rivals=1))  # type: ignore[arg-type]
    game = play_on(short(left=4, seed=14), "random")
    record = Record.from_game(game)
    first, *others = record.rows
    record = replace(record, rows=(replace(first, comments=(Comment(0, "well; well"),)), *others))
    found = review(record)
    told = annotated(record, found)
    assert Record.from_text(told.to_text()) == told
    assert Record.from_json(told.to_json()) == told
    assert annotated(told, found) == told
    assert review(told) == found
    told.check()
    texts = [comment.text for row in told.rows for comment in row.comments]
    assert texts[0] == "well; well"
    assert sum(text.startswith(PREFIX) for text in texts) == len(found.answers) + len(found.events)
    assert any(" luck " in text for text in texts)
    assert any(" best " in text and " | " in text for text in texts)


def test_comments_say_of_which_answer_they_speak() -> None:
    record = commented(Comment(0, "a turn"), Comment(2, "2 = a tile"), Comment(3, "ruido; ñ # 1"))
    lines = record.to_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("1 red"))
    after = [line for line in lines[start:] if line.startswith("#")]
    assert after == ["# 0 a turn", "# 2 2 = a tile", "# 3 ruido; ñ # 1"]
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("# tea", "'# tea' is not a comment"),
        ("#1 tea", "is not a comment"),
        ("# 1 tea ", "is not a comment"),
        ("# 4 tea", "a comment on answer 4, which is not there"),
        ("# 1 " + "x" * (MAX_COMMENT + 1), "is not a comment"),
    ],
)
def test_what_is_no_comment_is_found_on_its_line(line: str, said: str) -> None:
    lines = commented(Comment(1, "tea")).to_text().splitlines()
    place = lines.index("# 1 tea")
    lines[place] = line
    with pytest.raises(RecordError, match=said) as error:
        Record.from_text("\n".join(lines) + "\n")
    assert error.value.line == place + 1


def test_json_is_as_strict() -> None:
    text = commented(Comment(1, "tea")).to_json()
    for wrong in ('"answer": 4', '"answer": -1', '"answer": true'):
        with pytest.raises(RecordError):
            Record.from_json(text.replace('"answer": 1', wrong))
    with pytest.raises(RecordError, match="printable"):
        Record.from_json(text.replace('"tea"', '" tea"'))


def test_there_are_only_so_many_comments() -> None:
    record = commented(*(Comment(1, "x") for _ in range(MAX_COMMENTS + 1)))
    with pytest.raises(RecordError, match="more than 20000 comments"):
        Record.from_text(record.to_text())


def test_a_comment_before_any_turn_or_behind_a_hash_is_refused() -> None:
    lines = commented(Comment(1, "tea")).to_text().splitlines()
    lines.remove("# 1 tea")
    for place in (lines.index("") + 1, len(lines)):
        with pytest.raises(RecordError):
            Record.from_text("\n".join([*lines[:place], "# 1 tea", *lines[place:]]) + "\n")
