"""The levels offered to people, the weakest first: what each sees and how long it looks, never a random mistake.

From the third on, each is meant to win two games of three, or a little more, against the one before it. Whatever is left
out of an evaluation must count in both families, or a level would be stronger in one of them.
"""
# not compiled: a table

from __future__ import annotations

from collections.abc import Mapping

LEVELS: Mapping[str, str] = {
    "random": "random",
    "greedy": "greedy",
    "spendthrift": "evaluator:blind=hands",
    "ranking": "ranking",
    "shortsighted": "evaluator:blind=completion+homecoming+meetings",
    "trusting": "evaluator:blind=meetings",
    "search": "search:nodes=4000",
    "master": "search:nodes=80000",
}
