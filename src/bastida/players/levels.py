"""The levels offered to people, the weakest first: what each sees and how long it looks, never a random mistake."""
# not compiled: a table

from __future__ import annotations

from collections.abc import Mapping

LEVELS: Mapping[str, str] = {
    "random": "random",
    "greedy": "greedy",
    "ranking": "ranking",
    "shortsighted": "evaluator:blind=farmers",
    "search": "search:nodes=4000",
    "master": "search:nodes=80000",
}
