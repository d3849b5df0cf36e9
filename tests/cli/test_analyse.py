"""``bastida analyse``: tables, files and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bastida
from bastida.analysis import reviewing
from bastida.analysis.comments import PREFIX
from bastida.analysis.valuing import Budget
from bastida.language.texts import LANGUAGES
from bastida.record import Record
from tests.analysis.games import play_on, short
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A short game of a player who is as likely to err as not."""
    file = tmp_path_factory.mktemp("games") / "game.bst"
    bastida.save(play_on(short(left=3, seed=21), "greedy", "random"), file)
    return str(file)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reviewing.BUDGETS, "quick", Budget(1, draws=3, rivals=1))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_shown_turn_by_turn(run: Run, game: str, language: str) -> None:
    result = run("analyse", game, "--lang", language, env={"COLUMNS": "170"})
    assert result.exit_code == 0
    assert "analysis." not in result.output  # a text that is missing
    assert "[draw " in result.output
    assert "tile " in result.output
    assert len([line for line in result.output.splitlines() if "%" in line]) > 4


def test_files_are_written(run: Run, game: str, tmp_path: Path) -> None:
    picture, record = tmp_path / "game.svg", tmp_path / "out.json"
    result = run("analyse", game, "--svg", str(picture), "--out", str(record), "--json")
    told = json.loads(result.output)
    assert [side["result"] for side in told["sides"]] == [-told["sides"][1]["result"], told["sides"][1]["result"]]
    root = ElementTree.parse(picture).getroot()
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 2
    analysed = Record.read(record)
    assert any(comment.text.startswith(PREFIX) for row in analysed.rows for comment in row.comments)
    assert run("replay", str(record)).exit_code == 0


def test_a_position_shows_its_best_answers(run: Run, tmp_path: Path) -> None:
    table = short(left=3, seed=22)
    result = run("analyse", "--position", bastida.position(table), "--nodes", "50", "--lines", "2", env={"COLUMNS": "170"})
    assert result.exit_code == 0
    assert sum(option.text in result.output for option in table.options()) >= 1
    file = tmp_path / "open.bst"
    bastida.save(table, file)
    told = json.loads(run("analyse", str(file), "--position", "last", "--nodes", "50", "--json").output)
    assert told == json.loads(run("analyse", "--position", bastida.position(table), "--nodes", "50", "--json").output) | {
        "player": told["player"]
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Name the file of a game"),
        (["--position", "last"], "Name the file of a game"),
        (["GAME", "--position", "tea"], "not both"),
        (["--position", "tea"], "not a section"),
        (["GAME", "--position", "last"], "asks no player"),
        (["GAME", "--nodes", "0"], "0"),
        (["GAME", "--nodes", "9999999"], "9999999 positions"),
        (["GAME", "--budget", "vast"], "quick"),
        (["nowhere.bst"], "nowhere.bst"),
        (["GAME", "--resume", "GAME"], "not a file of an analysis"),
        (["GAME", "more"], "more"),
        (["GAME", "--time", "5"], "“--time” goes with --position only"),
        (["GAME", "--lines", "3"], "“--lines” goes with --position only"),
        (["GAME", "--position", "last", "--svg", "x.svg"], "“--svg” is for whole games"),
        (["GAME", "--position", "last", "--jobs", "1"], "“--jobs” is for whole games"),
        (["GAME", "--svg", "nowhere/x.svg"], "there is no folder nowhere"),
        (["GAME", "--out", "nowhere/x.bst"], "there is no folder nowhere"),
        (["GAME", "--resume", "nowhere/x.jsonl"], "there is no folder nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(run: Run, game: str, arguments: list[str], said: str) -> None:
    result = run("analyse", *(game if word == "GAME" else word for word in arguments))
    assert result.exit_code == 2
    assert said in result.output
