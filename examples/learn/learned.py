"""A player that learned from data: it takes the answer its net likes best. Train the net with ``train.py`` first.

    bastida arena learned:Learned greedy --bags 100
    bastida play --players Ana --computer learned:Learned

It is a player like any other in Python: a class with a name and a ``choose``. What it sees comes from ``bastida.data``.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import bastida
from bastida.data import seer

NET = Path(os.environ.get("BASTIDA_NET", Path(__file__).with_name("net.npz")))
Array = NDArray[np.float32]


class Net:
    """Two layers, and two numbers at the end: how much an answer is to be liked, and the margin that comes of it."""

    def __init__(self, weights: dict[str, Array], names: list[str]) -> None:
        self.weights = weights
        self.names = names  # of the numbers it learned from; others it does not understand

    @classmethod
    def load(cls, path: str | Path) -> Net:
        with np.load(path) as kept:
            weights = {name: kept[name] for name in kept.files if name != "names"}
            return cls(weights, [str(name) for name in kept["names"]])

    def save(self, path: str | Path) -> None:
        np.savez(path, names=np.array(self.names), **self.weights)  # type: ignore[arg-type]

    def layers(self, rows: Array) -> tuple[Array, Array, Array, Array]:
        """The numbers on their way through the net, as learning needs them."""
        w = self.weights
        given = (rows - w["mean"]) / w["spread"]
        first = np.maximum(given @ w["a"] + w["a0"], 0)
        second = np.maximum(first @ w["b"] + w["b0"], 0)
        return given, first, second, second @ w["c"] + w["c0"]

    def judge(self, rows: Array) -> tuple[Array, Array]:
        """For every row: how much the answer is to be liked among the others, and the margin expected at the end."""
        out = self.layers(rows)[-1]
        return out[:, 0], out[:, 1] * MARGIN


MARGIN = 20.0  # points of a margin that are 1 to the net


class Learned:
    """The player."""

    name = "learned"

    def __init__(self, net: str = "") -> None:
        self.net = Net.load(net or NET)

    def choose(self, game: bastida.Game) -> bastida.Option:
        seen = seer(game).see(game)
        if seen.names != self.net.names:
            raise ValueError("the net was trained for another game; make data of this one and train again")
        rows = np.asarray(seen.features, np.float32).reshape(len(seen.options), -1)
        return seen.options[int(self.net.judge(rows)[0].argmax())]
