"""``bastida arena``: matches from the command line."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bastida
from bastida.arena.results import read
from bastida.language.texts import LANGUAGES
from bastida.players.registry import KINDS, levels
from tests.cli.conftest import Run, environment, interruptible

QUICK = ("arena", "random", "R0", "--game", "plus-first-game", "--bags", "3")


def test_without_players_it_lists_them(run: Run) -> None:
    shown = run("arena").output
    assert all(name in shown for name in (*KINDS, "external"))
    assert "nodes=800" in shown
    assert f"level:{len(levels())}" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_is_summed_up(run: Run, language: str) -> None:
    result = run(*QUICK, "--lang", language, env={"COLUMNS": "160"})
    assert result.exit_code == 0
    assert "random" in result.output and "R0" in result.output
    assert re.search(r"95 ?%", result.output)
    assert "arena." not in result.output  # a text that is missing


def test_json_holds_everything_and_no_infinity(run: Run) -> None:
    found = json.loads(run("arena", "greedy", "random", "random", "--bags", "1", "--json").output)
    assert (found["bags"], found["games"]) == (1, 3)
    assert [row["player"] for row in found["players"]] == ["greedy", "random", "random"]
    greedy = found["players"][0]
    assert greedy["wins"] == 3
    assert greedy["share"]["value"] == 1
    assert greedy["elo"]["value"] is None
    assert found["match"]["seed"] == 1


def test_the_same_command_gives_the_same_match(run: Run) -> None:
    def points(*more: str) -> list[float]:
        return [row["points"] for row in json.loads(run(*QUICK, "--json", *more).output)["players"]]

    assert points() == points("--jobs", "2")
    assert points() != points("--seed", "2")


def test_results_records_and_picture_are_written(run: Run, tmp_path: Path) -> None:
    results, games, picture = tmp_path / "r.jsonl", tmp_path / "games", tmp_path / "p.svg"
    files = ("--resume", str(results), "--save-records", str(games), "--plot", str(picture))
    first = run(*QUICK, *files)
    assert first.exit_code == 0
    assert len(list(games.glob("*.bst"))) == 6
    assert all(bastida.load(path).over for path in games.glob("*.bst"))
    assert picture.read_text().startswith("<svg")
    assert len(read(results)[1]) == 6
    began = time.monotonic()
    assert run(*QUICK, *files).output == first.output
    assert time.monotonic() - began < 5
    assert run(*QUICK[:-1], "5", *files).exit_code == 0
    assert len(read(results)[1]) == 10


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupted_match_is_gone_on_with(run: Run, tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    arguments = ("arena", "random", "R0", "--bags", "100000", "--jobs", "2", "--resume", str(results))
    process = subprocess.Popen(
        [sys.executable, "-m", "bastida.cli", *arguments], env=environment(), stderr=subprocess.PIPE, preexec_fn=interruptible
    )
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not results.exists() or results.read_bytes().count(b"\n") < 5):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in errors
    played = len(read(results)[1])
    assert played >= 4
    arguments = ("arena", "random", "R0", "--bags", str((played + 3) // 2), "--resume", str(results), "--json")
    assert json.loads(run(*arguments).output)["games"] >= played


def test_a_match_may_stop_when_enough_is_known(run: Run) -> None:
    result = run("arena", "greedy", "random", "--game", "plus-first-game", "--bags", "3", "--until", "0.5")
    assert "not shown after 3 bags" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("greedy",), "at least two players"),
        (("gredy", "random"), "did you mean greedy"),
        (("greedy:nodes=3", "random"), "unknown option 'nodes=3'"),
        (("greedy", "random", "--game", "pluss"), "did you mean"),
        (("greedy", *["random"] * 8), "9 players"),
        (("greedy", "random", "--until", "1.5"), "--until"),
        (("greedy", "random", "--bags", "0"), "--bags"),
        (("external:", "random"), "needs a command"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())


@pytest.mark.parametrize("content", [b"my notes", b"my notes\nwithout an end", b"\xff\xfe\n\x00"])
def test_a_file_that_holds_no_results_is_left_as_it_is(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    result = run("arena", "greedy", "random", "--resume", str(file))
    assert result.exit_code == 2
    assert "not a file of arena results" in " ".join(result.stderr.split())
    assert file.read_bytes() == content


def test_programs_that_fail_are_told_of(run: Run) -> None:
    result = run("arena", "external:./no-such-program", "random", "--game", "plus-first-game", "--bags", "1")
    assert result.exit_code == 0
    assert "external:./no-such-program: crashes: 20" in " ".join(result.output.split())
