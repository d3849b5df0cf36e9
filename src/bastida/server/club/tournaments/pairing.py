"""Who plays whom: round-robin, Swiss, knock-out. Pure functions of what has been played; the same seed, the same pairs.

A pair is (who sits first in the first game, the other); 0 is nobody. Whoever is paired with nobody has a bye.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import networkx  # type: ignore[import-untyped]  # it comes without types

NOBODY = 0
NOISE = 256  # values of the lot among pairs that are equally good
Pair = tuple[int, int]


@dataclass(frozen=True)
class Entrant:
    """A player as a round finds it."""

    number: int
    score: int = 0  # match points
    met: Mapping[int, int] | None = None  # how often it has played whom
    balance: int = 0  # first games in the first seat, less those in the second
    byes: int = 0
    computer: bool = False

    def played(self, other: int) -> int:
        return self.met.get(other, 0) if self.met else 0


def seated(one: Entrant, other: Entrant, chance: random.Random) -> Pair:
    """Who of two sits first: whoever has done so less often, else by lot."""
    swap = one.balance > other.balance or (one.balance == other.balance and chance.random() < 0.5)
    return (other.number, one.number) if swap else (one.number, other.number)


# -- round-robin ------------------------------------------------------------------------------------------------------------


def round_robin(players: Sequence[int]) -> list[list[Pair]]:
    """All rounds of everybody against everybody, by the circle method. With an odd number each has one bye.

    Nobody sits first in more than one game more, or less, than in the second seat.
    """
    circle = list(players) if len(players) % 2 == 0 else [*players, NOBODY]
    if len(circle) < 2:
        return []
    fixed, wheel = circle[-1], circle[:-1]
    size = len(wheel)
    rounds = []
    for number in range(size):
        against = wheel[number]
        opening = (fixed, against) if number % 2 == 0 and fixed != NOBODY else (against, fixed)
        pairs = [opening]
        for step in range(1, size // 2 + 1):
            one, other = wheel[(number + step) % size], wheel[(number - step) % size]
            pairs.append((one, other) if step % 2 else (other, one))
        rounds.append(pairs)
    return rounds


# -- Swiss ------------------------------------------------------------------------------------------------------------------


def swiss(players: Sequence[Entrant], seed: str, apart: bool = False) -> list[Pair]:
    """A round in which players with like scores meet: of all pairings the one that costs least.

    What is worst comes first; less of it is worth any amount of what stands below: a second bye, a rematch, (where they
    shall stay ``apart``) two computers, somebody's seats out of balance by more than one, different scores, seats out of
    balance at all, the lot. The bye goes to the lowest score.
    """
    if not players:
        return []
    chance = random.Random(seed)
    known = {player.number: player for player in players}
    lowest = min(player.score for player in players)
    numbers = sorted(known)
    costs: dict[Pair, tuple[int, ...]] = {}
    for place, one in enumerate(numbers):
        for other in numbers[place + 1 :]:
            costs[one, other] = (*_cost(known[one], known[other], apart), chance.randrange(NOISE))
        if len(numbers) % 2:
            bye = known[one]
            costs[NOBODY, one] = (bye.byes, 0, 0, 0, (bye.score - lowest) ** 2, 0, chance.randrange(NOISE))
    graph = networkx.Graph()
    weigh = _weights(list(costs.values()), len(numbers))
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=weigh(cost))
    found = networkx.min_weight_matching(graph)
    pairs: list[Pair] = []
    for one, other in sorted((min(pair), max(pair)) for pair in found):
        pairs.append((other, NOBODY) if one == NOBODY else seated(known[one], known[other], chance))
    return sorted(pairs, key=lambda pair: _board(pair, known))


def halves(seeds: Sequence[int], seed: str) -> list[Pair]:
    """The first round of a Swiss whose players are known: the best of the upper half meets the best of the lower, and so on.

    With an odd number the last one has a bye.
    """
    chance, half = random.Random(seed), len(seeds) // 2
    pairs = [seated(Entrant(one), Entrant(other), chance) for one, other in zip(seeds[:half], seeds[half:], strict=False)]
    return pairs + [(seeds[-1], NOBODY)] * (len(seeds) % 2)


def _cost(one: Entrant, other: Entrant, apart: bool) -> tuple[int, ...]:
    """What is wrong with a pair, the worst first."""
    low, high = sorted((one.balance, other.balance))
    after = low + 1, high - 1
    return (
        0,
        one.played(other.number),
        int(apart and one.computer and other.computer),
        sum(abs(balance) > 1 for balance in after),
        (one.score - other.score) ** 2,
        sum(abs(balance) for balance in after),
    )


def _weights(costs: Sequence[tuple[int, ...]], most: int) -> Callable[[tuple[int, ...]], int]:
    """One number for all that is wrong with a pair, such that no sum of what counts less makes up for what counts more."""
    scales = [1]
    for level in range(len(costs[0]) - 1, 0, -1):
        scales.append(scales[-1] * (max(cost[level] for cost in costs) * most + 1))
    scales.reverse()
    return lambda cost: sum(part * scale for part, scale in zip(cost, scales, strict=True))


def _board(pair: Pair, known: Mapping[int, Entrant]) -> tuple[bool, int, int, Pair]:
    """Boards are numbered from the leaders down; a bye is the last."""
    scores = sorted((known[number].score for number in pair if number != NOBODY), reverse=True)
    return pair[1] == NOBODY, -scores[0], -sum(scores), pair


# -- knock-out --------------------------------------------------------------------------------------------------------------


def bracket(seeds: Sequence[int]) -> list[Pair]:
    """The first round of a knock-out: the best seeds meet as late as can be, and have the byes there are."""
    places = [1]
    while len(places) < len(seeds):
        places = [place for one in places for place in (one, 2 * len(places) + 1 - one)]
    who = [seeds[place - 1] if place <= len(seeds) else NOBODY for place in places]
    return [_whole((one, other)) for one, other in zip(who[::2], who[1::2], strict=True)]


def knocked_on(winners: Sequence[int]) -> list[Pair]:
    """The next round: winners of neighbouring boards. Where both have lost, nobody comes."""
    return [_whole((one, other)) for one, other in zip(winners[::2], winners[1::2], strict=True)]


def _whole(pair: Pair) -> Pair:
    return pair if pair[0] != NOBODY else (pair[1], NOBODY)


def knock_out_rounds(players: int) -> int:
    return max(0, players - 1).bit_length()
