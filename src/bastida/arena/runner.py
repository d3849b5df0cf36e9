"""Playing a match: one process, several, or a Ray cluster; the same games in the same order whatever plays them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import partial
from pathlib import Path
from statistics import mean

from bastida.arena.match import Match, Result, as_game, play_bag
from bastida.arena.results import Store
from bastida.arena.spread import Spread, here, processes, ray_cluster
from bastida.arena.statistics import Test
from bastida.players.registry import make_player
from bastida.record import save

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


def spread_over(spread: Spread) -> Play:
    """Matches are played a bag at a time."""

    def play(match: Match, bags: Iterable[int]) -> Played:
        yield from spread(partial(play_bag, match), bags)

    return play


in_this_process: Play = spread_over(here)


def in_processes(jobs: int) -> Play:
    """So many processes of this machine. When the match ends, whatever is still at work is ended with it."""
    return spread_over(processes(jobs))


def on_ray(address: str | None = None) -> Play:
    """A Ray cluster whose machines have Bastida installed, or (None) one that is started on this machine for the match."""
    return spread_over(ray_cluster(address))


def write_records(match: Match, results: Iterable[Result], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        save(as_game(match, result), folder / f"bag{result.bag:05d}-{result.rotation}.bst")
