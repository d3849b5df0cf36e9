"""What games say about strength: shares of wins, margins in points, Elo, and a test that may be looked at after every bag.

The games of a bag are not independent, so everything is first averaged over a bag; spreads are those between bags.

- A win counts 1, a tie for the first place is shared out. The interval of the share is Wilson's, with the number of games
  replaced by the number of independent games that would spread as much (at least the bags, at most twice the games).
- The margin is a player's points less those of its best rival; its interval is Student's over bags.
- Elo compares the player with each rival of the same game, better or worse: ``400 log10(p / (1 - p))``.
- A player that lost every game has no lower limit of Elo, one that won every game no upper one: what is known is one bound.
- The sequential test bets against a claim about the share (Waudby-Smith and Ramdas 2024, "Estimating means of bounded
  random variables by betting"): its capital exceeds 1/alpha with probability at most alpha if the claim is true, however often
  one looks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist, mean, variance
from typing import Any, Protocol

from bastida.arena.match import Result

CONFIDENCE = 0.95
NOTHING = 1e-12  # of a sum of squares: what rounding leaves
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True)
class Interval:
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Adjusted:
    """Results without luck, and how many games without a look at it would be as sure as one with it."""

    margin: Interval
    margin_worth: float
    share: Interval
    share_worth: float
    luck: Interval  # in points, of a bag's games on an average: zero but for chance


@dataclass(frozen=True)
class Standing:
    """What is known of one player of a line-up."""

    player: str
    games: int
    bags: int
    wins: int  # alone
    ties: int
    share: Interval
    margin: Interval
    elo: Interval
    points: float  # mean
    deviation: float
    milliseconds: float  # for an answer, on average
    slowest: float  # milliseconds
    faults: dict[str, int]
    adjusted: Adjusted | None = None  # if the match looked at luck

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def standing(name: str, player: int, results: Sequence[Result]) -> Standing:
    """Everything about one player, from games grouped by bag."""
    bags = by_bag(results)
    points = [result.points[player] for result in results]
    faults: dict[str, int] = {}
    for result in results:
        for kind, count in result.faults[player].items():
            faults[kind] = faults.get(kind, 0) + count
    asked = sum(result.asked[player] for result in results)
    return Standing(
        name,
        len(results),
        len(bags),
        sum(share_of(result, player) == 1.0 for result in results),
        sum(0.0 < share_of(result, player) < 1.0 for result in results),
        share_interval([[share_of(result, player) for result in bag] for bag in bags]),
        mean_interval([mean(margin_of(result, player) for result in bag) for bag in bags]),
        elo_interval(share_interval([[better_than_rivals(result, player) for result in bag] for bag in bags])),
        mean(points) if points else 0.0,
        math.sqrt(variance(points)) if len(points) > 1 else 0.0,
        1000 * sum(result.seconds[player] for result in results) / asked if asked else 0.0,
        1000 * max((result.slowest[player] for result in results), default=0.0),
        faults,
        adjusted_standing(player, bags),
    )


def adjusted_standing(player: int, bags: Sequence[Sequence[Result]]) -> Adjusted | None:
    if not bags or not all(result.luck for bag in bags for result in bag):
        return None
    luck = [mean(result.luck[player] for result in bag) for bag in bags]
    margin = without_luck([mean(margin_of(result, player) for result in bag) for bag in bags], luck)
    lucky = [mean(result.luck_share[player] for result in bag) for bag in bags]
    share = without_luck([mean(share_of(result, player) for result in bag) for bag in bags], lucky)
    return Adjusted(mean_interval(margin.values), margin.worth, mean_interval(share.values), share.worth, mean_interval(luck))


@dataclass(frozen=True)
class WithoutLuck:
    """Results of bags, each less the part of its luck that shows in the others."""

    values: list[float]
    part: float  # of the luck that was taken away, on an average
    worth: float  # so many games without a look at luck would be as sure as one with it


def without_luck(results: Sequence[float], luck: Sequence[float]) -> WithoutLuck:
    """The expectations are not exact, so all their luck would be too much to take away. How much is best is fitted, for every
    bag to all others: then it does not depend on the bag's own luck, and nobody is favoured."""
    count = len(results)
    if count < 3:
        return WithoutLuck(list(results), 0.0, 1.0)
    parts = slopes_without_each(luck, results)
    values = [result - part * one for result, part, one in zip(results, parts, luck, strict=True)]
    spread = variance(values)
    return WithoutLuck(values, mean(parts), variance(results) / spread if spread else 1.0)


def slopes_without_each(xs: Sequence[float], ys: Sequence[float]) -> list[float]:
    """By least squares, leaving out one pair after the other: what is left of the sums over all of them."""
    count, middle_x, middle_y = len(xs), mean(xs), mean(ys)
    pairs = [(x - middle_x, y - middle_y) for x, y in zip(xs, ys, strict=True)]
    spread, common = sum(x * x for x, _ in pairs), sum(x * y for x, y in pairs)
    share = count / (count - 1)  # the middle moves with the pair that goes
    left = [(spread - share * x * x, common - share * x * y) for x, y in pairs]
    return [both / own if own > NOTHING * spread else 0.0 for own, both in left]


def by_bag(results: Iterable[Result]) -> list[list[Result]]:
    found: dict[int, list[Result]] = {}
    for result in results:
        found.setdefault(result.bag, []).append(result)
    return [found[bag] for bag in sorted(found)]


def share_of(result: Result, player: int) -> float:
    best = max(result.points)
    return 1.0 / result.points.count(best) if result.points[player] == best else 0.0


def margin_of(result: Result, player: int) -> int:
    return result.points[player] - max(points for other, points in enumerate(result.points) if other != player)


def better_than_rivals(result: Result, player: int) -> float:
    mine = result.points[player]
    rivals = [points for other, points in enumerate(result.points) if other != player]
    return mean(1.0 if mine > points else 0.5 if mine == points else 0.0 for points in rivals)


def mean_interval(values: Sequence[float]) -> Interval:
    """Student's interval of a mean."""
    if len(values) < 2:
        value = values[0] if values else 0.0
        return Interval(value, -math.inf, math.inf)
    value = mean(values)
    half = student(len(values) - 1) * math.sqrt(variance(values) / len(values))
    return Interval(value, value - half, value + half)


def student(freedom: int) -> float:
    """The quantile of Student's distribution, by Cornish and Fisher's expansion: good to 1 % from 4 degrees on."""
    z, n = Z, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def share_interval(bags: Sequence[Sequence[float]]) -> Interval:
    """Wilson's interval for shares that come in bags."""
    games = sum(len(bag) for bag in bags)
    if not games:
        return Interval(0.0, 0.0, 1.0)
    means = [mean(bag) for bag in bags]
    p = mean(means)
    spread = variance(means) / len(means) if len(means) > 1 else 0.0
    alike = p * (1 - p) / spread if spread > 0 else float(games)
    n = min(max(alike, len(bags)), 2 * games)
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Interval(p, max(0.0, centre - half), min(1.0, centre + half))


def elo(share: float) -> float:
    if share <= 0.0 or share >= 1.0:
        return math.copysign(math.inf, share - 0.5)
    return 400.0 * math.log10(share / (1.0 - share))


def elo_interval(share: Interval) -> Interval:
    """Elo by the limits of a share; one bound alone where everything was won or lost."""
    low = -math.inf if share.value <= 0.0 else elo(share.low)
    high = math.inf if share.value >= 1.0 else elo(share.high)
    return Interval(elo(share.value), low, high)


class Test(Protocol):
    """Looks at a match bag by bag, and may have seen enough."""

    verdict: str | None

    def score(self, result: Result) -> float:
        """What it looks at in a game."""

    def add(self, score: float) -> str | None:
        """The mean score of the next bag; returns the verdict so far."""


class Sprt:
    """Is the first player ``elo1`` better than its rivals, or only ``elo0``? Wald's sequential ratio of the two claims.

    The ratio is the one of means with the variance seen so far, between bags, so it is an approximation: good after some
    dozens of bags, and none is judged before ``LEAST``. With the truth at one of the claims it errs in about 5 matches of 100.
    """

    ERROR = 0.05  # of either kind
    LEAST = 24

    def __init__(self, elo0: float, elo1: float) -> None:
        if not elo0 < elo1:
            raise ValueError(f"elo0 is less than elo1, unlike {elo0:g} and {elo1:g}")
        self.elo0, self.elo1 = elo0, elo1
        self.verdict: str | None = None  # "elo0", "elo1"
        self.ratio = 0.0  # logarithm
        self._count, self._sum, self._squares = 0, 0.0, 0.0

    def score(self, result: Result) -> float:
        return better_than_rivals(result, 0)

    def add(self, score: float) -> str | None:
        if self.verdict is not None:
            return self.verdict
        self._count += 1
        self._sum += score
        self._squares += score * score
        low, high = share_at(self.elo0), share_at(self.elo1)
        average = self._sum / self._count
        # As if one bag more had been won and one lost: bags that are all alike do not prove that others will be.
        counted, middle = self._count + 2, (self._sum + 1) / (self._count + 2)
        spread = (self._squares + 1) / counted - middle * middle
        self.ratio = self._count * (high - low) * (2 * average - low - high) / (2 * spread)
        enough = math.log((1 - self.ERROR) / self.ERROR)
        if self._count >= self.LEAST and abs(self.ratio) >= enough:
            self.verdict = "elo1" if self.ratio > 0 else "elo0"
        return self.verdict


def share_at(points: float) -> float:
    """The share of wins to be expected with so many points of Elo more."""
    return 1.0 / (1.0 + math.pow(10.0, -points / 400.0))


class Sequential:
    """Is the share above or below a mark? Bets on both, bag by bag; an answer stands once it is given."""

    ALPHA = 0.05

    def __init__(self, mark: float) -> None:
        if not 0.0 < mark < 1.0:
            raise ValueError(f"the mark of a sequential test lies between 0 and 1, not {mark}")
        self.mark = mark
        self.above = 0.0  # logarithms of the capital that bets on either side
        self.below = 0.0
        self.verdict: str | None = None  # "above", "below"
        self._count, self._sum, self._squares = 0, 0.0, 0.0

    def score(self, result: Result) -> float:
        return share_of(result, 0)

    def add(self, share: float) -> str | None:
        """The mean share of the next bag; returns the verdict so far."""
        if self.verdict is not None:
            return self.verdict
        estimate = (0.5 + self._sum) / (self._count + 1)
        spread = (0.25 + self._squares) / (self._count + 1)
        bet = math.sqrt(2 * math.log(2 / self.ALPHA) / (spread * max(self._count, 1) * math.log(self._count + 2)))
        self.above += math.log1p(min(bet, 0.5 / self.mark) * (share - self.mark))
        self.below += math.log1p(min(bet, 0.5 / (1 - self.mark)) * (self.mark - share))
        self._count += 1
        self._sum += share
        self._squares += (share - estimate) ** 2
        enough = math.log(2 / self.ALPHA)
        if self.above >= enough:
            self.verdict = "above"
        elif self.below >= enough:
            self.verdict = "below"
        return self.verdict
