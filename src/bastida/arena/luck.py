"""What chance brought to whom in a game of a match, as the analysis sees it.

Of every draw, roll and message: the margin that is expected after it, less the mean over all that might have come, by their
weights; the same for the chance of winning. Its mean is zero whatever the expectations are worth, so taking it away from a
result favours nobody, and takes away as much of the spread as the expectations are good.
"""

from __future__ import annotations

from bastida.analysis.reviewing import BUDGETS, USUAL
from bastida.analysis.valuing import Budget, Valuer
from bastida.kernel.engine import Engine
from bastida.table.setup import Setup


class Luck:
    """Adds up what chance brings in one game, by seat."""

    def __init__(self, setup: Setup, seed: int, budget: Budget = BUDGETS[USUAL]) -> None:
        self.valuer = Valuer(setup, budget, seed)
        self.margins = [0.0] * setup.seats
        self.chances = [0.0] * setup.seats

    def see(self, game: Engine, answer: int) -> None:
        """Chance is asked, and will give this answer."""
        if game.copy().list_options().count < 2:
            return
        expected = self.valuer.worth(game)
        after = game.copy()
        after.answer(answer)
        margins = self.valuer.margins(after)
        won = self.valuer.chances_of(after, margins)
        for seat in range(len(self.margins)):
            self.margins[seat] += margins[seat] - expected.margins[seat]
            self.chances[seat] += won[seat] - expected.chances[seat]
