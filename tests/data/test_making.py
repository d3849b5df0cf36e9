"""Data: rows that agree with the records beside them, the same whoever plays, and whole again after an interruption."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bastida.arena.spread import here
from bastida.data import COLUMNS, VERSION, DataError, Folder, Job, Wanted, make, making, positions, read, seer
from bastida.players.sight import VERSION as FEATURES
from bastida.players.sight import Sight, names_of
from bastida.record import Record, read_many
from tests.data.conftest import GAMES, JOB


def rows_of(path: Path) -> list[dict[str, Any]]:
    return list(positions(path))


def records_of(path: Path) -> list[Record]:
    return list(read_many(sorted(path.glob("records-*.bst"))))


# -- what is in a row ---------------------------------------------------------------------------------------------------


def test_every_row_agrees_with_its_record(data: Path) -> None:
    records, rows = records_of(data), rows_of(data)
    assert [record.more["game"] for record in records] == [str(number) for number in range(GAMES)]
    assert len({row["game"] for row in rows}) == GAMES
    assert list(rows[0]) == list(COLUMNS)
    for row in rows:
        record = records[row["game"]]
        game = record.replay(row["step"])
        assert game.decision is not None
        assert (game.decision.seat, game.decision.kind, game.turn) == (row["seat"], row["question"], row["turn"])
        assert game.setup.players[row["seat"]] == row["player"]
        assert [str(option) for option in game.options()] == row["options"]
        assert len(row["options"]) > 1
        answers = [answer for turn in record.rows for answer in turn.answers]
        assert answers[row["step"]].text == row["options"][row["played"]]
        assert 0 <= row["chosen"] < len(row["options"])
        assert record.result is not None
        points = list(record.result.points)
        mine = points[row["seat"]]
        rival = max(points[: row["seat"]] + points[row["seat"] + 1 :])
        assert (row["points"], row["margin"]) == (points, mine - rival)
        assert row["victory"] == (1 if mine > rival else 0.5 if mine == rival else 0)
        assert (row["expected"] is None) == (row["player"] == "random")
    assert any(row["chosen"] != row["played"] for row in rows)


def test_what_a_seat_sees_is_in_the_row(data: Path) -> None:
    records, rows = records_of(data), rows_of(data)
    names = Folder(data).job()["names"]
    for row in rows[:3]:
        game = records[row["game"]].replay(row["step"])
        seen = seer(game).see(game)
        assert seen.names == names
        assert row["state"] == pytest.approx(seen.state, rel=1e-6)
        assert row["features"] == pytest.approx(seen.features, rel=1e-6)
        assert len(row["features"]) == len(row["options"]) * len(names)
        copy = game.copy()
        copy.play(row["options"][-1])
        points = [row["features"][-len(names) :][names.index(f"points {whose}")] for whose in ("mine", "theirs")]
        scores = list(copy.scores().values())
        assert points == [scores[row["seat"]], scores[1 - row["seat"]]]


def test_two_seats_see_the_same_from_either_side(data: Path) -> None:
    record = records_of(data)[0]
    game = record.replay(90)
    sight: Sight = seer(game).sight
    names = list(sight.names)
    assert len(set(names)) == len(names) == len(names_of(list(game.engine.rules.segment_names)))
    mine, theirs = (dict(zip(names, sight.position(game.engine, seat), strict=True)) for seat in (0, 1))
    for name in names:
        what, _, whose = name.rpartition(" ")
        if whose == "mine":
            assert mine[name] == pytest.approx(theirs[f"{what} theirs"])
        elif whose == "left":
            assert mine[name] == theirs[name]
    with pytest.raises(ValueError, match="no seat"):
        seer(game).see(record.replay())


# -- whoever plays, and however often ------------------------------------------------------------------------------------


class Stopped(Exception):
    """Somebody pulls the plug."""


def stopping(after: int) -> Any:
    def spread(work: Callable[[Any], Any], pieces: Iterable[Any]) -> Generator[Any, None, None]:
        for number, piece in enumerate(pieces):
            if number == after:
                raise Stopped
            yield work(piece)

    return spread


def counting(played: list[Any]) -> Any:
    def spread(work: Callable[[Any], Any], pieces: Iterable[Any]) -> Generator[Any, None, None]:
        for piece in pieces:
            played.append(piece)
            yield work(piece)

    return spread


def test_an_interrupted_job_plays_only_what_is_missing(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "PIECE", 1)
    path = tmp_path / "again"
    told: list[tuple[int, int]] = []
    with pytest.raises(Stopped):
        make(JOB, Folder(path), GAMES, stopping(2), lambda games, rows: told.append((games, rows)))
    assert [games for games, _ in told] == [0, 1, 2]
    assert rows_of(path) == [row for row in rows_of(data) if row["game"] < 2]  # what is there can be read
    (path / ".records-00000.bst.part").write_text("half a file")
    (path / "pieces" / ".00000002-00000003.parquet.part").write_text("half a piece")
    played: list[Any] = []
    make(JOB, Folder(path), GAMES, counting(played))
    assert played == [(2, 3), (3, 4)]
    assert rows_of(path) == rows_of(data)
    assert records_of(path) == records_of(data)
    assert sorted(file.name for file in path.iterdir()) == ["job.json", "positions-00000.parquet", "records-00000.bst"]
    make(JOB, Folder(path), GAMES, counting(played))
    assert len(played) == 2  # nothing was missing
    make(JOB, Folder(path), GAMES + 1, counting(played))
    assert played[2:] == [(4, 5)]
    assert rows_of(path)[: len(rows_of(data))] == rows_of(data)


def test_files_hold_whole_games_and_no_more_than_they_may(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "PIECE", 1)
    rows = rows_of(data)
    most = max(sum(row["game"] == game for row in rows) for game in range(GAMES)) + 1
    path = tmp_path / "small"
    folder = Folder(path, most)
    make(JOB, folder, GAMES, here)
    files = folder.whole_files()
    assert len(files) > 1
    assert folder.positions() == len(rows)
    seen: list[set[int]] = []
    for number, file in enumerate(files):
        here_rows = list(positions(file))
        assert len(here_rows) <= most
        seen.append({row["game"] for row in here_rows})
        games = {int(record.more["game"]) for record in read_many(path / f"records-{number:05d}.bst")}
        assert games == seen[-1]
    assert sum(map(len, seen)) == GAMES
    assert rows_of(path) == rows


def test_pieces_that_were_joined_and_not_cleared_away_do_not_count_twice(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "PIECE", 2)
    path, kept = tmp_path / "again", tmp_path / "kept"
    folder = Folder(path)
    monkeypatch.setattr(folder, "close", lambda: shutil.copytree(path / "pieces", kept))
    make(JOB, folder, GAMES, here)
    folder = Folder(path)
    make(JOB, folder, GAMES, here)
    shutil.copytree(kept, path / "pieces")
    assert rows_of(path) == rows_of(data)
    again = Folder(path)
    again.open(JOB.about())
    assert (again.games(), again.positions()) == (GAMES, len(rows_of(data)))
    assert not list((path / "pieces").glob("*"))


def test_another_job_or_another_folder_is_left_alone(data: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="data of another job: its job is different"):
        make(replace(JOB, seed=9), Folder(data), GAMES, here)
    (tmp_path / "letter.txt").write_text("dear all")
    with pytest.raises(DataError, match="is not empty"):
        make(JOB, Folder(tmp_path), 1, here)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


# -- reading ------------------------------------------------------------------------------------------------------------


def test_some_of_the_rows_and_columns(data: Path) -> None:
    rows = rows_of(data)
    for wanted, right in (
        (Wanted(players=("greedy",)), lambda row: row["player"] == "greedy"),
        (Wanted(questions=("figure", "tile")), lambda row: True),
        (Wanted(questions=("figure",), games=(1, 2)), lambda row: row["question"] == "figure" and 1 <= row["game"] <= 2),
        (Wanted(turns=(20, 40)), lambda row: 20 <= row["turn"] <= 40),
        (Wanted(explored=True), lambda row: row["chosen"] != row["played"]),
        (Wanted(explored=False), lambda row: row["chosen"] == row["played"]),
    ):
        assert list(positions(data, wanted=wanted)) == [row for row in rows if right(row)]
    assert list(positions([data], ["turn", "points"])) == [{key: row[key] for key in ("turn", "points")} for row in rows]
    (table,) = read(data, ["seat"])
    assert table.num_rows == len(rows)


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [("a.parquet", b"PAR1 nonsense", "damaged"), ("b.parquet", b"", "damaged"), ("c.parquet", None, "there is no")],
)
def test_what_is_no_data_is_told(tmp_path: Path, name: str, content: bytes | None, problem: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=problem):
        rows_of(tmp_path / name)
    with pytest.raises(DataError, match="no positions yet"):
        rows_of(tmp_path)


def test_a_file_that_is_damaged_within_is_told(data: Path, tmp_path: Path) -> None:
    whole = (data / "positions-00000.parquet").read_bytes()
    (tmp_path / "bad.parquet").write_bytes(whole[:4] + b"\xff" * (len(whole) // 3) + whole[4 + len(whole) // 3 :])
    with pytest.raises(DataError, match="damaged"):
        rows_of(tmp_path / "bad.parquet")


def test_strange_jobs_columns_and_versions_are_told(data: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="unknown column 'winner'"):
        list(read(data, ["winner"]))
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    (copy / "job.json").write_text("{")
    with pytest.raises(DataError, match="damaged"):
        make(JOB, Folder(copy), GAMES, here)
    from bastida.data.shape import parquet, table

    about = json.dumps({"schema": 99}).encode()
    parquet().write_table(table({name: [] for name in COLUMNS}, about), tmp_path / "new.parquet")
    with pytest.raises(DataError, match="version 99"):
        rows_of(tmp_path / "new.parquet")
    with pytest.raises(DataError, match="holds no data"):
        Folder(tmp_path).job()


def test_every_family_can_be_seen() -> None:
    for preset, seats in (("todo", 3), ("hunters-scout", 4)):
        job = Job(("random",) * seats, preset, keep=0.01)
        match = job.match()
        rows: dict[str, list[Any]] = {name: [] for name in COLUMNS}
        players = [making.make_player(spec, match.setup) for spec in match.players]
        sight = making.sight_of(match)
        making.play(job, match, players, sight, 0, rows)
        assert len({len(column) for column in rows.values()}) == 1
        assert all(len(state) == len(sight.names) for state in rows["state"])


def test_the_page_has_every_column_and_every_number() -> None:
    page = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
    assert f"This is version {VERSION}. Every file" in page
    assert f"This is version {FEATURES}. Each" in page
    rows = page.split("## The columns")[1].split("## The numbers")[0].splitlines()
    assert [row.split("`")[1] for row in rows if row.startswith("| `")] == list(COLUMNS)
    for name in names_of(["road"]):
        what = name.removeprefix("road ").removesuffix(" mine").removesuffix(" theirs")
        assert f"`{what}`" in page, name
