"""Making evaluators: which weights and forecasts a set-up needs, and what a blind one does not believe in."""
# not compiled: runs once for a set-up

from __future__ import annotations

from typing import Any

from bastida.kernel.rules import Rules
from bastida.players.evaluate import Evaluator, without
from bastida.players.forecasts import forecasts_for
from bastida.players.weights import Weights, overlooking


def make_evaluator(rules: Rules, table: dict[str, Any], blind: tuple[str, ...] = ()) -> Evaluator:
    """The evaluator of a set-up; blind to these parts of the evaluation, or to these modules: their forecasts, their final
    scoring and their prices."""
    believed = without(rules, blind) if blind else rules
    return Evaluator(believed, Weights(rules, overlooking(table, blind)), forecasts_for(rules, table, blind))
