"""Tournaments: matches of two between many players, all on the same bags, and one list of ratings from them.

A round robin pairs everybody with everybody, a gauntlet the first player with each other one. Every pairing is a match as any
other: paired bags, rotated seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from bastida.arena.match import Match, Result
from bastida.arena.rating import Played, ratings
from bastida.arena.results import Store
from bastida.arena.runner import Play, run
from bastida.arena.statistics import Interval, better_than_rivals, share_of
from bastida.players.registry import make_player

MATCH, ROUND_ROBIN, GAUNTLET = "match", "round-robin", "gauntlet"
SCHEDULES = (MATCH, ROUND_ROBIN, GAUNTLET)


@dataclass(frozen=True)
class Place:
    """What is known of a player of a tournament."""

    player: str
    games: int
    wins: int
    ties: int
    share: float  # of the points, a tie counting half
    elo: Interval  # the mean of all players is 0
    faults: dict[str, int]


@dataclass(frozen=True)
class Pairing:
    """Two players of a tournament, by their numbers, and their games."""

    first: int
    second: int
    match: Match
    results: Sequence[Result]


@dataclass(frozen=True)
class Shifted:
    """Bags are counted on from one pairing to the next."""

    progress: Callable[[int], None]
    before: int

    def __call__(self, bag: int) -> None:
        self.progress(self.before + bag)


def pairs(players: int, schedule: str) -> list[tuple[int, int]]:
    """Who plays against whom."""
    everybody = list(combinations(range(players), 2))
    return everybody if schedule == ROUND_ROBIN else [pair for pair in everybody if pair[0] == 0]


def play_tournament(
    players: Match,
    schedule: str,
    bags: int,
    play: Play,
    *,
    results: Path | None = None,
    records: Path | None = None,
    progress: Callable[[int], None] = lambda bag: None,
) -> list[Pairing]:
    """Play every pairing; ``players`` is a line-up of all of them. Each pairing has its own file of results and of records."""
    found: list[Pairing] = []
    for spec in players.players:
        make_player(spec, players.pair(0, 1).setup).close()  # refused before anything is played
    for first, second in pairs(len(players.players), schedule):
        match = players.pair(first, second)
        name = f"{first + 1}-{second + 1}"
        store = Store(match, results.with_name(f"{results.stem}-{name}{results.suffix}") if results is not None else None)
        try:
            run(
                store,
                bags,
                play,
                records=records / name if records is not None else None,
                progress=Shifted(progress, bags * len(found)),
            )
        finally:
            store.close()
        found.append(Pairing(first, second, match, store.all(bags)))
    return found


def standings(players: Sequence[str], pairings: Sequence[Pairing]) -> list[Place]:
    """The list of ratings, the best first."""
    played = [
        Played(pairing.first, pairing.second, result.bag, better_than_rivals(result, 0))
        for pairing in pairings
        for result in pairing.results
    ]
    places = [
        place(name, number, pairings, elo)
        for number, (name, elo) in enumerate(zip(players, ratings(len(players), played), strict=True))
    ]
    return sorted(places, key=lambda place: -place.elo.value)


def place(name: str, player: int, pairings: Sequence[Pairing], elo: Interval) -> Place:
    games = wins = ties = 0
    score, faults = 0.0, dict[str, int]()
    for pairing in pairings:
        if player not in (pairing.first, pairing.second):
            continue
        own = int(player == pairing.second)
        for result in pairing.results:
            share = share_of(result, own)
            games += 1
            score += share
            wins += share == 1.0
            ties += 0.0 < share < 1.0
            for kind, count in result.faults[own].items():
                faults[kind] = faults.get(kind, 0) + count
    return Place(name, games, wins, ties, score / games if games else 0.0, elo, faults)
