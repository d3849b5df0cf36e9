"""Players of others at the terminal: a class of ten lines and a program sit down; a file never starts either."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida.cli.opponents import Computer, name_of, opponent
from bastida.cli.saving import computers_in, headers
from bastida.language.texts import texts
from bastida.players import foreign
from bastida.players.registry import UnknownPlayer, make_player, of_others
from bastida.table.setup import make_setup
from tests.cli.conftest import Run

BOT = """
class Bot:
    name = "Little bot"

    def __init__(self, raises=""):
        self.raises = raises

    def choose(self, game):
        if self.raises:
            raise KeyError(self.raises)
        game.play(game.options()[-1])
        game.undo()
        return game.options()[-1].text
"""
PROGRAM = """
import json, pathlib, sys
pathlib.Path("started").touch()
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("hellook", flush=True)
    elif word == "options":
        options = json.loads(rest)
    elif word == "go":
        print("answer", options[0], flush=True)
"""
ANSWERS = ["1a", "1b", "1c", "1d", "0", "0", "1a", "1b", "1c", "1d", "0"]


@pytest.fixture(autouse=True)
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module in the present folder, and the command of a program."""
    (tmp_path / "littlebot.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "littlebot", raising=False)
    return f"external:{shlex.join([sys.executable, 'program.py'])}"


def play(run: Run, computer: str, *more: str) -> str:
    result = run("play", "--players", "Ana", "--computer", computer, "--seed", "3", *more, lines=ANSWERS)
    assert result.exit_code == 0
    return " ".join(result.output.split())


def test_a_class_sits_down_under_its_name(run: Run) -> None:
    shown = play(run, "littlebot:Bot")
    assert "Little bot" in shown
    assert "no answer that counts" not in shown


def test_a_program_sits_down(run: Run, bot: str, tmp_path: Path) -> None:
    shown = play(run, bot)
    assert (tmp_path / "started").exists()
    assert Path(sys.executable).name in shown and "no answer that counts" not in shown


def test_one_that_fails_is_told_of_and_the_game_goes_on(run: Run) -> None:
    assert "Little bot: no answer that counts (littlebot:Bot:raises=x stumbled: KeyError" in play(run, "littlebot:Bot:raises=x")


@pytest.mark.parametrize(
    "player", ["littlebot:Bat", "nomodule:Bot", "littlebot:Bot:fast", "external:./no-such-program", "external:false"]
)
def test_what_is_no_player_is_refused_before_the_game(run: Run, player: str) -> None:
    result = run("play", "--players", "Ana", "--computer", player)
    assert (result.exit_code, result.stdout) == (2, "")
    assert player.split(":")[1] in result.stderr or player in result.stderr


def test_a_saved_game_starts_nothing_by_itself(run: Run, bot: str, tmp_path: Path) -> None:
    file = tmp_path / "game.bst"
    play(run, bot, "--save", str(file))
    assert computers_in(bastida.Record.read(file).more, 2) == {1: bot}
    (tmp_path / "started").unlink()
    result = run("play", "--resume", str(file), lines=ANSWERS)
    assert "A saved game starts nothing of others by itself" in " ".join(result.output.split())
    assert not (tmp_path / "started").exists()
    result = run("play", "--resume", str(file), "--computer", bot, lines=ANSWERS)
    assert "by itself" not in result.output
    assert (tmp_path / "started").exists()


def test_a_saved_game_loads_no_code(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hostile.py").write_text("import pathlib; pathlib.Path('loaded').touch()\nclass Bot: pass\n")
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=1)
    bastida.save(game, tmp_path / "game.bst", more=headers({1: "hostile:Bot"}, 1))
    result = run("play", "--resume", str(tmp_path / "game.bst"), lines=ANSWERS)
    assert result.exit_code == 0
    assert not (tmp_path / "loaded").exists() and "hostile" not in sys.modules


@pytest.mark.parametrize("spec", ["littlebot:Bot", "external:./bot", "external:time=1:python3 my bot.py --fast"])
def test_only_whoever_names_the_game_gets_players_of_others(spec: str) -> None:
    """The engine and the web table make players without a set-up."""
    assert of_others(spec)
    with pytest.raises(UnknownPlayer, match="cannot play here"):
        make_player(spec)
    assert computers_in(headers({0: spec}, 1), 2) == {0: spec}
    made = opponent(spec, 1)
    assert isinstance(made, Computer) and not isinstance(made.player, foreign.Foreign)


@pytest.mark.parametrize(
    "spec", ["random", "R1", "level:3", "search:nodes=5", "master", "evaluator:blind=tower+goods", "genius"]
)
def test_our_own_players_are_not_of_others(spec: str) -> None:
    assert not of_others(spec)


def asked(run: Run, player: str, *lines: str) -> tuple[int, list[str], str]:
    position = bastida.position(bastida.new_game("hunters", seed=3))
    result = run("engine", "--player", player, lines=[*lines, f"position {position}", "go seed 1 nodes 9"])
    return result.exit_code, result.stdout.splitlines(), result.stderr


def test_the_engine_answers_with_a_player_of_others(run: Run, bot: str) -> None:
    options = [option.text for option in bastida.new_game("hunters", seed=3).options()]
    assert asked(run, "littlebot:Bot")[1] == [f"answer {options[-1]}"]
    again = asked(run, "littlebot:Bot", "set player greedy", "set player littlebot:Bot", "hello")[1]
    assert "option player littlebot:Bot" in again and again[-1] == f"answer {options[-1]}"
    assert asked(run, "littlebot:Bot", "set player greedy")[1][0].startswith("info ")
    code, lines, errors = asked(run, "littlebot:Bot:raises=x")
    assert code == 1 and not lines and "KeyError" in errors
    assert asked(run, "nomodule:Bot")[0] == 2


def test_whoever_writes_to_an_engine_loads_no_code(run: Run, bot: str, tmp_path: Path) -> None:
    for player in (bot, "littlebot:Bot"):
        _, lines, _ = asked(run, "greedy", f"set player {player}", "hello")
        assert "cannot play here" in lines[0] and "option player greedy" in lines
    assert not (tmp_path / "started").exists() and "littlebot" not in sys.modules


def test_what_a_player_sees_holds_no_future() -> None:
    """A game of its own: playing on it changes nothing, and chance deals anew in it."""
    seen: list[bastida.Game] = []

    class Watcher:
        name = "Watcher"
        seed = 0

        def choose(self, game: bastida.Game) -> bastida.Option:
            seen.append(game)
            return game.options()[0]

    game = bastida.new_game("plus", seed=4)
    player = foreign.InPython("watcher", game.setup, Watcher())
    draws = set()
    for _ in range(6):
        player.answer(game.copy(), 1)
        ahead = seen.pop()
        for _ in range(8):
            ahead.play("pass" if ahead.decision and ahead.decision.kind == "figure" else ahead.options()[0])
        draws.add(tuple(step.text for step in ahead.steps if step.kind == "draw"))
    assert len(draws) == 6
    assert len(game.steps) == 1
    number = player.choose(game.engine, 1)
    assert number == game.options()[0].number
    assert seen[-1].options() == game.options()


def test_the_player_of_the_page_plays() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(class Bot:.*?)```", page, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    made: dict[str, Any] = {}
    exec(code, made)
    game = bastida.new_game("plus", seed=2)
    player = foreign.InPython("page", game.setup, made["Bot"]())
    while len(game.steps) < 12:
        option = player.answer(game.copy(), 1)
        assert option in game.options()
        game.play(option)


def test_an_installed_package_gives_a_player_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        name = "mine"

        def load(self) -> Any:
            from importlib import import_module

            return import_module("littlebot").Bot

    monkeypatch.setattr(foreign, "entry_points", lambda group: [Entry()] if group == "bastida.players" else [])
    monkeypatch.syspath_prepend(".")
    setup = make_setup("plus")
    assert of_others("mine") and of_others("mine:raises=x")
    assert isinstance(make_player("mine", setup), foreign.InPython)
    assert name_of(texts("en"), "mine") == "Little bot"
    with pytest.raises(UnknownPlayer, match="mine"):
        make_player("mines", setup)
