"""Many records at once, and records that are trusted: faster, and never another game."""

from __future__ import annotations

from pathlib import Path

import pytest

import bastida
from bastida import Record, RecordError
from bastida.record import files, read_many
from bastida.record.errors import MAX_BYTES
from bastida.record.trusting import trusted
from tests.record.some_games import random_record, some_tables


@pytest.fixture
def text() -> str:
    return random_record("plus", 2).to_text()


def changed(text: str, start: str, new: str, nth: int = 0) -> str:
    """The text with another line instead of the nth that begins so."""
    lines = text.split("\n")
    lines[[number for number, line in enumerate(lines) if line.startswith(start)][nth]] = new
    return "\n".join(lines)


def kept(folder: Path, *texts: str) -> Path:
    path = folder / "games.bst"
    path.write_text("".join(texts), encoding="utf-8")
    return path


# -- trusted records ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "seats"), [*some_tables()[::2], ("todo", 3)])
def test_a_trusted_record_gives_the_same_game_and_needs_no_careful_way(preset: str, seats: int) -> None:
    record = random_record(preset, seats)
    right = record.replay()
    game = trusted(record.to_text().encode())
    assert game is not None
    assert game == right
    assert game.steps == right.steps
    assert [entry.arithmetic() for entry in game.ledger] == [entry.arithmetic() for entry in right.ledger]
    assert Record.from_game(game) == record


def test_it_goes_on_and_back_like_any_other(tmp_path: Path) -> None:
    path = kept(tmp_path, random_record("plus", 3, 5, 60).to_text())
    careful, quick = bastida.load(path, seed=5), bastida.load(path, seed=5, check=False)
    for _ in range(3):
        assert quick.tile == careful.tile
        assert [str(option) for option in quick.options()] == [str(option) for option in careful.options()]
        for game in (careful, quick):
            game.play(game.options()[0])
    for game in (careful, quick):
        for _ in range(20):
            game.undo()
    assert quick == careful


@pytest.mark.parametrize(
    ("start", "new"),
    [
        ("5 red: ", "5 red: [draw V]; tile 40,0 r0; figure pass"),  # nowhere near
        ("5 red: ", "5 red: [draw V]; tile 0,0 r0; figure pass"),  # not free
        ("5 red: ", "5 red: [draw Q9]; tile 0,1 r0"),  # no such tile
        ("5 red: ", "5 blue: [draw V]"),  # somebody else's turn
        ("5 red: ", "6 red: [draw V]"),  # another turn
        ("5 red: ", "5 red: figure pass"),  # not asked
        ("5 red: ", "5 red: blue: [draw V]"),
        ("5 red: ", "5 green: [draw V]"),
        ("5 red: ", "what is this"),
        ("result: ", "result: red 1, blue 0; won by red"),
        ("result: ", "result: red 1"),
        ("edition: ", "edition: nothing"),
        ("first: ", "first: green"),
        ("bastida record 1", "bastida record 9"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_same_words(tmp_path: Path, text: str, start: str, new: str) -> None:
    path = kept(tmp_path, changed(text, start, new))
    with pytest.raises(RecordError) as careful:
        bastida.load(path)
    with pytest.raises(RecordError) as quick:
        bastida.load(path, check=False)
    assert str(quick.value) == str(careful.value)


@pytest.mark.parametrize(
    ("start", "new"), [("= p1", "= p1 0123456789abcdef"), ("+ ", "+ red 99; road; BASE-56; 99 tile x 1 = 99"), ("+ ", "+ what")]
)
def test_what_is_passed_over(tmp_path: Path, text: str, start: str, new: str) -> None:
    """Hashes and scoring lines are the price of the speed; the page of records says so."""
    path = kept(tmp_path, changed(text, start, new))
    with pytest.raises(RecordError):
        bastida.load(path)
    assert bastida.load(path, check=False).scores() == Record.from_text(text).replay().scores()


def test_a_cut_record_and_other_spellings(tmp_path: Path, text: str) -> None:
    half = text[: text.index("\n20 ") + 1]
    assert bastida.load(kept(tmp_path, half), check=False, seed=1).turn == 20
    with pytest.raises(RecordError, match="cut off"):
        bastida.load(kept(tmp_path, half[:-1]), check=False)
    windows = "\ufeff" + text.replace("\n", "\r\n").replace(" r1", " R1")
    assert bastida.load(kept(tmp_path, windows), check=False) == Record.from_text(text).replay()


def test_headers_that_are_only_kept_may_differ(tmp_path: Path, text: str) -> None:
    for more in ("game: 12\nplace: Girona\n", "game: 13\n"):
        assert trusted(text.replace("first: red\n", "first: red\n" + more).encode()) is not None
    for wrong in ("player: nobody\n", "no header\n", "Place: Girona\n", "first: blue\n", "switch x: y\n"):
        path = kept(tmp_path, text.replace("first: red\n", "first: red\n" + wrong))
        with pytest.raises(RecordError):
            bastida.load(path, check=False)


def test_studies_positions_and_json_are_checked_all_the_same(tmp_path: Path) -> None:
    study = bastida.new_game("plus", study=True)
    study.play("V")
    began = bastida.from_position(bastida.position(random_record("plus", 2, 0, 30).replay()), seed=1)
    began.play(began.options()[0])
    for game in (study, began):
        bastida.save(game, tmp_path / "game.bst")
        assert bastida.load(tmp_path / "game.bst", check=False, seed=1).steps == game.steps
        assert trusted((tmp_path / "game.bst").read_bytes()) is None
    bastida.save(began, tmp_path / "game.json")
    assert bastida.load(tmp_path / "game.json", check=False, seed=1).steps == began.steps


def test_a_position_within_the_last_turn_of_a_game_that_is_over() -> None:
    """The result is not compared with a game that is not at its end."""
    record = random_record("plus", 2)
    for upto in range(record.answers - len(record.rows[-1].answers), record.answers):
        assert not record.replay(upto).over
    assert record.replay(record.answers).over


# -- many records -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("block", [7, 4096])
def test_records_one_after_the_other_in_one_file(
    tmp_path: Path, check: bool, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BLOCK", block)  # a title may lie across two blocks
    records = [random_record("plus", 2, 0, 20), random_record("hunters", 3, 0, 20), random_record("plus", 2, 1, 20)]
    path = kept(tmp_path, *(record.to_text() for record in records))
    assert [Record.from_game(game) for game in bastida.load_many(path, check=check)] == records
    assert list(read_many(path)) == records


def test_folders_files_and_lists_of_them(tmp_path: Path) -> None:
    records = [random_record("plus", 2, seed, 10) for seed in range(4)]
    (tmp_path / "more").mkdir()
    (tmp_path / "notes.txt").write_text("no record")
    records[1].write(tmp_path / "b.json")
    records[0].write(tmp_path / "a.bst")
    records[2].write(tmp_path / "more" / "c.bst")
    assert list(read_many(tmp_path)) == records[:2]
    assert list(read_many([tmp_path / "more", str(tmp_path / "a.bst")])) == [records[2], records[0]]
    with pytest.raises(RecordError, match=r"notes\.txt"):
        list(read_many(tmp_path / "notes.txt"))


@pytest.mark.parametrize("check", [True, False])
def test_an_error_names_the_line_of_the_file_and_need_not_be_the_end(tmp_path: Path, check: bool) -> None:
    good = random_record("plus", 2, 0, 10).to_text()
    bad = changed(good, "2 blue: ", "2 blue: [draw nonsense]")
    path = kept(tmp_path, good, bad, good)
    line = good.count("\n") + bad[: bad.index("2 blue")].count("\n") + 1
    games = bastida.load_many(path, check=check)
    assert next(games).turn  # the first is there before the second is read
    with pytest.raises(RecordError) as error:
        next(games)
    assert error.value.line == line
    assert str(error.value).startswith(f"games.bst, line {line}, ")
    told: list[RecordError] = []
    assert len(list(bastida.load_many(path, check=check, errors=told.append))) == 2
    assert [one.line for one in told] == [line]
    assert len(list(read_many(kept(tmp_path, good, bad)))) == 2  # well formed, and not replayed


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = kept(tmp_path, "bastida record 1\n" + "x" * (MAX_BYTES + 10))
    with pytest.raises(RecordError, match="larger than"):
        next(bastida.load_many(path, check=False))
    path.write_text("")
    with pytest.raises(RecordError):
        next(bastida.load_many(path))
