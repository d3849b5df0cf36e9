"""Train a small net on data of ``bastida games make``: which answer a good player chooses, and the margin that comes of it.

    bastida games make evaluator --games 3000 --explore 0.05 --keep 0.5 --jobs 2 -o data
    python train.py data
    bastida arena learned:Learned greedy --bags 100

NumPy and nothing else: two layers, written out by hand. One game in ten is never learned from, to measure with.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from learned import MARGIN, NET, Array, Net
from numpy.typing import NDArray

from bastida.data import Folder, read

COLUMNS = ["game", "features", "chosen", "played", "margin"]
BATCH = 256  # questions learned from at once
VALUE = 0.25  # weight of the error of the margin beside that of the choice
Whole = NDArray[np.int64]


@dataclass
class Data:
    """Questions one after the other; ``first`` says where the rows of each begin."""

    rows: Array
    first: Whole
    chosen: Whole
    played: Whole
    margin: Array

    def __len__(self) -> int:
        return len(self.chosen)

    def some(self, which: Whole) -> Data:
        """A few of the questions, with their rows."""
        ends = np.append(self.first, len(self.rows))
        sizes = ends[which + 1] - ends[which]
        first = np.cumsum(sizes) - sizes
        rows = np.repeat(ends[which] - first, sizes) + np.arange(sizes.sum())
        return Data(self.rows[rows], first, self.chosen[which], self.played[which], self.margin[which])


def load(folders: list[str], width: int) -> tuple[Data, Data]:
    """What is learned from, and what it is measured with."""
    parts: list[list[tuple[Array, Whole, Whole, Whole, Array]]] = [[], []]
    for table in read(folders, COLUMNS):
        for row in table.to_batches():
            games = row["game"].to_numpy()
            sizes = np.diff(row["features"].offsets.to_numpy()) // width
            numbers = row["features"].flatten().to_numpy().reshape(-1, width)
            found = [row[name].to_numpy().astype(np.int64) for name in ("chosen", "played")]
            margin = (row["margin"].to_numpy() / MARGIN).astype(np.float32)
            for part, kept in enumerate((games % 10 != 0, games % 10 == 0)):
                parts[part].append((numbers[np.repeat(kept, sizes)], sizes[kept], *(f[kept] for f in found), margin[kept]))
    return joined(parts[0]), joined(parts[1])


def joined(parts: list[tuple[Array, Whole, Whole, Whole, Array]]) -> Data:
    rows, sizes, chosen, played, margin = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Data(rows, np.cumsum(sizes) - sizes, chosen, played, margin)


def new_net(names: list[str], data: Data, hidden: int, chance: np.random.Generator) -> Net:
    shapes = {"a": (len(names), hidden), "b": (hidden, hidden // 2), "c": (hidden // 2, 2)}
    weights: dict[str, Array] = {"mean": data.rows.mean(0), "spread": data.rows.std(0) + 1e-3}
    for name, shape in shapes.items():
        weights[name] = chance.normal(0, np.sqrt(2 / shape[0]), shape).astype(np.float32)
        weights[name + "0"] = np.zeros(shape[1], np.float32)
    return Net(weights, names)


def odds(likes: Array, first: Whole) -> Array:
    """How likely each answer of each question is: a softmax over the answers of the same question."""
    sizes = np.diff(np.append(first, len(likes)))
    high = np.exp(likes - np.repeat(np.maximum.reduceat(likes, first), sizes))
    found: Array = high / np.repeat(np.add.reduceat(high, first), sizes)
    return found


def slopes(net: Net, data: Data) -> dict[str, Array]:
    """In which direction each weight makes the error larger, by hand from the last layer to the first."""
    given, one, two, out = net.layers(data.rows)
    back = np.zeros_like(out)
    back[:, 0] = odds(out[:, 0], data.first)
    back[data.first + data.chosen, 0] -= 1
    at = data.first + data.played
    back[at, 1] = VALUE * (out[at, 1] - data.margin)
    back /= len(data)
    found: dict[str, Array] = {}
    for name, layer in (("c", two), ("b", one), ("a", given)):
        found[name], found[name + "0"] = layer.T @ back, back.sum(0)
        back = (back @ net.weights[name].T) * (layer > 0)
    return found


def train(net: Net, data: Data, epochs: int, rate: float, chance: np.random.Generator) -> Iterator[int]:
    """Adam, with a rate that falls to nothing; tells after each time through the data."""
    learned = [name for name in net.weights if name not in ("mean", "spread")]
    mean, square = ({name: np.zeros_like(net.weights[name]) for name in learned} for _ in range(2))
    steps, step = epochs * -(-len(data) // BATCH), 0
    for epoch in range(epochs):
        order = chance.permutation(len(data))
        for start in range(0, len(data), BATCH):
            found = slopes(net, data.some(order[start : start + BATCH]))
            step += 1
            for name in learned:
                mean[name] += 0.1 * (found[name] - mean[name])
                square[name] += 0.001 * (found[name] ** 2 - square[name])
                ahead = mean[name] / (1 - 0.9**step)
                size = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
                net.weights[name] -= rate * (1 - step / (steps + 1)) * ahead / size
        yield epoch + 1


def measure(net: Net, data: Data) -> tuple[float, float]:
    """How often the net likes the chosen answer best, and how well its margins agree with those of the games."""
    likes, margins = net.judge(data.rows)
    hits = [likes[a:b].argmax() == c for a, b, c in zip(data.first, [*data.first[1:], len(likes)], data.chosen, strict=True)]
    together = np.corrcoef(margins[data.first + data.played], data.margin)[0, 1]
    return float(np.mean(hits)), float(together)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the net of learned.py on folders of data of one game.")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--out", default=str(NET))
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    began, chance = time.perf_counter(), np.random.default_rng(told.seed)
    names = Folder(told.folders[0]).job()["names"]
    data, held = load(told.folders, len(names))
    print(f"{len(data)} questions with {len(data.rows)} answers to learn from, {len(held)} to measure with")
    net = new_net(names, data, told.hidden, chance)
    for epoch in train(net, data, told.epochs, told.rate, chance):
        hits, together = measure(net, held)
        print(f"{epoch}: chosen answer first {hits:.1%}, margins correlate {together:.2f}, {time.perf_counter() - began:.0f} s")
    net.save(told.out)
    print(f"kept in {told.out}")


if __name__ == "__main__":
    main()
