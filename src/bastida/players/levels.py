"""The levels offered to people, the weakest first: what each sees and how long it looks, never a random mistake.

From the third on, each is meant to win two games of three, or a little more, against the one before it. Whatever is left
out of an evaluation must count in both families, or a level would be stronger in one of them.
"""
# not compiled: a table

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LEVELS: Mapping[str, str] = {
    "random": "random",
    "greedy": "greedy",
    "spendthrift": "evaluator:blind=hands",
    "ranking": "ranking",
    "shortsighted": "evaluator:nodes=70",  # where there are many places it lays its tile before it thinks of a figure
    "trusting": "evaluator:release=0.1",  # parts with its figures more easily
    "search": "search:nodes=4000",
    "master": "search:nodes=80000",
}


@dataclass(frozen=True)
class Share:
    """How many games of a match were won, a tie counted half: the share, and its 95 % limits."""

    value: float
    low: float
    high: float
    bags: int  # paired: each was played in both orders of the seats


# Matches between a level and the one before it, by the game (``--game``) and the players behind the levels: a level that
# changes has no figure until it is measured again. docs/players.md has the command.
MEASURED: Mapping[str, Mapping[tuple[str, str], Share]] = {
    "plus": {
        ("greedy", "random"): Share(1.0, 0.995, 1.0, 400),
        ("evaluator:blind=hands", "greedy"): Share(0.725, 0.683, 0.763, 200),
        ("ranking", "evaluator:blind=hands"): Share(0.686, 0.641, 0.729, 200),
        ("evaluator:nodes=70", "ranking"): Share(0.742, 0.699, 0.781, 200),
        ("evaluator:release=0.1", "evaluator:nodes=70"): Share(0.691, 0.647, 0.732, 200),
    },
    "hunters": {
        ("evaluator:blind=hands", "greedy"): Share(0.930, 0.902, 0.951, 200),
        ("ranking", "evaluator:blind=hands"): Share(0.698, 0.651, 0.740, 200),
        ("evaluator:nodes=70", "ranking"): Share(0.666, 0.620, 0.710, 200),
        ("evaluator:release=0.1", "evaluator:nodes=70"): Share(0.711, 0.667, 0.752, 200),
    },
}
