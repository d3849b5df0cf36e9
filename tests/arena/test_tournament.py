"""Tournaments: who meets whom, one file for each pairing, and results as a table."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest

from bastida.arena.match import Match, Result
from bastida.arena.results import Store, read
from bastida.arena.runner import in_this_process, run
from bastida.arena.tidy import COLUMNS, rows, write_csv
from bastida.arena.tournament import GAUNTLET, ROUND_ROBIN, Pairing, pairs, play_tournament, standings
from bastida.players.registry import UnknownPlayer

QUICK = Match(("greedy", "random", "random"), "plus-first-game", seed=3)


def test_a_round_robin_pairs_everybody_and_a_gauntlet_the_first_with_each() -> None:
    assert pairs(4, ROUND_ROBIN) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert pairs(4, GAUNTLET) == [(0, 1), (0, 2), (0, 3)]
    assert pairs(2, ROUND_ROBIN) == pairs(2, GAUNTLET) == [(0, 1)]


def test_every_pairing_is_the_match_it_would_be_alone(tmp_path: Path) -> None:
    seen: list[int] = []
    found = play_tournament(
        QUICK, ROUND_ROBIN, 2, in_this_process, results=tmp_path / "r.jsonl", records=tmp_path / "games", progress=seen.append
    )
    assert seen == [0, 1, 2, 3, 4, 5]
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == ["r-1-2.jsonl", "r-1-3.jsonl", "r-2-3.jsonl"]
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["1-2", "1-3", "2-3"]
    alone = Store(Match(("greedy", "random"), "plus-first-game", seed=3))
    run(alone, 2, in_this_process)
    assert [result.points for result in found[0].results] == [result.points for result in alone.all(2)]
    assert read(tmp_path / "r-2-3.jsonl")[0].players == ("random", "random")

    again = play_tournament(QUICK, ROUND_ROBIN, 2, in_this_process, results=tmp_path / "r.jsonl")
    assert [[result.points for result in one.results] for one in again] == [
        [result.points for result in one.results] for one in found
    ]


def test_a_player_that_does_not_exist_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownPlayer, match="genius"):
        play_tournament(Match(("random", "random", "genius")), GAUNTLET, 1, in_this_process)


def result(bag: int, rotation: int, points: list[int], faults: int = 0) -> Result:
    crashes = [{"crash": faults} if faults else {}, {}]
    return Result(bag, rotation, points, [40, 41], [0.5, 0.25], [0.1, 0.05], crashes, 71)


def test_the_list_puts_the_best_first_and_sums_up_what_each_did() -> None:
    base = Match(("a", "b", "c"))
    ab = [result(bag, turn, [9, 20] if bag or turn else [5, 5], faults=1) for bag in range(3) for turn in range(2)]
    bc = [result(bag, turn, [30, 10]) for bag in range(3) for turn in range(2)]
    found = standings(base.players, [Pairing(0, 1, base.pair(0, 1), ab), Pairing(1, 2, base.pair(1, 2), bc)])
    assert found[0].player == "b"
    best = found[0]
    assert (best.games, best.wins, best.ties) == (12, 11, 1)
    assert best.share == pytest.approx(11.5 / 12)
    first = next(place for place in found if place.player == "a")
    assert (first.games, first.wins, first.ties, first.faults) == (6, 0, 1, {"crash": 6})
    last = next(place for place in found if place.player == "c")
    assert last.elo.low == -math.inf and last.elo.high < best.elo.value


def test_the_table_has_a_row_for_every_player_of_every_game(tmp_path: Path) -> None:
    match = Match(("a", "b"), seed=7)
    found = [result(0, 0, [30, 20]), result(0, 1, [5, 5], faults=2)]
    path = tmp_path / "games.csv"
    write_csv(path, rows(match, found))
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == list(COLUMNS)
    assert [(line["player"], line["seat"], line["points"], line["margin"], line["share"]) for line in lines] == [
        ("a", "1", "30", "10", "1.0"),
        ("b", "2", "20", "-10", "0.0"),
        ("a", "2", "5", "0", "0.5"),
        ("b", "1", "5", "0", "0.5"),
    ]
    assert [line["faults"] for line in lines] == ["0", "0", "2", "0"]
