"""Intervals, Elo and the sequential test, against tables and against chance itself."""

from __future__ import annotations

import math
import random
from statistics import mean, stdev
from xml.etree import ElementTree

import pytest

from bastida.arena.match import Match, Result
from bastida.arena.plot import plot, ticks_between
from bastida.arena.statistics import (
    Interval,
    Sequential,
    Sprt,
    better_than_rivals,
    elo,
    elo_interval,
    margin_of,
    mean_interval,
    share_at,
    share_interval,
    share_of,
    standing,
    student,
    without_luck,
)


def result(bag: int, rotation: int, points: list[int]) -> Result:
    count = len(points)
    return Result(bag, rotation, points, [10] * count, [0.1] * count, [0.02] * count, [{} for _ in points], 70)


def test_wins_ties_and_margins() -> None:
    assert [share_of(result(0, 0, [50, 40, 50]), player) for player in range(3)] == [0.5, 0.0, 0.5]
    assert [margin_of(result(0, 0, [50, 40, 45]), player) for player in range(3)] == [5, -10, -5]
    assert [better_than_rivals(result(0, 0, [50, 40, 50]), player) for player in range(3)] == [0.75, 0.0, 0.75]


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.776), (10, 2.228), (30, 2.042), (199, 1.972)])
def test_students_quantiles(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


def test_wilsons_interval_of_independent_games() -> None:
    """Bags of one game: the textbook interval of 70 of 100."""
    found = share_interval([[1.0]] * 70 + [[0.0]] * 30)
    assert (found.low, found.high) == pytest.approx((0.604, 0.781), abs=0.002)


def test_a_share_of_all_or_nothing_has_limits_too() -> None:
    found = share_interval([[1.0, 1.0]] * 100)
    assert found.value == found.high == 1.0
    assert found.low == pytest.approx(0.981, abs=0.001)
    assert share_interval([]).low == 0.0


def test_games_of_a_bag_that_go_together_count_once() -> None:
    """Whoever gets the good tiles wins: two games of a bag tell no more than one."""
    together = share_interval([[1.0, 1.0]] * 60 + [[0.0, 0.0]] * 40)
    once = share_interval([[1.0]] * 60 + [[0.0]] * 40)
    assert (together.low, together.high) == pytest.approx((once.low, once.high), abs=0.003)
    split = share_interval([[1.0, 0.0]] * 60 + [[1.0, 1.0]] * 20 + [[0.0, 0.0]] * 20)
    assert split.high - split.low < together.high - together.low


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_ninety_five_of_a_hundred_intervals_hold_the_truth(share: float) -> None:
    chance = random.Random(1)
    held = {"share": 0, "mean": 0}
    for _ in range(600):
        luck = [chance.gauss(0, 1) for _ in range(60)]
        bags = [[float(chance.random() < share) for _ in range(2)] for _ in luck]
        found = share_interval(bags)
        held["share"] += found.low <= share <= found.high
        margin = mean_interval([3 + value for value in luck])
        held["mean"] += margin.low <= 3 <= margin.high
    assert all(0.925 * 600 <= count <= 0.985 * 600 for count in held.values()), held


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(0.64) == pytest.approx(100, abs=0.1)
    assert elo(0.64) == pytest.approx(-elo(0.36))
    assert elo(1.0) == math.inf


def verdict(share: float, mark: float, bags: int, chance: random.Random) -> str | None:
    test = Sequential(mark)
    for _ in range(bags):
        if test.add(sum(chance.random() < share for _ in range(2)) / 2):
            break
    return test.verdict


def test_the_sequential_test_seldom_accuses_the_innocent_however_often_one_looks() -> None:
    chance = random.Random(2)
    wrong = sum(verdict(0.5, 0.5, 400, chance) is not None for _ in range(300))
    assert wrong <= 0.05 * 300 + 3 * math.sqrt(300 * 0.05 * 0.95)


def test_the_sequential_test_finds_what_is_there() -> None:
    chance = random.Random(3)
    assert [verdict(0.65, 0.5, 1000, chance) for _ in range(20)] == ["above"] * 20
    assert [verdict(0.4, 0.5, 1000, chance) for _ in range(20)] == ["below"] * 20


def test_a_verdict_stands() -> None:
    test = Sequential(0.5)
    while test.add(1.0) is None:
        pass
    for _ in range(100):
        assert test.add(0.0) == "above"


def test_the_standing_of_a_player() -> None:
    results = [result(bag, rotation, [60 + bag, 50]) for bag in range(10) for rotation in range(2)]
    results[0].faults[1]["crash"] = 2
    mine, theirs = standing("a", 0, results), standing("b", 1, results)
    assert (mine.games, mine.bags, mine.wins, mine.ties) == (20, 10, 20, 0)
    assert mine.margin.value == pytest.approx(14.5) == -theirs.margin.value
    assert mine.milliseconds == pytest.approx(10)
    assert theirs.faults == {"crash": 2}


@pytest.mark.parametrize(("low", "high"), [(0.47, 0.93), (-3.1, 28), (0, 1), (59.9, 60.1), (-400, 10)])
def test_ticks_are_round_and_neither_few_nor_many(low: float, high: float) -> None:
    ticks = ticks_between(low, high)
    assert 4 <= len(ticks) <= 11
    assert all(low <= tick <= high for tick in ticks)
    assert ticks == pytest.approx([float(f"{tick:.4g}") for tick in ticks])


@pytest.mark.parametrize("bags", [1, 6, 300])
def test_the_picture_is_an_svg_and_stays_inside_its_frame(bags: int) -> None:
    chance = random.Random(4)
    results = [result(bag, turn, [chance.randrange(50, 120), 80]) for bag in range(bags) for turn in range(2)]
    match = Match(("<a> & b", "greedy"))
    picture = ElementTree.fromstring(plot(match, results, ("share", "margin", "bags")))
    _, _, width, height = map(float, picture.attrib["viewBox"].split())
    lines = picture.findall(".//{*}polyline")
    assert len(lines) == (0 if bags < 5 else 2)
    for line in lines:
        for point in line.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width and 0 <= y <= height


def test_elo_of_all_or_nothing_has_one_bound() -> None:
    lost, won = elo_interval(share_interval([[0.0, 0.0]] * 40)), elo_interval(share_interval([[1.0, 1.0]] * 40))
    assert lost.low == lost.value == -math.inf and -600 < lost.high < -200
    assert (won.low, won.high) == (pytest.approx(-lost.high), math.inf)
    assert elo_interval(Interval(0.0, 1e-18, 0.1)).low == -math.inf
    assert elo_interval(Interval(0.6, 0.5, 0.7)).low == 0.0


@pytest.mark.parametrize(("truth", "verdict"), [(0.0, "elo0"), (60.0, "elo1")])
def test_the_ratio_errs_about_as_seldom_as_it_says(truth: float, verdict: str) -> None:
    """Bags of two games that hang together; the truth is one of the claims."""
    chance, right, bags = random.Random(9), 0, 0
    for _ in range(200):
        test = Sprt(0, 60)
        while test.verdict is None:
            luck = chance.gauss(0, 0.15)
            wins = [chance.random() < min(1.0, max(0.0, share_at(truth) + luck)) for _ in range(2)]
            test.add(sum(wins) / 2)
            bags += 1
        right += test.verdict == verdict
    assert right >= 0.9 * 200
    assert 20 < bags / 200 < 400


def test_the_ratio_judges_nothing_at_once_and_keeps_its_verdict() -> None:
    test = Sprt(0, 50)
    assert [test.add(1.0) for _ in range(Sprt.LEAST - 1)] == [None] * (Sprt.LEAST - 1)
    assert test.add(1.0) == "elo1"
    assert test.add(0.0) == "elo1"
    with pytest.raises(ValueError, match="elo0 is less"):
        Sprt(50, 0)


# -- without luck -------------------------------------------------------------------------------------------------------


def lucky(bags: int, seed: int, noise: float) -> tuple[list[float], list[float]]:
    """Results that are 3 points of skill and the luck of a bag, and what an analysis that errs by some noise says of it."""
    chance = random.Random(seed)
    luck = [chance.gauss(0, 10) for _ in range(bags)]
    return [3 + value for value in luck], [value + chance.gauss(0, noise) for value in luck]


def test_results_without_luck_scatter_less_and_favour_nobody() -> None:
    plain, adjusted = [], []
    for seed in range(200):
        results, luck = lucky(40, seed, 5)
        found = without_luck(results, luck)
        assert found.worth > 1
        plain.append(mean(results))
        adjusted.append(mean(found.values))
    assert abs(mean(adjusted) - 3) < 4 * stdev(adjusted) / math.sqrt(200)
    assert stdev(adjusted) < stdev(plain) / 1.8  # 1 / sqrt(1 - 100 / 125) = 2.24


def test_luck_that_tells_nothing_is_hardly_taken_away() -> None:
    results, _ = lucky(400, 1, 0)
    found = without_luck(results, [random.Random(f"x{number}").gauss(0, 50) for number in range(400)])
    assert abs(found.part) < 0.05
    assert found.worth == pytest.approx(1, abs=0.05)


def test_how_much_luck_counts_does_not_depend_on_the_bag_itself() -> None:
    """Otherwise a lucky bag would be made less of than it was worth."""
    results, luck = lucky(10, 3, 2)
    moved = [results[0] + 1000, *results[1:]]
    assert without_luck(moved, luck).values[0] == pytest.approx(without_luck(results, luck).values[0] + 1000)


def test_a_match_without_a_look_at_luck_has_no_adjusted_result() -> None:
    assert standing("a", 0, [result(0, 0, [5, 4]), result(0, 1, [5, 4])]).adjusted is None
