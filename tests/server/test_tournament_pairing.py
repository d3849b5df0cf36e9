"""Pairings of a tournament: held against what they promise, and against every pairing there is where those are few."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastida.server.club.tournaments.pairing import (
    NOBODY,
    Entrant,
    Pair,
    bracket,
    knock_out_rounds,
    knocked_on,
    round_robin,
    swiss,
)

SIZES = st.integers(2, 13)


def everybody_once(pairs: Sequence[Pair], players: Sequence[int]) -> None:
    assert sorted(number for pair in pairs for number in pair if number != NOBODY) == sorted(players)


@pytest.mark.parametrize("size", range(2, 24))
def test_in_a_round_robin_everybody_meets_everybody_once_and_seats_are_balanced(size: int) -> None:
    players = list(range(1, size + 1))
    rounds = round_robin(players)
    assert len(rounds) == size - 1 + size % 2
    met: Counter[frozenset[int]] = Counter()
    balance, byes = Counter[int](), Counter[int]()
    for pairs in rounds:
        everybody_once(pairs, players)
        for one, other in pairs:
            if other == NOBODY:
                byes[one] += 1
                continue
            met[frozenset((one, other))] += 1
            balance[one] += 1
            balance[other] -= 1
    assert set(met.values()) == {1} and len(met) == size * (size - 1) // 2
    assert max(map(abs, balance.values())) <= 1
    assert not byes or (set(byes.values()) == {1} and len(byes) == size)


def test_nobody_and_one_play_no_round_robin() -> None:
    assert round_robin([]) == []
    assert round_robin([5]) == [[(5, NOBODY)]]


# -- Swiss ------------------------------------------------------------------------------------------------------------------


class Event:
    """A Swiss tournament that is played at random, with late joiners and people who leave."""

    def __init__(self, size: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.here = list(range(1, size + 1))
        self.score, self.balance, self.byes = Counter[int](), Counter[int](), Counter[int]()
        self.met: Counter[frozenset[int]] = Counter()

    def entrants(self) -> list[Entrant]:
        return [
            Entrant(
                one,
                self.score[one],
                {other: self.met[frozenset((one, other))] for other in self.here if other != one},
                self.balance[one],
                self.byes[one],
            )
            for one in self.here
        ]

    def play(self, pairs: Sequence[Pair]) -> None:
        for one, other in pairs:
            if other == NOBODY:
                self.byes[one] += 1
                self.score[one] += 2
                continue
            self.met[frozenset((one, other))] += 1
            self.balance[one] += 1
            self.balance[other] -= 1
            won = self.chance.choice([(2, 0), (1, 1), (0, 2)])
            self.score[one] += won[0]
            self.score[other] += won[1]


def all_pairings(players: Sequence[int]) -> Iterator[list[Pair]]:
    """Every way to pair players, one of them with nobody if they are odd; seats not looked at."""
    if not players:
        yield []
        return
    one, *rest = players
    for other in rest:
        for pairs in all_pairings([player for player in rest if player != other]):
            yield [(one, other), *pairs]
    if len(players) % 2:
        for pairs in all_pairings(rest):
            yield [(one, NOBODY), *pairs]


def judged(pairs: Sequence[Pair], known: dict[int, Entrant]) -> tuple[int, ...]:
    """What is wrong with a pairing, the worst first, read off the rules anew. Seats as well as they can be."""
    lowest = min(player.score for player in known.values())
    byes = rematches = tilted = scores = uneven = 0
    for one, other in pairs:
        first = known[one]
        if other == NOBODY:
            byes += first.byes
            scores += (first.score - lowest) ** 2
            continue
        second = known[other]
        rematches += (first.met or {}).get(other, 0)
        scores += (first.score - second.score) ** 2
        ways = [(first.balance + 1, second.balance - 1), (first.balance - 1, second.balance + 1)]
        tilted += min(sum(abs(value) > 1 for value in way) for way in ways)
        uneven += min(sum(map(abs, way)) for way in ways)
    return byes, rematches, tilted, scores, uneven


@given(SIZES, st.integers(1, 9), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_a_swiss_pairs_everybody_once_without_rematches_while_there_are_others(size: int, rounds: int, seed: int) -> None:
    event = Event(size, seed)
    for number in range(rounds):
        pairs = swiss(event.entrants(), f"{seed}/{number}")
        everybody_once(pairs, event.here)
        assert pairs == swiss(event.entrants(), f"{seed}/{number}")
        known = {player.number: player for player in event.entrants()}
        for one, other in pairs:
            assert other == NOBODY or known[one].balance <= known[other].balance  # who has sat first less often does
        event.play(pairs)
        if number < size // 2 - 1:  # each has met fewer than half of the others: others are always left
            assert max(event.met.values(), default=1) == 1
        if number < size:
            assert max(event.byes.values(), default=0) <= 1


@given(st.integers(2, 7), st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_no_pairing_of_a_small_field_is_better(size: int, seed: int) -> None:
    event = Event(size, seed)
    for number in range(5):
        if number == 2:
            event.here.append(size + 1)  # comes late
        if number == 3:
            event.here.remove(event.chance.choice(event.here))  # leaves
        known = {player.number: player for player in event.entrants()}
        pairs = swiss(list(known.values()), f"{seed}/{number}")
        everybody_once(pairs, event.here)
        assert judged(pairs, known) == min(judged(other, known) for other in all_pairings(event.here))
        event.play(pairs)


@given(st.sampled_from([4, 6, 8, 10]), st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_seats_stay_balanced_in_an_even_field(size: int, seed: int) -> None:
    event = Event(size, seed)
    for number in range(size // 2):
        event.play(swiss(event.entrants(), f"{seed}/{number}"))
        assert max(map(abs, event.balance.values())) <= 1 + (number >= size // 2 - 1)


def test_computers_stay_apart_where_they_can() -> None:
    field = [Entrant(1), Entrant(2), Entrant(3, computer=True), Entrant(4, computer=True)]
    for seed in range(20):
        for pair in swiss(field, str(seed), apart=True):
            assert set(pair) not in ({3, 4}, {1, 2})
    met_all = [Entrant(1, met={2: 1}, computer=True), Entrant(2, met={1: 1}, computer=True)]
    assert {frozenset(pair) for pair in swiss(met_all, "x", apart=True)} == {frozenset((1, 2))}


def test_the_lot_is_the_seeds() -> None:
    field = [Entrant(number) for number in range(1, 9)]
    assert len({tuple(swiss(field, str(seed))) for seed in range(20)}) > 5


# -- knock-out --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(2, 34))
def test_in_a_knock_out_the_best_seeds_meet_as_late_as_can_be(size: int) -> None:
    seeds = list(range(1, size + 1))
    pairs, rounds = bracket(seeds), 0
    everybody_once(pairs, seeds)
    byes = [one for one, other in pairs if other == NOBODY]
    assert sorted(byes) == seeds[: len(byes)]  # the best have them
    alive = size
    while True:
        rounds += 1
        winners = [one if other == NOBODY else min(one, other) for one, other in pairs]  # the better seed wins always
        alive = len(winners)
        assert sorted(winners) == seeds[:alive]
        if alive == 1:
            break
        pairs = knocked_on(winners)
        everybody_once(pairs, winners)
    assert rounds == knock_out_rounds(size)


def test_where_both_are_out_the_next_one_has_a_bye() -> None:
    assert knocked_on([NOBODY, 3, 5, NOBODY, NOBODY, NOBODY]) == [(3, NOBODY), (5, NOBODY), (NOBODY, NOBODY)]
