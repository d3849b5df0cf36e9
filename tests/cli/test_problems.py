"""``bastida problems``: the list, one problem, what an answer is worth, whether it stands."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from bastida.language.texts import LANGUAGES
from bastida.problems import mining
from bastida.problems.library import of_the_day, problems
from tests.cli.conftest import Run

ONE = next(one for one in problems().values() if len(one.questions) == 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_problems_are_listed_and_shown(run: Run, language: str) -> None:
    listed = run("problems", "--lang", language, "--game", ONE.preset, env={"COLUMNS": "150"})
    shown = run("problems", "show", ONE.id, "--lang", language, env={"COLUMNS": "150"})
    for result in (listed, shown):
        assert result.exit_code == 0
        assert ONE.id in result.output
        assert "theme." not in result.output
        assert "problems." not in result.output.replace("bastida problems", "")


def test_a_list_for_programs_gives_no_answer_away(run: Run) -> None:
    theme = ONE.themes[0]
    found = json.loads(run("problems", "list", "--theme", theme, "--json").output)
    assert ONE.id in [one["id"] for one in found]
    assert all(theme in one["themes"] for one in found)
    assert not {"answer", "questions_answers", "close"} & set(found[0])
    shown = json.loads(run("problems", "show", ONE.id, "--json").output)
    assert ONE.questions[0].answer in shown["options"]


def test_answers_are_judged(run: Run) -> None:
    first, second = ONE.questions
    wrong, loss = next(iter(first.close.items()))
    told = json.loads(run("problems", "solve", ONE.id, first.answer, second.answer, "--json").output)
    assert told["solved"] is True
    assert [one["loss"] for one in told["answers"]] == [0.0, 0.0]
    told = json.loads(run("problems", "solve", ONE.id, wrong, second.answer, "--json").output)
    assert told["solved"] is False
    assert told["answers"] == [{"answer": wrong, "best": first.answer, "loss": loss, "or_more": False}]
    said = run("problems", "solve", ONE.id, wrong).output
    assert f"gives away {loss:.1f} points" in said
    assert "Not solved." in said


def test_answers_are_asked_for(run: Run) -> None:
    result = run("problems", "solve", ONE.id, lines=["nonsense", *ONE.answers])
    assert "Not possible: nonsense" in result.output
    assert "Solved." in result.output
    assert "Not solved." in run("problems", "solve", ONE.id, lines=[""]).output


def test_today_has_a_problem(run: Run) -> None:
    wanted = {of_the_day(date.today()).id}
    told = json.loads(run("problems", "show", "today", "--json").output)
    assert told["id"] in wanted | {of_the_day(date.today()).id}


def test_a_problem_becomes_a_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "problem.svg"
    assert run("problems", "show", ONE.id, "-o", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_problems_are_checked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "stands", lambda problem, nodes: problem.id != ONE.id and nodes == 50)
    said = run("problems", "check", ONE.id, "--nodes", "50").output
    assert f"{ONE.id}: another answer is as good" in said
    told = json.loads(run("problems", "check", "--number", "3", "--nodes", "50", "--json").output)
    assert len(told) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frobnicate"], "none of list, show"),
        (["show"], "Name a problem"),
        (["make"], "Name the file"),
        (["show", "nothing"], "There is no problem nothing"),
        (["list", "--theme", "nothing"], "there are the themes"),
        (["list", "--game", "plsu"], "unknown game"),
        (["list", "today"], "today"),
        (["list", "--frobnicate"], "--frobnicate"),
        (["make", "nowhere/mined.jsonl"], "there is no folder"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(run: Run, arguments: list[str], said: str) -> None:
    result = run("problems", *arguments)
    assert result.exit_code == 2
    assert said in result.output
