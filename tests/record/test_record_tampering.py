"""Whoever changes a record is found out, and the line is named."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from bastida.record import Record, RecordError
from tests.record.some_games import random_record

RECORD = random_record("plus", 3, 11)
LINES = RECORD.to_text().splitlines()
TURNS = [number for number, line in enumerate(LINES, 1) if line[:1].isdigit()]
SCORES = [number for number, line in enumerate(LINES, 1) if line.startswith("+ ")]
HASHES = [number for number, line in enumerate(LINES, 1) if line.startswith("= ")]


def refused(lines: list[str]) -> RecordError:
    with pytest.raises(RecordError) as error:
        Record.from_text("\n".join(lines) + "\n").check()
    return error.value


def changed(number: int, line: str | None) -> RecordError:
    """What is said about the record with one line changed, or taken out."""
    return refused(LINES[: number - 1] + ([] if line is None else [line]) + LINES[number:])


def test_the_record_itself_is_in_order() -> None:
    Record.from_text("\n".join(LINES) + "\n").check()
    assert len(TURNS) > 60
    assert len(SCORES) > 10


@pytest.mark.parametrize("number", random.Random(1).sample(TURNS, 12))
def test_an_answer_that_was_not_possible_is_found_on_its_line(number: int) -> None:
    line = LINES[number - 1]
    for wrong in (
        re.sub(r"tile [^;]*", "tile 40,40 r0", line),
        re.sub(r"draw [^\]]*", "draw ZZ", line),
        line.replace("tile ", "place ", 1),
        line.replace("[draw", "[roll", 1),
        line.replace("[", "", 1).replace("]", "", 1),
        line.replace("tile ", "blue: tile ", 1).replace("blue: tile", "pink: tile", "blue:" in line),
        re.sub(r"figure .*", "figure big road N", line) + "; figure pass",
    ):
        assert wrong != line
        error = changed(number, wrong)
        assert error.line == number
        assert error.problem


@pytest.mark.parametrize("number", random.Random(2).sample(TURNS[:-1], 12))
def test_another_possible_answer_is_found_there_or_later(number: int) -> None:
    """What follows no longer fits: an answer, a scoring line or, at the latest, a hash."""
    row = TURNS.index(number)
    before = sum(len(one.answers) for one in RECORD.rows[:row])
    for place, answer in enumerate(RECORD.rows[row].answers):
        game = RECORD.replay(before + place)
        others = [str(option) for option in game.options() if str(option) != answer.text]
        if not others:
            continue
        answers = list(RECORD.rows[row].answers)
        answers[place] = replace(answer, text=random.Random(number).choice(others))
        rows = (*RECORD.rows[:row], replace(RECORD.rows[row], answers=tuple(answers)), *RECORD.rows[row + 1 :])
        text = replace(RECORD, rows=rows).to_text()
        error = refused(text.splitlines())
        assert error.line is not None
        assert error.line >= number


@pytest.mark.parametrize("number", random.Random(3).sample(TURNS[1:], 8))
def test_a_turn_that_is_missing_doubled_or_somebody_elses_is_found(number: int) -> None:
    line = LINES[number - 1]
    turn, colour = re.match(r"([0-9]+) ([a-z]+)", line).groups()  # type: ignore[union-attr]
    other = next(name for name in RECORD.colours if name != colour)
    assert changed(number, line.replace(colour, other, 1)).line == number
    assert changed(number, line.replace(turn, str(int(turn) + 1), 1)).line == number
    assert changed(number, line.replace(turn, f"{turn}.2", 1)).line == number
    assert changed(number, line.replace(turn, "1000000000", 1)).line == number
    assert changed(number, None).line == number
    assert refused(LINES[:number] + LINES[number - 1 :]).line == number + 1


@pytest.mark.parametrize("number", random.Random(4).sample(SCORES, 10))
def test_a_scoring_line_that_is_wrong_is_found_on_it(number: int) -> None:
    line = LINES[number - 1]
    colour, points = re.match(r"\+ ([a-z]+) ([0-9]+)", line).groups()  # type: ignore[union-attr]
    other = next(name for name in RECORD.colours if name != colour)
    for wrong in (
        line.replace(f" {points};", f" {int(points) + 1};"),
        line.replace(colour, other),
        line.replace("; BASE-", "; BASE-9"),
        line + "0",
        re.sub(r"; [a-z]+;", "; tower;", line),
    ):
        error = changed(number, wrong)
        assert error.line == number
        assert error.right
    assert changed(number, None).line == number
    assert refused(LINES[:number] + LINES[number - 1 :]).line in (number, number + 1)


@pytest.mark.parametrize("number", HASHES)
def test_a_hash_that_is_wrong_is_found_on_its_line(number: int) -> None:
    line = LINES[number - 1]
    last = "0" if line[-1] != "0" else "1"
    assert changed(number, line[:-1] + last).line == number
    assert changed(number, line.replace("p1", "p2")).line == number
    assert changed(number, line[:-1]).line == number


def test_a_result_that_is_wrong_is_found_on_its_line() -> None:
    line = LINES[-1]
    winner = line.rpartition(" ")[2]
    other = next(name for name in RECORD.colours if name != winner)
    for wrong in (
        line.replace(f"by {winner}", f"by {other}"),
        line.replace(f"by {winner}", f"by {winner}, {other}"),
        re.sub(r"([0-9]+)", lambda found: str(int(found[1]) + 1), line, count=1),
        line.replace("red", "blue", 1),
        line + "; by luck",
    ):
        assert wrong != line
        assert changed(len(LINES), wrong).line == len(LINES)
    assert refused([*LINES, LINES[-1]]).line == len(LINES) + 1
    early = [*LINES[: TURNS[5]], line]
    assert refused(early).line == len(early)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("family: carcassonne", "family: carcasonne", 2),
        ("family: carcassonne", "family: hunters", 3),
        ("edition: plus", "edition: minus", 3),
        ("sets: none", "sets: moon", 4),
        ("sets: none", "sets: a a", 4),
        ("elements: farmers", "elements: farmers dragons", 5),
        ("player red: Red", "player mauve: Red", None),
        ("player red: Red", "player red: Blue", None),
        ("first: red", "first: pink", 9),
        ("first: red", "start: no", None),
        ("first: red", "first: red\nstart: no", 10),
        ("first: red", "first: red\nstudy: perhaps", 10),
        ("bastida record 1", "bastida record 3", 1),
        ("bastida record 1", "bastida game 1", 1),
    ],
)
def test_a_header_nobody_can_play_by_is_found_on_its_line(old: str, new: str, line: int | None) -> None:
    text = "\n".join(LINES) + "\n"
    assert old in text
    error = refused(text.replace(old, new, 1).splitlines())
    assert error.line is not None and error.line <= 11
    if line is not None:
        assert error.line == line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("edition: plus", "edition: winter"),
        ("elements: farmers", "elements: none"),
        ("elements: farmers", "elements: farmers abbot"),
        ("first: red", "first: blue"),
        ("player red: Red\nplayer blue: Blue", "player blue: Blue\nplayer red: Red"),
        ("player yellow: Yellow", "player yellow: Yellow\nplayer green: Green"),
        ("player red: Red\n", ""),
        ("first: red", "first: red\nswitch house: on"),
        ("first: red", "first: red\nstudy: yes"),
    ],
)
def test_another_set_up_does_not_lead_to_the_same_game(old: str, new: str) -> None:
    text = "\n".join(LINES) + "\n"
    assert old in text
    refused(text.replace(old, new, 1).splitlines())


def test_json_is_checked_like_text_and_names_the_path() -> None:
    data = RECORD.to_json()
    for old, new, path in [
        ('"text": "pass"', '"text": "follower moon"', r"turns\[\d+\]\.answers\[\d\]"),
        ('"kind": "tile"', '"kind": "place"', r"turns\[0\]\.answers\[1\]"),
        ('"clause": "BASE-', '"clause": "BASE-9', r"turns\[\d+\]\.scores\[0\]"),
        ('"hash": "p1 ', '"hash": "p1 0', r"turns\[\d+\]\.hash"),
        ('"turn": 7', '"turn": 8', r"turns\[6\]"),
        ('"winners": ["', '"winners": ["pink", "', "result"),
        ('"family": "', '"family": "x', "family"),
    ]:
        assert old in data
        with pytest.raises(RecordError) as error:
            Record.from_json(data.replace(old, new, 1)).check()
        assert re.fullmatch(path, error.value.where), str(error.value)
        assert error.value.line is None


def test_an_error_says_what_would_be_right() -> None:
    number = SCORES[0]
    error = changed(number, re.sub(r"\+ ([a-z]+) [0-9]+;", r"+ \1 99;", LINES[number - 1]))
    assert LINES[number - 1] in error.right
    assert str(error).startswith(f"line {number}: ")
    assert "right would be: " in str(error)
