"""Ratings: what a game says about who plays better, by the Plackett-Luce model for any number of players, with ties.

A rating is a guess (``mu``) with its uncertainty (``sigma``). It is shown in the numbers people know from chess; a member's
rank goes by what is nearly certain of it, so that nobody leads after one lucky game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3  # of somebody who has not played
START, STEP = 1500.0, 24.0  # how that is shown: the number at the beginning, and a unit
CAREFUL = 2.0  # so many uncertainties below the rating is what is nearly certain
_model = PlackettLuce(mu=MU, sigma=SIGMA)


@dataclass(frozen=True)
class Rating:
    """How well somebody plays, as far as is known."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def careful(self) -> float:
        """What is nearly certain of it."""
        return self.mu - CAREFUL * self.sigma


def shown(mu: float) -> int:
    """A rating as people read it."""
    return round(START + STEP * (mu - MU))


def doubt(sigma: float) -> int:
    """Its uncertainty in the same numbers: the true value is so far away at most, two times out of three."""
    return round(STEP * sigma)


def after(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which these came in at these places."""
    teams = [[_model.create_rating([one.mu, one.sigma])] for one in before]
    rated = _model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in rated]
