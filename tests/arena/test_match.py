"""Matches: paired bags, rotated seats, records, and the same games whoever plays them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import bastida
from bastida.arena.bags import Bag
from bastida.arena.match import Match, Result, as_game, farmers_of, play_bag
from bastida.arena.results import Store, StoreError, read
from bastida.arena.runner import Play, Played, in_processes, in_this_process, on_ray, run
from bastida.arena.statistics import Sequential
from bastida.kernel.codes import DEALER, OVER
from bastida.players.references import Random
from bastida.players.registry import UnknownPlayer
from bastida.table.setup import make_setup, presets
from tests.clusters import ON_RAY
from tests.rules.study import lay, study

QUICK = Match(("random", "random"), seed=3)


def dealt(preset: str, bag: Bag, seed: int) -> list[tuple[str, int]]:
    """What chance brings in a game of random players: module asking, answer."""
    game, player, found = make_setup(preset).engine(), Random("r"), []
    while game.asked != OVER:
        if game.asked == DEALER:
            answer = bag.choose(game)
            found.append((game.rules.modules[game.owner()].name, answer))
        else:
            answer = int(player.choose(game, seed + len(found)))
        game.answer(answer)
    return found


def test_a_bag_deals_the_same_tiles_whatever_the_players_do() -> None:
    first, second = dealt("plus", Bag(1), 10), dealt("plus", Bag(1), 20)
    assert first == second
    assert len(first) >= 71
    assert dealt("plus", Bag(2), 10) != first


@pytest.mark.parametrize("preset", presets())
def test_a_bag_deals_every_game_and_keeps_to_its_order(preset: str) -> None:
    """Extra turns and tiles laid aside may shift who gets what, but the first dozen of draws are the same."""

    def draws(seed: int) -> list[int]:
        return [piece for module, piece in dealt(preset, Bag("x"), seed) if module == "kernel"]

    assert draws(1)[:12] == draws(2)[:12]


def test_every_order_of_the_tiles_comes_as_often() -> None:
    """The first tile of a bag is a fair draw: 24 kinds, by their copies."""
    game = make_setup("plus").engine()
    firsts = [Bag(seed).choose(game.copy()) for seed in range(3000)]
    pile = int(game.rules.stock[0])
    for kind in range(len(game.rules.tiles)):
        expected = 3000 * int(game.piles.copies(pile, kind)) / int(game.piles.size(pile))
        assert abs(firsts.count(kind) - expected) < 5 * (expected**0.5) + 1


def test_seats_rotate_and_points_go_to_the_player_not_to_the_seat() -> None:
    match = Match(("greedy", "random", "random"), "plus-first-game", seed=5)
    results = play_bag(match, 0)
    assert [result.rotation for result in results] == [0, 1, 2]
    for result in results:
        game = as_game(match, result)
        names = list(game.scores())
        assert names[-result.rotation % 3] == "greedy"
        assert list(game.scores().values())[-result.rotation % 3] == result.points[0]
        assert result.points[0] == max(result.points)


def test_a_game_is_a_function_of_seed_bag_and_rotation() -> None:
    first, second = play_bag(QUICK, 4), play_bag(QUICK, 4)
    assert [result.answers for result in first] == [result.answers for result in second]
    assert [result.answers for result in play_bag(QUICK, 5)] != [result.answers for result in first]
    assert play_bag(replace(QUICK, seed=9), 4)[0].answers != first[0].answers


def outcome(store: Store) -> list[tuple[int, int, list[int]]]:
    return [(result.bag, result.rotation, result.points) for result in store.results.values()]


@pytest.mark.parametrize(
    "play",
    [
        pytest.param(lambda: in_processes(2), id="two processes"),
        pytest.param(
            on_ray,
            id="ray",
            marks=ON_RAY,
        ),
    ],
)
def test_processes_and_clusters_play_the_same_games(play: Callable[[], Play]) -> None:
    alone, together = Store(QUICK), Store(QUICK)
    run(alone, 6, in_this_process)
    run(together, 6, play())
    assert outcome(alone) == outcome(together)


# -- results on disk ------------------------------------------------------------------------------------------------------


def test_an_interrupted_run_is_gone_on_with(tmp_path: Path) -> None:
    path, whole = tmp_path / "run.jsonl", Store(QUICK)
    run(whole, 5, in_this_process)

    def interrupt(bag: int) -> None:
        if bag == 1:
            raise KeyboardInterrupt

    store = Store(QUICK, path)
    with pytest.raises(KeyboardInterrupt):
        run(store, 5, in_this_process, progress=interrupt)
    store.close()
    with path.open("a") as file:
        file.write('{"bag": 2, "rotation": 0, "po')  # cut off in the middle
    again = Store(QUICK, path)
    assert again.has(0) and again.has(1) and not again.has(2)
    played: list[int] = []

    def noted(match: Match, bags: Iterable[int]) -> Played:
        for bag in bags:
            played.append(bag)
            yield play_bag(match, bag)

    run(again, 5, noted)
    again.close()
    assert played == [2, 3, 4]
    assert sorted(outcome(again)) == sorted(outcome(whole))
    match, results = read(path)
    assert match == QUICK
    assert len(results) == 10
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_bag_that_was_played_in_part_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    store = Store(QUICK, path)
    store.add(play_bag(QUICK, 0)[:1])
    store.close()
    again = Store(QUICK, path)
    assert not again.has(0)
    run(again, 1, in_this_process)
    again.close()
    assert len(again.all(1)) == 2


def test_results_of_another_match_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    Store(QUICK, path).close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="holds another match: random - random at plus, seed 3, not"):
        Store(replace(QUICK, seed=4), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["no json\n", "{}\n", '{"arena": 1}\n', '{"arena": 1, "match": {"x": 1}}\n', "[1]\n"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(text)
    with pytest.raises(StoreError, match=r"run\.jsonl"):
        Store(QUICK, path)


def test_records_of_the_games_can_be_read_and_agree(tmp_path: Path) -> None:
    match = Match(("random", "R0"), "plus-tower", seed=2)
    store = Store(match)
    run(store, 1, in_this_process, records=tmp_path / "games")
    for result in store.all(1):
        game = bastida.load(tmp_path / "games" / f"bag00000-{result.rotation}.bst")
        assert game.over
        scores = list(game.scores().values())
        assert [scores[-result.rotation % 2], scores[(1 - result.rotation) % 2]] == result.points


def test_an_unknown_player_is_refused_before_anything_is_played() -> None:
    store = Store(Match(("random", "genius")))
    with pytest.raises(UnknownPlayer, match="'genius'"):
        run(store, 3, in_this_process)
    assert not store.results


def test_a_run_stops_when_its_test_has_a_verdict() -> None:
    def always_won(match: Match, bags: Iterable[int]) -> Played:
        for bag in bags:
            yield [Result(bag, turn, [9, 5], [1, 1], [0.0, 0.0], [0.0, 0.0], [{}, {}], 1) for turn in range(2)]

    store, test = Store(QUICK), Sequential(0.5)
    counted = run(store, 30, always_won, test=test)
    assert test.verdict == "above"
    assert counted < 30
    assert not store.has(counted)


def test_a_ledger_tells_points_apart() -> None:
    result = play_bag(replace(QUICK, ledger=True), 0)[0]
    assert sum(result.sources.values()) == sum(result.points)
    assert "city" in result.sources
    assert not play_bag(QUICK, 0)[0].sources


def test_a_ledger_tells_farmers_that_bring_points_from_those_that_do_not() -> None:
    game = study("plus", start=False, players=2)
    for move in ("E(0,0)r0 : red field En", "E(0,-1)r2 : blue pass", "D(1,0)r1 : blue field Ne"):
        lay(game, move)
    assert farmers_of(game.engine, 0) == (1, 0)
    assert farmers_of(game.engine, 1) == (1, 1)
    result = play_bag(replace(QUICK, players=("greedy", "greedy"), ledger=True), 0)[0]
    assert all(0 <= idle <= farmers <= 7 for farmers, idle in zip(result.farmers, result.idle, strict=True))
    assert not play_bag(QUICK, 0)[0].farmers
