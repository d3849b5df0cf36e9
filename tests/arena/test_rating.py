"""Ratings: they find the strengths that results were drawn from, and say no more than the results do."""

from __future__ import annotations

import math
import random

import pytest

from bastida.arena.rating import SCALE, Played, inverse, likeliest, ratings, tally, times


def simulated(elos: list[float], bags: int, seed: int) -> list[Played]:
    """Everybody against everybody, two games a bag."""
    rng = random.Random(seed)
    return [
        Played(a, b, bag, float(rng.random() < 1 / (1 + 10 ** ((elos[b] - elos[a]) / 400))))
        for bag in range(bags)
        for a in range(len(elos))
        for b in range(a + 1, len(elos))
        for _ in range(2)
    ]


def test_two_players_are_rated_by_the_odds_of_their_games_and_one_tie() -> None:
    games = [Played(0, 1, bag, 1.0 if bag < 30 else 0.0) for bag in range(40)]
    one, other = ratings(2, games)
    odds = 30.5 / 10.5
    assert one.value == pytest.approx(200 * math.log10(odds))
    assert other.value == pytest.approx(-one.value)
    assert one.low < one.value < one.high
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low))


def test_a_tie_counts_as_half_a_win_and_the_order_of_the_pair_means_nothing() -> None:
    ties = [Played(0, 1, bag, 0.5) for bag in range(10)]
    assert [rating.value for rating in ratings(2, ties)] == pytest.approx([0.0, 0.0])
    games = simulated([0, 150, -90], 30, 1)
    turned = [Played(game.second, game.first, game.bag, 1 - game.score) for game in games]
    assert [rating.value for rating in ratings(3, games)] == pytest.approx([rating.value for rating in ratings(3, turned)])


def test_known_strengths_are_found_and_lie_within_the_limits_as_often_as_promised() -> None:
    elos = [0.0, 120.0, -60.0, 200.0]
    middle = sum(elos) / len(elos)
    inside = off = 0.0
    for seed in range(50):
        found = ratings(4, simulated(elos, 60, seed))
        assert sum(rating.value for rating in found) == pytest.approx(0.0, abs=1e-6)
        inside += sum(rating.low <= elo - middle <= rating.high for rating, elo in zip(found, elos, strict=True))
        off += sum(rating.value - (elo - middle) for rating, elo in zip(found, elos, strict=True) if elo > middle)
    assert 0.90 <= inside / 200 <= 0.995
    assert abs(off / 100) < 8


def test_games_of_a_bag_that_hang_together_make_wider_limits() -> None:
    rng = random.Random(3)
    luck = [float(rng.random() < 0.5) for _ in range(60)]
    together = [Played(0, 1, bag, score) for bag, score in enumerate(luck) for _ in range(4)]
    apart = [Played(0, 1, number, game.score) for number, game in enumerate(together)]
    wide, narrow = ratings(2, together)[0], ratings(2, apart)[0]
    assert wide.value == pytest.approx(narrow.value)
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_whoever_lost_or_won_everything_has_one_bound() -> None:
    games = [Played(0, 1, bag, 1.0) for bag in range(20)] + [Played(1, 2, bag, 0.5) for bag in range(20)]
    best, middle, last = ratings(3, games)
    assert best.high == math.inf and math.isfinite(best.low) and math.isfinite(best.value)
    assert math.isfinite(middle.low) and math.isfinite(middle.high) and math.isfinite(last.low)
    loser = ratings(2, [Played(0, 1, bag, 0.0) for bag in range(20)])[0]
    assert loser.low == -math.inf and loser.value < loser.high < 0


def test_nothing_is_known_of_whoever_has_not_played_nor_after_one_bag() -> None:
    assert ratings(2, [])[0] == (ratings(2, [])[1])
    assert ratings(2, [])[0].high == math.inf
    one = ratings(2, [Played(0, 1, 0, 1.0), Played(0, 1, 0, 0.0)])[0]
    assert (one.low, one.high) == (-math.inf, math.inf)


def test_many_players_in_a_chain_of_one_sided_matches_are_rated() -> None:
    """Far away from even, Newton's steps must not run away."""
    games = [Played(a, a + 1, bag, 1.0) for a in range(9) for bag in range(200)]
    values = [value * SCALE for value in likeliest(10, tally(games, 1.0))]
    assert values == sorted(values, reverse=True)
    assert values[0] - values[1] == pytest.approx(400 * math.log10(200.5 / 0.5), rel=1e-6)


def test_an_inverse_undoes_a_matrix() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [4.0, 1.0, 0.0]]
    assert times(inverse(matrix), times(matrix, [1.0, -2.0, 0.5])) == pytest.approx([1.0, -2.0, 0.5])
