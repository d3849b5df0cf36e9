"""``bastida games``: data made and read at the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
import pytest

from bastida.cli import app
from tests.cli.conftest import Run

FEW = ("--keep", "0.02", "--seed", "5")


def test_made_and_read(run: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "data")
    made = run("games", "make", "random", "--games", "2", "-o", folder, *FEW, "--json")
    assert made.exit_code == 0, made.output
    told = json.loads(made.stdout)
    assert (told["games"], told["played"], told["files"]) == (2, 2, 1)
    again = run("games", "make", "random", "--games", "2", "-o", folder, *FEW)
    assert again.exit_code == 0
    assert "0 of them played now" in " ".join(again.stdout.split())  # however long the name of the folder is
    shown = run("games", "read", folder, "--limit", "3")
    assert shown.exit_code == 0
    assert "question" in shown.stdout
    lines = run("games", "read", folder, "--json", "--columns", "game,points").stdout.splitlines()
    assert len(lines) == told["positions"]
    assert set(json.loads(lines[0])) == {"game", "points"}
    assert "No position" in run("games", "read", folder, "--player", "greedy").stdout
    first = run("games", "read", folder, "--json", "--limit", "1", "--game", "1", "--lang", "es")
    assert json.loads(first.stdout)["game"] == 1


@pytest.mark.slow
def test_two_processes_make_the_same(run: Run, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        folder = str(tmp_path / jobs)
        made = run("games", "make", "random", "greedy", "--games", "12", "--keep", "0.01", "--jobs", jobs, "-o", folder)
        assert made.exit_code == 0, made.output
    one, two = (run("games", "read", str(tmp_path / jobs), "--json").stdout for jobs in ("1", "2"))
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("make", "gredy", "-o", "{new}"), "unknown player"),
        (("make", "random", "-o", "{full}"), "is not empty"),
        (("make", "random", "greedy", "--seats", "3", "-o", "{new}"), "--seats says 3"),
        (("make", "random", "-o", "{new}", "--seats", "6", "--game", "hunters"), "5"),
        (("make", "random", "-o", "{new}", "--game", "nothing"), "unknown game"),
        (("read", "{new}"), "there is no"),
        (("read", "{full}"), "no positions yet"),
        (("read", "{full}", "--turn", "5-"), "no range"),
        (("read", "{full}", "--game", "9-2"), "no range"),
        (("read", "{full}/letter.txt"), "damaged"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(run: Run, tmp_path: Path, arguments: tuple[str, ...], problem: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear all")
    filled = [word.format(new=tmp_path / "new", full=tmp_path / "full") for word in arguments]
    result = run("games", *filled)
    assert result.exit_code == 2, result.output
    assert problem in result.stderr
    assert "Traceback" not in result.output
    assert not (tmp_path / "new").exists()


def test_without_pyarrow_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for arguments in (("make", "random", "-o", "data"), ("read", "data")):
        result = run("games", *arguments)
        assert result.exit_code == 2
        assert 'pip install "bastida[data]"' in result.stderr


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_help_teaches(run: Run, language: str) -> None:
    for words in (("games",), ("games", "make", "--help"), ("games", "read", "--help")):
        result = run(*words, "--lang", language)
        assert result.exit_code == 0
        assert "bastida games" in result.stdout
        assert "help.games" not in result.stdout


def test_every_option_is_on_the_page_of_the_command() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8").split("## `bastida games`")[1]
    commands = app.commands["games"]
    assert isinstance(commands, click.Group)
    for command in commands.commands.values():
        for parameter in command.params:
            for option in parameter.opts + parameter.secondary_opts:
                if option.startswith("--") and option not in ("--debug", "--lang", "--expansions", "--preset"):
                    assert f"`{option}" in page.split("\n## ")[0], option
