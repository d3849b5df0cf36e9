"""``bastida arena``: matches from the command line."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import bastida
from bastida.arena.match import Match, Result
from bastida.arena.results import Store, read
from bastida.language.texts import LANGUAGES, texts
from bastida.players.registry import KINDS, levels
from tests.cli.conftest import Run, environment, interruptible

QUICK = ("arena", "random", "R0", "--game", "plus-first-game", "--bags", "3")


def test_without_players_it_lists_them(run: Run) -> None:
    shown = run("arena").output
    assert all(name in shown for name in (*KINDS, "external"))
    assert "nodes=800" in shown
    assert f"level:{len(levels())}" in shown


def test_without_players_it_lists_them_as_json_too(run: Run) -> None:
    result = run("--lang", "es", "arena", "--json")
    found = json.loads(result.output)
    assert result.exit_code == 0
    assert [one["id"] for one in found["players"]][: len(KINDS) + 1] == [*KINDS, "external"]
    playouts = next(one for one in found["players"] if one["id"] == "playouts")
    assert playouts["options"]["nodes"] == "800" and playouts["about"] == texts("es")("arena.about.playouts")
    assert [(one["level"], one["id"]) for one in found["levels"]] == list(enumerate(levels(), 1))


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
        (("external:'bot", "random"), "quotation mark that does not end"),
        (("greedy", "--json"), "at least two players"),
        (("greedy", "random", "--sprt", "5", "5"), "the smaller Elo first"),
        (("greedy", "random", "--sprt", "0", "5", "--until", "0.5"), "do not go together"),
        (("greedy", "random", "R0", "--schedule", "gauntlet", "--until", "0.5"), "for one match"),
        (("greedy", "random", "--schedule", "ladder"), "--schedule"),
        (("greedy", "random", "--csv", "no/such/folder/games.csv"), "there is no folder"),
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


def test_faults_of_players_of_others_are_told(run: Run, bot: Path) -> None:
    result = run("arena", "bot:Bot:answer=nowhere", "random", "--game", "plus-first-game", "--bags", "1")
    assert result.exit_code == 0
    assert "bot:Bot:answer=nowhere: answers not allowed: 20" in " ".join(result.output.split())


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_that_never_starts_ends_the_match(run: Run, jobs: str) -> None:
    result = run("arena", "external:./no-such-program", "random", "--game", "plus-first-game", "--jobs", jobs, "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    said = " ".join(result.stderr.split())
    assert "The match is ended: the program './no-such-program' never began to play" in said or "no-such-program" in said
    assert "cannot be started: there is no such file" in said


# -- players in Python ----------------------------------------------------------------------------------------------------

BOT = """
import random

class Bot:
    name = "Little bot"

    def __init__(self, seed=0, answer="", raises=""):
        self.seed, self.answer, self.raises = seed, answer, raises

    def choose(self, game):
        if self.raises:
            raise KeyError(self.raises)
        return self.answer or random.Random(self.seed).choice(game.options())

def nobody():
    return object()
"""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player in the present folder."""
    (tmp_path / "bot.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "bot", raising=False)
    return tmp_path


def test_a_class_of_ten_lines_plays_and_the_same_command_gives_the_same_match(run: Run, bot: Path) -> None:
    command = ("arena", "bot:Bot", "random", "--game", "plus-first-game", "--bags", "1", "--json")
    found = [json.loads(run(*command, *more).output)["players"] for more in ((), ("--jobs", "2"))]
    assert found[0][0]["faults"] == {} and found[0][0]["player"] == "bot:Bot"
    assert [row["points"] for row in found[0]] == [row["points"] for row in found[1]]


def test_one_that_raises_is_counted(run: Run, bot: Path) -> None:
    result = run("arena", "bot:Bot:raises=x", "random", "--game", "plus-first-game", "--bags", "1")
    assert "bot:Bot:raises=x: crashes: 20" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("bot:Bat", "has nothing called 'Bat'"),
        ("bott:Bot", "there is no Python module 'bott'"),
        ("bot:Bot:fast", "'fast' is no option of bot:Bot:fast"),
        ("bot:Bot:depth=3", "cannot be made: TypeError"),
        ("bot:nobody", "it has no choose(game)"),
    ],
)
def test_what_is_no_player_is_refused(run: Run, bot: Path, player: str, sentence: str) -> None:
    result = run("arena", player, "random")
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())


# -- tournaments, tests, tables -------------------------------------------------------------------------------------------


def test_a_tournament_gives_a_list_of_ratings(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    command = ("arena", "random", "R0", "greedy", "--game", "plus-first-game", "--bags", "1", "--schedule", "round-robin")
    shown = run(*command, "--csv", str(table))
    assert shown.exit_code == 0
    assert "greedy" in shown.output and "inf" not in shown.output
    assert len(table.read_text().splitlines()) == 1 + 3 * 2 * 2
    found = json.loads(run(*command, "--json").output)
    assert found["schedule"] == "round-robin"
    assert found["ratings"][0]["player"] == "greedy"
    assert found["ratings"][0]["elo"]["high"] is None
    assert [match["match"]["players"] for match in found["matches"]] == [
        ["random", "R0"],
        ["random", "greedy"],
        ["R0", "greedy"],
    ]


def test_several_names_are_one_game_unless_told_otherwise(run: Run) -> None:
    found = json.loads(run("arena", "random", "R0", "random", "--game", "plus-first-game", "--bags", "1", "--json").output)
    assert (found["games"], len(found["players"])) == (3, 3)


def test_a_sequential_ratio_says_what_is_decided(run: Run) -> None:
    result = run("arena", "random", "R0", "--game", "plus-first-game", "--bags", "2", "--sprt", "0", "100")
    assert "Between 0 and 100 Elo nothing is decided for random after 2 bags" in " ".join(result.output.split())
    found = json.loads(run("arena", "random", "R0", "--bags", "2", "--sprt", "-5", "10", "--json").output)["test"]
    assert (found["elo0"], found["elo1"], found["verdict"]) == (-5, 10, None)


def test_one_bound_is_stated_where_everything_was_lost(run: Run) -> None:
    command = ("arena", "greedy", "random", "--game", "plus-first-game", "--bags", "2")
    shown = run(*command, env={"COLUMNS": "160"}).output
    assert re.search(r"random .* < [-+]\d+ ", shown) and re.search(r"greedy .* > [-+]\d+ ", shown)
    assert "inf" not in shown
    lost = json.loads(run(*command, "--json").output)["players"][1]["elo"]
    assert (lost["value"], lost["low"]) == (None, None) and lost["high"] < 0


def test_parquet_is_refused_where_pyarrow_is_not(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run(*QUICK, "--parquet", str(tmp_path / "games.parquet"))
    assert result.exit_code == 2
    assert "bastida[data]" in result.stderr


def test_processes_end_without_a_word() -> None:
    command = [sys.executable, "-m", "bastida.cli", *QUICK, "--jobs", "2", "--json"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=300, check=True)
    assert json.loads(done.stdout)["games"] == 6
    assert done.stderr == ""


# -- without luck -------------------------------------------------------------------------------------------------------


def test_results_without_luck_are_shown_when_asked_for(run: Run, tmp_path: Path) -> None:
    """Of games in which all that one is ahead by is luck and two points."""
    match = Match(("random", "R0"), "plus-first-game", seed=1, luck=True)
    store = Store(match, tmp_path / "match.jsonl")
    for bag, lucky in enumerate((10.0, -4.0, 3.0)):
        games = [Result(bag, rotation, [52 + int(lucky), 50], [9, 9], [0, 0], [0, 0], [{}, {}], 70) for rotation in range(2)]
        store.add([replace(game, luck=[lucky, -lucky], luck_share=[lucky / 50, -lucky / 50]) for game in games])
    store.close()
    asked = (*QUICK, "--luck-adjusted", "--resume", str(tmp_path / "match.jsonl"))
    shown = run(*asked)
    assert shown.exit_code == 0, shown.output
    assert "Without luck" in shown.output
    first = json.loads(run(*asked, "--json").output)["players"][0]
    assert first["adjusted"]["margin"]["value"] == pytest.approx(2)
    assert first["adjusted"]["luck"]["value"] == pytest.approx(3)
    assert "Without luck" not in run(*QUICK).output
