"""The miner: what it keeps, that it goes on from its file, and what becomes of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida.problems import mining, shipping
from bastida.problems.mining import Miner, question, read, stands
from bastida.problems.model import LEVELS, Problem
from tests.analysis.games import short

FAST = {
    "LOOK": 1, "NODES": 4, "DEEPER": 2, "CLEAR": 0.5, "HINT": 0.5, "EARLY": 0, "GAP": 1,
    "PLAIN": (1.0,), "OTHER": (1.0,), "OWN": (1.0,),
}  # fmt: skip


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a few tiles, and next to no thinking."""
    for name, value in FAST.items():
        monkeypatch.setattr(mining, name, value)
    monkeypatch.setattr(mining, "SPECS", dict.fromkeys(LEVELS, "greedy"))
    monkeypatch.setattr(mining, "new_game", lambda setup, seed: short(left=4, seed=int(seed.rpartition("/")[2])))


def mined(file: Path, goal: int) -> list[dict[str, Any]]:
    Miner(file, goal, ["plus"], lambda text: None).run()
    return list(read(file))


def test_what_is_found_is_kept_and_gone_on_from(tmp_path: Path) -> None:
    file = tmp_path / "mined.jsonl"
    first = mined(file, 1)
    found = [entry for entry in first if "rounds" not in entry]
    assert found
    assert first[-1]["rounds"] >= 1
    with file.open("a", encoding="utf-8") as out:
        out.write('{"preset": "plus", "rou')  # a run that was killed
    more = mined(file, len(found) + 1)
    assert more[: len(first)] == first
    assert more[-1]["rounds"] > first[-1]["rounds"]
    whole = tmp_path / "whole.jsonl"
    assert [one for one in mined(whole, len(found) + 1) if "rounds" not in one] == [one for one in more if "rounds" not in one]


def test_a_problem_is_clear_twice_and_legal(tmp_path: Path) -> None:
    for entry in mined(tmp_path / "mined.jsonl", 1):
        if "rounds" in entry:
            continue
        game = bastida.from_position(entry["position"])
        asked = question(game)
        assert asked == entry["questions"][0]
        assert set(entry["found"]) <= set(LEVELS)
        problem = shipping.made(entry)
        assert stands(problem)
        assert problem.themes


def test_an_answer_that_is_no_better_is_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "CLEAR", 1000.0)
    assert question(short(left=4, seed=3)) is None


def test_of_every_preset_and_rating_something_is_shipped() -> None:
    def posed(number: int, preset: str, found: int, themes: tuple[str, ...]) -> Problem:
        return Problem(f"{number:010x}", preset, 2, "", (), LEVELS[:found], themes)

    easy = [posed(number, "plus", 6, ("close",)) for number in range(8)]
    hard = [posed(10 + number, "plus", 1, ("keep",)) for number in range(2)]
    own = [posed(20, "plus-tower", 6, ("tower.capture",)), posed(21, "plus-tower", 6, ("close",))]
    chosen = shipping.chosen([*easy, *hard, *own], 6)
    assert len(chosen) == 6
    assert sum(problem in hard for problem in chosen) == 2
    assert {problem.preset for problem in chosen} == {"plus", "plus-tower"}
    assert own[0] in shipping.chosen([*easy, *own], 2)


def test_lines_that_are_no_json_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "mined.jsonl"
    file.write_text(json.dumps({"preset": "plus", "rounds": 3}) + "\n{broken\n", encoding="utf-8")
    assert list(read(file)) == [{"preset": "plus", "rounds": 3}]
    assert list(read(tmp_path / "nothing")) == []
