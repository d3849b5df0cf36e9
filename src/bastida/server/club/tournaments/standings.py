"""What came of the rounds of a tournament, and who stands where. Pure functions; all sums are exact.

The lead of a player in a game is the own points less the opponent's. Against the field it is counted less the mean lead of
everybody who had the same seat with the same tiles; that takes the luck of the tiles off. The leads at a table are
opposite, and so are the values against the field: what one gains the other loses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from bastida.server.club.tournaments.pairing import NOBODY

WIN, DRAW, LOSS = 2, 1, 0
GIVEN_UP = 10  # points by which a game that was given up, or never begun, is lost at least

Scoring = Literal["field", "points"]  # what decides a match: leads against the field, or leads as they are
Ranking = Literal["matches", "field"]  # what counts first in the table


@dataclass(frozen=True)
class Score:
    """A game: the points of the first and the second seat."""

    points: tuple[int, int]
    whole: bool = True  # played to its end; others say nothing about the tiles
    lost: int | None = None  # the seat that gave up, or whose time was up

    @property
    def lead(self) -> int:
        """Of the first seat. Whoever gives up while ahead is behind."""
        lead = self.points[0] - self.points[1]
        if self.lost is None:
            return lead
        return min(lead, -GIVEN_UP) if self.lost == 0 else max(lead, GIVEN_UP)


@dataclass(frozen=True)
class Match:
    """Two players in a round, or one with a bye. ``first`` sits first in the first game, the other in the return game."""

    first: int
    second: int = NOBODY
    games: tuple[Score | None, ...] = ()
    forfeit: Collection[int] = ()  # who has lost without playing to the end

    @property
    def bye(self) -> bool:
        return NOBODY in (self.first, self.second)


Means = Sequence[Fraction | None]  # by game: the mean lead of the first seat; None without a field to compare with


def means(round_: Iterable[Match]) -> Means:
    """The mean lead of the first seat in each game of a round, over all tables that were played to their end.

    One table is no field.
    """
    leads: list[list[int]] = []
    for match in round_:
        for number, score in enumerate(match.games):
            while len(leads) <= number:
                leads.append([])
            if score is not None and score.whole and not match.forfeit:
                leads[number].append(score.lead)
    return [Fraction(sum(found), len(found)) if len(found) > 1 else None for found in leads]


@dataclass(frozen=True)
class Outcome:
    """What a match was worth to each of its two."""

    match_points: tuple[int, int]
    field_points: tuple[Fraction, Fraction]
    lead: tuple[int, int]  # over all games, as they are
    deciding: Fraction  # what the first is ahead by, in what decides the match


def outcome(match: Match, field_means: Means, scoring: Scoring) -> Outcome:
    """Who has won a match, and by how much."""
    nothing = Fraction(0)
    if match.bye:
        return Outcome((WIN, LOSS), (nothing, nothing), (0, 0), nothing)
    if match.forfeit:
        return _forfeited(match)
    raw, ahead, deciding = 0, nothing, nothing
    for number, score in enumerate(match.games):
        if score is None:
            continue
        sign = 1 if number == 0 else -1  # in the return game the first sits second
        mean = field_means[number]
        raw += sign * score.lead
        if mean is not None:
            ahead += sign * (score.lead - mean)
        deciding += sign * (score.lead - mean if mean is not None and scoring == "field" else score.lead)
    return Outcome(_pair(deciding), (ahead, -ahead), (raw, -raw), deciding)


def _forfeited(match: Match) -> Outcome:
    """Whoever forfeits loses the match and a fixed number of points for each of its games; the other gets what a bye gives."""
    lost = [number in match.forfeit for number in (match.first, match.second)]
    penalty = Fraction(-GIVEN_UP * max(1, len(match.games)))
    field_points = tuple(penalty if one else Fraction(0) for one in lost)
    points = tuple(LOSS if one else WIN for one in lost)
    deciding = Fraction(lost[1] - lost[0])
    return Outcome((points[0], points[1]), (field_points[0], field_points[1]), (0, 0), deciding)


def _pair(ahead: Fraction) -> tuple[int, int]:
    return (WIN, LOSS) if ahead > 0 else (LOSS, WIN) if ahead < 0 else (DRAW, DRAW)


def winner(match: Match, field_means: Means, scoring: Scoring, seeds: Mapping[int, int]) -> int:
    """Who goes on in a knock-out: the winner of the match; after a draw whoever leads on the boards, then the better seed."""
    if match.bye:
        return match.first if match.second == NOBODY else match.second
    found = outcome(match, field_means, scoring)
    if set(match.forfeit) >= {match.first, match.second}:
        return NOBODY
    ahead = found.deciding or found.lead[0]
    if not ahead:
        ahead = seeds[match.second] - seeds[match.first]
    return match.first if ahead > 0 else match.second


# -- who stands where -------------------------------------------------------------------------------------------------------


@dataclass
class Line:
    """A line of the table."""

    number: int
    match_points: int = 0
    field_points: Fraction = Fraction(0)
    buchholz: int = 0
    direct: int | None = None  # match points against those level with it, where all of them have met
    played: int = 0  # matches, byes not counted
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    rank: int = 0
    opponents: list[int] = field(default_factory=list)
    reached: int = 0  # rounds it was paired in: what counts first in a knock-out


def standings(
    players: Iterable[int],
    rounds: Sequence[Sequence[Match]],
    scoring: Scoring = "field",
    ranking: Ranking = "matches",
    seeds: Mapping[int, int] | None = None,
) -> list[Line]:
    """The table after the rounds that are over, the best first; who cannot be told apart shares a rank.

    First match points, then points against the field (or the other way round), then Buchholz (the match points of the
    opponents), then the matches among those who are still level, if all of them have met. In a knock-out whoever got
    further stands before all that.
    """
    lines = {number: Line(number) for number in players}
    against: dict[tuple[int, int], int] = {}
    for round_ in rounds:
        field_means = means(round_)
        for match in round_:
            _count(match, outcome(match, field_means, scoring), lines, against)
        if seeds is not None:
            for match in round_:
                if (on := winner(match, field_means, scoring, seeds)) != NOBODY and on in lines:
                    lines[on].reached += 1
    for line in lines.values():
        line.buchholz = sum(lines[other].match_points for other in line.opponents if other in lines)

    def first(line: Line) -> tuple[int | Fraction, ...]:
        both = (line.match_points, line.field_points) if ranking == "matches" else (line.field_points, line.match_points)
        return (line.reached, *both, line.buchholz)

    _directly(list(lines.values()), first, against)
    table = sorted(lines.values(), key=lambda line: (*first(line), line.direct or 0), reverse=True)
    for place, line in enumerate(table):
        before = table[place - 1] if place else None
        same = before is not None and (first(before), before.direct or 0) == (first(line), line.direct or 0)
        line.rank = before.rank if before is not None and same else place + 1
    return table


def _count(match: Match, found: Outcome, lines: Mapping[int, Line], against: dict[tuple[int, int], int]) -> None:
    both = (match.first, match.second)
    for place, number in enumerate(both):
        line, other = lines.get(number), both[1 - place]
        if line is None:
            continue
        line.match_points += found.match_points[place]
        line.field_points += found.field_points[place]
        if match.bye:
            line.byes += 1
            continue
        line.played += 1
        line.won += found.match_points[place] == WIN
        line.drawn += found.match_points[place] == DRAW
        line.lost += found.match_points[place] == LOSS
        line.opponents.append(other)
        against[number, other] = against.get((number, other), 0) + found.match_points[place]


def _directly(
    lines: Sequence[Line], first: Callable[[Line], tuple[int | Fraction, ...]], against: Mapping[tuple[int, int], int]
) -> None:
    """Among those who are level: what they have won against each other, if each has met each."""
    level: dict[tuple[int | Fraction, ...], list[Line]] = {}
    for line in lines:
        level.setdefault(first(line), []).append(line)
    for group in level.values():
        names = [line.number for line in group]
        pairs = [(one, other) for one in names for other in names if one != other]
        if pairs and all(pair in against for pair in pairs):
            for line in group:
                line.direct = sum(against[line.number, other] for other in names if other != line.number)
