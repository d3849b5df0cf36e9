"""``bastida engine``: the line protocol, from the engine's side."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import bastida
from bastida.analysis.stretch import in_notation
from bastida.analysis.thinking import MOST
from bastida.arena.match import Match, play_bag
from bastida.cli.engine import Talk, converse
from bastida.table.setup import presets
from tests.cli.conftest import Run, environment

PAGE = Path(__file__).resolve().parents[2] / "docs" / "engine-protocol.md"


def position(preset: str = "plus", answers: int = 0, seed: int = 3) -> str:
    game = bastida.new_game(preset, players=2, seed=seed)
    for _ in range(answers):
        game.play(game.options()[0])
    return bastida.position(game)


def said(run: Run, *lines: str, player: str = "greedy") -> list[str]:
    result = run("engine", "--player", player, lines=lines)
    assert result.exit_code == 0
    return result.output.splitlines()


def test_it_introduces_itself(run: Run) -> None:
    lines = said(run, "hello", "ready?", "quit", "hello")
    options = ["option player greedy", "option multi 1"]
    assert lines == [f"id name Bastida {bastida.__version__}", "protocol 1", *options, "hellook", "ready"]


@pytest.mark.parametrize("preset", presets())
def test_it_answers_in_every_game(run: Run, preset: str) -> None:
    text = position(preset, 6)
    info, answer = said(run, "new", f"position {text}", "go seed 1")
    options = [option.text for option in bastida.from_position(text).options()]
    assert answer.removeprefix("answer ") in options
    found = re.fullmatch(r"info rank 1 nodes \d+ time \d+ margin (-?[\d.]+) chance ([\d.]+) line (.+)", info)
    assert found is not None
    assert 0 <= float(found[2]) <= 1
    assert found[3].split(" | ")[0] == answer.removeprefix("answer ")


def test_the_same_question_gets_the_same_answer(run: Run) -> None:
    text = position(answers=9)
    first, second, *_ = [said(run, f"position {text}", "go seed 5 nodes 30", player="playouts")[-1] for _ in range(2)]
    assert first == second


def test_a_budget_in_time_is_kept_to(run: Run) -> None:
    began = time.monotonic()
    lines = said(run, f"position {position()}", "go nodes 100000000 movetime 100", player="playouts")
    assert lines[-1].startswith("answer ")
    assert time.monotonic() - began < 5


def test_players_can_be_changed(run: Run) -> None:
    lines = said(run, "set player random", "hello", "set player genius", "set colour red")
    assert "option player random" in lines
    assert any(line.startswith("error unknown player 'genius'") for line in lines)
    assert any(line.startswith("error unknown option 'colour'") for line in lines)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("castle", "error unknown command 'castle': there are hello, ready?, set"),
        ("go", "error there is no position yet"),
        ("go fast", "error say it like this: go seed 7"),
        ("go nodes -3", "error say it like this"),
        ("go seed", "error say it like this"),
        ("position", "error "),
        ("position nonsense", "error "),
        ("position position 1 | game chess", "error "),
        ("position " + "x" * 5000, "error "),
    ],
)
def test_what_is_wrong_is_said_and_nothing_ends(run: Run, line: str, error: str) -> None:
    lines = said(run, line, "ready?")
    assert lines[0].startswith(error)
    assert lines[-1] == "ready"
    assert len(lines) == 2


def test_positions_that_ask_nobody(run: Run) -> None:
    study = bastida.position(bastida.new_game("plus", players=2, study=True))
    over = bastida.new_game("plus-first-game", players=2, seed=1)
    while not over.over:
        over.play(over.options()[0])
    for text in (study, bastida.position(over)):
        assert said(run, f"position {text}", "go") == ["error this position asks no player"]


def test_stop_is_heard_while_it_thinks() -> None:
    lines: list[str] = []
    talk = Talk("playouts:nodes=1000000000", lines.append)

    def table() -> Iterator[str]:
        yield f"position {position()}\n"
        yield "go\n"
        while talk.thinking is None:
            time.sleep(0.01)
        time.sleep(0.1)
        yield "stop\n"

    began = time.monotonic()
    converse(talk, table())
    assert time.monotonic() - began < 20
    assert lines[-1].startswith("answer ")


def test_a_stop_that_comes_too_late_does_no_harm() -> None:
    lines: list[str] = []
    converse(Talk("playouts:nodes=20", lines.append), ["stop\n", f"position {position()}\n", "stop\n", "go\n"])
    assert "nodes 20 " in lines[-2]
    assert lines[-1].startswith("answer ")


def test_lines_of_play_are_told_as_far_as_they_go() -> None:
    game = bastida.new_game("plus", players=2, draws=["V"], seed=1)
    placed = game.find("1,0 r0").number
    trial = game.copy()
    trial.play("1,0 r0")
    thief = trial.find("follower road W")
    assert in_notation(game, game.engine, [placed, thief.number]) == ["1,0 r0", thief.text]
    assert in_notation(game, game.engine, [placed, -5, placed]) == ["1,0 r0"]


def test_the_example_of_the_page_is_what_happens(run: Run) -> None:
    """Everything but the position, which the page cuts short, and the numbers."""
    (talk,) = (
        block for block in re.findall(r"```\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL) if "> hello" in block
    )
    sent = [line[2:] for line in talk.splitlines() if line.startswith("> ")]
    expected = [line[2:] for line in talk.splitlines() if line.startswith("< ")]
    sent = [f"position {position()}" if line.startswith("position ") else line for line in sent]
    lines = said(run, *sent, player="evaluator")

    def shape(line: str) -> str:
        return re.sub(r"-?\d+(\.\d+)*", "9", line.partition(" line ")[0]) if line.startswith("info") else line.split()[0]

    assert [shape(line) for line in lines] == [shape(line) for line in expected]


@pytest.mark.skipif(sys.platform == "win32", reason="commands are split as on POSIX")
def test_it_plays_in_the_arena_like_the_player_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sides of one protocol: the engine over its lines gives the answers that its player gives."""
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    command = shlex.join([sys.executable, "-m", "bastida.cli", "engine", "--player", "greedy"])
    told = play_bag(Match((f"external:{command}", "random"), "plus-first-game"), 1)
    held = play_bag(Match(("greedy", "random"), "plus-first-game"), 1)
    assert [result.answers for result in told] == [result.answers for result in held]
    assert [result.faults for result in told] == [[{}, {}], [{}, {}]]


def test_it_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "bastida.cli", "engine"]
    process = subprocess.run(command, input="hello\n", env=environment(), capture_output=True, text=True, timeout=60)
    assert process.returncode == 0
    assert process.stdout.splitlines()[-1] == "hellook"
    assert not process.stderr


def test_as_many_lines_as_are_wanted_are_told(run: Run) -> None:
    lines = said(run, "set multi 3", "hello", f"position {position()}", "go seed 1 nodes 300", player="search")
    assert "option multi 3" in lines
    ranks = [re.fullmatch(r"info rank (\d) .* margin \S+ chance \S+ visits \d+ line (.+)", line) for line in lines[-4:-1]]
    assert [found[1] for found in ranks if found is not None] == ["1", "2", "3"]
    passes = [re.search(r"passes (\d+) .* visits (\d+)", line) for line in lines[-4:-1]]
    assert all(found is not None and int(found[1]) >= int(found[2]) for found in passes)
    assert passes[0] is not None
    assert int(passes[0][1]) > 1
    assert ranks[0] is not None
    assert lines[-1] == f"answer {ranks[0][2].split(' | ')[0]}"


@pytest.mark.parametrize("value", ["0", "-1", "many", "101", ""])
def test_a_number_of_lines_that_cannot_be_is_refused(run: Run, value: str) -> None:
    assert said(run, f"set multi {value}") == ["error multi is a number from 1 to 100"]


def test_thinking_without_end_ends_when_it_is_stopped() -> None:
    """It tells what it expects so far, and stops when nobody can say stop any more too."""
    for last in ("stop\n", "quit\n"):
        lines: list[str] = []
        talk = Talk("search", lines.append)

        def hear(last: str = last, lines: list[str] = lines) -> Iterator[str]:
            yield f"position {position()}\n"
            yield "go infinite\n"
            while not any(line.startswith("info") for line in lines):
                time.sleep(0.05)
            yield last

        converse(talk, hear())
        assert lines[-1].startswith("answer ")
        assert int(lines[-2].split(" nodes ")[1].split()[0]) > 0


def test_a_time_is_the_only_limit_of_a_search() -> None:
    budget = {"movetime": 50}
    assert Talk("search", print).spec_for(budget, False).endswith(f":nodes={MOST}")
    assert Talk("level:8", print).spec_for(budget, False).endswith(f":nodes={MOST}")
    assert Talk("master", print).spec_for({}, True).endswith(f":nodes={MOST}")
    assert Talk("search", print).spec_for(budget | {"nodes": 7}, False) == "search:nodes=7"
    assert Talk("evaluator", print).spec_for(budget, False) == "evaluator"
    assert Talk("search", print).spec_for({}, False) == "search"
    assert Talk("search:time=1:last=2", print).spec_for({}, True) == f"search:last=2:nodes={MOST}"
    assert Talk("level:8", print).spec_for({"nodes": 7}, False).endswith(":nodes=7")


@pytest.mark.parametrize("player", ["search", "playouts", "search:time=60"])
def test_no_time_at_all_is_a_time_too(run: Run, player: str) -> None:
    began = time.monotonic()
    lines = said(run, f"position {position()}", "go movetime 0", "go nodes 0", player=player)
    assert [line.partition(" ")[0] for line in lines if not line.startswith("info")] == ["answer", "answer"]
    assert time.monotonic() - began < 5


def test_all_the_time_there_is_is_used() -> None:
    """A time alone is no less than that: no number of positions ends it before."""
    lines: list[str] = []
    began = time.monotonic()
    converse(Talk("level:7", lines.append), [f"position {position()}\n", "go movetime 1500\n"])
    assert time.monotonic() - began >= 1.4
    assert lines[-1].startswith("answer ")
