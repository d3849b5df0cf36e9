"""What a rule module adds to the evaluation: one small class per module, in ``forecast.py`` of its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.players.evaluation import Evaluator


@mypyc_attr(allow_interpreted_subclasses=True)
class Forecast:
    """What a module may still bring. A player is blind to a module when its forecast, and its scoring, are left out."""

    def prospect(self, game: Engine, view: Evaluator, region: i64, kind: i64) -> float:
        """Points that a region is expected to gain for its winners, beyond its worth now and its completion."""
        return 0.0

    def add(self, game: Engine, view: Evaluator) -> None:
        """Add to ``view.values`` what seats may expect otherwise."""
