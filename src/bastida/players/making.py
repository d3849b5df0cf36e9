"""Making evaluators: which weights and forecasts a set-up needs, and what a blind one does not believe in."""
# not compiled: runs once for a set-up

from __future__ import annotations

from typing import Any

from bastida.kernel.native import i64, vec
from bastida.kernel.rules import Rules
from bastida.players.evaluation import Evaluator, without
from bastida.players.forecasts_of import forecasts_for
from bastida.players.weights import Weights, overlooking


def make_evaluator(rules: Rules, table: dict[str, Any], blind: tuple[str, ...] = (), ignore: tuple[str, ...] = ()) -> Evaluator:
    """The evaluator of a set-up; blind to these parts of the evaluation, or to these modules: their forecasts, their final
    scoring and their prices. Modules that it ignores it does not see either, and it takes no part in them."""
    blind = (*blind, *ignore)
    believed = without(rules, blind) if blind else rules
    ignored = vec[i64]([int(module.name in ignore) for module in rules.modules] if ignore else [])
    return Evaluator(believed, Weights(rules, overlooking(table, blind)), forecasts_for(rules, table, blind), ignored)
