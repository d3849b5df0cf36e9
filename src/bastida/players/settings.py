"""How a search spends its nodes; a player's text may set each of these by name."""

from __future__ import annotations

from typing import final

from bastida.kernel.native import i64


@final
class Settings:
    """How a search spends its nodes."""

    def __init__(self) -> None:
        self.exploration = 0.35
        self.temperature = 2.5  # points: of the softmax that makes priors
        self.scale = 25.0  # a lead of so many points is worth tanh(1)
        self.trust = 3.0  # passes that the evaluation of an answer counts for
        self.centred = 1.0  # of the lead expected at the root, taken off every lead before it is squashed
        self.wide: i64 = 64  # answers whose choice of figure is looked at when the present question is opened
        self.narrow: i64 = 4  # the same for positions that may come of it
        self.luck = 1.0  # of the luck of the draws, taken off what a pass brings
        self.orders: i64 = 64  # of the bag
        self.last: i64 = 1  # tiles in the bag from which on everything is tried
        self.ending: i64 = 120000  # positions the exact ending may look at
        self.halves: i64 = 1  # trees grown one beside the other, each with its share of the nodes, in processes where it can
        self.tied = 0.0  # points: answers believed to be so close to the best are played to the end
        self.playouts: i64 = 64  # orders of the bag they are played with
