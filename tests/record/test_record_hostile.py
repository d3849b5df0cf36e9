"""Whatever a file holds, reading it gives a game or a RecordError, after little work."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bastida
from bastida.record import Record, RecordError
from tests.record.some_games import random_record

FUZZ = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))


@cache
def short_texts() -> list[str]:
    return [random_record("plus", 2, 3, 24).to_text(), random_record("plus-traders", 3, 1, 40).to_text()]


def refused(data: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as error:
        Record.from_text(data).check()
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 1000
    return error.value


def test_a_record_cut_inside_a_line_is_refused_wherever_it_is_cut() -> None:
    data = short_texts()[0].encode()
    for cut in range(len(data)):
        if data[cut - 1 : cut] != b"\n":
            error = refused(data[:cut])
            assert error.line == max(1, data[:cut].count(b"\n") + 1)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\x00",
        b"\xff\xfe",
        "bastida record 1\n".encode("utf-16"),
        "bastida record 1\n".encode("utf-32"),
        b"\x80bastida record 1\n",
        b"GIF89a\n",
        b"{}\n",
        b"bastida record 0\n\n",
        b"bastida record 01\n\n",
        b"bastida record -1\n\n",
        b"bastida record 1 \n\n",
        b"bastida record 999999999999999999999\n\n",
        "bastida record １\n\n".encode(),
        b"bastida record 1\n\n",
        b"bastida record 1\n" + b"a: b\n" * 5 + b"\n",
        b"bastida record 1\n" + b"".join(b"k%d: v\n" % n for n in range(5000)) + b"\n",
        b"\n" * 1_000_000,
        b"x" * 5_000_000,
        b"bastida record 1\n" + b"x" * 3_000_000 + b"\n",
    ],
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    assert refused(data).line is not None


@pytest.mark.parametrize(
    ("line", "added"),
    [
        (2, "family: carcassonne"),
        (8, "player red: Ana"),
        (8, "player Red: Ana"),
        (8, "player : Ana"),
        (8, "edition: "),
        (8, "no colon"),
        (8, "KEY: value"),
        (8, "key:  value"),
        (8, "turns: 3"),
        (8, "position: position 1 | game x y"),
        (8, "position: " + "x" * 19_000),
        (8, "key: \x1b[31mred"),
        (8, "key: \u202egnihton"),
        (8, "key: \u2028"),
        (8, "key: \x85"),
        (8, "key: " + "x" * 5_000),
        (10, "1000000000 red: [draw A]"),
        (10, "0 red: [draw A]"),
        (10, "1 red:"),
        (10, "1 red: "),
        (10, "1 red: ;"),
        (10, "1 red: []"),
        (10, "1 red: [draw A"),
        (10, "1 red: [blue: draw A]"),
        (10, "1 red: draw A;tile 1,0 r0"),
        (10, "1 red: @ nowhere"),
        (10, "1 red: @ position 1 | game carcassonne plus"),
        (10, "1 red: [draw " + "9" * 150 + ",0 r0]"),
        (10, "1 red: [draw " + "A" * 300 + "]"),
        (10, "+ red 3; road; BASE-56; 3"),
        (10, "= p1 0123456789abcdef"),
        (10, ""),
        (10, "1 pink: [draw A]"),
        (10, " 1 red: [draw A]"),
        (11, "+ red 3"),
        (11, "+ red 3; ; ; "),
        (11, "+ red +3; a; b; c"),
        (11, "+ red 3000000000; a; b; c"),
        (11, "+ red 3; a; b; c; d"),
        (11, "+ pink 3; a; b; c"),
        (11, "= p1"),
        (11, "= p1 0123456789ABCDEF"),
        (11, "result: red 1"),
        (11, "result: red 1, blue 2; won by nobody"),
        (11, "# a remark"),
    ],
)
def test_a_line_that_does_not_belong_is_refused_by_its_number(line: int, added: str) -> None:
    lines = short_texts()[0].splitlines()
    lines.insert(line - 1, added)
    error = refused("\n".join(lines) + "\n")
    assert error.line is not None
    assert abs(error.line - line) <= (2 if line == 2 else 1)


def test_a_cell_with_a_hundred_digits_is_refused_like_any_other() -> None:
    text = short_texts()[0]
    start = text.index("; tile ") + 7
    for cell in ("9" * 100 + ",0 r0", "0," + "-" + "9" * 180 + " r0", "1" + "0" * 15 + ",0 r0", "²,0 r0", "٣,0 r0"):
        assert refused(text[:start] + cell + text[text.index(";", start) :]).line == 10


def test_a_file_larger_than_the_limit_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge.bst"
    with path.open("wb") as stream:
        stream.write(short_texts()[0].encode())
        stream.truncate(1 << 33)
    with pytest.raises(RecordError, match="larger than"):
        bastida.load(path)


def test_a_study_has_an_end_like_everything_else() -> None:
    title = "bastida record 1\nfamily: carcassonne\nedition: plus\nsets: none\nelements: farmers\n"
    head = title + "player red: A\nplayer blue: B\nfirst: red\nstudy: yes\n\n"
    error = refused(head + "1 red: [draw A]\n" * 2001)
    assert "at most" in error.problem
    error = refused(head + "1 red: [draw A]\n" * 20_001)
    assert "more than" in error.problem


# -- JSON --------------------------------------------------------------------------------------------------------------


def short_json() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(random_record("plus", 2, 3, 24).to_json())
    return found


def refused_json(data: object) -> RecordError:
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    with pytest.raises(RecordError) as error:
        Record.from_json(text).check()
    assert str(error.value).isprintable()
    return error.value


@pytest.mark.parametrize(
    "data",
    [
        "",
        "null",
        "[]",
        "3",
        '"bastida record"',
        "{}",
        "NaN",
        "{",
        "[" * 100_000,
        '{"a":' * 50_000,
        "1" * 100_000,
        b"\xff",
        '{"format": "bastida record", "format": "bastida record"}',
        '{"format": "bastida record", "version": 2}',
        '{"format": "bastida record", "version": true}',
        '{"format": "bastida record", "version": 1.0}',
        '{"format": "bastida record", "version": "1"}',
        '{"format": "bastida record", "version": NaN}',
        '{"format": "bastida record", "version": 1e999}',
        '{"format": "bastida record", "version": 1' + "0" * 5000 + "}",
        '{"format": "bastida record", "version": 1}',
    ],
)
def test_json_that_is_no_record_is_refused(data: str | bytes) -> None:
    refused_json(data)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("family", 3),
        ("family", ""),
        ("edition", None),
        ("sets", "inns"),
        ("sets", ["a", "a"]),
        ("sets", [["a"]]),
        ("elements", {"farmers": True}),
        ("switches", []),
        ("switches", {"a": 3}),
        ("switches", {"a b": "c"}),
        ("players", []),
        ("players", ["Ana", "Luis"]),
        ("players[0]", {"colour": "red"}),
        ("players[0].name", "a\nb"),
        ("players[0].name", "\ud800"),
        ("players[0].colour", "blue"),
        ("first", 0),
        ("study", "yes"),
        ("study", False),
        ("start", True),
        ("position", 1),
        ("position", ""),
        ("place", 1),
        ("place", ["x"]),
        ("Place", "x"),
        ("turns", {}),
        ("turns[0]", []),
        ("turns[0].turn", 0),
        ("turns[0].turn", 10**9),
        ("turns[0].turn", True),
        ("turns[0].part", 10**6),
        ("turns[0].player", "Red"),
        ("turns[0].answers", []),
        ("turns[0].answers[0]", "draw A"),
        ("turns[0].answers[0].text", 3),
        ("turns[0].answers[0].text", "A; tile 1,0 r0"),
        ("turns[0].answers[0].text", " A"),
        ("turns[0].answers[0].by", ""),
        ("turns[0].answers[0].by", "nobody"),
        ("turns[0].answers[0].extra", 1),
        ("turns[0].scores", [{}]),
        ("turns[0].scores", [{"player": "red", "points": 1.5, "source": "", "clause": "", "sum": "1"}]),
        ("turns[0].hash", "p1"),
        ("turns[0].hash", ""),
        ("turns[0].arranged", "x"),
        ("result", {"points": {"red": 1}, "winners": ["red"]}),
        ("result", {"points": {"red": 1, "blue": 2}, "winners": []}),
        ("result", {"points": {"red": 1, "blue": 2}, "winners": ["red"]}),
    ],
)
def test_a_json_value_of_the_wrong_kind_is_refused_by_its_path(path: str, value: object) -> None:
    data = short_json()
    *way, last = path.replace("[", ".").replace("]", "").split(".")
    inner: Any = data
    for step in way:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    if isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value
    error = refused_json(data)
    assert error.where.split(".")[0].split("[")[0] in (path.split(".")[0].split("[")[0], "players")


def test_json_is_as_large_as_text_may_be() -> None:
    data = random_record("plus", 2, 3, 24).to_json()
    assert "larger" in refused_json(data + " " * 4_000_000).problem


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("players", [{"colour": f"c{number}", "name": "x"} for number in range(100_000)]),
        ("sets", [f"s{number}" for number in range(101)]),
        ("elements", [f"e{number}" for number in range(101)]),
        ("switches", {f"s{number}": "x" for number in range(100_000)}),
        ("expansions", {f"s{number}": "1" for number in range(101)}),
        ("result", {"points": {"red": 1, "blue": 1}, "winners": ["red"] * 10}),
        ("turns", [{"turn": 1, "part": 1, "player": "red", "answers": [{"kind": "draw", "text": "A"}]}] * 20_001),
    ],
)
def test_a_json_list_without_end_is_refused_before_its_members_are_looked_at(path: str, value: object) -> None:
    error = refused_json({**short_json(), path: value})
    assert "more than" in error.problem
    assert error.where.startswith(path)


def test_json_with_keys_without_end_is_refused() -> None:
    assert "more than" in refused_json(short_json() | {f"k{number}": "x" for number in range(100_000)}).problem


def test_scoring_lines_have_an_end() -> None:
    lines = short_texts()[0].splitlines()
    lines[10:10] = ["+ red 3; road; BASE-56; 3"] * 20_001
    assert "scoring lines" in refused("\n".join(lines) + "\n").problem
    data = short_json()
    line = {"player": "red", "points": 3, "source": "road", "clause": "BASE-56", "sum": "3"}
    for turn in data["turns"][:3]:
        turn["scores"] = [line] * 7_000
    assert "scoring lines" in refused_json(data).problem


def test_positions_arranged_by_hand_count_as_answers() -> None:
    game = bastida.new_game("plus", study=True, seed=1)
    where = bastida.position(game)
    head, _, _ = Record.from_game(game).to_text().partition("\n\n")
    error = refused(f"{head}\n\n" + f"1 red: @ {where}\n" * 2_001)
    assert "at most" in error.problem


# -- fuzzing -----------------------------------------------------------------------------------------------------------


def mutated(text: str, seed: int, changes: int) -> str:
    """A text with some of its characters, words and lines changed, doubled, moved or lost."""
    chance = random.Random(seed)
    signs = '0123456789rNESW,;:|[]{}()+=-@~ \n"\\abcdraw\x00\u202e9é'
    for _ in range(changes):
        at, other = chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)
        way = chance.randrange(6)
        if way == 0:
            text = text[:at] + chance.choice(signs) + text[at + 1 :]
        elif way == 1:
            text = text[:at] + chance.choice(signs) + text[at:]
        elif way == 2:
            text = text[:at] + text[at + chance.randrange(1, 9) :]
        elif way == 3:
            text = text[:at] + text[other : other + chance.randrange(1, 40)] + text[at:]
        else:
            glue = chance.choice(["\n", " ", "; ", " | ", ","])
            words = text.split(glue)
            a, b = chance.randrange(len(words)), chance.randrange(len(words))
            if way == 4:
                words[a], words[b] = words[b], words[a]
            else:
                words[a] = words[b]
            text = glue.join(words)
        text = text or "x"
    return text


def survives(data: str | bytes, reader: Any) -> None:
    try:
        record = reader(data)
        record.check()
    except RecordError as error:
        assert error.problem
        assert str(error).isprintable()
    else:
        assert Record.from_text(record.to_text()) == record == Record.from_json(record.to_json())


@FUZZ
@given(which=st.integers(0, 1), seed=st.integers(0, 2**32), changes=st.integers(1, 6))
def test_a_changed_text_gives_a_game_or_a_record_error(which: int, seed: int, changes: int) -> None:
    survives(mutated(short_texts()[which], seed, changes), Record.from_text)


@FUZZ
@given(which=st.integers(0, 1), seed=st.integers(0, 2**32), changes=st.integers(1, 6))
def test_changed_json_gives_a_game_or_a_record_error(which: int, seed: int, changes: int) -> None:
    data = Record.from_text(short_texts()[which]).to_json()
    survives(mutated(data, seed, changes), Record.from_json)


@FUZZ
@given(st.binary(max_size=200))
def test_any_bytes_give_a_record_error(data: bytes) -> None:
    for reader in (Record.from_text, Record.from_json):
        with pytest.raises(RecordError):
            reader(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@FUZZ
@given(seed=st.integers(0, 2**32), value=JSON)
def test_any_value_anywhere_in_json_gives_a_game_or_a_record_error(seed: int, value: object) -> None:
    chance = random.Random(seed)
    data: Any = short_json()
    inner, depth = data, chance.randrange(1, 6)
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = chance.choice(keys)
        depth -= 1
        if depth == 0 or not isinstance(inner[key], dict | list) or not inner[key]:
            break
        inner = inner[key]
    inner[key] = value
    survives(json.dumps(data), Record.from_json)
