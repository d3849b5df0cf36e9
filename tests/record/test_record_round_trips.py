"""A game, its text and its JSON say the same, whichever comes first and wherever it stops."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import bastida
from bastida.record import Record, RecordError, position
from bastida.table.dealer import SeededDealer
from bastida.table.setup import FAMILIES
from tests.record.some_games import play_on, random_game, random_record, some_tables

MANY = bastida.new_game("plus", seed=0).setup.games.expansions
HEADER = 9  # lines of a header for two players, the empty one included


@pytest.mark.parametrize(("preset", "seats"), some_tables())
def test_every_preset_goes_from_game_to_text_to_json_and_back(preset: str, seats: int) -> None:
    game = random_game(preset, seats)
    record = Record.from_game(game)
    text, json = record.to_text(), record.to_json()
    assert Record.from_text(text) == record == Record.from_json(json)
    assert Record.from_json(json).to_text() == text
    assert Record.from_text(text).to_json() == json
    again = Record.from_text(text).replay()
    assert Record.from_game(again) == record
    assert again.scores() == game.scores()
    assert again.winners() == game.winners()
    assert [(step.seat, step.kind, step.text) for step in again.steps] == [
        (step.seat, step.kind, step.text) for step in game.steps
    ]
    assert position(again) == position(game)


@pytest.mark.parametrize(("edition", "seats"), [*(("plus", n) for n in range(2, 7)), *(("winter", n) for n in range(2, 6))])
def test_both_editions_are_recorded_with_any_number_of_players(edition: str, seats: int) -> None:
    game = random_game(edition, seats, seed=seats)
    assert Record.from_game(Record.from_json(Record.from_game(game).to_json()).replay()) == Record.from_game(game)


def test_all_expansions_together_are_recorded_with_the_answers_of_other_players() -> None:
    game = bastida.new_game("plus", sets=MANY, players=4, seed=5)
    play_on(game, 5)
    record = Record.from_game(game)
    assert any(answer.by in record.colours for row in record.rows for answer in row.answers)
    assert Record.from_game(Record.from_text(record.to_text()).replay()) == record


@pytest.mark.parametrize(("preset", "answers"), [("plus", 60), ("winter-first-game", 40), ("plus-traders", 50)])
def test_every_prefix_that_ends_with_a_line_is_the_record_of_the_game_up_to_there(preset: str, answers: int | None) -> None:
    record = random_record(preset, 2, 3, answers)
    game = record.replay()
    lines = record.to_text().splitlines(keepends=True)
    for cut in range(len(lines), HEADER - 1, -1):
        part = Record.from_text("".join(lines[:cut]))
        game.rewind(part.answers)
        assert position(part.replay()) == position(game)


def test_a_record_cut_inside_its_header_says_so() -> None:
    lines = random_record("plus", 2, 3, 5).to_text().splitlines(keepends=True)
    for cut in range(1, HEADER):
        with pytest.raises(RecordError) as error:
            Record.from_text("".join(lines[:cut]))
        assert error.value.line == cut


def test_a_turn_may_be_written_answer_by_answer() -> None:
    """So a table can add a line to its record with every answer."""
    record = random_record("plus", 3, 1, 30)
    lines = []
    for line in record.to_text().splitlines():
        head, colon, said = line.partition(": ")
        if line[:1].isdigit():
            lines += [f"{head}{colon}{one}" for one in said.split("; ")]
        else:
            lines.append(line)
    split = Record.from_text("\n".join(lines) + "\n")
    assert len(split.rows) > len(record.rows)
    assert Record.from_game(split.replay()) == record
    assert Record.from_json(split.to_json()) == split


def test_replay_stops_after_as_many_answers_as_it_is_told() -> None:
    record = random_record("plus", 2, 3, None)
    whole = record.replay()
    for upto in range(0, record.answers + 1, 7):
        game = record.replay(upto)
        assert len(game.steps) == upto
        assert game.steps == whole.steps[:upto]
    for upto in (-1, record.answers + 1):
        with pytest.raises(ValueError, match="there is no position"):
            record.replay(upto)


# -- files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["partida.bst", "partida.json", "PARTIDA.BST"])
def test_a_saved_game_goes_on_as_it_would_have_done_with_the_same_seed(tmp_path: Path, name: str) -> None:
    game = random_game("plus", 3, seed=8, answers=31)
    bastida.save(game, tmp_path / name)
    loaded = bastida.load(tmp_path / name, seed=8)
    assert position(loaded) == position(game)
    assert play_on(loaded, "on").scores() == play_on(game, "on").scores()
    assert Record.from_game(loaded) == Record.from_game(game)


def test_a_loaded_game_can_be_taken_back_to_its_beginning(tmp_path: Path) -> None:
    game = random_game("winter", 2, seed=8, answers=30)
    bastida.save(game, tmp_path / "partida.bst")
    loaded = bastida.load(tmp_path / "partida.bst", dealer=SeededDealer(8))
    for _ in range(30):
        loaded.undo()
    assert position(loaded) == position(bastida.new_game("winter", seed=8))


def test_without_a_seed_a_loaded_game_is_dealt_freshly(tmp_path: Path) -> None:
    bastida.save(random_game("plus", 2, seed=8, answers=10), tmp_path / "partida.bst")
    loaded = bastida.load(tmp_path / "partida.bst")
    assert play_on(loaded, 1).over


def test_a_finished_game_is_loaded_with_its_ledger_and_is_over(tmp_path: Path) -> None:
    game = random_game("plus", 4, seed=2)
    bastida.save(game, tmp_path / "partida.json")
    loaded = bastida.load(tmp_path / "partida.json")
    assert loaded.over
    assert loaded.winners() == game.winners()
    assert [vars_of(entry) for entry in loaded.ledger] == [vars_of(entry) for entry in game.ledger]


def vars_of(entry: object) -> list[object]:
    names = "turn seat points figure final source clause finished lines halved cells".split()
    return [getattr(entry, name) for name in names]


def test_saving_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "partida.bst"
    bastida.save(random_game("plus", 2, seed=1, answers=4), path)
    before = path.read_bytes()

    def broken(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OSError, match="no space left"):
        bastida.save(random_game("plus", 2, seed=1, answers=9), path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["partida.bst"]


def test_the_suffix_says_the_form_and_no_other_is_known(tmp_path: Path) -> None:
    game = random_game("plus", 2, seed=1, answers=4)
    with pytest.raises(RecordError, match=r"ends in \.bst or \.json"):
        bastida.save(game, tmp_path / "partida.txt")
    with pytest.raises(RecordError, match=r"ends in \.bst or \.json"):
        bastida.load(tmp_path / "partida.pkl")
    with pytest.raises(FileNotFoundError):
        bastida.load(tmp_path / "partida.bst")


def test_an_error_in_a_file_names_the_file_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "partida.bst"
    path.write_text(random_record("plus", 2, 3, 5).to_text().replace("tile ", "tile 9", 1))
    with pytest.raises(RecordError, match=r"^partida\.bst, line 10, answer 2: ") as error:
        bastida.load(path)
    assert error.value.line == 10


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_headers_that_are_not_understood_are_kept_in_both_forms() -> None:
    more = {"place": "Girona; the café", "aids": "none", "time per move": "30 s"}
    record = Record.from_game(random_game("plus", 2, seed=1, answers=6), more)
    assert record.more == more
    assert dict(Record.from_text(record.to_text()).more) == more
    assert dict(Record.from_json(record.to_json()).more) == more
    assert Record.from_json(Record.from_text(record.to_text()).to_json()).to_text() == record.to_text()


@pytest.mark.parametrize("more", [{"family": "x"}, {"Place": "x"}, {"place": ""}, {"place": "a\nb"}, {"player red": "x"}])
def test_further_headers_that_could_not_be_read_again_are_refused(more: dict[str, str]) -> None:
    with pytest.raises(RecordError):
        Record.from_game(random_game("plus", 2, seed=1, answers=1), more)


def test_names_may_hold_whatever_can_be_printed() -> None:
    names = ["Núria: 1; [x] #", '"Ana, "{}\\', "小林 ☺"]
    game = play_on(bastida.new_game("plus", players=names, colours=["pink", "red", "blue"], first=2, seed=1), 1, 12)
    record = Record.from_game(game)
    assert record.first == "blue"
    for again in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        assert again.replay().setup == game.setup


@pytest.mark.parametrize("family", list(FAMILIES))
def test_every_unusual_switch_is_recorded_and_no_other(family: str) -> None:
    games = FAMILIES[family]
    for edition in games.editions:
        for switch in games.switches.values():
            sets = [name for name, one in games.expansions.items() if set(one.elements) & set(switch.elements)]
            for value in switch.values:
                game = bastida.new_game(edition, sets=sets, switches={switch.id: value}, seed=1)
                record = Record.from_game(game)
                assert (f"switch {switch.id}: {value}" in record.to_text().splitlines()) == (value != switch.usual)
                for again in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
                    assert again.replay().setup.switches == game.setup.switches
                assert bastida.from_position(bastida.position(game)).setup.switches == game.setup.switches


def test_a_usual_switch_may_be_named() -> None:
    text = Record.from_game(bastida.new_game("hunters", seed=1)).to_text()
    named = text.replace("player red", "switch returned: next turn\nplayer red", 1)
    assert Record.from_text(named).replay().setup.switches == Record.from_text(text).replay().setup.switches
    assert Record.from_text(named).to_text() == named


def test_lines_may_end_as_on_windows_and_a_byte_order_mark_does_no_harm() -> None:
    record = random_record("plus", 2, 3, 20)
    text = record.to_text()
    assert Record.from_text(text.replace("\n", "\r\n").encode()) == record
    assert Record.from_text(b"\xef\xbb\xbf" + text.encode()) == record
    assert Record.from_json(b"\xef\xbb\xbf" + record.to_json().encode()) == record


def test_tiles_that_fit_nowhere_are_recorded_as_draws() -> None:
    game = bastida.new_game("plus", draws=["E", "C", "U"], seed=1)
    game.play("0,-1 r2")
    game.play("pass")
    record = Record.from_game(game)
    assert record.to_text().splitlines()[-2] == "2 blue: [draw C]; [draw U]"
    assert Record.from_text(record.to_text()).replay().steps == game.steps


def test_a_hash_stands_after_every_tenth_turn_and_at_the_end() -> None:
    record = random_record("plus", 2, 3, None)
    hashed = [row.turn for row in record.rows if row.hash]
    assert hashed == [10, 20, 30, 40, 50, 60, 70, record.rows[-1].turn]


# -- studies and positions ---------------------------------------------------------------------------------------------


def test_a_study_is_recorded_with_everything_that_was_arranged_by_hand() -> None:
    game = bastida.new_game("plus", study=True, start=False)
    game.turn_to("blue")
    for answer in ("D", "3,-2 r0", "follower city N"):
        game.play(answer)
    game.turn_to("blue")
    for answer in ("E", "3,-3 r2", "pass"):
        game.play(answer)
    game.credit("red", 12)
    game.arrange("red", "follower", "3,-2 road E")
    for answer in ("D", "4,-2 r0", "pass"):
        game.play(answer)
    game.finish()
    record = Record.from_game(game)
    for again in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        assert again == record
        played = again.replay()
        assert played.scores() == game.scores()
        assert position(played) == position(game)
        assert Record.from_game(played) == record


def test_a_game_that_began_at_a_position_is_recorded_from_there(tmp_path: Path) -> None:
    game = random_game("plus", 3, seed=4, answers=40)
    fork = play_on(bastida.from_position(position(game), players=["A", "B", "C"], seed=9), 1, 15)
    record = Record.from_game(fork)
    assert record.position == position(game)
    bastida.save(fork, tmp_path / "fork.bst")
    loaded = bastida.load(tmp_path / "fork.bst", seed=9)
    assert position(loaded) == position(fork)
    assert play_on(loaded, 2).scores() == play_on(fork, 2).scores()


def test_a_game_whose_state_was_changed_by_hand_has_no_record() -> None:
    game = random_game("plus", 2, seed=1, answers=8)
    game.engine.points[0] += 1
    with pytest.raises(RecordError, match="does not follow from its answers"):
        Record.from_game(game)
