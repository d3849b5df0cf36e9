"""Ratings from games of two, by the model of Bradley and Terry: the odds of a win are those of the strengths.

A tie is half a win. The strengths are those that make the results likeliest, after one tied game has been added to every
pair that has met, so that whoever won everything has a finite rating too. Limits come from the spread between bags, whose
games hang together, or from the model where that says more. Whoever won or lost everything has one limit only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from bastida.arena.statistics import Interval, Z, elo, share_interval

SCALE = 400 / math.log(10)  # Elo points of a unit of strength
STEPS, CLOSE = 200, 1e-10

Matrix = list[list[float]]


class Played(NamedTuple):
    """One game: two players by their numbers, the bag it was played with, and the score of the first: 1, 0.5 or 0."""

    first: int
    second: int
    bag: int
    score: float


class Met(NamedTuple):
    """All games of two players, or those of a bag."""

    first: int
    second: int
    games: float
    score: float


def tally(games: Sequence[Played], more: float = 0.0) -> list[Met]:
    """By pair; ``more`` tied games are added to each."""
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for first, second, _, score in games:
        pair, own = ((first, second), score) if first < second else ((second, first), 1.0 - score)
        count, total = found.get(pair, (more, more / 2))
        found[pair] = count + 1, total + own
    return [Met(first, second, count, total) for (first, second), (count, total) in found.items()]


def ratings(players: int, games: Sequence[Played]) -> list[Interval]:
    """Elo of every player with its limits; their mean is 0."""
    met = tally(games, 1.0)
    strength = likeliest(players, met)
    bread = inverse(information(strength, met))
    spread = sandwich(strength, bread, games)
    found = []
    for player in range(players):
        half = Z * math.sqrt(max(bread[player][player] - 1 / players, spread[player], 0.0))
        value = SCALE * strength[player]
        low, high = value - SCALE * half, value + SCALE * half
        own = [(game.bag, score_for(game, player)) for game in games if player in (game.first, game.second)]
        if not own:
            low, high = -math.inf, math.inf
        elif all(score == 0.0 for _, score in own):
            low, high = -math.inf, bound(strength, player, games, own)
        elif all(score == 1.0 for _, score in own):
            low, high = bound(strength, player, games, own), math.inf
        found.append(Interval(value, low, high))
    return found


def likeliest(players: int, met: Sequence[Met]) -> list[float]:
    """Newton's steps to the strengths that fit best, their sum being 0."""
    strength = [0.0] * players
    for _ in range(STEPS):
        step = times(inverse(information(strength, met)), gradient(strength, met))
        most = max(map(abs, step), default=0.0)
        cut = min(1.0, 1.0 / most) if most > 0 else 1.0  # far away a whole step may go too far
        strength = [value + cut * change for value, change in zip(strength, step, strict=True)]
        mean = sum(strength) / players
        strength = [value - mean for value in strength]
        if most < CLOSE:
            break
    return strength


def expected(strength: Sequence[float], pair: Met) -> float:
    return 1.0 / (1.0 + math.exp(strength[pair.second] - strength[pair.first]))


def gradient(strength: Sequence[float], met: Sequence[Met]) -> list[float]:
    slope = [0.0] * len(strength)
    for pair in met:
        more = pair.score - pair.games * expected(strength, pair)
        slope[pair.first] += more
        slope[pair.second] -= more
    return slope


def information(strength: Sequence[float], met: Sequence[Met]) -> Matrix:
    """Fisher's; as only differences matter, a direction is added in which all move together."""
    size = len(strength)
    found = [[1.0 / size] * size for _ in range(size)]
    for pair in met:
        a, b = pair.first, pair.second
        p = expected(strength, pair)
        weight = pair.games * p * (1 - p)
        found[a][a] += weight
        found[b][b] += weight
        found[a][b] -= weight
        found[b][a] -= weight
    for player in range(size):
        found[player][player] += 1e-12  # whoever has not played at all
    return found


def sandwich(strength: Sequence[float], bread: Matrix, games: Sequence[Played]) -> list[float]:
    """The variance of each strength, if only bags are independent of each other."""
    bags: dict[int, list[Played]] = {}
    for game in games:
        bags.setdefault(game.bag, []).append(game)
    if len(bags) < 2:
        return [math.inf] * len(strength)
    moves = [times(bread, gradient(strength, tally(bag))) for bag in bags.values()]
    count = len(moves)
    found = []
    for player in range(len(strength)):
        mean = sum(move[player] for move in moves) / count
        found.append(sum((move[player] - mean) ** 2 for move in moves) * count / (count - 1))
    return found


def score_for(game: Played, player: int) -> float:
    return game.score if game.first == player else 1.0 - game.score


def bound(strength: Sequence[float], player: int, games: Sequence[Played], own: Sequence[tuple[int, float]]) -> float:
    """The one limit of somebody who won or lost everything: that of the share, against rivals of their mean strength.

    If the player were there, the mean of all would move too, so that the rating moves a little less.
    """
    rivals = [game.second if game.first == player else game.first for game in games if player in (game.first, game.second)]
    ahead = SCALE * (strength[player] - sum(strength[rival] for rival in rivals) / len(rivals))
    bags: dict[int, list[float]] = {}
    for bag, score in own:
        bags.setdefault(bag, []).append(score)
    share = share_interval(list(bags.values()))
    limit = elo(share.high if own[0][1] == 0.0 else share.low)
    return SCALE * strength[player] + (limit - ahead) * (len(strength) - 1) / len(strength)


def times(matrix: Matrix, column: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, column, strict=True)) for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """Gauss and Jordan, with the largest pivot."""
    size = len(matrix)
    rows = [[*row, *(1.0 if at == number else 0.0 for at in range(size))] for number, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        divisor = rows[column][column]
        rows[column] = [value / divisor for value in rows[column]]
        for row in range(size):
            if row != column and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [value - factor * top for value, top in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
