"""Standings of a tournament: worked examples, counted by hand, and what holds of all."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastida.server.club.tournaments.standings import GIVEN_UP, Match, Score, means, outcome, standings, winner

# Four players, game and return game with the same tiles at both tables.
#   first game:  A 60 : 50 B (lead +10)    C 70 : 40 D (lead +30)    mean +20
#   return game: B 55 : 45 A (lead +10)    D 52 : 58 C (lead  -6)    mean  +2
A, B, C, D = 1, 2, 3, 4
ROUND = (
    Match(A, B, (Score((60, 50)), Score((55, 45)))),
    Match(C, D, (Score((70, 40)), Score((52, 58)))),
)


def test_the_field_is_the_mean_lead_of_the_seat() -> None:
    assert means(ROUND) == [Fraction(20), Fraction(2)]


def test_a_match_against_the_field_and_on_the_boards() -> None:
    against = means(ROUND)
    # A: 10 - 20 = -10 in the first game; in the return game A is 10 behind where the second seat is 2 behind: -8.
    first = outcome(ROUND[0], against, "field")
    assert (first.match_points, first.field_points, first.lead) == ((0, 2), (Fraction(-18), Fraction(18)), (0, 0))
    # C: 30 - 20 = 10, and 6 ahead where the second seat is 2 behind: +8.
    assert outcome(ROUND[1], against, "field").field_points == (Fraction(18), Fraction(-18))
    assert outcome(ROUND[0], against, "points").match_points == (1, 1)  # ten each way
    assert outcome(ROUND[1], against, "points").match_points == (2, 0)


def test_the_table_after_a_round() -> None:
    table = standings([A, B, C, D], [ROUND])
    assert [(line.number, line.rank, line.match_points, line.field_points) for line in table] == [
        (B, 1, 2, 18), (C, 1, 2, 18), (A, 3, 0, -18), (D, 3, 0, -18),
    ]  # fmt: skip
    assert [(line.number, line.rank) for line in standings([A, B, C, D], [ROUND], "points")] == [(C, 1), (B, 2), (A, 3), (D, 4)]


def test_one_table_is_no_field() -> None:
    alone = (Match(A, B, (Score((60, 50)), Score((50, 45)))),)
    assert means(alone) == [None, None]
    found = outcome(alone[0], means(alone), "field")
    assert (found.match_points, found.field_points, found.deciding) == ((2, 0), (0, 0), 5)  # the leads as they are: 10 - 5


def test_a_game_that_was_given_up_counts_at_least_ten_and_says_nothing_about_the_tiles() -> None:
    ahead, behind = Score((60, 40), False, 0), Score((20, 55), False, 0)
    assert (ahead.lead, behind.lead) == (-GIVEN_UP, -35)
    assert Score((60, 40), False, 1).lead == 20
    round_ = (Match(A, B, (ahead,)), Match(C, D, (Score((50, 44)),)), Match(5, 6, (Score((50, 40)),)))
    assert means(round_) == [Fraction(8)]
    assert outcome(round_[0], means(round_), "field").field_points == (Fraction(-18), Fraction(18))


def test_forfeits_and_byes() -> None:
    round_ = (
        Match(A, B, (Score((0, 0), False), None), forfeit=(B,)),
        Match(C, D, (None, None), forfeit=(C, D)),
        Match(5),
        Match(6, 7, (Score((50, 44)),)),
    )
    found = [outcome(match, means(round_), "field") for match in round_]
    assert [one.match_points for one in found[:3]] == [(2, 0), (0, 0), (2, 0)]
    assert [one.field_points for one in found[:3]] == [(0, -2 * GIVEN_UP), (-2 * GIVEN_UP, -2 * GIVEN_UP), (0, 0)]
    lines = {line.number: line for line in standings(range(1, 8), [round_])}
    assert (lines[5].byes, lines[5].played, lines[5].match_points) == (1, 0, 2)
    assert (lines[A].won, lines[B].lost, lines[C].lost, lines[D].lost) == (1, 1, 1, 1)


def match(one: int, other: int, points: tuple[int, int]) -> Match:
    return Match(one, other, (Score(points),))


def test_tie_breaks_in_their_order() -> None:
    """Each match alone in its round, so that there is no field: match points, Buchholz, direct matches."""
    rounds = [
        [match(A, B, (50, 40))],
        [match(C, D, (50, 40))],
        [match(A, D, (40, 50))],
        [match(B, C, (50, 40))],
    ]
    table = standings([A, B, C, D], rounds)
    # All have 2. Everybody's opponents have 4 together. A beat B, B beat C, C beat D, D beat A; A and C have not met.
    assert [(line.match_points, line.buchholz, line.direct, line.rank) for line in table] == [(2, 4, None, 1)] * 4
    table = standings([A, B, C, D], [*rounds, [match(A, C, (50, 40))], [match(D, B, (50, 40))]])
    # A and D have 4, the others 2. A met B 2, D 4, C 2; D met C 2, A 4, B 2: 8 each; D beat A, and B beat C.
    assert [(line.number, line.match_points, line.buchholz, line.direct, line.rank) for line in table] == [
        (D, 4, 8, 2, 1), (A, 4, 8, 0, 2), (B, 2, 10, 2, 3), (C, 2, 10, 0, 4),
    ]  # fmt: skip


def test_points_against_the_field_go_first_where_that_is_the_ranking() -> None:
    two = (match(A, B, (90, 40)), match(C, D, (50, 40)))  # mean 30: A +20, C -20
    three = (match(C, A, (50, 49)), match(D, B, (41, 40)))  # mean 1: nobody ahead
    table = standings([A, B, C, D], [two, three], "points", "field")
    assert [(line.number, line.field_points, line.match_points) for line in table] == [
        (A, 20, 2), (D, 20, 2), (C, -20, 4), (B, -20, 0),
    ]  # fmt: skip
    assert next(line.number for line in standings([A, B, C, D], [two, three], "points")) == C


def test_in_a_knock_out_whoever_got_further_stands_before() -> None:
    seeds = {A: 0, B: 1, C: 2, D: 3}
    semi = (match(A, D, (50, 40)), match(B, C, (50, 40)))  # the same lead: drawn against the field
    assert [winner(one, means(semi), "field", seeds) for one in semi] == [A, B]  # ahead on the boards
    final = (match(B, A, (50, 50)),)
    assert winner(final[0], means(final), "field", seeds) == A  # the better seed
    table = standings([A, B, C, D], [semi, final], "points", "matches", seeds)
    assert [(line.number, line.reached) for line in table][:2] == [(A, 2), (B, 1)]
    assert winner(Match(0, C), (), "field", seeds) == winner(Match(C), (), "field", seeds) == C
    assert winner(Match(A, B, forfeit=(A, B)), (), "field", seeds) == 0


SCORES = st.builds(Score, st.tuples(st.integers(0, 150), st.integers(0, 150)), st.booleans())


@given(st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=8), st.integers(-50, 50), st.integers(-50, 50))
@settings(max_examples=100, deadline=None)
def test_what_one_gains_the_other_loses_and_luck_of_the_seat_counts_for_nobody(
    games: list[tuple[Score, Score]], lucky: int, unlucky: int
) -> None:
    """However much the tiles favour a seat, at all tables the same, points against the field are what they were."""
    round_ = [Match(2 * number + 1, 2 * number + 2, pair) for number, pair in enumerate(games)]
    found = standings(range(1, 2 * len(games) + 1), [round_])
    assert sum(line.field_points for line in found) == 0
    luck = (lucky, unlucky)
    moved = [
        Match(one.first, one.second, tuple(
            None if score is None else Score((score.points[0] + luck[number], score.points[1]), score.whole)
            for number, score in enumerate(one.games)
        ))
        for one in round_
    ]  # fmt: skip
    if sum(one.whole for one, _ in games) > 1 and sum(other.whole for _, other in games) > 1:
        before = [(line.number, line.field_points, line.match_points, line.rank) for line in found]
        after = standings(range(1, 2 * len(games) + 1), [moved])
        assert [(line.number, line.field_points, line.match_points, line.rank) for line in after] == before


@pytest.mark.parametrize("scoring", ["field", "points"])
def test_nobody_and_nothing(scoring: str) -> None:
    assert standings([], [], "field" if scoring == "field" else "points") == []
    assert [line.rank for line in standings([A, B], [])] == [1, 1]
