"""Messages: how likely the next points of a seat bring one of its two scoring figures onto a dark space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from bastida.carcassonne.expansions.messages.rules import DARK
from bastida.kernel.module import Module
from bastida.kernel.native import vec
from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@final
class Messages(Forecast):
    def __init__(self, rules: Rules, module: Module, weights: dict[str, Any]) -> None:
        self.past = vec[float]([float(value) for value in weights["past"]])  # by spaces past the last dark one

    def add(self, game: Engine, view: Evaluator) -> None:
        values, points = view.values, game.points
        for seat in range(game.rules.seats):
            one, other = points[seat * 2] % DARK, points[seat * 2 + 1] % DARK
            values[seat] += view.late * self.past[one]
            if other != one:  # or the same points would bring either there, and only one takes them
                values[seat] += view.late * self.past[other]
