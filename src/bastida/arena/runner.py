"""Playing a match: one process, several, or a Ray cluster; the same games in the same order whatever plays them."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from statistics import mean
from typing import Any

from bastida.arena.match import Match, Result, as_game, play_bag
from bastida.arena.results import Store
from bastida.arena.statistics import Test
from bastida.players.registry import make_player
from bastida.record import save

AHEAD = 2  # bags under way for every process
Played = Generator[list[Result], None, None]
Play = Callable[[Match, Iterable[int]], Played]


def run(
    store: Store,
    bags: int,
    play: Play,
    *,
    records: Path | None = None,
    test: Test | None = None,
    progress: Callable[[int], None] = lambda bag: None,
) -> int:
    """Play the bags that are missing; returns how many bags count: all, or those after which the test gave its verdict."""
    match = store.match
    for spec in match.players:
        make_player(spec, match.setup).close()  # a name that means nobody is refused here, not in some process
    match.setup.rules()
    played = play(match, (bag for bag in range(bags) if not store.has(bag)))
    try:
        for bag in range(bags):
            if not store.has(bag):
                results = next(played)
                store.add(results)
                if records is not None:
                    write_records(match, results, records)
            progress(bag)
            if test is not None and test.add(mean(test.score(result) for result in store.bag(bag))):
                return bag + 1
        return bags
    finally:
        played.close()  # ends processes that are still at work


def in_this_process(match: Match, bags: Iterable[int]) -> Played:
    for bag in bags:
        yield play_bag(match, bag)


def in_processes(jobs: int) -> Play:
    """So many processes of this machine. When the match ends, whatever is still at work is ended with it."""

    def play(match: Match, bags: Iterable[int]) -> Played:
        others = active_children()
        pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=die_quietly)
        whole = False
        try:
            yield from in_order(bags, AHEAD * jobs, lambda bag: pool.submit(play_bag, match, bag), lambda game: game.result())
            whole = True
        finally:
            for process in active_children():
                if not whole and process not in others:
                    process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)  # also for the thread that minds the processes

    return play


def on_ray(address: str | None = None) -> Play:
    """A Ray cluster whose machines have Bastida installed, or (None) one that is started on this machine for the match."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a match is nobody else's business
    ray = import_module("ray")  # an optional dependency: the extra "ray"

    def play(match: Match, bags: Iterable[int]) -> Played:
        quiet = {"include_dashboard": False, "log_to_driver": False, "configure_logging": False}
        if address is None:
            here = {"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}}
            ray.init(runtime_env=here, _node_ip_address="127.0.0.1", **quiet)
        else:
            ray.init(address=address, **quiet)
        remote = ray.remote(play_bag)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            yield from in_order(bags, ahead, lambda bag: remote.remote(match, bag), ray.get)
        finally:
            ray.shutdown()

    return play


def in_order(bags: Iterable[int], ahead: int, start: Callable[[int], Any], fetch: Callable[[Any], Any]) -> Played:
    """Results in the order of the bags, with some bags always under way."""
    waiting = iter(bags)
    under_way = deque(start(bag) for bag in islice(waiting, ahead))
    while under_way:
        results: list[Result] = fetch(under_way.popleft())
        under_way.extend(start(bag) for bag in islice(waiting, 1))
        yield results


def die_quietly() -> None:
    """Ctrl-C ends a process that plays without a word: the one in front has kept all that was finished."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def write_records(match: Match, results: Iterable[Result], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        save(as_game(match, result), folder / f"bag{result.bag:05d}-{result.rotation}.bst")
